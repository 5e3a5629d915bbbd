#!/bin/sh
# Positions on many hosts by GNU parallel. Killed at any moment, the same command goes on.
#
#     parallel.sh FILE FOLDER PARTS HOSTS [option of outflank analyze ...]
#
# FILE has a position a line. FOLDER, for the rows, and FILE are on a disk that all hosts share. A FOLDER
# is for one FILE, one number of PARTS and one set of options. PARTS is the number of jobs, some for each core. HOSTS are those of parallel's --sshlogin:
# 8/one,8/two are eight jobs on each of two hosts, and 2/: are two on this machine.
set -eu
[ $# -ge 4 ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0" >&2 && exit 64; }
mkdir -p "$2"
file=$(realpath -- "$1")
folder=$(realpath -- "$2")
parts=$3
hosts=$4
shift 4
[ -e "$folder/parts" ] || echo "$parts" >"$folder/parts"
[ "$(cat "$folder/parts")" = "$parts" ] ||
    { echo "$folder has rows of $(cat "$folder/parts") parts: expected as many again" >&2 && exit 65; }
rm -f "$folder/failed"
# A job that was killed (above 128), or whose rows another run still writes (73), is tried again, and goes on
# with its rows. Others' failures would come again.
# shellcheck disable=SC2016 # expanded where the job runs
job='failed=$1; shift; code=0; "$@" || code=$?
[ "$code" -ne 0 ] || exit 0
[ "$code" -le 128 ] && [ "$code" -ne 73 ] && echo "$code" >>"$failed" && exit 0
sleep 1; exit "$code"'
seq "$parts" | parallel --will-cite --sshlogin "$hosts" --retries 100 --quote sh -c "$job" sh "$folder/failed" \
    "${OUTFLANK_PROGRAM:-outflank}" analyze --json --quiet \
    --part "{}/$parts" --out "$folder/{}.jsonl" --resume "$@" "$file"
echo "$(cat "$folder"/*.jsonl | wc -l) rows are in $folder"
[ ! -e "$folder/failed" ] || { echo "$(wc -l <"$folder/failed") of $parts jobs failed" >&2 && exit 65; }
