#!/bin/bash
# The window is killed at different moments after a sentence was typed, in every other round while it is saved as well:
#   tests/windows/kills.sh FOLDER OUTPUT TIMES
# Files are whole ever after, with the sentence or the one before, and the next window shows what was kept.
set -uo pipefail
folder=$1 output=$2 times=$3
# shellcheck source=tests/windows/wine.sh
. "${BASH_SOURCE[0]%/*}/wine.sh"
folder=$(realpath "$folder")
saved=$person/talk.headlight
kept=$state/session.json

fail() {
  echo "round $round: $*"
  wrong=1
}

# The window that begins shows what the one before had kept.
begins_with() {
  local _
  touch "$output/begun"
  start_window "$folder" || return 1
  for _ in {1..120}; do
    sleep 0.25
    [ "$kept" -nt "$output/begun" ] && break
  done
  [ -z "$1" ] || [ "$(sentence_in "$kept")" = "$1" ] || fail "it begins with \"$(sentence_in "$kept")\", not \"$1\""
}

save() { press ctrl+s && sleep 0.7 && type_text talk && press Return && sleep 0.3 && press Return; }

begin_wine
rm -rf "$state" "$saved"
before="" in_file="" with_sentence=0
for ((round = 1; round <= times; ++round)); do
  sentence="I love bears $round"
  # Some right after the key, most within the two seconds in which it is written.
  moment=$((round * 7919 % 25 * 100))
  if ! begins_with "$before"; then
    fail "no window appeared"
    break
  fi
  # What is typed before the first picture is lost, and the moment counts from when it is on screen.
  { is_drawn "$output/kills.png" && type_sentence "$sentence"; } || fail "no keys"
  [ $((round % 2)) -eq 1 ] || save
  sleep "$((moment / 1000)).$((moment % 1000 / 100))"
  kill_window
  now=$(sentence_in "$kept")
  case $now in
    "") fail "after $moment ms what was kept is not whole" ;;
    "$sentence") with_sentence=$((with_sentence + 1)) ;;
    "$before") ;;
    *) [ "$round" -eq 1 ] || fail "after $moment ms \"$now\" was kept" ;;
  esac
  if [ -f "$saved" ]; then
    found=$(sentence_in "$saved")
    [ "$found" = "$sentence" ] || [ "$found" = "$in_file" ] || fail "after $moment ms the file has \"$found\""
    in_file=$found
  fi
  before=$now
done
if ! begins_with "$before" || ! press ctrl+q || ! window_ends; then
  fail "the last window does not come to its end"
fi
echo "killed $times times; $with_sentence times right after the last sentence was kept; the file has \"$in_file\""
end_wine
exit "$wrong"
