"""What tells the signs of a printing's numbers apart: a correction of the weights of the network's last layer.

In an odd font the network takes a 4 for a 1 and a 9 for an 8, and what it weighs tells them apart all the same. Of
1,503 numbers of 40 development printings, each read after one photo and after two, it misreads 40 alone. While signs
were compared with the means of confirmed ones 58 were misread, 16 of them surely, and 113 right but doubtful; by these
weights it is 34, none of them surely, and 54.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..designs.card_design import NO_SIGN_WEIGHTS
from ..geometry import FloatArray
from ..networks.inference import read_sign_weights
from .thresholds import SIGN_WEIGHTS

_Doubles = npt.NDArray[np.float64]


def learn_sign_weights(lessons: Sequence[FloatArray]) -> FloatArray:
    """Return weights for ``number_signs.weigh_signs``, for what lessons have of signs: ``Lesson.sign_embeddings``.

    Multinomial logistic regression (see Murphy 2012, 8.3) of the signs, one sample of each from every lesson that shows
    it, with the network's own weights as the mean of a normal prior: what they tell already is left as it is, and so
    are signs of which there is no sample, as far as they are not taken for others.
    """
    several = np.stack(lessons).astype(float)
    shown, signs = np.nonzero(several.any(axis=2))
    own = read_sign_weights().astype(float)
    if not len(signs):
        return NO_SIGN_WEIGHTS
    samples = np.column_stack([several[shown, signs], np.ones(len(signs))])
    return np.asarray(_fit(samples, samples @ own.T, np.eye(len(own))[signs]), np.float32)


def _fit(samples: _Doubles, scores: _Doubles, wanted: _Doubles) -> _Doubles:
    """Return what is added to weights, for samples (n x dimensions) with ``scores`` so far and ``wanted`` (n x signs).

    What is best added is a sum of samples: their factors are sought by Nesterov's accelerated gradient (1983), which
    needs no more than their products.
    """
    products = samples @ samples.T
    decay = SIGN_WEIGHTS.decay * float(np.trace(products)) / len(samples)
    step = 1 / (float(np.linalg.eigvalsh(products)[-1]) / 2 + decay)
    factors = ahead = np.zeros_like(scores)
    pace = 1.0
    for _ in range(SIGN_WEIGHTS.iterations):
        said = scores + products @ ahead
        chances = np.exp(said - np.logaddexp.reduce(said, axis=1, keepdims=True))
        following = ahead - step * (chances - wanted + decay * ahead)
        next_pace = (1 + np.sqrt(1 + 4 * pace**2)) / 2
        ahead = following + (pace - 1) / next_pace * (following - factors)
        factors, pace = following, next_pace
    return np.asarray(factors.T @ samples)
