"""Accessibility of every page in every state, light and dark, narrow and wide."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, Route

from companion.web.access.guards import COOKIE

from ...every_page import SCENES, Scene
from ...recorded_pages import Shown, Site

AXE = Path(__file__).parents[1] / "vendor" / "axe.min.js"
MEASURE = (Path(__file__).parents[1] / "measure.js").read_text(encoding="utf-8")
COLOURS = ("color-contrast", "link-in-text-block")
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
LOOKS = ((320, "light", TAGS), (1280, "light", TAGS), (1280, "dark", COLOURS), (320, "dark", COLOURS))
"""Widths and color schemes; in dark mode only colors differ, so only the rules about colors run again."""
UNFOLD = "() => document.querySelectorAll('details').forEach((fold) => { fold.open = true; })"
"""The first pass sees details collapsed, the others see them open."""
RUN_AXE = """async (asked) => {
    const runOnly = { type: asked.includes("wcag2a") ? "tag" : "rule", values: asked };
    // The bar at the lower edge passes for a close neighbour of what is scrolled under it; sizes are measured below.
    const rules = { "target-size": { enabled: false } };
    const { violations } = await axe.run({ runOnly, rules, resultTypes: ["violations"], preload: false });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, any, all, none }) =>
        `${id}: ${target.join(" ")}: ${[...any, ...all, ...none].map(({ message }) => message).join("; ")}`));
}"""
CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]"
THUMB = {"target": 44, "controls": CONTROLS}
SHEETS = ("sheets.page", "sheets.blank")
"""Pages that show a sheet of paper, which is as wide as paper on every screen."""


class Eye:
    """A browser that opens the recorded pages, and what it finds."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.found: list[str] = []
        page.add_init_script(path=AXE)

    def look(self, shown: Shown) -> None:
        """Open a page and check it at every width and in every color scheme."""
        self._open(shown)
        for width, scheme, asked in LOOKS:
            self.page.set_viewport_size({"width": width, "height": 800})
            self.page.emulate_media(color_scheme=scheme)
            found = self.page.evaluate(RUN_AXE, asked)
            if shown.endpoint not in SHEETS:
                found += self.page.evaluate(MEASURE, THUMB)
            self.page.evaluate(UNFOLD)
            self.found += [f"{shown.state} ({shown.address}), {scheme}, {width} px: {each}" for each in found]

    def _open(self, shown: Shown) -> None:
        self.page.context.clear_cookies()
        if shown.token:
            self.page.context.add_cookies([{"name": COOKIE, "value": shown.token, "url": self.address}])
        if not shown.is_asked or shown.status != 200:
            # A browser would complain about its status, or ask to submit a form again.
            self.page.route(self.address + shown.address, lambda route: answer(route, shown), times=1)
        self.page.goto(shown.address)


def answer(route: Route, shown: Shown) -> None:
    route.fulfill(body=shown.html, content_type="text/html; charset=utf-8")


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_no_page_keeps_anybody_out(app: Flask, browse: Any, live_server: str, scene: Scene, monkeypatch) -> None:
    monkeypatch.setattr("companion.web.game.pages.SystemRandom", lambda: random.Random(7))  # noqa: S311  # cards
    eye = Eye(browse(is_mobile=False, has_touch=False), live_server)
    scene(Site(app, eye.look))
    assert eye.found == []
