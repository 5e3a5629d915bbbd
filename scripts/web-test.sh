#!/bin/sh
# Tests of the engine for pages, in node, and of the page, in headless Chromium.
#
#     scripts/web-test.sh node [GAMES]   # against the program; GAMES: 3
#     scripts/web-test.sh signature      # the kernels and the signature alone, without threads
#     scripts/web-test.sh page [--double] [--shots FOLDER] [--only TEST,TEST] [--patient]
#         --double  with the test double of the engine: what only the engine can do is left out
#         --shots   screenshots go there, to be looked at
#         --only    only these tests (TESTS in web/page/test/browser.mjs)
#         --patient the slow line stays slow until the weights are there
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
    check_kernels
    check_package
    node "$root/tests/web/node.mjs" "$program" "$root/build/web/package" "${1:-3}"
}

# The kernels of both levels against the slow reference, and their values against each other.
check_kernels() {
    (export NODE_PATH=/usr/share/nodejs # as in web.sh
        compile "$root/build/web" web/engine/checkkernels.js web/engine/checkvalues.js)
    seed=${SEED:-$(date +%s)}
    node "$root/build/web/web/engine/checkkernels.js" --seed "$seed" --boards 100000
    node "$root/build/web/web/engine/checkvalues.js" "$seed"
}

# As a user has it: packed, installed in an empty folder, and its example run.
check_package() {
    install_needs "command:npm|npm"
    user=$(mktemp -d)
    trap 'rm -rf "$user"' EXIT
    (cd "$user" && npm pack --silent "$root/build/web/package" </dev/null >/dev/null && mkdir new &&
        cd new && npm install --silent --offline ../outflank-*.tgz </dev/null &&
        sed -n 's/^    //p' node_modules/outflank/README.md >example.mjs &&
        node example.mjs | grep -qx '[a-h][1-8]') || die "the packed package does not run"
    echo "the package, packed and installed: its example runs"
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
    check_kernels
    node "$root/tests/web/node.mjs" none "$root/build/web/package" 0
    ;;
*)
    sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p;}' "$0" >&2
    exit 64
    ;;
esac
