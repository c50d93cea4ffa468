"""The inspection as a walk: the inspector leads, every phone follows, and anyone may look back on their own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from flask import Blueprint, Flask, abort, redirect, request, url_for

from ...workflow.access.seeing import SeenDraft
from ...workflow.scorecard.last_questions import HandFaults
from ...workflow.walk.leading import lead_to
from ...workflow.walk.paces import Pace, read_pace
from ...workflow.walk.steps import SealedStepError, Step, find_step
from ...workflow.walk.views import find_beginning, view_walk
from ..access.guards import find_draft, require_host
from ..access.rendering import render
from ..sheets.pages import turn_back
from ..site import live
from ..site.answers import Page
from ..site.clock import now
from ..site.languages import find_language

_FAULTLESS = HandFaults()

bp = Blueprint("walk", __name__, url_prefix="/inspections/<slug>/walk")


def init_app(app: Flask) -> None:
    """Let phones follow the walk, or a single step of it while they view that on their own."""
    for step in (None, *Step):
        live.register(app, _name_page(step), partial(_follow, step))


@bp.get("")
def show(slug: str) -> Page:
    """Show the inspector's current step, and follow."""
    return _show(slug, None)


@bp.get("/<step>")
def look(slug: str, step: str) -> Page:
    """Show a step to someone viewing it alone: as far as the inspector has come, and everything after the reveal."""
    return _show(slug, _read_step(step))


@bp.post("")
def move(slug: str) -> Page:
    """Let the inspector go to a step, perhaps at another pace; going to the focuses reveals them all.

    With a pace and no step, the walk begins at the first step of that pace.
    """
    require_host(slug)
    pace = _read_pace(request.form["pace"]) if "pace" in request.form else None
    if pace and "step" not in request.form:
        step = find_beginning(find_draft(slug), pace)
    else:
        step = _read_step(request.form.get("step", ""))
    lead_to(slug, step, find_language(), now(), pace)
    return redirect(url_for("scorecard.show" if "skip" in request.form else "walk.show", slug=slug))


def answer_wrongly(draft: SeenDraft, typed: Mapping[int, str], faults: HandFaults) -> Page:
    """Show the step once more, with what is wrong with numbers of hand cards: they stay as typed."""
    try:
        fragment = _render(draft, find_asking_step(), typed, faults)
    except LookupError:
        return turn_back(draft)
    return render("walk/show.html", draft=draft, fragment=fragment), 422


def find_asking_step() -> Step | None:
    """Return the step that was looked at alone when a question of the walk was answered; ``None`` follows."""
    return _read_step(request.form["at"]) if "at" in request.form else None


def _show(slug: str, step: Step | None) -> Page:
    page = _name_page(step)
    tag = live.tag_page(slug, page)
    draft = find_draft(slug)
    try:
        fragment = _render(draft, step)
    except SealedStepError:
        return redirect(_find_open_page(draft, step))
    except LookupError:
        return turn_back(draft)
    address = url_for("live.follow", slug=slug, page=page)
    return render("walk/show.html", draft=draft, fragment=fragment, address=address, tag=tag)


def _follow(step: Step | None, draft: SeenDraft) -> live.Fragment:
    """Render what changes; a phone whose step is no longer open goes where it may."""
    try:
        return live.Fragment(_render(draft, step))
    except SealedStepError:
        return live.Fragment("", _find_open_page(draft, step))
    except LookupError:
        return live.Fragment("", url_for("inspections.desk", slug=draft.slug))


def _name_page(step: Step | None) -> str:
    return f"walk-{step}" if step else "walk"


def _render(
    draft: SeenDraft,
    step: Step | None,
    typed: Mapping[int, str] = MappingProxyType({}),
    faults: HandFaults = _FAULTLESS,
) -> str:
    role = draft.role
    walk = view_walk(draft, step, find_language())
    is_alone = step is not None or walk.inspector is None
    return render("walk/_page.html", draft=draft, walk=walk, role=role, is_alone=is_alone, typed=typed, faults=faults)


def _find_open_page(draft: SeenDraft, step: Step | None) -> str:
    """Return where to go from a step that is not open: to the inspector's step, or to the desk while nobody leads."""
    return url_for("walk.show" if step else "inspections.desk", slug=draft.slug)


def _read_step(text: str) -> Step:
    try:
        return find_step(text)
    except LookupError:
        abort(404)


def _read_pace(text: str) -> Pace:
    try:
        return read_pace(text)
    except LookupError:
        abort(404)
