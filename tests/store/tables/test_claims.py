"""Seats that move from one device to another; here each device is identified by a word."""

from __future__ import annotations

import datetime

import pytest

from companion.store.tables import claims, queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import (
    Claim,
    Details,
    MissingError,
    SeatEntry,
    StoredDraft,
    StoredLibrary,
    StoredSeat,
    Table,
)
from companion.store.tables.events import Happening, list_events
from companion.store.tables.queries import ConflictError
from companion.store.tables.stages import Act

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("inside")]

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
LATER = NOW + datetime.timedelta(minutes=5)


@pytest.fixture
def table() -> str:
    """The host Rita and the guest Eric, each with their own phone, and Ola, who has none."""
    seats = StoredSeat("Rita", "S", device="rita"), StoredSeat("Eric", "H", device="eric"), StoredSeat("Ola", "M")
    return queries.start_draft(
        Details("B-7c", "en", "R", "C"), seats, StoredLibrary(), NOW, table=Table("rita", "CDF234")
    )


def look(slug: str) -> StoredDraft:
    return queries.find_draft(slug)


def ask(slug: str, position: int, device: str, now: datetime.datetime = NOW) -> str:
    """Ask for a seat; return the claim's key."""
    return claims.add_claim(slug, Claim(position, device, "0042", f"{device}’s", now), now).key


def move(slug: str, key: str, *, is_given: bool, moves_host: bool = False) -> None:
    claims.move_seat(slug, key, look(slug).version, LATER, by="ola", is_given=is_given, moves_host=moves_host)


def list_kinds(slug: str) -> list[Happening]:
    return [event.kind for event in list_events(slug)]


def test_a_claim_is_made_once(table):
    assert ask(table, 2, "new phone") == "new phone’s"
    assert claims.add_claim(table, Claim(2, "new phone", "0077", "another", NOW), NOW).key == "new phone’s"
    draft = look(table)
    assert [(claim.device, claim.number, claim.since) for claim in draft.claims] == [("new phone", "0042", 1)]
    assert (draft.find_seat(2).device, draft.version) == ("eric", 2)


def test_a_phone_asks_for_one_seat_at_a_time(table):
    ask(table, 2, "new phone")
    ask(table, 1, "new phone")
    assert [claim.position for claim in look(table).claims] == [1]


def test_a_claim_that_nobody_answers_ends(table):
    ask(table, 2, "new phone")
    assert not claims.is_over(look(table).claims[0], LATER)
    end = NOW + claims.CLAIM_LIFETIME
    assert claims.is_over(look(table).claims[0], end)
    ask(table, 2, "third phone", end)
    assert [claim.device for claim in look(table).claims] == ["third phone"]


def test_those_who_ask_for_one_seat_displace_the_oldest_and_none_who_ask_for_another(table):
    ask(table, 1, "patient")
    for number in range(5):
        ask(table, 2, f"phone {number}")
    assert [claim.device for claim in look(table).claims] == ["patient", "phone 2", "phone 3", "phone 4"]


def test_answers_are_kept_one_for_each_phone_with_the_time_of_the_first_consent(table):
    key = ask(table, 1, "new phone")
    for device, moment, consents in (("eric", NOW, False), ("ola", NOW, True), ("eric", LATER, True)):
        claims.write_answer(table, key, device, look(table).version, moment, consents=consents)
    (claim,) = look(table).claims
    assert (claim.consents, claim.refusals, claim.consented) == (("ola", "eric"), (), NOW)
    assert not claims.is_ripe(claim, NOW + claims.HOST_DELAY - datetime.timedelta(seconds=1))
    assert claims.is_ripe(claim, NOW + claims.HOST_DELAY)


def test_what_was_decided_by_an_older_version_is_decided_again(table):
    key = ask(table, 2, "new phone")
    version = look(table).version - 1
    for act in (
        lambda: claims.write_answer(table, key, "rita", version, NOW, consents=True),
        lambda: claims.drop_claim(table, key, version, NOW),
        lambda: claims.move_seat(table, key, version, NOW, by="rita", is_given=True, moves_host=False),
    ):
        with pytest.raises(ConflictError):
            act()
    assert len(look(table).claims) == 1


def test_a_claim_that_is_no_more_is_missing(table):
    key = ask(table, 2, "new phone")
    claims.drop_claim(table, key, look(table).version, NOW)
    with pytest.raises(MissingError):
        move(table, key, is_given=True)
    assert look(table).claims == ()


def test_a_seat_that_is_given_moves_with_everything(table):
    queries.write_shelf(table, 2, "A1:CF", None, NOW)
    tables.write_ready(table, 2, NOW, is_ready=True)
    move(table, ask(table, 2, "new phone"), is_given=True)
    seat = look(table).find_seat(2)
    assert (seat.device, seat.focus, seat.shelf, seat.is_ready) == ("new phone", "H", "A1:CF", True)
    assert (seat.sealed_for, seat.former, seat.seated) == ("", "", look(table).version)
    assert (look(table).host, look(table).claims) == ("rita", ())
    assert list_kinds(table) == [Happening.MOVED]


def test_a_seat_that_is_not_given_keeps_its_focus_for_the_phone_that_knows_it(table):
    move(table, ask(table, 2, "new phone"), is_given=False)
    move(table, ask(table, 2, "third phone"), is_given=False)
    seat = look(table).find_seat(2)
    assert (seat.device, seat.focus, seat.sealed_for, seat.former) == ("third phone", "H", "eric", "eric")
    assert list_kinds(table) == [Happening.MOVED_SEALED] * 2


def test_how_often_a_focus_was_changed_stays_behind(table):
    for focus in "SMFH":
        tables.write_focus(table, 2, focus, NOW)
    assert look(table).find_seat(2).secret_version == 5
    move(table, ask(table, 2, "new phone"), is_given=False)
    assert look(table).find_seat(2).secret_version == 1


@pytest.mark.parametrize(("is_given", "sealed"), [(True, ""), (False, "rita")])
def test_the_role_of_host_goes_along_and_with_it_what_is_in_the_hosts_care(table, is_given, sealed):
    ask(table, 2, "somebody")
    move(table, ask(table, 1, "new phone"), is_given=is_given, moves_host=True)
    draft = look(table)
    assert (draft.host, draft.former_host, draft.claims) == ("new phone", sealed, ())
    assert [(seat.device, seat.sealed_for) for seat in draft.seats] == [
        ("new phone", sealed),
        ("eric", ""),
        ("", sealed),
    ]
    assert Happening.NEW_HOST in list_kinds(table)


def test_a_phone_that_lost_its_seat_takes_it_back_with_its_focus(table):
    move(table, ask(table, 2, "new phone"), is_given=False)
    ask(table, 2, "third phone")
    tables.take_seat(table, 2, "eric", LATER)
    seat = look(table).find_seat(2)
    assert (seat.device, seat.focus, seat.sealed_for, seat.former) == ("eric", "H", "", "")
    assert look(table).claims == ()
    assert list_kinds(table)[0] is Happening.TAKEN_BACK


def test_what_was_entered_meanwhile_is_sealed_in_turn(table):
    move(table, ask(table, 2, "new phone"), is_given=False)
    tables.write_focus(table, 2, "M", LATER)
    tables.take_seat(table, 2, "eric", LATER)
    seat = look(table).find_seat(2)
    assert (seat.device, seat.focus, seat.sealed_for) == ("eric", "M", "new phone")


def test_the_host_comes_back_as_the_host(table):
    move(table, ask(table, 1, "new phone"), is_given=False, moves_host=True)
    queries.write_details(
        table, Details("B-7c", "en"), [SeatEntry(n, None, p) for p, n in ((1, "Rita"), (2, "Eric"))], None, NOW
    )
    tables.take_seat(table, 1, "rita", LATER)
    draft = look(table)
    assert (draft.host, draft.former_host, draft.find_seat(1).sealed_for) == ("rita", "", "")


def test_what_was_in_the_hosts_care_is_seen_again_by_the_host_who_comes_back(table):
    move(table, ask(table, 1, "new phone"), is_given=False, moves_host=True)
    tables.take_seat(table, 1, "rita", LATER)
    assert [seat.sealed_for for seat in look(table).seats] == ["", "", ""]


def test_a_guest_who_takes_a_seat_back_from_the_host_does_not_become_the_host(table):
    move(table, ask(table, 2, "rita"), is_given=False)
    tables.take_seat(table, 2, "eric", LATER)
    assert (look(table).host, look(table).find_seat(2).device) == ("rita", "eric")


def test_a_phone_that_gave_its_seat_away_does_not_take_it_back(table):
    move(table, ask(table, 2, "new phone"), is_given=True)
    with pytest.raises(tables.SeatingError):
        tables.take_seat(table, 2, "eric", LATER)


def test_a_seat_taken_into_care_keeps_its_focus_sealed_and_is_free_for_its_owner(table):
    queries.write_shelf(table, 2, "A1:CF", None, NOW)
    tables.write_ready(table, 2, NOW, is_ready=True)
    ask(table, 2, "new phone")
    claims.release_seat(table, 2, LATER)
    seat = look(table).find_seat(2)
    assert (seat.device, seat.focus, seat.sealed_for, seat.is_ready) == ("", "H", "eric", False)
    assert (seat.shelf, look(table).claims) == ("A1:CF", ())
    version = look(table).version
    claims.release_seat(table, 2, LATER)
    assert look(table).version == version
    tables.take_seat(table, 2, "new phone", LATER)
    assert look(table).find_seat(2).sealed_for == "eric"
    tables.take_seat(table, 2, "eric", LATER)
    assert look(table).find_seat(2).sealed_for == ""


def test_the_host_cannot_take_a_seat_into_care_that_is_there_already(table):
    claims.release_seat(table, 1, NOW)
    claims.release_seat(table, 3, NOW)
    assert [seat.device for seat in look(table).seats] == ["rita", "eric", ""]
    assert look(table).version == 1


def test_what_lies_open_is_not_sealed(table):
    for act in (Act.LOCK, Act.REVEAL):
        tables.move_stage(table, act, NOW)
    tables.amend(table, {}, "", NOW)
    claims.release_seat(table, 2, NOW)
    seat = look(table).find_seat(2)
    assert (seat.device, seat.focus, seat.sealed_for) == ("", "H", "")


def test_the_reveal_opens_what_was_sealed(table):
    move(table, ask(table, 2, "new phone"), is_given=False)
    for act in (Act.LOCK, Act.REVEAL):
        tables.move_stage(table, act, NOW)
    assert look(table).find_seat(2).sealed_for == ""


@pytest.mark.parametrize("focus", ["H", "M"], ids=["the-same", "another"])
def test_a_sealed_focus_is_entered_again_and_logged_whatever_it_was(table, focus):
    move(table, ask(table, 2, "new phone"), is_given=False)
    version = look(table).version
    tables.write_focus(table, 2, focus, LATER)
    seat = look(table).find_seat(2)
    assert (seat.focus, seat.sealed_for, seat.secret_version, look(table).version) == (focus, "", 2, version + 1)
    assert list_kinds(table)[0] is Happening.FOCUS_AGAIN


def test_a_claim_ends_with_its_seat(table):
    ask(table, 2, "new phone")
    queries.write_details(table, Details("B-7c", "en"), [SeatEntry("Rita", None, 1)], None, NOW)
    assert look(table).claims == ()
