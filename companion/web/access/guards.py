"""Who is asking: the phone's token, what it is at a table, and the only way to a draft from the web.

What is given out is a ``SeenDraft`` or a ``Role``: nothing here, or anywhere in the web, holds a stored draft.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import NoReturn
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, request, session
from flask_babel import format_date
from flask_babel import gettext as _
from itsdangerous import Signer

from ...workflow.access.roles import Role, Viewer
from ...workflow.access.seeing import SeenDraft
from ...workflow.access.snapshots import Snapshot
from ...workflow.decks.addresses import is_deck_listed
from ...workflow.houses import reach as houses
from ...workflow.houses.bin import find_end
from ...workflow.houses.reach import Reach
from ...workflow.seats.joining import is_known
from ...workflow.tables.drafts import MissingError
from ..site.clock import now

COOKIE = "device"
HTTPS_PREFIX = "__Host-"
"""On HTTPS, browsers take a cookie of such a name from this very host only: no other subdomain can plant one."""
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie: the group that meets once a month stays known."""
TOKEN_BYTES = 16
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_SNAPSHOTS = "companion.snapshots"


def find_viewer() -> Viewer:
    """Return who looks, by the token of the phone; a phone without one is a stranger to every table."""
    token = g.get("device_token") or _find_token()
    return Viewer(hash_token(token) if token else "")


def is_house_open() -> bool:
    """Whether the common house is open to everybody who reaches this server."""
    return bool(current_app.config["OPEN_HOUSE"])


def find_reach() -> Reach:
    """Return what this phone may be shown in lists."""
    return houses.find_reach(find_viewer(), is_open=is_house_open())


def admit_viewer() -> Viewer:
    """Return who looks, and give the phone a token if it has none of ours: it opens or joins a table.

    The page with the form does so already, so that a form which is sent twice comes from the same phone both times.
    With the form, a token that has no part in any table yet is replaced: whoever planted it in this browser does not
    know the new one. On HTTPS, a token in a cookie without ``HTTPS_PREFIX`` is never taken to another table.
    """
    token = g.get("device_token") or request.cookies.get(name_cookie(current_app), "")
    if is_known(Viewer(hash_token(token))):
        return Viewer(hash_token(token))
    if request.method == "POST" and "device_token" not in g:
        g.device_token = _sign(_renew(token))
    elif not is_ours(token, current_app):
        g.device_token = _sign(secrets.token_urlsafe(TOKEN_BYTES))
    return find_viewer()


def name_cookie(app: Flask) -> str:
    """Return the name of the cookie in which an app's phones keep their token."""
    return (HTTPS_PREFIX if app.config["SESSION_COOKIE_SECURE"] else "") + COOKIE


def _find_token() -> str:
    """Return the token of the phone.

    On HTTPS, one from before there were prefixes keeps the seats that it has, and gets no others: whoever can plant
    such a cookie gains what is done at tables where the planted token sits already, and nothing at any other.
    """
    own = request.cookies.get(name_cookie(current_app), "")
    old = request.cookies.get(COOKIE, "") if name_cookie(current_app) != COOKIE else ""
    slug = str((request.view_args or {}).get("slug", ""))
    if old and (_has_part(slug, old) and not _has_part(slug, own) if slug else not own):
        return old
    return own


def _has_part(slug: str, token: str) -> bool:
    if not token:
        return False
    try:
        return Snapshot(slug).see(Viewer(hash_token(token)), now()).role.is_seated
    except MissingError:
        return False


def _renew(token: str) -> str:
    """Derive a token from one and from the browser's session, so that a form sent twice gets the same one twice.

    A browser that lacks either gets a random one: what others lack too would not tell it from them.
    """
    own = session.get("csrf_token", "")
    if not (token and own):
        return secrets.token_urlsafe(TOKEN_BYTES)
    mac = hmac.digest(str(current_app.secret_key).encode(), f"{token} {own}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(mac[:TOKEN_BYTES]).decode().rstrip("=")


def _sign(token: str) -> str:
    return find_signer(current_app).sign(token).decode()


def is_ours(token: str, app: Flask) -> bool:
    """Whether an app gave a token to a phone."""
    return bool(token) and find_signer(app).validate(token)


def find_signer(app: Flask) -> Signer:
    """Return what signs the tokens that an app gives to phones."""
    return Signer(str(app.secret_key), salt="device", digest_method=hashlib.sha256)


def hash_token(token: str) -> str:
    """Return what is stored of a token: it has 128 bits of its own, so that it needs neither salt nor slowness."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_draft(slug: str, handed_to: int | None = None) -> SeenDraft:
    """Return a draft as this phone may see it, or answer 404; see ``see_draft``."""
    return _read(slug).see(find_viewer(), now(), handed_to)


def find_public_draft(slug: str, code: str = "") -> SeenDraft:
    """Return a draft as anybody may see it who knows a code, whoever asks, or answer 404."""
    return _read(slug).see(Viewer(code=code), now())


def require_host(slug: str) -> SeenDraft:
    """Return a draft to its host, or answer 403."""
    draft = find_draft(slug)
    if not draft.role.is_host:
        refuse(_("Only the phone that opened this table may do that. Ask the host."))
    return draft


def require_seated(slug: str) -> Role:
    """Return what this phone is at a table, or answer 403 where it only watches."""
    role = find_draft(slug).role
    if not role.is_seated:
        refuse(_("This phone is only watching. Take a seat at the table first."))
    return role


def require_entry(slug: str, position: int) -> None:
    """Answer 403 unless this phone may write the shelf or tally of a seat."""
    draft = find_draft(slug)
    if not draft.role.may_enter(position):
        _refuse_seat(draft, position)


def require_owner(slug: str, position: int, handed_to: int | None = None) -> SeenDraft:
    """Return a draft to the owner of a seat, or answer 403; see ``find_draft``."""
    draft = find_draft(slug, handed_to)
    if position not in draft.role.seats:
        _refuse_seat(draft, position)
    return draft


def refuse(sentence: str) -> NoReturn:
    """Answer 403 with a sentence."""
    abort(403, sentence)


def _refuse_seat(draft: SeenDraft, position: int) -> NoReturn:
    """Answer 403 for a seat of another phone, and 404 for one that is not there, or not there any more."""
    draft.find_seat(position)
    refuse(_("This seat belongs to another phone. Take a seat of your own, or ask the host to move this one."))


def say_deletion(slug: str) -> str:
    """Tell a phone that had a part in a table which was deleted how long it can be taken back; else nothing."""
    until = find_end(slug, find_viewer(), now()) if slug else None
    if until is None:
        return ""
    sentence = _("The host has deleted this table. Until %(date)s it can be taken back on the host’s phone.")
    return str(sentence % {"date": format_date(until, "long")})


def _read(slug: str) -> Snapshot:
    """Return a table as it is now; a page that only shows it reads it once."""
    read: dict[str, Snapshot] = request.environ.setdefault(_SNAPSHOTS, {}) if request.method == "GET" else {}
    if slug not in read:
        read[slug] = Snapshot(slug)
    return read[slug]


def init_app(app: Flask) -> None:
    """Refuse what other sites send, and hand the token to a phone that was given one."""
    app.before_request(_refuse_foreign_origin)
    app.before_request(_hide_foreign_deck)
    app.after_request(_hand_out_token)


def _refuse_foreign_origin() -> None:
    """Answer 403 to a form that a page of another site sent, even with a good token."""
    origin = request.headers.get("Origin")
    if origin is None or request.method in SAFE_METHODS:
        return
    try:
        parts = urlsplit(origin)
    except ValueError:
        # No address at all: nobody's.
        parts = urlsplit("")
    is_secure = parts.scheme == "https" or not current_app.config["SESSION_COOKIE_SECURE"]
    if not is_secure or _strip_port(parts.netloc) != _strip_port(request.host):
        refuse(_("This form was submitted from another site. Open this office at its own address and try again."))


def _hide_foreign_deck() -> None:
    """Answer 404 at every address of a deck that belongs to none of this phone's houses, as if there were none."""
    deck = (request.view_args or {}).get("deck")
    if deck is not None and not is_deck_listed(deck, find_reach()):
        abort(404)


def _strip_port(host: str) -> str:
    """Return a host without the port that a proxy, or a browser, may leave out."""
    return host.lower().removesuffix(":80").removesuffix(":443")


def _hand_out_token(response: Response) -> Response:
    if "device_token" in g:
        response.set_cookie(
            name_cookie(current_app),
            g.device_token,
            max_age=COOKIE_SECONDS,
            samesite="Lax",
            secure=current_app.config["SESSION_COOKIE_SECURE"],
            httponly=True,
            path="/",
        )
    return response
