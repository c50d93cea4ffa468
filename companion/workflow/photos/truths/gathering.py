"""A photo with its confirmed reading, for testing the eye: what of it goes into a file, and when there can be one.

Of the evening nothing goes along: no name, no house, no table, no time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ....scoring.cards import Card
from ....scoring.notation import read_rows
from ....scoring.shelf import Shelf
from ....store.photos.queries import KeptPhoto
from ...access.showing import PageValue
from ..review import NO_CARD, Review, list_doubts

AROUND = 0.5
"""Margin around the cards that is kept of the picture, in card widths: what the review shows."""
LONGEST_BOX = 120
"""Characters in which a box is described."""

Corners = tuple[tuple[float, float], ...]


class Obstacle(StrEnum):
    """Why there can be no file of a photo."""

    GONE = "gone"
    """The photo is not kept any more."""
    SEVERAL = "several"
    """The shelf was read from several photos, none of which need show all that is said of it."""
    DOUBTFUL = "doubtful"
    OPEN = "open"
    """A card was left to be typed in the grid: what it is was never said of the photo."""
    EMPTY = "empty"
    """There is no card on it, as is said."""
    CHANGED = "changed"
    """The shelf was changed after the photo had been accepted."""


@dataclass(frozen=True, slots=True)
class TruthCard:
    """A card in the picture."""

    row: int
    column: int
    card: str
    """In shelf notation; ``#`` where it lies face down."""
    is_checked: bool
    """Whether a person said so of this card; else it was sure, and was confirmed with all others."""
    corners: Corners
    """Top left, top right, bottom right, bottom left, in pixels of the picture."""


@dataclass(frozen=True, slots=True)
class Truth(PageValue):
    """A picture of cards, and what they are."""

    app: str
    """The version of the program with which it was read."""
    edition: str
    box: str
    """What its owner says of the box: which printing it is."""
    width: int
    height: int
    """Of the picture, in pixels."""
    cards: tuple[TruthCard, ...]


def find_obstacle(found: tuple[Review, Sequence[KeptPhoto]] | None, edition: str, entered: str) -> Obstacle | None:
    """Return why there can be no file of a shelf's photo; ``entered`` is the shelf as the seat has it now."""
    if found is None:
        return Obstacle.GONE
    review = found[0]
    if review.waiting or len(review.photos) != 1:
        return Obstacle.SEVERAL
    if list_doubts(review, edition):
        return Obstacle.DOUBTFUL
    if any("?" in card.text for card in review.cards):
        return Obstacle.OPEN
    if all(card.text == NO_CARD for card in review.cards):
        return Obstacle.EMPTY
    if (review.is_accepted or review.filled is not None) and not _shows(review.shelf, entered):
        return Obstacle.CHANGED
    return None


def gather_truth(review: Review, photo: KeptPhoto, *, edition: str, box: str, app: str) -> Truth:
    """Gather what a file says of a photo, in the pixels of its reading."""
    cards = tuple(
        TruthCard(card.row, card.column, card.text, card.chosen is not None, card.corners)
        for card in review.cards
        if card.text != NO_CARD
    )
    return Truth(app, edition, tidy_box(box), photo.width, photo.height, cards)


def tidy_box(text: str) -> str:
    """Return a description of a box on one line.

    >>> tidy_box("  second printing,   2019 ")
    'second printing, 2019'
    """
    line = " ".join(text.split())
    return "".join(character for character in line if character.isprintable())[:LONGEST_BOX].strip()


def find_frame(truth: Truth) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the cards with their margin, in pixels; within the picture."""
    xs, ys = zip(*(corner for card in truth.cards for corner in card.corners), strict=True)
    margin = AROUND * max(abs(card.corners[1][0] - card.corners[0][0]) for card in truth.cards)
    return (
        max(0.0, min(xs) - margin),
        max(0.0, min(ys) - margin),
        min(float(truth.width), max(xs) + margin),
        min(float(truth.height), max(ys) + margin),
    )


def cut_truth(truth: Truth, left: float, top: float, factor: float, size: tuple[int, int]) -> Truth:
    """Return what is true of a part of the picture that begins at ``left`` and ``top`` and is ``factor`` as large."""
    cards = tuple(
        replace(
            card,
            corners=tuple((round(factor * (x - left), 1), round(factor * (y - top), 1)) for x, y in card.corners),
        )
        for card in truth.cards
    )
    return replace(truth, width=size[0], height=size[1], cards=cards)


def _shows(seen: str, entered: str) -> bool:
    """Whether a photo shows the cards of a shelf; since then some may have been turned, or have entombed others."""
    here, there = (dict(Shelf.of(read_rows(text)[0])) for text in (seen, entered))
    return here.keys() == there.keys() and all(_is_same(here[place], there[place]) for place in here)


def _is_same(seen: Card, entered: Card) -> bool:
    if seen.face_down:
        return entered.face_down
    return (seen.letter, seen.number, seen.icons) == (entered.letter, entered.number, entered.icons)
