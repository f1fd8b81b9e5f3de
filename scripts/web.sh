# Builds Headlight for a browser. Sourced by run.sh, which has sourced setup.sh.
#   build/web/index.html and what lies beside it: for any server of files
#   build/web/headlight.html: all in one file, opened from anywhere
# The libraries are compiled from Debian's source packages, once.
# shellcheck shell=bash

: "${root:?}"
web=$root/build/web
objects=$root/build/web-objects

# apt with a state of its own that knows the source packages of the releases that this system knows the programs of.
# What /etc says stays as it is, and apt checks the archive's signature and every file's checksum.
source_apt() {
  local state=$objects/apt
  apt-get -q -o Dir::State="$state/state" -o Dir::Cache="$state/cache" -o Dir::Etc::sourcelist=/dev/null \
    -o Dir::Etc::sourceparts="$state/sources.list.d" -o APT::Sandbox::User=root "$@" >&2
}

source_lists() {
  local state=$objects/apt file
  mkdir -p "$state/state/lists/partial" "$state/cache/archives/partial" "$state/sources.list.d"
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$file" ] || continue
    sed -n 's/^deb \(.*debian.*\)/deb-src \1/p' "$file" >"$state/sources.list.d/$(basename "$file" .list).list"
  done
  for file in /etc/apt/sources.list.d/*.sources; do
    grep -qs '^URIs:.*debian' "$file" || continue
    sed 's/^Types:.*/Types: deb-src/' "$file" >"$state/sources.list.d/$(basename "$file")"
  done
  source_apt update
}

# A source package in a folder of its name. The newest with Debian's patches; a mirror may lack what is newer than the
# release, or the patches.
unpack_source() {
  local package=$1 release
  release=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
  rm -rf "$package" "$package"_*
  if source_apt source --download-only --only-source "$package" ||
    source_apt source --download-only --only-source "$package/$release"; then
    dpkg-source --no-check -x "$package"_*.dsc "$package" >&2
  else
    source_apt source --download-only --only-source --tar-only "$package/$release"
    mkdir "$package" && tar -xf "$package"_*.orig.tar.* --strip-components=1 -C "$package"
  fi
  local patch=$root/web/libraries/$package.patch
  [ ! -f "$patch" ] || patch -d "$package" -p1 -s <"$patch"
  touch "$package/.unpacked"
}

unpack_sources() {
  local package
  mkdir -p "$objects/sources"
  for package in $(packages_of source); do
    [ -f "$objects/sources/$package/.unpacked" ] && continue
    [ -d "$objects/apt" ] || source_lists
    say "Fetching the source of $package"
    (cd "$objects/sources" && unpack_source "$package") || return 1
  done
}

build_web() {
  need_packages core web
  unpack_sources
  # Debian's Emscripten shortens its script with acorn, which only Debian's own node looks for there.
  export NODE_PATH=/usr/share/nodejs
  configure web
  ninja -C "$objects" -j "${HEADLIGHT_JOBS:-$(nproc)}" headlight >&2
  "$root/web/site.py" "$objects" "$web"
}
