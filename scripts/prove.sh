#!/bin/sh
# Is a change of search or evaluation an improvement? Builds the commit it is
# compared with and the working tree, and lets them play until the SPRT decides:
#
#     scripts/prove.sh [--base COMMIT] [--nodes N | --time SECONDS] [--simplify]
#                      [--concurrency N] [--openings FILE] [option of outflank match ...]
#
# --base         what to beat: HEAD when the working tree has changes, else HEAD~1
# --nodes        fixed nodes per move (default 20000): for changes of what is searched
# --time         fixed time per move: for changes of speed too
# --simplify     prove that nothing is lost: elo -10..0 instead of 0..10
# The rest goes to the match, e.g. -resume, -srand 5, -sprt elo0=0 elo1=5.
#
# Exit status: 0 proven; 1 not proven; 2 games were lost by a fault; others: see
# "outflank match". Games and summary stay in build/prove. docs/testing.md tells
# what the figures mean and how long they take.
set -eu
. "$(dirname -- "$0")/common.sh"

base=
nodes=20000
time=
bounds="elo0=0 elo1=10"
concurrency=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
openings=$root/bench/openings/xot_small.txt
usage() {
    sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p;}' "$0" >&2
    exit 64
}
while [ $# -gt 0 ]; do
    case $1 in
    --base | --nodes | --time | --concurrency | --openings)
        [ $# -ge 2 ] || usage
        case $1 in
        --base) base=$2 ;;
        --nodes) nodes=$2 time= ;;
        --time) time=$2 ;;
        --concurrency) concurrency=$2 ;;
        --openings) openings=$2 ;;
        esac
        shift 2
        ;;
    --simplify) bounds="elo0=-10 elo1=0" && shift ;;
    -h | --help) usage ;;
    *) break ;;
    esac
done

command -v git >/dev/null 2>&1 && git -C "$root" rev-parse -q --verify HEAD >/dev/null ||
    die "this needs the git repository of the project"
if [ -z "$base" ]; then
    base=HEAD
    [ -n "$(git -C "$root" status --porcelain --untracked-files=no)" ] || base=HEAD~1
fi
commit=$(git -C "$root" rev-parse -q --verify "$base^{commit}") || die "no commit '$base'"
install_needs "$build_needs"
options="-Dbuildtype=release -Dtests=false -Dbench=false ${OUTFLANK_MESON_OPTIONS:-}"
place=$root/build/prove
mkdir -p "$place"

# The base has a folder of its own per commit; an interrupted copy is made anew.
source=$place/base-$commit
if [ ! -f "$source/.complete" ]; then
    rm -rf "$source"
    mkdir "$source"
    git -C "$root" archive "$commit" | tar -x -C "$source" || die "cannot copy commit $commit"
    : >"$source/.complete"
fi
# shellcheck disable=SC2086 # a list of options
{
    [ -f "$source/build/build.ninja" ] ||
        meson setup "$source/build" "$source" $options </dev/null >&2 || die "meson setup failed"
    compile "$source/build" src/outflank
    configure "$place/new" $options
    compile "$place/new" src/outflank
}
old=$source/build/src/outflank
new=$place/new/src/outflank

# The count of "outflank bench" is the signature of the search.
old_bench=$("$old" bench | awk 'END { print $1 }')
new_bench=$("$new" bench | awk 'END { print $1 }')
echo "base  $(git -C "$root" log -1 --format='%h %s' "$commit"), bench $old_bench" >&2
echo "new   $(git -C "$root" describe --always --dirty --abbrev=12), bench $new_bench" >&2
if [ "$old_bench" = "$new_bench" ] && [ -z "$time" ]; then
    echo "The signatures are equal: no functional change, every game pair would be even." >&2
    echo "Prove a change of speed with --time." >&2
    exit 0
fi

# At fixed nodes a second round of the openings would repeat the games of the first.
limit="nodes=$nodes"
rounds="-rounds $(grep -c . "$openings")"
[ -z "$time" ] || { limit="st=$time timemargin=50" && rounds=; }
name=$place/$(date +%Y%m%d-%H%M%S)
case " $* " in
*" -out "* | *" --out "*) ;;
*) set -- -out "$name" "$@" ;;
esac
# shellcheck disable=SC2086 # lists of words
exec "$new" match -engine "cmd='$new' gtp" name=new -engine "cmd='$old' gtp" name=base \
    -each $limit option.hash=16 option.threads=1 -openings "file=$openings" order=random \
    -concurrency "$concurrency" -sprt $bounds $rounds -quiet -report 100 "$@"
