"""Train the nets that read a letter and a number, and write them where the eye looks for them.

    python -m tools.train_glyphs letters --fonts /usr/share/fonts --out companion/vision/weights
    python -m tools.train_glyphs numbers --fonts /usr/share/fonts --out companion/vision/weights

Needs PyTorch 2.13 (CPU), onnx, Pillow, NumPy and OpenCV, and the fonts of the Debian packages that
``tools.glyphs.fonts.PACKAGES`` names (``apt-get install`` them, or unpack them anywhere and give the folder). Each
takes less than 30 minutes on two cores. The same seed, fonts and number of workers give the same nets. No font of a
held-out face is ever trained with: ``find_fonts`` leaves those families out, and raises ``AssertionError`` if one slips
in.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from tools.glyphs.fonts import DIGITS, Font, draw_text, find_fonts
from tools.glyphs.nets import LetterNet, NumberNet
from tools.glyphs.samples import LETTER_PX, NUMBER_PX, draw_letter, draw_nothing, draw_number

LETTERS = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZÁČĎÉĚÍŇÓŘŠŤÚŮÝŽÄÖÜĄĆĘŁŃŚŹŻ", "CH")
"""All letters of all editions; one more class behind them stands for nothing."""
BATCH = 256
PLAIN_SHARE = 0.6
"""Of the letters drawn, those without an accent."""
LONGEST = 7
"""Signs of the longest number, such as 10/10 with two blanks."""


class Letters(IterableDataset[tuple[np.ndarray, int]]):
    """Endless letters, and now and then nothing."""

    def __init__(self, fonts: tuple[Font, ...], seed: int, favourite: str) -> None:
        self.fonts, self.seed, self.favourite = fonts, seed, favourite

    def __iter__(self) -> Iterator[tuple[np.ndarray, int]]:
        dice = np.random.default_rng([self.seed, _worker()])
        favourites = [font for font in self.fonts if self.favourite in font.path]
        inks: dict[tuple[str, str], np.ndarray] = {}
        while True:
            choice = favourites if favourites and dice.random() < 0.06 else self.fonts
            font = choice[dice.integers(len(choice))]
            letter = _draw_sign(dice, font)
            if (font.path, letter) not in inks:
                inks[font.path, letter] = draw_text(font, letter)
            ink = inks[font.path, letter]
            if dice.random() < 0.07 or ink.size == 0:
                yield draw_nothing(dice, (LETTER_PX, LETTER_PX), ink), len(LETTERS)
            else:
                yield draw_letter(dice, ink), LETTERS.index(letter)


class Numbers(IterableDataset[tuple[np.ndarray, np.ndarray, int]]):
    """Endless numbers, ``n/N``."""

    def __init__(self, fonts: tuple[Font, ...], seed: int, favourite: str) -> None:
        self.fonts, self.seed, self.favourite = fonts, seed, favourite

    def __iter__(self) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
        dice = np.random.default_rng([self.seed, _worker()])
        favourites = [font for font in self.fonts if self.favourite in font.path]
        while True:
            choice = favourites if favourites and dice.random() < 0.08 else self.fonts
            font = choice[dice.integers(len(choice))]
            picture, text = draw_number(dice, font)
            signs = np.zeros(LONGEST, np.int64)
            signs[: len(text)] = [1 + DIGITS.index(sign) for sign in text]
            yield picture, signs, len(text)


def _draw_sign(dice: np.random.Generator, font: Font) -> str:
    plain, others = font.letters[:26], font.letters[26:]
    choice = plain if not others or dice.random() < PLAIN_SHARE else others
    return str(choice[dice.integers(len(choice))])


def _worker() -> int:
    info = get_worker_info()
    return info.id if info else 99


def standardise(pictures: Tensor) -> Tensor:
    """Return pictures with mean 0 and deviation 1 each, as the eye does before it asks a net."""
    x = pictures.float().unsqueeze(1)
    mean, deviation = x.mean((2, 3), keepdim=True), x.std((2, 3), keepdim=True)
    return (x - mean) / (deviation + 4)


def train(
    kind: str,
    fonts: tuple[Font, ...],
    steps: int,
    seed: int,
    favourite: str,
    out: Path,
    threads: int,
    start: Path | None,
) -> None:
    """Train a net on all fonts but every twentieth, which say how well it does; write it now and then."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    learned, held = tuple(f for i, f in enumerate(fonts) if i % 20), fonts[::20]
    make = Letters if kind == "letters" else Numbers
    net: nn.Module = LetterNet(len(LETTERS) + 1) if kind == "letters" else NumberNet(1 + len(DIGITS))
    net = net.to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start))
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=0.02)
    loader = iter(DataLoader(make(learned, seed, favourite), BATCH, num_workers=1, prefetch_factor=4))
    trial = next(iter(DataLoader(make(held, seed + 1, "-"), 4000)))
    started = time.monotonic()
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 2e-6
        net.train()
        with torch.autocast("cpu", torch.bfloat16):
            loss = find_loss(net, next(loader))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        optimiser.step()
        if step % 200 == 199 or step == steps - 1:
            right = measure(net, trial)
            print(
                f"{step + 1:6d} {time.monotonic() - started:6.0f} s  loss {loss.item():.3f}  right {right:.4f}",
                flush=True,
            )
        if step % 400 == 399 or step == steps - 1:
            torch.save(net.state_dict(), out / f"{kind}.pt")
            export(net, out, kind)


def find_loss(net: nn.Module, batch: list[Tensor]) -> Tensor:
    """Return how far the net is from the truth of a batch."""
    scores = net(standardise(batch[0]).contiguous(memory_format=torch.channels_last))
    if len(batch) == 2:
        return nn.functional.cross_entropy(scores[0].float(), batch[1], label_smoothing=0.02)
    chances = scores.float().log_softmax(1).permute(2, 0, 1)
    places = torch.full((len(batch[0]),), chances.shape[0])
    return nn.functional.ctc_loss(chances, batch[1], places, batch[2], zero_infinity=True)


@torch.no_grad()
def measure(net: nn.Module, batch: list[Tensor]) -> float:
    """Return the share of a batch that the net reads right, with no knowledge of what can be."""
    net.eval()
    right = 0
    for start in range(0, len(batch[0]), 500):
        part = [tensor[start : start + 500] for tensor in batch]
        scores = net(standardise(part[0]))
        if len(batch) == 2:
            right += int((scores[0].argmax(1) == part[1]).sum())
        else:
            right += sum(
                _collapse(row) == truth[:n].tolist() for row, truth, n in zip(scores.argmax(1), *part[1:], strict=True)
            )
    return right / len(batch[0])


def _collapse(signs: Tensor) -> list[int]:
    merged = torch.unique_consecutive(signs).tolist()
    return [sign for sign in merged if sign]


def export(net: nn.Module, out: Path, kind: str) -> None:
    """Write a net as ONNX, and beside it which letters it knows."""
    net.eval()
    width, height = (LETTER_PX, LETTER_PX) if kind == "letters" else NUMBER_PX
    names = ["scores", "description"] if kind == "letters" else ["scores"]
    sample = torch.zeros(1, 1, height, width)
    axes = {name: {0: "cards"} for name in ("pictures", *names)}
    torch.onnx.export(
        net, (sample,), str(out / f"{kind}.onnx"), input_names=["pictures"], output_names=names, dynamic_axes=axes,
        opset_version=13, dynamo=False,
    )  # fmt: skip
    if kind == "letters":
        (out / "letters.json").write_text(json.dumps({"letters": LETTERS}, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Train what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("letters", "numbers"))
    parser.add_argument("--fonts", type=Path, action="append", required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start", type=Path, metavar="FILE", help="weights to go on from: a .pt that training wrote")
    parser.add_argument("--favourite", default="EBGaramond", help="fonts to draw more often: those of the default face")
    chosen = parser.parse_args()
    fonts = find_fonts(chosen.fonts, LETTERS)
    print(f"{len(fonts)} fonts", flush=True)
    steps = chosen.steps or {"letters": 2400, "numbers": 1600}[chosen.kind]
    train(chosen.kind, fonts, steps, chosen.seed, chosen.favourite, chosen.out, chosen.threads, chosen.start)


if __name__ == "__main__":
    main()
