#!/bin/sh
# What scripts/release.sh built, on machines that have nothing else: each file does what docs/platforms.md
# says, and what scripts/lib/smoke.sh asks of it. Some 10 minutes; only root can do it.
#
#     scripts/release-test.sh [FOLDER [PART ...]]    # build/archives; source linux arm64 windows debian python web
#
# Machines are made in TMPDIR by mmdebstrap. Status 77: it cannot be done here.
set -eu
. "$(dirname -- "$0")/common.sh"
. "$root/scripts/lib/machine.sh"

machine_needs
out=$(realpath -- "${1:-$root/build/archives}")
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- source linux arm64 windows debian python web
version=$(sed -n "s/^  version: '\(.*\)',\$/\1/p" "$root/meson.build")
place=$(mktemp -d)
trap 'rm -rf --one-file-system "$place"' EXIT

# try NAME SUITE INCLUDE FILE ... <PROOF: the shell commands PROOF pass on a machine of SUITE with the
# packages INCLUDE, in /home/root/try, which has the FILEs, the tests' data and smoke.sh.
try() {
    try_name=$1
    try_machine=$place/$1
    machine_make "$2" "$try_machine" "--include=$3"
    shift 3
    mkdir -p "$try_machine/home/root/try"
    cp -R "$root/tests/data" "$root"/scripts/lib/smoke.* "$@" "$try_machine/home/root/try"
    { printf 'set -eu\nunset LD_LIBRARY_PATH\ncd /home/root/try\n' && cat; } >"$try_machine/proof"
    machine_run "$try_machine" no root /proof || die "$try_name: it failed"
    say "$try_name: well"
    rm -rf --one-file-system "$try_machine"
}

# The program alone, on the Debian that it was built on and on a newer one.
prove_linux() {
    for suite in bookworm trixie; do
        try "linux-$suite" "$suite" xz-utils "$out/outflank-$version-linux-x86_64.tar.xz" <<END
tar -xf outflank-$version-linux-x86_64.tar.xz
sh smoke.sh data outflank-$version-linux-x86_64/bin/outflank
outflank-$version-linux-x86_64/bin/outflank convert --to ggf - <<'SGF'
(;GM[2]CA[Shift_JIS]PB[$(printf '\203I\203Z\203\215')]B[f5])
SGF
END
    done
}

# The sources build, by README's commands and by pip, where only what README names is installed.
prove_source() {
    try source bookworm xz-utils,gcc,libc6-dev,meson,ninja-build,pkg-config,libjansson-dev,python3-venv \
        "$out/outflank-$version.tar.xz" "$out/outflank-$version.tar.gz" <<END
tar -xf outflank-$version.tar.xz
cd outflank-$version
meson setup build -Dtests=false -Dbench=false -Dtrain=false
ninja -C build
sh ../smoke.sh ../data build/src/outflank
cd ..
python3 -m venv othello
othello/bin/pip install --quiet --no-index ./outflank-$version.tar.gz
othello/bin/python smoke.py othello data/endgame/fforum-1-19.obf
END
}

# In a folder of Wine that is new.
prove_windows() {
    install_needs "command:unzip|unzip
command:wine|wine
file:/usr/lib/wine/wine64|wine64"
    mkdir "$place/windows"
    unzip -q "$out/outflank-$version-windows-x86_64.zip" -d "$place/windows"
    (cd "$place/windows" && WINEPREFIX=$place/prefix sh "$root/scripts/lib/smoke.sh" "$root/tests/data" \
        "$root/cross/wine.sh" "outflank-$version-windows-x86_64/outflank.exe") || die "windows: it failed"
    say "windows: well"
}

# On a machine of this processor, emulated; the bench alone takes minutes. The wheel: a Python for ARM64
# that is unpacked but not set up.
prove_arm64() {
    cp "$(command -v qemu-aarch64-static)" "$place/qemu"
    try arm64 bookworm xz-utils "$out/outflank-$version-linux-arm64.tar.xz" "$place/qemu" <<END
tar -xf outflank-$version-linux-arm64.tar.xz
sh smoke.sh data ./qemu outflank-$version-linux-arm64/bin/outflank
END
    machine_make bookworm "$place/arm64-python" --variant=extract --architectures=arm64 \
        --include=python3-minimal,libpython3-stdlib,libffi8
    unzip -q "$out/outflank-$version"-*aarch64.whl -d "$place/arm64-python/wheel"
    cp "$place/qemu" "$root/scripts/lib/smoke.py" "$root/tests/data/endgame/fforum-1-19.obf" "$place/arm64-python/"
    chroot "$place/arm64-python" /qemu /usr/bin/python3.11 /smoke.py /wheel /fforum-1-19.obf || die "arm64: the wheel failed"
    say "arm64: the wheel is well"
    rm -rf --one-file-system "$place/arm64-python"
}

# The packages come as an older version, become this one, pass their tests and go without a trace.
prove_debian() {
    try debian bookworm gcc,libc6-dev,man-db,pkg-config "$out"/*.deb "$root/debian" "$root/examples" <<'END'
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq -y install python3 libedit2 libjansson-dev libsqlite3-dev >/dev/null
find / -xdev ! -path '/home/*' ! -path '/tmp/*' ! -path '/var/log/*' ! -path '/var/cache/*' ! -path '/var/lib/dpkg/*' ! -path '/var/lib/apt/*' | sort >/tmp/before
mkdir older
for package in *.deb; do
    dpkg-deb -R "$package" older/files
    sed -i "/^Version:\\|^Depends:/s/$(dpkg-deb -f "$package" Version)/0.0.1/" older/files/DEBIAN/control
    dpkg-deb -b older/files older >/dev/null
    rm -r older/files
done
apt-get -qq -y install ./older/*.deb >/dev/null
dpkg-query -W outflank liboutflank0 liboutflank-dev python3-outflank | cut -f 2 | grep -Fxc 0.0.1 | grep -x 4
apt-get -qq -y install ./*.deb >/dev/null
! dpkg-query -W outflank liboutflank0 liboutflank-dev python3-outflank | grep -F 0.0.1
mkdir -p tests scripts/lib
ln -s "$PWD/data" tests/data
cp smoke.sh scripts/lib/
sh debian/tests/packages
apt-get -qq -y purge outflank liboutflank0 liboutflank-dev python3-outflank >/dev/null
find / -xdev ! -path '/home/*' ! -path '/tmp/*' ! -path '/var/log/*' ! -path '/var/cache/*' ! -path '/var/lib/dpkg/*' ! -path '/var/lib/apt/*' | sort | diff /tmp/before -
END
}

# The wheel in an environment of its own, with no compiler and no index of packages.
prove_python() {
    try python bookworm python3-venv "$out/outflank-$version"-*x86_64.whl <<'END'
python3 -m venv othello
othello/bin/pip install --quiet --no-index ./*.whl
PATH=$PWD/othello/bin:$PATH sh smoke.sh data outflank
othello/bin/python smoke.py othello data/endgame/fforum-1-19.obf
othello/bin/python - <<'PY'
import outflank
with outflank.Service(options=["--book", "shipped"]) as service:
    print(service.ask("book", text="f5d6c3")["result"]["value"])
PY
END
}

# Node and Chromium are those of this machine.
prove_web() {
    "$root/scripts/web-test.sh" released "$out"
}

for part; do
    "prove_$part"
done
