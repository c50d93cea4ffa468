"""Whose request is answered next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import pytest

from companion.web.site.sockets import turns
from companion.web.site.sockets.turns import MOST_AHEAD, SETTLED_SECONDS, SETTLED_WEIGHT, Client, Shares, Turns


@dataclass
class Request:
    headers: dict[str, str]
    body_bytes_received: int = 0


@dataclass(eq=False)
class Channel:
    """A connection with one request."""

    who: str
    address: str = "192.0.2.1"
    body_bytes: int = 0
    seconds: float = 0
    """What answering takes of a processor."""
    requests: list[Request] = field(init=False)
    is_canceled: bool = False

    def __post_init__(self) -> None:
        self.requests = [Request({"WHO": self.who}, self.body_bytes)]

    @property
    def addr(self) -> tuple[str, int]:
        return self.address, 0

    def service(self) -> None:
        Line.processor += self.seconds

    def cancel(self) -> None:
        self.is_canceled = True


class Line:
    """A queue whose clock, and the clock of its threads, a test sets."""

    processor = 0.0

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.queue = Turns(Lock(), recognize, lambda: self.seconds)

    def settle_in(self, *names: str) -> None:
        """Let devices be known for as long as it takes."""
        for name in names:
            self.answer(Channel(name))
        self.seconds += SETTLED_SECONDS

    def answer(self, *channels: Channel) -> list[str]:
        """Let all of them wait, then answer one after the other; return in which order."""
        for channel in channels:
            self.queue.append(channel)
        order = []
        while self.queue:
            turn = self.queue.popleft()
            order.append(turn.channel.who)
            turn.service()
        return order


def recognize(headers: Mapping[str, str], address: str) -> Client:
    return Client(address, headers["WHO"])


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    class Time:
        @staticmethod
        def thread_time() -> float:
            return Line.processor

    monkeypatch.setattr(turns, "time", Time)
    return Line()


def test_equals_are_answered_as_they_came(line: Line) -> None:
    line.settle_in("a", "b", "c")

    assert line.answer(Channel("b"), Channel("a"), Channel("c")) == ["b", "a", "c"]


def test_who_sends_many_at_once_waits_behind_their_own(line: Line) -> None:
    line.settle_in("greedy", "phone")

    order = line.answer(*(Channel("greedy") for _ in range(5)), Channel("phone"))

    assert order == ["greedy", "phone", *["greedy"] * 4]


@pytest.mark.parametrize("costly", [{"seconds": 0.3}, {"body_bytes": 30_000_000}], ids=["processor", "body"])
def test_who_has_had_much_waits_for_those_who_had_little(line: Line, costly: dict[str, Any]) -> None:
    line.settle_in("greedy", "phone", "other")
    # Somebody waits all the time: nobody is forgotten.
    line.queue.append(Channel("other"))
    line.queue.append(Channel("greedy", **costly))
    line.queue.append(Channel("other"))
    for _ in range(2):
        assert line.queue
        line.queue.popleft().service()

    assert line.answer(Channel("greedy"), Channel("phone"), Channel("phone")) == ["other", "phone", "phone", "greedy"]


def test_who_asked_for_nothing_for_a_while_may_ask_twice_in_a_row(line: Line) -> None:
    line.settle_in("phone")
    greedy = [f"greedy {number}" for number in range(10)]
    line.settle_in(*greedy)
    # All of them have been given more than they had saved, and go on asking.
    for name in greedy * 30:
        line.queue.append(Channel(name, seconds=0.02))
    for _ in range(250):
        assert line.queue
        line.queue.popleft().service()

    saved = Channel("phone", seconds=0.05), Channel("phone", seconds=0.05), Channel("phone", seconds=0.05)

    assert line.answer(*saved)[:3] == ["phone"] * 3


def test_shares_are_equal_however_much_each_asks_for(line: Line) -> None:
    line.settle_in("small", "large")
    had = {"small": 0.0, "large": 0.0}
    for seconds, name in ((0.01, "small"), (0.05, "large")) * 400:
        line.queue.append(Channel(name, seconds=seconds))
    while line.queue and sum(had.values()) < 4:
        turn = line.queue.popleft()
        turn.service()
        had[turn.channel.who] += turn.channel.seconds

    assert had["small"] == pytest.approx(had["large"], rel=0.05)


def test_a_device_has_a_larger_share_than_all_strangers_of_an_address_together(line: Line) -> None:
    line.settle_in("phone")
    had = {"phone": 0.0, "": 0.0}
    for who in ("phone", "") * 200:
        line.queue.append(Channel(who, seconds=0.02))
    while line.queue and sum(had.values()) < 4:
        turn = line.queue.popleft()
        turn.service()
        had[turn.channel.who] += turn.channel.seconds

    assert had["phone"] / had[""] == pytest.approx(SETTLED_WEIGHT, rel=0.1)


def test_when_nobody_waits_all_are_equal_again(line: Line) -> None:
    line.settle_in("greedy", "phone")
    line.answer(Channel("greedy", seconds=9))

    assert line.answer(Channel("greedy"), Channel("phone")) == ["greedy", "phone"]


def test_who_is_ahead_of_their_share_never_has_all_threads(line: Line) -> None:
    line.settle_in("greedy", "phone")
    for _ in range(9):
        line.queue.append(Channel("greedy"))
    running = []
    while line.queue:
        running.append(line.queue.popleft())

    # A few may start at once, since none was asked for before.
    assert MOST_AHEAD < len(running) <= 5
    line.queue.append(Channel("phone"))
    assert line.queue.popleft().channel.who == "phone"
    assert not line.queue
    running[-1].service()
    assert line.queue
    assert line.queue.popleft().channel.who == "greedy"


def test_new_devices_share_what_their_address_has(line: Line) -> None:
    line.settle_in("phone")

    order = line.answer(*(Channel(f"new {number}") for number in range(5)), Channel("phone"))

    assert order.index("phone") == 1


def test_a_device_that_has_settled_in_does_not_pay_for_its_address(line: Line) -> None:
    line.settle_in("phone", "other")
    line.queue.append(Channel("other"))

    order = line.answer(Channel("stranger", seconds=5), Channel("other"), Channel("stranger"), Channel("phone"))

    assert order.index("phone") < 3 <= order.index("stranger", 2)


def test_of_too_many_devices_those_are_forgotten_that_were_not_here_for_longest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "MOST_DEVICES", 2)
    shares = Shares()
    for name in ("first", "second", "first", "third"):
        shares.find_account(Client("192.0.2.1", name), 0)

    names = [
        shares.find_account(Client("192.0.2.1", name), SETTLED_SECONDS).name for name in ("first", "third", "second")
    ]

    assert names == ["first", "third", "192.0.2.1"]


def test_an_address_is_given_no_more_for_collecting_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_SETTLED", 2)
    monkeypatch.setattr(turns, "MOST_DEVICES", 5)
    shares = Shares()

    def count_own(address: str, *names: str, moment: float) -> int:
        return sum(shares.find_account(Client(address, name), moment).name == name for name in names)

    count_own("192.0.2.1", "a", "b", "c", moment=0)
    count_own("192.0.2.2", "elsewhere", moment=0)

    assert count_own("192.0.2.1", "a", "b", "c", "a", "b", moment=SETTLED_SECONDS) == 4
    assert count_own("192.0.2.2", "elsewhere", moment=SETTLED_SECONDS) == 1
    # Once others are forgotten, there is room again.
    count_own("192.0.2.3", "x", "y", "z", moment=SETTLED_SECONDS)
    assert count_own("192.0.2.1", "c", moment=2 * SETTLED_SECONDS) == 0
    assert count_own("192.0.2.1", "c", moment=3 * SETTLED_SECONDS) == 1


def test_what_a_failed_request_has_cost_is_counted(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_channel: Channel) -> None:
        raise SystemError

    line.queue.append(Channel("a"))
    monkeypatch.setattr(Channel, "service", fail)
    with pytest.raises(SystemError):
        line.queue.popleft().service()
    monkeypatch.undo()

    assert line.answer(Channel("a")) == ["a"]


def test_canceling_reaches_the_channel(line: Line) -> None:
    channel = Channel("a")
    line.queue.append(channel)
    line.queue.popleft().cancel()

    assert channel.is_canceled
