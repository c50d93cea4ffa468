"""./serve and ./test on machines that lack something, played with a PATH of our own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from packaging.requirements import Requirement

TOP = Path(__file__).parents[1]
STARTED = sorted(
    path
    for path in (TOP / "serve", TOP / "test", TOP / ".ci/run", *(TOP / "tools").iterdir())
    if path.is_file() and path.read_bytes().startswith(b"#!")
)
NOBODY = {"id": "echo 1000"}
ROOT = {"id": "echo 0"}
APT = {"apt-get": 'echo "apt-get $*" >>apt.log'}
BARE_PYTHON = {"python3": 'case "$2" in *ensurepip*) exit 1 ;; esac'}
NOTHING_INSTALLED = {"dpkg-query": "exit 1"}
ALL_INSTALLED = {"dpkg-query": "echo install ok installed"}

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a line of shell after setup.sh in a copy of the checkout's top, with the commands given and few others."""
    for name in ("pyproject.toml", "constraints.txt", "tools/setup.sh", "tools/requirements.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(TOP / name, tmp_path / name)
    (tmp_path / "companion/translations").mkdir(parents=True)
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in ("sh", "cat", "cksum", "env", "find", "grep", "mkdir"):
        (commands / name).symlink_to(str(shutil.which(name)))

    def run_line(line: str, *fakes: dict[str, str]) -> subprocess.CompletedProcess[str]:
        for name, body in (pair for fake in fakes for pair in fake.items()):
            write_command(commands / name, body)
        return subprocess.run(
            ["sh", "-euc", f". tools/setup.sh; {line}"],
            cwd=tmp_path,
            env={"PATH": str(commands)},
            capture_output=True,
            text=True,
        )

    return run_line


def write_command(path: Path, body: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("script", STARTED, ids=lambda path: path.name)
def test_a_script_can_be_started(script: Path) -> None:
    assert os.access(script, os.X_OK)


@pytest.mark.parametrize("script", STARTED, ids=lambda path: path.name)
def test_a_script_is_plain_shell_or_python(script: Path) -> None:
    if script.read_text().startswith("#!/bin/sh\n"):
        subprocess.run(["sh", "-n", script], check=True)
    else:
        compile(script.read_text(), script, "exec")


def test_a_package_is_missing_until_dpkg_calls_it_installed(run: Run) -> None:
    known = {
        "dpkg-query": 'case "$4" in chromium) echo install ok installed ;; git) echo deinstall ok config-files ;; esac'
    }
    assert run("missing_packages chromium git libatomic1", known).stdout == "git libatomic1 "


def test_a_system_without_dpkg_is_left_to_its_owner(run: Run) -> None:
    assert run("missing_packages chromium").stdout == ""


def test_root_installs_with_apt(run: Run, tmp_path: Path) -> None:
    assert run("apt_install chromium", ROOT, APT).returncode == 0
    assert re.search(r"^apt-get install .* chromium$", (tmp_path / "apt.log").read_text(), re.MULTILINE)


def test_apt_lists_that_cannot_be_refreshed_do_not_stop_an_installation(run: Run) -> None:
    assert run("apt_install chromium", ROOT, {"apt-get": "[ $1 = install ]"}).returncode == 0


def test_sudo_without_a_password_installs_with_apt(run: Run, tmp_path: Path) -> None:
    assert run("apt_install chromium", NOBODY, APT, {"sudo": 'shift; [ "$1" = true ] || "$@"'}).returncode == 0
    assert "chromium" in (tmp_path / "apt.log").read_text()


@pytest.mark.parametrize("sudo", [{}, {"sudo": "exit 1"}], ids=["no sudo", "sudo asks for a password"])
def test_nobody_else_calls_apt(run: Run, tmp_path: Path, sudo: dict[str, str]) -> None:
    result = run("apt_install chromium", NOBODY, APT, sudo)
    assert (result.returncode, result.stderr) == (1, "")
    assert not (tmp_path / "apt.log").exists()


def test_without_the_venv_module_one_line_says_what_to_install(run: Run) -> None:
    result = run("make_environment", NOBODY, APT, BARE_PYTHON)
    assert result.returncode == 1
    assert result.stderr == (
        'Python lacks its venv module: run "apt install python3-venv" as root, then start this again.\n'
    )


@pytest.mark.parametrize("python", [{}, {"python3": "exit 1"}], ids=["none", "too old"])
def test_without_a_python_one_line_says_what_to_install(run: Run, python: dict[str, str]) -> None:
    result = run("make_environment", NOBODY, python)
    assert result.returncode == 1
    assert result.stderr == "Python 3.11 or newer is needed: install python3, then start this again.\n"


def test_where_the_tests_need_more_of_the_system_one_line_says_what_to_install(run: Run) -> None:
    result = run("set_up_to_test", NOBODY, BARE_PYTHON, NOTHING_INSTALLED)
    assert result.returncode == 1
    assert result.stderr.startswith('The tests need more of the system: run "apt install python3-venv libpango-1.0-0 ')
    assert result.stderr.count("\n") == 1


def test_a_whole_chromium_will_do_where_its_shell_cannot_be_had(run: Run) -> None:
    no_shell = {"dpkg-query": 'case "$4" in *-shell) exit 1 ;; esac; echo install ok installed'}
    nothing_to_do = "missing_venv() { :; }; has_packages() { :; }; set_up_catalogues() { :; }"
    line = f"{nothing_to_do}; set_up_to_test"
    refused = run(line, NOBODY, no_shell)
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert 'run "apt install chromium-headless-shell" as root' in refused.stderr
    result = run(line, NOBODY, no_shell, {"chromium": ""})
    assert (result.returncode, result.stderr) == (0, "")


def test_without_pango_the_server_starts_and_one_line_says_what_pdfs_need(run: Run) -> None:
    nothing_to_do = "has_packages() { :; }; set_up_catalogues() { :; }"
    result = run(f"{nothing_to_do}; set_up_to_serve", NOBODY, NOTHING_INSTALLED)
    assert result.returncode == 0
    assert result.stderr.startswith('No PDFs here, only pages to print: to have them, run "apt install libpango-1.0-0 ')
    assert result.stderr.count("\n") == 1


def test_a_second_start_says_and_does_nothing(run: Run) -> None:
    done_before = "mkdir .venv; environment_key >.venv/.holds"
    catalogues = "find companion/translations -name '*.po' -exec cat {} + | cksum >.venv/.catalogues"
    result = run(f"{done_before}; {catalogues}; set_up_to_serve", ALL_INSTALLED)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_what_serves_the_tests_serves_the_server(run: Run) -> None:
    assert run("mkdir .venv; environment_key dev >.venv/.holds; has_packages").returncode == 0


@pytest.mark.parametrize("change", ["echo >>constraints.txt", "echo >>pyproject.toml"])
def test_a_changed_requirement_calls_for_a_new_set_up(run: Run, change: str) -> None:
    assert run(f"mkdir .venv; environment_key >.venv/.holds; has_packages; {change}; has_packages").returncode == 1


def test_an_environment_made_elsewhere_is_not_trusted(run: Run, tmp_path: Path) -> None:
    write_command(tmp_path / ".venv/bin/python", "")
    activate = tmp_path / ".venv/bin/activate"
    activate.write_text("VIRTUAL_ENV=/somewhere/else/.venv")
    assert run("has_environment").returncode == 1
    activate.write_text(f"VIRTUAL_ENV={tmp_path}/.venv")
    assert run("has_environment").returncode == 0


def test_catalogues_are_compiled_when_a_message_changes(run: Run, tmp_path: Path) -> None:
    write_command(tmp_path / ".venv/bin/pybabel", "echo compiled")
    catalogue = tmp_path / "companion/translations/messages.po"
    catalogue.write_text("one")
    assert run("set_up_catalogues").stdout == "compiled\n"
    assert run("set_up_catalogues").stdout == ""
    catalogue.write_text("two")
    assert run("set_up_catalogues").stdout == "compiled\n"


def test_the_development_tools_are_named_for_any_pip() -> None:
    command = [sys.executable, "tools/requirements.py", "dev"]
    printed = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True).stdout
    assert printed.splitlines() == read_pyproject()["dependency-groups"]["dev"]


def test_the_lock_holds_a_version_that_pyproject_allows_for_all_it_asks_for() -> None:
    lock = dict(line.split(";")[0].strip().split("==") for line in (TOP / "constraints.txt").read_text().splitlines())
    tables = read_pyproject()
    asked = [
        *tables["project"]["dependencies"],
        *(line for extra in tables["project"]["optional-dependencies"].values() for line in extra),
        *tables["dependency-groups"]["dev"],
        *tables["build-system"]["requires"],
    ]
    for requirement in map(Requirement, asked):
        assert requirement.specifier.contains(lock[requirement.name]), requirement


def read_pyproject() -> dict[str, dict]:
    return tomllib.loads((TOP / "pyproject.toml").read_text())
