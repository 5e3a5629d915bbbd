#!/bin/sh
# Install what is missing, build, run all tests; arguments go to "meson test":
#     scripts/test.sh [--suite NAME ...]
# Prints the number of tests run and fails if none did.
set -eu
. "$(dirname -- "$0")/common.sh"

install_needs "$build_needs $test_needs"
choose_compiler
folder=${OUTFLANK_BUILD:-$root/build/test}
[ -f "$folder/build.ninja" ] || say "building in $folder: 500 MB, some three minutes on two cores"
# shellcheck disable=SC2086 # a list of options
configure "$folder" -Dtests=true ${OUTFLANK_MESON_OPTIONS:-}
# .ci/run wants a few suites: what they need is built before they run.
compile "$folder" ${OUTFLANK_TARGET:-all meson-test-prereq}
# Many tests wait for a clock or another process: two more than there are cores.
export MESON_TESTTHREADS="${MESON_TESTTHREADS:-$(($(getconf _NPROCESSORS_ONLN) + 2))}"
[ $# -gt 0 ] || say "testing: some six minutes on two cores"
# A slow machine is no hang.
testing() {
    meson test -C "$folder" --timeout-multiplier 4 --print-errorlogs "$@" </dev/null >&2
}
status=0
[ -n "${OUTFLANK_TARGET:-}" ] || set -- --no-rebuild "$@"
if ! testing "$@"; then
    # What fails once more alone, with nothing beside it, has failed; what passes is told as unsteady.
    "$root/scripts/count_tests.py" --failed "$folder/meson-logs" >"$folder/failed" || true
    set --
    while IFS= read -r name; do
        set -- "$@" "$name"
    done <"$folder/failed"
    if [ $# -gt 0 ] && [ $# -le 3 ]; then
        say "once more, alone: $*"
        testing --no-rebuild --num-processes 1 --logbase again "$@" || status=$?
    else
        status=1
    fi
fi
"$root/scripts/count_tests.py" "$folder/meson-logs" || status=1
exit "$status"
