"""What must not be done with a stored draft, or with one that somebody sees, does not pass the type check."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import companion
from companion.store.tables.drafts import StoredDraft, StoredLibrary, StoredSeat

USES = Path(__file__).with_name("forbidden_uses.py")
ROOT = Path(companion.__file__).parent
ROOM = [*(ROOT / "workflow" / "access").glob("*.py"), *(ROOT / "web" / "access").glob("*.py")]


def find_refused() -> set[int]:
    """The numbers of the lines of which mypy complains."""
    answer = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", str(USES)],
        cwd=ROOT.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 1, answer.stdout + answer.stderr
    lines = [line for line in answer.stdout.splitlines() if ": error: " in line]
    found = [re.match(rf".*{USES.name}:(\d+): error: ", line) for line in lines]
    assert all(found), answer.stdout
    return {int(match[1]) for match in found if match}


def test_every_forbidden_use_is_refused_and_nothing_else():
    marked = {
        number for number, line in enumerate(USES.read_text().splitlines(), start=1) if line.endswith("# refused")
    }
    assert len(marked) > 40
    assert find_refused() == marked


@pytest.mark.parametrize("path", ROOM, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_no_type_is_taken_for_granted_where_it_is_decided_who_sees_what(path):
    tree = ast.parse(path.read_text())
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert not names & {"Any", "cast", "TypeGuard", "TypeIs"}
    assert "type: ignore" not in path.read_text()


STORE_AND_ACCESS = (ROOT / "store", ROOT / "workflow" / "access")


@pytest.mark.parametrize("floor", ["web", "workflow"])
def test_outside_its_room_no_function_gives_a_stored_draft_out(floor):
    for path in (ROOT / floor).rglob("*.py"):
        source = path.read_text()
        assert floor != "web" or "Stored" not in source, path
        if not any(path.is_relative_to(room) for room in STORE_AND_ACCESS):
            nodes = ast.walk(ast.parse(source))
            given = [ast.unparse(node.returns) for node in nodes if isinstance(node, ast.FunctionDef) and node.returns]
            assert not [hint for hint in given if "Stored" in hint], path


def list_marked(kind: type) -> Iterator[type]:
    """Every kind of value that is marked as one for a page."""
    for kin in kind.__subclasses__():
        yield kin
        yield from list_marked(kin)


def list_parts(hint: object) -> Iterator[object]:
    """Every type that stands in a hint."""
    yield hint
    for part in get_args(hint):
        yield from list_parts(part)


def test_no_value_for_a_page_holds_a_stored_draft(app):
    from companion.workflow.access.showing import PageValue

    stored = {StoredDraft, StoredSeat, StoredLibrary}
    waiting, known = list(list_marked(PageValue)), set()
    assert len(waiting) > 30
    while waiting:
        kind = waiting.pop()
        if kind in known or not isinstance(kind, type) or kind.__module__.partition(".")[0] != "companion":
            continue
        known.add(kind)
        assert kind not in stored
        waiting += [part for hint in get_type_hints(kind).values() for part in list_parts(hint)]
