"""The inspection that a PDF of ours carries, read back out of it. Loads pypdf and nothing that draws."""

from __future__ import annotations

import io
import logging

ATTACHMENT_NAME = "inspection.json"
MOST_BYTES = 4 * 1024 * 1024
"""An inspection of four shelves has 2 kB; what is larger than this was not written by us."""


class AttachmentError(ValueError):
    """Raised where a file cannot be read as a PDF at all."""


def read_attached_document(pdf: bytes) -> bytes | None:
    """Return the inspection that a PDF carries, or ``None`` where it carries none.

    Raises ``AttachmentError`` for what is no readable PDF, encrypted ones included; never anything else, however
    broken or hostile the file.
    """
    import pypdf

    # pypdf reports what it mends on its loggers; a broken file is our caller's news, not the log's.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL + 1)
    try:
        found = pypdf.PdfReader(io.BytesIO(pdf), strict=True).attachments.get(ATTACHMENT_NAME)
        document = bytes(found[0]) if found else None
    except (Exception, RecursionError) as error:  # hostile input fails in any way
        raise AttachmentError(f"this file of {len(pdf)} bytes is no PDF that can be read") from error
    return document if document is None or len(document) <= MOST_BYTES else None
