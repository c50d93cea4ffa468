"""What a form is marked with, so that sending it twice does its work once."""

from __future__ import annotations

import secrets

LONGEST_KEY = 40
"""As much as the store keeps; what is longer was not drawn here."""


def make_request_key() -> str:
    """Draw a mark for a form."""
    return secrets.token_urlsafe(18)


def keep_request_key(key: str | None) -> str:
    """Keep what a form was marked with; anything else was not made here."""
    return key if key and len(key) <= LONGEST_KEY else ""
