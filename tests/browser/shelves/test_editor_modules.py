"""The editor's pure modules, called without an app around them: notation out, and where the next card goes."""

from __future__ import annotations

from pathlib import Path

import pytest

STATIC = Path(__file__).parents[3] / "static"
ASK = """async ([text, module, call]) => {
    const [cells, asked] = await Promise.all(
        ["cells", module].map((name) => import(`/static/js/shelves/editor/${name}.js`)));
    const token = /^(\\p{L}+)(\\d+)$/u;
    const rows = text.split("/").map((row) => row.trim().split(" ").filter(Boolean).map((word) => {
        const [, letter, number] = token.exec(word) ?? [];
        return letter ? cells.card({letter, number: Number(number), icons: ["C", "F"]}) : null;
    }));
    return new Function("cells", "asked", "rows", `return ${call}`)(cells, asked, rows);
}"""


@pytest.fixture(scope="module")
def ask(chromium):
    """A function that evaluates a call on ``rows`` (made from letters and numbers) and the module ``asked``."""
    context = chromium.new_context(base_url="http://127.0.0.1")
    page = context.new_page()
    page.route("**/static/**", lambda route: route.fulfill(path=STATIC / route.request.url.partition("/static/")[2]))
    page.route("**/blank", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto("/blank")
    yield lambda text, module, call: page.evaluate(ASK, [text, module, call])
    context.close()


@pytest.mark.parametrize(
    ("card", "written"),
    [
        ("{letter: 'M'}", "M?"),
        ("{number: 8}", "?8"),
        ("{letter: 'M', number: 8}", "M8"),
        ("{letter: 'M', number: 8, of: 10}", "M8/10"),
        ("{letter: 'M', number: 8, icons: ['R', 'F', 'C', 'F']}", "M8:CFFR"),
        ("{icons: ['S']}", "??:S"),
        ("{icons: ['S'], faceDown: true}", "??:S~"),
        ("{faceDown: true}", "#"),
        ("{faceDown: true, entombed: true}", "#+"),
        ("{letter: 'Ł', number: 2, faceDown: true, entombed: true}", "Ł2~+"),
        ("{}", "?"),
    ],
)
def test_a_card_is_written_as_far_as_it_is_known(ask, card, written):
    assert ask("", "cells", f"asked.formatCell(asked.card({card}))") == written


@pytest.mark.parametrize(
    ("shelf", "call", "written"),
    [
        ("/ . A1", "rows", "/ . A1:CF"),
        ("A1 B2 / C3", "asked.withColumnInserted(rows, 0)", ". A1:CF B2:CF / . C3:CF"),
        ("A1 B2 / C3", "asked.withColumnRemoved(rows, 0)", "B2:CF"),
        ("A1 B2 / C3", "asked.withPlaceInserted(rows, [0, 1])", "A1:CF . B2:CF / C3:CF"),
        ("A1 B2 / C3", "asked.withPlaceRemoved(rows, [0, 0])", "B2:CF / C3:CF"),
        ("A1 B2 / C3", "asked.swapped(rows, [0, 0], [2, 1])", ". B2:CF / C3:CF / . A1:CF"),
        ("A1 B2", "asked.withCell(rows, [0, 1], null)", "A1:CF"),
    ],
)
def test_a_shelf_is_changed_and_written(ask, shelf, call, written):
    assert ask(shelf, "cells", f"asked.formatShelf({call})") == written


@pytest.mark.parametrize(
    ("shelf", "place", "following"),
    [
        ("A1", [0, 0], [0, 1]),
        ("A1 B2 / C3", [1, 0], [1, 1]),
        ("A1 B2 / C3 D4", [1, 1], [2, 0]),
        (". A1 B2 / . C3 D4", [1, 2], [2, 1]),
        ("A1 B2 / C3 D4 / E5 F6", [2, 1], [2, 2]),
        ("A1 B2 C3", [0, 0], [0, 3]),
        ("A1 . C3", [0, 0], [0, 1]),
    ],
)
def test_the_next_card_most_likely_lies_there(ask, shelf, place, following):
    assert ask(shelf, "places", f"asked.nextPlace(rows, {place})") == following
