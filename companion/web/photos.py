"""A shelf by photo: taking it, looking at what was read, mending what is doubtful, and taking the shelf over."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from ..store import photos
from ..store.drafts import Draft
from ..store.photos import KeptPhoto, TooManyPhotosError
from ..store.stages import StageError
from ..vision.photo import MAX_BYTES
from ..vision.problems import PhotoError, PhotoFinding, Problem
from ..wording.photos import describe_photo_finding
from ..workflow.clashes import compare_shelves
from ..workflow.photo_filing import (
    Purpose,
    TakenOverError,
    file_photo,
    find_review,
    join_waiting,
    settle_card,
    take_over,
)
from ..workflow.photo_joins import PartError, Side
from ..workflow.photo_lessons import lay_by_lessons
from ..workflow.photo_reading import list_findings, read_shelf_photo
from ..workflow.photo_views import find_next_doubt, format_spot, parse_spot, view_review, view_waiting
from ..workflow.photos import Review, list_doubts
from ..workflow.table_decks import find_table_deck
from .clashes import say_whose
from .clock import now
from .doors import find_draft, mask, require_entry
from .inspections import Page, make_request_key
from .languages import find_language
from .turnstile import BusyError, Turnstile

bp = Blueprint("photos", __name__, url_prefix="/inspections/<slug>/seats/<int:position>/photo")

FORM_BYTES = 100_000
"""What the form of a photo may hold besides it."""


def init_app(app: Flask) -> None:
    """Read one photo at a time."""
    app.extensions["turnstile"] = Turnstile()


@bp.url_value_preprocessor
def _allow_photos(endpoint: str | None, _values: dict[str, object] | None) -> None:
    """Let a photo in, before anything else looks into the form."""
    if endpoint == "photos.take":
        request.max_content_length = MAX_BYTES + FORM_BYTES


@bp.errorhandler(RequestEntityTooLarge)
def _answer_too_large(_error: RequestEntityTooLarge) -> Page:
    megabytes = -(-(request.content_length or 0) // 1_000_000)
    finding = PhotoFinding(Problem.TOO_MANY_BYTES, {"megabytes": megabytes, "limit": MAX_BYTES // 1_000_000})
    arguments = request.view_args or {}
    return _refuse(arguments["slug"], arguments["position"], [_say(finding)], 413)


@bp.get("")
def show(slug: str, position: int) -> Page:
    """Show the review of the photos, or where one is taken."""
    require_entry(slug, position)
    draft = find_draft(slug)
    found = find_review(slug, position)
    if found is None:
        if not draft.stage.takes_entries:
            abort(404)
        return _show_taking(draft, position)
    review, kept = found
    if review.waiting:
        return _show_waiting(draft, position, review, kept)
    return _show_review(draft, position, review, kept)


@bp.post("")
def take(slug: str, position: int) -> Page:
    """Read a photo and join it to the review; one that cannot be read changes nothing."""
    require_entry(slug, position)
    draft = find_draft(slug)
    if not draft.stage.takes_entries:
        raise StageError(draft.stage)
    files = [file for file in request.files.getlist("photo") if file.filename]
    purpose, spot = _read_purpose()
    key = request.form.get("request_key", "")[:40]
    if not files or not key:
        return _refuse(slug, position, [_("There is no photo yet. Take one, or choose one.")], 422)
    turnstile: Turnstile = current_app.extensions["turnstile"]
    try:
        with turnstile.pass_through():
            if not photos.has_photo(slug, position, key):
                deck = find_table_deck(draft)
                content = files[0].read(MAX_BYTES + 1)
                taken = read_shelf_photo(content, draft.details.edition, deck.name if deck else None)
                file_photo(slug, position, taken, purpose, spot, key, now())
    except PhotoError as error:
        return _refuse(slug, position, [_say(error.finding)], 422)
    except PartError:
        return _refuse(slug, position, [_say_other_part(purpose)], 422)
    except TooManyPhotosError:
        sentence = _("This shelf has as many photos as anybody can need. Take it over, or begin with a new photo.")
        return _refuse(slug, position, [sentence], 422)
    except BusyError:
        return _refuse(slug, position, [_("Other photos are being read. Send this one again in a moment.")], 503)
    except LookupError:
        abort(404)
    place = format_spot(spot) if spot and purpose is Purpose.CARD else None
    return _go(url_for("photos.show", slug=slug, position=position, place=place))


@bp.get("/<int:number>.jpg")
def picture(slug: str, position: int, number: int) -> Page:
    """Hand out a photo to those who may enter the seat."""
    require_entry(slug, position)
    return Response(photos.find_picture(slug, position, number), mimetype="image/jpeg")


@bp.post("/place")
def settle(slug: str, position: int) -> Page:
    """Keep what a person says of a card, and go on to the next doubtful one."""
    require_entry(slug, position)
    spot = parse_spot(request.form.get("place", ""))
    before = find_review(slug, position)
    if spot is None or before is None:
        abort(404)
    try:
        settle_card(slug, position, spot, request.form.get("card", ""))
    except (LookupError, ValueError):
        abort(400)
    draft, after = find_draft(slug), find_review(slug, position)
    if after is None:
        abort(404)
    edition = draft.details.edition
    following = find_next_doubt(list_doubts(before[0], edition), list_doubts(after[0], edition), spot)
    if _wants_json():
        return _show_review(draft, position, *after, following)
    place = format_spot(following) if following else None
    return redirect(url_for("photos.show", slug=slug, position=position, place=place))


@bp.post("/join")
def join(slug: str, position: int) -> Page:
    """Lay the cards of a further photo beside the others, or leave them out."""
    require_entry(slug, position)
    side = request.form.get("side", "")
    join_waiting(slug, position, Side(side) if side in set(Side) else None)
    return redirect(url_for("photos.show", slug=slug, position=position))


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
    photos.drop_photos(slug, position)
    return redirect(url_for("shelves.edit", slug=slug, position=position))


def _show_taking(draft: Draft, position: int, sentences: list[str] | None = None, status: int = 200) -> Page:
    seat = draft.find_seat(position)
    purpose, spot = _read_purpose()
    page = render_template(
        "photos/take.html",
        draft=draft,
        seat=seat,
        sentences=sentences or [],
        purpose=purpose,
        place=format_spot(spot) if spot else "",
        has_review=bool(sentences) and photos.find_review(draft.slug, position) is not None,
        make_key=make_request_key,
    )
    return page, status


def _show_review(
    draft: Draft, position: int, review: Review, kept: tuple[KeptPhoto, ...], spot: tuple[int, int] | None = None
) -> Page:
    spot = spot or parse_spot(request.args.get("place", ""))
    view = view_review(review, kept, draft.details.edition, spot, request.args.get("photo", type=int))
    shown = next(photo for photo in kept if photo.number == view.photo.number)
    # How many cards are doubtful is said beside the photo anyway, and a part of a shelf is cut off on purpose.
    settled = {Problem.UNREAD_CARDS} | ({Problem.CUT_OFF} if len(view.numbers) > 1 else set())
    findings = [finding for finding in list_findings(shown.reading) if finding.problem not in settled]
    fragment = "photos/_review.html" if _wants_json() else "photos/review.html"
    html = render_template(
        fragment,
        draft=draft,
        seat=draft.find_seat(position),
        view=view,
        is_open=draft.stage.takes_entries,
        is_accepted=review.is_accepted,
        sentences=[] if review.is_accepted else [_say(finding) for finding in findings],
        make_key=make_request_key,
    )
    return jsonify(html=html) if _wants_json() else html


def _show_waiting(draft: Draft, position: int, review: Review, kept: tuple[KeptPhoto, ...]) -> Page:
    known = view_review(review, kept, draft.details.edition, None, min(card.photo for card in review.cards))
    seat = draft.find_seat(position)
    return render_template("photos/join.html", draft=draft, seat=seat, known=known, more=view_waiting(review, kept))


def _show_both(whole: Draft, position: int, keeps: bool) -> Page:
    """Show the shelf of the photo beside the one that has been entered, with a choice between them."""
    draft = mask(whole)
    seat = draft.find_seat(position)
    found = find_review(draft.slug, position)
    if found is None:
        abort(404)
    shelves = compare_shelves(found[0].shelf, seat.shelf)
    whose = say_whose(whole, position)
    page = render_template("photos/both.html", draft=draft, seat=seat, shelves=shelves, whose=whose, keeps=keeps)
    return page, 409


def _refuse(slug: str, position: int, sentences: list[str], status: int) -> Page:
    """Say what is wrong with a photo, with the two buttons to take another."""
    if _wants_json():
        return jsonify(sentences=sentences), status
    require_entry(slug, position)
    return _show_taking(find_draft(slug), position, sentences, status)


def _go(address: str) -> Page:
    return jsonify(go=address) if _wants_json() else redirect(address)


def _read_purpose() -> tuple[Purpose, tuple[int, int] | None]:
    """Read of what a photo was taken; a form that was too long to be read says nothing of it."""
    try:
        form = request.form
    except RequestEntityTooLarge:
        return Purpose.WHOLE, None
    part = form.get("part", "")
    return Purpose(part) if part in set(Purpose) else Purpose.WHOLE, parse_spot(form.get("place", ""))


def _say_other_part(purpose: Purpose) -> str:
    if purpose is Purpose.CARD:
        return str(_("That card is not to be seen in this photo. Take it with the cards beside it."))
    return str(_("That row is not to be seen in this photo. Take a photo of that row alone."))


def _say(finding: PhotoFinding) -> str:
    return describe_photo_finding(finding, find_language())


def _wants_json() -> bool:
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"
