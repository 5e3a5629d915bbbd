#!/bin/sh
# What scripts/release.sh built, on machines that have nothing else: each file does what docs/platforms.md
# says, and what scripts/lib/smoke.sh asks of it. Some 10 minutes; only root can do it.
#
#     scripts/release-test.sh [FOLDER [PART ...]]    # build/archives; linux arm64 debian python web
#
# Machines are made in TMPDIR by mmdebstrap. Status 77: it cannot be done here.
set -eu
. "$(dirname -- "$0")/common.sh"
. "$root/scripts/lib/machine.sh"

machine_needs
out=$(realpath -- "${1:-$root/build/archives}")
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- linux arm64 debian python web
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
    cp -R "$root/tests/data" "$root/scripts/lib/smoke.sh" "$@" "$try_machine/home/root/try"
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

# On a machine of this processor, emulated; the bench alone takes minutes.
prove_arm64() {
    cp "$(command -v qemu-aarch64-static)" "$place/qemu"
    try arm64 bookworm xz-utils "$out/outflank-$version-linux-arm64.tar.xz" "$place/qemu" <<END
tar -xf outflank-$version-linux-arm64.tar.xz
sh smoke.sh data ./qemu outflank-$version-linux-arm64/bin/outflank
END
}

# The packages come, pass their tests, come again, and go without a trace.
prove_debian() {
    try debian bookworm gcc,libc6-dev,man-db,pkg-config "$out"/*.deb "$root/debian" "$root/examples" <<'END'
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq -y install python3-minimal libpython3-stdlib libedit2 libjansson4 libsqlite3-0 >/dev/null
find / -xdev ! -path '/home/*' ! -path '/tmp/*' ! -path '/var/log/*' ! -path '/var/cache/*' ! -path '/var/lib/dpkg/*' ! -path '/var/lib/apt/*' | sort >/tmp/before
apt-get -qq -y install ./*.deb >/dev/null
apt-get -qq -y install --reinstall ./*.deb >/dev/null
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
othello/bin/python - <<'PY'
import outflank, sys
assert outflank.library_path.startswith(sys.prefix), outflank.library_path
with outflank.Engine(hash=16) as engine:
    game = outflank.Game()
    while not game.board.is_over:
        engine.play(game, depth=2)
    print(game.board.n_black, game.board.n_white, len(engine.review(game, depth=2).to_html()))
    with open("data/endgame/fforum-1-19.obf") as file:
        lines = [line.split(";") for line in file if line.strip() and line[0] not in "#%"]
    for position, best, *_ in lines:
        assert engine.solve(position).score == int(best.split(":")[1]), position
    print(len(lines), "solved")
with outflank.Service() as service:
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
