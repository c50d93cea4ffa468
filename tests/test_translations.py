"""Every sentence of the program is translated into every language, with all placeholders and plural forms."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

from companion.wording.languages import CATALOGUES, LANGUAGES, find_translations

ROOT = Path(__file__).parent.parent
BLANK = re.compile(r"%\((\w+)\)(\w)")
SENTENCES_ASKED_FOR = {"_": 1, "gettext": 1, "lazy_gettext": 1, "ngettext": 2}
"""How many of the arguments of each function are sentences."""
TRANSLATED = [language for language in LANGUAGES if language != "en"]


@cache
def find_sentences() -> frozenset[str | tuple[str, ...]]:
    """All messages in the program."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as mapping:
        methods, options = parse_mapping_cfg(mapping)
    keywords = DEFAULT_KEYWORDS | {"lazy_gettext": None}
    return frozenset(
        message
        for folder in ("companion", "templates")
        for _, _, message, _, _ in extract_from_dir(str(ROOT / folder), methods, options, keywords)
    )


def list_calls(path: Path) -> Iterator[tuple[int, str, list[ast.expr]]]:
    """Yield the line, the function and the sentences of every call in a module that asks for a translation."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in SENTENCES_ASKED_FOR:
                yield node.lineno, name, node.args[: SENTENCES_ASKED_FOR[name]]


@cache
def read_catalogue(language: str) -> Catalog:
    path = CATALOGUES / language.replace("-", "_") / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as po:
        return read_po(po, abort_invalid=True)


def list_messages(language: str) -> list[Message]:
    return [message for message in read_catalogue(language) if message.id]


def as_tuple(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogue_holds_what_the_program_says_and_nothing_else(language):
    known = {as_tuple(message.id) for message in list_messages(language)}
    said = {as_tuple(sentence) for sentence in find_sentences()}
    assert known == said, "run tools/update-catalogues, then translate what is new"


def find_clashes(sentences: Iterable[str | tuple[str, ...]]) -> list[str]:
    """Return the sentences asked for with a number and without, or with two plurals: Python 3.11.2 finds but one."""
    by_entry = Counter(as_tuple(sentence)[0] for sentence in set(sentences))
    return [sentence for sentence, ways in by_entry.items() if ways > 1]


def test_a_sentence_that_has_plural_forms_is_never_asked_for_without_a_number():
    assert find_clashes(find_sentences()) == []
    assert find_clashes(["a book", ("a book", "books"), "a card", ("cards", "cards")]) == ["a book"]


def test_a_sentence_is_asked_for_as_it_stands_so_that_it_can_be_gathered():
    unknown = [
        f"{path.relative_to(ROOT)}:{line}: {name}({', '.join(map(ast.unparse, sentences))})"
        for path in sorted((ROOT / "companion").rglob("*.py"))
        for line, name, sentences in list_calls(path)
        if not all(isinstance(sentence, ast.Constant) for sentence in sentences)
    ]
    assert unknown == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_left_untranslated_or_doubtful(language):
    undone = [message.id for message in list_messages(language) if message.fuzzy or not all(as_tuple(message.string))]
    assert undone == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_plural_form_is_there(language):
    catalogue = read_catalogue(language)
    for message in list_messages(language):
        assert len(as_tuple(message.string)) == (catalogue.num_plurals if message.pluralizable else 1), message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_blank_is_kept(language):
    for message in list_messages(language):
        wanted = {blank for text in as_tuple(message.id) for blank in BLANK.findall(text)}
        for form in as_tuple(message.string):
            assert set(BLANK.findall(form)) <= wanted, message.id
        assert {blank for form in as_tuple(message.string) for blank in BLANK.findall(form)} == wanted, message.id


@pytest.mark.parametrize(
    ("language", "books"),
    [
        ("de", ["1 Buch", "2 Bücher"]),
        ("cs", ["1 kniha", "2 knihy", "5 knih"]),
        ("pl", ["1 książka", "2 książki", "5 książek", "12 książek", "22 książki", "25 książek"]),
        ("pt-BR", ["0 livro", "1 livro", "2 livros"]),
    ],
)
def test_books_are_counted_as_the_language_counts(language, books):
    t = find_translations(language)
    for text in books:
        number = int(text.split()[0])
        said = t.ngettext("%(num)s book", "%(num)s books", number) % {"num": number}
        assert said.replace("\N{NO-BREAK SPACE}", " ") == text


def test_a_language_that_nobody_speaks_is_refused():
    with pytest.raises(LookupError, match="'tlh'"):
        find_translations("tlh")
