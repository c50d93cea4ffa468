r"""Train the net that finds letter, number and icons on a card's cut-out, and tells fronts, backs and which way up.

    python -m tools.train_print_maps --fonts /usr/share/fonts --fonts FOLDER --icons FILE... \
        --out companion/vision/weights
    python -m tools.pack_net companion/vision/weights/print_maps.onnx

Most cards have their print anywhere (``tools.glyphs.free_cards``), so that none of it is looked for at one printer's
places. Needs what ``tools.train_glyphs`` needs, and icon fonts: those of ``tools.train_icons``. FOLDER are the fonts of
``tools.glyphs.fonts.NPM_FAMILIES``, then 198 families. An hour on two cores with other work beside. The weights that
are shipped took three runs of 1,200, 3,000 and 1,600 steps, each from where the one before had ended (``--start``);
icons along the foot, down the sides and in rings came into the cards for the last. Faces and fonts that
``tools/scenes/held_out.toml`` lists are never drawn: ``Pack`` leaves their seeds out, and ``random_face`` their fonts.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from tools.glyphs.cards import HIGH, UPRIGHT, WIDE, Pack, draw_sample, draw_targets
from tools.glyphs.free_cards import Stock, gather_stock
from tools.glyphs.nets import PlaceNet
from tools.glyphs.resuming import resume

BATCH = 48
FACES = 8000
"""Seeds of faces to learn from; the highest are kept for trial."""
CALIBRATED = 384
"""Cut-outs that normalizations are measured on when a packed net goes on learning."""


class Cards(IterableDataset[tuple[np.ndarray, int, np.ndarray, np.ndarray, np.ndarray]]):
    """Endless cut-outs with their truth."""

    def __init__(self, seed: int, stock: Stock) -> None:
        self.seed, self.stock = seed, stock

    def __iter__(self) -> Iterator[tuple[np.ndarray, int, np.ndarray, np.ndarray, np.ndarray]]:
        cv2.setNumThreads(1)
        info = get_worker_info()
        dice, pack = np.random.default_rng([self.seed, info.id if info else 99]), Pack(FACES, self.stock)
        while True:
            picture, kind, prints = draw_sample(dice, pack)
            yield picture.transpose(2, 0, 1).copy(), kind, *draw_targets(prints)


def prepare(pictures: Tensor) -> Tensor:
    """Return pictures as the net takes them."""
    return (pictures.float() - 128) / 64


def find_loss(net: nn.Module, batch: list[Tensor]) -> tuple[Tensor, Tensor]:
    """Return the loss of a batch, and of that what it costs not to know fronts from backs."""
    pictures, kinds, heat, sizes, counts = batch
    maps, kind, _ = net(prepare(pictures).contiguous(memory_format=torch.channels_last))
    maps = maps.float()
    chance = torch.sigmoid(maps[:, :3]).clamp(1e-4, 1 - 1e-4)
    hit = -((1 - chance) ** 2) * chance.log() * (heat > 0.97)
    missed = -(chance**2) * (1 - chance).log() * (1 - heat) ** 4 * (heat <= 0.97)
    focal = (hit + missed).sum() / max(1.0, float((heat > 0.97).sum()))
    far = (nn.functional.smooth_l1_loss(maps[:, 3:], sizes, reduction="none") * counts).sum() / max(
        1.0, float(counts.sum())
    )
    side = nn.functional.cross_entropy(kind.float(), kinds)
    return focal + 2 * far + side, side


@torch.no_grad()
def measure(net: nn.Module, batch: list[Tensor]) -> tuple[float, float]:
    """Return the share of cut-outs told apart, and of fronts whose letter's and number's places are within 6 px."""
    net.eval()
    maps, kind, _ = net(prepare(batch[0]))
    right = (kind.argmax(1) == batch[1]).float().mean()
    fronts = batch[1] == UPRIGHT
    seen, truth = maps[fronts, :2].flatten(2).argmax(2), batch[2][fronts, :2].flatten(2).argmax(2)
    wide = batch[2].shape[3]
    off = torch.hypot((seen % wide - truth % wide).float(), (seen // wide - truth // wide).float())
    return float(right), float((off <= 1.5).all(1).float().mean())


def train(stock: Stock, steps: int, seed: int, out: Path, threads: int, start: Path | None) -> None:
    """Train, saying now and then how well it goes, and write the net."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    net = PlaceNet().to(memory_format=torch.channels_last)
    if start:
        pictures = next(iter(DataLoader(Cards(seed + 2, stock), CALIBRATED)))[0]
        resume(net, start, prepare(pictures).contiguous(memory_format=torch.channels_last))
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=0.02)
    # What is kept is the mean of the last weights: steadier than those of any step.
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.997), use_buffers=True)
    loader = iter(DataLoader(Cards(seed, stock), BATCH, num_workers=1, prefetch_factor=4))
    trial = next(iter(DataLoader(Cards(seed + 1, stock), 500)))
    # A net that goes on learning learns slower.
    fastest = 8e-4 if start else 2e-3
    # Processors without AVX-512 take five times as long for numbers of half the length.
    halved = "AVX512" in torch.backends.cpu.get_cpu_capability()
    started = time.monotonic()
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = fastest * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 2e-6
        net.train()
        with torch.autocast("cpu", torch.bfloat16, enabled=halved):
            loss, side = find_loss(net, next(loader))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        optimiser.step()
        mean.update_parameters(net)
        if step % 100 == 99 or step == steps - 1:
            told, placed = measure(mean.module, trial)
            spent = time.monotonic() - started
            print(
                f"{step + 1:5d} {spent:5.0f} s  {loss.item():.3f} {side.item():.3f}  {told:.4f} {placed:.4f}",
                flush=True,
            )
        if step % 200 == 199 or step == steps - 1:
            export(mean.module, out)


def export(net: nn.Module, out: Path) -> None:
    """Write the net as ONNX."""
    net.eval()
    axes = {name: {0: "cards"} for name in ("pictures", "maps", "kind", "features")}
    torch.onnx.export(
        net, (torch.zeros(1, 3, HIGH, WIDE),), str(out / "print_maps.onnx"), input_names=["pictures"],
        output_names=["maps", "kind", "features"], dynamic_axes=axes, opset_version=13, dynamo=False,
    )  # fmt: skip


def main() -> None:
    """Train as asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--fonts", type=Path, action="append", required=True, metavar="FOLDER")
    parser.add_argument("--icons", type=Path, nargs="+", required=True, metavar="FILE", help="icon fonts")
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start", type=Path, metavar="FILE", help="a packed net to go on from")
    chosen = parser.parse_args()
    train(gather_stock(chosen.fonts, chosen.icons), chosen.steps, chosen.seed, chosen.out, chosen.threads, chosen.start)


if __name__ == "__main__":
    main()
