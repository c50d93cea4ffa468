"""The photos of a shelf as they are drawn: each card outlined on its photo, or cut out of it, with what it is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ...store.photos.queries import KeptPhoto
from ...vision.doubts import Part
from ..access.showing import PageValue
from .review import PhotoCard, Spot, split_card

TARGET_PX = 46
"""Minimum width of a card on screen, so that a finger can hit it."""
WIDEST_PX = 1400
AROUND_CARDS, AROUND_CARD = 0.5, 0.1
"""Margin shown around all cards and around the current one, in card widths."""
LABEL_UNITS = 100
"""A card's width in the units in which its label is drawn."""


class State(StrEnum):
    """How much is known about a card."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    SETTLED = "settled"
    """A person has said what it is."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as text."""

    text: str
    """In shelf notation."""
    parts: dict[Part, str]
    """Letter, number, and icons, if it lies face up and something of it was read."""
    differs: frozenset[Part] = frozenset()
    """The parts that differ from what was read."""
    is_chosen: bool = False

    @property
    def name(self) -> str:
        """Letter and number; empty if neither is known."""
        return f"{self.parts[Part.LETTER]}{self.parts[Part.NUMBER]}" if self.parts else ""

    @property
    def icons(self) -> str:
        """Its category codes, ``?`` for one that could not be read."""
        return self.parts.get(Part.ICONS, "")


@dataclass(frozen=True, slots=True)
class OutlineView:
    """A card's outline on its photo."""

    key: str
    """Row and place, from 1: ``2-3``."""
    row: int
    place: int
    points: str
    label: str
    """The ``transform`` from ``LABEL_UNITS`` onto the card."""
    card: CardView
    state: State
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class PhotoView(PageValue):
    """A photo, cropped to its cards."""

    number: int
    width: int
    height: int
    view_box: str
    width_px: int
    """Minimum width on screen."""
    height_px: int
    outlines: tuple[OutlineView, ...]


@dataclass(frozen=True, slots=True)
class CropView(PageValue):
    """A card, enlarged and upright."""

    number: int
    width: int
    height: int
    """Of its photo."""
    view_box: str
    turn: str
    """The ``transform`` that turns the card in the photo upright."""


def format_spot(spot: Spot) -> str:
    """Return a place's key, counted from 1 as people do.

    >>> format_spot((1, 2))
    '2-3'
    """
    return f"{spot[0] + 1}-{spot[1] + 1}"


def parse_spot(key: str) -> Spot | None:
    """Return the place of a key, or ``None`` if it is not a valid key."""
    row, dash, column = key.partition("-")
    figures = [int(text) for text in (row, column) if text.isascii() and text.isdigit() and len(text) < 4]
    return (figures[0] - 1, figures[1] - 1) if dash and len(figures) == 2 else None


def view_photo(
    photo: KeptPhoto, cards: Iterable[PhotoCard], doubtful: Iterable[Spot] = (), current: PhotoCard | None = None
) -> PhotoView:
    """Show a photo with the outlines of its cards."""
    cards = [card for card in cards if card.photo == photo.number]
    corners = [corner for card in cards for corner in card.corners]
    margin = AROUND_CARDS * max(math.dist(*card.corners[:2]) for card in cards)
    left, top = (max(0.0, min(corner[axis] for corner in corners) - margin) for axis in (0, 1))
    right = min(photo.width, max(x for x, _ in corners) + margin)
    bottom = min(photo.height, max(y for _, y in corners) + margin)
    narrowest = min(max(x for x, _ in card.corners) - min(x for x, _ in card.corners) for card in cards)
    width_px = min(WIDEST_PX, math.ceil(TARGET_PX * (right - left) / max(1.0, narrowest)))
    return PhotoView(
        number=photo.number,
        width=photo.width,
        height=photo.height,
        view_box=_format_box(left, top, right - left, bottom - top),
        width_px=width_px,
        height_px=round(width_px * (bottom - top) / (right - left)),
        outlines=tuple(_view_outline(card, set(doubtful), current) for card in cards),
    )


def _view_outline(card: PhotoCard, doubtful: set[Spot], current: PhotoCard | None) -> OutlineView:
    x, y = _find_middle(card)
    scale = math.dist(*card.corners[:2]) / LABEL_UNITS
    doubt = State.DOUBTFUL if card.spot in doubtful else State.SURE
    return OutlineView(
        key=format_spot(card.spot),
        row=card.row + 1,
        place=card.column + 1,
        points=" ".join(f"{x:.0f},{y:.0f}" for x, y in card.corners),
        label=f"translate({x:.0f} {y:.0f}) rotate({_measure_turn(card):.1f}) scale({scale:.3f})",
        card=view_card(card.text),
        state=State.SETTLED if card.chosen is not None else doubt,
        is_current=current is not None and card.spot == current.spot,
    )


def view_crop(card: PhotoCard, photo: KeptPhoto) -> CropView:
    """Show a card upright, and a little of what is around it."""
    (x, y), (a, b, c, _) = _find_middle(card), card.corners
    wide, high = math.dist(a, b), math.dist(b, c)
    margin = AROUND_CARD * wide
    return CropView(
        number=photo.number,
        width=photo.width,
        height=photo.height,
        view_box=_format_box(x - wide / 2 - margin, y - high / 2 - margin, wide + 2 * margin, high + 2 * margin),
        turn=f"rotate({-_measure_turn(card):.1f} {x:.0f} {y:.0f})",
    )


def view_card(text: str, differs: frozenset[Part] = frozenset()) -> CardView:
    """Show a card as text."""
    return CardView(text, split_card(text), differs)


def _find_middle(card: PhotoCard) -> tuple[float, float]:
    return sum(x for x, _ in card.corners) / 4, sum(y for _, y in card.corners) / 4


def _measure_turn(card: PhotoCard) -> float:
    """Return a card's rotation in degrees, clockwise."""
    (left, top), (right, bottom) = card.corners[:2]
    return math.degrees(math.atan2(bottom - top, right - left))


def _format_box(left: float, top: float, width: float, height: float) -> str:
    return f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}"
