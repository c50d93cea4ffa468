"""From entries to a document, and from the document to its scorecard or to what prevents it."""

from __future__ import annotations

from dataclasses import dataclass

from ...scoring.checks.findings import Finding
from ...scoring.documents.inspections import DocumentError, read_inspection
from ...scoring.inspection import Inspection
from ...scoring.inspector import inspect
from ...scoring.scorecard import Scorecard
from ..access.documents import write_decisions, write_document, write_library, write_player
from ..access.seeing import SeenDraft


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of judging a draft."""

    inspection: Inspection | None
    """``None`` if an error prevents it, and so is the scorecard."""
    scorecard: Scorecard | None
    findings: tuple[Finding, ...]
    """All findings, including those about the finished figures."""


def judge_draft(draft: SeenDraft) -> Judgement:
    """Parse and score a draft, or find everything that is still wrong with it."""
    try:
        inspection, warnings = read_inspection(assemble_document(draft))
    except DocumentError as error:
        return Judgement(None, None, error.findings)
    card = inspect(inspection)
    return Judgement(inspection, card, (*warnings, *card.findings))


def assemble_document(draft: SeenDraft) -> dict[str, object]:
    """Write a draft as an ``ex-libris/inspection@1`` document; what has not been entered, or is sealed, is left out."""
    winner = next((seat.name for seat in draft.seats if seat.position == draft.reading_winner), "")
    library, names = draft.library, {seat.position: seat.name for seat in draft.seats}
    return write_document(
        draft.details,
        [write_player(seat.name, seat.focus, seat.hand, seat.kind, seat.shelf, seat.tally) for seat in draft.seats],
        write_library(library.focus, library.kind, library.tally, library.discards),
        winner,
        tuple(write_decisions(draft.decisions, names, draft.details.form)),
    )
