"""The stages of an inspection: being ready, locking, unlocking, revealing, amending, and previous versions."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from ...scoring.checks.findings import Code
from ...store.tables import queries, seats
from ...store.tables.drafts import Draft, Kind, MissingError, Revision
from ...store.tables.stages import Act, Stage
from ...wording.languages import find_translations
from ...wording.scorecard.report import format_finding
from ..decks.table_decks import learn_table
from .documents import assemble_document, judge_draft


def find_lock_obstacles(draft: Draft, language: str) -> tuple[str, ...]:
    """Say what prevents a table from being locked, without revealing a focus; expects an unmasked draft."""
    t = find_translations(language)
    sentences = []
    details = draft.details
    if not (details.prominent and details.banned):
        sentences.append(t.gettext("The prominent and the banned category have to be chosen first."))
    for seat in draft.seats:
        if not seat.focus:
            sentences.append(t.gettext("%(name)s’s focus is not known yet.") % {"name": seat.name})
        if seat.kind is Kind.NONE:
            sentences.append(t.gettext("%(name)s’s shelf is still empty.") % {"name": seat.name})
    if sentences:
        return tuple(sentences)
    faults = [finding for finding in judge_draft(draft).findings if finding.is_error]
    return tuple(format_finding(finding, language) for finding in faults)


def find_focus_doubt(draft: Draft, language: str) -> str:
    """Say that the focuses of a locked table cannot all be right, to everyone at once and without naming anybody.

    Expects an unmasked draft. Before it is locked, nothing is said: otherwise a player could try one category after the
    other to learn which ones the others have.
    """
    if draft.stage is not Stage.LOCKED:
        return ""
    if not any(finding.code is Code.FOCUS_CLASH for finding in judge_draft(draft).findings):
        return ""
    return find_translations(language).gettext(
        "The focuses cannot all be right: every category is dealt once, and two cards say the same. "
        "Everybody look at the card again, and at the prominent and the banned category; "
        "the host can open the shelves once more."
    )


def lock(slug: str, language: str, now: datetime.datetime) -> tuple[str, ...]:
    """Lock a table; return what prevents it, or nothing on success.

    If something is written between the check and the lock, the check is repeated.
    """
    while True:
        draft = queries.find_draft(slug)
        if draft.stage is Stage.DRAFT and (obstacles := find_lock_obstacles(draft, language)):
            return obstacles
        try:
            seats.move_stage(slug, Act.LOCK, now, draft.version)
        except queries.ConflictError:
            continue
        return ()


def reveal(slug: str, language: str, now: datetime.datetime) -> tuple[str, ...]:
    """Reveal all focuses at once, locking a draft first. Return what prevents it.

    With that the shelves are final, and the table's deck learns them.
    """
    while True:
        draft = queries.find_draft(slug)
        if draft.stage is Stage.DRAFT and (obstacles := lock(slug, language, now)):
            return obstacles
        is_amended = draft.stage is Stage.AMENDED
        if is_amended and (obstacles := find_lock_obstacles(draft, language)):
            return obstacles
        try:
            seats.move_stage(slug, Act.REVEAL, now, draft.version if is_amended else None)
        except queries.ConflictError:
            continue
        learn_table(slug, now)
        return ()


def amend(slug: str, reason: str, now: datetime.datetime) -> None:
    """Open a revealed inspection for corrections; the previous version is kept as a document."""
    while True:
        draft = queries.find_draft(slug)
        try:
            seats.amend(slug, assemble_document(draft), reason, now, draft.version)
        except queries.ConflictError:
            continue
        return


def write_ready(slug: str, position: int, now: datetime.datetime, *, is_ready: bool) -> None:
    """Store whether a librarian is done; raise ``StageError`` if the table's stage takes no entries."""
    seats.write_ready(slug, position, now, is_ready=is_ready)


def unlock(slug: str, now: datetime.datetime) -> None:
    """Unlock the shelves of a locked table; raise ``StageError`` at any later stage."""
    seats.move_stage(slug, Act.UNLOCK, now)


def list_versions(draft: Draft) -> tuple[Revision, ...]:
    """Return the previous versions of an inspection, the oldest first."""
    # Only what has been revealed can have been amended; until then every phone spares the store a question.
    return seats.list_revisions(draft.slug) if draft.stage.shows_focuses else ()


def find_version(slug: str, number: int) -> Mapping[str, Any]:
    """Return the document of a previous version; raise ``MissingError`` if there is none with that number."""
    for kept in seats.list_revisions(slug):
        if kept.number == number:
            return kept.document
    raise MissingError(f"no version {number!r} of {slug!r}")
