#!/bin/sh
# Install what is missing, build a release in build/release, start outflank:
#     scripts/run.sh [argument ...]
set -eu
. "$(dirname -- "$0")/common.sh"

install_needs "$build_needs"
choose_compiler
configure "$root/build/release" -Dbuildtype=release -Dtests=false -Dbench=false
compile "$root/build/release" src/outflank
exec "$root/build/release/src/outflank" "$@"
