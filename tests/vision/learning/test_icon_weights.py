"""What a printing adds to the weights of heat."""

from __future__ import annotations

import numpy as np

from companion.vision.designs.card_design import NO_WEIGHTS
from companion.vision.learning.icons.icon_weights import join_icon_weights, learn_icon_weights
from companion.vision.networks.inference import PRINT_FEATURES, PRINT_MAP_PX, PRINT_MAP_STRIDE, PrintMaps

COLUMNS, ROWS = (side // PRINT_MAP_STRIDE for side in PRINT_MAP_PX)
ICONS = ((8, 10), (20, 10))
"""Column and row of each icon."""
ELSEWHERE = (30, 40)


def show_cards(heat_of_icons: float, heat_elsewhere: float) -> PrintMaps:
    """Return the maps of four cards on which one feature tells icons from what else has heat."""
    heat = np.full((4, 3, ROWS, COLUMNS), 0.001, np.float32)
    features = np.zeros((4, PRINT_FEATURES, ROWS, COLUMNS), np.float32)
    for column, row in ICONS:
        heat[:, 2, row, column], features[:, 5, row, column] = heat_of_icons, 1.0
    column, row = ELSEWHERE
    heat[:, 2, row, column], features[:, 6, row, column] = heat_elsewhere, 1.0
    return PrintMaps(heat, np.ones((4, 4, ROWS, COLUMNS), np.float32), np.zeros((4, 3), np.float32), features)


def place_icons() -> np.ndarray:
    spots = np.full((4, 4, 2), np.nan, np.float32)
    spots[:, :2] = [((x + 0.5) / COLUMNS, (y + 0.5) / ROWS) for x, y in ICONS]
    return spots


def find_heat(maps: PrintMaps, weights: np.ndarray) -> tuple[float, float]:
    """Return the heat of the fainter icon, and the heat elsewhere."""
    heat = maps.weigh_icons([0], weights)[0, 2]
    return min(float(heat[row, column]) for column, row in ICONS), float(heat[ELSEWHERE[1], ELSEWHERE[0]])


def test_faint_icons_have_more_heat_than_what_else_had_it() -> None:
    maps = show_cards(0.1, 0.6)
    weights = learn_icon_weights(maps, place_icons())
    icon, elsewhere = find_heat(maps, weights)
    assert icon > 0.5 > elsewhere
    assert find_heat(maps, NO_WEIGHTS) == (maps.heat[0, 2, 10, 8], maps.heat[0, 2, 40, 30])


def test_where_the_network_tells_icons_next_to_nothing_is_added() -> None:
    maps = show_cards(0.995, 0.01)
    assert np.abs(learn_icon_weights(maps, place_icons())).max() < 0.1


def test_cards_without_icons_in_sight_teach_nothing() -> None:
    maps = show_cards(0.1, 0.6)
    assert not learn_icon_weights(maps, np.full((4, 4, 2), np.nan, np.float32)).any()


def test_letter_and_number_keep_their_heat() -> None:
    maps = show_cards(0.1, 0.6)
    again = maps.weigh_icons([1, 2], learn_icon_weights(maps, place_icons()))
    assert (again[:, :2] == maps.heat[1:3, :2]).all()
    assert maps.heat[1, 2, 10, 8] == np.float32(0.1)


def test_lessons_count_by_their_cards_unless_they_teach_nothing() -> None:
    one, other = np.zeros(33, np.float32), np.zeros(33, np.float32)
    one[0], other[0] = 1.0, 4.0
    assert join_icon_weights([one, other, NO_WEIGHTS], [20, 10, 50])[0] == np.float32(2.0)
    assert not join_icon_weights([NO_WEIGHTS], [3]).any()
