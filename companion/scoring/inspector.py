"""The inspector's work: an inspection goes in, the scorecard comes out."""

from __future__ import annotations

from .checks.rulings import find_rulings
from .checks.scorecard import check_awards, check_ranking
from .counting import count_player, fill_columns, place_columns
from .decisions.declaring import declare
from .inspection import Inspection
from .ranking import Ranking
from .scorecard import PlayerScore, Scorecard


def inspect(inspection: Inspection) -> Scorecard:
    """Score an inspection, A1 to B5, with the reason for every figure.

    Expects what ``documents.read_inspection`` lets through: at least one player, all faces read, a library on
    S-42A, of which only the librarian's shelf is checked and stands (002:666, 674) and which takes strictly more
    points (002:694). Raises ``LookupError`` for a card that has no place in the edition's alphabet.
    """
    scored = inspection.players[:1] if inspection.is_solo else inspection.players
    counts = tuple(count_player(player, inspection.edition) for player in scored)
    columns = fill_columns(inspection, counts)
    own, library = (columns[:1], columns[1]) if inspection.is_solo else (columns, None)
    ranking = Ranking((1,), (), None) if library else place_columns(inspection, columns)
    players = tuple(
        PlayerScore(player.name, count.order, column, player.hand, place)
        for player, count, column, place in zip(scored, counts, own, ranking.places, strict=True)
    )
    return Scorecard(
        inspection=inspection,
        players=players,
        winners=ranking.winners,
        tiebreak=ranking.tiebreak,
        library=library,
        won=columns[0].total > library.total if library else None,
        rulings=find_rulings(inspection, counts, columns, ranking),
        findings=(*check_awards(players), *check_ranking(inspection, ranking)),
        declared=declare(inspection, counts),
    )
