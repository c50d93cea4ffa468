"""The idempotency key of a form: sending it twice takes effect once."""

from __future__ import annotations

import secrets

LONGEST_KEY = 40
"""As long as the store allows; anything longer was not made here."""


def make_request_key() -> str:
    """Make an idempotency key for a form."""
    return secrets.token_urlsafe(18)


def keep_request_key(key: str | None) -> str:
    """Return a form's idempotency key; anything else was not made here and becomes empty."""
    return key if key and len(key) <= LONGEST_KEY and key.isprintable() else ""
