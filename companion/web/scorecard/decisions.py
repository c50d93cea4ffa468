"""The table's own word: a figure or the title decided by the people at it, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from flask import Blueprint, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.decision import NOBODY, FigureForm, TitleForm
from ...forms.entry.request_key import make_request_key
from ...scoring.scorecard import Scorecard
from ...workflow.access.seeing import SeenDraft
from ...workflow.scorecard.own_word import (
    TITLE,
    KeptDecision,
    NotDecidingError,
    decide,
    find_decider,
    may_decide,
    offer_figures,
    offer_title,
    take_back,
)
from ...workflow.tables.documents import judge_draft
from ...workflow.tables.drafts import ConflictError
from ..access.guards import find_draft, find_viewer, refuse, require_seated
from ..access.rendering import render
from ..sheets.pages import turn_back
from ..site.answers import Page
from ..site.clock import now
from ..site.languages import find_language

bp = Blueprint("decisions", __name__, url_prefix="/inspections/<slug>/scorecard")


@bp.route("/figure", methods=["GET", "POST"])
def figure(slug: str) -> Page:
    """Enter a figure that the table decides, with its reason."""
    draft = find_draft(slug)
    card = _find_card(draft)
    if card is None:
        return turn_back(draft)
    form = FigureForm(data=None if request.method == "POST" else _suggest(draft))
    groups = offer_figures(draft, card, find_language())
    form.figure.choices = [option.value for group in groups for option in group.options]

    def read() -> KeptDecision:
        position, _colon, line = form.figure.data.partition(":")
        return KeptDecision("", line, int(position), form.read_points())

    status = _take(slug, form, read)
    if status == 302:
        return redirect(url_for("scorecard.show", slug=slug))
    return render("scorecard/figure.html", draft=draft, form=form, groups=groups, clash=status == 409), status


@bp.route("/title", methods=["GET", "POST"])
def title(slug: str) -> Page:
    """Enter who holds the title by the table's own word, or whether the license is granted."""
    draft = find_draft(slug)
    card = _find_card(draft)
    if card is None:
        return turn_back(draft)
    form = TitleForm(data=None if request.method == "POST" else _suggest(draft))
    holders = offer_title(draft, card)
    form.winners.choices = [NOBODY, *(str(holder.position) for holder in holders)]
    status = _take(slug, form, lambda: KeptDecision("", TITLE, winners=form.read_winners()))
    if status == 302:
        return redirect(url_for("scorecard.show", slug=slug))
    is_solo, clash = card.library is not None, status == 409
    return render("scorecard/title.html", draft=draft, form=form, holders=holders, clash=clash, is_solo=is_solo), status


@bp.post("/decisions/back")
def back(slug: str) -> Page:
    """Take a decision back."""
    require_seated(slug)
    try:
        take_back(slug, request.form.get("key", ""), find_viewer(), now())
    except NotDecidingError:
        _refuse()
    flash(_("Taken back: the rules’ figure stands alone again."))
    return redirect(url_for("scorecard.show", slug=slug))


def _find_card(draft: SeenDraft) -> Scorecard | None:
    """Return the scorecard to somebody who may decide, answer 403 to others; ``None`` while there is none."""
    require_seated(draft.slug)
    card = judge_draft(draft).scorecard
    if card is not None and not may_decide(draft.role):
        _refuse()
    return card


def _take(slug: str, form: FigureForm | TitleForm, read: Callable[[], KeptDecision]) -> int:
    """Store what a form decides, as ``read`` from a valid one, with its reason and its name.

    Returns the status of the answer: 302 once it is stored, 409 if somebody decided the same before, 422 if something
    needs correcting, 200 for a form that has not been sent.
    """
    if not form.validate_on_submit():
        return 422 if form.is_submitted() else 200
    key = form.request_key.data or make_request_key()
    try:
        decide(slug, replace(read(), key=key, reason=form.reason.data, by=form.by.data), find_viewer(), now())
    except ConflictError:
        return 409
    except NotDecidingError:
        _refuse()
    return 302


def _refuse() -> NoReturn:
    refuse(_("The table decides when all focuses lie open. Wait for the reveal."))


def _suggest(draft: SeenDraft) -> dict[str, str]:
    return {"by": find_decider(draft), "request_key": make_request_key()}
