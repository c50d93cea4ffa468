"""A1: cards that do not follow the one before, by letter and then by number, are turned face down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..cards import Card
from ..editions import Edition
from ..shelf import Place, Shelf


@dataclass(frozen=True, slots=True)
class Flip:
    """A card that A1 turns, and the card still face up that it failed to follow."""

    place: Place
    card: Card
    after_place: Place
    after: Card


@dataclass(frozen=True, slots=True)
class OrderCheck:
    """What A1 leaves: the shelf after the check, and each card it turned, in reading order."""

    shelf: Shelf
    flips: tuple[Flip, ...]


def check_order(shelf: Shelf, edition: Edition, ranks: Mapping[str, int] | None = None) -> OrderCheck:
    """Check a shelf from the top row down, each row from left to right (004:149, 002:128, 001:483-490).

    A card that does not come after the last card *still face up* is turned: a turned card's place counts as
    empty, and so does one that lay face down before (002:128, 001:491-492). The first card face up is never
    turned. A letter that the edition does not know raises ``LookupError``; so does an unread card.
    ``ranks`` is another order of the letters than the edition's, one of its ``other_ranks``.
    """
    flips: list[Flip] = []
    last: tuple[tuple[int, int], Place, Card] | None = None
    for place, card in shelf:
        if card.face_down:
            continue
        key = sort_key(card, edition, ranks)
        if last is not None and key <= last[0]:
            flips.append(Flip(place, card, last[1], last[2]))
        else:
            last = key, place, card
    return OrderCheck(shelf.turn_down(flip.place for flip in flips) if flips else shelf, tuple(flips))


def sort_key(card: Card, edition: Edition, ranks: Mapping[str, int] | None = None) -> tuple[int, int]:
    """Return where a card belongs: the edition's order of letters, then the number as a number (2 before 10)."""
    if card.letter is None or card.number is None:
        raise LookupError(f"{card.name!r} has no place in the alphabet: its face was not read")
    try:
        return (edition.ranks if ranks is None else ranks)[card.letter], card.number
    except KeyError:
        raise LookupError(f"edition {edition.code!r} has no letter {card.letter!r}") from None
