"""What has to be decided with all focuses in hand, before the reveal too: every answer holds none of them."""

from __future__ import annotations

from ...scoring.checks.findings import Code, Finding
from ...scoring.documents.inspections import DocumentError, read_inspection
from ...scoring.inspector import inspect
from ...store.tables.drafts import Kind, StoredDraft
from ...store.tables.stages import Stage
from ...wording.findings.sentences import format_finding
from ...wording.languages import find_translations
from .documents import write_document, write_library, write_player


def find_lock_obstacles(draft: StoredDraft, language: str) -> tuple[str, ...]:
    """Say what keeps a table from being locked, in words that betray no focus."""
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
    return tuple(format_finding(finding, language) for finding in _find_all(draft) if finding.is_error)


def find_focus_doubt(draft: StoredDraft, language: str) -> str:
    """Say that the focuses of a locked table cannot all be right, to everybody at once and naming nobody.

    Before it is locked nothing is said: whoever tried one category after the other would otherwise learn which ones
    the others have.
    """
    if draft.stage is not Stage.LOCKED:
        return ""
    if not any(finding.code is Code.FOCUS_CLASH for finding in _find_all(draft)):
        return ""
    return find_translations(language).gettext(
        "The focuses cannot all be right: each category is dealt only once, and two cards say the same. Everybody "
        "check your card again, and the prominent and banned categories too; the host can reopen the shelves."
    )


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
    library = draft.library
    return write_document(
        draft.details,
        [write_player(seat.name, seat.focus, seat.hand, seat.kind, seat.shelf, seat.tally) for seat in draft.seats],
        write_library(library.focus, library.kind, library.tally, library.discards),
        winner,
    )


def _find_all(draft: StoredDraft) -> tuple[Finding, ...]:
    """List everything that is to be said of an inspection, the finished figures included."""
    try:
        inspection, warnings = read_inspection(write_record(draft))
    except DocumentError as error:
        return error.findings
    return (*warnings, *inspect(inspection).findings)
