#!/bin/sh
# The engine and the page in a browser (docs/web.md). Installs what is missing: Debian's packages, the
# largest of them emscripten. Node must be 18 or later, which Debian 12 has.
#
#     scripts/web.sh engine         # build/web/package: the engine for pages and node
#     scripts/web.sh one            # the same without the build of many threads
#     scripts/web.sh pack           # the same as a package for npm: build/web/outflank-*.tgz
#     scripts/web.sh page           # build/web/page: the page, files to host as they are; and
#                                   # build/web/outflank.html: the same as one file, to open from disk
#     scripts/web.sh [serve [PORT]] # the page on localhost (8080); that of scripts/release.sh if it is
#                                   # in build/archives and none was built here
set -eu
. "$(dirname -- "$0")/common.sh"

place=$root/build/web

# build FOLDER TARGET [meson option ...]
build() {
    folder=$1
    target=$2
    shift 2
    [ -f "$folder/build.ninja" ] || {
        say "building in $folder: some three minutes on two cores"
        configure "$folder" --cross-file "$root/web/engine/emscripten.ini" "$@"
    }
    compile "$folder" "$target"
}

# The build of one thread. emscripten's own programs need acorn, which Debian keeps in NODE_PATH.
build_one() {
    install_needs "$tool_needs $web_needs"
    node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' ||
        die "node: expected version 18 or later, found $(node --version)"
    export NODE_PATH=/usr/share/nodejs
    build "$place" all
    mkdir -p "$place/package"
    rm -rf "$place/package/board" "$place/package/languages"
    cp -R "$root"/web/api/* "$root/web/board" "$root/web/languages" "$root/LICENSE" "$place/package/"
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
    install_needs "$tool_needs $web_needs $page_needs"
    build_engine
    node "$root/web/page/build.mjs" --engine "$place/package" --out "$place/page" </dev/null >&2 ||
        die "the page cannot be built"
    node "$root/web/page/one.mjs" "$place/page" "$place/outflank.html" </dev/null >&2 ||
        die "the page cannot be made one file"
}

# The page of a release, which needs no compiler: false if there is none.
unpack_page() {
    page_zip=$(find "$root/build/archives" -name 'outflank-*-page.zip' 2>/dev/null | sort | tail -n 1)
    [ -n "$page_zip" ] && [ ! -d "$place/page" ] || return 1
    say "the page is that of $page_zip"
    install_needs "command:node|nodejs
command:unzip|unzip"
    rm -rf "$place/released"
    mkdir -p "$place/released"
    unzip -q "$page_zip" -d "$place/released" || die "$page_zip cannot be unpacked"
}

case ${1:-serve} in
engine) build_engine ;;
one) build_one ;;
pack)
    build_engine
    install_needs "command:npm|npm"
    rm -f "$place"/outflank-*.tgz
    (cd "$place" && npm pack --silent "$place/package" </dev/null) || die "npm pack failed"
    ;;
page) build_page ;;
serve)
    if unpack_page; then page=$(echo "$place"/released/*); else build_page && page=$place/page; fi
    exec node "$root/web/page/serve.mjs" "$page" --port "${2:-8080}"
    ;;
*)
    sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p;}' "$0" >&2
    exit 64
    ;;
esac
