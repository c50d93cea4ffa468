"""The result in short: everyone's rank and total."""

from __future__ import annotations

from dataclasses import dataclass

from ...scoring.scorecard import Scorecard
from ...scoring.terms import find_terms
from ...wording.scorecard.figures import format_points
from ..access.showing import PageValue
from .own_word import list_declared


@dataclass(frozen=True, slots=True)
class Standing(PageValue):
    """One line of the result."""

    place: str
    """Empty in a solo game."""
    name: str
    total: str
    is_first: bool


def list_standings(card: Scorecard, language: str) -> tuple[Standing, ...]:
    """List everyone from first to last, those tied in the order of the form; the table's own figures come first.

    A solo game has no ranks: the librarian, then the public library.
    """
    own = list_declared(card)
    names, figures = [player.name for player in card.players], [player.figures for player in card.players]
    if card.library:
        names, figures = [*names, find_terms(language).public_library], [*figures, card.library]
        places = ["" for _name in names]
    else:
        places = [str(player.place) for player in card.players]
    totals = [format_points(column.total) for column in figures]
    totals = [mine or theirs for mine, theirs in zip(own.get("total", [""] * len(names)), totals, strict=True)]
    places = [mine or theirs for mine, theirs in zip(own.get("place", [""] * len(names)), places, strict=True)]
    lines = [
        Standing(place, name, total, place == "1") for place, name, total in zip(places, names, totals, strict=True)
    ]
    return tuple(sorted(lines, key=lambda line: int(line.place or 0)))
