"""A photo as a file with its confirmed reading: who makes it, what is shown before, and how long it is there."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import pytest
from PIL import Image

from companion.vision.doubts import Part

from ...workflow.photos.read_cards import keep_photo, see_shelf
from ..conftest import EVENING

SHELF = "A1:CFH B3:MM / C2:RS #"
COMPARED = {"compared": "yes", "box": "second printing, 2019"}


def take_picture() -> bytes:
    """A JPEG that tells where and when it was taken."""
    exif = Image.Exif()
    exif[0x010F] = "Some Phone"
    exif.get_ifd(0x8825).update({1: "N", 2: (52.0, 31.0, 12.0)})
    picture = io.BytesIO()
    Image.new("RGB", (1500, 700), "tan").save(picture, "JPEG", exif=exif)
    assert b"Some Phone" in picture.getvalue()
    return picture.getvalue()


@pytest.fixture
def photograph(app):
    """A function that stores a photo of a seat's shelf, all of it sure unless cards are given."""

    def keep(seat: str, cards=None, **values) -> None:
        slug, position = seat.removeprefix("/inspections/").split("/seats/")
        with app.app_context():
            keep_photo(slug, int(position), cards or see_shelf(SHELF), EVENING, picture=take_picture(), **values)

    return keep


@pytest.fixture
def seat(evening, photograph) -> str:
    evening.fill()
    photograph(f"{evening.desk}/seats/1")
    return f"{evening.desk}/seats/1"


def make(phone, seat: str) -> str:
    """Ask for the file; return the address of the page that shows it."""
    phone.send(f"{seat}/photo/truth", COMPARED)
    assert phone.status == 200
    return phone.address


def test_the_owner_sees_all_of_the_file_and_downloads_exactly_that(evening, seat):
    page = evening.rita.open(f"{seat}/photo/truth")
    assert "Nothing is sent" in page
    assert f'href="{seat}/photo/1.jpg"' in page
    shown = make(evening.rita, seat)
    page = evening.rita.open(shown)
    assert "Nothing has been sent anywhere." in page
    assert "second printing, 2019" in page
    with evening.rita.client.get(f"{shown}/file.zip") as answer:
        content = answer.get_data()
        assert answer.headers["Content-Disposition"] == 'attachment; filename="ex-libris-photo.zip"'
        assert answer.headers["Cache-Control"] == "private, no-store"
    with zipfile.ZipFile(io.BytesIO(content)) as entries:
        assert sorted(entries.namelist()) == ["photo.jpg", "truth.json"]
        told, picture = entries.read("truth.json").decode(), entries.read("photo.jpg")
    with evening.rita.client.get(f"{shown}/photo.jpg") as answer:
        assert answer.get_data() == picture
    assert f'<pre tabindex="0"><code>{told}</code></pre>' in page.replace("&#34;", '"')
    assert [card["card"] for card in json.loads(told)["cards"]] == ["A1:CFH", "B3:MM", "C2:RS", "#"]
    # Cut to the cards, at 100 to 300 and 100 to 400 px, with a margin of half a card.
    assert Image.open(io.BytesIO(picture)).size == (300, 400)


def test_neither_place_nor_people_nor_the_table_go_along(evening, seat):
    shown = make(evening.rita, seat)
    with evening.rita.client.get(f"{shown}/file.zip") as answer:
        content = answer.get_data()
    slug = evening.desk.rpartition("/")[2]
    for secret in (b"Exif", b"Some Phone", b"GPS", b"Rita", b"Eric", slug.encode(), evening.code.encode(), b"2026"):
        assert secret not in content


def test_a_file_is_the_owners_alone_and_not_the_hosts_who_lends_a_hand(evening, photograph):
    seat = f"{evening.desk}/seats/2"
    photograph(seat)
    assert "Make a file of this photo" in evening.eric.open(f"{seat}/photo")
    shown = make(evening.eric, seat)
    assert "Make a file of this photo" not in evening.rita.open(f"{seat}/photo")
    for phone in (evening.rita, evening.watcher):
        for address in (f"{seat}/photo/truth", shown, f"{shown}/photo.jpg", f"{shown}/file.zip"):
            phone.open(address)
            assert phone.status == 403
        phone.send(f"{seat}/photo/truth", COMPARED)
        assert phone.status == 403


def test_a_file_is_found_at_its_own_seat_alone(evening, seat, photograph):
    shown = make(evening.rita, seat)
    photograph(f"{evening.desk}/seats/2")
    job = shown.rpartition("/")[2]
    evening.eric.open(f"{evening.desk}/seats/2/photo/truth/{job}")
    assert evening.eric.status == 404
    evening.rita.open(f"{seat}/photo/truth/nothing/file.zip")
    assert evening.rita.status == 404


def test_without_a_word_that_the_cards_were_compared_nothing_is_made(evening, seat):
    page = evening.rita.send(f"{seat}/photo/truth", {"box": "first printing"})
    assert evening.rita.status == 422
    assert "Compare the cards with the photo first" in page
    assert 'value="first printing"' in page


def test_a_doubtful_reading_makes_no_file(evening, photograph):
    seat = f"{evening.desk}/seats/1"
    photograph(seat, see_shelf(SHELF, B3=(Part.NUMBER,)))
    assert "Make a file of this photo" not in evening.rita.open(f"{seat}/photo")
    for page in (evening.rita.open(f"{seat}/photo/truth"), evening.rita.send(f"{seat}/photo/truth", COMPARED)):
        assert "Some cards are still doubtful." in page
        assert 'name="compared"' not in page
        assert evening.rita.status == 409


def test_a_card_left_to_the_grid_makes_no_file(evening, photograph):
    seat = f"{evening.desk}/seats/1"
    first, *rest = see_shelf(SHELF)
    photograph(seat, (replace(first, chosen="A?:CFH"), *rest))
    assert "left to be typed in the grid" in evening.rita.open(f"{seat}/photo/truth")


def test_a_photo_that_its_shelf_has_moved_on_from_makes_no_file(evening, photograph):
    seat = f"{evening.desk}/seats/1"
    evening.send("/seats/1/shelf", evening.rita, {"shelf": SHELF})
    photograph(seat, is_accepted=True)
    assert 'name="compared"' in evening.rita.open(f"{seat}/photo/truth")
    evening.send("/seats/1/shelf", evening.rita, {"shelf": SHELF.replace("MM", "MR"), "version": "2"})
    assert "The shelf was changed after the photo" in evening.rita.open(f"{seat}/photo/truth")


@pytest.mark.parametrize("end", ["drop", "accept"])
def test_with_the_photo_its_file_is_gone(evening, seat, end):
    shown = make(evening.rita, seat)
    evening.send("/seats/1/shelf", evening.rita, {"shelf": SHELF})
    evening.rita.send(f"{seat}/photo/{end}")
    assert evening.rita.status == 200
    evening.rita.open(f"{shown}/file.zip")
    assert evening.rita.status == 404
    page = evening.rita.open(f"{seat}/photo/truth")
    assert "There is no photo of this shelf any more." in page
    assert evening.rita.status == 404
    evening.rita.open(f"/jobs/{shown.rpartition('/')[2]}")
    assert evening.rita.status == 404, "deleted, not only hidden"


def test_no_file_outlives_the_reveal(evening, seat):
    shown = make(evening.rita, seat)
    evening.send("/lock", evening.rita)
    evening.rita.open(f"{shown}/file.zip")
    assert evening.rita.status == 200
    evening.send("/reveal", evening.rita)
    for address in (f"{shown}/file.zip", f"/jobs/{shown.rpartition('/')[2]}"):
        evening.rita.open(address)
        assert evening.rita.status == 404


def test_the_same_file_is_made_once(evening, seat):
    assert make(evening.rita, seat) == make(evening.rita, seat)


def test_a_picture_that_cannot_be_opened_is_said_to_be_damaged(evening, app):
    seat, picture = f"{evening.desk}/seats/1", take_picture()
    with app.app_context():
        head = picture[: picture.index(b"\xff\xda")]
        keep_photo(evening.desk.rpartition("/")[2], 1, see_shelf(SHELF), EVENING, picture=head)
    page = evening.rita.send(f"{seat}/photo/truth", COMPARED)
    assert "This photo is damaged" in page
    assert evening.rita.address == f"{seat}/photo/truth"
