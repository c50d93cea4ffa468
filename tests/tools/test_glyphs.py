"""What the nets that read print learn from: nothing that is held out, and truth that is true."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import ImageFont

from tools.glyphs import on_cards
from tools.glyphs.cards import (
    HIGH,
    NOT_A_FRONT,
    REVERSED,
    UPRIGHT,
    WIDE,
    Pack,
    draw_sample,
    draw_targets,
)
from tools.glyphs.fonts import Font, draw_text, find_fonts
from tools.glyphs.free_cards import Stock, draw_free_back, draw_free_card
from tools.glyphs.on_cards import Hand, take_crops
from tools.glyphs.prints import ICON, LETTER, NUMBER
from tools.glyphs.samples import LETTER_PX, NUMBER_PX, draw_letter, draw_nothing, draw_number
from tools.glyphs.styles import restyle
from tools.scenes.faces import parchment
from tools.scenes.fonts import held_out

FONT = Font("", ImageFont.load_default(56), ("A", "B"))
STOCK = Stock(("",), np.full((3, 64, 64), 255, np.uint8))


@pytest.fixture
def default_in_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the default face printed in FONT, whatever fonts there are here."""
    face = replace(parchment(), number_font=FONT.path)
    monkeypatch.setattr(on_cards, "parchment", lambda: face)


@pytest.mark.usefixtures("default_in_font")
def test_no_held_out_face_is_dealt_and_no_held_out_font_opened(tmp_path) -> None:
    for names in held_out().values():
        for name in names:
            (tmp_path / f"{name}.ttf").touch()
    assert not set(Pack(20_000, STOCK).seeds) & set(held_out())
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


@pytest.mark.usefixtures("default_in_font")
def test_the_default_face_is_not_learned_in_the_fonts_of_others() -> None:
    other = replace(FONT, path="/fonts/Other-Regular.otf")
    with pytest.raises(FileNotFoundError, match="none of 1 fonts is of the default face's family"):
        Hand((other,), 0.5)
    assert Hand((other,), 0.0).family == ()


@pytest.mark.usefixtures("default_in_font")
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
    dice, pack = np.random.default_rng(1), Pack(40, STOCK)
    kinds, whole = set(), 0
    for _ in range(60):
        picture, kind, prints = draw_sample(dice, pack)
        kinds.add(kind)
        assert picture.shape == (HIGH, WIDE, 3)
        if kind != UPRIGHT:
            assert not len(prints)
            continue
        heat, _, _ = draw_targets(prints)
        # What another card or an arm hides is no print to be found.
        whole += len(prints) >= 4
        for name in (LETTER, NUMBER, ICON):
            assert (heat[name].max() > 0.5) == (name in prints[:, 0])
    assert kinds == {NOT_A_FRONT, UPRIGHT, REVERSED}
    assert whole > 10


def test_print_that_stands_anywhere_is_on_the_card_and_apart() -> None:
    dice = np.random.default_rng(2)
    places = []
    for _ in range(40):
        picture, prints = draw_free_card(dice, STOCK, 120)
        tall = picture.shape[0] / picture.shape[1]
        assert [one.kind for one in prints[:2]] == [LETTER, NUMBER]
        assert len(prints) in (2, 4, 5, 6)
        boxes = np.array([(one.x - one.width / 2, one.y - one.height / 2, one.x + one.width / 2, one.y + one.height / 2)
                          for one in prints])  # fmt: skip
        assert (boxes > 0).all()
        assert (boxes < 1).all()
        for place, (left, top, right, bottom) in enumerate(boxes):
            for a, t, r, b in boxes[:place]:
                assert right <= a + 0.01 or r <= left + 0.01 or bottom <= t + 0.01 / tall or b <= top + 0.01 / tall
        places.append((prints[0].x, prints[0].y))
    assert np.ptp(places, axis=0).min() > 0.2
    assert draw_free_back(dice, STOCK, 120).shape[1] == 120
