"""A seat's shelf by photo: accepted after review, or left as it was entered."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NoReturn

from flask import Blueprint, Flask, abort, current_app, redirect, request, url_for
from flask_babel import gettext as _

from ...workflow.access.seeing import SeenDraft, SeenSeat
from ...workflow.decks.table_decks import find_table_deck
from ...workflow.photos.filing import SeatShelf, TakenOverError, drop_photos, find_review, take_over
from ...workflow.photos.lessons import store_lessons
from ...workflow.photos.review import Review
from ...workflow.shelves.clashes import compare_shelves
from ...workflow.tables.drafts import StageError
from ..access.guards import find_draft, find_viewer, require_entry
from ..access.rendering import Showable, render
from ..shelves.clashes import say_whose
from ..site.answers import Page
from ..site.clock import now
from .limiter import BusyError, ReadingLimiter
from .review import PhotoPages, PhotoSubject

bp = Blueprint("photos", __name__, url_prefix="/inspections/<slug>/seats/<int:position>/photo")


def init_app(app: Flask) -> None:
    """Read one photo at a time."""
    app.extensions["photo_limiter"] = ReadingLimiter()


@dataclass(frozen=True, slots=True)
class SeatSubject(PhotoSubject):
    """Photos of a seat's shelf."""

    draft: SeenDraft
    seat: SeenSeat

    endpoint = bp.name
    taking = "photos/take.html"

    def find_deck(self) -> str | None:
        """Return the name of the deck that the table plays with."""
        deck = find_table_deck(self.draft.slug, self.draft.details.edition)
        return deck.name if deck else None

    def describe(self) -> Mapping[str, Showable]:
        """Return whose shelf it is, and where to go back to."""
        desk = url_for("inspections.desk", slug=self.draft.slug)
        return {
            "draft": self.draft,
            "seat": self.seat,
            "title": _("%(name)s’s shelf by photo", name=self.seat.name),
            "back": desk if self.closed else url_for("shelves.edit", **self.arguments),
            "back_words": _("Back to the desk") if self.closed else _("Back to the shelf"),
        }

    def read_typed(self) -> NoReturn:
        """Refuse: at a seat, cards are typed into the grid."""
        raise ValueError("at a seat, cards are typed into the grid")


def find_subject(slug: str, position: int) -> SeatSubject:
    """Return the photo pages of a seat to those who may enter its shelf."""
    require_entry(slug, position)
    draft = find_draft(slug)
    return SeatSubject(
        shelf=SeatShelf(slug, position),
        edition=draft.details.edition,
        arguments={"slug": slug, "position": position},
        closed=None if draft.stage.takes_entries else StageError(draft.stage),
        draft=draft,
        seat=draft.find_seat(position),
    )


PhotoPages(bp, find_subject)


@bp.post("/accept")
def accept(slug: str, position: int) -> Page:
    """Write the shelf into the seat; if a different one has been entered, show both and ask."""
    require_entry(slug, position)
    version, keeps = request.form.get("version", type=int), bool(request.form.get("keep"))
    try:
        again = partial(_look_again, slug, position)
        take_over(slug, position, version, find_viewer(), now(), keeps_photos=keeps, look_again=again)
    except TakenOverError:
        return _show_both(find_draft(slug), position, keeps)
    return redirect(url_for("shelves.edit", slug=slug, position=position))


def _look_again(slug: str, position: int, review: Review) -> None:
    """Store the lessons from the photos for the table's deck; if the photo reader is busy, skip them."""
    deck = find_table_deck(slug, find_draft(slug).details.edition)
    limiter: ReadingLimiter = current_app.extensions["photo_limiter"]
    if deck:
        with suppress(BusyError), limiter.wait_turn():
            store_lessons(slug, position, review, deck.name)


@bp.post("/drop")
def drop(slug: str, position: int) -> Page:
    """Delete the photos; the shelf stays as it has been entered."""
    require_entry(slug, position)
    drop_photos(SeatShelf(slug, position))
    return redirect(url_for("shelves.edit", slug=slug, position=position))


def _show_both(draft: SeenDraft, position: int, keeps: bool) -> Page:
    """Show the photo's shelf next to the one that was entered, with a choice between them."""
    seat = draft.find_seat(position)
    found = find_review(SeatShelf(draft.slug, position))
    if found is None:
        abort(404)
    shelves = compare_shelves(found[0].shelf, seat.shelf)
    whose = say_whose(draft, position)
    page = render("photos/both.html", draft=draft, seat=seat, shelves=shelves, whose=whose, keeps=keeps)
    return page, 409
