"""The training itself: crops in, weights out."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import count, islice
from math import cos, pi
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, distributed, multiprocessing, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from tools.glyphs.resuming import resume

from .crops import answer, cut_crop
from .net import FinderNet, measure_loss
from .store import Kept, find_shards, read_shard

LOG = logging.getLogger(__name__)
BATCH = 12
"""Crops that a process takes at a time."""
FASTEST = 3e-3
"""The highest learning rate."""
AGAIN = 0.35
"""The share of it with which a trained net goes on."""
CALIBRATED = 96
"""Crops by which a net that goes on sets its normalizations."""
OPSET = 13


@dataclass(frozen=True, slots=True)
class Plan:
    """How long to train: a number of steps (the same on every machine), or minutes where ``steps`` is 0."""

    lessons: Path
    steps: int
    minutes: float
    seed: int
    processes: int
    start: Path | None = None
    """A packed net to go on from, more slowly, instead of from nothing."""


def prepare(pictures: Tensor) -> Tensor:
    """Return pictures as the net takes them."""
    return (pictures.float() - 127.5) / 64


class Crops(IterableDataset[tuple[Tensor, ...]]):
    """Endless crops of the kept lessons; shards that come later are taken up as they come."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.seed = folder, seed
        self.shards: list[Path] = []
        self.kept: list[Kept] = []
        self.take_up()

    def take_up(self) -> None:
        """Read the shards that are new."""
        for path in find_shards(self.folder):
            if path not in self.shards:
                self.shards.append(path)
                self.kept += read_shard(path)

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        """Yield picture, heat, reach, sizes, near and care."""
        cv2.setNumThreads(1)
        worker = get_worker_info()
        dice = np.random.default_rng([self.seed, worker.id if worker else 0])
        for taken in count():
            if taken % 1000 == 0:
                self.take_up()
            crop, corners, labels, in_sight = cut_crop(self.kept[dice.integers(len(self.kept))], dice)
            maps = answer(corners, labels, in_sight)
            picture = torch.from_numpy(np.ascontiguousarray(crop.transpose(2, 0, 1)))
            yield picture, *(torch.from_numpy(m) for m in (maps.heat, maps.reach, maps.sizes, maps.near, maps.care))


def train(plan: Plan) -> FinderNet:
    """Train a net and return the running mean of its weights.

    Each process takes its own crops, and all go by the mean of what they learn: faster than threads on few cores.
    """
    path = plan.lessons / "trained.pt"
    multiprocessing.spawn(_train_with_others, (plan, path), plan.processes)
    net = FinderNet()
    net.load_state_dict(torch.load(path))
    return net


def _train_with_others(rank: int, plan: Plan, path: Path) -> None:
    logging.basicConfig(level=logging.INFO if rank == 0 else logging.WARNING, format="%(message)s")
    store = distributed.FileStore(str(plan.lessons / f"meeting-{os.getppid()}"), plan.processes)
    distributed.init_process_group("gloo", store=store, rank=rank, world_size=plan.processes)
    torch.set_num_threads(1)
    torch.manual_seed(plan.seed)
    crops = Crops(plan.lessons, 100 * plan.seed + rank)
    LOG.info("%d lessons", len(crops.kept))
    net = FinderNet().to(memory_format=torch.channels_last)
    if plan.start:
        pictures = torch.stack([crop[0] for crop in islice(crops, CALIBRATED)])
        resume(net, plan.start, prepare(pictures))
    fastest = FASTEST * (AGAIN if plan.start else 1)
    mean = deepcopy(net).eval()
    weights = [w for w in net.parameters() if w.ndim > 1]
    others = [w for w in net.parameters() if w.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": weights, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}], lr=fastest
    )
    start, running = time.monotonic(), 0.0
    for step, batch in enumerate(DataLoader(crops, BATCH, num_workers=1, prefetch_factor=4)):
        done = _agree(step / plan.steps if plan.steps else (time.monotonic() - start) / (60 * plan.minutes))
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = fastest * min(1.0, (step + 1) / 100) * (0.01 + 0.99 * (1 + cos(pi * done)) / 2)
        loss = _step(net, optimiser, batch)
        running = loss if step == 0 else 0.99 * running + 0.01 * loss
        _blend(mean, net, min(0.998, (step + 1) / (step + 10)))
        if step % 100 == 0:
            LOG.info("%.0f s, step %d, %.0f %%, loss %.3f", time.monotonic() - start, step, 100 * done, running)
        if rank == 0 and step % 500 == 499:
            torch.save(mean.state_dict(), plan.lessons / "latest.pt")
    if rank == 0:
        torch.save(mean.state_dict(), path)
    distributed.destroy_process_group()


def _agree(done: float) -> float:
    """Return how far the first process is, so that all stop together."""
    told = torch.tensor([done])
    distributed.broadcast(told, 0)
    return float(told)


def _share_gradients(net: nn.Module) -> None:
    """Replace the gradients by their mean over all processes."""
    gradients = [w.grad for w in net.parameters() if w.grad is not None]
    together = torch.cat([gradient.flatten() for gradient in gradients])
    distributed.all_reduce(together)
    together /= distributed.get_world_size()
    for gradient, mean in zip(gradients, together.split([g.numel() for g in gradients]), strict=True):
        gradient.copy_(mean.view_as(gradient))


def _step(net: FinderNet, optimiser: torch.optim.Optimizer, batch: list[Tensor]) -> float:
    pictures, heat, reach, sizes, near, care = batch
    x = prepare(pictures).contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        maps = net(x)
    loss = measure_loss(maps.float(), heat, reach, sizes, near, care)
    optimiser.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    _share_gradients(net)
    nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    optimiser.step()
    return float(loss.detach())


@torch.no_grad()
def _blend(mean: nn.Module, net: nn.Module, share: float) -> None:
    """Move the running mean towards the net."""
    for ours, theirs in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
        if ours.dtype.is_floating_point:
            ours.lerp_(theirs, 1 - share)
        else:
            ours.copy_(theirs)


class Shipped(nn.Module):
    """The net as it is shipped: the first five maps are shares of 0 to 1, the next eight are in cells."""

    def __init__(self, net: FinderNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: Tensor) -> Tensor:
        """Return the maps in the units that ``companion.vision.detecting.keypoints`` reads."""
        maps = self.net(x)
        return torch.cat([torch.sigmoid(maps[:, :5]), maps[:, 5:13] * 8, maps[:, 13:]], 1)


def export(net: FinderNet, path: Path) -> None:
    """Write a net as ONNX, for pictures of any size in multiples of 32 px."""
    path.parent.mkdir(parents=True, exist_ok=True)
    axes = {"picture": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}}
    torch.onnx.export(
        Shipped(net.float().eval()).to(memory_format=torch.contiguous_format), (torch.zeros(1, 3, 96, 128),), path,
        input_names=["picture"], output_names=["maps"], dynamic_axes=axes, opset_version=OPSET, dynamo=False,
    )  # fmt: skip
