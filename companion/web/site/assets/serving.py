"""Style sheets, scripts, pictures, and fonts: sent compressed, and cached for as long as none of them changes.

Pages themselves are not compressed: their length would then tell how much of what somebody typed is like a secret on
the same page (BREACH, 2013). Flask-Compress would bring three compressors for what ``gzip`` does in a line.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, g, request, url_for
from markupsafe import Markup

from . import bundles

YEAR_SECONDS = 365 * 24 * 3600
_EDITION = re.compile(r"[0-9a-f]{12}/")
_COMPRESSIBLE = frozenset({"text/css", "text/javascript", "image/svg+xml", "application/manifest+json"})


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

    def compress(response: Response) -> Response:
        if request.endpoint != "static" or response.mimetype not in _COMPRESSIBLE:
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code == 200 and request.method == "GET" and request.accept_encodings["gzip"]:
            name = str((request.view_args or {})["filename"])
            # Closes the file, which is not sent.
            response.close()
            response.direct_passthrough = False
            path = root / name
            response.set_data(_compress(root, name, path.stat().st_mtime_ns if path.is_file() else 0))
            response.content_encoding = "gzip"
            response.set_etag(response.get_etag()[0] or edition, weak=True)
        return response

    def load_module(name: str) -> Markup:
        """Return the tag of a module, which belongs into a page's head."""
        return Markup('<script type="module" src="{}"></script>').format(url_for("static", filename=name))

    def gather(head: str) -> Markup:
        return bundles.gather_tags(head, lambda name: url_for("static", filename=name))

    send_file = app.view_functions["static"]

    def send(filename: str) -> Any:
        content = _read_bundle(root, filename) if bundles.is_bundle(filename) else None
        if content is None:
            return send_file(filename=filename)
        response = Response(content, mimetype="text/css" if filename.endswith(".css") else "text/javascript")
        response.add_etag()
        return response.make_conditional(request)

    app.view_functions["static"] = send
    app.url_defaults(add_edition)
    app.url_value_preprocessor(take_edition)
    app.after_request(set_caching)
    app.after_request(compress)
    app.jinja_env.globals["load_module"] = load_module
    app.jinja_env.filters["gather"] = gather


@lru_cache(maxsize=8)
def _hash_folder(root: Path) -> str:
    # What makes one file of several is part of what they say.
    content = hashlib.sha256(Path(bundles.__file__).read_bytes())
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        content.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return content.hexdigest()[:12]


# A stranger may ask for bundles that no page has, but not for more memory than that.
@lru_cache(maxsize=64)
def _read_bundle(root: Path, name: str) -> bytes | None:
    return bundles.read_bundle(root, name)


@lru_cache(maxsize=256)
def _compress(root: Path, name: str, _changed: int) -> bytes:
    return gzip.compress((bundles.is_bundle(name) and _read_bundle(root, name)) or (root / name).read_bytes(), mtime=0)
