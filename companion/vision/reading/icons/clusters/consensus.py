"""What the clusters of a photo's icons say of them: a cluster is one category, and no two clusters are the same.

Light that makes the icons of one category look like another's misleads patches and codes alike, icon by icon. But in
the photo itself the two still differ from each other. Where the two witnesses contradict each other too often, or
agree and leave a category without icons, icons are named together, cluster by cluster: of all ways to give the clusters
different categories the likeliest is taken.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ....designs.card_design import CATEGORIES, CardDesign, are_all_in_one_ink
from ....doubts import Cause
from ....geometry import BgrImage, FloatArray, Point
from ..icon_readings import IconReading, ShownIcon
from ..judging.open_set import Fit, OpenSet
from ..judging.print_fit import is_fitted
from ..judging.thresholds import OPEN_SET
from .differences import crop_shapes, measure_differences
from .linkage import cluster_clearest
from .memory import is_misread, list_ways, name_by_memory
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
    remembered: Sequence[str] = (),
) -> OpenSet:
    """Return a photo's icons, those of cards doubtful that clusters name otherwise than they were read.

    In a printing of one ink clusters that leave no doubt of their names are sure. ``remembered`` are the icons
    (category codes, sorted) of cards that a deck knows, empty for the others: where those were read otherwise, they
    name clusters, and what clusters then confirm of the other cards is sure.

    ``patches`` are what is seen at the places of each card, and ``shifts`` how far its print is off the design's. Icons
    stay as they are where codes and patches agree and name all categories, where clusters tell nothing, and those of
    the program's own design.
    """
    if not judged.told or is_fitted(design):
        return judged
    recalls = bool(remembered) and is_misread(judged.icons, remembered)
    lacks = _lacks_category(judged.icons)
    if judged.agreeing_share >= CONSENSUS.agreeing_share and not recalls and not lacks:
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
    by_memory = name_by_memory([[one.card for one in cluster] for cluster in clusters], remembered) if recalls else ()
    names, is_clear = (by_memory, False) if by_memory else _name_clusters(clusters)
    if not names:
        return judged
    told = {
        (one.card, one.shown.place): (name, name in (one.by_patch.argmax(), one.by_code.argmax()))
        for cluster, name in zip(clusters, names, strict=True)
        for one in cluster
    }
    # In one ink light misleads no color: where a witness names all six, there is no second opinion to wait for.
    is_sure = is_clear and len(names) == len(CATEGORIES) and are_all_in_one_ink(design)
    icons = []
    for card, (read, evidence) in enumerate(zip(judged.icons, judged.evidence, strict=True)):
        found = [told.get((card, one.place), (None, False)) for one in read.shown]
        codes = [name for name, _ in found]
        confirms = is_sure and all(is_supported for _, is_supported in found)
        # What the deck does not know of is confirmed by what it knows of others.
        confirms |= bool(by_memory) and read.codes == evidence.read.codes == _write(codes)
        icons.append(_rename(read, codes, confirms=confirms and evidence.bare_excess <= 0))
    return replace(judged, icons=icons, fit=Fit.GOOD if is_sure else judged.fit)


def _lacks_category(icons: Sequence[IconReading]) -> bool:
    """Return whether a category is so rare among a photo's icons that others of it must have been read as another.

    Each of ``n`` icons is of a category with one chance in six: the number of them is binomial.
    """
    read = "".join(one.codes for one in icons)
    n, share = len(read), 1 / len(CATEGORIES)
    fewest = min(read.count(category) for category in CATEGORIES)
    chance = sum(math.comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(fewest + 1))
    return chance < CONSENSUS.rare_chance


def _crop_shape(crop: BgrImage, place: Point, shift: Point, design: CardDesign) -> FloatArray:
    return crop_shapes(crop, [(place[0] + shift[0], place[1] + shift[1])], design.icon_height)[0]


def _name_clusters(clusters: Sequence[Sequence[_Icon]]) -> tuple[tuple[int, ...], bool]:
    """Return the categories of clusters, all different, and whether one witness by itself leaves no doubt of them.

    There are none if clusters mix some, or may be named otherwise.
    """
    count = sum(map(len, clusters))
    if not 1 < len(clusters) <= len(CATEGORIES):
        return (), False
    witnesses = [
        [np.array([one.by_patch for one in cluster]) for cluster in clusters],
        [np.array([one.by_code for one in cluster]) for cluster in clusters],
    ]
    # Light may mislead one of them, and then it says of one cluster now this, now that.
    heard = [witness for witness in witnesses if _count_alike(witness) >= CONSENSUS.min_purity * count]
    if not heard:
        return (), False
    ways = list_ways(len(clusters))
    evidence = [np.array([_weigh(chances) for chances in witness]) for witness in heard]
    names, lead = _choose_way(np.sum(evidence, axis=0), ways)
    if lead < CONSENSUS.min_lead * len(heard):
        return (), False
    alone = [_choose_way(one, ways) for one in evidence]
    is_clear = any(
        way == names and lead >= CONSENSUS.clear_lead and _count_alike(witness) >= CONSENSUS.clear_purity * count
        for (way, lead), witness in zip(alone, heard, strict=True)
    )
    return names, is_clear


def _choose_way(evidence: FloatArray, ways: npt.NDArray[np.int64]) -> tuple[tuple[int, ...], float]:
    """Return the likeliest of the ways to name clusters, and by how much (log probability) it is so."""
    scores = evidence[np.arange(len(evidence)), ways].sum(axis=1)
    second, first = np.argsort(scores)[-2:]
    return tuple(ways[first].tolist()), float(scores[first] - scores[second])


def _weigh(chances: FloatArray) -> FloatArray:
    """Return the log probabilities of the categories of a cluster by those of its icons, each held against never."""
    held = np.maximum(chances, CONSENSUS.least_log_probability)
    return np.asarray(min(len(held), CONSENSUS.counted_icons) * held.mean(axis=0), np.float32)


def _count_alike(clusters: Sequence[FloatArray]) -> int:
    """Return how many icons are likeliest of the category of which most of their cluster are."""
    return sum(int(np.bincount(chances.argmax(axis=1)).max()) for chances in clusters)


def _rename(read: IconReading, names: Sequence[int | None], *, confirms: bool) -> IconReading:
    """Return a card's icons as clusters name them, doubtful if that is not what was read, and no more if it is.

    ``confirms`` says that clusters leave no doubt of it.
    """
    categories = [name for name in names if name is not None]
    codes = _write(names)
    if not categories or len(categories) < len(names):
        return read
    confidence = CONSENSUS.sure_confidence if confirms else OPEN_SET.doubtful_confidence
    if codes == read.codes:
        causes = () if confirms else read.causes
        return replace(read, confidence=max(read.confidence, confidence), causes=causes)
    others = ((read.codes, min(read.confidence, 1 - confidence)), *read.others)
    return replace(
        read,
        codes=codes,
        confidence=confidence,
        others=tuple(other for other in others if other[0] != codes and "?" not in other[0]),
        causes=() if confirms else tuple(dict.fromkeys((*read.causes, Cause.UNLIKE_KNOWN_ICONS))),
        shown=tuple(replace(one, category=name) for one, name in zip(read.shown, categories, strict=True)),
    )


def _write(names: Sequence[int | None]) -> str:
    """Return the category codes of icons, sorted, without those that have no name."""
    return "".join(CATEGORIES[name] for name in sorted(name for name in names if name is not None))
