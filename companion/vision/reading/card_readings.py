"""From posteriors to a card's reading: values, confidences, alternatives, doubts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ...notation_tokens import write_reading
from ..aligning.rectification import RectifiedCard
from ..doubts import Cause, Doubt, Part, list_doubts
from ..geometry import DetectedCard, FloatArray, measure_width
from ..readings import SURE, Candidate, Confidence, Face, ReadCard
from .icons.icon_readings import IconReading
from .joint_inference import CardPosterior, Hypothesis
from .thresholds import BACKS, CONFIDENCE, MATCHER, READER, ConfidenceThresholds

Causes = tuple[Cause, ...]

KnownIcons = Mapping[tuple[str, int], str]
"""Category codes by letter and number."""


def calibrate_detection(card: DetectedCard) -> float:
    """Return the probability that there is a card, for the detector's confidence: its place in a shelf supports it."""
    return float(np.interp(card.confidence, CONFIDENCE.detector_confidences, CONFIDENCE.card_chances))


def read_back(one: RectifiedCard, certain: float, causes: Causes = ()) -> ReadCard:
    """Return the reading of a card face down, ``certain`` being the probability that it shows no front.

    ``causes`` say why that is not sure.
    """
    confidence = Confidence(min(calibrate_detection(one.card), certain))
    doubts = _doubt_cell(confidence.cell, one, certain, causes)
    return ReadCard(one.row, one.column, Face.DOWN, one.card.corners_px, confidence, doubts=doubts)


def read_unknown(one: RectifiedCard, causes: Causes = ()) -> ReadCard:
    """Return the reading of a card on which neither print nor a back is made out; ``causes`` say why."""
    certain = BACKS.unknown_confidence
    confidence = Confidence(min(calibrate_detection(one.card), certain))
    doubts = _doubt_cell(confidence.cell, one, certain, causes)
    return ReadCard(one.row, one.column, Face.UNKNOWN, one.card.corners_px, confidence, doubts=doubts)


def doubt_misfit(card: ReadCard) -> ReadCard:
    """Return a card of a photo whose print as a whole does not fit: nothing of it is sure."""
    if card.confidence.cell < SURE:
        return card
    confidence = replace(card.confidence, cell=READER.misfit_confidence)
    return replace(card, confidence=confidence, doubts=(*list_doubts(Part.CELL, (Cause.FAINT,)), *card.doubts))


def doubt_odd_fonts(
    cards: Sequence[ReadCard], steepness: FloatArray, plain: Sequence[bool] | None = None, *, is_odd: bool = False
) -> list[ReadCard]:
    """Return the cards of a photo with all letters doubtful if most of those face up are: nobody knows their font.

    In such a font, what lies in order may be read in order, and be other letters. The same goes for numbers, unless it
    is the photo that makes them doubtful: ``steepness`` tells for each card how steep the edges of its number are.
    Letters that are not ``plain`` are doubtful, but those of cards that the deck knows. Where the font is known to be
    odd (``is_odd``), most are, and the others are not doubtful for that.
    """
    pairs = zip(cards, plain or [True] * len(cards), strict=True)
    told = [card if is_plain else _doubt_sure(card, Part.LETTER) for card, is_plain in pairs]
    if not is_odd:
        told = _doubt_most(told, Part.LETTER)
    is_sharp = len(steepness) > 0 and float(np.median(steepness)) >= READER.sharp_steepness
    return _doubt_most(told, Part.NUMBER) if is_sharp else told


def _doubt_most(cards: Sequence[ReadCard], part: Part) -> list[ReadCard]:
    """Return cards with one part of all of them doubtful if it is doubtful on most of those face up."""
    shown = [card for card in cards if card.face is Face.UP]
    sure = [card for card in shown if _is_sure(card, part)]
    if len(sure) >= READER.min_sure_share * len(shown):
        return list(cards)
    return [_doubt_part(card, part) if card in sure else card for card in cards]


def _doubt_sure(card: ReadCard, part: Part) -> ReadCard:
    is_doubted = card.face is Face.UP and card.source != "deck" and _is_sure(card, part)
    return _doubt_part(card, part) if is_doubted else card


def _is_sure(card: ReadCard, part: Part) -> bool:
    return (getattr(card.confidence, part.value) or 0.0) >= SURE


def _doubt_part(card: ReadCard, part: Part) -> ReadCard:
    confidence = replace(card.confidence, **{part.value: READER.misfit_confidence})
    doubts = (*card.doubts, *list_doubts(part, (Cause.AMBIGUOUS,)))
    return replace(card, confidence=confidence, doubts=tuple(sorted(doubts, key=lambda one: [*Part].index(one.part))))


def _doubt_cell(confidence: float, one: RectifiedCard, side: float, causes: Causes) -> tuple[Doubt, ...]:
    if confidence >= SURE:
        return ()
    faint = (Cause.FAINT,) if calibrate_detection(one.card) < SURE else ()
    unclear = (*causes, Cause.SIDE) if side < SURE else ()
    return list_doubts(Part.CELL, (*faint, *unclear))


def _doubt_print(part: Part, confidence: float, legible: float, causes: Causes) -> tuple[Doubt, ...]:
    if confidence >= SURE:
        return ()
    return list_doubts(part, (*((Cause.FAINT,) if legible < SURE else ()), *causes))


def _doubt_icons(confidence: float, icons: IconReading, told: str | None) -> tuple[Doubt, ...]:
    """Return the doubts about icons; ``told`` are those that the deck has told of, if it has."""
    if confidence >= SURE:
        return ()
    same = told == icons.codes or ("?" in icons.codes and told is not None and may_be(icons.codes, told))
    contradicted = told is not None and not same
    return list_doubts(Part.ICONS, (*icons.causes, *((Cause.DECK_DIFFERS,) if contradicted else ())))


def read_front(
    one: RectifiedCard,
    side: tuple[float, Causes],
    posterior: CardPosterior,
    legible: tuple[float, float],
    steepness: float,
    icons: IconReading,
    known: KnownIcons,
    thresholds: ConfidenceThresholds = CONFIDENCE,
    other_box: float = 0.0,
    *,
    is_own_font: bool = False,
) -> ReadCard:
    """Return the reading of a card face up: the likeliest hypothesis; values less likely than not stay open.

    ``side`` is the probability that it shows its front, and why that is not sure; ``legible`` are those that it has a
    letter and a number to read, ``steepness`` how steep the number's edges are, and ``is_own_font`` whether it is
    printed in the program's own font. Known cards have the icons that the deck says, which is another box's with a
    probability of ``other_box``.
    """
    (front, causes), hypotheses = side, posterior.hypotheses
    best = _find_best(hypotheses)
    letter = legible[0] * sum(hypothesis.chance for hypothesis in hypotheses if hypothesis.letter == best.letter)
    number = min(legible) * sum(hypothesis.chance for hypothesis in hypotheses if hypothesis.number == best.number)
    of = min(legible) * sum(
        hypothesis.chance for hypothesis in hypotheses if (hypothesis.number, hypothesis.of) == (best.number, best.of)
    )
    has_letter, has_number = letter >= thresholds.min_probability, number >= thresholds.min_probability
    is_known = has_letter and has_number and (best.letter, best.number) in known
    weighed = _weigh_icons(hypotheses, icons, known, other_box)
    codes = max(weighed, key=lambda one: weighed[one])
    icons_sure = weighed[codes]
    # What was read plainly was certainly there: a card found with little confidence is confirmed by its print.
    cell = min(calibrate_detection(one.card), front)
    seen = max(cell, min(letter, number)) if has_letter and has_number else cell
    powers = thresholds.number_powers if is_own_font else thresholds.other_number_powers
    power = _find_power(one.card, steepness, powers, thresholds)
    number_tempered = _temper(number, power)
    icons_tempered = _temper(icons_sure, thresholds.prior_power)
    # The letter's count has no confidence of its own: beside a sure number it is as sure, or it is not told.
    is_sure = number_tempered >= SURE
    has_count = has_number and (_temper(of, power) >= SURE if is_sure else of >= thresholds.min_probability)
    told_by_deck = known.get((hypotheses[0].letter, hypotheses[0].number))
    card = ReadCard(
        one.row,
        one.column,
        Face.UP,
        one.card.corners_px,
        Confidence(seen, letter, number_tempered, icons_tempered),
        letter=best.letter if has_letter else None,
        number=best.number if has_number else None,
        of=best.of if has_count else None,
        icons=codes if icons_sure >= thresholds.min_probability else "?" * len(codes),
        source="deck" if is_known else "glyphs",
        doubts=(
            *_doubt_cell(seen, one, front, causes),
            *_doubt_print(Part.LETTER, letter, legible[0], posterior.letter_causes),
            *_doubt_print(Part.NUMBER, number_tempered, min(legible), posterior.number_causes),
            *_doubt_icons(icons_tempered, icons, told_by_deck),
        ),
    )
    return replace(card, candidates=_list_candidates(card, hypotheses, min(legible), icons, known, weighed))


def _find_power(
    card: DetectedCard, steepness: float, powers: Sequence[float], thresholds: ConfidenceThresholds
) -> float:
    """Return the power of the odds of a number: what is blurred or small is told with less confidence than it seems."""
    by_edges = np.interp(steepness, thresholds.number_steepness, powers)
    by_width = np.interp(measure_width(card.corners_px), thresholds.number_widths_px, thresholds.number_width_factors)
    return float(by_edges * by_width)


def _temper(chance: float, power: float) -> float:
    """Return a probability whose odds are raised to a power."""
    yes, no = chance**power, max(1 - chance, 0.0) ** power
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


def _weigh_icons(
    hypotheses: tuple[Hypothesis, ...], icons: IconReading, known: KnownIcons, other_box: float
) -> dict[str, float]:
    """Return the probability of each set of icons: what the picture shows, and what the deck says of the hypotheses.

    Both vote. The deck outvotes a picture that leaves it open, and what a picture tells otherwise is doubtful at most.
    """
    seen = dict(((icons.codes, icons.confidence), *icons.others))
    told = [(known[one.letter, one.number], one.chance) for one in hypotheses if known.get((one.letter, one.number))]
    rest = 1 - sum(chance for _, chance in told)
    weighed = {codes: rest * chance for codes, chance in seen.items()}
    for codes_told, share in told:
        for codes, chance in _weigh_told(codes_told, seen, other_box).items():
            weighed[codes] = weighed.get(codes, 0.0) + share * chance
    return weighed


def _weigh_told(told: str, seen: Mapping[str, float], other_box: float) -> dict[str, float]:
    """Return the probability of each set of icons for what was ``seen`` of a card that the deck has ``told`` of."""
    left_open = [codes for codes in seen if "?" in codes]
    if any(not may_be(codes, told) for codes in left_open):
        return {left_open[0]: CONFIDENCE.differing_confidence, told: 1 - CONFIDENCE.differing_confidence}
    if left_open:
        return {told: 1 - max(CONFIDENCE.deck_error_unseen, other_box)}
    odds = {codes: chance * CONFIDENCE.deck_error for codes, chance in seen.items() if codes != told}
    odds[told] = max(seen.get(told, 0.0), MATCHER.misread_icons) / MATCHER.same_icons * (1 - CONFIDENCE.deck_error)
    total = sum(odds.values())
    weighed = {codes: chance / total for codes, chance in odds.items()}
    if max(seen, key=lambda codes: seen[codes]) == told or weighed[told] <= CONFIDENCE.differing_confidence:
        return weighed
    # However much likelier it is that the deck is right: the picture tells something else, and both are offered.
    rest = (1 - CONFIDENCE.differing_confidence) / (1 - weighed[told])
    return {codes: rest * chance for codes, chance in weighed.items()} | {told: CONFIDENCE.differing_confidence}


def may_be(codes: str, told: str) -> bool:
    """Return whether icons of which some were left open may be those that a deck tells of.

    >>> may_be("?", "CF"), may_be("C?", "CF"), may_be("C?", "CFM"), may_be("H?", "CF")
    (True, True, False, False)
    """
    named = codes.replace("?", "")
    return codes == "?" or (len(codes) == len(told) and all(named.count(one) <= told.count(one) for one in named))


def _list_candidates(
    card: ReadCard,
    hypotheses: tuple[Hypothesis, ...],
    legible: float,
    icons: IconReading,
    known: KnownIcons,
    weighed: Mapping[str, float],
) -> tuple[Candidate, ...]:
    """Return alternatives to what was read: other letters and numbers, or other icons."""
    chances: dict[str, float] = {}
    for hypothesis in hypotheses[: CONFIDENCE.max_hypotheses]:
        codes = known.get((hypothesis.letter, hypothesis.number), icons.codes)
        other = write_reading(hypothesis.letter, hypothesis.number, codes)
        chances[other] = chances.get(other, 0.0) + hypothesis.chance * legible
    # What the picture shows is offered even where the deck says otherwise.
    others = weighed.items() if card.source == "deck" else icons.others
    for codes, chance in others:
        other = write_reading(hypotheses[0].letter, hypotheses[0].number, codes)
        if card.source != "deck":
            chances[other] = chance
        elif "?" not in codes:
            chances[other] = max(chances.get(other, 0.0), chance)
    chances.pop(card.write(), None)
    ranked = sorted(chances.items(), key=lambda item: -item[1])[: CONFIDENCE.max_candidates]
    return tuple(Candidate(other, chance) for other, chance in ranked if chance >= CONFIDENCE.min_candidate)
