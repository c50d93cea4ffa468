"""The discard pile of a solo game, card by card: on the touch grid of the shelf editor, and by photos that add up."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, abort, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from ...forms.entry.request_key import make_request_key
from ...scoring.inspection import Form
from ...scoring.terms import find_terms
from ...vision.photos.thresholds import DECODING
from ...vision.problems import PhotoFinding, Problem
from ...workflow.access.seeing import SeenDraft
from ...workflow.decks.entry import list_letters, view_offer
from ...workflow.decks.table_decks import find_table_deck
from ...workflow.jobs.asking import Job, Kind, State, TooManyJobsError, find_job
from ...workflow.photos.asking import PILE, ask_pile_reading, find_pile_reading
from ...workflow.photos.review import list_findings
from ...workflow.shelves.pile import preview_pile, write_pile
from ...workflow.shelves.preview import has_errors
from ...workflow.tables.drafts import ConflictError, MissingError, StageError
from ..access.guards import find_draft, find_viewer, require_host
from ..access.rendering import answer_json, render
from ..jobs.pages import JobRoom, find_address, go, register, say_busy
from ..photos.failures import describe_failed_photo, say_finding
from ..photos.review import FORM_BYTES
from ..site.answers import Page, wants_json
from ..site.clock import now
from ..site.languages import find_language
from ..site.live import answer_changed, tag_page
from ..site.words import list_categories
from .clashes import answer_clash, say_when

bp = Blueprint("pile", __name__, url_prefix="/inspections/<slug>/library")
LONGEST_KEY = 40


@bp.get("/pile")
def edit(slug: str) -> Page:
    """Show the pile on the grid, or answer an editor that polls for changes, such as those of a photo."""
    draft = _find_solo(slug)
    tag = tag_page(slug, "pile")
    if not wants_json():
        return render("shelves/edit.html", editor=_view_editor(draft, tag))
    return answer_changed(tag, lambda: answer_json({"preview": preview_pile(draft, find_language()), "go": None}))


@bp.post("/pile")
def save(slug: str) -> Page:
    """Store the pile as typed, valid or not; answer with its preview, or go on to the public library.

    If another page has changed it since, nothing is stored: the answer shows both versions.
    """
    _find_solo(slug)
    require_host(slug)
    text = request.form.get("shelf", "")
    try:
        write_pile(slug, text, request.form.get("version", type=int), now())
    except ConflictError:
        return _show_clash(find_draft(slug), text)
    draft = find_draft(slug)
    preview = preview_pile(draft, find_language())
    if wants_json():
        return answer_json(preview)
    if has_errors(preview):
        return render("shelves/edit.html", editor=_view_editor(draft, tag_page(slug, "pile"))), 422
    return redirect(url_for("library.edit", slug=slug))


@bp.get("/photo")
def show(slug: str) -> Page:
    """Show how to photograph the pile, with what was wrong with the last photo; while one is read, that page."""
    draft = _find_solo(slug)
    require_host(slug)
    reading = find_pile_reading(slug)
    if reading and draft.stage.takes_entries:
        return redirect(find_address(reading))
    failed = find_job(request.args["job"]) if "job" in request.args else None
    is_ours = failed is not None and (failed.owner.slug, failed.subject) == (slug, PILE)
    sentences = describe_failed_photo(failed) if failed and is_ours and failed.state is State.FAILED else []
    return _show_taking(draft, sentences)


@bp.post("/photo")
def take(slug: str) -> Page:
    """Ask for a photo of the pile to be read and its cards to be added; one that cannot be read changes nothing."""
    draft = _find_solo(slug)
    require_host(slug)
    if not draft.stage.takes_entries:
        raise StageError(draft.stage)
    files = [file for file in request.files.getlist("photo") if file.filename]
    key = request.form.get("request_key", "").replace("\0", "")[:LONGEST_KEY]
    if not files or not key:
        return _refuse(draft, [_("There is no photo yet. Take one, or choose one.")], 422)
    try:
        job = ask_pile_reading(slug, files[0].read(DECODING.max_bytes + 1), key, find_viewer().device, now())
    except TooManyJobsError:
        return _refuse(draft, [say_busy()], 503)
    address = find_address(job)
    return answer_json({"follow": address}) if wants_json() else redirect(address)


def init_app(app: Flask) -> None:
    """Say what reading a pile is called, and lead back to it."""
    room = JobRoom(
        title=lambda _job: _("Reading the photo"),
        back=lambda job: url_for("pile.edit", slug=job.owner.slug),
        end=_end,
        describe=describe_failed_photo,
    )
    register(app, room, Kind.READ_PILE)


@bp.url_value_preprocessor
def _allow_photos(endpoint: str | None, _values: dict[str, object] | None) -> None:
    """Raise the size limit for a photo, before anything else reads the form."""
    if endpoint == "pile.take":
        request.max_content_length = DECODING.max_bytes + FORM_BYTES


@bp.errorhandler(RequestEntityTooLarge)
def _answer_too_large(error: RequestEntityTooLarge) -> Page | HTTPException:
    megabytes = -(-(request.content_length or 0) // 1_000_000)
    finding = PhotoFinding(Problem.TOO_MANY_BYTES, {"megabytes": megabytes, "limit": DECODING.max_bytes // 1_000_000})
    try:
        draft = _find_solo(str((request.view_args or {})["slug"]))
    except (HTTPException, MissingError):
        return error
    return _refuse(draft, [say_finding(finding)], 413)


def _end(job: Job) -> Page:
    """Go on to the pile with the new cards in it, or say why the photo could not be read."""
    if job.state is State.FAILED:
        return go(url_for("pile.show", slug=job.owner.slug, job=job.slug))
    return go(url_for("pile.edit", slug=job.owner.slug, job=job.slug))


def _say_added(slug: str) -> str:
    """Say what the photo that the address names has brought, and what of it; empty if it names none of this pile."""
    job = find_job(request.args["job"]) if "job" in request.args else None
    if job is None or (job.owner.slug, job.subject, job.state) != (slug, PILE, State.DONE):
        return ""
    added = ngettext("%(num)s card was added.", "%(num)s cards were added.", job.result.get("cards", 0))
    known, completed = (job.result.get(count, 0) for count in ("known", "completed"))
    told = ngettext("%(num)s was in the pile already.", "%(num)s were in the pile already.", known) if known else ""
    filled = (
        ngettext(
            "The categories of %(num)s of them were not all known, and are now.",
            "The categories of %(num)s of them were not all known, and are now.",
            completed,
        )
        if completed
        else ""
    )
    said = [_say_found(finding, is_taught=job.result.get("is_taught", False)) for finding in list_findings(job.result)]
    return " ".join(sentence for sentence in (added, told, filled, *said) if sentence)


def _say_found(finding: PhotoFinding, *, is_taught: bool) -> str:
    """Say what is wrong with a photo of a pile; nothing where that shows in the grid."""
    # Cards that were not read are marked there, and a large pile is cut off on purpose.
    if finding.problem in {Problem.UNREAD_CARDS, Problem.CUT_OFF}:
        return ""
    if finding.problem is Problem.UNKNOWN_FACE and not is_taught:
        return str(
            _(
                "Nobody has shown yet what these cards look like. Photograph your own shelf first: a few taps say "
                "which icon is which category. Then photograph the pile once more, and its cards take their categories."
            )
        )
    return say_finding(finding)


def _find_solo(slug: str) -> SeenDraft:
    """Return a solo game, or answer 404: no other has a public library."""
    draft = find_draft(slug)
    if draft.details.form != Form.S_42A:
        abort(404)
    return draft


def _refuse(draft: SeenDraft, sentences: list[str], status: int) -> Page:
    if wants_json():
        return answer_json({"sentences": sentences}), status
    return _show_taking(draft, sentences, status)


def _show_taking(draft: SeenDraft, sentences: list[str], status: int = 200) -> Page:
    page = render("photos/pile.html", draft=draft, sentences=sentences, key=make_request_key())
    return page, status


def _show_clash(draft: SeenDraft, typed: str) -> Page:
    """Show what was typed next to what another page has saved meanwhile."""
    preview = preview_pile(draft, find_language())
    action = url_for("pile.save", slug=draft.slug)
    return answer_clash(_("Discard pile"), action, typed, preview, say_when(draft))


def _view_editor(draft: SeenDraft, tag: str) -> dict[str, Any]:
    deck = find_table_deck(draft.slug, draft.details.edition)
    preview = preview_pile(draft, find_language())
    is_open = draft.stage.takes_entries and draft.role.is_host
    return {
        "title": _("Discard pile"),
        "name": find_terms(find_language()).public_library,
        "is_pile": True,
        "action": url_for("pile.save", slug=draft.slug),
        "back_url": url_for("library.edit", slug=draft.slug),
        "back_name": _("Back to the public library"),
        "tally_url": url_for("tally.edit_all", slug=draft.slug) if draft.role.is_host else "",
        "advice_url": "",
        "photo_url": url_for("pile.show", slug=draft.slug) if is_open else "",
        "photo_key": make_request_key() if is_open else "",
        "next_url": url_for("library.edit", slug=draft.slug),
        "edition": draft.details.edition,
        "letters": list_letters(draft.details.edition, deck),
        "deck": view_offer(deck, draft, 0, draft.role.seats),
        "categories": list_categories(),
        "shelf_text": preview["shelf"],
        "version": preview["version"],
        "tag": tag,
        "preview": preview,
        "notice": _say_added(draft.slug),
    }
