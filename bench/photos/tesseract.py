"""Tesseract as a yardstick: the same letters and numbers, cut out by the truth."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache

import cv2
import numpy as np

from companion.vision.crops import CROP_PX, PrintRegion
from companion.vision.designs.card_design import CardDesign
from companion.vision.geometry import BgrImage, GrayImage, warp_quad

_SCALE = 3
"""Cards are cut out three times as wide as we cut them: Tesseract likes capitals 30 to 60 px high."""


@cache
def has_tesseract() -> bool:
    """Tell whether it is installed."""
    return shutil.which("tesseract") is not None


def read_with_tesseract(image: BgrImage, corners: list[list[float]], face: CardDesign) -> str:
    """Return letter and number, such as ``M8/10``, as Tesseract reads them."""
    a, b, c, d = ((x, y) for x, y in corners)
    cut = warp_quad(image, (a, b, c, d), (CROP_PX[0] * _SCALE, CROP_PX[1] * _SCALE))
    gray = np.asarray(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY), np.uint8)
    letter = _ask(_crop(gray, face.letter, 1.5), "10", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    number = _ask(_crop(gray, face.number, 1.6), "7", "0123456789/")
    return letter + number


def _crop(gray: GrayImage, spot: PrintRegion, room: float) -> GrayImage:
    high, wide = gray.shape
    half_high, half_wide = spot.height * high * room / 2, max(spot.width * wide, spot.height * high) * room / 2
    y, x = spot.y * high, spot.x * wide
    return gray[max(0, int(y - half_high)) : int(y + half_high), max(0, int(x - half_wide)) : int(x + half_wide)]


def _ask(crop: GrayImage, mode: str, signs: str) -> str:
    # Dark print on light paper, with a margin: what Tesseract is made for.
    dark_on_light = 255 - crop if crop.mean() < 128 else crop
    framed = cv2.copyMakeBorder(dark_on_light, 12, 12, 12, 12, cv2.BORDER_REPLICATE)
    data = cv2.imencode(".png", framed)[1].tobytes()
    command = ["tesseract", "-", "-", "--psm", mode, "-c", f"tessedit_char_whitelist={signs}"]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    return "".join(done.stdout.decode().split())
