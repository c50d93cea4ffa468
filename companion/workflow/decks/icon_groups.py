"""Clustering the icons of an unknown card design, so that people are asked once for each kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...store.photos.queries import TakenPhoto
from ...vision.learning.icon_clusters import CardWithIcons, cluster_icons
from .unnamed_icons import KEY, is_unnamed

FEWEST_CARDS = 3
"""Minimum number of cards with unknown icons: fewer are typed just as quickly."""


def add_groups(taken: TakenPhoto) -> TakenPhoto:
    """Cluster the unknown icons of a photo, if there are enough of them."""
    cards = [card for card in taken.reading["cards"] if is_unnamed(card["icons"] or "")]
    if len(cards) < FEWEST_CARDS:
        return taken
    seen = [CardWithIcons(_to_quad(card["corners"]), len(card["icons"])) for card in cards]
    clustered = cluster_icons(taken.picture, taken.width, seen)
    entries: list[dict[str, Any]] = [{"corners": card["corners"], "icons": []} for card in cards]
    for icon in clustered:
        x, y = _find_point(cards[icon.card]["corners"], icon.x, icon.y)
        entries[icon.card]["icons"].append({"x": x, "y": y, "group": icon.cluster})
    return replace(taken, reading={**taken.reading, KEY: entries})


def _to_quad(corners: Sequence[Sequence[float]]) -> Any:
    return tuple((x, y) for x, y in corners)


def _find_point(corners: Sequence[Sequence[float]], x: float, y: float) -> tuple[float, float]:
    """Return the point at fractions of a card's width and height; cards are seen with little perspective."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    top = ax + (bx - ax) * x, ay + (by - ay) * x
    bottom = dx + (cx - dx) * x, dy + (cy - dy) * x
    return round(top[0] + (bottom[0] - top[0]) * y, 1), round(top[1] + (bottom[1] - top[1]) * y, 1)
