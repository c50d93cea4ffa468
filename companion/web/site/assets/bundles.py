"""A page's style sheets as one file, and its modules as another: a slow phone asks once for each and not forty times.

Nothing is built beforehand. A bundle's name lists what it begins with, so that whichever process is asked can make it:
``css/all/site.base,tables.desk.css``, ``js/all/site.live,walk.walk.js``. The files of a page stay as they are, and can
still be requested one by one. A bundle has no comments, a quarter of what a phone would load, and the small pictures of
its sheets are part of it: they would take turns with the fonts.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup

_TAG = re.compile(
    r'\s*(?:<link rel="stylesheet" href="[^"]*/(?P<css>css/[\w/-]+\.css)">'
    r'|<script type="module" src="[^"]*/(?P<js>js/[\w/-]+\.js)"></script>)'
)
_NAME = re.compile(r"(?P<kind>css|js)/all/(?P<parts>[\w.,-]{1,600})\.(?P=kind)")
_PART = re.compile(r"[a-z]+(\.[a-z-]+)+")
_IMPORT = re.compile(
    r'^import (?:\{(?P<names>[^}]*)\}|\* as (?P<space>\w+)) from "(?P<path>\.{1,2}/[^"]+)";$', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?P<kept>(?:async )?function\*? (?P<function>\w+)|const (?P<const>\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?s:.*?)\*/[ \t]*)\n", re.MULTILINE)
"""Comments that have whole lines of their own; no text of ours has a line that looks like one."""
_PICTURE = re.compile(r'url\("(\.\./\.\./icons/[\w-]+\.svg)"\)')
_READABLE = " /:=;,()"
"""What a URL in quotes takes as it is: encoded, it would be three times as long."""
_SMALL_BYTES = 800
"""A request says about as much by itself."""


def gather_tags(head: str, find_address: Callable[[str], str]) -> Markup:
    """Replace the tags of a head's style sheets and modules by one tag each, where the first of them stands.

    ``find_address`` returns the URL of a static file. A sheet that is named twice counts where it is named last, as it
    does in a browser; a module runs once, where it is named first.
    """
    found = [(match.lastgroup or "", match[match.lastgroup or 0]) for match in _TAG.finditer(head)]
    modules = list(dict.fromkeys(path for kind, path in found if kind == "js"))
    sheets = list(dict.fromkeys(path for kind, path in reversed(found) if kind == "css"))[::-1]
    tags = {
        "css": Markup('\n  <link rel="stylesheet" href="{}">').format(find_address(_name_bundle("css", sheets))),
        "js": Markup('\n  <script type="module" src="{}"></script>').format(find_address(_name_bundle("js", modules))),
    }
    return Markup(_TAG.sub(lambda match: tags.pop(match.lastgroup or "", ""), head))  # noqa: S704  # a template's own


def _name_bundle(kind: str, paths: list[str]) -> str:
    names = (path.removeprefix(f"{kind}/").removesuffix(f".{kind}").replace("/", ".") for path in paths)
    return f"{kind}/all/{','.join(names)}.{kind}"


def is_bundle(name: str) -> bool:
    """Tell whether a name is that of a bundle, which need not exist."""
    return bool(_NAME.fullmatch(name))


def read_bundle(root: Path, name: str) -> bytes | None:
    """Return the content of a bundle by its name under the folder of static files; ``None`` if there is none such."""
    match = _NAME.fullmatch(name)
    if not match:
        return None
    parts = match["parts"].split(",")
    paths = [f"{match['kind']}/{part.replace('.', '/')}.{match['kind']}" for part in parts if _PART.fullmatch(part)]
    if len(paths) < len(parts) or len(set(paths)) < len(paths) or not all((root / path).is_file() for path in paths):
        return None
    text = join_modules(root, paths) if match["kind"] == "js" else join_sheets(root, paths)
    return text.encode()


def join_sheets(root: Path, paths: list[str]) -> str:
    """Return style sheets as one. All of them lie equally deep, as does the bundle: their relative URLs stay right."""

    def include(match: re.Match[str]) -> str:
        picture = (root / _resolve(paths[0], match[1])).read_bytes()
        if len(picture) > _SMALL_BYTES:
            return match[0]
        return f'url("data:image/svg+xml,{quote(picture, safe=_READABLE)}")'

    sheets = ((root / path).read_text(encoding="utf-8") for path in paths)
    return "\n".join(_PICTURE.sub(include, _COMMENT.sub("", sheet)) for sheet in sheets)


def join_modules(root: Path, paths: list[str]) -> str:
    """Return modules and all that they import as one script: each becomes a function that returns what it exports."""
    order: list[str] = []
    for path in paths:
        _list_imports(root, path, order)
    numbers = {path: number for number, path in enumerate(order)}
    return "\n".join(_wrap(root, path, numbers) for path in order)


def _list_imports(root: Path, path: str, order: list[str]) -> None:
    """Append a module after all that it imports; no module of ours imports itself by way of another."""
    if path in order:
        return
    for match in _IMPORT.finditer((root / path).read_text(encoding="utf-8")):
        _list_imports(root, _resolve(path, match["path"]), order)
    order.append(path)


def _resolve(path: str, imported: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), imported))


def _wrap(root: Path, path: str, numbers: dict[str, int]) -> str:
    text = _COMMENT.sub("", (root / path).read_text(encoding="utf-8"))
    exported = [match["function"] or match["const"] for match in _EXPORT.finditer(text)]

    def bind(match: re.Match[str]) -> str:
        names = match["space"] or f"{{{match['names'].replace(' as ', ': ')}}}"
        return f"const {names} = module{numbers[_resolve(path, match['path'])]};"

    body = _EXPORT.sub(r"\g<kept>", _IMPORT.sub(bind, text))
    return f"// {path}\nconst module{numbers[path]} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();"
