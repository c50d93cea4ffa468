"""Text at twice its size on a phone: on the pages that people wait for, nothing is cut off or sticks out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from ...recorded_pages import Shown
from .test_accessibility import SCENES_BY_NAME, SHEETS, Eye

FIND_LOSSES = Path(__file__).with_name("large_text.js").read_text(encoding="utf-8")
DOUBLE = "document.documentElement.style.fontSize = '200%'"
"""What a browser's own setting does: every size of ours is a multiple of it."""
PAGES = {
    "see_the_pages_of_an_empty_site": {"home.show"},
    "see_a_table_fill": {"inspections.desk"},
    "see_a_full_archive": {"statistics.show_all", "statistics.show", "standings.show"},
    "see_one_phone_write_everything_down": {"shelves.edit"},
    "see_the_walk": {"walk.show", "scorecard.show", "shelves.edit"},
    "see_a_brisk_walk": {"walk.show"},
}
"""The scenes, and the pages that have to be among those that they show."""


class LargeEye(Eye):
    """A phone that opens each template once, and every step of the walk, with its text at twice the size."""

    def __init__(self, page: Any, address: str) -> None:
        super().__init__(page, address, set())
        self.endpoints: set[str] = set()

    def look(self, shown: Shown) -> None:
        is_known = self.drawn in self.seen and shown.endpoint != "walk.show"
        # The big screen is no phone's.
        if is_known or shown.endpoint in (*SHEETS, "screen.show"):
            return
        self.seen.add(self.drawn)
        self.endpoints.add(shown.endpoint)
        self._open(shown)
        self.page.evaluate(DOUBLE)
        self._note(shown, "at twice the size", self.page.evaluate(FIND_LOSSES))


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_lost_at_twice_the_size(app: Flask, browse: Any, live_server: str, name: str) -> None:
    eye = LargeEye(browse(viewport={"width": 390, "height": 844}), live_server)
    eye.watch(SCENES_BY_NAME[name], app)
    assert eye.found == []
    assert eye.endpoints >= PAGES[name]
