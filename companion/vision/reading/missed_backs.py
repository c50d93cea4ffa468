"""Cards face down that were missed in a row or at its ends.

They look like the backs that were seen, or were detected, and left out for looking like the table.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..aligning.rectification import RectifiedCard
from ..aligning.rows.missed_cards import crop_free_places
from ..detecting.plane_refinement import typical_confidence
from ..geometry import BgrImage, DetectedCard, FloatArray, measure_width
from .backs import measure_similarities
from .card_matching import compute_descriptors
from .thresholds import BACKS


def find_missed_backs(
    image: BgrImage,
    cards: Sequence[RectifiedCard],
    bare: Sequence[int],
    known: FloatArray,
    beside: Sequence[DetectedCard] = (),
) -> list[RectifiedCard]:
    """Return cards that lie in holes of rows and at their ends, and look like backs or were detected there.

    Backs are the cards with the indices ``bare``, which show no print, and the ``known`` ones of the box (descriptors,
    n x rows x columns x 3). A single card without print may be a back that nobody has taught; what looks like it is no
    front, and not the table. Columns are counted as those of ``cards``, and may be negative. A card found at an end
    tells where the next one would lie. Backs of one color look like the table does: those ``beside`` the shelf, which
    were detected and taken for the table, are cards where they fill such a place.
    """
    if bare:
        known = np.concatenate([known, compute_descriptors([cards[index].crop for index in bare])])
    clear = _keep_clear(beside, cards)
    missed: list[RectifiedCard] = []
    for _ in range(BACKS.max_missed_in_line if len(known) or clear else 0):
        places = crop_free_places(image, [*cards, *missed])
        if not places:
            break
        alike = [BACKS.min_missed_similarity - 1] * len(places)
        if len(known):
            alike = measure_similarities(compute_descriptors([one.crop for one in places]), known).max(axis=1).tolist()
        found = [
            one
            for one, likeness in zip(places, alike, strict=True)
            if likeness >= BACKS.min_missed_similarity or any(_fills(card, one) for card in clear)
        ]
        if not found:
            break
        missed += found
    return missed


def _keep_clear(beside: Sequence[DetectedCard], cards: Sequence[RectifiedCard]) -> list[DetectedCard]:
    """Return the detections that are nearly as clear as those of cards are."""
    if not cards:
        return []
    least = BACKS.min_detected_share * typical_confidence(one.card for one in cards)
    return [card for card in beside if card.confidence >= least]


def _fills(card: DetectedCard, place: RectifiedCard) -> bool:
    """Whether a detection lies just where a card of a row would, whichever end of it is up."""
    there, quad = np.array(card.corners_px), np.array(place.card.corners_px)
    off = min(float(np.abs(turned - quad).max()) for turned in (there, np.roll(there, 2, axis=0)))
    return off < BACKS.max_detected_off * measure_width(place.card.corners_px)
