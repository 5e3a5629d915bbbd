#!/bin/sh
# The solver's figures (docs/speed.md), on a quiet machine:
#     bench/solver.sh OUTFLANK [PART ...]
# Parts: ffo40 (FFO 40-49), ffo40-59, hard20, threads (one and two threads in turn),
# curve (FFO 40-49 with 1, 2, 4 ... THREADS threads, by default one a processor),
# levels (each CPU level in turn), devices (each pruning or caching device off).
# All but ffo40-59 run in a few minutes. Times are sums of what `solve` prints a line;
# where things are compared they take turns and the best of ROUNDS (3) counts.
set -eu
outflank=$1
shift
[ $# -gt 0 ] || set -- ffo40 hard20 threads levels devices
data=$(cd "$(dirname -- "$0")/../tests/data/endgame" && pwd)
sums=$(dirname -- "$0")/solves.awk
rounds=${ROUNDS:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

grep -v '^%' "$data/fforum-40-59.obf" | head -n 10 >"$work/ffo40.obf"
# The moves' scores are left out: those that tie with the best would be searched, too.
sed 's/;.*/;/' "$work/ffo40.obf" >"$work/ffo40-plain.obf"
sed 's/;.*/;/' "$data/fforum-40-59.obf" | grep -v '^%' >"$work/ffo40-59-plain.obf"

# solve FILE [option ...]: what solves.awk prints
solve() {
    solve_file=$1
    shift
    "$outflank" solve --quiet --threads 1 --hash 128 "$@" "$solve_file" | awk -f "$sums"
}

# round NAME FILE [option ...]: appends the figures of one run to those of NAME
round() {
    round_name=$1
    shift
    solve "$@" >>"$work/$round_name.runs"
}

tell() {
    sort -k3,3n "$work/$1.runs" | awk -v name="$1" 'NR == 1 {
        printf "%-28s %3d positions %9.1f M nodes %8.3f s %6.1f M nodes/s", name, $1, $2, $3, $4
        printf "%s\n", $5 ? "  " $5 " WRONG" : "" }'
}

# repeat TIMES NAME FILE [option ...]
repeat() {
    repeat_times=$1
    shift
    for _ in $(seq "$repeat_times"); do round "$@"; done
    tell "$1"
}

for part; do
    case $part in
    ffo40)
        repeat "$rounds" "FFO-40-49" "$work/ffo40-plain.obf"
        repeat "$rounds" "FFO-40-49-with-ties" "$work/ffo40.obf"
        ;;
    ffo40-59)
        repeat 1 "FFO-40-59" "$work/ffo40-59-plain.obf"
        ;;
    hard20)
        repeat "$rounds" "hard-20" "$data/hard-20.obf"
        ;;
    threads)
        for _ in $(seq "$rounds"); do
            for n in 1 2; do round "threads-$n" "$work/ffo40-plain.obf" --threads $n; done
        done
        for n in 1 2; do tell "threads-$n"; done
        ;;
    curve)
        most=${THREADS:-$(nproc)}
        n=1
        while [ "$n" -le "$most" ]; do
            # Only a build for tuning knows POOL_CORES, and it alone lets more search than there
            # are processors: nodes tell something then, seconds do not.
            [ "$n" -le "$(nproc)" ] || export OUTFLANK_PARAMS="POOL_CORES=$n"
            repeat "$rounds" "curve-$n" "$work/ffo40-plain.obf" --threads "$n"
            n=$((n * 2))
        done
        unset OUTFLANK_PARAMS
        ;;
    levels)
        for _ in $(seq "$rounds"); do
            for level in generic baseline avx2 avx512; do
                "$outflank" --cpu $level --version >/dev/null 2>&1 || continue
                round "level-$level" "$work/ffo40-plain.obf" --cpu $level
            done
        done
        for runs in "$work"/level-*.runs; do tell "$(basename "$runs" .runs)"; done
        ;;
    devices)
        repeat "$rounds" "all" "$work/ffo40-plain.obf"
        for device in probcut table etc cache stability parity smalltree; do
            repeat 1 "without-$device" "$work/ffo40-plain.obf" --use-$device=off
        done
        ;;
    *)
        echo "solver.sh: no part '$part'; known are ffo40, ffo40-59, hard20, threads, curve," \
            "levels, devices" >&2
        exit 1
        ;;
    esac
done
