from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.forms.sheets.fitting.sizes import SIZES
from companion.forms.sheets.parts import Layout, Paper, WordStyle
from companion.forms.sheets.sheet import blank_sheet
from companion.forms.sheets.shelves import draw_blank_shelves, draw_shelves, find_scale
from companion.scoring.inspection import Form

from ...scoring.documents.documents import counted, shelved, table
from .games import EVENING, fill, score

shapes = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 25)), min_size=1, max_size=6)


@given(shapes, st.sampled_from(Paper))
def test_all_shelves_of_a_table_fit_one_page_together(shelves, paper):
    scale = find_scale(shelves, paper)
    columns = max(columns for _, columns in shelves)
    width = columns * (scale.width + 0.9) * (2 if scale.layout is Layout.PAIRED else 1)
    assert width <= SIZES[paper].table
    step = 2 if scale.layout is Layout.PAIRED else 1
    rows = sum(max(rows for rows, _ in shelves[i : i + step]) for i in range(0, len(shelves), step))
    assert rows * scale.height <= SIZES[paper].annex


def test_shelves_of_one_sheet_share_one_scale():
    first, second, third = draw_shelves(score(EVENING), "en", Paper.A4)
    assert first.height == second.height == third.height
    assert {shelf.name.text for shelf in (first, second, third)} == {"Rita", "Żółcisława", "Jiří Šťastný"}


def test_a_shelf_shows_its_cards_and_what_became_of_them():
    shelf = draw_shelves(score(EVENING), "en", Paper.A4)[0]
    letters = "".join(words.text for words in shelf.cards.words if words.style is WordStyle.CARD)
    assert letters.startswith("ABCD1324")
    assert "G2" in letters
    assert {words.text for words in shelf.cards.words if words.style is WordStyle.TAG} == {"A1", "+2"}
    assert shelf.cards.backs.count("z") == 2
    assert shelf.cards.slips.count("z") == 1
    assert shelf.cards.under.count("z") == 1
    assert shelf.outline.count("M") == 4
    assert shelf.facts == (
        "13 cards on the shelf",
        "B1 = 4 × 3 + 2 × 1 = 14",
        "A1: G2 does not follow H7 and is flipped face down.",
    )


def test_every_letter_of_a_drawing_has_its_place():
    for shelf in draw_shelves(score(EVENING), "en", Paper.LETTER):
        for words in shelf.cards.words:
            assert len(words.x.split()) == len(words.text)
            assert all(0 <= float(x) <= shelf.width for x in words.x.split())
        for disc in shelf.cards.discs:
            for x, y in re.findall(r"M([\d.]+) ([\d.]+)h", disc.path):
                assert float(x) < shelf.width
                assert float(y) < shelf.height


def test_cards_turned_are_explained_as_far_as_there_is_room_and_then_named():
    game = table(
        shelved("Rita", "S", " ".join(["Z9:CF", *(f"A{n}:CF" for n in range(1, 13))])), shelved("Eric", "H", "")
    )
    rita, eric = draw_shelves(score(game), "en", Paper.A4)
    assert rita.facts[1] == "A1: A1 does not follow Z9 and is flipped face down."
    assert rita.facts[-1] == "A1 flipped A4, A5, A6, A7, A8, A9, A10, A11 +1."
    assert [entry.value for entry in rita.more] == [
        f"A1: A{n} does not follow Z9 and is flipped face down." for n in range(4, 13)
    ]
    assert eric.facts == ("0 cards on the shelf",)


def test_shelves_counted_on_paper_are_named_or_need_no_second_page():
    annex = fill(EVENING).annex
    assert annex is not None
    assert annex.absent.text == "Counted on paper, not drawn: Dária"
    assert fill(table(*(counted(name, "S", (1,) * 6, 4) for name in ("A", "B")))).annex is None


def test_the_key_explains_only_what_is_drawn():
    plain = fill(table(shelved("Rita", "S", "A1:CF"), shelved("Eric", "H", "B1:CF"))).annex
    full = fill(EVENING).annex
    assert plain is not None
    assert full is not None
    assert plain.key == ()
    assert [entry.label for entry in full.key] == ["outline", "down", "tag", "under"]
    assert [mark.code for mark in full.categories] == list("cfhmrs")


@pytest.mark.parametrize("paper", Paper)
def test_blank_shelves_fill_their_page(paper):
    shelves = draw_blank_shelves(4, SIZES[paper].annex, "en", paper)
    assert len(shelves) == 4
    assert shelves[0].cards.slots.count("z") == 36
    assert 4 * (shelves[0].height + 9.5) <= SIZES[paper].annex
    assert shelves[0].width <= SIZES[paper].table + 0.1


def test_the_blank_solo_form_has_one_shelf_and_boxes_for_the_pile():
    annex = blank_sheet(Form.S_42A, "cs", Paper.A4).annex
    assert annex is not None
    assert len(annex.shelves) == 1
    assert annex.pile == "Veřejná městská knihovna"
