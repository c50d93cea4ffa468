from __future__ import annotations

import select
import socket

import pytest
from waitress.wasyncore import close_all, loop

from companion.commands import serve
from companion.web.site.sockets import reaching


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("localhost", "http://localhost:8000/"),
        ("::1", "http://[::1]:8000/"),
    ],
)
def test_an_address_of_this_machine_only_needs_no_code(host, address):
    welcome = serve.format_welcome(host, 8000, is_open=True)
    assert address in welcome
    assert "this machine only" in welcome
    assert "█" not in welcome


@pytest.mark.parametrize("host", ["192.168.1.20", "library.local"])
def test_phones_get_an_address_and_a_code_to_scan(host):
    welcome = serve.format_welcome(host, 8000, is_open=True)
    assert f"http://{host}:8000/" in welcome
    assert "█" in welcome


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104 - announced, not bound to
def test_every_address_is_announced_as_the_one_on_the_network(monkeypatch, host):
    monkeypatch.setattr(reaching, "find_address", lambda: "192.168.1.20")
    assert "http://192.168.1.20:8000/" in serve.format_welcome(host, 8000, is_open=True)


def test_without_a_network_it_is_this_machine_only(monkeypatch):
    monkeypatch.setattr(reaching, "find_address", lambda: None)
    assert "http://127.0.0.1:8000/ (this machine only)" in serve.format_welcome("::", 8000, is_open=True)


def test_whether_the_house_is_open_is_said_with_the_setting():
    for host in ("127.0.0.1", "192.168.1.20"):
        assert "whoever reaches this address sees its evenings" in serve.format_welcome(host, 8000, is_open=True)
        welcome = serve.format_welcome(host, 8000, is_open=False)
        assert "seen by those who have their house or sat there (COMPANION_OPEN_HOUSE=yes)" in welcome


class _NoRoute:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def connect(self, _):
        raise OSError("Network is unreachable")


def test_a_machine_without_a_network_has_no_address(monkeypatch):
    monkeypatch.setattr(reaching.socket, "socket", lambda *_: _NoRoute())
    assert reaching.find_address() is None


def test_a_port_in_use_gets_a_sentence(run):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, out, err = run("serve", "--host", "127.0.0.1", "--port", str(port))
    assert (status, out) == (1, "")
    assert f"Port {port} of 127.0.0.1 cannot be used" in err


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_an_invalid_port_is_wrong_usage(run, port):
    assert run("serve", f"--port={port}")[0] == 2


def test_a_wrong_setting_stops_it_with_a_sentence(run, monkeypatch):
    monkeypatch.setenv("COMPANION_PROXIES", "many")
    status, _, err = run("serve", "--port", "0")
    assert status == 1
    assert "COMPANION_PROXIES" in err


def test_many_more_phones_than_waitress_would_take_keep_their_lines_open():
    def answer(_, start):
        start("200 OK", [("Content-Length", "0")])
        return []

    channels = {}
    server = serve.open_server(answer, "127.0.0.1", 0, channels)
    lines = [socket.create_connection(("127.0.0.1", server.effective_port)) for _ in range(300)]
    for line in lines:
        line.sendall(b"GET / HTTP/1.1\r\nHost: library\r\n\r\n")
    unanswered = set(lines)
    for _ in range(3000):
        loop(timeout=0.01, use_poll=True, map=channels, count=1)
        unanswered -= set(select.select(unanswered, [], [], 0)[0])
        if not unanswered:
            break
    server.task_dispatcher.shutdown()
    close_all(channels)
    for line in lines:
        line.close()
    assert not unanswered


def test_it_serves_until_interrupted(run, monkeypatch):
    import waitress.server

    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setenv("COMPANION_WORKERS", "0")
    monkeypatch.setattr(waitress.server.BaseWSGIServer, "run", interrupt)
    status, out, _ = run("serve", "--host", "127.0.0.1", "--port", "0")
    assert status == 0
    assert "The inspection is open at http://127.0.0.1:" in out
    assert "The house is open" in out
