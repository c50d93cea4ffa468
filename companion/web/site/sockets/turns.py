"""Whose request is answered next: whoever has had less than their share first.

Start-time fair queuing (Goyal, Vin and Cheng, 1996): in virtual time, a client's request starts where the one before
ended, or now if that is past. The earliest start goes first, and virtual time is the start of whatever is being
answered. So a phone that asks for little is answered at once, and whoever asks for much waits behind their own
requests, however many they are, and holds up nobody else. Who has asked for nothing for a while may start a little
before now, as if that time had been saved: a card is saved with two or three requests in a row, and the second of them
would otherwise wait until everybody who asks without end has been given as much.
"""

from __future__ import annotations

import heapq
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from threading import Lock
from typing import Any

EXPECTED_SECONDS = 0.2
"""What a request is thought to cost until it is known: as much as the costly ones, of which many may come at once."""
SECONDS_PER_BYTE = 1e-8
"""What taking in a body costs."""
MOST_AHEAD = 2
"""How many requests at once of clients who have had more than their share: the other threads stay free."""
SETTLED_SECONDS = 10.0
"""How long a device counts with all others of its address: a new one is to be had with each request."""
SETTLED_WEIGHT = 4.0
"""How much larger the share of a device is that has settled than that of all others of an address together."""
SAVED_SECONDS = 0.1
"""How much of a share of one is kept by who did not ask for it."""
MOST_DEVICES = 10_000
"""Whose first visit is kept in mind."""
MOST_SETTLED = 100
"""Devices of an address that have a share of their own: a club has so many, and nobody is given more for collecting."""


@dataclass(frozen=True, slots=True)
class Client:
    """Whose request it is."""

    address: str
    device: str = ""
    """Of a cookie that is ours; otherwise empty."""


Recognize = Callable[[Mapping[str, str], str], Client]
"""Tells a request's client by its headers, as waitress names them, and by the address that it comes from."""


def know_address_only(_headers: Mapping[str, str], address: str) -> Client:
    """Recognize nobody but an address."""
    return Client(address)


@dataclass(frozen=True, slots=True)
class Account:
    """Under whom requests are counted, and how large their share is."""

    name: str
    weight: float = 1.0


@dataclass(slots=True)
class Device:
    """A device since its first visit."""

    first_seen: float
    address: str
    """Where that was."""
    is_settled: bool = False
    """Whether it has a share of its own."""


class Shares:
    """What each client has had, in virtual time."""

    def __init__(self) -> None:
        self.now = 0.0
        self._ends: dict[Account, float] = {}
        self._devices: dict[str, Device] = {}
        """Those that were here last are last."""
        self._settled: Counter[str] = Counter()
        """How many devices have settled, by address."""

    def find_account(self, client: Client, moment: float) -> Account:
        """Return where a request is counted: at a device that has been known for a while, otherwise at its address."""
        if not client.device:
            return Account(client.address)
        device = self._devices.pop(client.device, None) or Device(moment, client.address)
        self._devices[client.device] = device
        if len(self._devices) > MOST_DEVICES:
            self._forget(next(iter(self._devices)))
        if moment - device.first_seen >= SETTLED_SECONDS and self._settled[device.address] < MOST_SETTLED:
            self._settled[device.address] += not device.is_settled
            device.is_settled = True
        return Account(client.device, SETTLED_WEIGHT) if device.is_settled else Account(client.address)

    def _forget(self, name: str) -> None:
        device = self._devices.pop(name)
        if device.is_settled:
            self._settled[device.address] -= 1
            if not self._settled[device.address]:
                del self._settled[device.address]

    def find_start(self, account: Account) -> float:
        """Return when a client's next request may start, as far as is known."""
        earliest = self.now - SAVED_SECONDS
        return max(earliest, self._ends.get(account, earliest))

    def start(self, account: Account, start: float) -> None:
        """Let a request start, and virtual time go on to that."""
        self.now = max(self.now, start)
        self._ends[account] = self.find_start(account) + EXPECTED_SECONDS / account.weight

    def settle(self, account: Account, seconds: float) -> None:
        """Count what a request has cost instead of what was expected."""
        end = self._ends.pop(account, self.now) + (seconds - EXPECTED_SECONDS) / account.weight
        # Whoever has saved as much as can be need not be kept in mind.
        if end > self.now - SAVED_SECONDS:
            self._ends[account] = end

    def forget(self) -> None:
        """Nobody waits and nobody is answered: all are equal again."""
        self._ends.clear()


@dataclass(frozen=True, slots=True)
class Turn:
    """A request whose turn it is."""

    turns: Turns
    channel: Any
    account: Account
    is_ahead: bool

    def service(self) -> None:
        """Answer it, and count what that has cost."""
        body_bytes = self.channel.requests[0].body_bytes_received
        # The time in which other threads run is none of its cost.
        begun = time.thread_time()
        try:
            self.channel.service()
        finally:
            self.turns.end(self, time.thread_time() - begun + SECONDS_PER_BYTE * body_bytes)

    def cancel(self) -> None:
        """Let it go unanswered: the server ends."""
        self.channel.cancel()


class Turns:
    """Stands in for the queue of waitress's dispatcher, which calls everything but ``end`` under its lock."""

    def __init__(
        self, lock: Lock, recognize: Recognize = know_address_only, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._lock = lock
        self._recognize = recognize
        self._clock = clock
        self._shares = Shares()
        self._waiting: dict[Account, deque[Any]] = {}
        self._order: list[tuple[float, int, Account]] = []
        """A heap of the clients that wait: start, number, account."""
        self._lined_up: dict[Account, tuple[float, int]] = {}
        """Start and number of those that count: when a start becomes known better, the old one stays in the heap."""
        self._numbers = count()
        self._answered = 0
        self._ahead = 0

    def append(self, channel: Any) -> None:
        """Let the first request of a channel wait for its turn."""
        headers = channel.requests[0].headers
        account = self._shares.find_account(self._recognize(headers, channel.addr[0]), self._clock())
        if account in self._waiting:
            self._waiting[account].append(channel)
        else:
            self._waiting[account] = deque([channel])
            self._line_up(account)

    def __len__(self) -> int:
        """Count the clients that wait, if one of them may be answered now."""
        while self._order and self._lined_up.get(self._order[0][2]) != self._order[0][:2]:
            heapq.heappop(self._order)
        # Whoever is within their share starts before everybody who is ahead of it.
        is_held_up = self._order and self._is_ahead(self._order[0][0]) and self._ahead >= MOST_AHEAD
        return 0 if is_held_up else len(self._lined_up)

    def popleft(self) -> Turn:
        """Return whose turn it is; call this only after ``len`` has found somebody."""
        start, _number, account = heapq.heappop(self._order)
        is_ahead = self._is_ahead(start)
        channel = self._waiting[account].popleft()
        self._shares.start(account, start)
        self._answered += 1
        self._ahead += is_ahead
        if self._waiting[account]:
            self._line_up(account)
        else:
            del self._waiting[account], self._lined_up[account]
        return Turn(self, channel, account, is_ahead)

    def _line_up(self, account: Account) -> None:
        start, number = self._shares.find_start(account), next(self._numbers)
        self._lined_up[account] = start, number
        heapq.heappush(self._order, (start, number, account))

    def _is_ahead(self, start: float) -> bool:
        return start > self._shares.now - SAVED_SECONDS / 2

    def end(self, turn: Turn, seconds: float) -> None:
        """Count what a request has cost, in seconds of a processor."""
        with self._lock:
            self._answered -= 1
            self._ahead -= turn.is_ahead
            self._shares.settle(turn.account, seconds)
            if turn.account in self._lined_up:
                self._line_up(turn.account)
            if not self._waiting and not self._answered:
                self._shares.forget()
