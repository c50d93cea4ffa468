"""Whoever comes late or must go is a tap on a chip; nothing that was entered goes without a question."""

from __future__ import annotations

import pytest


def test_whoever_comes_late_sits_down_by_a_tap_and_all_others_stay(evening, find_kept):
    evening.rita.start("Rita", "Ola", "Ula")
    evening.fill()
    before = find_kept(evening.desk)
    page = evening.rita.open(f"{evening.desk}/people")
    assert 'value="Ola"' in page
    for name in ("Ola", " ola ", "Ula", "Ewa"):
        evening.send("/people/add", evening.rita, {"name": name})
    after = find_kept(evening.desk)
    assert [seat.name for seat in after.seats] == ["Rita", "Eric", "Ola", "Ula"]
    assert after.seats[:2] == before.seats
    assert after.details == before.details


def test_an_empty_seat_goes_at_once_and_one_with_entries_after_a_question(evening, find_kept):
    evening.fill()
    evening.send("/people/add", evening.rita, {"name": "Ola"})
    evening.send("/people/3/leave", evening.rita)
    assert [seat.name for seat in find_kept(evening.desk).seats] == ["Rita", "Eric"]
    page = evening.send("/people/2/leave", evening.rita)
    assert "with everything entered for this librarian" in page
    assert len(find_kept(evening.desk).seats) == 2
    evening.send("/people/2/leave", evening.rita, {"sure": "y"})
    assert [seat.name for seat in find_kept(evening.desk).seats] == ["Rita"]


@pytest.mark.parametrize("path", ["/people/add", "/people/1/leave"])
def test_only_the_host_says_who_sits_there(evening, find_kept, path):
    before = find_kept(evening.desk)
    evening.send(path, evening.eric, {"name": "Ola", "sure": "y"})
    assert evening.eric.status == 403
    assert find_kept(evening.desk) == before


def test_while_the_inspection_goes_on_nobody_comes_or_goes(filled, find_kept):
    filled.send("/lock", filled.rita)
    filled.send("/people/add", filled.rita, {"name": "Ola"})
    assert filled.rita.status == 409
    assert len(find_kept(filled.desk).seats) == 2
