"""The houses of a phone: making, naming and leaving one, and the link by which other phones get it."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import NoReturn

from flask import Blueprint, abort, current_app, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.house import HouseForm
from ...workflow.houses.keeping import (
    MissingError,
    find_house_of,
    find_link_number,
    join_house,
    leave_house,
    make_house,
    name_house,
    place_table,
    renew_link,
)
from ...workflow.houses.reach import HouseView, list_houses, view_house
from ..access.guards import admit_viewer, find_viewer, is_house_open, refuse, require_host
from ..access.rendering import render
from ..site.answers import Page
from ..site.codes import draw_code
from ..site.sockets.reaching import is_out_of_reach, make_address
from .choice import HouseChoice, say_name

bp = Blueprint("houses", __name__)

SEAL_BYTES = 12
"""96 bits: nobody guesses a link, so that following one is never made to wait."""


@bp.get("/houses")
def show_all() -> str:
    """Show the houses of this phone."""
    houses = list_houses(find_viewer(), is_open=is_house_open())
    return render("houses/list.html", houses=[(house, say_name(house)) for house in houses])


@bp.route("/houses/new", methods=["GET", "POST"])
def begin() -> Page:
    """Make a house."""
    viewer = admit_viewer()
    form = HouseForm()
    if form.validate_on_submit():
        return redirect(url_for("houses.show", house=make_house(form.name.data, viewer)))
    return render("houses/new.html", form=form), 422 if form.is_submitted() else 200


@bp.get("/houses/<house>")
def show(house: str) -> Page:
    """Show a house to a phone that has it: its name, its link, how many phones have it."""
    return _show(_require(house), None)


@bp.post("/houses/<house>/name")
def rename(house: str) -> Page:
    """Name a house."""
    view, form = _require_own(house), HouseForm()
    if form.validate_on_submit():
        name_house(house, form.name.data)
        flash(_("Noted."))
        return redirect(url_for("houses.show", house=house))
    return _show(view, form), 422


@bp.post("/houses/<house>/link")
def renew(house: str) -> Page:
    """Replace the link: the one before lets nobody in anymore, and whoever has the house keeps it."""
    _require_own(house)
    renew_link(house, request.form.get("number", 0, type=int))
    flash(_("The house has a new link; the old one no longer lets anybody in."))
    return redirect(url_for("houses.show", house=house))


@bp.route("/houses/<house>/leave", methods=["GET", "POST"])
def leave(house: str) -> Page:
    """Take the house from this phone, after asking."""
    view = _require_own(house)
    if request.method == "POST":
        leave_house(house, find_viewer())
        flash(_("This phone no longer has that house."))
        return redirect(url_for("houses.show_all"))
    return render("houses/leave.html", house=view, name=say_name(view))


@bp.route("/houses/<house>/join/<seal>", methods=["GET", "POST"])
def join(house: str, seal: str) -> Page:
    """Ask whether this phone wants the house whose link was opened, and give it to the phone."""
    name, number = find_link_number(house)
    if not hmac.compare_digest(seal.encode(), _make_seal(house, number).encode()):
        abort(404)
    viewer = admit_viewer()
    if request.method == "POST":
        join_house(house, number, viewer)
        flash(_("This phone has the house now."))
        return redirect(url_for("home.show"))
    known = view_house(house, viewer, is_open=False)
    return render("houses/join.html", house=house, name=name, has_house=known is not None)


@bp.route("/inspections/<slug>/house", methods=["GET", "POST"])
def place(slug: str) -> Page:
    """Let the host say which house an inspection belongs to."""
    draft = require_host(slug)
    viewer, is_open = find_viewer(), is_house_open()
    current = find_house_of(slug, viewer, is_open=is_open)
    # Out of an open house, a file would go where nobody else finds it: whoever merely passes by moves nothing.
    if not draft.is_hosted and find_house_of(slug, viewer, is_open=False) is None:
        refuse(_("This file belongs to no phone. Only a phone that has its house may do that."))
    if request.method == "POST":
        if not place_table(slug, request.form.get("house", ""), viewer, is_open=is_open):
            abort(404)
        flash(_("Noted."))
        return redirect(url_for("inspections.desk", slug=slug))
    houses = [
        HouseChoice(house.slug, say_name(house), house == current) for house in list_houses(viewer, is_open=is_open)
    ]
    return render("houses/place.html", draft=draft, houses=houses)


def find_link(house: HouseView) -> str:
    """Return the URL that gives a house to the phone on which it is opened, as other phones reach it."""
    return make_address("houses.join", house=house.slug, seal=_make_seal(house.slug, house.link_number))


def _make_seal(slug: str, number: int) -> str:
    """Return what makes a link of a house's slug; it takes the server's secret key, which is in no database."""
    mac = hmac.digest(str(current_app.secret_key).encode(), f"house {slug} {number}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(mac[:SEAL_BYTES]).decode()


def _require(slug: str) -> HouseView:
    """Return a house to a phone that has it, or answer 404: to others there is none."""
    return view_house(slug, find_viewer(), is_open=is_house_open()) or _refuse()


def _require_own(slug: str) -> HouseView:
    """Return a house that can be changed: while it is open to everybody, it is nobody's."""
    house = _require(slug)
    return _refuse() if house.is_open else house


def _refuse() -> NoReturn:
    raise MissingError("no such house on this phone")


def _show(house: HouseView, form: HouseForm | None) -> str:
    address = "" if house.is_open else find_link(house)
    return render(
        "houses/show.html",
        house=house,
        name=say_name(house),
        form=form or HouseForm(formdata=None, data={"name": house.name}),
        address=address,
        qr=draw_code(address) if address else "",
        is_out_of_reach=is_out_of_reach(),
    )
