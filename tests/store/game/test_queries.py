"""What is stored while the game is in progress: the deal, the length, a solo player's rounds."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest

from companion.scoring.categories import Category
from companion.scoring.setup import Deal
from companion.store.game import queries as game_queries
from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import (
    Details,
    Kind,
    LibraryEntry,
    SeatEntry,
    StoredDraft,
    StoredLibrary,
    StoredSeat,
    Table,
)
from companion.store.tables.queries import ConflictError
from companion.store.tables.stages import Act, StageError

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("inside")]

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
C, F, H, M, R, S = Category
FOR_TWO = Deal(R, C, (S, H))
SOLO = Deal(R, C, (S,), F, (M, H))


@pytest.fixture
def table() -> str:
    """Two librarians, one of them on the host's phone."""
    seats = [StoredSeat("Rita", device="host"), StoredSeat("Eric", device="guest")]
    return queries.start_draft(Details("B-7c", "en"), seats, StoredLibrary(), NOW, table=Table(host="host"))


@pytest.fixture
def solo() -> str:
    return queries.start_draft(
        Details("S-42A", "en"), [StoredSeat("Rita", device="host")], StoredLibrary(), NOW, table=Table(host="host")
    )


def deal(slug: str, cards: Deal, *, replaces: bool = False) -> StoredDraft:
    game_queries.write_deal(slug, cards, queries.find_draft(slug).head_version, NOW, replaces=replaces)
    return queries.find_draft(slug)


def test_a_deal_lies_on_the_table(table: str) -> None:
    before = queries.find_draft(table)
    after = deal(table, FOR_TWO)
    assert (after.details.prominent, after.details.banned, after.is_dealt) == ("R", "C", True)
    assert [seat.focus for seat in after.seats] == ["S", "H"]
    assert (after.library.focus, after.set_aside) == ("", "")
    assert after.version > before.version
    assert all(now.secret_version > then.secret_version for now, then in zip(after.seats, before.seats, strict=True))


def test_a_solo_deal_lays_the_librarys_focus_and_two_cards_aside(solo: str) -> None:
    after = deal(solo, SOLO)
    assert (after.seats[0].focus, after.library.focus, after.set_aside) == ("S", "F", "MH")


def test_a_deal_does_not_overwrite_what_nobody_was_shown(table: str) -> None:
    tables.write_focus(table, 2, "M", NOW)
    with pytest.raises(ConflictError):
        deal(table, FOR_TWO)
    assert [seat.focus for seat in queries.find_draft(table).seats] == ["", "M"]
    assert [seat.focus for seat in deal(table, FOR_TWO, replaces=True).seats] == ["S", "H"]


def test_a_deal_that_is_sent_twice_is_dealt_once(table: str) -> None:
    version = queries.find_draft(table).head_version
    game_queries.write_deal(table, FOR_TWO, version, NOW, replaces=True)
    with pytest.raises(ConflictError):
        game_queries.write_deal(table, Deal(F, M, (R, C)), version, NOW, replaces=True)
    assert queries.find_draft(table).details.prominent == "R"


def test_a_deal_for_fewer_than_sit_there_is_refused(table: str) -> None:
    tables.sit_down(table, "Alberto", "third", NOW)
    with pytest.raises(ConflictError):
        deal(table, FOR_TWO)
    assert not queries.find_draft(table).is_dealt


def test_what_was_dealt_is_gathered_in(solo: str) -> None:
    dealt = deal(solo, SOLO)
    with pytest.raises(ConflictError):
        game_queries.gather_cards(solo, dealt.head_version - 1, NOW)
    game_queries.gather_cards(solo, dealt.head_version, NOW)
    after = queries.find_draft(solo)
    assert not after.is_dealt
    assert (after.details.prominent, after.details.banned, after.library.focus, after.set_aside) == ("", "", "", "")
    assert after.seats[0].focus == ""


def test_cards_laid_by_hand_are_not_gathered_in(table: str) -> None:
    tables.write_focus(table, 1, "M", NOW)
    game_queries.gather_cards(table, queries.find_draft(table).head_version, NOW)
    assert queries.find_draft(table).seats[0].focus == "M"


def test_what_was_dealt_stays_as_it_fell(solo: str) -> None:
    dealt = deal(solo, SOLO)
    tables.write_focus(solo, 1, "F", NOW)
    queries.write_details(solo, Details("S-42A", "en", "M", "H"), [SeatEntry("Rita", "C", 1)], "M", NOW)
    queries.write_library(solo, LibraryEntry(None, Kind.NONE, {}, ""), NOW)
    after = queries.find_draft(solo)
    assert (after.details.prominent, after.details.banned) == ("R", "C")
    assert (after.seats[0].focus, after.library.focus, after.set_aside) == ("S", "F", "MH")
    assert dealt.details == after.details


@pytest.mark.parametrize(
    ("devices", "handover"),
    [(("host", "guest"), False), (("host", ""), True), (("", ""), True), (("", "guest"), False)],
    ids=["each-an-own-phone", "one-without", "one-phone-for-all", "a-host-who-only-keeps-a-seat"],
)
def test_a_phone_that_serves_several_is_shared_once_cards_are_dealt(devices: tuple[str, str], handover: bool) -> None:
    seats = [StoredSeat(name, device=device) for name, device in zip(("Rita", "Eric"), devices, strict=True)]
    slug = queries.start_draft(Details("B-7c", "en"), seats, StoredLibrary(), NOW, table=Table(host="host"))
    assert deal(slug, FOR_TWO).handover is handover


def test_the_length_of_the_game_is_kept(table: str) -> None:
    before = queries.find_draft(table)
    game_queries.write_length(table, NOW, long_game=True)
    after = queries.find_draft(table)
    assert after.details.long_game
    assert after.head_version == before.head_version + 1
    game_queries.write_length(table, NOW, long_game=True)
    assert queries.find_draft(table).version == after.version


def test_difficulty_and_round_are_kept(solo: str) -> None:
    game_queries.write_difficulty(solo, 5, NOW)
    game_queries.write_round(solo, 2, NOW)
    kept = queries.find_draft(solo)
    assert (kept.details.difficulty, kept.game_round) == (5, 2)
    game_queries.write_round(solo, 2, NOW)
    assert queries.find_draft(solo).version == kept.version


def test_a_card_shown_by_hand_is_kept_in_its_place(solo: str) -> None:
    game_queries.write_shown(solo, 2, "H", NOW)
    assert queries.find_draft(solo).set_aside == "-H"
    game_queries.write_shown(solo, 1, "M", NOW)
    assert queries.find_draft(solo).set_aside == "MH"


def test_a_card_that_was_dealt_stays_as_it_fell(solo: str) -> None:
    deal(solo, SOLO)
    game_queries.write_shown(solo, 1, "F", NOW)
    assert queries.find_draft(solo).set_aside == "MH"


CHANGES: list[Callable[[str], None]] = [
    lambda slug: game_queries.write_deal(slug, SOLO, 1, NOW, replaces=True),
    lambda slug: game_queries.gather_cards(slug, 1, NOW),
    lambda slug: game_queries.write_length(slug, NOW, long_game=True),
    lambda slug: game_queries.write_difficulty(slug, 7, NOW),
    lambda slug: game_queries.write_round(slug, 1, NOW),
    lambda slug: game_queries.write_shown(slug, 1, "M", NOW),
]


@pytest.mark.parametrize("change", CHANGES, ids=["deal", "gather", "length", "difficulty", "round", "shown"])
@pytest.mark.parametrize("acts", [(Act.LOCK,), (Act.LOCK, Act.REVEAL)], ids=["locked", "revealed"])
def test_once_the_inspection_has_begun_the_game_is_over(
    solo: str, acts: tuple[Act, ...], change: Callable[[str], None]
) -> None:
    for act in acts:
        tables.move_stage(solo, act, NOW)
    with pytest.raises(StageError):
        change(solo)


def test_an_amended_inspection_is_no_game_anymore(solo: str) -> None:
    for act in (Act.LOCK, Act.REVEAL):
        tables.move_stage(solo, act, NOW)
    tables.amend(solo, {}, "", NOW)
    with pytest.raises(StageError):
        game_queries.write_round(solo, 1, NOW)
