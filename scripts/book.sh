#!/bin/sh
# The book that ships, from what the repository keeps.
#
#     scripts/book.sh pack [FILE [N [none]]]   packs seeds and the first N parts (all) into FILE
#                                              (book/outflank.book); none: without counts of games
#     scripts/book.sh part BOOK                writes what BOOK knows beyond the parts as new parts
#
# A part is book/parts/NNN.tsv.zst: records with facts, as "outflank book dump" prints them,
# with nothing derived; at most 1 MiB each. OUTFLANK names the program
# (build/src/outflank). Parts may be loaded in any order: the packed book has the same bytes.
set -u
. "$(dirname -- "$0")/common.sh"

program=${OUTFLANK:-$root/build/src/outflank}
work=
trap '[ -z "$work" ] || rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

usage() {
    sed -n '2,/^set -u/{/^set -u/d;s/^# \{0,1\}//;p;}' "$0" >&2
    exit 64
}

# parts N: the files of the first N parts.
parts() {
    find "$root/book/parts" -name '*.tsv.zst' 2>/dev/null | LC_ALL=C sort | head -n "$1"
}

# kept N: the lines of the first N parts.
kept() {
    parts "$1" | while IFS= read -r part; do
        zstd -qdc "$part" || die "cannot read $part"
    done
}

pack() {
    "$program" book load "$work/book" "$root/book/seeds/proven50.tsv" >&2 || exit 1
    kept "$2" >"$work/lines" || exit 1
    "$program" book load "$work/book" "$work/lines" >&2 || exit 1
    pack_note="Outflank's book: book/seeds/proven50.tsv and $(parts "$2" | wc -l) parts of book/parts"
    if [ "$3" = none ]; then
        "$program" book pack --note "$pack_note" "$work/book" "$1"
    else
        zstd -qdc "$root/book/seeds/counts.tsv.zst" >"$work/counts" || die "cannot read the counts"
        "$program" book pack --note "$pack_note, counts of book/seeds/counts.tsv.zst" \
            --counts "$work/counts" "$work/book" "$1"
    fi
}

# Lines of records with facts: own evidence, a deviation, or bounds that no seed has.
facts_of() {
    "$program" book dump "$1" |
        awk -F'\t' -v OFS='\t' '$1 == "position" && ($3 != "" || $9 != "") { $19 = $20 = ""; $21 = -64; $22 = 64; print }'
}

part() {
    facts_of "$1" | LC_ALL=C sort >"$work/now" || exit 1
    kept 999 | LC_ALL=C sort | LC_ALL=C comm -13 - "$work/now" >"$work/new" || exit 1
    [ -s "$work/new" ] || die "$1 knows nothing that the parts do not"
    mkdir -p "$root/book/parts"
    number=$(find "$root/book/parts" -name '*.tsv.zst' | wc -l)
    # 20,000 lines are 0.6 MiB.
    split -l 20000 -a 3 "$work/new" "$work/piece."
    for piece in "$work"/piece.*; do
        number=$((number + 1))
        name=$(printf '%s/book/parts/%03d.tsv.zst' "$root" "$number")
        zstd -q -19 -o "$name" "$piece" || die "cannot write $name"
        [ "$(wc -c <"$name")" -le 1048576 ] || die "$name is larger than 1 MiB"
        echo "$name: $(wc -l <"$piece") positions"
    done
}

work=$(mktemp -d) || die "no temporary folder"
case ${1:-} in
pack) [ $# -le 4 ] || usage && pack "${2:-$root/book/outflank.book}" "${3:-999}" "${4:-counts}" ;;
part) [ $# -eq 2 ] || usage && part "$2" ;;
*) usage ;;
esac
