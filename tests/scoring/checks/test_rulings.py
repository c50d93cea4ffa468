from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from companion.scoring import inspect, read_inspection
from companion.scoring.cards import Card
from companion.scoring.inspection import Inspection
from companion.scoring.scorecard import Ruling

from ..documents.documents import Document, score
from ..documents.ruled_games import ALSO_RULED, NOT_RULED, RULED
from ..strategies import inspections

HANDBOOK = (Path(__file__).parents[3] / "docs" / "rulings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("ruling", Ruling)
def test_every_ruling_is_named_where_it_decides_and_only_there(ruling: Ruling) -> None:
    decided, undecided = RULED[ruling]
    assert ruling in score(decided).rulings
    assert ruling not in score(undecided).rulings


@pytest.mark.parametrize(("document", "ruling"), ALSO_RULED)
def test_a_ruling_is_named_wherever_it_decides(document: Document, ruling: Ruling) -> None:
    assert ruling in score(document).rulings


@pytest.mark.parametrize(("document", "ruling"), NOT_RULED)
def test_a_ruling_that_decides_nothing_is_not_named(document: Document, ruling: Ruling) -> None:
    assert ruling not in score(document).rulings


def test_the_handbook_lists_them_in_their_order() -> None:
    listed = [line.split("`")[1] for line in HANDBOOK.splitlines() if line.startswith("| `")]
    assert listed == [ruling.value for ruling in Ruling]


def test_a_german_flip_of_a_card_that_stands_rightly_brings_four_points() -> None:
    decided, _ = RULED[Ruling.ANY_CARD_MAY_BE_TURNED]
    rita, eric = decided["players"]
    face_up = {**rita, "shelf": rita["shelf"].replace("~", "")}
    totals = [score({**decided, "players": [player, eric]}).players[0].figures.total for player in (rita, face_up)]
    assert totals == [20, 16]


@given(inspections())
def test_rulings_of_single_figures_agree_with_the_other_reading(inspection: Inspection) -> None:
    card = inspect(inspection)
    scarce = pooled = entombed = stacked = False
    for player in card.players:
        permitted = [books for category, books in player.figures.tally.items() if category is not inspection.banned]
        scarce |= min(permitted) > 0 and permitted.count(min(permitted)) > 1
        award = player.figures.award
        pooled |= award.tied > 1 and -(-sum(award.pooled[:2]) // award.tied) != award.points
        cards = dict(player.shelf) if player.shelf else {}
        entombed |= any(below.entombed and below.face_down for below in cards.values())
        stacked |= _find_largest(cards, stacks=True) > _find_largest(cards, stacks=False)
    assert (Ruling.SCARCEST_SCORED_ONCE in card.rulings) is scarce
    assert (Ruling.WHOLE_TIE_POOLED in card.rulings) is pooled
    assert (Ruling.ENTOMBED_UNDER_FLIPPED in card.rulings) is entombed
    assert (Ruling.STACK_IS_ONE_PLACE in card.rulings) is stacked


def _find_largest(cards: dict[tuple[int, int], Card], *, stacks: bool) -> int:
    """Try every rectangle on the bottom row; with ``stacks`` an entombed card is a card of it."""
    largest = 0
    bottom = max((row for row, _ in cards), default=0)
    columns = range(1 + max((column for _, column in cards), default=0))
    for top in range(bottom):
        for left in columns:
            for right in columns[left + 1 :]:
                places = [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]
                if all(place in cards for place in places):
                    largest = max(largest, len(places) + stacks * sum(cards[place].entombed for place in places))
    return largest


def test_a_table_without_shelves_has_rulings_of_figures_alone() -> None:
    document, _ = RULED[Ruling.SCARCEST_SCORED_ONCE]
    inspection, _ = read_inspection(document)
    assert inspect(inspection).rulings == (Ruling.SCARCEST_SCORED_ONCE,)
