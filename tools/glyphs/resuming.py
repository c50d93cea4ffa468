"""Going on from a packed net, in which normalizations have become part of the convolutions before them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import torch
from torch import Tensor, nn

from .packed import open_packed


def resume(net: nn.Module, packed: Path, pictures: Tensor) -> None:
    """Give a net the weights of a packed one.

    What its normalizations should take for mean and spread is measured on ``pictures`` (n x channels x height x width,
    as the net takes them): the net then answers as the packed one does, and can go on learning.
    """
    graph, values = open_packed(packed)
    weighed = iter(node.input for node in graph.node if node.op_type in {"Conv", "Gemm"})
    order: list[nn.Conv2d | nn.Linear] = []
    hooks = [layer.register_forward_pre_hook(lambda layer, _: order.append(layer)) for layer in _list_weighed(net)]
    net.eval()
    with torch.no_grad():
        net(pictures[:1])
        for hook in hooks:
            hook.remove()
        biases = {}
        for layer in order:
            _, weight, bias = next(weighed)
            layer.weight.copy_(values[weight])
            biases[layer] = values[bias]
            if layer.bias is not None:
                layer.bias.copy_(values[bias])
        normalized = dict(_list_normalized(net))
        for convolution, norm in normalized.items():
            _pass_through(norm, biases[convolution])
        seen: dict[nn.Conv2d, Tensor] = {}
        hooks = [layer.register_forward_hook(lambda layer, _, y: seen.update({layer: y})) for layer in normalized]
        net(pictures)
        for hook in hooks:
            hook.remove()
        for convolution, y in seen.items():
            _normalize(normalized[convolution], y, biases[convolution])


def _list_weighed(net: nn.Module) -> Iterator[nn.Conv2d | nn.Linear]:
    return (layer for layer in net.modules() if isinstance(layer, nn.Conv2d | nn.Linear))


def _list_normalized(net: nn.Module) -> Iterator[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Yield each convolution that a normalization follows, with it."""
    for part in net.modules():
        for layer, after in pairwise(part.children()):
            if isinstance(layer, nn.Conv2d) and isinstance(after, nn.BatchNorm2d):
                yield layer, after


def _pass_through(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.fill_(1)
    norm.bias.copy_(bias)


def _normalize(norm: nn.BatchNorm2d, y: Tensor, bias: Tensor) -> None:
    spread, mean = torch.var_mean(y, (0, 2, 3))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.copy_((spread + norm.eps).sqrt())
    norm.bias.copy_(bias + mean)
