from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring import EDITION_CODES
from companion.scoring.categories import CATEGORIES, Category
from companion.scoring.setup import Deal, Variant, deal_categories, deal_more, deal_solo, find_removal

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


@given(laid=st.sets(st.sampled_from(CATEGORIES)), seed=st.integers(), data=st.data())
def test_whoever_comes_late_gets_one_of_the_cards_left(laid: set[Category], seed: int, data: st.DataObject) -> None:
    players = data.draw(st.integers(0, len(CATEGORIES) - len(laid)))
    dealt = deal_more(laid, players, roll(seed))
    assert len(set(dealt)) == players
    assert laid.isdisjoint(dealt)


def test_whoever_comes_when_all_cards_lie_gets_none() -> None:
    with pytest.raises(LookupError, match="1 of six cards are left"):
        deal_more(CATEGORIES[:5], 2, roll(1))


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


FRIENDLY = {
    # 004 names the libraries together; 000:1165-1172, 001:1593-1599, 002:573
    "en": ["Caverns of Comprehension", "Dungeon of Deep Thought", "Igloo of Information", "Volcanic Biblioteca"],
    "cs": ["Jeskyně porozumění", "Sklepení hlubokého zamyšlení", "Informační iglú", "Vulkanická bibliotéka"],
    "pl": ["Zakamarki Umysłu", "Czeluście Głębokiej Zadumy", "Igloo Informacji", "Wulkaniczna Biblioteka"],
    "pt-BR": [
        "Cavernas de Compreensão",
        "Calabouço da Reflexão Profunda",
        "Iglu de Informações",
        "Biblioteca Vulcânica",
    ],
}


@pytest.mark.parametrize("edition", FRIENDLY)
def test_the_libraries_that_stay_in_the_box_have_the_rulebooks_names(edition: str) -> None:
    libraries = find_removal(Variant.FRIENDLY, edition).libraries
    assert [(tile.name, tile.edition) for tile in libraries] == [(name, edition) for name in FRIENDLY[edition]]


def test_locations_have_the_names_of_their_box() -> None:
    names = {code: [tile.name for tile in find_removal(Variant.FRIENDLY, code).locations] for code in FRIENDLY}
    assert names == {
        "en": ["Auction House", "Gambling Den", "Assistants Guild", "Tax Collector"],
        "cs": ["Aukční dům", "Hráčské doupě", "Cech pomocníků", "Výběrčí daní"],
        "pl": ["Dom Aukcyjny", "Jaskinia Hazardu", "Gildia Pomocników", "Poborca Podatkowy"],
        "pt-BR": ["Casa de Leilão", "Casa de Apostas", "Guilda dos Assistentes", "Arrecadador de Impostos"],
    }


def test_a_box_whose_names_are_not_known_is_told_the_english_ones() -> None:
    german = find_removal(Variant.FRIENDLY, "de")
    assert {tile.edition for tile in (*german.locations, *german.libraries)} == {"en"}
    assert [tile.name for tile in german.libraries] == FRIENDLY["en"]


def test_an_unknown_box_has_no_tiles() -> None:
    with pytest.raises(LookupError, match="'tlh'"):
        find_removal(Variant.BEGINNER, "tlh")
