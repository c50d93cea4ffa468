"""Categories that pass for others in a photo's light."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.designs.card_design import CATEGORIES
from companion.vision.doubts import Cause
from companion.vision.reading.icons.icon_readings import CodedPlace, IconReading, ShownIcon
from companion.vision.reading.icons.judging.confusions import doubt_confused, is_lacking

PLACES = [(0.1 * place, 0.5) for place in range(4)]
OTHERS = ["CF", "FMR", "CMR", "CFMR", "FR", "CM"]


def read(icons: str, confidence: float = 1.0) -> IconReading:
    shown = [ShownIcon(place, CATEGORIES.index(code), 0.0) for place, code in zip(PLACES, icons, strict=False)]
    return IconReading(icons, confidence, shown=tuple(shown))


def tell(icons: str, second: str, lead: float) -> dict[tuple[float, float], CodedPlace]:
    """Return what codes say: the icons that were read, and with so much less log odds another category."""
    told = {}
    for place, code in zip(PLACES, icons, strict=False):
        chances = np.full(len(CATEGORIES), -60.0, np.float32)
        chances[CATEGORIES.index(second if code != second else "C")] = -lead
        chances[CATEGORIES.index(code)] = 0.0
        told[place] = CodedPlace(chances, 1.0)
    return told


def list_doubtful(shelf: list[str], second: str, lead: float) -> list[bool]:
    judged = doubt_confused([read(icons) for icons in shelf], [tell(icons, second, lead) for icons in shelf])
    assert all((Cause.AMBIGUOUS in one.causes) == (one.confidence < 0.9) for one in judged)
    return [one.confidence < 0.9 for one in judged]


def test_many_icons_are_doubtful_that_are_close_to_a_category_that_is_lacking() -> None:
    shelf = ["HH", "CHHH", "HHFR", "HM", "HHHM", *OTHERS]
    assert list_doubtful(shelf, "S", 5) == [True] * 5 + [False] * 6
    assert not any(list_doubtful(shelf, "S", 15))
    # F is there, and so H is none of it.
    assert not any(list_doubtful(shelf, "F", 5))


def test_a_shelf_that_shows_some_of_each_is_as_sure_as_before() -> None:
    assert not any(list_doubtful(["HH", "CHSH", "HSFR", "HM", "HSSM", *OTHERS], "S", 1))


def test_places_that_codes_say_nothing_of_are_left_out() -> None:
    shelf = [read(icons) for icons in ["HHHH"] * 4]
    assert doubt_confused(shelf, [{}] * 4) == shelf


@pytest.mark.parametrize(
    ("few", "many", "expected"), [(0, 9, False), (0, 10, True), (2, 16, True), (2, 14, False), (12, 0, False)]
)
def test_few_are_lacking_where_chance_hardly_accounts_for_it(few: int, many: int, *, expected: bool) -> None:
    assert is_lacking(few, many) is expected
