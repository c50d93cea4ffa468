"""The yardstick of the advice: the same questions put to CP-SAT as an integer program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ortools.sat.python import cp_model

from companion.scoring import inspect
from companion.scoring.categories import CATEGORIES, Category
from companion.scoring.inspection import Inspection
from companion.scoring.scorecard import Figures, Scorecard
from companion.scoring.sections.alphabetical_order import sort_key
from companion.scoring.sections.prominent_works import award_prominent_works, award_solo
from companion.scoring.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Program:
    """A player's shelf as an integer program: which cards stay face up, and what that comes to."""

    model: cp_model.CpModel
    kept: Sequence[cp_model.IntVar]
    keys: Sequence[tuple[int, int]]
    """Where each card belongs in the alphabet."""
    books: Mapping[Category, cp_model.LinearExprT]
    prominent: cp_model.IntVar
    total: cp_model.LinearExprT
    most_books: int


def solve_best_total(inspection: Inspection, index: int, prominent_books: int | None = None) -> int:
    """Let CP-SAT find the highest total of a player, the others as they lie, on one core.

    With a number of prominent books, only choices with exactly so many of them count.
    """
    program = _make_program(inspection, inspect(inspection), index)
    if prominent_books is not None:
        program.model.add(program.prominent == prominent_books)
    program.model.maximize(program.total)
    return _solve(program.model)


def solve_best_plan(inspection: Inspection, index: int) -> tuple[int, int, int]:
    """Let CP-SAT find the best place, then the most points, then the fewest cards turned by hand, on one core.

    In a solo game place 1 is the license and 2 none. Raises ``ValueError`` where the hands of some players only are
    counted or the reading race has been won: nothing here asks for that.
    """
    now = inspect(inspection)
    program = _make_program(inspection, now, index)
    model, kept, keys = program.model, program.kept, program.keys
    ahead = _list_ahead(program, inspection, now, index)
    model.minimize(sum(ahead))
    place = _solve(model)
    model.add(sum(ahead) == place)
    model.maximize(program.total)
    total = _solve(model)
    model.add(program.total == total)
    by_hand = [model.new_bool_var(f"turn {n}") for n in range(len(kept))]
    for i, turned in enumerate(by_hand):
        model.add(turned + kept[i] + sum(kept[j] for j in range(i) if keys[j] >= keys[i]) >= 1)
    model.minimize(sum(by_hand))
    return 1 + place, total, _solve(model)


def _make_program(inspection: Inspection, now: Scorecard, index: int) -> Program:
    player = inspection.players[index]
    if not isinstance(player.holding, Shelf):
        raise TypeError("a tally has no cards to turn")
    cards = [card for _, card in player.holding if not card.face_down]
    keys = [sort_key(card, inspection.edition) for card in cards]

    model = cp_model.CpModel()
    kept = [model.new_bool_var(f"keep {card.name}") for card in cards]
    for i, first in enumerate(keys):
        for j in range(i + 1, len(keys)):
            if keys[j] <= first:
                model.add_bool_or([~kept[i], ~kept[j]])
    books = {
        c: sum(len([i for i in card.icons or () if i is c]) * kept[n] for n, card in enumerate(cards))
        for c in CATEGORIES
    }
    most = player.holding.tally().books
    scarcest = model.new_int_var(0, most, "scarcest")
    for category in CATEGORIES:
        if category is not inspection.banned:
            model.add(scarcest <= books[category])
    prominent = model.new_int_var(0, most, "prominent")
    model.add(prominent == books[inspection.prominent])
    awards = [_award_all(now, index, k)[0] for k in range(most + 1)]
    award = model.new_int_var(0, max(awards), "award")
    model.add_element(prominent, awards, award)
    rest = 3 * scarcest - books[inspection.banned] + 2 * books[player.focus]
    stability = now.players[index].figures.stability.points
    return Program(model, kept, keys, books, prominent, award + rest + stability, most)


def _award_all(now: Scorecard, index: int, prominent: int) -> list[int]:
    """B2 of the player with that many prominent books, and then of the others."""
    category = now.inspection.prominent
    if now.library is not None:
        return [award.points for award in award_solo(category, prominent, now.library.tally[category])]
    others = [player.figures.tally[category] for n, player in enumerate(now.players) if n != index]
    return [award.points for award in award_prominent_works(category, [prominent, *others])]


def _list_ahead(program: Program, inspection: Inspection, now: Scorecard, index: int) -> list[cp_model.IntVar]:
    """Make a variable for each of the others: whether that one is ahead, all tiebreaks counted."""
    model = program.model
    hands = [player.hand for player in inspection.players]
    are_counted = None not in hands
    if (any(hand is not None for hand in hands) and not are_counted) or inspection.reading_winner is not None:
        raise ValueError("expected all hands counted or none, and no winner of the reading race")
    per_hand = 1 + max([program.most_books, *(player.figures.penalty.books for player in now.players)])
    per_book = per_hand * (2 + max([hand or 0 for hand in hands]))
    per_point = per_book * (1 + max([program.most_books, *(player.figures.books for player in now.players)]))

    # Integers or expressions: the stubs leave out that both together add up to an expression.
    def weigh(total: Any, books: Any, hand: int, banned: Any) -> Any:
        points = per_point * total + per_book * books
        return points - per_hand * hand - banned if are_counted else points

    figures: list[tuple[Figures, int]] = [
        (player.figures, player.hand or 0) for n, player in enumerate(now.players) if n != index
    ]
    if now.library is not None:
        figures = [(now.library, 0)]
    own_books, own_hand = sum(program.books.values()), hands[index] or 0
    mine = weigh(program.total, own_books, own_hand, program.books[inspection.banned])
    ahead = []
    for number, (other, hand) in enumerate(figures, start=1):
        awards = [_award_all(now, index, k)[number] for k in range(program.most_books + 1)]
        award = model.new_int_var(min(awards), max(awards), f"award {number}")
        model.add_element(program.prominent, awards, award)
        total = other.total - other.award.points + award
        is_ahead = model.new_bool_var(f"ahead {number}")
        if now.library is not None:
            model.add(total >= program.total).only_enforce_if(is_ahead)
            model.add(total < program.total).only_enforce_if(~is_ahead)
        else:
            theirs = weigh(total, other.books, hand, other.penalty.books)
            model.add(theirs > mine).only_enforce_if(is_ahead)
            model.add(theirs <= mine).only_enforce_if(~is_ahead)
        ahead.append(is_ahead)
    return ahead


def _solve(model: cp_model.CpModel) -> int:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        raise AssertionError("CP-SAT did not finish")
    return round(solver.objective_value)
