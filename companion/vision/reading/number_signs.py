"""The signs of numbers, seen from left to right: which numbers they may be, and what each looks like in a printing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray
from ..networks.inference import SIGNS
from .thresholds import GLYPHS


@cache
def list_numbers(most: int) -> tuple[tuple[int, int], ...]:
    """Return all (number, count) that can be printed where a letter has up to ``most`` cards."""
    return tuple((number, of) for of in range(1, most + 1) for number in range(1, of + 1))


def weigh_numbers(signs: FloatArray, numbers: tuple[tuple[int, int], ...]) -> FloatArray:
    """Return the log likelihood of each number, for the signs seen from left to right.

    The forward algorithm of connectionist temporal classification (Graves et al. 2006) over all numbers at once.
    ``signs`` is cards x steps x 12, as ``classify_numbers`` returns it; the result is cards x numbers.
    """
    states, jumps, ends = _prepare(numbers)
    # Chances, not their logarithms: 32 places keep far from the smallest double, and it is four times quicker. Cards
    # come last, so that what is taken together lies together: four times quicker again.
    chances = np.ascontiguousarray(np.exp(np.maximum(signs, -14).astype(np.float64)).transpose(1, 2, 0))
    ways = np.zeros((*states.shape, len(signs)))  # states x numbers x cards
    ways[:2] = chances[0][states[:2]]
    for place in chances[1:]:
        following = ways.copy()
        following[1:] += ways[:-1]
        following[2:] += ways[:-2] * jumps[2:]
        ways = following * place.take(states, axis=0)
    rows = np.arange(len(numbers))
    return np.asarray(np.log(ways[ends, rows] + ways[ends - 1, rows] + 1e-300).T, np.float32)


def miss_numbers(chances: FloatArray) -> FloatArray:
    """Return for each card the probability that no number is printed: how little all numbers explain.

    ``chances`` is cards x numbers, as ``weigh_numbers`` returns them: a blot is likely to be none of them, and still
    one of them is the likeliest.
    """
    none = GLYPHS.odd_as_none * (1 - np.exp(chances.astype(np.float64)).sum(axis=1).clip(0, 1))
    return np.asarray(none / (none + 1 - none / GLYPHS.odd_as_none), np.float32)


def learn_signs(
    signs: FloatArray, embeddings: FloatArray, chances: FloatArray, numbers: tuple[tuple[int, int], ...],
    confirmed: Sequence[int],
) -> FloatArray:  # fmt: skip
    """Return what each of ``SIGNS`` looks like on cards whose numbers are confirmed: signs x 160, 0 for those not seen.

    ``signs`` and ``embeddings`` are as ``classify_numbers`` returns them, ``chances`` (cards x numbers) the log
    probabilities of ``numbers``; a card whose number is not known has 0 in ``confirmed``. The count behind the slash
    teaches where it is clear.
    """
    firsts = np.array([number for number, _ in numbers])
    samples: dict[str, list[FloatArray]] = {sign: [] for sign in SIGNS}
    for card, number in enumerate(confirmed):
        own = np.flatnonzero(firsts == number)
        if not len(own):
            continue
        likeliest = own[chances[card, own].argmax()]
        first, text = f"{number}/", f"{number}/{numbers[likeliest][1]}"
        rest = float(np.exp(chances[card, own] - chances[card, likeliest]).sum())
        clear = len(text) if 1 / rest >= GLYPHS.clear_count_probability else len(first)
        for sign, step in list(zip(text, align_signs(signs[card], text), strict=True))[:clear]:
            samples[sign].append(embeddings[card, step])
    unseen = np.zeros(embeddings.shape[2], np.float32)
    return np.stack([np.mean(samples[sign], axis=0) if samples[sign] else unseen for sign in SIGNS]).astype(np.float32)


def align_signs(signs: FloatArray, text: str) -> list[int]:
    """Return the step at which each sign of a text is seen best.

    ``signs`` is steps x 12, as ``classify_numbers`` returns it for a card. The likeliest path through the text's signs
    and the blanks between them is that of Viterbi (see Graves et al. 2006).
    """
    blank = len(SIGNS)
    states = [blank, *(state for sign in text for state in (SIGNS.index(sign), blank))]
    skips = np.array([k > 1 and states[k] not in (blank, states[k - 2]) for k in range(len(states))])
    best = np.full(len(states), -np.inf)
    best[:2] = signs[0, states[:2]]
    origins = []
    for step in signs[1:]:
        stay, one, two = best, np.r_[-np.inf, best[:-1]], np.r_[-np.inf, -np.inf, best[:-2]]
        ways = np.stack([stay, one, np.where(skips, two, -np.inf)])
        origins.append(ways.argmax(axis=0))
        best = ways.max(axis=0) + step[states]
    path = [len(states) - 1 if best[-1] > best[-2] else len(states) - 2]
    for origin in reversed(origins):
        path.append(path[-1] - int(origin[path[-1]]))
    along = np.array(path[::-1])
    return [_find_best_step(signs[:, states[state]], along == state) for state in range(1, len(states), 2)]


def _find_best_step(chances: FloatArray, chosen: npt.NDArray[np.bool_]) -> int:
    return int(np.where(chosen, chances, -np.inf).argmax())


def weigh_signs(signs: FloatArray, embeddings: FloatArray, weights: FloatArray) -> FloatArray:
    """Return signs (cards x steps x 12, log probabilities) weighed as a printing has taught.

    ``embeddings`` is cards x steps x 160; ``weights`` (signs x 161) are added to those of the network's last layer: one
    for each dimension, and last a constant. How likely it is that there is a sign at all stays as it is.
    """
    added = np.clip(embeddings @ weights[:, :-1].T + weights[:, -1], -GLYPHS.max_log_odds, GLYPHS.max_log_odds)
    return _join_signs(signs[..., :-1] + added, signs[..., -1:])


def _join_signs(said: FloatArray, blank: FloatArray) -> FloatArray:
    """Return signs of which there is one as ``said`` (log odds), or none with a log probability."""
    every = np.logaddexp.reduce(said, axis=-1, keepdims=True)
    some = np.log(1 - np.minimum(np.exp(blank), GLYPHS.max_blank))
    return np.asarray(np.concatenate([said + some - every, blank], axis=-1), np.float32)


def doubt_disputed(chances: FloatArray, alone: FloatArray, numbers: tuple[tuple[int, int], ...]) -> FloatArray:
    """Return log probabilities (cards x numbers), none of them sure where the network ``alone`` tells another number.

    What a few samples teach must not outvote it unasked: both are as likely then.
    """
    firsts = np.array([number for number, _ in numbers])
    differs = firsts[chances.argmax(axis=1)] != firsts[alone.argmax(axis=1)]
    return np.where(differs[:, None], np.logaddexp(chances, alone) - np.float32(np.log(2)), chances)


@cache
def _prepare(numbers: tuple[tuple[int, int], ...]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return each number's signs with blanks between, 1 where a blank may be skipped, and the last state.

    States x numbers, states x numbers x 1, numbers.
    """
    none = len(SIGNS)
    texts = [[SIGNS.index(sign) for sign in f"{number}/{of}"] for number, of in numbers]
    longest = max(map(len, texts))
    states = np.full((len(numbers), 2 * longest + 1), none, np.int64)
    jumps = np.zeros(states.shape)
    for row, text in enumerate(texts):
        states[row, 1 : 2 * len(text) : 2] = text
        jumps[row, 3 : 2 * len(text) : 2] = [float(a != b) for a, b in pairwise(text)]
    ends = np.array([2 * len(text) for text in texts])
    return np.ascontiguousarray(states.T), np.ascontiguousarray(jumps.T[:, :, None]), ends
