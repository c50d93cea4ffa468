"""The name under which the app is asked: a request has exactly one, and it looks like one.

Links such as an invitation's are made of it. Which names are answered is a setting: see ``Settings.trusted_hosts``.
"""

from __future__ import annotations

import re

from flask import Flask, request
from flask_babel import gettext as _

_HOST = re.compile(r"(?:[a-z0-9][a-z0-9._-]{0,252}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?", re.ASCII | re.IGNORECASE)
"""A name or an address, and a port; what has other letters comes as punycode. Servers join two headers by a comma."""


def init_app(app: Flask) -> None:
    """Refuse requests for no host, several, or an odd one; call this before anything else looks at requests."""
    app.before_request(_refuse_odd_host)


def _refuse_odd_host() -> tuple[str, int, dict[str, str]] | None:
    """Answer 400 in plain text: a page would contain links, for which a host is needed."""
    if _HOST.fullmatch(request.environ.get("HTTP_HOST", "")):
        return None
    sentence = _("A request has to say which single host it is for. Open this office at its own address and try again.")
    return sentence, 400, {"Content-Type": "text/plain; charset=utf-8"}
