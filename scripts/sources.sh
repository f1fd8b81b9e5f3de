# The libraries that are compiled for other systems, from Debian's source packages: fetched once, for all of these builds.
# Sourced by web.sh and windows.sh, after setup.sh.
# shellcheck shell=bash

: "${root:?}"
sources=$root/build/sources

# apt with a state of its own that knows the source packages of the releases that this system knows the programs of.
# What /etc says stays as it is, and apt checks the archive's signature and every file's checksum.
source_apt() {
  local state=$sources/.apt
  apt-get -q -o Dir::State="$state/state" -o Dir::Cache="$state/cache" -o Dir::Etc::sourcelist=/dev/null \
    -o Dir::Etc::sourceparts="$state/sources.list.d" -o APT::Sandbox::User=root "$@" >&2
}

source_lists() {
  local state=$sources/.apt file
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
  local patch=$root/libraries/$package.patch
  [ ! -f "$patch" ] || patch -d "$package" -p1 -s <"$patch"
  touch "$package/.unpacked"
}

# The source packages of the groups named.
unpack_sources() {
  local package
  mkdir -p "$sources"
  for package in $(packages_of "$@"); do
    [ -f "$sources/$package/.unpacked" ] && continue
    [ -d "$sources/.apt" ] || source_lists
    say "Fetching the source of $package"
    (cd "$sources" && unpack_source "$package") || return 1
  done
}
