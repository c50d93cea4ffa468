"""What time it is: asked of the app, so that a test can say."""

from __future__ import annotations

import datetime

from flask import current_app


def read_clock() -> datetime.datetime:
    """Return this moment in the server's own time zone."""
    return datetime.datetime.now().astimezone()


def now() -> datetime.datetime:
    """Return this moment as the app's ``CLOCK`` tells it; its date is the date at the table."""
    moment: datetime.datetime = current_app.config["CLOCK"]()
    return moment
