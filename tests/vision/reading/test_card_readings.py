"""What is told of a card is as sure as what it rests on."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.aligning.rectification import RectifiedCard
from companion.vision.crops import CROP_PX
from companion.vision.doubts import Cause, Part
from companion.vision.geometry import DetectedCard
from companion.vision.reading.card_readings import doubt_odd_fonts, read_front
from companion.vision.reading.icons.icon_readings import IconReading
from companion.vision.reading.joint_inference import CardPosterior, Hypothesis
from companion.vision.readings import SURE, ReadCard

CLEAR_ICONS = IconReading("CF", 0.999)


def read(
    *hypotheses: Hypothesis,
    icons: IconReading = CLEAR_ICONS,
    known: dict[tuple[str, int], str] | None = None,
    width: float = 400.0,
    steepness: float = 0.3,
    is_own_font: bool = False,
) -> ReadCard:
    corners = (0.0, 0.0), (width, 0.0), (width, 1.4 * width), (0.0, 1.4 * width)
    one = RectifiedCard(0, 0, DetectedCard(corners, 0.9), np.zeros((CROP_PX[1], CROP_PX[0], 3), np.uint8))
    posterior, legible = CardPosterior(hypotheses), (0.999, 0.999)
    return read_front(one, (0.999, ()), posterior, legible, steepness, icons, known or {}, is_own_font=is_own_font)


def test_a_count_that_is_as_sure_as_the_number_is_told() -> None:
    card = read(Hypothesis("M", 8, 10, 0.995), Hypothesis("M", 8, 9, 0.005))
    assert (card.number, card.of, card.confidence.least >= SURE) == (8, 10, True)


def test_a_count_in_doubt_is_not_told_beside_a_sure_number() -> None:
    card = read(Hypothesis("M", 8, 10, 0.8), Hypothesis("M", 8, 9, 0.2))
    assert (card.number, card.of, card.confidence.least >= SURE) == (8, None, True)


def test_a_count_in_doubt_is_told_beside_a_doubtful_number() -> None:
    card = read(Hypothesis("M", 8, 10, 0.8), Hypothesis("M", 6, 10, 0.2))
    assert (card.number, card.of, card.confidence.least >= SURE) == (8, 10, False)


@pytest.mark.parametrize(
    ("name", "values"), [("width", (400, 150, 90)), ("steepness", (0.3, 0.12, 0.05))], ids=["narrow", "blurred"]
)
def test_the_number_of_a_narrow_or_blurred_card_is_less_sure(name: str, values: tuple[float, float, float]) -> None:
    hypotheses = Hypothesis("M", 8, 10, 0.92), Hypothesis("M", 6, 10, 0.08)
    usual = {"steepness": 0.17, "is_own_font": True}
    plain, between, poor = (read(*hypotheses, **usual | {name: value}) for value in values)
    assert plain.confidence.number > SURE > poor.confidence.number
    assert plain.confidence.number > between.confidence.number > poor.confidence.number


@pytest.mark.parametrize(
    ("chance", "is_own_font", "is_sure"), [(0.97, False, False), (0.985, False, True), (0.97, True, True)]
)
def test_a_number_that_is_not_plain_in_a_sharp_photo_is_doubtful(
    chance: float, is_own_font: bool, is_sure: bool
) -> None:
    """It is not the photo then but the font, unless that is the program's own, and all like it are misread together."""
    card = read(Hypothesis("M", 5, 10, chance), Hypothesis("M", 6, 10, 1 - chance), is_own_font=is_own_font)
    assert (card.confidence.number >= SURE) is is_sure
    assert bool(card.doubts) is not is_sure


M8 = Hypothesis("M", 8, 10, 0.999)
OPEN_ICONS = IconReading("C?", 0.6, (("CF", 0.35),), causes=(Cause.UNLIKE_KNOWN_ICONS,))


def test_an_icon_left_open_is_doubtful_and_the_nearest_is_offered() -> None:
    card = read(M8, icons=OPEN_ICONS)
    assert (card.icons, card.confidence.icons < SURE) == ("C?", True)
    assert [(doubt.part, doubt.cause) for doubt in card.doubts] == [(Part.ICONS, Cause.UNLIKE_KNOWN_ICONS)]
    assert "M8:CF" in {other.card for other in card.candidates}


def test_a_deck_that_agrees_with_the_rest_knows_the_icon_left_open() -> None:
    card = read(M8, icons=OPEN_ICONS, known={("M", 8): "CF"})
    assert (card.icons, card.doubts, card.source) == ("CF", (), "deck")


@pytest.mark.parametrize("told", ["HM", "CFM"], ids=["other icons", "another number of them"])
def test_a_deck_that_differs_from_the_rest_is_doubted(told: str) -> None:
    card = read(M8, icons=OPEN_ICONS, known={("M", 8): told})
    assert card.confidence.icons < SURE
    assert Cause.DECK_DIFFERS in {doubt.cause for doubt in card.doubts}
    assert f"M8:{told}" in {card.write(), *(other.card for other in card.candidates)}


@pytest.mark.parametrize(
    ("told", "seen", "is_sure"),
    [
        ("CF", 0.7, True),
        ("CM", 0.7, False),
        ("CM", 0.93, False),
        ("HM", 0.45, False),
    ],
    ids=["the picture says so too", "it would rather have other icons", "it clearly has others", "it hardly tells"],
)
def test_a_deck_outvotes_no_picture_that_tells_other_icons(told: str, seen: float, is_sure: bool) -> None:
    """Were what a deck was told right nine times of ten, it would be likelier by far than what a picture suggests."""
    icons = IconReading("CF", seen, (("CM", 0.95 - seen), ("HM", 0.04)))
    card = read(M8, icons=icons, known={("M", 8): told})
    assert (card.confidence.icons is not None and card.confidence.icons >= SURE) == is_sure
    assert {"M8:CF", f"M8:{told}"} <= {card.write(), *(other.card for other in card.candidates)}
    assert (Cause.DECK_DIFFERS in {doubt.cause for doubt in card.doubts}) != is_sure


@pytest.mark.parametrize(("doubtful", "sure"), [(1, 2), (2, 2), (3, 0), (0, 2)])
def test_where_most_letters_are_doubtful_none_is_sure(doubtful: int, sure: int) -> None:
    """In a font that nobody knows, letters in order are read as others in order."""
    plain = read(Hypothesis("M", 8, 10, 0.999))
    torn = read(Hypothesis("M", 8, 10, 0.6), Hypothesis("N", 8, 10, 0.4))
    cards = doubt_odd_fonts([plain, *[torn] * doubtful, plain], np.full(2 + doubtful, 0.1, np.float32))
    assert sum(card.confidence.letter >= SURE for card in cards) == sure
    assert [card.letter for card in cards] == ["M"] * len(cards)
    assert all(Part.LETTER in {doubt.part for doubt in card.doubts} for card in cards if card.confidence.letter < SURE)


@pytest.mark.parametrize(
    ("steepness", "doubtful", "sure"), [(0.3, 3, 0), (0.3, 2, 2), (0.15, 3, 2)], ids=["odd font", "plain", "blurred"]
)
def test_where_most_numbers_of_a_sharp_photo_are_doubtful_none_is_sure(
    steepness: float, doubtful: int, sure: int
) -> None:
    plain = read(Hypothesis("M", 8, 10, 0.999))
    torn = read(Hypothesis("M", 8, 10, 0.6), Hypothesis("M", 3, 10, 0.4))
    cards = doubt_odd_fonts([plain, *[torn] * doubtful, plain], np.full(2 + doubtful, steepness, np.float32))
    assert sum(card.confidence.number >= SURE for card in cards) == sure
    assert all(card.confidence.letter >= SURE for card in cards)
    assert all(Part.NUMBER in {doubt.part for doubt in card.doubts} for card in cards if card.confidence.number < SURE)


def test_in_a_font_that_is_known_to_be_odd_letters_of_known_cards_are_sure_and_those_that_are_plain() -> None:
    plain = read(Hypothesis("M", 8, 10, 0.999))
    known = read(Hypothesis("M", 8, 10, 0.999), icons=OPEN_ICONS, known={("M", 8): "CF"})
    cards = doubt_odd_fonts([plain, known, plain, plain], np.full(4, 0.3, np.float32), [False, False, True, False])
    assert [card.confidence.letter >= SURE for card in cards] == [False, True, True, False]
    assert {doubt.part for card in cards for doubt in card.doubts} == {Part.LETTER}


def test_a_photo_without_fronts_has_no_font() -> None:
    assert doubt_odd_fonts([], np.zeros(0, np.float32)) == []
