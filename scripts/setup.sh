# What run.sh and test.sh share: packages and builds. Sourced by them, with $root set to the repository.
# Everything said here goes to stderr, so that a program's own output can be piped.
# shellcheck shell=bash

: "${root:?}"

say() { printf '%s\n' "$*" >&2; }

# The packages of the groups named, one a line.
packages_of() {
  local group
  for group in "$@"; do
    awk -v group="$group" '$1 == group { print $2 }' "$root/packages.txt"
  done
}

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Installs what is missing of the groups named. Where that is not possible it prints the line to run, and stops.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "This is not a Debian system; install what Debian calls: $(packages_of "$@" | xargs)"
    return
  fi
  local package
  local -a missing=()
  while read -r package; do
    is_installed "$package" || missing+=("$package")
  done < <(packages_of "$@")
  [ ${#missing[@]} -eq 0 ] && return

  local -a as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    # Without a terminal sudo must not wait for a password.
    if command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
      as_root=(sudo)
    else
      cannot_install "${missing[@]}"
    fi
  fi
  say "Installing ${#missing[@]} packages: ${missing[*]}"
  "${as_root[@]}" apt-get update >&2 || say "apt-get update failed; trying with the package lists from before"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}" >&2 || cannot_install "${missing[@]}"
}

cannot_install() {
  say "These packages are missing and could not be installed from here. Run, as root:"
  say "  apt-get update && apt-get install -y --no-install-recommends $*"
  exit 1
}

# Configures a preset; further arguments go to CMake.
configure() {
  local preset=$1
  shift
  local log=$root/build/configure-$preset.log
  mkdir -p "$root/build"
  if ! cmake -S "$root" --preset "$preset" "$@" >"$log" 2>&1; then
    cat "$log" >&2
    return 1
  fi
}

# Builds a preset's targets on all cores; silent when there is nothing to do.
build() {
  local preset=$1
  shift
  local folder=$root/build/$preset
  ninja -C "$folder" -n "$@" | grep -q 'no work to do' && return
  ninja -C "$folder" -j "$(nproc)" "$@" >&2
}
