"""What the clusters of a photo's icons say of them: a cluster is one category, and no two clusters are the same.

Light that makes the icons of one category look like another's misleads patches and codes alike, icon by icon. But in
the photo itself the two still differ from each other. Where the two witnesses contradict each other too often, icons
are named together, cluster by cluster: of all ways to give the clusters different categories the likeliest is taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from ....designs.card_design import CATEGORIES, CardDesign
from ....doubts import Cause
from ....geometry import BgrImage, FloatArray, Point
from ..icon_readings import IconReading, ShownIcon
from ..judging.open_set import OpenSet
from ..judging.print_fit import is_fitted
from ..thresholds import OPEN_SET
from .differences import crop_shapes, measure_differences
from .linkage import cluster_clearest
from .thresholds import CONSENSUS


@dataclass(frozen=True, slots=True)
class _Icon:
    """An icon of a photo, with what its two witnesses say (log probabilities of the six categories each)."""

    card: int
    shown: ShownIcon
    by_patch: FloatArray
    by_code: FloatArray


def agree_by_clusters(
    judged: OpenSet,
    crops: Sequence[BgrImage],
    patches: Sequence[Mapping[Point, FloatArray]],
    shifts: Sequence[Point],
    design: CardDesign,
) -> OpenSet:
    """Return a photo's icons, those of cards doubtful that clusters name otherwise than they were read.

    ``patches`` are what is seen at the places of each card, and ``shifts`` how far its print is off the design's. Icons
    stay as they are where codes and patches agree, where clusters tell nothing, and those of the program's own design.
    """
    if not judged.told or judged.agreeing_share >= CONSENSUS.agreeing_share or is_fitted(design):
        return judged
    seen = [
        _Icon(card, one, one.by_patch, judged.told[card][one.place].chances)
        for card, read in enumerate(judged.icons)
        for one in read.shown
        if one.by_patch is not None and not np.isnan(patches[card][one.place]).any()
    ]
    if len(seen) < CONSENSUS.min_icons or not design.seen.all():
        return judged
    shapes = [_crop_shape(crops[one.card], one.shown.place, shifts[one.card], design) for one in seen]
    squares = np.array([patches[one.card][one.shown.place] for one in seen], np.float32)
    trees = cluster_clearest(
        measure_differences(squares, np.array(shapes, np.float32)), range(len(seen)), len(CATEGORIES)
    )
    clusters = [[seen[index] for index in tree.members] for tree in trees if len(tree.members) > 1]
    names = _name_clusters(clusters)
    if not names:
        return judged
    told = {(one.card, one.shown.place): name for cluster, name in zip(clusters, names, strict=True) for one in cluster}
    icons = [
        _rename(read, [told.get((card, one.place)) for one in read.shown]) for card, read in enumerate(judged.icons)
    ]
    return replace(judged, icons=icons)


def _crop_shape(crop: BgrImage, place: Point, shift: Point, design: CardDesign) -> FloatArray:
    return crop_shapes(crop, [(place[0] + shift[0], place[1] + shift[1])], design.icon_height)[0]


def _name_clusters(clusters: Sequence[Sequence[_Icon]]) -> tuple[int, ...]:
    """Return the categories of clusters, all different; nothing if they mix some, or may be named otherwise."""
    count = sum(map(len, clusters))
    if not 1 < len(clusters) <= len(CATEGORIES):
        return ()
    witnesses = [
        [np.array([one.by_patch for one in cluster]) for cluster in clusters],
        [np.array([one.by_code for one in cluster]) for cluster in clusters],
    ]
    # Light may mislead one of them, and then it says of one cluster now this, now that.
    heard = [witness for witness in witnesses if _count_alike(witness) >= CONSENSUS.min_purity * count]
    if not heard:
        return ()
    evidence = np.sum([[_weigh(chances) for chances in witness] for witness in heard], axis=0)
    ways = np.array(list(permutations(range(len(CATEGORIES)), len(clusters))))
    scores = evidence[np.arange(len(clusters)), ways].sum(axis=1)
    second, first = np.argsort(scores)[-2:]
    return tuple(ways[first].tolist()) if scores[first] - scores[second] >= CONSENSUS.min_lead * len(heard) else ()


def _weigh(chances: FloatArray) -> FloatArray:
    """Return the log probabilities of the categories of a cluster by those of its icons, each held against never."""
    held = np.maximum(chances, CONSENSUS.least_log_probability)
    return np.asarray(min(len(held), CONSENSUS.counted_icons) * held.mean(axis=0), np.float32)


def _count_alike(clusters: Sequence[FloatArray]) -> int:
    """Return how many icons are likeliest of the category of which most of their cluster are."""
    return sum(int(np.bincount(chances.argmax(axis=1)).max()) for chances in clusters)


def _rename(read: IconReading, names: Sequence[int | None]) -> IconReading:
    """Return a card's icons as clusters name them, doubtful if that is not what was read, and no more if it is."""
    categories = [name for name in names if name is not None]
    codes = "".join(CATEGORIES[name] for name in sorted(categories))
    if not categories or len(categories) < len(names):
        return read
    confidence = OPEN_SET.doubtful_confidence
    if codes == read.codes:
        return replace(read, confidence=max(read.confidence, confidence))
    others = ((read.codes, min(read.confidence, 1 - confidence)), *read.others)
    return replace(
        read,
        codes=codes,
        confidence=confidence,
        others=tuple(other for other in others if other[0] != codes and "?" not in other[0]),
        causes=tuple(dict.fromkeys((*read.causes, Cause.UNLIKE_KNOWN_ICONS))),
        shown=tuple(replace(one, category=name) for one, name in zip(read.shown, categories, strict=True)),
    )
