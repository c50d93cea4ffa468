"""Every page in a pseudo-locale: anything left in plain letters is not translatable."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from babel.dates import format_date, format_time
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from flask import Flask

from companion.scoring.terms import Terms, find_terms
from companion.settings import ASSETS, load_settings
from companion.wording import languages as wording
from companion.wording.languages import LANGUAGES

from ...conftest import Compiled, open_app
from ...every_page import LONG_NAME, REMARKS, SCENES
from ...recorded_pages import Shown, Site
from ...test_translations import find_sentences
from ..conftest import EVENING

SPOKEN = "de"
"""The language whose official words and dates are used; its sentences are replaced."""
PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
STRANGE = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"
BLANK = re.compile(r"(%\(\w+\)[sd]|\{\w*\}|%%)")
SOFT_HYPHEN = "\N{SOFT HYPHEN}"

NO_PAGES = {
    "deck_cards.picture": "a picture",
    "deck_files.export": "JSON",
    "focuses.peek": "JSON, with a focus alone",
    "health.show": "JSON",
    "home.icon": "leads to a picture",
    "inspections.document": "JSON",
    "live.follow": "JSON, with parts of the pages that are looked at",
    "photos.picture": "a picture",
    "truths.file": "a ZIP file",
    "truths.picture": "a picture",
    "teaching.picture": "a picture",
    "sheets.pdf": "a PDF; without Pango the page that is looked at",
    "stages.version": "JSON",
    "standings.document": "JSON",
    "static": "files",
}
"""Endpoints that answer a GET without a page, and why."""
NO_SENTENCES = {"code", "foreign", "script", "style", "svg"}
"""Elements with notation, another language, no words, or drawings, which have an ``aria-label``."""
SPOKEN_ATTRIBUTES = ("title", "aria-label", "placeholder", "alt", "aria-description", "aria-roledescription")
WORDS_OF_PEOPLE = (
    *("Rita", "Eric", "Alberto", "Dária", "Ola", "Ana", "Bruno", LONG_NAME),
    *("R" * 43, "Nobody", "Kitchen", "Łódź", REMARKS),
    *("Two cards lay swapped.", "20. November", "November", "soon", "many", "!" * 90),
    *("A1:CF", "XY", "Attic", "cards[0]"),
)
"""What players write in the scenes."""
NAMES_OF_THINGS = ("A4", "Letter", "Ex Libris", *LANGUAGES)
"""Two paper sizes, the game, and an edition's code, as used in a remark on a shelf."""
DATES = ((11, 20), (12, 20), *((month, 11) for month in range(1, 10)), (10, 2), (10, 3))
"""Dates of the games, in 2026."""
CODE = re.compile(
    r"""https?://\S+ | \b[CFHMRS]+\b | \b[A-ZŽŁ]\d*\b | \b(?:B-7c|S-42A|A1|A2|B[1-5])\b
    | \b[A-Z0-9]{3}\b | \b[A-Z0-9]{6}\b | (?:\b[\w]+\d*:[\w?~+]+) | ex-libris/\S+ | \bJSON\b | \bPDF\b | \bQR\b""",
    re.VERBOSE,
)
"""Letters that are not words: categories, cards, forms, sections, a table's code, notation, and formats."""


def distort(text: str) -> str:
    """Write a sentence in unusual letters, keeping its placeholders."""
    parts = BLANK.split(text)
    table = str.maketrans(PLAIN, STRANGE)
    return "".join(part if BLANK.fullmatch(part) else part.translate(table) for part in parts)


def write_catalogue(folder: Path) -> None:
    """Write the pseudo-locale's catalog in place of a real one."""
    catalogue = Catalog(Locale.parse(SPOKEN))
    for sentence in find_sentences():
        texts = (sentence,) if isinstance(sentence, str) else tuple(sentence)
        distorted = tuple(map(distort, texts))
        catalogue.add(texts if len(texts) > 1 else texts[0], distorted if len(texts) > 1 else distorted[0])
    path = folder / SPOKEN / "LC_MESSAGES" / "messages.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as mo:
        write_mo(mo, catalogue)


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Catalogs in which every sentence of the program is distorted."""
    folder = tmp_path_factory.mktemp("translations")
    write_catalogue(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wording, "CATALOGUES", folder)
        patch.setattr("companion.web.game.pages.SystemRandom", lambda: random.Random(7))  # noqa: S311  # cards
        wording.find_translations.cache_clear()
        yield
    wording.find_translations.cache_clear()


@pytest.fixture(scope="module")
def album(
    catalogues: None, tmp_path_factory: pytest.TempPathFactory, empty_database: Path, compiled: Compiled
) -> tuple[tuple[Shown, ...], tuple[Flask, ...]]:
    """All pages in all states, and the apps that served them."""
    shown: list[Shown] = []
    apps = []
    for scene in SCENES:
        settings = load_settings({"COMPANION_INSTANCE": str(tmp_path_factory.mktemp("instance"))})
        with open_app(settings, empty_database, compiled) as app:
            scene(Site(app, shown.append, SPOKEN))
        apps.append(app)
    return tuple(shown), tuple(apps)


@pytest.fixture(scope="module")
def known(album: Any) -> re.Pattern[str]:
    """Everything that may appear undistorted on a page, longest first."""
    days = [EVENING.replace(month=month, day=day) for month, day in DATES]
    dates = [format_date(day, style, SPOKEN) for day in days for style in ("long", "medium")]
    times = [format_time(EVENING, "short", locale=SPOKEN)]
    offered = [Locale.parse(code, sep="-") for code in LANGUAGES]
    names = [locale.get_display_name(language) or "" for locale in offered for language in (SPOKEN, None)]
    names += [name[0].upper() + name[1:] for name in names]
    phrases = {*list_terms(find_terms(SPOKEN)), *dates, *times, *names, *WORDS_OF_PEOPLE, *NAMES_OF_THINGS}
    longest_first = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


def list_terms(terms: Terms) -> Iterator[str]:
    """Yield the official words of an edition."""
    for field in fields(terms):
        value = getattr(terms, field.name)
        if isinstance(value, dict):
            yield from value.values()
        elif isinstance(value, str):
            yield value
        else:
            yield from value


class Reader(HTMLParser):
    """Collects all texts of a page: visible ones, those for screen readers, and those for its scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.open: list[str] = []
        self.data: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            # Names of languages, and what is printed on a box, are in their own language.
            self.open.append("foreign" if tag != "html" and values.get("lang", SPOKEN) != SPOKEN else tag)
        self.said += [values[name] for name in SPOKEN_ATTRIBUTES if name in values]
        # Any script data with a space in it is a sentence to be shown.
        self.said += [value for name, value in values.items() if name.startswith("data-") and " " in value.strip()]
        if tag == "script" and values.get("type") == "application/json":
            self.open[-1] = "json"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "json":
            self.said += list(list_sentences(json.loads(data)))
        elif not NO_SENTENCES & set(self.open) and data.strip():
            self.said.append(data)


VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


def list_sentences(data: Any, key: str = "") -> Iterator[str]:
    """Yield the texts in script data."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from list_sentences(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from list_sentences(value, key)
    elif isinstance(data, str) and key not in CODES_OF_SCRIPTS:
        yield data


CODES_OF_SCRIPTS = ("code", "severity", "shelf", "tag")


def find_plain_words(text: str, known: re.Pattern[str]) -> list[str]:
    """Find what is left of a text without what is allowed: words of two or more plain letters."""
    rest = CODE.sub(" ", known.sub(" ", text.replace(SOFT_HYPHEN, "")))
    return re.findall(r"[A-Za-z]{2,}", BLANK.sub(" ", rest))


@pytest.mark.long
def test_every_sentence_on_every_page_can_be_translated(album: Any, known: re.Pattern[str]) -> None:
    found: dict[str, str] = {}
    for shown in album[0]:
        reader = Reader()
        reader.feed(shown.html)
        assert reader.said, shown.state
        for text in reader.said:
            words = find_plain_words(text, known)
            if words:
                found.setdefault(" ".join(text.split()), f"{shown.state}: {' '.join(words)}")
    assert found == {}


@pytest.mark.long
def test_every_page_is_among_them(album: Any) -> None:
    shown, apps = album
    seen = {each.endpoint for each in shown if each.status < 400}
    routes = {rule.endpoint for rule in apps[0].url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert routes - seen == set(NO_PAGES)


PRINTED = ("sheets/_drawings.html", "sheets/sheet.html")
"""Drawn by an environment of their own, without an app."""


@pytest.mark.long
def test_every_template_is_drawn(album: Any) -> None:
    drawn = {name for app in album[1] for _loader, name in app.jinja_env.cache or ()}
    written = {str(path.relative_to(ASSETS / "templates")) for path in (ASSETS / "templates").rglob("*.html")}
    assert {name for name in written - drawn if name not in PRINTED} == set()


LITERAL = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""", re.DOTALL)
SAID_BY_A_SCRIPT = re.compile(r"""(?:textContent|innerText|ariaLabel|title|placeholder) = ["'`][^"'`]*[A-Za-z]{2}""")
SELECTOR = re.compile(r"[\[.:#(]")
CLASSES_AND_TAGS = ("icons many", "key variant-key", "dot category-", "input, textarea, select")
"""Two words that are not a sentence: classes, and a selector of plain tags."""


@pytest.mark.parametrize("script", sorted((ASSETS / "static/js").rglob("*.js")), ids=lambda path: path.name)
def test_a_script_has_no_words_of_its_own(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    literals = [literal[1:-1] for literal in LITERAL.findall(text) if literal[0] in "\"'`"]
    words = [re.sub(r"\$\{.*\}", "", literal) for literal in literals if re.search(r"[a-z]{2}\W* [A-Za-z]{2}", literal)]
    assert [each for each in words if not SELECTOR.search(each) and each not in CLASSES_AND_TAGS] == []
    assert SAID_BY_A_SCRIPT.findall(text) == []
