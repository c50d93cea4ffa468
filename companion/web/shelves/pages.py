"""Entering a shelf, in the grid editor or as text: it is stored as typed and answered with a preview."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.request_key import make_request_key
from ...workflow.access.seeing import SeenDraft, SeenSeat
from ...workflow.decks.entry import list_letters, view_offer
from ...workflow.decks.table_decks import find_table_deck
from ...workflow.photos.filing import SeatShelf, has_review
from ...workflow.shelves.entry import complete_shelf, preview_seat, write_shelf
from ...workflow.shelves.filling import is_filled
from ...workflow.shelves.preview import has_errors
from ...workflow.shelves.waiting import find_next_shelf
from ...workflow.tables.drafts import ConflictError, Stage
from ..access.guards import find_draft, find_viewer, require_entry
from ..access.limits import read_shelf
from ..access.rendering import answer_json, render
from ..site.answers import Page, wants_json
from ..site.clock import now
from ..site.languages import find_language
from ..site.live import answer_changed, tag_page
from ..site.words import list_categories
from .clashes import answer_clash, say_whose
from .returning import find_way_back, name_way_back

bp = Blueprint("shelves", __name__, url_prefix="/inspections/<slug>/seats/<int:position>")


@bp.get("/shelf")
def edit(slug: str, position: int) -> Page:
    """Show the editor with the shelf as typed, or answer an editor that polls for changes by others."""
    if wants_json():
        return _follow(slug, position)
    tag = _tag_shelf(slug, position)
    draft = find_draft(slug)
    return render("shelves/edit.html", editor=_view_editor(draft, find_seat(draft, position), tag))


@bp.post("/shelf")
def save(slug: str, position: int) -> Page:
    """Store the shelf as typed, valid or not; answer with its preview, or go on to the next seat.

    If someone else has changed it since, nothing is stored: the answer shows both versions.
    """
    require_entry(slug, position)
    text = complete_shelf(slug, read_shelf("shelf"))
    tag = _tag_shelf(slug, position)
    try:
        draft = write_shelf(slug, position, text, request.form.get("version", type=int), find_viewer(), now())
    except ConflictError:
        return _show_clash(find_draft(slug), position, text)
    except LookupError:
        abort(404)
    seat = draft.find_seat(position)
    if wants_json():
        return answer_json(preview_seat(draft, seat, find_language()))
    editor = _view_editor(draft, seat, tag)
    if has_errors(editor["preview"]):
        return render("shelves/edit.html", editor=editor), 422
    return redirect(editor["next_url"])


def find_seat(draft: SeenDraft, position: int) -> SeenSeat:
    """Return a seat, or answer 404."""
    try:
        return draft.find_seat(position)
    except LookupError:
        abort(404)


def find_next_address(draft: SeenDraft, position: int, way: str = "shelves.edit") -> str:
    """Return where to go after entering a seat: the same page for this phone’s next empty seat, or else back.

    Seats whose photo waits for an answer come last, with the review of that.
    """
    following, waits = find_next_shelf(draft, position)
    if following is None:
        return find_way_back(draft)
    return url_for("photos.show" if waits else way, slug=draft.slug, position=following)


def _view_editor(draft: SeenDraft, seat: SeenSeat, tag: str) -> dict[str, Any]:
    deck = find_table_deck(draft.slug, draft.details.edition)
    return {
        "title": _("%(name)s’s shelf", name=seat.name),
        "name": seat.name,
        "action": url_for("shelves.save", slug=draft.slug, position=seat.position),
        "back_url": find_way_back(draft),
        "back_name": name_way_back(draft),
        "tally_url": url_for("tally.edit", slug=draft.slug, position=seat.position),
        "advice_url": url_for("advice.show", slug=draft.slug, position=seat.position),
        "photo_url": _find_photo_address(draft, seat.position),
        "filled_url": _find_undoing_address(draft, seat),
        "photo_key": make_request_key() if draft.stage.takes_entries else "",
        "next_url": find_next_address(draft, seat.position),
        "ready_url": _find_ready_address(draft, seat),
        "edition": draft.details.edition,
        "letters": list_letters(draft.details.edition, deck),
        "deck": view_offer(deck, draft, seat.position, draft.role.seats),
        "categories": list_categories(),
        "shelf_text": seat.shelf,
        "version": seat.version,
        "tag": tag,
        "preview": preview_seat(draft, seat, find_language()),
    }


def _find_ready_address(draft: SeenDraft, seat: SeenSeat) -> str:
    """Return the URL to be done with one's own shelf; empty where nobody waits for that."""
    if draft.stage is Stage.DRAFT and draft.is_shared and seat.position in draft.role.seats and not seat.is_ready:
        return url_for("stages.ready", slug=draft.slug, position=seat.position)
    return ""


def _find_photo_address(draft: SeenDraft, position: int) -> str:
    """Return the URL to photograph the shelf or view its photo; empty if it is too late for both."""
    if draft.stage.takes_entries or has_review(SeatShelf(draft.slug, position)):
        return url_for("photos.show", slug=draft.slug, position=position)
    return ""


def _find_undoing_address(draft: SeenDraft, seat: SeenSeat) -> str:
    """Return the URL to empty a shelf that was filled in from its photo; empty once anybody has changed it since."""
    may_undo = draft.stage.takes_entries and draft.role.may_enter(seat.position) and seat.shelf.strip()
    if may_undo and is_filled(SeatShelf(draft.slug, seat.position), seat.version):
        return url_for("photos.undo", slug=draft.slug, position=seat.position)
    return ""


def _follow(slug: str, position: int) -> Page:
    """Answer 304 as long as nothing at the table has changed, else with a preview of the current shelf.

    Once the inspection has begun, ``go`` says where to go.
    """

    def draw() -> Response:
        draft = find_draft(slug)
        preview = preview_seat(draft, find_seat(draft, position), find_language())
        go = url_for("walk.show", slug=slug) if draft.stage in (Stage.LOCKED, Stage.REVEALED) and draft.step else None
        return answer_json({"preview": preview, "go": go})

    return answer_changed(_tag_shelf(slug, position), draw)


def _tag_shelf(slug: str, position: int) -> str:
    return tag_page(slug, f"shelf-{position}")


def _show_clash(draft: SeenDraft, position: int, typed: str) -> Page:
    """Show what was typed next to what another phone has saved meanwhile, with a choice between them."""
    seat = draft.find_seat(position)
    preview = preview_seat(draft, seat, find_language())
    action = url_for("shelves.save", slug=draft.slug, position=position)
    return answer_clash(_("%(name)s’s shelf", name=seat.name), action, typed, preview, say_whose(draft, position))
