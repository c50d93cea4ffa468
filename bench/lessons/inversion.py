"""Attack what a deck file without pictures holds of icons.

    python -m bench.lessons.inversion --file DECK --art FILE... --unseen FILE

With ``--file`` the arrays of a deck file are listed. The attacker has the network and as much art as it was trained on.
A decoder is trained to draw an icon from its code, the 64 bits that a file holds of a category, and from those of what
all categories have in common; another from the discriminants of its category as well, 64 weights of three bits. Then
they draw icons of another font, whose art neither the network nor the decoders have seen. How well is measured by
correlation with the true drawing, and by how often that is the nearest of a hundred. The same is measured of the
nearest icon that the attacker knows, of a drawing that is the same for all codes, and of patches, which lessons with
pictures hold. FILES are icon fonts: those of ``tools.train_icons``, and ``bootstrap-icons`` (MIT). Needs PyTorch and
fontTools.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn

from companion.vision.designs.card_design import CATEGORIES
from companion.vision.learning.icons.icon_discriminants import embed_variations, measure_moments
from companion.vision.networks.inference import embed_icons
from companion.vision.reading.icons.discriminants import coarsen_discriminants, fit_distributions
from tools.icons.art import draw_pictograms, gather_pictograms
from tools.icons.episodes import FOREIGN, draw_printing, photograph

VIEWS = 7
"""Icons of a category that a printing is learned from: as many as a photo of 15 cards has."""
CANDIDATES = 100
SIDE_PX = 24
"""Side of a drawing: finer than patches, on which an icon is 15 pixels wide."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Icons of random printings."""

    codes: np.ndarray
    """Icons x 128, -1 or 1: what a file without pictures holds of a category, and of what all have in common."""
    weights: np.ndarray
    """Icons x 65: a category's discriminants, as such a file holds them, in standard deviations of each."""
    drawings: np.ndarray
    """Icons x pixels: their ink, standardized."""
    patches: np.ndarray
    """Icons x pixels: the lightness of a patch, standardized; what a file with pictures holds."""


def draw_sample(art: np.ndarray, printings: int, seed: int, *, each_once: bool = False) -> Sample:
    """Print the art in random ways and photograph it; with ``each_once``, no icon is in two printings."""
    dice = np.random.default_rng(seed)
    order = dice.permutation(len(art))
    codes, weights, drawings, patches = [], [], [], []
    many = len(CATEGORIES)
    cards = [CATEGORIES] * VIEWS
    for number in range(printings):
        # A printing is drawn with a seventh icon, which is left out.
        place = number * (FOREIGN + 1)
        chosen = order[place : place + FOREIGN + 1] if each_once else dice.choice(len(art), FOREIGN + 1, replace=False)
        seen = photograph(dice, draw_printing(dice, art[chosen], plain=True), VIEWS, strange=False)[0][:many]
        rows = [*seen.transpose(1, 0, 2, 3, 4)]
        means = embed_icons(np.concatenate(rows)).reshape(VIEWS, many, -1).mean(axis=0)
        common = np.tile(np.sign(means.mean(axis=0)), (many, 1))
        codes.append(np.concatenate([np.sign(means - means.mean(axis=0)), common], axis=1))
        moments = measure_moments(embed_variations(rows), cards)
        weights.append(coarsen_discriminants(fit_distributions(moments)))
        drawings += [cv2.resize(ink, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA) for ink in art[chosen[:many]]]
        patches += [cv2.resize(one[0, 4:-4, 4:-4, 0], (SIDE_PX, SIDE_PX)) for one in seen]
        if number % 500 == 499:
            print(f"  {number + 1} of {printings} printings", flush=True)
    weighed = np.concatenate(weights)
    return Sample(
        np.concatenate(codes), weighed / (weighed.std(axis=0) + 1e-6), standardize(drawings), standardize(patches)
    )


def standardize(pictures: Any) -> np.ndarray:
    """Return pictures as rows of mean 0 and length 1."""
    rows = np.asarray(pictures, np.float32).reshape(len(pictures), -1)
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), np.float32)


def make_decoder(inputs: int) -> nn.Sequential:
    """Return a decoder: so many figures in, out a drawing."""
    return nn.Sequential(
        nn.Linear(inputs, 1024), nn.BatchNorm1d(1024), nn.ReLU(), nn.Dropout(0.3),
        nn.Linear(1024, 1024), nn.BatchNorm1d(1024), nn.ReLU(), nn.Dropout(0.3), nn.Linear(1024, SIDE_PX**2),
    )  # fmt: skip


def train_decoder(held: np.ndarray, sample: Sample, epochs: int) -> nn.Sequential:
    """Train a decoder to draw, from what a file holds, what correlates best with the true drawing."""
    net = make_decoder(held.shape[1])
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3, weight_decay=0.01)
    codes, drawings = torch.from_numpy(held).float(), torch.from_numpy(sample.drawings)
    steps = epochs * (len(codes) // 128)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, total_steps=steps)
    for epoch in range(epochs):
        order, total = torch.randperm(len(codes)), 0.0
        for batch in order[: len(order) // 128 * 128].view(-1, 128):
            drawn = net(codes[batch])
            drawn = nn.functional.normalize(drawn - drawn.mean(dim=1, keepdim=True), dim=1)
            loss = 1 - (drawn * drawings[batch]).sum(dim=1).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        if epoch % 5 == 4:
            reached = 1 - total / (len(order) // 128)
            print(f"  epoch {epoch + 1}: correlation {reached:.3f} on art that it learns from", flush=True)
    return net.eval()


def judge(name: str, guesses: np.ndarray, sample: Sample) -> None:
    """Print how well guesses resemble the true drawings, and how often those are the nearest of the hundred."""
    alike = guesses @ sample.drawings.T
    own = np.diag(alike)
    found, total, tenth = 0, 0, 0
    for start in range(0, len(own) - CANDIDATES + 1, CANDIDATES):
        part = alike[start : start + CANDIDATES, start : start + CANDIDATES]
        rank = (part > np.diag(part)[:, None]).sum(axis=1)
        found, tenth, total = found + int((rank == 0).sum()), tenth + int((rank < 10).sum()), total + CANDIDATES
    others = float((alike.sum() - own.sum()) / (alike.size - len(own)))
    print(f"{name:44} correlation {own.mean():.2f} (with others {others:.2f}), nearest of {CANDIDATES}: {found} of "
          f"{total}, among the ten nearest: {tenth}", flush=True)  # fmt: skip


def list_arrays(path: Path) -> None:
    """Print every array that the lessons of a deck file hold."""
    document = json.loads(path.read_text(encoding="utf-8"))
    print(f"{path.stat().st_size / 1000:.0f} kB, {len(document['cards'])} cards, "
          f"{sum('pictures' in card for card in document['cards'])} with pictures")  # fmt: skip
    for place, lesson in enumerate(document["lessons"]):
        with np.load(io.BytesIO(base64.b64decode(lesson["features"]))) as arrays:
            plain = json.loads(bytes(arrays["plain"]).decode())
            print(place, {key: len(value) if key == "cards" else value for key, value in plain.items()})
            for name, array in arrays.items():
                print(f"  {name:16} {array.dtype} {array.shape}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lessons.inversion", description=__doc__)
    parser.add_argument("--file", type=Path, help="a deck file whose arrays to list")
    parser.add_argument("--art", type=Path, nargs="+", default=[], metavar="FILE")
    parser.add_argument("--unseen", type=Path, metavar="FILE")
    parser.add_argument("--printings", type=int, default=4000)
    parser.add_argument("--epochs", type=int, default=25)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(1)
    if chosen.file:
        list_arrays(chosen.file)
    if not chosen.art or not chosen.unseen:
        return
    known = draw_sample(gather_pictograms(chosen.art), chosen.printings, 1)
    unseen = np.stack(draw_pictograms(chosen.unseen))
    target = draw_sample(unseen, len(unseen) // (FOREIGN + 1), 2, each_once=True)
    print(f"{len(known.codes)} icons to learn from, {len(target.codes)} of art that was never seen", flush=True)
    usual = np.tile(known.drawings.mean(axis=0), (len(target.codes), 1))
    judge("the same drawing for all", standardize(usual), target)
    judge("nearest icon that the attacker knows", known.drawings[(target.codes @ known.codes.T).argmax(axis=1)], target)
    both, wanted = (np.hstack([one.codes, one.weights]) for one in (known, target))
    for name, learned, held in (
        ("decoder, from the code", known.codes, target.codes),
        ("decoder, from code and discriminants", both, wanted),
        ("decoder, from a patch, as with pictures", 20 * known.patches, 20 * target.patches),
    ):
        decoder = train_decoder(learned, known, chosen.epochs)
        with torch.no_grad():
            drawn = decoder(torch.from_numpy(held).float()).numpy()
        judge(name, standardize(drawn), target)


if __name__ == "__main__":
    main()
