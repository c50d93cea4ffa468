"""Sheets as PDF: the only module that uses WeasyPrint, and only when a PDF is requested."""

from __future__ import annotations

import contextlib
import datetime
import gc
import io
import logging
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from ...settings import ASSETS
from ...wording.jobs.failures import PANGO_PACKAGES
from .attachment import ATTACHMENT_NAME
from .page import PDF_STYLE_SHEETS, render_html_for_pdf
from .parts import Sheet

STATIC = (ASSETS / "static").resolve()
VARIANT = "pdf/a-3a"
"""Tagged, with embedded fonts and attachments: the inspection is attached as the form's data."""

_NO_CLOCK = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
"""A fixed date for the attachment, so that the same sheet gives the same bytes."""
_DRAWING = threading.Lock()
"""Pango's font maps are not thread-safe."""


class PangoMissingError(RuntimeError):
    """Raised if the libraries that draw PDFs are not installed; the message says what to do."""


def render_pdf(sheet: Sheet, document: bytes | None = None) -> bytes:
    """Render a sheet; ``document`` is the inspection as JSON, which is attached to the PDF as ``inspection.json``.

    The same sheet and document give the same bytes. Raises ``PangoMissingError`` if Pango is not installed.
    """
    page = render_html_for_pdf(sheet)
    with _DRAWING, _paused_collector():
        renderer = find_renderer()
        html = renderer.weasyprint.HTML(string=page, base_url=f"{STATIC.as_uri()}/", url_fetcher=renderer.fetch)
        pdf: bytes = html.write_pdf(
            stylesheets=list(renderer.style_sheets),
            font_config=renderer.fonts,
            attachments=[renderer.attach(document)] if document is not None else None,
            pdf_variant=VARIANT,
        )
    return pdf


@contextlib.contextmanager
def _paused_collector() -> Iterator[None]:
    """Let no garbage be collected: looking through a layout again and again is a tenth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Renderer:
    """WeasyPrint with our fonts and style sheets loaded once: loading them again doubles the time of every PDF."""

    weasyprint: Any
    fetch: Any
    fonts: Any
    style_sheets: tuple[Any, ...]

    def attach(self, document: bytes) -> Any:
        """Turn a document's bytes into an attachment."""
        return self.weasyprint.Attachment(
            file_obj=io.BytesIO(document),
            name=ATTACHMENT_NAME,
            relationship="Data",
            created=_NO_CLOCK,
            modified=_NO_CLOCK,
        )


@cache
def find_renderer() -> Renderer:
    """Return the renderer, cached after the first call; raise ``PangoMissingError`` if Pango is not installed."""
    weasyprint = _import_weasyprint()
    # A letter that no font has is drawn as a box; that does not belong in a server's log.
    logging.getLogger("weasyprint").propagate = False
    fetch, fonts = _make_fetcher(), weasyprint.text.fonts.FontConfiguration()
    sheets = tuple(
        weasyprint.CSS(filename=STATIC / name, font_config=fonts, url_fetcher=fetch) for name in PDF_STYLE_SHEETS
    )
    return Renderer(weasyprint, fetch, fonts, sheets)


def _import_weasyprint() -> Any:
    try:
        # WeasyPrint prints a long message of its own if a library is missing; ours is raised instead.
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            import weasyprint
            import weasyprint.text.fonts
    except OSError as error:
        raise PangoMissingError(
            "PDFs need the library Pango, which is not installed here. On Debian and Ubuntu: "
            f"apt install {PANGO_PACKAGES}."
        ) from error
    return weasyprint


def _make_fetcher() -> Any:
    from weasyprint.urls import URLFetcher

    class OwnFilesOnly(URLFetcher):  # type: ignore[misc]  # WeasyPrint ships no types
        """Opens the files of ``static/`` and the page's own drawings, and no other URL."""

        def __init__(self) -> None:
            super().__init__(allowed_protocols=("file", "data"), allow_redirects=False)

        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            parts = urlsplit(url)
            is_ours = parts.scheme == "file" and Path(url2pathname(parts.path)).resolve().is_relative_to(STATIC)
            if parts.scheme != "data" and not is_ours:
                raise ValueError(f"not one of our own files: {url!r}")
            return super().fetch(url, headers)

    return OwnFilesOnly()
