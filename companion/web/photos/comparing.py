"""The form of cards that are compared side by side: those of one shelf, and along with it those of others."""

from __future__ import annotations

from typing import NamedTuple

from flask import request

from ...workflow.photos.comparing import Told
from ...workflow.photos.outlines import parse_spot
from ...workflow.photos.review import Spot


class Compared(NamedTuple):
    """What was said of the cards of one shelf."""

    shown: Told
    """What each was said to be, all that are not marked among them."""
    wrong: frozenset[Spot]
    others: Told
    """Those that are what comes next in likelihood."""


def read_compared(position: int | None = None) -> Compared:
    """Read what was said of the page's own shelf, or of that of the seat at another ``position``."""
    suffix = "" if position is None else f"-{position}"
    marked = map(parse_spot, request.form.getlist(f"wrong{suffix}"))
    return Compared(_read(f"shown{suffix}"), frozenset(filter(None, marked)), _read(f"other{suffix}"))


def _read(field: str) -> dict[Spot, str]:
    lines = [line.partition(" ") for line in request.form.getlist(field)]
    return {spot: text for key, _space, text in lines if (spot := parse_spot(key)) is not None}
