"""``companion form``: a blank form to fill in by hand."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from . import output


def print_blank_form(chosen: Namespace) -> int:
    """Write a blank form; return the exit status."""
    from ..forms.sheets.pdf import PangoMissingError
    from ..scoring.inspection import Form
    from ..workflow.sheets.printing import print_blank

    try:
        pdf = print_blank(Form(chosen.form), language=chosen.lang, paper=chosen.paper)
        Path(chosen.pdf).write_bytes(pdf)
    except (PangoMissingError, OSError) as error:
        output.write_error(f"{chosen.pdf}: {error}")
        return 1
    return 0
