"""The neural networks, run by OpenCV: where print is on a card, which letter, which number, what icons look like."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import cv2
import numpy as np

from ..geometry import BgrImage, FloatArray, GrayImage
from .oriented_gradients import describe_orientations, describe_shades

_FOLDER = Path(__file__).parent.with_name("weights")

PRINT_MAP_PX = (160, 224)
"""Width and height of the cut-out that ``predict_print_maps`` looks at."""
PRINT_MAP_STRIDE = 4
PRINT_FEATURES = 32
"""How many values the network weighs in each cell for its heatmaps."""
LETTER_PX = (32, 32)
NUMBER_PX = (128, 32)
SIGNS = "0123456789/"
"""What a number is written in; behind them, ``classify_numbers`` speaks of no sign."""
ICON_DIMENSIONS = 64
_ICON_MEAN = np.array([25.0, 0.0, 0.0], np.float32)
_ICON_SPREAD = np.array([20.0, 30.0, 30.0], np.float32)
"""As ``tools.train_icons`` has them."""


@dataclass(frozen=True, slots=True)
class PrintMaps:
    """Heatmaps of print on cards, on a grid with ``PRINT_MAP_STRIDE`` pixels a cell."""

    heat: FloatArray
    """Cards x 3 x rows x columns, 0 to 1: letter, number, icons."""
    sizes_px: FloatArray
    """Cards x 4 x rows x columns: the letter's height, the number's height and width, an icon's height."""
    sides: FloatArray
    """Cards x 3, chances: no front, an upright front, a front upside down."""
    features: FloatArray
    """Cards x ``PRINT_FEATURES`` x rows x columns: what heat is weighed from."""

    def choose(self, cards: Sequence[int]) -> PrintMaps:
        """Return the maps of some cards, in this order."""
        return PrintMaps(*(array[list(cards)] for array in self._list_arrays()))

    def append(self, others: PrintMaps) -> PrintMaps:
        """Return the maps of these cards and, behind them, of others."""
        pairs = zip(self._list_arrays(), others._list_arrays(), strict=True)
        return PrintMaps(*(np.concatenate(both) for both in pairs))

    def weigh_icons(self, cards: Sequence[int], weights: FloatArray) -> FloatArray:
        """Return the heat of letter, number and icons on some cards, that of icons weighed as a printing has taught.

        ``weights`` are added to those of the network's last layer: one for each feature, and last a constant.
        """
        heat = self.heat[cards]
        if weights.any():
            added = np.tensordot(weights[:-1], self.features[cards], (0, 1)) + weights[-1]
            against = np.exp(-np.clip(added, -_MOST_ADDED, _MOST_ADDED))
            heat[:, 2] = 1 / (1 + against * (1 / np.maximum(heat[:, 2], _LEAST_HEAT) - 1))
        return heat

    def _list_arrays(self) -> tuple[FloatArray, ...]:
        return self.heat, self.sizes_px, self.sides, self.features


_LEAST_HEAT = 1e-9
_MOST_ADDED = 30.0
"""Log odds that weights add at most: a deck file may bring any."""


def predict_print_maps(crops: list[BgrImage]) -> PrintMaps:
    """Return where print may be on crops of ``PRINT_MAP_PX``, and which side they show."""
    pictures = np.stack([crop.transpose(2, 0, 1) for crop in crops]).astype(np.float32)
    maps, sides, features = run_network(
        "print_maps", np.asarray((pictures - 128) / 64, np.float32), ("maps", "kind", "features")
    )
    heat = np.asarray(1 / (1 + np.exp(-maps[:, :3])), np.float32)
    return PrintMaps(heat, np.asarray(np.exp(np.clip(maps[:, 3:], -3, 3)) * 16, np.float32), _softmax(sides), features)


def list_known_letters() -> tuple[str, ...]:
    """Return the classes of ``classify_letters``, in order."""
    return _read_letters()


def classify_letters(crops: list[GrayImage]) -> tuple[FloatArray, FloatArray]:
    """Return the logits of all known letters and, last, of nothing, for crops of ``LETTER_PX``; and embeddings.

    Embeddings are 160 values each: prints of one letter in one font have similar ones.
    """
    scores, embeddings = run_network("letters", describe_orientations(np.stack(crops)), ("scores", "description"))
    return scores, embeddings


def classify_numbers(crops: list[GrayImage]) -> tuple[FloatArray, FloatArray]:
    """Return what 32 steps from left to right show on crops of ``NUMBER_PX``: log probabilities and embeddings.

    Cards x steps x 12: those of ``SIGNS``, then the blank of connectionist temporal classification. Cards x steps x
    160: prints of one sign in one font have similar ones.
    """
    pictures = np.stack(crops)
    described = np.concatenate([describe_orientations(pictures), describe_shades(pictures)], axis=1)
    scores, embeddings = run_network("numbers", described, ("scores", "description"))
    # Trained with "no sign" first.
    scores = np.roll(scores.transpose(0, 2, 1), -1, axis=2)
    top = scores.max(axis=2, keepdims=True)
    chances = np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=2, keepdims=True)), np.float32)
    return chances, embeddings.transpose(0, 2, 1)


@cache
def read_sign_weights() -> FloatArray:
    """Return what the last layer of ``classify_numbers`` weighs embeddings with: ``SIGNS`` x (160 and a constant)."""
    weights = np.load(_FOLDER / "numbers.last.npy", allow_pickle=False)
    return np.asarray(weights[1:], np.float32)  # Trained with "no sign" first.


def normalize_embeddings(embeddings: FloatArray) -> FloatArray:
    """Return embeddings (the last axis) of length 1."""
    return np.asarray(embeddings / (np.linalg.norm(embeddings, axis=-1, keepdims=True) + 1e-6), np.float32)


def compare_centered(embeddings: FloatArray, samples: FloatArray) -> FloatArray:
    """Return the cosines of embeddings (... x dimensions) and samples, without what the samples have in common.

    What all letters of a font share says nothing about which of them one is.
    """
    usual = samples.mean(axis=0)
    return np.asarray(normalize_embeddings(embeddings - usual) @ normalize_embeddings(samples - usual).T, np.float32)


def embed_icons(patches: FloatArray) -> FloatArray:
    """Return embeddings of icons (n x rows x columns x 3, as ``icon_patches.crop_patches`` has them): n x 64.

    About half of the icons of any printing have a positive value in each dimension. Icons of one printing that look
    alike in some light have embeddings of about the same direction.
    """
    if not len(patches):
        return np.zeros((0, ICON_DIMENSIONS), np.float32)
    pictures = ((patches - _ICON_MEAN) / _ICON_SPREAD).transpose(0, 3, 1, 2)
    (embeddings,) = run_network("icons", np.ascontiguousarray(pictures, np.float32))
    return embeddings.reshape(len(patches), ICON_DIMENSIONS)


def _softmax(scores: FloatArray) -> FloatArray:
    risen = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(risen / risen.sum(axis=-1, keepdims=True), np.float32)


def run_network(name: str, pictures: FloatArray, outputs: tuple[str, ...] = ()) -> list[FloatArray]:
    """Run a network that comes with the program: ``detector``, ``print_maps``, ``letters``, ``numbers`` or ``icons``.

    Returns the arrays of the ``outputs`` it names, or of its last one. A network holds what it computes, tens of
    megabytes: a process has one of each, and threads take turns.
    """
    with _TURN:
        net = _open(name)
        parts = [_forward(net, pictures[at : at + _BATCH], outputs) for at in range(0, len(pictures), _BATCH)]
    return parts[0] if len(parts) == 1 else [np.concatenate(several) for several in zip(*parts, strict=True)]


def _forward(net: Any, pictures: FloatArray, outputs: tuple[str, ...]) -> list[FloatArray]:
    net.setInput(pictures)
    arrays = net.forward(list(outputs)) if outputs else [net.forward()]
    return [np.asarray(values, np.float32) for values in arrays]


_BATCH = 8
"""How many pictures a network takes at once: it keeps the memory that the most of them took."""
_TURN = Lock()


def open_networks() -> None:
    """Open all networks that come with the program, as the first photo would: about 0.05 s."""
    with _TURN:
        for path in _FOLDER.glob("*.onnx.gz"):
            _open(path.name.removesuffix(".onnx.gz"))


def close_networks(*names: str) -> None:
    """Close these networks, or all of them; those that are needed again are opened again.

    OpenCV offers no other way to free what a network has computed last. After some photos that is 130 MB, most of what
    a process keeps.
    """
    with _TURN:
        for name in names or tuple(_NETWORKS):
            _NETWORKS.pop(name, None)


_NETWORKS: dict[str, Any] = {}
"""Those that are open, by name."""


def _open(name: str) -> Any:
    if name not in _NETWORKS:
        packed = (_FOLDER / f"{name}.onnx.gz").read_bytes()
        _NETWORKS[name] = cv2.dnn.readNetFromONNX(np.frombuffer(gzip.decompress(packed), np.uint8))
    return _NETWORKS[name]


@cache
def _read_letters() -> tuple[str, ...]:
    return tuple(json.loads((_FOLDER / "letters.json").read_text(encoding="utf-8"))["letters"])
