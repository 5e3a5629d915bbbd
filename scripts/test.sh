#!/bin/sh
# Install what is missing, build, run all tests; arguments go to "meson test":
#     scripts/test.sh [--suite NAME ...]
# Prints the number of tests run and fails if none did.
set -eu
. "$(dirname -- "$0")/common.sh"

install_needs "$build_needs $test_needs"
choose_compiler
folder=${OUTFLANK_BUILD:-$root/build/test}
# shellcheck disable=SC2086 # a list of options
configure "$folder" -Dtests=true ${OUTFLANK_MESON_OPTIONS:-}
compile "$folder"
status=0
meson test -C "$folder" --print-errorlogs "$@" </dev/null >&2 || status=$?
"$root/scripts/count_tests.py" "$folder/meson-logs" || status=1
exit "$status"
