"""Fitting thresholds to photos: coordinate descent over a grid, from the middle of each threshold's range."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .choices import CHOICES
from .samples import Sample
from .trials import Memory, Setting

Loss = tuple[int, float]
"""How many layouts are not exact, and how wrong those are: the lower, the better."""

_MOST_ROUNDS = 3


def neutral() -> dict[str, Any]:
    """Return the middle of each threshold's range, where the search begins."""
    return {name: values[len(values) // 2] for name, values in CHOICES.items()}


def draw(seed: int) -> dict[str, Any]:
    """Return a value drawn at random from the range of each threshold."""
    dice = np.random.default_rng(seed)
    return {name: values[int(dice.integers(len(values)))] for name, values in CHOICES.items()}


def fit(
    samples: Sequence[Sample], start: Setting, memory: Memory, *, lazily: bool = False
) -> tuple[dict[str, Any], Loss]:
    """Return the thresholds that lay out most samples exactly, and what they lose.

    Each threshold in turn takes the best value of its grid while the others stay, until none moves. Of several values
    that are as good, it takes the one in the middle of the longest run of them: farthest from those that are worse.
    ``lazily`` it takes the nearest to the one that it has: what the samples do not decide stays as it began.
    """
    setting, order = dict(start), list(samples)
    for _ in range(_MOST_ROUNDS):
        before = dict(setting)
        for name, values in CHOICES.items():
            best = measure(order, setting, memory)
            losses = [measure(order, {**setting, name: value}, memory, best[0]) for value in values]
            place = choose_nearest(losses, values.index(setting[name])) if lazily else choose_middle(losses)
            setting[name] = values[place]
            # What is hard is asked first from now on: it tells most values to be worse.
            order.sort(key=lambda sample: memory.detect(sample, setting) == sample.wanted)
        if setting == before:
            break
    return setting, measure(order, setting, memory)


def measure(samples: Sequence[Sample], setting: Setting, memory: Memory, most: int | None = None) -> Any:
    """Return what thresholds lose on samples; ``None`` once it is clear that more than ``most`` are not exact."""
    missed, wrong = 0, 0.0
    for sample in samples:
        found = memory.detect(sample, setting)
        if found != sample.wanted:
            missed += 1
            wrong += min(1.0, len(found ^ sample.wanted) / max(1, len(sample.wanted)))
            if most is not None and missed > most:
                return None
    return missed, round(wrong, 6)


def choose_nearest(losses: Sequence[Loss | None], place: int) -> int:
    """Return the place of the least loss that is nearest to one."""
    best = min(loss for loss in losses if loss)
    return min((other for other, loss in enumerate(losses) if loss == best), key=lambda other: abs(other - place))


def choose_middle(losses: Sequence[Loss | None]) -> int:
    """Return the middle of the longest run of the least loss."""
    best = min(loss for loss in losses if loss)
    runs: list[list[int]] = []
    for place, loss in enumerate(losses):
        if loss == best:
            if runs and runs[-1][-1] == place - 1:
                runs[-1].append(place)
            else:
                runs.append([place])
    longest = max(runs, key=len)
    return longest[(len(longest) - 1) // 2]
