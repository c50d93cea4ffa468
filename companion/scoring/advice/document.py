"""Writing advice as ``ex-libris/advice@1``."""

from __future__ import annotations

from ..notation import format_shelf
from .adviser import Advice

ADVICE_FORMAT = "ex-libris/advice@1"


def format_advice(advice: Advice) -> dict[str, object]:
    """Write advice; ``flip`` and ``shelf`` hold only the cards to turn by hand, not those that the check will turn."""
    return {
        "format": ADVICE_FORMAT,
        "player": advice.player,
        "total_now": advice.total_now,
        "total_best": advice.total_best,
        "flip": [list(place) for place in advice.flips],
        "shelf": format_shelf(advice.shelf),
        "by_prominent": [
            {"prominent_books": prospect.prominent_books, "total_without_award": prospect.total_without_award}
            for prospect in advice.by_prominent
        ],
    }
