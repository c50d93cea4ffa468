"""Rename English sentences everywhere at once, and keep their translations: ``python -m tools.rename_messages FILE``.

``FILE`` is a JSON list of ``{"old": …, "new": …}``, with ``old_plural`` and ``new_plural`` where the sentence has a
plural. An English sentence is the key of its translations: it is replaced in the Python modules, in the templates, and
in every catalog, where nothing but the key changes. If anything in ``FILE`` is wrong, all faults are listed and nothing
is changed. Run ``ruff format`` and ``tools/update-catalogues`` afterwards.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import denormalize, normalize

# A sentence as the sources say it: alone, or with its plural.
Message = str | tuple[str, ...]
Texts = Mapping[Path, str]

_KEYWORDS = DEFAULT_KEYWORDS | {"lazy_gettext": None}
_PYTHON_CALLS = frozenset({"_", "gettext", "lazy_gettext", "ngettext"})
_LITERAL = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_TEMPLATE_CALL = re.compile(rf"(?<![\w.])((?:_|n?gettext)\(\s*)({_LITERAL})(?:(\s*,\s*)({_LITERAL}))?", re.DOTALL)
_CATALOG_KEY = re.compile(
    r'^msgid (?P<singular>".*"\n(?:".*"\n)*)(?:msgid_plural (?P<plural>".*"\n(?:".*"\n)*))?', re.MULTILINE
)
_PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[a-z%]|\{\w*\}|<[^>]*>")
_LINE_LENGTH = 120


@dataclass(frozen=True)
class Rename:
    """A sentence as it is and as it is to be, both with a plural or both without."""

    old: str
    new: str
    old_plural: str | None = None
    new_plural: str | None = None


class RenamingError(Exception):
    """Nothing was renamed; ``faults`` says why, a sentence each."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


def read_renames(path: Path) -> list[Rename]:
    """Read the list of renames; a ``RenamingError`` names the entries that cannot be understood."""
    renames, faults = [], []
    for number, entry in enumerate(json.loads(path.read_text(encoding="utf-8")), 1):
        try:
            rename = Rename(**entry)
        except TypeError:
            faults.append(f"Entry {number}: expected old, new, old_plural and new_plural, found {entry}.")
            continue
        if (rename.old_plural is None) != (rename.new_plural is None):
            faults.append(f"Entry {number}: expected both plurals or none, found one.")
        renames.append(rename)
    if faults:
        raise RenamingError(faults)
    return renames


def rename_messages(top: Path, renames: list[Rename]) -> None:
    """Rename the sentences in all sources and catalogs below ``top``, or in none and raise a ``RenamingError``."""
    sources = _read(top, (*(top / "companion").rglob("*.py"), *(top / "templates").rglob("*.html")))
    catalogs = _read(top, (top / "companion" / "translations").rglob("*.po*"))
    said = {path: _extract(path, text) for path, text in sources.items()}
    table = {rename.old: rename for rename in renames}
    faults = [*_check_renames(renames), *_check_sources(said, table), *_check_catalogs(catalogs, table)]
    if faults:
        raise RenamingError(faults)
    renamed = {path: _rename_source(path, text, table) for path, text in sources.items()}
    # What fills the catalogs has the last word on what the sources say now.
    faults = [
        f"{path}: a sentence is said in a way that cannot be renamed; expected plain strings within the call."
        for path, text in renamed.items()
        if _extract(path, text) != Counter(_rename(message, table) for message in said[path].elements())
    ]
    if faults:
        raise RenamingError(faults)
    renamed |= {path: _rename_catalog(text, table) for path, text in catalogs.items()}
    for path, text in renamed.items():
        if text != (sources.get(path) or catalogs.get(path)):
            (top / path).write_text(text, encoding="utf-8")


def _read(top: Path, paths: Iterable[Path]) -> dict[Path, str]:
    return {path.relative_to(top): path.read_text(encoding="utf-8") for path in sorted(paths)}


def _extract(path: Path, text: str) -> Counter[Message]:
    method = "python" if path.suffix == ".py" else "jinja2"
    found = extract(method, io.BytesIO(text.encode()), keywords=_KEYWORDS, options={"encoding": "utf-8"})
    return Counter(message for _, message, _, _ in found)


def _as_tuple(message: Message) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else message


def _rename(message: Message, table: Mapping[str, Rename]) -> Message:
    texts = _as_tuple(message)
    rename = table.get(texts[0])
    if not rename:
        return message
    return rename.new if isinstance(message, str) else (rename.new, str(rename.new_plural), *texts[2:])


def _check_renames(renames: list[Rename]) -> Iterator[str]:
    for old, count in Counter(rename.old for rename in renames).items():
        if count > 1:
            yield f"“{old}” is renamed {count} times; expected once."
    for rename in renames:
        for old, new in ((rename.old, rename.new), (rename.old_plural or "", rename.new_plural or "")):
            wanted, found = (sorted(_PLACEHOLDER.findall(text)) for text in (old, new))
            if wanted != found:
                yield f"“{new}” must have the placeholders {wanted} of “{old}”, found {found}."


def _check_sources(said: Mapping[Path, Counter[Message]], table: Mapping[str, Rename]) -> Iterator[str]:
    messages = {_as_tuple(message) for counts in said.values() for message in counts}
    singulars = {texts[0] for texts in messages}
    for old in sorted(table.keys() - singulars):
        yield f"“{old}” is not said anywhere in the sources."
    plurals = {texts[0]: texts[1] for texts in messages if len(texts) > 1}
    for old in sorted(table.keys() & singulars):
        if plurals.get(old) != table[old].old_plural:
            yield f"“{old}” has the plural “{plurals.get(old)}” in the sources, not “{table[old].old_plural}”."
    for new, count in Counter(_as_tuple(_rename(old, table))[0] for old in singulars).items():
        if count > 1:
            yield f"“{new}” would stand for {count} sentences that are told apart now."


def _check_catalogs(catalogs: Texts, table: Mapping[str, Rename]) -> Iterator[str]:
    for path, text in catalogs.items():
        known = {denormalize(entry["singular"]) for entry in _CATALOG_KEY.finditer(text)}
        for old in sorted(table.keys() - known):
            yield f"{path}: “{old}” is not in the catalog."


def _rename_catalog(text: str, table: Mapping[str, Rename]) -> str:
    def replace(entry: re.Match[str]) -> str:
        rename = table.get(denormalize(entry["singular"]))
        if not rename:
            return entry[0]
        singular = f"msgid {normalize(rename.new, width=0)}\n"
        plural = f"msgid_plural {normalize(rename.new_plural, width=0)}\n" if rename.new_plural is not None else ""
        return singular + plural

    return _CATALOG_KEY.sub(replace, text)


def _rename_source(path: Path, text: str, table: Mapping[str, Rename]) -> str:
    return _rename_python(text, table) if path.suffix == ".py" else _rename_template(text, table)


def _rename_template(text: str, table: Mapping[str, Rename]) -> str:
    def replace(call: re.Match[str]) -> str:
        start, singular, comma, plural = call.groups()
        rename = table.get(ast.literal_eval(singular))
        if not rename:
            return call[0]
        if not plural or "ngettext" not in start:
            return start + _quote(rename.new, singular[0]) + (comma or "") + (plural or "")
        return start + _quote(rename.new, singular[0]) + comma + _quote(str(rename.new_plural), plural[0])

    return _TEMPLATE_CALL.sub(replace, text)


def _rename_python(text: str, table: Mapping[str, Rename]) -> str:
    lines = text.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    changes = []
    for node, new in _find_literals(ast.parse(text), table):
        literal = _write_literal(new, node.col_offset)
        changes.append((starts[node.lineno - 1] + node.col_offset, _find_end(node, starts), literal.encode()))
    source = text.encode()
    for start, end, written in sorted(changes, reverse=True):
        source = source[:start] + written + source[end:]
    return source.decode()


def _find_end(node: ast.Constant, starts: list[int]) -> int:
    if node.end_lineno is None or node.end_col_offset is None:
        raise ValueError("a parsed literal has an end")
    return starts[node.end_lineno - 1] + node.end_col_offset


def _find_literals(tree: ast.Module, table: Mapping[str, Rename]) -> Iterator[tuple[ast.Constant, str]]:
    """Find the literals that say a sentence of ``table``, each with the text to be put in its place."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        texts = [argument for argument in call.args[:2] if isinstance(argument, ast.Constant)]
        if name not in _PYTHON_CALLS or not texts or texts[0] is not call.args[0]:
            continue
        rename = table.get(str(texts[0].value))
        if rename:
            yield texts[0], rename.new
            if name == "ngettext" and rename.new_plural is not None and len(texts) > 1:
                yield texts[1], rename.new_plural


def _write_literal(text: str, column: int) -> str:
    """Write ``text`` in Python, in several pieces below each other where a line would be too long."""
    quoted = _quote(text, '"')
    room = _LINE_LENGTH - column - 2
    if len(quoted) <= room:
        return quoted
    pieces = [""]
    for word in re.findall(r"\S*\s*", text):
        if len(_quote(pieces[-1] + word, '"')) > room:
            pieces.append("")
        pieces[-1] += word
    return ("\n" + " " * column).join(_quote(piece, '"') for piece in pieces)


def _quote(text: str, quote: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace(quote, f"\\{quote}")
    return f"{quote}{escaped}{quote}"


if __name__ == "__main__":
    try:
        rename_messages(Path.cwd(), read_renames(Path(sys.argv[1])))
    except RenamingError as error:
        sys.exit(str(error))
