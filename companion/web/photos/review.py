"""The pages shared by all photos of cards, whether of a seat's shelf or taken to teach a deck.

Taking a photo, checking what was read, correcting what is doubtful. What happens to the cards in the end is defined
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, abort, redirect, request
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from ...forms.entry.request_key import make_request_key
from ...vision.doubts import Part
from ...vision.photos.thresholds import DECODING
from ...vision.problems import PhotoFinding, Problem
from ...wording.photos.doubts import describe_cause, name_part
from ...workflow.jobs.asking import TooManyJobsError
from ...workflow.lessons.views import view_lesson
from ...workflow.limiting import FullError
from ...workflow.photos.asking import ask_reading, find_reading
from ...workflow.photos.comparing import FEWEST, view_compared
from ...workflow.photos.filing import (
    KeptPhoto,
    Purpose,
    find_picture,
    find_review,
    has_review,
    join_waiting,
    settle_card,
    settle_cards,
)
from ...workflow.photos.joins import Side
from ...workflow.photos.mending import Mending
from ...workflow.photos.outlines import format_spot, parse_spot
from ...workflow.photos.review import Review, Spot, list_doubts, list_findings
from ...workflow.photos.views import PlaceView, find_next_doubt, view_review, view_waiting
from ...workflow.tables.drafts import MissingError
from ..access.guards import find_viewer
from ..access.limits import say_full
from ..access.rendering import answer_json, render
from ..jobs.pages import find_address, go, say_busy
from ..site.answers import Page, wants_json
from ..site.clock import now
from ..site.languages import find_language
from .comparing import read_compared
from .failures import describe_failed_photo, find_failed_photo, say_finding
from .keys import find_mending, list_pad, press_key
from .subject import PhotoSubject

FORM_BYTES = 100_000
"""What the form of a photo may contain besides the photo."""


class PhotoPages:
    """The photo pages, as served by a blueprint."""

    def __init__(self, bp: Blueprint, find: Callable[..., PhotoSubject]) -> None:
        """Serve the pages; ``find`` returns the use for the arguments of a URL, or refuses."""
        self._find = find
        self._take = f"{bp.name}.take"
        bp.add_url_rule("", "show", self.show)
        bp.add_url_rule("", "take", self.take, methods=["POST"])
        bp.add_url_rule("/<int:number>.jpg", "picture", self.picture)
        bp.add_url_rule("/place", "settle", self.settle, methods=["POST"])
        bp.add_url_rule("/compare", "compare", self.compare, methods=["POST"])
        bp.add_url_rule("/join", "join", self.join, methods=["POST"])
        bp.url_value_preprocessor(self._allow_photos)
        bp.register_error_handler(RequestEntityTooLarge, self._answer_too_large)

    def show(self, **arguments: Any) -> Page:
        """Show the review of the photos, or the page to take one; while one is being read, the page that follows it."""
        subject = self._find(**arguments)
        reading = find_reading(subject.shelf)
        if reading and not subject.closed:
            return redirect(find_address(reading))
        failed = find_failed_photo(subject.shelf)
        if failed and not subject.closed:
            spot = parse_spot(failed.input["place"])
            return show_taking(subject, describe_failed_photo(failed), 200, Purpose(failed.input["purpose"]), spot)
        found = find_review(subject.shelf)
        if found is None:
            if subject.closed:
                abort(404)
            return show_taking(subject)
        review, kept = found
        return _show_waiting(subject, review, kept) if review.waiting else show_review(subject, review, kept)

    def take(self, **arguments: Any) -> Page:
        """Ask for a photo to be read and added to the review; a photo that cannot be read changes nothing."""
        subject = self._find(**arguments)
        if subject.closed:
            raise subject.closed
        files = [file for file in request.files.getlist("photo") if file.filename]
        purpose, spot = _read_purpose()
        key = request.form.get("request_key", "").replace("\0", "")[:40]
        if not files or not key:
            return _refuse(subject, [_("There is no photo yet. Take one, or choose one.")], 422)
        content = files[0].read(DECODING.max_bytes + 1)
        try:
            job = ask_reading(subject.shelf, content, purpose, spot, key, find_viewer().device, now())
        except TooManyJobsError:
            return _refuse(subject, [say_busy()], 503)
        except FullError as error:
            return _refuse(subject, [say_full(error)], 409)
        if job is None:
            return go(subject.address("show"))
        address = find_address(job)
        return answer_json({"follow": address}) if wants_json() else redirect(address)

    def picture(self, number: int, **arguments: Any) -> Page:
        """Send a photo to those who may review it."""
        return Response(find_picture(self._find(**arguments).shelf, number), mimetype="image/jpeg")

    def settle(self, **arguments: Any) -> Page:
        """Store what a person says about a card, and go on to the next doubtful one."""
        subject = self._find(**arguments)
        spot = parse_spot(request.form.get("place", ""))
        before = find_review(subject.shelf)
        if spot is None or before is None:
            abort(404)
        text = request.form.get("card", "")
        try:
            if "key" in request.form:
                mending = press_key(before[0].find_card(spot), subject.edition, subject.find_deck())
                if not mending.settled:
                    return _show_mending(subject, *before, spot, mending)
                text = mending.settled
            settle_card(subject.shelf, spot, text)
        except (LookupError, ValueError):
            abort(400)
        if address := subject.fill_in(before[0]):
            return go(address)
        after = find_review(subject.shelf)
        if after is None:
            abort(404)
        following = find_next_doubt(
            list_doubts(before[0], subject.edition), list_doubts(after[0], subject.edition), spot
        )
        return _go_on(subject, *after, following)

    def compare(self, **arguments: Any) -> Page:
        """Store which of the cards that were compared are wrong, and that the others are right."""
        subject = self._find(**arguments)
        before = find_review(subject.shelf)
        settle_cards(subject.shelf, *read_compared())
        along = subject.settle_along()
        if before and (address := subject.fill_in(before[0], along)):
            return go(address)
        found = find_review(subject.shelf)
        if found is None:
            abort(404)
        following = next((card.spot for card in list_doubts(found[0], subject.edition) if card.is_wrong), None)
        return _go_on(subject, *found, following)

    def join(self, **arguments: Any) -> Page:
        """Add the cards of another photo next to the others, or leave them out."""
        subject = self._find(**arguments)
        side = request.form.get("side", "")
        join_waiting(subject.shelf, Side(side) if side in set(Side) else None)
        return redirect(subject.address("show"))

    def _allow_photos(self, endpoint: str | None, _values: dict[str, object] | None) -> None:
        """Raise the size limit for a photo, before anything else reads the form."""
        if endpoint == self._take:
            request.max_content_length = DECODING.max_bytes + FORM_BYTES

    def _answer_too_large(self, error: RequestEntityTooLarge) -> Page | HTTPException:
        megabytes = -(-(request.content_length or 0) // 1_000_000)
        finding = PhotoFinding(
            Problem.TOO_MANY_BYTES, {"megabytes": megabytes, "limit": DECODING.max_bytes // 1_000_000}
        )
        try:
            subject = self._find(**(request.view_args or {}))
        except (HTTPException, MissingError):
            return error
        return _refuse(subject, [say_finding(finding)], 413)


def show_taking(
    subject: PhotoSubject,
    sentences: Sequence[str] = (),
    status: int = 200,
    purpose: Purpose = Purpose.WHOLE,
    spot: Spot | None = None,
) -> Page:
    """Show the page to take a photo; ``sentences`` say what is wrong with the last one, which was taken of the same."""
    page = render(
        subject.taking,
        subject=subject,
        sentences=sentences,
        purpose=purpose,
        place=format_spot(spot) if spot else "",
        has_review=bool(sentences) and has_review(subject.shelf),
        make_key=make_request_key,
        **subject.describe(),
    )
    return page, status


def show_review(
    subject: PhotoSubject,
    review: Review,
    kept: tuple[KeptPhoto, ...],
    spot: Spot | None = None,
    mending: Mending | None = None,
    number: int | None = None,
) -> str | Response:
    """Show the review, at a card if a ``spot`` is named, or at the photo of that ``number``."""
    spot, deck = spot or parse_spot(request.args.get("place", "")), subject.find_deck()
    card = next((card for card in review.cards if card.spot == spot), None)
    mending = mending or (find_mending(card, subject.edition, deck) if card else None)
    number = number or request.args.get("photo", type=int)
    compared = () if spot or number else view_compared(review, kept)
    along = subject.view_along() if compared else ()
    compared = compared if along or len(compared) >= FEWEST else ()
    first = min(card.photo for card in review.cards) if compared else number
    view = view_review(review, kept, subject.edition, spot, first, mending)
    shown = next(photo for photo in kept if photo.number == view.photo.number)
    # The number of doubtful cards is shown next to the photo anyway, and a part of a shelf is cut off on purpose.
    settled = {Problem.UNREAD_CARDS} | ({Problem.CUT_OFF} if len(view.numbers) > 1 else set())
    lesson = view_lesson(review, kept, view.photo.number)
    # The lesson says so itself, and what is to be done.
    settled |= {Problem.UNKNOWN_FACE} if lesson else set()
    findings = [finding for finding in list_findings(shown.reading) if finding.problem not in settled]
    html = render(
        "photos/_review.html" if wants_json() else "photos/review.html",
        subject=subject,
        view=view,
        is_open=subject.closed is None,
        is_accepted=review.is_accepted,
        filled=subject.tell_filled(review),
        sentences=[] if review.is_accepted else [say_finding(finding) for finding in findings],
        reasons=_say_reasons(view.place),
        pad=list_pad(subject.edition, deck),
        lesson=lesson,
        compared=compared,
        along=along,
        is_new_print=any(one.is_unconfirmed for cards in (compared, *(one.cards for one in along)) for one in cards),
        following=None if review.is_accepted else subject.find_following(review, kept),
        asks=lesson is not None and lesson.current is not None and spot is None,
        make_key=make_request_key,
        **subject.describe(),
    )
    return answer_json({"html": html}) if wants_json() else html


def _go_on(subject: PhotoSubject, review: Review, kept: tuple[KeptPhoto, ...], spot: Spot | None) -> Page:
    """Show the review after an answer, at the card that comes next; without scripts, at its address."""
    if wants_json():
        return show_review(subject, review, kept, spot)
    return redirect(subject.address("show", place=format_spot(spot) if spot else None))


def _show_mending(
    subject: PhotoSubject, review: Review, kept: tuple[KeptPhoto, ...], spot: Spot, mending: Mending
) -> Page:
    """Show what is left to say about a card; without scripts, at an address that keeps what was pressed."""
    if wants_json():
        return show_review(subject, review, kept, spot, mending)
    pressed = {name: value for name, value in asdict(mending.keys).items() if value}
    return redirect(subject.address("show", place=format_spot(spot), **pressed))


def _show_waiting(subject: PhotoSubject, review: Review, kept: tuple[KeptPhoto, ...]) -> Page:
    known = view_review(review, kept, subject.edition, None, min(card.photo for card in review.cards))
    more = view_waiting(review, kept)
    return render("photos/join.html", subject=subject, known=known, more=more, **subject.describe())


def _refuse(subject: PhotoSubject, sentences: list[str], status: int) -> Page:
    """Say what is wrong with a photo, with the two buttons to take another one."""
    if wants_json():
        return answer_json({"sentences": sentences}), status
    return show_taking(subject, sentences, status, *_read_purpose())


def _read_purpose() -> tuple[Purpose, Spot | None]:
    """Read what a photo was taken of; a form that was too large to be read does not say."""
    try:
        form = request.form
    except RequestEntityTooLarge:
        return Purpose.WHOLE, None
    part = form.get("part", "")
    return Purpose(part) if part in set(Purpose) else Purpose.WHOLE, parse_spot(form.get("place", ""))


def _say_reasons(place: PlaceView | None) -> list[tuple[str, list[str]]]:
    """Say why a card is doubtful: each doubtful part with its causes."""
    language = find_language()
    causes: dict[Part, list[str]] = {}
    for doubt in place.reasons if place else ():
        causes.setdefault(doubt.part, []).append(describe_cause(doubt.cause, language))
    return [(name_part(part, language), said) for part, said in causes.items()]
