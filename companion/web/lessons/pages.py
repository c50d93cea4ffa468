"""A lesson on the page of a photo: each tap is a form; after the last one the photo is read again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, flash, redirect
from flask_babel import gettext as _

from ...forms.entry.lesson import LessonForm
from ...forms.entry.request_key import make_request_key
from ...workflow.jobs.asking import Job, TooManyJobsError
from ...workflow.lessons.teaching import ask_reading_again, forget_lesson, say_kind, take_back_answer
from ...workflow.limiting import FullError
from ...workflow.photos.filing import find_review
from ..access.guards import find_viewer
from ..access.limits import say_full
from ..jobs.pages import await_job, follow_job, say_busy
from ..photos.review import show_review
from ..photos.subject import PhotoSubject
from ..site.answers import Page, wants_json
from ..site.clock import now

LAST, OVER, READ = "last", "over", "read"


def serve_lesson(bp: Blueprint, find: Callable[..., PhotoSubject]) -> None:
    """Serve the lesson of a blueprint's photos; ``find`` returns the use for the arguments of a URL, or refuses."""

    def take_tap(**arguments: Any) -> Page:
        """Record an answer, or take one back; after the last one, ask for the photo to be read again."""
        subject = find(**arguments)
        if subject.closed:
            raise subject.closed
        form = LessonForm()
        if not form.validate_on_submit():
            abort(400)
        return _take_tap(subject, form)

    bp.add_url_rule("/lesson", "lesson", take_tap, methods=["POST"])


def tell_lesson(job: Job) -> None:
    """Say whether something was learned, if the photo was read again for that."""
    if "learned" not in job.result:
        return
    if job.result["learned"]:
        flash(_("The eye has learned these icons."))
    else:
        flash(_("The eye could not learn these icons. The cards are filled in as you said; please look at them."))


def _take_tap(subject: PhotoSubject, form: LessonForm) -> Page:
    found, number = find_review(subject.shelf), form.photo.data
    if found is None:
        abort(404)
    is_last = form.act.data == READ
    try:
        if form.act.data == OVER:
            forget_lesson(subject.shelf, found[1], number, now())
        elif form.back.data:
            take_back_answer(subject.shelf, found[1], number, "" if form.back.data == LAST else form.back.data)
        elif not is_last:
            is_last = say_kind(subject.shelf, found[1], number, form.kind.data or "", form.said.data or "")
    except (LookupError, ValueError):
        abort(400)
    key = make_request_key() if form.act.data == READ else ""
    return _read_again(subject, number, key) if is_last else _show(subject, number)


def _read_again(subject: PhotoSubject, number: int, key: str) -> Page:
    found = find_review(subject.shelf)
    if found is None:
        abort(404)
    try:
        job = ask_reading_again(subject.shelf, found[0], number, find_viewer().device, now(), key)
    except TooManyJobsError:
        flash(say_busy())
        return _show(subject, number)
    except FullError as error:
        flash(say_full(error))
        return _show(subject, number)
    return follow_job(await_job(job))


def _show(subject: PhotoSubject, number: int) -> Page:
    found = find_review(subject.shelf)
    if found is None:
        abort(404)
    if wants_json():
        return show_review(subject, *found, number=number)
    return redirect(subject.address("show", photo=number))
