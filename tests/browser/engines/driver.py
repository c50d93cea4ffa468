"""Firefox and WebKit (the engine of Safari), driven by what Debian's packages bring: no driver of a third party.

Both speak the commands of W3C WebDriver: Firefox over a socket of its own (Marionette), WebKit by HTTP to its
WebKitWebDriver. Whatever has to be waited for is waited for inside the page.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar, Protocol

from tests.web.ports import find_port

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""What WebDriver calls a reference to an element."""
PATIENCE = 60_000
"""How long a busy machine may take for a page, in milliseconds; a faster one does not wait longer."""
SIZE = {"width": 480, "height": 900}
"""The size of the windows: as narrow as both browsers make them, with their own bars."""
AWAIT = """const done = arguments[arguments.length - 1];
    const args = [...arguments].slice(0, -1);
    const look = function () { return %s; };
    const again = () => {
        let found;
        try { found = look(...args); } catch { /* the page is not yet what it is to be */ }
        if (found) done(found); else setTimeout(again, 20);
    };
    again();"""
"""The expression is part of the script: pages forbid to make code of texts."""
FIND = """(() => { const [selector, text] = arguments;
    // Nothing moves any more where a finger is about to tap.
    if (document.readyState !== "complete" || document.fonts.status !== "loaded") return null;
    return [...document.querySelectorAll(selector)].find((element) => element.checkVisibility()
        && (!text || element.textContent.replace(/\\s+/g, " ").includes(text))
        && !element.closest("[inert]") && !element.disabled); })()"""
FIREFOX_SETTINGS = {
    "marionette.port": 0,
    "network.proxy.type": 0,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "ui.prefersReducedMotion": 1,
}
_WEBKIT_BROWSER = "webkit2gtk-*/MiniBrowser"


class DriverError(Exception):
    """A command that the browser refused; ``kind`` is WebDriver's name of the error."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


class Wire(Protocol):
    """A connection to a browser."""

    def send(self, name: str, **parameters: Any) -> Any:
        """Carry out a command of WebDriver, named as in Marionette, and return its value."""


class Marionette:
    """Firefox's own protocol: arrays of JSON, each after its length and a colon."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._stream = self._socket.makefile("rb")
        self._number = 0
        self._receive()
        self.send("NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})

    def send(self, name: str, **parameters: Any) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, f"WebDriver:{name}", parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(text), text))
        _, _, error, value = self._receive()
        if error:
            raise DriverError(error["error"], error["message"])
        return value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

    def close(self) -> None:
        self._stream.close()
        self._socket.close()

    def _receive(self) -> Any:
        length = b""
        while (byte := self._stream.read(1)) != b":":
            if not byte:
                raise ConnectionError("Firefox has ended")
            length += byte
        return json.loads(self._stream.read(int(length)))


class WebKitWire:
    """WebKit's driver: one session, by HTTP."""

    COMMANDS: ClassVar = {
        "Navigate": ("POST", "/url"),
        "GetCurrentURL": ("GET", "/url"),
        "Back": ("POST", "/back"),
        "Refresh": ("POST", "/refresh"),
        "FindElement": ("POST", "/element"),
        "ElementClick": ("POST", "/element/{id}/click"),
        "ElementSendKeys": ("POST", "/element/{id}/value"),
        "ElementClear": ("POST", "/element/{id}/clear"),
        "ExecuteScript": ("POST", "/execute/sync"),
        "ExecuteAsyncScript": ("POST", "/execute/async"),
        "SetTimeouts": ("POST", "/timeouts"),
        "SetWindowRect": ("POST", "/window/rect"),
        "DeleteSession": ("DELETE", ""),
    }

    def __init__(self, port: int, browser: Path) -> None:
        self._port = port
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._session = self._request("POST", "/session", {"capabilities": wanted})["sessionId"]

    def send(self, name: str, **parameters: Any) -> Any:
        method, path = self.COMMANDS[name]
        path = f"/session/{self._session}{path.format(id=parameters.pop('id', ''))}"
        return self._request(method, path, parameters if method == "POST" else None)

    def _request(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port)
        connection.request(method, path, json.dumps(body) if body is not None else None)
        answer = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(answer, dict) and "error" in answer:
            raise DriverError(answer["error"], answer["message"])
        return answer


class Engine:
    """A browser with one page. Elements are found by CSS and, where needed, by a part of their text."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        wire.send("SetTimeouts", script=PATIENCE, pageLoad=PATIENCE, implicit=0)
        wire.send("SetWindowRect", **SIZE)

    @property
    def url(self) -> str:
        return str(self._wire.send("GetCurrentURL"))

    def open(self, address: str) -> None:
        self._wire.send("Navigate", url=address)

    def go_back(self) -> None:
        """Press the system's Back."""
        self._wire.send("Back")

    def reload(self) -> None:
        self._wire.send("Refresh")

    def run(self, script: str, *args: Any) -> Any:
        """Run the body of a function in the page, and return what it returns."""
        return self._wire.send("ExecuteScript", script=script, args=list(args))

    def wait_for(self, expression: str, *args: Any) -> Any:
        """Wait until a JavaScript expression of ``arguments`` is true in the page, or in the one that follows it."""
        for _ in range(20):
            try:
                return self._wire.send("ExecuteAsyncScript", script=AWAIT % expression, args=args)
            except DriverError as error:
                # A page that goes elsewhere takes the script with it; the next one is asked the same.
                if error.kind == "script timeout":
                    raise AssertionError(f"{expression} {args} never came true at {self.url}") from error
                if error.kind not in {"javascript error", "no such frame", "no such window", "unknown error"}:
                    raise
        raise AssertionError(f"{expression} {args}: the page never stayed")

    def find(self, selector: str, text: str = "") -> dict[str, str]:
        """Wait for an element that can be seen and used."""
        found = self.wait_for(FIND, selector, text)
        return dict(found)

    def tap(self, selector: str, text: str = "") -> None:
        for _ in range(5):
            try:
                self._wire.send("ElementClick", id=self.find(selector, text)[ELEMENT])
                return
            except DriverError as error:
                # News took it off the page just then.
                if error.kind != "stale element reference":
                    raise
        raise AssertionError(f"{selector} {text}: the page never stayed")

    def press(self, selector: str, key: str = "\ue007") -> None:
        """Press a key, by default Enter, on an element."""
        self._wire.send("ElementSendKeys", id=self.find(selector)[ELEMENT], text=key)

    def fill(self, selector: str, text: str) -> None:
        element = self.find(selector)[ELEMENT]
        self._wire.send("ElementClear", id=element)
        self._wire.send("ElementSendKeys", id=element, text=text)

    def give_file(self, selector: str, path: Path) -> None:
        """Choose a file for a field, which need not be visible."""
        element = self._wire.send("FindElement", using="css selector", value=selector)[ELEMENT]
        self._wire.send("ElementSendKeys", id=element, text=str(path))

    def expect_text(self, selector: str, text: str) -> None:
        """Wait until the first such element contains a text."""
        words = 'document.querySelector(arguments[0])?.textContent.replace(/\\s+/g, " ").includes(arguments[1])'
        self.wait_for(words, selector, text)

    def wait_for_url(self, pattern: str) -> str:
        """Wait for a page whose URL matches, complete with its scripts, and return the URL."""
        self.wait_for("document.readyState === 'complete' && new RegExp(arguments[0]).test(location.href)", pattern)
        return self.url

    def read_texts(self, selector: str) -> list[str]:
        found = "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent.trim())"
        return [re.sub(r"\s+", " ", text) for text in self.run(found, selector)]


@contextmanager
def _start(*command: str, environment: dict[str, str] | None = None, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a program, and end it with all that it has started."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(
        command, env={**os.environ, **(environment or {})}, text=True, start_new_session=True, **(quiet | options)
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
        for stream in (process.stdout, process.stderr):
            if stream:
                stream.close()


def _need(program: str, package: str) -> str:
    path = shutil.which(program)
    assert path, f"expected {program} on the PATH, found none: install {package}, as ./test --long does"
    return path


@contextmanager
def open_firefox(folder: Path) -> Iterator[Engine]:
    """Open Firefox with a new profile in a folder."""
    profile = folder / "firefox"
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in FIREFOX_SETTINGS.items()]
    (profile / "user.js").write_text("\n".join(lines))
    program = _need("firefox-esr", "firefox-esr")
    command = (program, "--headless", "--no-remote", "--marionette", "--profile", str(profile), "about:blank")
    environment = {"HOME": str(folder), "MOZ_REMOTE_SETTINGS_DEVTOOLS": "1"}
    with _start(*command, environment=environment, stdout=subprocess.PIPE) as process:
        wire = Marionette(_read_port(process))
        yield Engine(wire)
        wire.close()


def _read_port(process: subprocess.Popen[str]) -> int:
    """Return the port that Firefox says it listens on."""
    said = []
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"Listening on port (\d+)", line):
            # Whatever else it says is read, lest it wait for a reader.
            Thread(target=process.stdout.read, daemon=True).start()
            return int(found[1])
    raise AssertionError(f"Firefox never said which port it listens on: {''.join(said)}")


@contextmanager
def open_webkit(folder: Path) -> Iterator[Engine]:
    """Open WebKit in a window on a display that nobody sees."""
    driver = _need("WebKitWebDriver", "webkit2gtk-driver")
    browser = next(Path("/usr/lib").glob(f"*/{_WEBKIT_BROWSER}"), None)
    assert browser, f"expected {_WEBKIT_BROWSER} below /usr/lib, found none: install webkit2gtk-driver"
    with ExitStack() as started:
        xvfb = (_need("Xvfb", "xvfb"), "-displayfd", "1", "-screen", "0", "1000x1000x24", "-nolisten", "tcp")
        display = started.enter_context(_start(*xvfb, stdout=subprocess.PIPE))
        assert display.stdout is not None
        environment = {
            "DISPLAY": f":{display.stdout.readline().strip()}",
            "HOME": str(folder),
            "GDK_BACKEND": "x11",
            # Layers are composed by Mesa's plain renderer: its quicker one (llvmpipe) crashes now and then.
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "GALLIUM_DRIVER": "softpipe",
            "WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1",
            "NO_AT_BRIDGE": "1",
            "no_proxy": "127.0.0.1",
            # Its sandbox is not available to root and in containers.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        }
        port = find_port()
        command = (driver, f"--port={port}", "--host=127.0.0.1")
        _await_port(port, started.enter_context(_start(*command, environment=environment)))
        wire = WebKitWire(port, browser)
        yield Engine(wire)
        wire.send("DeleteSession")


def _await_port(port: int, process: subprocess.Popen[str]) -> None:
    """Wait until a program listens, or has ended without having done so: it says nothing of itself."""
    while process.poll() is None:
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.02)
    raise AssertionError(f"{process.args} ended with {process.returncode} and never listened on port {port}")


ENGINES = {"firefox": open_firefox, "webkit": open_webkit}
