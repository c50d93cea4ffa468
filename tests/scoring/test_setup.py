from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring import EDITION_CODES, editions
from companion.scoring.categories import CATEGORIES
from companion.scoring.setup import UNKNOWN, Deal, Variant, deal_categories, deal_solo, find_removal

from .examples import DERIVED, example


def roll(seed: int) -> Random:
    return Random(seed)  # noqa: S311  nobody plays for these cards


def list_cards(deal: Deal) -> list[str]:
    library = [deal.library_focus] if deal.library_focus else []
    return [deal.prominent, deal.banned, *deal.focuses, *library, *deal.set_aside]


@given(players=st.integers(1, 4), seed=st.integers())
def test_no_category_falls_twice(players: int, seed: int) -> None:
    cards = list_cards(deal_categories(players, roll(seed)))
    assert len(cards) == len(set(cards)) == 2 + players


@given(seed=st.integers())
def test_a_solo_game_uses_all_six_cards(seed: int) -> None:
    deal = deal_solo(roll(seed))
    assert (len(deal.focuses), len(deal.set_aside)) == (1, 2)
    assert sorted(list_cards(deal)) == sorted(CATEGORIES)


def test_every_card_falls_to_every_place_alike() -> None:
    # Rolled with one seed: 6000 deals, a thousand expected of each card in each place, 29 the standard deviation.
    source = roll(42)
    deals = [list_cards(deal_solo(source)) for _ in range(6000)]
    for place in range(6):
        fallen = Counter(cards[place] for cards in deals)
        assert all(870 < fallen[category] < 1130 for category in CATEGORIES)


def test_the_same_source_deals_the_same() -> None:
    assert deal_categories(3, roll(1)) == deal_categories(3, roll(1)) != deal_categories(3, roll(2))


@pytest.mark.parametrize("players", [-1, 0, 5])
def test_there_are_only_six_cards(players: int) -> None:
    with pytest.raises(LookupError, match=f"{players} players"):
        deal_categories(players, roll(1))


@pytest.mark.parametrize(
    ("variant", "locations", "libraries"),
    [
        example(
            "beginners", DERIVED, "000:1155-1163 001:1579-1591 002:565-569", Variant.BEGINNER, [3, 7, 8, 9, 15, 17], []
        ),
        example(
            "friends", DERIVED, "000:1165-1172 001:1593-1599 002:573", Variant.FRIENDLY, [3, 7, 15, 16], [1, 4, 8, 12]
        ),
    ],
)
@pytest.mark.parametrize("edition", EDITION_CODES)
def test_the_same_tiles_stay_in_every_box(
    variant: Variant, locations: list[int], libraries: list[int], edition: str
) -> None:
    removal = find_removal(variant, edition)
    assert [tile.number for tile in removal.locations] == locations
    assert [tile.number for tile in removal.libraries] == libraries


TILES = {
    # As the rulebooks print them, whose order is each edition's own; German short rules name no tile.
    "en": (
        # 004 names the libraries together.
        ["Auction House", "Gambling Den", "Librarians Lodge", "Book Collector", "Assistants Guild", "Yard Sale"],
        ["Auction House", "Gambling Den", "Assistants Guild", "Tax Collector"],
        ["Caverns of Comprehension", "Dungeon of Deep Thought", "Igloo of Information", "Volcanic Biblioteca"],
    ),
    "cs": (
        # 000:1155-1172
        ["Aukční dům", "Hráčské doupě", "Knihovnická lóže", "Sběratel knih", "Cech pomocníků", "Bleší trh"],
        ["Aukční dům", "Hráčské doupě", "Cech pomocníků", "Výběrčí daní"],
        ["Jeskyně porozumění", "Sklepení hlubokého zamyšlení", "Informační iglú", "Vulkanická bibliotéka"],
    ),
    "pl": (
        # 001:1581-1599
        [
            "Dom Aukcyjny",
            "Jaskinia Hazardu",
            "Klub Bibliotekarza",
            "Kolekcjoner Książek",
            "Gildia Pomocników",
            "Wyprzedaż Garażowa",
        ],
        ["Dom Aukcyjny", "Jaskinia Hazardu", "Gildia Pomocników", "Poborca Podatkowy"],
        ["Zakamarki Umysłu", "Czeluście Głębokiej Zadumy", "Igloo Informacji", "Wulkaniczna Biblioteka"],
    ),
    "pt-BR": (
        # 002:569-573
        [
            "Casa de Leilão",
            "Casa de Apostas",
            "Albergue de Bibliotecários",
            "Colecionador de Livros",
            "Guilda dos Assistentes",
            "Venda de Garagem",
        ],
        ["Casa de Leilão", "Casa de Apostas", "Guilda dos Assistentes", "Arrecadador de Impostos"],
        [
            "Cavernas de Compreensão",
            "Calabouço da Reflexão Profunda",
            "Iglu de Informações",
            "Biblioteca Vulcânica",
        ],
    ),
}
"""By edition: the locations of the beginners' game, and the locations and the libraries of the friendly one."""


@pytest.mark.parametrize("edition", TILES)
def test_what_stays_in_the_box_has_the_names_of_that_box(edition: str) -> None:
    beginner, friendly = (find_removal(variant, edition) for variant in Variant)
    locations, peaceable, libraries = TILES[edition]
    assert [tile.name for tile in beginner.locations] == locations
    assert [tile.name for tile in friendly.locations] == peaceable
    assert [tile.name for tile in friendly.libraries] == libraries
    assert {tile.edition for tile in (*beginner.locations, *friendly.locations, *friendly.libraries)} == {edition}


def test_a_box_whose_names_are_not_known_says_so_and_is_told_the_english_ones() -> None:
    german = find_removal(Variant.FRIENDLY, "de")
    assert {tile.edition for tile in (*german.locations, *german.libraries)} == {"en"}
    assert [tile.name for tile in german.locations] == TILES["en"][1]
    assert [tile.name for tile in german.libraries] == TILES["en"][2]


@pytest.mark.parametrize("edition", EDITION_CODES)
def test_every_edition_names_each_tile_or_says_that_it_is_unknown(edition: str) -> None:
    tiles = tomllib.loads((Path(editions.__file__).with_name("editions") / f"{edition}.toml").read_text("utf-8"))[
        "tiles"
    ]
    assert {kind: set(named) for kind, named in tiles.items()} == {
        "locations": {"3", "7", "8", "9", "15", "16", "17"},
        "libraries": {"1", "4", "8", "12"},
    }
    names = [name for named in tiles.values() for name in named.values()]
    assert set(names) == {UNKNOWN} if edition not in TILES else UNKNOWN not in names


def test_an_unknown_box_has_no_tiles() -> None:
    with pytest.raises(LookupError, match="'tlh'"):
        find_removal(Variant.BEGINNER, "tlh")
