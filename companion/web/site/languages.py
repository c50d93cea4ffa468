"""The language of the pages: chosen by ``?lang=``, remembered in a cookie, else the browser's preference."""

from __future__ import annotations

from functools import cache
from typing import Any

from babel import Locale
from flask import Flask, Response, current_app, g, request
from flask_babel import get_translations

from ...wording.languages import LANGUAGES, SOURCE
from ...wording.regions import is_american, name_locale

COOKIE = "language"
COOKIE_SECONDS = 365 * 24 * 3600
REGION_LETTERS = 2


@cache
def name_language(code: str) -> str:
    """Return a language's name in that language.

    >>> name_language("cs"), name_language("pt-BR")
    ('Čeština', 'Português (Brasil)')
    """
    name = Locale.parse(code, sep="-").get_display_name() or code
    return name[0].upper() + name[1:]


def find_language() -> str:
    """Return the language of this request."""
    if "language" not in g:
        offered = current_app.config["LANGUAGES"]
        wishes = request.args.get("lang"), request.cookies.get(COOKIE)
        g.language = next(
            (wish for wish in wishes if wish in offered), request.accept_languages.best_match(offered, SOURCE)
        )
    language: str = g.language
    return language


def find_region() -> str:
    """Return the region (ISO 3166) that the browser names first, in any language; empty if it names none."""
    parts = (tag.partition("-")[2] for tag in request.accept_languages.values())
    return next((region.upper() for region in parts if len(region) == REGION_LETTERS and region.isalpha()), "")


def find_locale() -> str:
    """Return the language as Babel writes it, for dates and times as they are usual in the browser's region."""
    language = find_language()
    return name_locale(language, american=is_american(language, find_region()))


def init_app(app: Flask) -> None:
    """Offer the languages that have a catalog, and remember the one chosen; call this after Babel's own."""
    app.config["LANGUAGES"] = LANGUAGES
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda sentence: _find_catalogue().ugettext(sentence),
        lambda one, many, number: _find_catalogue().ungettext(one, many, number),
        newstyle=True,
    )
    app.after_request(_remember)


def _find_catalogue() -> Any:
    """Return the catalog of this request; Flask-Babel would look for it for each of a page's hundred sentences."""
    if "catalogue" not in g:
        g.catalogue = get_translations()
    return g.catalogue


def _remember(response: Response) -> Response:
    if request.args.get("lang") in current_app.config["LANGUAGES"]:
        response.set_cookie(
            COOKIE,
            find_language(),
            max_age=COOKIE_SECONDS,
            samesite="Lax",
            secure=current_app.config["SESSION_COOKIE_SECURE"],
            httponly=True,
        )
    return response
