"""A sheet as HTML: rendered by WeasyPrint, or printed by a browser if Pango is missing."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ...settings import ASSETS
from .parts import Sheet

PDF_STYLE_SHEETS = (
    "css/site/fonts.css",
    "css/site/categories.css",
    "css/sheets/print.css",
    "css/sheets/print-table.css",
    "css/sheets/print-foot.css",
    "css/sheets/print-annex.css",
)
"""The style sheets for a PDF, under ``static/``."""
STYLE_SHEETS = (*PDF_STYLE_SHEETS, "css/sheets/print-browser.css")
"""The style sheets for the page in a browser."""
ICONS = ASSETS / "static" / "icons"

_INSIDE = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)
_CATEGORY_COLOR = re.compile(r"--category-(\w): (#[0-9a-f]{6});")

_Place = Callable[[Markup, str, str], Markup]
"""Places a drawing: its SVG, its text alternative, its class."""


def render_html(sheet: Sheet, style_sheets: tuple[str, ...] = (), notice: str = "") -> str:
    """Render a sheet as a page for browsers.

    ``style_sheets`` are the URLs of ``STYLE_SHEETS``; ``notice`` is a sentence above the sheet that is not printed.
    Nothing in the page needs more than ``style-src 'self'``.
    """
    return _render(sheet, _place_inline, style_sheets, notice)


def render_html_for_pdf(sheet: Sheet) -> str:
    """Render a sheet as a page for WeasyPrint, which gets the style sheets separately.

    Drawings are images here: parsed as elements of the page, they took twice the time of everything else.
    """
    return _render(sheet, _place_image, (), "")


def _render(sheet: Sheet, place: _Place, style_sheets: tuple[str, ...], notice: str) -> str:
    template = _environment().get_template("sheets/sheet.html")
    return template.render(sheet=sheet, place=place, style_sheets=style_sheets, notice=notice)


def _place_inline(svg: Markup, meaning: str, name: str) -> Markup:
    start = Markup('<svg class="{}" role="img" aria-label="{}" ').format(name, meaning)
    return start + Markup(str(svg).removeprefix("<svg "))  # noqa: S704  # came escaped out of its template


def _place_image(svg: Markup, meaning: str, name: str) -> Markup:
    data = base64.b64encode(svg.encode()).decode("ascii")
    return Markup('<img class="{}" alt="{}" src="data:image/svg+xml;base64,{}">').format(name, meaning, data)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(ASSETS / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["icon"] = read_icon
    environment.globals["category_colors"] = read_category_colors()
    return environment


def read_category_colors() -> dict[str, str]:
    """Return each category's color on paper, keyed by its code in lower case; a drawing cannot ask a style sheet."""
    by_day = (ASSETS / "static" / "css" / "site" / "categories.css").read_text(encoding="utf-8").partition("@media")[0]
    return dict(_CATEGORY_COLOR.findall(by_day))


@cache
def read_icon(name: str) -> Markup:
    """Return the shapes inside one of our own icons, without the surrounding ``svg`` element."""
    inside = _INSIDE.search((ICONS / f"{name}.svg").read_text(encoding="utf-8"))
    if inside is None:
        raise LookupError(f"the icon {name!r} is no SVG")
    return Markup(inside.group(1))  # noqa: S704  # our own files
