from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.scoring.notation import parse_shelf
from tools.scenes.faces import parchment
from tools.scenes.photos import make_photo

from .loading import find_loaded

pytestmark = pytest.mark.usefixtures("photos_read_once")

SEED, PILE_SEED = 3, 4


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A photo of a shelf with the default card design, and its content."""
    photo = make_photo(parchment(), SEED, size=(2400, 1800))
    path = tmp_path_factory.mktemp("photos") / "shelf.jpg"
    cv2.imwrite(str(path), photo.image)
    return path, photo.truth["notation"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A photo of a table with nothing on it."""
    picture = np.random.default_rng(1).normal(130, 6, (900, 1200, 3)).clip(0, 255).astype(np.uint8)
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), picture)
    return path


def test_a_photo_becomes_shelf_notation(run, shelf):
    path, notation = shelf
    status, out, _ = run("read", str(path))
    read, wanted = parse_shelf(out.strip()), parse_shelf(notation)
    cards = [card for row in wanted.rows for card in row if card]
    assert status == 0
    assert sum(card in cards for row in read.rows for card in row if card) > len(cards) / 2


def test_a_reading_is_one_line_of_json(run, shelf):
    path, notation = shelf
    status, out, err = run("read", str(path), "--json")
    reading = json.loads(out)
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert list(reading) == ["format", "photo", "deck", "shelf", "cards", "tally", "findings", "elapsed_ms"]
    assert (reading["format"], reading["photo"], reading["deck"]) == ("ex-libris/reading@1", str(path), "default")
    assert reading["shelf"]
    assert len(reading["cards"]) <= 1.1 * notation.count(":")
    assert set(reading["elapsed_ms"]) == {"decode", "find", "read", "total"}


def test_the_overlay_is_the_photo_with_the_cards_on_it(run, shelf, tmp_path):
    status, _, _ = run("read", str(shelf[0]), "--overlay", str(tmp_path / "seen.png"))
    assert status == 0
    assert cv2.imread(str(tmp_path / "seen.png")).shape == (1500, 2000, 3)


def test_an_overlay_that_cannot_be_written_is_said(run, shelf, tmp_path):
    status, _, err = run("read", str(shelf[0]), "--overlay", str(tmp_path / "seen.doc"))
    assert status == 1
    assert "seen.doc" in err


def test_an_empty_table_has_no_cards_and_a_reason(run, table):
    status, out, err = run("read", str(table))
    assert (status, out) == (1, "")
    assert "No shelf is visible" in err


def test_a_file_that_is_not_a_photo_is_named_and_the_others_are_read(run, shelf, tmp_path):
    (tmp_path / "letter.txt").write_text("Dear librarian")
    status, out, _ = run("read", str(tmp_path / "letter.txt"), str(tmp_path / "gone.jpg"), str(shelf[0]), "--json")
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert status == 1
    assert [finding["code"] for finding in first["findings"] + second["findings"]] == ["not_a_photo", "unreadable_file"]
    assert (first["cards"], second["shelf"]) == ([], "")
    assert third["cards"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["shelf.jpg", "--deck", "atlantis"], "no deck 'atlantis': expected one of default"),
        (["a.jpg", "b.jpg", "--overlay", "seen.png"], "--overlay takes one photo; 2 were given"),
        (["a.jpg", "--edition", "tlh"], "tlh"),
    ],
)
def test_wrong_usage_is_explained(run, arguments, reason):
    status, out, err = run("read", *arguments)
    assert (status, out) == (2, "")
    assert reason in err


def test_reading_loads_no_web_framework_and_no_pdf_renderer(shelf):
    assert find_loaded("read", "--json", str(shelf[0])) == {"cv2", "numpy"}


@pytest.fixture(scope="module")
def pile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, int], int]:
    """A photo of a splayed pile with the default card design, its tally, and its number of cards."""
    photo = make_photo(parchment(), PILE_SEED, size=(2400, 1800), splay=True)
    path = tmp_path_factory.mktemp("piles") / "pile.jpg"
    cv2.imwrite(str(path), photo.image)
    return path, photo.truth["tally"], len(photo.truth["cards"])


def test_a_splayed_pile_is_read_with_its_tally(run, pile):
    path, tally, cards = pile
    status, out, _ = run("read", str(path), "--splayed", "--json")
    reading = json.loads(out)
    assert status == 0
    assert "shelf" not in reading
    assert (reading["tally"], len(reading["cards"])) == (tally, cards)
    columns = {card["column"] for card in reading["cards"]}
    assert columns == set(range(len(columns)))


def test_a_pile_is_written_column_by_column_with_its_tally_below(run, pile):
    path, tally, cards = pile
    status, out, _ = run("read", str(path), "--splayed")
    columns, counts = out.splitlines()
    assert status == 0
    assert len(columns.replace("/", " ").split()) == cards
    assert counts == " ".join(f"{category}:{count}" for category, count in tally.items())


def test_a_table_without_a_pile_is_said_to_be_one(run, table):
    status, out, err = run("read", str(table), "--splayed")
    assert (status, out) == (1, "")
    assert err
