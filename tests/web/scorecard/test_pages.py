"""The scorecard: every figure with its reason, and the two questions that only the table can answer."""

from __future__ import annotations

import json
import re

import pytest

from ..conftest import FIGURES


def read_row(page: str, section: str) -> list[str]:
    """The figures of a section's first row."""
    row = re.search(rf'<tr [^>]*data-section="{section}">.*?</tr>', page, re.DOTALL)
    assert row is not None
    return re.findall(r"<td[^>]*>(.*?)</td>", row[0])


def test_a_scorecard_is_shown_as_soon_as_there_is_one(visitor, finished):
    page = visitor.open(f"{finished}/scorecard")
    assert read_row(page, "A1") == ["1", "–"]
    assert read_row(page, "B1") == ["6", "12"]
    assert read_row(page, "B2") == ["9", "15"]
    assert read_row(page, "B3") == ["−1", "−4"]
    assert read_row(page, "=") == ["19", "61"]
    assert "Grand Librarian" in page
    assert "Eric leads by 42 points; no tiebreak was needed." in page


def test_every_section_gives_its_reasons(visitor, finished):
    page = visitor.open(f"{finished}/scorecard")
    for section in ("A1", "A2", "B1", "B2", "B3", "B4", "B5"):
        assert f'id="why-{section}"' in page
        assert f'href="#why-{section}"' in page
    assert "A3 does not follow D4 and is flipped face down." in page
    assert "Counted on paper." in page
    assert "Focus Spells & Potions: 1 book, 2 points each." in page


def test_shelves_are_drawn_as_laid_out(visitor, finished):
    page = visitor.open(f"{finished}/scorecard")
    assert len(re.findall(r'<td class="card[^"]* standing', page)) == 4
    assert len(re.findall(r'<td class="card down flipped[^"]* stacked', page)) == 1
    assert page.count('<td class="gap">') == 1


def test_before_that_the_desk_says_what_is_missing(visitor, desk):
    visitor.open(f"{desk}/scorecard")
    assert visitor.status == 302
    assert "Here is what is still missing." in visitor.open(desk)


@pytest.mark.parametrize("address", ["sheet", "sheet.pdf"])
def test_before_that_there_is_no_form_either(visitor, desk, address):
    visitor.open(f"{desk}/{address}")
    assert visitor.status == 302


def test_a_tie_asks_for_the_cards_in_hand(visitor, tied):
    assert "First place is tied: the cards left in hand decide." in visitor.open(tied)
    page = visitor.open(f"{tied}/scorecard")
    assert 'name="hand-1"' in page
    assert 'name="hand-2"' in page
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "3", "hand-2": " 1 "})
    assert "decided by the fewest cards in hand: Eric." in page
    assert 'name="hand-1" value="3"' in page


def test_a_hand_of_more_cards_than_the_box_has_left_is_refused(visitor, tied, find_kept):
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "150", "hand-2": "4"})
    assert visitor.status == 422
    # Two tallies of 40 books are ten cards each at least, and four are in the other hand.
    assert "There can be 128 cards in hand at most" in page
    assert 'name="sure-' not in page
    assert 'name="hand-1" value="150"' in page
    assert [seat.hand for seat in find_kept(tied).seats] == ["", ""]


def test_an_unlikely_hand_is_asked_about_and_kept_once_somebody_is_sure(visitor, tied, find_kept):
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "21", "hand-2": "20"})
    assert visitor.status == 422
    assert "21 cards in hand: is that right?" in page
    assert re.findall(r'name="(sure-\d)" value="(\d+)"', page) == [("sure-1", "21")]
    visitor.send(f"{tied}/scorecard/hands", {"hand-1": "22", "hand-2": "20", "sure-1": "21"})
    assert visitor.status == 422
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "21", "hand-2": "20", "sure-1": "21"})
    assert visitor.status == 200
    assert [seat.hand for seat in find_kept(tied).seats] == ["21", "20"]
    assert "decided by the fewest cards in hand: Eric." in page


def test_a_page_with_a_question_about_a_hand_is_not_replaced_while_it_is_answered(visitor, tied):
    """The live card knows nothing of what was typed here: it would take it away, and the box to tick with it."""
    assert "data-live" in visitor.open(f"{tied}/scorecard")
    for typed in ("21", "x", "150"):
        page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": typed, "hand-2": "20", "back": "walk"})
        assert visitor.status == 422
        assert "data-live" not in page
        assert "data-etag" not in page
    assert "data-live" in visitor.open(f"{tied}/scorecard")


def test_being_sure_does_not_make_an_impossible_hand_possible(visitor, tied, find_kept):
    visitor.send(f"{tied}/scorecard/hands", {"hand-1": "150", "hand-2": "4", "sure-1": "150"})
    assert visitor.status == 422
    assert [seat.hand for seat in find_kept(tied).seats] == ["", ""]


def test_a_hand_is_held_against_what_another_phone_has_entered(visitor, tied, find_kept):
    visitor.send(f"{tied}/scorecard/hands", {"hand-1": "100", "sure-1": "100"})
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-2": "33", "sure-2": "33"})
    assert "There can be 32 cards in hand at most" in page
    assert [seat.hand for seat in find_kept(tied).seats] == ["100", ""]


def test_a_hand_that_is_cleared_in_the_same_form_leaves_its_cards_to_the_others(visitor, tied, find_kept):
    visitor.send(f"{tied}/scorecard/hands", {"hand-1": "100", "sure-1": "100"})
    visitor.send(f"{tied}/scorecard/hands", {"hand-1": "", "hand-2": "33", "sure-2": "33"})
    assert visitor.status == 200
    assert [seat.hand for seat in find_kept(tied).seats] == ["", "33"]


def test_a_faulty_hand_typed_on_the_walk_stays_in_its_step(visitor, tied):
    on_the_walk = {"back": "walk", "at": "TIEBREAK"}
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "x", "hand-2": "45", **on_the_walk})
    assert visitor.status == 422
    assert 'data-step="TIEBREAK"' in page
    assert "data-live" not in page
    assert "Expected a whole number such as 7, found “x”." in page
    assert re.search(r'name="hand-1" value="x"[^>]* aria-invalid="true"', page)
    assert 'name="sure-2" value="45"' in page
    visitor.send(f"{tied}/scorecard/hands", {"hand-1": "3", "hand-2": "45", "sure-2": "45", **on_the_walk})
    assert visitor.address == f"{tied}/walk/TIEBREAK"


def test_what_is_answered_while_following_leads_on_with_the_inspector(visitor, tied):
    visitor.send(f"{tied}/scorecard/hands", {"hand-1": "3", "hand-2": "4", "back": "walk"})
    assert visitor.address == f"{tied}/walk"


def test_hands_can_be_corrected(visitor, tied):
    visitor.send(f"{tied}/scorecard/hands", {"hand-1": "3", "hand-2": "1"})
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "0", "hand-2": "1"})
    assert "decided by the fewest cards in hand: Rita." in page


@pytest.mark.parametrize("typed", ["a few", "-1", "1.5"])
def test_a_hand_that_is_no_number_is_kept_and_reported(visitor, tied, typed):
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": typed, "hand-2": "4"})
    assert visitor.status == 422
    assert f"Expected a whole number such as 7, found “{typed}”." in page
    assert f'value="{typed}"' in page
    assert 'value="4"' in page


def test_what_a_guest_counted_meanwhile_is_not_wiped_out_by_an_older_page_of_the_hosts(evening, find_kept):
    evening.fill()
    for position, phone in ((1, evening.rita), (2, evening.eric)):
        tally = {**FIGURES, "H": "7", "stability": "12"}
        evening.send(f"/seats/{position}/tally", phone, tally)
    evening.send("/reveal", evening.rita)
    page = evening.rita.open(f"{evening.desk}/scorecard")
    older = dict(re.findall('name="((?:hand|was)-[12])" value="([^"]*)"', page))
    assert older == {"hand-1": "", "was-1": "", "hand-2": "", "was-2": ""}
    evening.send("/scorecard/hands", evening.eric, {"hand-2": "3", "was-2": ""})
    evening.send("/scorecard/hands", evening.rita, {**older, "hand-1": "5"})
    assert [seat.hand for seat in find_kept(evening.desk).seats] == ["5", "3"]


def test_half_an_answer_asks_on(visitor, tied):
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "3", "hand-2": ""})
    assert "count the cards left in hand (Rita, Eric)" in page


def test_the_reading_race_is_won_by_a_button_and_can_be_taken_back(visitor, tied):
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "2", "hand-2": "2"})
    assert "the first to finish reading a book wins (Rita, Eric)" in page
    page = visitor.send(f"{tied}/scorecard/reading", {"winner": "2"})
    assert "first to finish reading a book: Eric." in page
    assert 'value="2" aria-pressed="true"' in page
    assert "differs by edition" in page
    page = visitor.send(f"{tied}/scorecard/reading", {"winner": ""})
    assert 'aria-pressed="true"' not in page


def test_what_the_table_has_answered_is_folded_away(visitor, tied):
    assert 'id="mend-' not in visitor.open(f"{tied}/scorecard")
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "2", "hand-2": "2"})
    assert [part in page for part in ('id="mend-hands"', 'id="mend-race"')] == [True, False]
    page = visitor.send(f"{tied}/scorecard/reading", {"winner": "2"})
    assert [part in page for part in ('id="mend-hands"', 'id="mend-race"')] == [True, True]
    # What was refused has to be seen.
    assert 'id="mend-hands"' not in visitor.send(f"{tied}/scorecard/hands", {"hand-1": "many"})


def test_nobody_wins_the_race_who_does_not_sit_here(visitor, tied):
    visitor.send(f"{tied}/scorecard/reading", {"winner": "7"})
    assert visitor.status == 404


@pytest.mark.parametrize(
    ("edition", "sentence", "runs"), [("cs", "the victory is shared", False), ("de", "a reading race decides", True)]
)
def test_other_editions_end_differently(visitor, tied, edition, sentence, runs):
    table = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-0-focus": "S"}
    table |= {"seats-1-position": "2", "seats-1-name": "Eric", "seats-1-focus": "H"}
    head = {"form": "B-7c", "edition": edition, "prominent": "R", "banned": "C"}
    visitor.send(f"{tied}/details", {**head, **table})
    page = visitor.send(f"{tied}/scorecard/hands", {"hand-1": "2", "hand-2": "2"})
    assert sentence in page
    assert ("The reading race" in page) is runs


def test_a_license_is_granted_or_refused(visitor, solo):
    page = visitor.open(f"{solo}/scorecard")
    assert "License granted to Rita" in page
    assert "Public library" in page
    assert "Place" not in page.split("</table>")[0].split("<table")[1]


def test_remarks_are_shown_with_the_scorecard(visitor):
    desk = visitor.start("Rita", "Eric", banned="R")
    for position in (1, 2):
        visitor.send(f"{desk}/seats/{position}/shelf", {"shelf": "A1:CF . B2:MM"})
    page = visitor.open(f"{desk}/scorecard")
    assert "Reference Texts is both prominent and banned" in page
    assert "Having no prominent book is still a place" in page


def test_the_inspection_can_be_downloaded_as_json(visitor, finished):
    document = json.loads(visitor.open(f"{finished}/inspection.json"))
    assert document["format"] == "ex-libris/inspection@1"
    assert document["players"][0]["shelf"] == "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"
    assert document["players"][1]["tally"] == {"C": 4, "F": 8, "H": 10, "M": 6, "R": 8, "S": 7}
    assert visitor.headers["Content-Disposition"] == 'attachment; filename="ex-libris-b-7c-2026-11-20-rita-eric.json"'


def test_an_unfinished_inspection_can_be_taken_home_too(visitor, desk):
    document = json.loads(visitor.open(f"{desk}/inspection.json"))
    assert document["players"] == [{"name": "Rita", "focus": "S"}, {"name": "Eric", "focus": "H"}]
