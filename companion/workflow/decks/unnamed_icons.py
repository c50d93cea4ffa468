"""Icons of an unknown card design: each cluster is shown once, and people say which category it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...scoring.cards import ICONS_ON_A_CARD
from ...scoring.categories import Category
from ...store.photos.owners import Shelf
from ...store.photos.queries import Content, KeptPhoto, change_review
from ...vision.doubts import Part
from ..access.showing import PageValue
from ..photos.review import PhotoCard, Review, format_review, parse_review, split_card

MOST_SHOWN = 5
"""Icons shown per cluster: enough to see that they are the same."""
ICON_SIZE = 0.2
"""Width of an icon's picture, in card widths."""
KEY = "icon_groups"
"""Key in the stored reading: for each card its corners, and for each icon its position and cluster."""


@dataclass(frozen=True, slots=True)
class IconQuestion(PageValue):
    """A cluster of icons without a category yet."""

    group: int
    views: tuple[str, ...]
    """Where a few of them are in the photo, as ``viewBox`` values."""
    count: int


@dataclass(frozen=True, slots=True)
class _Icon:
    x: float
    y: float
    group: int


def list_questions(review: Review, photos: Sequence[KeptPhoto], number: int) -> tuple[IconQuestion, ...]:
    """List the clusters of icons on a photo's cards to which nobody has assigned a category yet."""
    photo = next((photo for photo in photos if photo.number == number), None)
    views: dict[int, list[str]] = {}
    for card in review.cards:
        if photo and card.photo == number and _is_open(card):
            wide = ICON_SIZE * _measure_width(card)
            for icon in _list_icons(photo.reading, card):
                box = f"{icon.x - wide / 2:.0f} {icon.y - wide / 2:.0f} {wide:.0f} {wide:.0f}"
                views.setdefault(icon.group, []).append(box)
    return tuple(IconQuestion(group, tuple(boxes[:MOST_SHOWN]), len(boxes)) for group, boxes in sorted(views.items()))


def name_icons(shelf: Shelf, photos: Sequence[KeptPhoto], number: int, names: Mapping[int, Category]) -> None:
    """Fill in the icons of a photo's cards by the categories of their clusters; they stay doubtful until checked.

    Cards with an icon from a cluster without a category stay as they are. Raises ``MissingError`` without a review.
    """
    photo = next((photo for photo in photos if photo.number == number), None)

    def name(card: PhotoCard) -> PhotoCard:
        if photo is None or card.photo != number or not _is_open(card):
            return card
        kinds = [names.get(icon.group) for icon in _list_icons(photo.reading, card)]
        known = [kind for kind in kinds if kind is not None]
        if len(known) < len(kinds) or len(known) not in ICONS_ON_A_CARD:
            return card
        parts = split_card(card.read)
        doubts = tuple(dict.fromkeys((*card.doubts, Part.ICONS)))
        return replace(card, read=f"{parts[Part.LETTER]}{parts[Part.NUMBER]}:{''.join(sorted(known))}", doubts=doubts)

    def change(content: Content) -> tuple[Content, frozenset[int]]:
        review = parse_review(content)
        named = replace(review, cards=tuple(map(name, review.cards)))
        return format_review(named), named.photos

    change_review(shelf, change)


def _is_open(card: PhotoCard) -> bool:
    """Whether a card's icons are still unknown."""
    return card.chosen is None and is_unnamed(split_card(card.read).get(Part.ICONS, ""))


def is_unnamed(icons: str) -> bool:
    """Whether icons were counted, and none of them was recognized."""
    return set(icons) == {"?"} and len(icons) in ICONS_ON_A_CARD


def _list_icons(reading: Mapping[str, Any], card: PhotoCard) -> Iterator[_Icon]:
    """Yield the icons of a card: joining photos may have moved it, but its corners stay the same."""
    for entry in reading.get(KEY, ()):
        if tuple(map(tuple, entry["corners"])) == card.corners:
            for icon in entry["icons"]:
                yield _Icon(icon["x"], icon["y"], icon["group"])


def _measure_width(card: PhotoCard) -> float:
    (left, top), (right, bottom) = card.corners[:2]
    return float(((right - left) ** 2 + (bottom - top) ** 2) ** 0.5)
