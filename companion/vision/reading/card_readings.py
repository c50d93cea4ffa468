"""What is said of a card in the end: its likeliest values with their chances, what else it may be, what stays open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..aligning.rectification import RectifiedCard
from ..geometry import DetectedCard
from ..readings import Candidate, Confidence, ReadCard, write_card
from .icon_classifier import IconReading
from .joint_inference import Hypothesis
from .thresholds import CONFIDENCE

KnownIcons = Mapping[tuple[str, int], str]
"""Category codes by letter and number."""


def calibrate_detection(card: DetectedCard) -> float:
    """Return the chance that there is a card, for the finder's confidence: a place in a shelf speaks for it."""
    return float(np.interp(card.confidence, CONFIDENCE.detector_confidences, CONFIDENCE.card_chances))


def read_back(one: RectifiedCard, certain: float) -> ReadCard:
    """Make a card face down, ``certain`` being the chance that it shows no front."""
    corners = one.card.corners_px
    return ReadCard(one.row, one.column, False, corners, Confidence(min(calibrate_detection(one.card), certain)))


def read_front(
    one: RectifiedCard,
    front: float,
    hypotheses: tuple[Hypothesis, ...],
    legible: tuple[float, float],
    icons: IconReading,
    known: KnownIcons,
) -> ReadCard:
    """Make a card of the likeliest guess; what is less likely than not stays open.

    ``front`` is the chance that it shows its front, ``legible`` those that it has a letter and a number to read.
    Known cards have the icons that the deck says.
    """
    best = _find_best(hypotheses)
    letter = legible[0] * sum(hypothesis.chance for hypothesis in hypotheses if hypothesis.letter == best.letter)
    number = min(legible) * sum(hypothesis.chance for hypothesis in hypotheses if hypothesis.number == best.number)
    of = min(legible) * sum(
        hypothesis.chance for hypothesis in hypotheses if (hypothesis.number, hypothesis.of) == (best.number, best.of)
    )
    has_letter, has_number = letter >= CONFIDENCE.min_probability, number >= CONFIDENCE.min_probability
    is_known = has_letter and has_number and (best.letter, best.number) in known
    weighed = _weigh_icons(hypotheses, icons, known)
    codes = max(weighed, key=lambda one: weighed[one])
    icons_sure = weighed[codes]
    # What was read plainly was certainly there: a card found with little confidence is confirmed by its print.
    cell = min(calibrate_detection(one.card), front)
    seen = max(cell, min(letter, number)) if has_letter and has_number else cell
    card = ReadCard(
        one.row,
        one.column,
        True,
        one.card.corners_px,
        Confidence(seen, letter, _temper(number), _temper(icons_sure)),
        letter=best.letter if has_letter else None,
        number=best.number if has_number else None,
        of=best.of if has_number and of >= CONFIDENCE.min_probability else None,
        icons=codes if icons_sure >= CONFIDENCE.min_probability else "?" * len(codes),
        source="deck" if is_known else "glyphs",
    )
    return replace(card, candidates=_list_candidates(card, hypotheses, min(legible), icons, known))


def _temper(chance: float) -> float:
    """Return a chance with its odds brought nearer to even."""
    yes, no = chance**CONFIDENCE.prior_power, max(1 - chance, 0.0) ** CONFIDENCE.prior_power
    return float(yes / (yes + no))


def _find_best(hypotheses: tuple[Hypothesis, ...]) -> Hypothesis:
    """Return the likeliest card, whatever the count of its letter, with its likeliest count."""
    chances: dict[tuple[str, int], float] = {}
    for hypothesis in hypotheses:
        chances[hypothesis.letter, hypothesis.number] = (
            chances.get((hypothesis.letter, hypothesis.number), 0.0) + hypothesis.chance
        )
    likeliest = max(chances, key=lambda card: chances[card])
    return next(hypothesis for hypothesis in hypotheses if (hypothesis.letter, hypothesis.number) == likeliest)


def _weigh_icons(hypotheses: tuple[Hypothesis, ...], icons: IconReading, known: KnownIcons) -> dict[str, float]:
    """Return the chance of each set of icons: what the deck says of the cards it may be, else what was read."""
    of_known: dict[str, float] = {}
    for hypothesis in hypotheses:
        if codes := known.get((hypothesis.letter, hypothesis.number)):
            of_known[codes] = of_known.get(codes, 0.0) + hypothesis.chance * (1 - CONFIDENCE.deck_error)
    rest = 1 - sum(of_known.values())
    weighed = {codes: rest * chance for codes, chance in ((icons.codes, icons.confidence), *icons.others)}
    for codes, chance in of_known.items():
        weighed[codes] = weighed.get(codes, 0.0) + chance
    return weighed


def _list_candidates(
    card: ReadCard, hypotheses: tuple[Hypothesis, ...], legible: float, icons: IconReading, known: KnownIcons
) -> tuple[Candidate, ...]:
    """Return what a card may be besides what was read: other letters and numbers, or other icons."""
    chances: dict[str, float] = {}
    for hypothesis in hypotheses[: CONFIDENCE.max_hypotheses]:
        codes = known.get((hypothesis.letter, hypothesis.number), icons.codes)
        other = write_card(hypothesis.letter, hypothesis.number, codes)
        chances[other] = chances.get(other, 0.0) + hypothesis.chance * legible
    if card.source != "deck":
        for codes, chance in icons.others:
            chances[write_card(hypotheses[0].letter, hypotheses[0].number, codes)] = chance
    chances.pop(card.write(), None)
    ranked = sorted(chances.items(), key=lambda item: -item[1])[: CONFIDENCE.max_candidates]
    return tuple(Candidate(other, chance) for other, chance in ranked if chance >= CONFIDENCE.min_candidate)
