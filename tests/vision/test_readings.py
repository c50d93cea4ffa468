"""A reading in the words of the formats."""

from __future__ import annotations

import json

import pytest

from companion.scoring.notation import parse_shelf
from companion.vision.geometry import Quad
from companion.vision.problems import PhotoFinding, Problem
from companion.vision.readings import Candidate, Confidence, Face, ReadCard, Reading, format_reading

CORNERS: Quad = ((1.04, 2), (11, 2), (11, 16), (1, 16))
SURE = Confidence(0.99, 0.98, 0.97, 0.95)


def make_card(
    row: int, column: int, letter: str | None = "S", number: int | None = 1, icons: str | None = "HHMM"
) -> ReadCard:
    return ReadCard(row, column, Face.UP, CORNERS, SURE, letter, number, 10 if number else None, icons)


def make_back(row: int, column: int) -> ReadCard:
    return ReadCard(row, column, Face.DOWN, CORNERS, Confidence(0.96))


def read(*cards: ReadCard) -> Reading:
    return Reading("IMG_1.jpg", "default", cards, (), {"decode": 61, "find": 140, "read": 95, "total": 310})


def test_a_shelf_is_written_in_shelf_notation() -> None:
    reading = read(make_card(0, 0), make_card(0, 2, "E", 6, "HR"), make_back(1, 1))
    assert reading.shelf == "S1:HHMM . E6:HR / . #"


@pytest.mark.parametrize(
    ("card", "written"),
    [
        (make_card(0, 0, None), "?1:HHMM"),
        (make_card(0, 0, "M", None, "CF"), "M?:CF"),
        (make_card(0, 0, "M", 8, "C?"), "M8:C?"),
        (make_card(0, 0, "M", 8, "?"), "M8:?"),
        (make_card(0, 0, None, None, "CF"), "??:CF"),
        (make_card(0, 0, None, None, "???"), "?"),
        (make_card(0, 0, None, None, None), "?"),
    ],
)
def test_what_was_not_read_is_a_question_mark_that_the_notation_knows(card: ReadCard, written: str) -> None:
    assert card.write() == written
    parse_shelf(written)


def test_a_card_of_which_neither_side_was_made_out_is_no_back() -> None:
    card = ReadCard(0, 0, Face.UNKNOWN, CORNERS, Confidence(0.5))
    assert card.write() == "?"
    (document,) = format_reading(read(card), [])["cards"]  # type: ignore[misc]
    assert (document["face"], document["letter"], document["confidence"]) == ("unknown", None, {"cell": 0.5})


def test_the_tally_counts_what_lies_face_up_and_was_read() -> None:
    reading = read(make_card(0, 0), make_card(0, 1, "M", 8, "C?"), make_back(0, 2))
    assert reading.tally == {"C": 1, "F": 0, "H": 2, "M": 2, "R": 0, "S": 0}


def test_a_card_is_as_sure_as_its_least_value() -> None:
    assert SURE.least == 0.95
    assert Confidence(0.96).least == 0.96


def test_the_document_is_that_of_the_formats() -> None:
    card = ReadCard(
        0, 0, Face.UP, CORNERS, Confidence(0.99, 0.98, 0.97, 0.95), "S", 1, 10, "HHMM", (Candidate("S7:HHMM", 0.0204),)
    )
    reading = Reading("IMG_1.jpg", "default", (card, make_back(0, 1)), (PhotoFinding(Problem.BLURRED),), {"total": 310})
    assert json.loads(json.dumps(format_reading(reading, [{"code": "blurred"}]))) == {
        "format": "ex-libris/reading@1",
        "photo": "IMG_1.jpg",
        "deck": "default",
        "shelf": "S1:HHMM #",
        "cards": [
            {
                "row": 0, "column": 0, "face": "up", "letter": "S", "number": 1, "of": 10, "icons": "HHMM",
                "confidence": {"cell": 0.99, "letter": 0.98, "number": 0.97, "icons": 0.95}, "source": "glyphs",
                "doubts": [],
                "candidates": [{"card": "S7:HHMM", "confidence": 0.02}],
                "corners": [[1.0, 2], [11, 2], [11, 16], [1, 16]],
            },
            {
                "row": 0, "column": 1, "face": "down", "letter": None, "number": None, "of": None, "icons": None,
                "confidence": {"cell": 0.96}, "source": "glyphs", "doubts": [], "candidates": [],
                "corners": [[1.0, 2], [11, 2], [11, 16], [1, 16]],
            },
        ],
        "tally": {"C": 0, "F": 0, "H": 2, "M": 2, "R": 0, "S": 0},
        "findings": [{"code": "blurred"}],
        "elapsed_ms": {"total": 310},
    }  # fmt: skip


def test_no_cards_are_an_empty_shelf() -> None:
    assert read().shelf == ""
