"""The effect of the rules on a shelf while it is being entered: the preview that the shelf editor draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...scoring.cards import Card
from ...scoring.categories import Tally
from ...scoring.checks.findings import Finding
from ...scoring.checks.shelf import check_cards, check_layout, describe_faults, find_duplicates, stand_in
from ...scoring.editions import Edition, find_edition
from ...scoring.notation import Fault, read_rows
from ...scoring.sections.alphabetical_order import Flip, check_order
from ...scoring.sections.shelf_stability import score_stability
from ...scoring.shelf import Cell, Place, Shelf, count_empty_rows_above
from ...wording.findings.sentences import describe_finding
from ...wording.scorecard.reasons import describe_coming_flip

Preview = dict[str, Any]
Rows = tuple[tuple[Cell, ...], ...]


def preview_shelf(
    text: str, *, edition: str, language: str, version: int = 1, others: Mapping[str, str] | None = None
) -> Preview:
    """Parse a shelf as typed and return the results of A1, A2, and B1, as plain JSON values.

    All coordinates are those of the rows as typed, without trimming. A card that cannot be parsed, or whose letter the
    edition does not have, is skipped by A1 but counts for the rectangle. ``others`` are the texts of the other shelves
    at the table by their owner's name: a card that is already on one of them is reported.
    """
    rules = find_edition(edition)
    rows, faults = read_rows(text)
    standing = stand_in(rows, faults)
    shelf = Shelf.of(standing)
    offset = count_empty_rows_above(standing)
    order = check_order(_hide_unordered(shelf, rules), rules)
    flips = order.flips
    stability = score_stability(shelf)
    tally = shelf.turn_down(flip.place for flip in flips).tally()
    rectangle = stability.rectangle
    findings = [*_find_flaws(rows, faults, shelf, offset, rules), *_find_twins(rows, others or {})]
    return show_preview(
        text,
        rows,
        faults,
        findings,
        language,
        cards=shelf.cards,
        tally=tally,
        version=version,
        stability=stability.points,
        flipped=[_show_flip(flip, offset, language) for flip in flips],
        rectangle=None
        if rectangle is None
        else {
            "top": rectangle.top + offset,
            "left": rectangle.left,
            "height": rectangle.height,
            "width": rectangle.width,
        },
    )


def show_preview(
    text: str,
    rows: Rows,
    faults: Sequence[Fault],
    findings: Iterable[Finding],
    language: str,
    *,
    cards: int,
    tally: Tally,
    version: int = 1,
    stability: int = 0,
    flipped: Sequence[Mapping[str, Any]] = (),
    rectangle: Mapping[str, int] | None = None,
) -> Preview:
    """Write down what the editor draws: the cells as typed, the figures, and what is to be said of them."""
    return {
        "shelf": text,
        "version": version,
        "rows": [[_show_cell(cell) for cell in row] for row in _mark_faults(rows, faults)],
        "flipped": list(flipped),
        "rectangle": rectangle,
        "stability": stability,
        "tally": {category.value: books for category, books in tally.items()},
        "books": tally.books,
        "cards": cards,
        "findings": [
            {
                "severity": finding.severity.value,
                "code": finding.code.value,
                "row": finding.row,
                "column": finding.column,
                "token": finding.token,
                "message": describe_finding(finding, language),
            }
            for finding in findings
        ],
    }


def has_errors(preview: Preview) -> bool:
    """Tell whether something on the shelf still prevents scoring."""
    return any(finding["severity"] == "error" for finding in preview["findings"])


def _find_flaws(rows: Rows, faults: Sequence[Fault], shelf: Shelf, offset: int, edition: Edition) -> Iterator[Finding]:
    yield from describe_faults(faults, None)
    yield from check_cards(rows, edition, None)
    yield from check_layout(shelf, None, offset)


def _find_twins(rows: Rows, others: Mapping[str, str]) -> Iterator[Finding]:
    """Find the cards of this shelf that are also on another shelf, or twice on this one."""
    elsewhere = ((name, read_rows(text)[0]) for name, text in others.items())
    return (finding for finding in find_duplicates([*elsewhere, ("", rows)]) if finding.player == "")


def _hide_unordered(shelf: Shelf, edition: Edition) -> Shelf:
    """Turn cards that A1 cannot order face down, so that it skips them."""
    return shelf.turn_down(
        place
        for place, card in shelf
        if not card.face_down and (card.number is None or card.letter not in edition.ranks)
    )


def _mark_faults(rows: Rows, faults: Iterable[Fault]) -> Iterator[list[Cell | Fault]]:
    places = {fault.place: fault for fault in faults}
    for r, row in enumerate(rows):
        yield [places.get(Place(r, c), cell) for c, cell in enumerate(row)]


def _show_cell(cell: Cell | Fault) -> dict[str, Any] | None:
    if cell is None:
        return None
    if isinstance(cell, Fault):
        return {**_show_card(Card()), "token": cell.token}
    return _show_card(cell)


def _show_card(card: Card) -> dict[str, Any]:
    return {
        "letter": card.letter,
        "number": card.number,
        "of": card.of,
        "icons": "".join(icon or "?" for icon in card.icons or ()),
        "face_down": card.face_down,
        "entombed": card.entombed,
        "unread": card.is_unread,
    }


def _show_flip(flip: Flip, offset: int, language: str) -> dict[str, Any]:
    return {
        "place": [flip.place.row + offset, flip.place.column],
        "after": [flip.after_place.row + offset, flip.after_place.column],
        "sentence": describe_coming_flip(flip, language),
    }
