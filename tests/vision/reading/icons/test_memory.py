"""Cards that a deck knows name the clusters of a photo, whatever patches and codes take them for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.vision.designs.card_design import CATEGORIES
from companion.vision.reading.icons.clusters.memory import is_misread, name_by_memory
from companion.vision.reading.icons.icon_readings import IconReading

SHELF = ("CFH", "MMR", "FSS", "HHMM", "CR", "FFM", "CSS", "RRH", "MF", "HS")
ORDER = "RCSHMF"
"""The category of each cluster."""
NAMES = tuple(map(CATEGORIES.index, ORDER))


def cluster(shelf: Sequence[str], order: str = ORDER) -> list[list[int]]:
    """The cards of the icons of each cluster."""
    return [[card for card, codes in enumerate(shelf) for _ in range(codes.count(code))] for code in order]


def remember(*known: int, shelf: Sequence[str] = SHELF) -> list[str]:
    return ["".join(sorted(codes, key=CATEGORIES.index)) if card in known else "" for card, codes in enumerate(shelf)]


@pytest.mark.parametrize("known", [range(10), (0, 1, 2, 3, 4), (2, 3, 4, 6, 7)])
def test_known_cards_name_all_clusters(known: Sequence[int]) -> None:
    assert name_by_memory(cluster(SHELF), remember(*known)) == NAMES


def test_a_cluster_that_no_known_card_shows_is_what_is_left() -> None:
    shelf = ("CFH", "MMR", "FHH", "HHMM", "CR", "FFM", "SS")
    assert name_by_memory(cluster(shelf), remember(0, 1, 2, 3, 4, 5, shelf=shelf)) == NAMES


def test_two_clusters_that_no_known_card_shows_are_not_named() -> None:
    shelf = ("CFH", "MMF", "FHH", "HHMM", "CF", "FFM", "SSR")
    assert name_by_memory(cluster(shelf), remember(0, 1, 2, 3, 4, 5, shelf=shelf)) == ()


def test_a_few_known_cards_name_nothing() -> None:
    assert name_by_memory(cluster(SHELF), remember(0, 1, 3)) == ()


def test_a_wrong_memory_is_outvoted() -> None:
    told = remember(*range(10))
    told[4] = "CH"
    assert name_by_memory(cluster(SHELF), told) == NAMES


def test_cards_of_another_box_name_nothing() -> None:
    told = remember(*range(10))
    assert name_by_memory(cluster(SHELF), told[3:] + told[:3]) == ()


def test_a_card_counts_if_all_of_its_icons_are_in_clusters() -> None:
    clusters = cluster(SHELF)
    for cards in clusters:
        cards[:] = [card for card in cards if card not in (0, 2)] if cards is clusters[1] else cards
    assert name_by_memory(clusters, remember(0, 1, 3, 4)) == ()
    assert name_by_memory(clusters, remember(0, 1, 2, 3, 4, 6, 7)) == NAMES


@pytest.mark.parametrize(
    ("read", "told", "wanted"),
    [
        (SHELF, remember(*range(10)), False),
        (("CFF", *SHELF[1:]), remember(*range(10)), True),
        (("CFF", *SHELF[1:]), remember(*range(1, 10)), False),
        (("CFF", *SHELF[1:]), remember(0, 1, 2), False),
    ],
    ids=["as remembered", "otherwise", "a card that is not known", "a few known cards"],
)
def test_clusters_are_asked_where_known_cards_were_read_otherwise(
    read: Sequence[str], told: Sequence[str], wanted: bool
) -> None:
    icons = [IconReading("".join(sorted(codes, key=CATEGORIES.index)), 0.99) for codes in read]
    assert is_misread(icons, told) == wanted
