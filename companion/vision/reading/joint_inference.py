"""The whole shelf decided at once: no card twice, one count a letter, rows mostly in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray
from .card_matching import CardPrior
from .glyphs import Glyphs
from .order_prior import weigh_order
from .thresholds import JOINT

_COUNT_HOLDS = 0.985
"""How far the count seen on the other cards of a letter is trusted."""
_TWICE = 0.003
"""A card twice on a shelf: two boxes, or one of the two misread."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One card that a place may hold, and the chance of it."""

    letter: str
    number: int
    of: int
    chance: float


@dataclass(frozen=True, slots=True)
class _Options:
    """The cards that one place may hold: columns of figures, with what the picture says of each."""

    letters: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]
    ofs: npt.NDArray[np.int64]
    seen: FloatArray


def infer_shelf(
    glyphs: Glyphs, counts: Mapping[str, int], favor: CardPrior | None = None, *, in_order: bool = True
) -> list[tuple[Hypothesis, ...]]:
    """Return what each card in the order of the check may be, likeliest first; chances add up to at most 1.

    ``counts`` holds ``N`` of the letters for which it is known, ``favor`` what a deck says of its cards, ``in_order``
    whether cards lie about in the order of the check, as on a shelf. Every card is weighed by what its picture says
    and by what the others, each with its own doubts, make likely (mean field, a few rounds).
    """
    known = np.array([counts.get(letter, 0) for letter in glyphs.letters], np.int64)
    options = [_list_options(glyphs, card, known, favor) for card in range(len(glyphs.letter_chances))]
    weights = [_normalize(option.seen) for option in options]
    table = _Table(options, known)
    for card, weight in enumerate(weights):
        table.note(card, weight)
    keys = [option.letters * 100 + option.numbers for option in options]
    said = [option.seen for option in options]
    for turn in range(JOINT.iterations):
        order = weigh_order(keys, [_normalize(one) for one in said]) if in_order else [np.float32(0)] * len(options)
        for card, option in enumerate(options):
            said[card] = option.seen + table.agree_on_counts(card) + table.avoid_twins(card)
            fresh = _normalize(said[card] + order[card])
            # Half a step at first, or two doubtful cards would keep changing places.
            weights[card] = (
                fresh if turn >= JOINT.iterations // 2 else np.asarray((weights[card] + fresh) / 2, np.float32)
            )
            table.note(card, weights[card])
    return [_rank(glyphs, option, weight) for option, weight in zip(options, weights, strict=True)]


def _list_options(glyphs: Glyphs, card: int, known: npt.NDArray[np.int64], favor: CardPrior | None) -> _Options:
    letters = np.argsort(-glyphs.letter_chances[card])[: JOINT.max_letters]
    chances = glyphs.number_chances[card]
    numbers = list(np.argsort(-chances)[: JOINT.max_numbers])
    # A count known beforehand brings its own numbers in.
    for letter in letters[:2]:
        if known[letter]:
            fitting = [index for index, (_, of) in enumerate(glyphs.numbers) if of == known[letter]]
            numbers += sorted(fitting, key=lambda index: -chances[index])[:3]
    numbers = list(dict.fromkeys(numbers))
    pairs = [(int(letter), int(number)) for letter in letters for number in numbers]
    said: dict[tuple[int, int], float] = {}
    if favor is not None:
        places = {letter: place for place, letter in enumerate(glyphs.letters)}
        for column in np.argsort(-favor.table[card]):
            letter, number = favor.cards[column]
            if letter in places:
                said[places[letter], number] = float(favor.table[card, column])
        pairs += _list_favored(glyphs, card, known, said)
    pairs = list(dict.fromkeys(pairs))
    seen = np.array(
        [
            max(glyphs.letter_chances[card, letter], JOINT.min_log_likelihood)
            + max(chances[number], JOINT.min_log_likelihood)
            + said.get((letter, glyphs.numbers[number][0]), 0.0)
            for letter, number in pairs
        ]
    )
    keep = np.argsort(-seen)[: JOINT.max_pairs]
    both = [(pairs[index][0], *glyphs.numbers[pairs[index][1]]) for index in keep]
    table = np.array(both, np.int64)
    return _Options(table[:, 0], table[:, 1], table[:, 2], np.asarray(seen[keep], np.float32))


def _list_favored(
    glyphs: Glyphs, card: int, known: npt.NDArray[np.int64], said: Mapping[tuple[int, int], float]
) -> list[tuple[int, int]]:
    """Return the cards (letters and numbers by their places) that the deck holds for likely here."""
    pairs = []
    for letter, number in list(said)[: JOINT.max_known]:
        if said[letter, number] <= 0:
            break
        fitting = [k for k, (n, of) in enumerate(glyphs.numbers) if n == number and known[letter] in (0, of)]
        fitting.sort(key=lambda k: -glyphs.number_chances[card, k])
        pairs += [(letter, k) for k in fitting[:3]]
    return pairs


class _Table:
    """What all cards say about the counts of the letters and about which cards are taken, kept up to date."""

    def __init__(self, options: list[_Options], known: npt.NDArray[np.int64]) -> None:
        """Start with nothing said; ``known`` are the counts known beforehand, 0 where they are not."""
        self.options, self.known = options, known
        most = 1 + max(int(option.ofs.max()) for option in options)
        self.counts = np.zeros((len(options), len(known), most))
        """For each card and letter, how much it speaks for each count."""
        self.taken = np.zeros((len(options), len(known), most))
        """For each card, the chance that it is the one with a letter and a number."""

    def note(self, card: int, weight: FloatArray) -> None:
        """Note what a card may be."""
        option = self.options[card]
        self.taken[card] = 0
        np.add.at(self.taken[card], (option.letters, option.numbers), weight)
        seen = np.zeros(self.counts.shape[1:])
        np.add.at(seen, (option.letters, option.ofs), weight)
        share = seen.sum(axis=1, keepdims=True)
        agreeing = seen / np.maximum(share, 1e-9)
        said = share * np.log(_COUNT_HOLDS * agreeing + (1 - _COUNT_HOLDS) / 10)
        self.counts[card] = np.where(share < JOINT.min_letter_probability, 0, said)

    def agree_on_counts(self, card: int) -> FloatArray:
        """Weigh each option by the count that the box, or the other cards of its letter, give that letter."""
        option = self.options[card]
        given = self.known[option.letters]
        by_box = np.where(given == option.ofs, 0, np.log(1 - _COUNT_HOLDS))
        others = self.counts.sum(axis=0) - self.counts[card]
        return np.asarray(np.where(given > 0, by_box, others[option.letters, option.ofs]), np.float32)

    def avoid_twins(self, card: int) -> FloatArray:
        """Weigh each option by whether another card is the same."""
        option = self.options[card]
        there = np.minimum(self.taken[:, option.letters, option.numbers], 1)
        said = np.log(1 - there * (1 - _TWICE))
        return np.asarray(said.sum(axis=0) - said[card], np.float32)


def _normalize(scores: FloatArray) -> FloatArray:
    risen = np.exp(scores - scores.max())
    return np.asarray(risen / risen.sum(), np.float32)


def _rank(glyphs: Glyphs, option: _Options, weight: FloatArray) -> tuple[Hypothesis, ...]:
    order = np.argsort(-weight)
    return tuple(
        Hypothesis(glyphs.letters[option.letters[k]], int(option.numbers[k]), int(option.ofs[k]), float(weight[k]))
        for k in order
    )
