"""The statistics pages with many stored inspections, compared with the front page. ``python -m bench.people``."""

from __future__ import annotations

import datetime
import random
import tempfile
import time
from typing import Any

from flask import Flask

from companion.app import create_app
from companion.settings import load_settings
from companion.store.tables import queries
from companion.store.tables.drafts import Details, Kind, StoredLibrary, StoredSeat

from .games import make_games

INSPECTIONS = 500
PEOPLE = ("Rita", "Eric", "Alberto", "Dária", "Ola", "Ziemowit", "Zdeňka", "Łukasz", "Jörg", "Ana", "Bruno", "Hana")
TIMES = 15


def fill_archive(app: Flask) -> None:
    """Store four-player games of a club of twelve."""
    rng = random.Random(1)
    evening = datetime.datetime(2025, 1, 1, 21, tzinfo=datetime.UTC)
    with app.app_context():
        for game in make_games(INSPECTIONS):
            evening += datetime.timedelta(days=1)
            details = Details("B-7c", "en", game["prominent"], game["banned"], evening.date().isoformat())
            seats = [
                StoredSeat(name, player["focus"], hand=str(player["hand"]), kind=Kind.SHELF, shelf=player["shelf"])
                for name, player in zip(rng.sample(PEOPLE, 4), game["players"], strict=True)
            ]
            queries.start_draft(details, seats, StoredLibrary(), evening)


def time_page(client: Any, path: str, times: int = TIMES) -> float:
    """Fetch a page ``times`` times; return the median in milliseconds."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        answer = client.get(path)
        seconds.append(time.perf_counter() - start)
        if answer.status_code != 200:
            raise AssertionError(f"{path}: {answer.status}")
    return 1000 * sorted(seconds)[times // 2]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(load_settings({"COMPANION_INSTANCE": folder}))
        fill_archive(app)
        client = app.test_client()
        front = time_page(client, "/")
        print(f"{INSPECTIONS} four-player inspections on SQLite, in this process, median of {TIMES}")
        print(f"  {'front page':38} {front:8.1f} ms")
        for path, name in (("/people", "everybody"), ("/people/Rita", "one librarian")):
            for state, times in (("when the app has just started", 1), ("from then on", TIMES)):
                milliseconds = time_page(client, path, times)
                ratio = milliseconds / front
                print(f"  {f'{name}, {state}':38} {milliseconds:8.1f} ms   {ratio:6.1f} times the front page")


if __name__ == "__main__":
    main()
