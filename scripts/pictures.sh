#!/bin/bash
# Makes the README's pictures anew: each of assets/pictures/NAME.json, a session, as NAME.png beside it.
# Needs no display. With names, only those: scripts/pictures.sh flow steps
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=build/release/headlight
[ -x "$program" ] || { echo "pictures: $program does not exist; make it with ./run.sh --build" >&2; exit 1; }
folder=assets/pictures

names=("$@")
if [ ${#names[@]} -eq 0 ]; then
  for session in "$folder"/*.json; do names+=("$(basename "$session" .json)"); done
fi
for name in "${names[@]}"; do
  [ -f "$folder/$name.json" ] || { echo "pictures: $folder/$name.json does not exist" >&2; exit 1; }
  # What is for the back row is shown as a projector shows it.
  size=(1440 900)
  [ "$name" = presenter ] && size=(1024 768)
  "$program" screenshot --session "$folder/$name.json" --size "${size[@]}" -o "$folder/$name.png"
done
