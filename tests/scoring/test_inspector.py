from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring import check_order, inspect
from companion.scoring.inspection import CountedShelf, Inspection
from companion.scoring.scorecard import PlayerScore, Scorecard
from companion.scoring.sections.shelf_stability import Stability

from .documents.documents import REPAIRED, REPAIRED_OTHERWISE, counted, printed_sheet, score, shelved, table
from .examples import CONSTRUCTED, PRINTED, example
from .strategies import inspections

# B1 to B5 and the total, as printed; Dária's 4 is the mended figure.
PRINTED_LINES = {
    "Rita": [8, 4, -2, 15, 12, 37],
    "Eric": [12, 9, -4, 18, 20, 55],
    "Alberto": [10, 0, -5, 9, 18, 32],
    "Dária": [4, 15, -4, 3, 20, 38],
}


def list_points(player: PlayerScore) -> list[int]:
    return [*(line.points for line in player.figures.lines), player.figures.total]


def find_player(card: Scorecard, name: str) -> PlayerScore:
    return next(player for player in card.players if player.name == name)


@pytest.mark.parametrize(
    "sheet",
    [
        example("b7c-pt-4p", PRINTED, "002:339-352 002:362", REPAIRED),
        example("b7c-pt-4p otherwise", PRINTED, "002:339-352 002:362", REPAIRED_OTHERWISE),
    ],
)
def test_the_printed_sheet_scores_as_printed_once_its_two_faults_are_mended(sheet: dict[str, Any]) -> None:
    card = score(printed_sheet(sheet))
    assert {player.name: list_points(player) for player in card.players} == PRINTED_LINES
    assert sorted(card.players, key=lambda player: player.place) == [
        find_player(card, name) for name in ("Eric", "Dária", "Rita", "Alberto")
    ]
    assert (card.winners, card.tiebreak) == (("Eric",), None)
    assert card.findings == ()


@pytest.mark.parametrize(
    ("edition", "players", "winner", "total", "prominent_place"),
    [
        example("final-example-pt", PRINTED, "002:362", "pt-BR", REPAIRED, "Eric", 55, 2),
        # The Czech numbers are lost; total and place are those of the Brazilian sheet.
        example(
            "final-example-cs",
            CONSTRUCTED,
            "000:672-677",
            "cs",
            dict(zip(["Lucie", "Michal", "David", "Zdeňka"], REPAIRED.values(), strict=True)),
            "Michal",
            55,
            2,
        ),
        # The Polish ones are lost as well, and it was another game.
        example(
            "final-example-pl",
            CONSTRUCTED,
            "001:909-914",
            "pl",
            {
                "Pavla": ((9, 1, 2, 3, 9, 4), 6, "S"),
                "Janek": ((9, 2, 1, 3, 8, 4), 6, "M"),
                "Eryk": ((2, 10, 6, 5, 4, 4), 12, "F"),
                "Antek": ((9, 3, 3, 1, 3, 4), 6, "H"),
            },
            "Eryk",
            46,
            3,
        ),
    ],
)
def test_the_final_examples_have_their_winner(
    edition: str, players: dict[str, Any], winner: str, total: int, prominent_place: int
) -> None:
    card = score(printed_sheet(players, edition=edition))
    assert card.winners == (winner,)
    best = find_player(card, winner)
    assert (best.figures.total, best.figures.award.place) == (total, prominent_place)


def test_a_shelf_and_its_counted_sheet_score_alike() -> None:
    eric = counted("Eric", "H", (4, 8, 10, 6, 8, 7), 12)
    on_cards = score(table(shelved("Rita", "S", "A1:CFH B3:MM # / C2:RS D4:FHM+ C3:CC"), eric))
    by_hand = score(table(counted("Rita", "S", (1, 2, 2, 3, 1, 1), 8), eric))
    assert list_points(on_cards.players[0]) == list_points(by_hand.players[0])
    assert by_hand.players[0].shelf is None
    assert by_hand.players[0].figures.stability == Stability(8, counted_on_paper=True)


def test_the_tally_is_taken_after_the_check() -> None:
    card = score(table(shelved("Rita", "S", "B1:SS A1:RRRR"), shelved("Eric", "H", "")))
    rita = card.players[0]
    assert rita.order is not None
    assert [flip.card.name for flip in rita.order.flips] == ["A1"]
    assert rita.figures.tally.counts == (0, 0, 0, 0, 0, 2)
    assert rita.figures.award.books == 0


def test_totals_may_be_negative() -> None:
    rita = counted("Rita", "S", (10, 1, 1, 1, 0, 0), 0)
    others = [
        counted(name, focus, (0, 0, 0, 0, 3, 3), 0) for name, focus in (("Eric", "H"), ("Ana", "M"), ("Edu", "F"))
    ]
    assert score(table(rita, *others)).players[0].figures.total == -10


@given(inspections(), st.randoms(use_true_random=False))
def test_the_order_of_the_players_changes_nothing_but_their_order(inspection: Inspection, random: Any) -> None:
    shuffled = list(inspection.players)
    random.shuffle(shuffled)
    card, other = inspect(inspection), inspect(replace(inspection, players=tuple(shuffled)))
    assert sorted(card.players, key=lambda player: player.name) == sorted(other.players, key=lambda player: player.name)
    assert [player.name for player in other.players] == [player.name for player in shuffled]
    assert set(card.winners) == set(other.winners)
    assert (card.tiebreak, card.rulings) == (other.tiebreak, other.rulings)
    assert {repr(finding) for finding in card.findings if not finding.details.get("names")} == {
        repr(finding) for finding in other.findings if not finding.details.get("names")
    }


@given(inspections())
def test_a_scorecard_agrees_with_slow_arithmetic(inspection: Inspection) -> None:
    card = inspect(inspection)
    sheets = []
    for player in inspection.players:
        if isinstance(player.holding, CountedShelf):
            sheets.append(dict(player.holding.tally.items()))
        else:
            sheets.append(dict(check_order(player.holding, inspection.edition).shelf.tally().items()))
    for player, scored, sheet in zip(inspection.players, card.players, sheets, strict=True):
        ahead = sum(other[inspection.prominent] > sheet[inspection.prominent] for other in sheets)
        level = sum(other[inspection.prominent] == sheet[inspection.prominent] for other in sheets)
        pool = sum([15, 9, 4, 0][ahead : ahead + level])
        stability, prominent, banned, variety, focus = (line.points for line in scored.figures.lines)
        assert prominent == -(-pool // level)
        assert banned == -sheet[inspection.banned]
        assert variety == 3 * min(books for category, books in sheet.items() if category is not inspection.banned)
        assert focus == 2 * sheet[player.focus]
        assert scored.figures.total == stability + prominent + banned + variety + focus
        assert scored.figures.books == sum(sheet.values())


@given(inspections())
def test_places_are_ranks_and_the_winners_are_first(inspection: Inspection) -> None:
    card = inspect(inspection)
    places = [player.place for player in card.players]
    assert all(1 + sum(other < place for other in places) == place for place in places)
    assert card.winners == tuple(player.name for player in card.players if player.place == 1)
    ranked = sorted(card.players, key=lambda player: player.place)
    totals = [player.figures.total for player in ranked]
    assert totals == sorted(totals, reverse=True)


@given(inspections(hands=st.integers(0, 3)))
def test_with_all_hands_counted_nobody_is_asked(inspection: Inspection) -> None:
    assert all(finding.code != "hand-needed" for finding in inspect(inspection).findings)
