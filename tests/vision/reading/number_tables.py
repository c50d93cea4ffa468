"""Signs of numbers that were made up."""

from __future__ import annotations

import numpy as np

from companion.vision.networks.inference import SIGNS

NONE = len(SIGNS)


def make_signs(text: str, plainly: float = 0.97) -> np.ndarray:
    """Log chances of the signs at places that show ``text``, a space standing for no sign."""
    chances = np.full((1, len(text), len(SIGNS) + 1), (1 - plainly) / len(SIGNS), np.float32)
    for place, sign in enumerate(text):
        chances[0, place, NONE if sign == " " else SIGNS.index(sign)] = plainly
    return np.log(chances)
