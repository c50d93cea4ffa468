"""Moving a seat to another phone: it asks and shows a number, and those who may consent or refuse."""

from __future__ import annotations

import datetime
import json
import re

import pytest

from companion.store.tables.claims import CLAIM_LIFETIME, HOST_DELAY

from ..conftest import EVENING, HEAD

MOVING = "Another phone is asking for this seat"
STAYS = "The seat stays where it is."
ELSEWHERE = "Another phone has to answer that"
CONTINUES = "Eric continues on the other phone."
SEALED = "Focus sealed"


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


def wait(app, time: datetime.timedelta) -> None:
    """Let some time of the evening pass."""
    app.config["CLOCK"] = lambda: EVENING + time


def test_a_new_phone_waits_with_a_number_until_it_is_answered(evening, newcomer, find_kept):
    assert newcomer.address == f"{evening.desk}/seats/2/moving"
    number = newcomer.find_number(evening.desk, 2)
    assert re.fullmatch(r"\d{4}", number)
    assert [claim.number for claim in find_kept(evening.desk).claims] == [number]
    assert "Eric" in newcomer.open(newcomer.address)


def test_everybody_at_the_table_sees_that_a_phone_asks_and_a_watcher_does_not(evening, newcomer):
    number = newcomer.find_number(evening.desk, 2)
    for phone in (evening.rita, evening.eric):
        page = phone.open(evening.desk)
        assert f"{MOVING}: Eric" in page
        assert f"<b>{number}</b>" in page
    for phone in (evening.watcher, newcomer):
        assert MOVING not in phone.open(evening.desk)


def test_the_old_phone_lets_a_seat_move_with_everything_on_it(evening, newcomer, find_kept):
    evening.fill()
    page = evening.eric.answer_claim(evening.desk, 2, newcomer.find_number(evening.desk, 2))
    assert CONTINUES in page
    assert MOVING not in page
    assert find_kept(evening.desk).claims == ()
    assert "Historic" in newcomer.open(f"{evening.desk}/seats/2/focus")
    evening.send("/seats/2/focus", newcomer, {"focus": "M"})
    assert newcomer.status == 200


def test_without_the_old_phone_a_seat_moves_by_consent_of_another_and_its_focus_stays_sealed(evening, newcomer):
    evening.fill()
    assert CONTINUES in evening.rita.answer_claim(evening.desk, 2, newcomer.find_number(evening.desk, 2))
    page = newcomer.open(f"{evening.desk}/seats/2/focus")
    assert "The focus that was chosen there is sealed" in page
    assert "checked" not in page
    for phone in (evening.rita, evening.eric, newcomer, evening.watcher):
        desk = phone.open(evening.desk)
        assert SEALED in desk
        assert "Eric: the seat moved to another phone without the old one’s consent." in desk
    evening.send("/lock", evening.rita)
    page = evening.send("/reveal", evening.rita)
    assert "Historic" in page


def test_a_sealed_focus_is_entered_again_from_the_card_and_that_is_logged(evening, newcomer):
    evening.fill()
    evening.rita.answer_claim(evening.desk, 2, newcomer.find_number(evening.desk, 2))
    page = evening.send("/seats/2/focus", newcomer, {"focus": "H"})
    assert "Eric: the sealed focus was entered again." in page
    assert SEALED not in page
    assert "Eric: the sealed focus was entered again." in evening.rita.open(evening.desk)


def test_the_advice_on_the_new_phone_knows_no_sealed_focus(evening, newcomer):
    evening.fill()
    evening.send("/seats/2/shelf", evening.eric, {"shelf": "A1:HH B3:MM / C2:RS"})
    assert "Historic" in evening.eric.open(f"{evening.desk}/seats/2/advice")
    evening.rita.answer_claim(evening.desk, 2, newcomer.find_number(evening.desk, 2))
    page = newcomer.open(f"{evening.desk}/seats/2/advice")
    assert newcomer.status == 200
    assert "Historic" not in page


def test_the_old_phone_loses_the_seat_and_its_secret(evening, newcomer):
    evening.fill()
    evening.rita.answer_claim(evening.desk, 2, newcomer.find_number(evening.desk, 2))
    evening.eric.open(f"{evening.desk}/seats/2/focus")
    assert evening.eric.status == 403
    evening.send("/seats/2/shelf", evening.eric, {"shelf": "A1:CF"})
    assert evening.eric.status == 403


def test_the_old_phone_takes_back_what_it_did_not_give(evening, newcomer):
    evening.fill()
    evening.rita.answer_claim(evening.desk, 2, newcomer.find_number(evening.desk, 2))
    assert "Take the seat back" in evening.eric.open(evening.desk)
    assert "Take the seat back" not in newcomer.open(evening.desk)
    page = evening.send("/seats/2/back", evening.eric) + evening.eric.open(f"{evening.desk}/drawer")
    assert "Eric: the old phone took its seat back." in page
    assert "Historic" in evening.eric.open(f"{evening.desk}/seats/2/focus")
    newcomer.open(f"{evening.desk}/seats/2/focus")
    assert newcomer.status == 403


def test_nobody_else_takes_a_seat_back(evening, newcomer):
    for phone in (evening.rita, evening.watcher, newcomer):
        evening.send("/seats/2/back", phone)
        assert phone.status == 403


def test_the_new_phone_goes_to_the_desk_as_soon_as_it_has_the_seat(evening, newcomer):
    assert follow(newcomer, evening)["go"] is None
    evening.rita.answer_claim(evening.desk, 2, newcomer.find_number(evening.desk, 2))
    assert follow(newcomer, evening)["go"] == evening.desk
    newcomer.open(f"{evening.desk}/seats/2/moving")
    assert newcomer.headers["Location"] == evening.desk


def test_the_waiting_page_is_told_nothing_as_long_as_nothing_happens(evening, newcomer):
    page = newcomer.open(newcomer.address)
    tag = re.search('data-etag="([^"]+)"', page)[1]
    follow(newcomer, evening, tag=f'"{tag}"')
    assert newcomer.status == 304
    evening.eric.answer_claim(evening.desk, 2, newcomer.find_number(evening.desk, 2), "no")
    assert STAYS in follow(newcomer, evening, tag=f'"{tag}"')["html"]


def test_a_claim_that_nobody_answers_ends_on_every_phone(evening, newcomer, app):
    tags = {phone: re.search('data-etag="([^"]+)"', phone.open(evening.desk))[1] for phone in (evening.rita, newcomer)}
    wait(app, CLAIM_LIFETIME)
    for phone, tag in tags.items():
        phone.open(f"{evening.desk}/live/desk", **{"If-None-Match": f'"{tag}"'})
        assert phone.status == 200
        assert MOVING not in phone.open(evening.desk)
    assert STAYS in newcomer.open(f"{evening.desk}/seats/2/moving")


def test_an_answer_that_comes_too_late_moves_nothing(evening, newcomer, app, find_kept):
    owner, key = find_kept(evening.desk).find_seat(2).device, find_kept(evening.desk).claims[0].key
    wait(app, CLAIM_LIFETIME)
    page = evening.send("/seats/2/moving", evening.rita, {"key": key, "answer": "yes"})
    assert "it has expired" in page
    assert find_kept(evening.desk).find_seat(2).device == owner


def test_a_refusal_of_the_old_phone_is_told_to_the_one_that_asked_and_it_may_ask_again(evening, newcomer, find_kept):
    page = evening.eric.answer_claim(evening.desk, 2, newcomer.find_number(evening.desk, 2), "no")
    assert CONTINUES not in page
    assert STAYS in newcomer.open(f"{evening.desk}/seats/2/moving")
    newcomer.ask_for(evening.code, 2)
    assert newcomer.find_number(evening.desk, 2)
    assert len(find_kept(evening.desk).claims) == 1


def test_asking_twice_shows_the_same_number(evening, newcomer):
    number = newcomer.find_number(evening.desk, 2)
    newcomer.ask_for(evening.code, 2)
    assert newcomer.find_number(evening.desk, 2) == number


def test_a_claim_keeps_no_third_phone_from_asking(evening, newcomer, phones):
    third = phones()
    third.ask_for(evening.code, 2)
    assert third.status == 200
    evening.rita.answer_claim(evening.desk, 2, third.find_number(evening.desk, 2))
    assert third.open(f"{evening.desk}/seats/2/focus")
    assert third.status == 200
    assert STAYS in newcomer.open(f"{evening.desk}/seats/2/moving")


def test_an_answer_given_twice_counts_once(evening, newcomer, find_kept):
    key = {"key": find_kept(evening.desk).claims[0].key, "answer": "yes"}
    assert CONTINUES in evening.send("/seats/2/moving", evening.rita, key)
    page = evening.send("/seats/2/moving", evening.rita, key)
    assert CONTINUES not in page
    assert evening.rita.status == 200


@pytest.mark.parametrize("position", [1, 2])
def test_nobody_who_only_watches_answers(evening, phones, find_kept, position):
    phones().ask_for(evening.code, position)
    fields = {"key": find_kept(evening.desk).claims[0].key, "answer": "yes"}
    page = evening.send(f"/seats/{position}/moving", evening.watcher, fields)
    assert evening.watcher.status == 403
    assert ELSEWHERE in page
    assert find_kept(evening.desk).claims


def test_a_phone_does_not_let_itself_in(evening, newcomer, find_kept):
    evening.send("/seats/2/moving", newcomer, {"key": find_kept(evening.desk).claims[0].key, "answer": "yes"})
    assert newcomer.status == 403
    assert find_kept(evening.desk).claims


def test_the_host_comes_back_on_a_new_phone_when_a_guest_consents_and_nobody_refuses_for_a_while(
    evening, phones, find_kept, app
):
    evening.fill()
    reborn = phones()
    reborn.ask_for(evening.code, 1)
    page = evening.eric.answer_claim(evening.desk, 1, reborn.find_number(evening.desk, 1))
    assert "Your answer alone is not enough" in page
    for phone in (evening.rita, evening.eric):
        assert "from 9:33" in phone.open(evening.desk).replace("\u202f", " ")
    assert "Take the seat" not in reborn.open(f"{evening.desk}/seats/1/moving")
    tag = re.search('data-etag="([^"]+)"', reborn.open(f"{evening.desk}/seats/1/moving"))[1]
    wait(app, HOST_DELAY)
    assert "Take the seat" in follow(reborn, evening, 1, tag=f'"{tag}"')["html"]
    page = evening.send("/seats/1/moving/take", reborn)
    assert "Rita: this seat’s phone is the host now." in page
    draft = find_kept(evening.desk)
    assert draft.host == draft.find_seat(1).device
    assert "is sealed" in reborn.open(f"{evening.desk}/seats/1/focus")
    evening.send("/lock", reborn)
    assert reborn.address == f"{evening.desk}/walk"


def test_the_phone_that_was_the_host_refuses_in_time_or_takes_its_part_back(evening, phones, find_kept, app):
    host = find_kept(evening.desk).host
    reborn = phones()
    reborn.ask_for(evening.code, 1)
    evening.eric.answer_claim(evening.desk, 1, reborn.find_number(evening.desk, 1))
    evening.rita.answer_claim(evening.desk, 1, reborn.find_number(evening.desk, 1), "no")
    wait(app, HOST_DELAY)
    evening.send("/seats/1/moving/take", reborn)
    assert find_kept(evening.desk).host == host
    reborn.ask_for(evening.code, 1)
    evening.eric.answer_claim(evening.desk, 1, reborn.find_number(evening.desk, 1))
    wait(app, HOST_DELAY * 2)
    evening.send("/seats/1/moving/take", reborn)
    assert find_kept(evening.desk).host != host
    evening.send("/lock", evening.rita)
    assert evening.rita.status == 403
    evening.send("/seats/1/back", evening.rita)
    assert find_kept(evening.desk).host == host


def test_what_is_in_the_hosts_care_goes_along_when_the_host_moves(evening, phones):
    add_ola(evening)
    evening.send("/seats/3/focus", evening.rita, {"focus": "M"})
    reborn = phones()
    reborn.ask_for(evening.code, 1)
    evening.rita.answer_claim(evening.desk, 1, reborn.find_number(evening.desk, 1))
    assert "Monster" in reborn.open(f"{evening.desk}/seats/3/focus")
    evening.send("/seats/3/focus", evening.rita, {"focus": "M"})
    assert evening.rita.status == 403


def test_a_seat_in_the_hosts_care_whose_focus_is_known_is_asked_for(evening, phones, find_kept):
    add_ola(evening)
    evening.send("/seats/3/focus", evening.rita, {"focus": "M"})
    ola = phones()
    ola.sit_down(evening.code, "Ola")
    assert ola.status == 422
    ola.ask_for(evening.code, 3)
    evening.rita.answer_claim(evening.desk, 3, ola.find_number(evening.desk, 3))
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
    evening.rita.answer_claim(evening.desk, 2, newcomer.find_number(evening.desk, 2))
    assert "is sealed" in newcomer.open(f"{evening.desk}/seats/2/focus")
    evening.send("/seats/2/focus", newcomer, {"focus": "M"})
    assert newcomer.status == 409


def test_a_seat_that_leaves_the_table_takes_its_waiting_page_along(evening, newcomer):
    number = newcomer.find_number(evening.desk, 2)
    seats = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-remove": "y"}
    evening.send("/details", evening.rita, {**HEAD, **seats})
    newcomer.open(f"{evening.desk}/seats/2/moving")
    assert newcomer.status == 404
    newcomer.open(f"{evening.desk}/live/moving?position=2")
    assert newcomer.status == 404
    evening.rita.answer_claim(evening.desk, 2, number)
    assert evening.rita.status == 404


@pytest.mark.parametrize("query", ["", "?position=", "?position=x", "?position=9"])
def test_a_waiting_page_without_a_seat_is_not_found(evening, query):
    evening.watcher.open(f"{evening.desk}/live/moving{query}")
    assert evening.watcher.status == 404


def test_the_host_takes_the_seat_of_a_lost_phone_into_care_and_its_focus_stays_sealed(evening, find_kept):
    evening.fill()
    assert "Is this phone gone for good?" in evening.rita.open(evening.desk)
    page = evening.send("/seats/2/release", evening.rita)
    assert SEALED in page
    assert "Eric: the host took charge of the seat." in page
    seat = find_kept(evening.desk).find_seat(2)
    assert (seat.device, seat.focus, bool(seat.tally)) == ("", "H", True)
    assert "Is this phone gone for good?" not in page
    assert (
        "Historic"
        not in evening.rita.open(f"{evening.desk}/seats/2/focus").replace('value="H"', "").split("<fieldset")[0]
    )
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
