from __future__ import annotations

import pytest

from companion.scoring import EDITION_CODES, find_edition
from companion.scoring.editions import Edition, LastStep

LETTERS = {
    "en": "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
    "pt-BR": "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
    "de": "A Ä B C D E F G H I J K L M N O Ö P Q R S T U Ü V W X Y Z",
    "pl": "A Ą B C Ć D E Ę F G H I J K L Ł M N Ń O Ó P Q R S Ś T U V W X Y Z Ź Ż",
    "cs": "A Á B C Č D Ď E É Ě F G H CH I Í J K L M N Ň O Ó P Q R Ř S Š T Ť U Ú Ů V W X Y Ý Z Ž",
}


@pytest.mark.parametrize("code", EDITION_CODES)
def test_letters_stand_in_the_order_of_the_edition(code: str) -> None:
    edition = find_edition(code)
    assert edition.letters == tuple(LETTERS[code].split())
    assert len(set(edition.letters)) == len(edition.letters)
    assert sorted(edition.letters, key=edition.ranks.__getitem__) == list(edition.letters)


def test_the_last_step_of_a_tie_differs() -> None:
    steps = {code: find_edition(code).last_step for code in EDITION_CODES}
    assert steps == {
        "en": LastStep.READING,
        "de": LastStep.UNDECIDED,
        "cs": LastStep.SHARED,
        "pl": LastStep.READING,
        "pt-BR": LastStep.READING,
    }


def test_the_polish_box_is_known_but_for_twelve_cards() -> None:
    # Read off the pictured cards (001:2035-3482): 24 letters, 140 of 152 cards.
    counts = find_edition("pl").letter_counts
    assert (len(counts), sum(counts.values())) == (24, 140)
    assert set(counts) < set(find_edition("pl").letters)
    assert "T" not in counts
    assert all(find_edition(code).letter_counts == {} for code in EDITION_CODES if code != "pl")


def test_an_edition_is_a_value() -> None:
    english = find_edition("en")
    assert hash(english) == hash(Edition("en", english.letters, english.last_step))
    assert english == Edition("en", english.letters, english.last_step)
    assert english != find_edition("pt-BR")


@pytest.mark.parametrize("code", ["tlh", "EN", "pt", ""])
def test_an_unknown_edition_is_refused(code: str) -> None:
    with pytest.raises(LookupError, match="expected one of en, cs, de, pl, pt-BR"):
        find_edition(code)
