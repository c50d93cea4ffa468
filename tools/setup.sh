# shellcheck shell=sh
# What ./serve and ./test share: both source this at the repository's top and call one of the two last functions.
# Outside the checkout it touches nothing but apt packages, and those only as root or with passwordless sudo.
# COMPANION_PYTHON, a command or a path, names the Python that is used instead of the first on the PATH.

# The environment that is set up, the oldest Python that will do, and the names of those there are, newest first.
environment=.venv
OLDEST=3.11
NUMBERED="python3.15 python3.14 python3.13 python3.12 python3.11"

# WeasyPrint draws PDFs with these; without them the server offers its print page instead.
PDF_PACKAGES="libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
# The browser without its windows, and what the node inside Playwright links to.
BROWSER_PACKAGES="chromium-headless-shell libatomic1"
# The browsers of other engines, and the screen that one of them wants; only the long tests drive them.
ENGINE_PACKAGES="firefox-esr webkit2gtk-driver xvfb"
# The server that the tests start one of their own from.
SERVER_PACKAGES="postgresql"
# The proxies that the tests put in front of the app.
PROXY_PACKAGES="caddy nginx-light"

say() {
    printf '%s\n' "$*" >&2
}

give_up() {
    say "$*"
    exit 1
}

# Prints the command that installs packages here; fails where this user may not.
apt_command() {
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" -eq 0 ]; then
        echo "env DEBIAN_FRONTEND=noninteractive apt-get"
    elif sudo -n true 2>/dev/null; then
        echo "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get"
    else
        return 1
    fi
}

apt_install() {
    apt_get=$(apt_command) || return 1
    say "Installing $* with apt."
    # Lists that cannot be refreshed may still hold what is wanted, so only the second command decides.
    $apt_get update -qq >/dev/null || true
    $apt_get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Prints those of the named packages that are missing; nothing on systems without dpkg, which name them differently.
missing_packages() {
    command -v dpkg-query >/dev/null || return 0
    for package in "$@"; do
        case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
        *" installed") ;;
        *) printf '%s ' "$package" ;;
        esac
    done
}

# True where a PostgreSQL server is installed, of whatever version; Debian puts its programs on no PATH.
has_server() {
    command -v initdb >/dev/null || [ -n "$(find /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ]
}

# Prints the packages of the PostgreSQL server unless there is one.
missing_server() {
    has_server || missing_packages $SERVER_PACKAGES
}

# Lets Debian's server package come without a server that runs: whoever wants one creates it.
forbid_cluster() {
    apt_get=$(apt_command) || return 1
    ${apt_get%env *} sh -c 'mkdir -p /etc/postgresql-common/createcluster.d &&
        echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.d/companion.conf'
}

# Prints the packages of the proxies whose programs are missing.
missing_proxies() {
    for package in $PROXY_PACKAGES; do
        command -v "${package%-light}" >/dev/null || [ -x "/usr/sbin/${package%-light}" ] || missing_packages "$package"
    done
}

# Lets Debian's packages of the named proxies come without a service that takes the ports of a web server.
forbid_services() {
    apt_get=$(apt_command) || return 1
    for package in $PROXY_PACKAGES; do
        case " $* " in
        *" $package "*) ${apt_get%env *} ln -s /dev/null "/etc/systemd/system/${package%-light}.service" 2>/dev/null || true ;;
        esac
    done
}

# Prints how many KiB a folder has room for; nothing where that cannot be told.
free_kib() {
    df -Pk "$1" 2>/dev/null | { read -r _ && read -r _ _ _ free _ && echo "$free"; }
}

# Prints the folder that is kept in memory, if there is ample room and programs may be started from it.
find_memory_folder() {
    kib=$(free_kib /dev/shm) && [ "$kib" -ge 3000000 ] || return 1
    probe=$(mktemp -p /dev/shm) || return 1
    printf '#!/bin/sh\n' >"$probe"
    chmod +x "$probe"
    if "$probe" 2>/dev/null; then started=yes; else started=; fi
    rm -f "$probe"
    [ -n "$started" ] && echo /dev/shm
}

# Prints the path of the Python that $1 starts if it is new enough: $1 may be a version manager's stand-in for another.
resolve_python() {
    "$1" -c "import sys
sys.exit(sys.version_info < (${OLDEST%.*}, ${OLDEST#*.}) or print(sys.executable))" 2>/dev/null
}

# Prints the first Python that is new enough, by the names given in all of the PATH, name by name.
first_python() {
    for name in "$@"; do
        rest=$PATH:
        while [ -n "$rest" ]; do
            resolve_python "${rest%%:*}/$name" && return
            rest=${rest#*:}
        done
    done
    return 1
}

# Prints the Python to make .venv with.
find_python() {
    # shellcheck disable=SC2086 # a list of words
    if [ -z "${COMPANION_PYTHON:-}" ]; then
        first_python python3 $NUMBERED
    else
        resolve_python "$COMPANION_PYTHON"
    fi
}

# Prints the version and the place of a Python; an environment's is that of the Python that it was made with.
describe_python() {
    "$1" -c 'import os, sys; print("Python", sys.version.split()[0], "at", os.path.realpath(sys.executable))' 2>/dev/null
}

# Ends where COMPANION_PYTHON names a Python that will not do.
check_python() {
    [ -z "${COMPANION_PYTHON:-}" ] || resolve_python "$COMPANION_PYTHON" >/dev/null ||
        give_up "COMPANION_PYTHON: expected Python $OLDEST or newer, found $COMPANION_PYTHON," \
            "$(describe_python "$COMPANION_PYTHON" || echo "which starts no Python"). Name another, or none."
}

# True where the environment is made with the Python that COMPANION_PYTHON names, or none is named.
is_wanted() {
    [ -z "${COMPANION_PYTHON:-}" ] ||
        [ "$(describe_python $environment/bin/python)" = "$(describe_python "$COMPANION_PYTHON")" ]
}

# Prints python3-venv where the environment cannot be made without it: Debian splits the module off from Python.
missing_venv() {
    command -v uv >/dev/null || has_environment || "$(find_python)" -c 'import ensurepip' 2>/dev/null ||
        printf 'python3-venv '
}

# True where the environment runs, is made for this place with the Python wanted, and can take packages.
has_environment() {
    resolve_python $environment/bin/python >/dev/null &&
        is_wanted &&
        grep -qF "$(pwd -P)/$environment" $environment/bin/activate &&
        { command -v uv >/dev/null || $environment/bin/python -c 'import pip' 2>/dev/null; }
}

make_environment() {
    python=$(find_python) ||
        give_up "Python $OLDEST or newer is needed: install python3, then start this again."
    if command -v uv >/dev/null; then
        UV_PYTHON_DOWNLOADS=never uv venv --quiet --clear --python "$python" $environment
        return
    fi
    [ -z "$(missing_venv)" ] || apt_install python3-venv ||
        give_up 'Python lacks its venv module: run "apt install python3-venv" as root, then start this again.'
    "$python" -m venv --clear $environment
}

# Prints what the environment holds once it is set up with the dependency groups given.
environment_key() {
    echo "$(pwd -P) $(describe_python $environment/bin/python)" \
        "$(cat pyproject.toml constraints.txt tools/requirements.py tools/setup.sh | cksum) $*"
}

# True where the environment is set up with the dependency groups given; all of them will do for none.
has_packages() {
    is_wanted && held=$(cat $environment/.holds 2>/dev/null) || return 1
    [ "$held" = "$(environment_key "$@")" ] || [ "$held" = "$(environment_key dev)" ]
}

# Installs the package and the dependency groups given at the versions of constraints.txt, its build backend included.
install_packages() {
    $environment/bin/python tools/requirements.py "$@" >$environment/requirements.txt || return 1
    set -- --constraint constraints.txt --requirement $environment/requirements.txt --editable .
    if command -v uv >/dev/null; then
        uv pip install --quiet --python $environment/bin/python --build-constraint constraints.txt "$@"
    else
        # Twice quiet: errors are printed, warnings, of which a configured pip has dozens, are not.
        PIP_CONSTRAINT=constraints.txt $environment/bin/python -m pip install --quiet --quiet \
            --disable-pip-version-check "$@"
    fi
}

# Makes the environment and installs what it is to hold, unless that was done before; says which Python it uses.
set_up_environment() {
    has_packages "$@" || has_environment || make_environment
    say "Using $(describe_python $environment/bin/python)."
    ! has_packages "$@" || return 0
    say "Setting up $environment. This is done once and takes about a minute."
    install_packages "$@" || give_up "The Python packages could not be installed: is this machine online?"
    environment_key "$@" >$environment/.holds
}

# Compiles the message catalogues when one of them has changed.
set_up_catalogues() {
    catalogues=$(find companion/translations -name '*.po' -exec cat {} + | cksum)
    [ "$(cat $environment/.catalogues 2>/dev/null)" != "$catalogues" ] || return 0
    $environment/bin/pybabel --quiet compile --directory companion/translations
    echo "$catalogues" >$environment/.catalogues
}

set_up_to_serve() {
    check_python
    # shellcheck disable=SC2086 # a list of words
    if ! has_packages; then
        missing=$(missing_packages $PDF_PACKAGES)
        [ -z "$missing" ] || apt_install $missing || true
    fi
    set_up_environment
    set_up_catalogues
    # shellcheck disable=SC2086
    missing=$(missing_packages $PDF_PACKAGES)
    [ -z "$missing" ] ||
        say "No PDFs here, only pages to print: to have them, run \"apt install ${missing% }\" as root."
}

# True where a whole Chromium is there and nothing else is missing: it will do, the tests take longer.
can_test() {
    # shellcheck disable=SC2086 # a list of words
    command -v chromium >/dev/null && [ -z "$(missing_venv)$(missing_packages $PDF_PACKAGES libatomic1)$(missing_server)" ]
}

set_up_to_test() {
    check_python
    # shellcheck disable=SC2086 # a list of words
    missing=$(missing_venv)$(missing_packages $PDF_PACKAGES $BROWSER_PACKAGES)$(missing_server)$(missing_proxies)
    case $missing in
    *postgresql*) forbid_cluster || true ;;
    esac
    # shellcheck disable=SC2086 # a list of words
    forbid_services $missing || true
    # shellcheck disable=SC2086
    [ -z "$missing" ] || apt_install $missing || can_test ||
        give_up "The tests need more of the system: run \"apt install ${missing% }\" as root, then start this again."
    command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null ||
        give_up "The tests drive Chromium: put it on the PATH as chromium."
    has_server || give_up "The tests start a PostgreSQL server: put its programs, such as initdb, on the PATH."
    set_up_environment dev
    set_up_catalogues
}

# Installs the browsers that the long tests drive beside Chromium, where this user may.
set_up_to_test_long() {
    # shellcheck disable=SC2086 # a list of words
    missing=$(missing_packages $ENGINE_PACKAGES)
    # shellcheck disable=SC2086
    [ -z "$missing" ] || apt_install $missing ||
        say "The tests in Firefox and WebKit will fail: to run them, run \"apt install ${missing% }\" as root."
}
