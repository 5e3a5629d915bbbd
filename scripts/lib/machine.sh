# scripts/lib/machine.sh - read by scripts that try things on a Debian that has nothing else.
#
# Such a machine is a folder, made by mmdebstrap; only root can do it. apt asks there whom it asks here.

# shellcheck shell=sh

# machine_needs: ends with status 77 where machines cannot be made.
machine_needs() {
    for tool in mmdebstrap unshare git; do
        command -v "$tool" >/dev/null || { echo "no $tool" && exit 77; }
    done
    [ "$(id -u)" -eq 0 ] || { echo "not root" && exit 77; }
}

# machine_make SUITE FOLDER [option of mmdebstrap ...]
machine_make() {
    machine_suite=$1
    machine_folder=$2
    shift 2
    machine_mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        grep '/debian/*$' | head -n 1)
    apt-config dump Acquire | grep -E '::(Check-|Proxy|https?::Proxy)' >"$machine_folder.conf" || :
    mmdebstrap --quiet --variant=minbase --aptopt="$machine_folder.conf" "$@" "$machine_suite" "$machine_folder" \
        "${machine_mirror:-http://deb.debian.org/debian}" >&2
    cp /etc/resolv.conf /etc/hosts "$machine_folder/etc/"
    mkdir -p "$machine_folder/home/root"
}

# machine_run FOLDER HAS_SYS USER SCRIPT: runs SCRIPT, a file of the machine, with /proc, /dev and, if HAS_SYS
# is yes, /sys. What is mounted goes with the process: in a name space of its own.
machine_run() {
    # shellcheck disable=SC2016 # for the other shell
    unshare -m --propagation private sh -euc '
        mount --bind "$1" "$1"
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev"
        [ "$2" = no ] || mount -t sysfs sysfs "$1/sys"
        exec env -i HOME="/home/$3" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            chroot --userspec="$3" "$1" sh -eu "$4"' sh "$@"
}
