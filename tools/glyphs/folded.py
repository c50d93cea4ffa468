"""``PlaceNet`` as it is shipped, its norms folded into its convolutions, and a second branch that notices icons."""

from __future__ import annotations

import gzip
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

HEAT, SIZE = 2, 6
"""The channels of ``PlaceNet``'s maps that speak of icons; those of the second branch follow all others."""


def _then_relu(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1), nn.ReLU())


class _Twice(nn.Module):
    """Two convolutions added to what goes in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(width, width, 3, 1, 1), nn.Conv2d(width, width, 3, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class IconBranch(nn.Module):
    """A decoder of its own for icons anywhere on a card: 2 x 56 x 40, their heat and their size."""

    def __init__(self) -> None:
        super().__init__()
        self.coarse, self.middle, self.fine = _Twice(64), _Twice(40), _Twice(24)
        self.down, self.on = nn.Conv2d(64, 40, 1), nn.Conv2d(40, 24, 1)
        self.twice = nn.Upsample(scale_factor=2, mode="nearest")
        self.last, self.maps = _then_relu(24, 32), nn.Conv2d(32, 2, 1)

    def forward(self, fine: Tensor, middle: Tensor, coarse: Tensor) -> Tensor:
        middle = self.middle(torch.relu(middle + self.twice(self.down(self.coarse(coarse)))))
        fine = self.fine(torch.relu(fine + self.twice(self.on(middle))))
        return self.maps(self.last(fine))


class FoldedPlaceNet(nn.Module):
    """What ``PlaceNet`` returns, with two more maps: those of ``IconBranch``."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(_then_relu(3, 16, 2), _then_relu(16, 24, 2), _Twice(24))
        self.middle = nn.Sequential(_then_relu(24, 40, 2), _Twice(40))
        self.coarse = nn.Sequential(_then_relu(40, 64, 2), _Twice(64), _Twice(64))
        self.down, self.on = nn.Conv2d(64, 40, 1), nn.Conv2d(40, 24, 1)
        self.twice = nn.Upsample(scale_factor=2, mode="nearest")
        self.last, self.maps = _then_relu(24, 32), nn.Conv2d(32, 7, 1)
        self.kind = nn.Sequential(nn.Conv2d(64, 64, 3, 2, 1), nn.ReLU(), nn.Flatten(), nn.Linear(64 * 35, 3))
        self.icons = IconBranch()

    def encode(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the features at strides 4, 8 and 16, which both branches share."""
        fine = self.fine(x)
        middle = self.middle(fine)
        return fine, middle, self.coarse(middle)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        fine, middle, coarse = self.encode(x)
        icons = self.icons(fine, middle, coarse)
        middle = torch.relu(middle + self.twice(self.down(coarse)))
        fine = torch.relu(fine + self.twice(self.on(middle)))
        return torch.cat([self.maps(self.last(fine)), icons], 1), self.kind(coarse)


def open_packed(path: Path) -> tuple[onnx.GraphProto, dict[str, Tensor]]:
    """Return the graph of a packed net (``.onnx.gz``), and its weights by their names."""
    graph = onnx.load_from_string(gzip.decompress(path.read_bytes())).graph
    return graph, {one.name: torch.tensor(numpy_helper.to_array(one).copy()) for one in graph.initializer}


def load_packed(path: Path) -> FoldedPlaceNet:
    """Return the net of a packed file (``.onnx.gz``); the second branch begins as a copy of the first one's end."""
    graph, weights = open_packed(path)
    layers = [node for node in graph.node if node.op_type in {"Conv", "Gemm"} and "/icons/" not in node.output[0]]
    net = FoldedPlaceNet()
    fine, middle, coarse = net.fine, net.middle, net.coarse
    modules = [
        fine[0][0], fine[1][0], fine[2].first, fine[2].second, middle[0][0], middle[1].first, middle[1].second,
        coarse[0][0], coarse[1].first, coarse[1].second, coarse[2].first, coarse[2].second,
        net.down, net.on, net.last[0], net.maps, net.kind[0], net.kind[3],
    ]  # fmt: skip
    for layer, module in zip(layers, modules, strict=True):
        module.weight.data, module.bias.data = weights[layer.input[1]], weights[layer.input[2]]
    icons = net.icons
    for copy, module in ((icons.down, net.down), (icons.on, net.on), (icons.last[0], net.last[0])):
        copy.load_state_dict(module.state_dict())
    icons.maps.weight.data = net.maps.weight.data[[HEAT, SIZE]].clone()
    icons.maps.bias.data = net.maps.bias.data[[HEAT, SIZE]].clone()
    for twice in (icons.coarse, icons.middle, icons.fine):
        nn.init.zeros_(twice.second.weight)
        nn.init.zeros_(twice.second.bias)
    return net
