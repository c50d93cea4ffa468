"""The browser that tests and pictures are made with."""

from __future__ import annotations

import shutil


def find_chromium() -> str | None:
    """Return where Chromium is; its shell, which has no windows, shows the same pages in half the time."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")
