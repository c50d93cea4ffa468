"""The inspector's advice in words: what a turned card saves and costs, and why there is no advice."""

from __future__ import annotations

from collections.abc import Iterable

from ...scoring.advice import AdviceError, Outcome, Refusal, Turn
from ...scoring.cards import Card
from ...scoring.sections import Section
from ..languages import find_translations
from ..scorecard.figures import format_points


def format_change(points: int) -> str:
    """Write by how much a figure rises or falls.

    >>> format_change(3), format_change(-2), format_change(0)
    ('+3', '−2', '0')
    """
    return f"+{points}" if points > 0 else format_points(points)


def format_changes(changes: Iterable[tuple[Section, int]]) -> str:
    """Write how sections rise and fall: ``B3 −2, B5 +4``."""
    return ", ".join(f"{section} {format_change(points)}" for section, points in changes)


def describe_turn(turn: Turn, language: str) -> str:
    """Say what turning a card by hand saves and what it costs."""
    t = find_translations(language)
    words: dict[str, str | int] = {
        "card": turn.card.name,
        "rescued": ", ".join(card.name for card in turn.rescued),
        "saves": turn.saves,
        "gains": format_changes(change for change in turn.changes if change[1] > 0),
        "costs": turn.costs,
        "losses": format_changes(change for change in turn.changes if change[1] < 0),
    }
    if not turn.changes:
        sentence = t.gettext("%(card)s face down saves nothing and costs nothing.")
    elif not turn.saves:
        sentence = t.ngettext(
            "%(card)s face down saves nothing and costs %(costs)d point (%(losses)s).",
            "%(card)s face down saves nothing and costs %(costs)d points (%(losses)s).",
            turn.costs,
        )
    elif turn.rescued and turn.costs:
        sentence = t.ngettext(
            "With %(card)s face down, the check leaves %(rescued)s up: that saves %(saves)d point (%(gains)s) and "
            "costs %(costs)d (%(losses)s).",
            "With %(card)s face down, the check leaves %(rescued)s up: that saves %(saves)d points (%(gains)s) and "
            "costs %(costs)d (%(losses)s).",
            turn.saves,
        )
    elif turn.rescued:
        sentence = t.ngettext(
            "With %(card)s face down, the check leaves %(rescued)s up: that saves %(saves)d point (%(gains)s) and "
            "costs nothing.",
            "With %(card)s face down, the check leaves %(rescued)s up: that saves %(saves)d points (%(gains)s) and "
            "costs nothing.",
            turn.saves,
        )
    elif turn.costs:
        sentence = t.ngettext(
            "%(card)s face down saves %(saves)d point (%(gains)s) and costs %(costs)d (%(losses)s).",
            "%(card)s face down saves %(saves)d points (%(gains)s) and costs %(costs)d (%(losses)s).",
            turn.saves,
        )
    else:
        sentence = t.ngettext(
            "%(card)s face down saves %(saves)d point (%(gains)s) and costs nothing.",
            "%(card)s face down saves %(saves)d points (%(gains)s) and costs nothing.",
            turn.saves,
        )
    return sentence % words


def describe_turn_back(card: Card, changes: tuple[tuple[Section, int], ...], language: str) -> str:
    """Say what a card that lies face down would change if it lay face up."""
    t = find_translations(language)
    if not changes:
        return t.gettext("%(card)s face up again changes no figure.") % {"card": card.name}
    sentence = t.gettext("%(card)s face up again: %(changes)s.")
    return sentence % {"card": card.name, "changes": format_changes(changes)}


def describe_start(language: str) -> str:
    """Say how a shelf is tried out."""
    t = find_translations(language)
    return t.gettext("Tap a card to flip it: every figure follows. Nothing is filed until you apply it.")


def describe_best(total: int, difference: int, language: str, *, is_changed: bool, is_most: bool) -> str:
    """Say what the recommended shelf comes to, ``difference`` beside the shelf as it lies.

    ``is_changed`` where cards are turned for it; ``is_most`` where no other cards bring more points.
    """
    t = find_translations(language)
    words = {"total": format_points(total), "points": abs(difference)}
    if is_most and difference > 0:
        sentence = t.ngettext(
            "Nothing scores more than this: %(total)s, %(points)d point more than now.",
            "Nothing scores more than this: %(total)s, %(points)d points more than now.",
            abs(difference),
        )
    elif is_changed:
        sentence = t.gettext("No better result can be had, nor more points with it: %(total)s.")
    elif is_most:
        sentence = t.gettext("No card is worth flipping: as it stands, the shelf scores the most it can, %(total)s.")
    else:
        sentence = t.gettext("No card is worth flipping: more points would make the result worse.")
    return sentence % words


def describe_more_points(total: int, outcome: Outcome, language: str) -> str:
    """Say what the most points are and what they come to, where they are not what is recommended."""
    t = find_translations(language)
    words = {"total": format_points(total), "outcome": describe_outcome(outcome, language)}
    return t.gettext("More points, but a worse result: %(total)s. %(outcome)s") % words


def describe_outcome(outcome: Outcome, language: str) -> str:
    """Say which place a plan reaches, or what becomes of the license; the empty string where nobody else is scored."""
    t = find_translations(language)
    if outcome.lead is None:
        return ""
    points = abs(outcome.lead)
    if outcome.place is None and not points:
        sentence = t.gettext("License refused: level with the library, and strictly more is needed.")
    elif outcome.place is None and outcome.won:
        sentence = t.ngettext(
            "License granted, %(points)d point ahead of the library.",
            "License granted, %(points)d points ahead of the library.",
            points,
        )
    elif outcome.place is None:
        sentence = t.ngettext(
            "License refused, %(points)d point behind the library.",
            "License refused, %(points)d points behind the library.",
            points,
        )
    elif not points:
        sentence = t.gettext("Place %(place)d, level on points with the best of the others.")
    elif outcome.lead > 0:
        sentence = t.ngettext(
            "Place %(place)d, %(points)d point ahead of the next.",
            "Place %(place)d, %(points)d points ahead of the next.",
            points,
        )
    else:
        sentence = t.ngettext(
            "Place %(place)d, %(points)d point behind the leader.",
            "Place %(place)d, %(points)d points behind the leader.",
            points,
        )
    return sentence % {"place": outcome.rank, "points": points}


def describe_attempt(total: int, difference: int, language: str) -> str:
    """Say how a shelf as tried out compares with the shelf as it lies."""
    t = find_translations(language)
    words = {"total": format_points(total), "points": abs(difference)}
    if not difference:
        sentence = t.gettext("%(total)s in all, the same as now.")
    elif difference > 0:
        sentence = t.ngettext(
            "%(total)s in all, %(points)d point more than now.",
            "%(total)s in all, %(points)d points more than now.",
            difference,
        )
    else:
        sentence = t.ngettext(
            "%(total)s in all, %(points)d point less than now.",
            "%(total)s in all, %(points)d points less than now.",
            -difference,
        )
    return sentence % words


def describe_refusal(error: AdviceError, language: str) -> str:
    """Say why a player cannot be advised."""
    t = find_translations(language)
    words = {"name": error.player, "names": ", ".join(error.names)}
    match error.refusal:
        case Refusal.UNKNOWN_PLAYER:
            sentence = t.gettext("Nobody called “%(name)s” is inspected here: expected one of %(names)s.")
        case Refusal.COUNTED_ON_PAPER:
            sentence = t.gettext("%(name)s: counted on paper. Advice needs the cards themselves, one by one.")
        case Refusal.TOO_LARGE:
            sentence = t.gettext("%(name)s: more is face up here than on any shelf in the game. There is no advice.")
    return sentence % words
