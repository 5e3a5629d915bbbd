#!/bin/sh
# README on machines that have nothing: Debian in its smallest form, made by mmdebstrap. Some 30 minutes
# and 2 GB each on two cores; only root can do it.
#
#     scripts/fresh.sh [SUITE ...]    # bookworm trixie
#
# In the first, root has no /sys; in the others a user has sudo and /sys. Each runs scripts/run.sh,
# scripts/test.sh, scripts/install.sh, scripts/uninstall.sh on a clone of the last commit, in a folder of
# TMPDIR. apt asks whom this machine's apt asks. Status 77: it cannot be done here.
set -eu
. "$(dirname -- "$0")/common.sh"

for tool in mmdebstrap unshare git; do
    command -v "$tool" >/dev/null || { echo "no $tool" && exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "not root" && exit 77; }
[ $# -gt 0 ] || set -- bookworm trixie
place=$(mktemp -d)
trap 'rm -rf --one-file-system "$place"' EXIT

# What is mounted here goes with the process: in a name space of its own.
cat >"$place/enter" <<'END'
set -eu
machine=$1 has_sys=$2 user=$3
mount --bind "$machine" "$machine"
mount -t proc proc "$machine/proc"
mount --rbind /dev "$machine/dev"
[ "$has_sys" = no ] || mount -t sysfs sysfs "$machine/sys"
exec env -i HOME="/home/$user" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    chroot --userspec="$user" "$machine" sh -eu /proof
END

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

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    grep '/debian/*$' | head -n 1)
apt-config dump Acquire | grep -E '::(Check-|Proxy|https?::Proxy)' >"$place/apt.conf" || :
user=root
has_sys=no
for suite; do
    machine=$place/$suite
    say "$suite: as $user, /sys: $has_sys"
    packages=$([ "$user" = root ] || echo --include=sudo)
    # shellcheck disable=SC2086 # nothing, or one word
    mmdebstrap --quiet --variant=minbase --aptopt="$place/apt.conf" $packages "$suite" "$machine" "${mirror:-http://deb.debian.org/debian}" >&2
    cp /etc/resolv.conf /etc/hosts "$machine/etc/"
    mkdir -p "$machine/home/root"
    if [ "$user" != root ]; then
        chroot "$machine" useradd -m "$user"
        echo "$user ALL=(ALL) NOPASSWD: ALL" >"$machine/etc/sudoers.d/$user"
    fi
    git clone -q "$root" "$machine/home/$user/outflank"
    chroot "$machine" chown -R "$user:" "/home/$user"
    cp "$place/proof" "$machine/proof"
    unshare -m --propagation private sh "$place/enter" "$machine" "$has_sys" "$user" || die "$suite: it failed"
    du -sh "$machine" | sed "s|$machine|of disk for $suite|"
    rm -rf --one-file-system "$machine"
    user=somebody
    has_sys=yes
done
