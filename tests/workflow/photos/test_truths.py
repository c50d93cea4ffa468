"""Files of photos with their confirmed reading: when there can be one, what is in it, and what is none."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.store.photos.queries import KeptPhoto
from companion.vision.doubts import Part
from companion.vision.photos.encoding import cut_photo
from companion.workflow.photos.review import Review
from companion.workflow.photos.truths.files import (
    DOCUMENT,
    PICTURE,
    TruthError,
    format_truth,
    pack_truth,
    unpack_truth,
    write_document,
)
from companion.workflow.photos.truths.gathering import (
    Obstacle,
    Truth,
    cut_truth,
    find_frame,
    find_obstacle,
    gather_truth,
    tidy_box,
)
from companion.workflow.photos.truths.views import view_truth

from .read_cards import see_card, see_shelf

SHELF = "A1:CF B2:HM / C3:RS #"
PHOTO = KeptPhoto(1, 1600, 1200, {})
JPEG = b"\xff\xd8\xff\xe0 a picture"


def see(shelf: str = SHELF, **values: object) -> tuple[Review, tuple[KeptPhoto, ...]]:
    return Review(see_shelf(shelf), **values), (PHOTO,)


def gather(shelf: str = SHELF) -> Truth:
    return gather_truth(see(shelf)[0], PHOTO, edition="en", box="second printing", app="1.0")


@pytest.mark.parametrize(
    ("found", "entered", "obstacle"),
    [
        (see(), "", None),
        (None, "", Obstacle.GONE),
        ((Review((*see_shelf("A1:CF"), see_card("B2:HM", 0, 1, 2))), (PHOTO,)), "", Obstacle.SEVERAL),
        (see(waiting=see_shelf("K1:CC", 2)), "", Obstacle.SEVERAL),
        ((Review(see_shelf(SHELF, B2=(Part.NUMBER,))), (PHOTO,)), "", Obstacle.DOUBTFUL),
        (see("A1:CF A1:CF"), "", Obstacle.DOUBTFUL),
        ((Review((see_card("A1:CF", chosen="A?:CF"),)), (PHOTO,)), "", Obstacle.OPEN),
        ((Review((see_card("A1:CF", chosen="."),)), (PHOTO,)), "", Obstacle.EMPTY),
        (see(is_accepted=True), SHELF, None),
        (see(is_accepted=True), "a1:fc B2:MH+ / C3:RS~ M7:CF~", None),
        (see(is_accepted=True), "A1:CF B2:HM / C3:RR #", Obstacle.CHANGED),
        (see(is_accepted=True), "A1:CF B2:HM / C3:RS M7:CF", Obstacle.CHANGED),
        (see(is_accepted=True), "A1:CF B2:HM / C3:RS", Obstacle.CHANGED),
    ],
)
def test_there_is_a_file_only_of_a_photo_whose_reading_was_confirmed(found, entered, obstacle):
    assert find_obstacle(found, "en", entered) is obstacle


def test_what_a_file_says_is_known_to_the_last_key():
    cards = (see_card("A1:CF"), see_card("B2:H?", 0, 1, chosen="B2:HM"), see_card("C3:RS", 0, 2, chosen="."))
    truth = gather_truth(Review(cards), PHOTO, edition="de", box=" first\nprinting ", app="1.0")
    assert format_truth(truth) == {
        "format": "ex-libris/truth@1",
        "app": "1.0",
        "edition": "de",
        "box": "first printing",
        "picture": {"file": "photo.jpg", "width": 1600, "height": 1200},
        "cards": [
            {"row": 0, "column": 0, "card": "A1:CF", "checked": False,
             "corners": [[100.0, 100.0], [200.0, 100.0], [200.0, 250.0], [100.0, 250.0]]},
            {"row": 0, "column": 1, "card": "B2:HM", "checked": True,
             "corners": [[200.0, 100.0], [300.0, 100.0], [300.0, 250.0], [200.0, 250.0]]},
        ],
    }  # fmt: skip


def test_a_file_is_read_as_it_was_written_and_holds_two_things_without_a_time():
    content = pack_truth(gather(), JPEG)
    assert unpack_truth(content).truth == gather()
    assert unpack_truth(content).picture == JPEG
    with zipfile.ZipFile(io.BytesIO(content)) as entries:
        assert [(entry.filename, entry.date_time[0], entry.extra, entry.comment) for entry in entries.infolist()] == [
            (PICTURE, 1980, b"", b""),
            (DOCUMENT, 1980, b"", b""),
        ]
        assert entries.read(DOCUMENT).decode() == view_truth(unpack_truth(content)).document
    assert pack_truth(gather(), JPEG) == content


def test_a_box_is_described_on_one_line_that_every_program_can_write():
    assert tidy_box("\ud800 A\0B\u202e\tC ") == "AB C"
    assert len(tidy_box("x" * 1000)) == 120


def test_the_picture_is_cut_to_the_cards_and_their_corners_go_along():
    image = np.full((600, 800, 3), 90, np.uint8)
    image[50:125, 50:100] = 250  # the card at 100 to 200 and 100 to 250 px of a photo twice as wide
    data = cv2.imencode(".jpg", image)[1].tobytes()
    truth = gather("A1:CF")
    part = cut_photo(data, find_frame(truth), truth.width)
    cut = cut_truth(truth, part.left, part.top, part.factor, part.size)
    assert (cut.width, cut.height) == part.size == (100, 125)
    assert cut.cards[0].corners == ((25.0, 25.0), (75.0, 25.0), (75.0, 100.0), (25.0, 100.0))
    seen = cv2.imdecode(np.frombuffer(part.data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert seen is not None
    assert seen[30:95, 30:70].min() > 230
    assert seen[:20].max() < 110
    assert b"Exif" not in part.data


def test_a_picture_is_cut_no_further_than_it_reaches():
    card = replace(see_card("A1:CF"), corners=((-50.0, 10.0), (90.0, 10.0), (90.0, 300.0), (-50.0, 300.0)))
    truth = replace(gather_truth(Review((card,)), PHOTO, edition="en", box="", app="1"), width=100, height=200)
    assert find_frame(truth) == (0.0, 0.0, 100.0, 200.0)


def change(**values: object) -> bytes:
    return write(json.dumps({**format_truth(gather()), **values}))


def change_card(**values: object) -> bytes:
    first, *rest = format_truth(gather())["cards"]
    return change(cards=[{**first, **values}, *rest])


def write(document: str, picture: bytes = JPEG, **more: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as entries:
        entries.writestr(PICTURE, picture)
        entries.writestr(DOCUMENT, document)
        for name, content in more.items():
            entries.writestr(name, content)
    return file.getvalue()


GOOD = pack_truth(gather(), JPEG)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "expected a ZIP file, found one that cannot be opened"),
        (GOOD[:-30], "expected a ZIP file"),
        (GOOD.replace(b"a picture", b"another: "), "expected a ZIP file, found one that cannot be opened (Bad CRC"),
        (write("{}", more=""), "expected photo.jpg and truth.json in it, found more, photo.jpg, truth.json"),
        (write("{}", b"GIF89a"), "expected a JPEG in photo.jpg, found something else"),
        (write("{", JPEG), "expected JSON in truth.json, found something else"),
        (write("[" * 100_000), "expected JSON in truth.json, found something else"),
        (write(" " * 300_000), "expected at most 200 kB in truth.json, found more"),
        (write("[]"), "expected an object as the document, found []"),
        (write("{}"), "expected the format ex-libris/truth@1, found null"),
        (change(format="ex-libris/truth@2"), 'found "ex-libris/truth@2"'),
        (change(edition="tlh"), 'expected an edition of the game, found "tlh"'),
        (change(edition=7), "expected a text as edition, found 7"),
        (change(box=None), "expected a text as box, found null"),
        (change(picture={"width": 0, "height": 5}), "expected 1 to 10000 as width, found 0"),
        (change(picture={"width": True, "height": 5}), "expected a number as width, found true"),
        (change(cards=[]), "expected cards, found none"),
        (change(cards=format_truth(gather())["cards"] * 2), "expected one card at each place, found two"),
        (change_card(row=-1), "expected 0 to 100 as row of card 1, found -1"),
        (change_card(card="M8"), "expected a card of the edition in card 1, such as M8:CFFR, or #; found"),
        (change_card(card="M8:C?"), "expected a card of the edition in card 1"),
        (change_card(card="M8:CF~"), "expected a card of the edition in card 1"),
        (change_card(card="Ž8:CF"), "expected a card of the edition in card 1"),
        (change_card(card="M8:CF M9:CF"), "expected a card of the edition in card 1"),
        (change_card(checked="yes"), 'expected true or false as checked of card 1, found "yes"'),
        (change_card(corners=[[1, 2]] * 3), "expected four corners of card 1"),
        (change_card(corners=[[1, float("nan")]] * 4), "expected four corners of card 1"),
        (change_card(corners=7), "expected four corners of card 1, as x and y, found 7"),
        (change_card(corners=[["1", 2]] * 4000), "…"),
    ],
)
def test_what_is_none_of_these_files_is_named_with_what_is_wrong(content, sentence):
    with pytest.raises(TruthError) as caught:
        unpack_truth(content)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 250


def test_keys_that_a_later_version_adds_are_ignored():
    assert unpack_truth(change(light="lamp")).truth == gather()
    assert write_document(gather()).endswith("}\n")
