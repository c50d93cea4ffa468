"""The choice of a deck in the forms that start or edit an inspection; nobody has to touch it."""

from __future__ import annotations

from typing import Protocol

from flask_babel import gettext as _
from wtforms import SelectField

from ...workflow.decks.table_decks import Choice, choose, find_other_edition, list_choices, name_choice
from ..site.clock import now
from ..site.languages import name_language

TITLE = "Ex Libris ({language})"
"""The name of a deck that nobody has named."""


class DeckForm(Protocol):
    """A form with a field for a deck of an edition."""

    deck: SelectField
    edition: SelectField


def offer_decks(form: DeckForm, current: str | None = None) -> None:
    """Fill in the choices: the existing decks and, unless there is a ``current`` one, the one used last."""
    editions = list_choices()
    named = [(name_choice(name), f"{name} · {name_language(edition)}") for name, edition in editions.items()]
    last = _("The one last used with this edition") if editions else _("A new one, started automatically")
    choices = [(Choice.LAST.value, last)] if current is None else []
    choices += named
    if editions:
        choices.append((Choice.NEW.value, _("A new one")))
    choices.append((Choice.NONE.value, _("None: nothing is remembered")))
    form.deck.choices = choices
    if not form.deck.data:
        form.deck.data = Choice.LAST.value if current is None else name_choice(current)


def accept_deck(form: DeckForm, current: str = "") -> bool:
    """Whether the chosen deck can be used; a table's current deck is replaced if the edition changes."""
    other = find_other_edition(form.deck.data, form.edition.data, current)
    if other is None:
        return True
    sentence = _(
        "This deck belongs to another edition: %(edition)s. Choose another deck, or that edition.",
        edition=name_language(other),
    )
    form.deck.errors = (*form.deck.errors, sentence)
    return False


def find_chosen(form: DeckForm) -> str:
    """Return the name of the deck chosen in a form, created if it is new; empty for none."""
    edition = form.edition.data
    return choose(form.deck.data or Choice.LAST, edition, TITLE.format(language=name_language(edition)), now())
