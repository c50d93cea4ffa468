"""What photos are taken of."""

from __future__ import annotations

from enum import StrEnum


class Purpose(StrEnum):
    """What a photo was taken of."""

    WHOLE = "whole"
    """The shelf: it replaces whatever was read before."""
    MORE = "more"
    """The rest of a shelf that does not fit into one photo."""
    ROW = "row"
    CARD = "card"
