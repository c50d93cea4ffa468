"""Accessibility of every page in every state, light and dark, narrow and wide.

A browser takes long over some 300 pages, and a template that shows the same elements is right again. So of each scene,
the pages are looked at that show a new template, or an element with a new class or state; the scenes that everybody
meets each time, the others in the long tests. Contrast is slower still: it is measured where the elements are new to
all scenes so far.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any, Literal

import pytest
from flask import Flask, template_rendered
from jinja2 import Template
from playwright.sync_api import Page, Route

from companion.web.access.guards import COOKIE

from ...conftest import WORKING
from ...every_page import SCENES, Scene
from ...recorded_pages import Shown, Site

AXE = Path(__file__).parents[1] / "vendor" / "axe.min.js"
MEASURE = (Path(__file__).parents[1] / "measure.js").read_text(encoding="utf-8")
COLORS = ("color-contrast", "link-in-text-block")
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
NARROW, WIDE = 320, 1280
CLASSES = re.compile(r'\sclass="([^"]*)"')
STATES = re.compile(
    r"""\s((?:aria-(?:current|disabled|expanded|invalid|pressed)|data-(?:better|changed|ready|state|status|tone))="[^"]*"
    |(?:checked|disabled|open)(?=[\s>]))""",
    re.VERBOSE,
)
"""Attributes that style sheets color by, besides classes."""
UNFOLD = "() => document.querySelectorAll('details').forEach((fold) => { fold.open = true; })"
"""Sizes are measured with details collapsed and open; axe sees them open."""
RUN_AXE = """async ([tags, others]) => {
    const runOnly = tags.length ? { type: "tag", values: tags } : { type: "rule", values: others };
    // The bar at the lower edge passes for a close neighbour of what is scrolled under it; sizes are measured below.
    const off = tags.length ? ["target-size", ...others] : ["target-size"];
    const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
    const { violations } = await axe.run({ runOnly, rules, resultTypes: ["violations"], preload: false });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, any, all, none }) =>
        `${id}: ${target.join(" ")}: ${[...any, ...all, ...none].map(({ message }) => message).join("; ")}`));
}"""
CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]"
STAY = "window.fetch = () => new Promise(() => {});"
"""What a page asks for once it is shown is never answered: news could change it, or leave it, while it is looked at."""
THUMB = {"target": 44, "controls": CONTROLS}
SCENES_BY_NAME = {scene.__name__: scene for scene in SCENES}
OFTEN = ("see_the_pages_of_an_empty_site",)
"""Scenes that are looked at each time: what everybody opens."""
SHEETS = ("sheets.page", "sheets.blank")
"""Pages that show a sheet of paper, which is as wide as paper on every screen."""


class Eye:
    """A browser that opens the recorded pages, and what it finds."""

    def __init__(self, page: Page, address: str, measured: set[str]) -> None:
        self.page = page
        self.address = address
        self.measured = measured
        """Templates, and classes and states of elements, whose contrast was measured."""
        self.seen: set[str] = set()
        """What was shown on the pages before, whether they were looked at or not."""
        self.drawn = ""
        """The template of the page that is recorded next."""
        self.found: list[str] = []
        page.add_init_script(STAY)
        page.add_init_script(path=AXE)

    def watch(self, scene: Scene, app: Flask) -> None:
        """Look at the pages of a scene; the worker beside the server rests, or it would do what is shown as waiting."""
        with WORKING, template_rendered.connected_to(self.draw, app):
            scene(Site(app, self.look))

    def draw(self, _app: Flask, template: Template, **_: Any) -> None:
        """Record what is rendered for a phone of the scene; other threads answer the browser's own requests."""
        if current_thread() is main_thread():
            self.drawn = template.name or ""

    def look(self, shown: Shown) -> None:
        """Open a page and check it, collapsed and open, narrow and wide; measure contrast if it may show new colors."""
        drawn = {self.drawn, *" ".join(CLASSES.findall(shown.html)).split(), *STATES.findall(shown.html)}
        if drawn <= self.seen:
            return
        self.seen |= drawn
        self._set(NARROW, "light")
        self._open(shown)
        self._measure(shown, "folded")
        self.page.evaluate(UNFOLD)
        self._measure(shown, "unfolded")
        self._run_axe(shown, "narrow", TAGS, COLORS)
        self._set(WIDE, "light")
        self._measure(shown, "wide")
        if not drawn <= self.measured:
            self._run_axe(shown, "wide, light", (), COLORS)
            self._set(WIDE, "dark")
            self._run_axe(shown, "wide, dark", (), COLORS)
            self.measured |= drawn

    def _set(self, width: int, scheme: Literal["light", "dark"]) -> None:
        self.page.set_viewport_size({"width": width, "height": 800})
        self.page.emulate_media(color_scheme=scheme)

    def _run_axe(self, shown: Shown, how: str, tags: tuple[str, ...], others: tuple[str, ...] = ()) -> None:
        """Run the rules of some tags without others, or the others alone."""
        self._note(shown, how, self.page.evaluate(RUN_AXE, [tags, others]))

    def _measure(self, shown: Shown, how: str) -> None:
        if shown.endpoint not in SHEETS:
            self._note(shown, how, self.page.evaluate(MEASURE, THUMB))

    def _note(self, shown: Shown, how: str, found: list[str]) -> None:
        self.found += [f"{shown.state} ({shown.address}), {how}: {each}" for each in found]

    def _open(self, shown: Shown) -> None:
        self.page.context.clear_cookies()
        if shown.token:
            self.page.context.add_cookies([{"name": COOKIE, "value": shown.token, "url": self.address}])
        # Asked again, a page might be another: a form would be submitted, a job would be done by now.
        self.page.route(lambda url: url == self.address + shown.address, lambda route: answer(route, shown), times=1)
        self.page.goto(shown.address)


def answer(route: Route, shown: Shown) -> None:
    route.fulfill(body=shown.html, content_type="text/html; charset=utf-8")


@pytest.fixture(scope="module")
def measured() -> set[str]:
    return set()


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(scene, id=name, marks=() if name in OFTEN else pytest.mark.long)
        for name, scene in SCENES_BY_NAME.items()
    ],
)
def test_no_page_keeps_anybody_out(
    app: Flask,
    browse: Any,
    live_server: str,
    scene: Scene,
    monkeypatch: pytest.MonkeyPatch,
    measured: set[str],
) -> None:
    monkeypatch.setattr("companion.web.game.pages.SystemRandom", lambda: random.Random(7))  # noqa: S311  # cards
    eye = Eye(browse(is_mobile=False, has_touch=False), live_server, measured)
    eye.watch(scene, app)
    assert eye.found == []
