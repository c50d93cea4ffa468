"""The decks of this phone's houses: a list of all, a new one, a single one, its letters and their counts."""

from __future__ import annotations

import re

from flask import Blueprint, flash, redirect, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup, escape

from ...forms.entry.deck import NewDeckForm, TypedCounts, say_wrong_name
from ...scoring.cards import BOOKS, BOOKS_OF_A_CATEGORY, CARDS
from ...scoring.decks.checks import DeckFinding, Flaw
from ...scoring.decks.deck import DeckNameError
from ...wording.decks.sentences import MOST_NAMED, describe_deck_finding
from ...workflow.decks.addresses import begin_deck, list_numbered
from ...workflow.decks.doubted import list_doubts
from ...workflow.decks.keeping import DeckExistsError, count_letters, find_deck, view_deck
from ...workflow.decks.views import list_all_letters, list_blank_letters, list_letters
from ...workflow.tables.archive import suggest_start
from ..access.guards import admit_viewer, find_reach
from ..access.rendering import render
from ..houses.choice import offer_houses, settle_house
from ..site.answers import Page
from ..site.clock import now
from ..site.languages import find_language

bp = Blueprint("decks", __name__, url_prefix="/decks")

BOX = {"cards": CARDS, "books": BOOKS, "of_a_category": BOOKS_OF_A_CATEGORY}
"""What every box contains."""


@bp.get("")
def show_all() -> str:
    """Show the decks of this phone's houses."""
    return render("decks/list.html", decks=list_numbered(find_reach()), box=BOX)


@bp.route("/new", methods=["GET", "POST"])
def begin() -> Page:
    """Make a deck of which only the edition is known."""
    suggested = {"edition": suggest_start(find_language(), now().date(), find_reach()).edition}
    viewer = admit_viewer()
    form = NewDeckForm(data=None if request.method == "POST" else suggested)
    if form.validate_on_submit():
        try:
            deck = begin_deck(form.name.data, form.edition.data, now(), house=settle_house(), owner=viewer.device)
        except DeckExistsError:
            form.refuse(say_taken(form.name.data))
        except DeckNameError as error:
            form.refuse(say_wrong_name(error, find_language()))
        else:
            return redirect(url_for("decks.show", deck=deck))
    page = render("decks/new.html", form=form, houses=offer_houses())
    return page, 422 if form.is_submitted() else 200


@bp.get("/<int:deck>")
def show(deck: int) -> str:
    """Show one deck: how much is known, what cannot be right, and every card of the box."""
    view = view_deck(deck)
    return render(
        "decks/show.html",
        number=deck,
        view=view,
        box=BOX,
        letters=list_letters(view.deck),
        blank_letters=list_blank_letters(view.deck),
        doubts=list_doubts(view),
        findings=[_say_finding(finding, view.deck.edition, deck) for finding in view.findings],
    )


@bp.route("/<int:deck>/letters", methods=["GET", "POST"])
def letters(deck: int) -> Page:
    """Edit how many cards each letter has."""
    kept = find_deck(deck)
    every = list_all_letters(kept)
    typed = TypedCounts.of_deck(every, kept.letter_counts)
    if request.method == "POST":
        typed = TypedCounts.of_form(every, request.form)
        if not typed.faults:
            count_letters(deck, typed.counts, now())
            flash(_("Noted."))
            return redirect(url_for("decks.show", deck=deck))
    known = {letter: sum(card.letter == letter for card in kept.cards) for letter in every}
    page = render("decks/letters.html", number=deck, deck=kept, typed=typed, known=known, box=BOX)
    return page, 422 if typed.faults else 200


def say_taken(name: str) -> str:
    """Say that another deck already has a name."""
    return str(_("There is already a deck called “%(name)s”. Choose another name.", name=name))


def _say_finding(finding: DeckFinding, edition: str, deck: int) -> Markup:
    """Say what cannot be right, with links to the cards in the sentence, or to the letters' counts."""
    sentence = escape(describe_deck_finding(finding, edition, find_language()))
    names = "|".join(map(re.escape, finding.cards[:MOST_NAMED]))
    if names:

        def link(match: re.Match[str]) -> str:
            return Markup('<a href="{}">{}</a>').format(url_for("deck_cards.show", deck=deck, card=match[0]), match[0])

        return Markup(re.sub(rf"(?<!\w)(?:{names})(?!\w)", link, sentence))  # noqa: S704  # both parts are escaped
    if finding.flaw in (Flaw.TOO_MANY_CARDS, Flaw.TOO_FEW_CARDS, Flaw.UNKNOWN_LETTER):
        address = url_for("decks.letters", deck=deck)
        return Markup('{} <a href="{}">{}</a>').format(sentence, address, _("Go to the letters"))
    return Markup(sentence)  # noqa: S704  # escaped above
