"""Who may see and do what: a table with the host Rita's phone, Eric's phone, and Ola, whose seat the host manages."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import pytest

from companion.store.tables.claims import CLAIM_LIFETIME
from companion.store.tables.drafts import Claim, StoredDraft, StoredLibrary, StoredSeat
from companion.store.tables.stages import Stage
from companion.workflow.access.roles import Viewer, find_role
from companion.workflow.access.seeing import SeenDraft, SeenSeat, see_draft

from ..drafts import ERIC, EVENING, RITA, make_draft, make_solo, see

HOST, GUEST, STRANGER, NOBODY = Viewer("host"), Viewer("eric"), Viewer("somebody"), Viewer()
OLA = StoredSeat("Ola", "M", 3)
CLAIM = Claim(1, "new phone", "0042", "a key", EVENING)
VIEWERS = (HOST, GUEST, STRANGER, NOBODY)
HIDDEN = [Stage.DRAFT, Stage.LOCKED]
OPEN = [Stage.REVEALED, Stage.AMENDED]


def make_table(**changes: object) -> StoredDraft:
    seats = (replace(RITA, device="host"), replace(ERIC, device="eric", secret_version=7), OLA)
    return replace(make_draft(*seats), host="host", **changes)


def alone(**changes: object) -> StoredDraft:
    """One phone that keeps the whole file."""
    return replace(make_draft(), host="host", **changes)


def dealt_solo(**changes: object) -> StoredDraft:
    draft = replace(make_solo(), host="host", is_dealt=True, set_aside="MH", **changes)
    return replace(draft, library=replace(draft.library, focus="F"))


def list_focuses(draft: StoredDraft, viewer: Viewer, handed_to: int | None = None) -> str:
    """The focuses that someone sees, a dot for each sealed one, a space for each one not chosen."""
    seats = see(draft, viewer, handed_to).seats
    return "".join(seat.focus or ("." if seat.is_sealed else " ") for seat in seats)


def test_an_open_file_has_no_secrets_and_makes_everybody_its_keeper():
    draft = make_draft()
    for viewer in (HOST, STRANGER, NOBODY):
        role = find_role(draft, viewer)
        assert (role.is_host, role.seats, role.sees_all) == (True, {1, 2}, True)
        assert list_focuses(draft, viewer) == "SH"


def test_whoever_keeps_all_seats_on_one_phone_sees_everything():
    role = find_role(alone(), HOST)
    assert (role.is_host, role.seats, role.sees_all) == (True, {1, 2}, True)
    assert list_focuses(alone(), HOST) == "SH"


@pytest.mark.parametrize("viewer", [STRANGER, NOBODY])
def test_a_stranger_only_watches(viewer):
    role = find_role(make_table(), viewer)
    assert (role.is_host, role.seats, role.sees_all, role.is_seated) == (False, set(), False, False)


@pytest.mark.parametrize("stage", HIDDEN)
def test_each_phone_sees_its_own_focus_and_that_there_are_others(stage):
    table = make_table(stage=stage)
    assert list_focuses(table, HOST) == "S.M"
    assert list_focuses(table, GUEST) == ".H."
    assert list_focuses(table, STRANGER) == list_focuses(table, NOBODY) == "..."


@pytest.mark.parametrize("stage", OPEN)
@pytest.mark.parametrize("viewer", [HOST, GUEST, STRANGER, NOBODY])
def test_everybody_sees_all_focuses_once_they_have_been_revealed(stage, viewer):
    assert list_focuses(make_table(stage=stage, handover=True), viewer) == "SHM"
    assert find_role(make_table(stage=stage), viewer).sees_all


def test_a_focus_that_is_not_chosen_yet_is_not_sealed():
    table = make_table()
    table = replace(table, seats=(*table.seats[:2], replace(OLA, focus="")))
    assert list_focuses(table, GUEST) == ".H "


def test_the_host_keeps_the_table_without_a_seat_of_its_own():
    table = replace(make_table(), seats=make_table().seats[1:2])
    role = find_role(table, HOST)
    assert (role.is_host, role.seats, role.sees_all, role.is_seated) == (True, set(), False, True)
    assert list_focuses(table, HOST) == "."


def test_a_guest_who_owns_every_seat_is_no_host():
    role = find_role(replace(make_table(), seats=make_table().seats[1:2]), GUEST)
    assert (role.is_host, role.seats, role.sees_all, role.is_seated) == (False, {2}, False, True)


def test_a_phone_without_a_token_is_not_taken_for_the_owner_of_a_seat_without_a_phone():
    assert find_role(make_table(), NOBODY).seats == set()


def test_a_shared_phone_shows_a_focus_only_to_whom_it_has_been_handed():
    draft = alone(handover=True)
    assert list_focuses(draft, HOST) == ".."
    assert list_focuses(draft, HOST, handed_to=1) == "S."
    assert list_focuses(draft, HOST, handed_to=2) == ".H"
    assert not find_role(draft, HOST).sees_all


def test_a_shared_phone_is_handed_to_nobody_whom_it_does_not_serve():
    assert list_focuses(make_table(handover=True), HOST, handed_to=2) == "..."
    assert list_focuses(make_table(handover=True), STRANGER, handed_to=2) == "..."


def test_a_phone_that_serves_its_owner_alone_is_not_handed_on_though_another_is():
    table = make_table(handover=True)
    assert list_focuses(table, GUEST) == ".H."
    assert not see(table, GUEST).handover
    assert list_focuses(table, HOST) == "..."
    assert see(table, HOST).handover


def test_a_phone_that_serves_one_without_a_phone_is_passed_around_all_the_same():
    table = replace(make_table(handover=True), seats=make_table().seats[1:])
    assert list_focuses(table, HOST) == ".."
    assert list_focuses(table, HOST, handed_to=3) == ".M"


def test_nothing_tells_whose_phone_is_which():
    table = make_table()
    claimed = replace(table, claims=(CLAIM,))
    for viewer in (HOST, GUEST, STRANGER):
        seen = see(claimed, viewer)
        assert (seen.is_hosted, [seat.is_taken for seat in seen.seats]) == (True, [True, True, False])
        assert not {"host", "eric", "new phone"} & set(list_texts(seen))
    assert see(alone(), STRANGER).is_hosted
    assert not see(make_draft(), STRANGER).is_hosted


def list_texts(value: object) -> Iterator[str]:
    """Every text in a value."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for part in fields(value):
            yield from list_texts(getattr(value, part.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from list_texts(part)


@pytest.mark.parametrize(("stored", "seen"), [(StoredDraft, SeenDraft), (StoredSeat, SeenSeat)])
def test_what_is_stored_and_what_is_seen_are_no_kin(stored, seen):
    assert not issubclass(seen, stored)
    assert not issubclass(stored, seen)
    secrets = {"host", "former_host", "device", "former", "sealed_for", "seated", "secret_version"}
    assert secrets & {field.name for field in fields(stored)}
    assert not secrets & {field.name for field in fields(seen)}


def test_a_code_that_is_too_old_is_not_seen():
    table = make_table(code="CDF234")
    assert see(table, HOST).code == "CDF234"
    assert see_draft(table, HOST, EVENING + datetime.timedelta(days=1)).code == ""


def test_the_code_is_for_those_at_the_table_and_for_whoever_knows_it():
    table = make_table(code="CDF234")
    viewers = (HOST, GUEST, STRANGER, NOBODY, Viewer(code="CDF234"), Viewer(code="QQQQQQ"))
    assert [see(table, viewer).code for viewer in viewers] == ["CDF234", "CDF234", "", "", "CDF234", ""]


def test_a_claim_is_seen_by_those_at_the_table_and_by_whoever_made_it():
    table = make_table(claims=(CLAIM,))
    seen = {viewer: [(c.number, bool(c.key), c.is_own) for c in see(table, viewer).claims] for viewer in VIEWERS}
    assert seen == {HOST: [("0042", True, False)], GUEST: [("0042", True, False)], STRANGER: [], NOBODY: []}
    (own,) = see(table, Viewer("new phone")).claims
    assert (own.number, own.key, own.is_own) == ("0042", "", True)


def test_a_claim_that_has_expired_is_seen_by_nobody():
    table = make_table(claims=(CLAIM,))
    late = EVENING + CLAIM_LIFETIME
    assert [see_draft(table, viewer, late).claims for viewer in (HOST, GUEST, Viewer("new phone"))] == [(), (), ()]


@pytest.mark.parametrize("stage", HIDDEN)
def test_a_sealed_focus_is_shown_to_nobody(stage):
    """Neither to the phone that has the seat now, nor to the one that had it, nor to the host."""
    table = make_table(stage=stage)
    rita, eric, ola = table.seats
    sealed = replace(table, seats=(rita, replace(eric, device="new phone", sealed_for="eric"), ola))
    for viewer in (HOST, GUEST, STRANGER, Viewer("new phone")):
        seat = see(sealed, viewer).seats[1]
        assert (seat.focus, seat.is_sealed, seat.is_withheld) == ("", True, True)


@pytest.mark.parametrize("stage", OPEN)
def test_a_sealed_focus_is_revealed_with_the_others(stage):
    table = make_table(stage=stage)
    rita, eric, ola = table.seats
    seat = see(replace(table, seats=(rita, replace(eric, sealed_for="somebody"), ola)), STRANGER).seats[1]
    assert (seat.focus, seat.is_sealed, seat.is_withheld) == ("H", False, False)


def test_a_sealed_focus_is_sealed_to_a_host_who_keeps_all_seats():
    seats = alone().seats
    draft = replace(alone(), seats=(seats[0], replace(seats[1], sealed_for="eric")))
    assert not find_role(draft, HOST).sees_all
    assert list_focuses(draft, HOST) == "S."


def test_a_focus_is_open_again_to_the_phone_that_knows_it():
    table = make_table()
    rita, eric, ola = table.seats
    assert list_focuses(replace(table, seats=(rita, replace(eric, sealed_for="eric"), ola)), GUEST) == ".H."


def test_two_tables_that_differ_in_hidden_focuses_alone_look_the_same():
    table = make_table()
    rita, eric, ola = table.seats
    other = replace(table, seats=(rita, replace(eric, focus="R", secret_version=2), ola))
    for viewer in (HOST, STRANGER):
        assert see(table, viewer) == see(other, viewer)
    assert see(table, GUEST) != see(other, GUEST)


@pytest.mark.parametrize("stage", HIDDEN)
@pytest.mark.parametrize("viewer", [HOST, STRANGER, NOBODY])
def test_the_focus_that_was_dealt_to_the_public_library_is_nobodys_to_see(stage, viewer):
    library = see(dealt_solo(stage=stage), viewer).library
    assert (library.focus, library.is_sealed) == ("", True)
    assert library.discards
    assert not find_role(dealt_solo(stage=stage), viewer).sees_all


def test_the_solo_player_sees_their_own_focus_all_the_same():
    assert list_focuses(dealt_solo(), HOST) == "S"
    assert list_focuses(dealt_solo(), STRANGER) == "."


def test_changing_the_form_does_not_reveal_the_librarys_focus():
    disguised = dealt_solo()
    disguised = replace(disguised, details=replace(disguised.details, form="B-7c"))
    assert see(disguised, HOST).library.focus == ""


def test_a_focus_of_the_library_that_a_person_laid_is_known():
    draft = replace(make_solo(), host="host")
    assert see(draft, HOST).library.focus == "F"
    assert find_role(draft, HOST).sees_all


@pytest.mark.parametrize("stage", OPEN)
def test_the_librarys_focus_is_revealed_with_the_others(stage):
    seen = see(dealt_solo(stage=stage), STRANGER)
    assert (seen.library.focus, seen.set_aside) == ("F", "MH")


def test_a_deal_that_gave_the_library_nothing_seals_nothing():
    draft = replace(alone(is_dealt=True), library=StoredLibrary())
    assert not see(draft, HOST).library.is_sealed
    assert find_role(draft, HOST).sees_all


@pytest.mark.parametrize(("number", "shown"), [(0, ""), (1, ""), (2, "M"), (3, "M"), (4, "MH"), (5, "MH")])
def test_the_cards_set_aside_are_shown_in_rounds_two_and_four(number, shown):
    assert see(dealt_solo(game_round=number), HOST).set_aside == shown


def test_a_shelf_is_written_by_its_owner_and_by_the_host_who_lends_a_hand():
    allowed = {
        viewer: [position for position in (1, 2, 3, 9) if find_role(make_table(), viewer).may_enter(position)]
        for viewer in (HOST, GUEST, STRANGER, NOBODY)
    }
    assert allowed == {HOST: [1, 2, 3, 9], GUEST: [2], STRANGER: [], NOBODY: []}
