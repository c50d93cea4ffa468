"""What may stand in an address: numbers that the database can hold, and text that it can be asked for.

Anything else is an address of nothing: 404.
"""

from __future__ import annotations

from typing import Any

from flask import Flask
from werkzeug.routing import IntegerConverter, Map, UnicodeConverter

LARGEST_NUMBER = 2**31 - 1
"""PostgreSQL's ``integer``, of which ids, positions and numbers are."""


class NumberConverter(IntegerConverter):
    """A whole number from 0 to ``LARGEST_NUMBER``."""

    # Python itself refuses to read thousands of digits.
    regex = r"\d{1,10}"

    def __init__(self, rules: Map, *arguments: Any, **options: Any) -> None:
        """Take what Werkzeug's own converter takes."""
        super().__init__(rules, *arguments, **{"max": LARGEST_NUMBER} | options)


class TextConverter(UnicodeConverter):
    """A text without NUL, which PostgreSQL cannot store or look for."""

    def __init__(self, rules: Map, *arguments: Any, **options: Any) -> None:
        """Take what Werkzeug's own converter takes."""
        super().__init__(rules, *arguments, **options)
        self.regex = self.regex.replace("[^/]", "[^/\0]")


def init_app(app: Flask) -> None:
    """Let the rules of all views mean these by ``<int:name>`` and ``<name>``; call this before adding them."""
    app.url_map.converters |= {"int": NumberConverter, "string": TextConverter, "default": TextConverter}
