"""Decks as files: exporting one, and importing one after a preview of what it would change."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, Flask, Response, flash, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.exceptions import RequestEntityTooLarge

from ...forms.entry.deck import NameForm, say_wrong_name
from ...scoring.checks.findings import Finding
from ...scoring.decks.deck import DeckNameError
from ...scoring.decks.fields import MOST_BYTES
from ...scoring.decks.merging import Outcome
from ...wording.decks.sentences import describe_count_dispute, describe_file_finding
from ...wording.jobs.failures import Failure
from ...workflow.decks.addresses import find_name
from ...workflow.decks.asking import ask_holding, ask_merging, ask_splitting, ask_taking
from ...workflow.decks.files import drop_file, view_waiting
from ...workflow.decks.findings import unpack_findings
from ...workflow.decks.keeping import export_deck
from ...workflow.file_names import name_file
from ...workflow.jobs.asking import Job, Kind, State, TooManyJobsError
from ...workflow.tables.drafts import MissingError
from ..access.guards import admit_viewer, find_viewer
from ..access.rendering import render
from ..houses.choice import HouseChoice, offer_houses, settle_house
from ..jobs.pages import JobRoom, await_job, follow_job, register, say_busy, say_failure
from ..site.answers import Page
from ..site.clock import now
from ..site.downloads import send_file
from ..site.languages import find_language
from .care import show_care
from .pages import say_taken

bp = Blueprint("deck_files", __name__, url_prefix="/decks")

FORM_BYTES = 100_000
"""What a form may contain besides the file."""
MOST_FAULTS = 8
"""If a file is wrong in many places, the first ones say enough."""


@bp.url_value_preprocessor
def _allow_files(endpoint: str | None, _values: dict[str, object] | None) -> None:
    """Raise the size limit for a file, before anything else reads the form."""
    if request.method == "POST" and endpoint in ("deck_files.bring", "deck_files.offer"):
        request.max_content_length = MOST_BYTES + FORM_BYTES


@bp.errorhandler(RequestEntityTooLarge)
def _answer_too_large(_error: RequestEntityTooLarge) -> Page:
    sentence = _(
        "This file is %(megabytes)s MB; a deck takes less than %(limit)s MB. Is it the right one?",
        megabytes=-(-(request.content_length or 0) // 1_000_000),
        limit=MOST_BYTES // 1_000_000,
    )
    deck = (request.view_args or {}).get("deck")
    return _refuse(deck, [sentence], 413)


@bp.get("/<int:deck>/deck.json")
def export(deck: int) -> Response:
    """Send a deck as one file, with or without its pictures."""
    name = find_name(deck)
    content = export_deck(deck, with_pictures=request.args.get("pictures") != "no")
    return send_file(content, name_file("deck", name), "json")


@bp.get("/bring")
def ask() -> str:
    """Ask for a deck file."""
    return _show_asking([])


@bp.post("/bring")
def bring() -> Page:
    """Import a deck from a file; if its name is taken, the file waits for a preview."""
    content = _read_file()
    if not content:
        return _refuse(None, [_say_no_file()], 422)
    device = admit_viewer().device
    try:
        return follow_job(await_job(ask_taking(content, _read_name(), device, settle_house(), now())))
    except TooManyJobsError:
        return _refuse(None, [say_busy()], 503)


@bp.post("/<int:deck>/merge")
def offer(deck: int) -> Page:
    """Accept a file to be merged into a deck, and first show what it would change."""
    content = _read_file()
    if not content:
        return _refuse(deck, [_say_no_file()], 422)
    try:
        return follow_job(await_job(ask_holding(deck, content, now())))
    except TooManyJobsError:
        return _refuse(deck, [say_busy()], 503)


@bp.get("/<int:deck>/merge")
def show(deck: int) -> Page:
    """Show what the waiting file would change."""
    try:
        return _show_waiting(deck, NameForm(formdata=None))
    except MissingError:
        return redirect(url_for("deck_care.show", deck=deck))


@bp.post("/<int:deck>/merge/accept")
def accept(deck: int) -> Page:
    """Merge the waiting file; what is disputed then stays disputed until someone settles it."""
    try:
        return follow_job(await_job(ask_merging(deck, now())))
    except TooManyJobsError:
        flash(say_busy())
        return redirect(url_for("deck_files.show", deck=deck))


@bp.post("/<int:deck>/merge/apart")
def keep_apart(deck: int) -> Page:
    """Turn the waiting file into a new deck."""
    try:
        return follow_job(await_job(ask_splitting(deck, NameForm().name.data or "", find_viewer().device, now())))
    except TooManyJobsError:
        flash(say_busy())
        return redirect(url_for("deck_files.show", deck=deck))


@bp.post("/<int:deck>/merge/drop")
def drop(deck: int) -> Page:
    """Delete the waiting file; the deck stays as it is."""
    drop_file(deck)
    flash(_("The file was discarded; the deck is unchanged."))
    return redirect(url_for("decks.show", deck=deck))


def _read_file() -> bytes:
    sent = request.files.get("file")
    return sent.read(MOST_BYTES + 1) if sent else b""


def _show_asking(sentences: list[str]) -> str:
    return render("decks/bring.html", sentences=sentences, typed=_read_name(), houses=_offer_houses())


def _offer_houses() -> tuple[HouseChoice, ...]:
    try:
        return offer_houses()
    except RequestEntityTooLarge:
        return ()


def _read_name() -> str:
    try:
        return request.form.get("name", "") if request.method == "POST" else ""
    except RequestEntityTooLarge:
        return ""


def _show_waiting(deck: int, form: NameForm) -> str:
    waiting, language = view_waiting(deck), find_language()
    disputes = waiting.merge.counts if waiting.merge else ()
    return render(
        "decks/merge.html",
        number=deck,
        waiting=waiting,
        disputed=[change for change in waiting.changes if change.outcome is Outcome.DISPUTED],
        others=[change for change in waiting.changes if change.outcome is not Outcome.DISPUTED],
        counts=[describe_count_dispute(dispute, language) for dispute in disputes],
        warnings=_say_faults(waiting.warnings),
        form=form,
    )


def _refuse(deck: int | None, sentences: list[str], status: int) -> Page:
    """Say what is wrong with a file, on the page with its upload form."""
    if deck is None:
        return _show_asking(sentences), status
    return show_care(deck, NameForm(formdata=None, data={"name": find_name(deck)}), sentences), status


def init_app(app: Flask) -> None:
    """Say what the jobs of deck files are called and where they lead."""
    kinds = (Kind.TAKE_DECK, Kind.HOLD_DECK, Kind.MERGE_DECK, Kind.SPLIT_DECK)
    register(app, JobRoom(lambda _job: _("Importing the deck file"), _find_back, _end), *kinds)


def _find_back(job: Job) -> str:
    deck = job.owner.deck
    return url_for("deck_files.ask") if deck is None else url_for("deck_care.show", deck=deck)


def _end(job: Job) -> Page:
    """Tell what came of a file: a deck, a preview of what it would change, or what is wrong with it."""
    if job.state is State.FAILED:
        return _end_failed(job)
    if job.state is not State.DONE:
        return redirect(_find_back(job))
    deck = job.result["deck"]
    if job.result["waits"]:
        return redirect(url_for("deck_files.show", deck=deck))
    learned = job.result["learned"]
    flash(ngettext("%(num)s card learned from the file.", "%(num)s cards learned from the file.", learned))
    for sentence in _say_faults(unpack_findings(job.result["warnings"])):
        flash(sentence)
    return redirect(url_for("decks.show", deck=deck))


def _end_failed(job: Job) -> Page:
    deck, name = job.owner.deck, str(job.problem.get("name", ""))
    code = job.problem.get("code")
    if deck is not None and job.kind is not Kind.HOLD_DECK:
        form = NameForm(formdata=None, data={"name": name})
        if code == Failure.OTHER_EDITION:
            return _show_waiting(deck, form), 409
        if code == Failure.DECK_EXISTS:
            form.refuse(say_taken(name))
        elif code == Failure.DECK_NAME:
            form.refuse(say_wrong_name(DeckNameError(name), find_language()))
        else:
            flash(say_failure(job))
        return _show_waiting(deck, form), 422
    if code == Failure.DOCUMENT:
        return _refuse(deck, _say_faults(unpack_findings(job.problem["findings"])), 422)
    if code == Failure.DECK_NAME:
        return _refuse(deck, [say_wrong_name(DeckNameError(name), find_language())], 422)
    return _refuse(deck, [say_failure(job)], 422)


def _say_no_file() -> str:
    return str(_("No file has been chosen yet. Choose one that was exported from a deck."))


def _say_faults(findings: Iterable[Finding]) -> list[str]:
    return [describe_file_finding(finding, find_language()) for finding in findings][:MOST_FAULTS]
