"""Check every page in every state with the Nu HTML checker.

``python -m tools.check_html vnu.jar``, with the checker from npm (``npm install vnu-jar``, in
``node_modules/vnu-jar/build/dist/vnu.jar``) and Java 11 or later. The pages are those of ``tests/every_page.py``.
Prints what is wrong once for each state of a page, and exits with 1 if anything is.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from companion.app import create_app
from companion.settings import load_settings
from tests.conftest import do_jobs
from tests.every_page import SCENES
from tests.recorded_pages import Shown, Site


def draw_pages(folder: Path) -> dict[str, str]:
    """Write all pages into a folder; return the state that each shows, by the name of its file."""
    states: dict[str, str] = {}

    def keep(shown: Shown) -> None:
        name = f"{len(states):03}.html"
        (folder / name).write_text(shown.html, encoding="utf-8")
        states[name] = f"{shown.state} ({shown.address})"

    for scene in SCENES:
        with tempfile.TemporaryDirectory() as instance:
            app = create_app(load_settings({"COMPANION_INSTANCE": instance}))
            app.config["JOB_PAUSE"] = partial(do_jobs, app)
            scene(Site(app, keep))
    return states


def check_pages(checker: Path, folder: Path, states: dict[str, str]) -> list[str]:
    """Return what the checker finds; raises ``RuntimeError`` if it does not run."""
    command = ["java", "-jar", str(checker), "--format", "json", "--errors-only", "--exit-zero-always", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own pages
    if done.returncode or not done.stderr.startswith("{"):
        raise RuntimeError(f"Expected JSON from the checker, got: {done.stderr[:400]}")
    messages = json.loads(done.stderr)["messages"]
    return [
        f"{states[Path(message['url']).name]}: {message['message']}\n  {message.get('extract', '').strip()}"
        for message in messages
    ]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        states = draw_pages(folder)
        faults = check_pages(Path(sys.argv[1]), folder, states)
    print("\n".join(faults))  # noqa: T201  # what was found is what it is run for
    print(f"{len(states)} pages, {len(faults)} errors")  # noqa: T201
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
