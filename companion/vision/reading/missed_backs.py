"""Cards face down that detection missed in a row or at its ends: they look like the backs that were seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..aligning.rectification import RectifiedCard
from ..aligning.rows.missed_cards import crop_free_places
from ..geometry import BgrImage, FloatArray
from .backs import measure_similarities
from .card_matching import compute_descriptors
from .thresholds import BACKS


def find_missed_backs(
    image: BgrImage, cards: Sequence[RectifiedCard], bare: Sequence[int], known: FloatArray
) -> list[RectifiedCard]:
    """Return cards that lie in holes of rows and at their ends, and look like backs.

    Those are the cards with the indices ``bare``, which show no print, and the ``known`` ones of the box (descriptors,
    n x rows x columns x 3). A single card without print may be a back that nobody has taught; what looks like it is no
    front, and not the table. Columns are counted as those of ``cards``, and may be negative. A card found at an end
    tells where the next one would lie. Backs of one color look like the table does, and are not found.
    """
    if bare:
        known = np.concatenate([known, compute_descriptors([cards[index].crop for index in bare])])
    if not len(known):
        return []
    missed: list[RectifiedCard] = []
    for _ in range(BACKS.max_missed_in_line):
        places = crop_free_places(image, [*cards, *missed])
        if not places:
            break
        alike = measure_similarities(compute_descriptors([one.crop for one in places]), known).max(axis=1)
        found = [one for one, likeness in zip(places, alike, strict=True) if likeness >= BACKS.min_missed_similarity]
        if not found:
            break
        missed += found
    return missed
