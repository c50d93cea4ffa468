"""The inspector's work: an inspection goes in, the scorecard comes out."""

from __future__ import annotations

from collections.abc import Sequence

from .categories import Category, Tally
from .checks.scorecard import check_awards, check_ranking, find_rulings
from .inspection import CountedShelf, Form, Inspection, Player
from .ranking import Ranking, Standing, rank
from .scorecard import Figures, PlayerScore, Scorecard
from .sections.alphabetical_order import OrderCheck, check_order
from .sections.banned_books import penalise_banned_books
from .sections.categorical_variety import score_variety
from .sections.library_focus import score_focus
from .sections.prominent_works import Award, award_prominent_works, award_solo
from .sections.shelf_stability import Stability, score_stability

_Counted = tuple[OrderCheck | None, Tally, Stability]


def inspect(inspection: Inspection) -> Scorecard:
    """Score an inspection, A1 to B5, with the reason for every figure.

    Expects what ``documents.read_inspection`` lets through: at least one player, all faces read, a library on
    S-42A. Raises ``LookupError`` for a card that has no place in the edition's alphabet.
    """
    if inspection.form is Form.S_42A:
        return _inspect_solo(inspection)
    counted = [_count(player, inspection) for player in inspection.players]
    awards = award_prominent_works(inspection.prominent, [tally[inspection.prominent] for _, tally, _ in counted])
    columns = [
        _fill_column(player.focus, tally, stability, award, inspection.banned)
        for player, (_, tally, stability), award in zip(inspection.players, counted, awards, strict=True)
    ]
    ranking = _rank(inspection, columns)
    players = tuple(
        PlayerScore(player.name, order, column, player.hand, place)
        for player, (order, _, _), column, place in zip(
            inspection.players, counted, columns, ranking.places, strict=True
        )
    )
    return Scorecard(
        inspection=inspection,
        players=players,
        winners=ranking.winners,
        tiebreak=ranking.tiebreak,
        rulings=find_rulings(players, ranking.tiebreak),
        findings=(*check_awards(players), *check_ranking(inspection, ranking)),
    )


def _inspect_solo(inspection: Inspection) -> Scorecard:
    """S-42A: only the librarian's shelf is checked and stands (002:666, 674); strictly more is needed (002:694)."""
    player, library = inspection.players[0], inspection.library
    if library is None:
        raise LookupError("S-42A is scored against the public library, and this inspection has none")
    order, tally, stability = _count(player, inspection)
    mine, theirs = award_solo(inspection.prominent, tally[inspection.prominent], library.tally[inspection.prominent])
    librarian = _fill_column(player.focus, tally, stability, mine, inspection.banned)
    public = _fill_column(library.focus, library.tally, Stability(0), theirs, inspection.banned)
    players = (PlayerScore(player.name, order, librarian, player.hand, 1),)
    return Scorecard(
        inspection=inspection,
        players=players,
        library=public,
        won=librarian.total > public.total,
        rulings=find_rulings(players, None),
    )


def _count(player: Player, inspection: Inspection) -> _Counted:
    """A1, A2 and B1 of one shelf; what was counted on paper is taken as it is."""
    if isinstance(player.holding, CountedShelf):
        return None, player.holding.tally, Stability(player.holding.stability, counted_on_paper=True)
    order = check_order(player.holding, inspection.edition)
    return order, order.shelf.tally(), score_stability(order.shelf)


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


def _rank(inspection: Inspection, columns: Sequence[Figures]) -> Ranking:
    standings = [
        Standing.of(player.name, column, player.hand)
        for player, column in zip(inspection.players, columns, strict=True)
    ]
    return rank(standings, inspection.edition, inspection.reading_winner)
