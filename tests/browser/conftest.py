"""A browser, and phones that show an app behind a port."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from .pool import Pages
from .serving import Door, serve, work

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Browser, Page

PLAIN_NAME = "library.home"
"""A name of this machine, as one in a home network has it: its pages are no secure context."""


@pytest.fixture(scope="session", autouse=True)
def forms(forms_drawn_once: None) -> None:
    """Forms that are printed here are drawn once for all tests."""


@pytest.fixture(scope="session")
def door() -> Iterator[tuple[Door, str]]:
    """The one port behind which all tests open their apps, and its URL."""
    door = Door()
    with serve(door) as address:
        yield door, address


@pytest.fixture
def live_server(app: Flask, door: tuple[Door, str]) -> Iterator[str]:
    """The URL of the app, served on a local port, with a worker beside it."""
    door[0].app = app
    with work(app):
        yield door[1]
    door[0].app = None


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium, headless, which can reach this machine only."""
    from playwright.sync_api import expect, sync_playwright

    from tools.browser import find_chromium

    # How long a busy machine may take; a faster one does not wait longer.
    expect.set_options(timeout=30_000)
    # Playwright disables Chromium's sandbox, which is not available to root and in containers.
    # 127.0.0.1 counts as secure even without HTTPS; no other name does.
    nowhere_else = f"--host-resolver-rules=MAP {PLAIN_NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with sync_playwright() as playwright:
        # All pages share one process: starting one for each takes a sixth of the time.
        shared = ["--process-per-site", "--renderer-process-limit=1"]
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[nowhere_else, *shared])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pages(chromium: Browser, door: tuple[Door, str]) -> Iterator[Pages]:
    with Pages(chromium, door[1]) as pages:
        yield pages


@pytest.fixture
def browse(pages: Pages, live_server: str) -> Iterator[Callable[..., Page]]:
    """A function that returns a phone's page: paths are the live server's, motion is reduced.

    Keywords are those of Playwright's ``new_context``. Script errors and browser warnings fail the test.
    """
    pages.complaints.clear()
    yield pages.hand_out
    complaints = list(pages.complaints)
    pages.take_back()
    assert complaints == []


@pytest.fixture
def take_phone(browse: Callable[..., Page], live_server: str) -> Callable[..., Page]:
    """A function that returns a phone with a token; keywords as for ``browse``."""
    from companion.web.access.guards import COOKIE

    def take(token: str, **options: Any) -> Page:
        page = browse(**options)
        page.context.add_cookies([{"name": COOKIE, "value": token, "url": live_server}])
        return page

    return take
