"""The wastebasket: what this phone deleted, to be taken back or deleted for good."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, url_for
from flask_babel import gettext as _

from ...workflow.houses.bin import (
    KEPT_IN_BIN,
    DeckExistsError,
    restore_deck,
    restore_table,
    shred_deck,
    shred_table,
    view_bin,
)
from ..access.guards import find_reach
from ..access.rendering import render
from ..site.answers import Page
from ..site.clock import now

bp = Blueprint("bin", __name__, url_prefix="/wastebasket")


@bp.get("")
def show() -> str:
    """Show what this phone may take back."""
    return render("houses/bin.html", bin=view_bin(find_reach(), now()), days=KEPT_IN_BIN.days)


@bp.post("/inspections/<slug>/restore")
def restore_inspection(slug: str) -> Page:
    """Take back an inspection."""
    restore_table(slug, find_reach(), now())
    flash(_("The file is back where it was."))
    return redirect(url_for("inspections.desk", slug=slug))


@bp.post("/inspections/<slug>/shred")
def shred_inspection(slug: str) -> Page:
    """Delete an inspection for good."""
    shred_table(slug, find_reach(), now())
    flash(_("The file has been shredded."))
    return redirect(url_for("bin.show"))


@bp.post("/decks/<int:number>/restore")
def take_back_deck(number: int) -> Page:
    """Take back a deck, unless another one has its name by now."""
    try:
        restore_deck(number, find_reach(), now())
    except DeckExistsError as error:
        flash(_("There is another deck called “%(name)s” by now. Rename that one first.", name=str(error)))
        return redirect(url_for("bin.show"))
    flash(_("The deck is back where it was."))
    return redirect(url_for("decks.show", deck=number))


@bp.post("/decks/<int:number>/shred")
def destroy_deck(number: int) -> Page:
    """Delete a deck for good."""
    shred_deck(number, find_reach(), now())
    flash(_("The deck has been shredded."))
    return redirect(url_for("bin.show"))
