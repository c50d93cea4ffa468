"""One card of a deck: who said what about it, which version counts, and the owner's decision."""

from __future__ import annotations

from flask import Blueprint, Response, abort, flash, redirect, url_for
from flask_babel import gettext as _

from ...forms.entry.deck import IconsForm
from ...scoring.decks.deck import CardKey, parse_key
from ...workflow.decks.keeping import find_pictures, strike_card, view_deck
from ...workflow.decks.keeping import settle as settle_card
from ...workflow.decks.views import view_card
from ..access.rendering import render
from ..site.answers import Page
from ..site.clock import now

bp = Blueprint("deck_cards", __name__, url_prefix="/decks/<int:deck>/cards/<card>")

PARTS = ("band", "face")


@bp.get("")
def show(deck: int, card: str) -> Page:
    """Show a card, whether or not anything is known about it."""
    return _show(deck, read_key(card), IconsForm(formdata=None))


@bp.post("")
def settle(deck: int, card: str) -> Page:
    """Store what the owner says about a card."""
    key, form = read_key(card), IconsForm()
    if not form.validate_on_submit():
        return _show(deck, key, form), 422
    settle_card(deck, key, form.read(), now())
    flash(_("Noted."))
    return redirect(url_for("deck_cards.show", deck=deck, card=card))


@bp.post("/strike")
def strike(deck: int, card: str) -> Page:
    """Forget all statements about a card: it is not in this box, or has to be learned again."""
    strike_card(deck, read_key(card), now())
    flash(_("%(card)s has been struck out.", card=card))
    return redirect(url_for("decks.show", deck=deck))


@bp.get("/<part>.jpg")
def picture(deck: int, card: str, part: str) -> Response:
    """Send one of the two pictures of a card: its band or its front."""
    if part not in PARTS:
        abort(404)
    content: bytes = getattr(find_pictures(deck, read_key(card)), part)
    return Response(content, mimetype="image/jpeg")


def read_key(name: str) -> CardKey:
    """Parse a card's name in a URL; answer 404 if it is not one."""
    try:
        return parse_key(name)
    except ValueError:
        abort(404)


def _show(deck: int, key: CardKey, form: IconsForm) -> str:
    kept = view_deck(deck).kept
    card = view_card(kept.deck, key)
    return render(
        "decks/card.html", number=deck, deck=kept.deck, card=card, form=form, has_pictures=key in kept.pictured
    )
