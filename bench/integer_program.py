"""The baseline of the advice: the same problem solved by CP-SAT as an integer program."""

from __future__ import annotations

from ortools.sat.python import cp_model

from companion.scoring import inspect
from companion.scoring.categories import CATEGORIES
from companion.scoring.inspection import Inspection
from companion.scoring.sections.alphabetical_order import sort_key
from companion.scoring.sections.prominent_works import award_prominent_works
from companion.scoring.shelf import Shelf


def solve_best_total(inspection: Inspection, index: int, prominent_books: int | None = None) -> int:
    """Let CP-SAT find the highest total of a player of B-7c, the others as they lie, on one core.

    With a number of prominent books, only choices with exactly that many count.
    """
    player, card = inspection.players[index], inspect(inspection)
    if not isinstance(player.holding, Shelf):
        raise TypeError("a tally has no cards to turn")
    others = [score.figures.tally[inspection.prominent] for score in card.players]
    del others[index]
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
    if prominent_books is not None:
        model.add(prominent == prominent_books)
    awards = [award_prominent_works(inspection.prominent, [k, *others])[0].points for k in range(most + 1)]
    award = model.new_int_var(0, max(awards), "award")
    model.add_element(prominent, awards, award)
    model.maximize(award - books[inspection.banned] + 3 * scarcest + 2 * books[player.focus])

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        raise AssertionError("CP-SAT did not finish")
    return round(solver.objective_value) + card.players[index].figures.stability.points
