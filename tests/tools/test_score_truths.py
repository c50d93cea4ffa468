"""The eye is scored on files that people have made of their photos, and what is wrong with a file is said."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.readings import Confidence, Face, ReadCard
from companion.workflow.photos.truths.files import pack_truth
from companion.workflow.photos.truths.gathering import Truth, TruthCard
from tools.scenes.faces import parchment
from tools.scenes.photos import make_photo
from tools.score_truths import Part, main, score_cards

CORNERS = (0.0, 0.0), (100.0, 0.0), (100.0, 140.0), (0.0, 140.0)


def see(card: str = "S5:CFS") -> TruthCard:
    return TruthCard(0, 0, card, True, CORNERS)


def read(
    icons: str | None = "CFS", number: int | None = 5, face: Face = Face.UP, sure: float = 0.99, aside: float = 0.0
) -> ReadCard:
    corners = (aside, 0.0), (100.0 + aside, 0.0), (100.0 + aside, 140.0), (aside, 140.0)
    if face is not Face.UP:
        return ReadCard(0, 0, face, corners, Confidence(sure), None, None, None, None)
    return ReadCard(0, 0, face, corners, Confidence(0.99, 0.99, sure, 0.99), "S", number, 10, icons)


@pytest.mark.parametrize(
    ("card", "true", "part", "counts"),
    [
        (read(), see(), "number", Part(1, 1)),
        (read(number=6), see(), "number", Part(1, 0, 1, 1)),
        (read(number=6, sure=0.7), see(), "number", Part(1, 0, 1, 0)),
        (read(number=None, sure=0.7), see(), "number", Part(1)),
        (read(icons="SFC"), see(), "icons", Part(1, 1)),
        (read(icons="CF?"), see(), "icons", Part(1)),
        (read(icons="CFR"), see(), "icons", Part(1, 0, 1, 1)),
        (read(face=Face.DOWN), see(), "face", Part(1, 0, 1, 1)),
        (read(face=Face.DOWN), see("#"), "face", Part(1, 1)),
        (read(face=Face.DOWN), see("#"), "number", Part()),
        (read(face=Face.UNKNOWN, sure=0.5), see("#"), "face", Part(1)),
        (read(), see("#"), "face", Part(1, 0, 1, 1)),
    ],
)
def test_each_part_of_a_card_is_right_wrong_or_left_open(card, true, part, counts):
    score = score_cards([true], [card])
    assert score.parts[part] == counts
    assert score.found == 1
    assert score.wrong_but_sure == (counts.wrong_but_sure > 0)


def test_cards_that_were_not_found_and_cards_that_are_not_there_count():
    score = score_cards([see()], [read(aside=80.0)])
    assert (score.found, score.invented, score.invented_but_sure, score.coverage) == (0, 1, 1, 0.0)
    assert score.parts["letter"] == Part(1)


def write_scene(path: Path) -> int:
    """Write the file of a made photo; return how many cards it shows."""
    photo = make_photo(parchment(), 11, size=(1600, 1200))
    picture = cv2.imencode(".jpg", photo.image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    cards = tuple(
        TruthCard(0, place, drop_count(card["card"]), False, tuple((x, y) for x, y in card["corners"]))
        for place, card in enumerate(photo.truth["cards"])
    )
    path.write_bytes(pack_truth(Truth("1.0", "en", "", 1600, 1200, cards), picture))
    return len(cards)


def drop_count(card: str) -> str:
    name, colon, icons = card.partition(":")
    return name.partition("/")[0] + colon + icons


def test_a_folder_is_scored_file_by_file_and_faults_are_named(tmp_path, capsys):
    (tmp_path / "more").mkdir()
    cards = write_scene(tmp_path / "more" / "good.zip")
    (tmp_path / "bad.zip").write_bytes(b"PK")
    (tmp_path / "cat.zip").write_bytes(pack_truth(Truth("1", "en", "", 8, 8, (see(),)), b"\xff\xd8\xff cat"))
    assert main([str(tmp_path), "--json"]) == 1
    said = capsys.readouterr()
    one, total = map(json.loads, said.out.splitlines())
    assert (one["file"], total["file"], total["photos"]) == ("more/good.zip", "", 1)
    assert total["cards"] == cards
    assert total["found"] == cards
    assert total["parts"]["face"]["cards"] == cards
    assert sorted(said.err.splitlines()) == [
        "bad.zip: expected a ZIP file, found one that cannot be opened (File is not a zip file)",
        "cat.zip: expected a picture of 8 x 8 pixels, found a damaged one",
    ]


def test_people_are_told_the_same_in_words(tmp_path, capsys):
    cards = write_scene(tmp_path / "good.zip")
    assert main([str(tmp_path)]) == 0
    line, total = capsys.readouterr().out.splitlines()
    assert line.startswith(f"good.zip: {cards} of {cards} cards found")
    assert total == line.replace("good.zip", "all 1")


def test_a_folder_without_files_says_so(tmp_path, capsys):
    assert main([str(tmp_path)]) == 1
    assert "found none" in capsys.readouterr().err


def test_a_file_without_bounds_is_not_read(tmp_path, capsys):
    with (tmp_path / "big.zip").open("wb") as file:
        file.truncate(17_000_000)
    assert main([str(tmp_path)]) == 1
    assert "big.zip: expected at most 16 MB, found 17.0 MB" in capsys.readouterr().err


def test_a_picture_that_breaks_off_is_named(tmp_path, capsys):
    noise = np.random.default_rng(1).integers(0, 255, (400, 400, 3), np.uint8)
    picture = cv2.imencode(".jpg", noise)[1].tobytes()
    head = picture[: picture.index(b"\xff\xda")]
    (tmp_path / "broken.zip").write_bytes(pack_truth(Truth("1", "en", "", 400, 400, (see(),)), head))
    assert main([str(tmp_path)]) == 1
    assert "broken.zip: expected a picture that can be decoded, found a damaged one" in capsys.readouterr().err
