"""The game in progress: how close the final round is, dealing the category cards, and a solo player's rounds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import SystemRandom

from flask import Blueprint, Flask, abort, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...scoring.inspection import Form
from ...workflow.access.seeing import SeenDraft
from ...workflow.game.dealing import call_final_round, choose_length, deal_cards, gather_cards
from ...workflow.game.running import view_cards, view_solo_game, view_table_game
from ...workflow.game.solo import choose_difficulty, go_to_round, name_shown_card
from ...workflow.game.solo_steps import SoloStep, find_round, is_open
from ...workflow.tables.drafts import ConflictError, Kind, Stage
from ..access.guards import find_draft, require_host, require_owner
from ..access.rendering import Showable, render
from ..site import live
from ..site.answers import Page
from ..site.clock import now

bp = Blueprint("game", __name__, url_prefix="/inspections/<slug>/game")

PAGE = "game"
"""The page's name among those that follow the table."""
_LAST = SoloStep.ROUND_5


def init_app(app: Flask) -> None:
    """Let the page follow the table, and each step of a solo game that is looked at."""
    live.register(app, PAGE, _follow)
    for step in SoloStep:
        live.register(app, f"{PAGE}-{step}", partial(_follow_step, step))


@bp.get("")
def show(slug: str) -> Page:
    """Show the state of the game."""
    tag = live.tag_page(slug, PAGE)
    fragment, view = _view(find_draft(slug))
    return render("game/show.html", tag=tag, page=PAGE, fragment=fragment, **view)


@bp.get("/steps/<step>")
def look(slug: str, step: str) -> Page:
    """Show a step of a solo game; one that it has not come to leads to where it is."""
    try:
        wanted = SoloStep(step)
    except ValueError:
        abort(404)
    page = f"{PAGE}-{wanted}"
    tag = live.tag_page(slug, page)
    draft = find_draft(slug)
    if draft.details.form != Form.S_42A:
        abort(404)
    if not is_open(draft, wanted):
        return _go_back(slug)
    game = view_solo_game(draft, wanted)
    return render("game/show.html", tag=tag, page=page, fragment="game/_solo.html", draft=draft, game=game)


@bp.post("/length")
def set_length(slug: str) -> Page:
    """Choose between the standard and the longer game."""
    require_host(slug)
    choose_length(slug, now(), long_game=request.form.get("length") == "longer")
    return _go_back(slug)


@bp.route("/final", methods=["GET", "POST"])
def final(slug: str) -> Page:
    """Call the final round, or ask before it is taken back and take it back: it never goes by itself."""
    draft = require_host(slug)
    if draft.details.form == Form.S_42A:
        abort(404)
    if request.method == "POST":
        call_final_round(slug, now(), is_called=request.form.get("called") != "no")
        return _go_back(slug)
    return render("game/final.html", draft=draft) if draft.is_final_round else _go_back(slug)


@bp.route("/deal", methods=["GET", "POST"])
def deal(slug: str) -> Page:
    """Ask before dealing, or deal; earlier choices are only replaced by someone who has seen them."""
    require_host(slug)
    if request.method == "POST":
        version = request.form.get("version", type=int, default=0)
        replaces = request.form.get("replaces") == "y"
        try:
            is_dealt = deal_cards(slug, SystemRandom(), version, now(), replaces=replaces)
        except ConflictError:
            flash(_("The categories on the table have changed in the meantime. Take a look before you deal."))
            return redirect(url_for(".deal", slug=slug))
        if is_dealt:
            flash(_("The categories have been dealt."))
        is_solo = find_draft(slug).details.form == Form.S_42A
        return _go_to(slug, SoloStep.CARDS) if is_solo else _go_back(slug)
    draft = find_draft(slug)
    return render("game/deal.html", draft=draft, cards=view_cards(draft))


@bp.post("/gather")
def gather(slug: str) -> Page:
    """Take back the cards that the app dealt."""
    require_host(slug)
    try:
        gather_cards(slug, request.form.get("version", type=int, default=0), now())
    except ConflictError:
        flash(_("The categories on the table have changed in the meantime. Take a look before you deal."))
        return redirect(url_for(".deal", slug=slug))
    return _go_back(slug)


@bp.route("/focus/<int:position>", methods=["GET", "POST"])
def focus(slug: str, position: int) -> Page:
    """Ask for the phone to be handed over, then show its owner the focus that was dealt."""
    is_shown = request.method == "POST"
    draft = require_owner(slug, position, handed_to=position if is_shown else None)
    seat = draft.find_seat(position)
    if seat.is_withheld or not (draft.is_dealt and seat.has_focus):
        return redirect(url_for("focuses.cover", slug=slug, position=position))
    if draft.details.form == Form.S_42A:
        return _go_back(slug)
    later = draft.seats[draft.seats.index(seat) + 1 :]
    return render(
        "game/focus.html",
        draft=draft,
        seat=seat,
        following=next((other for other in later if other.position in draft.role.seats), None),
        is_shown=is_shown,
    )


@bp.post("/difficulty")
def set_difficulty(slug: str) -> Page:
    """Choose how many cards a solo player discards per round."""
    require_host(slug)
    with _refusing_strange_values():
        choose_difficulty(slug, request.form.get("level", type=int), now())
    return _go_back(slug) if find_draft(slug).game_round else _go_to(slug, SoloStep.CARDS)


@bp.post("/round")
def set_round(slug: str) -> Page:
    """Go to a round of the solo game; 0 is before the first."""
    require_host(slug)
    number = request.form.get("number", type=int, default=-1)
    with _refusing_strange_values():
        go_to_round(slug, number, now())
    return _go_to(slug, find_round(number))


@bp.post("/shown")
def set_shown(slug: str) -> Page:
    """Note the category of a revealed card that was set aside, if a person dealt the cards."""
    require_host(slug)
    with _refusing_strange_values():
        name_shown_card(slug, request.form.get("which", type=int), request.form.get("category", ""), now())
    return _go_back(slug)


@bp.get("/end")
def end(slug: str) -> Page:
    """Say what a solo player has to do after the fifth round."""
    draft = find_draft(slug)
    if draft.details.form != Form.S_42A:
        abort(404)
    may_begin = draft.role.is_host and draft.stage is Stage.DRAFT
    return render("game/end.html", draft=draft, seat=draft.seats[0], may_begin=may_begin, last=_LAST, Kind=Kind)


def _follow_step(step: SoloStep, draft: SeenDraft) -> live.Fragment:
    """Render a step of a solo game; a phone that looks at one which was taken back goes where the game is."""
    if draft.details.form != Form.S_42A or not is_open(draft, step):
        return live.Fragment("", url_for("game.show", slug=draft.slug))
    return live.Fragment(render("game/_solo.html", draft=draft, game=view_solo_game(draft, step)))


def _follow(draft: SeenDraft) -> live.Fragment:
    fragment, view = _view(draft)
    return live.Fragment(render(fragment, **view))


def _view(draft: SeenDraft) -> tuple[str, dict[str, Showable]]:
    """Return the template of the part that follows the game, and what it shows."""
    if draft.details.form == Form.S_42A:
        return "game/_solo.html", {"draft": draft, "game": view_solo_game(draft)}
    return "game/_table.html", {"draft": draft, "game": view_table_game(draft), "Kind": Kind}


@contextmanager
def _refusing_strange_values() -> Iterator[None]:
    """Answer 400 to anything that our pages do not send."""
    try:
        yield
    except ValueError:
        abort(400)


def _go_to(slug: str, step: SoloStep) -> Page:
    return redirect(url_for(".look", slug=slug, step=step))


def _go_back(slug: str) -> Page:
    return redirect(url_for(".show", slug=slug))
