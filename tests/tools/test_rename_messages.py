"""Sentences are renamed in sources and catalogs together, and their translations stay as they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.rename_messages import Rename, RenamingError, read_renames, rename_messages

MODULE = '''"""Take it over."""

def say(t, num):
    note = "Take it over"
    return note, t.gettext("Take it over"), t.gettext(
        "The shelf of "
        "%(name)s is “full”"
    ), t.ngettext("%(num)s sign", "%(num)s signs", num)
'''
PAGE = """<p title="{{ _('Take it over') }}">{{ _("The host's") }} Take it over</p>
{{ ngettext('%(num)s sign', '%(num)s signs', count) -}}
"""
KEYS = """#: companion/module.py templates/page.html
msgid "Take it over"
msgstr "{0}"

#: companion/module.py
#, python-format
msgid "The shelf of %(name)s is “full”"
msgstr "{1}"

#: companion/module.py templates/page.html
#, python-format
msgid "%(num)s sign"
msgid_plural "%(num)s signs"
msgstr[0] "{2}"
msgstr[1] "{3}"

#: templates/page.html
msgid "The host's"
msgstr "{4}"
"""
TEMPLATE = KEYS.format("", "", "", "", "")
GERMAN = KEYS.format("Take it over", "Voll: %(name)s", "%(num)s sign", "%(num)s signs", "Wie\\nbisher")


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A small program: one module, one page, and German."""
    for name, text in {
        "companion/module.py": MODULE,
        "templates/page.html": PAGE,
        "companion/translations/messages.pot": TEMPLATE,
        "companion/translations/de/LC_MESSAGES/messages.po": GERMAN,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def read_all(top: Path) -> dict[str, str]:
    return {str(path.relative_to(top)): path.read_text() for path in sorted(top.rglob("*")) if path.is_file()}


def refuse(top: Path, *renames: Rename) -> tuple[str, ...]:
    """The faults of a list of renames that must change nothing."""
    before = read_all(top)
    with pytest.raises(RenamingError) as refused:
        rename_messages(top, list(renames))
    assert read_all(top) == before
    return refused.value.faults


def test_a_sentence_is_renamed_where_it_is_said_and_nowhere_else(top):
    rename_messages(top, [Rename("Take it over", "Apply")])
    texts = read_all(top)
    assert texts["companion/module.py"] == MODULE.replace('gettext("Take it over")', 'gettext("Apply")')
    assert texts["templates/page.html"] == PAGE.replace("_('Take it over')", "_('Apply')")
    for text, before in (
        (texts["companion/translations/messages.pot"], TEMPLATE),
        (texts["companion/translations/de/LC_MESSAGES/messages.po"], GERMAN),
    ):
        assert text == before.replace('msgid "Take it over"', 'msgid "Apply"')


def test_a_plural_is_renamed_with_its_singular(top):
    rename_messages(top, [Rename("%(num)s sign", "%(num)s code", "%(num)s signs", "%(num)s codes")])
    texts = read_all(top)
    assert 't.ngettext("%(num)s code", "%(num)s codes", num)' in texts["companion/module.py"]
    assert "ngettext('%(num)s code', '%(num)s codes', count) -}}" in texts["templates/page.html"]
    german = texts["companion/translations/de/LC_MESSAGES/messages.po"]
    assert 'msgid "%(num)s code"\nmsgid_plural "%(num)s codes"\nmsgstr[0] "%(num)s sign"\n' in german


def test_a_sentence_in_several_pieces_becomes_one_and_quotes_are_escaped(top):
    rename_messages(
        top, [Rename("The shelf of %(name)s is “full”", '"%(name)s" is full\\'), Rename("The host's", 'A "')]
    )
    texts = read_all(top)
    assert r"""t.gettext(
        "\"%(name)s\" is full\\"
    ), t.""" in texts["companion/module.py"]
    assert r'{{ _("A \"") }}' in texts["templates/page.html"]
    assert r'msgid "\"%(name)s\" is full\\"' in texts["companion/translations/messages.pot"]


def test_a_long_sentence_is_written_in_pieces(top):
    long = " ".join(["%(name)s", *["word"] * 60])
    rename_messages(top, [Rename("The shelf of %(name)s is “full”", long)])
    texts = read_all(top)
    assert max(map(len, texts["companion/module.py"].splitlines())) <= 120
    assert f'msgid "{long}"\n' in texts["companion/translations/messages.pot"]


def test_two_sentences_may_change_places(top):
    rename_messages(top, [Rename("Take it over", "The host's"), Rename("The host's", "Take it over")])
    assert "{{ _('The host\\'s') }}" in read_all(top)["templates/page.html"]
    rename_messages(top, [Rename("Take it over", "The host's"), Rename("The host's", "Take it over")])
    assert read_all(top)["companion/translations/de/LC_MESSAGES/messages.po"] == GERMAN


def test_all_faults_are_named_at_once(top):
    faults = refuse(
        top,
        Rename("Take it over", "The host's"),
        Rename("The shelf of %(name)s is “full”", "The shelf is full"),
        Rename("%(num)s sign", "%(num)s code"),
        Rename("Never said", "Said"),
    )
    assert "\n".join(faults) == (
        "“The shelf is full” must have the placeholders ['%(name)s'] of “The shelf of %(name)s is “full””, found [].\n"
        "“Never said” is not said anywhere in the sources.\n"
        "“%(num)s sign” has the plural “%(num)s signs” in the sources, not “None”.\n"
        "“The host's” would stand for 2 sentences that are told apart now.\n"
        "companion/translations/de/LC_MESSAGES/messages.po: “Never said” is not in the catalog.\n"
        "companion/translations/messages.pot: “Never said” is not in the catalog."
    )


def test_a_sentence_is_renamed_once(top):
    faults = refuse(top, Rename("Take it over", "Apply"), Rename("Take it over", "Use it"))
    assert faults == ("“Take it over” is renamed 2 times; expected once.",)


def test_markup_belongs_to_the_placeholders(top):
    faults = refuse(top, Rename("Take it over", "<b>Apply</b> {count}"))
    assert faults == (
        "“<b>Apply</b> {count}” must have the placeholders [] of “Take it over”, found ['</b>', '<b>', '{count}'].",
    )


def test_a_sentence_that_only_the_extractor_understands_is_refused(top):
    page = top / "templates" / "block.html"
    page.write_text("{% trans %}Take it over{% endtrans %}", encoding="utf-8")
    assert refuse(top, Rename("Take it over", "Apply")) == (
        "templates/block.html: a sentence is said in a way that cannot be renamed; expected plain strings within the "
        "call.",
    )


def test_the_list_is_read_or_its_faults_are_named(top):
    path = top / "renames.json"
    path.write_text(json.dumps([{"old": "a", "new": "b"}]), encoding="utf-8")
    assert read_renames(path) == [Rename("a", "b")]
    path.write_text(json.dumps([{"old": "a"}, {"old": "a", "new": "b", "old_plural": "c"}]), encoding="utf-8")
    with pytest.raises(RenamingError) as refused:
        read_renames(path)
    assert refused.value.faults == (
        "Entry 1: expected old, new, old_plural and new_plural, found {'old': 'a'}.",
        "Entry 2: expected both plurals or none, found one.",
    )
