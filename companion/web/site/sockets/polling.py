"""Waiting for hundreds of connections, most of which are idle, at the cost of the busy ones."""

from __future__ import annotations

import select
from contextlib import suppress
from typing import Any

from waitress.channel import HTTPChannel
from waitress.wasyncore import readwrite

READ: int = getattr(select, "POLLIN", 0) | getattr(select, "POLLPRI", 0)
"""Windows has neither, and no ``Poller`` then."""


class Channels(dict[int, Any]):
    """Waitress's dispatchers by their descriptors, with those descriptors that stand for another one than before."""

    def __init__(self) -> None:
        super().__init__()
        self.changed: set[int] = set()

    def __setitem__(self, descriptor: int, dispatcher: Any) -> None:
        super().__setitem__(descriptor, dispatcher)
        self.changed.add(descriptor)

    def __delitem__(self, descriptor: int) -> None:
        super().__delitem__(descriptor)
        self.changed.add(descriptor)


class Poller:
    """Stands in for ``waitress.wasyncore``, whose loop asks every connection at every event what it waits for.

    For 500 phones that is more work than their requests. An idle connection waits for a request and for nothing else,
    and only an event on it makes it busy. So it is asked when it is new or was busy, and after ``ask_all``, which
    whoever wants to end an idle connection has to call.
    """

    def __init__(self) -> None:
        self._poll = select.poll()
        self._busy: set[int] = set()
        self._asks_all = False

    def ask_all(self) -> None:
        """Ask all connections before the next event is waited for."""
        self._asks_all = True

    def loop(self, timeout: float, map: Channels, use_poll: bool = True) -> None:  # noqa: A002 waitress's names
        """Handle the events of all dispatchers until none is left; ``timeout`` in seconds."""
        while map:
            self.turn(timeout, map)

    def turn(self, timeout: float, channels: Channels) -> None:
        """Wait for events for at most ``timeout`` seconds, and handle them."""
        # The number of a connection that has been closed goes to the next one that is opened.
        changed, channels.changed = channels.changed, set()
        for descriptor in changed:
            self._forget(descriptor)
        self._busy.update(changed)
        if self._asks_all:
            self._asks_all = False
            self._busy.update(channels)
        self._busy &= channels.keys()
        for descriptor in list(self._busy):
            self._ask(descriptor, channels[descriptor])
        for descriptor, events in self._poll.poll(1000 * timeout):
            if (one := channels.get(descriptor)) is not None:
                self._busy.add(descriptor)
                readwrite(one, events)

    def _ask(self, descriptor: int, one: Any) -> None:
        # First of all: a thread may end a request meanwhile, but cannot begin one.
        if _is_idle(one):
            self._busy.discard(descriptor)
            events = READ
        else:
            events = READ if one.readable() else 0
            # A socket that accepts connections has nothing to write.
            events |= select.POLLOUT if one.writable() and not one.accepting else 0
        if events:
            self._poll.register(descriptor, events)
        else:
            self._forget(descriptor)

    def _forget(self, descriptor: int) -> None:
        # It may have been waiting for nothing.
        with suppress(KeyError):
            self._poll.unregister(descriptor)


def _is_idle(one: Any) -> bool:
    return isinstance(one, HTTPChannel) and not (
        one.requests or one.total_outbufs_len or one.will_close or one.close_when_flushed
    )
