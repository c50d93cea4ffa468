"""From entries to a document, and from the document to its scorecard or to what prevents it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...scoring.categories import CATEGORIES
from ...scoring.checks.findings import Finding
from ...scoring.documents.inspections import INSPECTION_FORMAT, DocumentError, read_inspection
from ...scoring.inspection import Form, Inspection
from ...scoring.inspector import inspect
from ...scoring.scorecard import Scorecard
from ...store.tables.drafts import Draft, Kind, LibraryDraft, SeatDraft, TypedTally

STABILITY = "stability"
MOST_DIGITS = 9
"""Anything longer is not a figure of this game."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of judging a draft."""

    inspection: Inspection | None
    """``None`` if an error prevents it, and so is the scorecard."""
    scorecard: Scorecard | None
    findings: tuple[Finding, ...]
    """All findings, including those about the finished figures."""


def judge_draft(draft: Draft) -> Judgement:
    """Parse and score a draft, or find everything that is still wrong with it."""
    try:
        inspection, warnings = read_inspection(assemble_document(draft))
    except DocumentError as error:
        return Judgement(None, None, error.findings)
    card = inspect(inspection)
    return Judgement(inspection, card, (*warnings, *card.findings))


def assemble_document(draft: Draft) -> dict[str, object]:
    """Write a draft as an ``ex-libris/inspection@1`` document; what has not been entered is left out.

    Of shelf and tally, only the one that counts is included. Figures that are not numbers are included as typed, so
    that the document's findings can name them.
    """
    details = draft.details
    is_solo = details.form == Form.S_42A
    winner = next((seat.name for seat in draft.seats if seat.position == draft.reading_winner), "")
    document: dict[str, object] = {"format": INSPECTION_FORMAT, "form": details.form, "edition": details.edition}
    optional: dict[str, object] = {
        "prominent": details.prominent,
        "banned": details.banned,
        "date": details.date,
        "place": details.place,
        "remarks": details.remarks,
        "inspector": details.inspector,
        "difficulty": details.difficulty if is_solo else None,
        "long_game": details.long_game and not is_solo,
        "reading_winner": winner,
    }
    document |= {key: value for key, value in optional.items() if value}
    document["players"] = [_assemble_player(seat) for seat in draft.seats]
    if is_solo:
        document["library"] = _assemble_library(draft.library)
    return document


def read_figure(text: str) -> int | str:
    """Return a typed figure as a number, or unchanged if it is not one.

    >>> read_figure(" 12 "), read_figure("-1"), read_figure("a dozen")
    (12, -1, 'a dozen')
    """
    digits = text.strip()
    is_number = len(digits) <= MOST_DIGITS and digits.isascii() and digits.removeprefix("-").isdigit()
    return int(digits) if is_number else text


def _assemble_player(seat: SeatDraft) -> dict[str, object]:
    player: dict[str, object] = {"name": seat.name}
    if seat.focus:
        player["focus"] = seat.focus
    if seat.hand.strip():
        player["hand"] = read_figure(seat.hand)
    if seat.kind is Kind.SHELF:
        player["shelf"] = seat.shelf
    elif seat.kind is Kind.TALLY:
        player["tally"] = _assemble_tally(seat.tally)
        player |= _read_typed(seat.tally, (STABILITY,))
    return player


def _assemble_library(library: LibraryDraft) -> dict[str, object]:
    document: dict[str, object] = {"focus": library.focus} if library.focus else {}
    if library.kind is Kind.DISCARDS:
        document["discards"] = library.discards
    elif library.kind is Kind.TALLY:
        document["tally"] = _assemble_tally(library.tally)
    return document


def _assemble_tally(tally: TypedTally) -> Mapping[str, object]:
    return _read_typed(tally, tuple(category.value for category in CATEGORIES))


def _read_typed(tally: TypedTally, keys: tuple[str, ...]) -> Mapping[str, object]:
    return {key: read_figure(tally[key]) for key in keys if tally.get(key, "").strip()}
