"""Downloads: file names and responses."""

from __future__ import annotations

import json
from collections.abc import Mapping

from flask import Response

from ...workflow import file_names
from ...workflow.access.seeing import SeenDraft

MEDIA_TYPES = {"json": "application/json", "pdf": "application/pdf", "zip": "application/zip"}
LONGEST_NAME = 100


def send_download(content: str | bytes, draft: SeenDraft, ending: str) -> Response:
    """Send a file of an inspection."""
    return send_file(content, name_file(draft), ending)


def send_file(content: str | bytes, name: str, ending: str) -> Response:
    """Send a file under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"'}
    return Response(content, mimetype=MEDIA_TYPES[ending], headers=headers)


def name_file(draft: SeenDraft) -> str:
    """Name a file after form, date, and people, in characters that every file system accepts."""
    words = draft.details.form, draft.details.date, *(seat.name for seat in draft.seats)
    return file_names.name_file(*words)[:LONGEST_NAME]


def write_json(document: Mapping[str, object]) -> str:
    """Format JSON for people and programs alike."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
