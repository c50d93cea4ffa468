"""What the nets that read print learn from: nothing that is held out, and truth that is true."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import ImageFont

from tools.glyphs.cards import (
    HIGH,
    LETTER,
    NOT_A_FRONT,
    NUMBER,
    REVERSED,
    STRIDE,
    UPRIGHT,
    WIDE,
    Pack,
    draw_sample,
    draw_targets,
)
from tools.glyphs.fonts import Font, draw_text, find_fonts
from tools.glyphs.on_cards import Hand, take_crops
from tools.glyphs.samples import LETTER_PX, NUMBER_PX, draw_letter, draw_nothing, draw_number
from tools.glyphs.styles import restyle
from tools.scenes.fonts import held_out

FONT = Font("", ImageFont.load_default(56), ("A", "B"))


def test_no_held_out_face_is_dealt_and_no_held_out_font_opened(tmp_path) -> None:
    for names in held_out().values():
        for name in names:
            (tmp_path / f"{name}.ttf").touch()
    assert not set(Pack(20_000).seeds) & set(held_out())
    assert not set(Hand((FONT,), 0.5).seeds) & set(held_out())
    assert find_fonts([tmp_path], ("A",)) == ()


@pytest.mark.parametrize("seed", range(5))
def test_a_letter_and_a_number_are_as_big_as_the_nets_want_them(seed: int) -> None:
    dice = np.random.default_rng(seed)
    assert draw_letter(dice, draw_text(FONT, "A")).shape == (LETTER_PX, LETTER_PX)
    assert draw_nothing(dice, (LETTER_PX, LETTER_PX), draw_text(FONT, "B")).shape == (LETTER_PX, LETTER_PX)
    picture, text = draw_number(dice, FONT)
    number, of = map(int, text.split("/"))
    assert picture.shape == NUMBER_PX[::-1]
    assert 1 <= number <= of


def test_print_in_another_style_is_print_still() -> None:
    dice, plain = np.random.default_rng(1), draw_text(FONT, "B")
    drawn = [restyle(dice, plain) for _ in range(300)]
    for ink in drawn:
        assert ink.dtype == np.uint8
        assert min(ink.shape) >= 4
        # Cropped: nothing bare is left around it.
        assert min(ink[0].max(), ink[-1].max(), ink[:, 0].max(), ink[:, -1].max()) > 20
        assert 0.2 < ink.shape[0] / plain.shape[0] < 2
    assert len({(ink.shape, ink.tobytes()) for ink in drawn}) > 250


@pytest.mark.parametrize("default_share", [0.0, 1.0])
def test_a_number_is_cut_out_of_a_photographed_card_as_it_is_printed_there(default_share: float) -> None:
    dice = np.random.default_rng(1)
    hand = Hand((FONT,), default_share)
    for _ in range(10):
        part = hand.deal(dice)
        crops = take_crops(dice, part)
        number, of = map(int, crops.number.split("/"))
        assert (crops.letter, crops.number) == (part.letter, part.number)
        assert 1 <= number <= of
        assert crops.letter_crop.shape == (LETTER_PX, LETTER_PX)
        assert {crop.shape for crop in crops.number_crops} == {NUMBER_PX[::-1]}
        assert max(float(crop.std()) for crop in crops.number_crops) > 1


def test_a_front_has_its_print_where_the_truth_says() -> None:
    dice, pack = np.random.default_rng(1), Pack(40)
    kinds = set()
    for _ in range(40):
        picture, kind, prints = draw_sample(dice, pack)
        kinds.add(kind)
        assert picture.shape == (HIGH, WIDE, 3)
        assert (len(prints) >= 4) == (kind == UPRIGHT)
        heat, _, _ = draw_targets(prints)
        if kind == UPRIGHT:
            assert [row[0] for row in prints[:2]] == [LETTER, NUMBER]
            assert heat[LETTER].max() > 0.8
            assert (prints[:, 1:3] > 0).all()
            assert (prints[:, 2] < HIGH / STRIDE).all()
    assert kinds == {NOT_A_FRONT, UPRIGHT, REVERSED}
