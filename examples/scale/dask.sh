#!/bin/sh
# A farm of Dask: a scheduler here, workers here or on other hosts, and outflank.farm on them.
#
#     dask.sh WORKERS COMMAND ... [-- option of outflank serve ...]
#
# COMMAND is one of outflank.farm: analyze FILE --nodes 100000 --out rows.jsonl --resume
# WORKERS run on this machine. Others join from any host that has Outflank and its package for Python:
#     dask-worker tcp://HOST:PORT --nthreads 1 --nworkers 8
# OUTFLANK_PORT is the port, 8786 if it is not set.
set -eu
[ $# -ge 2 ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0" >&2 && exit 64; }
workers=$1
port=${OUTFLANK_PORT:-8786}
action=$2
shift 2
logs=$(mktemp -d)
: >"$logs/scheduler"
dask-scheduler --port "$port" --no-dashboard >"$logs/scheduler" 2>&1 &
scheduler=$!
dask-worker "tcp://127.0.0.1:$port" --nthreads 1 --nworkers "$workers" --no-dashboard \
    --local-directory "$logs" >"$logs/workers" 2>&1 &
helpers=$!
trap 'kill $helpers $scheduler; wait; rm -rf "$logs"' EXIT
until grep -q "Scheduler at" "$logs/scheduler"; do
    kill -0 "$scheduler" || { cat "$logs/scheduler" >&2 && exit 71; }
    sleep 0.2
done
"${PYTHON:-python3}" -m outflank.farm "$action" --executor dask --scheduler "127.0.0.1:$port" "$@"
