"""Plans held against every set of cards turned by hand, and against every step of the tiebreaks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from bench.shelves import CATEGORIES, draw_shelf
from companion.scoring import inspect, read_inspection
from companion.scoring.advice import Advice, Aim, Outcome, Plan, advise, format_advice
from companion.scoring.advice.bounds import Bounds
from companion.scoring.advice.course import Goal, count_books, find_turned_by_hand, lay_out
from companion.scoring.advice.search import find_most
from companion.scoring.advice.ties import _go_on, find_tied_choices
from companion.scoring.categories import Category
from companion.scoring.editions import EDITION_CODES, LastStep, find_edition
from companion.scoring.inspection import Inspection
from companion.scoring.notation import parse_shelf
from companion.scoring.sections.alphabetical_order import check_order
from companion.scoring.shelf import Shelf

from ..documents.documents import Document, count, counted, shelved, solo, table

READING = next(code for code in EDITION_CODES if find_edition(code).last_step is LastStep.READING)
SHARED = next(code for code in EDITION_CODES if find_edition(code).last_step is LastStep.SHARED)
UNDECIDED = next(code for code in EDITION_CODES if find_edition(code).last_step is LastStep.UNDECIDED)


class Tried(NamedTuple):
    """One set of cards turned by hand, and what the inspector makes of it; the least is the best."""

    rank: int
    loss: int
    flips: int
    lead: int


def read(document: Document) -> Inspection:
    return read_inspection(document)[0]


def score_rita(inspection: Inspection, shelf: Shelf) -> tuple[int, int, int]:
    """Return place (1 or 2 in a solo game), total and lead of Rita with that shelf."""
    rita, *others = inspection.players
    card = inspect(replace(inspection, players=(replace(rita, holding=shelf), *others)))
    total = card.players[0].figures.total
    rivals = [card.library] if card.library else [player.figures for player in card.players[1:]]
    place = (1 if card.won else 2) if card.library else card.players[0].place
    return place, total, total - max(rival.total for rival in rivals)


def try_all(inspection: Inspection) -> Iterator[Tried]:
    """Turn every set of cards by hand, and inspect."""
    shelf = inspection.players[0].holding
    assert isinstance(shelf, Shelf)
    face_up = [place for place, card in shelf if not card.face_down]
    for size in range(len(face_up) + 1):
        for turned in combinations(face_up, size):
            rank, total, lead = score_rita(inspection, shelf.turn_down(turned))
            yield Tried(rank, -total, size, lead)


def assert_kept(inspection: Inspection, plan: Plan) -> None:
    """The shelf as advised comes to what the plan says."""
    outcome = plan.outcome
    assert score_rita(inspection, plan.shelf) == (outcome.rank, plan.total, outcome.lead)
    assert len({turn.place for turn in plan.turns}) == len(plan.turns)


def assert_best(document: Document) -> tuple[Advice, list[Tried]]:
    inspection = read(document)
    advice, tried = advise(inspection, "Rita"), list(try_all(inspection))
    best, most = advice.best, advice.most_points
    assert (best.outcome.rank, -best.total, len(best.turns)) == min(tried)[:3], document
    fewest = min(each[1:3] for each in tried)
    assert (-most.total, len(most.turns)) == fewest, document
    assert [plan.aim for plan in advice.plans] == [Aim.PLACE, Aim.POINTS][: len(advice.plans)]
    assert len({plan.flips for plan in advice.plans}) == len(advice.plans)
    assert best.outcome.rank <= advice.outcome_now.rank == tried[0].rank
    assert advice.outcome_now.lead == tried[0].lead
    for plan in advice.plans:
        assert_kept(inspection, plan)
    return advice, tried


def draw_game(rng: random.Random, *, is_solo: bool) -> Document:
    """Draw a game with a small shelf, whose rivals are near in the race for prominent works."""
    dealt = rng.sample(CATEGORIES, 6)
    size = rng.randrange(7)
    shelf = draw_shelf(rng, size, moved=rng.choice((0, 0, 1, size)))
    rita = shelved("Rita", dealt[2], shelf)
    changes: dict[str, Any] = {"prominent": dealt[0], "banned": dealt[1], "edition": rng.choice(EDITION_CODES)}
    tallies = [[rng.choice((0, 1, 2, 3)) for _ in CATEGORIES] for _ in range(3)]
    if is_solo:
        return solo(rita, {"focus": dealt[3], "tally": count(tallies[0])}, **changes)
    hands = rng.choice(((0, 0, 0, 0), (0, 1, 2, 1), (2, 2, 1, 0), (1, 1, 1, None), (None, 1, 1, 1)))
    if hands[0] is not None:
        rita["hand"] = hands[0]
    rivals = []
    for number in range(rng.choice((1, 1, 2, 3))):
        hand = {} if hands[number + 1] is None else {"hand": hands[number + 1]}
        rivals.append(counted(f"Rival {number}", dealt[3 + number], tallies[number], 0, **hand))
    changes["reading_winner"] = rng.choice((..., "Rita", "Rival 0"))
    return table(rita, *rivals, **changes)


def raise_rivals(document: Document, points: int) -> Document:
    """Give each rival more points, whatever Rita does: B1, or in a solo game books of the library's focus."""
    if "library" in document:
        library = document["library"]
        tally = dict(library["tally"])
        tally[library["focus"]] += points
        return {**document, "library": {**library, "tally": tally}}
    rita, *rivals = document["players"]
    return {**document, "players": [rita, *({**rival, "stability": points} for rival in rivals)]}


def draw_close_game(rng: random.Random, *, is_solo: bool) -> tuple[Document, list[Tried]]:
    """Draw a game that Rita can just win or just not, or in which she is level; with what was tried before."""
    document = draw_game(rng, is_solo=is_solo)
    tried = list(try_all(read(document)))
    leads = sorted({each.lead for each in tried})
    return raise_rivals(document, max(0, rng.choice(leads) + rng.choice((0, 0, -1)))), tried


@pytest.mark.slow
@pytest.mark.parametrize("games", [80, pytest.param(200, marks=pytest.mark.long)])
def test_small_games_agree_with_all_sets_of_cards(games: int) -> None:
    rng = random.Random(200)  # noqa: S311 - cards, no secrets
    places = set()
    for number in range(games):
        document, _ = draw_close_game(rng, is_solo=number % 4 == 3)
        advice, tried = assert_best(document)
        places |= {(each.rank, advice.best.outcome.rank) for each in tried}
    assert places >= {(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)}


def draw_costly_game(rng: random.Random, *, is_solo: bool) -> tuple[Document, list[Tried]] | None:
    """Draw a game whose first card is ahead in the race and keeps books of the focus down; ``None`` if that is no use.

    Turned down it brings Rita points, but the others more. They are raised until that decides.
    """
    document = draw_game(rng, is_solo=is_solo)
    rita, prominent = document["players"][0], document["prominent"]
    kept_down = [f"A{number}:{rita['focus'] * rng.choice((2, 3, 4, 4))}" for number in range(1, rng.randrange(2, 5))]
    late = f"M1:{prominent * rng.choice((1, 2, 3, 4))}"
    rita["shelf"] = " ".join([late, *kept_down, *(["Z1:FHM"] if rng.randrange(2) else [])])
    tried = list(try_all(read(document)))
    most = min(each.loss for each in tried)
    ahead, behind = max(each.lead for each in tried), max(each.lead for each in tried if each.loss == most)
    return (raise_rivals(document, rng.randint(max(0, behind), ahead)), tried) if 0 <= ahead > behind else None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "is_solo"),
    [
        pytest.param(20, False, id="table"),
        pytest.param(10, True, id="solo"),
        pytest.param(80, False, id="many-tables", marks=pytest.mark.long),
        pytest.param(20, True, id="many-solo-games", marks=pytest.mark.long),
    ],
)
def test_games_in_which_the_most_points_cost_the_place_agree_with_all_sets_of_cards(games: int, is_solo: bool) -> None:
    rng = random.Random(f"costly points {is_solo}")  # noqa: S311 - cards, no secrets
    found = 0
    for _ in range(100 * games):
        drawn = draw_costly_game(rng, is_solo=is_solo)
        if drawn is None:
            continue
        advice, tried = assert_best(drawn[0])
        most = min(each.loss for each in tried)
        if min(tried).rank < min(each.rank for each in tried if each.loss == most):
            assert advice.best.outcome.rank < advice.most_points.outcome.rank
            found += 1
            if found == games:
                break
    assert found == games


def advise_rita(shelf: str, rival: Document, **changes: Any) -> Advice:
    """Rita's focus is S and she has one card in hand; prominent is R, banned is C."""
    return assert_best(table(shelved("Rita", "S", shelf, hand=1), rival, **changes))[0]


def name_plans(advice: Advice) -> list[tuple[str, str, int, int | None, int | None]]:
    """Aim, cards to turn, total, place (solo: 1 or 2), and lead of each plan."""
    return [
        (
            plan.aim.value,
            " ".join(turn.card.name for turn in plan.turns),
            plan.total,
            plan.outcome.rank,
            plan.outcome.lead,
        )
        for plan in advice.plans
    ]


def test_a_first_place_is_not_given_up_for_points() -> None:
    document = table(shelved("Rita", "F", "M1:RRR A1:FFFF"), shelved("Eric", "H", "C1:RR D1:HH"))
    advice, _ = assert_best(document)
    assert (advice.total_now, advice.outcome_now) == (15, Outcome(1, None, 2))
    assert name_plans(advice) == [("place", "", 15, 1, 2), ("points", "M1", 17, 2, -2)]


def test_a_license_is_not_given_up_for_points() -> None:
    library = {"focus": "H", "tally": count((0, 0, 5, 0, 2, 0))}
    document = solo(shelved("Rita", "F", "M1:RRR A1:FFFF B1:FFFF"), library)
    advice, _ = assert_best(document)
    assert (advice.total_now, advice.outcome_now) == (15, Outcome(None, True, 5))
    assert name_plans(advice) == [("place", "", 15, 1, 5), ("points", "M1", 16, 2, -9)]
    plans = format_advice(advice)["plans"]
    assert isinstance(plans, list)
    assert [plan["won"] for plan in plans] == [True, False]
    assert not any("place" in plan for plan in plans)


@pytest.mark.parametrize(
    ("banned", "plan"),
    [(8, ("place", "M1", 8, 1, 1)), (7, ("place", "M1", 8, 2, 0)), (11, ("place", "M1", 8, 1, 4))],
    ids=["more", "equal", "equal as it lies"],
)
def test_a_license_takes_strictly_more_than_the_library(banned: int, plan: tuple[str, str, int, int, int]) -> None:
    document = solo(shelved("Rita", "S", "M1:SSFF A1:SSSS"), {"focus": "H", "tally": count((banned, 0, 0, 0, 0, 0))})
    advice, _ = assert_best(document)
    assert name_plans(advice) == [plan]


def test_the_most_points_are_recommended_where_the_place_is_the_same() -> None:
    advice = advise_rita("M1:CC A1:FF", counted("Eric", "H", (0, 0, 0, 0, 9, 0), 30))
    assert name_plans(advice) == [("place", "M1", 9, 2, -36)]


def test_of_equal_totals_the_one_with_more_books_is_recommended_where_that_breaks_the_tie() -> None:
    advice = advise_rita("M3:FF M2:FFF M1:FFFF", counted("Eric", "H", (0, 2, 0, 0, 0, 0), 0, hand=0))
    assert name_plans(advice) == [("place", "M3", 12, 1, 0), ("points", "", 12, 2, 0)]
    advice = advise_rita("M3:FF M2:FFF M1:FFFF", counted("Eric", "H", (0, 3, 0, 0, 0, 0), 0, hand=0))
    assert name_plans(advice) == [("place", "M3 M2", 12, 1, 0), ("points", "", 12, 2, 0)]
    advice = advise_rita("M3:FF M2:FFF M1:FFFF", counted("Eric", "H", (0, 4, 0, 0, 0, 0), 0, hand=0))
    assert name_plans(advice) == [("place", "", 12, 2, 0)]


@pytest.mark.parametrize(
    ("hand", "turned", "place"),
    [({"hand": 2}, "M1", 1), ({"hand": 0}, "", 2), ({}, "M1", 1)],
    ids=["fewer in hand", "more in hand", "waits for the count"],
)
def test_hands_decide_between_equal_books(hand: dict[str, int], turned: str, place: int) -> None:
    advice = advise_rita("M1:FF A1:FFHH", counted("Eric", "H", (0, 4, 0, 0, 0, 0), 0, **hand))
    assert name_plans(advice)[0] == ("place", turned, 12, place, 0)
    assert len(advice.plans) == (2 if turned else 1)


def test_banned_books_decide_between_equal_hands() -> None:
    advice = advise_rita("M1:CCSF A1:FFHH", counted("Eric", "H", (1, 3, 0, 0, 0, 0), 1, hand=1))
    assert name_plans(advice) == [("place", "M1", 12, 1, 0), ("points", "", 12, 2, 0)]


@pytest.mark.parametrize(
    ("edition", "reading_winner", "turned", "place"),
    [
        (READING, ..., "M1", 1),
        (READING, "Rita", "M1", 1),
        (READING, "Eric", "", 2),
        (SHARED, ..., "M1", 1),
        (UNDECIDED, ..., "M1", 1),
    ],
)
def test_the_last_step_is_the_editions(edition: str, reading_winner: Any, turned: str, place: int) -> None:
    eric = counted("Eric", "H", (0, 4, 0, 0, 0, 0), 0, hand=1)
    advice = advise_rita("M1:CCSF A1:FFHH", eric, edition=edition, reading_winner=reading_winner)
    assert name_plans(advice)[0] == ("place", turned, 12, place, 0)


@pytest.mark.parametrize("edition", EDITION_CODES)
def test_more_books_break_a_tie_in_every_edition(edition: str) -> None:
    eric = counted("Eric", "H", (0, 3, 0, 0, 0, 0), 0, hand=1)
    assert name_plans(advise_rita("M1:FF A1:FFHH", eric, edition=edition))[0] == ("place", "M1", 12, 1, 0)


def test_a_librarian_without_rivals_is_first_and_leads_nobody() -> None:
    advice = advise(read(table(shelved("Rita", "S", "M1:CC A1:SS"))), "Rita")
    assert advice.plans[0].outcome == Outcome(1, None, None)
    assert format_advice(advice)["plans"] == [
        {"aim": "place", "flip": [[0, 0]], "shelf": "M1:CC~ A1:SS", "total": 19, "place": 1, "lead": None}
    ]


@pytest.mark.parametrize("seed", range(10))
def test_tied_choices_are_those_that_nothing_surpasses(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - cards, no secrets
    shelf = parse_shelf(draw_shelf(rng, 9, lambda rng, _: "".join(rng.choices("CCFHS", k=2)), moved=9))
    bounds = Bounds(lay_out(shelf, find_edition("en"), Goal(Category("R"), Category("C"), Category("S"))))
    steps = bounds.course.steps
    sets = []
    for kept in product((False, True), repeat=len(steps)):
        tried = shelf.turn_down(step.place for step, is_kept in zip(steps, kept, strict=True) if not is_kept)
        if not check_order(tried, find_edition("en")).flips:
            books, banned = count_books(bounds.course, kept)
            spared = len(steps) - len(find_turned_by_hand(bounds.course, kept))
            sets.append((score_rest(tried), (books, -banned), (spared, kept)))
    most = find_most(bounds, 0)
    assert most == max(rest for rest, _, _ in sets)
    best = [each[1:] for each in sets if each[0] == most]
    front = {(tie, choice) for tie, choice in best if not any(t >= tie and c > choice for t, c in best)}
    found = find_tied_choices(bounds, 0, most)
    assert [choice.rest for choice in found] == [most] * len(found)
    assert {choice.kept for choice in found} >= {kept for _, (_, kept) in front}
    assert len(found) == len(front)


def score_rest(shelf: Shelf) -> int:
    """B3, B4 and B5 for the focus S, banned C."""
    tally = shelf.tally()
    scarcest = min(books for category, books in tally.items() if category is not Category("C"))
    return 3 * scarcest - tally[Category("C")] + 2 * tally[Category("S")]


def test_of_beginnings_with_the_same_rows_those_with_most_points_go_on():
    search: Any = SimpleNamespace(digits=0, ceiling=0, find_needs=lambda *_: (0, [0], []))
    following: dict[Any, Any] = {}
    few, many = [(0, 1)], [(0, 2)]
    _go_on(search, 0, (0, 0), [((0,), few), ((0,), many), ((0,), few)], following)
    assert following == {(0, 0): {(0,): many}}
