"""Connections that are slow, many, or carry too much: ended by the server before they cost anything.

Waitress reads requests in one thread and hands whole ones to others, so that a slow one holds up nobody. What is left
is its room for connections, which a single machine could fill, and the disk that large bodies are spooled to.
"""

from __future__ import annotations

import select
import time
from collections import Counter
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer
from waitress.task import WSGITask

from .polling import Channels, Poller
from .turns import Recognize, Turns, know_address_only

LARGE_BODY_BYTES = 34_000_000
"""A little more than a deck file, the largest of what is sent."""
SMALL_BODY_BYTES = 2_000_000
"""A little more than a form, whose limit the app checks and has a page for."""
LARGE_PATHS = ("/photo", "/teach", "/merge", "/decks/bring")
"""What photos and deck files are sent to ends so."""


@dataclass(frozen=True, slots=True)
class Patience:
    """What a connection may take."""

    head_seconds: float = 20
    """From the first byte of a request to the end of its headers."""
    body_seconds: float = 180
    """To the end of its body: the largest photo at a megabit a second."""
    most: int = 900
    """Connections, of which a tenth is kept free: then the address that has the most loses one for each new one."""
    every_seconds: float = 5
    """Between two looks for slow ones."""


PATIENCE = Patience()


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    """Refuses a body that is too large for its path as soon as its headers are there, before any of it is kept."""

    adj: Any

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if not self.path.rstrip("/").endswith(LARGE_PATHS):
            self.adj = _allow_small_bodies(self.adj)


@lru_cache(maxsize=8)
def _allow_small_bodies(adjustments: Any) -> Any:
    small = copy(adjustments)
    small.max_request_body_size = SMALL_BODY_BYTES
    return small


class _Task(WSGITask):  # type: ignore[misc]
    """Keeps the connection after an answer that has no body.

    Waitress ends it after every answer without a length, but a 204 or 304 ends with its headers (RFC 9112, 6.3). Most
    answers to phones that follow a page are 304, and opening a connection costs more than the answer.
    """

    def set_close_on_finish(self) -> None:
        asks_to_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or asks_to_close:
            super().set_close_on_finish()


class _Channel(HTTPChannel):  # type: ignore[misc]
    """Knows since when a request has been coming in."""

    parser_class = _Parser
    task_class = _Task
    begun: float | None = None

    def received(self, data: bytes) -> bool:
        is_received = bool(super().received(data))
        if self.request is None:
            self.begun = None
        elif self.begun is None:
            self.begun = time.monotonic()
        return is_received

    def is_slow(self, now: float, patience: Patience) -> bool:
        request = self.request
        if self.begun is None or request is None:
            return False
        return now - self.begun > (patience.body_seconds if request.headers_finished else patience.head_seconds)


def watch_connections(
    channels: Channels, patience: Patience = PATIENCE, recognize: Recognize = know_address_only
) -> None:
    """End connections of the servers among ``channels`` that are slow, or of whom somebody has too many.

    Requests take turns by client; ``recognize`` tells clients apart.
    """
    servers = [channel for channel in channels.values() if isinstance(channel, BaseWSGIServer)]
    # Those of several addresses share their threads.
    for dispatcher in {server.task_dispatcher for server in servers}:
        dispatcher.queue = Turns(dispatcher.lock, recognize)
    for server in servers:
        _watch(server, patience)


def _watch(server: Any, patience: Patience) -> None:
    server.channel_class = _Channel
    # Windows has no poll; there waitress waits as it always does.
    poller = Poller() if hasattr(select, "poll") else None
    if poller:
        server.asyncore = poller
    server.adj.max_request_body_size = LARGE_BODY_BYTES
    server.adj.cleanup_interval = patience.every_seconds
    close_idle, accept = server.maintenance, server.handle_accept

    def ask_all() -> None:
        if poller:
            poller.ask_all()

    def close_slow(now: float) -> None:
        close_idle(now)
        for channel in server.active_channels.values():
            if channel.is_slow(time.monotonic(), patience):
                channel.will_close = True
        ask_all()

    def make_room_and_accept() -> None:
        accept()
        open_ones = [channel for channel in server.active_channels.values() if not channel.will_close]
        if len(open_ones) > patience.most * 9 // 10:
            _close_one(open_ones)
            ask_all()

    server.maintenance, server.handle_accept = close_slow, make_room_and_accept


def _close_one(open_ones: list[Any]) -> None:
    """Close one of the address that has the most: an unfinished request first, then the one that is idle longest."""
    (greediest, _number), *_others = Counter(channel.addr[0] for channel in open_ones).most_common(1)
    # A request that is being answered is left to its end; so is the connection that has just come.
    idle = [channel for channel in open_ones[:-1] if channel.addr[0] == greediest and not channel.requests]
    if idle:
        chosen = min(idle, key=lambda channel: (channel.begun is None, channel.last_activity))
        chosen.will_close = True
