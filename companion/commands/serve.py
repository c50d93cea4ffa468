"""``companion serve``: the web app on this network, with its address and a QR code."""

from __future__ import annotations

import io
import logging
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from . import output

if TYPE_CHECKING:
    from ..web.site.sockets.polling import Channels
    from ..web.site.sockets.turns import Recognize

THREADS = 8
"""One process with a few threads keeps SQLite simple; twelve phones use a fraction of one core."""

MOST_CONNECTIONS = 900
"""A phone keeps its connection open between polls: a hundred tables of five, and room for reloads. With waitress's
default of 100, the next phone would wait until another one leaves. A process may commonly open 1024 files."""

SWITCH_SECONDS = 0.0005
"""After which a thread hands Python's lock to one that waits for it. With Python's default of 5 ms, a poll that asks
the database waits that long after each of its answers while somebody else's long page is made."""

RECEIVED_BYTES = 65_536
"""At once. With waitress's default of 8,192, a photo is received in four hundred parts, and after each of them the
thread that looks after all connections waits for the others to let go of Python's lock."""

OPEN_HOUSE = (
    "The house is open: whoever reaches this address sees its evenings and decks. COMPANION_OPEN_HOUSE=no closes it."
)
CLOSED_HOUSE = "Evenings and decks are seen by those who have their house or sat there (COMPANION_OPEN_HOUSE=yes)."
"""Said at start, with the setting that changes it."""


def serve(chosen: Namespace) -> int:
    """Serve until interrupted; return the exit status."""
    from waitress.wasyncore import close_all

    from ..app import create_app
    from ..settings import SettingsError, load_settings
    from ..web.access.clients import make_recognizer
    from ..web.site.sockets.polling import Channels
    from ..web.site.sockets.processors import kept_together
    from ..web.site.sockets.reaching import LISTENS_ON
    from ..workers.supervisor import start_supervisor
    from ..workflow.database import StoreError, keep_room
    from ..workflow.faults import hide_values

    hide_values()
    channels = Channels()
    try:
        settings = load_settings()
        app = create_app(settings)
        # Behind a proxy, only the proxy reaches what it listens on.
        if not settings.proxies:
            app.config[LISTENS_ON] = chosen.host
        keep_room(settings.database_url)
        recognize = make_recognizer(app, settings.proxies)
        server = open_server(app, chosen.host, chosen.port, channels, recognize, proxies=settings.proxies)
    except (SettingsError, StoreError) as error:
        output.write_error(str(error))
        return 1
    except OSError as error:
        close_all(channels)  # otherwise a refused socket stays open
        output.write_error(
            f"Port {chosen.port} of {chosen.host} cannot be used ({error.strerror}). "
            "Is the companion already running? Otherwise choose another, as in --port 8001."
        )
        return 1
    output.write_line(format_welcome(chosen.host, int(server.effective_port), is_open=settings.open_house))
    sys.stdout.flush()
    sys.setswitchinterval(SWITCH_SECONDS)
    # Not the workers, which the supervisor starts: they go where there is room.
    serving = threading.enumerate()
    supervisor, looking = start_supervisor(settings.workers)
    try:
        with kept_together(serving):
            server.run()
    except KeyboardInterrupt:
        server.close()
    finally:
        supervisor.stopping.set()
        looking.join()
    return 0


def open_server(
    app: Callable[..., Iterable[bytes]],
    host: str,
    port: int,
    channels: Channels,
    recognize: Recognize | None = None,
    *,
    proxies: int = 0,
) -> Any:
    """Open a port for a WSGI app; ``channels`` will hold its sockets. Raises ``OSError`` if that is not possible.

    Whom ``recognize`` tells apart take turns; otherwise addresses do. With ``proxies``, the app is told what they say
    of whom a request comes from; otherwise nobody's word counts.
    """
    from waitress.server import create_server

    from ..web.site.sockets.connections import PATIENCE, watch_connections
    from ..web.site.sockets.turns import know_address_only
    from ..workflow.faults import drop_values

    # A request that waits for its turn just means a busy moment, which the host's terminal need not report.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    logging.getLogger("waitress").addFilter(drop_values)
    server = create_server(
        app,
        map=channels,
        host=host,
        port=port,
        threads=THREADS,
        connection_limit=MOST_CONNECTIONS,
        asyncore_use_poll=True,
        recv_bytes=RECEIVED_BYTES,
        # The app takes of them what so many proxies have added.
        clear_untrusted_proxy_headers=not proxies,
    )
    watch_connections(channels, replace(PATIENCE, most=MOST_CONNECTIONS), recognize or know_address_only)
    return server


def format_welcome(host: str, port: int, *, is_open: bool) -> str:
    """Say where the app can be reached, with a QR code if phones can reach it, and who sees what is filed."""
    from ..web.site.sockets.reaching import find_address, is_any_address, is_this_machine

    name = host if not is_any_address(host) else find_address() or "127.0.0.1"
    house = OPEN_HOUSE if is_open else CLOSED_HOUSE
    here = f"http://{f'[{name}]' if ':' in name else name}:{port}/"
    if is_this_machine(name):
        return f"The inspection is open at {here} (this machine only).\n{house}\nCtrl+C closes it."
    head = f"The inspection is open. Phones on the same Wi-Fi go to {here}"
    return f"{head}\n\n{draw_code(here)}\n{house}\nCtrl+C closes it."


def draw_code(address: str) -> str:
    """Draw a QR code with characters that every terminal has."""
    import segno

    drawing = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawing, compact=True)
    return drawing.getvalue()
