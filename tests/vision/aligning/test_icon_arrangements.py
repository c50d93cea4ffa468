"""The arrangement of icons that the cards of a photo have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from companion.vision.aligning.icon_arrangements import arrange_icons, fit_arrangement, locate_arranged
from companion.vision.aligning.print_locations import PrintLocations
from companion.vision.crops import PrintRegion
from companion.vision.networks.inference import PRINT_MAP_PX, PRINT_MAP_STRIDE
from companion.workflow.decks.game_rules import EX_LIBRIS

WIDE, HIGH = (side // PRINT_MAP_STRIDE for side in PRINT_MAP_PX)
ICON = 5.0
"""The height of an icon, in cells."""
LETTER, NUMBER = PrintRegion(0.15, 0.12, 0.1, 0.1), PrintRegion(0.85, 0.12, 0.06, 0.15)
COUNTS = (4, 3, 2, 4, 3, 3, 2, 4, 3, 2, 3, 4)

Cells = Sequence[tuple[float, float]]
Places = Callable[[int], Cells]

ARRANGED: dict[str, Places] = {
    "row from the left": lambda n: [(5 + 6 * k, 45) for k in range(n)],
    "row from the right": lambda n: [(35 - 6 * k, 38) for k in range(n)],
    "column from the top": lambda n: [(5, 16 + 7 * k) for k in range(n)],
    "column from the foot": lambda n: [(35, 50 - 7 * k) for k in range(n)],
    "row about the middle": lambda n: [(20 + 6.5 * (k - (n - 1) / 2), 51) for k in range(n)],
    "column about the middle": lambda n: [(6, 30 + 6 * (k - (n - 1) / 2)) for k in range(n)],
    "block row by row": lambda n: [(14 + 7 * (k % 2), 30 + 8 * (k // 2)) for k in range(n)],
    "block from the right": lambda n: [(32 - 7 * (k // 2), 30 + 7 * (k % 2)) for k in range(n)],
    "block with its last one in the middle": lambda n: [(17, 40), (24, 40), *([(20.5, 47)] if n == 3 else []),
                                                        *([(17, 47), (24, 47)] if n == 4 else [])][:n],
}  # fmt: skip


def draw_card(places: Cells, heats: Sequence[float], located: int | None = None, variance: float = 1) -> PrintLocations:
    """A card with peaks of heat at places, as wide as ``variance`` says; the first of them were located."""
    x, y = np.arange(WIDE), np.arange(HIGH)[:, None]
    heat = np.zeros((HIGH, WIDE), np.float32)
    for (column, row), strength in zip(places, heats, strict=True):
        heat = np.maximum(heat, strength * np.exp(-((x - column) ** 2 + (y - row) ** 2) / (2 * variance)))
    icons = tuple(
        PrintRegion((column + 0.5) / WIDE, (row + 0.5) / HIGH, ICON / HIGH, ICON / WIDE)
        for column, row in places[:located]
    )
    return PrintLocations(LETTER, NUMBER, icons, 0.9, 0.9, np.asarray(heat, np.float32))


def draw_shelf(places: Places, seed: int = 1) -> list[PrintLocations]:
    """Cards on some of which all icons are faint, and some of which have heat where there is no icon."""
    dice = np.random.default_rng(seed)
    cards = []
    for number, count in enumerate(COUNTS):
        spots, heats = list(places(count)), [*dice.uniform(0.5, 0.95, count)]
        if number % 3 == 0:
            heats = [0.3 * heat for heat in heats]
        if number % 4 == 1:
            spots.append((float(dice.uniform(10, 30)), float(dice.uniform(15, 25))))
            heats.append(0.7)
        cards.append(draw_card(spots, heats))
    return cards


def count_all(prints: Sequence[PrintLocations]) -> tuple[int, ...]:
    return tuple(len(one.icons) for one in prints)


@pytest.mark.parametrize("name", ARRANGED)
def test_faint_icons_are_counted_and_what_is_elsewhere_is_not(name: str) -> None:
    prints = draw_shelf(ARRANGED[name])
    arranged = arrange_icons(prints, EX_LIBRIS)
    assert count_all(prints) != COUNTS
    assert count_all(arranged) == COUNTS
    for one, count in zip(arranged, COUNTS, strict=True):
        wanted = sorted(ARRANGED[name](count))
        found = sorted((icon.x * WIDE - 0.5, icon.y * HIGH - 0.5) for icon in one.icons)
        assert np.abs(np.array(found) - wanted).max() < 1


@pytest.mark.parametrize("name", ["block row by row", "block from the right", "row from the left"])
def test_icons_that_are_faint_at_some_places_are_counted_there(name: str) -> None:
    """As in a block whose second column lies on dark pictures."""
    dice = np.random.default_rng(3)
    prints = [draw_card(ARRANGED[name](count), [0.9, 0.9, *dice.uniform(0.25, 0.6, 2)][:count]) for count in COUNTS * 2]
    assert count_all(arrange_icons(prints, EX_LIBRIS)) == COUNTS * 2


@pytest.mark.parametrize("name", ARRANGED)
def test_icons_whose_number_is_known_are_located_however_faint_they_are(name: str) -> None:
    prints = draw_shelf(ARRANGED[name])
    faint = draw_card(ARRANGED[name](4), [0.9, 0.9, 0.02, 0.0], located=2)
    located = locate_arranged([*prints, faint, faint], [*COUNTS, 4, 0], EX_LIBRIS)
    assert tuple(map(len, located)) == (*COUNTS, 4, 0)
    found = sorted((x * WIDE - 0.5, y * HIGH - 0.5) for x, y in located[-2])
    assert np.abs(np.array(found) - sorted(ARRANGED[name](4))).max() < 1


def test_icons_without_a_common_arrangement_stay_as_they_were_located() -> None:
    dice = np.random.default_rng(5)
    prints = []
    for count in COUNTS:
        spots = [(float(x), float(y)) for x, y in dice.uniform((3, 14), (37, 53), (count, 2))]
        prints.append(draw_card(spots, [0.9] * count))
    assert fit_arrangement(prints, EX_LIBRIS) is None
    assert arrange_icons(prints, EX_LIBRIS) == prints
    assert locate_arranged(prints, COUNTS, EX_LIBRIS) == [[]] * len(prints)


def test_few_cards_tell_nothing_of_an_arrangement() -> None:
    prints = draw_shelf(ARRANGED["row from the left"])[:3]
    assert arrange_icons(prints, EX_LIBRIS) == prints
    assert arrange_icons([], EX_LIBRIS) == []


def test_a_card_that_shows_no_icon_gets_none() -> None:
    prints = draw_shelf(ARRANGED["row from the left"])
    assert count_all(arrange_icons([*prints, draw_card([], [])], EX_LIBRIS)) == (*COUNTS, 0)


def test_heat_on_letter_and_number_is_no_icon() -> None:
    prints = draw_shelf(ARRANGED["row about the middle"])
    plates = [
        draw_card([*ARRANGED["row about the middle"](count), (5.5, 6.2), (33.5, 6.2)], [0.8] * count + [0.95] * 2)
        for count in COUNTS
    ]
    assert count_all(arrange_icons(plates, EX_LIBRIS)) == COUNTS
    assert count_all(arrange_icons([*prints, *plates], EX_LIBRIS)) == COUNTS * 2


def test_icons_close_together_do_not_pass_for_one_more_half_a_step_aside() -> None:
    """There, each place would have the heat of two."""
    places = [[(5.0, 20 + 5.4 * k) for k in range(count)] for count in COUNTS]
    found = arrange_icons([draw_card(one, [0.9] * len(one), variance=3) for one in places], EX_LIBRIS)
    assert count_all(found) == COUNTS
    assert all(abs(one.icons[0].y * HIGH - 20.5) < 0.6 for one in found)


def test_cards_cut_out_half_a_step_aside_move_nothing() -> None:
    """Their icons stand where those of an arrangement about the middle would; of the others some are faint."""
    heats = (
        (0.92, 0.78, 0.5), (0.65, 0.92), (0.58, 0.89, 0.63), (0.73, 0.9, 0.77, 0.61), (0.67, 0.94, 0.74),
        (0.46, 0.87, 0.42), (0.36, 0.92, 0.72, 0.59), (0.34, 0.73, 0.76, 0.77), (0.31, 0.92, 0.82, 0.68),
        (0.43, 0.93, 0.89, 0.76), (0.48, 0.94, 0.92, 0.5), (0.85, 0.97, 0.82, 0.78),
    )  # fmt: skip
    column = ARRANGED["column from the top"]
    prints = [draw_card(column(len(several)), several) for several in heats]
    aside = draw_card([(x, y - 3.7) for x, y in column(3)], (0.85, 0.95, 0.92))
    arranged = arrange_icons([*prints, aside, aside], EX_LIBRIS)
    assert count_all(arranged[:-2]) == tuple(map(len, heats))


def test_one_icon_is_not_at_two_places() -> None:
    """Something below the first icon of some cards suggests steps two thirds as long: each icon is near two places."""
    counts = (3, 3, 2, 3, 2, 3, 4, 2, 3, 2, 3, 3)
    prints = []
    for number, count in enumerate(counts):
        spots, heats = [(4.0, 20 + 6.8 * k) for k in range(count)], [0.9] * count
        if number % 2:
            spots, heats = [*spots, (4.0, 20 - 4.53)], [*heats, 0.3]
        prints.append(draw_card(spots, heats, located=count))
    assert count_all(arrange_icons(prints, EX_LIBRIS)) == counts
