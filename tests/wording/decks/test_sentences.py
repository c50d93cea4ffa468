"""What is wrong with a deck is said in every language, with what to look at."""

from __future__ import annotations

import pytest

from companion.scoring.categories import Category
from companion.scoring.decks.checks import DeckFinding, Flaw
from companion.scoring.decks.deck import KnownCard, Source, Statement, parse_icons
from companion.scoring.decks.document import parse_deck_file
from companion.scoring.decks.merging import CountDispute, MergedCard, OtherEditionError, Outcome
from companion.scoring.documents.heading import DocumentError
from companion.wording.decks.sentences import (
    describe_count_dispute,
    describe_deck_finding,
    describe_file_finding,
    describe_merged_card,
    describe_other_edition,
    describe_wrong_name,
)
from companion.wording.languages import LANGUAGES

FAULTY = """{"format": "ex-libris/deck@2", "name": "", "edition": "x", "letters": {"1": 3, "M": -1}, "colour": 1,
 "lessons": 5, "cards": [3, {"card": "8"}, {"card": "M8", "pictures": 1,
 "statements": [{"icons": "X"}, {"icons": "CF", "source": "dream", "when": "once"}]}]}"""


def find_faults(text: str) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        parse_deck_file(text)
    return [describe_file_finding(finding, "en") for finding in caught.value.findings]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("flaw", Flaw)
def test_every_flaw_is_a_sentence_without_blanks(flaw: Flaw, language: str) -> None:
    finding = DeckFinding(flaw, ("M8", "M9"), "M", Category.MONSTER_MANUALS, 86, 85)
    sentence = describe_deck_finding(finding, "en", language)
    assert sentence.endswith(".")
    assert "%(" not in sentence


def test_books_are_too_many_or_too_few() -> None:
    sentences = [
        describe_deck_finding(DeckFinding(Flaw.BOOKS_OFF, found=found, expected=510), "en", "en")
        for found in (511, 509)
    ]
    assert "at most 510" in sentences[0]
    assert "at least 510" in sentences[1]


def test_of_many_cards_the_first_are_named() -> None:
    finding = DeckFinding(Flaw.CATEGORY_ABOVE, tuple(f"A{k}" for k in range(1, 40)), None, Category("F"), 86, 85)
    assert describe_deck_finding(finding, "en", "en").endswith("A11, A12…")


def test_a_letter_without_a_card_is_named() -> None:
    assert "“Ł”" in describe_deck_finding(DeckFinding(Flaw.UNKNOWN_LETTER, letter="Ł"), "en", "en")


def test_the_faults_of_a_file_are_said_with_their_places() -> None:
    assert find_faults(FAULTY) == [
        "Expected the format “ex-libris/deck@1”, found “ex-libris/deck@2”.",
        "“colour” is not a field of a deck. It is left out.",
        "“” cannot be the name of a deck. Expected one line of 1 to 60 characters other than “default”.",
        "Expected an edition (en, cs, de, pl, pt-BR), found “x”.",
        "letters: “1” is not a letter that a card could have.",
        "letters: Expected a whole number, 0 or more, in “M”, found “-1”.",
        "cards[0]: Expected an object with fields in “cards”, found 3.",
        "cards[1]: “8” is not a card: expected a letter and a number such as M8.",
        "cards[2].statements[0]: “X” is not a set of icons: expected category letters from CFHMRS.",
        "cards[2].statements[1]: “when”: expected a date such as 2026-11-20, found once. It is ignored.",
        "cards[2].statements[1]: “source”: expected hand, photo, import or owner, found dream. It is ignored.",
        "cards[2]: “pictures” is damaged or too large. The part that cannot be used is left out.",
        "Expected a list in “lessons”, found 5.",
    ]
    assert find_faults("no json") == ["This is not a deck file. Expected one that was exported from a deck."]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_of_merging_is_a_sentence(outcome: Outcome, language: str) -> None:
    sentence = describe_merged_card(MergedCard(KnownCard("M", 8), outcome, None), language)
    assert "M8" in sentence
    assert "%(" not in sentence


def test_a_dispute_shows_who_said_what_and_when() -> None:
    card = KnownCard(
        "M",
        8,
        (
            Statement(parse_icons("CF"), Source.PHOTO, "IMG_1.jpg", "2026-11-20"),
            Statement(parse_icons("CH"), Source.HAND),
        ),
    )
    merged = MergedCard(card, Outcome.DISPUTED, None)
    assert describe_merged_card(merged, "en") == "M8 is disputed: CF (IMG_1.jpg 2026-11-20), CH (hand)."


def test_what_stands_in_the_way_of_a_merge_is_said() -> None:
    assert "keeps its count of 7; the file has 8" in describe_count_dispute(CountDispute("M", 7, 8), "en")
    assert "edition is en and the file’s is pl" in describe_other_edition(OtherEditionError("en", "pl"), "en")
    assert "“default”" in describe_wrong_name("default", "en")
