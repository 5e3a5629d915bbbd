#!/bin/sh
# Tests of the engine for pages, in node, and of the page, in headless Chromium.
#
#     scripts/web-test.sh node [GAMES]   # against the program; GAMES: 3
#     scripts/web-test.sh signature      # the kernels and the signature alone, without threads
#     scripts/web-test.sh package [--shots FOLDER]    # as it is installed: node, pages, bundlers
#     scripts/web-test.sh released [FOLDER]  # what scripts/release.sh web has made: build/archives
#     scripts/web-test.sh page [--double] [--shots FOLDER] [--only TEST,TEST] [--patient] [--whole]
#         --double  with the test double of the engine: what only the engine can do is left out
#         --shots   screenshots go there, to be looked at
#         --only    only these tests (TESTS in web/page/test/browser.mjs)
#         --patient the slow line stays slow until the weights are there
#         --whole   axe looks at each width and scheme, not at one in turn (half an hour when busy)
#
# Builds what is missing (scripts/web.sh). The program is that of OUTFLANK, or build/release.
# CHROMIUM names the browser.
set -eu
. "$(dirname -- "$0")/common.sh"

test_node() {
    "$root/scripts/web.sh" engine
    program=${OUTFLANK:-$root/build/release/src/outflank}
    [ -x "$program" ] || compile_release
    check_kernels
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

# As people have it: packed, installed in an empty folder, with and without bundlers.
test_package() {
    browser=${CHROMIUM:-chromium}
    install_needs "command:npm|npm
command:$browser|chromium
$page_needs"
    "$root/scripts/web.sh" pack
    npm_tools
    node "$root/web/page/test/package.mjs" "$root"/build/web/outflank-*.tgz --chromium "$(command -v "$browser")" "$@"
}

# The package, the page from its zip, and the page as one file.
test_released() {
    archives=${1:-$root/build/archives}
    browser=${CHROMIUM:-chromium}
    install_needs "command:node|nodejs
command:npm|npm
command:unzip|unzip
command:$browser|chromium
$page_needs"
    npm_tools
    unpacked=$(mktemp -d)
    unzip -q "$archives"/outflank-*-page.zip -d "$unpacked"
    browser=$(command -v "$browser")
    status=0
    node "$root/web/page/test/package.mjs" "$archives"/outflank-*-npm.tgz --chromium "$browser" || status=1
    node "$root/web/page/test/browser.mjs" "$unpacked"/outflank-* --chromium "$browser" \
        --one "$archives"/outflank-*.html --only clicks,review,offline,one,speed || status=1
    rm -rf "$unpacked"
    return $status
}

# What the tests of pages need of npm's registry, in web/page/node_modules.
npm_tools() {
    (cd "$root/web/page" && npm ci --no-audit --no-fund </dev/null >&2) || die "npm ci failed"
}

# The built page is $root/build/web/page, or page-double.
test_page() {
    page=$root/web/page
    browser=${CHROMIUM:-chromium}
    install_needs "command:node|nodejs
command:npm|npm
command:$browser|chromium
$page_needs"
    case " $* " in
    *" --double "*)
        built=$root/build/web/page-double
        (cd "$page" &&
            esbuild test/double/outflank.ts --bundle --format=esm --log-level=warning \
                --outfile="$root/build/web/double/outflank.mjs" &&
            node build.mjs --engine "$root/build/web/double" --out "$built") || die "the page cannot be built"
        ;;
    *)
        built=$root/build/web/page
        "$root/scripts/web.sh" page
        set -- "$@" --one "$root/build/web/outflank.html"
        program=${OUTFLANK:-$root/build/release/src/outflank}
        if [ -x "$program" ]; then
            "$program" review --json --depth 8 --exact-empties 18 "$page/test/game.txt" \
                >"$root/build/web/review.json"
            set -- "$@" --review "$root/build/web/review.json"
        fi
        ;;
    esac
    npm_tools
    (cd "$page" && npx tsc --noEmit -p . && node test/unit.mjs)
    node "$page/test/browser.mjs" "$built" --chromium "$(command -v "$browser")" "$@"
}

case ${1:-} in
page)
    shift
    test_page "$@"
    ;;
package)
    shift
    test_package "$@"
    ;;
released)
    shift
    test_released "$@"
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
