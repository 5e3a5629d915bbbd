#!/bin/sh
# What the program must do wherever it is unpacked: it plays a game, solves FFO 1 to 19, reviews the
# game as a page, looks into its book, and its search counts as many nodes as everywhere.
#
#     smoke.sh DATA PROGRAM ...    # DATA: tests/data; PROGRAM: words, an emulator may come first
#
# It leaves its files in the working folder.
set -eu
data=$1
shift

die() {
    echo "smoke.sh: $*" >&2
    exit 1
}

# Both sides have 33 moves, passes among them.
{
    echo "level 2"
    n=0
    while [ $n -lt 33 ]; do
        printf 'genmove b\ngenmove w\n'
        n=$((n + 1))
    done
    printf 'final_score\nquit\n'
} | "$@" gtp >game.txt
grep -Eq '^= ([BW]\+[0-9]+|0)$' game.txt || die "the game has no end"
moves=$(sed -n 's/^= \([a-h][1-8]\)$/\1/p' game.txt | tr -d '\n')
[ "${#moves}" -gt 100 ] || die "expected a whole game, found $moves"
"$@" solve "$data/endgame/fforum-1-19.obf" >solved.txt
grep '^total 19 positions, 19 checked, 0 WRONG, 0 malformed, 0 not solved' solved.txt
"$@" review "$moves" --depth 4 --html game.html >review.txt
grep -qi '</html>' game.html || die "game.html is no whole page"
"$@" book show f5d6c3 >book.txt
grep -q '^value ' book.txt || die "the book has nothing of f5d6c3"
signature=$("$@" --version | sed -n 's/^signature //p')
counted=$("$@" bench | sed -n '$s/^\([0-9]*\) nodes.*/\1/p')
[ "$counted" = "$signature" ] || die "bench: expected $signature nodes, found $counted"
echo "played $((${#moves} / 2)) moves, solved, reviewed: $(wc -c <game.html) bytes, book: $(sed -n 's/^value *//p' book.txt), bench: $counted"
