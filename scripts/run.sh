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
compile "$root/build/release"
exec "$root/build/release/src/outflank" "$@"
