"""The list of broken and hostile files: thin, huge, heavy, moving, odd, cut off and spoiled ones of every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from .hostile_encoders import (
    animated_png,
    animated_webp,
    chunk,
    compressed_chunk,
    enlarge,
    exif_loop,
    flat,
    flat_png,
    insert,
    photograph,
    repeat_last_scan,
    replace_frame,
    resize_header,
    save,
    save_heic,
    save_photo,
    spoil,
    text_chunks,
)

Maker = Callable[[], bytes]

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
        yield f"thin-jpeg-{width}x{height}", partial(lambda w, h: save(flat("RGB", w, h), "JPEG"), width, height)
        yield f"thin-png-{width}x{height}", partial(flat_png, width, height, 8, 2)
    for width, height in THIN[:4]:
        yield (
            f"thin-webp-{width}x{height}",
            partial(
                lambda w, h: save(flat("RGB", min(w, 16_383), min(h, 16_383)), "WEBP", lossless=True), width, height
            ),
        )
    yield "thin-png-900000", partial(flat_png, 65, 900_000)
    yield "thin-png-900000-wide", partial(flat_png, 900_000, 65)
    yield "thin-png-zero", partial(flat_png, 0, 0)
    yield "thin-heic", lambda: save_heic(flat("RGB", 64, 4000))
    for side in (5000, 7900, 8100, 12_000, 30_000):
        yield f"huge-png-1bit-{side}", partial(flat_png, side, side)
    for bits, color in ((8, 0), (8, 2), (8, 3), (8, 6), (16, 0), (16, 2), (16, 6), (1, 3), (8, 4)):
        yield f"huge-png-{bits}bit-{color}", partial(flat_png, 7900, 7900, bits, color)
        yield f"big-png-{bits}bit-{color}", partial(flat_png, 4900, 4900, bits, color)
    yield "huge-png-interlaced", partial(flat_png, 7900, 7900, 8, 2, interlaced=1)
    yield "big-png-interlaced", partial(flat_png, 4900, 4900, 8, 2, interlaced=1)
    for side in (5000, 7900, 16_383):
        yield f"huge-webp-{side}", partial(lambda s: save(flat("RGB", s, s), "WEBP", lossless=True, method=0), side)
    yield "huge-webp-lossy", lambda: save(flat("RGB", 7900, 7900), "WEBP", method=0)
    for side in (5000, 7900, 9000, 20_000):
        yield f"huge-jpeg-gray-{side}", partial(lambda s: save(flat("L", s, s), "JPEG"), side)
    for side in (20_000, 65_500):
        yield f"claimed-jpeg-{side}", partial(lambda s: resize_header(save_photo("jpeg"), s, s), side)
        yield f"claimed-progressive-{side}", partial(lambda s: resize_header(save_photo("progressive"), s, s), side)
    yield "claimed-jpeg-64-megapixels", lambda: resize_header(save_photo("jpeg"), 8000, 7990)
    yield "claimed-progressive-64-megapixels", lambda: resize_header(save_photo("progressive"), 8000, 7990)
    yield "claimed-jpeg-zero", lambda: resize_header(save_photo("jpeg"), 1600, 0)
    yield "huge-heic", lambda: save_heic(flat("RGB", 9000, 8000))


def _list_heavy() -> Iterator[tuple[str, Maker]]:
    """Yield files that take much memory or time for what they hold."""
    yield "honest-64-megapixels", lambda: save(enlarge(9248, 6912), "JPEG", quality=85)
    yield "honest-48-megapixels-progressive", lambda: save(enlarge(8064, 6048), "JPEG", quality=85, progressive=True)
    yield "honest-24-megapixels-webp", lambda: save(enlarge(5712, 4284), "WEBP", quality=80, method=0)
    yield "honest-12-megapixels-png", lambda: save(enlarge(4032, 3024), "PNG", compress_level=1)
    yield "honest-24-megapixels-heic", lambda: save_heic(enlarge(5712, 4284))
    for side in (5000, 7900):
        yield (
            f"heavy-progressive-444-{side}",
            partial(lambda s: save(enlarge(s, s), "JPEG", quality=60, progressive=True, subsampling=0), side),
        )
        yield (
            f"heavy-progressive-cmyk-{side}",
            partial(lambda s: save(flat("CMYK", s, s), "JPEG", progressive=True), side),
        )
    for side, times in ((1600, 100), (1600, 4000), (4000, 12), (4000, 40), (4000, 4000), (7000, 12), (7000, 400)):
        yield (
            f"heavy-scans-{side}-{times}",
            partial(
                lambda s, n: repeat_last_scan(save(flat("RGB", s, s * 3 // 4), "JPEG", progressive=True), n),
                side,
                times,
            ),
        )
    for frames in (2, 30, 300):
        yield f"moving-webp-{frames}", partial(animated_webp, 2000, 1500, min(frames, 60))
        yield f"moving-png-{frames}", partial(animated_png, 2000, 1500, frames)
    yield "moving-webp-big", partial(animated_webp, 7000, 7000, 2)
    yield "moving-heic", lambda: save_heic(*[flat("RGB", 400, 300)] * 30)
    yield "heavy-png-surplus", partial(flat_png, 1600, 1200, 8, 2, surplus=1_000_000_000)
    yield (
        "heavy-png-profile",
        partial(flat_png, 1600, 1200, 8, 2, before=compressed_chunk(b"iCCP", b"p\0\0", 300_000_000)),
    )
    yield (
        "heavy-png-comment",
        partial(flat_png, 1600, 1200, 8, 2, before=compressed_chunk(b"zTXt", b"c\0\0", 300_000_000)),
    )
    yield "heavy-png-comments", partial(flat_png, 1600, 1200, 8, 2, before=text_chunks(200_000))
    yield "heavy-png-few-comments", partial(flat_png, 1600, 1200, 8, 2, before=text_chunks(900))
    yield "heavy-jpeg-padding", lambda: insert(save_photo("jpeg"), b"\xff" * 20_000_000)
    yield "heavy-jpeg-segments", lambda: insert(save_photo("jpeg"), b"\xff\xe5\0\x02" * 3_000_000)
    yield "heavy-jpeg-comments", lambda: insert(save_photo("jpeg"), (b"\xff\xfe\xff\xff" + bytes(65_533)) * 300)


def _list_odd() -> Iterator[tuple[str, Maker]]:
    """Yield files that break their format's rules, or use what nobody uses."""
    yield "odd-jpeg-cmyk", lambda: save(photograph().convert("CMYK"), "JPEG")
    yield "odd-jpeg-gray", lambda: save(photograph().convert("L"), "JPEG")
    for marker in (0xC1, 0xC3, 0xC5, 0xC9, 0xCA, 0xCB):
        yield f"odd-jpeg-frame-{marker:x}", partial(lambda m: replace_frame(save_photo("jpeg"), m), marker)
    yield "odd-jpeg-12-bits", lambda: replace_frame(save_photo("jpeg"), 0xC1, 12)
    for sampling in (0x00, 0x44, 0xFF, 0x31):
        yield (
            f"odd-jpeg-sampling-{sampling:x}",
            partial(lambda s: replace_frame(save_photo("jpeg"), 0xC0, sampling=s), sampling),
        )
    yield "odd-jpeg-exif-loop", lambda: insert(save_photo("jpeg"), exif_loop())
    yield "odd-jpeg-twice", lambda: save_photo("jpeg") * 2
    yield "odd-jpeg-trailing", lambda: save_photo("jpeg") + bytes(5_000_000)
    yield "odd-jpeg-no-tables", lambda: b"\xff\xd8" + save_photo("jpeg")[save_photo("jpeg").index(b"\xff\xc0") :]
    yield "odd-jpeg-no-scan", lambda: save_photo("jpeg")[: save_photo("jpeg").index(b"\xff\xda")] + b"\xff\xd9"
    yield "odd-png-color-5", lambda: flat_png(400, 300, 8, 2).replace(b"\x08\x02\0\0\0", b"\x08\x05\0\0\0", 1)
    yield "odd-png-no-picture", lambda: flat_png(400, 300)[:33] + chunk(b"IEND", b"")
    yield "odd-png-no-palette", lambda: flat_png(400, 300, 8, 0).replace(b"\x08\0\0\0\0", b"\x08\x03\0\0\0", 1)
    yield "odd-png-twice", lambda: flat_png(400, 300)[:33] * 2 + flat_png(9000, 9000)[8:]
    yield "odd-webp-canvas", lambda: save_photo("webp")[:12] + b"VP8X\x0a\0\0\0\0\0\0\0\x0f\x27\0\x0f\x27\0" + (
        save_photo("webp")[12:]
    )  # fmt: skip
    yield "odd-heic-sequence", lambda: save_photo("heic").replace(b"ftypheic", b"ftypmsf1", 1)
    yield "odd-heic-no-picture", lambda: save_photo("heic").replace(b"\0\1\0\0hvc1", b"\0\1\0\0unci", 1)
    yield "odd-heic-thousand", lambda: save_photo("heic")[:200] * 1000


FEW = ("foreign-text", "thin-jpeg-1x5000", "thin-png-900000", "huge-png-1bit-7900", "huge-png-1bit-12000",
       "heavy-scans-4000-4000", "moving-webp-2", "moving-png-30", "cut-jpeg-50", "cut-heic-50", "spoiled-heic-1",
       "spoiled-progressive-3", "claimed-progressive-64-megapixels", "thin-heic", "heavy-png-comments")  # fmt: skip
"""One of each kind, as the quick tests read them."""
