"""A table that moves to the other database with everything else: the same files and phones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.settings import Settings
from companion.store.decks.addresses import list_numbers
from companion.store.models import db
from companion.store.transfer import export_database, import_database

from ...postgresql import Cluster
from ..conftest import EVENING, Evening


@pytest.mark.both_databases
def test_everything_is_the_same_in_the_other_database(
    app: Flask, evening: Evening, settings: Settings, kind_of_database: str, tmp_path: Path, cluster: Cluster
) -> None:
    evening.reveal()
    evening.send("/amend", evening.rita, {"reason": "Łódź ✓"})
    with app.app_context():
        decks = [f"/decks/{number}/deck.json" for number in (number for number, _name in list_numbers(None))]
    documents = [*decks, *(evening.desk + path for path in ("/inspection.json", "/versions/1.json"))]
    before = [evening.watcher.client.get(document).get_data() for document in documents]
    assert all(document.startswith(b"{") for document in before)
    export_database(settings.database_url, tmp_path / "everything.jsonl")
    other = cluster.make("moved") if kind_of_database == "sqlite" else f"sqlite:///{tmp_path / 'moved.sqlite3'}"
    import_database(other, tmp_path / "everything.jsonl")
    moved = create_app(replace(settings, database_url=other))
    moved.config["CLOCK"] = lambda: EVENING
    try:
        for phone in (evening.rita, evening.watcher):
            phone.client.application = moved
        assert before == [evening.watcher.client.get(document).get_data() for document in documents]
        # The phones are who they were, and what is new gets its number.
        evening.send("/seats/1/shelf", evening.rita, {"shelf": "A1:CFH"})
        assert evening.rita.status == 200
        evening.send("/seats/1/shelf", evening.watcher, {"shelf": "B1:CFH"})
        assert evening.watcher.status == 403
        evening.rita.start("Rita", "Eric")
    finally:
        with moved.app_context():
            db.engine.dispose()
