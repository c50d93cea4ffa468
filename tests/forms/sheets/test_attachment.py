from __future__ import annotations

import io
import logging
import random
import subprocess
import sys

import pypdf
import pytest

from companion.forms.sheets.attachment import MOST_BYTES, AttachmentError, read_attached_document
from companion.forms.sheets.sheet import Paper


def attach(name: str, content: bytes) -> bytes:
    """A PDF from another program with an attachment."""
    writer = pypdf.PdfWriter()
    writer.add_blank_page(72, 72)
    writer.add_attachment(name, content)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_any_pdf_with_our_attachment_is_read():
    assert read_attached_document(attach("inspection.json", b"{}")) == b"{}"


@pytest.mark.parametrize("pdf", [attach("holiday.json", b"{}"), attach("inspection.json", b" " * (MOST_BYTES + 1))])
def test_a_pdf_without_a_document_of_our_own_has_none(pdf):
    assert read_attached_document(pdf) is None


def test_a_locked_pdf_is_refused():
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(attach("inspection.json", b"{}")))
    writer.encrypt("secret", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    with pytest.raises(AttachmentError, match="no PDF that can be read"):
        read_attached_document(out.getvalue())


@pytest.mark.parametrize(
    "junk",
    [b"", b"hello", b"%PDF-1.7", b"%PDF-1.7\n%%EOF", b"\0" * 999, b"%PDF-1.7\nxref\n0 99999999\nstartxref\n9\n%%EOF"],
)
def test_a_file_that_is_not_a_pdf_is_refused_with_a_sentence(junk):
    with pytest.raises(AttachmentError, match=f"this file of {len(junk)} bytes"):
        read_attached_document(junk)


def test_a_damaged_form_is_refused_or_read_and_never_breaks(filled, caplog):
    pdf = filled("B-7c", "en", Paper.LETTER)
    chance = random.Random(42)  # noqa: S311
    for _ in range(60):
        damaged = bytearray(pdf[: chance.randrange(len(pdf))] if chance.random() < 0.4 else pdf)
        for _ in range(chance.choice([1, 20, 400])):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            read_attached_document(bytes(damaged))
        except AttachmentError:
            continue
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_reading_an_attachment_loads_nothing_that_draws():
    code = "import sys, companion.forms.sheets.attachment as a\n"
    code += "try: a.read_attached_document(b'')\nexcept ValueError: pass\n"
    code += "print([name for name in ('weasyprint', 'jinja2', 'flask') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
