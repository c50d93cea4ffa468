"""From shelves to columns: A1, A2 and B1 of each player, then B2 to B5 of all, and the places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .categories import Category, Tally
from .editions import Edition
from .inspection import CountedShelf, Inspection, Player
from .ranking import STEPS, Ranking, Standing, Step, rank
from .scorecard import Figures
from .sections.alphabetical_order import OrderCheck, check_order
from .sections.banned_books import penalise_banned_books
from .sections.categorical_variety import score_variety
from .sections.library_focus import score_focus
from .sections.prominent_works import Award, award_prominent_works, award_solo
from .sections.shelf_stability import Stability, score_stability
from .shelf import Shelf


@dataclass(frozen=True, slots=True)
class Count:
    """What nobody else's shelf has a say in: A1, A2 and B1."""

    order: OrderCheck | None
    """``None`` where the shelf was counted on paper."""
    tally: Tally
    stability: Stability


def count_player(player: Player, edition: Edition) -> Count:
    """Check and count one shelf; what was counted on paper is taken as it is."""
    if isinstance(player.holding, CountedShelf):
        return Count(None, player.holding.tally, Stability(player.holding.stability, counted_on_paper=True))
    return count_shelf(player.holding, edition)


def count_shelf(shelf: Shelf, edition: Edition, ranks: Mapping[str, int] | None = None) -> Count:
    """Check and count cards; ``ranks`` is another order of the letters than the edition's."""
    order = check_order(shelf, edition, ranks)
    return Count(order, order.shelf.tally(), score_stability(order.shelf))


def fill_columns(inspection: Inspection, counts: Sequence[Count]) -> tuple[Figures, ...]:
    """Fill in the columns of the players; in a solo game the librarian's, then the public library's.

    Raises ``LookupError`` for a solo game without a public library.
    """
    prominent, banned = inspection.prominent, inspection.banned
    books = [count.tally[prominent] for count in counts]
    if not inspection.is_solo:
        awards = award_prominent_works(prominent, books)
        return tuple(
            _fill_column(player.focus, count.tally, count.stability, award, banned)
            for player, count, award in zip(inspection.players, counts, awards, strict=True)
        )
    library = inspection.library
    if library is None:
        raise LookupError("S-42A is scored against the public library, and this inspection has none")
    mine, theirs = award_solo(prominent, books[0], library.tally[prominent])
    return (
        _fill_column(inspection.players[0].focus, counts[0].tally, counts[0].stability, mine, banned),
        _fill_column(library.focus, library.tally, Stability(0), theirs, banned),
    )


def place_columns(inspection: Inspection, columns: Sequence[Figures], steps: Sequence[Step] = STEPS) -> Ranking:
    """Rank the players of a game of several by their columns."""
    return rank(list_standings(inspection, columns), inspection.edition, inspection.reading_winner, steps)


def list_standings(inspection: Inspection, columns: Sequence[Figures]) -> tuple[Standing, ...]:
    """List what the places depend on, player by player."""
    return tuple(
        Standing.of(player.name, column, player.hand)
        for player, column in zip(inspection.players, columns, strict=True)
    )


def _fill_column(focus: Category, tally: Tally, stability: Stability, award: Award, banned: Category) -> Figures:
    return Figures(
        focus=focus,
        tally=tally,
        stability=stability,
        award=award,
        penalty=penalise_banned_books(tally, banned),
        variety=score_variety(tally, banned),
        focus_bonus=score_focus(tally, focus),
    )
