"""A box that nobody has seen, on a phone: a photo, a tap for each kind of icon, and the next shelf is simply read."""

from __future__ import annotations

import datetime
import re
from collections import Counter

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat
from tools.scenes.decks import make_deck
from tools.scenes.faces import random_face
from tools.scenes.photos import make_photo

from ..photos.photo_review import choose_photo, look_at_doubts, use_shelf

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
# A face that no network was trained with: this tests the way through the pages, the bench how well it works.
FACE, FIRST, SECOND = 20_001, 13, 14


@pytest.fixture(scope="module")
def shelves():
    """Two photos of shelves of one printing, of different cards."""
    face, deck = random_face(FACE), make_deck(1)
    halves = deck[::2], deck[1::2]
    return face, [
        make_photo(face, seed, size=(2400, 1800), pool=pool) for seed, pool in zip((FIRST, SECOND), halves, strict=True)
    ]


@pytest.fixture
def desk(app):
    with app.app_context():
        seats = [StoredSeat("Rita", "S"), StoredSeat("Eric", "H")]
        return f"/inspections/{queries.start_draft(Details('B-7c', 'en', 'F', 'C'), seats, StoredLibrary(), NOW)}"


def encode(photo) -> bytes:
    return cv2.imencode(".jpg", photo.image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def name_icons(page, face, photo, cards) -> int:
    """Say of each kind that is asked for what most of the icons shown are; return how many there were."""
    title = page.locator("#lesson-title")
    index, total = 1, int(re.findall(r"\d+", title.inner_text())[-1])
    while True:
        expect(title).to_contain_text(f"{index} of {total}")
        seen = Counter(find_icon(box, face, photo, cards) for box in list_boxes(page))
        page.locator(f"#lesson-{max(seen, key=seen.__getitem__)}").tap()
        if index == total:
            return total
        index += 1


def list_boxes(page):
    boxes = page.locator("#lesson .lesson-views svg").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('viewBox'))"
    )
    return [tuple(map(float, box.split())) for box in boxes]


def find_icon(box, face, photo, cards) -> str:
    """Return the category of the icon in the middle of a crop."""
    left, top, wide, high = box
    found = []
    for card in photo.truth["cards"]:
        quad = np.array(card["corners"], np.float32)
        onto = cv2.getPerspectiveTransform(
            quad, np.array([[0, 0], [1, 0], [1, face.height], [0, face.height]], np.float32)
        )
        ((at,),) = cv2.perspectiveTransform(np.array([[[left + wide / 2, top + high / 2]]], np.float32), onto)
        icons = cards.get(card["card"], "")
        found += [
            (float(np.abs(at - place).max()), icon)
            for place, icon in zip(np.array(face.icon_places(len(icons))), icons, strict=False)
        ]
    return min(found)[1]


def test_a_box_that_nobody_has_seen_is_known_after_a_tap_for_each_kind_of_icon(browse, desk, shelves):
    face, (first, second) = shelves
    cards = {card.write(): card.icons for card in make_deck(1)}
    page = browse()
    page.goto(f"{desk}/seats/1/shelf")
    choose_photo(page, "#editor input[capture]", encode(first))
    expect(page.locator("#lesson")).to_be_visible()
    assert name_icons(page, face, first, cards) <= 9
    expect(page.get_by_text("The eye has learned these icons.")).to_be_visible()
    expect(page.get_by_text("This print is new, so compare each of these cards once.")).to_be_visible()
    # One tap says that all of them are right.
    assert look_at_doubts(page, [row.split() for row in first.truth["notation"].split(" / ")]) == (1, [])
    use_shelf(page)
    page.goto(f"{desk}/seats/2/shelf")
    choose_photo(page, "#editor input[capture]", encode(second))
    expect(page.locator(".photo-count")).to_be_visible()
    assert page.locator("#lesson").count() == 0
    answered, left = look_at_doubts(page, [row.split() for row in second.truth["notation"].split(" / ")])
    assert answered <= 3
    assert left == []
    use_shelf(page)
    for photo, seat in ((first, 1), (second, 2)):
        page.goto(f"{desk}/seats/{seat}/shelf")
        expect(page.locator("[name=shelf]")).to_have_value(photo.truth["notation"])
