from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from companion.scoring import inspect, read_inspection
from companion.scoring.documents.inspections import DIFFICULTIES
from companion.scoring.inspection import Inspection
from companion.scoring.scorecard import Figures
from companion.scoring.terms import find_terms

from .documents.documents import Document, count, counted, score, shelved, solo
from .examples import DERIVED, example
from .strategies import solo_inspections

THE_LIBRARY = {"focus": "S", "tally": count((9, 10, 8, 11, 7, 9))}
BY_HAND = counted("Rita", "H", (2, 6, 8, 7, 5, 7), 11)
# The same books on nine cards, three by three, one more entombed.
ON_CARDS = shelved("Rita", "H", "A1:CFHM B1:CFHM C1:FHMS / D1:FHMS E1:FHMS F1:FHMS / G1:HMRS H1:HRRS+ I1:RRS")


def list_points(figures: Figures) -> list[int]:
    return [*(line.points for line in figures.lines), figures.total]


@pytest.mark.parametrize("player", [BY_HAND, ON_CARDS], ids=["counted by hand", "on cards"])
@pytest.mark.parametrize(
    ("librarian", "library", "won"),
    [
        # Our figures after the printed story: the award is lost by 4 Monster Manuals.
        example("solo-full", DERIVED, "002:658-694", [11, 0, -2, 15, 16, 40], [0, 15, -9, 21, 18, 45], False),
    ],
)
def test_a_whole_solo_game_is_scored(player: Document, librarian: list[int], library: list[int], won: bool) -> None:
    card = score(solo(player, THE_LIBRARY, prominent="M"))
    assert list_points(card.players[0].figures) == librarian
    assert card.library is not None
    assert list_points(card.library) == library
    assert (card.won, card.winners, card.tiebreak) == (won, (), None)


@pytest.mark.parametrize(
    ("stability", "totals", "won"),
    [
        # 002:694, 001:1989-1991: strictly more is needed.
        example("solo-equal-total", DERIVED, "002:694 001:1989-1991", 12, (41, 41), False),
        example("solo-win", DERIVED, "002:694", 13, (42, 41), True),
    ],
)
def test_a_licence_takes_strictly_more(stability: int, totals: tuple[int, int], won: bool) -> None:
    player = counted("Rita", "H", (2, 6, 8, 7, 5, 7), stability)
    card = score(solo(player, {"focus": "S", "tally": count((13, 10, 8, 11, 7, 9))}, prominent="M"))
    assert card.library is not None
    assert (card.players[0].figures.total, card.library.total, card.won) == (*totals, won)


def test_every_card_of_the_pile_counts_in_any_order() -> None:
    card = score(solo(library={"focus": "F", "discards": "Z9:CF A1:RRR / / M1:HHMS . B9:FF"}))
    assert card.library is not None
    assert card.library.tally.counts == (1, 3, 2, 1, 3, 1)


def test_with_several_at_the_table_the_first_is_scored() -> None:
    card = score(solo(players=[shelved("Rita", "S", "A1:SS"), shelved("Eric", "H", "")]))
    assert [(player.name, player.place) for player in card.players] == [("Rita", 1)]


def test_there_are_seven_difficulties_by_the_cards_discarded_each_round() -> None:
    # 002:624-632, 000:1252-1261, 001:1676-1691; the English names are ours.
    assert list(DIFFICULTIES) == [1, 2, 3, 4, 5, 6, 7]
    assert [find_terms("en").difficulty(level) for level in DIFFICULTIES] == [
        "Beginner",
        "Easy",
        "Challenging",
        "Hard",
        "Very hard",
        "Nearly impossible",
        "Impossible",
    ]
    assert find_terms("pt-BR").difficulty(3) == "Médio"


def test_alone_without_a_library_nothing_can_be_scored() -> None:
    inspection, _ = read_inspection(solo())
    with pytest.raises(LookupError, match="public library"):
        inspect(replace(inspection, library=None))


@given(solo_inspections())
def test_totals_are_sums_and_one_side_takes_the_award(inspection: Inspection) -> None:
    card = inspect(inspection)
    mine, theirs = card.players[0].figures, card.library
    assert theirs is not None
    assert mine.total == sum(line.points for line in mine.lines)
    assert theirs.total == sum(line.points for line in theirs.lines)
    assert {mine.award.points, theirs.award.points} == {0, 15}
    assert (mine.award.points == 15) is (mine.award.books > theirs.award.books)
    assert theirs.stability.points == 0
    assert card.won is (mine.total > theirs.total)
