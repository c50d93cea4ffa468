"""Forecasts held against every set of cards turned by hand in every deal."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from companion.scoring import inspect, read_inspection
from companion.scoring.advice import forecast
from companion.scoring.categories import CATEGORIES, Category
from companion.scoring.inspection import Inspection
from companion.scoring.shelf import Shelf

from ..documents.documents import Document, counted, shelved, solo, table
from .test_plans import draw_close_game, score_rita

Hidden = tuple[str | None, ...]


def find_hidden(inspection: Inspection) -> Hidden:
    return (*(player.name for player in inspection.players[1:]), *((None,) if inspection.library else ()))


def list_deals(inspection: Inspection, known: tuple[Category, ...] = ()) -> list[Inspection]:
    """Every inspection that differs from this one in the hidden focuses alone."""
    rita, *others = inspection.players
    taken = {inspection.prominent, inspection.banned, rita.focus, *known}
    free = [category for category in CATEGORIES if category not in taken]
    if inspection.library:
        return [replace(inspection, library=replace(inspection.library, focus=focus)) for focus in free]
    return [
        replace(
            inspection,
            players=(rita, *(replace(other, focus=focus) for other, focus in zip(others, deal, strict=True))),
        )
        for deal in permutations(free, len(others))
    ]


def try_all(inspection: Inspection, known: tuple[Category, ...] = ()) -> list[tuple[int, int, int]]:
    """For every set of cards: the deals in which it misses the best place, the points it lacks, and its flips."""
    shelf = inspection.players[0].holding
    assert isinstance(shelf, Shelf)
    face_up = [place for place, card in shelf if not card.face_down]
    sets = [turned for size in range(len(face_up) + 1) for turned in combinations(face_up, size)]
    deals = list_deals(inspection, known)
    scored = [[score_rita(deal, shelf.turn_down(turned)) for deal in deals] for turned in sets]
    best = [min(row[number][0] for row in scored) for number in range(len(deals))]
    return [
        (sum(place > least for (place, _, _), least in zip(row, best, strict=True)), -row[0][1], len(turned))
        for row, turned in zip(scored, sets, strict=True)
    ]


@pytest.mark.parametrize(("number", "seed"), [(25, 7), pytest.param(200, 70, marks=pytest.mark.long)])
def test_a_forecast_misses_the_fewest_deals_and_then_has_the_most_points(number: int, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - games, no secrets
    for index in range(number):
        document, _ = draw_close_game(rng, is_solo=index % 4 == 3)
        inspection, _ = read_inspection(document)
        found = forecast(inspection, "Rita", find_hidden(inspection))
        tried = try_all(inspection)
        assert (len(found.missed), -found.plan.total, len(found.plan.turns)) == min(tried), document
        assert [fate.outcome.rank for fate in found.fates] == [
            score_rita(deal, found.plan.shelf)[0] for deal in list_deals(inspection)
        ]


SPLIT = table(
    shelved("Rita", "S", "A2:RRRR Z2:RCC B1:SH"),
    counted("Ada", "F", (3, 0, 0, 3, 5, 0), 0),
    counted("Bea", "H", (0, 0, 3, 0, 3, 2), 0),
)
"""With Z2 face up, Ada has to share the award; with Z2 face down, Rita has a point more, and Bea stays behind."""


def test_where_no_flips_are_best_in_every_deal_those_are_that_miss_the_fewest() -> None:
    inspection, _ = read_inspection(SPLIT)
    found = forecast(inspection, "Rita", ("Ada", "Bea"))
    assert (len(found.missed), -found.plan.total, len(found.plan.turns)) == min(try_all(inspection)) == (1, -10, 0)
    (missed,) = found.missed
    assert (missed.deal, missed.outcome.rank, missed.best) == ((Category("M"), Category("H")), 3, 2)


TWO = table(shelved("Rita", "F", "M1:RRR A1:FFFF"), shelved("Eric", "H", "C1:RR D1:HH"))


def test_nothing_depends_on_what_is_hidden() -> None:
    forecasts = set()
    for focus in "HMS":
        rita, eric = TWO["players"]
        inspection, _ = read_inspection({**TWO, "players": [rita, {**eric, "focus": focus}]})
        forecasts.add(repr(forecast(inspection, "Rita", ("Eric",)).fates))
    assert len(forecasts) == 1


def test_what_was_seen_is_not_dealt_again() -> None:
    inspection, _ = read_inspection(TWO)
    found = forecast(inspection, "Rita", ("Eric",), known=(Category("H"),))
    assert [fate.deal for fate in found.fates] == [(Category("M"),), (Category("S"),)]
    assert found.hidden == ("Eric",)


def test_the_library_s_focus_may_be_hidden() -> None:
    library = {"focus": "H", "tally": dict(zip("CFHMRS", (0, 0, 5, 0, 2, 0), strict=True))}
    inspection, _ = read_inspection(solo(shelved("Rita", "F", "M1:RRR A1:FFFF B1:FFFF"), library))
    found = forecast(inspection, "Rita", (None,))
    # With H the library comes to 10 without the award: only the flips that win it bring the license.
    assert found.missed == ()
    assert [fate.outcome.won for fate in found.fates] == [True, True, True]
    assert found.plan.total == 15
    assert inspect(inspection).players[0].figures.total == 15


def test_the_library_s_known_focus_is_not_dealt_again() -> None:
    library = {"focus": "H", "tally": dict.fromkeys("CFHMRS", 1)}
    inspection, _ = read_inspection(solo(shelved("Rita", "F", "M1:RRR A1:FFFF"), library))
    found = forecast(inspection, "Rita", ("Rita",))
    assert Category("H") not in {category for fate in found.fates for category in fate.deal}


def test_a_known_focus_needs_no_deal() -> None:
    inspection, _ = read_inspection(TWO)
    found = forecast(inspection, "Rita", ())
    assert [fate.deal for fate in found.fates] == [()]


def test_too_few_cards_are_an_error() -> None:
    document: Document = table(
        shelved("Rita", "F", "A1:RR"), counted("Eric", "H", (0,) * 6, 0), counted("Zoe", "M", (0,) * 6, 0)
    )
    inspection, _ = read_inspection(document)
    with pytest.raises(LookupError, match="too few"):
        forecast(inspection, "Rita", ("Eric", "Zoe"), known=(Category("M"), Category("S")))
