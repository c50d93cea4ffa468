r"""Train the nets that read a letter and a number, and write them where the eye looks for them.

    python -m tools.train_glyphs letters --fonts /usr/share/fonts --out companion/vision/weights \
        --samples 500000 --epochs 6
    python -m tools.train_glyphs numbers --fonts /usr/share/fonts --out companion/vision/weights \
        --samples 720000 --epochs 7 --seed 21
    python -m tools.pack_net companion/vision/weights/*.onnx
    python -m tools.train_glyphs numbers --fonts /usr/share/fonts --fonts FOLDER --out companion/vision/weights \
        --samples 250000 --epochs 5 --seed 61 --hard 0.6 --resume companion/vision/weights/numbers.onnx.gz
    python -m tools.pack_net companion/vision/weights/numbers.onnx

The numbers are trained more than once, in the end on photos of which most are blurred, dark, noisy or small, and in the
fonts of npm as well (``tools.glyphs.fonts.NPM_FAMILIES``, FOLDER). Before that they saw gradients alone, and 480,000
more samples, half of them such photos.

Needs PyTorch 2.13 (CPU), onnx, Pillow, NumPy and OpenCV, 20 GB of memory for the numbers, and the fonts of the Debian
packages that ``tools.glyphs.fonts.PACKAGES`` names (``apt-get install`` them, or unpack them anywhere and give the
folder). On two cores the letters take less than half an hour, the numbers an hour with other work beside. The same
seed, fonts and number of workers give the same nets. No font of a held-out face is ever trained with: ``find_fonts``
leaves those families out, and raises ``AssertionError`` if one slips in.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from companion.vision.networks.oriented_gradients import CELL_PX, DIRECTIONS, describe_orientations, describe_shades
from tools.glyphs.fonts import DIGITS, Font, draw_text, find_fonts
from tools.glyphs.nets import LetterNet, NumberNet
from tools.glyphs.on_cards import Hand, take_crops
from tools.glyphs.packed import open_packed
from tools.glyphs.samples import LETTER_PX, NUMBER_PX, draw_letter, draw_nothing, draw_number
from tools.glyphs.styles import restyle

LETTERS = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZÁČĎÉĚÍŇÓŘŠŤÚŮÝŽÄÖÜĄĆĘŁŃŚŹŻ", "CH")
"""All letters of all editions; one more class behind them stands for nothing."""
BATCH = 256
PLAIN_SHARE, NOTHING_SHARE = 0.65, 0.07
"""Of the samples: letters without an accent, nothing at all."""
FAVORITE_SHARE = 0.07
"""Of the letters on other grounds, those in fonts of the default face."""
ON_CARDS = {"letters": 0.5, "numbers": 0.8}
"""Those cut out of photographed cards; the others stand on all kinds of grounds."""
DEFAULT_SHARES = {"letters": 0.1, "numbers": 0.42}
"""Of those on cards, those on cards of the default face: its old figures look like no other font's, and are small."""
RESTYLED = 0.5
"""Of the letters on other grounds, those drawn differently from what their font draws."""
FASTEST, RESUMED = 3e-3, 1.2e-3
"""The highest learning rate, of a new net and of one that goes on learning."""
NEW_SHARE = 0.3
"""By how much the weights of new inputs are made smaller beside those that a net goes on from."""
LONGEST = 7
"""Signs of the longest number."""

Sample = tuple[np.ndarray, list[int], int]
Samples = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Pictures, what they show (a letter's place in ``LETTERS``, or a number's signs), and how many signs that are."""


def draw_samples(
    kind: str, fonts: tuple[Font, ...], favorite: str, count: int, seed: int, hard_share: float = 0.0
) -> Samples:
    """Draw pictures of letters or numbers; ``hard_share`` of the photographed cards are in photos worse than scenes."""
    cv2.setNumThreads(1)
    dice = np.random.default_rng(seed)
    draw = _draw_letters if kind == "letters" else _draw_numbers
    drawn = draw(dice, fonts, favorite, hard_share)
    pictures, signs, lengths = zip(*islice(drawn, count), strict=True)
    return np.stack(pictures), np.array(signs), np.array(lengths)


def _draw_letters(
    dice: np.random.Generator, fonts: tuple[Font, ...], favorite: str, hard_share: float
) -> Iterator[Sample]:
    hand = _make_hand("letters", fonts, favorite)
    favorites = tuple(font for font in fonts if favorite in font.path)
    while True:
        if dice.random() < ON_CARDS["letters"]:
            crops = take_crops(dice, hand.deal(dice), hard_share)
            yield crops.letter_crop, [LETTERS.index(crops.letter)], 1
            continue
        choice = favorites if favorites and dice.random() < FAVORITE_SHARE else fonts
        font = choice[dice.integers(len(choice))]
        plain, others = font.letters[:26], font.letters[26:]
        letters = plain if not others or dice.random() < PLAIN_SHARE else others
        letter = str(letters[dice.integers(len(letters))])
        ink = draw_text(font, letter)
        if ink.size and dice.random() < RESTYLED:
            ink = restyle(dice, ink)
        if dice.random() < NOTHING_SHARE / (1 - ON_CARDS["letters"]) or ink.size == 0:
            yield draw_nothing(dice, (LETTER_PX, LETTER_PX), ink), [len(LETTERS)], 1
        else:
            yield draw_letter(dice, ink), [LETTERS.index(letter)], 1


def _draw_numbers(
    dice: np.random.Generator, fonts: tuple[Font, ...], favorite: str, hard_share: float
) -> Iterator[Sample]:
    hand = _make_hand("numbers", fonts, favorite)
    while True:
        if dice.random() < ON_CARDS["numbers"]:
            crops = take_crops(dice, hand.deal(dice), hard_share)
            several, text = crops.number_crops, crops.number
        else:
            single, text = draw_number(dice, fonts[dice.integers(len(fonts))])
            several = (single,)
        signs = [1 + DIGITS.index(sign) for sign in text]
        for crop in several:
            yield crop, signs + [0] * (LONGEST - len(signs)), len(signs)


def _make_hand(kind: str, fonts: tuple[Font, ...], favorite: str) -> Hand:
    default = any(favorite in font.path for font in fonts)
    return Hand(fonts, DEFAULT_SHARES[kind] if default else 0.0)


def draw_many(
    kind: str, fonts: tuple[Font, ...], favorite: str, count: int, seed: int, workers: int, hard_share: float
) -> Samples:
    """Draw many pictures in several processes."""
    jobs = [(kind, fonts, favorite, count // workers, 1000 * seed + worker, hard_share) for worker in range(workers)]
    # The fonts are open: only a fork can take them along.
    context = multiprocessing.get_context("fork")
    results = [context.Queue() for _ in jobs]
    started = [context.Process(target=_send, args=(result, *job)) for result, job in zip(results, jobs, strict=True)]
    for process in started:
        process.start()
    parts = [result.get() for result in results]
    for process in started:
        process.join()
    pictures, signs, lengths = (np.concatenate(column) for column in zip(*parts, strict=True))
    return pictures, signs, lengths


def _send(result: multiprocessing.Queue[Samples], *job: object) -> None:
    result.put(draw_samples(*job))  # type: ignore[arg-type]


def describe(kind: str, pictures: np.ndarray) -> Tensor:
    """Return what the eye makes of pictures before it asks a net."""
    high, wide = pictures.shape[1:]
    channels = DIRECTIONS + (CELL_PX**2 if kind == "numbers" else 0)
    # Written into place: so many descriptions do not fit into memory twice.
    described = np.empty((len(pictures), channels, high // CELL_PX, wide // CELL_PX), np.float16)
    for start in range(0, len(pictures), 1000):
        part = slice(start, start + 1000)
        described[part, :DIRECTIONS] = describe_orientations(pictures[part])
        if kind == "numbers":
            described[part, DIRECTIONS:] = describe_shades(pictures[part])
    return torch.from_numpy(described)


def resume(net: nn.Module, packed: Path) -> None:
    """Give a net the weights of a packed one, whose normalizations have become part of its convolutions.

    A net that has become wider keeps what is new of its own weights, made small.
    """
    graph, values = open_packed(packed)
    weighed = iter(node.input for node in graph.node if node.op_type in {"Conv", "Gemm"})
    with torch.no_grad():
        for layer in net.modules():
            if isinstance(layer, nn.Conv2d | nn.Linear):
                _, weight, bias = next(weighed)
                known, rest = values[weight], layer.weight
                rest[: known.shape[0]] *= NEW_SHARE
                rest[tuple(slice(side) for side in known.shape)] = known
                if layer.bias is not None:
                    layer.bias[: len(values[bias])] = values[bias]
            elif isinstance(layer, nn.BatchNorm2d):
                layer.bias[: len(values[bias])] = values[bias]
                layer.running_var.fill_(1 - layer.eps)


def train(
    net: nn.Module, samples: Samples, trial: Samples, epochs: int, out: Path, kind: str, *, is_resumed: bool
) -> None:
    """Train, saying after each epoch how much of the trial is right, and write the net.

    One that goes on learning learns slower, and keeps its normalizations.
    """
    fastest = RESUMED if is_resumed else FASTEST
    data = [describe(kind, samples[0]), *(torch.from_numpy(column) for column in samples[1:])]
    held = [describe(kind, trial[0]), *(torch.from_numpy(column) for column in trial[1:])]
    steps = epochs * (len(data[0]) // BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), fastest, weight_decay=0.03)
    started, step = time.monotonic(), 0
    for epoch in range(epochs):
        net.train()
        for layer in net.modules():
            if isinstance(layer, nn.BatchNorm2d):
                layer.train(not is_resumed)
        for places in torch.randperm(len(data[0]))[: len(data[0]) // BATCH * BATCH].view(-1, BATCH):
            for group in optimiser.param_groups:
                group["lr"] = fastest * min(1, (step + 1) / 150) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 2e-6
            loss = find_loss(net, data[0][places], data[1][places], data[2][places])
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5)
            optimiser.step()
            step += 1
        right = measure(net, held)
        print(
            f"{epoch + 1:3d} {time.monotonic() - started:6.0f} s  loss {loss.item():.3f}  right {right:.4f}", flush=True
        )
        export(net, out, kind)


def find_loss(net: nn.Module, pictures: Tensor, signs: Tensor, lengths: Tensor) -> Tensor:
    """Return how far the net is from the truth of a batch."""
    # Half the digits are enough to learn from, and take half the time.
    with torch.autocast("cpu", dtype=torch.bfloat16):
        scores = net(pictures.float())
    if isinstance(scores, tuple):
        return nn.functional.cross_entropy(scores[0].float(), signs[:, 0], label_smoothing=0.02)
    chances = scores.float().log_softmax(1).permute(2, 0, 1)
    places = torch.full((len(pictures),), chances.shape[0])
    return nn.functional.ctc_loss(chances, signs, places, lengths, zero_infinity=True)


@torch.no_grad()
def measure(net: nn.Module, trial: list[Tensor]) -> float:
    """Return the share of the trial that the net reads right, with no knowledge of what can be."""
    net.eval()
    right = 0
    for start in range(0, len(trial[0]), 500):
        pictures, signs, lengths = (column[start : start + 500] for column in trial)
        scores = net(pictures.float())
        if isinstance(scores, tuple):
            right += int((scores[0].argmax(1) == signs[:, 0]).sum())
        else:
            rows = zip(scores.argmax(1), signs, lengths, strict=True)
            right += sum(_collapse(row) == truth[:length].tolist() for row, truth, length in rows)
    return right / len(trial[0])


def _collapse(signs: Tensor) -> list[int]:
    merged = torch.unique_consecutive(signs).tolist()
    return [sign for sign in merged if sign]


def export(net: nn.Module, out: Path, kind: str) -> None:
    """Write a net as ONNX, and beside that for letters which it knows."""
    net.eval()
    out.mkdir(parents=True, exist_ok=True)
    width, height = (LETTER_PX, LETTER_PX) if kind == "letters" else NUMBER_PX
    channels = DIRECTIONS + (CELL_PX**2 if kind == "numbers" else 0)
    sample = torch.zeros(1, channels, height // CELL_PX, width // CELL_PX)
    names = ["scores", "description"] if kind == "letters" else ["scores"]
    axes = {name: {0: "cards"} for name in ("gradients", *names)}
    torch.onnx.export(
        net, (sample,), str(out / f"{kind}.onnx"), input_names=["gradients"],
        output_names=names, dynamic_axes=axes, opset_version=13, dynamo=False,
    )  # fmt: skip
    if kind == "letters":
        (out / "letters.json").write_text(json.dumps({"letters": LETTERS}, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Train what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("letters", "numbers"))
    parser.add_argument("--fonts", type=Path, action="append", required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--samples", type=int, default=160_000)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--favorite", default="EBGaramond", help="fonts to draw more often: those of the default face")
    parser.add_argument("--hard", type=float, default=0.0, help="share of cards in photos worse than scenes")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="a packed net to go on from")
    chosen = parser.parse_args()
    fonts = find_fonts(chosen.fonts, LETTERS)
    print(f"{len(fonts)} fonts", flush=True)
    # Every twentieth font says how well it goes, and is not learned from.
    learned, held = tuple(font for place, font in enumerate(fonts) if place % 20), fonts[::20]
    samples = draw_many(chosen.kind, learned, chosen.favorite, chosen.samples, chosen.seed, chosen.workers, chosen.hard)
    trial = draw_samples(chosen.kind, held, "-", 3000, chosen.seed + 1, chosen.hard)
    print(f"{len(samples[0])} samples", flush=True)
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(chosen.threads)
    net: nn.Module = LetterNet(len(LETTERS) + 1) if chosen.kind == "letters" else NumberNet(1 + len(DIGITS))
    if chosen.resume:
        resume(net, chosen.resume)
    train(net, samples, trial, chosen.epochs, chosen.out, chosen.kind, is_resumed=bool(chosen.resume))


if __name__ == "__main__":
    main()
