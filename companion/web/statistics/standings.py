"""Standings: tables of this phone and its houses, chosen and added up."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from ...forms.entry.fields import LONGEST_NAME
from ...workflow.houses.reach import find_own_reach
from ...workflow.statistics.recalling import recall_own_sittings
from ...workflow.statistics.results import Sitting
from ...workflow.statistics.standings import MOST_CHOSEN, view_standings, write_standings
from ..access.guards import find_reach, find_viewer, is_house_open
from ..access.rendering import render
from ..site.clock import now
from ..site.downloads import send_file, write_json
from ..site.languages import find_language
from .pages import find_results

bp = Blueprint("standings", __name__)


@bp.get("/standings")
def show() -> str:
    """Offer the tables of this phone and its houses, and show what the chosen ones add up to."""
    view = view_standings(_recall(), _read_choice(), find_language(), _read_winner())
    return render("statistics/standings.html", view=view)


@bp.get("/standings.json")
def document() -> Response:
    """Send the standings as an ``ex-libris/standings@1`` document."""
    written = write_standings(_recall(), _read_choice(), find_language(), _read_winner())
    return send_file(write_json(written), "ex-libris-standings", "json")


def _read_choice() -> tuple[str, ...]:
    """Return the slugs that were chosen, each once."""
    return tuple(dict.fromkeys(request.args.getlist("table")))[:MOST_CHOSEN]


def _read_winner() -> str:
    """Return who is said to have won a reading race; the empty string where nobody is."""
    return request.args.get("reading-winner", "").strip()[:LONGEST_NAME]


def _recall() -> tuple[Sitting, ...]:
    viewer = find_viewer()
    own = find_own_reach(viewer, is_open=is_house_open())
    return recall_own_sittings(find_results(), viewer, find_reach(), own, now())
