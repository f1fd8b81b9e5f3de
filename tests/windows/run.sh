#!/bin/bash
# The program for Windows as a person has it, under Wine and on a display of its own:
#   tests/windows/run.sh FOLDER DESKTOP OUTPUT
# FOLDER is what the zip holds, DESKTOP the same program for this system, compiled for x86-64-v3. In OUTPUT there stays what was
# written, and Wine's own files, which the next run uses again.
# shellcheck disable=SC2317 # the checks are called by their names
set -uo pipefail
folder=$1 desktop=$2 output=$3
mkdir -p "$output"
output=$(cd "$output" && pwd)
export WINEPREFIX=$output/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml=" HEADLIGHT_ASSETS=
# With a space, with letters of Latin-1 and of none of the old code pages.
here="$output/Schüler 狗/Head light"
rm -rf "${here%/*}" "$output/written" && mkdir -p "${here%/*}" "$output/written"
cp -r "$folder" "$here"
cd "$output/written" || exit 1

failed=0
check() {
  local name=$1
  shift
  if "$@"; then
    echo "passed  $name"
  else
    echo "FAILED  $name"
    failed=1
  fi
}

# Whatever hangs is ended: in_wine SECONDS PROGRAM ARGUMENTS
in_wine() { timeout -k 5 "$1" wine "${@:2}" 2>>"$output/wine.log"; }
windows() { in_wine 240 "$here/headlight.exe" "$@"; }
debian() { HEADLIGHT_ASSETS=$here/assets "$desktop" "$@"; }

same_output() { cmp <(windows "$@") <(debian "$@"); }

# The same but for the folders, which Windows writes in its own way.
same_lesson() {
  cmp <(windows lesson check "$1" | sed 's|.*[/\\]||') <(debian lesson check "$1" | sed 's|.*[/\\]||')
}

# What both write into a file is the same, byte for byte.
same_file() {
  local name=$1
  shift
  windows "$@" -o "win-$name" >/dev/null && debian "$@" -o "debian-$name" >/dev/null && cmp "win-$name" "debian-$name"
}

says_its_version() { windows --version | grep -q '^headlight [0-9.]*, made for x86-64-v3$'; }

# headlight.com hands on words, streams and the exit code.
console_program() {
  [ "$(in_wine 60 "$here/headlight.com" --version)" = "$(windows --version)" ] || return 1
  in_wine 60 "$here/headlight.com" figure --no-such-option >/dev/null
  [ $? -eq 2 ]
}

says_what_is_wrong() {
  local said
  said=$(timeout -k 5 60 wine "$here/headlight.exe" figure --session "Hüte 狗.headlight" -o x.svg 2>&1 >/dev/null) && return 1
  [[ $said == *"Hüte 狗.headlight"* ]]
}

writes_where_told() {
  mkdir -p "Ordner mit Blank ü狗"
  windows figure -o "Ordner mit Blank ü狗/Bild 狗 😀.svg" >/dev/null && debian figure -o figure.svg >/dev/null &&
    cmp figure.svg "Ordner mit Blank ü狗/Bild 狗 😀.svg"
}

own_model_opens() {
  windows random "eigenes 狗" --heads 4 >/dev/null && [ -d "eigenes 狗" ] &&
    same_file own.safetensors trace --model "eigenes 狗" --sentence "I love bears"
}

# The window: found by the end of its title.
window=
start_window() {
  wine "$here/headlight.exe" 2>>"$output/wine.log" &
  program=$!
  window=$(timeout 90 xdotool search --sync --onlyvisible --name 'Headlight$' | tail -n 1)
  [ -n "$window" ]
}

title_has() {
  local _
  for _ in {1..60}; do
    [[ $(xdotool getwindowname "$window" 2>/dev/null) == *"$1"* ]] && return 0
    sleep 0.5
  done
  echo "the title is \"$(xdotool getwindowname "$window" 2>&1)\", without \"$1\""
  return 1
}

press() { xdotool mousemove --window "$window" 20 400 key "$@"; }

# Two pictures of it in a row are the same, with something in them.
is_drawn() {
  local _ before="" now
  for _ in {1..40}; do
    sleep 0.5
    import -window "$window" "$1" 2>/dev/null || continue
    now=$(identify -format '%# %k' "$1")
    [ "$now" = "$before" ] && [ "${now##* }" -gt 200 ] && return 0
    before=$now
  done
  return 1
}

kill_window() {
  kill -9 "$program"
  wait "$program"
  sleep 2
}

window_opens() { start_window && is_drawn first.png; }
window_follows_keys() { press Right && title_has "not saved" && is_drawn stepped.png && ! cmp -s first.png stepped.png; }

window_saves() {
  press ctrl+s && is_drawn asked.png && xdotool type --delay 80 talk && press Return && title_has "talk.headlight" &&
    [ -n "$(find "$WINEPREFIX" -name talk.headlight)" ]
}

window_comes_back() {
  press t && title_has "• talk.headlight" && sleep 4 && kill_window && start_window && title_has "not saved" &&
    is_drawn restored.png && grep -q '"dark"' "$(find "$WINEPREFIX" -path '*/AppData/Local/Headlight/session.json')"
}

window_closes() { press ctrl+q && timeout 60 tail --pid="$program" -f /dev/null && wait "$program"; }

without_opengl() {
  local said
  said=$(MESA_GL_VERSION_OVERRIDE=2.1 timeout -k 5 120 wine "$here/headlight.exe" 2>&1 </dev/null)
  [ $? -eq 1 ] && [[ $said == *"no window with OpenGL 3.3 can be opened"*"headlight.html"* ]] && [[ $said != *ssert* ]]
}

in_wine 300 wineboot -u >/dev/null
rm -rf "$WINEPREFIX"/drive_c/users/*/AppData/Local/Headlight
find "$WINEPREFIX/drive_c" -name talk.headlight -delete
check "version" says_its_version
check "headlight.com" console_program
check "an error names the file" says_what_is_wrong
check "models: as on Debian" same_output models
check "lesson list: as on Debian" same_output lesson list
check "lesson check: as on Debian" same_lesson first-minute
check "trace of the translator's own sentences" same_file translator.safetensors trace
for model in causal characters characters-rnn seq2seq seq2seq-attention small-translator/step_02000 positions/two_back/rotary; do
  check "trace: $model" same_file "${model//\//-}.safetensors" trace --model "$model"
done
for model in caption-attention caption-rnn caption-transformer vit; do
  check "trace: $model" same_file "$model.safetensors" trace --model "$model"
done
for format in svg png csv npy; do
  check "figure: $format" same_file "figure.$format" figure
done
check "a file of any name" writes_where_told
check "a model of one's own" own_model_opens
check "the window opens and is drawn" window_opens
check "the window follows the keyboard" window_follows_keys
check "the window saves" window_saves
check "the window comes back after it was killed" window_comes_back
check "the window closes" window_closes
check "without OpenGL 3.3 it says so" without_opengl
timeout 60 wineserver-stable -k
exit $failed
