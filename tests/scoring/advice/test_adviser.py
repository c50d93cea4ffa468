from __future__ import annotations

import itertools

import pytest

from companion.scoring import format_shelf, parse_shelf, read_inspection
from companion.scoring.advice import Advice, AdviceError, Prospect, Refusal, advise, advise_table, format_advice
from companion.scoring.advice.bounds import Bounds
from companion.scoring.advice.course import Goal, lay_out
from companion.scoring.advice.search import find_choice, find_most
from companion.scoring.categories import Category
from companion.scoring.editions import find_edition
from companion.scoring.inspection import Inspection
from companion.scoring.sections import Section

from ..documents.documents import counted, shelved, solo, table

RIVAL = counted("Eric", "H", (0, 0, 0, 0, 0, 0), 0)


def read(*players: object, **changes: object) -> Inspection:
    return read_inspection(table(*players, **changes))[0]


def advise_rita(shelf: str, *rivals: object, **changes: object) -> Advice:
    """Rita's focus is S; prominent is R, banned is C, and Eric has no books."""
    return advise(read(shelved("Rita", "S", shelf), *(rivals or (RIVAL,)), **changes), "Rita")


def name_turns(advice: Advice) -> list[str]:
    return [turn.card.name for turn in advice.most_points.turns]


def test_a_shelf_in_order_without_banned_books_is_left_as_it_lies() -> None:
    advice = advise_rita("A1:FH B1:MS / C1:RS D1:SS")
    assert advice.most_points.turns == ()
    assert advice.total_best == advice.total_now
    assert format_shelf(advice.most_points.shelf) == "A1:FH B1:MS / C1:RS D1:SS"


def test_one_card_too_early_in_the_alphabet_is_turned_to_save_all_behind_it() -> None:
    advice = advise_rita("Z2:SS A1:FH B1:MS C1:RS")
    assert name_turns(advice) == ["Z2"]
    assert [card.name for card in advice.most_points.turns[0].rescued] == ["A1", "B1", "C1"]
    assert format_shelf(advice.most_points.shelf) == "Z2:SS~ A1:FH B1:MS C1:RS"


def test_a_card_that_costs_more_than_it_brings_is_turned() -> None:
    advice = advise_rita("A1:CCCF B1:MS")
    assert name_turns(advice) == ["A1"]
    assert advice.most_points.turns[0].rescued == ()
    assert advice.most_points.turns[0].changes == ((Section.B3, 3),)
    assert (advice.most_points.turns[0].saves, advice.most_points.turns[0].costs) == (3, 0)


def test_banned_books_are_kept_where_they_bring_more() -> None:
    assert advise_rita("A1:CSS B1:MS").most_points.turns == ()


def test_a_card_that_the_check_turns_is_not_turned_by_hand() -> None:
    advice = advise_rita("B1:MS A1:CCCC C1:SS")
    assert advice.most_points.turns == ()
    assert advice.total_best == advice.total_now


def test_a_card_in_front_of_all_that_stay_is_turned_by_hand() -> None:
    assert name_turns(advise_rita("A1:CC B1:CC C1:SS")) == ["A1", "B1"]


def test_of_equal_sets_the_one_with_the_fewest_cards_turned_by_hand_is_advised() -> None:
    # Z1 brings as much as the two that the check turns behind it.
    advice = advise_rita("Z1:SS A1:FS B1:FS")
    assert advice.most_points.turns == ()
    assert advice.total_best == advice.total_now


def test_of_sets_that_are_equal_in_everything_the_earlier_card_is_kept() -> None:
    advice = advise_rita("A1:RRCC B1:RRCC", counted("Eric", "H", (0, 0, 0, 0, 1, 0), 0))
    assert name_turns(advice) == ["B1"]


def test_cards_face_down_already_stay_so_and_are_no_advice() -> None:
    advice = advise_rita("Z2:SS~ # A1:FH C9:CC~ B1:MS")
    assert advice.most_points.turns == ()
    assert [row.prominent_books for row in advice.by_prominent] == [0]


def test_a_twin_cannot_stay_beside_its_twin() -> None:
    advice = advise_rita("A1:SS A1:SS")
    assert advice.total_best == advice.total_now


def test_an_empty_shelf_has_one_prospect() -> None:
    advice = advise_rita("")
    assert advice.most_points.turns == ()
    assert advice.by_prominent == (Prospect(0, 0, 12),)


def test_the_stability_belongs_to_every_prospect_and_to_the_totals() -> None:
    advice = advise_rita("A1:FF B1:FF / C1:FF D1:FF+")
    assert advice.by_prominent == (Prospect(0, 6, 12),)
    assert advice.total_best == advice.by_prominent[0].total == 18


def test_the_race_is_run_when_it_is_worth_its_price() -> None:
    shelf = "A1:RRCC B1:RRCC C1:MS"
    ahead = advise_rita(shelf, counted("Eric", "H", (0, 0, 0, 0, 1, 0), 0))
    assert ahead.by_prominent == (Prospect(0, 2, 9), Prospect(2, 0, 15), Prospect(4, -2, 15))
    assert ahead.total_best == 15
    assert name_turns(ahead) == ["B1"]
    behind = advise_rita(shelf, counted("Eric", "H", (0, 0, 0, 0, 9, 0), 0))
    assert name_turns(behind) == ["A1", "B1"]


def test_the_others_count_after_their_own_check() -> None:
    # Eric's second card will be turned: one prominent book is enough for Rita.
    advice = advise_rita("A1:RM B1:RCC", shelved("Eric", "H", "B1:RM A1:RRRR"))
    assert {row.prominent_books: row.award for row in advice.by_prominent} == {0: 9, 1: 12, 2: 15}


@pytest.mark.parametrize("others", list(itertools.combinations_with_replacement(range(4), 3)))
def test_more_prominent_books_never_bring_a_smaller_award(others: tuple[int, ...]) -> None:
    rivals = [counted(f"Eric {n}", "H", (0, 0, 0, 0, books, 0), 0) for n, books in enumerate(others)]
    advice = advise_rita("A1:RM B1:RM C1:RM D1:RM E1:RM", *rivals)
    awards = [row.award for row in advice.by_prominent]
    assert len(awards) == 6
    assert awards == sorted(awards)


def test_a_category_entered_as_prominent_and_banned_is_advised_all_the_same() -> None:
    advice = advise_rita("A1:RRFH B1:MSCF C1:RRRR", prominent="R", banned="R")
    assert {row.prominent_books: row.total_without_award for row in advice.by_prominent} == {0: 2, 2: 3, 4: -2, 6: -1}


def test_a_focus_that_is_banned_or_prominent_is_advised_all_the_same() -> None:
    rita = shelved("Rita", "C", "A1:CC B1:RR")
    assert advise(read(rita, RIVAL), "Rita").total_best == 2 + 15
    rita = shelved("Rita", "R", "A1:CC B1:RR")
    assert advise(read(rita, RIVAL), "Rita").total_best == 4 + 15


def test_every_reason_is_told_beside_the_same_advice_without_that_turn() -> None:
    advice = advise_rita("Z2:RS A1:FH B1:MSF C1:RSM D1:HS", counted("Eric", "H", (0, 0, 0, 0, 1, 0), 0))
    (turn,) = advice.most_points.turns
    assert turn.place == (0, 0)
    assert dict(turn.changes) == {Section.B4: 3, Section.B5: 4}
    assert turn.saves - turn.costs == advice.total_best - advice.total_now


def test_a_turn_shows_what_it_costs() -> None:
    advice = advise_rita("A1:SFH B1:SCCCC C1:RMS D1:FSH", counted("Eric", "H", (0, 0, 0, 0, 0, 0), 0))
    (turn,) = advice.most_points.turns
    assert dict(turn.changes) == {Section.B3: 4, Section.B5: -2}
    assert (turn.saves, turn.costs) == (4, 2)


def test_in_a_solo_game_the_public_library_is_the_opponent() -> None:
    library = {"focus": "F", "tally": dict(zip("CFHMRS", (0, 0, 0, 0, 2, 0), strict=True))}
    document = solo(shelved("Rita", "S", "A1:RRS B1:RCCC"), library)
    advice = advise(read_inspection(document)[0], "Rita")
    assert advice.by_prominent == (Prospect(0, 0, 0), Prospect(1, -3, 0), Prospect(2, 2, 0), Prospect(3, -1, 15))
    assert advice.total_best == 14


def test_in_a_solo_game_only_the_scored_librarian_is_advised() -> None:
    document = solo(shelved("Rita", "S", "A1:RS"))
    document["players"].append(shelved("Eric", "H", "B1:FH"))
    inspection, _ = read_inspection(document)
    assert [advice.player for advice in advise_table(inspection)] == ["Rita"]
    with pytest.raises(AdviceError) as caught:
        advise(inspection, "Eric")
    assert caught.value.refusal is Refusal.UNKNOWN_PLAYER
    assert caught.value.names == ("Rita",)


def test_the_whole_table_is_advised_but_for_those_counted_on_paper() -> None:
    inspection = read(shelved("Rita", "S", "A1:CC B1:SS"), RIVAL, shelved("Dária", "F", "Z1:CC A1:FF"))
    assert [(advice.player, len(advice.most_points.turns)) for advice in advise_table(inspection)] == [
        ("Rita", 1),
        ("Dária", 1),
    ]


@pytest.mark.parametrize("name", ["Dária", "Da\u0301ria", " Dária "])
def test_a_player_is_found_however_the_accents_are_typed(name: str) -> None:
    assert advise(read(shelved("Dária", "S", "A1:SS")), name).player == "Dária"


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(AdviceError, match="no advice for 'Nobody': unknown-player") as caught:
        advise(read(shelved("Rita", "S", ""), RIVAL), "Nobody")
    assert caught.value.names == ("Rita", "Eric")


def test_a_player_counted_on_paper_is_refused() -> None:
    with pytest.raises(AdviceError) as caught:
        advise(read(shelved("Rita", "S", ""), RIVAL), "Eric")
    assert caught.value.refusal is Refusal.COUNTED_ON_PAPER
    assert caught.value.player == "Eric"


@pytest.mark.parametrize(
    "shelf",
    [" ".join(f"A{n}:FH" for n in range(1, 78)), f"A1:{'F' * 305}"],
    ids=["77 cards", "305 books"],
)
def test_a_shelf_far_beyond_any_game_is_refused(shelf: str) -> None:
    with pytest.raises(AdviceError) as caught:
        advise_rita(shelf)
    assert caught.value.refusal is Refusal.TOO_LARGE


def test_half_a_deck_is_not_too_large() -> None:
    assert advise_rita(" ".join(f"A{n}:FH" for n in range(1, 77))).most_points.turns == ()


def test_the_document_holds_what_the_formats_promise() -> None:
    advice = advise_rita("Z2:SS B1:RH / A1:CC+ C1:RMS D1:SF", shelved("Eric", "H", "A1:RF"))
    assert format_advice(advice) == {
        "format": "ex-libris/advice@1",
        "player": "Rita",
        "total_now": 19,
        "total_best": 28,
        "flip": [[0, 0]],
        "shelf": "Z2:SS~ B1:HR / A1:CC+ C1:MRS D1:FS",
        "by_prominent": [
            {"prominent_books": 0, "total_without_award": 10},
            {"prominent_books": 1, "total_without_award": 10},
            {"prominent_books": 2, "total_without_award": 13},
        ],
        "plans": [
            {
                "aim": "place",
                "flip": [[0, 0]],
                "shelf": "Z2:SS~ B1:HR / A1:CC+ C1:MRS D1:FS",
                "total": 28,
                "place": 1,
                "lead": 19,
            }
        ],
    }


def test_a_rest_that_cannot_be_had_has_no_choice() -> None:
    goal = Goal(Category("R"), Category("C"), Category("S"))
    bounds = Bounds(lay_out(parse_shelf("A1:SS B1:RC"), find_edition("en"), goal))
    assert [find_most(bounds, books) for books in bounds.prominent_books] == [4, 3]
    with pytest.raises(ValueError, match="no set with 0 prominent books brings 5"):
        find_choice(bounds, 0, 5)
