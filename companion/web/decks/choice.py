"""The choice of a deck in the forms that start or edit an inspection; nobody has to touch it."""

from __future__ import annotations

from typing import Protocol

from flask_babel import gettext as _
from wtforms import SelectField

from ...workflow.decks.table_decks import (
    Choice,
    Scope,
    choose,
    find_other_edition,
    list_deck_choices,
    name_choice,
)
from ..access.guards import find_reach
from ..site.clock import now
from ..site.languages import name_language

TITLE = "Ex Libris ({language})"
"""The name of a deck that nobody has named."""


class DeckForm(Protocol):
    """A form with a field for a deck of an edition."""

    deck: SelectField
    edition: SelectField


def offer_decks(form: DeckForm, current: int | None = None) -> None:
    """Fill in the choices: the decks of the phone's houses and, unless there is a ``current`` one, the one used last.

    The current deck of a table may be none of them; 0 stands for none.
    """
    decks = list_deck_choices(find_reach(), current)
    named = [(name_choice(deck.number), f"{deck.name} · {name_language(deck.edition)}") for deck in decks]
    last = _("The one last used with this edition") if decks else _("A new one, started automatically")
    choices = [(Choice.LAST.value, last)] if current is None else []
    choices += named
    if decks:
        choices.append((Choice.NEW.value, _("A new one")))
    choices.append((Choice.NONE.value, _("None: nothing is remembered")))
    form.deck.choices = choices
    if not form.deck.data:
        form.deck.data = Choice.LAST.value if current is None else name_choice(current)


def accept_deck(form: DeckForm, current: int = 0) -> bool:
    """Whether the chosen deck can be used; a table's current deck is replaced if the edition changes."""
    other = find_other_edition(form.deck.data, form.edition.data, find_reach(), current)
    if other is None:
        return True
    sentence = _(
        "This deck belongs to another edition: %(edition)s. Choose another deck, or that edition.",
        edition=name_language(other),
    )
    form.deck.errors = (*form.deck.errors, sentence)
    return False


def find_chosen(form: DeckForm, house: int, current: int = 0) -> int:
    """Return the number of the deck chosen in a form, begun in a house if it is new; 0 for none."""
    edition = form.edition.data
    title = TITLE.format(language=name_language(edition))
    return choose(form.deck.data or Choice.LAST, edition, title, now(), Scope(find_reach(), house), current)
