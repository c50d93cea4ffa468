"""What a deck was told wrongly never comes back as sure: the picture has a vote of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.vision.designs.card_design import CATEGORIES, load_design
from companion.vision.doubts import Cause
from companion.vision.learning.deck_knowledge import make_box
from companion.vision.learning.lessons import ConfirmedCard, describe_cards
from companion.vision.reading.card_matching import KnownCards
from companion.vision.reading.shelf_reader import Box, read_cards
from companion.vision.readings import SURE, Face, ReadCard
from companion.workflow.decks.game_rules import EX_LIBRIS

from ..made_photos import confirm_cards, list_cells, take_photo

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
DESIGN = load_design("default")
SEEDS = (3, 11)


def change_icon(icons: str) -> str:
    """Other icons, by one."""
    other = CATEGORIES[(CATEGORIES.index(icons[0]) + 1) % len(CATEGORIES)]
    return "".join(sorted(other + icons[1:]))


def check(cards: tuple[ReadCard, ...], truth: list[ConfirmedCard], wrong: dict[str, str]) -> None:
    """Every card that lies face up is doubtful, and what it is and what the deck was told are both to be had."""
    fronts = [card for card in cards if card.face is Face.UP]
    assert len(fronts) == len(truth)
    for card, true in zip(fronts, truth, strict=True):
        named = f"{true.letter}{true.number}:{true.icons}"
        assert card.confidence.least < SURE
        assert Cause.DECK_DIFFERS in {doubt.cause for doubt in card.doubts}
        assert {named, wrong[named]} <= {card.write(), *(other.card for other in card.candidates)}


@pytest.mark.parametrize("seed", SEEDS)
def test_wrong_icons_are_doubted(seed: int) -> None:
    photo = take_photo(seed)
    truth = confirm_cards(photo)
    known = {(card.letter, card.number): change_icon(card.icons) for card in truth}
    found = read_cards(photo.image, list_cells(photo), Box(LETTERS, EX_LIBRIS, {}, DESIGN, KnownCards(known)))
    wrong = {f"{c.letter}{c.number}:{c.icons}": f"{c.letter}{c.number}:{change_icon(c.icons)}" for c in truth}
    check(found.cards, truth, wrong)


@pytest.mark.parametrize("seed", SEEDS)
def test_wrong_numbers_are_doubted_even_of_a_card_that_was_seen_before(seed: int) -> None:
    photo = take_photo(seed)
    truth = confirm_cards(photo)
    taught = [replace(card, number=card.number % 20 + 1) for card in truth]
    known = {(card.letter, card.number): card.icons for card in taught}
    box = make_box(LETTERS, EX_LIBRIS, {}, [describe_cards(taught, EX_LIBRIS, DESIGN)], known)
    found = read_cards(photo.image, list_cells(photo), replace(box, design=DESIGN, counts={}))
    fronts = [card for card in found.cards if card.face is Face.UP]
    assert len(fronts) == len(truth)
    names = [f"{card.letter}{card.number}:{card.icons}" for card in truth]
    sure = [(card.write(), name) for card, name in zip(fronts, names, strict=True) if card.confidence.least >= SURE]
    assert [read for read, name in sure if read != name] == []
    assert len(sure) <= len(fronts) / 10
