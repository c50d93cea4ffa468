"""A photo that cannot be read says why."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision.doubts import Cause, Doubt, Part
from companion.vision.geometry import DetectedCard, Quad, as_quad
from companion.vision.photos.quality import doubt_unseen, drop_drawn, judge_photo, measure_sharpness
from companion.vision.problems import Problem
from companion.vision.readings import Confidence, Face, ReadCard

DICE = np.random.default_rng(1)
NOISE = DICE.normal(0, 4, (600, 800, 3))
SURE, DOUBTFUL = Confidence(0.99, 0.99, 0.99, 0.99), Confidence(0.99, 0.6, 0.99, 0.99)


def make_photo(light: float) -> np.ndarray:
    return np.clip(light + NOISE, 0, 255).astype(np.uint8)


def make_quad(left: float, top: float, width: float = 150) -> Quad:
    return (left, top), (left + width, top), (left + width, top + 1.4 * width), (left, top + 1.4 * width)


def make_card(quad: Quad, confidence: Confidence = SURE) -> ReadCard:
    return ReadCard(0, 0, Face.UP, quad, confidence, "A", 1, 2, "CF")


def find_problems(
    image: np.ndarray, *cards: ReadCard, others: tuple[DetectedCard, ...] = (), fits: bool = True
) -> list[Problem]:
    return [finding.problem for finding in judge_photo(image, cards, others, design_fits=fits)]


@pytest.mark.parametrize(
    ("image", "problem"),
    [
        (make_photo(12), Problem.TOO_DARK),
        (make_photo(252), Problem.TOO_BRIGHT),
        (make_photo(120), Problem.NO_SHELF),
        (np.full((600, 800, 3), 230, np.uint8), Problem.SCREENSHOT),
    ],
)
def test_a_photo_without_a_shelf_gets_one_sentence(image: np.ndarray, problem: Problem) -> None:
    assert find_problems(image) == [problem]


def draw_screen(light: float = 1.0) -> np.ndarray:
    """Lines of print on a plain ground, and a card."""
    screen = np.full((600, 800, 3), 240, np.uint8)
    screen[50:550:25, 60:700:4] = 20
    screen[200:400, 300:440] = (90, 60, 200)
    return (screen * light).astype(np.uint8)


@pytest.mark.parametrize(
    ("image", "problem"),
    [
        (draw_screen(), Problem.SCREENSHOT),
        (255 - draw_screen(), Problem.SCREENSHOT),
        (draw_screen(0.1), Problem.TOO_DARK),
        (cv2.GaussianBlur(draw_screen(), (0, 0), 12), Problem.NO_SHELF),
    ],
    ids=["screenshot", "dark mode", "a dark photo is flat too", "a blurred one too"],
)
def test_only_what_is_flat_and_hard_and_light_is_a_screenshot(image: np.ndarray, problem: Problem) -> None:
    assert find_problems(image) == [problem]


def test_a_screenshot_is_no_shelf() -> None:
    doubtful = make_card(make_quad(300, 200), DOUBTFUL)
    assert drop_drawn(draw_screen(), [doubtful, make_card(make_quad(500, 200), DOUBTFUL)]) == ()
    assert drop_drawn(make_photo(120), [doubtful]) == (doubtful,)


def test_cards_that_are_surely_read_lie_on_a_burnt_out_table_and_not_on_a_screen() -> None:
    cards = (make_card(make_quad(300, 200)), make_card(make_quad(500, 200), DOUBTFUL))
    assert drop_drawn(draw_screen(), cards) == cards


@pytest.mark.parametrize(("turned", "is_kept"), [(0, False), (1, False), (90, False), (4, True), (176, True)])
def test_cards_that_stand_askew_are_on_no_screen(turned: float, is_kept: bool) -> None:
    angle = np.deg2rad(turned)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    quads = [np.array(make_quad(left, 200)) @ turn.T for left in (300, 500)]
    cards = tuple(make_card(as_quad(quad), DOUBTFUL) for quad in quads)
    assert drop_drawn(draw_screen(), cards) == (cards if is_kept else ())


def test_a_photo_that_was_read_surely_gets_none() -> None:
    assert find_problems(make_photo(120), make_card(make_quad(100, 100))) == []


def test_a_card_cut_off_by_the_edge_is_counted() -> None:
    findings = judge_photo(
        make_photo(120), [make_card(make_quad(-20, 100)), make_card(make_quad(300, 100))], (), design_fits=True
    )
    assert [(finding.problem, finding.figures) for finding in findings] == [(Problem.CUT_OFF, {"cards": 1})]


def test_a_card_cut_off_by_the_edge_is_not_sure() -> None:
    image = make_photo(120)
    whole, cut = doubt_unseen(image, [make_card(make_quad(300, 100)), make_card(make_quad(-20, 100))])
    assert (whole.confidence, whole.doubts) == (SURE, ())
    assert cut.confidence.least < 0.9
    assert cut.doubts == (Doubt(Part.CELL, Cause.CUT_OFF),)


def test_a_card_that_is_all_but_black_is_not_sure() -> None:
    (card,) = doubt_unseen(make_photo(10) // 2, [make_card(make_quad(300, 100))])
    assert card.confidence.least < 0.9
    assert card.doubts == (Doubt(Part.CELL, Cause.TOO_DARK),)


@pytest.mark.parametrize(
    ("light", "least", "is_sure"),
    [(14, 0.999, True), (14, 0.99, False), (2, 0.999, False), (60, 0.95, True)],
    ids=["dim and plain", "dim and nearly plain", "pitch black", "in the light"],
)
def test_in_the_dark_only_what_is_read_without_any_doubt_is_sure(light: int, least: float, *, is_sure: bool) -> None:
    calm = np.full((600, 800, 3), light, np.uint8)
    (card,) = doubt_unseen(calm, [make_card(make_quad(300, 100), Confidence(0.99, 0.9999, least, 0.9999))])
    assert (card.confidence.least >= 0.9) is is_sure
    assert card.doubts == (() if is_sure else (Doubt(Part.CELL, Cause.TOO_DARK),))


def test_a_back_in_the_dark_is_not_sure() -> None:
    back = replace(make_card(make_quad(300, 100), Confidence(0.99)), face=Face.DOWN)
    (card,) = doubt_unseen(np.full((600, 800, 3), 14, np.uint8), [back])
    assert card.doubts == (Doubt(Part.CELL, Cause.TOO_DARK),)


def test_black_cards_with_white_print_are_as_sure_as_others() -> None:
    image = make_photo(4)
    image[120:140, 320:400] = 230
    (card,) = doubt_unseen(image, [make_card(make_quad(300, 100))])
    assert (card.confidence, card.doubts) == (SURE, ())


def test_cards_of_which_hardly_any_print_was_read_are_named() -> None:
    findings = judge_photo(make_photo(120), [make_card(make_quad(100, 50))], (), design_fits=False, print_fits=False)
    assert [finding.problem for finding in findings] == [Problem.UNREAD_PRINT]


def test_a_second_shelf_is_named() -> None:
    others = tuple(DetectedCard(make_quad(100 + 160 * k, 350), 0.9) for k in range(3))
    assert find_problems(make_photo(120), make_card(make_quad(100, 50)), others=others) == [Problem.TWO_SHELVES]


def test_cards_of_another_printing_are_named() -> None:
    assert find_problems(make_photo(120), make_card(make_quad(100, 50)), fits=False) == [Problem.UNKNOWN_FACE]


def test_doubt_is_explained_by_distance() -> None:
    found = find_problems(make_photo(120), make_card(make_quad(100, 50, 60), DOUBTFUL))
    assert found == [Problem.TOO_FAR, Problem.UNREAD_CARDS]


def test_doubt_is_explained_by_darkness() -> None:
    assert Problem.TOO_DARK in find_problems(make_photo(14), make_card(make_quad(100, 50), DOUBTFUL))


def test_a_soft_edge_is_less_sharp_than_a_hard_one() -> None:
    hard = np.tile(np.where(np.arange(300) // 20 % 2, 200, 0).astype(np.uint8), (100, 1))
    soft = np.tile(np.linspace(0, 200, 300).astype(np.uint8), (100, 1))
    assert measure_sharpness(hard) == 1
    assert measure_sharpness(soft) < 0.03
    assert measure_sharpness(np.zeros((100, 300), np.uint8)) == 0
