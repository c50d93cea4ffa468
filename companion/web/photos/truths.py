"""A photo as a file with its confirmed reading, for whoever tests the eye: made, shown in full, and then downloaded.

Nothing is sent anywhere: whoever has the seat decides what becomes of the file.
"""

from __future__ import annotations

from flask import Blueprint, Flask, Response, abort, flash, redirect, request, url_for
from flask_babel import gettext as _

from ... import __version__
from ...workflow.access.seeing import SeenDraft
from ...workflow.jobs.asking import Job, Kind, State, TooManyJobsError, find_job, find_output
from ...workflow.photos.asking import ask_truth, name_subject
from ...workflow.photos.filing import SeatShelf, find_review
from ...workflow.photos.truths.files import TruthFile, unpack_truth
from ...workflow.photos.truths.gathering import LONGEST_BOX, Obstacle, find_obstacle, gather_truth
from ...workflow.photos.truths.views import view_truth
from ...workflow.photos.views import view_review
from ..access.guards import find_viewer, require_owner
from ..access.rendering import render
from ..jobs.pages import JobRoom, await_job, find_address, follow_job, go, register, say_busy
from ..site.answers import Page
from ..site.clock import now
from ..site.downloads import send_file
from .failures import describe_failed_photo

bp = Blueprint("truths", __name__, url_prefix="/inspections/<slug>/seats/<int:position>/photo/truth")

FILE_NAME = "ex-libris-photo"
"""The same for all: a name may tell an evening."""


def init_app(app: Flask) -> None:
    """Say what the jobs of these files are called and where they lead."""
    room = JobRoom(lambda _job: _("Making the file"), _find_back, _end, describe_failed_photo)
    register(app, room, Kind.MAKE_TRUTH)


@bp.get("")
def show(slug: str, position: int) -> Page:
    """Show the photo with all its cards, to be compared, and say what a file of it would hold."""
    return _show(require_owner(slug, position), position)


@bp.post("")
def make(slug: str, position: int) -> Page:
    """Ask for the file, and go on to the page that shows what is in it."""
    draft = require_owner(slug, position)
    edition, shelf = draft.details.edition, SeatShelf(slug, position)
    found = find_review(shelf)
    if found is None or find_obstacle(found, edition, draft.find_seat(position).shelf):
        return _show(draft, position)
    if not request.form.get("compared"):
        return _show(draft, position, _("Compare the cards with the photo first, and say so below."))
    review = found[0]
    number = min(review.photos)
    photo = next(photo for photo in found[1] if photo.number == number)
    truth = gather_truth(review, photo, edition=edition, box=request.form.get("box", ""), app=__version__)
    try:
        job = ask_truth(shelf, truth, number, find_viewer().device, now())
    except TooManyJobsError:
        return _show(draft, position, say_busy())
    return follow_job(await_job(job))


@bp.get("/<job>")
def look(slug: str, position: int, job: str) -> Page:
    """Show everything that is in the file, word for word."""
    draft = require_owner(slug, position)
    found = _find_made(draft, position, job)
    if found.state is not State.DONE:
        return redirect(find_address(found))
    return render(
        "photos/truth_file.html",
        draft=draft,
        seat=draft.find_seat(position),
        view=view_truth(unpack_truth(find_output(found.slug))),
        job=found.slug,
    )


@bp.get("/<job>/photo.jpg")
def picture(slug: str, position: int, job: str) -> Page:
    """Send the picture in the file."""
    return Response(_open_made(slug, position, job).picture, mimetype="image/jpeg")


@bp.get("/<job>/file.zip")
def file(slug: str, position: int, job: str) -> Page:
    """Send the file."""
    found = _find_made(require_owner(slug, position), position, job)
    return send_file(find_output(found.slug), FILE_NAME, "zip")


def _show(draft: SeenDraft, position: int, sentence: str = "") -> Page:
    edition, seat = draft.details.edition, draft.find_seat(position)
    found = find_review(SeatShelf(draft.slug, position))
    obstacle = find_obstacle(found, edition, seat.shelf)
    view = view_review(*found, edition, None, min(found[0].photos)) if found and not obstacle else None
    page = render(
        "photos/truth.html",
        draft=draft,
        seat=seat,
        obstacle=_say_obstacle(obstacle) if obstacle else "",
        has_review=found is not None,
        view=view,
        sentence=sentence,
        box=request.form.get("box", "")[:LONGEST_BOX],
        longest_box=LONGEST_BOX,
    )
    if obstacle is Obstacle.GONE:
        return page, 404
    return page, 409 if obstacle else 422 if sentence else 200


def _open_made(slug: str, position: int, job: str) -> TruthFile:
    return unpack_truth(find_output(_find_made(require_owner(slug, position), position, job).slug))


def _find_made(draft: SeenDraft, position: int, slug: str) -> Job:
    """Return the job that makes a file of a seat's photo, for as long as the photo is kept, or answer 404."""
    job, shelf = find_job(slug), SeatShelf(draft.slug, position)
    found = find_review(shelf)
    is_mine = job.kind is Kind.MAKE_TRUTH and job.owner.slug == draft.slug and job.subject == name_subject(shelf)
    if not is_mine or found is None or job.input["photo"] not in found[0].photos:
        abort(404)
    return job


def _find_back(job: Job) -> str:
    return url_for("truths.show", slug=job.owner.slug, position=int(job.subject.removeprefix("seat ")))


def _end(job: Job) -> Page:
    """Go on to what is in the file; or say why there is none."""
    if job.state is State.DONE:
        position = int(job.subject.removeprefix("seat "))
        return go(url_for("truths.look", slug=job.owner.slug, position=position, job=job.slug))
    if job.state is State.FAILED:
        for sentence in describe_failed_photo(job):
            flash(sentence)
    return go(_find_back(job))


def _say_obstacle(obstacle: Obstacle) -> str:
    sentences = {
        Obstacle.GONE: _(
            "There is no photo of this shelf any more. A photo is deleted once its shelf is used, unless you keep it, "
            "and in any case when the focuses are revealed. A file that you saved before is still yours."
        ),
        Obstacle.SEVERAL: _(
            "This shelf was read from several photos. A file can be made of one photo that shows all of it."
        ),
        Obstacle.DOUBTFUL: _("Some cards are still doubtful. Look at them first, and then come back."),
        Obstacle.OPEN: _("One card was left to be typed in the grid. Say in the photo what it is, and then come back."),
        Obstacle.EMPTY: _("According to you, there is no card in this photo."),
        Obstacle.CHANGED: _(
            "The shelf was changed after the photo was used. Correct the card in the photo too, and then come back."
        ),
    }
    return str(sentences[obstacle])
