#!/bin/sh
# Builds Outflank if needed and installs it: program, library, header files, pages, the package for
# Python. Then it tries what lies there, and tells the lines that your shell still needs.
#
#     scripts/install.sh               for everybody, in /usr/local
#     scripts/install.sh --user        for you alone, in ~/.local
#     scripts/install.sh --prefix DIR  elsewhere
#     scripts/uninstall.sh [the same]  takes away what was installed, and nothing else
set -eu
. "$(dirname -- "$0")/common.sh"

usage() { # EXIT STATUS
    sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p;}' "$root/scripts/install.sh" >&2
    exit "$1"
}

prefix=/usr/local
is_removal=
while [ $# -gt 0 ]; do
    case $1 in
    --uninstall) is_removal=yes ;;
    --user) prefix=${HOME:?}/.local ;;
    --prefix=?*) prefix=${1#*=} ;;
    --prefix)
        [ -n "${2:-}" ] || { say "--prefix: expected a folder" && usage 64; }
        prefix=$2
        shift
        ;;
    -h | --help) usage 0 ;;
    *) say "unknown word: $1" && usage 64 ;;
    esac
    shift
done
prefix=$(realpath -ms -- "$prefix")
[ "$prefix" != / ] || die "--prefix: expected a folder such as /usr/local, found /"

# as_owner: sets $as_root to what it takes to write below the prefix.
as_owner() {
    nearest=$prefix
    while [ ! -e "$nearest" ]; do nearest=$(dirname -- "$nearest"); done
    as_root=
    [ -w "$nearest" ] || become_root "$nearest cannot be written"
}

# place put STAGE, place remove: and the linker, which has a list of its own, hears of it.
place() {
    place_what=$1
    shift
    as_owner
    $as_root sh "$root/scripts/lib/place.sh" "$place_what" "$prefix" "$@"
    [ "$(id -u)" -ne 0 ] && [ -z "$as_root" ] || PATH=$PATH:/usr/sbin:/sbin $as_root ldconfig || :
}

if [ -n "$is_removal" ]; then
    place remove
    exit
fi

# Where this system looks for libraries below the prefix: one of the folders of pkg-config.
install_needs "$build_needs"
lib=lib
for name in "lib/$(cc -print-multiarch 2>/dev/null)" lib64 lib; do
    case :$(pkg-config --variable=pc_path pkg-config): in
    *":$prefix/${name%/}/pkgconfig:"*) lib=${name%/} && break ;;
    esac
done
# And for packages of Python; or where others of this prefix would look.
python_dir=$(python3 - "$prefix" <<'END'
import site, sys
places = site.getsitepackages() + [site.getusersitepackages()]
last = f"{sys.argv[1]}/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
print(next((place for place in places if place.startswith(sys.argv[1] + "/")), last))
END
)
compile_release "-Dprefix=$prefix" "-Dlibdir=$lib" "-Dpython_dir=$python_dir"
# Built by root in a user's tree, it stays the user's.
[ "$(id -u)" -ne 0 ] || chown -R --reference="$root" "$release"

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
meson install -C "$release" --no-rebuild --quiet --destdir "$stage/root" </dev/null >"$stage/log" 2>&1 || {
    cat "$stage/log" >&2
    die "meson install failed"
}
say "installing into $prefix: $(du -sh "$stage/root" | cut -f 1)"
place put "$stage/root"

# need VARIABLE FOLDER: the user's shell needs it, and ours from now on.
lines=
need() {
    line="export $1=\"$2\${$1:+:\$$1}\""
    lines="$lines    $line
"
    eval "$line"
}
case :$PATH: in *":$prefix/bin:"*) ;; *) need PATH "$prefix/bin" ;; esac
[ "$(pkg-config --variable=prefix outflank 2>/dev/null)" = "$prefix" ] ||
    need PKG_CONFIG_PATH "$prefix/$lib/pkgconfig"
PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null | grep -qF "=> $prefix/$lib/liboutflank.so.0" ||
    need LD_LIBRARY_PATH "$prefix/$lib"
export PYTHONDONTWRITEBYTECODE=1
cd / # there is no package of the source tree
where_python="import os, outflank; print(os.path.dirname(os.path.dirname(outflank.__file__)))"
[ "$(python3 -c "$where_python" 2>/dev/null)" = "$python_dir" ] || need PYTHONPATH "$python_dir"
has_page() {
    [ "$(man -w outflank 2>/dev/null)" = "$prefix/share/man/man6/outflank.6" ]
}
# An empty part stands for the usual folders.
! command -v man >/dev/null || has_page || need MANPATH "$prefix/share/man:"

say "trying it"
[ "$(command -v outflank)" = "$prefix/bin/outflank" ] || die "PATH finds another program: $(command -v outflank)"
# shellcheck disable=SC2046 # a list of options
cc -o "$stage/play" "$root/examples/play.c" $(pkg-config --cflags --libs outflank) &&
    "$stage/play" 5 >"$stage/log" || die "examples/play.c does not build or run with the library"
python3 - "$prefix/$lib/" >"$stage/log" <<'END' || die "the package for Python does not work"
import outflank, sys
with outflank.Engine(hash=16) as engine:
    print(engine.play(outflank.Game("f5"), depth=4).move)
assert outflank.library_path.startswith(sys.argv[1]), outflank.library_path
END
! command -v man >/dev/null || has_page || die "man does not find the page outflank"
say "installed: $(outflank --version | paste -s -d, - | sed 's/,/, /g')"
[ -z "$lines" ] || {
    say "to use it, add these lines to ~/.profile and log in again:"
    printf '%s' "$lines" >&2
}
say "scripts/uninstall.sh takes it away"
