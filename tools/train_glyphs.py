r"""Train the nets that read a letter and a number, and write them where the eye looks for them.

    python -m tools.train_glyphs letters --fonts /usr/share/fonts --out companion/vision/weights \
        --samples 500000 --epochs 6
    python -m tools.train_glyphs numbers --fonts /usr/share/fonts --fonts FOLDER --out companion/vision/weights \
        --samples 1280000 --epochs 12 --batch 512 --seed 770 --hard 0.6 --workers 16 --device cuda
    python -m tools.pack_net companion/vision/weights/*.onnx
    python -m tools.train_glyphs numbers --fonts /usr/share/fonts --fonts FOLDER --out companion/vision/weights \
        --samples 620000 --epochs 10 --batch 512 --seed 880 --hard 0.6 --workers 16 --device cuda \
        --resume companion/vision/weights/numbers.onnx.gz
    python -m tools.pack_net companion/vision/weights/numbers.onnx

The numbers learn from photos of which most are blurred, dark, noisy or small, and from the fonts of npm as well
(``tools.glyphs.fonts.write_npm_fonts``, FOLDER): from all of those but Amatic SC, Bowlby One SC and Cormorant SC. What
is packed was trained by the clock, on an H200, the rate falling with the time that had passed: for 285 seconds, a bit
more than eleven epochs, and for 63 seconds on the second samples. The default face had not been printed in its own font
in the first ones: a blurred photo of it showed at once, and ``SCENE_FONTS`` must name a folder where that font is.

Needs PyTorch 2.11 or newer, onnx, Pillow, NumPy and OpenCV, 40 GB of memory for so many numbers (on the accelerator
too, where there is one), and the fonts of the Debian packages that ``tools.glyphs.fonts.PACKAGES`` names (``apt-get
install`` them, or unpack them anywhere and give the folder). On two cores the letters take less than half an hour. The
same seed, fonts and number of workers give the same samples. No font of a held-out face is ever trained with:
``find_fonts`` leaves those families out, and raises ``AssertionError`` if one slips in.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import time
from collections.abc import Iterator
from copy import deepcopy
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
from tools.glyphs.resuming import resume
from tools.glyphs.samples import LETTER_PX, NUMBER_PX, draw_letter, draw_nothing, draw_number
from tools.glyphs.styles import restyle

LETTERS = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZÁČĎÉĚÍŇÓŘŠŤÚŮÝŽÄÖÜĄĆĘŁŃŚŹŻ", "CH")
"""All letters of all editions; one more class behind them stands for nothing."""
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
FASTEST, RESUMED = {"letters": 3e-3, "numbers": 4e-3}, 0.5
"""The highest learning rate of new nets, and the share of it for one that goes on learning."""
MEASURED = 3000
"""Pictures that the normalizations of a net that goes on learning are measured on."""
LONGEST = 7
"""Signs of the longest number."""

Sample = tuple[np.ndarray, list[int], int]
Samples = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Pictures, what they show (a letter's place in ``LETTERS``, or a number's signs), and how many signs that are."""


def draw_samples(
    kind: str, fonts: tuple[Font, ...], default_share: float, count: int, seed: int, hard_share: float = 0.0
) -> Samples:
    """Draw pictures of letters or numbers.

    Of the photographed cards ``default_share`` are of the default face, and ``hard_share`` in photos worse than scenes.
    Raises ``FileNotFoundError`` where no font is the default face's, and a share is to be.
    """
    cv2.setNumThreads(1)
    dice = np.random.default_rng(seed)
    draw = _draw_letters if kind == "letters" else _draw_numbers
    drawn = draw(dice, fonts, default_share, hard_share)
    pictures, signs, lengths = zip(*islice(drawn, count), strict=True)
    return np.stack(pictures), np.array(signs), np.array(lengths)


def _draw_letters(
    dice: np.random.Generator, fonts: tuple[Font, ...], default_share: float, hard_share: float
) -> Iterator[Sample]:
    hand = Hand(fonts, default_share)
    while True:
        if dice.random() < ON_CARDS["letters"]:
            crops = take_crops(dice, hand.deal(dice), hard_share)
            yield crops.letter_crop, [LETTERS.index(crops.letter)], 1
            continue
        choice = hand.family if default_share and dice.random() < FAVORITE_SHARE else fonts
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
    dice: np.random.Generator, fonts: tuple[Font, ...], default_share: float, hard_share: float
) -> Iterator[Sample]:
    hand = Hand(fonts, default_share)
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


def draw_many(
    kind: str, fonts: tuple[Font, ...], default_share: float, count: int, seed: int, workers: int, hard_share: float
) -> Samples:
    """Draw many pictures in several processes."""
    jobs = [
        (kind, fonts, default_share, count // workers, 1000 * seed + worker, hard_share) for worker in range(workers)
    ]
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


def train(kind: str, net: nn.Module, data: list[Tensor], trial: list[Tensor], chosen: argparse.Namespace) -> None:
    """Train, saying after each epoch how much of the trial is right, and write the net.

    Data and trial are pictures as ``describe`` returns them, their signs and how many these are.
    """
    fastest = FASTEST[kind] * (RESUMED if chosen.resume else 1)
    batches = len(data[0]) // chosen.batch
    steps = chosen.epochs * batches
    optimiser = torch.optim.AdamW(net.parameters(), fastest, weight_decay=0.03)
    started, step = time.monotonic(), 0
    for epoch in range(chosen.epochs):
        net.train()
        order = torch.randperm(len(data[0]), device=chosen.device)
        for places in order[: batches * chosen.batch].view(-1, chosen.batch):
            for group in optimiser.param_groups:
                group["lr"] = fastest * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 2e-6
            loss = find_loss(net, data[0][places], data[1][places], data[2][places])
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5)
            optimiser.step()
            step += 1
        right = measure(net, trial)
        print(
            f"{epoch + 1:3d} {time.monotonic() - started:6.0f} s  loss {loss.item():.3f}  right {right:.4f}", flush=True
        )
        # A copy, as the net goes on learning where it is: whoever stops it has what it had learned by then.
        export(deepcopy(net).cpu(), chosen.out, kind)


def find_loss(net: nn.Module, pictures: Tensor, signs: Tensor, lengths: Tensor) -> Tensor:
    """Return how far the net is from the truth of a batch."""
    scores, _ = net(pictures.float())
    if scores.dim() == 2:  # of letters, which have no places
        return nn.functional.cross_entropy(scores, signs[:, 0], label_smoothing=0.02)
    chances = scores.log_softmax(1).permute(2, 0, 1)
    places = torch.full((len(pictures),), chances.shape[0], device=pictures.device)
    return nn.functional.ctc_loss(chances, signs, places, lengths, zero_infinity=True)


@torch.no_grad()
def measure(net: nn.Module, trial: list[Tensor]) -> float:
    """Return the share of the trial that the net reads right, with no knowledge of what can be."""
    net.eval()
    right = 0
    for start in range(0, len(trial[0]), 500):
        pictures, signs, lengths = (column[start : start + 500] for column in trial)
        scores, _ = net(pictures.float())
        if scores.dim() == 2:
            right += int((scores.argmax(1) == signs[:, 0]).sum())
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
    names = ["scores", "description"]
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
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cpu", help="what PyTorch calls the device to train on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hard", type=float, default=0.0, help="share of cards in photos worse than scenes")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="a packed net to go on from")
    chosen = parser.parse_args()
    fonts = find_fonts(chosen.fonts, LETTERS)
    print(f"{len(fonts)} fonts", flush=True)
    # Every twentieth font says how well it goes, and is not learned from.
    learned, held = tuple(font for place, font in enumerate(fonts) if place % 20), fonts[::20]
    share = DEFAULT_SHARES[chosen.kind]
    samples = draw_many(chosen.kind, learned, share, chosen.samples, chosen.seed, chosen.workers, chosen.hard)
    trial = draw_samples(chosen.kind, held, 0.0, 3000, chosen.seed + 1, chosen.hard)
    print(f"{len(samples[0])} samples", flush=True)
    data, tested = _load(chosen.kind, samples, chosen.device), _load(chosen.kind, trial, chosen.device)
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(chosen.threads)
    net: nn.Module = LetterNet(len(LETTERS) + 1) if chosen.kind == "letters" else NumberNet(1 + len(DIGITS))
    if chosen.resume:
        resume(net, chosen.resume, data[0][:MEASURED].cpu().float())
    train(chosen.kind, net.to(chosen.device), data, tested, chosen)


def _load(kind: str, samples: Samples, device: str) -> list[Tensor]:
    described = [describe(kind, samples[0]), *(torch.from_numpy(column) for column in samples[1:])]
    return [column.to(device) for column in described]


if __name__ == "__main__":
    main()
