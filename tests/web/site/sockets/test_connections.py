"""Slow requests, many connections and large bodies at the server itself, over sockets."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from waitress import server as waitress_server
from waitress.wasyncore import close_all

from companion.commands import serve
from companion.web.site.sockets import connections
from companion.web.site.sockets.connections import LARGE_BODY_BYTES, SMALL_BODY_BYTES, Patience, watch_connections
from companion.web.site.sockets.polling import Channels

GET = b"GET / HTTP/1.1\r\nHost: library\r\n\r\n"


@dataclass
class Door:
    """A server with a clock that a test sets, and connections to it."""

    server: Any
    channels: Channels
    lines: list[socket.socket] = field(default_factory=list)
    seconds: float = 0

    def connect(self, sent: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.server.effective_port), source_address=(address, 0))
        line.setblocking(False)
        self.lines.append(line)
        if sent:
            line.sendall(sent)
        self.turn()
        return line

    def turn(self, times: int = 6) -> None:
        for _ in range(times):
            self.server.asyncore.turn(0.01, self.channels)

    def wait(self, seconds: float) -> None:
        """Let time go by, as the server's clock has it."""
        self.seconds += seconds
        self.server.maintenance(0)
        self.turn()

    def hear(self, line: socket.socket) -> bytes:
        """What is answered, however long the threads that answer take on a busy machine."""
        for _ in range(3000):
            if (heard := read(line)) is not None:
                return heard
            self.turn()
        raise AssertionError("no answer")

    def count(self) -> int:
        return len(self.server.active_channels)


def read(line: socket.socket) -> bytes | None:
    """What has come; empty if the connection is closed, and nothing while it waits."""
    try:
        return line.recv(4096)
    except BlockingIOError:
        return None
    except ConnectionResetError:
        return b""


@pytest.fixture
def open_door(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Patience], Door]]:
    doors: list[Door] = []

    def answer(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        if environ["PATH_INFO"] == "/unchanged":
            start("304 NOT MODIFIED", [("ETag", '"1"')])
            return []
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    def open_door(patience: Patience) -> Door:
        channels = Channels()
        server = waitress_server.create_server(answer, map=channels, host="127.0.0.1", port=0, asyncore_use_poll=True)
        watch_connections(channels, patience)
        door = Door(server, channels)
        monkeypatch.setattr(connections.time, "monotonic", lambda: door.seconds)
        doors.append(door)
        return door

    yield open_door
    for door in doors:
        door.server.task_dispatcher.shutdown()
        close_all(door.channels)
        for line in door.lines:
            line.close()


def test_headers_that_trickle_are_not_waited_for_forever(open_door):
    door = open_door(Patience(head_seconds=20))
    slow, honest = door.connect(b"GET / HT"), door.connect(GET)
    door.wait(19)
    slow.sendall(b"TP/1.1\r\n")
    door.turn()
    assert door.count() == 2
    door.wait(2)
    assert read(slow) == b""
    assert door.count() == 1
    assert door.hear(honest).startswith(b"HTTP/1.1 200")


def test_a_body_has_longer(open_door):
    door = open_door(Patience(head_seconds=20, body_seconds=180))
    slow = door.connect(b"POST /photo HTTP/1.1\r\nHost: library\r\nContent-Length: 9999\r\n\r\nx")
    door.wait(179)
    assert door.count() == 1
    door.wait(2)
    assert read(slow) == b""


def test_a_phone_that_waits_between_two_polls_stays(open_door):
    door = open_door(Patience())
    line = door.connect(GET)
    for _ in range(9):
        door.wait(100)
        line.sendall(GET)
        door.turn()
    assert door.count() == 1


def test_a_phone_whose_page_is_unchanged_stays_connected(open_door):
    door = open_door(Patience())
    line = door.connect()
    for _ in range(3):
        line.sendall(GET.replace(b"/", b"/unchanged", 1))
        heard = door.hear(line)
        assert heard.startswith(b"HTTP/1.1 304")
        assert b"Connection: close" not in heard
        assert door.count() == 1
    line.sendall(GET)
    assert door.hear(line).endswith(b"ok")


@pytest.mark.parametrize("head", [b" HTTP/1.0\r\n\r\n", b" HTTP/1.1\r\nHost: library\r\nConnection: close\r\n\r\n"])
def test_who_asks_to_close_is_not_kept(open_door, head):
    door = open_door(Patience())
    line = door.connect(b"GET /unchanged" + head)
    assert b" 304 " in door.hear(line)
    assert door.hear(line) == b""
    assert door.count() == 0


def test_a_new_connection_may_have_the_number_of_an_old_one(open_door):
    door = open_door(Patience())
    for _ in range(5):
        line = door.connect(GET)
        assert door.hear(line).endswith(b"ok")
        line.close()
        door.turn()
    assert door.count() == 0


def test_whoever_takes_all_connections_loses_his_own(open_door):
    door = open_door(Patience(most=20))
    honest = [door.connect(GET, f"127.0.0.{number}") for number in range(2, 8)]
    hostile = [door.connect(b"GET / HT", "127.0.0.99") for _ in range(60)]
    assert door.count() <= 19
    assert all(door.hear(line).startswith(b"HTTP/1.1 200") for line in honest)
    assert sum(read(line) == b"" for line in hostile) >= 45
    late = door.connect(GET, "127.0.0.8")
    assert door.hear(late).startswith(b"HTTP/1.1 200")


def test_behind_the_same_router_whole_requests_are_kept_before_halves(open_door):
    door = open_door(Patience(most=20))
    honest = [door.connect(GET) for _ in range(10)]
    for _ in range(40):
        door.connect(b"GET / HT")
    assert all(door.hear(line).startswith(b"HTTP/1.1 200") for line in honest)
    for line in honest:
        line.sendall(GET)
    door.turn(20)
    assert all(door.hear(line).startswith(b"HTTP/1.1 200") for line in honest)


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/join", SMALL_BODY_BYTES, b"413"),
        ("/inspections/x/seats/1/photo", LARGE_BODY_BYTES, b"413"),
        ("/inspections/x/seats/1/shelf?x=/photo", SMALL_BODY_BYTES, b"413"),
        ("/inspections/x/seats/1/photo", SMALL_BODY_BYTES, None),
        ("/decks/bring", SMALL_BODY_BYTES, None),
        ("/join", SMALL_BODY_BYTES - 1, None),
    ],
)
def test_a_body_that_is_too_large_is_refused_before_any_of_it_is_kept(open_door, path, size, status):
    door = open_door(Patience())
    line = door.connect(f"POST {path} HTTP/1.1\r\nHost: library\r\nContent-Length: {size}\r\n\r\n".encode())
    door.turn()
    answer = read(line)
    assert answer is None if status is None else status in (answer or b"").split(b"\r\n")[0]


def test_a_body_that_does_not_say_its_size_ends_there_too(open_door):
    door = open_door(Patience())
    line = door.connect(b"POST /join HTTP/1.1\r\nHost: library\r\nTransfer-Encoding: chunked\r\n\r\n")
    line.setblocking(True)
    line.settimeout(5)
    chunk = b"%x\r\n%b\r\n" % (60_000, b"x" * 60_000)
    for _ in range(SMALL_BODY_BYTES // 60_000 + 1):
        line.sendall(chunk)
        door.turn(12)
    assert b"413" in line.recv(4096).split(b"\r\n")[0]


def test_the_real_server_is_watched():
    channels = Channels()
    server = serve.open_server(lambda _environ, _start: [], "127.0.0.1", 0, channels)
    server.close()
    server.task_dispatcher.shutdown()
    close_all(channels)
    assert server.channel_class.__name__ == "_Channel"
    assert server.adj.max_request_body_size == LARGE_BODY_BYTES
