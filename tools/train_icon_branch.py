"""Train the second branch of the net that finds print: icons anywhere on a card, pictures beneath them or not.

    python -m tools.train_icon_branch companion/vision/weights/print_maps.onnx.gz --out companion/vision/weights
    python -m tools.pack_net companion/vision/weights/print_maps.onnx

Everything else of the net stays as it is. Needs what ``tools.train_glyphs`` needs. A quarter of an hour on one core.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader

from tools.glyphs.cards import ICON
from tools.glyphs.folded import FoldedPlaceNet, load_packed
from tools.train_print_maps import BATCH, Cards, export, prepare

SCATTERED = 0.6
"""Share of the faces whose icons may be anywhere."""


def find_loss(maps: Tensor, batch: list[Tensor]) -> Tensor:
    """Return the loss of the branch's two maps."""
    heat, sizes, counts = batch[2][:, ICON], batch[3][:, -1], batch[4][:, -1]
    chance = torch.sigmoid(maps[:, 0]).clamp(1e-4, 1 - 1e-4)
    hit = -((1 - chance) ** 2) * chance.log() * (heat > 0.97)
    missed = -(chance**2) * (1 - chance).log() * (1 - heat) ** 4 * (heat <= 0.97)
    focal = (hit + missed).sum() / max(1.0, float((heat > 0.97).sum()))
    far = nn.functional.smooth_l1_loss(maps[:, 1], sizes, reduction="none") * counts
    return focal + 2 * far.sum() / max(1.0, float(counts.sum()))


def train(net: FoldedPlaceNet, steps: int, seed: int) -> None:
    """Train the branch; say now and then what it loses."""
    torch.manual_seed(seed)
    learned = list(net.icons.parameters())
    optimiser = torch.optim.AdamW(learned, 2e-3, weight_decay=0.02)
    batches = iter(DataLoader(Cards(seed, SCATTERED), BATCH, num_workers=1, prefetch_factor=4))
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * min(1, (step + 1) / 50) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 2e-6
        batch = next(batches)
        with torch.no_grad():
            features = net.encode(prepare(batch[0]))
        loss = find_loss(net.icons(*features), batch)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(learned, 5)
        optimiser.step()
        if step % 100 == 99:
            print(f"{step + 1:5d} {loss.item():.3f}", flush=True)


def main() -> None:
    """Train as asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", type=Path)
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    net = load_packed(chosen.net)
    train(net, chosen.steps, chosen.seed)
    export(net, chosen.out)


if __name__ == "__main__":
    main()
