"""The game in progress: the approaching final round, cards that only their owner sees, a solo player's five rounds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.scoring.categories import CATEGORIES
from companion.scoring.setup import Variant
from companion.store.tables.drafts import Kind, StoredDraft, StoredLibrary, StoredSeat
from companion.store.tables.stages import Stage
from companion.workflow.access.roles import Viewer, find_role
from companion.workflow.game.dealing import deal
from companion.workflow.game.running import view_cards, view_solo_game, view_table_game

from ..drafts import ERIC, RITA, make_draft, see

HOST, GUEST, STRANGER = Viewer("host"), Viewer("guest"), Viewer("stranger")


def look(view, draft: StoredDraft, viewer: Viewer = HOST, handed_to: int | None = None):
    """Look as the web does."""
    return view(see(draft, viewer, handed_to))


def lay_table(*shelves: str, **changes) -> StoredDraft:
    """A table whose librarians have these shelves."""
    seats = [
        StoredSeat(name, position=position, kind=Kind.SHELF if shelf else Kind.NONE, shelf=shelf)
        for position, (name, shelf) in enumerate(zip(("Rita", "Eric", "Alberto", "Dária"), shelves, strict=False), 1)
    ]
    return replace(make_draft(*seats), host="host", **changes)


def play_solo(round_number: int, **changes) -> StoredDraft:
    """A dealt solo game: prominent R, banned C, focus S, the library after F, set aside M and H."""
    seat = StoredSeat("Rita", "S", 1)
    draft = make_draft(seat, library=StoredLibrary("F"), form="S-42A", difficulty=3)
    dealt = replace(draft, host="host", is_dealt=True, set_aside="MH", game_round=round_number)
    return replace(dealt, **changes)


@pytest.mark.parametrize(("players", "standard", "longer"), [(2, 16, 19), (3, 14, 17), (4, 12, 15)])
def test_the_final_round_depends_on_players_and_length(players, standard, longer):
    draft = lay_table(*[""] * players)
    trigger = look(view_table_game, draft).trigger
    assert (trigger.needed, trigger.standard, trigger.longer) == (standard, standard, longer)
    long_game = replace(draft, details=replace(draft.details, long_game=True))
    assert look(view_table_game, long_game).trigger.needed == longer


def test_one_librarian_alone_has_no_final_round():
    game = look(view_table_game, lay_table(""))
    assert game.trigger is None
    assert game.shelves == ()


@pytest.mark.parametrize(
    ("shelf", "cards"),
    [
        ("A1:CF B1:CF / C1:CF", 3),
        ("A1:CF # B1:CF~", 3),
        ("A1:CF+ B1:CF+", 2),
        ("A1:CF . / B1:CF nonsense!", 3),
    ],
    ids=["face-up", "face-down-counts", "entombed-does-not", "what-cannot-be-read-lies-there"],
)
def test_a_shelf_is_counted_as_it_lies(shelf, cards):
    rita, eric = look(view_table_game, lay_table(shelf, "")).shelves
    assert (rita.cards, rita.missing, rita.calls) == (cards, 16 - cards, False)
    assert (eric.cards, eric.calls) == (None, False)


def test_whoever_has_enough_calls_the_final_round():
    game = look(view_table_game, lay_table("A1:CF " * 16, "B1:CF " * 15))
    assert [shelf.name for shelf in game.callers] == ["Rita"]
    assert [shelf.missing for shelf in game.shelves] == [0, 1]


def test_a_tally_does_not_tell_how_many_cards_there_are():
    rita, eric = look(view_table_game, replace(make_draft(RITA, ERIC), host="host")).shelves
    assert rita.cards == 5
    assert (eric.kind, eric.cards) == (Kind.TALLY, None)


def test_only_the_host_of_an_open_table_changes_something():
    table = lay_table("", "")
    assert look(view_table_game, table).may_change
    assert not look(view_table_game, table, STRANGER).may_change
    assert not look(view_table_game, replace(table, stage=Stage.LOCKED)).may_change


def test_both_gentler_games_are_offered():
    assert [variant for variant, _ in look(view_table_game, lay_table("", "")).removals] == list(Variant)


def deal_to_two_phones() -> StoredDraft:
    seats = StoredSeat("Rita", "S", 1, device="host"), StoredSeat("Eric", "H", 2, device="guest")
    return replace(make_draft(*seats), host="host", is_dealt=True)


@pytest.mark.parametrize(
    ("viewer", "codes", "own"),
    [(HOST, ["S", ""], [True, False]), (GUEST, ["", "H"], [False, True]), (STRANGER, ["", ""], [False, False])],
    ids=["the-host", "a-guest", "somebody-who-only-watches"],
)
def test_a_phone_shows_its_own_focus_alone(viewer, codes, own):
    focuses = look(view_cards, deal_to_two_phones(), viewer).focuses
    assert [focus.code for focus in focuses] == codes
    assert [focus.is_own for focus in focuses] == own
    assert all(focus.is_known for focus in focuses)


def test_a_phone_that_serves_several_shows_no_focus_beside_another():
    seats = StoredSeat("Rita", "S", 1), StoredSeat("Eric", "H", 2)
    draft = replace(make_draft(*seats), host="host", is_dealt=True, handover=True)
    for handed_to in (None, 1):
        focuses = look(view_cards, draft, HOST, handed_to).focuses
        assert [(focus.is_own, focus.is_known, focus.code) for focus in focuses] == [(True, True, "")] * 2


def test_whoever_has_come_since_the_deal_has_no_card():
    late = StoredSeat("Alberto", position=3, device="third")
    draft = replace(deal_to_two_phones(), seats=(*deal_to_two_phones().seats, late))
    assert look(view_cards, draft).is_short
    assert not look(view_cards, deal_to_two_phones()).is_short


def test_once_revealed_every_focus_lies_open():
    draft = replace(deal_to_two_phones(), stage=Stage.REVEALED)
    assert [focus.code for focus in look(view_cards, draft, STRANGER).focuses] == ["S", "H"]


@pytest.mark.parametrize(
    ("head", "rest", "is_touched"),
    [
        ({}, {}, False),
        ({"prominent": "R"}, {}, True),
        ({"banned": "R"}, {}, True),
        ({}, {"seats": (StoredSeat("Rita", "S", 1),)}, True),
        ({}, {"library": StoredLibrary("F")}, True),
        ({}, {"set_aside": "M"}, True),
    ],
    ids=["nothing", "prominent", "banned", "a-focus", "the-library", "a-card-set-aside"],
)
def test_a_deal_overwrites_whatever_has_been_chosen(head, rest, is_touched):
    details = {"prominent": "", "banned": "", "form": "S-42A"} | head
    draft = replace(make_draft(StoredSeat("Rita", position=1), **details), host="host", **rest)
    assert look(view_cards, draft).is_touched is is_touched


def test_a_focus_that_is_hidden_would_be_overwritten_too():
    seats = StoredSeat("Rita", position=1, device="host"), StoredSeat("Eric", "H", 2, device="guest")
    cards = look(view_cards, replace(make_draft(*seats, prominent="", banned=""), host="host"))
    assert cards.is_touched
    assert cards.known_focuses == 1


def test_a_table_is_dealt_a_focus_for_each_and_a_solo_game_all_six():
    table = deal(lay_table("", "", ""), Random(7))  # noqa: S311
    assert (len(table.focuses), table.library_focus, table.set_aside) == (3, None, ())
    solo = deal(play_solo(0), Random(7))  # noqa: S311
    cards = {solo.prominent, solo.banned, *solo.focuses, solo.library_focus, *solo.set_aside}
    assert cards == set(CATEGORIES)


@pytest.mark.parametrize(
    ("number", "locations", "shown"),
    [(1, 6, []), (2, 5, ["M"]), (3, 4, ["M"]), (4, 3, ["M", "H"]), (5, 2, ["M", "H"])],
)
def test_a_round_says_what_is_due(number, locations, shown):
    game = look(view_solo_game, play_solo(number))
    assert (game.round.number, game.round.locations, game.level) == (number, locations, 3)
    assert [card.code for card in game.shown] == shown
    assert all(card.choices == () for card in game.shown)


def test_before_the_first_round_nothing_is_shown():
    game = look(view_solo_game, play_solo(0))
    assert game.round is None
    assert game.shown == ()
    assert list(game.levels) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("form", ["S-42A", "B-7c"])
def test_the_librarys_focus_stays_hidden_whatever_form_is_chosen(form):
    draft = play_solo(1)
    seen = see(replace(draft, details=replace(draft.details, form=form)), HOST)
    assert (seen.library.focus, seen.library.is_sealed, seen.set_aside) == ("", True, "")
    assert not find_role(draft, HOST).sees_all


@pytest.mark.parametrize("number", range(6))
def test_nothing_of_what_still_lies_face_down_is_in_the_view(number):
    # Knowing two of the three hidden cards too early would reveal the third, which is the library's.
    game = look(view_solo_game, play_solo(number))
    hidden = {0: "FMH", 1: "FMH", 2: "FH", 3: "FH", 4: "F", 5: "F"}[number]
    laid = repr((game.cards, game.shown))
    assert [code for code in hidden if f"'{code}'" in laid] == []


def test_cards_laid_by_hand_are_named_from_what_is_not_yet_in_the_open():
    draft = play_solo(4, is_dealt=False, set_aside="-H", library=StoredLibrary())
    first, second = look(view_solo_game, draft).shown
    assert (first.number, first.code, first.choices) == (1, "", ("F", "M"))
    assert (second.number, second.code, second.choices) == (2, "H", ("F", "H", "M"))


def test_a_solo_players_own_focus_lies_open_to_that_phone_alone():
    assert look(view_cards, play_solo(1)).focuses[0].code == "S"
    assert look(view_cards, play_solo(1), STRANGER).focuses[0].code == ""
