"""The stages of an inspection: being ready, locking, unlocking, revealing, amending, and previous versions."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.fields import LONGEST_LINE, strip_text
from ...workflow.shelves.entry import preview_seat
from ...workflow.tables.drafts import Kind
from ...workflow.tables.stages import amend, find_version, lock, reveal, unlock, write_ready
from ..access.guards import find_draft, find_viewer, require_entry, require_host, require_seated
from ..access.rendering import render
from ..site.answers import Page
from ..site.clock import now
from ..site.downloads import send_download, write_json
from ..site.languages import find_language

bp = Blueprint("stages", __name__, url_prefix="/inspections/<slug>")


@bp.get("/seats/<int:position>/ready")
def last_chance(slug: str, position: int) -> Page:
    """Offer the last chance to turn cards by hand, before a librarian confirms being done."""
    require_entry(slug, position)
    draft = find_draft(slug)
    seat = draft.find_seat(position)
    flips = preview_seat(draft, seat, find_language())["flipped"] if seat.kind is Kind.SHELF else None
    return render("tables/last_chance.html", draft=draft, seat=seat, flips=flips)


@bp.post("/seats/<int:position>/ready")
def ready(slug: str, position: int) -> Page:
    """Store that a librarian is done, or wants to go on."""
    require_entry(slug, position)
    write_ready(slug, position, now(), is_ready=request.form.get("ready") == "yes")
    return redirect(url_for("inspections.desk", slug=slug))


@bp.post("/lock")
def lock_table(slug: str) -> Page:
    """Begin the inspection: nothing on the shelves changes anymore."""
    require_host(slug)
    obstacles = lock(slug, find_language(), now())
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
    obstacles = reveal(slug, find_language(), now())
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
