"""A disk that is full or read-only, from the start or suddenly: a real one, mounted where nobody else sees it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

pytestmark = pytest.mark.long

TOP = Path(__file__).parents[3]
BEGIN = """
    import datetime, json, pathlib, subprocess, sys
    from companion.app import create_app
    from companion.settings import SettingsError, load_settings
    from companion.store.database import StoreError
    from companion.store.models import db
    from companion.store.photos import queries as photos
    from companion.store.photos.owners import SeatShelf
    from companion.store.sqlite_file import RESERVE_BYTES
    from companion.workflow.database import keep_room
    from tests.web.conftest import Visitor

    disk = pathlib.Path(sys.argv[1])
    now = datetime.datetime(2026, 11, 20, tzinfo=datetime.UTC)
    said = {}

    def mount(*options):
        subprocess.run(["mount", "-t", "tmpfs", *options, "none", str(disk)], check=True)

    def start(name):
        # As companion serve does.
        settings = load_settings({"COMPANION_INSTANCE": str(disk / name)})
        app = create_app(settings)
        keep_room(settings.database_url)
        return app, Visitor(app.test_client())

    def try_start(name):
        try:
            start(name)
        except (SettingsError, StoreError) as error:
            return str(error)

    def add_photo(app, desk):
        photo = photos.TakenPhoto(b"jpeg" * 750_000, 40, 30, {})
        with app.app_context():
            photos.add_photo(SeatShelf(desk.rpartition("/")[2], 1), photo, "a", lambda *_: ({}, frozenset({1})), now)

    def fill_disk():
        with (disk / "ballast").open("wb", buffering=0) as ballast:
            for size in (65536, 4096, 1):
                try:
                    while True:
                        ballast.write(bytes(size))
                except OSError:
                    pass

    def close(app):
        with app.app_context():
            db.session.remove()
            db.engine.dispose()

    def visit(visitor, name, address, fields=None):
        page = visitor.send(address, fields) if fields is not None else visitor.open(address)
        said[name] = [visitor.status, page]

    mount("-o", "size=24m")
    app, visitor = start("instance")
    kept, doomed = visitor.start("Rita", "Eric"), visitor.start("Ola", "Ula")
    add_photo(app, doomed)
"""
END = """
    print(json.dumps(said))
"""
SAVE = """
    shelf = {"shelf": "A1:CFH B3:MM", "remarks": "x"}
    visit(visitor, "read", kept)
    visit(visitor, "save", kept + "/seats/1/shelf", shelf)
"""
DELETE = """
    visit(visitor, "delete", doomed + "/delete", {})
    visit(visitor, "deleted", doomed)
    visit(visitor, "saved", kept + "/seats/1/shelf", shelf)
    with app.app_context(), db.engine.connect() as connection:
        said["whole"] = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
"""


def run(tmp_path: Path, *parts: str) -> dict[str, Any]:
    """Run a program that mounts what it likes; return what it says."""
    program = "\n".join(dedent(part) for part in (BEGIN, *parts, END))
    root = [] if os.geteuid() == 0 else ["--map-root-user"]
    done = subprocess.run(
        ["unshare", "--mount", *root, sys.executable, "-c", program, tmp_path],
        cwd=TOP,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_on_a_disk_that_fills_up_everything_can_be_read_and_deleted(tmp_path):
    said = run(tmp_path, "fill_disk()", SAVE, DELETE)
    assert said["read"][0] == 200
    assert said["save"][0] == 503
    assert "The archive is full" in said["save"][1]
    assert "A1:CFH B3:MM" in said["save"][1]
    assert [said[name][0] for name in ("delete", "deleted", "saved")] == [200, 410, 200]
    assert said["whole"] == "ok"


def test_on_a_disk_that_is_full_at_the_start_everything_can_be_read_and_deleted(tmp_path):
    said = run(
        tmp_path,
        "close(app)",
        "fill_disk()",
        "app, _ = start('instance')",
        "visitor.client.application = app",
        SAVE,
        DELETE,
    )
    assert said["read"][0] == 200
    assert [said[name][0] for name in ("delete", "deleted", "saved")] == [200, 410, 200]
    assert said["whole"] == "ok"


def test_nothing_begins_on_a_full_disk(tmp_path):
    said = run(tmp_path, "fill_disk()", "said['start'] = try_start('another')")
    assert said["start"].startswith(("COMPANION_INSTANCE", "The secret key could not be kept", "The database "))


def test_a_disk_that_becomes_read_only_is_called_so(tmp_path):
    said = run(tmp_path, "close(app)", 'mount("-o", "remount,ro")', SAVE, "visit(visitor, 'health', '/health')")
    assert said["read"][0] == said["save"][0] == said["health"][0] == 503
    assert "A1:CFH B3:MM" in said["save"][1]


def test_nothing_starts_on_a_read_only_disk(tmp_path):
    said = run(tmp_path, "close(app)", 'mount("-o", "remount,ro")', "said['start'] = try_start('instance')")
    assert "cannot be used" in said["start"]
