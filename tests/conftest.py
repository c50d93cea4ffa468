"""Fixtures for all tests: goldens, and an app with an empty instance folder."""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import shutil
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import RLock, get_ident
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings as hypothesis_settings
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from sqlalchemy.engine import make_url

if TYPE_CHECKING:
    from flask import Flask

    from companion.settings import Settings

    from .postgresql import Cluster

# Made cards are printed in Pillow's own font, whatever else is installed: photos are the same on every machine.
os.environ["SCENE_FONTS"] = os.devnull

ON_BOTH = ("seats",)
"""Folders of pages whose tests run on PostgreSQL too, with ``--long``: where phones write at the same time."""
GOLDENS = Path(__file__).parent / "golden"
WORKING = RLock()
"""Held while jobs are done: by the test itself, or by the worker beside its server.

A test that holds it keeps that worker from jobs, and does them itself when it says so.
"""

# The same examples on every run, without deadlines: neither a busy machine nor a lucky draw affects the result.
hypothesis_settings.register_profile("check", deadline=None, derandomize=True, max_examples=50)
# Six times as many, still the same on every run: ./test --long
hypothesis_settings.register_profile("long", deadline=None, derandomize=True, max_examples=300)
# To look for more: ./test --hypothesis-profile=explore tests/scoring
hypothesis_settings.register_profile("explore", deadline=None, max_examples=2000)
hypothesis_settings.load_profile("check")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write tests/golden anew; look at what changed")
    parser.addoption("--long", action="store_true", help="leave the tests in that are marked long")
    parser.addoption("--sequences", type=int, help="how many evenings two worlds are compared over")
    parser.addoption("--hostile", type=int, default=100, help="how many hostile requests, and documents, are drawn")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    # Whoever asks for tests by their markers says about the long ones what is to be said.
    if not config.option.long and not config.option.markexpr:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("long")])
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def pytest_collection_finish() -> None:
    """Look for garbage less often: going through all modules and tests takes a tenth of their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let the tests of an app run on both databases: on PostgreSQL always where SQL is involved, else with the long.

    Pages reach SQL through the workflow and the store alone, whose tests all do so; of theirs, some do.
    """
    if not {"app", "kind_of_database"} <= set(metafunc.fixturenames) or "chromium" in metafunc.fixturenames:
        return
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    # What is long is so for other reasons than its SQL.
    folder = Path(str(metafunc.module.__file__)).parent
    is_seldom = marks & {"sqlite_only", "long"} or (folder.parent.name == "web" and folder.name not in ON_BOTH)
    if "both_databases" in marks or not is_seldom:
        other = pytest.param("postgresql", marks=() if "both_databases" in marks else pytest.mark.long)
        metafunc.parametrize("kind_of_database", ["sqlite", other], indirect=True)


@pytest.fixture(autouse=True)
def instance(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An instance folder for each test, and no settings from outside, neither ours nor Python's."""
    for name in [name for name in os.environ if name.startswith(("COMPANION_", "PYTHON"))]:
        monkeypatch.delenv(name)
    folder = tmp_path / "instance"
    monkeypatch.setenv("COMPANION_INSTANCE", str(folder))
    return folder


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str | bytes], None]:
    """A function that compares a text or bytes with the file of that name below tests/golden."""

    def compare(name: str, actual: str | bytes) -> None:
        path = GOLDENS / name
        data = actual.encode() if isinstance(actual, str) else actual
        if request.config.getoption("--update-goldens"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        assert path.exists(), f"no golden {name} yet: run with --update-goldens, then look at it"
        expected = path.read_bytes()
        if isinstance(actual, str):
            assert actual == expected.decode()
        else:
            # A diff of bytes would fill the screen: compare the two files instead.
            assert data == expected, f"{name} differs ({len(expected)} bytes there, {len(data)} here)"

    return compare


@pytest.fixture
def kind_of_database(request: pytest.FixtureRequest) -> str:
    """What the app's database is: ``sqlite`` or ``postgresql``."""
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture
def settings(instance: Path, kind_of_database: str, request: pytest.FixtureRequest) -> Settings:
    from companion.settings import load_settings

    environment = {"COMPANION_INSTANCE": str(instance), "COMPANION_SECRET_KEY": "the same key in all tests' apps"}
    # As at home on either database: what lists leave out is tested where it says so.
    environment["COMPANION_OPEN_HOUSE"] = "yes"
    if kind_of_database == "postgresql":
        environment["COMPANION_DATABASE_URL"] = request.getfixturevalue("postgresql_url")
    return load_settings(environment)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server, started for the first test that asks for one."""
    from .postgresql import Cluster

    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture(scope="session")
def current_postgresql(cluster: Cluster) -> tuple[str, str]:
    """The URL of a database at the newest revision, and the statements that empty it."""
    from companion.store.database import upgrade_database
    from companion.store.models import db

    url = cluster.make("app")
    upgrade_database(url)
    with cluster.connect("app") as connection:
        sequences = [str(name) for (name,) in connection.execute("SELECT sequencename FROM pg_sequences")]
    # Far quicker than TRUNCATE, which makes new files, and than a new database, which copies a thousand.
    empty = [f"DELETE FROM {table.name}" for table in reversed(db.metadata.sorted_tables)]  # noqa: S608
    restart = [f"ALTER SEQUENCE {name} RESTART" for name in sequences]
    return url, ";".join([*empty, *restart])


@pytest.fixture
def postgresql_url(cluster: Cluster, current_postgresql: tuple[str, str]) -> str:
    """The URL of an empty PostgreSQL database at the newest revision."""
    url, empty = current_postgresql
    with cluster.connect("app") as connection:
        connection.execute(empty.encode())
    return url


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database at the newest revision: tests get copies of it. The migrations have tests of their own."""
    from companion.store.database import prepare_database

    path = tmp_path_factory.mktemp("store") / "empty.sqlite"
    prepare_database(f"sqlite:///{path}")
    return path


class Compiled(FileSystemBytecodeCache):
    """Templates, compiled once for the apps of all tests, by the first process of a run that needs them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self.by_key: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.by_key:
            bucket.bytecode_from_string(self.by_key[bucket.key])
        else:
            super().load_bytecode(bucket)
        if bucket.code:
            self.by_key[bucket.key] = bucket.bytecode_to_string()

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.by_key[bucket.key] = bucket.bytecode_to_string()
        super().dump_bytecode(bucket)


def make_shared_folder(tmp_path_factory: pytest.TempPathFactory, name: str) -> Path:
    """Make a folder that all processes of a run have in common."""
    base = tmp_path_factory.getbasetemp()
    # Each worker of xdist has a folder of its own in the one of the run.
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    return Compiled(make_shared_folder(tmp_path_factory, "templates"))


@pytest.fixture(scope="session")
def forms_drawn_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Draw each form once for the tests that ask for one on the way: it takes a second. How it is drawn has its own."""
    from companion.forms.sheets.page import render_html_for_pdf
    from companion.workflow.sheets import printing

    folder = make_shared_folder(tmp_path_factory, "forms")
    draw = printing.render_pdf

    def draw_once(sheet: Any, document: bytes | None = None) -> bytes:
        page = render_html_for_pdf(sheet).encode()
        path = folder / hashlib.sha256(b"\0".join((page, document or b""))).hexdigest()
        if not path.exists():
            drawn = path.with_suffix(f".{os.getpid()}-{get_ident()}")
            drawn.write_bytes(draw(sheet, document))
            drawn.rename(path)
        return path.read_bytes()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printing, "render_pdf", draw_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def statements_compiled_once() -> Iterator[None]:
    """Compile each SQL statement once for the engines of all tests: an engine keeps what it has compiled to itself."""
    from sqlalchemy.engine import Engine
    from sqlalchemy.engine.default import DefaultDialect
    from sqlalchemy.util import LRUCache

    compiled: Any = LRUCache(5000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Engine, "_compiled_cache", property(lambda _: compiled, lambda _, own: None), raising=False)
        # Part of the key. All tests run against the same SQLite and the same server, so one dialect is like the next.
        patch.setattr(DefaultDialect, "__hash__", lambda dialect: hash(type(dialect)), raising=False)
        patch.setattr(DefaultDialect, "__eq__", lambda dialect, other: type(dialect) is type(other), raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def addresses_compiled_once() -> Iterator[None]:
    """Compile the rule of each URL once for all apps: it takes most of the time of making one."""
    from werkzeug.routing import Rule

    compiled: dict[tuple[str, str], Rule] = {}
    compile_rule = Rule.compile

    def compile_once(rule: Rule) -> None:
        model = compiled.setdefault((rule.rule, repr(rule.defaults)), rule)
        if model is rule:
            compile_rule(rule)
            return
        for name in ("_parts", "_trace", "_converters", "arguments"):
            setattr(rule, name, getattr(model, name))
        for name in ("_build", "_build_unknown"):
            setattr(rule, name, getattr(model, name).__func__.__get__(rule))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", compile_once)
        yield


MOST_READINGS = 12
"""Readings of photos that are kept, each with its picture: some 10 MB."""


@pytest.fixture(scope="session")
def photos_read_once() -> Iterator[None]:
    """Read each photo once for the tests of one box that ask for it on the way. How it is read has tests of its own."""
    from companion.commands import read as command
    from companion.workflow.photos import reading as workflow

    kept: OrderedDict[bytes, bytes] = OrderedDict()

    def remember(read: Callable[..., Any]) -> Callable[..., Any]:
        def read_once(*about: Any, **more: Any) -> Any:
            # A digest: taught boxes hold the pictures of their cards.
            asked = hashlib.sha256(pickle.dumps((read.__name__, about, sorted(more.items())))).digest()
            if asked not in kept:
                kept[asked] = pickle.dumps(read(*about, **more))
            kept.move_to_end(asked)
            found = kept[asked]
            while len(kept) > MOST_READINGS:
                kept.popitem(last=False)
            return pickle.loads(found)  # noqa: S301 it was pickled here

        return read_once

    with pytest.MonkeyPatch.context() as patch:
        for module in (command, workflow):
            for name in ("read_photo", "read_pile"):
                patch.setattr(module, name, remember(getattr(module, name)))
        yield


def do_jobs(app: Flask) -> None:
    """Do all waiting jobs, as a worker does, in this process and at the app's time; after those of another thread."""
    from companion.workflow.jobs.working import run_next

    with WORKING, app.app_context():
        while run_next("test", app.config["CLOCK"], lambda _job: None):
            pass


@contextmanager
def open_app(settings: Settings, empty_database: Path, compiled: Compiled) -> Iterator[Flask]:
    """Open an app on a copy of the empty database, or on the PostgreSQL database that the settings name."""
    from companion.app import create_app
    from companion.store.models import db

    url = make_url(settings.database_url)
    if url.get_backend_name() == "sqlite":
        shutil.copyfile(empty_database, Path(url.database or ""))
    app = create_app(settings)
    app.jinja_env.bytecode_cache = compiled
    # Whoever waits a moment for a job does it meanwhile; photos, for which nobody waits, are done by ``do_jobs``.
    app.config["JOB_PAUSE"] = partial(do_jobs, app)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def app(settings: Settings, empty_database: Path, compiled: Compiled) -> Iterator[Flask]:
    with open_app(settings, empty_database, compiled) as app:
        yield app


@pytest.fixture
def open_another(compiled: Compiled) -> Iterator[Callable[[Settings], Flask]]:
    """A function that opens a further app, which may be on the database of another."""
    from companion.app import create_app
    from companion.store.models import db

    apps: list[Flask] = []

    def open_another(settings: Settings) -> Flask:
        app = create_app(settings)
        app.jinja_env.bytecode_cache = compiled
        apps.append(app)
        return app

    yield open_another
    for app in apps:
        with app.app_context():
            db.engine.dispose()


@pytest.fixture
def inside(app: Flask) -> Iterator[None]:
    """For tests of what an app calls: everything happens inside of one."""
    with app.app_context():
        yield
