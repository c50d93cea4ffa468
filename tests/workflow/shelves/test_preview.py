"""The preview says what the rules will do, in the coordinates of the rows as typed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring.documents.inspections import read_inspection
from companion.scoring.inspector import inspect
from companion.workflow.shelves.preview import has_errors, preview_shelf


def preview(text: str, **options):
    return preview_shelf(text, **{"edition": "en", "language": "en", **options})


def test_rows_are_shown_as_typed_with_nothing_trimmed():
    rows = preview("/ . A1/7:CF . / B?:C? #+ C2:HH~ /")["rows"]
    assert rows[0] == []
    assert rows[1][0] is None
    assert rows[1][1] == {
        "letter": "A",
        "number": 1,
        "of": 7,
        "icons": "CF",
        "face_down": False,
        "entombed": False,
        "unread": False,
    }
    assert rows[1][2] is None
    unread, back, known_back = rows[2]
    assert (unread["icons"], unread["unread"], unread["number"]) == ("C?", True, None)
    assert (back["face_down"], back["entombed"], back["letter"]) == (True, True, None)
    assert (known_back["face_down"], known_back["letter"]) == (True, "C")
    assert rows[3] == []


def test_an_empty_row_above_moves_nothing():
    low, high = preview("A1:CF B2:MM / C3:RR B1:SS"), preview("/ / A1:CF B2:MM / C3:RR B1:SS")
    assert [flip["place"] for flip in low["flipped"]] == [[1, 1]]
    assert [(flip["place"], flip["after"]) for flip in high["flipped"]] == [([3, 1], [3, 0])]
    assert low["rectangle"] == {"top": 0, "left": 0, "height": 2, "width": 2}
    assert high["rectangle"] == {"top": 2, "left": 0, "height": 2, "width": 2}


def test_a_card_that_will_be_turned_says_why_and_shows_no_books():
    shown = preview("H7:CC G2:FF")
    assert shown["flipped"][0]["sentence"] == "G2 does not follow H7: the check will flip it."
    assert shown["tally"] == {"C": 2, "F": 0, "H": 0, "M": 0, "R": 0, "S": 0}
    assert (shown["books"], shown["cards"], shown["stability"], shown["rectangle"]) == (2, 2, 0, None)


def test_what_cannot_be_read_is_passed_over_and_still_stands():
    shown = preview("A1:CF ?!? / C3:HH D4:MM")
    assert shown["rectangle"] == {"top": 0, "left": 0, "height": 2, "width": 2}
    assert {"unread": True, "token": "?!?"}.items() <= shown["rows"][0][1].items()
    assert shown["flipped"] == []
    assert [(finding["code"], finding["row"], finding["column"]) for finding in shown["findings"]] == [
        ("unreadable-token", 0, 1)
    ]
    assert has_errors(shown)


def test_a_letter_of_another_edition_is_passed_over():
    shown = preview("B1:CF Ł2:HH C3:MM")
    assert shown["flipped"] == []
    assert shown["findings"][0]["code"] == "unknown-letter"
    assert not has_errors(preview("B1:CF Ł2:HH", edition="pl"))


def test_warnings_are_no_errors():
    shown = preview("A1:C . B2:FF / C3:FF")
    assert {finding["code"] for finding in shown["findings"]} == {"icons-count", "shelf-in-pieces"}
    assert not has_errors(shown)


def test_a_card_of_another_shelf_is_reported_only_where_it_is_looked_at():
    shown = preview("B3:MM A1:CF", others={"Eric": "A1:CF C2:HH C2:HH"})
    assert [(finding["code"], finding["column"]) for finding in shown["findings"]] == [("duplicate-card", 1)]
    assert "Eric" in shown["findings"][0]["message"]


def test_an_empty_shelf_has_nothing_on_it():
    shown = preview("", version=7)
    assert (shown["shelf"], shown["version"], shown["rows"], shown["cards"]) == ("", 7, [[]], 0)
    assert (shown["findings"], shown["flipped"], shown["rectangle"]) == ([], [], None)


@given(st.text(alphabet="ABZŁ?#.~+:/ 019CFHMRScx\n", max_size=80))
def test_no_text_is_too_strange_for_it(text):
    json.dumps(preview(text, others={"Eric": text}))


cards = st.builds("{}{}:{}".format, st.sampled_from("ABCDEFG"), st.integers(1, 9), st.sampled_from(["CF", "HMR", "SS"]))
cells = st.one_of(cards, cards.map("{}~".format), st.sampled_from([".", "#", "#+"]))
shelves = st.lists(st.lists(cells, max_size=6).map(" ".join), min_size=1, max_size=4).map(" / ".join)


@given(shelves)
def test_it_foretells_exactly_what_the_inspector_does(text):
    shown = preview(text)
    document = {"format": "ex-libris/inspection@1", "form": "B-7c", "edition": "en", "prominent": "R", "banned": "C"}
    inspection, _ = read_inspection({**document, "players": [{"name": "Rita", "focus": "S", "shelf": text}]})
    (player,) = inspect(inspection).players
    assert player.order is not None
    assert shown["tally"] == {category.value: books for category, books in player.figures.tally.items()}
    assert shown["stability"] == player.figures.stability.points
    assert len(shown["flipped"]) == len(player.order.flips)
    for flip in shown["flipped"]:
        row, column = flip["place"]
        assert not shown["rows"][row][column]["face_down"]


@pytest.mark.parametrize("language", ["en", "de", "cs", "pl", "pt-BR"])
def test_it_speaks_every_language(language):
    assert preview("H7:CC G2:FF", language=language)["flipped"][0]["sentence"]
