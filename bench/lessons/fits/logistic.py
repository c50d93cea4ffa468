"""Logistic regression with a penalty on the squares of its weights, for the few weights that the eye goes by."""

from __future__ import annotations

import numpy as np


def fit_logistic(
    given: np.ndarray, wanted: np.ndarray, decay: np.ndarray, weight: np.ndarray | None = None
) -> np.ndarray:
    """Return the weights (m) of measures (n x m) for what is true of each (n), by Newton's method.

    ``decay`` (m) is how much the square of each weight costs, ``weight`` (n) what each row counts, 1 if not given.
    """
    counts = np.ones(len(given)) if weight is None else weight
    penalty = np.diag(decay)
    found = np.zeros(given.shape[1])
    while True:
        chance = 1 / (1 + np.exp(-given @ found))
        slope = given.T @ (counts * (wanted - chance)) - penalty @ found
        step = np.linalg.solve((given.T * (counts * chance * (1 - chance))) @ given + penalty, slope)
        found = found + step
        if np.abs(step).max() < 1e-6:
            return found
