#!/bin/sh
# README on machines that have nothing: Debian in its smallest form, made by mmdebstrap. Some 15 minutes
# and 2 GB each on two cores; only root can do it.
#
#     scripts/fresh.sh [SUITE ...]    # bookworm trixie
#
# In the first, root has no /sys; in the others a user has sudo and /sys. Each runs scripts/run.sh,
# scripts/test.sh, scripts/install.sh, scripts/uninstall.sh on a clone of the last commit, in a folder of
# TMPDIR. apt asks whom this machine's apt asks. Status 77: it cannot be done here.
set -eu
. "$(dirname -- "$0")/common.sh"
. "$root/scripts/lib/machine.sh"

machine_needs
[ $# -gt 0 ] || set -- bookworm trixie
place=$(mktemp -d)
trap 'rm -rf --one-file-system "$place"' EXIT

cat >"$place/proof" <<'END'
cd "/home/$(id -un)/outflank"
export HOME="/home/$(id -un)"
scripts/run.sh --version | grep -Eq '^commit [0-9a-f]{12}$'
scripts/run.sh </dev/null
scripts/test.sh
find /usr/local | sort >/tmp/before
scripts/install.sh
cd /
outflank --version
python3 -c 'import outflank; print(outflank.library_path)'
cd "$HOME/outflank"
scripts/uninstall.sh
find /usr/local | sort | diff /tmp/before -
scripts/install.sh --user
[ -x "$HOME/.local/bin/outflank" ]
scripts/uninstall.sh --user
[ ! -e "$HOME/.local" ]
END

user=root
has_sys=no
for suite; do
    machine=$place/$suite
    say "$suite: as $user, /sys: $has_sys"
    packages=$([ "$user" = root ] || echo --include=sudo)
    # shellcheck disable=SC2086 # nothing, or one word
    machine_make "$suite" "$machine" $packages
    if [ "$user" != root ]; then
        chroot "$machine" useradd -m "$user"
        echo "$user ALL=(ALL) NOPASSWD: ALL" >"$machine/etc/sudoers.d/$user"
    fi
    git clone -q "$root" "$machine/home/$user/outflank"
    chroot "$machine" chown -R "$user:" "/home/$user"
    cp "$place/proof" "$machine/proof"
    machine_run "$machine" "$has_sys" "$user" /proof || die "$suite: it failed"
    du -sh "$machine" | sed "s|$machine|of disk for $suite|"
    rm -rf --one-file-system "$machine"
    user=somebody
    has_sys=yes
done
