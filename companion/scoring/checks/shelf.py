"""What can be wrong with the cards of a shelf and with how they lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from ..cards import ICONS_ON_A_CARD, Card
from ..editions import Edition
from ..notation import Fault, format_card
from ..shelf import Cell, Shelf
from .findings import Code, Finding

MOST_ROWS = 3
"""A shelf has up to three rows (002:113)."""

Details = Mapping[str, str | int]
NOTHING: Details = MappingProxyType({})

OwnedRows = tuple[str | None, Sequence[Sequence[Cell]]]
"""A player's name and the rows of that shelf as typed."""


def stand_in(rows: Sequence[Sequence[Cell]], faults: Iterable[Fault]) -> list[list[Cell]]:
    """Put a card face down where a token cannot be read: something does lie there, and the layout needs it."""
    standing = [list(row) for row in rows]
    for fault in faults:
        standing[fault.place.row][fault.place.column] = Card(face_down=True)
    return standing


def describe_faults(faults: Iterable[Fault], player: str | None, about: Details = NOTHING) -> Iterator[Finding]:
    """Turn unreadable tokens into findings; ``about`` is added to the details of each."""
    for fault in faults:
        details = {**about, "expected": fault.expected.value}
        yield Finding(Code.UNREADABLE_TOKEN, player, *fault.place, fault.token, details)


def check_cards(
    rows: Sequence[Sequence[Cell]], edition: Edition | None, player: str | None, about: Details = NOTHING
) -> Iterator[Finding]:
    """Check every card by itself, in rows as typed; without an edition no letter is unknown."""
    for r, row in enumerate(rows):
        for c, card in enumerate(row):
            if card is not None and not _is_sound(card, edition):
                for code, details in _find_flaws(card, edition):
                    token = format_card(card, with_counts=True)
                    yield Finding(code, player, r, c, token, {**about, **details})


def _is_sound(card: Card, edition: Edition | None) -> bool:
    """Tell quickly that a card gives no finding: nearly all do not."""
    if card.is_blank and card.face_down:
        return True
    return (
        card.number is not None
        and (card.face_down or edition is None or card.letter in edition.ranks)
        and (card.face_down if card.icons is None else len(card.icons) in ICONS_ON_A_CARD and None not in card.icons)
        and (card.of is None or card.number <= card.of)
        and card.letter is not None
    )


def _find_flaws(card: Card, edition: Edition | None) -> Iterator[tuple[Code, dict[str, str | int]]]:
    """Find what is wrong with one card: codes, and the details of their sentences."""
    if card.is_unread:
        yield Code.UNREAD_CARD, {}
    if card.letter and not card.face_down and edition is not None and card.letter not in edition.ranks:
        yield Code.UNKNOWN_LETTER, {"letter": card.letter, "edition": edition.code}
    if card.icons is None and not card.face_down and not card.is_unread:
        yield Code.ICONS_MISSING, {"card": card.name}
    if card.icons is not None and len(card.icons) not in ICONS_ON_A_CARD:
        yield Code.ICONS_COUNT, {"card": card.name, "icons": len(card.icons)}
    if card.of is not None and card.number is not None and card.number > card.of:
        yield Code.NUMBER_ABOVE_COUNT, {"card": card.name, "of": card.of}


def check_layout(shelf: Shelf, player: str | None, first_row: int = 0, about: Details = NOTHING) -> Iterator[Finding]:
    """Check how a shelf is laid out; ``first_row`` is how many empty rows stood above it as typed."""
    if len(shelf.rows) > MOST_ROWS:
        details = {**about, "rows": len(shelf.rows)}
        yield Finding(Code.TOO_MANY_ROWS, player, first_row + MOST_ROWS, details=details)
    pieces = count_pieces(shelf)
    if pieces > 1:
        yield Finding(Code.SHELF_IN_PIECES, player, details={**about, "pieces": pieces})


def count_pieces(shelf: Shelf) -> int:
    """Count the groups of cards that touch by their sides: a shelf should be one (002:112-113, 000:164-169)."""
    unvisited = {(r, c) for r, row in enumerate(shelf.rows) for c, card in enumerate(row) if card is not None}
    pieces = 0
    while unvisited:
        pieces += 1
        edge = [unvisited.pop()]
        while edge:
            r, c = edge.pop()
            for neighbour in ((r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)):
                if neighbour in unvisited:
                    unvisited.discard(neighbour)
                    edge.append(neighbour)
    return pieces


def find_duplicates(table: Iterable[OwnedRows], pile: Sequence[Sequence[Cell]] = ()) -> Iterator[Finding]:
    """Find cards that lie on the table twice: letter and number exist once in a deck.

    ``pile`` is what the public library holds; it comes last, so that a clash with it is reported there.
    """
    first: dict[tuple[str, int], str | None] = {}
    shelves: Iterable[tuple[OwnedRows, Details]] = ((owned, NOTHING) for owned in table)
    for (owner, rows), about in chain(shelves, [((None, pile), {"within": "library"})]):
        for r, row in enumerate(rows):
            for c, card in enumerate(row):
                if card is None or card.letter is None or card.number is None:
                    continue
                key = card.letter, card.number
                if key not in first:
                    first[key] = owner
                    continue
                details = {**about, "card": card.name, "first": first[key] or ""}
                yield Finding(Code.DUPLICATE_CARD, owner, r, c, format_card(card), details)
