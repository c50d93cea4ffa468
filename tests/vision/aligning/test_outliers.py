"""What cards turn out to be once they are seen near."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.aligning.outliers import reject_outliers, shows_print
from companion.vision.aligning.print_locations import NO_FRONT, UPRIGHT
from companion.vision.aligning.rectification import RectifiedCard
from companion.vision.geometry import DetectedCard
from companion.vision.networks.inference import PrintMaps
from companion.workflow.decks.game_rules import EX_LIBRIS
from tests.vision.made_maps import make_maps

BACK, CLOTH, FRONT, GLARE = (180, 60, 60), (40, 90, 40), (200, 220, 230), (255, 255, 255)
DARK = np.zeros((300, 400, 3), np.uint8)
"""A photo without glare."""


def lay_row(*cards: tuple[tuple[int, int, int], float]) -> tuple[list[RectifiedCard], PrintMaps]:
    """Return a row of cards of one color each, with the detector's confidence in them."""
    seen = [
        RectifiedCard(
            0,
            place,
            DetectedCard(((0, 0), (1, 0), (1, 1), (0, 1)), confidence),
            np.full((448, 320, 3), color, np.uint8),
        )
        for place, (color, confidence) in enumerate(cards)
    ]
    sides = np.zeros((len(cards), 3), np.float32)
    sides[range(len(cards)), [UPRIGHT if color == FRONT else NO_FRONT for color, _ in cards]] = 1
    return seen, make_maps(
        np.zeros((len(cards), 3, 56, 40), np.float32), np.zeros((len(cards), 4, 56, 40), np.float32), sides
    )


def reject(cards: list[RectifiedCard], places: PrintMaps) -> tuple[tuple[RectifiedCard, ...], PrintMaps]:
    found = reject_outliers(DARK, cards, places, EX_LIBRIS)
    return found.cards, found.maps


def test_a_weak_card_without_print_has_a_back_like_the_others() -> None:
    kept, places = reject(*lay_row((FRONT, 0.8), (BACK, 0.8), (CLOTH, 0.3), (BACK, 0.3)))
    assert [one.column for one in kept] == [0, 1]
    assert len(places.sides) == 2


def test_a_weak_back_like_the_others_stays() -> None:
    kept, _ = reject(*lay_row((FRONT, 0.8), (BACK, 0.8), (BACK, 0.3)))
    assert len(kept) == 3


def test_a_phone_in_an_empty_place_is_no_back_beside_plain_ones() -> None:
    kept, _ = reject(*lay_row((FRONT, 0.85), (BACK, 0.85), (CLOTH, 0.5)))
    assert [one.column for one in kept] == [0, 1]


def test_the_only_back_of_a_shelf_stays_though_it_is_hardly_seen() -> None:
    kept, _ = reject(*lay_row((FRONT, 0.85), (FRONT, 0.85), (BACK, 0.5)))
    assert len(kept) == 3


def test_what_is_hardly_seen_in_a_hole_stays_where_no_back_is_plain() -> None:
    kept, _ = reject(*lay_row((FRONT, 0.85), (FRONT, 0.85), (BACK, 0.25), (FRONT, 0.85)))
    assert len(kept) == 4
    # Where backs are known, one in a hole is found by its look.
    row = lay_row((FRONT, 0.85), (FRONT, 0.85), (BACK, 0.25), (FRONT, 0.85), (FRONT, 0.85))
    assert len(reject_outliers(DARK, *row, EX_LIBRIS, knows_backs=True).cards) < 5
    # At an end, where things lie beside a shelf, it is none.
    kept, _ = reject(*lay_row((FRONT, 0.85), (FRONT, 0.85), (FRONT, 0.85), (BACK, 0.25)))
    assert len(kept) == 3


def test_a_card_white_with_glare_stays_and_may_well_lie_face_up() -> None:
    cards, places = lay_row((FRONT, 0.85), (BACK, 0.85), (GLARE, 0.5))
    kept, places = reject(cards, places)
    assert len(kept) == 3
    assert 0.4 < places.sides[2, NO_FRONT] < 0.5


def test_a_white_back_seen_as_plainly_as_the_fronts_is_a_back() -> None:
    _, places = reject(*lay_row((FRONT, 0.85), (GLARE, 0.85)))
    assert places.sides[1, NO_FRONT] == 1


def test_a_weak_card_that_shows_its_front_stays() -> None:
    kept, _ = reject(*lay_row((FRONT, 0.8), (FRONT, 0.3)))
    assert len(kept) == 2


def test_what_connects_cards_that_plainly_lie_face_up_stays_whatever_it_looks_like() -> None:
    cards, places = lay_row((FRONT, 0.85), (BACK, 0.85), (CLOTH, 0.3), (FRONT, 0.85))
    places.heat[[0, 3]] = 0.9
    kept, _ = reject(cards, places)
    assert [one.column for one in kept] == [0, 1, 2, 3]
    places.heat[3] = 0.5
    kept, _ = reject(cards, places)
    assert [one.column for one in kept] == [0, 1]


def test_a_lid_as_big_as_a_card_is_no_back_beside_two_that_are_alike() -> None:
    kept, _ = reject(*lay_row((FRONT, 0.85), (BACK, 0.85), (BACK, 0.85), (CLOTH, 0.85)))
    assert [one.column for one in kept] == [0, 1, 2]


def test_a_back_half_in_the_light_stays_beside_two_that_are_alike() -> None:
    cards, places = lay_row((FRONT, 0.85), (BACK, 0.85), (BACK, 0.85), (BACK, 0.85))
    cards[3].crop[:200] = GLARE
    kept, _ = reject(cards, places)
    assert len(kept) == 4


def test_a_fourth_row_of_something_faint_without_print_is_none_of_the_shelfs() -> None:
    cards, places = lay_row((BACK, 0.5), (FRONT, 0.85), (FRONT, 0.85), (FRONT, 0.85))
    standing = [replace(one, row=row, column=0) for row, one in enumerate(cards)]
    kept, _ = reject(standing, places)
    assert [(one.row, one.card) for one in kept] == [(row, one.card) for row, one in enumerate(cards[1:])]
    three, _ = reject(standing[:3], places.choose(range(3)))
    assert len(three) == 3


@pytest.mark.parametrize(
    ("strength", "color", "back"), [(0.02, CLOTH, True), (0.3, CLOTH, False), (0.02, GLARE, False)]
)
def test_what_shows_no_print_where_others_do_is_no_front_unless_it_is_blinded(
    strength: float, color: tuple[int, int, int], back: bool
) -> None:
    cards, _ = lay_row((FRONT, 0.85), (FRONT, 0.85), (color, 0.85))
    _, places = reject(cards, show(0.9, 0.8, strength))
    assert (places.sides[:, NO_FRONT] > 0.5).tolist() == [False, False, back]


def test_what_shows_plain_print_is_a_front() -> None:
    cards, places = lay_row((FRONT, 0.85), (FRONT, 0.85), (CLOTH, 0.85))
    places.heat[:, :, 28, 20] = 0.8
    _, places = reject(cards, places)
    assert (places.sides[:, UPRIGHT] > 0.5).all()


def show(*strengths: float) -> PrintMaps:
    """Return what is seen on cards whose print is seen so plainly."""
    _, places = lay_row(*((FRONT, 0.5) for _ in strengths))
    places.heat[:, :, 28, 20] = np.array(strengths)[:, None]
    return places


def test_a_few_fronts_among_backs_show_print() -> None:
    assert shows_print(show(0.9, 0.02, 0.02, 0.02, 0.8, 0.02, 0.02))


def test_cloth_shows_no_print_though_one_square_has_a_spot() -> None:
    assert not shows_print(show(0.5, *[0.03] * 11))
