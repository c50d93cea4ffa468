"""An inspection as a whole: its main page, the form's header, copying and deleting it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Flask, Response, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.inspection import HeadForm, InspectionForm
from ...forms.entry.request_key import keep_request_key, make_request_key
from ...workflow.access.seeing import FEWEST_ASKED, SeenDraft
from ...workflow.decks.table_decks import change_table_deck
from ...workflow.houses.bin import KEPT_IN_BIN
from ...workflow.houses.keeping import find_house_number, find_house_of
from ...workflow.seats.around import view_around
from ...workflow.tables.archive import copy_inspection, delete_inspection
from ...workflow.tables.desk import Task, TaskPage, may_do, view_desk
from ...workflow.tables.documents import assemble_document
from ...workflow.tables.drafts import ConflictError, Details, Kind, SeatEntry, Stage, Table
from ...workflow.tables.head import find_deck_number, list_known_names, mend_head
from ...workflow.tables.log import find_asked, find_latest_grave, view_log
from ...workflow.tables.next_game import start_next
from ...workflow.tables.stages import list_versions
from ..access.guards import (
    admit_viewer,
    find_draft,
    find_reach,
    find_viewer,
    is_house_open,
    refuse,
    require_host,
    require_seated,
)
from ..access.rendering import Showable, render
from ..decks.choice import accept_deck, find_chosen, offer_decks
from ..houses.choice import offer_houses, settle_house
from ..seats.joining import draw_invitation
from ..shelves.clashes import Line, compare_heads, describe_head
from ..site import live
from ..site.answers import Page
from ..site.clock import now
from ..site.downloads import send_download, write_json
from ..site.languages import find_language

bp = Blueprint("inspections", __name__, url_prefix="/inspections")


def init_app(app: Flask) -> None:
    """Let phones follow the main page, the desk, and its drawer."""
    live.register(app, "desk", _follow_desk)
    live.register(app, "drawer", lambda draft: live.Fragment(_render_drawer(draft)))


@bp.get("/<slug>")
def desk(slug: str) -> str:
    """Show what has been entered and what is still to do."""
    tags = {waits: live.tag_page(slug, "desk", waits) for waits in ("", "waits=y")}
    draft = find_draft(slug)
    # Whoever waits here for the reveal is taken along to it; whoever comes back from it stays.
    waits = "" if draft.stage.shows_focuses else "waits=y"
    address = f"{url_for('live.follow', slug=slug, page='desk')}{'?' + waits if waits else ''}"
    return render("tables/desk.html", draft=draft, address=address, tag=tags[waits], **_view_desk(draft))


@bp.get("/<slug>/drawer")
def drawer(slug: str) -> str:
    """Show what is needed once an evening at most: invitation, names, seating order, files, and the table's log."""
    tag = live.tag_page(slug, "drawer")
    draft = find_draft(slug)
    address = url_for("live.follow", slug=slug, page="drawer")
    return render("tables/drawer.html", draft=draft, fragment=_render_drawer(draft), address=address, tag=tag)


@bp.route("/<slug>/details", methods=["GET", "POST"])
def details(slug: str) -> Page:
    """Edit the form's header and who sits at the table."""
    draft = require_host(slug)
    sees_all = draft.role.sees_all
    form = InspectionForm(data=None if request.method == "POST" else _fill_in(draft))
    deck = find_deck_number(slug)
    form.entered = frozenset(seat.position for seat in draft.seats if seat.shelf.strip() or any(seat.tally.values()))
    status = 422 if form.is_submitted() else 200
    clash: list[Line] = []
    if form.validate_on_submit() and accept_deck(form, deck):
        seats = [seat if sees_all else replace(seat, focus=None) for seat in read_seats(form)]
        library_focus = form.library_focus.data if sees_all else None
        version = request.form.get("head_version", type=int)
        try:
            mend_head(slug, read_details(form, form.form.data), seats, library_focus, version, now())
        except ConflictError:
            status, draft = 409, find_draft(slug)
            mine = describe_head(read_details(form, form.form.data), _list_focuses(seats, draft), library_focus)
            theirs = [(seat.name, seat.focus) for seat in draft.seats]
            clash = compare_heads(mine, describe_head(draft.details, theirs, draft.library.focus if sees_all else None))
            _seat_newcomers(form, draft)
        # Pressing the button twice is not a conflict.
        if not clash:
            if form.deck.data:
                change_table_deck(slug, find_chosen(form, _find_own_house(slug), deck), now())
            flash(_("Noted."))
            return redirect(url_for("inspections.desk", slug=slug))
    offer_decks(form, deck)
    page = render(
        "tables/details.html",
        form=form,
        draft=draft,
        known_names=list_known_names(find_reach()),
        sees_all=sees_all,
        clash={"lines": clash} if clash else None,
    )
    return page, status


@bp.route("/<slug>/copy", methods=["GET", "POST"])
def copy(slug: str) -> Page:
    """Copy an inspection with everything in it, or start a new game at the same table."""
    draft, viewer = find_draft(slug), admit_viewer()
    if request.method == "POST":
        with_entries = request.form.get("what") == "everything"
        key = keep_request_key(request.form.get("request_key"))
        # One page offers both: whoever does one after the other wants two copies.
        copy_key = key and f"{key[:24]}-{with_entries:d}"
        table = Table(viewer.device, request_key=copy_key, house=settle_house())
        made = copy_inspection(draft, now(), table, find_reach(), with_entries=with_entries)
        flash(_("This is the copy.") if with_entries else _("The same table, a new file."))
        return redirect(url_for("inspections.desk", slug=made))
    return render("tables/copy.html", draft=draft, request_key=make_request_key(), houses=offer_houses())


@bp.post("/<slug>/next")
def go_on(slug: str) -> Page:
    """Start the next game of the same people, or go to the one that has been started."""
    require_seated(slug)
    following = start_next(slug, admit_viewer(), _find_own_house(slug), find_reach(), now())
    if following is None:
        flash(_("The host’s phone opens the next game. Tap again once it has: your seat is kept."))
        return redirect(url_for("walk.show", slug=slug))
    return redirect(url_for("inspections.desk", slug=following))


@bp.route("/<slug>/delete", methods=["GET", "POST"])
def delete(slug: str) -> Page:
    """Delete an inspection, after asking."""
    draft = require_host(slug)
    if not draft.is_hosted and find_house_of(slug, find_viewer(), is_open=is_house_open()) is None:
        refuse(_("This file belongs to no phone. Only a phone that has its house may do that."))
    if request.method == "POST":
        delete_inspection(slug, find_viewer(), now())
        flash(_("The file is in the wastebasket, from where it can be taken back for 30 days."))
        return redirect(url_for("home.show"))
    return render("tables/delete.html", draft=draft, days=KEPT_IN_BIN.days)


@bp.get("/<slug>/inspection.json")
def document(slug: str) -> Response:
    """Send the inspection as an ``ex-libris/inspection@1`` document, finished or not."""
    draft = find_draft(slug)
    return send_download(write_json(assemble_document(draft)), draft, "json")


def _find_own_house(slug: str) -> int:
    """Return the house in which a new deck of a table begins: the table's, unless this phone does not have that."""
    house = find_house_number(slug)
    return house if house in find_reach().houses else settle_house()


def _follow_desk(draft: SeenDraft) -> live.Fragment:
    """Render the desk; once the inspector has begun, phones go along, wherever the inspector is by now."""
    is_called = draft.stage is Stage.LOCKED or (draft.stage is Stage.REVEALED and "waits" in request.args)
    go = url_for("walk.show", slug=draft.slug) if is_called else None
    return live.Fragment(render("tables/desk/_desk.html", draft=draft, **_view_desk(draft)), go)


def _view_desk(draft: SeenDraft) -> dict[str, Showable]:
    language = find_language()
    view, role, log = view_desk(draft, language), draft.role, view_log(draft, language)
    tasks = [(task, find_task_address(draft, task) if may_do(task, role) else "") for task in view.tasks]
    return {
        "desk": view,
        "role": role,
        "tasks": tasks,
        "own_task": next(
            ((task, address) for task, address in tasks if address and task.position in (None, *role.seats)), None
        ),
        "latest": find_latest_grave(log),
        "asked": find_asked(draft, log),
        "invitation": draw_invitation(draft.code) if _is_alone(draft) else "",
        "around": view_around(draft) if _asks_around(draft) and _is_still_asked(draft) else None,
        "Kind": Kind,
    }


def _render_drawer(draft: SeenDraft) -> str:
    return render(
        "tables/desk/_drawer.html",
        draft=draft,
        role=draft.role,
        log=view_log(draft, find_language()),
        versions=list_versions(draft),
        around=view_around(draft) if _asks_around(draft) else None,
    )


def _is_alone(draft: SeenDraft) -> bool:
    """Whether the host waits for the first guest: then the code is the thing to show."""
    return draft.role.is_host and draft.stage is Stage.DRAFT and bool(draft.code) and len(draft.seats) == 1


def _is_still_asked(draft: SeenDraft) -> bool:
    """Whether the desk itself asks who sits where; later there is no check that it would help."""
    return not draft.is_order_known and draft.stage in (Stage.DRAFT, Stage.LOCKED)


def _asks_around(draft: SeenDraft) -> bool:
    """Whether the order around the table matters, and this phone may say it."""
    return draft.role.is_seated and len(draft.seats) >= FEWEST_ASKED and draft.stage is not Stage.REVEALED


def read_details(form: HeadForm, code: str) -> Details:
    """Read the form's header; ``code`` is that of the form."""
    return Details(
        form=code,
        edition=form.edition.data,
        prominent=form.prominent.data,
        banned=form.banned.data,
        date=form.date.data,
        place=form.place.data,
        remarks=form.remarks.data,
        inspector=form.inspector.data,
        difficulty=int(form.difficulty.data) if form.difficulty.data else None,
        long_game=form.long_game.data,
    )


def read_seats(form: InspectionForm) -> list[SeatEntry]:
    """Read who sits at the table; a focus that the page did not ask for, or that was not chosen, stays as it is."""
    return [SeatEntry(seat.name.data, seat.focus.data or None, seat.number) for seat in form.table]


def find_task_address(draft: SeenDraft, task: Task) -> str:
    """Return the URL of the page on which a task can be done."""
    match task.page:
        case TaskPage.SHELF:
            return url_for("shelves.edit", slug=draft.slug, position=task.position)
        case TaskPage.TALLY:
            return url_for("tally.edit", slug=draft.slug, position=task.position)
        case TaskPage.LIBRARY:
            return url_for("library.edit", slug=draft.slug)
        case TaskPage.SCORECARD:
            return url_for("scorecard.show", slug=draft.slug, _anchor="hands")
        case TaskPage.FOCUS:
            return url_for("focuses.cover", slug=draft.slug, position=task.position)
        case TaskPage.DETAILS:
            return url_for("inspections.details", slug=draft.slug)


def _seat_newcomers(form: InspectionForm, draft: SeenDraft) -> None:
    """Put those who have joined meanwhile on the empty seats of a form: leaving them out would remove them."""
    known = {seat.form.number for seat in form.seats}
    free = sorted((seat.form for seat in form.seats if not seat.form.number), key=lambda row: bool(row.name.data))
    for row, seat in zip(free, (seat for seat in draft.seats if seat.position not in known), strict=False):
        row.position.data, row.name.data, row.focus.data = str(seat.position), seat.name, seat.focus


def _list_focuses(entries: list[SeatEntry], draft: SeenDraft) -> list[tuple[str, str]]:
    """List the names at the table, each with the focus that it would have."""
    kept = {seat.position: seat.focus for seat in draft.seats}
    return [(entry.name, kept.get(entry.position, "") if entry.focus is None else entry.focus) for entry in entries]


def _fill_in(draft: SeenDraft) -> dict[str, Any]:
    values = {name: getattr(draft.details, name) for name in Details.__dataclass_fields__}
    return {
        **values,
        "difficulty": str(draft.details.difficulty or ""),
        "library_focus": draft.library.focus,
        "seats": [{"position": str(s.position), "name": s.name, "focus": s.focus} for s in draft.seats],
    }
