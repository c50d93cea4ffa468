"""Page times on one core, compared with an empty page. ``python -m bench.pages``."""

from __future__ import annotations

import tempfile
import time
from typing import Any

from flask import Flask

from companion.app import create_app
from companion.settings import load_settings
from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat
from companion.web.site.clock import read_clock

from .games import make_games

TIMES = 100


def fill_office(app: Flask) -> str:
    """Store one four-player game; return its URL."""
    game = make_games(1)[0]
    details = Details(form="B-7c", edition="en", prominent=game["prominent"], banned=game["banned"])
    seats = [StoredSeat(player["name"], focus=player["focus"]) for player in game["players"]]
    with app.app_context():
        slug = queries.start_draft(details, seats, StoredLibrary(), read_clock())
        for position, player in enumerate(game["players"], start=1):
            queries.write_shelf(slug, position, player["shelf"], None, read_clock())
    return f"/inspections/{slug}"


def time_page(client: Any, path: str) -> float:
    """Fetch a page many times; return the median in milliseconds."""
    seconds = []
    for _ in range(TIMES):
        start = time.perf_counter()
        answer = client.get(path)
        seconds.append(time.perf_counter() - start)
        if answer.status_code != 200:
            raise AssertionError(f"{path}: {answer.status}")
    return 1000 * sorted(seconds)[TIMES // 2]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(load_settings({"COMPANION_INSTANCE": folder}))
        app.add_url_rule("/nothing", view_func=lambda: "")
        inspection, client = fill_office(app), app.test_client()
        nothing = time_page(client, "/nothing")
        print(f"median of {TIMES}, in this process, a four-player game on SQLite")
        print(f"  {'a page that does nothing':28} {nothing:6.2f} ms")
        pages = {
            "front page": "/",
            "new inspection": "/inspections/new",
            "desk": inspection,
            "shelf editor": f"{inspection}/seats/1/shelf",
            "scorecard": f"{inspection}/scorecard",
        }
        for name, path in pages.items():
            milliseconds = time_page(client, path)
            print(f"  {name:28} {milliseconds:6.2f} ms   {milliseconds / nothing:5.1f} times nothing")


if __name__ == "__main__":
    main()
