"""What a printing looks like, learned from named icons: the next shelf is read; missed icons teach nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.scoring.editions import find_edition
from companion.vision.learning import design_learning
from companion.vision.learning.deck_knowledge import make_box
from companion.vision.learning.icons.icon_places import DesignError, find_icon_places
from companion.vision.learning.lesson_files import format_lesson, parse_lesson
from companion.vision.learning.looks import SeenCard, learn_looks
from companion.vision.photos.encoding import encode_photo
from companion.vision.pipeline import read_photo
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.decks import make_deck

from ..made_photos import SIZE, list_cells, take_photo

FACE, SEED, OTHER = 20_001, 14, 15


@pytest.fixture(scope="module")
def photo():
    return take_photo(SEED, FACE)


def see_cards(photo, shown=None):
    """The cards face up as the taps name them: icons in the order in which they are printed, and no names."""
    icons = {card.write(): card.icons for card in make_deck(1)}
    named = [
        (cell, icons[card["card"]][:shown])
        for cell, card in zip(list_cells(photo), photo.truth["cards"], strict=True)
        if card["card"] != "#"
    ]
    return [SeenCard(cell.card.corners_px, None, codes) for cell, codes in named]


def test_another_shelf_is_read_with_what_was_named_and_no_card_is_known_by_it(photo):
    lesson = parse_lesson(format_lesson(learn_looks(encode_photo(photo.image), SIZE[0], see_cards(photo), EX_LIBRIS)))
    assert {(letter, number) for letter, number, _ in lesson.cards} == {("", 0)}
    assert not lesson.letter_embeddings.any()
    box = make_box(find_edition("en").letters, EX_LIBRIS, {}, [], {}, [lesson])
    assert box.known is not None
    assert box.known.icons == {}
    other = take_photo(OTHER, FACE)
    cards = read_photo(encode_photo(other.image), "", "", box).reading.cards
    truth = [card["card"].partition(":")[2] for card in other.truth["cards"]]
    assert sum(card.icons == icons for card, icons in zip(cards, truth, strict=True) if icons) >= 0.9 * sum(
        map(bool, truth)
    )


def test_cards_with_too_few_icons_for_a_box_teach_nothing(photo):
    with pytest.raises(DesignError, match="icons on"):
        learn_looks(encode_photo(photo.image), SIZE[0], see_cards(photo, 2), EX_LIBRIS)


def test_places_in_a_block_are_found_whatever_order_their_icons_come_in():
    block = np.array([[0.7, 0.1], [0.85, 0.1], [0.7, 0.2], [0.85, 0.2]], np.float32)
    dice = np.random.default_rng(1)
    rows = [block[dice.permutation(4)] + dice.normal(0, 0.004, (4, 2)) for _ in range(9)]
    places = find_icon_places(np.array(rows, np.float32), np.zeros((9, 2), np.float32), EX_LIBRIS)[2]
    assert all(min(abs(x - a) + abs(y - b) for a, b in places) < 0.01 for x, y in block)


def test_no_other_order_is_tried_than_that_in_which_icons_were_named(photo, monkeypatch):
    """Of icons in one ink, another one may fit the pictures as well."""
    lesson = learn_looks(encode_photo(photo.image), SIZE[0], see_cards(photo), EX_LIBRIS)
    ordered = learn_looks(
        encode_photo(photo.image), SIZE[0], [replace(card, in_order=True) for card in see_cards(photo)], EX_LIBRIS
    )
    assert [parse_lesson(format_lesson(one)).in_order for one in (lesson, ordered)] == [False, True]
    tried = []
    part_icons = design_learning._part_icons
    monkeypatch.setattr(design_learning, "_part_icons", lambda *both: tried.append(both) or part_icons(*both))
    design_learning.learn_design("ordered", [ordered], EX_LIBRIS)
    assert not tried
    design_learning.learn_design("in any order", [lesson], EX_LIBRIS)
    assert tried
