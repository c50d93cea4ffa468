"""What docs/architecture.md and CONTRIBUTING.md say of the house is so."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import COMMANDS

TOP = Path(__file__).parents[1]
ARCHITECTURE = (TOP / "docs" / "architecture.md").read_text(encoding="utf-8")
CONTRACTS = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]

MOST_FILES = 14
"""In one folder: a dozen or so."""
DATA = (
    "static/fonts",
    "static/icons",
    "companion/store/migrations/versions",
    "tests/store/samples",
    "tests/browser/vendor",
    "tests/golden",
)
"""Folders of data, which grow without getting harder to read."""
FLOORS = ("companion/workflow", "companion/web", "templates", "static/css", "static/js", "tests/workflow", "tests/web")
"""Divided by rooms."""
PARTIAL_FLOORS = ("companion/forms", "companion/store", "companion/wording", "companion/scoring", "tests/browser")
"""Divided by rooms where a room has something there, and by subjects of their own."""
OWN_SUBJECTS = {
    "companion/forms": {"entry"},
    "companion/store": {"migrations"},
    "companion/wording": {"findings"},
    "companion/scoring": {"checks", "decisions", "documents", "editions", "sections"},
    "tests/browser": {"engines", "vendor"},
}
COLLECTORS = ("companion/scoring/documents/fields.py",)
"""Not values: what reads a document gathers findings as it goes."""
STANDARD = frozenset(sys.stdlib_module_names) | {"companion"}
HEAVY_STANDARD = {"asyncio", "email", "http", "sqlite3", "unittest", "xml", "multiprocessing"}


def list_folders(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"}


def list_all_folders(*names: str) -> Iterator[Path]:
    for name in names:
        for folder in (TOP / name, *(TOP / name).rglob("*/")):
            inside = folder.relative_to(TOP).as_posix()
            if "__pycache__" not in inside and not any(
                inside == data or inside.startswith(f"{data}/") for data in DATA
            ):
                yield folder


def read_table(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, each cell as it is written."""
    _, found, rest = ARCHITECTURE.partition(f"\n## {heading}\n")
    assert found, heading
    table = re.search(r"(?:^\|.*\n)+", rest.partition("\n## ")[0], re.MULTILINE)
    assert table is not None, heading
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines()[2:]]


ROOMS = {row[0].strip("`") for row in read_table("Rooms")}


def test_every_folder_and_file_that_is_named_exists() -> None:
    tree = re.search(r"```\n(companion/\n.*?)```", ARCHITECTURE, re.DOTALL)
    assert tree is not None
    named = []
    parents: list[str] = []
    for line in tree[1].splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        parents[depth:] = [line.split()[0]]
        named.append("".join(parents))
    assert len(named) > 20
    assert [name for name in named if not (TOP / name).exists()] == []


@pytest.mark.parametrize("floor", FLOORS)
def test_floors_are_divided_into_the_rooms_that_the_table_lists(floor: str) -> None:
    assert list_folders(TOP / floor) <= ROOMS


@pytest.mark.parametrize("floor", PARTIAL_FLOORS)
def test_the_other_floors_use_the_same_names(floor: str) -> None:
    assert list_folders(TOP / floor) <= ROOMS | OWN_SUBJECTS[floor]


def test_every_room_has_its_pages_where_its_code_is() -> None:
    web = list_folders(TOP / "companion/web")
    assert web == ROOMS
    # Access is a guard in front of pages; it has none.
    assert list_folders(TOP / "templates") == list_folders(TOP / "static/css") == web - {"access"}
    assert list_folders(TOP / "tests/web") == web
    assert list_folders(TOP / "tests/workflow") <= list_folders(TOP / "companion/workflow")


@pytest.mark.parametrize(
    "folder",
    [*list_all_folders("companion", "templates", "static", "tests", "bench", "docs")],
    ids=lambda f: str(f.relative_to(TOP)),
)
def test_no_folder_is_crowded(folder: Path) -> None:
    files = [path.name for path in folder.iterdir() if path.is_file() and path.suffix not in (".mo", ".pyc")]
    assert len([name for name in files if name != "__init__.py"]) <= MOST_FILES


def test_the_layers_are_those_of_import_linter() -> None:
    line = re.search(r"`(cli → .*? settings)`", ARCHITECTURE.replace("\n", " "))
    assert line is not None
    said = [{name.strip() for name in floor.split("|")} for floor in line[1].split("→")]
    contract = next(contract for contract in CONTRACTS if contract["name"] == "Rooms know only the rooms below them")
    held = [{name.strip().removeprefix("companion.") for name in floor.split("|")} for floor in contract["layers"]]
    assert said == held


@pytest.mark.parametrize("package", ["scoring", "wording"])
def test_the_rules_and_their_words_import_the_standard_library_alone(package: str) -> None:
    imported = {
        (str(path.relative_to(TOP)), name.partition(".")[0])
        for path in sorted((TOP / "companion" / package).rglob("*.py"))
        for name in find_imports(path)
    }
    assert imported
    assert {(path, name) for path, name in imported if name not in STANDARD} == set()


def find_imports(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports absolutely, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


@pytest.mark.parametrize("room", ["companion", "companion.scoring", "companion.wording.scorecard.report"])
def test_the_rules_load_nothing_but_the_standard_library(room: str) -> None:
    loaded = load_in_a_new_python(room)
    assert "companion" in loaded
    assert {name.partition(".")[0] for name in loaded} & {
        "flask",
        "sqlalchemy",
        "babel",
        "numpy",
        "cv2",
        "weasyprint",
    } == set()


def test_scoring_one_document_loads_only_what_it_needs() -> None:
    loaded = load_in_a_new_python("companion.commands.score")
    ours = {name for name in loaded if name.startswith("companion.")}
    assert {
        name for name in ours if name.split(".")[1] not in ("commands", "notation_tokens", "scoring", "wording")
    } == set()
    assert {name for name in ours if name.startswith(("companion.scoring.decks", "companion.scoring.a"))} == set()
    assert {name.partition(".")[0] for name in loaded} & HEAVY_STANDARD == set()


def test_the_command_line_loads_no_command_before_it_is_asked_for() -> None:
    assert not [name for name in load_in_a_new_python("companion.cli") if name.startswith("companion.commands")]


def load_in_a_new_python(module: str) -> set[str]:
    program = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    # What the environment itself loads at the start is no matter of ours.
    bare = subprocess.run(
        [sys.executable, "-I", "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split()) - set(bare.stdout.split())


def test_a_newcomer_is_told_a_first_file_for_each_task() -> None:
    rows = read_table("Where do I start?")
    assert len(rows) >= 12
    for task, *cells in rows:
        names = re.findall(r"`([^`]+)`", " ".join(cells))
        assert names, task
        assert (TOP / names[0]).is_file(), (task, names[0])
        assert [name for name in names if "/" in name and not (TOP / name).exists()] == [], task


def test_every_value_is_frozen() -> None:
    loose = [
        f"{path.relative_to(TOP)}:{node.lineno}"
        for package in ("scoring", "wording", "workflow", "forms")
        for path in sorted((TOP / "companion" / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        for decorator in node.decorator_list
        if ast.unparse(decorator).startswith("dataclass") and "frozen=True" not in ast.unparse(decorator)
    ]
    assert [place for place in loose if not place.startswith(COLLECTORS)] == []


def test_a_category_has_its_color_in_one_file() -> None:
    sheets = {
        path for path in (TOP / "static/css").rglob("*.css") if re.search(r"--category-\w:", path.read_text("utf-8"))
    }
    (colors,) = sheets
    values = set(re.findall(r"--category-\w: (#\w+)", colors.read_text("utf-8").partition("@media")[0]))
    assert len(values) == 6
    drawn = [*(TOP / "templates").rglob("*.html"), *(TOP / "static/css/sheets").glob("*.css")]
    assert [path for path in drawn if any(value in path.read_text("utf-8") for value in values)] == []


def test_every_command_is_in_the_formats() -> None:
    formats = (TOP / "docs" / "formats.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"companion {name}" not in formats] == []
