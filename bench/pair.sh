#!/bin/sh
# Which of two builds solves faster, or searches a midgame faster, on a machine whose speed comes
# and goes:
#     bench/pair.sh BEFORE AFTER [FILE [ROUNDS]]
#     bench/pair.sh --midgame BEFORE AFTER [DEPTH [ROUNDS]]
# Both run at the same time on two cores, then once more with the cores exchanged, so that what
# slows the machine slows both. A ratio below 1: AFTER is faster. Five positions (1 s a run) and
# three rounds tell 0.2 to 0.5 % while the machine is steady; the error printed tells when it is
# not.
# FILE: positions in OBF; without it FFO 40-44. DEPTH: of the midgame positions of `outflank
# bench`, without the exact ones; 20 plies if not given. Linux; two cores or more.
set -eu
is_midgame=false
if [ "${1:-}" = --midgame ]; then
    is_midgame=true
    shift
fi
if [ $# -lt 2 ] || [ $# -gt 4 ]; then
    echo "usage: pair.sh BEFORE AFTER [FILE [ROUNDS]]" >&2
    echo "       pair.sh --midgame BEFORE AFTER [DEPTH [ROUNDS]]" >&2
    exit 64
fi
before=$1
after=$2
for program in "$before" "$after"; do
    [ -x "$program" ] && continue
    echo "pair.sh: $program: expected a program that can be run" >&2
    exit 66
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bench=$(cd "$(dirname -- "$0")" && pwd)
ffo=$bench/../tests/data/endgame/fforum-40-59.obf
[ $# -ge 3 ] || sed '/^%/d; s/;.*/;/; 5q' "$ffo" >"$work/positions.obf"
file=${3:-$work/positions.obf}
depth=${3:-20}
rounds=${4:-3}

# timed CORE PROGRAM: what solves.awk prints
timed() {
    if $is_midgame; then
        taskset -c "$1" "$2" bench --depth "$depth" | grep ' depth ' | awk -f "$bench/solves.awk"
    else
        taskset -c "$1" "$2" solve --quiet --threads 1 --hash 128 "$file" | awk -f "$bench/solves.awk"
    fi
}

for round in $(seq "$rounds"); do
    for core in 0 1; do
        timed $core "$before" >"$work/before" &
        timed $((1 - core)) "$after" >"$work/after"
        wait
        echo "$(cat "$work/before") $(cat "$work/after")"
    done
done | awk '
    $1 == 0 || $6 == 0 { print "pair.sh: nothing was searched"; is_bad = 1; exit 1 }
    { r = log($8 / $3); sum += r; squares += r * r; n++; nodes = $2 " -> " $7 }
    END {
        if (is_bad || !n) exit 1
        mean = sum / n; spread = squares / n - mean * mean
        printf "time %.4f +- %.4f of before (%d runs), million nodes %s\n", exp(mean),
            sqrt((spread > 0 ? spread : 0) / (n > 1 ? n - 1 : 1)), n, nodes
    }'
