# scripts/common.sh - read by the other scripts: install what is missing, build.
#
# Only the program's own output may reach stdout, and nothing but the program may
# read stdin: everything here talks on stderr and reads /dev/null.

# shellcheck shell=sh disable=SC2034 # its variables are for those who read it
root=$(unset CDPATH && cd -- "$(dirname -- "$0")/.." && pwd)

say() {
    echo "$(basename -- "$0"): $*" >&2
}

die() {
    say "$*"
    exit 71
}

# watch LOG COMMAND ...: the output goes to LOG, and to stderr if it fails. A line on stderr tells
# each tenth of the way, by the counts of ninja ("[3/40] ...") and of apt-get ("pmstatus:gcc:20.5:...").
watch() {
    watch_log=$1
    shift
    { "$@" </dev/null 2>&1 && printf '\nwatched\n'; } | {
        watch_status=1
        watch_told=
        while IFS= read -r watch_line; do
            printf '%s\n' "$watch_line"
            watch_rest=${watch_line#*:*:}
            case $watch_line in
            watched) watch_status=0 ;;
            '['[0-9]*/[0-9]*']'*)
                watch_line=${watch_line#?}
                watch_n=${watch_line%%/*}
                watch_all=${watch_line#*/}
                watch_all=${watch_all%%]*}
                [ "$watch_all" -lt 10 ] || watch_now="compiling: $((watch_n * 10 / watch_all * 10)) % of $watch_all steps"
                ;;
            dlstatus:*) watch_now="downloading: ${watch_rest%%[0-9].*}0 %" ;;
            pmstatus:*) watch_now="installing: ${watch_rest%%[0-9].*}0 %" ;;
            esac
            [ "${watch_now:=}" = "$watch_told" ] || say "$watch_now"
            watch_told=$watch_now
        done >"$watch_log"
        [ "$watch_status" -eq 0 ] || cat "$watch_log" >&2
        return "$watch_status"
    }
}

# Debian package for each thing we look for: "probe|package". A wish is no reason to install.
tool_needs="command:cc|gcc
command:ninja|ninja-build
command:meson|meson"
build_needs="$tool_needs
wish:clang|clang
command:pkg-config|pkg-config
pkg:jansson|libjansson-dev
pkg:libedit|libedit-dev
pkg:sqlite3|libsqlite3-dev"
test_needs="command:python3|python3
pkg:libzstd|libzstd-dev
command:parallel|parallel
command:groff|groff-base
python:jsonschema|python3-jsonschema
pkg:criterion|libcriterion-dev"

web_needs="command:emcc|emscripten
command:node|nodejs"
page_needs="command:esbuild|esbuild"

has_need() {
    case $1 in
    wish:*) true ;;
    command:*) command -v "${1#command:}" >/dev/null 2>&1 ;;
    file:*) [ -e "${1#file:}" ] ;;
    python:*) python3 -c "import ${1#python:}" 2>/dev/null ;;
    pkg:*) pkg-config --exists "${1#pkg:}" 2>/dev/null ;;
    esac
}

missing_packages() {
    for need in $1; do
        has_need "${need%%|*}" || printf '%s ' "${need##*|}"
    done
}

# become_root WHY: sets $as_root, with which a command has the rights of root; or ends.
become_root() {
    as_root=
    [ "$(id -u)" -eq 0 ] && return 0
    command -v sudo >/dev/null 2>&1 || die "$1: neither root nor sudo is here"
    as_root=sudo
}

# apt ARGUMENT ...: apt-get as root; it waits for another one that works.
apt() {
    $as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 "$@" </dev/null
}

# apt_plan PACKAGE ...: how many packages would come, what is downloaded and how much the disk takes.
apt_plan() {
    apt install --assume-no --no-install-recommends "$@" 2>/dev/null | sed -n '
        s/^.* \([0-9][0-9]*\) newly installed.*/\1 packages/p
        s/^ .* Installing: \([0-9][0-9]*\),.*/\1 packages/p
        s/^Need to get \([0-9.,]* [kMG]*B\)[ /].*/\1 to download/p
        s/^  Download size: \([0-9.,]* [kMG]*B\).*/\1 to download/p
        s/^After this operation, \([0-9.,]* [kMG]*B\) .*/\1 on the disk/p
        s/^  Space needed: \([0-9.,]* [kMG]*B\).*/\1 on the disk/p' | paste -s -d, - | sed 's/,\([0-9]\)/, \1/g'
}

# install_needs LIST: make sure all of it is there, or end with one sentence.
install_needs() {
    missing=$(missing_packages "$1")
    [ -n "$missing" ] || return 0
    command -v apt-get >/dev/null 2>&1 ||
        die "missing: ${missing}(Debian's names); this is no Debian or Ubuntu, please install them"
    become_root "missing: $missing"
    # libc6-dev comes with gcc only as a recommendation.
    case $missing in *gcc*) missing="$missing libc6-dev" ;; esac
    say "missing packages of Debian: $missing"
    say "reading Debian's lists of packages"
    apt_log=$(mktemp) || die "mktemp failed"
    watch "$apt_log" apt update -qq || die "apt-get update failed"
    # Its programs are faster (choose_compiler), and something is installed anyway.
    case $1 in
    *wish:clang*) has_need command:clang || ! apt-cache show clang >/dev/null 2>&1 || missing="$missing clang" ;;
    esac
    # shellcheck disable=SC2086 # a list of words
    say "installing them and what they need: $(apt_plan $missing); a minute for each 100 MB or so"
    # shellcheck disable=SC2086 # a list of words
    watch "$apt_log" apt install -y -qq -o APT::Status-Fd=1 --no-install-recommends $missing ||
        die "apt-get install failed for: $missing"
    rm -f "$apt_log"
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
    meson_words=setup
    if [ -f "$folder/build.ninja" ]; then
        [ $# -gt 0 ] || return 0
        meson_words=configure
    else
        set -- "$root" "$@"
    fi
    meson_log=$(meson $meson_words "$folder" "$@" </dev/null 2>&1) || {
        printf '%s\n' "$meson_log" >&2
        die "meson $meson_words failed"
    }
}

# compile FOLDER [target ...]: quiet but for its progress and for warnings, unless it fails. All that
# was written stays in FOLDER/compile.log.
compile() {
    folder=$1
    shift
    watch "$folder/compile.log" ninja -C "$folder" "$@" || die "the build failed"
    sed -n '/warning: /,/^\[[0-9]/{/^\[[0-9]/!p;}' "$folder/compile.log" >&2
}

# compile_release: the program, the library and the rest for users, in build/release.
compile_release() {
    install_needs "$build_needs"
    choose_compiler
    release=$root/build/release
    [ -x "$release/src/outflank" ] ||
        say "building Outflank once, in build/release: 180 MB, some two minutes on two cores"
    configure "$release" -Dbuildtype=release -Dtests=false -Dbench=false -Dtrain=false "$@"
    compile "$release"
}
