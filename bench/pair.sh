#!/bin/sh
# Which of two builds solves faster, on a machine whose speed comes and goes:
#     bench/pair.sh BEFORE AFTER [FILE [ROUNDS]]
# Both run at the same time on two cores, then once more with the cores exchanged, so that what
# slows the machine slows both. A ratio below 1: AFTER is faster. Five positions (1 s a run) and
# three rounds tell 0.3 % where times one after the other told 5 %.
# FILE: positions in OBF; without it FFO 40-44. Linux; two cores or more.
set -eu
[ $# -ge 2 ] && [ $# -le 4 ] || { echo "usage: pair.sh BEFORE AFTER [FILE [ROUNDS]]" >&2; exit 64; }
before=$1
after=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
data=$(cd "$(dirname -- "$0")/../tests/data/endgame" && pwd)
[ $# -ge 3 ] || sed '/^%/d; s/;.*/;/; 5q' "$data/fforum-40-59.obf" >"$work/positions.obf"
file=${3:-$work/positions.obf}
rounds=${4:-3}

# timed CORE PROGRAM: million nodes and seconds
timed() {
    taskset -c "$1" "$2" solve --quiet "$file" | awk '
        { for (i = 2; i < NF; i++) if ($i == "nodes") { n += $(i - 1); s += $(i + 1) } }
        END { printf "%.2f %.3f\n", n / 1e6, s }'
}

for round in $(seq "$rounds"); do
    for core in 0 1; do
        timed $core "$before" >"$work/before" &
        timed $((1 - core)) "$after" >"$work/after"
        wait
        echo "$(cat "$work/before") $(cat "$work/after")"
    done
done | awk '
    { r = log($4 / $2); sum += r; squares += r * r; n++; nodes = $1 " -> " $3 }
    END {
        mean = sum / n; spread = squares / n - mean * mean
        printf "time %.4f +- %.4f of before (%d runs), million nodes %s\n", exp(mean),
            sqrt((spread > 0 ? spread : 0) / (n > 1 ? n - 1 : 1)), n, nodes
    }'
