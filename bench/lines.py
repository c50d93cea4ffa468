"""A phone's line to the server: one HTTP/1.1 keep-alive connection, light enough for hundreds in one process."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

_FIELD = re.compile(rb"^([\w-]+): *(.*)\r$", re.MULTILINE)
_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, and the milliseconds until its last byte."""

    status: int
    fields: tuple[tuple[str, str], ...]
    body: bytes
    milliseconds: float

    def find(self, name: str) -> str:
        """Return the value of a header; empty if it is missing."""
        return next((value for key, value in self.fields if key == name), "")


@dataclass(slots=True)
class Line:
    """One phone's connection, with the cookies that it keeps."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    address: str = "127.0.0.1"
    """The IP address that it comes from."""
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, path: str, *, tag: str = "", accept: str = "application/json", form: Mapping[str, str] | None = None
    ) -> Answer:
        """Send one request and wait for its answer; a connection that the server has closed meanwhile is renewed."""
        request = self._write(path, tag, accept, form)
        start = time.perf_counter()
        try:
            status, fields, body = await self._exchange(request)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.hang_up()
            status, fields, body = await self._exchange(request)
        answer = Answer(status, fields, body, 1000 * (time.perf_counter() - start))
        for name, value in fields:
            if name == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return answer

    async def send_and_leave(self, path: str, form: Mapping[str, str]) -> None:
        """Send a form over a separate connection and disconnect before the answer comes."""
        _, writer = await self._connect()
        writer.write(self._write(path, "", "application/json", form))
        await writer.drain()
        writer.close()

    def hang_up(self) -> None:
        """Close the connection; the next request opens another."""
        if self._streams:
            self._streams[1].close()
            self._streams = None

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    async def _exchange(self, request: bytes) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
        if self._streams is None:
            self._streams = await self._connect()
        reader, writer = self._streams
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        fields = tuple((name.decode().lower(), value.decode("latin-1")) for name, value in _FIELD.findall(head))
        length = next((int(value) for name, value in fields if name == "content-length"), 0)
        status = int(head[9:12])
        body = await reader.readexactly(length) if status != 304 else b""
        if ("connection", "close") in fields:
            self.hang_up()
        return status, fields, body

    def _write(self, path: str, tag: str, accept: str, form: Mapping[str, str] | None) -> bytes:
        body = urlencode(form).encode() if form is not None else b""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = {
            "Host": f"127.0.0.1:{self.port}",
            "User-Agent": "Mozilla/5.0 (Linux; Android 15; Mobile) bench",
            "Accept": accept,
            "Accept-Language": "en-GB,en;q=0.9,de;q=0.8",
            "Accept-Encoding": "gzip, deflate",
            "Referer": f"http://127.0.0.1:{self.port}/",
            "Cookie": cookies,
            "If-None-Match": tag,
            "Content-Type": _FORM if body else "",
            "Content-Length": str(len(body)) if body else "",
        }
        lines = [f"{name}: {value}\r\n" for name, value in head.items() if value]
        return f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\n{''.join(lines)}\r\n".encode() + body
