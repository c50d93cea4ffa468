"""From the last chance to the reveal and the amendment: who may do what, when, and what everyone is told."""

from __future__ import annotations

import datetime
import json
import re

import pytest

from companion.store.tables.stages import Stage

from ..conftest import EVENING, FIGURES, HEAD

LOCKED = "The shelves are locked"
BURDENED = "A1:CFH B2:CC C3:MM D4:RS"
"""In order, and with two banned books on one card that brings nothing else."""
CLOSED = "This inspection is closed"
SEATS = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-name": "Eric"}
ENTRIES = [
    ("seats/2/shelf", {"shelf": "A1:CFH typed by hand"}),
    ("seats/2/tally", {**FIGURES, "stability": "typed by hand"}),
    ("seats/2/focus", {"focus": "M", "note": "typed by hand"}),
    ("seats/2/ready", {"ready": "yes", "note": "typed by hand"}),
]


@pytest.fixture
def locked(filled):
    filled.send("/lock", filled.rita)
    return filled


@pytest.fixture
def revealed(locked):
    locked.send("/reveal", locked.rita)
    return locked


@pytest.fixture
def amended(revealed):
    revealed.send("/amend", revealed.rita, {"reason": "a card was missing"})
    return revealed


DONE = {"ready": "yes"}


def test_the_last_chance_comes_with_being_done_where_a1_flips_a_card(filled, find_kept):
    page = filled.send("/seats/1/ready", filled.rita, DONE)
    assert filled.rita.address == f"{filled.desk}/seats/1/ready"
    assert "As the shelf stands, A1 flips 1 card." in page
    assert "A3" in page
    assert f'href="{filled.desk}/seats/1/shelf"' in page
    assert find_kept(filled.desk).find_seat(1).is_ready


def test_there_is_no_last_chance_where_nothing_would_be_flipped_or_gained(filled, find_kept):
    filled.send("/seats/1/shelf", filled.rita, {"shelf": "A1:RS B3:RS"})
    filled.send("/seats/1/ready", filled.rita, DONE)
    assert filled.rita.address == filled.desk
    assert find_kept(filled.desk).find_seat(1).is_ready
    filled.send("/seats/2/ready", filled.eric, DONE)
    assert filled.eric.address == filled.desk


def test_the_last_chance_offers_what_the_adviser_would_flip_and_one_tap_does_it(filled, find_kept):
    filled.send("/seats/1/shelf", filled.rita, {"shelf": BURDENED})
    page = filled.send("/seats/1/ready", filled.rita, DONE)
    assert "As the shelf stands" not in page
    assert "B2" in page
    down, version = (re.search(f'name="{name}" value="([^"]*)"', page)[1] for name in ("down", "version"))
    filled.send("/seats/1/flips", filled.rita, {"down": down, "version": version})
    assert filled.rita.address == filled.desk
    seat = find_kept(filled.desk).find_seat(1)
    assert (seat.shelf, seat.is_ready) == (BURDENED.replace("B2:CC", "B2:CC~"), True)
    filled.send("/seats/1/ready", filled.rita, DONE)
    assert filled.rita.address == filled.desk


def test_done_in_the_editor_is_done_only_where_nothing_is_missing(evening, filled, find_kept):
    laid = {"ready": "laid"}
    assert 'name="ready" value="laid"' in filled.eric.open(f"{filled.desk}/seats/2/shelf")
    for shelf, is_ready in (("", False), ("A1:X", False), ("A1:RS B3:RS", True)):
        filled.send("/seats/2/shelf", filled.eric, {"shelf": shelf})
        filled.send("/seats/2/tally", filled.eric, {"shelf": shelf}) if not shelf else None
        filled.send("/seats/2/ready", filled.eric, laid)
        assert filled.eric.address in (filled.desk, f"{filled.desk}/seats/2/ready")
        assert find_kept(filled.desk).find_seat(2).is_ready is is_ready, shelf
    assert 'name="ready" value="laid"' not in filled.eric.open(f"{filled.desk}/seats/2/shelf")
    # Nobody waits for the host's help to be done.
    assert 'name="ready" value="laid"' not in filled.rita.open(f"{filled.desk}/seats/2/shelf")


def test_what_was_advised_for_another_shelf_is_not_flipped(filled, find_kept):
    filled.send("/seats/1/shelf", filled.rita, {"shelf": BURDENED})
    before = find_kept(filled.desk).find_seat(1)
    for version in (before.version - 1, "", "x"):
        page = filled.send("/seats/1/flips", filled.rita, {"down": "0.1", "version": version})
        assert "nothing was flipped" in page
    page = filled.send("/seats/2/flips", filled.eric, {"down": "0.1", "version": "1"})
    assert "nothing was flipped" in page
    assert find_kept(filled.desk).find_seat(1) == before
    filled.send("/lock", filled.rita)
    filled.send("/seats/1/flips", filled.rita, {"down": "0.1", "version": before.version})
    assert filled.rita.status == 409


def test_a_last_chance_is_its_owners_alone(filled, find_kept):
    filled.send("/seats/1/shelf", filled.rita, {"shelf": BURDENED})
    for phone in (filled.eric, filled.watcher):
        phone.open(f"{filled.desk}/seats/1/ready")
        assert phone.status == 403
        filled.send("/seats/1/flips", phone, {"down": "0.1", "version": "2"})
        assert phone.status == 403
    # The host says it for a guest, and learns nothing with that.
    filled.send("/seats/2/shelf", filled.eric, {"shelf": BURDENED})
    filled.send("/seats/2/ready", filled.rita, DONE)
    assert filled.rita.address == filled.desk


def test_whoever_is_done_says_so_and_everybody_sees_it(filled):
    page = filled.send("/seats/2/ready", filled.eric, {"ready": "yes"})
    assert filled.eric.address == filled.desk
    assert "You are done." in page
    assert '<b class="ready">Done</b>' in filled.rita.open(filled.desk)


def test_whoever_is_not_done_after_all_takes_it_back(filled):
    filled.send("/seats/2/ready", filled.eric, {"ready": "yes"})
    assert "Not done after all" in filled.eric.open(filled.desk)
    page = filled.send("/seats/2/ready", filled.eric, {"ready": "no"})
    assert "I am done" in page
    assert '<b class="ready">Done</b>' not in page


@pytest.mark.parametrize("who", ["eric", "watcher"])
def test_nobody_is_done_for_another(filled, find_kept, who):
    phone = getattr(filled, who)
    phone.open(f"{filled.desk}/seats/1/ready")
    assert phone.status == 403
    filled.send("/seats/1/ready", phone, {"ready": "yes"})
    assert phone.status == 403
    assert not find_kept(filled.desk).find_seat(1).is_ready


def test_the_host_says_it_for_a_guest_whose_phone_is_dark(filled, find_kept):
    filled.send("/seats/2/ready", filled.rita, {"ready": "yes"})
    assert find_kept(filled.desk).find_seat(2).is_ready


def test_there_is_no_last_chance_for_seat_nine(filled):
    for phone in (filled.rita, filled.eric):
        phone.open(f"{filled.desk}/seats/9/ready")
        assert phone.status == 404
        filled.send("/seats/9/ready", phone, {"ready": "yes"})
        assert phone.status == 404


def test_the_host_begins_the_inspection_once_and_everybody_is_told(filled, find_kept):
    filled.send("/seats/1/ready", filled.rita, {"ready": "yes"})
    page = filled.rita.open(filled.desk)
    assert "Waiting for 1 librarian" in page
    assert "Begin the inspection" in page
    page = filled.send("/lock", filled.rita)
    assert filled.rita.address == f"{filled.desk}/walk"
    assert find_kept(filled.desk).step == "A1"
    assert 'data-step="A1"' in page
    assert "Begin briskly" in page
    page = filled.eric.open(filled.desk)
    assert "The inspection has begun" in page
    assert "Go to the inspection" in page


def test_the_host_asks_those_who_are_not_done_and_nobody_is_asked_twice_a_minute(app, filled):
    filled.send("/seats/1/ready", filled.rita, {"ready": "yes"})
    asked = "The host asks: are you done?"
    assert asked not in filled.eric.open(filled.desk)
    assert "Their phones are asking." in filled.send("/nudge", filled.rita)
    assert asked in filled.eric.open(filled.desk)
    for phone in (filled.rita, filled.watcher):
        assert asked not in phone.open(filled.desk)
    assert "You asked a moment ago." in filled.send("/nudge", filled.rita)
    app.config["CLOCK"] = lambda: EVENING + datetime.timedelta(minutes=1)
    assert "Their phones are asking." in filled.send("/nudge", filled.rita)
    assert "The host asked who is not done yet. (2 times)" in filled.eric.open(f"{filled.desk}/drawer")
    filled.send("/seats/2/ready", filled.eric, {"ready": "yes"})
    assert asked not in filled.eric.open(filled.desk)
    filled.send("/nudge", filled.eric)
    assert filled.eric.status == 403
    filled.send("/lock", filled.rita)
    filled.send("/nudge", filled.rita)
    assert filled.rita.status == 409


def test_an_infilled_table_is_not_locked_and_the_host_is_told_why(evening, find_kept):
    page = evening.send("/lock", evening.rita)
    assert evening.rita.address == evening.desk
    for sentence in (
        "The prominent and the banned category have to be chosen first.",
        "Eric’s focus is not known yet.",
        "Rita’s shelf is still empty.",
    ):
        assert sentence in page
    assert find_kept(evening.desk).stage is Stage.DRAFT


def test_beginning_twice_begins_once(locked, find_kept):
    version = find_kept(locked.desk).version
    locked.send("/lock", locked.rita)
    assert locked.rita.address == f"{locked.desk}/walk"
    assert find_kept(locked.desk).version == version


def test_focuses_that_clash_are_said_at_the_reveal_and_not_before(filled):
    filled.send("/seats/2/focus", filled.eric, {"focus": "S"})
    phones = (filled.rita, filled.eric, filled.watcher)
    clash = "dealt only once"
    for acts in ((), ("/lock",)):
        for path in acts:
            filled.send(path, filled.rita)
        for phone in phones:
            assert clash not in phone.open(filled.desk)
            assert clash not in phone.open(f"{filled.desk}/walk")
    filled.send("/reveal", filled.rita)
    for phone in phones:
        assert clash in phone.open(f"{filled.desk}/scorecard")


@pytest.mark.parametrize(("path", "fields"), ENTRIES, ids=[path for path, _ in ENTRIES])
def test_nothing_is_written_while_the_table_is_locked_and_what_was_typed_is_shown(locked, find_kept, path, fields):
    before = find_kept(locked.desk)
    page = locked.send(f"/{path}", locked.eric, fields)
    assert locked.eric.status == 409
    assert LOCKED in page
    assert "typed by hand" in page
    assert find_kept(locked.desk) == before


@pytest.mark.parametrize(("path", "fields"), ENTRIES, ids=[path for path, _ in ENTRIES])
def test_nothing_is_written_once_the_table_is_closed(revealed, find_kept, path, fields):
    before = find_kept(revealed.desk)
    page = revealed.send(f"/{path}", revealed.eric, fields)
    assert revealed.eric.status == 409
    assert CLOSED in page
    assert "typed by hand" in page
    assert find_kept(revealed.desk) == before


def test_the_head_of_the_form_is_locked_too(locked):
    page = locked.send("/details", locked.rita, {**HEAD, **SEATS, "remarks": "typed by hand"})
    assert locked.rita.status == 409
    assert "typed by hand" in page


def test_a_script_is_told_in_its_own_language_that_the_table_is_locked(locked):
    answer = locked.eric.send(f"{locked.desk}/seats/2/shelf", {"shelf": "A1:CF"}, Accept="application/json")
    assert json.loads(answer)["error"] == LOCKED


def test_the_desk_of_a_locked_table_offers_nothing_to_write(locked):
    for phone in (locked.rita, locked.eric):
        page = phone.open(locked.desk)
        for address in ("/details", "/seats/2/shelf", "/seats/2/tally", "/seats/2/focus"):
            assert f'href="{locked.desk}{address}"' not in page


def test_the_host_opens_the_shelves_once_more_and_everybody_has_to_be_done_again(filled, find_kept):
    filled.send("/seats/2/ready", filled.eric, {"ready": "yes"})
    filled.send("/lock", filled.rita)
    assert "Reopen the shelves" in filled.rita.open(f"{filled.desk}/drawer")
    assert "Reopen the shelves" not in filled.eric.open(f"{filled.desk}/drawer")
    page = filled.send("/unlock", filled.rita)
    assert "The shelves are open again." in page
    assert "I am done" in filled.eric.open(filled.desk)
    filled.send("/seats/2/focus", filled.eric, {"focus": "M"})
    assert find_kept(filled.desk).find_seat(2).focus == "M"


def test_all_focuses_are_revealed_for_everybody_at_once(locked):
    for phone in (locked.rita, locked.eric, locked.watcher):
        assert "Focus face down" in phone.open(locked.desk)
    locked.send("/reveal", locked.rita)
    assert locked.rita.address == f"{locked.desk}/scorecard"
    for phone in (locked.rita, locked.eric, locked.watcher):
        page = phone.open(locked.desk)
        assert "Revealed: all focuses are face up." in page
        assert "Focus face down" not in page
        assert "See the scorecard" in page


def test_a_host_in_a_hurry_locks_and_reveals_with_one_press(filled, find_kept):
    filled.send("/reveal", filled.rita)
    filled.send("/reveal", filled.rita)
    assert filled.rita.address == f"{filled.desk}/scorecard"
    assert find_kept(filled.desk).stage is Stage.REVEALED


def test_an_infilled_table_is_not_revealed(evening, find_kept):
    page = evening.send("/reveal", evening.rita)
    assert "Eric’s shelf is still empty." in page
    assert find_kept(evening.desk).stage is Stage.DRAFT


@pytest.mark.parametrize(
    ("act", "sentence"),
    [("lock", "To change anything, amend it first."), ("unlock", "Amend the inspection first")],
)
def test_what_has_been_revealed_is_neither_locked_nor_opened_anymore(revealed, find_kept, act, sentence):
    page = revealed.send(f"/{act}", revealed.rita)
    assert revealed.rita.status == 409
    assert sentence in page
    assert find_kept(revealed.desk).stage is Stage.REVEALED


def test_nothing_is_amended_before_it_is_revealed(filled, find_kept):
    assert "Not yet" in filled.send("/amend", filled.rita)
    assert filled.rita.status == 409
    filled.send("/lock", filled.rita)
    assert LOCKED in filled.send("/amend", filled.rita)
    assert find_kept(filled.desk).stage is Stage.LOCKED


def test_any_librarian_opens_a_closed_inspection_for_correcting_and_says_why(revealed, find_kept):
    assert "What needs correcting?" in revealed.eric.open(f"{revealed.desk}/amend")
    page = revealed.send("/amend", revealed.eric, {"reason": "  a card was missing  "})
    assert "The inspection is open for corrections. The earlier version is kept." in page
    drawer = revealed.eric.open(f"{revealed.desk}/drawer")
    assert "Version 1, before it was amended: a card was missing" in drawer
    assert find_kept(revealed.desk).stage is Stage.AMENDED


def test_a_watcher_amends_nothing(revealed, find_kept):
    assert "Amend the inspection" in revealed.eric.open(f"{revealed.desk}/drawer")
    assert "Amend the inspection" not in revealed.watcher.open(f"{revealed.desk}/drawer")
    revealed.watcher.open(f"{revealed.desk}/amend")
    assert revealed.watcher.status == 403
    page = revealed.send("/amend", revealed.watcher)
    assert "This phone is only watching." in page
    assert find_kept(revealed.desk).stage is Stage.REVEALED


def test_a_reason_of_any_length_is_kept_as_far_as_a_line_goes(revealed):
    revealed.send("/amend", revealed.rita, {"reason": "x" * 500})
    page = revealed.rita.open(f"{revealed.desk}/drawer")
    assert "x" * 80 in page
    assert "x" * 81 not in page


def test_amending_twice_keeps_one_version(amended):
    page = amended.send("/amend", amended.eric, {"reason": "pressed twice"})
    assert "pressed twice" not in page
    assert "Version 2" not in page


def test_the_version_that_was_revealed_is_handed_out_as_it_was(amended):
    amended.send("/seats/2/tally", amended.eric, {**FIGURES, "C": "9", "stability": "12"})
    document = json.loads(amended.watcher.open(f"{amended.desk}/versions/1.json"))
    rita, eric = document["players"]
    assert (rita["focus"], eric["focus"], eric["tally"]["C"]) == ("S", "H", 4)
    assert "attachment" in amended.watcher.headers["Content-Disposition"]
    now = json.loads(amended.watcher.open(f"{amended.desk}/inspection.json"))
    assert now["players"][1]["tally"]["C"] == 9


@pytest.mark.parametrize("number", ["0", "2", "99"])
def test_a_version_that_there_never_was_is_not_found(amended, number):
    amended.rita.open(f"{amended.desk}/versions/{number}.json")
    assert amended.rita.status == 404


def test_a_table_that_was_never_amended_has_no_old_versions(locked):
    locked.eric.open(f"{locked.desk}/versions/1.json")
    assert locked.eric.status == 404


def test_while_something_is_corrected_each_writes_on_their_own_seat_and_a_watcher_on_none(amended):
    for path, fields in ENTRIES[:2]:
        amended.send(f"/{path}", amended.eric, fields)
        assert amended.eric.status in (200, 422)
        amended.send(f"/{path}", amended.watcher, fields)
        assert amended.watcher.status == 403
    fields = {"down": "1-1", "version": "2"}
    amended.send("/seats/1/advice/shelf", amended.watcher, fields)
    assert amended.watcher.status == 403


def test_the_host_closes_the_amendment_and_a_guest_is_told_so(amended, find_kept):
    assert "Close the amendment" in amended.rita.open(amended.desk)
    page = amended.eric.open(amended.desk)
    assert "Close the amendment" not in page
    assert "The host closes the amendment" in page
    amended.send("/reveal", amended.eric)
    assert amended.eric.status == 403
    amended.send("/reveal", amended.rita)
    assert find_kept(amended.desk).stage is Stage.REVEALED


def test_an_amendment_that_left_something_out_is_not_closed(amended, find_kept):
    amended.send("/seats/1/shelf", amended.rita, {"shelf": ""})
    page = amended.send("/reveal", amended.rita)
    assert "Rita’s shelf is still empty." in page
    assert find_kept(amended.desk).stage is Stage.AMENDED


def test_every_amendment_keeps_its_version(amended):
    for number in (2, 3):
        amended.send("/reveal", amended.rita)
        amended.send("/amend", amended.rita, {"reason": f"reason {number}"})
    page = amended.rita.open(f"{amended.desk}/drawer")
    for number, reason in ((1, "a card was missing"), (2, "reason 2"), (3, "reason 3")):
        assert f"Version {number}, before it was amended: {reason}" in page


def test_one_phone_alone_sees_its_scorecard_with_one_press(visitor, find_kept):
    desk = visitor.start("Rita", "Eric")
    for position in (1, 2):
        visitor.send(f"{desk}/seats/{position}/tally", {**FIGURES, "stability": "12"})
    page = visitor.open(desk)
    assert f'action="{desk}/reveal"' in page
    assert "I am done" not in page
    visitor.send(f"{desk}/reveal")
    assert visitor.address == f"{desk}/scorecard"


def test_a_solo_game_goes_the_same_way(visitor, solo, find_kept):
    visitor.send(f"{solo}/lock")
    assert find_kept(solo).stage is Stage.LOCKED
    visitor.send(f"{solo}/reveal")
    assert visitor.address == f"{solo}/scorecard"
