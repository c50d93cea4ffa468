"""Decks as files: exporting one, and importing one after a preview of what it would change."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, Response, flash, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.exceptions import RequestEntityTooLarge

from ...forms.entry.deck import NameForm, say_wrong_name
from ...scoring.checks.findings import Finding
from ...scoring.decks.deck import DeckNameError
from ...scoring.decks.fields import MOST_BYTES
from ...scoring.decks.merging import OtherEditionError, Outcome
from ...scoring.documents.heading import DocumentError
from ...wording.decks.sentences import describe_count_dispute, describe_file_finding
from ...workflow.decks.addresses import find_name
from ...workflow.decks.files import drop_file, hold_file, merge_file, split_off_deck, take_file, view_waiting
from ...workflow.decks.keeping import DeckExistsError, Imported, export_deck, view_deck
from ...workflow.file_names import name_file
from ...workflow.tables.drafts import MissingError
from ..access.rendering import render
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
    content = export_deck(name, with_pictures=request.args.get("pictures") != "no")
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
    try:
        deck, imported = take_file(content, request.form.get("name", ""), now())
    except DocumentError as error:
        return _refuse(None, _say_faults(error.findings), 422)
    except DeckNameError as error:
        return _refuse(None, [say_wrong_name(error, find_language())], 422)
    if imported is None:
        return redirect(url_for("deck_files.show", deck=deck))
    _tell(imported)
    return redirect(url_for("decks.show", deck=deck))


@bp.post("/<int:deck>/merge")
def offer(deck: int) -> Page:
    """Accept a file to be merged into a deck, and first show what it would change."""
    content = _read_file()
    if not content:
        return _refuse(deck, [_say_no_file()], 422)
    try:
        hold_file(deck, content, now())
    except DocumentError as error:
        return _refuse(deck, _say_faults(error.findings), 422)
    return redirect(url_for("deck_files.show", deck=deck))


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
        _tell(merge_file(deck, now()))
    except OtherEditionError:
        return _show_waiting(deck, NameForm(formdata=None)), 409
    return redirect(url_for("decks.show", deck=deck))


@bp.post("/<int:deck>/merge/apart")
def keep_apart(deck: int) -> Page:
    """Turn the waiting file into a new deck."""
    form = NameForm()
    try:
        made = split_off_deck(deck, form.name.data or "", now())
    except DeckExistsError:
        form.refuse(say_taken(form.name.data))
    except DeckNameError as error:
        form.refuse(say_wrong_name(error, find_language()))
    else:
        return redirect(url_for("decks.show", deck=made))
    return _show_waiting(deck, form), 422


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
    return render("decks/bring.html", sentences=sentences, typed=_read_name())


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


def _tell(imported: Imported) -> None:
    """Say what was imported from a file, and what could not be used."""
    merged = imported.merge
    learned = (
        sum(one.outcome is Outcome.LEARNED for one in merged.cards)
        if merged
        else view_deck(imported.name).figures.known
    )
    flash(ngettext("%(num)s card learned from the file.", "%(num)s cards learned from the file.", learned))
    for sentence in _say_faults(imported.warnings):
        flash(sentence)


def _say_no_file() -> str:
    return str(_("No file was chosen yet. Choose one that was exported from a deck."))


def _say_faults(findings: Iterable[Finding]) -> list[str]:
    return [describe_file_finding(finding, find_language()) for finding in findings][:MOST_FAULTS]
