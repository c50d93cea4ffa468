"""What has to be decided with all focuses in hand, before the reveal too: every answer holds none of them."""

from __future__ import annotations

from dataclasses import replace

from ...scoring.categories import CATEGORIES
from ...scoring.checks.findings import Finding
from ...scoring.documents.inspections import DocumentError, read_inspection
from ...scoring.inspector import inspect
from ...store.tables.drafts import Kind, StoredDraft
from ...wording.findings.sentences import format_finding
from ...wording.languages import find_translations
from .documents import write_decisions, write_document, write_library, write_player


def find_lock_obstacles(draft: StoredDraft, language: str) -> tuple[str, ...]:
    """Say what keeps a table from being locked; before the reveal, no focus has any part in that.

    That two cards say the same is said at the reveal and not earlier: whoever locked the table, read it, unlocked it,
    and tried the next category would otherwise learn which ones the others have.
    """
    t = find_translations(language)
    sentences: list[str] = []
    details = draft.details
    if not (details.prominent and details.banned):
        sentences.append(t.gettext("The prominent and the banned category have to be chosen first."))
    for seat in draft.seats:
        named = {"name": seat.name}
        if not seat.focus:
            sentences.append(t.gettext("%(name)s’s focus is not known yet.") % named)
        if seat.kind is Kind.NONE:
            sentences.append(t.gettext("%(name)s’s shelf is still empty.") % named)
    if sentences:
        return tuple(sentences)
    judged = draft if draft.stage.shows_focuses else _stand_in(draft)
    return tuple(format_finding(finding, language) for finding in _find_all(judged) if finding.is_error)


def is_countable(draft: StoredDraft) -> bool:
    """Whether all of an inspection can be counted."""
    try:
        read_inspection(write_record(draft))
    except DocumentError:
        return False
    return True


def write_record(draft: StoredDraft) -> dict[str, object]:
    """Write an inspection down as it is kept beside its amendment: an ``ex-libris/inspection@1`` document."""
    winner = next((seat.name for seat in draft.seats if seat.position == draft.reading_winner), "")
    library, names = draft.library, {seat.position: seat.name for seat in draft.seats}
    return write_document(
        draft.details,
        [write_player(seat.name, seat.focus, seat.hand, seat.kind, seat.shelf, seat.tally) for seat in draft.seats],
        write_library(library.focus, library.kind, library.tally, library.discards),
        winner,
        tuple(write_decisions(draft.decisions, names, draft.details.form)),
    )


def _stand_in(draft: StoredDraft) -> StoredDraft:
    """Put the same category for every focus, which none of the findings about shelves and figures depends on."""
    focus = CATEGORIES[0].value
    return replace(
        draft,
        seats=tuple(replace(seat, focus=focus) for seat in draft.seats),
        library=replace(draft.library, focus=focus if draft.library.focus else ""),
    )


def _find_all(draft: StoredDraft) -> tuple[Finding, ...]:
    """List everything that is to be said of an inspection, the finished figures included."""
    try:
        inspection, warnings = read_inspection(write_record(draft))
    except DocumentError as error:
        return error.findings
    return (*warnings, *inspect(inspection).findings)
