"""Icons of a printing that nobody has named: those of a category come together."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from companion.store.photos.queries import TakenPhoto
from companion.vision.designs.card_design import CATEGORIES, NOT_SEEN, load_design
from companion.vision.learning.icons.icon_clusters import CardWithIcons, cluster_icons
from companion.vision.photos.encoding import encode_photo
from companion.vision.pipeline import Box, read_photo
from companion.vision.reading.icons.clusters.linkage import cluster_clearest, cluster_patches, list_branches
from companion.vision.reading.icons.clusters.thresholds import CLUSTERS
from companion.workflow.decks.game_rules import EX_LIBRIS
from companion.workflow.lessons.groups import FEWEST_CARDS, add_groups

from ...browser.photos.photographs import photograph

SHELF = "A1:CFH B3:MM C2:RS D4:FHM / E1:CR E6:FFS G2:CSS H7:HMR / K1:FR L2:HHM L5:FRS M8:CFFR"


@pytest.fixture(scope="module")
def look():
    letters = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return read_photo(photograph(SHELF, "en"), "", "default", Box(letters, EX_LIBRIS, {}, load_design("default")))


def test_named_once_a_kind_the_cards_are_right(look):
    """Every kind is called what most of its cards have in common."""
    cards = look.reading.cards
    truth = [cell.partition(":")[2] for cell in SHELF.replace(" / ", " ").split()]
    width = look.image.shape[1] * look.px_per_px
    seen = [CardWithIcons(card.corners_px, len(icons), len(icons)) for card, icons in zip(cards, truth, strict=True)]
    clustered = cluster_icons(encode_photo(look.image), width, seen, EX_LIBRIS)
    assert len(clustered) == sum(map(len, truth))
    names = {}
    for cluster in {icon.cluster for icon in clustered}:
        said = Counter(code for icon in clustered if icon.cluster == cluster for code in set(truth[icon.card]))
        names[cluster] = said.most_common(1)[0][0]
    assert len(names) <= CLUSTERS.max_clusters
    read = [
        "".join(sorted(names[icon.cluster] for icon in clustered if icon.card == card)) for card in range(len(cards))
    ]
    assert sum(one == other for one, other in zip(read, truth, strict=True)) >= len(truth) - 1


def write_reading(look, icons, *findings):
    corners = [[list(corner) for corner in card.corners_px] for card in look.reading.cards]
    cards = [{"icons": one, "corners": each} for one, each in zip(icons, corners, strict=False)]
    return {"cards": cards, "findings": [{"code": code} for code in findings]}


def take(look, reading):
    height, width = (side * look.px_per_px for side in look.image.shape[:2])
    return TakenPhoto(encode_photo(look.image), width, height, reading)


def test_a_few_cards_are_not_worth_asking(look):
    reading = write_reading(look, ["???"] * (FEWEST_CARDS - 1), "unknown_face")
    taken = TakenPhoto(b"", 40, 30, reading)
    assert add_groups(taken, None) is taken


def test_a_printing_that_is_known_is_not_asked_for(look):
    taken = TakenPhoto(b"", 40, 30, write_reading(look, ["???"] * 12))
    assert add_groups(taken, load_design("default")) is taken


def test_groups_are_kept_beside_the_reading_with_the_places_of_their_icons(look):
    reading = write_reading(look, ["???"] * 12, "unknown_face")
    clustered = add_groups(take(look, reading), load_design("default")).reading["icon_groups"]
    assert [entry["corners"] for entry in clustered] == [card["corners"] for card in reading["cards"]]
    for entry in clustered:
        left, right = min(x for x, _ in entry["corners"]), max(x for x, _ in entry["corners"])
        assert all(left <= icon["x"] <= right for icon in entry["icons"])


def test_a_category_that_is_new_to_a_known_printing_is_asked_for_by_itself(look):
    """Of each card the icon is taken that is like none of the five categories that are known."""
    design = load_design("default")
    patches = design.icon_patches.copy()
    patches[CATEGORIES.index("M")] = NOT_SEEN
    truth = [cell.partition(":")[2] for cell in SHELF.replace(" / ", " ").split()]
    reading = write_reading(look, [icons.replace("M", "?") for icons in truth])
    entries = add_groups(take(look, reading), replace(design, icon_patches=patches)).reading["icon_groups"]
    asked = [icons.count("M") for icons in truth if "M" in icons]
    assert [len(entry["icons"]) for entry in entries] == asked
    assert len({icon["group"] for entry in entries for icon in entry["icons"]}) == 1


def test_a_cluster_falls_into_the_parts_that_were_joined_last():
    """Four icons of one kind, three of another, and an outlier, which goes with the larger part."""
    places = np.array([0, 1, 2, 3, 20, 21, 22, 90.0])
    apart = np.abs(places[:, None] - places[None]).astype(np.float32)
    (tree,) = cluster_patches(apart, range(8), thresholds=replace(CLUSTERS, stop_ratio=1e6))
    sides = dict(list_branches(tree))
    assert {sides[icon][0] for icon in (0, 1, 2, 3, 7)} == {"0"}
    assert {sides[icon][0] for icon in (4, 5, 6)} == {"1"}


def test_icons_are_parted_by_what_parts_them_most_clearly():
    """Where light differs from card to card, colors part icons of one ink otherwise than their shapes do."""
    shapes, lights = np.array([0, 0, 1, 1, 8, 8, 9, 9.0]), np.array([0, 4, 8, 12, 1, 5, 9, 13.0])
    by_shape, by_color = (np.abs(one[:, None] - one[None]).astype(np.float32) for one in (shapes, lights))
    for differences in ((by_color, by_shape), (by_shape, by_color), (by_shape + by_color, by_shape)):
        clusters = cluster_clearest(differences, range(8), 2)
        assert sorted(tree.members for tree in clusters) == [(0, 1, 2, 3), (4, 5, 6, 7)]
