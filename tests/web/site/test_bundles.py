"""Bundles are made of modules as they are written here: what they cannot take apart is not written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.web.site.assets.bundles import join_modules

STATIC = Path(__file__).parents[3] / "static"
MODULES = sorted(path.relative_to(STATIC).as_posix() for path in (STATIC / "js").rglob("*.js"))


@pytest.mark.parametrize("name", MODULES)
def test_a_bundle_neither_imports_nor_exports(name):
    text = join_modules(STATIC, [name])
    assert not re.search(r"^(import|export)\b|\bimport\(|\bimport\.meta\b|^\s*export\b", text, re.MULTILINE)
    assert len(re.findall(r"^const module\d+ = ", text, re.MULTILINE)) == text.count("\n})();")


@pytest.mark.parametrize("name", MODULES)
def test_what_a_module_imports_from_another_is_exported_there(name):
    text = join_modules(STATIC, [name])
    returned = {
        number: set(re.split(r", ", names)) - {""}
        for number, names in re.findall(
            r"^const module(\d+) = [^\0]*?^return \{ (.*) \};\n\}\)\(\);", text, re.MULTILINE
        )
    }
    for names, number in re.findall(r"^const \{([^}]*)\} = module(\d+);", text, re.MULTILINE):
        wanted = {part.partition(":")[0].strip() for part in names.split(",")} - {""}
        assert wanted <= returned[number]
