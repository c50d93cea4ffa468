"""Error pages; they show what was typed, so that nothing is lost."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, Response, current_app, request
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, NotFound, RequestEntityTooLarge, SecurityError, TooManyRequests

from ...workflow.access.showing import PageValue
from ...workflow.database import Outage, find_cause
from ...workflow.faults import describe_fault, drop_values
from ...workflow.limiting import Costly, FullError
from ...workflow.tables.drafts import Act, MissingError, Stage, StageError
from ..access.guards import say_deletion
from ..access.limits import say_full
from ..access.rendering import answer_json, render
from .answers import wants_json

SHOWN_FIELDS = 60
SECONDS_UNTIL_RETRY = 5
UNTYPED = ("csrf_token", "request_key", "version", "head_version", "edition", "deck", "house", "form")
"""Fields of a form that nobody typed."""


@dataclass(frozen=True, slots=True)
class Repeated(PageValue):
    """A request that can be sent again."""

    is_form: bool
    address: str
    fields: tuple[tuple[str, str], ...]
    """Names and values of a form, without its token."""


def init_app(app: Flask) -> None:
    """Answer errors with pages, or with JSON if the request asked for it."""
    app.register_error_handler(CSRFError, _answer_csrf)
    app.register_error_handler(SecurityError, _answer_untrusted_host)
    app.register_error_handler(StageError, _answer_stage)
    app.register_error_handler(MissingError, _answer_missing)
    app.register_error_handler(HTTPException, _answer_http)
    app.register_error_handler(TooManyRequests, _answer_too_many)
    app.register_error_handler(FullError, _answer_full)
    app.register_error_handler(SQLAlchemyError, _answer_database)
    app.register_error_handler(Exception, _answer_fault)
    # Flask itself logs what goes wrong after the answer is made, or while a fault is being answered.
    app.logger.addFilter(drop_values)


def _answer_csrf(error: CSRFError) -> tuple[str | Response, int]:
    current_app.logger.info("refused a form without a valid token: %s", error.description)
    return _answer(
        400,
        _("The form was not accepted"),
        _("Your session expired, or your browser keeps no cookies. Go back, reload the page and send it again."),
    )


def _answer_untrusted_host(_error: SecurityError) -> tuple[str, int, dict[str, str]]:
    """Answer a request for an untrusted host: the page must not contain any URL with that host."""
    sentence = _("This office does not answer to that name. Whoever runs it can add it to COMPANION_TRUSTED_HOSTS.")
    return sentence, 400, {"Content-Type": "text/plain; charset=utf-8"}


def _answer_missing(_error: MissingError) -> tuple[str | Response, int] | HTTPException:
    """Answer a request for an inspection or seat that does not exist, or no longer does."""
    told = say_deletion(str((request.view_args or {}).get("slug", "")))
    return _answer(410, _("This file is in the wastebasket"), told) if told else _answer_http(NotFound())


def _answer_stage(error: StageError) -> tuple[str | Response, int]:
    """Answer a request that is not possible at this stage, and show what was typed."""
    if error.act is Act.LOCK:
        return _answer(409, _("This inspection has been revealed"), _("To change anything, amend it first."))
    if error.stage is Stage.DRAFT:
        sentence = _("The shelves are still being filled. Once everything is entered, the host locks them.")
        return _answer(409, _("Not yet"), sentence)
    if error.stage is Stage.LOCKED:
        sentence = _(
            "The inspection has begun, and the shelves can no longer change. The host can go back to the desk and "
            "reopen them."
        )
        return _answer(409, _("The shelves are locked"), sentence)
    sentence = _(
        "The focuses have been revealed, and this version is filed. Amend the inspection first; the earlier version "
        "is kept."
    )
    return _answer(409, _("This inspection is closed"), sentence)


def _answer_http(error: HTTPException) -> tuple[str | Response, int] | HTTPException:
    code = error.code or 500
    if code < 400:
        return error
    titles = {
        404: (
            _("No such file in this office"),
            _("The address may be incomplete, or the inspection has been deleted."),
        ),
        405: (_("That is not how this counter works"), _("Go back to the desk and try from there.")),
        413: (_("Too much paper"), _("That was more text than any form holds. Shorten it and send it again.")),
    }
    if code == 403 and error.description:
        return _answer(code, _("Not at this counter"), error.description)
    title, sentence = titles.get(
        code,
        (_("The request could not be read"), _("Go back, reload the page and send it again.")),
    )
    return _answer(code, title, sentence)


def _answer_too_many(error: TooManyRequests) -> tuple[str | Response, int, dict[str, str]]:
    """Answer a request for too much of what is costly; what was typed is shown, and can be sent again."""
    seconds = error.retry_after if isinstance(error.retry_after, int) else SECONDS_UNTIL_RETRY
    if error.description == Costly.CODES.value:
        sentence = _("Too many codes that lead nowhere. Wait a minute, check the host’s phone, and try again.")
    else:
        minutes = -(-seconds // 60)
        sentence = ngettext(
            "That was more than this counter can do at once. Try again in a minute.",
            "That was more than this counter can do at once. Try again in %(num)s minutes.",
            minutes,
        )
    answer, code = _answer(429, _("One at a time, please"), sentence, can_repeat=True)
    return answer, code, {"Retry-After": str(seconds)}


def _answer_full(error: FullError) -> tuple[str | Response, int]:
    """Answer a request for more than a phone, a house or a table may have."""
    return _answer(409, _("The cabinet is full"), say_full(error), can_repeat=True)


def _answer_database(error: SQLAlchemyError) -> tuple[str | Response, int] | tuple[str | Response, int, dict[str, str]]:
    """Say what is wrong with the database; a page that was asked for is loaded again once it answers."""
    cause = find_cause(error)
    if cause is None:
        return _answer_fault(error)
    current_app.logger.error("the database failed at %s: %s (%s)", _find_place(), cause.name, error)
    is_page = request.method in ("GET", "HEAD")
    match cause:
        case Outage.AWAY if is_page:
            title = _("The archive is closed for a moment")
            sentence = _(
                "The database is not responding. Everything filed before is safe. This page will try again by itself."
            )
        case Outage.AWAY:
            title = _("The archive is closed for a moment")
            sentence = _(
                "The database is not responding, and this has not been filed. Everything filed before is safe; send "
                "it again in a moment."
            )
        case Outage.FULL:
            title = _("The archive is full")
            sentence = _(
                "There is no room left on the disk of the machine that serves this page, so nothing new can be filed. "
                "Everything filed before is safe. Delete what is no longer needed, or ask whoever runs this office to "
                "make room."
            )
        case Outage.READ_ONLY:
            title = _("The archive can only be read")
            sentence = _(
                "The database cannot be written at the moment. Everything filed before is safe. Ask whoever runs this "
                "office to make it writable again."
            )
        case Outage.DAMAGED:
            title = _("The archive is damaged")
            sentence = _(
                "Part of the database cannot be read. Ask whoever runs this office to stop the server and to run "
                "“companion check”, which says what to do."
            )
    waits = cause is Outage.AWAY and is_page
    answer, code = _answer(503, title, sentence, waits=waits)
    return answer, code, {"Retry-After": str(SECONDS_UNTIL_RETRY)}


def _answer_fault(error: Exception) -> tuple[str | Response, int]:
    current_app.logger.error("unexpected fault at %s: %s", _find_place(), describe_fault(error))
    return _answer_stumble()


def _find_place() -> str:
    """Return the request's rule: its address may be a key, or hold a name."""
    return f"{request.method} {request.url_rule or 'an address of nothing'}"


def _answer_stumble() -> tuple[str | Response, int]:
    sentence = _("The fault is ours and has been noted in the log. Everything filed before is safe; try again.")
    return _answer(500, _("The office has stumbled"), sentence)


def _answer(
    code: int, title: str, sentence: str, *, waits: bool = False, can_repeat: bool = False
) -> tuple[str | Response, int]:
    """Answer with a page; where it ``can_repeat``, a button sends the same again, which passed all checks before."""
    if wants_json():
        return answer_json({"error": title, "message": sentence}), code
    repeated = _find_repeated() if can_repeat else None
    page = render(
        "site/error.html",
        code=code,
        title=title,
        sentence=sentence,
        typed=_find_typed(),
        waits=waits,
        repeated=repeated,
        loses_file=can_repeat and repeated is None,
    )
    return page, code


def _find_repeated() -> Repeated | None:
    """Return what sends the same request again; ``None`` for files, which no page can send again by itself."""
    address = request.full_path if request.query_string else request.path
    if request.method != "POST":
        return Repeated(False, address, ())
    try:
        fields, has_files = tuple(request.form.items(multi=True)), bool(request.files)
    except RequestEntityTooLarge:
        return None
    return None if has_files else Repeated(True, address, tuple(pair for pair in fields if pair[0] != "csrf_token"))


def _find_typed() -> list[str]:
    """List the texts in a refused form."""
    if request.method != "POST":
        return []
    try:
        fields = list(request.form.items(multi=True))
    except RequestEntityTooLarge:
        return []
    typed = [text for name, text in fields if not _is_untyped(name) and text.strip()]
    return typed[:SHOWN_FIELDS]


def _is_untyped(field: str) -> bool:
    """Whether nobody typed a field: of ``UNTYPED``, or what stood on the page before."""
    return field.rpartition("-")[2] in UNTYPED or field.startswith("was-")
