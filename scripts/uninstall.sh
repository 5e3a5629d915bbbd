#!/bin/sh
# Takes away what scripts/install.sh has installed, and nothing else:
#     scripts/uninstall.sh [--user | --prefix DIR]
exec "$(dirname -- "$0")/install.sh" --uninstall "$@"
