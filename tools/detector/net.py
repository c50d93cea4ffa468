"""The net: U-shaped, from a picture to what is seen in each cell of 4 x 4 px."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTHS = (16, 32, 48, 64, 72)
"""Channels at strides 2, 4, 8, 16 and 32."""
HEADS = 21
"""1 card center, 4 corners, 8 from the center to the corners, 8 from a cell to the corner near it."""


class Step(nn.Module):
    """A convolution with its normalisation."""

    def __init__(self, taken: int, given: int, size: int = 3, stride: int = 1) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(taken, given, size, stride, size // 2, bias=False)
        self.norm = nn.BatchNorm2d(given)

    def forward(self, x: Tensor) -> Tensor:
        """Return the normalized convolution."""
        y: Tensor = self.norm(self.convolution(x))
        return y


class Block(nn.Module):
    """Two convolutions beside a short cut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = Step(width, width), Step(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """Return x and what the convolutions add to it."""
        return functional.relu(x + self.second(functional.relu(self.first(x))))


class FinderNet(nn.Module):
    """Pictures (n x 3 x h x w, h and w multiples of 32) to maps (n x 21 x h/4 x w/4); the first five are logits."""

    def __init__(self) -> None:
        super().__init__()
        stem, *widths = WIDTHS
        self.stem = Step(3, stem, stride=2)
        self.down = nn.ModuleList(Step(a, b, stride=2) for a, b in pairwise(WIDTHS))
        depths = (1, 2, 2, 2)
        self.blocks = nn.ModuleList(
            nn.Sequential(*(Block(width) for _ in range(depth))) for width, depth in zip(widths, depths, strict=True)
        )
        self.lateral = nn.ModuleList(Step(b, a, size=1) for a, b in pairwise(widths))
        self.up = nn.ModuleList(Block(width) for width in widths[:-1])
        self.head = nn.Sequential(Step(widths[0], 40), nn.ReLU(), nn.Conv2d(40, HEADS, 1))
        # Nearly everything is background: start there.
        nn.init.constant_(self.head[-1].bias[:5], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """Return the maps."""
        x = functional.relu(self.stem(x))
        seen = []
        for down, blocks in zip(self.down, self.blocks, strict=True):
            x = blocks(functional.relu(down(x)))
            seen.append(x)
        for level in reversed(range(len(seen) - 1)):
            raised = functional.interpolate(self.lateral[level](x), scale_factor=2.0, mode="nearest")
            x = self.up[level](functional.relu(seen[level] + raised))
        y: Tensor = self.head(x)
        return y


def measure_loss(maps: Tensor, heat: Tensor, reach: Tensor, sizes: Tensor, near: Tensor, care: Tensor) -> Tensor:
    """Return the loss of a batch.

    ``heat`` (n x 5) are center and corners, ``reach`` (n x 8) runs from centers to corners and counts where ``sizes``
    (n x 1, the card's size in cells) is not 0, ``near`` (n x 8) from cells to corners counts where it is not NaN;
    ``care`` (n x 1) is 0 where nothing is asked.
    """
    logits = maps[:, :5]
    share = torch.sigmoid(logits)
    hit = (heat > 0.999).float()
    found = hit * (1 - share) ** 2 * functional.logsigmoid(logits)
    wrong = (1 - hit) * (1 - heat) ** 4 * share**2 * functional.logsigmoid(-logits)
    each = hit.sum((0, 2, 3)).clamp(min=4.0)
    seeing = (-(found + wrong) * care).sum((0, 2, 3)) / each
    asked = (sizes > 0).float()
    pulling = ((maps[:, 5:13] * 8 - reach).abs() / sizes.clamp(min=1) * asked).sum() / asked.sum().clamp(min=1) / 8
    known = ~torch.isnan(near)
    nearing = ((maps[:, 13:] - torch.nan_to_num(near)).abs() * known).sum() / known.sum().clamp(min=1)
    total: Tensor = seeing[0] + seeing[1:].mean() + 4 * pulling + nearing
    return total
