"""Whether a photo's light makes icons of one category look like those of another.

It does so to all of them alike, so that nothing about a single card tells: patches and codes say the same. But then
the photo shows hardly any of the one category and many of the other, far fewer and more than chance would have it (sign
test), and codes have the lacking one in second place. Shelves that were laid so on purpose are doubted as well, where
the two look much alike.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ....designs.card_design import CATEGORIES
from ....doubts import Cause
from ....geometry import Point
from ..icon_readings import CodedPlace, IconReading, doubt_icons
from .regressions import CONFUSIONS


def doubt_confused(icons: Sequence[IconReading], told: Sequence[Mapping[Point, CodedPlace]]) -> list[IconReading]:
    """Return a photo's icons, those doubtful that may be of a category that the photo lacks; ``told`` is by codes."""
    counts = Counter(one.category for read in icons for one in read.shown)
    lacking = {
        kind: {other for other in range(len(CATEGORIES)) if is_lacking(counts[other], counts[kind])} for kind in counts
    }
    return [
        doubt_icons(read, Cause.AMBIGUOUS, CONFUSIONS.doubtful_confidence)
        if any(other in lacking[kind] for kind, other in _list_close(read, places))
        else read
        for read, places in zip(icons, told, strict=True)
    ]


def is_lacking(few: int, many: int) -> bool:
    """Return whether there are so few of one category beside another that chance hardly accounts for it."""
    if few >= many:
        return False
    total = few + many
    chance = sum(math.comb(total, count) for count in range(few + 1)) / 2**total
    return bool(chance < CONFUSIONS.least_chance)


def _list_close(read: IconReading, places: Mapping[Point, CodedPlace]) -> Iterator[tuple[int, int]]:
    """Yield the category of each icon of a card, and the one that codes find likeliest beside it, if it is close."""
    for one in read.shown:
        if one.place not in places:
            continue
        chances = places[one.place].chances
        second = max((kind for kind in range(len(CATEGORIES)) if kind != one.category), key=lambda kind: chances[kind])
        if chances[one.category] - chances[second] < CONFUSIONS.clear_lead:
            yield one.category, second
