"""The stages of an inspection: being ready, locking, unlocking, revealing, amending, and previous versions."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.fields import LONGEST_LINE, strip_text
from ...workflow.advice.flips import parse_places
from ...workflow.advice.last_chance import find_last_chance
from ...workflow.advice.taking_over import NoShelfError, turn_cards
from ...workflow.tables.desk import is_laid
from ...workflow.tables.drafts import ConflictError
from ...workflow.tables.stages import amend, find_version, nudge, unlock, write_ready
from ...workflow.walk.leading import begin, end
from ..access.guards import find_draft, find_viewer, require_entry, require_host, require_owner, require_seated
from ..access.rendering import render
from ..site.answers import Page
from ..site.clock import now
from ..site.downloads import send_download, write_json
from ..site.languages import find_language

bp = Blueprint("stages", __name__, url_prefix="/inspections/<slug>")


@bp.post("/seats/<int:position>/ready")
def ready(slug: str, position: int) -> Page:
    """Store that a librarian is done, or wants to go on; with ``laid``, done if nothing of the seat is missing.

    Being done never depends on a focus, which others could tell from it: the last chance comes after.
    """
    require_entry(slug, position)
    wanted = request.form.get("ready")
    if wanted == "laid" and not is_laid(find_draft(slug), position, find_language()):
        return redirect(url_for("inspections.desk", slug=slug))
    is_ready = wanted in ("yes", "laid")
    write_ready(slug, position, now(), is_ready=is_ready)
    draft = find_draft(slug)
    if is_ready and position in draft.role.seats:
        chance = find_last_chance(draft, draft.find_seat(position), find_language())
        if chance.is_any:
            return redirect(url_for("stages.last_chance", slug=slug, position=position))
    return redirect(url_for("inspections.desk", slug=slug))


@bp.get("/seats/<int:position>/ready")
def last_chance(slug: str, position: int) -> Page:
    """Offer the last chance to flip cards by hand: what A1 will flip, and what is advised."""
    draft = require_owner(slug, position)
    seat = draft.find_seat(position)
    return render(
        "tables/last_chance.html", draft=draft, seat=seat, chance=find_last_chance(draft, seat, find_language())
    )


@bp.post("/seats/<int:position>/flips")
def flip(slug: str, position: int) -> Page:
    """Flip the cards that were advised, and be done with it."""
    require_owner(slug, position)
    version = request.form.get("version", type=int)
    down = parse_places(request.form["down"]) if "down" in request.form else None
    try:
        turned = turn_cards(slug, position, down, -1 if version is None else version, find_viewer(), now())
    except (ConflictError, NoShelfError):
        flash(_("The table has changed in the meantime, and nothing was flipped. Take another look."))
        return redirect(url_for("stages.last_chance", slug=slug, position=position))
    if turned:
        flash(_("Filed: this is how the shelf is now."))
    return redirect(url_for("inspections.desk", slug=slug))


@bp.post("/nudge")
def nudge_table(slug: str) -> Page:
    """Ask those who are not done yet whether they are."""
    require_host(slug)
    is_new = nudge(slug, find_viewer(), now())
    flash(_("Their phones are asking.") if is_new else _("You asked a moment ago. Give them a minute."))
    return redirect(url_for("inspections.desk", slug=slug))


@bp.post("/lock")
def lock_table(slug: str) -> Page:
    """Begin the inspection: nothing on the shelves changes anymore."""
    require_host(slug)
    obstacles = begin(slug, find_viewer(), find_language(), now())
    if obstacles:
        return _turn_back(slug, obstacles)
    return redirect(url_for("walk.show", slug=slug))


@bp.post("/unlock")
def unlock_table(slug: str) -> Page:
    """Open the shelves again."""
    require_host(slug)
    unlock(slug, now())
    flash(_("The shelves are open again."))
    return redirect(url_for("inspections.desk", slug=slug))


@bp.post("/reveal")
def reveal_table(slug: str) -> Page:
    """Reveal all focuses at once, and go to the scorecard."""
    require_host(slug)
    obstacles = end(slug, find_language(), now())
    if obstacles:
        return _turn_back(slug, obstacles)
    return redirect(url_for("scorecard.show", slug=slug))


@bp.route("/amend", methods=["GET", "POST"])
def amend_table(slug: str) -> Page:
    """Ask why a closed inspection is being amended, keep the previous version, and open it."""
    require_seated(slug)
    if request.method == "POST":
        amend(slug, strip_text(request.form.get("reason"))[:LONGEST_LINE], find_viewer(), now())
        flash(_("The inspection is open for corrections. The earlier version is kept."))
        return redirect(url_for("inspections.desk", slug=slug))
    return render("tables/amend.html", draft=find_draft(slug))


@bp.get("/versions/<int:number>.json")
def version(slug: str, number: int) -> Page:
    """Send a previous version as an ``ex-libris/inspection@1`` document."""
    draft = find_draft(slug)
    return send_download(write_json(find_version(slug, number)), draft, "json")


def _turn_back(slug: str, obstacles: tuple[str, ...]) -> Page:
    for sentence in obstacles:
        flash(sentence)
    return redirect(url_for("inspections.desk", slug=slug))
