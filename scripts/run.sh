#!/bin/sh
# Install what is missing, build a release in build/release (program, library, manual page), start
# outflank:
#     scripts/run.sh [argument ...]
set -eu
. "$(dirname -- "$0")/common.sh"

compile_release
# A device that is no terminal, such as /dev/null, has no commands for us.
if [ $# -eq 0 ] && [ ! -t 0 ] && { [ -c /dev/stdin ] || [ ! -e /dev/stdin ]; }; then
    say "$release/src/outflank is built, and finds no input here. In a terminal it is a console;"
    say "from a pipe it takes GTP or NBoard; \"scripts/run.sh help\" tells its commands, such as analyze."
fi
exec "$release/src/outflank" "$@"
