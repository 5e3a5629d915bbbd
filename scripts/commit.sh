#!/bin/sh
# Prints the commit that this source tree is of, for "outflank --version": as git tells it, as the
# files of .git do where git is missing, or as "git archive" has written it below.
archive='$Format:%H$'
root=$(unset CDPATH && cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1
cd "$root" || exit 1
if [ -e .git ]; then
    # The builder may be another user than the owner.
    git -c safe.directory="$root" describe --always --dirty --abbrev=12 2>/dev/null && exit
    folder=.git
    [ -d .git ] || folder=$(sed -n 's/^gitdir: //p' .git)
    head=$(cat "$folder/HEAD")
    name=${head#ref: }
    if [ "$name" != "$head" ]; then # a branch; a work tree shares them with others
        common=$(cat "$folder/commondir" 2>/dev/null) || common=.
        case $common in /*) ;; *) common=$folder/$common ;; esac
        head=$(cat "$common/$name" 2>/dev/null || sed -n "s|^\([0-9a-f]*\) $name\$|\1|p" "$common/packed-refs")
    fi
    archive=$head
fi
case $archive in
*[!0-9a-f]* | '') echo 'none: neither a clone nor a source archive of git' ;;
*) printf '%.12s\n' "$archive" ;;
esac
