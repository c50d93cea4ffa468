"""Asking for deck files to be taken in."""

from __future__ import annotations

import datetime

from ...store.decks.uploads import find_upload
from ..jobs.asking import REPEATED, Job, Kind, Order, Owner, add_job, make_request_key

FILES = "files"
"""The subject of the jobs."""


def ask_taking(content: bytes, name: str, device: str, house: int | None, now: datetime.datetime) -> Job:
    """Ask for a deck file to be imported into a house, by default the common one, under a given name or its own.

    Raises ``TooManyJobsError``.
    """
    key = make_request_key(Kind.TAKE_DECK, device, name, str(house), content)
    order = Order(Kind.TAKE_DECK, Owner(device=device), key, FILES, {"name": name, "house": house}, content)
    return add_job(order, now, anew_after=REPEATED)


def ask_holding(number: int, content: bytes, now: datetime.datetime) -> Job:
    """Ask for a file to wait for a deck into which it may be merged; raise ``MissingError``."""
    return _ask(Kind.HOLD_DECK, number, now, content=content)


def ask_merging(number: int, now: datetime.datetime) -> Job:
    """Ask for the waiting file to be merged into its deck; raise ``MissingError``."""
    return _ask(Kind.MERGE_DECK, number, now)


def ask_splitting(number: int, name: str, device: str, now: datetime.datetime) -> Job:
    """Ask for a new deck, a device's own, of the file that waits to be merged into another one.

    Raises ``MissingError``.
    """
    return _ask(Kind.SPLIT_DECK, number, now, name, device=device)


def _ask(
    kind: Kind,
    number: int,
    now: datetime.datetime,
    name: str = "",
    content: bytes | None = None,
    device: str = "",
) -> Job:
    data = find_upload(number) if content is None else content
    key = make_request_key(kind, str(number), name, data)
    order = Order(kind, Owner(deck=number), key, FILES, {"name": name, "device": device}, content)
    return add_job(order, now, anew_after=REPEATED)
