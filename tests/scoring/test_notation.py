from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.scoring import NotationError, format_shelf, parse_shelf
from companion.scoring.cards import Card, Icons
from companion.scoring.categories import Category
from companion.scoring.notation import Expected, format_card, read_rows
from companion.scoring.shelf import Place, Shelf

from .strategies import editions, noted_cards, shelves

SAMPLE = "S1:HHMM E6:HR . G4:MMR / # L5:CMR L2:CM M4:HS / M7:CFH Q2:CCFM~ T5:CFMS T6:FHMS+"


def icons(codes: str) -> Icons:
    return tuple(None if code == "?" else Category(code) for code in codes)


TOKENS = [
    ("M8:CFFR", Card("M", 8, icons("CFFR"))),
    ("M99:CF", Card("M", 99, icons("CF"))),
    ("M8/10:CFFR", Card("M", 8, icons("CFFR"), of=10)),
    ("M8/10", Card("M", 8, of=10)),
    ("M8", Card("M", 8)),
    ("Ł2:CF", Card("Ł", 2, icons("CF"))),
    ("CH3:CF", Card("CH", 3, icons("CF"))),
    ("#", Card(face_down=True)),
    ("?", Card()),
    ("?8:CF", Card(None, 8, icons("CF"))),
    ("?8/10:CF", Card(None, 8, icons("CF"), of=10)),
    ("?8", Card(None, 8)),
    ("M?:CF", Card("M", None, icons("CF"))),
    ("M?", Card("M")),
    ("M8:C?", Card("M", 8, icons("C?"))),
    ("M8:??", Card("M", 8, icons("??"))),
    ("??:CF", Card(None, None, icons("CF"))),
    ("M8:CFFR~", Card("M", 8, icons("CFFR"), face_down=True)),
    ("M8~", Card("M", 8, face_down=True)),
    ("M8:CF+", Card("M", 8, icons("CF"), entombed=True)),
    ("M8:CF~+", Card("M", 8, icons("CF"), face_down=True, entombed=True)),
    ("#+", Card(face_down=True, entombed=True)),
    ("?+", Card(entombed=True)),
    ("M8:C", Card("M", 8, icons("C"))),
    ("M8:CCCCCC", Card("M", 8, icons("CCCCCC"))),
]


@pytest.mark.parametrize(("token", "card"), TOKENS, ids=[token for token, _ in TOKENS])
def test_every_token_is_read_and_written(token: str, card: Card) -> None:
    assert parse_shelf(token) == Shelf(((card,),))
    assert format_shelf(Shelf(((card,),)), with_counts=True) == token


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("m8:rffc", "M8:CFFR"),
        ("ch3:sm", "CH3:MS"),
        ("ł2:cf", "Ł2:CF"),
        ("M8:?C", "M8:C?"),
        ("M8:S?C?", "M8:CS??"),
        ("#~", "#"),
        ("#~+", "#+"),
        ("#+~", "#+"),
        ("M8:CF+~", "M8:CF~+"),
        ("M8/10:CF", "M8:CF"),
        ("", ""),
        ("  \t\n", ""),
        (" A1:CF\tB1:CF\n/C1:CF ", "A1:CF B1:CF / C1:CF"),
        ("A1:CF/B1:CF", "A1:CF / B1:CF"),
        ("#/#/#", "# / # / #"),
        ("A1/ B1", "A1 / B1"),
        ("A1 /2 B1", None),
        ("A1:CF . .", "A1:CF"),
        (". . A1:CF", ". . A1:CF"),
        (". / A1:CF . / B1:CF / . .", "A1:CF / B1:CF"),
        ("/ / A1:CF / / B1:CF / /", "A1:CF / / B1:CF"),
        ("A1:CF / . . / B1:CF", "A1:CF / / B1:CF"),
        (". A1:CF / . B1:CF", ". A1:CF / . B1:CF"),
        (SAMPLE, SAMPLE),
    ],
)
def test_what_is_typed_comes_out_in_one_form(typed: str, written: str | None) -> None:
    if written is None:
        with pytest.raises(NotationError):
            parse_shelf(typed)
    else:
        assert format_shelf(parse_shelf(typed)) == written


def test_decomposed_letters_are_composed() -> None:
    decomposed = unicodedata.normalize("NFD", "ś1:CF Č2:CF")
    assert decomposed != "ś1:CF Č2:CF"
    assert format_shelf(parse_shelf(decomposed)) == "Ś1:CF Č2:CF"


def test_a_zero_in_front_of_a_number_means_nothing() -> None:
    assert format_shelf(parse_shelf("M09/09:CF M10:CF"), with_counts=True) == "M9/9:CF M10:CF"


@pytest.mark.parametrize(
    ("notation", "rows"),
    [
        ("M8/10:CF", 1),
        ("M8/1", 1),
        ("M8 /10:CF", None),
        ("M8/ A1", 2),
        ("M8/A1", 2),
        ("M8:CF/A1:CF", 2),
        ("M8~/A1", 2),
        ("M8/10/A1", 2),
        ("M8/10/12", None),
    ],
)
def test_a_slash_between_two_digits_is_a_count_and_any_other_ends_a_row(notation: str, rows: int | None) -> None:
    if rows is None:
        with pytest.raises(NotationError):
            parse_shelf(notation)
    else:
        assert len(parse_shelf(notation).rows) == rows


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("M", Expected.NUMBER),
        ("M0:CF", Expected.NUMBER),
        ("M008:CF", Expected.NUMBER),
        ("A1:CF;B1:CF", Expected.SPACE),
        ("A1:CF,", Expected.SPACE),
        ("A1:CF++", Expected.ONE_SUFFIX),
        ("A1:CF~~", Expected.ONE_SUFFIX),
        ("A1:CF+~+", Expected.ONE_SUFFIX),
        ("M100:CF", Expected.NUMBER),
        ("M8/0:CF", Expected.NUMBER),
        ("M8/100:CF", Expected.NUMBER),
        ("M8CF", Expected.NUMBER),
        ("M-8:CF", Expected.NUMBER),
        ("M²:CF", Expected.NUMBER),
        ("M８:CF", Expected.NUMBER),
        ("M8:", Expected.CATEGORIES),
        ("M8:XY", Expected.CATEGORIES),
        ("M8:C-F", Expected.CATEGORIES),
        ("M8:C:F", Expected.CATEGORIES),
        ("M8:CF~~", Expected.ONE_SUFFIX),
        ("M8:ſ", Expected.CATEGORIES),
        ("~", Expected.CARD_FOR_SUFFIX),
        ("+", Expected.CARD_FOR_SUFFIX),
        ("~+", Expected.CARD_FOR_SUFFIX),
        (".+", Expected.CARD_FOR_SUFFIX),
        (".~", Expected.CARD_FOR_SUFFIX),
        ("8:CF", Expected.CELL),
        ("..", Expected.CELL),
        ("##", Expected.CELL),
        ("#:CF", Expected.CELL),
        ("?:CF", Expected.CELL),
        ("??", Expected.CELL),
        ("?~", Expected.CELL),
        ("²3:CF", Expected.CELL),
        # These have no upper case of one letter: what would be written could not be read again.
        ("ǰ1:CF", Expected.CELL),
        ("!", Expected.CELL),
    ],
)
def test_an_unreadable_token_is_named_with_its_place_and_what_was_expected(token: str, expected: Expected) -> None:
    with pytest.raises(NotationError) as caught:
        parse_shelf(f"/ A1:CF . {token} B1:CF")
    (fault,) = caught.value.faults
    assert (fault.place, fault.token, fault.expected) == (Place(1, 2), token, expected)
    assert f"row 2, place 3: expected {expected}, found {token!r}" in str(caught.value)


def test_all_faults_come_at_once() -> None:
    with pytest.raises(NotationError) as caught:
        parse_shelf("A1:CF X / . M0 / M8:Q")
    assert [tuple(fault.place) for fault in caught.value.faults] == [(0, 1), (1, 1), (2, 0)]
    assert "3 fault(s)" in str(caught.value)


def test_rows_as_typed_keep_their_empty_places() -> None:
    rows, faults = read_rows("/ . A1:CF X . /")
    assert rows == ((), (None, Card("A", 1, icons("CF")), None, None), ())
    assert [fault.token for fault in faults] == ["X"]


def test_a_count_without_a_number_is_not_written() -> None:
    assert format_card(Card("M", of=10), with_counts=True) == "M?"


@given(st.data())
def test_what_is_written_reads_back(data: st.DataObject) -> None:
    shelf = data.draw(shelves(noted_cards(data.draw(editions)), rows=3, columns=3))
    assert parse_shelf(format_shelf(shelf, with_counts=True)) == shelf
    uncounted = Shelf(tuple(tuple(cell and replace(cell, of=None) for cell in row) for row in shelf.rows))
    assert parse_shelf(format_shelf(shelf)) == uncounted


PIECES = [
    *"CFHMRS?#.~+/:0189 \n",
    "A",
    "ł",
    "CH",
    "ß",
    "²",
    "M8",
    "10",
    "M8:CF",
    "A1:CF B1:MM",
    " / ",
    "\u0301",
    "a\u0328",
]


@given(st.text(max_size=12) | st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example("ŉ1:CF")
@example("\u03451:CF")
@example("\ud800")
def test_any_text_is_read_or_refused_and_reading_is_stable(text: str) -> None:
    rows, faults = read_rows(text)
    if faults:
        assert all(rows[fault.place.row][fault.place.column] is None for fault in faults)
        with pytest.raises(NotationError):
            parse_shelf(text)
    else:
        written = format_shelf(parse_shelf(text), with_counts=True)
        assert parse_shelf(written) == parse_shelf(text)
        assert format_shelf(parse_shelf(written), with_counts=True) == written
