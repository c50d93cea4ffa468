"""The pages of the advice: trying, accepting, undoing, and refusing; and what each player could have had."""

from __future__ import annotations

import json
import re

import pytest

LOSING = "Z2:CF A1:FHM B1:FMS C1:FRS / D1:HRS E1:CCM F1:RSS G1:HM"
RIVAL = "A2:FHH B2:MRR C2:HMS / D2:FRS E2:HM"
AS_JSON = {"Accept": "application/json"}
BEYOND_ANY_GAME = " ".join(f"{letter}{number}:HM" for letter in "ABCDEFGH" for number in range(1, 11))


@pytest.fixture
def table(visitor, desk):
    """The desk of an inspection of two shelves; Rita's would win with two cards turned."""
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": LOSING})
    visitor.send(f"{desk}/seats/2/shelf", {"shelf": RIVAL})
    return desk


@pytest.fixture
def advice(table):
    """The URL of Rita's advice."""
    return f"{table}/seats/1/advice"


def find_cards(page: str) -> dict[str, bool]:
    """Every card's place, and whether it is pressed."""
    cards = re.findall(r'name="turn" value="([\d.]+)" aria-pressed="(\w+)"', page)
    return {place: pressed == "true" for place, pressed in cards}


def find_down(page: str) -> str:
    match = re.search(r'name="down" value="([^"]*)">\s*<div class="flip-region"', page)
    assert match is not None
    return match[1]


def find_shelf(visitor, desk: str) -> str:
    return json.loads(visitor.open(f"{desk}/inspection.json"))["players"][0]["shelf"]


def find_word(page: str, name: str) -> str:
    match = re.search(rf'data-word="{name}">([^<]*)<', page)
    assert match is not None
    return match[1]


def test_the_shelf_lies_there_to_be_tried_out(visitor, advice):
    page = visitor.open(advice)
    assert visitor.status == 200
    assert find_cards(page) == dict.fromkeys(("0.0", "0.1", "0.2", "0.3", "1.0", "1.1", "1.2", "1.3"), False)
    assert (find_word(page, "total"), find_word(page, "standing")) == ("16", "2")
    assert "Tap a card to flip it" in page
    assert page.count("is-flipped") == 7


def test_a_tap_turns_a_card_and_another_turns_it_back(visitor, advice):
    page = visitor.send(advice, {"version": "2", "down": "", "turn": "0.0"})
    assert [place for place, is_down in find_cards(page).items() if is_down] == ["0.0"]
    assert (find_word(page, "total_now"), find_word(page, "total"), find_word(page, "change")) == ("16", "37", "+21")
    assert "With Z2 face down, the check leaves A1, B1" in page
    page = visitor.send(advice, {"version": "2", "down": find_down(page), "turn": "0.0"})
    assert not any(find_cards(page).values())
    assert find_word(page, "total") == "16"


def test_every_figure_is_answered_where_json_is_wanted(visitor, advice):
    attempt = json.loads(visitor.send(advice, {"version": "2", "down": "0.0"}, **AS_JSON))
    sections = {figure["key"]: (figure["figure"], figure["change"]) for figure in attempt["sections"]}
    assert sections == {
        "A1": ("0", "−7"),
        "B1": ("8", ""),
        "B2": ("12", "+3"),
        "B3": ("−2", "−1"),
        "B4": ("9", "+9"),
        "B5": ("10", "+10"),
    }
    assert {figure["key"]: figure["figure"] for figure in attempt["tally"]}["C"] == "2"
    assert (attempt["total_now"], attempt["total"], attempt["change"]) == ("16", "37", "+21")
    assert (attempt["standing_now"], attempt["standing"], attempt["is_first"]) == ("2", "1", True)


def test_the_best_is_laid_and_every_turned_card_explained(visitor, advice):
    page = visitor.send(advice, {"version": "2", "down": "0.3", "act": "best"})
    assert [place for place, is_down in find_cards(page).items() if is_down] == ["0.0", "1.1"]
    assert "Nothing scores more than this: 39, 23 points more than now." in page
    assert "E1 face down saves 2 points (B3 +2) and costs nothing." in page


def test_the_most_points_are_offered_where_they_cost_the_place(visitor, table, advice):
    assert 'value="points"' not in visitor.open(advice)
    visitor.send(f"{table}/seats/1/shelf", {"shelf": "M1:RRR A1:SSSS"})
    visitor.send(f"{table}/seats/2/shelf", {"shelf": "C1:RR D1:HH"})
    page = visitor.open(advice)
    assert "More points, but a worse result: 17. Place 2, 2 points behind the leader." in page
    assert 'value="points"' in page
    page = visitor.send(advice, {"version": find_version(page), "act": "best"})
    assert "No card is worth flipping: more points would make the result worse. Place 1, 2 points ahead" in page
    page = visitor.send(advice, {"version": find_version(page), "act": "points"})
    assert find_word(page, "total") == "17"
    assert find_word(page, "standing") == "2"


def find_version(page: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found is not None
    return found[1]


def test_back_lays_the_shelf_as_it_lay(visitor, advice):
    page = visitor.send(advice, {"version": "2", "down": "0.0-1.1", "act": "back"})
    assert not any(find_cards(page).values())


def test_trying_out_files_nothing(visitor, table, advice):
    visitor.send(advice, {"version": "2", "down": "", "act": "best"})
    assert find_shelf(visitor, table) == LOSING


def test_what_is_taken_over_is_filed_and_can_be_taken_back(visitor, table, advice):
    page = visitor.send(f"{advice}/shelf", {"version": "2", "down": "0.0-1.1"})
    assert visitor.address == advice
    assert find_shelf(visitor, table) == "Z2:CF~ A1:FHM B1:FMS C1:FRS / D1:HRS E1:CCM~ F1:RSS G1:HM"
    assert "Filed: this is how the shelf is now." in page
    assert 'name="down" value=""' in page
    assert "Rita leads by 9 points" in visitor.open(f"{table}/scorecard")
    visitor.send(f"{advice}/shelf", {"version": "3", "down": ""})
    assert find_shelf(visitor, table) == LOSING


def test_what_was_filed_can_be_taken_back_only_while_nobody_else_changed_it(visitor, table, advice):
    assert "Change it back" in visitor.open(f"{advice}?was=0.0&version=2")
    assert "Change it back" not in visitor.open(f"{advice}?was=0.0&version=1")
    assert "Change it back" not in visitor.open(f"{advice}?was=0.0&version=soon")


def test_taking_over_what_lies_there_changes_nothing(visitor, table, advice):
    page = visitor.send(f"{advice}/shelf", {"version": "2", "down": ""})
    assert visitor.address == advice
    assert "Filed" not in page
    assert 'name="version" value="2"' in page


@pytest.mark.parametrize("version", ["1", "", "soon", "999"])
def test_another_phone_is_not_overwritten_unseen(visitor, table, advice, version):
    visitor.send(f"{table}/seats/1/shelf", {"shelf": f"{LOSING} H9:SS"})
    page = visitor.send(f"{advice}/shelf", {"version": version, "down": "0.0"})
    assert visitor.status == 409
    assert find_shelf(visitor, table) == f"{LOSING} H9:SS"
    assert "This table has since been changed elsewhere" in page
    assert find_down(page) == "0.0"
    visitor.send(f"{advice}/shelf", {"version": "3", "down": "0.0"})
    assert find_shelf(visitor, table) == f"{LOSING} H9:SS".replace("Z2:CF", "Z2:CF~")


def test_a_question_about_an_older_shelf_is_answered_with_the_newer_one(visitor, table, advice):
    visitor.send(f"{table}/seats/1/shelf", {"shelf": f"{LOSING} H9:SS"})
    answer = json.loads(visitor.send(advice, {"version": "2", "down": "0.0"}, **AS_JSON))
    assert visitor.status == 409
    assert answer == {"message": "This table has since been changed elsewhere. Reload the page."}
    page = visitor.send(advice, {"version": "2", "down": "0.0"})
    assert visitor.status == 409
    assert "1.4" in find_cards(page)


@pytest.mark.parametrize("down", ["", "x", "7.7-0.9", "٣.٤", "0.0.0", "-" * 50])
def test_strange_places_turn_nothing(visitor, advice, down):
    page = visitor.send(advice, {"version": "2", "down": down})
    assert visitor.status == 200
    assert not any(find_cards(page).values())


@pytest.mark.parametrize("way", ["", "/shelf"])
def test_a_form_without_its_token_is_refused_and_changes_nothing(visitor, table, advice, way):
    answer = visitor.client.post(f"{advice}{way}", data={"version": "2", "down": "0.0"})
    assert answer.status_code == 400
    assert find_shelf(visitor, table) == LOSING


def test_the_race_is_told_with_its_awards(visitor, advice):
    page = visitor.open(advice)
    assert "What the race is worth" in page
    assert re.findall(r'<tr data-books="(\d+)"', page) == ["0", "1", "2", "3"]
    assert "Total" in page


def test_while_the_others_are_drafts_only_the_race_is_told(visitor, desk):
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": LOSING})
    page = visitor.open(f"{desk}/seats/1/advice")
    assert "The other shelves cannot be counted yet" in page
    assert re.findall(r'<tr data-books="(\d+)"', page) == ["0", "1", "2", "3"]
    assert "Total" not in page
    assert 'value="best"' not in page
    assert find_cards(page) == {}
    visitor.send(f"{desk}/seats/1/advice", {"version": "2", "down": "0.0"})
    assert visitor.status == 409


def test_while_focuses_are_secret_cards_are_named_on_every_phone(evening):
    evening.fill()
    evening.send("/seats/1/shelf", evening.rita, {"shelf": LOSING})
    page = evening.rita.open(f"{evening.desk}/seats/1/advice")
    assert "Before the reveal" in page
    assert "<b>Flip Z2: +" in page
    assert "What you know is enough for this" in page
    evening.eric.open(f"{evening.desk}/seats/1/advice")
    assert evening.eric.status == 403


def test_a_tally_is_asked_for_its_cards(visitor, desk, finished):
    page = visitor.open(f"{desk}/seats/2/advice")
    assert visitor.status == 200
    assert "Eric: counted on paper. Advice needs the cards themselves, one by one." in page
    assert f"{desk}/seats/2/shelf" in page
    visitor.send(f"{desk}/seats/2/advice/shelf", {"version": "2", "down": "0.0"})
    assert visitor.status == 409


def test_an_empty_seat_is_told_what_it_lacks(visitor, desk):
    page = visitor.open(f"{desk}/seats/1/advice")
    assert "There is no advice for a shelf that cannot be counted yet." in page
    assert "Rita’s shelf is still empty." in page
    assert "Eric’s shelf" not in page


def test_an_unreadable_shelf_is_kept_as_it_was_typed(visitor, table, advice):
    visitor.send(f"{table}/seats/1/shelf", {"shelf": "A1:CF what?!"})
    assert "cannot be read" in visitor.open(advice)
    for way in ("", "/shelf"):
        visitor.send(f"{advice}{way}", {"version": "3", "down": "0.0"})
        assert visitor.status == 409
    assert "A1:CF what?!" in visitor.open(f"{table}/seats/1/shelf")


def test_a_shelf_beyond_any_game_can_be_tried_out_but_has_no_best(visitor, table, advice):
    visitor.send(f"{table}/seats/1/shelf", {"shelf": BEYOND_ANY_GAME})
    page = visitor.open(advice)
    assert "There is no advice." in page
    assert 'value="best"' not in page
    assert len(find_cards(page)) == 80
    page = visitor.send(advice, {"version": "3", "down": "0.0", "act": "best"})
    assert visitor.status == 200
    assert find_cards(page)["0.0"]


@pytest.mark.parametrize("way", ["seats/9/advice", "seats/9/advice/shelf", "seats/x/advice"])
def test_there_is_no_seat_nine(visitor, desk, way):
    visitor.open(f"{desk}/{way}")
    assert visitor.status in (404, 405)
    visitor.send(f"{desk}/{way}", {"version": "1", "down": ""})
    assert visitor.status == 404


def test_an_inspection_that_does_not_exist_is_not_found(visitor):
    for address in ("/inspections/nowhere/advice", "/inspections/nowhere/seats/1/advice"):
        visitor.open(address)
        assert visitor.status == 404


def test_alone_the_license_is_at_stake(visitor, solo):
    visitor.send(f"{solo}/seats/1/shelf", {"shelf": LOSING})
    page = visitor.open(f"{solo}/seats/1/advice")
    assert find_word(page, "standing") in ("granted", "refused")
    page = visitor.send(f"{solo}/seats/1/advice", {"version": "3", "down": "", "act": "best"})
    assert find_word(page, "standing") == "granted"
    assert "License granted to Rita" in page


def test_what_each_could_have_had_is_told_on_request(visitor, table):
    assert f"{table}/advice" in visitor.open(f"{table}/scorecard")
    page = visitor.open(f"{table}/advice")
    assert "Flipping 2 cards by hand would have done it." in page
    assert "That would have won the title: Grand Librarian." in page
    assert "No card was worth flipping." in page
    assert f"{table}/seats/1/advice" in page


def test_of_a_tally_nobody_can_say_what_it_could_have_had(visitor, finished):
    page = visitor.open(f"{finished}/advice")
    assert "nobody can say which cards were there" in page
    assert f"{finished}/seats/2/advice" not in page


def test_alone_the_license_could_have_been_had(visitor, solo):
    visitor.send(f"{solo}/seats/1/shelf", {"shelf": LOSING})
    assert "That would have won the license." in visitor.open(f"{solo}/advice")


def test_before_everything_can_be_counted_it_leads_back_to_the_desk(visitor, desk):
    page = visitor.open(f"{desk}/advice")
    assert visitor.status == 302
    assert desk in page


def test_one_shelf_beyond_any_game_leaves_the_table_without_advice(visitor, table):
    visitor.send(f"{table}/seats/1/shelf", {"shelf": BEYOND_ANY_GAME})
    page = visitor.open(f"{table}/advice")
    assert visitor.status == 200
    assert "Rita: more is face up here than on any shelf in the game." in page


def test_the_desk_and_the_editor_lead_to_the_advice_on_a_shelf(visitor, finished):
    page = visitor.open(finished)
    assert f"{finished}/seats/1/advice" in page
    assert f"{finished}/seats/2/advice" not in page
    assert f"{finished}/seats/1/advice" in visitor.open(f"{finished}/seats/1/shelf")
