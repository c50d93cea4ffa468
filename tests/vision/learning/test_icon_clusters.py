"""Icons of a printing that nobody has named: those of a category come together."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.store.photos.queries import TakenPhoto
from companion.vision.designs.card_design import load_design
from companion.vision.learning.icon_clusters import MOST_CLUSTERS, CardWithIcons, cluster_icons
from companion.vision.photos.encoding import encode_photo
from companion.vision.pipeline import Box, read_photo
from companion.workflow.decks.game_rules import EX_LIBRIS
from companion.workflow.decks.icon_groups import FEWEST_CARDS, add_groups

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
    seen = [CardWithIcons(card.corners_px, len(icons)) for card, icons in zip(cards, truth, strict=True)]
    clustered = cluster_icons(encode_photo(look.image), width, seen)
    assert len(clustered) == sum(map(len, truth))
    names = {}
    for cluster in {icon.cluster for icon in clustered}:
        said = Counter(code for icon in clustered if icon.cluster == cluster for code in set(truth[icon.card]))
        names[cluster] = said.most_common(1)[0][0]
    assert len(names) <= MOST_CLUSTERS
    read = [
        "".join(sorted(names[icon.cluster] for icon in clustered if icon.card == card)) for card in range(len(cards))
    ]
    assert sum(one == other for one, other in zip(read, truth, strict=True)) >= len(truth) - 1


def test_a_few_cards_are_not_worth_asking(look):
    reading = {"cards": [{"icons": "??", "corners": []}] * (FEWEST_CARDS - 1) + [{"icons": "CF", "corners": []}]}
    taken = TakenPhoto(b"", 40, 30, reading)
    assert add_groups(taken) is taken


def test_groups_are_kept_beside_the_reading_with_the_places_of_their_icons(look):
    corners = [[list(corner) for corner in card.corners_px] for card in look.reading.cards]
    reading = {"cards": [{"icons": "???", "corners": each} for each in corners]}
    height, width = (side * look.px_per_px for side in look.image.shape[:2])
    clustered = add_groups(TakenPhoto(encode_photo(look.image), width, height, reading)).reading["icon_groups"]
    assert [entry["corners"] for entry in clustered] == corners
    for entry in clustered:
        left, right = min(x for x, _ in entry["corners"]), max(x for x, _ in entry["corners"])
        assert all(left <= icon["x"] <= right for icon in entry["icons"])
