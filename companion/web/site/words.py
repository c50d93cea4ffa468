"""Words and values used by every page: the edition's terms, the categories, the languages offered."""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, current_app, request, url_for
from flask_babel import format_date, format_time

from ...scoring.categories import CATEGORIES
from ...scoring.terms import find_terms
from ...wording.terms import note_foreign_terms
from .clock import now
from .languages import find_language, name_language

SOFT_HYPHEN = "\u00ad"
LONGEST_UNBROKEN = 12
"""Letters that fit next to a pictogram and a figure at 320 px."""
_WORD = re.compile(r"[^\W\d_]+")


def init_app(app: Flask) -> None:
    """Provide the words to all templates."""
    app.context_processor(_find_words)
    app.template_filter("long_date")(say_date)
    app.template_filter("short_time")(say_time)
    app.template_filter("soft")(lambda text, *longest: soften(text, find_language(), *longest))


def list_categories() -> list[dict[str, str]]:
    """List the categories in the order of the form: code, name, and a short name for a key."""
    terms = find_terms(find_language())
    return [{"code": c.value, "name": terms.name(c), "short": terms.short_name(c)} for c in CATEGORIES]


def say_date(text: str) -> str:
    """Format an ISO date in the language of the page; anything else stays as typed."""
    try:
        return str(format_date(datetime.date.fromisoformat(text), "long"))
    except ValueError:
        return text


def say_time(moment: datetime.datetime) -> str:
    """Format a moment's time of day at the table, in the language of the page."""
    return str(format_time(moment.astimezone(now().tzinfo), "short", rebase=False))


def soften(text: str, language: str, longest: int = LONGEST_UNBROKEN) -> str:
    """Put soft hyphens into words of more than ``longest`` letters; browsers know the rules of few languages.

    A language whose rules are not known here either keeps its words whole.

    >>> soften("Monsterhandbücher", "de").replace("\u00ad", "-")
    'Mons-ter-hand-bü-cher'
    """
    return _WORD.sub(lambda word: _soften_word(word[0], language) if len(word[0]) > longest else word[0], text)


@lru_cache(maxsize=512)
def _soften_word(word: str, language: str) -> str:
    # Loaded with the first long word: the German patterns alone take a while to read.
    import pyphen

    patterns = pyphen.language_fallback(language)
    return str(pyphen.Pyphen(lang=patterns).inserted(word, SOFT_HYPHEN)) if patterns else word


def find_own_address() -> str:
    """Return the URL at which a page that answers a form is opened again; empty for a page that was opened itself.

    An address that only takes forms stands for the page with the form.
    """
    if request.method != "POST":
        return ""
    if request.url_rule is not None and "GET" in (request.url_rule.methods or ()):
        return request.full_path.removesuffix("?")
    try:
        before = urlsplit(request.referrer or "")
    except ValueError:
        # No address at all: nowhere that this page could stand for.
        return ""
    is_ours = before.netloc == request.host and not before.path.startswith("//")
    return before._replace(scheme="", netloc="", fragment="").geturl() if is_ours else ""


def find_language_address(code: str) -> str:
    """Return the URL of this page in another language; for a page that only accepts forms, that of the front page."""
    if request.url_rule is None or "GET" not in (request.url_rule.methods or ()):
        return url_for("home.show", lang=code)
    arguments = {**request.args.to_dict(), **(request.view_args or {}), "lang": code}
    return url_for(request.endpoint or "home.show", **arguments)


def _find_words() -> dict[str, Any]:
    return {
        "language": find_language(),
        "languages": [(code, name_language(code)) for code in current_app.config["LANGUAGES"]],
        "terms": find_terms(find_language()),
        "notes_on_terms": note_foreign_terms(find_language()),
        "categories": list_categories(),
        "name_language": name_language,
        "language_address": find_language_address,
        "find_own_address": find_own_address,
    }
