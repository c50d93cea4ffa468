"""Joint inference over all cards of a shelf: none twice, one count a letter, rows mostly in order.

Mean-field variational inference (see Koller and Friedman 2009, 11.5) over one variable a card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..doubts import Cause
from ..game_rules import ShelfPrior
from ..geometry import FloatArray
from ..readings import SURE
from .card_matching import CardPrior
from .glyphs import Glyphs
from .order_prior import weigh_order
from .thresholds import JOINT


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One card that a place may hold, and the probability of it."""

    letter: str
    number: int
    of: int
    chance: float


@dataclass(frozen=True, slots=True)
class _Options:
    """The cards that one place may hold: columns of values, with what the picture says of each."""

    letters: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]
    ofs: npt.NDArray[np.int64]
    picture: FloatArray
    """Log likelihoods by the picture alone."""
    seen: FloatArray
    """The same, and what the deck says."""


@dataclass(frozen=True, slots=True)
class CardPosterior:
    """What a card may be, and what besides its picture has made it less sure."""

    hypotheses: tuple[Hypothesis, ...]
    """The likeliest first."""
    letter_causes: tuple[Cause, ...] = ()
    number_causes: tuple[Cause, ...] = ()


def infer_shelf(
    glyphs: Glyphs,
    counts: Mapping[str, int],
    prior: ShelfPrior,
    card_prior: CardPrior | None = None,
    *,
    in_order: bool = True,
) -> list[CardPosterior]:
    """Return what each card in the order of the check may be, likeliest first; probabilities add up to at most 1.

    ``counts`` holds the count of the letters for which it is known, ``prior`` what the game lets expect, ``card_prior``
    what a deck says of its cards, ``in_order`` whether cards lie about in the order of the check, as on a shelf.
    """
    known = np.array([counts.get(letter, 0) for letter in glyphs.letters], np.int64)
    options = [_list_options(glyphs, card, known, card_prior) for card in range(len(glyphs.letter_chances))]
    weights = [_normalize(option.seen) for option in options]
    table = _Table(options, known, prior)
    for card, weight in enumerate(weights):
        table.note(card, weight)
    keys = [option.letters * 100 + option.numbers for option in options]
    said, counted = [option.seen for option in options], [option.seen for option in options]
    for turn in range(JOINT.iterations):
        order = (
            weigh_order(keys, [_normalize(one) for one in said], prior.in_order)
            if in_order
            else [np.float32(0)] * len(options)
        )
        for card, option in enumerate(options):
            counted[card] = option.seen + table.agree_on_counts(card)
            said[card] = counted[card] + table.avoid_twins(card)
            fresh = _normalize(said[card] + order[card])
            # Half a step at first, or two doubtful cards would keep changing places.
            weights[card] = (
                fresh if turn >= JOINT.iterations // 2 else np.asarray((weights[card] + fresh) / 2, np.float32)
            )
            table.note(card, weights[card])
    return [
        CardPosterior(
            _rank(glyphs, option, weight),
            *_find_causes(option, (option.picture, option.seen, *several), weight),
        )
        for option, weight, several in zip(options, weights, zip(counted, said, strict=True), strict=True)
    ]


_STEPS = (Cause.DECK_DIFFERS, Cause.COUNT_DIFFERS, Cause.DUPLICATE, Cause.OUT_OF_ORDER)
"""What is added to the picture, in this order."""


def _find_causes(
    option: _Options, scores: Sequence[FloatArray], weight: FloatArray
) -> tuple[tuple[Cause, ...], tuple[Cause, ...]]:
    """Return why letter and number are not sure, as far as something contradicts the picture.

    ``scores`` are the log odds after each step but the last, ``weight`` the posterior after it. A step is a cause where
    it makes another value the likeliest, or one that was sure no longer so.
    """
    chances = [*(_normalize(one) for one in scores), weight]
    letters, numbers = (_compare_steps(values, chances) for values in (option.letters, option.numbers))
    return letters, numbers


def _compare_steps(values: npt.NDArray[np.int64], chances: Sequence[FloatArray]) -> tuple[Cause, ...]:
    marginals = [np.bincount(values, one) for one in chances]
    causes = []
    for cause, before, after in zip(_STEPS, marginals, marginals[1:], strict=False):
        likeliest = int(before.argmax())
        if int(after.argmax()) != likeliest or before[likeliest] >= SURE > after[likeliest]:
            causes.append(cause)
    return tuple(causes)


def _list_options(glyphs: Glyphs, card: int, known: npt.NDArray[np.int64], card_prior: CardPrior | None) -> _Options:
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
    if card_prior is not None:
        places = {letter: place for place, letter in enumerate(glyphs.letters)}
        for column in np.argsort(-card_prior.table[card]):
            letter, number = card_prior.cards[column]
            if letter in places:
                said[places[letter], number] = float(card_prior.table[card, column])
        pairs += _list_known(glyphs, card, known, said)
    pairs = list(dict.fromkeys(pairs))
    of_letters, of_numbers = np.array(pairs, np.int64).T
    picture = np.maximum(glyphs.letter_chances[card, of_letters], JOINT.min_log_likelihood) + np.maximum(
        chances[of_numbers], JOINT.min_log_likelihood
    )
    told = [said.get((letter, glyphs.numbers[number][0]), 0.0) for letter, number in pairs] if said else 0.0
    seen = picture + np.array(told, np.float32)
    keep = np.argsort(-seen)[: JOINT.max_pairs]
    both = [(pairs[index][0], *glyphs.numbers[pairs[index][1]]) for index in keep]
    table = np.array(both, np.int64)
    return _Options(
        table[:, 0],
        table[:, 1],
        table[:, 2],
        np.asarray(picture[keep], np.float32),
        np.asarray(seen[keep], np.float32),
    )


def _list_known(
    glyphs: Glyphs, card: int, known: npt.NDArray[np.int64], said: Mapping[tuple[int, int], float]
) -> list[tuple[int, int]]:
    """Return the cards (indices of letters and numbers) that the deck holds for likely here."""
    pairs = []
    for letter, number in list(said)[: JOINT.max_known]:
        if said[letter, number] <= 0:
            break
        fitting = [k for k, (n, of) in enumerate(glyphs.numbers) if n == number and known[letter] in (0, of)]
        fitting.sort(key=lambda k: -glyphs.number_chances[card, k])
        pairs += [(letter, k) for k in fitting[:3]]
    return pairs


class _Table:
    """Expected counts of the letters, and which cards are taken, kept up to date."""

    def __init__(self, options: list[_Options], known: npt.NDArray[np.int64], prior: ShelfPrior) -> None:
        """Start with nothing said; ``known`` are the counts known beforehand, 0 where they are not."""
        self.options, self.known, self.prior = options, known, prior
        most = 1 + max(int(option.ofs.max()) for option in options)
        self.counts = np.zeros((len(options), len(known), most))
        """For each card and letter, how much it speaks for each count."""
        self.taken = np.zeros((len(options), len(known), most))
        """For each card, the chance that it is the one with a letter and a number."""

    def note(self, card: int, weight: FloatArray) -> None:
        """Update what a card may be."""
        option, (letters, most) = self.options[card], self.counts.shape[1:]
        self.taken[card], seen = (
            np.bincount(option.letters * most + values, weight, letters * most).reshape(letters, most)
            for values in (option.numbers, option.ofs)
        )
        share = seen.sum(axis=1, keepdims=True)
        agreeing = seen / np.maximum(share, 1e-9)
        said = share * np.log(self.prior.same_count * agreeing + (1 - self.prior.same_count) / 10)
        self.counts[card] = np.where(share < JOINT.min_letter_probability, 0, said)

    def agree_on_counts(self, card: int) -> FloatArray:
        """Return log odds of each option by the count that the deck, or the other cards, give its letter."""
        option = self.options[card]
        given = self.known[option.letters]
        by_box = np.where(given == option.ofs, 0, np.log(1 - self.prior.same_count))
        others = self.counts.sum(axis=0) - self.counts[card]
        return np.asarray(np.where(given > 0, by_box, others[option.letters, option.ofs]), np.float32)

    def avoid_twins(self, card: int) -> FloatArray:
        """Return log odds of each option by whether another card is the same."""
        option = self.options[card]
        there = np.minimum(self.taken[:, option.letters, option.numbers], 1)
        said = np.log(1 - there * (1 - self.prior.duplicate))
        return np.asarray(said.sum(axis=0) - said[card], np.float32)


def _normalize(scores: FloatArray) -> FloatArray:
    risen = np.exp(scores - scores.max())
    return np.asarray(risen / risen.sum(), np.float32)


def _rank(glyphs: Glyphs, option: _Options, weight: FloatArray) -> tuple[Hypothesis, ...]:
    order = np.argsort(-weight)
    columns = (option.letters, option.numbers, option.ofs, weight)
    return tuple(
        Hypothesis(glyphs.letters[letter], number, of, chance)
        for letter, number, of, chance in zip(*(column[order].tolist() for column in columns), strict=True)
    )
