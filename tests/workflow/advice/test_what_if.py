"""A shelf as tried out, compared with the shelf as it lies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.scoring.advice import AdviceError, Aim, advise
from companion.scoring.inspector import inspect
from companion.store.tables.drafts import Kind, StoredSeat
from companion.workflow.advice.flips import format_places, parse_places
from companion.workflow.advice.what_if import Attempt, suggest, try_out
from companion.workflow.tables.documents import judge_draft

from ..drafts import ERIC, RITA, make_draft, make_solo, see

LOSING = "Z2:CF A1:FHM B1:MSF C1:RSF / D1:HRS E1:CCM F1:SSR G1:HM"
RIVAL = replace(ERIC, kind=Kind.SHELF, shelf="A2:FHH B2:MRR C2:HMS / D2:FRS E2:HM")


def read(shelf: str = LOSING, *others: StoredSeat):
    inspection = judge_draft(see(make_draft(replace(RITA, shelf=shelf), *(others or (RIVAL,))))).inspection
    assert inspection is not None
    return inspection


def turn(shelf: str, down: str | None) -> Attempt:
    return try_out(read(shelf), 0, None if down is None else parse_places(down), "en")


def changes(attempt: Attempt) -> dict[str, str]:
    return {figure.key: figure.change for figure in (*attempt.sections, *attempt.tally) if figure.change}


def test_as_it_lies_nothing_is_changed():
    attempt = turn(LOSING, None)
    assert not attempt.is_changed
    assert changes(attempt) == {}
    assert (attempt.total_now, attempt.total, attempt.change) == ("16", "16", "")
    assert (attempt.standing_now, attempt.standing, attempt.is_first) == ("2", "2", False)
    assert attempt.reasons == ()
    assert attempt.sentence.startswith("Tap a card to flip it")


def test_a_turned_card_changes_every_figure_that_it_touches():
    attempt = turn(LOSING, "0.0")
    assert changes(attempt) == {
        "A1": "−7",
        "B2": "+3",
        "B3": "−1",
        "B4": "+9",
        "B5": "+10",
        "C": "+1",
        "F": "+2",
        "H": "+3",
        "M": "+4",
        "R": "+3",
        "S": "+5",
    }
    assert (attempt.total_now, attempt.total, attempt.change) == ("16", "37", "+21")
    assert (attempt.standing_now, attempt.standing, attempt.is_first) == ("2", "1", True)
    assert attempt.decision == "Rita leads by 7 points; no tiebreak was needed."
    assert attempt.sentence == "37 in all, 21 points more than now."


def test_a_change_is_to_the_good_or_not():
    attempt = turn(LOSING, "0.0")
    better = {figure.key for figure in (*attempt.sections, *attempt.tally) if figure.is_better}
    assert better == {"A1", "B2", "B4", "B5", "F", "H", "M", "R", "S"}


def test_the_cards_show_how_they_lie():
    rows = turn(LOSING, "0.0").rows
    first, second = rows[0][0], rows[0][1]
    assert first is not None
    assert second is not None
    assert (first.is_down, first.is_flipped, first.is_in_rectangle, first.note) == (True, False, True, 1)
    assert (second.is_down, second.is_flipped, second.note) == (False, False, None)
    lying = turn(LOSING, None).rows[0][1]
    assert lying is not None
    assert (lying.is_down, lying.is_flipped) == (False, True)


def test_rows_are_filled_up_to_one_length():
    rows = turn("A1:CF . B2:HM / C3:SS", None).rows
    assert [[bool(card) for card in row] for row in rows] == [[True, False, True], [True, False, False]]


def test_every_turned_card_has_its_reason_beside_the_attempt_without_it():
    attempt = turn(LOSING, "0.0-1.1")
    assert attempt.reasons == (
        "With Z2 face down, the check leaves A1, B1, C1, D1, F1, G1 up: "
        "that saves 23 points (B2 +3, B3 +1, B4 +9, B5 +10) and costs nothing.",
        "E1 face down saves 2 points (B3 +2) and costs nothing.",
    )


def test_a_card_that_the_check_turns_anyway_saves_nothing():
    assert turn(LOSING, "0.1").reasons == ("A1 face down saves nothing and costs nothing.",)


def test_a_card_that_only_costs_says_so():
    attempt = turn("A1:SS B1:MF", "0.0")
    assert attempt.reasons == ("A1 face down saves nothing and costs 4 points (B5 −4).",)
    assert attempt.sentence == "9 in all, 4 points less than now."


def test_a_card_that_lies_face_down_may_be_tried_face_up():
    attempt = turn("A1:SSC~ B1:MF", "")
    assert attempt.is_changed
    assert attempt.reasons == ("A1 face up again: B3 −1, B5 +4.",)
    assert turn("A1:FF~ B1:MF", "").reasons == ("A1 face up again changes no figure.",)


def test_what_cannot_be_turned_stays_as_it_is():
    attempt = turn("# A1:SS M8~", "0.0-0.2-5.5")
    assert not attempt.is_changed
    assert attempt.down == ""


def test_the_best_is_what_the_inspector_advises():
    inspection = read()
    attempt = suggest(inspection, 0, None, Aim.PLACE, "en")
    advice = advise(inspection, "Rita")
    assert attempt.down == format_places(advice.best.flips) == "0.0-1.1"
    assert attempt.total == str(advice.best.total) == "39"
    assert attempt.sentence == (
        "Nothing scores more than this: 39, 23 points more than now. Place 1, 9 points ahead of the next."
    )
    assert len(attempt.reasons) == len(advice.best.turns)
    assert suggest(inspection, 0, None, Aim.POINTS, "en") == attempt


def test_what_wins_is_advised_and_more_points_only_on_request():
    rival = replace(ERIC, kind=Kind.SHELF, shelf="C1:RR D1:HH")
    inspection = read("M1:RRR A1:SSSS", rival)
    best = suggest(inspection, 0, None, Aim.PLACE, "en")
    assert (best.down, best.total, best.standing) == ("", "15", "1")
    assert best.sentence == (
        "No card is worth flipping: more points would make the result worse. Place 1, 2 points ahead of the next."
    )
    most = suggest(inspection, 0, None, Aim.POINTS, "en")
    assert (most.down, most.total, most.standing) == ("0.0", "17", "2")
    assert most.sentence == "More points, but a worse result: 17. Place 2, 2 points behind the leader."


def test_the_best_starts_from_cards_turned_up_again():
    inspection = read("A1:SS~ B1:MF")
    assert suggest(inspection, 0, None, Aim.PLACE, "en").down == "0.0"
    assert suggest(inspection, 0, frozenset(), Aim.PLACE, "en").down == ""


def test_where_no_card_is_worth_turning_that_is_said():
    inspection = read("A1:SS B1:MF")
    attempt = suggest(inspection, 0, None, Aim.PLACE, "en")
    assert attempt.sentence.startswith("No card is worth flipping: as it stands, the shelf scores the most it can, 13.")


def test_a_shelf_beyond_any_game_can_be_tried_out_but_has_no_best():
    shelf = " ".join(f"{letter}{number}:HM" for letter in "ABCDEFGH" for number in range(1, 11))
    assert turn(shelf, "0.0").is_changed
    with pytest.raises(AdviceError):
        suggest(read(shelf), 0, None, Aim.PLACE, "en")


def test_alone_it_is_the_license_that_is_at_stake():
    inspection = judge_draft(see(make_solo(discards="B2:FFF K1:FFF"))).inspection
    assert inspection is not None
    attempt = try_out(inspection, 0, None, "en")
    assert (attempt.standing, attempt.is_first) == ("granted" if inspect(inspection).won else "refused", True)
    lost = try_out(inspection, 0, parse_places("0.0-0.1-1.0-1.1"), "en")
    assert lost.total_now == attempt.total
    assert lost.decision.startswith("License ")


def test_a_shelf_counted_on_paper_has_no_card_to_turn():
    with pytest.raises(LookupError, match="'Eric' was counted on paper"):
        try_out(read(LOSING, ERIC), 1, None, "en")
