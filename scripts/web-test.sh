#!/bin/sh
# Tests of the engine for pages, in node; the page itself is tested in a browser.
#
#     scripts/web-test.sh node [GAMES]   # against the program; GAMES: 3
#
# Builds what is missing (scripts/web.sh). The program is that of OUTFLANK, or build/release.
set -eu
. "$(dirname -- "$0")/common.sh"

test_node() {
    "$root/scripts/web.sh" engine
    program=${OUTFLANK:-$root/build/release/src/outflank}
    if [ ! -x "$program" ]; then
        install_needs "$build_needs"
        choose_compiler
        configure "$root/build/release" -Dbuildtype=release -Dtests=false -Dbench=false -Dtrain=false
        compile "$root/build/release"
    fi
    node "$root/tests/web/node.mjs" "$program" "$root/build/web/package" "${1:-3}"
}

case ${1:-} in
node)
    shift
    test_node "$@"
    ;;
*)
    sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p;}' "$0" >&2
    exit 64
    ;;
esac
