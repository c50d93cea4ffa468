"""What a phone measures of a photo before it is sent, what it says then, and that it sends the photo all the same."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from itertools import pairwise

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from bench.photos.glance import Lens
from bench.photos.spoiling import SLICES, blur
from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat
from companion.vision.problems import PhotoError, Problem
from tools.scenes.faces import parchment
from tools.scenes.photos import Photo, make_photo

from .photo_review import choose_photo
from .photographs import photograph

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
SIZE = (2016, 1512)
SEEDS = (0, 1, 2, 3)
HALF = 0.5
"""Of a length in a photo of 12 megapixels, in one of this size."""


@pytest.fixture(scope="module")
def scenes() -> dict[int, Photo]:
    return {seed: make_photo(parchment(), seed, size=SIZE) for seed in SEEDS}


@pytest.fixture(scope="module")
def lens(chromium: Browser) -> Iterator[Lens]:
    page = chromium.new_page()
    yield Lens(page)
    page.close()


def encode(image: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


@pytest.mark.parametrize("seed", [*SEEDS[:2], *(pytest.param(seed, marks=pytest.mark.long) for seed in SEEDS[2:])])
def test_the_more_a_photo_is_blurred_the_less_sharp_it_is(lens, scenes, seed):
    image = scenes[seed].image
    radii = (0.01, 1, 2, 3, 4.5, 6, 9, 12, 18, 25)
    told = [lens.measure(encode(blur(image, HALF * radius))) for radius in radii]
    sharpness = [one["figures"]["sharpness"] for one in told]
    assert all(after <= before + 0.01 for before, after in pairwise(sharpness)), sharpness
    assert [one["warnings"] for one in told[:2]] == [[], []]
    assert all(one["warnings"] == ["blurred"] for one in told[-4:]), sharpness


@pytest.mark.parametrize("seed", SEEDS)
def test_the_less_light_there_is_the_darker_a_photo_is(lens, scenes, seed):
    image = scenes[seed].image.astype(np.float32)
    told = [lens.measure(encode((image * light).astype(np.uint8))) for light in (1, 0.5, 0.25, 0.12, 0.06, 0.02)]
    light = [one["figures"]["light"] for one in told]
    assert all(after < before for before, after in pairwise(light)), light
    assert "dark" not in told[0]["warnings"] + told[1]["warnings"]
    assert told[-2]["warnings"][0] == told[-1]["warnings"][0] == "dark"


def test_a_photo_is_measured_alike_on_its_side(lens, scenes):
    image = scenes[0].image
    upright, aside = (lens.measure(encode(one))["figures"] for one in (image, np.rot90(image)))
    assert aside["sharpness"] == pytest.approx(upright["sharpness"], abs=0.04)
    assert aside["light"] == pytest.approx(upright["light"], abs=2)
    assert aside["cut"] == pytest.approx(upright["cut"], abs=0.05)


@pytest.mark.parametrize("gray", [0, 128, 255])
def test_a_bare_surface_is_neither_blurred_nor_cut_off(lens, gray):
    told = lens.measure(encode(np.full((1200, 1600, 3), gray, np.uint8)))
    assert told["warnings"] == (["dark"] if gray == 0 else [])


@pytest.mark.parametrize("size", [(1, 1), (8000, 70), (70, 8000), (300, 300)])
def test_a_picture_of_any_size_is_measured(lens, size):
    figures = lens.measure(encode(np.full((size[1], size[0], 3), 200, np.uint8)))["figures"]
    assert all(np.isfinite(value) for value in figures.values())


def test_the_slices_of_the_benchmark_are_measured_as_they_are(lens, scenes):
    quads = [np.array(card["corners"]) for card in scenes[0].truth["cards"]]
    cut = SLICES["left 58 %"](scenes[0].image, quads, np.random.default_rng(1)).image
    whole = lens.measure(encode(scenes[0].image))["figures"]["cut"]
    assert lens.measure(encode(cut))["figures"]["cut"] > whole


# --- The dialog ------------------------------------------------------------------------------------------------------


@pytest.fixture
def seat(app) -> str:
    """The URL of a seat whose shelf is empty."""
    with app.app_context():
        slug = queries.start_draft(
            Details("B-7c", "en"), [StoredSeat("Rita"), StoredSeat("Eric")], StoredLibrary(), NOW
        )
    return f"/inspections/{slug}/seats/1"


@pytest.fixture
def page(browse, seat, monkeypatch) -> Page:
    """The page to take a photo; the eye sees nothing in any."""

    def see_nothing(*_about: object) -> None:
        raise PhotoError(Problem.NO_SHELF)

    monkeypatch.setattr("companion.workflow.photos.working.read_shelf_photo", see_nothing)
    page = browse()
    page.goto(f"{seat}/photo")
    return page


def darken(data: bytes) -> bytes:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return encode((np.asarray(image) * 0.05).astype(np.uint8))


SHARP = photograph("A1:CF B2:HM C3:RS D4:CC E5:MM", "en")


def test_a_bad_photo_is_warned_of_with_what_to_do_and_sent_all_the_same(page):
    choose_photo(page, "#take-whole", darken(SHARP))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This photo seems too dark. Switch on a lamp")
    expect(dialog.get_by_role("progressbar")).to_be_hidden()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    dialog.get_by_role("button", name="Send it all the same").tap()
    expect(dialog).to_contain_text("No shelf is visible in this photo.")


def test_another_photo_is_taken_instead(page):
    choose_photo(page, "#take-whole", darken(SHARP))
    dialog = page.get_by_role("dialog")
    with page.expect_file_chooser():
        dialog.get_by_role("button", name="Take a photo").tap()
    choose_photo(page, "#take-whole", SHARP)
    expect(dialog).to_contain_text("No shelf is visible in this photo.")
    expect(dialog).not_to_contain_text("too dark")


@pytest.mark.parametrize("content", [SHARP, b"ftypheic, which no browser here opens"])
def test_nothing_is_said_of_a_good_photo_nor_of_one_that_cannot_be_opened(page, content):
    choose_photo(page, "#take-whole", content)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("No shelf is visible in this photo.")
    expect(dialog).not_to_contain_text("seems")


def test_a_browser_that_shows_pictures_to_no_script_sends_them_unseen(page):
    page.evaluate("() => { CanvasRenderingContext2D.prototype.getImageData = () => { throw new Error('no'); }; }")
    choose_photo(page, "#take-whole", darken(SHARP))
    expect(page.get_by_role("dialog")).to_contain_text("No shelf is visible in this photo.")
