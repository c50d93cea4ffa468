"""Statistics: the results of past inspections, for everyone and for one librarian."""

from __future__ import annotations

import datetime

from flask import Blueprint, Flask, abort, current_app
from flask_babel import format_date

from ...scoring.statistics.people import find_person
from ...workflow.statistics.recalling import recall_sittings
from ...workflow.statistics.results import ResultCache, Sitting
from ...workflow.statistics.views import list_people, view_overview, view_person
from ..access.guards import find_reach, find_viewer
from ..access.rendering import render
from ..site.clock import now
from ..site.languages import find_language

bp = Blueprint("statistics", __name__, url_prefix="/people")


def init_app(app: Flask) -> None:
    """Give the app its cache of results, and the templates a short date format."""
    app.extensions["results"] = ResultCache()
    app.template_filter("brief_date")(say_brief_date)


@bp.get("")
def show_all() -> str:
    """Show everyone."""
    overview = view_overview(_recall(), find_language())
    return render("statistics/show.html", overview=overview)


@bp.get("/<path:name>")
def show(name: str) -> str:
    """Show one librarian, under any spelling of the name."""
    sittings, key = _recall(), find_person(name)
    person = next((person for person in list_people(sittings) if person.key == key), None)
    if person is None:
        abort(404)
    return render("statistics/person.html", person=view_person(person, sittings, find_results(), find_language()))


def say_brief_date(date: datetime.date) -> str:
    """Format a date in the language of the page, as short as possible without ambiguity."""
    return str(format_date(date, "medium"))


def _recall() -> tuple[Sitting, ...]:
    """List the sittings of the inspections that this phone may see listed, and whose scorecard it may see."""
    return recall_sittings(find_results(), find_viewer(), find_reach(), now())


def find_results() -> ResultCache:
    """Return the app's cache of results."""
    results: ResultCache = current_app.extensions["results"]
    return results
