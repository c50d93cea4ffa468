"""Starting a table: first who enters what, then the names; everything else is suggested, and folded away."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for

from ...forms.entry.request_key import make_request_key
from ...forms.entry.start import StartForm, Way
from ...workflow.access.roles import Viewer
from ...workflow.seats.codes import make_code
from ...workflow.tables.archive import Suggestion, start_inspection, suggest_start
from ...workflow.tables.drafts import SeatEntry, Table
from ..access.guards import admit_viewer, find_reach
from ..access.rendering import render
from ..decks.choice import accept_deck, find_chosen, offer_decks
from ..houses.choice import offer_houses, settle_house
from ..site.answers import Page
from ..site.clock import now
from ..site.languages import find_language
from .pages import read_details

bp = Blueprint("starting", __name__)

MOST_CHIPS = 12
"""More names would push everything else off a phone's screen; any other can be typed."""


@bp.route("/tables/new", methods=["GET", "POST"], defaults={"way": Way.PHONES.value})
@bp.route("/inspections/new", methods=["GET", "POST"], defaults={"way": Way.ROUND.value})
@bp.route("/solo/new", methods=["GET", "POST"], defaults={"way": Way.SOLO.value})
def start(way: str) -> Page:
    """Start a table; the address says which way is suggested."""
    suggestion = _suggest()
    viewer = admit_viewer()
    form = StartForm(data={"way": way} if request.method == "POST" else _fill_in(suggestion, way))
    if form.validate_on_submit() and accept_deck(form):
        chosen, house = Way(form.way.data), settle_house()
        table = Table(
            viewer.device,
            code=make_code() if chosen is Way.PHONES else "",
            handover=chosen is Way.ROUND,
            request_key=form.request_key.data,
            deck=find_chosen(form, house),
            house=house,
        )
        library_focus = form.library_focus.data if chosen is Way.SOLO else ""
        details = read_details(form, form.code)
        slug = start_inspection(details, _read_people(form, viewer), library_focus, now(), table, find_reach())
        # A solo game whose cards are not dealt yet is still to be played.
        is_played = chosen is not Way.SOLO or bool(details.prominent)
        return redirect(url_for("inspections.desk" if is_played else "game.show", slug=slug))
    is_refused = form.is_submitted()
    return _show(form, suggestion, is_refused=is_refused), 422 if is_refused else 200


@bp.post("/inspections/new/names")
def add_name() -> Page:
    """Seat a name that was tapped, and show the form again as it was: for phones without scripts."""
    form = StartForm()
    form.add_name(request.form.get("add", ""))
    return _show(form, _suggest())


def _suggest() -> Suggestion:
    return suggest_start(find_language(), now().date(), find_reach())


def _fill_in(suggestion: Suggestion, way: str) -> dict[str, object]:
    return {
        "way": way,
        "name": suggestion.own_name,
        "edition": suggestion.edition,
        "date": suggestion.date,
        "place": suggestion.place,
        "inspector": suggestion.inspector,
        "seats": [{"name": name} for name in suggestion.names],
        "request_key": make_request_key(),
    }


def _show(form: StartForm, suggestion: Suggestion, *, is_refused: bool = False) -> str:
    offer_decks(form)
    is_one = form.chosen is not None and form.chosen.names_one
    used = {form.name.data} if is_one else {seat.name.data for seat in form.table}
    return render(
        "tables/new.html",
        form=form,
        known_names=suggestion.known_names,
        chips=[(name, name in used) for name in suggestion.known_names[:MOST_CHIPS]],
        houses=offer_houses(),
        is_refused=is_refused,
    )


def _read_people(form: StartForm, viewer: Viewer) -> list[SeatEntry]:
    """Read who sits down; a focus only where whoever has the phone may see it."""
    match form.chosen:
        case Way.PHONES:
            return [SeatEntry(form.own_name, device=viewer.device)] if form.own_name else []
        case Way.SOLO:
            return [SeatEntry(form.own_name, form.seats[0].form.focus.data)]
    sees_all = form.chosen is Way.ALL
    return [SeatEntry(seat.name.data, seat.focus.data if sees_all else "") for seat in form.table]
