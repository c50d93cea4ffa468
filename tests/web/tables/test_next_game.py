"""The next game of the same people: one tap, and everybody keeps seat, phone and deck."""

from __future__ import annotations

from dataclasses import replace

from companion.workflow.walk.paces import Pace


def test_the_next_game_keeps_people_seats_phones_deck_and_pace(evening, find_kept):
    evening.reveal()
    evening.send("/walk", evening.rita, {"pace": Pace.BRISK.value, "step": "PROCLAIM"})
    page = evening.send("/next", evening.eric)
    assert evening.eric.address == f"{evening.desk}/walk"
    assert "The host’s phone opens the next game." in page
    evening.send("/next", evening.rita)
    first, fresh = find_kept(evening.desk), find_kept(evening.rita.address)
    assert fresh.slug != first.slug
    assert [(seat.name, seat.device) for seat in fresh.seats] == [(seat.name, seat.device) for seat in first.seats]
    assert (fresh.host, fresh.pace, fresh.details.edition) == (first.host, "brisk", "en")
    assert (fresh.details.prominent, fresh.seats[0].focus, fresh.seats[0].shelf) == ("", "", "")
    assert fresh.code not in ("", first.code)
    for phone in (evening.eric, evening.rita):
        evening.send("/next", phone)
        assert phone.address == f"/inspections/{fresh.slug}"
    evening.send("/next", evening.watcher)
    assert evening.watcher.status == 403


def test_after_a_game_that_is_over_or_deleted_the_next_one_is_another(evening):
    desks = [evening.desk]
    for _ in range(3):
        evening.send("/next", evening.rita)
        desks.append(evening.rita.address)
        if len(desks) == 2:
            evening.rita.send(f"{desks[-1]}/delete")
        if len(desks) == 3:
            replace(evening, desk=desks[-1]).reveal()
    assert len(set(desks)) == 4


def test_a_phone_that_goes_round_goes_round_again(visitor, find_kept):
    desk = visitor.start("Rita", "Eric", way="round")
    visitor.send(f"{desk}/next")
    fresh = find_kept(visitor.address)
    assert (fresh.handover, fresh.code, [seat.name for seat in fresh.seats]) == (True, "", ["Rita", "Eric"])
