#!/bin/sh
# The packed book's figures (docs/book.md, "The packed book"):
#     bench/packed.sh BUILD [POSITIONS [FOLDER]]
# BUILD is a build folder with bench/packed. 100 million positions (the default) need 5 GB in FOLDER
# while the book is made, and 2 GB of memory that the system can use as cache.
set -eu
packed=$1/bench/packed
positions=${2:-100000000}
work=$(mktemp -d "${3:-${TMPDIR:-/tmp}}/outflank-packed.XXXXXX")
trap 'rm -rf "$work"' EXIT

"$packed" make "$work/book" "$positions"
ls -l "$work/book" | awk -v n="$positions" '{ printf "size: %d bytes, %.2f a position\n", $5, $5 / n }'
for _ in 1 2 3; do "$packed" open "$work/book"; done
cat "$work/book" >/dev/null
for _ in 1 2 3; do "$packed" look "$work/book"; done
"$packed" look "$work/book" 2
for _ in 1 2 3; do "$packed" mapped "$work/book"; done
