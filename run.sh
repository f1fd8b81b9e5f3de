#!/bin/bash
# Installs what is missing, builds Headlight for this machine, and opens it; where there is no display it writes
# figures into the current folder and says where.
#   ./run.sh             open the window
#   ./run.sh --build     stop once the program is at build/release/headlight
#   ./run.sh --package   build a Debian package for any x86-64 instead (packaging/README.md)
#   ./run.sh --web       build it for a browser instead: build/web, and build/web/headlight.html (web/README.md)
#   ./run.sh --windows   build it for Windows instead: build/windows/headlight-windows.zip (packaging/windows/README.md)
#   ./run.sh ARGUMENTS   hand them to headlight: ./run.sh figure --compare "..." -o it.png
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/setup.sh
. "$root/scripts/setup.sh"

if [ "${1-}" = --package ]; then
  # shellcheck source=packaging/build.sh
  . "$root/packaging/build.sh"
  build_package
  exit
fi

if [ "${1-}" = --web ]; then
  # shellcheck source=scripts/web.sh
  . "$root/scripts/web.sh"
  build_web
  exit
fi

if [ "${1-}" = --windows ]; then
  # shellcheck source=scripts/windows.sh
  . "$root/scripts/windows.sh"
  shift
  build_windows "$@"
  exit
fi

need_packages core window
# A build folder that test.sh has made keeps its tests.
tests=OFF
is_installed libgtest-dev && tests=ON
configure release -DHEADLIGHT_TESTS=$tests
build release headlight

program=$root/build/release/headlight
if [ "${1-}" = --build ]; then
  say "Built $program"
  exit 0
fi
exec "$program" "$@"
