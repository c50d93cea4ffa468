"""The nets: small, of operations that every OpenCV from 4.14 runs."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def _step(inputs: int, outputs: int, stride: int | tuple[int, int] = 1) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class _Twice(nn.Module):
    """Two convolutions added to what goes in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _step(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class LetterNet(nn.Module):
    """The gradients of 32 x 32 px, 2 px a cell, in; out the scores of the letters and of nothing, and a description.

    The description is 160 figures on the letter, alike for prints of one letter in one font.
    """

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _step(8, 32), _step(32, 64, 2), _step(64, 64), _step(64, 128, 2), _step(128, 128),
            nn.Flatten(), nn.Dropout(0.25),
        )  # fmt: skip
        self.describe = nn.Linear(128 * 16, 160)
        self.score = nn.Linear(160, classes)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        described = torch.relu(self.describe(self.body(x)))
        return self.score(described), described


class NumberNet(nn.Module):
    """Gradients and shades of 128 x 32 px, 2 px a cell, in; out 32 places with scores of no sign and of each sign.

    And with a description: 160 figures a place, alike for prints of one sign in one font.
    """

    def __init__(self, classes: int) -> None:
        super().__init__()
        columns = nn.Conv2d(96, 160, (4, 3), 1, (0, 1), bias=False)
        beside, farther = (nn.Conv2d(160, 160, (1, 3), 1, (0, 1), bias=False) for _ in range(2))
        self.body = nn.Sequential(
            _step(12, 56, (2, 1)), _step(56, 96, 2), _Twice(96), nn.Dropout(0.05),
            columns, nn.BatchNorm2d(160), nn.ReLU(inplace=True), nn.Dropout(0.1),
            beside, nn.BatchNorm2d(160), nn.ReLU(inplace=True), nn.Dropout(0.1),
            farther, nn.BatchNorm2d(160), nn.ReLU(inplace=True),
        )  # fmt: skip
        self.score = nn.Conv2d(160, classes, 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        described = self.body(x)
        return self.score(described)[:, :, 0], described[:, :, 0]


class PlaceNet(nn.Module):
    """A card's cut-out, 3 x 224 x 160, in; out the heat of letter, number and icons and their sizes, and what it is.

    Heat and sizes are 7 x 56 x 40; what it is: three scores, no front of ours, an upright one, one upside down. And
    what heat and sizes are weighed from, 32 x 56 x 40: a printing may weigh it otherwise.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(_step(3, 16, 2), _step(16, 28, 2), _Twice(28))
        self.middle = nn.Sequential(_step(28, 48, 2), _Twice(48))
        self.coarse = nn.Sequential(_step(48, 72, 2), _Twice(72), _Twice(72))
        self.deep = nn.Sequential(_step(72, 96, 2), _Twice(96))
        self.up = nn.ModuleList([nn.Conv2d(96, 72, 1), nn.Conv2d(72, 48, 1), nn.Conv2d(48, 28, 1)])
        self.twice = nn.Upsample(scale_factor=2, mode="nearest")
        self.join = _step(48, 48)
        self.last = _step(28, 32)
        self.maps = nn.Conv2d(32, 7, 1)
        self.kind = nn.Sequential(nn.Conv2d(96, 48, 1), nn.ReLU(inplace=True), nn.Flatten(), nn.Linear(48 * 35, 3))
        with torch.no_grad():
            self.maps.bias[:3] = -3

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        fine = self.fine(x)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        deep = self.deep(coarse)
        coarse = torch.relu(coarse + self.twice(self.up[0](deep)))
        middle = self.join(torch.relu(middle + self.twice(self.up[1](coarse))))
        fine = torch.relu(fine + self.twice(self.up[2](middle)))
        features = self.last(fine)
        return self.maps(features), self.kind(deep), features
