"""Which of our rulings made a scorecard what it is: those whose other reading would change a figure or a place.

Where a figure itself shows that the other reading gives another one, that is enough. Elsewhere the other reading is
scored, and the two results are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from ..cards import ICONS_ON_A_CARD
from ..counting import Count, count_shelf, fill_columns, list_standings, place_columns
from ..inspection import Inspection
from ..ranking import RACES, STEPS, Ranking, Standing, rank
from ..scorecard import Figures, Ruling, Tiebreak
from ..sections.alphabetical_order import sort_key
from ..sections.prominent_works import Award
from ..sections.shelf_stability import list_rectangles
from ..shelf import Place, Shelf

_FEWEST_ICONS, _MOST_ICONS = ICONS_ON_A_CARD[0], ICONS_ON_A_CARD[-1]


def find_rulings(
    inspection: Inspection, counts: Sequence[Count], columns: Sequence[Figures], ranking: Ranking
) -> tuple[Ruling, ...]:
    """List the rulings without which a figure of section B, or a place, might read otherwise; see ``docs/rulings.md``.

    ``columns`` are those of the players and, in a solo game, of the public library.
    """
    found = {
        Ruling.ZERO_PROMINENT_PLACED: any(is_placed_without_books(column.award) for column in columns),
        Ruling.WHOLE_TIE_POOLED: any(_is_pooled_beyond_the_next_place(column.award) for column in columns),
        Ruling.ENTOMBED_WITHOUT_RECTANGLE: any(
            column.stability.entombed and column.stability.rectangle is None for column in columns
        ),
        Ruling.ENTOMBED_UNDER_FLIPPED: any(
            card.entombed and card.face_down for count in counts if _has_entombed(count) for _, card in _walk(count)
        ),
        Ruling.STACK_IS_ONE_PLACE: any(_counts_a_stack_once(count) for count in counts if _has_entombed(count)),
        Ruling.SCARCEST_SCORED_ONCE: any(
            column.variety.points and len(column.variety.scarcest) > 1 for column in columns
        ),
        Ruling.LETTERS_BY_EDITION: _depends_on_letters(inspection, counts, columns, ranking),
        Ruling.ANY_CARD_MAY_BE_TURNED: _depends_on_turned_cards(inspection, counts, columns, ranking),
        Ruling.FACE_UP_BOOKS_BREAK_TIES: _depends_on_books_face_down(inspection, counts, columns, ranking),
        Ruling.SECOND_STEP_INFERRED: _depends_on_inferred_steps(inspection, columns, ranking),
        Ruling.LAST_STEP_BY_EDITION: ranking.tiebreak is Tiebreak.SHARED or ranking.tiebreak in RACES,
    }
    return tuple(ruling for ruling, is_decisive in found.items() if is_decisive)


def is_placed_without_books(award: Award) -> bool:
    """Tell whether points were given for no book at all."""
    return award.books == 0 and award.points > 0


def _is_pooled_beyond_the_next_place(award: Award) -> bool:
    """Tell whether pooling only the tied place and the next lowest, as the text may be read, gives other points."""
    return award.tied > 1 and -(-sum(award.pooled[:2]) // award.tied) != award.points


def _walk(count: Count) -> Shelf:
    return count.order.shelf if count.order else Shelf()


def _has_entombed(count: Count) -> bool:
    return count.order is not None and count.stability.entombed > 0


def _counts_a_stack_once(count: Count) -> bool:
    """Tell whether a rectangle would bring more if the entombed cards in it counted as cards of it."""
    entombed = {place for place, card in _walk(count) if card.entombed}
    most = count.stability.rectangle.cards if count.stability.rectangle else 0
    return any(
        rectangle.cards + sum(place in rectangle for place in entombed) > most
        for rectangle in list_rectangles(_walk(count))
    )


def _depends_on_letters(
    inspection: Inspection, counts: Sequence[Count], columns: Sequence[Figures], ranking: Ranking
) -> bool:
    """Tell whether another order of the edition's own letters would change the result."""
    edition = inspection.edition
    if not edition.other_ranks:
        return False
    shelves = [_find_shelf(inspection, index) for index in range(len(counts))]
    if not any(
        card.letter in edition.own_letters for shelf in shelves if shelf for _, card in shelf if not card.face_down
    ):
        return False
    for ranks in edition.other_ranks:
        others = [
            count_shelf(shelf, edition, ranks) if shelf else count for shelf, count in zip(shelves, counts, strict=True)
        ]
        if _changes(inspection, counts, others, columns, ranking):
            return True
    return False


def _depends_on_turned_cards(
    inspection: Inspection, counts: Sequence[Count], columns: Sequence[Figures], ranking: Ranking
) -> bool:
    """Tell whether cards that stand rightly lie face down where the edition lets players turn only wrong ones.

    A card stands rightly if it could lie face up without the check turning a card for it. Of cards that do, the first
    are turned up. A turned card whose icons are not known would bring books that nobody can name: that is a change.
    """
    if not inspection.edition.turns_only_misfiled_cards:
        return False
    others = list(counts)
    for index, count in enumerate(counts):
        shelf = _find_shelf(inspection, index)
        rightly = _find_turned_though_right(inspection, shelf, _walk(count)) if shelf else ()
        if shelf is None or not rightly:
            continue
        if any(shelf[place].icons is None for place in rightly):
            return True
        rows = [list(row) for row in shelf.rows]
        for place in rightly:
            rows[place.row][place.column] = replace(shelf[place], face_down=False)
        others[index] = count_shelf(Shelf(tuple(map(tuple, rows))), inspection.edition)
    return _changes(inspection, counts, others, columns, ranking)


def _find_turned_though_right(inspection: Inspection, shelf: Shelf, checked: Shelf) -> tuple[Place, ...]:
    """Find cards turned by hand that fit between the cards which the check leaves face up."""
    edition = inspection.edition
    keys = [
        (place, None if card.letter not in edition.ranks or not card.number else sort_key(card, edition), card)
        for place, card in checked
    ]
    rightly: list[Place] = []
    last: tuple[int, int] | None = None
    for number, (place, key, card) in enumerate(keys):
        if key is None:
            continue
        if not card.face_down:
            last = key
        elif shelf[place].face_down and (last is None or last < key):
            following = next((other for _, other, later in keys[number + 1 :] if other and not later.face_down), None)
            if following is None or key < following:
                rightly.append(place)
                last = key
    return tuple(rightly)


def _depends_on_books_face_down(
    inspection: Inspection, counts: Sequence[Count], columns: Sequence[Figures], ranking: Ranking
) -> bool:
    """Tell whether the books of cards face down would part the tied otherwise; a card unknown shows two to four."""
    totals = [column.total for column in columns]
    if inspection.is_solo or len(set(totals)) == len(totals):
        return False
    hidden = [
        _count_hidden_books(_walk(count)) if totals.count(total) > 1 else (0,)
        for count, total in zip(counts, totals, strict=True)
    ]
    standings = list_standings(inspection, columns)
    return any(_place_with(inspection, standings, more) != ranking.places for more in product(*hidden) if any(more))


def _place_with(inspection: Inspection, standings: Sequence[Standing], more: Sequence[int]) -> tuple[int, ...]:
    counted = [replace(standing, books=standing.books + books) for standing, books in zip(standings, more, strict=True)]
    return rank(counted, inspection.edition, inspection.reading_winner).places


def _count_hidden_books(shelf: Shelf) -> tuple[int, ...]:
    """Count the books on cards face down: the fewest and the most there can be, once if that is one number."""
    known = unknown = 0
    for _, card in shelf:
        if card.face_down and card.icons is not None:
            known += len(card.icons)
        elif card.face_down:
            unknown += 1
    return tuple({known + _FEWEST_ICONS * unknown: None, known + _MOST_ICONS * unknown: None})


def _depends_on_inferred_steps(inspection: Inspection, columns: Sequence[Figures], ranking: Ranking) -> bool:
    """Tell whether the places would be others without the steps that our text of the edition has lost."""
    inferred = inspection.edition.inferred_steps
    if inspection.is_solo or not inferred or len({column.total for column in columns}) == len(columns):
        return False
    steps = [step for step in STEPS if step.tiebreak not in inferred]
    return place_columns(inspection, columns, steps).places != ranking.places


def _find_shelf(inspection: Inspection, index: int) -> Shelf | None:
    """Return a player's shelf before the check, or ``None`` where it was counted on paper."""
    holding = inspection.players[index].holding
    return holding if isinstance(holding, Shelf) else None


def _changes(
    inspection: Inspection,
    counts: Sequence[Count],
    others: Sequence[Count],
    columns: Sequence[Figures],
    ranking: Ranking,
) -> bool:
    """Tell whether other counts lead to another figure in section B, or to another place."""
    if all(count.tally == other.tally for count, other in zip(counts, others, strict=True)):
        return False
    changed = fill_columns(inspection, others)
    if any(_list_points(mine) != _list_points(other) for mine, other in zip(columns, changed, strict=True)):
        return True
    return not inspection.is_solo and place_columns(inspection, changed).places != ranking.places


def _list_points(column: Figures) -> list[int]:
    return [line.points for line in column.lines]
