"""What broken and hostile files do to the reader: ``python -m bench.photos.hostile [--few]``.

Writes some 220 files (``--few``: one of each kind), has one process read them all, and prints for each what it says,
the CPU seconds it takes and the peak of its resident memory. The exit status is 1 where a file ends in anything but a
sentence, or takes more than its share.
"""

from __future__ import annotations

import argparse
import json
import resource
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.photos.encoding import encode_photo
from companion.vision.pipeline import Box, read_photo
from companion.vision.problems import PhotoError
from companion.wording.photos.problems import describe_photo_finding
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.faces import parchment
from tools.scenes.photos import make_photo

MAX_SECONDS = 10.0
MAX_MB, MAX_HONEST_MB = 400, 600
"""Peak of resident memory; the second for a photo of 64 megapixels as a camera writes it."""
HONEST = "honest"
"""What the names of files begin with that are photos, if big ones."""

Maker = Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a file."""

    name: str
    says: str
    """The codes of the problems, and how many cards were read."""
    seconds: float
    """Of CPU time."""
    peak_mb: float

    @property
    def is_good(self) -> bool:
        """Whether it ended in a sentence or a reading, in time and within its memory."""
        most = MAX_HONEST_MB if self.name.startswith(HONEST) else MAX_MB
        return not self.says.startswith("raised") and self.seconds <= MAX_SECONDS and self.peak_mb <= most


# --- Files -----------------------------------------------------------------------------------------------------------


@cache
def _photograph(width: int = 1600, height: int = 1200) -> Image.Image:
    return Image.fromarray(
        cv2.cvtColor(make_photo(parchment(), 930_001, size=(width, height)).image, cv2.COLOR_BGR2RGB)
    )


def _save(picture: Image.Image, kind: str, **options: object) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


@cache
def save_photo(kind: str) -> bytes:
    """Return an honest photo of two megapixels as a file of a kind."""
    options: dict[str, dict[str, object]] = {
        "progressive": {"progressive": True},
        "jpeg": {},
        "png": {"compress_level": 1},
        "webp": {},
        "lossless": {"lossless": True, "method": 0},
    }
    if kind == "heic":
        return _save_heic(_photograph())
    names = {"progressive": "JPEG", "lossless": "WEBP"}
    return _save(_photograph(), names.get(kind, kind.upper()), **options[kind])


def _save_heic(*pictures: Image.Image) -> bytes:
    import pillow_heif

    file = pillow_heif.HeifFile()
    for picture in pictures:
        file.add_from_pillow(picture)
    buffer = BytesIO()
    file.save(buffer, quality=60)
    return buffer.getvalue()


def _enlarge(width: int, height: int) -> Image.Image:
    return _photograph().resize((width, height), Image.Resampling.BILINEAR)


def _flat(mode: str, width: int, height: int) -> Image.Image:
    return Image.new(mode, (width, height))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def flat_png(
    width: int,
    height: int,
    bits: int = 1,
    color: int = 0,
    *,
    before: bytes = b"",
    interlaced: int = 0,
    surplus: int = 0,
) -> bytes:
    """Return a PNG of one color, row by row, that unfolds from few bytes; ``surplus`` bytes follow its picture."""
    stride = 1 + -(-width * bits * _CHANNELS[color] // 8)
    packer, parts, row = zlib.compressobj(9), [], bytes(stride)
    rows = max(1, 4_000_000 // stride)
    left = height if not interlaced else 2 * height
    while left > 0:
        parts.append(packer.compress(row * min(rows, left)))
        left -= rows
    for _ in range(0, surplus, 1_000_000):
        parts.append(packer.compress(bytes(1_000_000)))
    parts.append(packer.flush())
    header = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, interlaced)
    palette = _chunk(b"PLTE", bytes(6)) if color == 3 else b""
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + before + palette
        + _chunk(b"IDAT", b"".join(parts)) + _chunk(b"IEND", b"")
    )  # fmt: skip


def animated_png(width: int, height: int, frames: int) -> bytes:
    """Return an APNG of one color."""
    first = zlib.compress(bytes((width // 8 + 2) * height), 9)
    control = struct.pack(">IIIIHHBB", width, height, 0, 0, 1, 10, 0, 0)
    parts = [_chunk(b"fcTL", struct.pack(">I", 0) + control), _chunk(b"IDAT", first)]
    for number in range(1, frames):
        parts.append(_chunk(b"fcTL", struct.pack(">I", 2 * number - 1) + control))
        parts.append(_chunk(b"fdAT", struct.pack(">I", 2 * number) + first))
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"acTL", struct.pack(">II", frames, 0))
        + b"".join(parts) + _chunk(b"IEND", b"")
    )  # fmt: skip


def animated_webp(width: int, height: int, frames: int) -> bytes:
    """Return an animated WebP."""
    pictures = [Image.new("RGB", (width, height), (number % 251, 0, 0)) for number in range(frames)]
    return _save(pictures[0], "WEBP", save_all=True, append_images=pictures[1:], lossless=True, method=0)


def repeat_last_scan(content: bytes, times: int) -> bytes:
    """Return a progressive JPEG whose last scan comes again and again."""
    start = content.rindex(b"\xff\xda")
    return content[:-2] + content[start:-2] * times + content[-2:]


def resize_header(content: bytes, width: int, height: int) -> bytes:
    """Return a JPEG whose start of frame claims another size."""
    at = next(place for place in (content.find(b"\xff\xc0"), content.find(b"\xff\xc2")) if place > 0)
    return content[: at + 5] + struct.pack(">HH", height, width) + content[at + 9 :]


def replace_frame(content: bytes, marker: int, bits: int = 8, sampling: int | None = None) -> bytes:
    """Return a JPEG whose start of frame is another kind's."""
    at = content.index(b"\xff\xc0")
    changed = bytearray(content)
    changed[at + 1], changed[at + 4] = marker, bits
    if sampling is not None:
        changed[at + 11] = sampling
    return bytes(changed)


def spoil(content: bytes, seed: int, count: int = 20) -> bytes:
    """Return a file with some of its bytes replaced, half of them near its beginning."""
    dice = np.random.default_rng([7, seed, len(content)])
    changed = bytearray(content)
    for number in range(count):
        reach = min(len(content), 600 if number % 2 else len(content))
        changed[int(dice.integers(12 if reach > 12 else 0, reach))] = int(dice.integers(256))
    return bytes(changed)


def _text_chunks(count: int) -> bytes:
    return _chunk(b"tEXt", b"Comment\0" + b"x" * 8) * count


def _compressed_chunk(name: bytes, start: bytes, size: int) -> bytes:
    return _chunk(name, start + zlib.compress(bytes(size), 9))


def _insert(content: bytes, segment: bytes) -> bytes:
    """Return a JPEG with something behind its first marker."""
    return content[:2] + segment + content[2:]


def _exif_loop() -> bytes:
    """Return an EXIF block whose directory goes on at itself."""
    directory = b"Exif\0\0II*\0\x08\0\0\0" + struct.pack("<HHHII", 1, 0x0112, 3, 1, 6) + struct.pack("<I", 8)
    return b"\xff\xe1" + struct.pack(">H", len(directory) + 2) + directory


THIN = ((1, 5000), (5000, 1), (65, 60_000), (60_000, 65), (1, 1), (2, 3), (17, 33), (300, 40), (40, 300), (63, 63),
        (9000, 200), (200, 9000))  # fmt: skip
FOREIGN = {
    "empty": b"",
    "text": b"hello " * 1000,
    "html": b"<!doctype html><p>" * 100,
    "zip": b"PK\3\4" + bytes(500),
    "gif": b"GIF89a" + bytes(500),
    "bmp": b"BM" + bytes(5000),
    "tiff": b"II*\0" + bytes(500),
    "pdf": b"%PDF-1.7\n" * 50,
    "svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "zeros": bytes(100_000),
    "mp4": b"\0\0\0\x18ftypmp42" + bytes(500),
    "avif": b"\0\0\0\x1cftypavif" + bytes(500),
    "jpeg-start": b"\xff\xd8\xff",
    "png-start": b"\x89PNG\r\n\x1a\n",
    "webp-start": b"RIFF\0\0\0\0WEBPVP8X",
    "heic-start": b"\0\0\0\x18ftypheic" + bytes(40),
}


def list_files() -> dict[str, Maker]:
    """Return the makers of all files by name."""
    files: dict[str, Maker] = {f"foreign-{name}": partial(bytes, content) for name, content in FOREIGN.items()}
    files |= dict(_list_sizes())
    files |= dict(_list_heavy())
    files |= dict(_list_odd())
    for kind in ("jpeg", "progressive", "png", "webp", "lossless", "heic"):
        for percent in (1, 10, 50, 90, 99):
            files[f"cut-{kind}-{percent}"] = partial(_cut, kind, percent)
        for seed in range(10):
            files[f"spoiled-{kind}-{seed}"] = partial(_spoil_kind, kind, seed)
    return files


def _cut(kind: str, percent: int) -> bytes:
    content = save_photo(kind)
    return content[: len(content) * percent // 100]


def _spoil_kind(kind: str, seed: int) -> bytes:
    return spoil(save_photo(kind), seed, 3 if seed % 2 else 40)


def _list_sizes() -> Iterator[tuple[str, Maker]]:
    """Yield thin, small and huge pictures of every kind."""
    for width, height in THIN:
        yield f"thin-jpeg-{width}x{height}", partial(lambda w, h: _save(_flat("RGB", w, h), "JPEG"), width, height)
        yield f"thin-png-{width}x{height}", partial(flat_png, width, height, 8, 2)
    for width, height in THIN[:4]:
        yield (
            f"thin-webp-{width}x{height}",
            partial(
                lambda w, h: _save(_flat("RGB", min(w, 16_383), min(h, 16_383)), "WEBP", lossless=True), width, height
            ),
        )
    yield "thin-png-900000", partial(flat_png, 65, 900_000)
    yield "thin-png-900000-wide", partial(flat_png, 900_000, 65)
    yield "thin-png-zero", partial(flat_png, 0, 0)
    yield "thin-heic", lambda: _save_heic(_flat("RGB", 64, 4000))
    for side in (5000, 7900, 8100, 12_000, 30_000):
        yield f"huge-png-1bit-{side}", partial(flat_png, side, side)
    for bits, color in ((8, 0), (8, 2), (8, 3), (8, 6), (16, 0), (16, 2), (16, 6), (1, 3), (8, 4)):
        yield f"huge-png-{bits}bit-{color}", partial(flat_png, 7900, 7900, bits, color)
        yield f"big-png-{bits}bit-{color}", partial(flat_png, 4900, 4900, bits, color)
    yield "huge-png-interlaced", partial(flat_png, 7900, 7900, 8, 2, interlaced=1)
    yield "big-png-interlaced", partial(flat_png, 4900, 4900, 8, 2, interlaced=1)
    for side in (5000, 7900, 16_383):
        yield f"huge-webp-{side}", partial(lambda s: _save(_flat("RGB", s, s), "WEBP", lossless=True, method=0), side)
    yield "huge-webp-lossy", lambda: _save(_flat("RGB", 7900, 7900), "WEBP", method=0)
    for side in (5000, 7900, 9000, 20_000):
        yield f"huge-jpeg-gray-{side}", partial(lambda s: _save(_flat("L", s, s), "JPEG"), side)
    for side in (20_000, 65_500):
        yield f"claimed-jpeg-{side}", partial(lambda s: resize_header(save_photo("jpeg"), s, s), side)
        yield f"claimed-progressive-{side}", partial(lambda s: resize_header(save_photo("progressive"), s, s), side)
    yield "claimed-jpeg-64-megapixels", lambda: resize_header(save_photo("jpeg"), 8000, 7990)
    yield "claimed-progressive-64-megapixels", lambda: resize_header(save_photo("progressive"), 8000, 7990)
    yield "claimed-jpeg-zero", lambda: resize_header(save_photo("jpeg"), 1600, 0)
    yield "huge-heic", lambda: _save_heic(_flat("RGB", 9000, 8000))


def _list_heavy() -> Iterator[tuple[str, Maker]]:
    """Yield files that take much memory or time for what they hold."""
    yield "honest-64-megapixels", lambda: _save(_enlarge(9248, 6912), "JPEG", quality=85)
    yield "honest-48-megapixels-progressive", lambda: _save(_enlarge(8064, 6048), "JPEG", quality=85, progressive=True)
    yield "honest-24-megapixels-webp", lambda: _save(_enlarge(5712, 4284), "WEBP", quality=80, method=0)
    yield "honest-12-megapixels-png", lambda: _save(_enlarge(4032, 3024), "PNG", compress_level=1)
    yield "honest-24-megapixels-heic", lambda: _save_heic(_enlarge(5712, 4284))
    for side in (5000, 7900):
        yield (
            f"heavy-progressive-444-{side}",
            partial(lambda s: _save(_enlarge(s, s), "JPEG", quality=60, progressive=True, subsampling=0), side),
        )
        yield (
            f"heavy-progressive-cmyk-{side}",
            partial(lambda s: _save(_flat("CMYK", s, s), "JPEG", progressive=True), side),
        )
    for side, times in ((1600, 100), (1600, 4000), (4000, 12), (4000, 40), (4000, 4000), (7000, 12), (7000, 400)):
        yield (
            f"heavy-scans-{side}-{times}",
            partial(
                lambda s, n: repeat_last_scan(_save(_flat("RGB", s, s * 3 // 4), "JPEG", progressive=True), n),
                side,
                times,
            ),
        )
    for frames in (2, 30, 300):
        yield f"moving-webp-{frames}", partial(animated_webp, 2000, 1500, min(frames, 60))
        yield f"moving-png-{frames}", partial(animated_png, 2000, 1500, frames)
    yield "moving-webp-big", partial(animated_webp, 7000, 7000, 2)
    yield "moving-heic", lambda: _save_heic(*[_flat("RGB", 400, 300)] * 30)
    yield "heavy-png-surplus", partial(flat_png, 1600, 1200, 8, 2, surplus=1_000_000_000)
    yield (
        "heavy-png-profile",
        partial(flat_png, 1600, 1200, 8, 2, before=_compressed_chunk(b"iCCP", b"p\0\0", 300_000_000)),
    )
    yield (
        "heavy-png-comment",
        partial(flat_png, 1600, 1200, 8, 2, before=_compressed_chunk(b"zTXt", b"c\0\0", 300_000_000)),
    )
    yield "heavy-png-comments", partial(flat_png, 1600, 1200, 8, 2, before=_text_chunks(200_000))
    yield "heavy-png-few-comments", partial(flat_png, 1600, 1200, 8, 2, before=_text_chunks(900))
    yield "heavy-jpeg-padding", lambda: _insert(save_photo("jpeg"), b"\xff" * 20_000_000)
    yield "heavy-jpeg-segments", lambda: _insert(save_photo("jpeg"), b"\xff\xe5\0\x02" * 3_000_000)
    yield "heavy-jpeg-comments", lambda: _insert(save_photo("jpeg"), (b"\xff\xfe\xff\xff" + bytes(65_533)) * 300)


def _list_odd() -> Iterator[tuple[str, Maker]]:
    """Yield files that break their format's rules, or use what nobody uses."""
    yield "odd-jpeg-cmyk", lambda: _save(_photograph().convert("CMYK"), "JPEG")
    yield "odd-jpeg-gray", lambda: _save(_photograph().convert("L"), "JPEG")
    for marker in (0xC1, 0xC3, 0xC5, 0xC9, 0xCA, 0xCB):
        yield f"odd-jpeg-frame-{marker:x}", partial(lambda m: replace_frame(save_photo("jpeg"), m), marker)
    yield "odd-jpeg-12-bits", lambda: replace_frame(save_photo("jpeg"), 0xC1, 12)
    for sampling in (0x00, 0x44, 0xFF, 0x31):
        yield (
            f"odd-jpeg-sampling-{sampling:x}",
            partial(lambda s: replace_frame(save_photo("jpeg"), 0xC0, sampling=s), sampling),
        )
    yield "odd-jpeg-exif-loop", lambda: _insert(save_photo("jpeg"), _exif_loop())
    yield "odd-jpeg-twice", lambda: save_photo("jpeg") * 2
    yield "odd-jpeg-trailing", lambda: save_photo("jpeg") + bytes(5_000_000)
    yield "odd-jpeg-no-tables", lambda: b"\xff\xd8" + save_photo("jpeg")[save_photo("jpeg").index(b"\xff\xc0") :]
    yield "odd-jpeg-no-scan", lambda: save_photo("jpeg")[: save_photo("jpeg").index(b"\xff\xda")] + b"\xff\xd9"
    yield "odd-png-color-5", lambda: flat_png(400, 300, 8, 2).replace(b"\x08\x02\0\0\0", b"\x08\x05\0\0\0", 1)
    yield "odd-png-no-picture", lambda: flat_png(400, 300)[:33] + _chunk(b"IEND", b"")
    yield "odd-png-no-palette", lambda: flat_png(400, 300, 8, 0).replace(b"\x08\0\0\0\0", b"\x08\x03\0\0\0", 1)
    yield "odd-png-twice", lambda: flat_png(400, 300)[:33] * 2 + flat_png(9000, 9000)[8:]
    yield "odd-webp-canvas", lambda: save_photo("webp")[:12] + b"VP8X\x0a\0\0\0\0\0\0\0\x0f\x27\0\x0f\x27\0" + (
        save_photo("webp")[12:]
    )  # fmt: skip
    yield "odd-heic-sequence", lambda: save_photo("heic").replace(b"ftypheic", b"ftypmsf1", 1)
    yield "odd-heic-thousand", lambda: save_photo("heic")[:200] * 1000


FEW = ("foreign-text", "thin-jpeg-1x5000", "thin-png-900000", "huge-png-1bit-7900", "huge-png-1bit-12000",
       "heavy-scans-4000-4000", "moving-webp-2", "moving-png-30", "cut-jpeg-50", "cut-heic-50", "spoiled-heic-1",
       "spoiled-progressive-3", "claimed-progressive-64-megapixels", "thin-heic", "heavy-png-comments")  # fmt: skip
"""One of each kind, as the quick tests read them."""


# --- Reading ---------------------------------------------------------------------------------------------------------


def read_all(folder: Path) -> Iterator[Outcome]:
    """Read the files of a folder in this process, one after the other."""
    box = Box(find_edition("en").letters, EX_LIBRIS, {}, load_design("default"))
    read_photo(save_photo("jpeg"), "", "", box)
    for path in sorted(folder.iterdir()):
        content = path.read_bytes()
        reset_peak()
        started = time.process_time()
        says = _say_all(content, box)
        yield Outcome(path.name, says, round(time.process_time() - started, 2), measure_peak_mb())


def reset_peak() -> None:
    """Begin to measure the peak of this process's resident memory anew, where the system can (see proc(5))."""
    if _RESET.exists():
        _RESET.write_text("5", encoding="ascii")


def measure_peak_mb() -> float:
    """Return the peak of this process's resident memory, since it began or was last reset."""
    if not _STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return int(_STATUS.read_text(encoding="ascii").split("VmHWM:")[1].split()[0]) / 1000


_RESET, _STATUS = Path("/proc/self/clear_refs"), Path("/proc/self/status")


def _say_all(content: bytes, box: Box) -> str:
    try:
        reading = read_photo(content, "", "", box)
        encode_photo(reading.image)
    except PhotoError as error:
        return f"{error.finding.problem.value} ({len(describe_photo_finding(error.finding, 'en'))} characters)"
    except Exception as error:
        return f"raised {type(error).__name__}: {str(error)[:200]}"
    codes = " ".join(finding.problem.value for finding in reading.reading.findings)
    if not codes and not reading.reading.cards:
        return "raised nothing, and said nothing"
    return f"{len(reading.reading.cards)} cards {codes}".strip()


def measure(names: dict[str, Maker]) -> list[Outcome]:
    """Write files, and have a process of their own read them."""
    with tempfile.TemporaryDirectory() as folder:
        for name, maker in names.items():
            (Path(folder) / name).write_bytes(maker())
        command = [sys.executable, "-m", "bench.photos.hostile", "--read", folder]
        done = subprocess.run(command, capture_output=True, check=False, text=True, cwd=Path(__file__).parents[2])
    outcomes = [Outcome(**json.loads(line)) for line in done.stdout.splitlines()]
    if len(outcomes) < len(names):
        following = sorted(names)[len(outcomes)]
        outcomes.append(Outcome(following, f"raised exit {done.returncode}: {done.stderr[-300:]}", 0.0, 0.0))
    return outcomes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.hostile", description=__doc__)
    parser.add_argument("--few", action="store_true", help="one file of each kind")
    parser.add_argument("--only", default="", help="files whose names begin so")
    parser.add_argument("--read", type=Path, metavar="FOLDER", help="read these files here, a line of JSON for each")
    chosen = parser.parse_args()
    if chosen.read:
        for outcome in read_all(chosen.read):
            line = {name: getattr(outcome, name) for name in ("name", "says", "seconds", "peak_mb")}
            print(json.dumps(line), flush=True)
        return
    files = {name: maker for name, maker in list_files().items() if name.startswith(chosen.only)}
    outcomes = measure({name: files[name] for name in FEW} if chosen.few else files)
    for outcome in outcomes:
        mark = " " if outcome.is_good else "!"
        print(f"{mark} {outcome.name:36} {outcome.seconds:6.2f} s {outcome.peak_mb:5.0f} MB  {outcome.says}")
    bad = [outcome for outcome in outcomes if not outcome.is_good]
    slowest, biggest = max(one.seconds for one in outcomes), max(one.peak_mb for one in outcomes)
    print(f"{len(outcomes)} files, {len(bad)} bad; at most {slowest:.1f} s, {biggest:.0f} MB")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
