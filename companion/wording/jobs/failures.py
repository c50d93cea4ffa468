"""What keeps a job from being done, and the sentences about it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from ..access.quotas import Quota, describe_full
from ..languages import Translations, find_translations

PANGO_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
"""What Debian and Ubuntu call the libraries that draw PDFs."""


class Failure(StrEnum):
    """What keeps a job from being done."""

    LOST = "lost"
    """Its workers were lost, three times."""
    CRASHED = "crashed"
    TIME = "time"
    MEMORY = "memory"
    BUSY = "busy"
    """Too many jobs of one table wait already."""
    CHANGED = "changed"
    """What it works on was changed meanwhile."""
    CLOSED = "closed"
    """The table's stage takes no entries any more."""
    GONE = "gone"
    """What it belongs to has been deleted."""
    PHOTO = "photo"
    """``problem`` is what is wrong with the photo, ``figures`` what its sentence mentions."""
    OTHER_PART = "other-part"
    """``purpose`` is what the photo was taken of."""
    TOO_MANY_PHOTOS = "too-many-photos"
    NO_PANGO = "no-pango"
    DOCUMENT = "document"
    """``findings`` are what is wrong with a file."""
    DECK_NAME = "deck-name"
    DECK_EXISTS = "deck-exists"
    OTHER_EDITION = "other-edition"
    FULL = "full"
    """``quota`` is what there is too much of, ``most`` how much there may be."""


def describe_failure(problem: Mapping[str, Any], language: str) -> str:
    """Say why a job was not done; what is wrong with photos and deck files is said elsewhere."""
    t = find_translations(language)
    code = str(problem.get("code"))
    if code == Failure.FULL:
        return describe_full(Quota(problem["quota"]), problem["most"], language)
    return _say(t, Failure(code) if code in set(Failure) else Failure.CRASHED)


def _say(t: Translations, failure: Failure) -> str:
    sentences = {
        Failure.LOST: t.gettext("This job was interrupted three times and has been abandoned. Send it again."),
        Failure.TIME: t.gettext("This took far too long and was stopped. Is it the right file?"),
        Failure.MEMORY: t.gettext("This needed far too much memory and was stopped. Is it the right file?"),
        Failure.BUSY: t.gettext("Too much is waiting here already. Send this one again in a moment."),
        Failure.CHANGED: t.gettext("This was changed in the meantime. Have a look, and try again."),
        Failure.CLOSED: t.gettext("The shelves were locked before this was finished."),
        Failure.GONE: t.gettext("What this belonged to has been deleted in the meantime."),
        Failure.OTHER_PART: t.gettext("That part is not visible in this photo. Take a photo of that part alone."),
        Failure.TOO_MANY_PHOTOS: t.gettext(
            "This shelf has as many photos as anybody could need. Use it, or start over with a new photo."
        ),
        Failure.NO_PANGO: t.gettext(
            "No PDF can be made here: the Pango library is not installed on this server (on Debian: apt install "
            "%(packages)s). Print this page instead."
        )
        % {"packages": PANGO_PACKAGES},
    }
    broken = t.gettext("The program crashed while working on this. If it happens again, the file is probably damaged.")
    return sentences.get(failure, broken)
