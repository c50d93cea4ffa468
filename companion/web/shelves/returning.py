"""Where entering something leads back to: the end of a solo game for whoever came from there, else the desk."""

from __future__ import annotations

from typing import Any

from flask import request, url_for

_FROM_END: dict[str, Any] = {"from": "end"}
"""Stands in the addresses of all pages on the way."""


def came_from_end() -> bool:
    """Whether somebody came from the end of a solo game."""
    return request.args.get("from") == "end"


def find_way_back(slug: str) -> str:
    """Return the URL of the page that somebody came from."""
    return url_for("game.end" if came_from_end() else "inspections.desk", slug=slug)


def find_way_on(endpoint: str, **values: Any) -> str:
    """Return the URL of another page on the way, which leads back to the same place."""
    return url_for(endpoint, **values, **(_FROM_END if came_from_end() else {}))
