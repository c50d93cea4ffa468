"""Whose request it is, told by its headers alone, before the app sees it: the server lets clients take turns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from flask import Flask
from werkzeug.http import parse_cookie

from ...workflow.limiting import fold_address
from ..site.sockets.turns import Client, Recognize
from .guards import hash_token, is_ours, name_cookie

MOST_REMEMBERED = 2000
"""Phones, of whom the server keeps in mind who they are."""


def make_recognizer(app: Flask, proxies: int) -> Recognize:
    """Return what tells an app's phones apart by a token that the app has signed, and all others by their address.

    The address is what the last of so many ``proxies`` has seen.
    """
    name = name_cookie(app)

    # A phone that follows a page says the same every two seconds.
    @lru_cache(maxsize=MOST_REMEMBERED)
    def find_client(cookies: str, address: str) -> Client:
        try:
            token = parse_cookie(cookies).get(name, "")
        except UnicodeDecodeError:
            token = ""
        return Client(fold_address(address), hash_token(token) if is_ours(token, app) else "")

    def recognize(headers: Mapping[str, str], address: str) -> Client:
        if proxies:
            # As werkzeug's ProxyFix takes it.
            said = [part.strip() for part in headers.get("X_FORWARDED_FOR", "").split(",")]
            address = said[-proxies] if len(said) >= proxies and said[-proxies] else address
        return find_client(headers.get("COOKIE", ""), address)

    return recognize
