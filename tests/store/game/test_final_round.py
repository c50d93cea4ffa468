"""The final round: what calls it, and that nothing but a step of its own takes it back."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.store.game import queries as game
from companion.store.tables import queries, seats
from companion.store.tables.drafts import Details, SeatEntry, StoredLibrary, StoredSeat, Table
from companion.store.tables.events import Happening, list_events
from companion.store.tables.stages import Act, StageError

pytestmark = pytest.mark.both_databases

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
ENOUGH = {2: 16, 3: 14, 4: 12}
ENOUGH_IN_A_LONG_GAME = {2: 19, 3: 17, 4: 15}


@pytest.fixture(autouse=True)
def app_context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def start(players: int = 2, form: str = "B-7c", *, long_game: bool = False) -> str:
    chairs = [StoredSeat(name, device=name) for name in ("Rita", "Eric", "Ola", "Zoe")[:players]]
    details = Details(form, "en", long_game=long_game)
    return queries.start_draft(details, chairs, StoredLibrary(), NOW, table=Table("Rita", "CDF234"))


def lay(slug: str, cards: int, position: int = 1, more: str = "") -> None:
    queries.write_shelf(slug, position, " ".join(["A1:CF"] * cards) + more, None, NOW)


def is_called(slug: str) -> bool:
    return queries.find_draft(slug).is_final_round


def find_caller(slug: str) -> int | None:
    return queries.find_draft(slug).final_round_by


@pytest.mark.parametrize("long_game", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_shelf_that_holds_enough_calls_it_and_one_card_fewer_does_not(players, long_game):
    slug = start(players, long_game=long_game)
    needed = (ENOUGH_IN_A_LONG_GAME if long_game else ENOUGH)[players]
    lay(slug, needed - 1, 2)
    assert not is_called(slug)
    lay(slug, needed, 2)
    assert is_called(slug)
    assert find_caller(slug) == 2


def test_cards_face_down_and_unreadable_ones_count_and_entombed_ones_do_not():
    slug = start()
    lay(slug, 13, more=" #+ Q?:CF+")
    assert not is_called(slug)
    lay(slug, 13, more=" # Q?:CF what?")
    assert is_called(slug)


@pytest.mark.parametrize("cards", [0, 15])
def test_once_called_it_stays_called_whatever_becomes_of_the_shelf(cards):
    slug = start()
    lay(slug, 16)
    lay(slug, cards)
    queries.write_tally(slug, 1, {"C": "3"}, None, NOW)
    game.write_length(slug, NOW, long_game=True)
    assert is_called(slug)
    assert find_caller(slug) == 1


def test_it_stays_called_when_its_caller_leaves_or_somebody_joins():
    slug = start(3)
    lay(slug, 14, 2)
    queries.write_details(
        slug, Details("B-7c", "en"), [SeatEntry("Rita", None, 1), SeatEntry("Ola", None, 3)], None, NOW
    )
    assert is_called(slug)
    assert find_caller(slug) is None
    seats.sit_down(slug, "Max", "max", NOW)
    assert is_called(slug)


def test_taking_it_back_is_a_step_of_its_own_and_holds_against_the_same_shelf():
    slug = start()
    lay(slug, 16)
    game.write_final_round(slug, NOW, is_called=False)
    assert not is_called(slug)
    lay(slug, 17)
    assert not is_called(slug)
    lay(slug, 15)
    lay(slug, 16)
    assert is_called(slug)


def test_another_shelf_calls_it_again():
    slug = start()
    lay(slug, 16)
    game.write_final_round(slug, NOW, is_called=False)
    lay(slug, 16, 2)
    assert find_caller(slug) == 2


def test_a_shorter_game_calls_it_for_a_shelf_that_holds_enough_for_that():
    slug = start(long_game=True)
    lay(slug, 17)
    assert not is_called(slug)
    game.write_length(slug, NOW, long_game=False)
    assert is_called(slug)


def test_a_shelf_that_holds_enough_for_one_librarian_more_calls_it_when_somebody_sits_down():
    slug = start()
    lay(slug, 14)
    assert not is_called(slug)
    seats.sit_down(slug, "Ola", "ola", NOW)
    assert find_caller(slug) == 1


@pytest.mark.parametrize(("long_game", "newcomers"), [(False, []), (True, ["Ola"])], ids=["shorter", "one more"])
def test_a_header_calls_it_for_a_shelf_that_holds_enough_by_that(long_game, newcomers):
    slug = start(long_game=True)
    lay(slug, 17)
    assert not is_called(slug)
    table = [SeatEntry("Rita", None, 1), SeatEntry("Eric", None, 2), *map(SeatEntry, newcomers)]
    queries.write_details(slug, Details("B-7c", "en", long_game=long_game), table, None, NOW)
    assert find_caller(slug) == 1


def test_one_that_was_taken_back_is_not_repeated_when_somebody_sits_down():
    slug = start()
    lay(slug, 16)
    game.write_final_round(slug, NOW, is_called=False)
    seats.sit_down(slug, "Ola", "ola", NOW)
    assert not is_called(slug)


def test_the_host_may_call_it_for_cards_that_were_counted_on_the_table():
    slug = start()
    game.write_final_round(slug, NOW, is_called=True)
    assert is_called(slug)
    assert find_caller(slug) is None


def test_calling_and_taking_back_by_hand_are_logged_once_and_a_shelf_is_seen_by_all():
    slug = start()
    lay(slug, 16)
    for called in (False, False, True, True):
        game.write_final_round(slug, NOW, is_called=called)
    kinds = [(event.kind, event.actor) for event in reversed(list_events(slug))]
    assert kinds == [(Happening.FINAL_WITHDRAWN, "Rita"), (Happening.FINAL_CALLED, "Rita")]


def test_calling_and_taking_back_again_and_again_buries_nothing():
    slug = start()
    seats.sit_down(slug, "Ola", "ola", NOW)
    for called in (True, False) * 20:
        game.write_final_round(slug, NOW, is_called=called)
    assert [(event.kind, event.count) for event in list_events(slug)] == [
        (Happening.FINAL_WITHDRAWN, 20),
        (Happening.FINAL_CALLED, 20),
        (Happening.SAT_DOWN, 1),
    ]


def test_nothing_is_called_anymore_once_the_shelves_are_locked():
    slug = start()
    seats.move_stage(slug, Act.LOCK, NOW)
    with pytest.raises(StageError):
        game.write_final_round(slug, NOW, is_called=True)
    seats.move_stage(slug, Act.REVEAL, NOW)
    seats.amend(slug, {}, "", NOW)
    lay(slug, 16)
    assert not is_called(slug)


@pytest.mark.parametrize(("players", "form"), [(1, "B-7c"), (1, "S-42A")])
def test_one_librarian_has_no_final_round(players, form):
    slug = start(players, form)
    lay(slug, 40)
    assert not is_called(slug)
