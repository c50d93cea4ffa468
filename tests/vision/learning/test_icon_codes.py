"""Lessons without pictures: what they hold, how well they read, and what they are worth beside those with pictures."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import replace
from itertools import permutations

import cv2
import numpy as np
import pytest

from companion.scoring.decks.picture_free import ADDED, KEPT, drop_pictures
from companion.vision.aligning.rectification import match_design
from companion.vision.designs.card_design import CATEGORIES, CardDesign
from companion.vision.geometry import BgrImage
from companion.vision.learning.design_learning import learn_design
from companion.vision.learning.icons.icon_codes import add_codes, join_codes, measure_unlikeness, order_by_embeddings
from companion.vision.learning.lesson_files import LessonError, format_codes, format_lesson, parse_codes, parse_lesson
from companion.vision.learning.lessons import ConfirmedCard, Lesson, choose_cards, describe_cards
from companion.vision.networks.inference import ICON_DIMENSIONS, PRINT_MAP_PX, predict_print_maps
from companion.vision.reading.icons.icon_reader import PhotoIcons, read_icons
from companion.workflow.decks.game_rules import EX_LIBRIS

from ..made_photos import confirm_cards, take_photo

FACE, TAUGHT, READ = 3, 13, 14
MOST_BITS = 8 * ICON_DIMENSIONS


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return add_codes(describe_cards(confirm_cards(take_photo(TAUGHT, FACE)), EX_LIBRIS), EX_LIBRIS)


@pytest.fixture(scope="module")
def picture_free(lesson: Lesson) -> bytes:
    (stripped,) = drop_pictures([format_lesson(lesson)])
    assert stripped is not None
    return stripped


@pytest.fixture(scope="module")
def others() -> list[ConfirmedCard]:
    """Cards of the same printing in another photo."""
    return confirm_cards(take_photo(READ, FACE))


def read(cards: list[ConfirmedCard], design: CardDesign) -> PhotoIcons:
    crops = [card.crop for card in cards]
    maps = predict_print_maps([shrink(crop) for crop in crops])
    fitting, prints = match_design(maps, list(range(len(crops))), design)
    return read_icons(crops, prints, fitting, EX_LIBRIS)


def shrink(crop: BgrImage) -> BgrImage:
    return np.asarray(cv2.resize(crop, PRINT_MAP_PX, interpolation=cv2.INTER_AREA), np.uint8)


def test_a_lesson_without_pictures_holds_none(picture_free: bytes, lesson: Lesson) -> None:
    with np.load(io.BytesIO(picture_free)) as arrays:
        sizes = {name: array.size // len(lesson.cards) for name, array in arrays.items()}
    assert set(sizes) == {"plain", *KEPT, *ADDED}
    again = parse_lesson(picture_free)
    assert again.is_coded
    assert again.patches.size == again.descriptors.size == again.backs.size == again.icon_moments.any() == 0
    assert again.codes.size <= MOST_BITS
    assert np.isin(again.codes, (-1, 0, 1)).all()


def test_it_reads_another_photo_of_its_printing(picture_free: bytes, others: list[ConfirmedCard]) -> None:
    design = learn_design("learned", [parse_lesson(picture_free)], EX_LIBRIS)
    assert design.is_coded
    seen = read(others, design)
    assert seen.of_design
    right = [icons.codes == "".join(sorted(card.icons)) for icons, card in zip(seen.icons, others, strict=True)]
    assert np.mean(right) >= 0.9
    wrong = [one for one, is_right in zip(seen.icons, right, strict=True) if not is_right]
    assert all(one.confidence < 0.9 for one in wrong)


def test_a_category_that_no_lesson_showed_is_like_none(picture_free: bytes, others: list[ConfirmedCard]) -> None:
    design = learn_design("learned", [parse_lesson(picture_free)], EX_LIBRIS)
    count = Counter("".join(card.icons for card in others))
    left_out = next(code for code in CATEGORIES if count[code])
    codes = design.icon_codes.copy()
    codes[CATEGORIES.index(left_out)] = 0
    partly = replace(design, icon_codes=codes)
    assert list(partly.seen) == [code != left_out for code in CATEGORIES]
    seen = read(others, partly).icons
    held = [icons for icons, card in zip(seen, others, strict=True) if left_out in card.icons]
    assert np.mean(["?" in icons.codes or icons.confidence < 0.9 for icons in held]) >= 0.9
    assert not any(left_out in icons.codes for icons in seen)


def test_icons_of_another_printing_are_counted(picture_free: bytes) -> None:
    design = learn_design("learned", [parse_lesson(picture_free)], EX_LIBRIS)
    seen = read(confirm_cards(take_photo(TAUGHT)), design)
    assert not seen.of_design
    assert all(set(icons.codes) == {"?"} for icons in seen.icons)


def test_lessons_with_pictures_and_without_make_one_design(
    picture_free: bytes, lesson: Lesson, others: list[ConfirmedCard]
) -> None:
    own = describe_cards(others, EX_LIBRIS)
    both = [parse_lesson(picture_free), own]
    # What shows all that the others know is read by its pictures.
    assert not learn_design("mixed", [parse_lesson(picture_free), lesson], EX_LIBRIS).is_coded
    partly = choose_cards(own, [index == 0 for index in range(len(own.cards))])
    mixed = learn_design("mixed", [both[0], partly], EX_LIBRIS)
    assert mixed.is_coded
    assert mixed.seen.all()
    assert {card[0] for card in partly.cards} <= set(mixed.letters)
    joined = join_codes(both, EX_LIBRIS)
    assert 0 < joined.contrast < 1
    same = (joined.codes == both[0].codes).mean(axis=1)
    assert same.min() > 0.8


def test_a_lesson_learned_before_there_were_codes_gets_them(lesson: Lesson) -> None:
    old = replace(lesson, codes=lesson.codes[:, :0])
    packed = format_lesson(old)
    assert drop_pictures([packed]) == [None]
    again = parse_lesson(packed)
    assert not again.codes.shape[1]
    assert (add_codes(again, EX_LIBRIS).codes == lesson.codes).mean() > 0.97


def test_a_lesson_of_no_icons_has_no_codes(lesson: Lesson) -> None:
    none = replace(lesson, codes=lesson.codes[:, :0], cards=tuple((a, b, "") for a, b, _ in lesson.cards))
    assert not add_codes(none, EX_LIBRIS).codes.shape[1]


def test_codes_outlive_being_written(lesson: Lesson) -> None:
    partly = lesson.codes.copy()
    partly[2] = 0
    assert (parse_codes(format_codes(partly)) == partly).all()
    with pytest.raises(LessonError):
        parse_codes({"C": "00"})


@pytest.mark.parametrize("aside", [0, 2])
def test_categories_are_put_in_the_order_of_embeddings_whatever_cards_were_cut_out_aside(aside: int) -> None:
    """Icons that were cut out aside are more like each other than like their categories."""
    rng = np.random.default_rng(5)
    looks, off = rng.normal(size=(len(CATEGORIES), ICON_DIMENSIONS)), rng.normal(size=ICON_DIMENSIONS)
    printed = ["".join(rng.choice([*CATEGORIES], size=rng.integers(2, 5))) for _ in range(16)]
    rows = [
        np.array([looks[CATEGORIES.index(code)] + 0.1 * rng.normal(size=ICON_DIMENSIONS) for code in icons])
        for icons in printed
    ]
    rows[:aside] = [0.2 * row + off for row in rows[:aside]]
    orders = [sorted(set(permutations(icons))) for icons in printed]
    found = order_by_embeddings(rows, orders)
    assert found[aside:] == printed[aside:]
    assert measure_unlikeness(rows, found) < 0.05 < measure_unlikeness(rows, [icons[::-1] for icons in printed])


def test_an_order_that_is_known_stands() -> None:
    rows = [np.eye(ICON_DIMENSIONS)[[0, 1]], np.eye(ICON_DIMENSIONS)[[1, 0]]]
    known = [[tuple("CF")], [tuple("CF")]]
    assert order_by_embeddings(rows, known) == ["CF", "CF"]
