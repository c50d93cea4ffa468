"""Pages that tests use one after the other.

Opening a page in a new context takes half a second of a processor, for a process and for all that never changes. What a
test has left as it was, the next one gets: with a blank page, no cookies and nothing stored.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from .serving import BLANK

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST_KEPT = 6
LASTING = {
    Page: ("add_init_script", "emulate_media", "expose_binding", "expose_function", "on", "route"),
    BrowserContext: (
        *("add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "new_page"),
        *("on", "route", "set_extra_http_headers", "set_geolocation", "set_offline"),
    ),
}
"""Methods that change a page or a context for good: whoever calls one is its last user."""


def open_phone(chromium: Browser, contexts: ExitStack, complaints: list[str], address: str, **options: Any) -> Page:
    """Open a page whose paths are those of an address; note script errors and browser warnings."""
    defaults = {"base_url": address, "locale": "en-GB", "reduced_motion": "reduce"}
    context = contexts.enter_context(chromium.new_context(**(PHONE | defaults | options)))
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: message.type in {"error", "warning"} and complaints.append(message.text))
    return page


class Pages:
    """Pages by the options of their contexts."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.complaints: list[str] = []
        self._chromium = chromium
        self._address = address
        self._contexts = ExitStack()
        self._held: list[tuple[str, Page]] = []
        self._kept: list[tuple[str, Page]] = []
        self._changed: set[BrowserContext] = set()

    def __enter__(self) -> Pages:
        patch = self._contexts.enter_context(pytest.MonkeyPatch.context())
        for kind, names in LASTING.items():
            for name in names:
                patch.setattr(kind, name, self._note(getattr(kind, name)))
            clock = kind.clock  # type: ignore[attr-defined]
            patch.setattr(kind, "clock", property(self._note(clock.fget)))
        return self

    def __exit__(self, *_: object) -> None:
        self._contexts.close()

    def _note(self, method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def call(owner: Page | BrowserContext, *arguments: Any, **named: Any) -> Any:
            self._changed.add(owner if isinstance(owner, BrowserContext) else owner.context)
            return method(owner, *arguments, **named)

        return call

    def hand_out(self, viewport: dict[str, int] | None = None, **options: Any) -> Page:
        kind = repr(sorted(options.items()))
        held = next((each for each in self._kept if each[0] == kind), None)
        if held:
            self._kept.remove(held)
            page = held[1]
            page.set_viewport_size(viewport or PHONE["viewport"])
        else:
            size = {"viewport": viewport} if viewport else {}
            page = open_phone(self._chromium, self._contexts, self.complaints, self._address, **options, **size)
            self._changed.discard(page.context)
        self._held.append((kind, page))
        return page

    def take_back(self) -> None:
        """Leave the open pages, and forget what they stored."""
        for kind, page in self._held:
            context = page.context
            if context in self._changed or context.pages != [page]:
                self._changed.discard(context)
                context.close()
                continue
            page.goto(BLANK)
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            context.clear_cookies()
            self._kept.insert(0, (kind, page))
        self._held.clear()
        for _, page in self._kept[MOST_KEPT:]:
            page.context.close()
        del self._kept[MOST_KEPT:]
