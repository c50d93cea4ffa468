"""Style sheets, scripts, pictures, and fonts: cached by the browser for as long as none of them changes."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, g, request

YEAR_SECONDS = 365 * 24 * 3600
_EDITION = re.compile(r"[0-9a-f]{12}/")


def init_app(app: Flask) -> None:
    """Put a hash of all content into every static URL, and let browsers cache those URLs for a year.

    Since the hash is a folder, relative URLs in scripts and style sheets include it too: loading a page again requests
    nothing but the page itself.
    """
    root = Path(app.static_folder or "")
    edition = _hash_folder(root)

    def add_edition(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "filename" in values:
            values["filename"] = f"{edition}/{values['filename']}"

    def take_edition(endpoint: str | None, values: dict[str, Any] | None) -> None:
        # A page that was loaded before an upgrade still requests the old version: it gets the new one.
        if endpoint == "static" and values and (asked := _EDITION.match(values["filename"])):
            values["filename"] = values["filename"][asked.end() :]
            g.is_lasting = asked[0] == f"{edition}/"

    def set_caching(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code in (200, 304):
            lasting = f"public, max-age={YEAR_SECONDS}, immutable"
            response.headers["Cache-Control"] = lasting if g.get("is_lasting") else "no-cache"
        return response

    app.url_defaults(add_edition)
    app.url_value_preprocessor(take_edition)
    app.after_request(set_caching)


@lru_cache(maxsize=8)
def _hash_folder(root: Path) -> str:
    content = hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        content.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return content.hexdigest()[:12]
