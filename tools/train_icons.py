"""Train the embedding of icons: ``python -m tools.train_icons --fonts FILE... --out FOLDER``.

Episodic training as in prototypical networks (Snell, Swersky and Zemel 2017): a printing's icons are shown in one
photo, and then asked for in another, among them one that was not shown and places without any. What was shown is kept
as the signs of its mean embedding alone, one bit a dimension, as deck files keep it; the signs are trained straight
through (Bengio, Leonard and Courville 2013).

``--start`` goes on from a packed net, so that what lessons have learned by it stays true: the new net is to answer to
an icon on any background as the old one does to the same view of it on a plain ground (distillation: Hinton, Vinyals
and Dean 2015; that old embeddings stay of use: Shen, Xiong, Xia and Soatto 2020). The weights that are shipped took two
runs: 25 minutes on plain grounds alone, and 14 from there, 1,200 steps with two workers.

FILES are icon fonts: Material Design Icons (``@mdi/font``, Apache 2.0), and Remix Icon (``remixicon`` up to 4.9, Apache
2.0), both on npm. Needs PyTorch, onnx, and fontTools; pack the result with ``tools.pack_net``.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from tools.glyphs.packed import open_packed
from tools.glyphs.resuming import resume
from tools.icons.art import gather_pictograms
from tools.icons.episodes import BARE, IMAGES, KNOWN, PATCH_PX, draw_episode

DIMENSIONS = 64
EPISODES = 12
SHOWN, ASKED = 3, 2
HELD_SHARE = 20
"""One pictogram in so many says how well it goes, and is not learned from."""
OLD_SHARE = 30.0
"""How much it counts to answer as the old net does."""
MEAN, SPREAD = (25.0, 0.0, 0.0), (20.0, 30.0, 30.0)
"""What is subtracted from Lab with half the lightness, and what it is divided by."""


def _step(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class IconNet(nn.Module):
    """Patches, 3 x 24 x 24, in; out 64 figures, of which the signs are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _step(3, 32), _step(32, 48, 2), _step(48, 64), _step(64, 96, 2), _step(96, 96), _step(96, 128, 2),
            nn.Flatten(),
        )  # fmt: skip
        self.last = nn.Linear(128 * 9, DIMENSIONS, bias=False)
        # As many icons on one side of a bit as on the other.
        self.even = nn.BatchNorm1d(DIMENSIONS, affine=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.even(self.last(self.body(x)))


class Weights(nn.Module):
    """How sharp similarities are, and from which similarity on an icon is known."""

    def __init__(self) -> None:
        super().__init__()
        self.sharpness = nn.Parameter(torch.tensor(8.0))
        self.least = nn.Parameter(torch.tensor(0.35))

    def forward(self, asked: Tensor, shown: Tensor) -> Tensor:
        """Return the logits of the known icons, of a bare place, and of none: episodes x asked x 8."""
        alike = nn.functional.normalize(asked, dim=-1) @ nn.functional.normalize(shown, dim=-1).transpose(1, 2)
        none = self.least.expand(*alike.shape[:2], 1)
        return self.sharpness * torch.cat([alike, none], dim=2)


Batch = tuple[Tensor, Tensor, Tensor, Tensor]
"""Patches shown and asked, and both again on a plain ground: episodes x images x views x 3 x rows x columns each."""


class Episodes(IterableDataset[Batch]):
    """Batches of episodes without end."""

    def __init__(self, art: np.ndarray, seed: int) -> None:
        self.art, self.seed = art, seed

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        dice = np.random.default_rng([self.seed, info.id if info else 0])
        while True:
            yield draw_batch(dice, self.art)


def draw_batch(dice: np.random.Generator, art: np.ndarray, episodes: int = EPISODES) -> Batch:
    """Return patches ready for the net."""
    drawn = [draw_episode(dice, art, SHOWN, ASKED) for _ in range(episodes)]

    def prepare(side: int, ground: int) -> Tensor:
        patches = (np.stack([one[side][ground] for one in drawn]) - MEAN) / SPREAD
        return torch.from_numpy(np.moveaxis(patches, -1, 3).astype(np.float32))

    return prepare(0, 0), prepare(1, 0), prepare(0, 1), prepare(1, 1)


def keep_signs(values: Tensor) -> Tensor:
    """Return signs, through which gradients pass as if they were the values."""
    return values + (torch.sign(values) - values).detach()


def score(found: Tensor, weights: Weights, episodes: int, *, signs: bool = True) -> tuple[Tensor, Tensor]:
    """Return the logits of all that is asked (n x 8), and what it is; ``found`` are embeddings, as ``list_patches``."""
    first = episodes * IMAGES * SHOWN
    taught = found[:first].view(episodes, IMAGES, SHOWN, DIMENSIONS)
    wanted = found[first:].view(episodes, IMAGES * ASKED, DIMENSIONS)
    means = taught[:, [*range(KNOWN), BARE]].mean(dim=2)
    logits = weights(wanted, keep_signs(means) if signs else means)
    # Known icons, then the one that is none, then bare places: bare is the seventh logit, none the eighth.
    truth = torch.tensor([*range(KNOWN), KNOWN + 1, KNOWN]).repeat_interleave(ASKED).repeat(episodes)
    return logits.flatten(0, 1), truth


def list_patches(shown: Tensor, asked: Tensor) -> Tensor:
    """Return all patches of a batch in one row."""
    return torch.cat([shown.flatten(0, 2), asked.flatten(0, 2)])


def start(net: IconNet, packed: Path, batch: Batch) -> None:
    """Give the net the weights of a packed one."""
    _, values = open_packed(packed)
    resume(net.body, packed, list_patches(*batch[2:]))
    (last,) = (value for value in values.values() if value.ndim == 2)
    with torch.no_grad():
        net.last.weight.copy_(last.T)
        for name in ("running_mean", "running_var"):
            getattr(net.even, name).copy_(values[f"even.{name}"])


def train(net: IconNet, old: IconNet | None, weights: Weights, batches: Iterator[Batch], minutes: float) -> None:
    """Train for so many minutes; a net that goes on from an ``old`` one learns slower."""
    learned = [*net.parameters(), *weights.parameters()]
    fastest = 1e-3 if old else 3e-3
    optimizer = torch.optim.AdamW(learned, fastest, weight_decay=0.01)
    began, step, sums = time.monotonic(), 0, [0.0, 0.0, 0.0]
    while (share := (time.monotonic() - began) / 60 / minutes) < 1:
        for group in optimizer.param_groups:
            group["lr"] = fastest * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6
        net.train()
        if old:
            net.even.eval()
        shown, asked, *plain = next(batches)
        # Half precision halves the time where the processor has it, and makes no difference to the result.
        with torch.autocast("cpu", torch.bfloat16):
            found = net(list_patches(shown, asked))
        logits, truth = score(found.float(), weights, len(shown), signs=old is None or step % 2 == 0)
        loss, apart = nn.functional.cross_entropy(logits, truth), torch.zeros(())
        if old:
            with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
                wanted = old(list_patches(*plain)).float()
            apart = (1 - nn.functional.cosine_similarity(found.float(), wanted)).mean()
        optimizer.zero_grad()
        (loss + OLD_SHARE * apart).backward()
        nn.utils.clip_grad_norm_(learned, 5)
        optimizer.step()
        step += 1
        for k, one in enumerate((loss.item(), float((logits.argmax(dim=1) == truth).float().mean()), apart.item())):
            sums[k] += one
        if step % 100 == 0:
            print(f"{step:5d} {60 * minutes * share:5.0f} s loss {sums[0] / 100:.3f} right {sums[1] / 100:.3f} "
                  f"unlike the old {sums[2] / 100:.3f} sharpness {weights.sharpness.item():.1f} "
                  f"least {weights.least.item():.2f}", flush=True)  # fmt: skip
            sums = [0.0, 0.0, 0.0]


def judge(net: IconNet, weights: Weights, trial: np.ndarray) -> None:
    """Print how well icons are told whose art was not learned from, with signs alone and with all of the figures."""
    net.eval()
    dice = np.random.default_rng(5)
    right: dict[str, list[float]] = {"signs": [], "figures": []}
    with torch.no_grad():
        for _ in range(20):
            shown, asked, *_ = draw_batch(dice, trial)
            found = net(list_patches(shown, asked))
            for name, several in right.items():
                logits, truth = score(found, weights, len(shown), signs=name == "signs")
                several.append(float((logits.argmax(dim=1) == truth).float().mean()))
    print({name: round(float(np.mean(several)), 4) for name, several in right.items()}, flush=True)


def export(net: IconNet, out: Path) -> None:
    """Write the net as ONNX."""
    net.eval()
    torch.onnx.export(
        net, (torch.zeros(1, 3, PATCH_PX, PATCH_PX),), str(out / "icons.onnx"), input_names=["patches"],
        output_names=["embeddings"], dynamic_axes={name: {0: "icons"} for name in ("patches", "embeddings")},
        opset_version=13, dynamo=False,
    )  # fmt: skip


def main() -> None:
    """Train as asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fonts", type=Path, nargs="+", required=True, metavar="FILE")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--start", type=Path, metavar="FILE", help="a packed net to go on from")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    chosen: Any = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(chosen.threads)
    chosen.out.mkdir(parents=True, exist_ok=True)
    art = gather_pictograms(chosen.fonts)
    held = np.arange(len(art)) % HELD_SHARE == 0
    print(f"{len(art)} pictograms", flush=True)
    net, weights, old = IconNet(), Weights(), None
    batches = iter(DataLoader(Episodes(art[~held], chosen.seed), None, num_workers=chosen.workers, prefetch_factor=8))
    if chosen.start:
        start(net, chosen.start, next(batches))
        old = copy.deepcopy(net).eval()
        judge(net, weights, art[held])
    train(net, old, weights, batches, chosen.minutes)
    judge(net, weights, art[held])
    torch.save({"net": net.state_dict(), "weights": weights.state_dict()}, chosen.out / "icons.pt")
    export(net, chosen.out)


if __name__ == "__main__":
    main()
