"""Grouping the icons of a photo that are like none that is known, so that people are asked once for each kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...scoring.cards import ICONS_ON_A_CARD
from ...store.photos.queries import TakenPhoto
from ...vision.designs.card_design import CardDesign
from ...vision.learning.icons.icon_clusters import CardWithIcons, ClusteredIcon, cluster_icons
from ..decks.game_rules import EX_LIBRIS
from .answers import KEY, fits_design

FEWEST_CARDS = 3
"""Minimum number of cards with unknown icons: fewer are typed just as quickly."""
FEWEST_ICONS = 2
"""Of an unknown printing, a kind of which one icon was seen is an icon that was seen badly."""


def add_groups(taken: TakenPhoto, design: CardDesign | None) -> TakenPhoto:
    """Group the unknown icons of a photo; ``design`` is the printing that it was read with.

    Of a printing that is known, only what lacks a category has to be asked for.
    """
    known = design if fits_design(taken.reading) else None
    if known is not None and bool(known.seen.all()):
        return taken
    cards = [card for card in taken.reading["cards"] if is_open(card["icons"] or "", partly=known is not None)]
    if not cards or (known is None and len(cards) < FEWEST_CARDS):
        return taken
    seen = [
        CardWithIcons(to_quad(card["corners"]), len(card["icons"]), str(card["icons"]).count("?")) for card in cards
    ]
    clustered = _leave_few(
        cluster_icons(taken.picture, taken.width, seen, EX_LIBRIS, known), 1 if known is not None else FEWEST_ICONS
    )
    entries: list[dict[str, Any]] = [{"corners": card["corners"], "icons": []} for card in cards]
    for icon in clustered:
        x, y = _find_point(cards[icon.card]["corners"], icon.x, icon.y)
        entries[icon.card]["icons"].append({"x": x, "y": y, "group": icon.cluster, "branch": icon.branch})
    return replace(taken, reading={**taken.reading, KEY: entries})


def is_open(icons: str, *, partly: bool) -> bool:
    """Whether icons were counted, and none of them was recognized, or, ``partly``, not all of them."""
    unknown = icons.count("?")
    return len(icons) in ICONS_ON_A_CARD and (unknown > 0 if partly else unknown == len(icons))


def to_quad(corners: Sequence[Sequence[float]]) -> Any:
    """Return stored corners as points."""
    return tuple((x, y) for x, y in corners)


def _leave_few(icons: Sequence[ClusteredIcon], fewest: int) -> list[ClusteredIcon]:
    count: dict[int, int] = {}
    for icon in icons:
        count[icon.cluster] = count.get(icon.cluster, 0) + 1
    return [icon for icon in icons if count[icon.cluster] >= fewest]


def _find_point(corners: Sequence[Sequence[float]], x: float, y: float) -> tuple[float, float]:
    """Return the point at fractions of a card's width and height; cards are seen with little perspective."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    top = ax + (bx - ax) * x, ay + (by - ay) * x
    bottom = dx + (cx - dx) * x, dy + (cy - dy) * x
    return round(top[0] + (bottom[0] - top[0]) * y, 1), round(top[1] + (bottom[1] - top[1]) * y, 1)
