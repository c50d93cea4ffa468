"""Pack trained nets for shipping: ``python -m tools.pack_net companion/vision/weights/*.onnx``.

Weights are rounded to the ten binary digits that half-precision numbers have, which no reading notices, and the file is
written as ``NAME.onnx.gz``, half as big, in place of the ``NAME.onnx`` that training wrote. The last layer of
``numbers``, which lessons correct, lies beside it as ``numbers.last.npy``: OpenCV does not give it out. Needs onnx.
"""

from __future__ import annotations

import argparse
import gzip
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

KEPT_BITS = 10
LAST_LAYERS = {"numbers": "score"}
"""Nets whose last layer is written by itself, classes x (inputs and a constant), and the layer's name."""
_DROPPED = 23 - KEPT_BITS


def round_weights(values: np.ndarray) -> np.ndarray:
    """Return 32-bit numbers with ``KEPT_BITS`` binary digits behind the first."""
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    half = np.uint32(1 << (_DROPPED - 1))
    mask = np.uint32(0xFFFFFFFF << _DROPPED & 0xFFFFFFFF)
    return ((bits + half) & mask).view(np.float32).reshape(values.shape)


def pack(path: Path) -> None:
    """Pack one net."""
    model = onnx.load(str(path))
    for weights in model.graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.dtype == np.float32:
            weights.CopyFrom(numpy_helper.from_array(round_weights(values), weights.name))
    packed = path.with_name(path.name + ".gz")
    # No time in the file: the same net makes the same bytes.
    packed.write_bytes(gzip.compress(model.SerializeToString(), mtime=0))
    path.unlink()
    if path.stem in LAST_LAYERS:
        named = {weights.name: numpy_helper.to_array(weights) for weights in model.graph.initializer}
        layer = LAST_LAYERS[path.stem]
        weights = named[f"{layer}.weight"].reshape(len(named[f"{layer}.bias"]), -1)
        last = np.column_stack([weights, named[f"{layer}.bias"]])
        np.save(path.with_name(f"{path.stem}.last.npy"), last.astype(np.float16))


def main() -> None:
    """Pack the nets named."""
    parser = argparse.ArgumentParser(prog="python -m tools.pack_net", description=__doc__)
    parser.add_argument("nets", type=Path, nargs="+", metavar="FILE")
    for path in parser.parse_args().nets:
        pack(path)


if __name__ == "__main__":
    main()
