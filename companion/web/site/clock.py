"""The clock: provided by the app, so that tests can set the time."""

from __future__ import annotations

import datetime

from flask import current_app


def read_clock() -> datetime.datetime:
    """Return the current time in the server's time zone."""
    return datetime.datetime.now().astimezone()


def now() -> datetime.datetime:
    """Return the current time according to the app's ``CLOCK``; its date is the date at the table."""
    moment: datetime.datetime = current_app.config["CLOCK"]()
    return moment
