# The Debian package, sourced by run.sh: the program for three instruction sets, then all of it as one file.
# shellcheck shell=bash

: "${root:?}"

build_package() {
  need_packages core window package
  if [ "$(uname -m)" != x86_64 ]; then
    say "The package is for x86-64; ./run.sh builds for this machine"
    return 1
  fi
  local variant folder=$root/build/package
  for variant in x86-64-v2 x86-64-v3 x86-64-v4; do
    say "Building for $variant"
    configure "$variant" && build "$variant" headlight || return 1
  done
  local -a maintainer=()
  [ -n "${DEBEMAIL-}" ] && maintainer=(-DHEADLIGHT_MAINTAINER="${DEBFULLNAME:-The Headlight authors} <$DEBEMAIL>")
  cmake -S "$root/packaging" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release "${maintainer[@]}" >/dev/null &&
    ninja -C "$folder" >&2 && (umask 022 && cd "$folder" && cpack >&2) || return 1
  local file
  for file in "$folder"/headlight_*.deb; do
    say "Built $file ($(($(stat -c %s "$file") / 1000)) kB, installed $(dpkg-deb -f "$file" Installed-Size) kB)"
  done
  say "To install it: apt install $file"
}
