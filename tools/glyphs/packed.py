"""Packed nets as training takes them up again."""

from __future__ import annotations

import gzip
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor


def open_packed(path: Path) -> tuple[onnx.GraphProto, dict[str, Tensor]]:
    """Return the graph of a packed net (``.onnx.gz``), and its weights by their names."""
    graph = onnx.load_from_string(gzip.decompress(path.read_bytes())).graph
    return graph, {one.name: torch.tensor(numpy_helper.to_array(one).copy()) for one in graph.initializer}
