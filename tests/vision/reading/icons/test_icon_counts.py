"""Icons on pictures: what may be one more, or one too many, is doubtful."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.aligning.print_locations import PrintLocations
from companion.vision.crops import PrintRegion
from companion.vision.designs.card_design import CATEGORIES, CardDesign, load_design
from companion.vision.doubts import Cause
from companion.vision.geometry import FloatArray, Point
from companion.vision.networks.inference import PRINT_MAP_PX, PRINT_MAP_STRIDE
from companion.vision.reading.icons.filled_places import find_shift
from companion.vision.reading.icons.icon_readings import CodedPlace, IconReading, ShownIcon
from companion.vision.reading.icons.judging.icon_counts import (
    Presence,
    doubt_counts,
    list_strays,
    list_unread,
    measure_miscounts,
    measure_unread,
    suppress_neighbors,
    weigh_presence,
)
from companion.vision.readings import SURE

CELLS = PRINT_MAP_PX[1] // PRINT_MAP_STRIDE, PRINT_MAP_PX[0] // PRINT_MAP_STRIDE
HERE, GONE = 8.0, -14.0
"""Log odds of what is plainly an icon, and of what is plainly none."""


@pytest.fixture(scope="module")
def design() -> CardDesign:
    return load_design("default")


def read_two(design: CardDesign) -> IconReading:
    """Return two icons, at the places for two."""
    return IconReading("FS", 0.999, shown=tuple(ShownIcon(place, 1, 3.0) for place in design.icon_places[0]))


def tell(design: CardDesign, bare: float = GONE, strays: tuple[float, ...] = (), shown: float = HERE) -> Presence:
    filled = design.icon_places[0]
    return Presence({place: shown if place in filled else bare for place in design.every_icon_place}, strays)


def list_doubtful(design: CardDesign, told: list[Presence]) -> list[int]:
    read = [read_two(design) for _ in told]
    icons = doubt_counts(read, measure_miscounts(read, told, design))
    doubtful = [index for index, one in enumerate(icons) if one.confidence < SURE]
    assert all(icons[index].causes == (Cause.FAINT,) for index in doubtful)
    return doubtful


@pytest.mark.parametrize(
    ("usual", "odd", "wanted"), [(GONE, -3.0, [4]), (GONE, -9.0, []), (-4.0, -3.0, []), (-4.0, 1.0, [4])]
)
def test_a_bare_place_is_held_against_those_of_the_photo(
    design: CardDesign, usual: float, odd: float, wanted: list[int]
) -> None:
    told = [tell(design, usual + 0.5 * (index % 3)) for index in range(9)]
    told[4] = tell(design, odd)
    assert list_doubtful(design, told) == wanted


def test_a_photo_with_hardly_a_bare_place_is_held_against_what_is_usual(design: CardDesign) -> None:
    assert list_doubtful(design, [tell(design, -4.0)]) == [0]
    assert list_doubtful(design, [tell(design, -7.0)]) == []


def test_an_icon_at_no_place_is_doubtful_if_codes_take_it_for_one(design: CardDesign) -> None:
    told = [tell(design) for _ in range(6)]
    told[1], told[2] = tell(design, strays=(-3.0,)), tell(design, strays=(4.0,))
    assert list_doubtful(design, told) == [2]


def test_what_is_stray_on_all_cards_is_held_against_the_other_cards(design: CardDesign) -> None:
    """Titles on books look like icons: one is doubtful only if it does so far more than those of other cards."""
    told = [tell(design, strays=(3.0 + 0.2 * index, 2.0, 1.0, 0.0, -1.0)) for index in range(7)]
    assert list_doubtful(design, told) == []
    told[2] = tell(design, strays=(9.0, 2.0, 1.0, 0.0, -1.0))
    assert list_doubtful(design, told) == [2]


def test_one_more_icon_on_most_cards_is_none_of_their_pictures(design: CardDesign) -> None:
    assert list_doubtful(design, [tell(design, strays=(4.0, 3.0)) for _ in range(7)]) == [*range(7)]


def test_an_icon_that_was_read_where_hardly_anything_tells_of_one_is_doubtful(design: CardDesign) -> None:
    told = [tell(design) for _ in range(6)]
    told[3] = tell(design, shown=-1.0)
    assert list_doubtful(design, told) == [3]


def test_places_are_weighed_by_heat_and_by_codes(design: CardDesign) -> None:
    (first, second), shift = design.icon_places[0], (0.02, -0.01)

    def weigh(heat: FloatArray, present: tuple[float, float]) -> float:
        region = PrintRegion(0.2, 0.1, 0.1, 0.1)
        prints = PrintLocations(region, region, (), 1.0, 1.0, heat)
        coded = {first: CodedPlace(np.zeros(6, np.float32), 1.0, present)}
        return weigh_presence(coded, [], prints, shift, design).places[first]

    here, elsewhere = (draw_heat((x + shift[0], y + shift[1])) for x, y in (first, second))
    assert weigh(here, (0.0, -9.0)) > 0 > weigh(elsewhere, (-9.0, 0.0))
    assert weigh(here, (-9.0, 0.0)) > weigh(elsewhere, (-9.0, 0.0))


def test_an_icon_is_at_one_of_places_that_overlap(design: CardDesign) -> None:
    x, y = design.icon_places[0][0]
    beside, apart = (x, y + 0.5 * design.icon_height), (x, y + 1.2 * design.icon_height)
    odds = suppress_neighbors({(x, y): 9.0, beside: 14.0, apart: 2.0}, design)
    assert odds[beside] == 14.0
    assert odds[x, y] < 0
    # It has less than what is beside the first one, and shares an icon with that.
    assert odds[apart] < 0
    assert suppress_neighbors({(x, y): 9.0, apart: 2.0}, design) == {(x, y): 9.0, apart: 2.0}


def draw_heat(spot: Point) -> FloatArray:
    rows, columns = CELLS
    heat = np.full(CELLS, 0.01, np.float32)
    heat[int(spot[1] * rows), int(spot[0] * columns)] = 0.9
    return heat


def test_strays_are_detected_icons_away_from_all_places(design: CardDesign) -> None:
    places, shift = design.every_icon_place, (0.03, 0.0)
    (x, y), far = places[0], design.icon_height
    icons = tuple(PrintRegion(x + shift[0], y + shift[1] + aside, 0.05, 0.05) for aside in (0.0, far))
    region = PrintRegion(0.2, 0.1, 0.1, 0.1)
    ((found_x, found_y),) = list_strays(places, PrintLocations(region, region, icons, 1.0, 1.0), shift, design)
    assert (found_x, found_y) == pytest.approx((x, y + far))


def see(design: CardDesign, spots: list[Point], icons_off: float = 0.0) -> PrintLocations:
    """Return what the network sees of a card: letter and number in their places, icons moved aside by a share of it."""
    icons = tuple(PrintRegion(x + icons_off, y, design.icon_height, design.icon_height) for x, y in spots)
    return PrintLocations(design.letter, design.number, icons, 1.0, 1.0)


@pytest.mark.parametrize(
    ("aside", "below", "is_doubtful"), [(0.0, 0.0, False), (0.18, 0.0, True), (0.0, 0.12, False), (0.0, 0.6, False)]
)
def test_icons_are_doubtful_where_the_network_saw_one_more_in_a_place_of_icons(
    design: CardDesign, aside: float, below: float, is_doubtful: bool
) -> None:
    first = design.icon_places[0][0]
    seen = see(design, [*design.icon_places[0], (first[0] - aside, first[1] + below)])
    two = [read_two(design)]
    (read,) = doubt_counts(two, measure_unread(two, [seen], [(0.0, 0.0)], design))
    assert (read.confidence < SURE) == is_doubtful
    assert read.causes == ((Cause.FAINT,) if is_doubtful else ())


@pytest.mark.parametrize(("bare", "is_doubtful"), [(-14.0, False), (-5.0, True)])
def test_icons_on_a_ground_are_doubtful_where_a_bare_place_is_less_so_than_others(
    design: CardDesign, bare: float, *, is_doubtful: bool
) -> None:
    cards = [read_two(design)] * 3
    seen = [see(design, [*design.icon_places[0]])] * 3
    chances = np.zeros(len(CATEGORIES), np.float32)
    usual = {place: CodedPlace(chances, 0.9, (-14.0, 0.0)) for place in design.every_icon_place}
    odd = {place: replace(one, present=(bare, 0.0)) for place, one in usual.items()}
    miscounts = measure_unread(cards, seen, [(0.0, 0.0)] * 3, design, [usual, odd, usual])
    assert [odds > 0 for odds in miscounts] == [False, is_doubtful, False]


@pytest.mark.parametrize(
    ("detected", "below", "is_listed"), [(2, 0.6, True), (2, 2.0, False), (1, 0.6, True), (1, 2.0, True)]
)
def test_strays_count_where_icons_are_or_a_card_lies_otherwise(
    design: CardDesign, detected: int, below: float, is_listed: bool
) -> None:
    shown = [one.place for one in read_two(design).shown]
    stray = (shown[0][0], shown[0][1] + below * design.icon_height)
    seen = see(design, [*shown[:detected], stray])
    assert list_unread(read_two(design), shown, seen, (0.0, 0.0), design) == ([stray] if is_listed else [])


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("off", [-0.05, 0.0, 0.05])
@pytest.mark.parametrize("strays", [[], [(0.68, 0.8)]])
def test_centered_icons_are_held_against_the_places_of_as_many(
    design: CardDesign, count: int, off: float, strays: list[Point]
) -> None:
    # One icon more moves all of them by half a step, which is less than what a card found aslant moves them by.
    step = 0.145
    places = tuple(tuple((0.5 + step * (k - (n - 1) / 2), 0.36) for k in range(n)) for n in (2, 3, 4))
    centered = replace(design, icon_places=places)
    x, y = find_shift(see(centered, [*places[count - 2], *strays], off), centered)
    assert (x, y) == pytest.approx((off if count > 2 else off / 2, 0.0), abs=1e-6)
