"""The public library of S-42A: a tally or the cards of the discard pile."""

from __future__ import annotations

import pytest

FIGURES = {"C": "1", "F": "2", "H": "3", "M": "4", "R": "5", "S": "6"}


@pytest.fixture
def licence(visitor) -> str:
    return visitor.start("Rita", form="S-42A")


def test_its_focus_and_its_pile_are_asked_for(visitor, licence):
    page = visitor.open(licence)
    assert page.count("Nothing entered yet") == 2
    assert "Discard pile" in page


def test_the_pile_is_counted_by_category(visitor, licence):
    page = visitor.send(f"{licence}/library", {"focus": "F", "kind": "tally", **FIGURES})
    assert visitor.address == licence
    assert "public library is not" not in page


def test_the_pile_is_written_down_card_by_card(visitor, licence):
    page = visitor.send(f"{licence}/library", {"focus": "F", "kind": "discards", "discards": "B2:CF K1:RS"})
    assert "Entered card by card" in page
    assert "2 cards, 4 books" in visitor.open(f"{licence}/library")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "tally", **FIGURES, "H": "many"}, "Expected a whole number such as 7, found “many”."),
        ({"kind": "tally", "C": "3"}, "Nothing is entered here. Enter 0 if there are none."),
        ({"kind": "discards", "discards": "B2:CF #"}, "“#” cannot be a discard"),
        ({"kind": "discards", "discards": "B2:CF K"}, "“K” cannot be read"),
        ({"kind": "discards", "discards": "B2"}, "B2 has no icons yet."),
    ],
)
def test_what_cannot_be_counted_is_kept_and_reported(visitor, licence, fields, sentence):
    page = visitor.send(f"{licence}/library", {"focus": "F", **fields})
    assert visitor.status == 422
    assert sentence in page
    again = visitor.open(f"{licence}/library")
    for text in fields.values():
        assert text in again
    assert "See the scorecard" not in visitor.open(licence)


def test_whoever_fills_in_only_the_other_way_means_it(visitor, licence):
    visitor.send(f"{licence}/library", {"focus": "F", "kind": "tally", "discards": "B2:CF K1:RS"})
    assert "Entered card by card" in visitor.open(licence)


def test_the_way_that_does_not_count_is_kept(visitor, licence):
    visitor.send(f"{licence}/library", {"focus": "F", "kind": "tally", "discards": "B2:CF K1:RS", **FIGURES})
    page = visitor.open(f"{licence}/library")
    assert "B2:CF K1:RS" in page
    assert 'value="tally" checked' in page


def test_a_game_of_several_has_no_public_library(visitor, desk):
    visitor.open(f"{desk}/library")
    assert visitor.status == 404


def test_a_page_that_is_older_than_a_count_shows_both(visitor, licence, find_kept):
    fields = {"focus": "F", "kind": "tally", "version": 1}
    visitor.send(f"{licence}/library", {**fields, **FIGURES})
    page = visitor.send(f"{licence}/library", {**fields, **FIGURES, "C": "9"})
    assert visitor.status == 409
    assert "Two versions" in page
    assert 'name="version" value="2"' in page
    assert find_kept(licence).library.tally["C"] == "1"
    visitor.send(f"{licence}/library", {**fields, **FIGURES, "C": "9", "version": 2})
    assert find_kept(licence).library.tally["C"] == "9"


def test_a_pile_that_was_not_touched_on_a_page_stays_as_its_editor_has_stored_it(visitor, licence, find_kept):
    visitor.send(f"{licence}/library/pile", {"shelf": "B2:CF"})
    left = {"focus": "F", "kind": "discards", "version": 1, "discards": "", "was-discards": ""}
    visitor.send(f"{licence}/library", {**left, "go": "pile"})
    assert visitor.address == f"{licence}/library/pile"
    assert find_kept(licence).library.discards == "B2:CF"
    visitor.send(f"{licence}/library", {**left, "discards": "K1:RS"})
    assert visitor.status == 409
    assert find_kept(licence).library.discards == "B2:CF"
