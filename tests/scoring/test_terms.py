from __future__ import annotations

import dataclasses

import pytest

from companion.scoring.categories import CATEGORIES, Category
from companion.scoring.editions import EDITION_CODES
from companion.scoring.terms import Terms, find_terms

SECTIONS = ("A1", "A2", "B1", "B2", "B3", "B4", "B5", "=")
WORDS = ("section_a", "section_b", "grand_librarian", "librarian", "public_library", "inspector", "prominent", "banned")


@pytest.mark.parametrize("code", EDITION_CODES)
def test_every_edition_has_every_word(code: str) -> None:
    terms = find_terms(code)
    assert tuple(terms.sections) == SECTIONS
    assert tuple(terms.forms) == ("B-7c", "S-42A")
    assert tuple(terms.categories) == tuple(terms.short) == CATEGORIES
    assert len(terms.difficulties) == 7
    words = [*terms.sections.values(), *terms.forms.values(), *terms.categories.values(), *terms.short.values()]
    words += [*terms.difficulties, *(getattr(terms, word) for word in WORDS), terms.focus]
    assert all(word and word == word.strip() for word in words)


@pytest.mark.parametrize("code", EDITION_CODES)
def test_short_names_fit_a_key_and_differ(code: str) -> None:
    short = find_terms(code).short.values()
    assert len(set(short)) == 6
    assert max(map(len, short)) <= 10


@pytest.mark.parametrize("code", EDITION_CODES)
def test_what_is_called_our_own_exists(code: str) -> None:
    terms = find_terms(code)
    fields = {field.name for field in dataclasses.fields(Terms)}
    for key in terms.own:
        field, _, entry = key.partition(".")
        assert field in fields
        assert not entry or entry in getattr(terms, field)


@pytest.mark.parametrize(
    ("code", "category", "name"),
    [
        ("en", "C", "Corrupted Codices"),
        ("cs", "C", "Černá magie"),
        ("pl", "F", "Niewiarygodna beletrystyka"),
        ("pt-BR", "S", "Feitiços e Poções"),
        ("de", "R", "Nachschlagwerke"),
    ],
)
def test_categories_are_named_as_the_rulebooks_name_them(code: str, category: str, name: str) -> None:
    assert find_terms(code).name(Category(category)) == name


def test_gaps_of_the_rulebooks_are_marked_as_our_own() -> None:
    assert {"forms.S-42A", "categories", "section_a", "public_library"} <= find_terms("en").own
    assert {"forms.B-7c", "sections.A1", "sections.A2", "sections.="} <= find_terms("de").own
    assert not any(key.startswith(("forms", "sections")) for key in find_terms("pl").own)


def test_difficulties_count_from_one() -> None:
    assert find_terms("pt-BR").difficulty(1) == "Iniciante"
    assert find_terms("cs").difficulty(7) == "Nemožné"
    with pytest.raises(LookupError, match="8"):
        find_terms("en").difficulty(8)


def test_a_language_without_an_edition_has_the_english_words_which_say_so() -> None:
    assert find_terms("fi") is find_terms("en")
    assert find_terms("fi").code == "en"


def test_a_key_carries_the_short_name() -> None:
    assert find_terms("en").short_name(Category.SPELLS_AND_POTIONS) == "Spells"


@pytest.mark.parametrize("code", EDITION_CODES)
def test_no_rulebook_prints_a_name_for_section_a(code: str) -> None:
    assert "section_a" in find_terms(code).own
