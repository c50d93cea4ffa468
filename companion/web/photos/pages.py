"""A seat's shelf by photo: accepted after review, or left as it was entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, abort, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...scoring.decks.deck import Deck
from ...workflow.access.seeing import SeenDraft, SeenSeat
from ...workflow.decks.table_decks import find_table_deck
from ...workflow.jobs.asking import Job, Kind, State
from ...workflow.photos.filing import KeptPhoto, Purpose, SeatShelf, TakenOverError, drop_photos, find_review, take_over
from ...workflow.photos.review import Review
from ...workflow.shelves.clashes import compare_shelves
from ...workflow.shelves.filling import fill_answered, is_shelf_there, undo_filling
from ...workflow.shelves.waiting import ComparedShelf, find_next_shelf, may_wait, settle_along, view_compared_along
from ...workflow.tables.drafts import Kind as SeatKind
from ...workflow.tables.drafts import StageError
from ..access.guards import find_draft, find_viewer, require_entry
from ..access.limits import say_full
from ..access.rendering import Showable, render
from ..jobs.pages import JobRoom, go, register
from ..lessons.pages import serve_lesson, tell_lesson
from ..shelves.clashes import say_whose
from ..shelves.pages import find_next_address
from ..site.answers import Page
from ..site.clock import now
from .comparing import read_compared
from .failures import describe_failed_photo
from .review import PhotoPages
from .subject import PhotoSubject

bp = Blueprint("photos", __name__, url_prefix="/inspections/<slug>/seats/<int:position>/photo")


@dataclass(frozen=True, slots=True)
class SeatSubject(PhotoSubject):
    """Photos of a seat's shelf."""

    draft: SeenDraft
    seat: SeenSeat

    endpoint = bp.name
    taking = "photos/take.html"

    def describe(self) -> Mapping[str, Showable]:
        """Return whose shelf it is, and where to go back to."""
        desk = url_for("inspections.desk", slug=self.draft.slug)
        return {
            "draft": self.draft,
            "seat": self.seat,
            "owns": self.seat.position in self.draft.role.seats,
            "title": _("%(name)s’s shelf by photo", name=self.seat.name),
            "back": desk if self.closed else url_for("shelves.edit", **self.arguments),
            "back_words": _("Back to the desk") if self.closed else _("Back to the shelf"),
        }

    def tell_filled(self, review: Review) -> str:
        """Say that the shelf was filled in, as long as nobody has changed it since."""
        if review.filled != self.seat.version or self.closed:
            return ""
        if review.shelf == self.seat.shelf:
            return str(_("These cards were filled in on the shelf because nothing was doubtful."))
        return str(_("The shelf still has what was filled in before. Using this one replaces it."))

    def fill_in(self, before: Review, along: Sequence[str] = ()) -> str:
        """Fill the shelf in if it is empty, and its photo is not to be kept: that is said when the shelf is used."""
        shelf, may_fill = SeatShelf(self.draft.slug, self.seat.position), not request.form.get("keep")
        if not self.closed and may_fill and fill_answered(shelf, before, find_viewer().device, now()):
            return _go_on(find_draft(self.draft.slug), self.seat.position, along)
        if along:
            _say_filled(along)
        return ""

    def view_along(self) -> tuple[ComparedShelf, ...]:
        """Show the cards of this phone's other shelves whose photos wait."""
        return () if self.closed else view_compared_along(self.draft, self.seat.position)

    def settle_along(self) -> list[str]:
        """Store what was said of cards of this phone's other shelves; return whose are filled in with that."""
        others = self.draft.role.seats - {self.seat.position} if not self.closed else frozenset()
        told = [(seat, read_compared(seat.position)) for seat in self.draft.seats if seat.position in others]
        return [
            seat.name
            for seat, said in told
            if said.shown
            and settle_along(SeatShelf(self.draft.slug, seat.position), *said, find_viewer().device, now())
        ]

    def find_following(self, review: Review, photos: Sequence[KeptPhoto]) -> tuple[str, str] | None:
        """Find the next of this phone's shelves of which there is neither an entry nor a photo."""
        if self.closed or self.seat.kind is not SeatKind.NONE or not may_wait(review, photos, self.edition):
            return None
        position, waits = find_next_shelf(self.draft, self.seat.position)
        if position is None or waits:
            return None
        return self.draft.find_seat(position).name, url_for("photos.show", slug=self.draft.slug, position=position)

    def find_deck(self) -> Deck | None:
        """Return the deck that the table plays with."""
        return find_table_deck(self.draft.slug, self.edition)


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
serve_lesson(bp, find_subject)


def init_app(app: Flask) -> None:
    """Say what the jobs of photos are called and where they lead; those of decks lead to teaching."""
    room = JobRoom(
        title=lambda job: _("Reading the photo again") if job.kind is Kind.READ_AGAIN else _("Reading the photo"),
        back=_find_address,
        end=_end,
        describe=describe_failed_photo,
    )
    register(app, room, Kind.READ_PHOTO, Kind.READ_AGAIN, Kind.TAKE_LESSONS)


def _end(job: Job) -> Page:
    """Go on to the review, at the card that was photographed again; or say why a photo could not be read.

    A shelf that was filled in is shown itself, unless others wait that were photographed before.
    """
    if job.kind is Kind.READ_AGAIN:
        _tell_reading_again(job)
        return go(_find_address(job))
    if job.state is State.DONE and job.result.get("filled"):
        shelf = SeatShelf(job.owner.slug, int(job.subject.removeprefix("seat ")))
        if is_shelf_there(shelf):
            return go(_go_on(find_draft(shelf.slug), shelf.position))
    is_card = job.input.get("purpose") == Purpose.CARD and job.state is State.DONE
    place = job.input["place"] if is_card else None
    query: dict[str, Any] = {"place": place, "job": job.slug if job.state is State.FAILED else None}
    return go(_find_address(job, query))


def _go_on(draft: SeenDraft, position: int, along: Sequence[str] = ()) -> str:
    """Return the URL that follows a shelf that was filled in: its own, or another's whose photo waits.

    Photos wait until no other is to be taken. ``along`` are those whose shelves were filled in with it.
    """
    if not along and not find_next_shelf(draft, position)[1]:
        return url_for("shelves.edit", slug=draft.slug, position=position)
    _say_filled([seat.name for seat in draft.seats if seat.position == position or seat.name in along])
    return find_next_address(draft, position)


def _say_filled(names: Sequence[str]) -> None:
    flash(_("Filled in from the photos: %(names)s.", names=", ".join(names)))


def _tell_reading_again(job: Job) -> None:
    """Say what came of reading a photo again; where that failed, the photo is as it was."""
    if job.state is State.DONE:
        tell_lesson(job)
    elif job.state is State.FAILED:
        for sentence in describe_failed_photo(job):
            flash(sentence)


def _find_address(job: Job, query: Mapping[str, Any] | None = None) -> str:
    """Return the URL of the photos that a job is about."""
    if job.owner.deck is not None:
        return url_for("teaching.show", deck=job.owner.deck, **(query or {}))
    position = int(job.subject.removeprefix("seat "))
    return url_for("photos.show", slug=job.owner.slug, position=position, **(query or {}))


@bp.post("/accept")
def accept(slug: str, position: int) -> Page:
    """Write the shelf into the seat; if a different one has been entered, show both and ask."""
    require_entry(slug, position)
    version, keeps = request.form.get("version", type=int), bool(request.form.get("keep"))
    try:
        full = take_over(slug, position, version, find_viewer(), now(), keeps_photos=keeps)
    except TakenOverError:
        return _show_both(find_draft(slug), position, keeps)
    if full:
        flash(say_full(full))
    return redirect(url_for("shelves.edit", slug=slug, position=position))


@bp.post("/undo")
def undo(slug: str, position: int) -> Page:
    """Empty a shelf that was filled in, and go back to the review of its photo; a changed shelf stays."""
    require_entry(slug, position)
    if undo_filling(slug, position, find_viewer(), now()):
        return redirect(url_for("photos.show", slug=slug, position=position))
    flash(_("This shelf was changed or used since it was filled in, so it stays as it is."))
    return redirect(url_for("shelves.edit", slug=slug, position=position))


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
