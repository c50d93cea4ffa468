"""The advice held against slow answers to the same question: every set of cards, and an integer program."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from bench.shelves import CATEGORIES, HARD, draw_shelf, draw_tables, seat
from companion.scoring import format_shelf, inspect, read_inspection
from companion.scoring.advice import advise
from companion.scoring.inspection import Inspection
from companion.scoring.sections.prominent_works import award_prominent_works

SMALL = range(14)
LARGE = range(25, 41)


class Best(NamedTuple):
    """What all sets of cards show: the highest total, the fewest turned for it, and the most for each race."""

    total: int
    turned: int
    rests: dict[int, int]


def try_all(inspection: Inspection) -> Best:
    """Turn every set of cards by hand, let the check do its work, and count: nothing of it is ours."""
    rita = inspection.players[0]
    stability = inspect(inspection).players[0].figures.stability.points
    others = [player.holding.tally[inspection.prominent] for player in inspection.players[1:]]
    cards = [(ord(card.letter) * 100 + card.number, card.icons) for _, card in rita.holding if not card.face_down]
    best = (-999, 0)
    rests: dict[int, int] = {}
    for turned in range(1 << len(cards)):
        books = dict.fromkeys(CATEGORIES, 0)
        last = 0
        for n, (key, icons) in enumerate(cards):
            if not turned >> n & 1 and key > last:
                last = key
                for icon in icons:
                    books[icon] += 1
        scarcest = min(books[code] for code in CATEGORIES if code != inspection.banned)
        rest = stability - books[inspection.banned] + 3 * scarcest + 2 * books[rita.focus]
        prominent = books[inspection.prominent]
        rests[prominent] = max(rests.get(prominent, -999), rest)
        award = award_prominent_works(inspection.prominent, [prominent, *others])[0].points
        best = max(best, (rest + award, -turned.bit_count()))
    return Best(best[0], -best[1], rests)


def read(document: dict[str, Any]) -> Inspection:
    return read_inspection(document)[0]


def turn(inspection: Inspection, shelf: str, document: dict[str, Any]) -> Inspection:
    rita, *others = document["players"]
    return read({**document, "players": [{**rita, "shelf": shelf}, *others]})


def assert_best(document: dict[str, Any]) -> None:
    inspection = read(document)
    advice, best = advise(inspection, "Rita"), try_all(inspection)
    assert (advice.total_best, len(advice.turns)) == best[:2], document
    assert {row.prominent_books: row.total_without_award for row in advice.by_prominent} == best.rests, document
    inspected = inspect(turn(inspection, format_shelf(advice.shelf), document))
    assert inspected.players[0].figures.total == advice.total_best, document
    assert all(turn.saves > turn.costs for turn in advice.turns), document


@pytest.mark.slow
def test_500_shelves_of_up_to_13_cards_agree_with_all_their_sets_of_cards() -> None:
    for document in draw_tables(500, SMALL, seed=13):
        assert_best(document)


@pytest.mark.parametrize("icons", HARD)
@pytest.mark.parametrize("moved", [0, 2, 9])
def test_hard_shelves_of_9_cards_agree_with_all_their_sets_of_cards(icons: str, moved: int) -> None:
    rng = random.Random(f"{icons} {moved}")
    for _ in range(3):
        assert_best(seat(draw_shelf(rng, 9, HARD[icons], moved=moved), [rng.randrange(6) for _ in range(3)]))


@pytest.mark.parametrize("dealt", ["RRS", "RCR", "RCC", "RRR"])
def test_categories_entered_twice_agree_with_all_sets_of_cards(dealt: str) -> None:
    rng = random.Random(dealt)
    for _ in range(5):
        shelf = draw_shelf(rng, 8, moved=rng.randrange(9))
        assert_best(seat(shelf, [2, 3], prominent=dealt[0], banned=dealt[1], focus=dealt[2]))


@pytest.mark.slow
def test_100_shelves_of_25_to_40_cards_agree_with_the_integer_program() -> None:
    from bench.integer_program import solve_best_total

    for document in draw_tables(100, LARGE, seed=40):
        inspection = read(document)
        advice = advise(inspection, "Rita")
        assert advice.total_best == solve_best_total(inspection, 0), document
        inspected = inspect(turn(inspection, format_shelf(advice.shelf), document))
        assert inspected.players[0].figures.total == advice.total_best, document


@pytest.mark.slow
@pytest.mark.parametrize("icons", HARD)
@pytest.mark.parametrize("moved", [0, 5])
def test_hard_shelves_of_40_cards_agree_with_the_integer_program(icons: str, moved: int) -> None:
    from bench.integer_program import solve_best_total

    rng = random.Random(f"{icons} {moved}")
    inspection = read(seat(draw_shelf(rng, 40, HARD[icons], moved=moved), [8, 5, 5]))
    assert advise(inspection, "Rita").total_best == solve_best_total(inspection, 0)
