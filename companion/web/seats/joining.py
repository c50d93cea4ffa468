"""Tables with several phones: joining by code, link, or QR code, and moving a seat to another phone."""

from __future__ import annotations

import base64
import hashlib
import hmac

from flask import Blueprint, Flask, abort, current_app, flash, redirect, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from ...forms.entry.table import CodeForm, JoinForm
from ...workflow.access.seeing import SeenDraft
from ...workflow.seats.codes import find_table, let_phones_join, parse_code
from ...workflow.seats.joining import (
    Answer,
    Obstacle,
    SeatingError,
    answer_claim,
    release_seat,
    sit_down,
    take_hosts_seat,
    take_or_claim_seat,
)
from ..access.guards import (
    admit_viewer,
    find_draft,
    find_viewer,
    refuse,
    require_host,
    require_seated,
)
from ..access.limits import count_wrong_code, look_at_codes
from ..access.rendering import render
from ..site import live
from ..site.answers import Page
from ..site.clock import now
from ..site.codes import draw_code
from ..site.sockets.reaching import is_out_of_reach, make_address

bp = Blueprint("seats", __name__)

SEPARATOR = "-"
SEAL_LETTERS = 12
"""60 bits: links are never limited, so that they must not be guessed."""


def init_app(app: Flask) -> None:
    """Let a phone that asks for a seat follow the answer."""
    live.register(app, "moving", _follow_moving)


@bp.route("/join", methods=["GET", "POST"])
def ask_code() -> Page:
    """Ask for the code of a table."""
    form = CodeForm()
    status = 200
    if form.validate_on_submit():
        code = parse_code(form.code.data)
        try:
            _find_typed(code)
        except NotFound:
            sentence = _(
                "No table here has the code “%(code)s”. Check the host’s phone again; a code lasts for one day.",
                code=form.code.data,
            )
            form.code.errors = (*form.code.errors, sentence)
            status = 422
        else:
            return redirect(url_for("seats.join", code=sign_code(code)))
    return render("seats/code.html", form=form), 422 if form.errors else status


@bp.route("/join/<code>", methods=["GET", "POST"])
def join(code: str) -> Page:
    """Let someone take a seat: a new one, a free one, or the one of a lost phone."""
    draft = _find_table(code)
    viewer = admit_viewer()
    form = JoinForm()
    if form.validate_on_submit():
        try:
            sit_down(draft.slug, form.name.data, viewer, now())
        except SeatingError as error:
            form.name.errors = (*form.name.errors, _explain(error.obstacle, form.name.data))
        else:
            return redirect(url_for("inspections.desk", slug=draft.slug))
    screen_code = parse_code(code.partition(SEPARATOR)[0])
    page = render("seats/join.html", draft=draft, form=form, role=draft.role, code=code, screen_code=screen_code)
    return page, 422 if form.is_submitted() else 200


@bp.post("/join/<code>/seats/<int:position>")
def take(code: str, position: int) -> Page:
    """Take a free seat, or ask for one that another phone has or that has a hidden focus."""
    draft = _find_table(code)
    if take_or_claim_seat(draft.slug, position, admit_viewer(), now()):
        return redirect(url_for("inspections.desk", slug=draft.slug))
    return redirect(url_for("seats.moving", slug=draft.slug, position=position))


@bp.get("/inspections/<slug>/seats/<int:position>/moving")
def moving(slug: str, position: int) -> Page:
    """Wait for consent to take over a seat."""
    tag = live.tag_page(slug, "moving", f"position={position}")
    draft = find_draft(slug)
    seat = draft.find_seat(position)
    if position in draft.role.seats:
        return redirect(url_for("inspections.desk", slug=slug))
    return render("seats/moving.html", draft=draft, seat=seat, claim=draft.find_own_claim(position), tag=tag)


@bp.post("/inspections/<slug>/seats/<int:position>/moving")
def answer(slug: str, position: int) -> Page:
    """Let a seat move to the phone that asks for it, or refuse."""
    consents = request.form.get("answer") == "yes"
    try:
        answered = answer_claim(slug, position, request.form.get("key", ""), find_viewer(), now(), consents=consents)
    except PermissionError:
        refuse(_("Another phone has to answer that: one that was at this table before and is not the one asking."))
    match answered:
        case Answer.MOVED:
            flash(_("%(name)s continues on the other phone.", name=find_draft(slug).find_seat(position).name))
        case Answer.WAITING:
            flash(_("Noted. Your answer alone is not enough; the desk shows what is still missing."))
        case Answer.OVER:
            flash(_("That request has already been answered, or it has expired."))
    return redirect(url_for("inspections.desk", slug=slug))


@bp.post("/inspections/<slug>/seats/<int:position>/moving/take")
def take_over(slug: str, position: int) -> Page:
    """Take the host's seat, once the host's phone has had its time to refuse."""
    find_draft(slug).find_seat(position)
    if take_hosts_seat(slug, position, find_viewer(), now()):
        return redirect(url_for("inspections.desk", slug=slug))
    return redirect(url_for("seats.moving", slug=slug, position=position))


@bp.post("/inspections/<slug>/seats/<int:position>/back")
def take_back(slug: str, position: int) -> Page:
    """Give a seat back to the phone that it moved away from without its consent; no code is needed for that."""
    if not find_draft(slug).find_seat(position).is_lost:
        refuse(_("This seat belongs to another phone. Take a seat of your own, or ask the host to move this one."))
    take_or_claim_seat(slug, position, find_viewer(), now())
    return redirect(url_for("inspections.desk", slug=slug))


@bp.post("/inspections/<slug>/seats/<int:position>/release")
def release(slug: str, position: int) -> Page:
    """Let the host take care of a seat whose phone will not come back; its focus stays sealed."""
    require_host(slug)
    release_seat(slug, position, now())
    return redirect(url_for("inspections.desk", slug=slug))


@bp.post("/inspections/<slug>/code")
def open_to_phones(slug: str) -> Page:
    """Let other phones join an inspection that one phone has started, or close it to newcomers."""
    require_host(slug)
    let_phones_join(slug, now(), may_join=request.form.get("open") == "yes")
    return redirect(url_for("inspections.desk", slug=slug))


@bp.get("/inspections/<slug>/invitation")
def invite(slug: str) -> Page:
    """Show those at the table the code, the link, and the QR code, large enough for everyone."""
    require_seated(slug)
    draft = find_draft(slug)
    if not draft.code:
        return redirect(url_for("inspections.desk", slug=slug))
    return render(
        "seats/invite.html",
        draft=draft,
        qr=draw_invitation(draft.code),
        address=find_invitation(draft.code),
        is_out_of_reach=is_out_of_reach(),
    )


def find_invitation(code: str) -> str:
    """Return the URL that lets a phone join, as other phones reach it."""
    return make_address("seats.join", code=sign_code(code))


def draw_invitation(code: str) -> Markup:
    """Draw that URL as a QR code: an SVG without width and height, in the text color."""
    return draw_code(find_invitation(code))


def sign_code(code: str) -> str:
    """Return a code as it stands in links: nobody can guess one, so that following one is never made to wait."""
    return f"{code}{SEPARATOR}{_make_seal(code)}"


def _make_seal(code: str) -> str:
    mac = hmac.digest(str(current_app.secret_key).encode(), f"join {code}".encode(), hashlib.sha256)
    return base64.b32encode(mac).decode()[:SEAL_LETTERS].lower()


def _find_table(link: str) -> SeenDraft:
    """Return the table that a link's code belongs to; answer 404 for a wrong one."""
    code, _separator, seal = link.partition(SEPARATOR)
    if not (code.isascii() and seal.isascii() and hmac.compare_digest(seal, _make_seal(code))):
        return _find_typed(link)
    try:
        return find_table(code, find_viewer(), now())
    except LookupError:
        abort(404)


def _find_typed(code: str) -> SeenDraft:
    """Return the table that a typed code belongs to; answer 404 for a wrong code.

    After too many attempts the answer is 429 for a right code too, which would otherwise stand out.
    """
    look_at_codes()
    try:
        return find_table(code, find_viewer(), now())
    except LookupError:
        count_wrong_code()
        abort(404)


def _follow_moving(draft: SeenDraft) -> live.Fragment:
    """Render the waiting page; a phone that has been given the seat goes to the desk."""
    position = request.args.get("position", 0, type=int)
    seat = draft.find_seat(position)
    go = url_for("inspections.desk", slug=draft.slug) if position in draft.role.seats else None
    claim = draft.find_own_claim(position)
    return live.Fragment(render("seats/_moving.html", draft=draft, seat=seat, claim=claim), go)


def _explain(obstacle: Obstacle, name: str) -> str:
    match obstacle:
        case Obstacle.FULL:
            return str(_("This table is full: it seats four librarians. You can still watch."))
        case Obstacle.STARTED:
            return str(_("The inspection has begun, and nobody new can sit down. You can still watch."))
        case Obstacle.TAKEN:
            return str(
                _(
                    "“%(name)s” is already at this table, on another phone. If that is you, choose the name below; "
                    "otherwise add something that tells the two apart.",
                    name=name,
                )
            )
