#!/bin/sh
# Starts a program for Windows as tests start programs: cross/wine.sh PROGRAM.exe ARGUMENT ...
#
# What is closed becomes one that cannot be used: Wine would have descriptors of its own there, and its
# server, for all programs, hangs once a message goes to one of them.
[ -e /proc/self/fd/0 ] || exec 0</dev/null
[ -e /proc/self/fd/1 ] || exec 1</dev/null
[ -e /proc/self/fd/2 ] || exec 2</dev/null
# HOME goes to the program by another name, and says not where Wine's files are. By the locale Wine
# reads names of files.
[ -z "${HOME:-}" ] || export WINEHOME="$HOME"
export WINEDEBUG=-all LC_ALL=C.UTF-8 WINEPREFIX="${WINEPREFIX:-$(getent passwd "$(id -u)" | cut -d: -f6)/.wine}"
exec wine "$@"
