"""The nets of the eye, run by OpenCV: where print stands on a card, which letter, which number."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import get_ident
from typing import Any

import cv2
import numpy as np

from ..geometry import BgrImage, FloatArray, GrayImage
from .oriented_gradients import describe_orientations

_FOLDER = Path(__file__).parent.with_name("weights")

PRINT_MAP_PX = (160, 224)
"""Width and height of the cut-out that ``predict_print_maps`` looks at."""
PRINT_MAP_STRIDE = 4
LETTER_PX = (32, 32)
NUMBER_PX = (128, 32)
SIGNS = "0123456789/"
"""What a number is written in; behind them, ``classify_numbers`` speaks of no sign."""


@dataclass(frozen=True, slots=True)
class PrintMaps:
    """Where print may stand on some cards, on a grid with ``PRINT_MAP_STRIDE`` pixels a cell."""

    heat: FloatArray
    """Cards x 3 x rows x columns, 0 to 1: letter, number, icons."""
    sizes_px: FloatArray
    """Cards x 4 x rows x columns: the letter's height, the number's height and width, an icon's height."""
    sides: FloatArray
    """Cards x 3, chances: no front, an upright front, a front upside down."""


def predict_print_maps(cuts: list[BgrImage]) -> PrintMaps:
    """Find print on cut-outs of ``PRINT_MAP_PX``."""
    pictures = np.stack([cut.transpose(2, 0, 1) for cut in cuts]).astype(np.float32)
    maps, sides = _run("places", np.asarray((pictures - 128) / 64, np.float32), ("maps", "kind"))
    heat = np.asarray(1 / (1 + np.exp(-maps[:, :3])), np.float32)
    return PrintMaps(heat, np.asarray(np.exp(np.clip(maps[:, 3:], -3, 3)) * 16, np.float32), _softmax(sides))


def list_known_letters() -> tuple[str, ...]:
    """Return the letters that ``classify_letters`` tells apart, in its order."""
    return _read_letters()


def classify_letters(crops: list[GrayImage]) -> tuple[FloatArray, FloatArray]:
    """Return the scores of all known letters and, last, of nothing, for crops of ``LETTER_PX``; and descriptions.

    Descriptions are 160 figures each: prints of one letter in one font have similar ones.
    """
    scores, descriptions = _run("letters", describe_orientations(np.stack(crops)), ("scores", "description"))
    return scores, descriptions


def classify_numbers(crops: list[GrayImage]) -> FloatArray:
    """Return the log chances of the signs at 32 places from left to right, for crops of ``NUMBER_PX``.

    Cards x places x 12: those of ``SIGNS``, then no sign.
    """
    (scores,) = _run("numbers", describe_orientations(np.stack(crops)), ("scores",))
    # Trained with "no sign" first.
    scores = np.roll(scores.transpose(0, 2, 1), -1, axis=2)
    top = scores.max(axis=2, keepdims=True)
    return np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=2, keepdims=True)), np.float32)


def _softmax(scores: FloatArray) -> FloatArray:
    risen = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(risen / risen.sum(axis=-1, keepdims=True), np.float32)


def _run(name: str, pictures: FloatArray, outputs: tuple[str, ...]) -> list[FloatArray]:
    net = open_network(name)
    net.setInput(pictures)
    return [np.asarray(values, np.float32) for values in net.forward(list(outputs))]


def open_network(name: str) -> Any:
    """Return one of the nets that come with the program: ``finder``, ``places``, ``letters`` or ``numbers``."""
    # A net holds what it computes, so that each thread has its own.
    return _open(name, get_ident())


@cache
def _open(name: str, _thread: int) -> Any:
    packed = (_FOLDER / f"{name}.onnx.gz").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(gzip.decompress(packed), np.uint8))


@cache
def _read_letters() -> tuple[str, ...]:
    return tuple(json.loads((_FOLDER / "letters.json").read_text(encoding="utf-8"))["letters"])
