"""How well the eye reads photos of which people have said what they show.

    python -m tools.score_truths FOLDER [--json]

FOLDER holds files ``ex-libris/truth@1`` (docs/formats.md), and folders of them. Each picture is read with the default
design, as for a box that nobody has taught, and held against what is true. For each file and for all: how many cards
were found; of their faces, letters, numbers and icons, how many were read rightly and how many were wrong though sure;
and the *coverage*, the share of the cards that is sure as a whole. Files that are none of this format are named with
what is wrong with them; the exit status is 1 then.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from companion.notation_tokens import BACK
from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.photos.header import measure_picture
from companion.vision.pipeline import Box, read_photo
from companion.vision.problems import PhotoError
from companion.vision.readings import SURE, Face, ReadCard
from companion.workflow.decks.game_rules import EX_LIBRIS
from companion.workflow.photos.review import split_card
from companion.workflow.photos.truths.files import TruthError, TruthFile, unpack_truth
from companion.workflow.photos.truths.gathering import TruthCard

from .quads import take_nearest

PARTS = ("face", "letter", "number", "icons")
MOST_BYTES = 16_000_000
"""Of a file."""


@dataclass(slots=True)
class Part:
    """What was read of one thing that is printed on cards, or of the side that is up."""

    cards: int = 0
    right: int = 0
    wrong: int = 0
    wrong_but_sure: int = 0


@dataclass(slots=True)
class Score:
    """What was read of photos."""

    photos: int = 0
    cards: int = 0
    found: int = 0
    invented: int = 0
    """Cards that were read where none lies."""
    invented_but_sure: int = 0
    sure: int = 0
    """Cards of which all is sure."""
    wrong_but_sure: int = 0
    """Of those, the ones of which anything is wrong."""
    parts: dict[str, Part] = field(default_factory=lambda: {name: Part() for name in PARTS})

    @property
    def coverage(self) -> float:
        """The share of the cards that is sure."""
        return self.sure / max(1, self.cards)

    def add(self, other: Score) -> None:
        """Add the counts of other photos."""
        for name in ("photos", "cards", "found", "invented", "invented_but_sure", "sure", "wrong_but_sure"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name, part in other.parts.items():
            mine = self.parts[name]
            mine.cards += part.cards
            mine.right += part.right
            mine.wrong += part.wrong
            mine.wrong_but_sure += part.wrong_but_sure

    def describe(self) -> str:
        """Return the line to print."""
        parts = "; ".join(
            f"{name} {part.right} of {part.cards} right, {part.wrong} wrong, {part.wrong_but_sure} of them sure"
            for name, part in self.parts.items()
        )
        return (
            f"{self.found} of {self.cards} cards found, {self.invented} invented ({self.invented_but_sure} sure); "
            f"{parts}; "
            f"coverage {self.coverage:.1%}, wrong but sure {self.wrong_but_sure}"
        )


def score_cards(cards: Sequence[TruthCard], read: Sequence[ReadCard]) -> Score:
    """Hold what was read in a photo against what is true."""
    score, left = Score(photos=1, cards=len(cards)), list(read)
    for true in cards:
        for name in list_parts(true):
            score.parts[name].cards += 1
        card = take_nearest(left, np.array(true.corners))
        if card is None:
            continue
        score.found += 1
        wrong = set()
        for name, (is_right, confidence) in judge_card(card, true).items():
            part = score.parts[name]
            part.right += is_right
            part.wrong += not is_right
            part.wrong_but_sure += not is_right and confidence >= SURE
            if not is_right:
                wrong.add(name)
        is_sure = card.confidence.least >= SURE
        score.sure += is_sure
        score.wrong_but_sure += is_sure and bool(wrong)
    score.invented = len(left)
    score.invented_but_sure = sum(card.confidence.least >= SURE for card in left)
    return score


def list_parts(true: TruthCard) -> tuple[str, ...]:
    """List what there is to be read of a card: of one that lies face down, its side alone."""
    return PARTS[:1] if true.card == BACK else PARTS


def judge_card(card: ReadCard, true: TruthCard) -> dict[str, tuple[bool, float]]:
    """Return for each part that was read whether it is right, and its confidence; what was left open is missing."""
    if card.face is Face.UNKNOWN:
        return {}
    is_down = true.card == BACK
    judged = {"face": ((card.face is Face.DOWN) == is_down, card.confidence.cell)}
    if is_down or card.face is Face.DOWN:
        return judged
    told = {name.value: text for name, text in split_card(true.card).items()}
    said = {"letter": card.letter, "number": str(card.number) if card.number else None, "icons": card.icons}
    for name, text in said.items():
        if text is None or "?" in text:
            continue
        is_right = sorted(text) == sorted(told[name]) if name == "icons" else text == told[name]
        judged[name] = is_right, getattr(card.confidence, name) or 0.0
    return judged


def read_file(path: Path) -> TruthFile:
    """Return what a file holds; raise ``TruthError``."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise TruthError(f"expected at most {MOST_BYTES // 1_000_000} MB, found {size / 1e6:.1f} MB")
        file = unpack_truth(path.read_bytes())
    except OSError as error:
        raise TruthError(f"expected a file that can be read, found none ({error.strerror})") from error
    header, truth = measure_picture(file.picture), file.truth
    if header is None or (header.width, header.height) != (truth.width, truth.height):
        found = f"{header.width} x {header.height}" if header else "a damaged one"
        raise TruthError(f"expected a picture of {truth.width} x {truth.height} pixels, found {found}")
    return file


def score_file(file: TruthFile) -> Score:
    """Read the picture of a file; raise ``TruthError`` where it cannot be decoded."""
    edition = find_edition(file.truth.edition)
    box = Box(edition.letters, EX_LIBRIS, edition.letter_counts, load_design("default"))
    try:
        reading = read_photo(file.picture, "", "", box).reading
    except PhotoError as error:
        raise TruthError(f"expected a picture that can be decoded, found a damaged one ({error})") from error
    return score_cards(file.truth.cards, reading.cards)


def score_folder(folder: Path) -> Iterator[tuple[Path, Score | str]]:
    """Score each file; yield what is wrong with it instead where it is none of the format."""
    for path in sorted(folder.rglob("*.zip")):
        try:
            yield path, score_file(read_file(path))
        except TruthError as error:
            yield path, str(error)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the scores of a folder; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.score_truths", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true", help="one line of JSON for each file, and one for all")
    chosen = parser.parse_args(arguments)
    total, faults = Score(), 0
    for path, score in score_folder(chosen.folder):
        name = path.relative_to(chosen.folder)
        if isinstance(score, str):
            faults += 1
            print(f"{name}: {score}", file=sys.stderr)
            continue
        total.add(score)
        print(write_line(str(name), score) if chosen.json else f"{name}: {score.describe()}", flush=True)
    if not total.photos and not faults:
        print(f"expected files *.zip in {chosen.folder}, found none", file=sys.stderr)
        return 1
    print(write_line("", total) if chosen.json else f"all {total.photos}: {total.describe()}")
    return 1 if faults else 0


def write_line(name: str, score: Score) -> str:
    """Write a score as one line of JSON; that of all files has no name."""
    return json.dumps({"file": name, **asdict(score), "coverage": round(score.coverage, 4)})


if __name__ == "__main__":
    sys.exit(main())
