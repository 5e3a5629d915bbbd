#!/bin/sh
# Builds for other machines, on Debian: docs/platforms.md.
#
#     scripts/cross.sh PLATFORM [--get | TARGET ...]    # PLATFORM: arm64, armhf, s390x, windows
#
# The build is build/PLATFORM; TARGETs are those of ninja (all). --get: what is installed and
# downloaded for it, and no build. Debian's libraries for the platform
# lie in build/sysroot/PLATFORM: nothing is installed but compilers and emulators. For Windows
# Meson builds what is missing from Debian's sources (subprojects/). OUTFLANK_MESON_OPTIONS: more of its options.
set -eu
. "$(dirname -- "$0")/common.sh"

platform=${1:-}
sysroot=$root/build/sysroot/$platform
[ $# -eq 0 ] || shift

# debian ARGUMENT ...: apt-get for the platform, with lists and a cache of its own.
debian() {
    (cd "$sysroot/debian" && apt-get -qq -o Debug::NoLocking=1 -o APT::Sandbox::User=root \
        -o APT::Architecture="$platform" -o APT::Architectures::="$platform" \
        -o Dir::State::Lists="$sysroot/debian/lists" -o Dir::Cache="$sysroot/debian" \
        -o Dir::Etc::SourceList="$sysroot/debian/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Status=/dev/null "$@")
}

# lists: reads the lists of this Debian's own release for the platform.
lists() {
    mkdir -p "$sysroot/debian/lists/partial" "$sysroot/debian/archives/partial"
    # shellcheck source=/dev/null
    (. /etc/os-release && echo "deb http://deb.debian.org/debian $VERSION_CODENAME main") \
        >"$sysroot/debian/sources.list"
    debian update
}

# needs TRIPLET EMULATOR PACKAGE: a compiler with its C library, and what runs its programs.
needs() {
    install_needs "$tool_needs
command:$1-gcc|gcc-$1
file:/usr/$1/lib/libc.a|libc6-dev-$3-cross
command:$2|qemu-user-static"
}

# Libraries of Debian, unpacked.
libraries() {
    set -- libjansson4 libjansson-dev libsqlite3-0 libsqlite3-dev zlib1g-dev libedit-dev libbsd-dev libmd-dev \
        libncurses-dev
    [ "$(cat "$sysroot/done" 2>/dev/null)" != "$*" ] || return 0
    lists
    debian download "$@"
    # shellcheck disable=SC2231
    for package in "$sysroot"/debian/*.deb; do
        dpkg-deb -x "$package" "$sysroot"
    done
    echo "$*" >"$sysroot/done"
}

case $platform in
windows)
    install_needs "$tool_needs
command:x86_64-w64-mingw32-gcc-posix|gcc-mingw-w64-x86-64-posix
command:wine|wine
file:/usr/lib/wine/wine64|wine64
command:tclsh|tcl
command:make|make"
    ;;
arm64) needs aarch64-linux-gnu qemu-aarch64-static arm64 ;;
armhf) needs arm-linux-gnueabihf qemu-arm-static armhf ;;
s390x) needs s390x-linux-gnu qemu-s390x-static s390x ;;
*)
    sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p;}' "$0" >&2
    exit 64
    ;;
esac
if [ "$platform" = windows ]; then
    mkdir -p "$sysroot"
    (cd "$root" && meson subprojects download jansson pcre2 sqlite3 >&2) || die "no sources of libraries"
else
    libraries
fi
[ "${1:-}" != --get ] || exit 0
printf "[constants]\nsysroot = '%s'\nsource = '%s'\n" "$sysroot" "$root" >"$sysroot/sysroot.ini"
# shellcheck disable=SC2086 # a list of options
[ -f "$root/build/$platform/build.ninja" ] || configure "$root/build/$platform" \
    --cross-file "$sysroot/sysroot.ini" --cross-file "$root/cross/$platform.ini" ${OUTFLANK_MESON_OPTIONS:-}
compile "$root/build/$platform" "$@"
