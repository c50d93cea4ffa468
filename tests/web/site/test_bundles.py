"""Bundles are made of modules as they are written here: what they cannot take apart is not written."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from companion.web.site.assets.bundles import join_modules, join_sheets

STATIC = Path(__file__).parents[3] / "static"
SHEETS = sorted(path.relative_to(STATIC).as_posix() for path in (STATIC / "css").rglob("*.css"))
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


@pytest.mark.parametrize("name", MODULES)
def test_a_bundle_leaves_out_comments_alone(name):
    text = join_modules(STATIC, [name])
    assert not re.search(r"^\s*(/\*|\*/|\* )", text, re.MULTILINE)
    # A text of several lines could have one that only looks like a comment.
    assert [line for line in text.splitlines() if line.count("`") % 2] == []


@pytest.mark.parametrize("name", SHEETS)
def test_a_bundle_says_all_that_its_sheets_say(name):
    def read_rules(text):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        return re.sub(r'url\("[^"]*"\)', "url()", text).split()

    twice = join_sheets(STATIC, [name, name])
    assert read_rules(twice) == 2 * read_rules((STATIC / name).read_text("utf-8"))


def test_small_pictures_are_part_of_a_sheet_and_large_ones_are_not():
    text = join_sheets(STATIC, ["css/site/base.css"])
    assert set(re.findall(r'url\("(\.\./[^"]+)"\)', text)) == {"../../icons/crest.svg"}
    included = {unquote(picture) for picture in re.findall(r'url\("data:image/svg\+xml,(%3Csvg[^"]+)"\)', text)}
    assert included >= {path.read_text("utf-8") for path in (STATIC / "icons").glob("category-*.svg")}
