"""Compiles the message catalogues into every build, the editable one included."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(root: Path) -> None:
    """Write the ``.mo`` beside each ``.po`` below ``root``."""
    for source in sorted(root.glob("companion/translations/*/LC_MESSAGES/*.po")):
        with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
            write_mo(mo, read_po(po))


class CatalogueHook(BuildHookInterface[Any]):
    """What hatchling calls before it packs the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root))
