"""Advice: a what-if for one shelf, with every figure and the best flips; and what each player could have had.

Nothing is stored until an attempt is accepted; that writes the shelf as the editor does, and can be undone.
"""

from __future__ import annotations

from collections.abc import Set
from contextlib import suppress

from flask import Blueprint, redirect, request, url_for
from flask_babel import gettext as _

from ...scoring.advice import AdviceError, Aim
from ...scoring.inspection import Inspection
from ...scoring.shelf import Place
from ...workflow.access.seeing import SeenDraft, SeenSeat
from ...workflow.advice.flips import format_places, parse_places
from ...workflow.advice.forecasts import view_outlook
from ...workflow.advice.taking_over import NoShelfError, turn_cards
from ...workflow.advice.views import Footing, find_footing, find_obstacle, list_seat_tasks, view_chances, view_race
from ...workflow.advice.what_if import Attempt, suggest, try_out
from ...workflow.tables.documents import judge_draft
from ...workflow.tables.drafts import ConflictError
from ..access.guards import find_draft, find_viewer, require_entry, require_owner
from ..access.rendering import answer_json, render
from ..sheets.pages import turn_back
from ..shelves.pages import find_seat
from ..site.answers import Page, wants_json
from ..site.clock import now
from ..site.languages import find_language
from ..tables.pages import find_task_address

bp = Blueprint("advice", __name__, url_prefix="/inspections/<slug>")

SEAT = "/seats/<int:position>/advice"

AIMS = {"best": Aim.PLACE, "points": Aim.POINTS}
"""What the inspector is asked for, by the name of the button."""


@bp.get("/advice")
def table(slug: str) -> Page:
    """Show what each player could have had, once everything can be scored."""
    draft = find_draft(slug)
    inspection = judge_draft(draft).inspection
    if inspection is None:
        return turn_back(draft)
    chances, refusal = view_chances(draft, inspection, find_language())
    return render("advice/table.html", draft=draft, chances=chances, refusal=refusal)


@bp.get(SEAT)
def show(slug: str, position: int) -> Page:
    """Show the shelf as it lies, ready for attempts; or why there is no advice yet."""
    draft, seat = _find_own_seat(slug, position)
    return _render(draft, seat, find_footing(draft, seat))


@bp.post(SEAT)
def ask(slug: str, position: int) -> Page:
    """Answer a what-if: the shelf with these cards face down, or with the best ones."""
    draft, seat = _find_own_seat(slug, position)
    footing = find_footing(draft, seat)
    if footing.whole is None or request.form.get("version", type=int) != seat.version:
        return _refuse(draft, seat, footing)
    act = request.form.get("act")
    down = None if act == "back" else _read_down()
    attempt = _try_out(footing.whole, footing.index, down, aim=AIMS.get(act or ""))
    if wants_json():
        return answer_json(attempt)
    return _render(draft, seat, footing, attempt)


@bp.post(SEAT + "/shelf")
def take(slug: str, position: int) -> Page:
    """Store the shelf with these cards face down; it can be restored afterwards."""
    require_entry(slug, position)
    draft, seat = _find_own_seat(slug, position)
    version = request.form.get("version", type=int)
    if version is None:
        return _refuse(draft, seat, find_footing(draft, seat))
    try:
        turned = turn_cards(slug, position, _read_down(), version, find_viewer(), now())
    except NoShelfError:
        return _refuse(draft, seat, find_footing(draft, seat))
    except ConflictError:
        now_filed = find_draft(slug)
        kept_seat = now_filed.find_seat(position)
        return _refuse(now_filed, kept_seat, find_footing(now_filed, kept_seat))
    was, kept = (format_places(turned.was), turned.version) if turned else (None, None)
    return redirect(url_for("advice.show", slug=slug, position=position, was=was, version=kept))


def _find_own_seat(slug: str, position: int) -> tuple[SeenDraft, SeenSeat]:
    """Return the seat to advise: before the reveal only to its owner, since the best flips give the focus away."""
    draft = find_draft(slug)
    seat = find_seat(draft, position)
    if not draft.stage.shows_focuses:
        require_owner(slug, position)
    return draft, seat


def _read_down() -> frozenset[Place] | None:
    """Read which cards are face down, with the one just tapped turned over; ``None`` if nothing was sent."""
    if "down" not in request.form:
        return None
    return parse_places(request.form["down"]) ^ parse_places(request.form.get("turn", ""))


def _try_out(inspection: Inspection, index: int, down: Set[Place] | None, aim: Aim | None = None) -> Attempt:
    language = find_language()
    if aim is not None:
        # If there is no advice, the page says why and shows the shelf as tried out so far.
        with suppress(AdviceError):
            return suggest(inspection, index, down, aim, language)
    return try_out(inspection, index, down, language)


def _refuse(draft: SeenDraft, seat: SeenSeat, footing: Footing) -> Page:
    """Answer that something has changed meanwhile; the attempt is applied to the current shelf."""
    if wants_json():
        return answer_json({"message": _("This table has since been changed elsewhere. Reload the page.")}), 409
    attempt = _try_out(footing.whole, footing.index, _read_down()) if footing.whole else None
    sentence = _(
        "This table has since been changed elsewhere, and nothing of yours was filed. Here is the shelf as it is "
        "now; take another look at it."
    )
    return _render(draft, seat, footing, attempt, alert=sentence), 409


def _render(draft: SeenDraft, seat: SeenSeat, footing: Footing, attempt: Attempt | None = None, alert: str = "") -> str:
    language = find_language()
    if attempt is None and footing.whole:
        attempt = _try_out(footing.whole, footing.index, None)
    return render(
        "advice/seat.html",
        draft=draft,
        seat=seat,
        attempt=attempt,
        race=view_race(footing, language) if footing.inspection else None,
        outlook=None if footing.is_whole else view_outlook(draft, seat, language),
        obstacle=find_obstacle(seat, language),
        tasks=[(task, find_task_address(draft, task)) for task in list_seat_tasks(draft, seat, language)],
        alert=alert,
        was=request.args.get("was") if request.args.get("version", type=int) == seat.version else None,
    )
