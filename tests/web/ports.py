"""Ports for programs that cannot choose one themselves."""

from __future__ import annotations

import os
import socket

_FIRST, _LAST = 20_000, 32_000


def find_port() -> int:
    """Return a port that nobody listens on, and that no connection is given meanwhile.

    Those that a system gives to whoever asks for any are numbered from 32,768 on: one that is free may be taken before
    the program listens. Processes that search side by side begin in different places.
    """
    first = _FIRST + os.getpid() % (_LAST - _FIRST)
    for port in (*range(first, _LAST), *range(_FIRST, first)):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port is free")
