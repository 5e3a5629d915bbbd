#!/bin/sh
# Install what is missing, build a release in build/release (program, library, manual page), start
# outflank:
#     scripts/run.sh [argument ...]
set -eu
. "$(dirname -- "$0")/common.sh"

install_needs "$build_needs"
choose_compiler
configure "$root/build/release" -Dbuildtype=release -Dtests=false -Dbench=false \
    -Dtrain=false
[ -x "$root/build/release/src/outflank" ] ||
    echo "building; this takes a minute or two, and is done once" >&2
compile "$root/build/release"
exec "$root/build/release/src/outflank" "$@"
