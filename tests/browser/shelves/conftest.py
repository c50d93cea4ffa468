"""One app, one server and one page for all tests of a file; each test starts with an empty database and a blank page.

Most of these tests need a few taps, which take less time than starting an app and opening a browser context.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ...conftest import PHONE, Compiled, open_app, open_phone, serve

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def shared_app(tmp_path_factory: pytest.TempPathFactory, empty_database: Path, compiled: Compiled) -> Iterator[Flask]:
    from companion.settings import load_settings

    settings = load_settings({"COMPANION_INSTANCE": str(tmp_path_factory.mktemp("shared") / "instance")})
    with open_app(settings, empty_database, compiled) as app:
        yield app


@pytest.fixture
def app(shared_app: Flask) -> Iterator[Flask]:
    from companion.store.models import db

    yield shared_app
    with shared_app.app_context(), db.engine.begin() as connection:
        for table in reversed(db.metadata.sorted_tables):
            connection.execute(table.delete())


@pytest.fixture(scope="module")
def live_server(shared_app: Flask) -> Iterator[str]:
    with serve(shared_app) as address:
        yield address


class Pages:
    """Pages that tests use one after the other, by the options of their contexts."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.complaints: list[str] = []
        self._chromium = chromium
        self._address = address
        self._pages: dict[str, list[Page]] = {}
        self._held: Counter[str] = Counter()
        self._contexts = ExitStack()

    def hand_out(self, viewport: dict[str, int] | None = None, **options: Any) -> Page:
        kind = repr(sorted(options.items()))
        pages = self._pages.setdefault(kind, [])
        if self._held[kind] == len(pages):
            pages.append(open_phone(self._chromium, self._contexts, self.complaints, self._address, **options))
        page = pages[self._held[kind]]
        self._held[kind] += 1
        page.set_viewport_size(viewport or PHONE["viewport"])
        return page

    def take_back(self) -> None:
        """Leave the open pages, and forget their cookies; drafts in local storage belong to shelves that are gone."""
        for kind, number in self._held.items():
            for page in self._pages[kind][:number]:
                page.goto("about:blank")
                page.context.clear_cookies()
        self._held.clear()

    def close(self) -> None:
        self._contexts.close()


@pytest.fixture(scope="module")
def pages(chromium: Browser, live_server: str) -> Iterator[Pages]:
    pages = Pages(chromium, live_server)
    yield pages
    pages.close()


@pytest.fixture
def browse(app: Flask, pages: Pages) -> Iterator[Callable[..., Page]]:
    """Like ``browse`` everywhere else, with pages that earlier tests used."""
    pages.complaints.clear()
    yield pages.hand_out
    complaints = list(pages.complaints)
    pages.take_back()
    assert complaints == []
