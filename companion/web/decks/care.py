"""Managing a deck: its name, whether it keeps pictures, and deleting it."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.deck import NameForm, say_wrong_name
from ...scoring.decks.deck import DeckNameError
from ...workflow.decks.addresses import delete_deck, find_name, may_delete
from ...workflow.decks.files import has_file
from ...workflow.decks.keeping import DeckExistsError, keep_pictures, rename_deck, view_deck
from ...workflow.houses.bin import KEPT_IN_BIN
from ..access.guards import find_viewer, refuse
from ..access.rendering import render
from ..site.answers import Page
from ..site.clock import now
from ..site.languages import find_language
from .pages import say_taken

bp = Blueprint("deck_care", __name__, url_prefix="/decks/<int:deck>")


@bp.get("/care")
def show(deck: int) -> str:
    """Show everything that can be done with a deck as a whole."""
    name = find_name(deck)
    return show_care(deck, NameForm(formdata=None, data={"name": name}))


@bp.post("/name")
def rename(deck: int) -> Page:
    """Rename a deck."""
    form = NameForm()
    if form.validate_on_submit():
        try:
            rename_deck(deck, form.name.data, now())
        except DeckExistsError:
            form.refuse(say_taken(form.name.data))
        except DeckNameError as error:
            form.refuse(say_wrong_name(error, find_language()))
        else:
            flash(_("Noted."))
            return redirect(url_for("decks.show", deck=deck))
    return show_care(deck, form), 422


@bp.get("/pictures")
def ask_pictures(deck: int) -> str:
    """Ask whether to delete the pictures."""
    return render("decks/pictures.html", number=deck, view=view_deck(deck))


@bp.post("/pictures")
def switch_pictures(deck: int) -> Page:
    """Allow pictures from now on, or forbid them, which deletes the existing ones."""
    keeps = request.form.get("keep") == "yes"
    keep_pictures(deck, keeps, now())
    flash(
        _("Pictures of the cards are kept from now on.")
        if keeps
        else _("Pictures are no longer kept, and none are left.")
    )
    return redirect(url_for("deck_care.show", deck=deck))


@bp.route("/delete", methods=["GET", "POST"])
def delete(deck: int) -> Page:
    """Delete a deck, after asking."""
    if not may_delete(deck, find_viewer()):
        refuse(_("Only the phone that began this deck may delete it."))
    if request.method == "POST":
        delete_deck(deck, now())
        flash(_("The deck is in the wastebasket, from where it can be taken back for 30 days."))
        return redirect(url_for("decks.show_all"))
    return render("decks/delete.html", number=deck, view=view_deck(deck), days=KEPT_IN_BIN.days)


def show_care(deck: int, form: NameForm, sentences: list[str] | None = None) -> str:
    """Render the page; ``sentences`` say what is wrong with an uploaded file."""
    view = view_deck(deck)
    return render(
        "decks/care.html",
        number=deck,
        view=view,
        form=form,
        sentences=sentences or [],
        file_waits=has_file(deck),
        may_delete=may_delete(deck, find_viewer()),
    )
