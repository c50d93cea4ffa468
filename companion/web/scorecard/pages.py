"""The scorecard, and the two questions that it may ask: hand cards, and who won the reading race."""

from __future__ import annotations

from flask import Blueprint, Flask, redirect, request, url_for

from ...workflow.access.seeing import SeenDraft
from ...workflow.decks.table_decks import find_asking_deck, learn_table
from ...workflow.scorecard.last_questions import HandFaults, answer_hands, answer_reading
from ...workflow.scorecard.views import view_scorecard
from ...workflow.shelves.filling import drop_filled
from ...workflow.tables.documents import judge_draft
from ..access.guards import find_draft, find_reach, require_seated
from ..access.rendering import render
from ..sheets.pages import fill_sheet_form, turn_back
from ..site import live
from ..site.answers import Page
from ..site.clock import now
from ..site.languages import find_language
from ..walk.pages import answer_wrongly, find_asking_step

bp = Blueprint("scorecard", __name__, url_prefix="/inspections/<slug>/scorecard")


def init_app(app: Flask) -> None:
    """Let phones follow the scorecard: what the table answers and decides is seen by everyone at once."""
    live.register(app, "scorecard", _follow)


@bp.get("")
def show(slug: str) -> Page:
    """Show every figure with its reason, as soon as there are figures."""
    tag = live.tag_page(slug, "scorecard")
    draft = find_draft(slug)
    return _render(draft, {}, HandFaults(), tag)


@bp.post("/hands")
def hands(slug: str) -> Page:
    """Store how many cards were left in hand."""
    draft = find_draft(slug)
    own = require_seated(slug)
    # The host answers for everyone, all others for themselves.
    answered = [seat.position for seat in draft.seats if own.is_host or seat.position in own.seats]
    typed = {position: request.form[f"hand-{position}"].strip() for position in answered if _is_answered(position)}
    sure = [position for position, text in typed.items() if text and request.form.get(f"sure-{position}") == text]
    faults = answer_hands(draft, typed, sure, find_language(), now())
    if faults.sentences and request.form.get("back") == "walk":
        return answer_wrongly(draft, typed, faults)
    if faults.sentences:
        return _render(draft, typed, faults)
    return _go_back(slug)


@bp.post("/reading")
def reading(slug: str) -> Page:
    """Store who finished reading a book first, or clear it."""
    require_seated(slug)
    answer_reading(slug, request.form.get("winner", type=int), now())
    return _go_back(slug)


def _is_answered(position: int) -> bool:
    """Whether a field was changed on the page: an unchanged value may be older than what another phone entered."""
    text = request.form.get(f"hand-{position}")
    return text is not None and text != request.form.get(f"was-{position}")


def _go_back(slug: str) -> Page:
    """Redirect back to where the question was asked: the scorecard or the walk."""
    if request.form.get("back") != "walk":
        return redirect(url_for("scorecard.show", slug=slug))
    step = find_asking_step()
    return redirect(url_for("walk.look", slug=slug, step=step) if step else url_for("walk.show", slug=slug))


def _render(draft: SeenDraft, typed: dict[int, str], faults: HandFaults, tag: str = "") -> Page:
    """Render the page; without a ``tag`` it is not followed live."""
    judgement = judge_draft(draft)
    if judgement.scorecard is None:
        return turn_back(draft)
    if draft.role.is_seated and draft.role.sees_all:
        # In a file kept by one phone, viewing the figures means the shelves are done; others are learned at the reveal.
        learn_table(draft.slug, now())
        drop_filled(draft.slug)
    page = render(
        "scorecard/show.html",
        draft=draft,
        asking=find_asking_deck(draft.slug, draft.details.edition, find_reach()),
        tag=tag,
        card=view_scorecard(draft, judgement, find_language()),
        typed=typed,
        faults=faults,
        back=request.form.get("back", ""),
        sheet=fill_sheet_form(draft),
    )
    return page, 422 if faults.sentences else 200


def _follow(draft: SeenDraft) -> live.Fragment:
    """Render the scorecard anew; while there is none, as when it is being amended, phones go to the desk."""
    judgement = judge_draft(draft)
    if judgement.scorecard is None:
        return live.Fragment("", url_for("inspections.desk", slug=draft.slug))
    card = view_scorecard(draft, judgement, find_language())
    return live.Fragment(render("scorecard/_card.html", draft=draft, card=card, typed={}, faults=HandFaults(), back=""))
