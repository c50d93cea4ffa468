"""Writing advice as ``ex-libris/advice@1``."""

from __future__ import annotations

from ..notation import format_shelf
from .adviser import Advice, Plan

ADVICE_FORMAT = "ex-libris/advice@1"


def format_advice(advice: Advice) -> dict[str, object]:
    """Write advice; ``flip`` and ``shelf`` hold only the cards to turn by hand, not those that the check will turn."""
    most = advice.most_points
    return {
        "format": ADVICE_FORMAT,
        "player": advice.player,
        "total_now": advice.total_now,
        "total_best": most.total,
        **_format_flips(most),
        "by_prominent": [
            {"prominent_books": prospect.prominent_books, "total_without_award": prospect.total_without_award}
            for prospect in advice.by_prominent
        ],
        "plans": [_format_plan(plan) for plan in advice.plans],
    }


def _format_plan(plan: Plan) -> dict[str, object]:
    outcome = plan.outcome
    standing = {"won": outcome.won} if outcome.place is None else {"place": outcome.place}
    return {"aim": plan.aim.value, **_format_flips(plan), "total": plan.total, **standing, "lead": outcome.lead}


def _format_flips(plan: Plan) -> dict[str, object]:
    return {"flip": [list(place) for place in plan.flips], "shelf": format_shelf(plan.shelf)}
