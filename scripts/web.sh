#!/bin/sh
# The engine and the page in a browser (docs/web.md). Installs what is missing; node 18 or later must
# be there, or comes from Debian.
#
#     scripts/web.sh engine         # build/web/package: the engine for pages and node
#     scripts/web.sh one            # the same without the build of many threads
#     scripts/web.sh pack           # the same as a package for npm: build/web/outflank-*.tgz
#     scripts/web.sh page           # build/web/page: the page, files to host as they are
#     scripts/web.sh [serve [PORT]] # the page on localhost (8080)
set -eu
. "$(dirname -- "$0")/common.sh"

place=$root/build/web

# build FOLDER TARGET [meson option ...]
build() {
    folder=$1
    target=$2
    shift 2
    [ -f "$folder/build.ninja" ] ||
        meson setup "$folder" "$root" --cross-file "$root/web/engine/emscripten.ini" "$@" \
            </dev/null >&2 || die "meson setup failed"
    compile "$folder" "$target"
}

# The build of one thread. emscripten's own programs need acorn, which Debian keeps in NODE_PATH.
build_one() {
    install_needs "$build_needs
$web_needs"
    export NODE_PATH=/usr/share/nodejs
    build "$place" all
    mkdir -p "$place/package"
    cp "$root"/web/api/*.mjs "$root"/web/api/outflank.d.ts "$root"/web/api/package.json \
        "$root"/web/api/README.md "$root"/LICENSE "$place/package/"
    cp "$place/web/engine/outflank-engine.js" "$place/package/outflank-engine.mjs"
    cp "$place/web/engine/outflank-engine.wasm" "$place/web/engine/outflank-weights.bin.gz" \
        "$root/book/outflank.book" "$place/package/"
}

# And that of many, which is slower with one.
build_engine() {
    build_one
    build "$place/threads" web/engine/outflank-threads.js \
        --cross-file "$root/web/engine/threads.ini"
    mkdir -p "$place/package/threads"
    cp "$root/web/engine/threads.json" "$place/package/threads/package.json"
    for part in js worker.js wasm; do
        cp "$place/threads/web/engine/outflank-threads.$part" "$place/package/threads/"
    done
    cat "$place/threads/web/engine/outflank-threads.js" "$root/web/engine/post.js" \
        >"$place/package/threads/outflank-threads.mjs"
}

build_page() {
    build_engine
    install_needs "command:npm|npm"
    (cd "$root/web/page" && npm ci --no-audit --no-fund </dev/null >&2 &&
        node build.mjs --engine "$place/package" --out "$place/page" </dev/null >&2) ||
        die "the page cannot be built"
}

case ${1:-serve} in
engine) build_engine ;;
one) build_one ;;
pack)
    build_engine
    install_needs "command:npm|npm"
    (cd "$place" && npm pack --silent "$place/package" </dev/null) || die "npm pack failed"
    ;;
page) build_page ;;
serve)
    build_page
    exec node "$root/web/page/serve.mjs" "$place/page" --port "${2:-8080}"
    ;;
*)
    sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p;}' "$0" >&2
    exit 64
    ;;
esac
