#!/bin/sh
# Puts files below a prefix and takes them away again; for scripts/install.sh.
#
#     place.sh put PREFIX STAGE   what lies below STAGE, as if STAGE were /
#     place.sh remove PREFIX
#
# PREFIX/share/outflank/installed lists all that was put: files, then the folders that were made for
# them, each with a "/" at its end. It is there before the first file, so a put that was
# interrupted can be removed.
set -eu
umask 022
prefix=$2
list=share/outflank/installed

die() {
    echo "place.sh: $*" >&2
    exit 71
}

# read_list FILE: copies the list, which names nothing that lies elsewhere.
read_list() {
    [ -f "$prefix/$list" ] || return 0
    while IFS= read -r path; do
        case $path in
        */../* | */..) ;;
        */ | "$prefix"/*) continue ;;
        esac
        die "$prefix/$list is damaged: '$path' is not below $prefix"
    done <"$prefix/$list"
    cat "$prefix/$list" >"$1"
}

# take_away LIST: its files, and what Python wrote for them; then its folders, if they are empty.
take_away() {
    grep -v '/$' "$1" | while IFS= read -r path; do
        rm -f -- "$path"
        case $path in *.py)
            name=${path##*/}
            rm -f -- "${path%/*}/__pycache__/${name%.py}".*.pyc
            rmdir -- "${path%/*}/__pycache__" 2>/dev/null || :
            ;;
        esac
    done
    grep '/$' "$1" | while IFS= read -r path; do rmdir -- "$path" 2>/dev/null || :; done
}

put() {
    old=$(mktemp)
    read_list "$old"
    new=$(mktemp)
    trap 'rm -f "$old" "$new" "$old.gone"' EXIT
    mkdir -p "$stage$prefix/${list%/*}"
    touch "$stage$prefix/$list"
    (cd "$stage" && find . ! -type d) | sed 's/^\.//' >"$new"
    (cd "$stage" && find . -mindepth 1 -depth -type d) | sed 's/^\.//' | while IFS= read -r path; do
        [ -d "$path" ] && ! grep -qxF "$path/" "$old" || echo "$path/"
    done >>"$new"
    (cd "$stage" && find . -type d) | while IFS= read -r path; do mkdir -p -- "/${path#.}"; done
    cp -- "$new" "$prefix/$list"
    grep -v '/$' "$new" | while IFS= read -r path; do
        [ "$path" != "$prefix/$list" ] || continue
        # A program that runs keeps its file.
        cp -P --preserve=mode -- "$stage$path" "$path.new" && mv -f -- "$path.new" "$path" || exit 71
    done
    # What an earlier version had and this one has not.
    grep -vxFf "$new" "$old" >"$old.gone" || :
    take_away "$old.gone"
}

remove() {
    [ -f "$prefix/$list" ] ||
        die "nothing that scripts/install.sh has put there: $prefix/$list is missing"
    old=$(mktemp)
    trap 'rm -f "$old"' EXIT
    read_list "$old"
    take_away "$old"
    echo "place.sh: removed from $prefix: $(grep -vc '/$' "$old") files, the folders made for them" >&2
}

case $1 in
put)
    stage=$3
    put
    ;;
remove) remove ;;
esac
