"""Teaching a deck: lay out a dozen cards, photograph them, confirm, and go on to the next."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Flask, flash, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from ...scoring.cards import BOOKS, BOOKS_OF_A_CATEGORY, CARDS
from ...scoring.decks.deck import Deck
from ...workflow.decks.doubted import count_open
from ...workflow.decks.keeping import find_deck, view_deck
from ...workflow.decks.teaching import Taught, ask_teaching, count_photos, find_fresh
from ...workflow.decks.views import list_blank_letters, list_letters
from ...workflow.jobs.asking import Job, Kind, State, TooManyJobsError
from ...workflow.photos.filing import DeckShelf, drop_photos
from ..access.rendering import Showable
from ..jobs.pages import JobRoom, await_job, follow_job, go, register, say_busy, say_failure
from ..lessons.pages import serve_lesson
from ..photos.review import PhotoPages
from ..photos.subject import PhotoSubject
from ..site.answers import Page
from ..site.clock import now

bp = Blueprint("teaching", __name__, url_prefix="/decks/<int:deck>/teach")


@dataclass(frozen=True, slots=True)
class DeckSubject(PhotoSubject):
    """Photos of cards that teach a deck."""

    number: int
    deck: Deck

    endpoint = bp.name
    taking = "decks/teach.html"

    def describe(self) -> Mapping[str, Showable]:
        """Return how much of the deck is known, and what was just learned."""
        view = view_deck(self.number)
        return {
            "teaches": True,
            "title": _("Teach the deck by photo"),
            "back": url_for("decks.show", deck=self.number),
            "back_words": self.deck.name,
            "number": self.number,
            "deck_view": view,
            "letters": list_letters(view.deck),
            "blank_letters": list_blank_letters(view.deck),
            "fresh": find_fresh(view.deck, request.args.get("new", "")),
            "asked": count_open(self.number),
            "photos_left": count_photos(view.figures.known),
            "box": {"cards": CARDS, "books": BOOKS, "of_a_category": BOOKS_OF_A_CATEGORY},
        }

    def find_deck(self) -> Deck:
        """Return the deck that is taught."""
        return self.deck


def find_subject(deck: int) -> DeckSubject:
    """Return the photo pages on which a deck is taught."""
    kept = find_deck(deck)
    return DeckSubject(
        shelf=DeckShelf(deck), edition=kept.edition, arguments={"deck": deck}, closed=None, number=deck, deck=kept
    )


PhotoPages(bp, find_subject)
serve_lesson(bp, find_subject)


@bp.post("/accept")
def accept(deck: int) -> Page:
    """Let the deck learn the cards in the photos."""
    subject = find_subject(deck)
    key = request.form.get("request_key", "")[:40] or secrets.token_urlsafe(12)
    try:
        job = ask_teaching(deck, key, now())
    except TooManyJobsError:
        flash(say_busy())
        return redirect(subject.address("show"))
    return follow_job(await_job(job)) if job else redirect(subject.address("show"))


def init_app(app: Flask) -> None:
    """Say what the jobs of teaching are called and where they lead."""
    register(app, JobRoom(lambda _job: _("Learning the cards"), _find_back, _end), Kind.TEACH_DECK)


def _find_back(job: Job) -> str:
    return url_for("teaching.show", deck=job.owner.deck)


def _end(job: Job) -> Page:
    """Tell what the deck has learned, and show it."""
    if job.state is not State.DONE:
        if job.state is State.FAILED:
            flash(say_failure(job))
        return go(_find_back(job))
    taught = Taught(tuple(job.result["names"]), job.result["left_out"], job.result["is_seen"])
    _tell(taught)
    return go(url_for("teaching.show", deck=job.owner.deck, new=".".join(taught.names) or None))


@bp.post("/drop")
def drop(deck: int) -> Page:
    """Delete the photos; the deck stays as it is."""
    subject = find_subject(deck)
    drop_photos(subject.shelf)
    return redirect(subject.address("show"))


def _tell(taught: Taught) -> None:
    flash(ngettext("%(num)s card learned.", "%(num)s cards learned.", len(taught.names)))
    if taught.left_out:
        flash(
            ngettext(
                "%(num)s card was left out: part of it is unknown.",
                "%(num)s cards were left out: parts of them are unknown.",
                taught.left_out,
            )
        )
    if taught.names and not taught.is_seen:
        flash(_("What they look like could not be learned from this photo; their letters, numbers and icons are kept."))
