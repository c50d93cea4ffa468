"""A supervisor with a real worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.settings import Settings
from companion.workers.supervisor import Supervisor


@pytest.fixture
def supervisor(app: Flask, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    """A supervisor with one real worker on the app's database."""
    monkeypatch.setenv("COMPANION_DATABASE_URL", settings.database_url)
    supervisor = Supervisor(1)
    supervisor.children = [supervisor._start()]
    yield supervisor
    supervisor.end()
