"""./serve and ./test on machines that lack something, simulated with a PATH of our own."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
BARE_PYTHON = {"python3": 'case "$2" in *ensurepip*) exit 1 ;; *version_info*) echo "$0" ;; esac'}
NOTHING_INSTALLED = {"dpkg-query": "exit 1"}
ALL_INSTALLED = {"dpkg-query": "echo install ok installed"}

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a line of shell after setup.sh in a copy of the checkout's root, with the given commands and few others."""
    for name in ("pyproject.toml", "constraints.txt", "tools/setup.sh", "tools/requirements.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(TOP / name, tmp_path / name)
    (tmp_path / "companion/translations").mkdir(parents=True)
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in ("sh", "cat", "chmod", "cksum", "dirname", "env", "find", "grep", "mkdir", "mktemp", "rm"):
        (commands / name).symlink_to(str(shutil.which(name)))

    def run_line(line: str, *fakes: dict[str, str], **environment: str) -> subprocess.CompletedProcess[str]:
        for name, body in (pair for fake in fakes for pair in fake.items()):
            write_command(commands / name, body)
        return subprocess.run(
            ["sh", "-euc", f". tools/setup.sh; {line}"],
            cwd=tmp_path,
            env={"HOME": str(tmp_path), "PATH": str(commands)} | environment,
            capture_output=True,
            text=True,
        )

    return run_line


def write_command(path: Path, body: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)  # It may be a link to the command of this machine.
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def fake_python(version: str, place: str = "/usr/bin/python3") -> str:
    """A command that answers what setup.sh asks a Python, and makes environments in which it answers the same."""
    new_enough = tuple(map(int, version.split("."))) >= (3, 11)
    return f"""case "$1 $2" in
        "-c "*version_info*) {'echo "$0"' if new_enough else "exit 1"} ;;
        "-c "*realpath*) echo "Python {version} at {place}" ;;
        "-V "*) echo "Python {version}" ;;
        "-m venv")
            mkdir -p "$4/bin"
            cat "$0" >"$4/bin/python"
            chmod +x "$4/bin/python"
            echo "$PWD/$4" >"$4/bin/activate"
            ;;
    esac"""


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
    nothing_to_do = "missing_venv() { :; }; set_up_environment() { :; }; set_up_catalogues() { :; }"
    line = f"{nothing_to_do}; set_up_to_test"
    refused = run(line, NOBODY, no_shell)
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert 'run "apt install chromium-headless-shell" as root' in refused.stderr
    result = run(line, NOBODY, no_shell, {"chromium": ""})
    assert result.returncode == 0


def test_a_server_that_is_there_will_do_whatever_its_version(run: Run) -> None:
    assert run("missing_server", NOTHING_INSTALLED, {"initdb": ""}).stdout == ""


def test_without_a_server_for_the_tests_one_line_says_what_to_install(run: Run) -> None:
    no_server = {"dpkg-query": 'case "$4" in postgresql) exit 1 ;; esac; echo install ok installed'}
    line = "missing_venv() { :; }; has_server() { false; }; set_up_to_test"
    result = run(line, NOBODY, no_server, {"chromium": ""})
    assert (result.returncode, result.stderr.count("\n")) == (1, 1)
    assert 'run "apt install postgresql" as root' in result.stderr


@pytest.mark.parametrize("user", [ROOT, NOBODY | {"sudo": 'echo "$*" >>written.log'}], ids=["root", "sudo"])
def test_the_server_comes_without_one_that_runs(run: Run, tmp_path: Path, user: dict[str, str]) -> None:
    # What would write below /etc is only told.
    assert run('sh() { echo "$*" >>written.log; }; forbid_cluster', user, APT).returncode == 0
    written = (tmp_path / "written.log").read_text()
    assert "create_main_cluster = false" in written
    assert "/etc/postgresql-common/createcluster.d/companion.conf" in written


def test_without_pango_the_server_starts_and_one_line_says_what_pdfs_need(run: Run) -> None:
    nothing_to_do = "set_up_environment() { :; }; set_up_catalogues() { :; }"
    result = run(f"{nothing_to_do}; set_up_to_serve", NOBODY, NOTHING_INSTALLED)
    assert result.returncode == 0
    assert result.stderr.startswith('No PDFs here, only pages to print: to have them, run "apt install libpango-1.0-0 ')
    assert result.stderr.count("\n") == 1


def test_a_second_start_says_which_python_it_uses_and_does_nothing(run: Run) -> None:
    done_before = "python3 -m venv --clear .venv; environment_key >.venv/.holds"
    catalogues = "find companion/translations -name '*.po' -exec cat {} + | cksum >.venv/.catalogues"
    result = run(f"{done_before}; {catalogues}; set_up_to_serve", ALL_INSTALLED, {"python3": fake_python("3.11.2")})
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "Using Python 3.11.2 at /usr/bin/python3.\n"


def test_what_serves_the_tests_serves_the_server(run: Run) -> None:
    assert run("mkdir .venv; environment_key dev >.venv/.holds; has_packages").returncode == 0


@pytest.mark.parametrize(
    "change",
    [
        "echo >>constraints.txt",
        "echo >>pyproject.toml",
        "describe_python() { echo Python 3.12.0 at /usr/bin/python3; }",
    ],
)
def test_a_changed_requirement_calls_for_a_new_set_up(run: Run, change: str) -> None:
    assert run(f"mkdir .venv; environment_key >.venv/.holds; has_packages; {change}; has_packages").returncode == 1


def test_an_environment_made_elsewhere_is_not_trusted(run: Run, tmp_path: Path) -> None:
    write_command(tmp_path / ".venv/bin/python", fake_python("3.11.2"))
    activate = tmp_path / ".venv/bin/activate"
    activate.write_text("VIRTUAL_ENV=/somewhere/else/.venv")
    assert run("has_environment").returncode == 1
    activate.write_text(f"VIRTUAL_ENV={tmp_path}/.venv")
    assert run("has_environment").returncode == 0


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ({"python3": "3.10.13"}, {"python3": "3.11.2"}, "second/python3"),
        ({"python3": "3.11.7", "python3.13": "3.13.0"}, {"python3": "3.14.0"}, "first/python3"),
        ({"python3": "3.10.13", "python3.11": "3.11.7"}, {"python3.13": "3.13.0"}, "second/python3.13"),
        # The shims of a version manager stand for what is not there.
        ({"python3": "2.7.18", "python3.13": "0.0"}, {"python3.12": "3.12.1"}, "second/python3.12"),
        ({"python3": "3.10.13"}, {}, ""),
    ],
)
def test_the_first_python_that_is_new_enough_is_used(
    run: Run, tmp_path: Path, first: dict[str, str], second: dict[str, str], found: str
) -> None:
    for folder, pythons in (("first", first), ("second", second)):
        for name, version in pythons.items():
            write_command(tmp_path / folder / name, fake_python(version))
    result = run('PATH="$PWD/first:$PWD/second:$PATH"; find_python')
    assert (result.stdout, result.stderr) == (f"{tmp_path / found}\n" if found else "", "")


@pytest.mark.parametrize("named", ["python3.12", "elsewhere/python"])
def test_the_python_that_is_named_goes_before_the_first(run: Run, tmp_path: Path, named: str) -> None:
    write_command(tmp_path / "elsewhere/python", fake_python("3.12.1", "/elsewhere"))
    pythons = {"python3": fake_python("3.11.2"), "python3.12": fake_python("3.12.1", "/elsewhere")}
    result = run("make_environment; describe_python .venv/bin/python", pythons, COMPANION_PYTHON=named)
    assert (result.stdout, result.stderr) == ("Python 3.12.1 at /elsewhere\n", "")


@pytest.mark.parametrize("start", ["set_up_to_serve", "set_up_to_test"])
@pytest.mark.parametrize(
    ("named", "seen"),
    [
        ("old", "old, Python 3.10.13 at /usr/bin/python3."),
        ("nowhere/python", "nowhere/python, which starts no Python."),
    ],
)
def test_a_named_python_that_will_not_do_is_refused_in_one_line(run: Run, start: str, named: str, seen: str) -> None:
    result = run(start, NOBODY, {"old": fake_python("3.10.13")}, ALL_INSTALLED, COMPANION_PYTHON=named)
    assert result.returncode == 1
    assert result.stderr == f"COMPANION_PYTHON: expected Python 3.11 or newer, found {seen} Name another, or none.\n"


@pytest.mark.parametrize(
    ("named", "kept"), [("", True), ("python3", True), ("same", True), ("python3.12", False), ("newer", False)]
)
def test_an_environment_of_another_python_than_the_one_named_is_made_anew(run: Run, named: str, kept: bool) -> None:
    pythons = {
        "python3": fake_python("3.11.2"),
        "same": fake_python("3.11.2"),
        "newer": fake_python("3.11.9"),
        "python3.12": fake_python("3.12.1", "/usr/bin/python3.12"),
    }
    done_before = "python3 -m venv --clear .venv; environment_key >.venv/.holds"
    line = f"{done_before}; has_packages && has_environment && echo kept; set_up_environment; has_packages"
    result = run(line, pythons, {"pip": ""}, COMPANION_PYTHON=named)
    assert (result.returncode, result.stdout) == (0, "kept\n" if kept else "")
    assert ("Setting up .venv" in result.stderr) is not kept


def test_uv_uses_the_same_python_and_downloads_none(run: Run, tmp_path: Path) -> None:
    uv = {"uv": 'echo "$UV_PYTHON_DOWNLOADS $*" >uv.log'}
    assert run("make_environment", uv, {"python3": fake_python("3.11.2")}).returncode == 0
    python = tmp_path / "bin/python3"
    assert (tmp_path / "uv.log").read_text() == f"never venv --quiet --clear --python {python} .venv\n"


def test_a_python_is_described_by_its_version_and_the_place_it_comes_from(run: Run) -> None:
    described = run(f"describe_python '{sys.executable}'").stdout
    assert described == f"Python {platform.python_version()} at {Path(sys.executable).resolve()}\n"


@pytest.mark.parametrize("failed", [False, True])
def test_of_pip_only_errors_are_shown(run: Run, tmp_path: Path, failed: bool) -> None:
    pip = 'case "$*" in *--quiet*--quiet*) ;; *) echo warned >&2 ;; esac'
    ends = "echo ERROR >&2; exit 1" if failed else ""
    write_command(tmp_path / ".venv/bin/python", f'[ "$1" = -m ] || exit 0\n{pip}\n{ends}')
    result = run("install_packages")
    assert (result.returncode, result.stderr) == ((1, "ERROR\n") if failed else (0, ""))


@pytest.mark.parametrize(("free", "found"), [(2_999_999, ["none"]), (3_000_000, ["/dev/shm"])])  # noqa: S108
def test_tests_write_to_memory_only_where_there_is_ample_room(run: Run, free: int, found: list[str]) -> None:
    shown = f"echo Filesystem 1024-blocks Used Available; echo tmpfs 9000000 0 {free} 0% /dev/shm"
    assert run("find_memory_folder || echo none", {"df": shown}).stdout.splitlines() == found


def test_tests_write_to_no_memory_from_which_nothing_can_be_started(run: Run) -> None:
    shown = "echo Filesystem 1024-blocks Used Available; echo tmpfs 9000000 0 9000000 0% /dev/shm"
    assert run("find_memory_folder || true", {"df": shown, "chmod": ":"}).stdout == ""


def test_a_system_without_a_folder_in_memory_goes_without(run: Run) -> None:
    assert run("find_memory_folder || echo none", {"df": "exit 1"}).stdout == "none\n"


def test_the_oldest_python_is_the_one_that_pyproject_names(run: Run) -> None:
    assert run('echo ">=$OLDEST"').stdout == read_pyproject()["project"]["requires-python"] + "\n"


@pytest.fixture
def check(run: Run, tmp_path: Path) -> Run:
    """Start ./test or .ci/run in a copy of the checkout's top in which nothing needs to be set up."""
    for name in ("test", ".ci/run"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(TOP / name, tmp_path / name)
    with (tmp_path / "tools/setup.sh").open("a") as script:
        script.write("set_up_to_test() { check_python; set_up_environment dev; }; install_packages() { :; }\n")
    for environment in (".venv", ".venv-newest"):
        for name in ("ruff", "mypy", "lint-imports", "pytest"):
            write_command(tmp_path / environment / "bin" / name, f'echo "{environment} {name} $*"')

    def start(script: str, *fakes: dict[str, str], **environment: str) -> subprocess.CompletedProcess[str]:
        return run(f"./{script}", *fakes, **environment)

    return start


LONG = "pytest --numprocesses=4 --dist=worksteal --quiet -m long or hypothesis --hypothesis-profile=long"


@pytest.mark.parametrize(
    ("arguments", "runs"),
    [
        ("--long", [LONG]),
        ("-k shelf", ["pytest -k shelf"]),
        ("--long -k shelf", ["pytest --long -k shelf"]),
    ],
)
def test_arguments_decide_which_tests_are_run(check: Run, arguments: str, runs: list[str]) -> None:
    printed = check(f"test {arguments}", {"python3": fake_python("3.11.2")}).stdout.splitlines()
    assert [line.removeprefix(".venv ") for line in printed if " pytest " in line] == runs


def test_without_arguments_every_check_is_made_and_the_rules_are_covered(check: Run) -> None:
    printed = check("test", {"python3": fake_python("3.11.2")}).stdout.splitlines()
    assert [line.split()[1] for line in printed] == [*["ruff"] * 2, "mypy", "lint-imports", *["pytest"] * 2]
    rules, rest = printed[-2:]
    assert "--cov-fail-under=100" in rules.split()
    assert rules.endswith(" tests/scoring")
    assert rest.endswith(" --ignore=tests/scoring")


OLDEST = {"oldest": fake_python("3.11.2")}
NEWEST = {"python3.13": fake_python("3.13.0", "/usr/bin/python3.13")}


def list_runs(result: subprocess.CompletedProcess[str]) -> list[str]:
    return [" ".join(line.split()[:2]) for line in result.stdout.splitlines() if " pytest " in line]


def test_every_change_passes_on_the_oldest_python_and_the_newest(check: Run) -> None:
    result = check(".ci/run", OLDEST, NEWEST, COMPANION_PYTHON="oldest")
    assert result.returncode == 0
    assert result.stdout.startswith("Python 3.11.2\n")
    assert list_runs(result) == [*[".venv pytest"] * 2, ".venv-newest pytest", ".venv pytest"]
    assert result.stdout.splitlines()[-1] == f".venv {LONG}"
    assert result.stderr.count("Using Python 3.13.0 at /usr/bin/python3.13.") == 1


def test_the_newest_python_may_be_kept_by_a_version_manager(check: Run, tmp_path: Path) -> None:
    write_command(tmp_path / ".pyenv/versions/3.14.0/bin/python3.14", fake_python("3.14.0", "/there"))
    result = check(".ci/run", OLDEST, NEWEST, COMPANION_PYTHON="oldest")
    assert "Using Python 3.14.0 at /there." in result.stderr


def test_where_there_is_but_one_python_a_line_says_so(check: Run) -> None:
    result = check(".ci/run", OLDEST, {"python3": fake_python("3.11.2")}, COMPANION_PYTHON="oldest")
    assert "There is no newer Python here: nothing to run on another.\n" in result.stderr
    assert list_runs(result) == [".venv pytest"] * 3


def test_another_python_than_the_oldest_is_not_what_every_change_must_pass(check: Run) -> None:
    result = check(".ci/run", NEWEST, COMPANION_PYTHON="python3.13")
    assert (result.returncode, list_runs(result)) == (1, [])
    assert "Expected Python 3.11, the oldest that is supported: name one with COMPANION_PYTHON.\n" in result.stderr


@pytest.mark.parametrize(("failing", "runs"), [(".venv", 1), (".venv-newest", 3)])
def test_a_failure_is_the_end(check: Run, tmp_path: Path, failing: str, runs: int) -> None:
    write_command(tmp_path / failing / "bin/pytest", f'echo "{failing} pytest $*"; exit 1')
    result = check(".ci/run", OLDEST, NEWEST, COMPANION_PYTHON="oldest")
    assert (result.returncode, len(list_runs(result))) == (1, runs)


def test_debians_own_python_decides_unless_another_is_named() -> None:
    assert "${COMPANION_PYTHON:-/usr/bin/python3}" in (TOP / ".ci/run").read_text()


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ("", ["quick", "drawn"]),
        ("-m long", ["far"]),
        pytest.param("--long", ["quick", "far", "drawn"], marks=pytest.mark.long),
        pytest.param("-k far --long", ["far"], marks=pytest.mark.long),
    ],
)
def test_long_tests_wait_until_they_are_asked_for(tmp_path: Path, arguments: str, names: list[str]) -> None:
    tests = tmp_path / "test_any.py"
    tests.write_text(
        "import pytest\n"
        "from hypothesis import given, strategies\n"
        "def test_quick(): pass\n"
        "@pytest.mark.long\n"
        "def test_far(): pass\n"
        "@given(strategies.none())\n"
        "def test_drawn(drawn): pass\n"
    )
    settings = ["-c", TOP / "pyproject.toml", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    chosen = [argument.replace("+", " or ") for argument in arguments.split()]
    environment = {**os.environ, "PYTEST_ADDOPTS": ""}
    command = [sys.executable, "-m", "pytest", *settings, "--collect-only", "--quiet", *chosen, tests]
    printed = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True, env=environment).stdout
    assert re.findall(r"::test_(\w+)", printed) == names


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


def read_pyproject() -> dict[str, Any]:
    return tomllib.loads((TOP / "pyproject.toml").read_text())
