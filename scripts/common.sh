# scripts/common.sh - read by run.sh and test.sh: install what is missing, build.
#
# Only the program's own output may reach stdout, and nothing but the program may
# read stdin: everything here talks on stderr and reads /dev/null.

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)

die() {
    echo "$(basename -- "$0"): $*" >&2
    exit 71
}

# Debian package for each thing we look for: "probe|package".
build_needs="command:cc|gcc
command:ninja|ninja-build
command:meson|meson
command:pkg-config|pkg-config
pkg:jansson|libjansson-dev
pkg:libedit|libedit-dev
pkg:libzstd|libzstd-dev
pkg:sqlite3|libsqlite3-dev"
test_needs="command:python3|python3
command:parallel|parallel
python:jsonschema|python3-jsonschema
pkg:criterion|libcriterion-dev"

web_needs="command:emcc|emscripten
command:node|nodejs"

has_need() {
    case $1 in
    command:*) command -v "${1#command:}" >/dev/null 2>&1 ;;
    python:*) python3 -c "import ${1#python:}" 2>/dev/null ;;
    pkg:*) pkg-config --exists "${1#pkg:}" 2>/dev/null ;;
    esac
}

missing_packages() {
    for need in $1; do
        has_need "${need%%|*}" || printf '%s ' "${need##*|}"
    done
}

# install_needs LIST: make sure all of it is there, or end with one sentence.
install_needs() {
    missing=$(missing_packages "$1")
    [ -n "$missing" ] || return 0
    command -v apt-get >/dev/null 2>&1 ||
        die "missing: ${missing}(Debian's names); this is no Debian or Ubuntu, please install them"
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 ||
            die "missing: ${missing}and neither root nor sudo to install them with"
        as_root=sudo
    fi
    # libc6-dev comes with gcc only as a recommendation.
    case $missing in *gcc*) missing="$missing libc6-dev" ;; esac
    $as_root apt-get update -q </dev/null >&2 || die "apt-get update failed"
    # Not needed, but its programs are faster (choose_compiler); something is installed anyway.
    if ! has_need command:clang && apt-cache show clang >/dev/null 2>&1; then
        missing="$missing clang"
    fi
    echo "installing: $missing" >&2
    # shellcheck disable=SC2086 # a list of words
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -q --no-install-recommends $missing \
        </dev/null >&2 || die "apt-get install failed for: $missing"
    missing=$(missing_packages "$1")
    [ -z "$missing" ] || die "still missing after the installation: $missing"
}

# choose_compiler: clang where it is, unless CC says otherwise: its solver is 4 to 5 % faster than
# gcc's with AVX-512, its plain C and SSE search 47 and 17 % (docs/speed.md).
choose_compiler() {
    if [ -z "${CC:-}" ] && has_need command:clang; then
        CC=clang
        export CC
    fi
}

# configure FOLDER [meson option ...]: set the folder up once, or change its options.
configure() {
    folder=$1
    shift
    if [ -f "$folder/build.ninja" ]; then
        [ $# -eq 0 ] || meson configure "$folder" "$@" </dev/null >&2 || die "meson configure failed"
    else
        meson setup "$folder" "$root" "$@" </dev/null >&2 || die "meson setup failed"
    fi
}

# compile FOLDER [target ...]; quiet unless it fails.
compile() {
    folder=$1
    shift
    log=$(ninja -C "$folder" "$@" </dev/null 2>&1) || {
        printf '%s\n' "$log" >&2
        die "the build failed"
    }
}
