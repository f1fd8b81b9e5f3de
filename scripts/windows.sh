# Builds Headlight for Windows with Debian's MinGW-w64. Sourced by run.sh and test.sh, which have sourced setup.sh.
#   build/windows/headlight-windows.zip: what is handed on; build/windows/headlight is the same as a folder
#   build/windows/headlight.exe: the program alone
# shellcheck shell=bash

: "${root:?}"
windows=$root/build/windows
windows_objects=$root/build/windows-objects
# shellcheck source=scripts/sources.sh
. "$root/scripts/sources.sh"
# shellcheck source=scripts/web.sh
. "$root/scripts/web.sh"

# What the program needs beside itself, and what has to be told with it, in a folder of its name.
fill_windows_folder() {
  local folder=$windows/headlight
  rm -rf "$folder" && mkdir -p "$folder/licences"
  cp "$windows_objects"/headlight.{exe,com} "$folder"
  # The page for a browser, which the program fills from its own files.
  mkdir -p "$folder/web" && cp "$web/bare.html" "$folder/web/headlight.html"
  # Lessons and models; the pictures are those of the README.
  cp -r "$root/assets" "$folder/assets" && rm -rf "$folder/assets/pictures"
  local font package library
  while read -r font; do
    mkdir -p "$folder/fonts/$(dirname "$font")"
    cp -L "/usr/share/fonts/$font" "$folder/fonts/$font"
  done < <(grep -oE '(opentype|truetype)/[a-zA-Z/-]+\.(otf|ttf)' "$root"/core/figure/*.cpp -h | sort -u)
  cp "$root/LICENSE" "$folder/licences/headlight.txt"
  cp "$root/NOTICE" "$folder/licences/notice.txt"
  for package in fonts-inter fonts-jetbrains-mono fonts-dejavu-core libeigen3-dev nlohmann-json3-dev libcli11-dev libstb-dev \
    gcc-mingw-w64-base mingw-w64-common; do
    cp "/usr/share/doc/$package/copyright" "$folder/licences/$package.txt"
  done
  for library in $(packages_of source source-windows); do
    # Without Debian's own files (scripts/sources.sh) there are those of the library.
    cp "$sources/$library/debian/copyright" "$folder/licences/$library.txt" 2>/dev/null ||
      find "$sources/$library" -maxdepth 1 -iname 'licen[cs]e*' -o -maxdepth 1 -iname 'copying*' | sort |
      xargs -d '\n' cat >"$folder/licences/$library.txt"
  done
  # Notepad knows the end of a line by two signs.
  sed 's/$/\r/' "$root/packaging/windows/read-me.txt" >"$folder/Read me.txt"
}

build_windows() {
  need_packages core windows
  unpack_sources source source-windows
  build_web
  configure windows "$@"
  ninja -C "$windows_objects" -j "${HEADLIGHT_JOBS:-$(nproc)}" headlight headlight_console >&2
  fill_windows_folder
  cp "$windows_objects/headlight.exe" "$windows"
  rm -f "$windows/headlight-windows.zip"
  (cd "$windows" && cmake -E tar cf headlight-windows.zip --format=zip headlight)
  local file
  for file in "$windows/headlight.exe" "$windows/headlight-windows.zip"; do
    say "Built $file ($(($(stat -c %s "$file") / 1000)) kB)"
  done
}
