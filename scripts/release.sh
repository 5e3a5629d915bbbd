#!/bin/sh
# Everything that is given to people, built on one Debian machine into one folder (docs/platforms.md).
#
#     scripts/release.sh [FOLDER [PART ...]]    # build/archives; all parts
#
# PARTs: source, linux, arm64, windows, debian, python, web. Each is a function part_PART, handing its files to "give".
# FOLDER gets them with manifest.tsv, licences/ and SHA256SUMS; what it has of other parts stays.
# What is built is the last commit, from its own source archive, unpacked in build/parts. The same
# commit and the same compilers should give the same bytes.
set -eu
. "$(dirname -- "$0")/common.sh"

parts="source linux arm64 windows debian python web"
release_needs="$tool_needs
command:git|git
command:clang|clang
command:python3|python3
command:pkg-config|pkg-config
command:xz|xz-utils
pkg:jansson|libjansson-dev
pkg:libedit|libedit-dev
pkg:sqlite3|libsqlite3-dev
pkg:zlib|zlib1g-dev"
# Program and library with all that they need inside. Debian's libjansson.a fits no shared library.
program_options="-Dbuildtype=release -Dtests=false -Dbench=false -Dtrain=false -Dweights=packed
-Dconsole=enabled -Dbook=enabled -Dprefer_static=true -Ddefault_library=shared -Dc_link_args= -Dstrip=true
-Dprefix=/ -Dlibdir=lib -Dforce_fallback_for=jansson"
# What the program holds of others: Debian's packages.
held="libc6-dev libjansson-dev libsqlite3-dev libedit-dev libbsd-dev libmd-dev libncurses-dev"

case ${1:-} in
-*)
    sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p;}' "$0" >&2
    exit 64
    ;;
esac
out=$(realpath -m -- "${1:-$root/build/archives}")
[ $# -eq 0 ] || shift
# shellcheck disable=SC2086 # a list of words
[ $# -gt 0 ] || set -- $parts
for part in "$@"; do
    case " $parts " in
    *" $part "*) ;;
    *)
        say "no part is called $part; there are: $parts"
        exit 64
        ;;
    esac
done

# ---- what all parts use ----

# give FILE HELD: puts it into FOLDER, and a row into the manifest. HELD: what of others it holds.
give() {
    give_name=$(basename -- "$1")
    mv -- "$1" "$out/$give_name"
    grep -v "^$give_name	" "$out/manifest.tsv" >"$work/manifest" || :
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$give_name" "$(stat -c %s "$out/$give_name")" "$version" "$commit" \
        "$signature" "${2:--}" >>"$work/manifest"
    { sed -n 1p "$work/manifest" && sed 1d "$work/manifest" | LC_ALL=C sort; } >"$out/manifest.tsv"
    say "$give_name: $(du -h "$out/$give_name" | cut -f 1)"
}

# pack FOLDER ARCHIVE: the folder as .tar.xz or .zip, its files in order and of the commit's time.
pack() {
    chmod -R u=rwX,go=rX "$1"
    find "$1" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
    rm -f "$2"
    case $2 in
    *.tar.xz)
        tar -C "$(dirname -- "$1")" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu \
            -cf - "$(basename -- "$1")" | xz -9 -T 1 >"$2"
        ;;
    *.zip)
        (cd "$(dirname -- "$1")" && find "$(basename -- "$1")" ! -type d | LC_ALL=C sort |
            TZ=UTC zip -q -X -9 "$2" -@)
        ;;
    esac
}

# licences FOLDER DOCS PACKAGE ...: their licences, of Debian's DOCS (/usr/share/doc).
licences() {
    licences_to=$1
    licences_from=$2
    shift 2
    mkdir -p "$licences_to" "$out/licences"
    for package in "$@"; do
        for docs in "$licences_from" /usr/share/doc; do
            [ ! -f "$docs/$package/copyright" ] || break
        done
        cp -L "$docs/$package/copyright" "$licences_to/$package"
        cp "$licences_to/$package" "$out/licences/"
    done
}

# archive NAME BUILD DOCS HELD README PACKAGE ...: what Meson installs but the library, with README.txt and the
# licences of the PACKAGEs that it holds, as NAME, an archive.
archive() {
    archive_name=outflank-$version-$1
    stage=$work/stage/${archive_name%%.[a-z]*}
    rm -rf "$work/stage"
    mkdir -p "$stage"
    DESTDIR=$stage meson install -C "$2" --no-rebuild --quiet </dev/null >"$work/install.log" 2>&1 || {
        cat "$work/install.log" >&2
        die "meson install failed"
    }
    rm -rf "${stage:?}/lib" "$stage/include"
    cp "$tree/LICENSE" "$tree/NEWS.md" "$stage"
    printf 'Outflank %s: %s\n' "$version" "$5" >"$stage/README.txt"
    archive_held=$4
    archive_docs=$3
    shift 5
    licences "$stage/licences" "$archive_docs" "$@"
    pack "$stage" "$work/$archive_name"
    give "$work/$archive_name" "$archive_held"
}

# says_so PROGRAM ...: it names the version, the commit and the signature that the manifest has.
says_so() {
    "$@" --version >"$work/says" || die "$*: it does not run"
    for fact in "$version" "$commit" "$signature"; do
        grep -qF "$fact" "$work/says" || die "$*: --version does not name $fact"
    done
}

# packages_held PACKAGE ...: the packages and their versions, in words.
packages_held() {
    dpkg-query -W -f '${Package} ${Version}, ' "$@" | sed 's/, $//'
}

# What README.txt says of the programs for Linux.
linux_readme="bin/outflank, which needs nothing but a kernel of Linux.
On a terminal it is a console; \"bin/outflank help\" tells its commands, share/man its manual page.
\"cp -R bin share ~/.local\" installs it for you, \"sudo cp -R bin share /usr/local\" for everybody.
licences/ has the terms of the libraries inside. Debian has their sources."

# ---- parts ----

part_source() {
    cp "$work/source.tar.xz" "$work/outflank-$version.tar.xz"
    give "$work/outflank-$version.tar.xz"
}

# For browsers and node: the page for any host, the page as one file, the package for npm.
part_web() {
    install_needs "command:zip|zip"
    "$tree/scripts/web.sh" pack >/dev/null
    "$tree/scripts/web.sh" page >/dev/null
    web=$tree/build/web
    stage=$work/stage/outflank-$version-page
    rm -rf "$work/stage"
    mkdir -p "$work/stage"
    cp -R "$web/page" "$stage"
    cp "$tree/LICENSE" "$stage"
    web_held="libjansson-dev emscripten"
    # shellcheck disable=SC2086 # a list of packages
    licences "$stage/licences" /usr/share/doc $web_held
    # shellcheck disable=SC2086 # a list of packages
    web_held=$(packages_held $web_held)
    pack "$stage" "$work/outflank-$version-page.zip"
    cp "$web/outflank-$version.tgz" "$work/outflank-$version-npm.tgz"
    cp "$web/outflank.html" "$work/outflank-$version.html"
    for file in page.zip npm.tgz; do
        give "$work/outflank-$version-$file" "$web_held"
    done
    give "$work/outflank-$version.html" "$web_held"
}

# Linux on x86-64, for every distribution. Clang's search is faster than gcc's (docs/speed.md).
linux_build=build/linux
build_linux() {
    # shellcheck disable=SC2086 # a list of options
    [ -f "$tree/$linux_build/build.ninja" ] ||
        CC=clang watch "$work/setup.log" meson setup "$tree/$linux_build" "$tree" $program_options || die "meson setup failed"
    compile "$tree/$linux_build"
    says_so "$tree/$linux_build/src/outflank"
}

part_linux() {
    build_linux
    # shellcheck disable=SC2086 # a list of packages
    archive linux-x86_64.tar.xz "$tree/$linux_build" /usr/share/doc "$(packages_held $held)" "$linux_readme" $held
}

# Packages of this Debian, by debian/rules. What programs see of the library is as debian/liboutflank0.abi.xml
# has it: functions may come, but none change. A new version writes it anew, by OUTFLANK_NEW_ABI=1.
part_debian() {
    install_needs "command:dpkg-buildpackage|dpkg-dev
file:/usr/share/doc/build-essential|build-essential
file:/usr/bin/dh|debhelper
file:/usr/bin/dh_python3|dh-python
command:abidw|abigail-tools"
    rm -rf "$work/debian"
    mkdir "$work/debian"
    tar -C "$work/debian" -xf "$work/source.tar.xz"
    (cd "$work/debian/outflank-$version" && DEB_BUILD_OPTIONS="noautodbgsym parallel=$(nproc)" \
        watch "$work/debian.log" dpkg-buildpackage --build=binary --no-sign) || die "dpkg-buildpackage failed"
    set -- "$work/debian/outflank-$version"
    abidw --exported-interfaces-only --drop-private-types --drop-undefined-syms --headers-dir "$1/include/outflank" \
        --no-elf-needed --no-corpus-path --no-comp-dir-path --no-show-locs --no-parameter-names --no-architecture \
        "$1"/obj-*/src/liboutflank.so.0 >"$work/abi.xml" || die "abidw failed"
    [ -z "${OUTFLANK_NEW_ABI:-}" ] || cp "$work/abi.xml" "$root/debian/liboutflank0.abi.xml"
    abidiff --no-added-syms "$root/debian/liboutflank0.abi.xml" "$work/abi.xml" >&2 ||
        die "the interface of the library is another: it needs another soname, or OUTFLANK_NEW_ABI=1"
    for package in "$work"/debian/*.deb; do
        give "$package" "$(dpkg-deb -f "$package" Depends)"
    done
}

# The same for ARM64, and its wheel. It is tried by an emulator.
part_arm64() {
    arm64=$tree/build/arm64
    sysroot=$tree/build/sysroot/arm64
    QEMU_LD_PREFIX=/usr/aarch64-linux-gnu OUTFLANK_MESON_OPTIONS=$program_options "$tree/scripts/cross.sh" arm64 || die "cross.sh failed"
    says_so qemu-aarch64-static "$arm64/src/outflank"
    # shellcheck disable=SC2086 # a list of packages
    held_there=$(for package in $held; do
        find "$sysroot/debian" -name "${package}_*.deb" -exec dpkg-deb -f {} Package Version \;
    done | sed -n 'N;s/.*: \(.*\)\n.*: \(.*\)/\1 \2/p' | paste -s -d, - | sed 's/,/, /g')
    held_there="libc6-dev-arm64-cross $(dpkg-query -W -f '${Version}' libc6-dev-arm64-cross), $held_there"
    # shellcheck disable=SC2086 # a list of packages
    archive linux-arm64.tar.xz "$arm64" "$sysroot/usr/share/doc" "$held_there" "$linux_readme" $held
    wheel "$arm64" aarch64 "$sysroot/usr/share/doc" "$held_there" aarch64-linux-gnu-strip
}

# Windows on x86-64: one file, tried under Wine. What Meson builds for it of others' sources has Debian's
# version, and so Debian's licences.
part_windows() {
    install_needs "command:zip|zip"
    windows_held="jansson 2.14, sqlite3 3.40.1, pcre2 10.42"
    OUTFLANK_MESON_OPTIONS="-Dbuildtype=release -Dtests=false -Dweights=packed -Dstrip=true -Dprefix=/
        -Dlibdir=lib -Dbindir=. -Ddatadir=share" "$tree/scripts/cross.sh" windows || die "cross.sh failed"
    says_so "$tree/cross/wine.sh" "$tree/build/windows/src/outflank.exe"
    archive windows-x86_64.zip "$tree/build/windows" /usr/share/doc \
        "$windows_held, $(packages_held mingw-w64-x86-64-dev gcc-mingw-w64-x86-64-posix-runtime)" \
        "outflank.exe, which needs no other file.
Open a terminal in this folder, and type .\\outflank: a console. \".\\outflank help\" tells its commands.
If Windows warns of a program from the network: \"More info\", then \"Run anyway\".
licences/ has the terms of the libraries inside. Debian has their sources." \
        libjansson-dev libsqlite3-dev libpcre2-8-0 mingw-w64-x86-64-dev gcc-mingw-w64-x86-64-posix-runtime
}

# wheel BUILD ARCHITECTURE DOCS HELD STRIP: its tag tells the C library, so pip of an older system refuses it.
wheel() {
    libc=$(grep -ao 'GLIBC_2\.[0-9]*' "$1/src/liboutflank.so.0" | sort -t . -k 2 -n | tail -n 1)
    rm -rf "$work/wheel" "$work/licences"
    mkdir "$work/wheel"
    # shellcheck disable=SC2086 # a list of packages
    licences "$work/licences" "$3" $held
    OUTFLANK_LICENCES=$work/licences PYTHONDONTWRITEBYTECODE=1 python3 -c "import sys; sys.path[0] = '$tree/python'
import outflank_wheel
outflank_wheel.build_wheel('$work/wheel', {'build': '$1', 'strip': '$5',
                                           'platform': 'manylinux_2_${libc#GLIBC_2.}_$2'})"
    give "$work/wheel"/*.whl "$4"
}

# Python's wheel and source package, which is the source archive with what pip wants.
part_python() {
    build_linux
    # shellcheck disable=SC2086 # a list of packages
    wheel "$tree/$linux_build" x86_64 /usr/share/doc "$(packages_held $held)" strip
    rm -rf "$work/sdist"
    mkdir "$work/sdist"
    tar -C "$work/sdist" -xf "$work/source.tar.xz"
    PYTHONDONTWRITEBYTECODE=1 python3 -c "import sys; sys.path[0] = '$work/sdist/outflank-$version/python'
import outflank_wheel; outflank_wheel.build_sdist('$work/wheel')"
    give "$work/wheel/outflank-$version.tar.gz"
}

# ---- the last commit ----

install_needs "$release_needs"
unset CC CFLAGS CPPFLAGS LDFLAGS DESTDIR
export LC_ALL=C TZ=UTC
umask 022
git="git -c safe.directory=$root -C $root"
version=$(sed -n "s/^  version: '\(.*\)',\$/\1/p" "$root/meson.build")
commit=$($git rev-parse --short=12 HEAD 2>/dev/null) || die "this is no clone: a release is built of a commit"
SOURCE_DATE_EPOCH=$($git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
[ -z "$($git status --porcelain --untracked-files=no)" ] ||
    say "what is not committed is left out: commit $commit is built"

work=$root/build/parts
tree=$work/outflank-$version
if [ "$(cat "$work/commit" 2>/dev/null)" != "$commit" ]; then
    say "unpacking commit $commit in $work"
    rm -rf "$work"
    mkdir -p "$work"
    # What "meson dist" packs, too, but there folders have the time of the build.
    $git archive --format=tar --prefix="outflank-$version/" HEAD | xz -9 -T 1 >"$work/source.tar.xz"
    tar -C "$work" -xf "$work/source.tar.xz"
    # What a subproject downloads is downloaded once.
    mkdir -p "$root/subprojects/packagecache"
    ln -s "$root/subprojects/packagecache" "$tree/subprojects/"
    echo "$commit" >"$work/commit"
fi
signature=$(cat "$tree/tests/solve/signature.txt")
mkdir -p "$out"
[ -s "$out/manifest.tsv" ] || printf 'name\tbytes\tversion\tcommit\tsignature\tholds\n' >"$out/manifest.tsv"
for part in "$@"; do
    say "part $part"
    "part_$part"
done
(cd "$out" && find . -type f ! -name SHA256SUMS | sed 's|^\./||' | sort | xargs sha256sum >"$work/sums" &&
    mv "$work/sums" SHA256SUMS)
say "$out: $(du -sh "$out" | cut -f 1)"
