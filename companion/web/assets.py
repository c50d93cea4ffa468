"""Style sheets, scripts and fonts: kept by the browser for as long as their content stays what it was."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

FONT_SECONDS = 7 * 24 * 3600
YEAR_SECONDS = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Put a hash of the content into every static address, and let a browser keep for a year what carries it."""
    root = Path(app.static_folder or "")

    def add_hash(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "filename" in values:
            values.setdefault("v", _find_hash(root / values["filename"]))

    def set_caching(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code in (200, 304):
            filename = (request.view_args or {}).get("filename", "")
            if request.args.get("v") and request.args["v"] == _find_hash(root / filename):
                response.headers["Cache-Control"] = f"public, max-age={YEAR_SECONDS}, immutable"
            elif filename.endswith(".woff2"):
                # Fonts are asked for by a style sheet, which knows no hash; they hardly ever change.
                response.headers["Cache-Control"] = f"public, max-age={FONT_SECONDS}"
            else:
                response.headers["Cache-Control"] = "no-cache"
        return response

    app.url_defaults(add_hash)
    app.after_request(set_caching)


def _find_hash(path: Path) -> str | None:
    try:
        return _hash_content(path, path.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=256)
def _hash_content(path: Path, _changed: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
