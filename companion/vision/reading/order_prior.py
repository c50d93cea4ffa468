"""The prior of a shelf's order: players file with care, and now and then cannot."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray


def weigh_order(keys: list[npt.NDArray[np.int64]], chances: list[FloatArray], in_order: float) -> list[FloatArray]:
    """Return log odds of what each card may be by how well it fits the order of the check.

    ``keys`` are, for each card in the order of the check, its options' places in that order, and ``chances`` what else
    is known of each option, from 0 to 1; a card's own chances do not change its odds. ``in_order`` is the share of
    cards that are filed behind those before them.

    Each card is filed behind those filed before it, or lies anywhere. Of cards drawn at random and filed, every rising
    sequence is equally likely: a filed card is so many times likelier than one that lies anywhere as there are cards on
    the shelf, divided by e. All ways are summed by the forward-backward algorithm over the last card filed.
    """
    every = np.unique(np.concatenate(keys))
    filed = in_order / (1 - in_order) * (len(keys) + 1) / np.e
    columns = [np.searchsorted(every, key) for key in keys]
    seen = [np.bincount(column, one, len(every)) * filed for column, one in zip(columns, chances, strict=True)]
    # Place 0 stands for no card filed yet, place k + 1 for card k of ``every``.
    before, after = [np.eye(1, len(every) + 1)[0]], [np.ones(len(every) + 1)]
    for one in seen[:-1]:
        following = before[-1].copy()
        following[1:] += one * before[-1].cumsum()[:-1]
        before.append(following / following.sum())
    for one in seen[:0:-1]:
        earlier = after[-1].copy()
        earlier[:-1] += (one * after[-1][1:])[::-1].cumsum()[::-1]
        after.append(earlier / earlier.max())
    return [
        np.log(filed * (earlier.cumsum()[:-1] * later[1:])[column] + earlier @ later).astype(np.float32)
        for column, earlier, later in zip(columns, before, reversed(after), strict=True)
    ]
