"""What a deck remembers of a photo's cards as a witness of its clusters: cards that are known name what they show.

In light that misleads patches and codes alike, or on icons of a few pixels, the cards that a deck knows by letter and
number still tell which category each cluster is, each in part: of all ways to name the clusters one fits all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import numpy.typing as npt

from ....designs.card_design import CATEGORIES
from ..icon_readings import IconReading
from .thresholds import CONSENSUS


def list_ways(clusters: int) -> npt.NDArray[np.int64]:
    """Return all ways to give so many clusters different categories: ways x clusters."""
    return np.array(list(permutations(range(len(CATEGORIES)), clusters)), np.int64)


def is_misread(icons: Sequence[IconReading], remembered: Sequence[str]) -> bool:
    """Return whether icons of cards that the deck knows well enough to name clusters were read as others.

    ``remembered`` are the category codes of each card, sorted; empty for those that it does not know.
    """
    known = [(one.codes, codes) for one, codes in zip(icons, remembered, strict=True) if codes]
    return len(known) >= CONSENSUS.min_remembered and any(read != codes for read, codes in known)


def name_by_memory(clusters: Sequence[Sequence[int]], remembered: Sequence[str]) -> tuple[int, ...]:
    """Return the categories of clusters by what the deck remembers of their cards, all different; nothing if untold.

    ``clusters`` holds the card of each of their icons, ``remembered`` is as in ``is_misread``. A card counts if all of
    its icons are in clusters. One way to name them must fit nearly all, and each other one must miss more.
    """
    shown = np.zeros((len(remembered), len(clusters)))
    for column, cards in enumerate(clusters):
        np.add.at(shown[:, column], list(cards), 1)
    wanted = np.array([[codes.count(category) for category in CATEGORIES] for codes in remembered])
    whole = (wanted.sum(axis=1) > 0) & (shown.sum(axis=1) == wanted.sum(axis=1))
    if whole.sum() < CONSENSUS.min_remembered or not 1 < len(clusters) <= len(CATEGORIES):
        return ()
    shown, wanted = shown[whole], wanted[whole]
    ways = list_ways(len(clusters))
    # How many of the icons are another category than the deck says.
    named = np.zeros((len(ways), *wanted.shape))
    for column in range(len(clusters)):
        named[np.arange(len(ways)), :, ways[:, column]] = shown[:, column]
    missed = np.abs(named - wanted).sum(axis=(1, 2)) / 2
    first, second = np.argsort(missed, kind="stable")[:2]
    fits = missed[first] <= CONSENSUS.max_missed * wanted.sum() and missed[second] - missed[first] >= 1
    return tuple(ways[first].tolist()) if fits else ()
