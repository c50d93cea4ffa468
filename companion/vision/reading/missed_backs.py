"""Cards that were missed in a row or at its ends, of which no print was found.

They look like the backs that were seen, or were detected, and left out for looking like the table; or glare hides them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from ..aligning.rectification import RectifiedCard
from ..aligning.rows.missed_cards import crop_free_places, crop_table
from ..detecting.glare import find_glare, measure_glare
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
    front, and not the table, unless that looks like it as well above or below the shelf. Columns are counted as those
    of ``cards``, and may be negative. A card found at an end tells where the next one would lie. Backs of one color
    look like the table does: those ``beside`` the shelf, which were detected and taken for the table, are cards where
    they fill such a place.
    """
    if bare:
        known = np.concatenate([known, compute_descriptors([cards[index].crop for index in bare])])
    clear = _keep_clear(beside, cards)
    missed: list[RectifiedCard] = []
    least, is_compared = BACKS.min_missed_similarity, False
    for _ in range(BACKS.max_missed_in_line if len(known) or clear else 0):
        places = crop_free_places(image, [*cards, *missed])
        if not places:
            break
        alike = _measure_likeness([one.crop for one in places], known)
        if max(alike) >= least and not is_compared:
            table = _measure_likeness(crop_table(image, cards), known)
            least, is_compared = max(least, max(table, default=0.0) + BACKS.min_table_lead), True
        found = [
            one
            for one, likeness in zip(places, alike, strict=True)
            if likeness >= least or any(_fills(card, one) for card in clear)
        ]
        if not found:
            break
        missed += found
    return missed


def find_hidden_places(image: BgrImage, cards: Sequence[RectifiedCard]) -> list[RectifiedCard]:
    """Return the holes of rows that glare hides: nobody can tell whether cards lie there.

    A table that is as light above and below the shelf is white.
    """
    columns = defaultdict(set)
    for card in cards:
        columns[card.row].add(card.column)
    holes = {(row, column) for row, some in columns.items() for column in {*range(min(some), max(some))} - some}
    if not holes:
        return []
    glare = find_glare(image)
    free = crop_free_places(image, cards)
    hidden = [(one, measure_glare(one.crop, glare)) for one in free if (one.row, one.column) in holes]
    least = BACKS.min_hidden_share
    if any(share >= least for _, share in hidden):
        table = [measure_glare(crop, glare) for crop in crop_table(image, cards)]
        least += float(np.median(table or [0.0]))
    return [one for one, share in hidden if share >= least]


def _measure_likeness(crops: Sequence[BgrImage], known: FloatArray) -> list[float]:
    """Return how similar each is to the ``known`` back that it is most like."""
    if not len(crops) or not len(known):
        return [-1.0] * len(crops)
    return [float(one) for one in measure_similarities(compute_descriptors(crops), known).max(axis=1)]


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
