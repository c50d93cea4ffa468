"""Letting nobody do too much of what is costly: 429, with a sentence, and what was typed."""

from __future__ import annotations

from typing import NoReturn

from flask import Flask, current_app, request
from werkzeug.exceptions import RequestEntityTooLarge, TooManyRequests

from ...wording.access.quotas import describe_full
from ...workflow.limiting import Asker, Costly, FullError, Limiter
from ...workflow.seats.joining import is_known
from ..site.languages import find_language
from .guards import find_viewer

COSTLY: dict[tuple[str, str], Costly] = {
    ("GET", "sheets.pdf"): Costly.DRAWING,
    ("GET", "sheets.blank"): Costly.DRAWING,
    ("POST", "photos.take"): Costly.PHOTOS,
    ("POST", "pile.take"): Costly.PHOTOS,
    ("POST", "teaching.take"): Costly.PHOTOS,
    ("POST", "truths.make"): Costly.PHOTOS,
    ("POST", "decks.begin"): Costly.DECKS,
    ("POST", "deck_files.bring"): Costly.DECKS,
    ("POST", "deck_files.offer"): Costly.DECKS,
    ("POST", "deck_files.accept"): Costly.DECKS,
    ("POST", "deck_files.keep_apart"): Costly.DECKS,
    ("POST", "teaching.accept"): Costly.DECKS,
    ("POST", "starting.start"): Costly.TABLES,
    ("POST", "inspections.copy"): Costly.TABLES,
    ("POST", "inspections.go_on"): Costly.TABLES,
    ("POST", "seats.take"): Costly.CLAIMS,
    ("POST", "seats.take_over"): Costly.CLAIMS,
    ("POST", "houses.begin"): Costly.HOUSES,
    ("POST", "houses.rename"): Costly.HOUSES,
    ("POST", "houses.renew"): Costly.HOUSES,
    ("POST", "houses.leave"): Costly.HOUSES,
    ("POST", "houses.place"): Costly.HOUSES,
    ("POST", "inspections.delete"): Costly.HOUSES,
    ("POST", "bin.restore_inspection"): Costly.HOUSES,
    ("POST", "bin.shred_inspection"): Costly.HOUSES,
    ("POST", "bin.take_back_deck"): Costly.HOUSES,
    ("POST", "bin.destroy_deck"): Costly.HOUSES,
    ("POST", "audit.check"): Costly.AUDITS,
    ("GET", "advice.table"): Costly.ADVICE,
    ("GET", "advice.show"): Costly.ADVICE,
    ("GET", "stages.last_chance"): Costly.ADVICE,
    ("POST", "stages.ready"): Costly.ADVICE,
    ("POST", "advice.ask"): Costly.ADVICE,
    ("GET", "deck_files.export"): Costly.EXPORTS,
}
"""By method and endpoint.

Following a link, such as that of a QR code or of a house, and taking a seat or the house there is never limited.
"""


LONGEST_SHELF = 5000
"""Characters: all cards of a box, written in full, have a third of that."""


def init_app(app: Flask) -> None:
    """Count what is costly before it is done; call this after what refuses forms."""
    app.extensions["limiter"] = Limiter(str(app.secret_key), lambda: app.config["CLOCK"]())
    app.before_request(_count)


def read_shelf(field: str) -> str:
    """Return the shelf notation in a field of a form; answer 413 if it is longer than any box has cards for.

    Each cell of nonsense gets sentences on every page of the table: a long one would make answers of many megabytes.
    """
    text = request.form.get(field, "")
    if len(text) > LONGEST_SHELF:
        raise RequestEntityTooLarge
    return text


def say_full(error: FullError) -> str:
    """Say what there is no more room for, and what makes room."""
    return describe_full(error.quota, error.most, find_language())


def look_at_codes() -> None:
    """Answer 429 if too many wrong codes have come from this address, for a right one too: it would stand out."""
    wait = _find_limiter().look(Costly.CODES, Asker(request.remote_addr or ""))
    if wait:
        _refuse(Costly.CODES, wait)


def count_wrong_code() -> None:
    """Note that a code of no table has come from this address."""
    _find_limiter().hit(Costly.CODES, Asker(request.remote_addr or ""))


def _count() -> None:
    what = COSTLY.get(("GET" if request.method == "HEAD" else request.method, request.endpoint or ""))
    if what is None or not current_app.config["LIMITED"]:
        return
    viewer = find_viewer()
    device = viewer.device if viewer.device and is_known(viewer) else ""
    wait = _find_limiter().hit(what, Asker(request.remote_addr or "", device))
    if wait:
        _refuse(what, wait)


def _refuse(what: Costly, seconds: int) -> NoReturn:
    raise TooManyRequests(what.value, retry_after=seconds)


def _find_limiter() -> Limiter:
    limiter: Limiter = current_app.extensions["limiter"]
    return limiter
