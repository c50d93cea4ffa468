"""Who stands at the door: the phone's token, its part at a table, and the only way to a draft from the web.

Whatever a page, a document or an answer shows comes from ``find_draft`` or ``mask``, and so holds no focus that is not
this phone's to see.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import replace
from typing import NoReturn

from flask import Flask, Response, abort, current_app, g, request
from flask_babel import gettext as _

from ...workflow.access import secrecy
from ...workflow.access.secrecy import Role, Viewer
from ...workflow.seats.codes import is_code_good
from ...workflow.tables.archive import find_inspection
from ...workflow.tables.drafts import Draft
from ..site.clock import now

COOKIE = "device"
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie: the group that meets once a month stays known."""
TOKEN_BYTES = 16
_DRAFTS_READ = "companion.drafts_read"


def find_viewer() -> Viewer:
    """Return who looks, by the token of the phone; a phone without one is a stranger to every table."""
    token = g.get("device_token") or request.cookies.get(COOKIE, "")
    return Viewer(hash_token(token) if token else "")


def admit_viewer() -> Viewer:
    """Return who looks, and give the phone a token if it has none: it opens or joins a table.

    The page with the form does so already, so that a form which is sent twice comes from the same phone both times.
    """
    if not request.cookies.get(COOKIE) and "device_token" not in g:
        g.device_token = secrets.token_urlsafe(TOKEN_BYTES)
    return find_viewer()


def hash_token(token: str) -> str:
    """Return what is stored of a token: it has 128 bits of its own, so that it needs neither salt nor slowness."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_draft(slug: str, handed_to: int | None = None) -> Draft:
    """Return a draft as this phone may see it, or answer 404."""
    return mask(find_whole_draft(slug), handed_to)


def find_whole_draft(slug: str) -> Draft:
    """Return a draft with everything in it, to decide by and never to show, or answer 404.

    A page that only shows it reads it once, and so tells of one moment in all its parts.
    """
    read: dict[str, Draft] = request.environ.setdefault(_DRAFTS_READ, {}) if request.method == "GET" else {}
    if slug not in read:
        read[slug] = find_inspection(slug)
    return read[slug]


def mask(draft: Draft, handed_to: int | None = None, viewer: Viewer | None = None) -> Draft:
    """Take out of a draft what this phone, or another viewer, may not see, and a code that leads to it no longer."""
    masked = secrecy.mask_draft(draft, viewer or find_viewer(), handed_to)
    return replace(masked, code="") if draft.code and not is_code_good(draft, now()) else masked


def find_role(slug: str) -> Role:
    """Return what this phone is at a table, or answer 404."""
    return secrecy.find_role(find_whole_draft(slug), find_viewer())


def require_host(slug: str) -> Draft:
    """Return a draft with everything in it to its host, or answer 403."""
    draft = find_whole_draft(slug)
    if not secrecy.find_role(draft, find_viewer()).is_host:
        refuse(_("Only the phone that opened this table may do that. Ask the host."))
    return draft


def require_seated(slug: str) -> Role:
    """Return what this phone is at a table, or answer 403 where it only watches."""
    role = find_role(slug)
    if not role.is_seated:
        refuse(_("This phone only watches. Take a seat at the table first."))
    return role


def require_entry(slug: str, position: int) -> None:
    """Answer 403 unless this phone may write the shelf or tally of a seat."""
    draft = find_whole_draft(slug)
    if not secrecy.may_enter(draft, find_viewer(), position):
        _refuse_seat(draft, position)


def require_owner(slug: str, position: int) -> Draft:
    """Return a draft with everything in it to the owner of a seat, or answer 403."""
    draft = find_whole_draft(slug)
    if position not in secrecy.find_role(draft, find_viewer()).seats:
        _refuse_seat(draft, position)
    return draft


def require_answer(slug: str, position: int) -> None:
    """Answer 403 unless this phone may let a seat go to the one that asks for it, and 404 where there is none."""
    if not secrecy.may_answer(find_whole_draft(slug), find_viewer(), position):
        refuse(_("Another phone has to answer that: the host’s, or the one to which the seat belongs."))


def refuse(sentence: str) -> NoReturn:
    """Answer 403 with a sentence."""
    abort(403, sentence)


def _refuse_seat(draft: Draft, position: int) -> NoReturn:
    """Answer 403 for a seat of another phone, and 404 for one that is not there, or not there any more."""
    draft.find_seat(position)
    refuse(_("This seat belongs to another phone. Take a seat of your own, or ask the host to move this one."))


def init_app(app: Flask) -> None:
    """Hand the token to a phone that was given one."""
    app.after_request(_hand_out_token)


def _hand_out_token(response: Response) -> Response:
    if "device_token" in g:
        response.set_cookie(
            COOKIE,
            g.device_token,
            max_age=COOKIE_SECONDS,
            samesite="Lax",
            secure=current_app.config["SESSION_COOKIE_SECURE"],
            httponly=True,
        )
    return response
