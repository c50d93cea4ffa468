"""What CONTRIBUTING.md tells people to do works: here it is done, in a copy of the program."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
STEPS = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")

VISIT = """
import json, sys
from companion import app as origin
from companion.settings import load_settings
from tests.web.conftest import EVENING, FIGURES, Visitor

app = origin.create_app(load_settings())
app.config["CLOCK"] = lambda: EVENING
visitor = Visitor(app.test_client())
desk = visitor.start("Rita", "Eric", edition="fr")
visitor.send(f"{desk}/seats/1/shelf", {"shelf": "É1:CFH A3:MM"})
visitor.send(f"{desk}/seats/2/tally", {**FIGURES, "stability": "12"})
addresses = {"front": "/", "new": "/inspections/new", "blank": "/forms/blank?as=page", "card": f"{desk}/scorecard",
             "sheet": f"{desk}/sheet"}
shown = {}
for language in ("fi", "fr", "pl"):
    for name, address in addresses.items():
        shown[f"{name} {language}"] = visitor.open(f"{address}{'&' if '?' in address else '?'}lang={language}")
        assert visitor.status == 200, (name, language, visitor.status)
json.dump({"origin": origin.__file__, "pages": shown}, sys.stdout)
"""
"""Plays an evening with the new edition and looks at its pages in the new languages."""

NOTE = "no edition in this language is known here"


def find_step(pattern: str) -> str:
    """The command or file that CONTRIBUTING names, on one line."""
    match = re.search(pattern, STEPS, re.DOTALL)
    assert match is not None, pattern
    return " ".join(match[0].split())


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the languages Finnish and French and the edition ``fr``, added as told."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(TOP / "companion", copy / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    for shared in ("templates", "static", "tests"):
        (copy / shared).symlink_to(TOP / shared)
    for locale in ("fi", "fr"):
        command = find_step(r"\.venv/bin/pybabel init .*?--locale fi(?=`)").replace("--locale fi", f"--locale {locale}")
        run_babel(copy, *shlex.split(command)[1:])
        catalogue = copy / "companion" / "translations" / locale / "LC_MESSAGES" / "messages.po"
        text = catalogue.read_text(encoding="utf-8")
        front = 'msgid "Front counter"\nmsgstr "'
        catalogue.write_text(text.replace(front, f"{front}~{locale}~"), encoding="utf-8")
    run_babel(copy, "compile", "--directory", "companion/translations")
    edition = copy / find_step(r"(?<=`)companion/scoring/editions/fr\.toml(?=`)")
    english = edition.with_name("en.toml").read_text(encoding="utf-8")
    french = english.replace('"A B C D E ', '"É A B C D E ').replace('"Reference Texts"', '"Ouvrages de référence"')
    edition.write_text(french, encoding="utf-8")
    return copy


def run_babel(copy: Path, *arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", "--quiet", *arguments], cwd=copy, check=True, timeout=60
    )


def run(copy: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(copy), "COMPANION_INSTANCE": str(copy / "instance")}
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=copy, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="module")
def pages(copy: Path) -> dict[str, str]:
    shown = json.loads(run(copy, "-c", VISIT))
    assert Path(shown["origin"]).is_relative_to(copy)
    return dict(shown["pages"])


@pytest.mark.parametrize("language", [pytest.param("fi", marks=pytest.mark.long), "fr"])
def test_a_language_is_added_by_its_catalogue_alone(pages: dict[str, str], language: str) -> None:
    for name in ("front", "new", "card"):
        page = pages[f"{name} {language}"]
        assert f'<html lang="{language}">' in page
        assert f"~{language}~" in page
    assert ">Suomi</a>" in pages["front fr"]


def test_without_an_edition_the_official_words_are_english_and_said_to_be(pages: dict[str, str]) -> None:
    for name in ("front", "card", "blank", "sheet"):
        assert NOTE in pages[f"{name} fi"]
        assert NOTE not in pages[f"{name} fr"]
        assert NOTE not in pages[f"{name} pl"]
    assert "Reference Texts" in pages["blank fi"]


def test_an_edition_is_added_by_its_file_alone(pages: dict[str, str]) -> None:
    assert '<option value="fr" lang="fr"' in pages["new pl"]
    for name in ("blank", "sheet", "card"):
        assert "Ouvrages de référence" in pages[f"{name} fr"]
        assert "Ouvrages de référence" not in pages[f"{name} fi"]


def test_the_command_line_knows_the_language_and_the_edition(copy: Path, tmp_path: Path) -> None:
    document = {
        "format": "ex-libris/inspection@1",
        "form": "B-7c",
        "edition": "fr",
        "prominent": "R",
        "banned": "C",
        "players": [
            {"name": "Rita", "focus": "S", "shelf": "É1:CFH A3:MM"},
            {"name": "Eric", "focus": "H", "shelf": "A1:HH"},
        ],
    }
    path = tmp_path / "evening.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    score = ("-m", "companion.cli", "score", str(path), "--lang")
    assert "Ouvrages de référence" in run(copy, *score, "fr")
    report = run(copy, *score, "fi")
    assert "Reference Texts" in report
    assert "is turned" not in report
