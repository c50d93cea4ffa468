"""Make photos with truth: ``python -m tools.scenes --face parchment --count 8 --out photos``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2

from .faces import SceneFace, held_out_faces, parchment, random_face
from .photos import make_photo


def choose_faces(name: str) -> tuple[SceneFace, ...]:
    """Return the faces of a name: ``parchment``, ``held-out`` (all 20) or a seed."""
    if name == "parchment":
        return (parchment(),)
    return held_out_faces() if name == "held-out" else (random_face(int(name)),)


def main() -> None:
    """Write NAME.jpg and NAME.json for each photo."""
    parser = argparse.ArgumentParser(prog="python -m tools.scenes", description=__doc__)
    parser.add_argument("--face", default="parchment", help="parchment, held-out, or the seed of a random face")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first photo")
    parser.add_argument("--count", type=int, default=4, help="photos of each face")
    parser.add_argument("--size", type=int, nargs=2, default=(4032, 3024), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--edition", default="en", choices=("en", "pl"))
    parser.add_argument("--splay", action="store_true", help="piles in columns instead of shelves")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for face in choose_faces(chosen.face):
        (chosen.out / f"face-{face.name}.json").write_text(json.dumps(face.describe(), indent=1))
        for seed in range(chosen.seed, chosen.seed + chosen.count):
            photo = make_photo(face, seed, edition=chosen.edition, size=tuple(chosen.size), splay=chosen.splay)
            name = f"{face.name}{'-splay' if chosen.splay else ''}-{seed}"
            quality = [cv2.IMWRITE_JPEG_QUALITY, photo.truth["quality"]]
            cv2.imwrite(str(chosen.out / f"{name}.jpg"), photo.image, quality)
            (chosen.out / f"{name}.json").write_text(json.dumps(photo.truth))


if __name__ == "__main__":
    main()
