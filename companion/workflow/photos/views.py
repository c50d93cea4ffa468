"""The review of a shelf's photos, ready to be drawn: each photo with its cards outlined, and the current card."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ...store.photos.queries import KeptPhoto
from ...vision.doubts import Doubt, Part
from ..access.showing import PageValue
from .mending import Keys, Mending, mend
from .review import (
    FACE_DOWN,
    NO_CARD,
    PhotoCard,
    Review,
    Spot,
    leave_open,
    list_differences,
    list_doubts,
    split_card,
)

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
class PlaceView:
    """The current card, enlarged and upright, with what it may be."""

    outline: OutlineView
    photo: PhotoView
    view_box: str
    turn: str
    """The ``transform`` that turns the card in the photo upright."""
    doubts: tuple[Part, ...]
    reasons: tuple[Doubt, ...]
    """Why they are."""
    is_twice: bool
    choices: tuple[CardView, ...]
    mending: Mending
    """What was pressed for it so far."""
    can_be_back: bool
    """Whether to offer ``face down`` in addition to the choices."""
    unread: int
    """How many cards are as unread as this one; 0 if it is not."""
    leaves: str
    """What goes into the grid if the doubtful parts are left to be typed there."""
    before: str
    after: str
    """The keys of the doubtful cards before and after it; empty if there is none."""
    index: int
    """Its number among the doubtful cards, from 1; 0 for a card that is not doubtful."""


@dataclass(frozen=True, slots=True)
class ReviewView(PageValue):
    """Everything that a page shows of a review."""

    photo: PhotoView
    """The current photo."""
    numbers: tuple[int, ...]
    """The numbers of all photos."""
    place: PlaceView | None
    cards: int
    doubts: tuple[str, ...]
    """The keys of the doubtful cards, in the order of the review."""


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


def find_next_doubt(before: Sequence[PhotoCard], after: Sequence[PhotoCard], spot: Spot) -> Spot | None:
    """Return the doubtful card to review after the one at ``spot``: the one that came next, else the first."""
    left = {card.spot for card in after}
    order = [card.spot for card in before]
    following = order[order.index(spot) + 1 :] if spot in order else order
    return next((other for other in following if other in left), after[0].spot if after else None)


def view_review(
    review: Review,
    photos: Sequence[KeptPhoto],
    edition: str,
    spot: Spot | None,
    number: int | None = None,
    mending: Mending | None = None,
) -> ReviewView:
    """Show a review with a current card: the one at ``spot``, else the first doubtful one of photo ``number``.

    ``mending`` is what was pressed for the card at ``spot``.
    """
    doubts = list_doubts(review, edition)
    doubtful = {card.spot for card in doubts}
    current = next((card for card in review.cards if card.spot == spot), None)
    if current is None and number is None and not review.is_accepted:
        current = doubts[0] if doubts else None
    numbers = tuple(sorted({card.photo for card in review.cards}))
    shown = current.photo if current else number if number in numbers else numbers[0]
    photo = view_photo(_find_photo(photos, shown), review.cards, doubtful, current)
    return ReviewView(
        photo=photo,
        numbers=numbers,
        place=_view_place(current, photo, doubts, mending or mend(current, Keys())) if current else None,
        cards=sum(card.text != NO_CARD for card in review.cards),
        doubts=tuple(format_spot(card.spot) for card in doubts),
    )


def view_waiting(review: Review, photos: Sequence[KeptPhoto]) -> PhotoView:
    """Show the photo whose position nobody has given yet."""
    doubtful = {card.spot for card in review.waiting if card.is_doubtful}
    return view_photo(_find_photo(photos, review.waiting[0].photo), review.waiting, doubtful)


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
        card=_view_card(card.text),
        state=State.SETTLED if card.chosen is not None else doubt,
        is_current=current is not None and card.spot == current.spot,
    )


def _view_place(card: PhotoCard, photo: PhotoView, doubts: Sequence[PhotoCard], mending: Mending) -> PlaceView:
    (x, y), (a, b, c, _) = _find_middle(card), card.corners
    wide, high = math.dist(a, b), math.dist(b, c)
    margin = AROUND_CARD * wide
    spots = [other.spot for other in doubts]
    index = spots.index(card.spot) if card.spot in spots else None
    before = spots[index - 1] if index else None
    after = next(iter(spots[index + 1 :] if index is not None else spots), None)
    told: list[str] = []
    texts = dict.fromkeys(text for text in (card.read, *card.candidates) if "?" not in text)
    if mending.is_begun:
        texts = dict.fromkeys(mending.choices)
    elif card.chosen is not None and card.chosen not in {*texts, FACE_DOWN, NO_CARD, leave_open(card)}:
        told = [card.chosen]
    return PlaceView(
        outline=next(outline for outline in photo.outlines if outline.key == format_spot(card.spot)),
        photo=photo,
        view_box=_format_box(x - wide / 2 - margin, y - high / 2 - margin, wide + 2 * margin, high + 2 * margin),
        turn=f"rotate({-_measure_turn(card):.1f} {x:.0f} {y:.0f})",
        doubts=card.doubts if card.chosen is None else (),
        reasons=card.reasons if card.chosen is None else (),
        is_twice=index is not None and not card.doubts,
        choices=tuple(_view_choice(text, card) for text in (*texts, *told)),
        can_be_back=FACE_DOWN not in texts,
        unread=sum(other.is_unread for other in doubts) if card.is_unread else 0,
        mending=mending,
        leaves=leave_open(card),
        before=format_spot(before) if before else "",
        after=format_spot(after) if after else "",
        index=0 if index is None else index + 1,
    )


def _view_card(text: str) -> CardView:
    return CardView(text, split_card(text))


def _view_choice(text: str, card: PhotoCard) -> CardView:
    differs = frozenset(list_differences(card.read, text)) - {Part.CELL}
    return CardView(text, split_card(text), differs, text == card.chosen)


def _find_photo(photos: Iterable[KeptPhoto], number: int) -> KeptPhoto:
    return next(photo for photo in photos if photo.number == number)


def _find_middle(card: PhotoCard) -> tuple[float, float]:
    return sum(x for x, _ in card.corners) / 4, sum(y for _, y in card.corners) / 4


def _measure_turn(card: PhotoCard) -> float:
    """Return a card's rotation in degrees, clockwise."""
    (left, top), (right, bottom) = card.corners[:2]
    return math.degrees(math.atan2(bottom - top, right - left))


def _format_box(left: float, top: float, width: float, height: float) -> str:
    return f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}"
