"""The discard pile of a solo game, card by card: laid on the touch grid, or read off photos that add up.

A pile has no order, no rectangle, and no card face down; where a card lies in it means nothing.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...notation_tokens import BACK, join_rows
from ...scoring.checks.findings import Finding
from ...scoring.checks.shelf import check_cards, describe_faults, find_duplicates, stand_in
from ...scoring.notation import Expected, Fault, format_card, format_rows, read_rows
from ...scoring.shelf import Cell, Place, Shelf
from ...store.tables import queries
from ...store.tables.drafts import Kind, LibraryEntry
from ..access.seeing import SeenDraft
from .entry import complete_shelf
from .preview import Preview, Rows, show_preview

PER_ROW = 6
"""Cards side by side: what a phone shows without scrolling."""


@dataclass(frozen=True, slots=True)
class Added:
    """A pile with the cards of one more photo."""

    text: str
    cards: int
    """How many were added."""
    known: int
    """How many were left out, because a card of that letter and number lies in the pile already."""
    completed: int = 0
    """Of how many of those the icons were not all known, and are now."""


def preview_pile(draft: SeenDraft, language: str) -> Preview:
    """Preview the pile as typed, reporting cards that are on a shelf as well, or twice in it."""
    text = lay_out(draft.library.discards)
    rows, faults = read_rows(text)
    shelves = [(seat.name, read_rows(seat.shelf)[0]) for seat in draft.seats if seat.kind is Kind.SHELF]
    twins = (one for one in find_duplicates(shelves, rows) if one.details.get("within") == "library")
    findings = [*describe_faults(faults, None), *_find_hidden(rows), *check_cards(rows, None, None), *twins]
    return show_preview(
        text,
        rows,
        faults,
        findings,
        language,
        cards=Shelf.of(stand_in(rows, faults)).cards,
        tally=Shelf.of(rows).tally(),
        version=draft.library.version,
    )


def write_pile(slug: str, text: str, version: int | None, now: datetime.datetime) -> None:
    """Store the pile as typed, adding the icons of cards that are only named; it counts, unless it was emptied.

    ``version`` is that of the library as the writer saw it; ``None`` is the program itself. Raises ``ConflictError``
    where it has been changed since, unless both wrote the same, ``StageError`` where the table's stage takes no
    entries, and ``MissingError``.
    """
    kept = queries.find_draft(slug).library
    other = Kind.TALLY if any(figure.strip() for figure in kept.tally.values()) else Kind.NONE
    kind = Kind.DISCARDS if text.strip() else other
    queries.write_library(slug, LibraryEntry(None, kind, kept.tally, complete_shelf(slug, text)), now, version)


def add_cards(pile: str, read: str) -> Added:
    """Add the cards of a photo to a pile as typed; a card that is there already was only photographed twice.

    Where not all of its icons were known, it takes those of the photo. A back between the cards is left out: it hides
    what nobody can count.

    >>> add_cards("A1:CF", "B2:HM # A1:C? / ?")
    Added(text='A1:CF / B2:HM ?', cards=2, known=1, completed=0)
    >>> add_cards("A1:?? B2:HM", "A1:CF B2:HM")
    Added(text='A1:CF B2:HM', cards=0, known=2, completed=1)
    """
    rows, faults = read_rows(pile)
    there = {_name(cell) for row in rows for cell in row} - {""}
    open_ = {_name(cell) for row in rows for cell in row if _is_open(cell)} if not faults else set[str]()
    told: dict[str, Cell] = {}
    new: list[str] = []
    known = 0
    for cell in (cell for row in read_rows(read)[0] for cell in row if cell is not None):
        if format_card(cell) == BACK:
            continue
        if (name := _name(cell)) in there:
            known += 1
            if name in open_ and not _is_open(cell):
                told[name] = cell
            continue
        there |= {name} - {""}
        new.append(format_card(cell))
    if told:
        pile = format_rows(tuple(tuple(told.get(_name(cell), cell) for cell in row) for row in rows), with_counts=True)
    added = join_rows(new[start : start + PER_ROW] for start in range(0, len(new), PER_ROW))
    text = " / ".join(part for part in (pile.strip(), added) if part)
    return Added(text, len(new), known, len(told))


def lay_out(pile: str) -> str:
    """Write a pile in rows that a phone shows; one that cannot be read in full stays as typed.

    >>> lay_out("A1:CF A2:CF A3:CF A4:CF A5:CF A6:CF A7:CF"), lay_out("A1:CF A99x")
    ('A1:CF A2:CF A3:CF A4:CF A5:CF A6:CF / A7:CF', 'A1:CF A99x')
    """
    rows, faults = read_rows(pile)
    if faults or all(len(row) <= PER_ROW for row in rows):
        return pile
    cards = [cell for row in rows for cell in row if cell is not None]
    return format_rows(
        tuple(tuple(cards[start : start + PER_ROW]) for start in range(0, len(cards), PER_ROW)), with_counts=True
    )


def _name(cell: Cell) -> str:
    """Return the letter and number of a card, empty where not both are known."""
    return cell.name if cell and cell.letter and cell.number else ""


def _is_open(cell: Cell) -> bool:
    """Return whether not all icons of a card are known."""
    return cell is not None and (cell.icons is None or None in cell.icons)


def _find_hidden(rows: Rows) -> Iterator[Finding]:
    hidden: Sequence[Fault] = [
        Fault(Place(r, c), format_card(card), Expected.DISCARD)
        for r, row in enumerate(rows)
        for c, card in enumerate(row)
        if card is not None and (card.face_down or card.entombed)
    ]
    yield from describe_faults(hidden, None)
