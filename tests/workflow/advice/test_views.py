"""What can be said about a shelf, what the race is worth, and what each could have had."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.scoring.advice import advise
from companion.store.tables.drafts import Kind, StoredDraft, StoredLibrary, StoredSeat
from companion.workflow.advice.views import (
    Chance,
    Footing,
    find_footing,
    find_obstacle,
    list_seat_tasks,
    view_chances,
    view_race,
)
from companion.workflow.tables.documents import judge_draft

from ..drafts import ERIC, RITA, make_draft, make_solo, see

LOSER = replace(RITA, shelf="Z2:CF A1:FHM B1:MSF C1:RSF / D1:HRS E1:CCM F1:SSR G1:HM")
WINNER = replace(ERIC, kind=Kind.SHELF, shelf="A2:FHH B2:MRR C2:HMS / D2:FRS E2:HM")
ABSENT = StoredSeat("Eric", "H", 2)


def stand(draft: StoredDraft, position: int = 1) -> Footing:
    seen = see(draft)
    return find_footing(seen, seen.find_seat(position))


def tell_chances(draft: StoredDraft) -> tuple[Chance, ...]:
    inspection = judge_draft(see(draft)).inspection
    assert inspection is not None
    chances, refusal = view_chances(see(draft), inspection, "en")
    assert refusal == ""
    return chances


def test_where_all_can_be_counted_advice_stands_on_the_whole_table():
    footing = stand(make_draft(WINNER, LOSER), 1)
    assert footing.is_whole
    assert footing.index == 1
    assert footing.inspection is not None
    assert len(footing.inspection.players) == 2


@pytest.mark.parametrize(
    "draft",
    [
        make_draft(RITA, ABSENT),
        make_draft(RITA, replace(WINNER, focus="")),
        make_draft(RITA, replace(WINNER, shelf="A1:XX")),
        make_draft(RITA, replace(WINNER, name="Rita")),
        make_draft(replace(RITA, hand="many"), WINNER),
        make_solo(kind=Kind.NONE),
        make_draft(RITA, WINNER, library=StoredLibrary("F", Kind.DISCARDS, discards="B2:CF"), form="S-42A"),
    ],
    ids=["no-shelf", "no-focus", "unreadable", "same-name", "hand", "no-library", "two-on-a-solo-form"],
)
def test_what_the_others_lack_leaves_the_seat_alone(draft):
    position = 2 if len(draft.seats) > 1 and draft.details.form == "S-42A" else 1
    footing = stand(draft, position)
    assert not footing.is_whole
    assert footing.inspection is not None
    assert [player.name for player in footing.inspection.players] == [draft.find_seat(position).name]


@pytest.mark.parametrize(
    ("seat", "head", "action"),
    [
        (replace(RITA, shelf="A1:XX"), {}, "Correct it: Rita"),
        (replace(RITA, focus=""), {}, "Choose the focus"),
        (replace(RITA, shelf="", kind=Kind.NONE), {}, "Enter the shelf: Rita"),
        (RITA, {"banned": ""}, "Choose the categories"),
    ],
)
def test_what_the_seat_itself_lacks_is_asked_for(seat, head, action):
    draft = make_draft(seat, ABSENT, **head)
    assert stand(draft) == Footing(None, 0, is_whole=False)
    seen = see(draft)
    assert [task.action for task in list_seat_tasks(seen, seen.seats[0], "en")] == [action]
    assert find_obstacle(seen.seats[0], "en") == ""


def test_a_tally_cannot_be_advised():
    assert stand(make_draft(RITA, ERIC), 2).inspection is None
    assert (
        find_obstacle(see(make_draft(RITA, ERIC)).seats[1], "en")
        == "Eric: counted on paper. Advice needs the cards themselves, one by one."
    )


def test_the_race_tells_what_every_number_of_prominent_books_is_worth():
    footing = stand(make_draft(LOSER, WINNER))
    assert footing.inspection is not None
    race = view_race(footing, "en")
    advice = advise(footing.inspection, "Rita")
    assert [(row.books, row.rest, row.award, row.total) for row in race.rows] == [
        (row.prominent_books, str(row.total_without_award), str(row.award), str(row.total))
        for row in advice.by_prominent
    ]
    assert [row.books for row in race.rows if row.is_now] == [0]
    assert {row.total for row in race.rows if row.is_most} == {str(advice.total_best)}
    assert race.sentence == "As it stands, 0 such books stay face up, and the rest scores 7."


def test_alone_the_race_tells_the_same_of_the_rest_and_nothing_of_awards():
    whole, alone = (view_race(stand(make_draft(LOSER, other)), "en") for other in (WINNER, ABSENT))
    assert [(row.books, row.rest, row.is_now) for row in alone.rows] == [
        (row.books, row.rest, row.is_now) for row in whole.rows
    ]
    assert {(row.award, row.total, row.is_most) for row in alone.rows} == {("", "", False)}


def test_a_shelf_beyond_any_game_has_no_race():
    shelf = " ".join(f"{letter}{number}:HM" for letter in "ABCDEFGH" for number in range(1, 11))
    draft = make_draft(replace(RITA, shelf=shelf), WINNER)
    race = view_race(stand(draft), "en")
    assert race.rows == ()
    assert race.refusal.startswith("Rita: more is face up here")
    inspection = judge_draft(see(draft)).inspection
    assert inspection is not None
    assert view_chances(see(draft), inspection, "en") == ((), race.refusal)


def test_nothing_known_is_no_race():
    with pytest.raises(LookupError, match="nothing is known"):
        view_race(Footing(None, 0, is_whole=False), "en")


def test_each_is_told_what_could_have_been():
    rita, eric = tell_chances(make_draft(LOSER, WINNER))
    assert (rita.now, rita.best, rita.gain, rita.turns) == ("16", "39", "+23", 2)
    assert (rita.standing_now, rita.standing, rita.would_win) == (2, 1, True)
    assert (eric.now, eric.best, eric.gain, eric.turns) == ("33", "33", "0", 0)
    assert (eric.standing_now, eric.standing, eric.would_win) == (1, 1, False)


def test_the_best_place_comes_first_and_more_points_are_told_beside_it():
    draft = make_draft(replace(RITA, shelf="M1:RRR A1:SSSS"), replace(ERIC, kind=Kind.SHELF, shelf="C1:RR D1:HH"))
    rita, eric = tell_chances(draft)
    assert (rita.now, rita.best, rita.turns, rita.standing) == ("15", "15", 0, 1)
    assert rita.more_points == "More points, but a worse result: 17. Place 2, 2 points behind the leader."
    assert view_race(stand(draft), "en").more_points == rita.more_points
    assert eric.more_points == ""


def test_of_a_tally_only_the_figures_are_told():
    _, eric = tell_chances(make_draft(LOSER, ERIC))
    assert (eric.best, eric.turns, eric.would_win) == ("", 0, False)
    assert eric.now


def test_alone_the_license_could_have_been_had():
    library = StoredLibrary("F", Kind.TALLY, {"C": "0", "F": "9", "H": "0", "M": "0", "R": "0", "S": "0"})
    (rita,) = tell_chances(make_draft(LOSER, library=library, form="S-42A"))
    assert (rita.standing_now, rita.standing) == (None, None)
    assert rita.would_win
