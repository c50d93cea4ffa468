"""What a deck remembers of a photo's cards, beside what their pictures show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..doubts import Cause
from ..geometry import FloatArray
from ..readings import SURE
from .card_matching import CardPrior
from .card_readings import may_be
from .icons.icon_readings import IconReading
from .joint_inference import CardPosterior, Hypothesis
from .thresholds import CONFIDENCE


def weigh_memory(
    alone: Sequence[CardPosterior], together: Sequence[CardPosterior], legible: FloatArray, card_prior: CardPrior
) -> list[CardPosterior]:
    """Return what cards may be where what a deck remembers has a vote beside their picture, and no more than one.

    ``alone`` is what they are without it, ``together`` with it, ``legible`` the chance that each can be read. Where a
    picture is clear and the deck says otherwise, both remain, the picture's first, and neither is sure. So it is where
    a picture that is less clear hardly allows what the deck says. A deck that merely does not recognize a card
    (``card_prior``) says nothing against a clear picture: cards look otherwise in another light.
    """
    weighed = []
    for place, (seen, told, chance) in enumerate(zip(alone, together, legible, strict=True)):
        first, other = _sum_cards(seen.hypotheses), _sum_cards(told.hypotheses)
        clear, remembered = (max(cards, key=lambda card: cards[card]) for cards in (first, other))
        seen_chance = first[clear] * float(chance)
        differs = seen_chance >= SURE or (
            seen_chance >= CONFIDENCE.min_probability and first.get(remembered, 0.0) < CONFIDENCE.min_remembered
        )
        if seen_chance >= SURE and (clear == remembered or not card_prior.recognizes(place, remembered)):
            weighed.append(told if other.get(clear, 0.0) > first[clear] else seen)
            continue
        if clear == remembered or not differs:
            weighed.append(told)
            continue
        shares = [(seen.hypotheses, CONFIDENCE.differing_confidence), (told.hypotheses, 1.0)]
        chances: dict[tuple[str, int, int], float] = {}
        left = 1.0
        for hypotheses, share in shares:
            for one in hypotheses:
                key = one.letter, one.number, one.of
                chances[key] = chances.get(key, 0.0) + min(share, left) * one.chance
            left -= share
        ranked = sorted(chances.items(), key=lambda item: -item[1])
        causes = (Cause.DECK_DIFFERS,)
        weighed.append(
            CardPosterior(
                tuple(Hypothesis(*key, chance) for key, chance in ranked),
                causes if clear[0] != remembered[0] else seen.letter_causes,
                causes,
            )
        )
    return weighed


def recall_icons(
    alone: Sequence[CardPosterior], legible: FloatArray, icons: Mapping[tuple[str, int], str]
) -> list[str]:
    """Return the icons that a deck knows of cards whose letter and number their pictures leave no doubt of, or "".

    ``alone`` and ``legible`` are as in ``weigh_memory``; ``icons`` are category codes by letter and number.
    """
    recalled = []
    for seen, chance in zip(alone, legible, strict=True):
        cards = _sum_cards(seen.hypotheses)
        clear = max(cards, key=lambda card: cards[card])
        recalled.append(icons.get(clear, "") if cards[clear] * float(chance) >= SURE else "")
    return recalled


def _sum_cards(hypotheses: tuple[Hypothesis, ...]) -> dict[tuple[str, int], float]:
    """Return the probability of each card, whatever the count of its letter."""
    chances: dict[tuple[str, int], float] = {}
    for one in hypotheses:
        chances[one.letter, one.number] = chances.get((one.letter, one.number), 0.0) + one.chance
    return chances


def suspect_deck(icons: Sequence[IconReading], recalled: Sequence[str]) -> float:
    """Return the probability that what a deck remembers is of another box than the cards of a photo.

    ``recalled`` are the icons that it knows of each card (``recall_icons``). Cards of another box mostly have others,
    and another number of them where nobody has taught what they look like.
    """
    told = [may_be(one.codes, codes) for one, codes in zip(icons, recalled, strict=True) if codes and one.codes != "?"]
    if not told:
        return 0.0
    fitting = sum(told)
    odds = CONFIDENCE.other_box / (1 - CONFIDENCE.other_box)
    odds *= (CONFIDENCE.other_box_fits / CONFIDENCE.own_box_fits) ** fitting
    odds *= ((1 - CONFIDENCE.other_box_fits) / (1 - CONFIDENCE.own_box_fits)) ** (len(told) - fitting)
    return odds / (1 + odds)
