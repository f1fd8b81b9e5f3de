#!/bin/bash
# Somebody who does anything at all in the window: mouse, wheel, keys, letters, drags.
#   tests/windows/random.sh FOLDER OUTPUT MINUTES [SEED]
# Every minute it prints how much memory the window holds. In the end the window is still there, closes, and holds little more
# than in the middle. What was done is in OUTPUT/random.log, what the window showed at each minute in OUTPUT/random-MINUTE.png.
set -uo pipefail
folder=$1 output=$2 minutes=$3 seed=${4:-1}
# shellcheck source=tests/windows/wine.sh
. "${BASH_SOURCE[0]%/*}/wine.sh"
folder=$(realpath "$folder")
RANDOM=$seed

# Nothing that closes the window. Letters without those of "close" and "quit" in a row, and of no path.
keys=(Left Right Up Down Home End Prior Next Tab shift+Tab Return Return space Escape Escape Escape BackSpace Delete
  ctrl+k ctrl+e ctrl+z ctrl+z ctrl+shift+z ctrl+y ctrl+s ctrl+o ctrl+Prior ctrl+Next ctrl+plus ctrl+minus ctrl+0 ctrl+m
  F1 question g w e l n shift+n p t m b s bracketleft bracketright 1 2 3)
words=("the animal" "it was tired" "wide" "I love bears" "scores" "softmax" "lab" "model" "heads" "Grüße" "é" "." ", " "12" "x")
width=1440 height=900

below() { number=$((RANDOM % $1)); }
# Sets x and y.
somewhere() {
  below "$width" && x=$number
  below "$height" && y=$number
}

# Sets act, the arguments of xdotool.
choose() {
  somewhere
  act=(mousemove --window "$window" "$x" "$y")
  below 100
  if [ "$number" -lt 30 ]; then
    act+=(click 1)
  elif [ "$number" -lt 33 ]; then
    act+=(click --repeat 2 --delay 60 1)
  elif [ "$number" -lt 36 ]; then
    act+=(click 3)
  elif [ "$number" -lt 46 ]; then
    below 6
    local turns=$((number + 1))
    below 2
    act+=(click --repeat "$turns" --delay 10 $((4 + number)))
  elif [ "$number" -lt 58 ]; then
    act+=(mousedown 1)
    below 4
    local moves=$((number + 1))
    while ((moves-- > 0)); do
      somewhere
      act+=(mousemove --window "$window" "$x" "$y" sleep 0.03)
    done
    act+=(mouseup 1)
  elif [ "$number" -lt 85 ]; then
    below ${#keys[@]}
    act+=(key "${keys[number]}")
  elif [ "$number" -lt 95 ]; then
    below ${#words[@]}
    act+=(type --delay 15 "${words[number]}")
  elif [ "$number" -lt 97 ]; then
    below 800 && width=$((800 + number))
    below 400 && height=$((600 + number))
    act=(windowsize "$window" "$width" "$height")
  fi
}

memory() { awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$program/status"; }

begin_wine
rm -rf "$state"
if ! start_window "$folder" || ! is_drawn "$output/random.png"; then
  echo "no window appeared"
  exit 1
fi
: >"$output/random.log"
deeds=0 starts=1 minute=0 middle=0 now=0
begun=$SECONDS
while [ $((SECONDS - begun)) -lt $((minutes * 60)) ]; do
  if [ $(((SECONDS - begun) * 2)) -ge $((minutes * 60)) ] && [ "$middle" -eq 0 ]; then middle=$(memory); fi
  if [ $(((SECONDS - begun) / 60)) -gt "$minute" ]; then
    minute=$(((SECONDS - begun) / 60))
    now=$(memory)
    echo "minute $minute: $deeds deeds, $now MB"
    timeout 20 import -window "$window" "$output/random-$minute.png"
  fi
  choose
  echo "${act[*]}" >>"$output/random.log"
  timeout 20 xdotool "${act[@]}" 2>/dev/null
  deeds=$((deeds + 1))
  kill -0 "$program" 2>/dev/null && continue
  # Find has a row that closes the window, which is no crash.
  wait "$program"
  status=$?
  tail -n 3 "$output/random.log"
  if [ "$status" -ne 0 ] || ! start_window "$folder"; then
    echo "after $deeds deeds the window ended with $status"
    wrong=1
    break
  fi
  starts=$((starts + 1)) middle=0
done
if [ "$wrong" -eq 0 ]; then
  now=$(memory)
  echo "$deeds deeds in $minutes minutes of seed $seed, begun $starts times; $middle MB in the middle, $now MB at the end"
  # Models that are looked at stay in memory: thirteen are shipped.
  if [ "$now" -gt $((middle + middle / 4 + 100)) ]; then
    echo "that is too much more"
    wrong=1
  fi
  if ! press Escape Escape Escape Escape || ! press ctrl+q || ! window_ends; then
    echo "the window does not close"
    wrong=1
  fi
fi
end_wine
exit "$wrong"
