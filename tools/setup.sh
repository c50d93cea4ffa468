# shellcheck shell=sh
# What ./serve and ./test share: both source this at the repository's top and call one of the two last functions.
# Outside the checkout it touches nothing but apt packages, and those only as root or with passwordless sudo.

# WeasyPrint draws PDFs with these; without them the server offers its print page instead.
PDF_PACKAGES="libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
# The browser without its windows, and what the node inside Playwright links to.
BROWSER_PACKAGES="chromium-headless-shell libatomic1"

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

# Prints python3-venv where .venv cannot be made without it: Debian splits the module off from Python.
missing_venv() {
    command -v uv >/dev/null || python3 -c 'import ensurepip' 2>/dev/null || printf 'python3-venv '
}

# True where .venv runs, was made for this place, and can take packages.
has_environment() {
    .venv/bin/python -c '' 2>/dev/null &&
        grep -qF "$(pwd -P)/.venv" .venv/bin/activate &&
        { command -v uv >/dev/null || .venv/bin/python -c 'import pip' 2>/dev/null; }
}

make_environment() {
    if command -v uv >/dev/null; then
        uv venv --quiet --clear .venv
        return
    fi
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        give_up "Python 3.11 or newer is needed: install python3, then start this again."
    [ -z "$(missing_venv)" ] || apt_install python3-venv ||
        give_up 'Python lacks its venv module: run "apt install python3-venv" as root, then start this again.'
    python3 -m venv --clear .venv
}

# Prints what .venv holds once it is set up with the dependency groups given.
environment_key() {
    echo "$(pwd -P) $(cat pyproject.toml constraints.txt tools/requirements.py tools/setup.sh | cksum) $*"
}

# True where .venv is set up with the dependency groups given; all of them will do for none.
has_packages() {
    held=$(cat .venv/.holds 2>/dev/null) || return 1
    [ "$held" = "$(environment_key "$@")" ] || [ "$held" = "$(environment_key dev)" ]
}

# Installs the package and the dependency groups given at the versions of constraints.txt, its build backend included.
install_packages() {
    .venv/bin/python tools/requirements.py "$@" >.venv/requirements.txt || return 1
    set -- --quiet --constraint constraints.txt --requirement .venv/requirements.txt --editable .
    if command -v uv >/dev/null; then
        uv pip install --python .venv/bin/python --build-constraint constraints.txt "$@"
    else
        PIP_CONSTRAINT=constraints.txt .venv/bin/python -m pip install --disable-pip-version-check "$@"
    fi
}

set_up_environment() {
    has_environment || make_environment
    say "Setting up .venv. This is done once and takes about a minute."
    install_packages "$@" || give_up "The Python packages could not be installed: is this machine online?"
    environment_key "$@" >.venv/.holds
}

# Compiles the message catalogues when one of them has changed.
set_up_catalogues() {
    catalogues=$(find companion/translations -name '*.po' -exec cat {} + | cksum)
    [ "$(cat .venv/.catalogues 2>/dev/null)" != "$catalogues" ] || return 0
    .venv/bin/pybabel --quiet compile --directory companion/translations
    echo "$catalogues" >.venv/.catalogues
}

set_up_to_serve() {
    # shellcheck disable=SC2086 # a list of words
    if ! has_packages; then
        missing=$(missing_packages $PDF_PACKAGES)
        [ -z "$missing" ] || apt_install $missing || true
        set_up_environment
    fi
    set_up_catalogues
    # shellcheck disable=SC2086
    missing=$(missing_packages $PDF_PACKAGES)
    [ -z "$missing" ] ||
        say "No PDFs here, only pages to print: to have them, run \"apt install ${missing% }\" as root."
}

# True where a whole Chromium is there and nothing else is missing: it will do, the tests take longer.
can_test() {
    # shellcheck disable=SC2086 # a list of words
    command -v chromium >/dev/null && [ -z "$(missing_venv)$(missing_packages $PDF_PACKAGES libatomic1)" ]
}

set_up_to_test() {
    # shellcheck disable=SC2086 # a list of words
    missing=$(missing_venv)$(missing_packages $PDF_PACKAGES $BROWSER_PACKAGES)
    # shellcheck disable=SC2086
    [ -z "$missing" ] || apt_install $missing || can_test ||
        give_up "The tests need more of the system: run \"apt install ${missing% }\" as root, then start this again."
    command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null ||
        give_up "The tests drive Chromium: put it on the PATH as chromium."
    has_packages dev || set_up_environment dev
    set_up_catalogues
}
