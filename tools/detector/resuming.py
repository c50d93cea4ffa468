"""Going on from a packed net, in which normalizations have become part of the convolutions before them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from torch import Tensor, nn

from tools.glyphs.packed import open_packed

from .net import FinderNet, Step


def resume(net: FinderNet, packed: Path, pictures: Tensor) -> None:
    """Give a net the weights of a packed one.

    What its normalizations should take for mean and spread is measured on ``pictures`` (n x 3 x height x width, as the
    net takes them): the net then answers as the packed one does, and can go on learning.
    """
    graph, values = open_packed(packed)
    weighed = iter(node.input for node in graph.node if node.op_type == "Conv")
    order: list[nn.Conv2d] = []
    hooks = [layer.register_forward_pre_hook(lambda layer, _: order.append(layer)) for layer in _list_convolutions(net)]
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
        steps = [step for step in net.modules() if isinstance(step, Step)]
        for step in steps:
            _pass_through(step.norm, biases[step.convolution])
        seen: dict[Step, Tensor] = {}
        hooks = [
            step.convolution.register_forward_hook(lambda _, __, y, step=step: seen.update({step: y})) for step in steps
        ]
        net(pictures)
        for hook in hooks:
            hook.remove()
        for step, y in seen.items():
            _normalize(step.norm, y, biases[step.convolution])


def _keep_answer(step: Step, seen: dict[Step, Tensor]) -> Callable[[nn.Module, object, Tensor], None]:
    def keep(_layer: nn.Module, _taken: object, given: Tensor) -> None:
        seen[step] = given

    return keep


def _list_convolutions(net: nn.Module) -> Iterator[nn.Conv2d]:
    return (layer for layer in net.modules() if isinstance(layer, nn.Conv2d))


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
