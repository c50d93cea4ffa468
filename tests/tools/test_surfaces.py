"""Which files and pictures are taken for photographic surfaces."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tools.scenes.faces import parchment
from tools.scenes.photos import make_empty, make_photo
from tools.scenes.surfaces import PACKAGES, deal_surfaces, find_material, is_surface, lay_surface, list_surfaces
from tools.scenes.tables import TABLES, offer_surface

DEVELOPED = next(package.name for package in PACKAGES if not package.is_held_out)
HELD_OUT = next(package.name for package in PACKAGES if package.is_held_out)


def grain(*, level: float = 120.0, spread: float = 12.0, size: tuple[int, int] = (300, 300)) -> np.ndarray:
    noise = np.random.default_rng(1).normal(level, spread, (*size, 3))
    return np.clip(noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("name", "material"),
    [
        ("textures/base/wood_floor2.jpg", "wood"),
        ("textures/RedCarpet01.tga", "carpet"),
        ("data/old rug.png", "carpet"),
        ("data/drug.png", None),
        ("data/rocket.png", None),
        ("textures/wood_floor2_norm.jpg", None),
        ("textures/wood_floor2_n.jpg", None),
        ("textures/stone_local.png", None),
        ("textures/wooden_door.png", None),
        ("gui/icons/wood.png", None),
        ("textures/wood.txt", None),
        ("textures/grass.dds.cached.dds", "ground"),
        ("textures/crate.png", None),
    ],
)
def test_names_tell_materials(name: str, material: str | None) -> None:
    assert find_material(name) == material


def test_photographic_grain_is_a_surface() -> None:
    assert is_surface(grain())


def test_what_is_no_surface() -> None:
    halves = np.concatenate([grain(level=60)[:150], grain(level=200)[:150]])
    clear = np.full((300, 300), 255, np.uint8)
    clear[:50] = 0
    normals = np.full((300, 300, 3), (255, 128, 128), np.uint8)
    assert not is_surface(grain(size=(200, 300)))
    assert not is_surface(grain(size=(256, 600)))
    assert not is_surface(grain(level=10))
    assert not is_surface(np.full((300, 300, 3), 120, np.uint8))
    assert not is_surface(halves)
    assert not is_surface(grain(), clear)
    assert not is_surface(normals)


def test_halves_share_no_name(tmp_path: Path) -> None:
    for package, names in ((DEVELOPED, ("wood1.png", "tile1.png")), (HELD_OUT, ("wood1.jpg", "stone1.png"))):
        (tmp_path / package).mkdir()
        for name in names:
            cv2.imwrite(str(tmp_path / package / name), grain())
    (tmp_path / HELD_OUT / "brick1.png").write_bytes(b"no picture")
    developed, held_out = list_surfaces(tmp_path, held_out=False), list_surfaces(tmp_path, held_out=True)
    assert [one.name for one in developed] == [f"{DEVELOPED}: tile1.png", f"{DEVELOPED}: wood1.png"]
    assert [one.path.name for one in held_out] == ["brick1.png", "stone1.png"]
    assert [one.stem for one, _ in deal_surfaces(held_out, np.random.default_rng(1))] == ["stone1"]


def test_tables_are_covered_as_a_surface_is() -> None:
    image = np.zeros((300, 300, 3), np.uint8)
    image[..., 2] = 200
    table = lay_surface(image, np.random.default_rng(1), 70, 90, 20.0)
    assert table.shape == (70, 90, 3)
    assert (table == (0, 0, 200)).all()


def test_photos_lie_on_an_offered_surface() -> None:
    with offer_surface("one of mine", np.full((300, 300, 3), (0, 0, 200), np.uint8)):
        empty = make_empty(1, (160, 120), "one of mine", is_bare=True)
        photo = make_photo(parchment(), 1, size=(320, 240), table="one of mine")
    assert "one of mine" not in TABLES
    assert photo.truth["table"] == "one of mine"
    assert empty[..., 2].mean() > 2 * empty[..., 0].mean()
