#!/bin/sh
# The suites of the foundation under every compiler, build and CPU level:
#     scripts/square.sh [FOLDER]
# gcc and clang, release and address + undefined behaviour sanitizers; in each of these
# four builds all suites but the long ones, then units, protocols, faults, signature and
# solver once more at each level that the machine has (kernels and perft go through all
# levels by themselves). One line a run; the exit status is 1 if anything failed.
# An hour on two cores; .ci/run does a part of it at every change.
set -u
. "$(dirname -- "$0")/common.sh"
install_needs "$build_needs $test_needs command:clang|clang"

square=${1:-$root/build/square}
sanitizers="-Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false"
failed=0

# run NAME BUILD [argument of meson test ...]
run() {
    run_name=$1
    run_build=$2
    shift 2
    run_log=$square/$(echo "$run_name" | tr ' ' '-').log
    run_begun=$(date +%s)
    run_status=0
    meson test -C "$run_build" --print-errorlogs "$@" >"$run_log" 2>&1 </dev/null || run_status=1
    [ "$run_status" -eq 0 ] || failed=1
    run_sums=$(sed -n 's/^\(Ok\|Fail\|Skipped\|Timeout\): *\([0-9]*\).*/\1 \2/p' "$run_log" | tr '\n' ' ')
    echo "$run_name: ${run_sums:-nothing ran, see $run_log }($(($(date +%s) - run_begun)) s)"
}

mkdir -p "$square" || die "cannot make $square"
for compiler in gcc clang; do
    for kind in release sanitizers; do
        build=$square/$compiler-$kind
        options=-Dbuildtype=release
        [ "$kind" = release ] || options=$sanitizers
        # shellcheck disable=SC2086 # a list of options
        CC=$compiler configure "$build" -Dwerror=true -Dtests=true $options
        compile "$build"
        run "$compiler $kind" "$build" --no-suite slow --no-suite match --no-suite train
        best=$("$build/src/outflank" --version | sed -n 's/^cpu level //p')
        for level in generic baseline avx2 avx512; do
            [ "$level" != "$best" ] || continue
            "$build/src/outflank" --cpu "$level" --version >"$square/level.log" 2>&1 || {
                echo "$compiler $kind $level: not run, this machine lacks it"
                continue
            }
            run "$compiler $kind $level" "$build" --setup "$level" --suite unit \
                --suite protocol --suite faults --suite repro --suite solve
        done
    done
done
exit "$failed"
