from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.forms.sheets.fitting.sizes import SIZES, Hint, clamp, fit_hint, fit_name, fit_note, fit_sum
from companion.forms.sheets.parts import Paper
from companion.forms.sheets.strokes import draw_frame, draw_oval, draw_zigzag
from companion.settings import ASSETS


@given(st.text(), st.integers(2, 60))
def test_a_clamped_text_is_never_longer_than_asked(text, limit):
    assert len(clamp(text, limit)) <= limit


def test_a_text_is_cut_between_words():
    assert clamp("the goblin must return the ladder", 18) == "the goblin must…"
    assert clamp("Llanfairpwllgwyngyll", 9) == "Llanfair…"


def test_names_shrink_before_they_are_cut():
    sizes = [fit_name(name, 27).size for name in ("Rita", "Maximiliane", "Bartholomew Smith", "x " * 40)]
    assert sizes == ["l", "m", "s", "xs"]
    assert fit_name("Bartholomew Smith", 27).text == "Bartholomew Smith"


def test_turned_cards_are_listed_as_far_as_they_fit():
    assert fit_note(["G2", "M7"], 27) == "G2 M7"
    assert fit_note([f"M{n}" for n in range(10, 30)], 27) == "M10 M11 M12 +17"


def test_sums_that_do_not_fit_their_column_are_left_out():
    ways = ["(15 + 9 + 4 + 0) ÷ 4", "28 ÷ 4"]
    assert [fit_sum(ways, room).text for room in (40, 27, 16, 5)] == [ways[0], ways[0], ways[1], ""]


def test_a_hint_gives_way_to_what_is_written():
    hint = "15, 9, 4; ties pooled"
    assert fit_hint(hint, "Reference Texts", 54) == Hint(hint, "l", is_named=True)
    assert fit_hint(hint, "Niewiarygodna beletrystyka", 40) == Hint(hint, "l", is_named=False)
    assert fit_hint(hint, "Reference Texts", 9) == Hint("", "l", is_named=True)


@pytest.mark.parametrize("paper", Paper)
def test_rows_are_as_high_on_paper_as_the_rings_take_them(paper):
    styles = (ASSETS / "static" / "css" / "sheets" / "print.css").read_text("utf-8")
    block = re.search(rf"\.{paper} {{(.*?)}}", styles, re.DOTALL)
    assert block is not None
    assert f"--category: {SIZES[paper].row:g}mm;" in block[1]
    width = float(re.search(r"--page-width: ([\d.]+)mm", block[1])[1])
    # margins, frame and padding on either side
    assert SIZES[paper].table == pytest.approx(width - 2 * (9 + 0.5 + 0.7 + 0.2 + 6.1), abs=0.1)


@pytest.mark.parametrize("paper", Paper)
def test_boxes_of_a_blank_form_are_high_enough_for_a_pen(paper):
    assert SIZES[paper].row >= 8


@pytest.mark.parametrize("draw", [draw_oval, draw_zigzag])
def test_rings_keep_to_their_box(draw):
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", draw(182, 10))]
    assert all(-1 <= x <= 183 for x in numbers[::2])
    assert all(-1 <= y <= 11 for y in numbers[1::2])
    assert draw(182, 10) == draw(182, 10)


def test_a_frame_crosses_its_corners():
    assert draw_frame(10, 10, 50, 30, 1) == (
        "M9.00 10.00Q35.00 9.60 60.70 10.15M60.00 9.00Q60.30 25.00 59.90 40.80"
        "M61.00 40.00Q35.00 40.35 9.20 39.90M10.00 41.00Q9.65 25.00 10.10 9.10"
    )
