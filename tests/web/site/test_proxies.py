"""``companion serve`` behind Debian's Caddy and nginx, set up as docs/hosting.md says, over sockets and HTTPS."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPResponse, HTTPSConnection
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.workflow.limiting import LIMITS, Costly
from tests.web.ports import find_port

pytestmark = pytest.mark.long

HOSTING = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
PROXIES = ("Caddyfile", "nginx")


def find_example(language: str) -> str:
    """The configuration that the documentation gives."""
    found = re.search(rf"^```{language}\n(.*?)^```", HOSTING, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


@contextmanager
def started(program: list[str], stream: str, ready: str, **options: object) -> Iterator[str]:
    """Start a program, wait until it says that it is ready, and yield what it said then."""
    pipe = {stream: subprocess.PIPE}
    process = subprocess.Popen(program, text=True, **pipe, **options)  # type: ignore[call-overload]
    lines = []
    try:
        for line in getattr(process, stream):
            lines.append(line)
            if re.search(ready, line):
                break
        else:
            raise AssertionError("".join(lines))
        yield lines[-1]
    finally:
        process.send_signal(signal.SIGTERM)
        getattr(process, stream).read()
        process.wait()
        getattr(process, stream).close()


def configure_caddy(folder: Path, port: int, behind: int) -> list[str]:
    example = find_example("Caddyfile").replace("library.example", f"https://localhost:{port}")
    assert "127.0.0.1:8000" in example
    example = example.replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    options = "admin off\nauto_https disable_redirects\nlocal_certs\nskip_install_trust"
    (folder / "Caddyfile").write_text(f"{{\n{options}\nstorage file_system {folder}\n}}\n{example}")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def configure_nginx(folder: Path, port: int, behind: int) -> list[str]:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    subprocess.run([*make, "-subj", "/CN=localhost", "-keyout", key, "-out", certificate], check=True, stderr=-3)
    live = "/etc/letsencrypt/live/library.example"
    example = find_example("nginx").replace(f"{live}/privkey.pem", str(key))
    example = example.replace(f"{live}/fullchain.pem", str(certificate)).replace("listen 443", f"listen {port}")
    assert "127.0.0.1:8000" in example
    example = example.replace("127.0.0.1:8000", f"127.0.0.1:{behind}").replace("library.example", "localhost")
    temporary = "".join(
        f"{kind}_temp_path {folder};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log stderr notice;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{example}}}\n"
    )
    # Debian keeps it where the PATH of most people does not lead.
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    return [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]


CONFIGURE: dict[str, tuple[Callable[[Path, int, int], list[str]], str]] = {
    "Caddyfile": (configure_caddy, "certificate obtained successfully"),
    "nginx": (configure_nginx, "start worker process|using the"),
}


@dataclass
class Phone:
    """A browser, at an address of its own, that keeps cookies."""

    port: int
    address: str = "127.0.0.1"
    cookies: dict[str, str] = field(default_factory=dict)
    set_cookies: list[str] = field(default_factory=list)
    location: str = ""

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None, **headers: str) -> tuple[int, str]:
        context = ssl._create_unverified_context()  # noqa: S323 the certificate was made a moment ago
        line = HTTPSConnection("localhost", self.port, context=context, source_address=(self.address, 0))
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if fields is not None:
            sent |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://localhost:{self.port}"}
            sent |= {"Referer": f"https://localhost:{self.port}/"}
        line.request(method, path, urlencode(fields or {}), sent | headers)
        answer: HTTPResponse = line.getresponse()
        self.set_cookies = answer.headers.get_all("Set-Cookie") or []
        for cookie in self.set_cookies:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(cookie).items()}
        self.location = answer.headers.get("Location", "")
        page = answer.read().decode()
        line.close()
        return answer.status, page

    def send(self, path: str, fields: dict[str, str], **headers: str) -> int:
        found = re.search(r'name="csrf_token" type="hidden" value="([^"]+)"', self.ask("GET", "/tables/new")[1])
        assert found
        return self.ask("POST", path, {"csrf_token": found[1], **fields}, **headers)[0]


def shows_certificate(port: int) -> bool:
    """Whether a proxy has its certificate in place, which Caddy makes beside all else."""
    context = ssl._create_unverified_context()  # noqa: S323 as above
    with socket.create_connection(("localhost", port)) as line:
        try:
            context.wrap_socket(line, server_hostname="localhost").close()
        except ssl.SSLError:
            return False
    return True


@pytest.fixture(params=PROXIES)
def port(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """The port of a proxy that has the real server behind it."""
    configure, ready = CONFIGURE[request.param]
    settings = {"COMPANION_INSTANCE": str(tmp_path / "instance"), "COMPANION_WORKERS": "0"}
    settings |= {"COMPANION_PROXIES": "1", "COMPANION_HTTPS": "yes", "COMPANION_TRUSTED_HOSTS": "localhost"}
    serve = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    folder = tmp_path / "proxy"
    folder.mkdir()
    with started(serve, "stdout", "is open at", env={**os.environ, **settings}) as welcome:
        found = re.search(r"127\.0\.0\.1:(\d+)", welcome)
        assert found
        port = find_port()
        with started(configure(folder, port, int(found[1])), "stderr", ready):
            assert any(shows_certificate(port) for _ in range(2000))
            yield port


def test_behind_a_proxy_links_cookies_and_addresses_are_those_of_the_browser(port):
    rita = Phone(port)
    status = rita.send("/tables/new", {"name": "Rita", "edition": "en", "date": "2026-11-20"})
    assert status == 302
    assert set(rita.cookies) == {"__Host-device", "__Host-session"}
    for cookie in rita.set_cookies:
        assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
    _, invitation = rita.ask("GET", f"{rita.location}/invitation")
    found = re.search(r"https://localhost:(\d+)(/join/[\w-]+)", invitation)
    assert found
    assert int(found[1]) == port
    eric = Phone(port, "127.0.0.2")
    assert eric.send(found[2], {"name": "Eric"}) == 302


def test_whoever_tries_codes_is_known_by_his_own_address(port):
    trier = Phone(port, "127.0.0.7")
    statuses = [trier.ask("GET", "/join/CCCCCC")[0] for _ in range(LIMITS[Costly.CODES].amount + 1)]
    assert statuses == [404] * LIMITS[Costly.CODES].amount + [429]
    forged = {"X-Forwarded-For": "127.0.0.99", "Forwarded": "for=127.0.0.99", "X-Real-IP": "127.0.0.99"}
    assert trier.ask("GET", "/join/CCCCCC", **forged)[0] == 429
    assert Phone(port, "127.0.0.8").ask("GET", "/join/CCCCCC")[0] == 404


def test_what_a_stranger_says_of_hosts_is_not_believed(port):
    phone = Phone(port)
    forged = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil", "X-Forwarded-Proto": "http"}
    status, page = phone.ask("GET", "/", **forged)
    assert status == 200
    assert "evil" not in page
    assert phone.send("/tables/new", {"name": "Rita"}, Origin="https://evil.example") == 403
    assert phone.send("/tables/new", {"name": "Rita"}, Origin=f"http://localhost:{port}") == 403


def test_without_a_proxy_nobodys_word_counts(tmp_path):
    settings = {"COMPANION_INSTANCE": str(tmp_path / "instance"), "COMPANION_WORKERS": "0"}
    serve = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    with started(serve, "stdout", "is open at", env={**os.environ, **settings}) as welcome:
        found = re.search(r"127\.0\.0\.1:(\d+)", welcome)
        assert found
        with socket.create_connection(("127.0.0.1", int(found[1]))) as line:
            line.sendall(b"GET / HTTP/1.0\r\nHost: a.example\r\nX-Forwarded-Prefix: /evil\r\n\r\n")
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.0 200")
        assert b"/evil" not in answer
        for heads in (b"", b"Host: a.example\r\nHost: b.example\r\n"):
            with socket.create_connection(("127.0.0.1", int(found[1]))) as line:
                line.sendall(b"GET / HTTP/1.0\r\n" + heads + b"\r\n")
                answer = b"".join(iter(lambda line=line: line.recv(65536), b""))
            assert answer.startswith(b"HTTP/1.0 400")
            assert b"which single host" in answer
