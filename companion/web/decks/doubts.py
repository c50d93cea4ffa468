"""What a deck asks about a photo that would make earlier ones worse: whether to learn it all the same."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...workflow.decks.doubted import Answer, answer_doubted
from ..site.answers import Page
from ..site.clock import now

bp = Blueprint("deck_doubts", __name__, url_prefix="/decks/<int:deck>/doubts")


@bp.post("/<int:number>")
def answer(deck: int, number: int) -> Page:
    """Store what somebody says of a photo; no answer asks again."""
    try:
        said = Answer(request.form.get("answer", ""))
    except ValueError:
        abort(400)
    answer_doubted(deck, number, said, now())
    flash(_("Noted."))
    return redirect(url_for("decks.show", deck=deck, _anchor="doubts"))
