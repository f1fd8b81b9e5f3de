# Builds Headlight for a browser. Sourced by run.sh, which has sourced setup.sh.
#   build/web/index.html and what lies beside it: for any server of files
#   build/web/headlight.html: all in one file, opened from anywhere
# shellcheck shell=bash

: "${root:?}"
web=$root/build/web
objects=$root/build/web-objects
# shellcheck source=scripts/sources.sh
. "$root/scripts/sources.sh"

build_web() {
  need_packages core web
  unpack_sources source
  # Debian's Emscripten shortens its script with acorn, which only Debian's own node looks for there.
  export NODE_PATH=/usr/share/nodejs
  configure web
  ninja -C "$objects" -j "${HEADLIGHT_JOBS:-$(nproc)}" headlight >&2 || return 1
  "$root/web/site.py" "$objects" "$web"
}
