"""What tells icons of a printing from all else on its cards: a correction of the weights of the network's last layer.

The network that locates print has seen icons of all kinds, and takes faint ones on pictures for parts of these. What it
weighs tells them apart all the same: of 1,412 places for icons on pictures of eight development printings, each taught
by one photo, 56 were taken for what they are not, and 14 are where heat is weighed anew and codes have their say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...aligning.icon_heat import find_odds
from ...aligning.print_locations import ICON
from ...designs.card_design import NO_WEIGHTS
from ...geometry import FloatArray
from ...networks.inference import PRINT_MAP_PX, PRINT_MAP_STRIDE, PrintMaps
from ..thresholds import ICON_WEIGHTS


def learn_icon_weights(maps: PrintMaps, icon_spots: FloatArray) -> FloatArray:
    """Return weights for ``PrintMaps.weigh_icons``, for where the icons of cards are: ``Lesson.icon_spots``.

    Logistic regression of where there is an icon and where heat is without one, with the network's own weights as the
    mean of a normal prior: where they tell icons already, next to nothing is added.
    """
    rows, columns = np.mgrid[: maps.heat.shape[2], : maps.heat.shape[3]]
    cells = icon_spots * np.array(PRINT_MAP_PX) / PRINT_MAP_STRIDE - 0.5
    shown, known, wanted = [], [], []
    for card, spots in enumerate(cells):
        seen = spots[~np.isnan(spots[:, 0])]
        if not len(seen):
            continue
        odds = find_odds(maps.heat[card, ICON])
        away = np.min([np.hypot(columns - x, rows - y) for x, y in seen], axis=0)
        is_icon, is_else = away < ICON_WEIGHTS.near_cells, away > ICON_WEIGHTS.apart_cells
        is_else &= odds > ICON_WEIGHTS.least_log_odds
        for chosen in (is_icon, is_else):
            shown.append(maps.features[card][:, chosen].T)
            known.append(odds[chosen])
            wanted.append(is_icon[chosen])
    return _fit(np.concatenate(shown), np.concatenate(known), np.concatenate(wanted)) if shown else NO_WEIGHTS


def _fit(features: FloatArray, log_odds: FloatArray, is_icon: FloatArray) -> FloatArray:
    """Return what is added to weights by Newton's method, for places (n x features) with ``log_odds`` so far."""
    given = np.column_stack([features, np.ones(len(features))]).astype(float)
    ways = np.where(is_icon, -1.0, 1.0)

    def measure_loss(added: npt.NDArray[np.float64]) -> float:
        missed = np.logaddexp(0, ways * (log_odds + given @ added)).sum()
        return float(missed + ICON_WEIGHTS.decay * (added @ added) / 2)

    added = np.zeros(given.shape[1])
    for _ in range(ICON_WEIGHTS.iterations):
        chances = np.exp(-np.logaddexp(0, -(log_odds + given @ added)))
        slope = given.T @ (chances - is_icon) + ICON_WEIGHTS.decay * added
        bend = (given * (chances * (1 - chances))[:, None]).T @ given + ICON_WEIGHTS.decay * np.eye(len(added))
        step, loss = np.linalg.solve(bend, slope), measure_loss(added)
        # A whole step may lead too far from where most places are as sure as can be.
        shares = (share for share in ICON_WEIGHTS.step_shares if measure_loss(added - share * step) < loss)
        share = next(shares, 0.0)
        if not share:
            break
        added = added - share * step
    return np.asarray(added, np.float32)


def join_icon_weights(several: Sequence[FloatArray], cards: Sequence[int]) -> FloatArray:
    """Return the mean of what lessons add to weights, each as often as it has ``cards``; of lessons that add some."""
    counted = np.array([count if one.any() else 0 for one, count in zip(several, cards, strict=True)])
    return np.asarray(np.average(several, axis=0, weights=counted), np.float32) if counted.any() else NO_WEIGHTS
