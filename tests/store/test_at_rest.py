"""What lies on the disk: readable by its owner alone, and without what was deleted."""

from __future__ import annotations

import datetime
import os
from pathlib import Path

import pytest

from companion.settings import load_settings
from companion.store.database import prepare_database
from companion.store.jobs import leases, queue
from companion.store.jobs.jobs import Kind, Order, Outcome, Owner
from companion.store.models import db
from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat

from .shredding import shred_draft

pytestmark = pytest.mark.sqlite_only

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
MARK = "Quastenflosser"


@pytest.fixture
def file(app) -> Path:
    return Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))


def find_marks(file: Path, mark: str = MARK) -> list[str]:
    """The files that hold a marked word, or the photo that is made of it."""
    return sorted(path.name for path in file.parent.iterdir() if path.is_file() and mark.encode() in path.read_bytes())


def start_table() -> str:
    seats = [StoredSeat(MARK, "S"), StoredSeat("Eric", "H")]
    slug = queries.start_draft(Details("B-7c", "en", "R", "C", remarks=MARK * 20), seats, StoredLibrary(), NOW)
    order = Order(Kind.READ_PHOTO, Owner(slug=slug), "a", subject="1", content=MARK.encode() * 3000)
    queue.add_job(order, NOW)
    return slug


@pytest.mark.usefixtures("inside")
def test_what_is_deleted_is_gone_from_the_file_and_its_log(file):
    slug = start_table()
    assert find_marks(file)
    shred_draft(slug)
    db.session.remove()
    assert find_marks(file) == []


@pytest.mark.usefixtures("inside")
def test_the_photo_of_a_job_that_is_done_is_gone_too(file):
    queue.add_job(Order(Kind.READ_PHOTO, Owner(), "a", content=MARK.encode() * 3000), NOW)
    assert find_marks(file)
    job = leases.claim_job("one", NOW)
    with leases.finishing_job(job.slug, "one", NOW) as outcomes:
        outcomes.append(Outcome({}))
    db.session.remove()
    assert find_marks(file) == []


def test_while_somebody_reads_the_log_is_kept_and_goes_later(app, file):
    with app.app_context():
        slug = start_table()
        with db.engine.connect() as reader:
            reader.exec_driver_sql("SELECT count(*) FROM inspection").all()
            shred_draft(slug)
            db.session.remove()
            assert find_marks(file)
        leases.clear_jobs(NOW)
        db.session.remove()
        assert find_marks(file) == []


@pytest.mark.usefixtures("inside")
def test_what_was_deleted_is_found_where_nothing_is_overwritten(file):
    """Proof that the tests above would find it."""
    slug = start_table()
    with db.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("PRAGMA secure_delete = OFF")
    shred_draft(slug)
    db.session.remove()
    assert find_marks(file) == [file.name]


def test_files_and_folders_are_their_owners_alone(tmp_path):
    before = os.umask(0)
    try:
        settings = load_settings({"COMPANION_INSTANCE": str(tmp_path / "new")})
        prepare_database(settings.database_url)
    finally:
        os.umask(before)
    assert settings.instance.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in settings.instance.iterdir()} == {0o600}


@pytest.mark.parametrize("mode", [0o644, 0o666, 0o640])
def test_what_an_older_version_left_open_is_closed_at_the_start(tmp_path, mode):
    settings = load_settings({"COMPANION_INSTANCE": str(tmp_path)})
    prepare_database(settings.database_url)
    for name in ("companion.sqlite3", "secret-key"):
        (tmp_path / name).chmod(mode)
    settings = load_settings({"COMPANION_INSTANCE": str(tmp_path)})
    prepare_database(settings.database_url)
    for name in ("companion.sqlite3", "secret-key"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_a_file_that_can_only_be_read_is_not_made_writable(tmp_path):
    key = tmp_path / "secret-key"
    key.write_text("k" * 64)
    key.chmod(0o444)
    load_settings({"COMPANION_INSTANCE": str(tmp_path)})
    assert key.stat().st_mode & 0o777 == 0o400
