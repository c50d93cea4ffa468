"""Photographic surfaces out of Debian's packages: ``python -m tools.scenes.surfaces FOLDER`` fetches and counts them.

Nothing of them is shipped. The command downloads the packages that FOLDER lacks with ``apt-get download``, unpacks each
into a folder of its name, and prints how many surfaces of each material they hold. Scenes lie on those of the
development half where ``SCENE_SURFACES`` names the folder (``tables``).
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from .paint import Dice, Image8


@dataclass(frozen=True, slots=True)
class Package:
    """A Debian package with textures."""

    name: str
    license: str
    """What its copyright file says of textures."""
    is_held_out: bool
    """Whether its surfaces only judge. Dealt by turns, packages with more surfaces by name first, before any was
    read."""


PACKAGES = (
    Package("nexuiz-textures", "GPL-2+", is_held_out=False),
    Package("0ad-data", "CC-BY-SA-3.0", is_held_out=True),
    Package("redeclipse-data", "CC-BY-SA-3.0, CC-BY-3.0, CC0-1.0, Zlib, each by folder", is_held_out=False),
    Package("ufoai-textures", "GPL-2+, CC-BY-SA-3.0, public domain, each by file", is_held_out=True),
    Package("supertuxkart-data", "CC-BY-SA-3.0, CC-BY-SA-4.0, CC0-1.0, CC-BY-3.0, each by file", is_held_out=False),
    Package("openarena-081-textures", "GPL-2+", is_held_out=True),
    Package("torcs-data", "GPL-2+, Free Art License", is_held_out=False),
    Package("megaglest-data", "CC-BY-SA-3.0", is_held_out=True),
    Package("cube2-data", "CC-BY-3.0, CC-BY-SA-3.0, CC-BY-SA-4.0, each by folder", is_held_out=False),
    Package("extremetuxracer-data", "GPL-2+", is_held_out=True),
    Package("trigger-rally-data", "GPL-2+, CC-BY-SA-3.0, CC-BY-3.0, CC0-1.0, each by file", is_held_out=False),
    Package("sweethome3d", "GPL-2+", is_held_out=True),
    Package("lugaru-data", "CC-BY-SA-3.0, CC-BY-SA-4.0", is_held_out=False),
    Package("colobot-common-textures", "GPL-3+", is_held_out=True),
    Package("foobillardplus-data", "GPL-2", is_held_out=False),
)

# The first that a file's name matches is its material; of the names of files, only letters are looked at.
MATERIALS = {
    "carpet": r"carpet|\brugs?\b",
    "leather": r"leather",
    "wallpaper": r"wall ?pap|tapet|paper",
    "cloth": r"cloth|fabric|linen|\bwool|\bfelt\b|textile|curtain|canvas|blanket|straw|wicker",
    "wood": r"wood|plank|parquet|laminate|bamboo|\bcork",
    "brick": r"brick",
    "tile": r"tile|mosaic|terrazzo",
    "stone": r"stone|\brocks?\b|marble|granite|slate|cobble",
    "concrete": r"concrete|cement|plaster|stucco|asphalt",
    "floor": r"floor|pav(e|ing)",
    "metal": r"metal|rust",
    "ground": r"sand|gravel|dirt|grass|snow",
}
# Maps of something else than color, lights, and pictures of things.
_NOT_COLOR = re.compile(
    r"\b(n|nm|nml|h|hm|s|g|z|r|gl|luma|local|ao|env|lod|mask)\b|norm|bump|height|disp|spec|gloss|glow|alpha|blend|shadow|reflect"
)
_NOT_EVEN = re.compile(r"light|lamp|door|window|sign|sky|icon|tomb|grave|tree|logo|poster|button|switch|vent|fire|burn")
_NOT_SURFACES = re.compile(
    "gui|icons|ui|hud|skins?|skeletal|karts|models|actors|weapons|particles|skybox.*|env|editor|interface|objects|sky|doc"
    "|pixmaps|cursors|actions|images|screenshots|maps|caustics|locale|sfx"
)
_PICTURES = frozenset((".png", ".jpg", ".jpeg", ".tga", ".dds"))
_ARCHIVES = frozenset((".pk3", ".zip", ".jar"))


@dataclass(frozen=True, slots=True)
class Surface:
    """A file that is called a surface."""

    package: str
    path: Path
    """The file, or the archive that it is in."""
    member: str
    """Its name in the archive; none of a file of its own."""
    material: str

    @property
    def stem(self) -> str:
        """Return the file's name without its ending."""
        return _stem(self.member or self.path.name)

    @property
    def name(self) -> str:
        """Return what the surface is called in lists."""
        return f"{self.package}: {self.member or self.path.name}"


def _stem(name: str) -> str:
    # Textures compressed for a graphics card may have two endings.
    return PurePosixPath(name).name.lower().split(".")[0]


def find_material(name: str) -> str | None:
    """Return the material that a file's name (with its folders, divided by ``/``) tells; none of what is no surface."""
    path = PurePosixPath(name.lower())
    words = re.sub("[^a-z]+", " ", _stem(path.name))
    if path.suffix not in _PICTURES or _NOT_COLOR.search(words) or _NOT_EVEN.search(words):
        return None
    if any(_NOT_SURFACES.fullmatch(part) for part in path.parts[:-1]):
        return None
    return next((material for material, pattern in MATERIALS.items() if re.search(pattern, words)), None)


def is_surface(image: Image8, alpha: NDArray[np.uint8] | None = None) -> bool:
    """Return whether a picture (height x width x 3, blue, green, red) shows a surface as a camera would, and no more.

    It is large enough, opaque, no map of normals, neither black nor of one color, has the fine grain of a photo, and is
    much the same all over.
    """
    height, width = image.shape[:2]
    if min(height, width) < 256 or max(height, width) > 2 * min(height, width):
        return False
    if alpha is not None and float((alpha < 250).mean()) > 0.01:
        return False
    normals = image.astype(np.float32) / 127.5 - 1
    lengths = np.linalg.norm(normals, axis=2)
    if float(((np.abs(lengths - 1) < 0.12) & (normals[..., 0] > 0.5)).mean()) > 0.7:
        return False
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    level, spread = float(np.median(gray)), float(gray.std())
    flat = float((image[:, 1:] == image[:, :-1]).all(axis=2).mean())
    blocks = cv2.resize(gray, (4, 4), interpolation=cv2.INTER_AREA).astype(float)
    return level >= 30 and spread >= 4 and flat <= 0.25 and float(blocks.std()) <= 22


def list_surfaces(folder: Path, *, held_out: bool) -> tuple[Surface, ...]:
    """Return what is called a surface in the unpacked packages of a half, in a fixed order.

    A name that both halves have belongs to development: packages share the work of the same people.
    """
    halves = {
        half: [surface for package in PACKAGES if package.is_held_out is half for surface in _search(folder, package)]
        for half in ((False, True) if held_out else (False,))
    }
    known = {surface.stem for surface in halves[False]} if held_out else set()
    unique = {(surface.package, surface.stem): surface for surface in halves[held_out] if surface.stem not in known}
    return tuple(unique.values())


def _search(folder: Path, package: Package) -> Iterator[Surface]:
    top = folder / package.name
    for path in sorted(path for path in top.rglob("*") if path.is_file() and not path.is_symlink()):
        inside = path.relative_to(top).as_posix()
        if path.suffix.lower() in _ARCHIVES and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                members = sorted(archive.namelist())
            for member in members:
                if material := find_material(member):
                    yield Surface(package.name, path, member, material)
        elif material := find_material(inside):
            yield Surface(package.name, path, "", material)


def open_surface(surface: Surface) -> Image8 | None:
    """Return the picture of a surface (height x width x 3, blue, green, red); none of what is no surface after all."""
    try:
        if surface.member:
            with zipfile.ZipFile(surface.path) as archive:
                content = archive.read(surface.member)
        else:
            content = surface.path.read_bytes()
        with Image.open(BytesIO(content)) as picture:
            colors = np.asarray(picture.convert("RGBA"), np.uint8)
    except (OSError, ValueError, SyntaxError, RuntimeError):
        return None
    image = np.ascontiguousarray(colors[..., 2::-1])
    return image if is_surface(image, colors[..., 3]) else None


def deal_surfaces(surfaces: Iterable[Surface], dice: Dice) -> Iterator[tuple[Surface, Image8]]:
    """Yield surfaces with their pictures, the materials and their packages by turns, each surface once."""
    heaps: dict[str, dict[str, list[Surface]]] = {}
    for surface in surfaces:
        heaps.setdefault(surface.material, {}).setdefault(surface.package, []).append(surface)
    for packages in heaps.values():
        for name, heap in packages.items():
            packages[name] = [heap[place] for place in dice.permutation(len(heap))]
    while heaps:
        for material, packages in [*heaps.items()]:
            if found := _take(packages):
                yield found
            else:
                del heaps[material]


def _take(packages: dict[str, list[Surface]]) -> tuple[Surface, Image8] | None:
    while packages:
        name = next(iter(packages))
        heap = packages.pop(name)
        while heap:
            surface = heap.pop()
            if (image := open_surface(surface)) is not None:
                # The package goes to the end of the line.
                packages[name] = heap
                return surface, image
    return None


def lay_surface(image: Image8, dice: Dice, height: int, width: int, card_px: float) -> Image8:
    """Cover a table of ``height`` x ``width`` px with a surface, tiled or stretched; cards are ``card_px`` wide on it.

    One tile is as wide as 2.5 to 14 cards, some 15 to 90 cm.
    """
    image = np.ascontiguousarray(np.rot90(image, int(dice.integers(4))))
    tile = round(card_px * float(np.exp(dice.uniform(np.log(2.5), np.log(14)))))
    if dice.random() < 0.15:
        tile = max(width, height)
    tile = min(max(32, tile), max(width, height))
    size = tile, max(32, round(tile * image.shape[0] / image.shape[1]))
    smaller = tile < image.shape[1]
    scaled = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_CUBIC), np.uint8)
    left, top = int(dice.integers(size[0])), int(dice.integers(size[1]))
    tiled = np.tile(scaled, (-(-(height + top) // size[1]), -(-(width + left) // size[0]), 1))
    return np.ascontiguousarray(tiled[top : top + height, left : left + width])


def fetch(folder: Path) -> None:
    """Download and unpack the packages that a folder lacks, by their names and with the system's own sources."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        if (folder / package.name).exists():
            continue
        with tempfile.TemporaryDirectory(dir=folder) as place:
            subprocess.run(["apt-get", "download", package.name], cwd=place, check=True)  # noqa: S603, S607
            (archive,) = Path(place).glob("*.deb")
            unpacked = Path(place) / package.name
            subprocess.run(["dpkg-deb", "-x", str(archive), str(unpacked)], check=True)  # noqa: S603, S607
            unpacked.rename(folder / package.name)


def main() -> None:
    """Fetch packages and print what they hold."""
    folder = Path(sys.argv[1])
    fetch(folder)
    for held_out in (False, True):
        surfaces = list_surfaces(folder, held_out=held_out)
        sys.stdout.write(f"{'held out' if held_out else 'development'}: {len(surfaces)} by their names\n")
        for package in PACKAGES:
            if package.is_held_out is held_out:
                counts = Counter(surface.material for surface in surfaces if surface.package == package.name)
                listed = ", ".join(f"{material} {count}" for material, count in sorted(counts.items()))
                sys.stdout.write(f"    {package.name} ({package.license}): {listed or 'none'}\n")


if __name__ == "__main__":
    main()
