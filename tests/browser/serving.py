"""An app behind a port, and its worker: threads of the test's own process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from ..conftest import do_jobs

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask


@contextmanager
def serve(app: Callable[..., Any], port: int = 0) -> Iterator[str]:
    """Serve an app on a local port, by default a free one, and yield its URL."""
    from werkzeug.serving import make_server

    def answer_whole(environ: Any, start_response: Any) -> list[bytes]:
        # Werkzeug leaves a file open if the client disconnects early: a warning, and warnings are errors here.
        # What is answered before the app sees it is a tuple, which has nothing to close.
        body: Any = app(environ, start_response)
        with closing(body) if hasattr(body, "close") else nullcontext():
            return [b"".join(body)]

    server = make_server("127.0.0.1", port, answer_whole, threaded=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def work(app: Flask) -> Iterator[None]:
    """Do an app's jobs in a thread of this process; whoever waits a moment for a job waits until it is done."""
    stopping = Event()

    def look() -> None:
        while not stopping.wait(0.05):
            do_jobs(app)

    thread = Thread(target=look)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()


BLANK = "/blank-page-of-the-tests"


class Door:
    """The port that all pages know: behind it is whichever app was opened last, and a blank page of its own."""

    def __init__(self) -> None:
        self.app: Callable[..., Any] | None = None

    def __call__(self, environ: Any, start_response: Any) -> Any:
        is_blank = environ["PATH_INFO"] == BLANK
        if self.app and not is_blank:
            return self.app(environ, start_response)
        # A page that was left may still have asked for something.
        start_response("200 OK" if is_blank else "503 Service Unavailable", [("Content-Type", "text/html")])
        return (b"<!doctype html><title>Blank</title><link rel=icon href=data:,>",)
