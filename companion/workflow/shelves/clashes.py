"""Two versions of one shelf side by side, place by place, so that differences are seen before one of them is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...scoring.cards import Card
from ...scoring.notation import read_rows
from ...scoring.shelf import Place
from ..access.showing import PageValue


@dataclass(frozen=True, slots=True)
class ClashingCard:
    """A card in one of the two versions."""

    name: str
    """Letter and number, ``#`` for an unknown face-down card; as typed if it cannot be parsed."""
    icons: tuple[str, ...]
    """Category codes, ``?`` for one that could not be read."""
    is_face_down: bool = False
    has_entombed: bool = False
    is_readable: bool = True


@dataclass(frozen=True, slots=True)
class ClashingPlace:
    """A place of one of the two shelves; without a card it is empty."""

    card: ClashingCard | None
    differs: bool


@dataclass(frozen=True, slots=True)
class ShelfClash(PageValue):
    """Two versions of a shelf in the same layout: equally many rows, and equally many places in each."""

    mine: tuple[tuple[ClashingPlace, ...], ...]
    theirs: tuple[tuple[ClashingPlace, ...], ...]
    differing: int
    """How many places differ; 0 if both have the same cards, only written differently."""


def compare_shelves(mine: str, theirs: str) -> ShelfClash:
    """Compare two shelves as typed, place by place.

    >>> compare_shelves("A1:CF B2:HM", "A1:CF B2:HM~ / C3:RS").differing
    2
    """
    one, other = _read_places(mine), _read_places(theirs)
    places = [*one, *other]
    rows = range(1 + max((place.row for place in places), default=0))
    columns = range(1 + max((place.column for place in places), default=0))
    differing = {place for place in places if one.get(place) != other.get(place)}

    def lay_out(cards: Mapping[Place, ClashingCard]) -> tuple[tuple[ClashingPlace, ...], ...]:
        grid = ((Place(row, column) for column in columns) for row in rows)
        return tuple(tuple(ClashingPlace(cards.get(place), place in differing) for place in line) for line in grid)

    return ShelfClash(lay_out(one), lay_out(other), len(differing))


def _read_places(text: str) -> dict[Place, ClashingCard]:
    """Read every card, and every token that is not one."""
    rows, faults = read_rows(text)
    places = {
        Place(r, c): _describe_card(cell)
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
        if cell is not None
    }
    return places | {fault.place: ClashingCard(fault.token, (), is_readable=False) for fault in faults}


def _describe_card(card: Card) -> ClashingCard:
    """Describe a card without its letter's count: with or without it, the card is the same."""
    icons = tuple(icon.value if icon else "?" for icon in card.icons or ())
    return ClashingCard(card.name, icons, card.face_down, card.entombed)
