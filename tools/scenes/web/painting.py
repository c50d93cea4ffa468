"""Painting the second maker's cards with Chromium."""

from __future__ import annotations

import atexit
from functools import lru_cache

import cv2
import numpy as np
from playwright.sync_api import Page, sync_playwright

from tools.browser import find_chromium
from tools.scenes.decks import SceneCard
from tools.scenes.faces import CATEGORIES
from tools.scenes.paint import Image8

from .faces import WebFace
from .markup import WIDTH, write_card, write_style
from .packages import write_font_face, write_symbol
from .pictures import write_back

SCALE = 3
"""Pixels painted for a CSS pixel: no photo shows a card larger."""

SIZES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65)
"""How much smaller print may become that has no room."""
_HAS_ROOM = """() => {
  const frame = document.querySelector(".card").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".letter, .number, .icon")].map(one => one.getBoundingClientRect());
  const margin = 9, gap = 1;
  return boxes.every((one, place) =>
    one.left >= frame.left + margin && one.right <= frame.right - margin && one.bottom <= frame.bottom - margin &&
    boxes.slice(place + 1).every(other =>
      one.right + gap <= other.left || other.right + gap <= one.left ||
      one.bottom + gap <= other.top || other.bottom + gap <= one.top));
}"""


@lru_cache(maxsize=1)
def _open_page() -> Page:
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--font-render-hinting=none"])
    atexit.register(playwright.stop)
    return browser.new_page(viewport={"width": WIDTH, "height": 2 * WIDTH}, device_scale_factor=SCALE)


@lru_cache(maxsize=1)
def _open_printing(face: WebFace) -> Page:
    """Open a page with a printing's fonts, icons and style."""
    page = _open_page()
    families = {(face.letter_family, face.weight), (face.number_family, face.weight)}
    families |= {(face.title_family, weight) for weight in (400, 700)}
    fonts = "\n".join(write_font_face(*one) for one in sorted(families))
    symbols = "".join(write_symbol(face.icon_set, face.name_icon(category), category) for category in CATEGORIES)
    page.set_content(
        f"<!doctype html><style>{fonts}{write_style(face)}</style>"
        f'<svg style="position: absolute; width: 0; height: 0">{symbols}</svg><div id="card"></div>'
    )
    # A font that nothing was written in yet is not there when the first card is painted.
    page.evaluate("Promise.all([...document.fonts].map(font => font.load()))")
    _fit_print(page, face)
    return page


def _fit_print(page: Page, face: WebFace) -> None:
    """Print letter, number and icons of all cards smaller until the widest have room beside each other."""
    widest = write_card(face, SceneCard("W", 10, 10, CATEGORIES[:4]))
    for fit in SIZES:
        _show(page, f"<style>.card {{ --fit: {fit} !important }}</style>{widest}")
        if page.evaluate(_HAS_ROOM):
            page.add_style_tag(content=f".card {{ --fit: {fit} !important }}")
            return
    raise ValueError(face.name)


def _show(page: Page, html: str) -> None:
    page.evaluate("html => { document.getElementById('card').innerHTML = html }", html)


def _paint(face: WebFace, html: str) -> bytes:
    page = _open_printing(face)
    _show(page, html)
    high = round(WIDTH * face.height)
    return page.screenshot(clip={"x": 0, "y": 0, "width": WIDTH, "height": high}, animations="disabled")


@lru_cache(maxsize=200)
def _paint_front(face: WebFace, card: SceneCard) -> bytes:
    return _paint(face, write_card(face, card))


@lru_cache(maxsize=8)
def _paint_back(face: WebFace) -> bytes:
    return _paint(face, write_back(face))


@lru_cache(maxsize=200)
def _measure_icons(face: WebFace, card: SceneCard) -> tuple[tuple[float, float, float], ...]:
    page = _open_printing(face)
    _show(page, write_card(face, card))
    boxes = page.evaluate(
        """() => {
          const card = document.querySelector(".card").getBoundingClientRect();
          return [...document.querySelectorAll(".icon")].map(one => one.getBoundingClientRect()).map(box =>
            [(box.left + box.right) / 2 - card.left, (box.top + box.bottom) / 2 - card.top, box.width]);
        }"""
    )
    return tuple((x / WIDTH, y / WIDTH, side / WIDTH) for x, y, side in boxes)


def measure_icons(face: WebFace, card: SceneCard) -> list[tuple[float, float, float]]:
    """Return center and size of a card's icons in card widths, in their order, as Chromium lays them out."""
    return list(_measure_icons(face, card))


def _shrink(png: bytes, face: WebFace, width_px: int) -> Image8:
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(face.name)
    return np.asarray(
        cv2.resize(image, (width_px, round(width_px * face.height)), interpolation=cv2.INTER_AREA), np.uint8
    )


def paint_front(face: WebFace, card: SceneCard, width_px: int) -> Image8:
    """Paint the front of a card; the same card is painted once."""
    return _shrink(_paint_front(face, card), face, width_px)


def paint_back(face: WebFace, width_px: int) -> Image8:
    """Paint the back."""
    return _shrink(_paint_back(face), face, width_px)
