"""A job on its way: how far it is, its place in the queue, a button to cancel it; then on to what came of it.

Each room registers what its kinds of jobs are called, and where they lead. Whoever knows a job's unguessable address
may see how far it is; what came of it is on pages with guards of their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import BoundedSemaphore
from time import sleep

from flask import Blueprint, Flask, Response, abort, current_app, redirect, url_for
from flask_babel import gettext as _

from ...wording.jobs.failures import Failure, describe_failure
from ...workflow.decks.addresses import is_deck_listed
from ...workflow.jobs.asking import Job, Kind, State, cancel_job, find_job, view_job, wait_briefly
from ..access.guards import find_reach, refuse
from ..access.rendering import Showable, answer_json, render
from ..site.answers import Page, wants_json
from ..site.clock import now
from ..site.languages import find_language
from ..site.live import answer_changed

bp = Blueprint("jobs", __name__, url_prefix="/jobs/<slug>")

PAUSE_SECONDS, TRIES = 0.025, 40
"""A request waits a second for what is mostly ready by then, such as a PDF."""
MOST_WAITING_REQUESTS = 2
"""Of the server's eight threads: the others are left for all other pages."""


@dataclass(frozen=True, slots=True)
class JobRoom:
    """What a room knows of its jobs."""

    title: Callable[[Job], str]
    """What is being done, in the language of the page."""
    back: Callable[[Job], str]
    """The address that a person comes from, and goes back to after canceling."""
    end: Callable[[Job], Page]
    """Goes on from a job that is finished, whether it is done or has failed."""
    describe: Callable[[Job], Sequence[str]] = lambda job: [say_failure(job)]
    """Says why a job has failed."""
    may_cancel: Callable[[Job], bool] = lambda _job: True
    """Whether this phone may cancel a job that it sees: some are shared with others, who wait for them too."""


def register(app: Flask, room: JobRoom, *kinds: Kind) -> None:
    """Register what a room knows of its kinds of jobs."""
    for kind in kinds:
        app.extensions.setdefault("job_rooms", {})[kind] = room


def init_app(app: Flask) -> None:
    """Let a few requests wait a moment for their jobs."""
    app.extensions["job_waits"] = BoundedSemaphore(MOST_WAITING_REQUESTS)
    app.config["JOB_PAUSE"] = _pause


def await_job(job: Job) -> Job:
    """Wait a moment for a job that is mostly ready by then, unless too many requests wait already."""
    waits: BoundedSemaphore = current_app.extensions["job_waits"]
    if not waits.acquire(blocking=False):
        return job
    try:
        return wait_briefly(job, current_app.config["JOB_PAUSE"], TRIES)
    finally:
        waits.release()


def follow_job(job: Job) -> Page:
    """Go on to what came of a job if it is finished, else to the page that follows it."""
    return _find_room(job).end(job) if job.state.is_finished else go(find_address(job))


def go(address: str) -> Page:
    """Send a browser, or a script, to an address."""
    return answer_json({"go": address}) if wants_json() else redirect(address)


def find_address(job: Job) -> str:
    """Return the URL that follows a job."""
    return url_for("jobs.show", slug=job.slug)


def say_failure(job: Job) -> str:
    """Say why a job has failed, in words that fit any job."""
    return describe_failure(job.problem, find_language())


def say_busy() -> str:
    """Say that too much is waiting already."""
    return describe_failure({"code": Failure.BUSY}, find_language())


@bp.get("")
def show(slug: str) -> Page:
    """Show how far a job is, or go on to what came of it."""
    job = _find(slug)
    if wants_json():
        return _follow(job)
    if job.state.is_finished:
        return _find_room(job).end(job)
    return render("jobs/show.html", **_describe(job), tag=_tag(job))


@bp.post("/cancel")
def cancel(slug: str) -> Page:
    """Cancel a job; one that is finished already stays so."""
    job = _find(slug)
    if not _find_room(job).may_cancel(job):
        refuse(_("Others may be waiting for this, too. Just leave the page if you no longer need it."))
    job = cancel_job(slug, now())
    return go(_find_room(job).back(job)) if job.state is State.CANCELLED else follow_job(job)


def _find(slug: str) -> Job:
    """Return a job; that of a deck only to a phone that still has the deck's house: its end shows the deck."""
    job = find_job(slug)
    if job.owner.deck is not None and not is_deck_listed(job.owner.deck, find_reach()):
        abort(404)
    return job


def _follow(job: Job) -> Response:
    """Answer 304 as long as nothing has changed, else with what has: for live regions, and for the photo's dialog."""

    def draw() -> Response:
        if job.state.is_finished and not _has_file(job):
            sentences = list(_find_room(job).describe(job)) if job.state is State.FAILED else []
            return answer_json({"html": "", "go": url_for("jobs.show", slug=job.slug, end=1), "sentences": sentences})
        view = view_job(job)
        html = render("jobs/_progress.html", **_describe(job))
        return answer_json({"html": html, "ahead": view.ahead, "is_running": view.is_running})

    return answer_changed(_tag(job), draw)


def _describe(job: Job) -> dict[str, Showable]:
    room = _find_room(job)
    file = url_for("jobs.show", slug=job.slug) if _has_file(job) else ""
    words, addresses = {"title": room.title(job)}, {"back": room.back(job), "file": file}
    return {**words, **addresses, "job": view_job(job), "may_cancel": room.may_cancel(job)}


def _has_file(job: Job) -> bool:
    """Whether a job ends in a download, after which its page is still there."""
    return job.state is State.DONE and job.kind in (Kind.PRINT_FORM, Kind.PRINT_BLANK)


def _tag(job: Job) -> str:
    parts = (job.slug, job.state, job.progress, find_language(), view_job(job).ahead)
    return hashlib.blake2s("|".join(map(str, parts)).encode(), digest_size=12).hexdigest()


def _find_room(job: Job) -> JobRoom:
    room: JobRoom = current_app.extensions["job_rooms"][job.kind]
    return room


def _pause() -> None:
    sleep(PAUSE_SECONDS)
