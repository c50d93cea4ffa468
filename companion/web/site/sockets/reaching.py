"""Addresses of this app as other phones reach them, which is not always how the page was opened.

``localhost`` leads every phone to itself, and many phones do not know a name that only this machine or its operating
system announces (``laptop``, ``laptop.local``). The machine's own address takes its place where the app knows that it
answers there.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from flask import current_app, request, url_for

LISTENS_ON = "LISTENS_ON"
"""The key of the configuration with the address that the server listens on; absent where the app does not know."""

_NAMES_NEARBY = (".local", ".localhost", ".localdomain")
_ELSEWHERE = ("192.0.2.1", 9)
"""An address of the documentation range (RFC 5737), used only to find the route; no packet is sent."""


def find_address() -> str | None:
    """Return this machine's address on its own network, or ``None`` if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(address).is_unspecified else address


def is_any_address(host: str) -> bool:
    """Whether a server that listens there listens at all addresses of its machine."""
    return host in ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not bound to


def is_this_machine(name: str) -> bool:
    """Whether a name or an address leads every machine to itself."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def make_address(endpoint: str, **values: Any) -> str:
    """Return the URL of a view as other phones reach it."""
    address = url_for(endpoint, _external=True, **values)
    host = _find_host()
    return urlunsplit(urlsplit(address)._replace(netloc=host)) if host else address


def is_out_of_reach() -> bool:
    """Whether even that URL leads other phones to themselves."""
    return is_this_machine(_find_name()) and not _find_host()


def _find_host() -> str:
    """Return the machine's address and port in place of a host that other phones may not know; empty to keep it."""
    listens_on, name = current_app.config.get(LISTENS_ON), _find_name()
    if listens_on is None or not _is_doubtful(name):
        return ""
    own = find_address() if is_any_address(listens_on) else listens_on
    # A machine without a network has none, and one that listens to itself alone is reached by nobody.
    if not own or is_this_machine(own) or not _is_trusted(own):
        return ""
    port = urlsplit(request.host_url).port
    own = f"[{own}]" if ":" in own else own
    return f"{own}:{port}" if port else own


def _find_name() -> str:
    return (urlsplit(request.host_url).hostname or "").lower()


def _is_doubtful(name: str) -> bool:
    if is_this_machine(name):
        return True
    is_address = ":" in name or name.replace(".", "").isdigit()
    return not is_address and ("." not in name or name.endswith(_NAMES_NEARBY))


def _is_trusted(host: str) -> bool:
    trusted = current_app.config["TRUSTED_HOSTS"]
    return not trusted or host in trusted
