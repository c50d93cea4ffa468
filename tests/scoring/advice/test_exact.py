"""The advice held against slow answers to the same question: every set of cards, and an integer program."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from bench.shelves import CATEGORIES, HARD, bring_close, draw_shelf, draw_tables, seat
from companion.scoring import format_shelf, inspect, read_inspection
from companion.scoring.advice import advise
from companion.scoring.advice.adviser import prepare
from companion.scoring.advice.dive import can_reach
from companion.scoring.advice.search import Search, find_most
from companion.scoring.inspection import Inspection
from companion.scoring.sections.prominent_works import award_prominent_works

SMALL = range(14)
LARGE = range(25, 41)
ANY = 1 << 30
"""More decisions than any dive takes."""


class Best(NamedTuple):
    """What all sets of cards show: the highest total, the fewest turned for it, and the most for each race."""

    total: int
    turned: int
    rests: dict[int, int]


Face = tuple[int, tuple[str, ...]]
Outcome = tuple[int, list[int]]


def try_all(inspection: Inspection) -> Best:
    """Turn every set of cards by hand, let the check do its work, and count."""
    rita = inspection.players[0]
    stability = inspect(inspection).players[0].figures.stability.points
    others = [player.holding.tally[inspection.prominent] for player in inspection.players[1:]]
    cards = [(ord(card.letter) * 100 + card.number, card.icons) for _, card in rita.holding if not card.face_down]
    prominent, banned, focus = map(CATEGORIES.index, (inspection.prominent, inspection.banned, rita.focus))
    permitted = [row for row in range(6) if row != banned]
    rests: dict[tuple[int, int], int] = {}
    for turned, books in find_outcomes(cards, 0, 0, [0] * 6):
        rest = stability - books[banned] + 3 * min([books[row] for row in permitted]) + 2 * books[focus]
        race = books[prominent], -turned
        rests[race] = max(rests.get(race, -999), rest)
    awards = {race: award_prominent_works(inspection.prominent, [race, *others])[0].points for race, _ in rests}
    total, spared = max((rest + awards[race], spared) for (race, spared), rest in rests.items())
    most = {race: max(rest for (other, _), rest in rests.items() if other == race) for race in awards}
    return Best(total, -spared, most)


def find_outcomes(cards: list[Face], last: int, turned: int, books: list[int]) -> list[Outcome]:
    """List the ends of every way to go on: a hand turns the first card, or leaves it to the check."""
    if not cards:
        return [(turned, books)]
    (key, icons), *rest = cards
    by_hand = find_outcomes(rest, last, turned + 1, books)
    if key > last:
        last, books = key, [have + icons.count(code) for have, code in zip(books, CATEGORIES, strict=True)]
    return by_hand + find_outcomes(rest, last, turned, books)


def read(document: dict[str, Any]) -> Inspection:
    return read_inspection(document)[0]


def turn(inspection: Inspection, shelf: str, document: dict[str, Any]) -> Inspection:
    rita, *others = document["players"]
    return read({**document, "players": [{**rita, "shelf": shelf}, *others]})


def assert_best(document: dict[str, Any]) -> None:
    inspection = read(document)
    advice, best = advise(inspection, "Rita"), try_all(inspection)
    assert (advice.total_best, len(advice.most_points.turns)) == best[:2], document
    assert {row.prominent_books: row.total_without_award for row in advice.by_prominent} == best.rests, document
    inspected = inspect(turn(inspection, format_shelf(advice.most_points.shelf), document))
    assert inspected.players[0].figures.total == advice.total_best, document
    assert all(turn.saves > turn.costs for turn in advice.most_points.turns), document


@pytest.mark.slow
@pytest.mark.parametrize(("number", "seed"), [(100, 13), pytest.param(500, 130, marks=pytest.mark.long)])
def test_shelves_of_up_to_13_cards_agree_with_all_their_sets_of_cards(number: int, seed: int) -> None:
    for document in draw_tables(number, SMALL, seed=seed):
        assert_best(document)


@pytest.mark.parametrize("icons", HARD)
@pytest.mark.parametrize("moved", [0, 2, 9])
def test_hard_shelves_of_9_cards_agree_with_all_their_sets_of_cards(icons: str, moved: int) -> None:
    rng = random.Random(f"{icons} {moved}")  # noqa: S311 - cards, no secrets
    for _ in range(3):
        assert_best(seat(draw_shelf(rng, 9, HARD[icons], moved=moved), [rng.randrange(6) for _ in range(3)]))


@pytest.mark.parametrize("dealt", ["RRS", "RCR", "RCC", "RRR"])
def test_categories_entered_twice_agree_with_all_sets_of_cards(dealt: str) -> None:
    rng = random.Random(dealt)  # noqa: S311 - cards, no secrets
    for _ in range(5):
        shelf = draw_shelf(rng, 8, moved=rng.randrange(9))
        assert_best(seat(shelf, [2, 3], prominent=dealt[0], banned=dealt[1], focus=dealt[2]))


@pytest.mark.slow
@pytest.mark.parametrize(("number", "seed"), [(25, 40), pytest.param(100, 400, marks=pytest.mark.long)])
def test_shelves_of_25_to_40_cards_agree_with_the_integer_program(number: int, seed: int) -> None:
    from bench.integer_program import solve_best_total

    for document in draw_tables(number, LARGE, seed=seed):
        inspection = read(document)
        advice = advise(inspection, "Rita")
        assert advice.total_best == solve_best_total(inspection, 0), document
        inspected = inspect(turn(inspection, format_shelf(advice.most_points.shelf), document))
        assert inspected.players[0].figures.total == advice.total_best, document


@pytest.mark.slow
@pytest.mark.parametrize("icons", HARD)
@pytest.mark.parametrize("moved", [0, 5])
def test_hard_shelves_of_40_cards_agree_with_the_integer_program(icons: str, moved: int) -> None:
    from bench.integer_program import solve_best_total

    rng = random.Random(f"{icons} {moved}")  # noqa: S311 - cards, no secrets
    inspection = read(seat(draw_shelf(rng, 40, HARD[icons], moved=moved), [8, 5, 5]))
    assert advise(inspection, "Rita").total_best == solve_best_total(inspection, 0)


@pytest.mark.parametrize("icons", HARD)
def test_a_dive_finds_and_refutes_what_a_walk_of_all_states_does(icons: str) -> None:
    rng = random.Random(icons)  # noqa: S311 - cards, no secrets
    inspection = read(seat(draw_shelf(rng, 14, HARD[icons], moved=2), [5, 3, 3]))
    bounds = prepare(inspection, "Rita").bounds
    for books in bounds.prominent_books:
        most = find_most(bounds, books)
        assert Search(bounds, books, most).run() is not None
        assert Search(bounds, books, most + 1).run() is None
        assert can_reach(bounds, books, most, ANY) is True
        assert can_reach(bounds, books, most - 1, ANY) is True
        assert can_reach(bounds, books, most + 1, ANY) is False
        assert can_reach(bounds, books, most, 0) is None


def test_a_category_entered_as_prominent_and_banned_agrees_with_the_integer_program() -> None:
    from bench.integer_program import solve_best_total

    rng = random.Random(1)  # noqa: S311 - cards, no secrets
    shelf = draw_shelf(rng, 40, HARD["all banned twice and two"])
    inspection = read(seat(shelf, [8, 5, 5], prominent="C", banned="C"))
    assert advise(inspection, "Rita").total_best == solve_best_total(inspection, 0)


@pytest.mark.slow
@pytest.mark.parametrize("hand", [None, 1])
def test_close_tables_agree_with_the_integer_program_in_place_points_and_flips(hand: int | None) -> None:
    from bench.integer_program import solve_best_plan

    rng = random.Random(f"close {hand}")  # noqa: S311 - cards, no secrets
    tables = [read(document) for document in draw_tables(10, range(10, 25), seed=19)]
    for inspection in tables:
        close = bring_close(inspection, rng, hand)
        best = advise(close, "Rita").best
        assert (best.outcome.rank, best.total, len(best.turns)) == solve_best_plan(close, 0), inspection


@pytest.mark.parametrize("theirs", [4, 8, 40])
def test_a_solo_game_agrees_with_the_integer_program_in_license_points_and_flips(theirs: int) -> None:
    from bench.integer_program import solve_best_plan

    (table,) = draw_tables(1, range(12, 13), seed=theirs)
    tally = dict.fromkeys(CATEGORIES, 0)
    focus = next(code for code in CATEGORIES if code not in (table["prominent"], table["banned"]))
    library = {"focus": focus, "tally": {**tally, table["prominent"]: 1, focus: theirs}}
    inspection = read({**table, "form": "S-42A", "players": table["players"][:1], "library": library})
    best = advise(inspection, "Rita").best
    assert (best.outcome.rank, best.total, len(best.turns)) == solve_best_plan(inspection, 0)
