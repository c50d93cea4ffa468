"""The big screen: who sits where and how to join, then the walk in large type, and finally the proclamation.

It counts as a stranger to the table: it shows what everyone may see, no matter who opened it, and besides, if it was
opened from a phone at the table or with the table's code, how to join.
"""

from __future__ import annotations

import hashlib

from flask import Blueprint, Flask, current_app, request, url_for
from itsdangerous import BadSignature, Signer

from ...workflow.access.seeing import SeenDraft
from ...workflow.walk.steps import find_inspector
from ...workflow.walk.views import view_walk
from ..access.guards import admit_viewer, find_draft, find_public_draft
from ..access.rendering import render
from ..seats.joining import draw_invitation, find_invitation
from ..site import live
from ..site.languages import find_language

bp = Blueprint("screen", __name__, url_prefix="/inspections/<slug>/screen")


def init_app(app: Flask) -> None:
    """Let the screen follow the table."""
    live.register(app, "screen", lambda draft: live.Fragment(_render(draft.slug)))
    app.add_template_global(find_screen)


@bp.get("")
def show(slug: str) -> str:
    """Show the table to the whole room.

    The screen is given a token as phones are: by that alone the server tells its requests from others of its address.
    """
    admit_viewer()
    tag = live.tag_page(slug, "screen", request.query_string.decode())
    address = url_for("live.follow", slug=slug, page="screen", code=request.args.get("code"))
    fragment = _render(slug)
    return render("walk/screen/show.html", draft=find_draft(slug), fragment=fragment, address=address, tag=tag)


def find_screen(slug: str, code: str) -> str:
    """Return the URL of the screen; with a ``code``, it lets the screen show how to join as long as that is valid.

    It is signed: whoever only knows the table's address cannot try one code after the other.
    """
    return url_for("screen.show", slug=slug, code=_find_signer().sign(code).decode() if code else None)


def _find_signer() -> Signer:
    return Signer(str(current_app.secret_key), salt="screen", digest_method=hashlib.sha256)


def _read_code() -> str:
    try:
        return _find_signer().unsign(request.args.get("code", "")).decode()
    except BadSignature:
        return ""


def _render(slug: str) -> str:
    draft = find_public_draft(slug, _read_code())
    if find_inspector(draft):
        try:
            return _render_walk(draft)
        except LookupError:
            # While it is being amended, it may be impossible to score.
            return _render_table(draft)
    return _render_table(draft)


def _render_walk(draft: SeenDraft) -> str:
    walk = view_walk(draft, None, find_language())
    return render("walk/screen/_walk.html", draft=draft, walk=walk, role=draft.role, is_screen=True)


def _render_table(draft: SeenDraft) -> str:
    invitation = (find_invitation(draft.code), draw_invitation(draft.code)) if draft.code else None
    return render(
        "walk/screen/_table.html",
        draft=draft,
        invitation=invitation,
    )
