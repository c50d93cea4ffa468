"""The project is self-contained: nothing in it refers to where or how it was made."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from companion.cli import main

TOP = Path(__file__).parents[1]
IGNORED = (".git", *(line.strip().strip("/") for line in (TOP / ".gitignore").read_text().splitlines()))

# Written in two parts, so that this file is not reported itself.
PLACES = tuple("".join(parts) for parts in (("/wo", "rk/"), ("/fa", "rm/"), ("/ho", "me/"), ("/ro", "ot/")))
FORBIDDEN = tuple(
    "".join(parts)
    for parts in (
        ("pypi", ".org"),
        ("pythonhosted", ".org"),
        ("npmjs", ".org"),
        ("deb.debian", ".org"),
        ("../sha", "red"),
        ("sub", "agent"),
    )
)
UNFINISHED = tuple("".join(parts) for parts in (("TO", "DO"), ("FIX", "ME"), ("XX", "X"), ("NotImplemented", "Error")))
# A test that waits, retries, or skips passes for the wrong reason.
EVASIVE = tuple(
    "".join(parts)
    for parts in (
        ("sle", "ep("),
        ("wait_for_", "timeout"),
        ("mark.", "skip"),
        ("pytest.", "skip"),
        ("x", "fail"),
        ("fla", "ky"),
        ("datetime.", "now("),
        ("date.", "today("),
        ("time.", "time("),
    )
)
LONGEST_MODULE = 300


def find_files(folder: Path = TOP) -> Iterator[Path]:
    """Yield the files of the project: what a clone contains, found without git, which a bare machine lacks."""
    for path in sorted(folder.iterdir()):
        if any(fnmatch(path.name, pattern) for pattern in IGNORED):
            continue
        if path.is_dir():
            yield from find_files(path)
        else:
            yield path


def read_text(path: Path) -> str:
    """Return the text of a file; empty for a font or a picture."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def find_words(paths: list[Path], words: tuple[str, ...]) -> list[str]:
    return [
        f"{path.relative_to(TOP)}:{number}: {word}"
        for path in paths
        for number, line in enumerate(read_text(path).splitlines(), start=1)
        for word in words
        if word in line
    ]


FILES = list(find_files())
PAGES = [path for path in FILES if path.suffix == ".md"]
CODE = [path for path in FILES if path.suffix in {".py", ".js", ".css", ".html", ".sh"}]
TESTS = [path for path in CODE if path.is_relative_to(TOP / "tests")]
MODULES = [
    path
    for path in CODE
    if path.suffix in {".py", ".js"} and (path.is_relative_to(TOP / "companion") or path.is_relative_to(TOP / "static"))
]


def test_nothing_points_to_the_machines_it_was_made_on() -> None:
    absolute = re.compile(rf"(?<![\w.$}}])(?:{'|'.join(PLACES)})")
    assert find_words(FILES, FORBIDDEN) == []
    assert [(str(path.relative_to(TOP)), found) for path in FILES for found in absolute.findall(read_text(path))] == []


def test_nothing_is_left_unfinished() -> None:
    assert find_words(CODE, UNFINISHED) == []


def test_no_test_waits_or_looks_away() -> None:
    assert find_words(TESTS, EVASIVE) == []


def test_what_people_read_refers_to_no_tracker() -> None:
    tracker = re.compile(r"(?<![\w&(])#\d+\b|\b(?:issues|pull)/\d+")
    assert [(path.name, found) for path in PAGES for found in tracker.findall(read_text(path))] == []


def test_no_module_is_longer_than_a_sitting() -> None:
    lengths = {str(path.relative_to(TOP)): len(read_text(path).splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


# The pictograms are drawn from icons of our own, which are under the project's license.
FONTS_OF_OTHERS = [path for path in FILES if path.suffix == ".woff2" and path.stem != "pictograms"]


@pytest.mark.parametrize("font", FONTS_OF_OTHERS, ids=lambda path: path.name)
def test_a_font_has_its_license_beside_it(font: Path) -> None:
    family = re.sub(r"-\d+(-italic)?$", "", font.stem)
    assert "SIL OPEN FONT LICENSE" in read_text(font.with_name(f"LICENSE-{family}.txt")).upper()


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(TOP)))
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"(?:\]\(|(?:src|href)=\")([^)\"\s]+)", read_text(page))
    for target in targets:
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        leads_to = (page.parent / name).resolve() if name else page
        assert leads_to.exists(), target
        if anchor:
            assert anchor in find_anchors(leads_to), target


def find_commands() -> list[tuple[str, str]]:
    """Return page and line of each of our commands in the pages' code blocks."""
    return [
        (page.name, line.removeprefix("$ "))
        for page in PAGES
        for block in re.findall(r"^```(?:sh|console)?\n(.*?)^```", read_text(page), re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
        if re.match(r"(\$ )?(sudo )?(\./|tools/|companion |\.venv/bin/companion )", line)
    ]


@pytest.mark.parametrize(("page", "line"), find_commands())
def test_a_command_of_a_page_exists(page: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, *arguments = line.removeprefix("sudo ").split(" #")[0].split()
    if program == "./serve":
        program, arguments = "companion", ["serve", *arguments]
    if not program.endswith("companion"):
        assert os.access(TOP / program, os.X_OK)
        return
    with pytest.raises(SystemExit, match="0"):
        main([*arguments[: 2 if arguments[0] == "deck" else 1], "--help"])
    described = capsys.readouterr().out
    assert [option for option in arguments[1:] if option.startswith("--") and option not in described] == []


def find_anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub gives to a page's headings."""
    headings = re.findall(r"^#+ +(.+?) *$", read_text(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
