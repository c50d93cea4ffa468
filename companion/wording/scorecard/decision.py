"""How the first place was decided, as a sentence, and the licence of a solo game."""

from __future__ import annotations

from ...scoring.scorecard import Scorecard, Tiebreak
from ...scoring.terms import find_terms
from ..languages import find_translations
from .figures import format_points


def describe_decision(card: Scorecard, language: str) -> str:
    """Say what decided: the lead, the step that broke a tie, or what the table still has to do."""
    if card.library is not None:
        return _describe_licence(card, language)
    t = find_translations(language)
    words: dict[str, str | int] = {"winners": ", ".join(card.winners), "margin": find_margin(card)}
    match card.tiebreak:
        case Tiebreak.BOOKS:
            sentence = t.gettext("Tied on points; decided by the most books: %(winners)s.")
        case Tiebreak.HAND if len(card.winners) > 1:
            sentence = t.gettext("Tied on points and books: count the cards left in hand (%(winners)s).")
        case Tiebreak.HAND:
            sentence = t.gettext("Tied on points and books; decided by the fewest cards in hand: %(winners)s.")
        case Tiebreak.BANNED:
            sentence = t.gettext("Tied on points, books and hand; decided by the fewest Banned Books: %(winners)s.")
        case Tiebreak.READING if len(card.winners) > 1:
            sentence = t.gettext("Still tied: the first to finish reading a book wins (%(winners)s).")
        case Tiebreak.READING:
            sentence = t.gettext("Tied to the end; first to finish reading a book: %(winners)s.")
        case Tiebreak.SHARED:
            sentence = t.gettext("Tied to the end: the victory is shared (%(winners)s).")
        case Tiebreak.UNDECIDED:
            sentence = t.gettext(
                "Still tied; where this edition stops, a reading race decides in others (%(winners)s)."
            )
        case None if len(card.players) == 1:
            sentence = t.gettext("%(winners)s had no rival.")
        case None:
            sentence = t.ngettext(
                "%(winners)s leads by %(margin)d point; no tiebreak was needed.",
                "%(winners)s leads by %(margin)d points; no tiebreak was needed.",
                int(words["margin"]),
            )
    return sentence % words


def name_tiebreak(tiebreak: Tiebreak, language: str) -> str:
    """Name a step of the chain, as a heading."""
    t = find_translations(language)
    names = {
        Tiebreak.BOOKS: t.gettext("Most books on the shelf"),
        Tiebreak.HAND: t.gettext("Fewest cards left in hand"),
        Tiebreak.BANNED: t.gettext("Fewest Banned Books"),
        Tiebreak.READING: t.gettext("The reading race"),
        Tiebreak.SHARED: t.gettext("The victory is shared"),
        Tiebreak.UNDECIDED: t.gettext("Undecided"),
    }
    return names[tiebreak]


def find_margin(card: Scorecard) -> int:
    """Return by how many points the first is ahead of the second; 0 without a second."""
    totals = sorted((player.figures.total for player in card.players), reverse=True)
    return totals[0] - totals[1] if len(totals) > 1 else 0


def _describe_licence(card: Scorecard, language: str) -> str:
    t = find_translations(language)
    mine, theirs = card.players[0].figures.total, card.library.total if card.library else 0
    words = {"name": card.players[0].name, "mine": format_points(mine), "theirs": format_points(theirs)}
    if card.won:
        return t.gettext("License granted to %(name)s: %(mine)s against the library’s %(theirs)s.") % words
    if mine == theirs:
        return t.gettext("License refused to %(name)s: %(mine)s on both sides, and strictly more is needed.") % words
    return t.gettext("License refused to %(name)s: %(mine)s against the library’s %(theirs)s.") % words


def describe_winner(card: Scorecard, language: str) -> str:
    """Return the title with the name of whoever holds it; the empty string while it is contested or solo."""
    return f"{find_terms(language).grand_librarian}: {', '.join(card.named)}" if card.named else ""
