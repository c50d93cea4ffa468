from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.scoring.notation import parse_shelf
from tools.scenes.faces import random_face
from tools.scenes.photos import make_photo

pytestmark = pytest.mark.usefixtures("photos_read_once")

# A card design from training with plain letters: this tests learning, not fonts.
FACE, TAUGHT, TRIED = 3, 13, 16
PILE_FACE, PILE = 8, 7
BOX = "Kitchen box"


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> tuple[tuple[Path, str], ...]:
    """Two photos of shelves with one card design, and their content."""
    folder = tmp_path_factory.mktemp("photos")
    made = []
    for seed in (TAUGHT, TRIED):
        photo = make_photo(random_face(FACE), seed, size=(2400, 1800))
        path = folder / f"shelf-{seed}.jpg"
        cv2.imwrite(str(path), photo.image)
        made.append((path, photo.truth["notation"]))
    return tuple(made)


@pytest.fixture
def taught(run, photos, instance) -> None:
    """A deck that has learned from the first photo."""
    path, notation = photos[0]
    status, out, _ = run("learn", "--deck", BOX, str(path), notation)
    cards = sum(not card.face_down for _, card in parse_shelf(notation))
    assert (status, out) == (0, f"{BOX}: {cards} cards learned.\n")


def test_a_photo_that_was_learned_is_recognized(run, photos, taught):
    path, notation = photos[0]
    status, out, _ = run("read", "--deck", BOX, str(path), "--json")
    reading = json.loads(out)
    assert (status, reading["deck"], reading["shelf"]) == (0, BOX, notation)
    assert {card["source"] for card in reading["cards"] if card["face"] == "up"} == {"deck"}


@pytest.mark.long
def test_cards_never_seen_are_read_in_the_face_that_was_learned(run, photos, taught):
    path, notation = photos[1]
    status, out, _ = run("read", "--deck", BOX, str(path))
    read, wanted = parse_shelf(out.strip()), parse_shelf(notation)
    cards = [card for _, card in wanted if not card.face_down]
    assert status == 0
    assert sum(card in cards for _, card in read) >= 0.8 * len(cards)


def test_the_photo_of_another_shelf_teaches_nothing(run, photos, instance):
    (_, notation), (path, _) = photos
    status, out, err = run("learn", "--deck", BOX, str(path), notation)
    assert (status, out) == (1, "")
    assert "Nothing was learned" in err
    assert run("deck", "list") == (0, "", "")


def test_a_notation_that_cannot_be_read_teaches_nothing(run, photos, instance):
    status, out, err = run("learn", "--deck", BOX, str(photos[0][0]), "A1:CF B2 C3:QQ")
    assert (status, out, err.count("\n")) == (1, "", 2)


def test_a_deck_keeps_its_edition(run, photos, taught):
    status, _, err = run("learn", "--deck", BOX, "--edition", "pl", str(photos[0][0]), photos[0][1])
    assert status == 2
    assert "is of the edition en" in err


@pytest.mark.parametrize("name", ["nowhere.jpg", "text.jpg"])
def test_a_file_that_is_not_a_photo_teaches_nothing(run, name, tmp_path, instance):
    (tmp_path / "text.jpg").write_text("no photo")
    status, out, err = run("learn", "--deck", BOX, str(tmp_path / name), "A1:CF")
    assert (status, out) == (1, "")
    assert err.startswith(str(tmp_path / name))


@pytest.mark.long
def test_a_pile_teaches_a_deck_column_by_column(run, tmp_path, instance):
    photo = make_photo(random_face(PILE_FACE), PILE, size=(2400, 1800), splay=True)
    cv2.imwrite(str(tmp_path / "pile.jpg"), photo.image)
    columns: list[list[str]] = []
    last = float("inf")
    for card in photo.truth["cards"]:
        top = card["corners"][0][1]
        if top < last:
            columns.append([])
        last = top
        glyphs, _, icons = card["card"].partition(":")
        columns[-1].append(f"{glyphs.partition('/')[0]}:{icons}")
    notation = " / ".join(" ".join(column) for column in columns)
    status, out, _ = run("learn", "--deck", BOX, "--splayed", str(tmp_path / "pile.jpg"), notation)
    assert (status, out) == (0, f"{BOX}: {len(photo.truth['cards'])} cards learned.\n")
