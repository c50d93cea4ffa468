"""Who may answer a phone that asks for a seat, and what the answers lead to.

The host Rita, Eric and Ula have phones, Ola's seat is in the host's care; "late" sat down after the claim was made.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.store.tables.claims import HOST_DELAY
from companion.store.tables.drafts import Claim, StoredDraft, StoredSeat
from companion.workflow.access.moving import Outcome, Voice, decide, find_ripening, find_voice, may_take, moves_host
from companion.workflow.access.roles import Viewer

from ..drafts import EVENING, make_draft

SEATS = (
    StoredSeat("Rita", "S", 1, device="rita"),
    StoredSeat("Eric", "H", 2, device="eric"),
    StoredSeat("Ola", "M", 3),
    StoredSeat("Ula", "F", 4, device="ula"),
)
DEVICES = ("rita", "eric", "ula", "late", "somebody", "new phone", "")
OLD, LIBRARIAN = Voice.OLD_PHONE, Voice.LIBRARIAN


def make_table(*seats: StoredSeat) -> StoredDraft:
    return replace(make_draft(*(seats or SEATS)), host="rita", version=9)


def claim(position: int, device: str = "new phone", **changes: object) -> Claim:
    return replace(Claim(position, device, "0042", "a key", EVENING, since=5), **changes)


def list_voices(draft: StoredDraft, asked: Claim) -> dict[str, Voice]:
    voices = {device: find_voice(draft, asked, Viewer(device)) for device in DEVICES}
    return {device: voice for device, voice in voices.items() if voice is not Voice.NONE}


@pytest.mark.parametrize(
    ("position", "voices"),
    [
        (1, {"rita": OLD, "eric": LIBRARIAN, "ula": LIBRARIAN}),
        (2, {"rita": LIBRARIAN, "eric": OLD, "ula": LIBRARIAN}),
        (3, {"rita": OLD, "eric": LIBRARIAN, "ula": LIBRARIAN}),
    ],
    ids=["the-hosts-own", "a-guests", "one-in-the-hosts-care"],
)
def test_the_old_phone_and_those_at_the_table_have_a_voice(position, voices):
    assert list_voices(make_table(), claim(position)) == voices


@pytest.mark.parametrize("device", ["rita", "eric", "ula"])
def test_nobody_has_a_voice_about_what_he_asks_himself(device):
    for position in (1, 2, 3, 4):
        assert device not in list_voices(make_table(), claim(position, device))


def test_nobody_has_a_voice_who_sat_down_after_the_claim_was_made():
    table = make_table(*SEATS[:2], StoredSeat("Late", "M", 3, device="late", seated=6))
    assert list_voices(table, claim(2)) == {"rita": LIBRARIAN, "eric": OLD}
    assert "late" in list_voices(table, claim(2, since=6))


def test_a_host_without_a_seat_has_a_voice():
    assert list_voices(make_table(*SEATS[1:2]), claim(2)) == {"rita": LIBRARIAN, "eric": OLD}


def test_the_role_of_host_goes_with_the_only_seat_of_the_hosts_phone():
    assert [moves_host(make_table(), claim(position)) for position in (1, 2, 3)] == [True, False, False]
    two = make_table(SEATS[0], replace(SEATS[1], device="rita"))
    assert [moves_host(two, claim(position)) for position in (1, 2)] == [False, False]


@pytest.mark.parametrize(
    ("position", "device", "consents", "outcome"),
    [
        (2, "eric", True, Outcome.GIVEN),
        (2, "eric", False, Outcome.REFUSED),
        (2, "rita", True, Outcome.SEALED),
        (2, "rita", False, Outcome.WAITING),
        (3, "rita", True, Outcome.GIVEN),
        (3, "eric", True, Outcome.SEALED),
        (1, "rita", True, Outcome.GIVEN),
        (1, "eric", True, Outcome.WAITING),
        (1, "eric", False, Outcome.REFUSED),
    ],
)
def test_an_answer_leads_to(position, device, consents, outcome):
    assert decide(make_table(), claim(position), Viewer(device), consents=consents) is outcome


def test_a_seat_stays_when_all_others_refuse():
    asked = claim(2, refusals=("rita",))
    assert decide(make_table(), asked, Viewer("ula"), consents=False) is Outcome.REFUSED
    assert decide(make_table(), asked, Viewer("ula"), consents=True) is Outcome.SEALED


def test_the_host_is_replaced_at_once_when_all_others_agree_and_they_are_two():
    asked = claim(1, consents=("eric",))
    assert decide(make_table(), asked, Viewer("ula"), consents=True) is Outcome.SEALED
    assert decide(make_table(*SEATS[:3]), claim(1), Viewer("eric"), consents=True) is Outcome.WAITING


def test_consent_of_those_who_came_later_or_ask_themselves_replaces_no_host():
    late = make_table(*SEATS[:2], replace(SEATS[3], seated=6))
    assert decide(late, claim(1), Viewer("eric"), consents=True) is Outcome.WAITING
    assert decide(make_table(), claim(1, "ula"), Viewer("eric"), consents=True) is Outcome.WAITING


def test_the_hosts_seat_is_taken_after_a_delay_by_whoever_asked_for_it():
    asked = claim(1, consents=("eric",), consented=EVENING)
    ripe = EVENING + HOST_DELAY
    assert find_ripening(make_table(), asked) == ripe
    takers = [device for device in DEVICES if may_take(make_table(), asked, Viewer(device), ripe)]
    assert takers == ["new phone"]
    assert not may_take(make_table(), claim(2, consented=EVENING), Viewer("new phone"), ripe)
    assert not may_take(make_table(), claim(1), Viewer("new phone"), ripe)
    assert find_ripening(make_table(), claim(1)) is None
