"""The stages of an inspection: being ready, locking, unlocking, revealing, amending, and previous versions."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...store.tables import queries, seats
from ...store.tables.drafts import MissingError
from ...store.tables.stages import Act, Stage
from ..access.deciding import find_lock_obstacles, write_record
from ..access.roles import Viewer
from ..access.seeing import SeenDraft
from ..access.showing import PageValue
from ..decks.table_decks import learn_table


@dataclass(frozen=True, slots=True)
class Version(PageValue):
    """An inspection as it was when it was amended."""

    number: int
    made: datetime.datetime
    reason: str


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


def amend(slug: str, reason: str, viewer: Viewer, now: datetime.datetime) -> None:
    """Open a revealed inspection for corrections; the previous version is kept as a document."""
    while True:
        draft = queries.find_draft(slug)
        try:
            seats.amend(slug, write_record(draft), reason, now, draft.version, device=viewer.device)
        except queries.ConflictError:
            continue
        return


def write_ready(slug: str, position: int, now: datetime.datetime, *, is_ready: bool) -> None:
    """Store whether a librarian is done; raise ``StageError`` if the table's stage takes no entries."""
    seats.write_ready(slug, position, now, is_ready=is_ready)


def nudge(slug: str, viewer: Viewer, now: datetime.datetime) -> bool:
    """Ask everybody who is not done, on their own phones; ``False`` if they were asked only just now.

    Raises ``StageError`` once the table is locked.
    """
    return seats.nudge(slug, now, device=viewer.device)


def unlock(slug: str, now: datetime.datetime) -> None:
    """Unlock the shelves of a locked table; raise ``StageError`` at any later stage."""
    seats.move_stage(slug, Act.UNLOCK, now)


def list_versions(draft: SeenDraft) -> tuple[Version, ...]:
    """Return the previous versions of an inspection, the oldest first."""
    # Only what has been revealed can have been amended; until then every phone spares the store a question.
    kept = seats.list_revisions(draft.slug) if draft.stage.shows_focuses else ()
    return tuple(Version(revision.number, revision.made, revision.reason) for revision in kept)


def find_version(slug: str, number: int) -> Mapping[str, Any]:
    """Return the document of a previous version; raise ``MissingError`` if there is none with that number."""
    for kept in seats.list_revisions(slug):
        if kept.number == number:
            return kept.document
    raise MissingError(f"no version {number!r} of {slug!r}")
