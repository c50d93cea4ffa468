"""Icons of an unknown card design: each cluster is shown once, and people say which category it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...scoring.cards import ICONS_ON_A_CARD
from ...scoring.categories import Category
from ...store.photos.owners import Shelf
from ...store.photos.queries import Content, KeptPhoto, TakenPhoto, change_review
from ...vision.doubts import Part
from ..access.showing import PageValue
from ..photos.review import PhotoCard, Review, format_review, parse_review, split_card

FEWEST_CARDS = 3
"""Minimum number of cards with unknown icons: fewer are typed just as quickly."""
MOST_SHOWN = 5
"""Icons shown per cluster: enough to see that they are the same."""
ICON_SIZE = 0.2
"""Width of an icon's picture, in card widths."""
_KEY = "icon_groups"
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


def add_groups(taken: TakenPhoto) -> TakenPhoto:
    """Cluster the unknown icons of a photo, if there are enough of them."""
    from ...vision.learning.icon_clusters import CardWithIcons, cluster_icons

    cards = [card for card in taken.reading["cards"] if _is_unnamed(card["icons"] or "")]
    if len(cards) < FEWEST_CARDS:
        return taken
    seen = [CardWithIcons(_to_quad(card["corners"]), len(card["icons"])) for card in cards]
    clustered = cluster_icons(taken.picture, taken.width, seen)
    entries: list[dict[str, Any]] = [{"corners": card["corners"], "icons": []} for card in cards]
    for icon in clustered:
        x, y = _find_point(cards[icon.card]["corners"], icon.x, icon.y)
        entries[icon.card]["icons"].append({"x": x, "y": y, "group": icon.cluster})
    return replace(taken, reading={**taken.reading, _KEY: entries})


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
    return card.chosen is None and _is_unnamed(split_card(card.read).get(Part.ICONS, ""))


def _is_unnamed(icons: str) -> bool:
    return set(icons) == {"?"} and len(icons) in ICONS_ON_A_CARD


def _list_icons(reading: Mapping[str, Any], card: PhotoCard) -> Iterator[_Icon]:
    """Yield the icons of a card: joining photos may have moved it, but its corners stay the same."""
    for entry in reading.get(_KEY, ()):
        if tuple(map(tuple, entry["corners"])) == card.corners:
            for icon in entry["icons"]:
                yield _Icon(icon["x"], icon["y"], icon["group"])


def _to_quad(corners: Sequence[Sequence[float]]) -> Any:
    return tuple((x, y) for x, y in corners)


def _measure_width(card: PhotoCard) -> float:
    (left, top), (right, bottom) = card.corners[:2]
    return float(((right - left) ** 2 + (bottom - top) ** 2) ** 0.5)


def _find_point(corners: Sequence[Sequence[float]], x: float, y: float) -> tuple[float, float]:
    """Return the point at fractions of a card's width and height; cards are seen with little perspective."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    top = ax + (bx - ax) * x, ay + (by - ay) * x
    bottom = dx + (cx - dx) * x, dy + (cy - dy) * x
    return round(top[0] + (bottom[0] - top[0]) * y, 1), round(top[1] + (bottom[1] - top[1]) * y, 1)
