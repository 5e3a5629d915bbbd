#!/bin/sh
# Tests of the engine for pages, in node, and of the page, in headless Chromium.
#
#     scripts/web-test.sh node [GAMES]   # against the program; GAMES: 3
#     scripts/web-test.sh signature      # the first of them alone, without threads
#     scripts/web-test.sh page [--double] [--shots FOLDER] [--only TEST,TEST]
#         --double  with the test double of the engine: what only the engine can do is left out
#         --shots   screenshots go there, to be looked at
#         --only    only these tests (TESTS in web/page/test/browser.mjs)
#
# Builds what is missing (scripts/web.sh). The program is that of OUTFLANK, or build/release.
# CHROMIUM names the browser.
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

# The built page is $root/build/web/page, or page-double.
test_page() {
    page=$root/web/page
    browser=${CHROMIUM:-chromium}
    install_needs "command:node|nodejs
command:npm|npm
command:$browser|chromium"
    case " $* " in
    *" --double "*)
        built=$root/build/web/page-double
        (cd "$page" && npm ci --no-audit --no-fund </dev/null >&2 &&
            npx esbuild test/double/outflank.ts --bundle --format=esm --log-level=warning \
                --outfile="$root/build/web/double/outflank.mjs" &&
            node build.mjs --engine "$root/build/web/double" --out "$built") || die "the page cannot be built"
        ;;
    *)
        built=$root/build/web/page
        "$root/scripts/web.sh" page
        program=${OUTFLANK:-$root/build/release/src/outflank}
        if [ -x "$program" ]; then
            "$program" review --json --depth 8 --exact-empties 18 "$page/test/game.txt" \
                >"$root/build/web/review.json"
            set -- "$@" --review "$root/build/web/review.json"
        fi
        ;;
    esac
    (cd "$page" && npx tsc --noEmit -p . && node test/unit.mjs)
    node "$page/test/browser.mjs" "$built" --chromium "$(command -v "$browser")" "$@"
}

case ${1:-} in
page)
    shift
    test_page "$@"
    ;;
node)
    shift
    test_node "$@"
    ;;
signature)
    "$root/scripts/web.sh" one
    node "$root/tests/web/node.mjs" none "$root/build/web/package" 0
    ;;
*)
    sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p;}' "$0" >&2
    exit 64
    ;;
esac
