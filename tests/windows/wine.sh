# Programs for Windows under Wine, with a disk and a home of their own below $output, and the window of Headlight as a person
# uses it. Sourced by test.sh, which runs tests without a display, and by the scripts beside this one, which have one.
# shellcheck shell=bash

: "${output:?}"
mkdir -p "$output/home"
output=$(cd "$output" && pwd)
export HOME=$output/home WINEPREFIX=$output/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml=" HEADLIGHT_ASSETS=
person=$WINEPREFIX/drive_c/users/$(id -un)
state=$person/AppData/Local/Headlight

# A server of Wine that began without a display knows none later. Whatever hangs is ended.
end_wine() { timeout 60 wineserver-stable -k; }
begin_wine() {
  end_wine
  timeout -k 5 300 wine wineboot -u >>"$output/wine.log" 2>&1 </dev/null
}
in_wine() { timeout -k 5 "$1" wine "${@:2}" 2>>"$output/wine.log"; } # SECONDS PROGRAM ARGUMENTS

# shellcheck disable=SC2034 # the scripts end with it
wrong=0
# Says how a check went, and goes on; those whose names $only does not match are left out.
check() {
  local name=$1
  shift
  [[ $name =~ ${only-} ]] || return 0
  if "$@"; then
    echo "passed  $name"
  else
    echo "FAILED  $name"
    # shellcheck disable=SC2034
    wrong=1
  fi
}

window="" # as xdotool names it
program="" # its process: Wine's loader becomes the program

# start_window FOLDER ARGUMENTS: the window is found by the end of its title.
start_window() {
  wine "$1/headlight.exe" "${@:2}" 2>>"$output/wine.log" </dev/null &
  program=$!
  # A window that goes away meanwhile ends the search.
  local _
  for _ in 1 2 3; do
    window=$(timeout 120 xdotool search --sync --onlyvisible --name 'Headlight$' 2>/dev/null | tail -n 1)
    [ -n "$window" ] && return 0
    sleep 1
  done
  return 1
}

kill_window() {
  kill -9 "$program"
  wait "$program"
  sleep 2
} 2>/dev/null

# Ends by itself, and well.
window_ends() { timeout 60 tail --pid="$program" -f /dev/null && wait "$program"; }

title_has() {
  local _
  for _ in {1..120}; do
    [[ $(xdotool getwindowname "$window" 2>/dev/null) == *"$1"* ]] && return 0
    sleep 0.25
  done
  echo "the title is \"$(xdotool getwindowname "$window" 2>&1)\", without \"$1\""
  return 1
}

# Keys go where the mouse is.
press() { xdotool mousemove --window "$window" 20 400 key --delay 60 "$@"; }
type_text() { xdotool type --delay 25 -- "$1"; }

# A slow machine may take seconds for each of them.
type_sentence() {
  press ctrl+k && changes && type_text "type the first sentence" && changes && press Return && changes &&
    type_text "$1" && changes && press Return && changes
}

seen="" # what the window showed when it was at rest last
# at_rest PICTURE OTHER: two pictures in a row are the same, with something in them, and not OTHER.
at_rest() {
  local _ before="" now
  for _ in {1..60}; do
    sleep 0.5
    import -window "$window" "$1" 2>/dev/null || continue
    now=$(identify -format '%# %k' "$1")
    if [ "$now" = "$before" ] && [ "$now" != "$2" ] && [ "${now##* }" -gt 200 ]; then
      seen=$now
      return 0
    fi
    before=$now
  done
  echo "$1 does not come to rest"
  return 1
}
is_drawn() { at_rest "$1" ""; }
# Something else than at the last rest.
changes() { at_rest "$output/changed.png" "$seen"; }

# Files of pictures say when they were made as well.
same_picture() { [ "$(identify -format '%#' "$1")" = "$(identify -format '%#' "$2")" ]; }

# The first sentence of a session's file; nothing where the file is not whole.
sentence_in() {
  python3 -c 'import json, sys; print(json.load(open(sys.argv[1], encoding="utf-8"))["sentence"])' "$1" 2>/dev/null
}

# The session that is open is kept every two seconds.
keeps_sentence() {
  local _
  for _ in {1..60}; do
    [ "$(sentence_in "$state/session.json")" = "$1" ] && return 0
    sleep 0.25
  done
  echo "kept is \"$(sentence_in "$state/session.json")\", not \"$1\""
  return 1
}
