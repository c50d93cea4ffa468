"""Advice before the focuses are known, in words: what to turn, what it comes to, and in which deals it is not best."""

from __future__ import annotations

from ...scoring.advice import Fate, Forecast, Turn
from ...scoring.terms import find_terms
from ..languages import find_translations
from ..scorecard.figures import format_points
from .sentences import format_change


def describe_short_turn(turn: Turn, language: str) -> str:
    """Name a card to turn and what that brings: ``Flip Z2: +9``."""
    sentence = find_translations(language).gettext("Flip %(card)s: %(change)s")
    return sentence % {"card": turn.card.name, "change": format_change(turn.saves - turn.costs)}


def describe_forecast(found: Forecast, language: str) -> str:
    """Say what the plan comes to, and in how many of the deals there may have been it is the best."""
    t = find_translations(language)
    words = {
        "total": format_points(found.plan.total),
        "deals": len(found.fates),
        "best": len(found.fates) - len(found.missed),
    }
    if found.missed:
        return (
            t.gettext(
                "%(total)s in all: best in %(best)d of the %(deals)d ways the hidden focuses may have been dealt."
            )
            % words
        )
    if not found.plan.turns:
        return t.gettext("%(total)s in all: whatever the hidden focuses are, no flip makes the result better.") % words
    return t.gettext("%(total)s in all: whatever the hidden focuses are, no other flips are better.") % words


def describe_exception(found: Forecast, fate: Fate, language: str) -> str:
    """Say in which deal other flips would be better, and what they would reach.

    Never asked of a solo game: against one rival, the greatest lead is best in every deal.
    """
    t, terms = find_translations(language), find_terms(language)
    focuses = "; ".join(
        f"{terms.public_library if owner is None else owner} – {terms.name(category)}"
        for owner, category in zip(found.hidden, fate.deal, strict=True)
    )
    sentence = t.gettext("%(focuses)s: place %(place)d, and %(best)d with other flips.")
    return sentence % {"focuses": focuses, "place": fate.outcome.rank, "best": fate.best}
