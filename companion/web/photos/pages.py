"""A seat's shelf by photo: taken over once it has been looked through, or left as it was entered."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any, NoReturn

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, url_for
from flask_babel import gettext as _

from ...store.photos import queries as photos
from ...store.photos.owners import SeatShelf
from ...workflow.decks.table_decks import find_table_deck
from ...workflow.photos.filing import TakenOverError, find_review, take_over
from ...workflow.photos.lessons import lay_by_lessons
from ...workflow.photos.review import Review
from ...workflow.shelves.clashes import compare_shelves
from ...workflow.tables.drafts import Draft, StageError
from ..access.doors import find_draft, mask, require_entry
from ..shelves.clashes import say_whose
from ..site.answers import Page
from ..site.clock import now
from .review import PhotoCounter, PhotoPages
from .turnstile import BusyError, Turnstile

bp = Blueprint("photos", __name__, url_prefix="/inspections/<slug>/seats/<int:position>/photo")


def init_app(app: Flask) -> None:
    """Read one photo at a time."""
    app.extensions["turnstile"] = Turnstile()


def find_counter(slug: str, position: int) -> PhotoCounter:
    """Return the counter of a seat to those who may enter it."""
    require_entry(slug, position)
    draft = find_draft(slug)
    here: dict[str, Any] = {"slug": slug, "position": position}
    seat = draft.find_seat(position)
    is_open = draft.stage.takes_entries

    def find_deck() -> str | None:
        deck = find_table_deck(draft)
        return deck.name if deck else None

    def describe() -> dict[str, Any]:
        back = url_for("shelves.edit", **here) if is_open else url_for("inspections.desk", slug=slug)
        return {
            "draft": draft,
            "seat": seat,
            "title": _("%(name)s’s shelf by photo", name=seat.name),
            "back": back,
            "back_words": _("Back to the shelf") if is_open else _("Back to the desk"),
        }

    return PhotoCounter(
        shelf=SeatShelf(slug, position),
        edition=draft.details.edition,
        find_deck=find_deck,
        arguments=here,
        endpoint=bp.name,
        taking="photos/take.html",
        describe=describe,
        read_typed=_type_in_the_grid,
        closed=None if is_open else StageError(draft.stage),
    )


PhotoPages(bp, find_counter)


@bp.post("/accept")
def accept(slug: str, position: int) -> Page:
    """Write the shelf into the seat; where another has been entered, show both and ask."""
    require_entry(slug, position)
    version, keeps = request.form.get("version", type=int), bool(request.form.get("keep"))
    try:
        take_over(slug, position, version, now(), keeps_photos=keeps, look_again=partial(_look_again, slug, position))
    except TakenOverError as error:
        return _show_both(error.draft, position, keeps)
    return redirect(url_for("shelves.edit", slug=slug, position=position))


def _look_again(slug: str, position: int, review: Review) -> None:
    """Lay by what the photos teach the table's deck; where others are being read just now, they teach nothing."""
    deck = find_table_deck(find_draft(slug))
    turnstile: Turnstile = current_app.extensions["turnstile"]
    if deck:
        with suppress(BusyError), turnstile.pass_through():
            lay_by_lessons(slug, position, review, deck.name)


@bp.post("/drop")
def drop(slug: str, position: int) -> Page:
    """Delete the photos; the shelf stays as it has been entered."""
    require_entry(slug, position)
    photos.drop_photos(SeatShelf(slug, position))
    return redirect(url_for("shelves.edit", slug=slug, position=position))


def _show_both(whole: Draft, position: int, keeps: bool) -> Page:
    """Show the shelf of the photo beside the one that has been entered, with a choice between them."""
    draft = mask(whole)
    seat = draft.find_seat(position)
    found = find_review(SeatShelf(draft.slug, position))
    if found is None:
        abort(404)
    shelves = compare_shelves(found[0].shelf, seat.shelf)
    whose = say_whose(whole, position)
    page = render_template("photos/both.html", draft=draft, seat=seat, shelves=shelves, whose=whose, keeps=keeps)
    return page, 409


def _type_in_the_grid() -> NoReturn:
    raise ValueError("at a seat, cards are typed into the grid")
