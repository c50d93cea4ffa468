"""Reading back the inspection embedded in a PDF made by this program. Loads pypdf but no PDF renderer."""

from __future__ import annotations

import io
import logging

ATTACHMENT_NAME = "inspection.json"
MOST_BYTES = 4 * 1024 * 1024
"""An inspection with four shelves has 2 kB; anything larger than this was not written by this program."""


class AttachmentError(ValueError):
    """Raised where a file cannot be read as a PDF at all."""


def read_attached_document(pdf: bytes) -> bytes | None:
    """Return the inspection embedded in a PDF, or ``None`` if there is none.

    Raises ``AttachmentError`` for anything that is not a readable PDF, encrypted PDFs included, and never any other
    error, however broken or hostile the file.
    """
    import pypdf

    # pypdf logs what it repairs; a broken file concerns our caller, not the log.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL + 1)
    try:
        found = pypdf.PdfReader(io.BytesIO(pdf), strict=True).attachments.get(ATTACHMENT_NAME)
        document = bytes(found[0]) if found else None
    except (Exception, RecursionError) as error:  # hostile input can fail in any way
        raise AttachmentError(f"this file of {len(pdf)} bytes is no PDF that can be read") from error
    return document if document is None or len(document) <= MOST_BYTES else None
