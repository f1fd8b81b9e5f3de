#!/bin/sh
# Makes the README's pictures anew: each of assets/pictures/NAME.json, a session, as NAME.png beside it.
# Needs no display. With names, only those: scripts/pictures.sh flow steps
set -eu
cd "$(dirname "$0")/.."
program=build/release/headlight
[ -x "$program" ] || { echo "pictures: $program is not there; make it with ./run.sh --build" >&2; exit 1; }
folder=assets/pictures

[ $# -gt 0 ] || set -- $(cd "$folder" && ls ./*.json | sed 's|^\./||; s|\.json$||')
for name in "$@"; do
  [ -f "$folder/$name.json" ] || { echo "pictures: $folder/$name.json is not there" >&2; exit 1; }
  # What is for the back row is shown as a projector shows it.
  case $name in
    presenter) size="1024 768" ;;
    *) size="1440 900" ;;
  esac
  "$program" screenshot --session "$folder/$name.json" --size $size -o "$folder/$name.png"
done
