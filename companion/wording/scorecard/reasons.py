"""The reason for every figure, as a sentence: what ends an argument at the table."""

from __future__ import annotations

from ...scoring.cards import Card
from ...scoring.scorecard import Line, PlayerScore, Ruling
from ...scoring.sections.alphabetical_order import Flip, OrderCheck
from ...scoring.sections.banned_books import Penalty
from ...scoring.sections.categorical_variety import Variety
from ...scoring.sections.library_focus import FocusBonus
from ...scoring.sections.prominent_works import AWARDS, Award
from ...scoring.sections.shelf_stability import Rectangle, Stability
from ...scoring.shelf import Shelf
from ...scoring.terms import find_terms
from ..languages import find_translations


def describe_order(order: OrderCheck | None, language: str) -> tuple[str, ...]:
    """Say what A1 did: a sentence for each card turned, or one that none was."""
    t = find_translations(language)
    if order is None:
        return (t.gettext("Counted on paper: no shelf was checked."),)
    if not order.flips:
        return (t.gettext("Every face-up card follows the one before it."),)
    return tuple(describe_flip(flip, language) for flip in order.flips)


def describe_flip(flip: Flip, language: str) -> str:
    """Say why a card was turned."""
    sentence = find_translations(language).gettext("%(card)s does not follow %(after)s and is flipped face down.")
    return sentence % {"card": flip.card.name, "after": flip.after.name}


def describe_coming_flip(flip: Flip, language: str) -> str:
    """Say before the inspection which card it will turn."""
    sentence = find_translations(language).gettext("%(card)s does not follow %(after)s: the check will flip it.")
    return sentence % {"card": flip.card.name, "after": flip.after.name}


def describe_figure_of_a2(books: tuple[tuple[Card, int], ...]) -> str:
    """List the cards behind one figure of A2: ``A1 B3×2``."""
    return " ".join(card.name if count == 1 else f"{card.name}×{count}" for card, count in books)


def describe_line(line: Line, shelf: Shelf | None, language: str) -> str:
    """Say the reason for one line of section B; ``shelf`` is the shelf after the check."""
    match line:
        case Stability():
            return _describe_stability(line, shelf, language)
        case Award():
            return _describe_award(line, language)
        case Penalty():
            return _describe_penalty(line, language)
        case Variety():
            return _describe_variety(line, language)
        case FocusBonus():
            return _describe_focus(line, language)


def describe_player(player: PlayerScore, language: str) -> tuple[str, ...]:
    """Say all reasons of a player, B1 to B5."""
    return tuple(describe_line(line, player.shelf, language) for line in player.figures.lines)


def _describe_stability(line: Stability, shelf: Shelf | None, language: str) -> str:
    t = find_translations(language)
    if line.counted_on_paper:
        return t.gettext("Counted on paper.")
    if line.rectangle is None or shelf is None:
        if not line.entombed:
            return t.gettext("No full rectangle of at least 2 by 2 cards stands on the bottom row.")
        sentence = t.ngettext(
            "No rectangle, but %(entombed)d entombed card, 2 points each.",
            "No rectangle, but %(entombed)d entombed cards, 2 points each.",
            line.entombed,
        )
        return sentence % {"entombed": line.entombed}
    size = {
        "cards": line.rectangle.cards,
        "height": line.rectangle.height,
        "width": line.rectangle.width,
        "names": name_rectangle(line.rectangle, shelf),
    }
    sentence = t.ngettext(
        "Rectangle of %(cards)d card, %(height)d high and %(width)d wide: %(names)s.",
        "Rectangle of %(cards)d cards, %(height)d high and %(width)d wide: %(names)s.",
        line.rectangle.cards,
    )
    return f"{sentence % size} {_describe_entombed(line.entombed, language)}".rstrip()


def _describe_entombed(entombed: int, language: str) -> str:
    if not entombed:
        return ""
    sentence = find_translations(language).ngettext(
        "Plus %(entombed)d entombed card, 2 points each.",
        "Plus %(entombed)d entombed cards, 2 points each.",
        entombed,
    )
    return sentence % {"entombed": entombed}


def name_rectangle(rectangle: Rectangle, shelf: Shelf) -> str:
    """Name the cards that form a rectangle, rows divided by a slash."""
    names = [shelf[place].name for place in rectangle]
    width = rectangle.width
    return " / ".join(" ".join(names[start : start + width]) for start in range(0, len(names), width))


def _describe_award(line: Award, language: str) -> str:
    t = find_translations(language)
    words: dict[str, str | int] = {
        "category": find_terms(language).name(line.category),
        "books": line.books,
        "place": line.place,
        "tied": line.tied,
        "pooled": " + ".join(str(award) for award in line.pooled),
        "rival": line.rival or 0,
    }
    if line.rival is not None:
        if line.rival == line.books:
            sentence = t.ngettext(
                "%(category)s: %(books)d book on both sides; a tie goes to the public library.",
                "%(category)s: %(books)d books on both sides; a tie goes to the public library.",
                line.books,
            )
        else:
            sentence = t.ngettext(
                "%(category)s: %(books)d book against %(rival)d.",
                "%(category)s: %(books)d books against %(rival)d.",
                line.books,
            )
    elif line.tied > 1:
        sentence = t.ngettext(
            "%(category)s: %(books)d book, place %(place)d shared by %(tied)d: (%(pooled)s) ÷ %(tied)d, rounded up.",
            "%(category)s: %(books)d books, place %(place)d shared by %(tied)d: (%(pooled)s) ÷ %(tied)d, rounded up.",
            line.books,
        )
    elif line.place > len(AWARDS):
        sentence = t.ngettext(
            "%(category)s: %(books)d book, place %(place)d; only the first three are awarded.",
            "%(category)s: %(books)d books, place %(place)d; only the first three are awarded.",
            line.books,
        )
    else:
        sentence = t.ngettext(
            "%(category)s: %(books)d book, place %(place)d.",
            "%(category)s: %(books)d books, place %(place)d.",
            line.books,
        )
    return sentence % words


def _describe_penalty(line: Penalty, language: str) -> str:
    sentence = find_translations(language).ngettext(
        "%(category)s: %(books)d Banned Book, −1 each.", "%(category)s: %(books)d Banned Books, −1 each.", line.books
    )
    return sentence % {"category": find_terms(language).name(line.category), "books": line.books}


def _describe_variety(line: Variety, language: str) -> str:
    t, terms = find_translations(language), find_terms(language)
    names = ", ".join(terms.name(category) for category in line.scarcest)
    if len(line.scarcest) > 1:
        sentence = t.ngettext(
            "Scarcest, tied: %(categories)s, %(books)d book each, scored once at 3 points a book.",
            "Scarcest, tied: %(categories)s, %(books)d books each, scored once at 3 points a book.",
            line.books,
        )
    else:
        sentence = t.ngettext(
            "Scarcest: %(categories)s, %(books)d book, 3 points each.",
            "Scarcest: %(categories)s, %(books)d books, 3 points each.",
            line.books,
        )
    return sentence % {"categories": names, "books": line.books}


def _describe_focus(line: FocusBonus, language: str) -> str:
    sentence = find_translations(language).ngettext(
        "Focus %(category)s: %(books)d book, 2 points each.",
        "Focus %(category)s: %(books)d books, 2 points each.",
        line.books,
    )
    return sentence % {"category": find_terms(language).name(line.category), "books": line.books}


def describe_ruling(ruling: Ruling, language: str) -> str:
    """Say which reading of the rules made this score what it is."""
    t = find_translations(language)
    match ruling:
        case Ruling.ZERO_PROMINENT_PLACED:
            return t.gettext("Having no prominent book is still a place: no rulebook leaves anybody out.")
        case Ruling.WHOLE_TIE_POOLED:
            return t.gettext("The awards of all tied places are pooled, as in the Czech rulebook’s examples.")
        case Ruling.ENTOMBED_WITHOUT_RECTANGLE:
            return t.gettext("Entombed cards score 2 each even where there is no rectangle to add them to.")
        case Ruling.ENTOMBED_UNDER_FLIPPED:
            return t.gettext(
                "A card entombed under one that lies face down still scores 2: its cover is not discarded."
            )
        case Ruling.STACK_IS_ONE_PLACE:
            return t.gettext("In a rectangle, a card and the one entombed under it are one place.")
        case Ruling.SCARCEST_SCORED_ONCE:
            return t.gettext("Categories tied for the scarcest score once, as the Czech rulebook says.")
        case Ruling.LETTERS_BY_EDITION:
            return t.gettext(
                "No rulebook says where the letters of its own language belong; its alphabet is followed here."
            )
        case Ruling.ANY_CARD_MAY_BE_TURNED:
            return t.gettext(
                "Any card may be flipped by hand, as four rulebooks say; this edition’s speaks of misfiled ones."
            )
        case Ruling.FACE_UP_BOOKS_BREAK_TIES:
            return t.gettext("“Most books” counts the books face up: a flipped card’s place is empty.")
        case Ruling.SECOND_STEP_INFERRED:
            return t.gettext(
                "Cards in hand are the second tiebreak in all other editions; our text of this one lacks that line."
            )
        case Ruling.LAST_STEP_BY_EDITION:
            return t.gettext("What follows the last tiebreak differs by edition; the edition of this box decides.")
