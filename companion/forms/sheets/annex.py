"""The second page: the shelves with a legend, or places to draw them."""

from __future__ import annotations

from ...scoring.categories import CATEGORIES
from ...scoring.inspection import Form
from ...scoring.scorecard import Scorecard
from ...scoring.terms import find_terms
from ...wording.languages import find_translations
from .fitting.sizes import SIZES, fit_absent
from .parts import Annex, CategoryMark, DrawnShelf, Entry, Paper, WordStyle, Written
from .shelves import draw_blank_shelves, draw_shelves
from .table import mark_category

_BLANK_SHELVES = {Form.B_7C: 4, Form.S_42A: 1}


def fill_annex(card: Scorecard, language: str, paper: Paper) -> Annex | None:
    """Draw the second page; ``None`` if every shelf was counted on paper."""
    shelves = draw_shelves(card, language, paper)
    if not shelves:
        return None
    t = find_translations(language)
    counted = ", ".join(player.name for player in card.players if player.shelf is None)
    return Annex(
        title=t.gettext("Annex to form %(form)s") % {"form": card.inspection.form.value},
        subtitle=t.gettext("the shelves as the check left them"),
        shelves=shelves,
        categories=_list_categories(language),
        key=_find_key(shelves, language),
        absent=fit_absent(t.gettext("Counted on paper, not drawn: %(names)s") % {"names": counted}, paper)
        if counted
        else Written(),
    )


def blank_annex(form: Form, language: str, paper: Paper) -> Annex:
    """Leave places to draw shelves and, on S-42A, to tally the discard pile."""
    t = find_translations(language)
    return Annex(
        title=t.gettext("Annex to form %(form)s") % {"form": form.value},
        subtitle=t.gettext("the shelves, card by card"),
        shelves=draw_blank_shelves(_BLANK_SHELVES[form], SIZES[paper].annex, language, paper),
        categories=_list_categories(language),
        pile=find_terms(language).public_library if form is Form.S_42A else "",
    )


def _list_categories(language: str) -> tuple[CategoryMark, ...]:
    return tuple(mark_category(category, find_terms(language)) for category in CATEGORIES)


def _find_key(shelves: tuple[DrawnShelf, ...], language: str) -> tuple[Entry, ...]:
    """Explain the marks that these drawings show."""
    t = find_translations(language)
    words = [words for shelf in shelves for words in shelf.cards.words if words.style is WordStyle.TAG]
    marks = (
        ("outline", t.gettext("scores in B1"), any(shelf.outline for shelf in shelves)),
        ("down", t.gettext("face down"), any(shelf.cards.backs for shelf in shelves)),
        ("tag", t.gettext("flipped by the check"), any("A1" in line.text for line in words)),
        ("under", t.gettext("a card entombed under it"), any("+2" in line.text for line in words)),
    )
    return tuple(Entry(mark, meaning) for mark, meaning, shown in marks if shown)
