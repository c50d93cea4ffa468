"""Moving a seat to another phone: it asks and shows a number, and someone with the right consents or refuses."""

from __future__ import annotations

import json
import re

import pytest

from ..conftest import HEAD

MOVING = "Another phone is asking for this seat"
STAYS = "The seat stays where it is."
ELSEWHERE = "Another phone has to answer that"


def follow(phone, evening, position=2, tag=""):
    """The answer to a poll of the waiting page."""
    address = f"{evening.desk}/live/moving?position={position}"
    text = phone.open(address, **({"If-None-Match": tag} if tag else {}))
    return json.loads(text) if text else {}


@pytest.fixture
def newcomer(evening, phones):
    """Eric's new phone, which asks for his seat."""
    phone = phones()
    phone.ask_for(evening.code, 2)
    return phone


def add_ola(evening):
    """Let the host add Ola, who has no phone."""
    seats = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-name": "Eric"}
    evening.send("/details", evening.rita, {**HEAD, **seats, "seats-2-name": "Ola"})


def test_a_new_phone_waits_with_a_number_until_it_is_answered(evening, newcomer, find_kept):
    assert newcomer.address == f"{evening.desk}/seats/2/moving"
    word = newcomer.find_word(evening.desk, 2)
    assert re.fullmatch(r"\d\d", word)
    assert find_kept(evening.desk).find_seat(2).claim_word == word
    assert "Eric" in newcomer.open(newcomer.address)


def test_everybody_at_the_table_sees_that_a_phone_asks_and_a_watcher_does_not(evening, newcomer):
    word = newcomer.find_word(evening.desk, 2)
    for phone in (evening.rita, evening.eric):
        page = phone.open(evening.desk)
        assert f"{MOVING}: Eric" in page
        assert f"It has to show the number {word}." in page
    for phone in (evening.watcher, newcomer):
        assert MOVING not in phone.open(evening.desk)


def test_the_host_lets_a_seat_move_with_everything_on_it(evening, newcomer, find_kept):
    evening.fill()
    page = evening.rita.answer_claim(evening.desk, 2, newcomer.find_word(evening.desk, 2))
    assert "Eric continues on the other phone." in page
    assert MOVING not in page
    seat = find_kept(evening.desk).find_seat(2)
    assert (seat.focus, seat.claimant, seat.claim_word) == ("H", "", "")
    assert "Historic" in newcomer.open(f"{evening.desk}/seats/2/focus")
    evening.send("/seats/2/focus", newcomer, {"focus": "M"})
    assert newcomer.status == 200


def test_the_old_phone_loses_the_seat_and_its_secret(evening, newcomer):
    evening.fill()
    evening.rita.answer_claim(evening.desk, 2, newcomer.find_word(evening.desk, 2))
    assert "Focus face down" in evening.eric.open(evening.desk)
    evening.eric.open(f"{evening.desk}/seats/2/focus")
    assert evening.eric.status == 403
    evening.send("/seats/2/shelf", evening.eric, {"shelf": "A1:CF"})
    assert evening.eric.status == 403


def test_the_new_phone_goes_to_the_desk_as_soon_as_it_has_the_seat(evening, newcomer):
    assert follow(newcomer, evening)["go"] is None
    evening.rita.answer_claim(evening.desk, 2, newcomer.find_word(evening.desk, 2))
    assert follow(newcomer, evening)["go"] == evening.desk
    newcomer.open(f"{evening.desk}/seats/2/moving")
    assert newcomer.headers["Location"] == evening.desk


def test_the_waiting_page_is_told_nothing_as_long_as_nothing_happens(evening, newcomer):
    page = newcomer.open(newcomer.address)
    tag = re.search('data-etag="([^"]+)"', page)[1]
    follow(newcomer, evening, tag=f'"{tag}"')
    assert newcomer.status == 304
    evening.rita.answer_claim(evening.desk, 2, newcomer.find_word(evening.desk, 2), "no")
    assert STAYS in follow(newcomer, evening, tag=f'"{tag}"')["html"]


def test_a_refusal_is_told_to_the_phone_that_asked_and_it_may_ask_again(evening, newcomer, find_kept):
    page = evening.rita.answer_claim(evening.desk, 2, newcomer.find_word(evening.desk, 2), "no")
    assert "continues on the other phone" not in page
    assert STAYS in newcomer.open(f"{evening.desk}/seats/2/moving")
    assert "Eric" in evening.eric.open(evening.desk)
    newcomer.ask_for(evening.code, 2)
    assert newcomer.find_word(evening.desk, 2)
    assert find_kept(evening.desk).find_seat(2).claimant


def test_asking_twice_shows_the_same_number(evening, newcomer):
    word = newcomer.find_word(evening.desk, 2)
    newcomer.ask_for(evening.code, 2)
    assert newcomer.find_word(evening.desk, 2) == word


def test_a_third_phone_has_to_wait(evening, newcomer, phones, find_kept):
    third = phones()
    page = third.ask_for(evening.code, 2)
    assert third.status == 403
    assert "Another phone has already asked for this seat." in page
    assert STAYS in third.open(f"{evening.desk}/seats/2/moving")
    evening.rita.answer_claim(evening.desk, 2, newcomer.find_word(evening.desk, 2))
    assert STAYS in third.open(f"{evening.desk}/seats/2/moving")
    third.ask_for(evening.code, 2)
    assert third.find_word(evening.desk, 2)


def test_an_answer_to_a_claim_that_is_over_answers_no_other(evening, phones, find_kept, monkeypatch):
    numbers = iter((32, 67))
    monkeypatch.setattr("companion.workflow.seats.joining.secrets.randbelow", lambda _: next(numbers))
    first, second = phones(), phones()
    first.ask_for(evening.code, 2)
    evening.rita.answer_claim(evening.desk, 2, "42", "no")
    second.ask_for(evening.code, 2)
    page = evening.rita.answer_claim(evening.desk, 2, "42")
    assert "continues on the other phone" not in page
    assert find_kept(evening.desk).find_seat(2).claim_word == "77"


def test_an_answer_given_twice_counts_once(evening, newcomer):
    word = newcomer.find_word(evening.desk, 2)
    assert "continues on the other phone" in evening.rita.answer_claim(evening.desk, 2, word)
    assert "continues on the other phone" not in evening.rita.answer_claim(evening.desk, 2, word)
    assert evening.rita.status == 200


@pytest.mark.parametrize("position", [1, 2])
def test_nobody_who_only_watches_answers(evening, phones, find_kept, position):
    newcomer = phones()
    newcomer.ask_for(evening.code, position)
    page = evening.watcher.answer_claim(evening.desk, position, newcomer.find_word(evening.desk, position))
    assert evening.watcher.status == 403
    assert ELSEWHERE in page
    assert find_kept(evening.desk).find_seat(position).claimant


def test_a_phone_does_not_let_itself_in(evening, newcomer, find_kept):
    newcomer.answer_claim(evening.desk, 2, newcomer.find_word(evening.desk, 2))
    assert newcomer.status == 403
    assert find_kept(evening.desk).find_seat(2).claimant


def test_the_owner_of_a_seat_lets_it_move(evening, newcomer, find_kept):
    evening.eric.answer_claim(evening.desk, 2, newcomer.find_word(evening.desk, 2))
    assert evening.eric.status == 200
    assert "Take a seat" in evening.eric.open(evening.desk)
    assert find_kept(evening.desk).find_seat(2).claimant == ""


def test_a_guest_does_not_let_another_guests_seat_move(evening, newcomer, phones):
    ola = phones()
    ola.sit_down(evening.code, "Ola")
    page = ola.open(evening.desk)
    assert f"{MOVING}: Eric" in page
    assert "Move the seat" not in page
    assert ELSEWHERE in ola.answer_claim(evening.desk, 2, newcomer.find_word(evening.desk, 2))


def test_the_host_does_not_see_a_guests_focus_by_asking_and_consenting(evening, find_kept):
    evening.fill()
    owner = find_kept(evening.desk).find_seat(2).device
    evening.rita.ask_for(evening.code, 2)
    assert "Move the seat" not in evening.rita.open(evening.desk)
    page = evening.rita.answer_claim(evening.desk, 2, evening.eric.open(evening.desk).split("show the number ")[1][:2])
    assert ELSEWHERE in page
    assert find_kept(evening.desk).find_seat(2).device == owner
    assert "Move the seat" in evening.eric.open(evening.desk)


def test_no_librarian_becomes_the_host_by_asking_and_consenting(evening, find_kept):
    evening.fill()
    host = find_kept(evening.desk).host
    evening.eric.ask_for(evening.code, 1)
    word = find_kept(evening.desk).find_seat(1).claim_word
    assert "Move the seat" not in evening.eric.open(evening.desk)
    assert ELSEWHERE in evening.eric.answer_claim(evening.desk, 1, word)
    assert find_kept(evening.desk).host == host


def test_the_host_comes_back_on_a_new_phone_when_any_librarian_consents(evening, phones, find_kept):
    evening.fill()
    reborn = phones()
    reborn.ask_for(evening.code, 1)
    evening.eric.answer_claim(evening.desk, 1, reborn.find_word(evening.desk, 1))
    draft = find_kept(evening.desk)
    assert draft.host == draft.find_seat(1).device
    assert "Reference Texts" in reborn.open(f"{evening.desk}/seats/1/focus")
    evening.send("/lock", reborn)
    assert reborn.address == f"{evening.desk}/walk"


def test_the_phone_that_was_the_host_is_a_watcher_after_that(evening, phones):
    reborn = phones()
    reborn.ask_for(evening.code, 1)
    evening.eric.answer_claim(evening.desk, 1, reborn.find_word(evening.desk, 1))
    evening.send("/lock", evening.rita)
    assert evening.rita.status == 403
    assert "Take a seat" in evening.rita.open(evening.desk)


def test_what_is_in_the_hosts_care_goes_along_with_the_host(evening, phones):
    add_ola(evening)
    reborn = phones()
    reborn.ask_for(evening.code, 1)
    evening.eric.answer_claim(evening.desk, 1, reborn.find_word(evening.desk, 1))
    evening.send("/seats/3/focus", reborn, {"focus": "M"})
    assert reborn.status == 200
    evening.send("/seats/3/focus", evening.rita, {"focus": "M"})
    assert evening.rita.status == 403


def test_a_seat_in_the_hosts_care_whose_focus_is_known_is_asked_for(evening, phones, find_kept):
    add_ola(evening)
    evening.send("/seats/3/focus", evening.rita, {"focus": "M"})
    ola = phones()
    ola.sit_down(evening.code, "Ola")
    assert ola.status == 422
    ola.ask_for(evening.code, 3)
    word = ola.find_word(evening.desk, 3)
    assert ELSEWHERE in evening.eric.answer_claim(evening.desk, 3, word)
    evening.rita.answer_claim(evening.desk, 3, word)
    assert "Monster" in ola.open(f"{evening.desk}/seats/3/focus")
    assert find_kept(evening.desk).host == find_kept(evening.desk).find_seat(1).device


def test_the_host_sits_down_on_a_seat_in_its_own_care(evening, find_kept):
    add_ola(evening)
    evening.send("/seats/3/focus", evening.rita, {"focus": "M"})
    evening.rita.ask_for(evening.code, 3)
    assert evening.rita.address == evening.desk
    assert find_kept(evening.desk).find_seat(3).device == find_kept(evening.desk).host


def test_a_phone_that_died_while_the_table_was_locked_comes_back(evening, newcomer):
    evening.fill()
    evening.send("/lock", evening.rita)
    evening.rita.answer_claim(evening.desk, 2, newcomer.find_word(evening.desk, 2))
    assert "Historic" in newcomer.open(f"{evening.desk}/seats/2/focus")


def test_a_seat_that_leaves_the_table_takes_its_waiting_page_along(evening, newcomer):
    word = newcomer.find_word(evening.desk, 2)
    seats = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-remove": "y"}
    evening.send("/details", evening.rita, {**HEAD, **seats})
    newcomer.open(f"{evening.desk}/seats/2/moving")
    assert newcomer.status == 404
    newcomer.open(f"{evening.desk}/live/moving?position=2")
    assert newcomer.status == 404
    evening.rita.answer_claim(evening.desk, 2, word)
    assert evening.rita.status == 404


@pytest.mark.parametrize("query", ["", "?position=", "?position=x", "?position=9"])
def test_a_waiting_page_without_a_seat_is_not_found(evening, query):
    evening.watcher.open(f"{evening.desk}/live/moving{query}")
    assert evening.watcher.status == 404


def test_the_host_takes_the_seat_of_a_lost_phone_into_care_without_its_focus(evening, find_kept):
    evening.fill()
    assert "Is this phone gone for good?" in evening.rita.open(evening.desk)
    page = evening.send("/seats/2/release", evening.rita)
    assert "Eric’s focus is not known yet." in page
    seat = find_kept(evening.desk).find_seat(2)
    assert (seat.device, seat.focus, bool(seat.tally)) == ("", "", True)
    assert "Is this phone gone for good?" not in page
    evening.send("/seats/2/release", evening.rita)
    assert evening.rita.status == 200


def test_a_seat_in_care_is_taken_back_by_whoever_it_belongs_to(evening):
    evening.send("/seats/2/release", evening.rita)
    evening.eric.ask_for(evening.code, 2)
    assert evening.eric.address == evening.desk
    assert f'href="{evening.desk}/seats/2/focus"' in evening.eric.open(evening.desk)


def test_a_claim_ends_when_the_seat_is_taken_into_care(evening, newcomer, find_kept):
    evening.send("/seats/2/release", evening.rita)
    assert STAYS in newcomer.open(f"{evening.desk}/seats/2/moving")
    newcomer.ask_for(evening.code, 2)
    assert newcomer.address == evening.desk


def test_there_is_no_seat_nine_to_be_taken_into_care(evening):
    evening.send("/seats/9/release", evening.rita)
    assert evening.rita.status == 404


def test_no_seat_is_taken_into_care_while_the_table_is_locked(evening, find_kept):
    evening.fill()
    evening.send("/lock", evening.rita)
    page = evening.send("/seats/2/release", evening.rita)
    assert evening.rita.status == 409
    assert "The shelves are locked" in page
    assert find_kept(evening.desk).find_seat(2).focus == "H"


def test_a_focus_that_lies_open_stays_when_a_seat_is_taken_into_care(evening, find_kept):
    evening.reveal()
    evening.send("/amend", evening.rita)
    evening.send("/seats/2/release", evening.rita)
    assert find_kept(evening.desk).find_seat(2).focus == "H"
