from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {
    "flask",
    "werkzeug",
    "jinja2",
    "sqlalchemy",
    "alembic",
    "wtforms",
    "babel",
    "numpy",
    "cv2",
    "weasyprint",
    "pypdf",
}


@pytest.mark.parametrize("room", ["companion", "companion.scoring", "companion.wording.scorecard.report"])
def test_the_rules_load_nothing_but_the_standard_library(room: str) -> None:
    program = f"import sys, {room}; print(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "companion" in loaded
    assert not loaded & HEAVY
