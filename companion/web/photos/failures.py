"""Photos that could not be read, or not be used, and why."""

from __future__ import annotations

from flask import request
from flask_babel import gettext as _

from ...vision.problems import PhotoFinding, Problem
from ...wording.jobs.failures import Failure
from ...wording.photos.problems import describe_photo_finding
from ...workflow.jobs.asking import Job, State, find_job
from ...workflow.photos.asking import find_owner, name_subject
from ...workflow.photos.filing import Purpose, Shelf
from ..jobs.pages import say_failure
from ..site.languages import find_language


def describe_failed_photo(job: Job) -> list[str]:
    """Say why a photo could not be read, or not be used."""
    match job.problem.get("code"):
        case Failure.PHOTO:
            return [say_finding(PhotoFinding(Problem(job.problem["problem"]), job.problem["figures"]))]
        case Failure.OTHER_PART:
            return [_say_other_part(Purpose(job.problem["purpose"]))]
    return [say_failure(job)]


def find_failed_photo(shelf: Shelf) -> Job | None:
    """Return the job of a photo of this shelf that could not be read, if the URL names one."""
    slug = request.args.get("job", "")
    job = find_job(slug) if slug else None
    mine, owner = find_owner(shelf), job.owner if job else None
    is_mine = owner is not None and (owner.slug, owner.deck) == (mine.slug, mine.deck)
    return job if job and is_mine and job.state is State.FAILED and job.subject == name_subject(shelf) else None


def say_finding(finding: PhotoFinding) -> str:
    return describe_photo_finding(finding, find_language())


def _say_other_part(purpose: Purpose) -> str:
    if purpose is Purpose.CARD:
        return str(_("That card is not visible in this photo. Include the cards beside it."))
    return str(_("That row is not visible in this photo. Take a photo of that row alone."))
