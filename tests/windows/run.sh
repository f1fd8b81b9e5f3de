#!/bin/bash
# The program for Windows as a person has it, under Wine and on a display:
#   tests/windows/run.sh FOLDER DESKTOP OUTPUT [ONLY]
# FOLDER is what the zip holds, DESKTOP the same program for this system, compiled for x86-64-v3. In OUTPUT there stays what was
# written, and Wine's own files, which the next run uses again. ONLY: the checks whose names it matches, a regular expression.
# shellcheck disable=SC2317 # the checks are called by their names
set -uo pipefail
folder=$1 desktop=$2 output=$3 only=${4-}
clipboard=$(realpath "${BASH_SOURCE[0]%/*}/clipboard.c")
# shellcheck source=tests/windows/wine.sh
. "${BASH_SOURCE[0]%/*}/wine.sh"
# With a space, with letters of Latin-1 and of none of the old code pages.
here="$output/Schüler 狗/Head light"
rm -rf "${here%/*}" "$output/written" && mkdir -p "${here%/*}" "$output/written"
cp -r "$folder" "$here"
desktop=$(realpath "$desktop")
cd "$output/written" || exit 1

windows() { in_wine 240 "$here/headlight.exe" "$@" </dev/null; }
debian() { HEADLIGHT_ASSETS=$here/assets "$desktop" "$@"; }

same_output() { cmp <(windows "$@") <(debian "$@"); }

# The same but for the folders, which Windows writes in its own way.
same_lessons() {
  in_wine 3000 "$here/headlight.exe" lesson check </dev/null | sed 's|.*[/\\]||' >win-lessons.txt &
  debian lesson check | sed 's|.*[/\\]||' >debian-lessons.txt
  wait $!
  [ "$(wc -l <debian-lessons.txt)" -gt 40 ] && diff debian-lessons.txt win-lessons.txt
}

# What both write into a file is the same, byte for byte.
same_file() {
  local name=$1
  shift
  windows "$@" -o "win-$name" >/dev/null && debian "$@" -o "debian-$name" >/dev/null && [ -s "win-$name" ] &&
    cmp "win-$name" "debian-$name"
}

# Every number of every model that is shipped.
same_traces() {
  local config model bytes=0 models=0 status=0
  while read -r config; do
    model=${config#"$here/assets/models/"}
    model=${model%/config.json}
    if same_file trace.safetensors trace --model "$model"; then
      bytes=$((bytes + $(stat -c %s win-trace.safetensors)))
    else
      echo "not the same: $model"
      status=1
    fi
    models=$((models + 1))
  done < <(find "$here/assets/models" -name config.json | sort)
  rm -f ./*-trace.safetensors
  echo "$models models, $bytes bytes"
  [ "$models" -gt 30 ] && return "$status"
}

says_its_version() { windows --version | grep -q '^headlight [0-9.]*, made for x86-64-v3$'; }

# headlight.com hands on words, streams and the exit code.
console_program() {
  [ "$(in_wine 60 "$here/headlight.com" --version </dev/null)" = "$(windows --version)" ] || return 1
  in_wine 60 "$here/headlight.com" figure --no-such-option </dev/null >/dev/null
  [ $? -eq 2 ]
}

says_what_is_wrong() {
  local said
  said=$(timeout -k 5 60 wine "$here/headlight.exe" figure --session "Hüte 狗.headlight" -o x.svg 2>&1 >/dev/null </dev/null) &&
    return 1
  [[ $said == *"Hüte 狗.headlight"* ]]
}

writes_where_told() {
  mkdir -p "Ordner mit Blank ü狗"
  windows figure -o "Ordner mit Blank ü狗/Bild 狗 😀.svg" >/dev/null && debian figure -o figure.svg >/dev/null &&
    cmp figure.svg "Ordner mit Blank ü狗/Bild 狗 😀.svg"
}

writes_pdf() { windows figure -o figure.pdf >/dev/null && [ "$(head -c 5 figure.pdf)" = "%PDF-" ] && [ "$(tail -n 1 figure.pdf)" = "%%EOF" ]; }

# The steps of a head as the window draws them, which Debian's program without a window cannot.
writes_gif() {
  windows figure --from query --to output -o steps.gif >/dev/null && [ "$(identify steps.gif | wc -l)" -gt 3 ]
}

own_model_opens() {
  windows random "eigenes 狗" --heads 4 >/dev/null && debian random desktop --heads 4 >/dev/null &&
    cmp "eigenes 狗/model.safetensors" desktop/model.safetensors &&
    same_file own.safetensors trace --model "eigenes 狗" --sentence "I love bears"
}

# A lesson and a model of one's own, put into the page as on Debian, whatever separates folders here.
hands_out() {
  cat >mine.lesson.md <<'END'
# Mine

A lesson.

## First

```session
{"model": "eigenes 狗", "sentence": "I love bears", "compare": ""}
```

Words.
END
  windows export --html win.html --lesson ".\\mine.lesson.md" --template "$1" >/dev/null &&
    debian export --html debian.html --lesson ./mine.lesson.md --template "$1" >/dev/null && cmp win.html debian.html &&
    [ "$(stat -c %s win.html)" -gt "$(stat -c %s "$1")" ]
}

window_opens() { start_window "$here" && is_drawn first.png; }
window_follows_keys() { press Return && title_has "not saved" && is_drawn stepped.png && ! same_picture first.png stepped.png; }

window_takes_text() { before=$(sentence_in "$state/session.json") && type_sentence "I love bears" && keeps_sentence "I love bears"; }
window_undoes() { press ctrl+z && keeps_sentence "$before"; }

window_exports() {
  local _
  touch begun && press ctrl+e && is_drawn export.png && press Return
  for _ in {1..40}; do
    sleep 0.25
    exported=$(find "$person" -maxdepth 1 -type f -newer begun -size +1k ! -name '*.part' ! -name '*.reg')
    [ -n "$exported" ] && sleep 1 && press Escape && identify "$exported" >/dev/null && return 0
  done
  return 1
}

# The fourth from the end, and what another program then finds: the picture that was exported, as a PNG and as a bitmap.
window_copies_picture() {
  local _
  x86_64-w64-mingw32-gcc-posix -Os -s "$clipboard" -o clipboard.exe && press ctrl+e && is_drawn copy.png &&
    press shift+Tab shift+Tab shift+Tab shift+Tab && is_drawn focused.png && press Return || return 1
  for _ in {1..40}; do
    sleep 0.5
    in_wine 60 ./clipboard.exe copied >formats.txt </dev/null && break
  done
  press Escape && grep -q '^PNG' formats.txt && same_picture copied.png "$exported" &&
    convert copied.png -background white -alpha remove -alpha off seen.png && [ "$(compare -metric AE seen.png copied.bmp null: 2>&1)" = 0 ]
}

window_saves() {
  press ctrl+s && is_drawn asked.png && type_text talk && press Return && title_has "talk.headlight" &&
    [ -n "$(sentence_in "$person/talk.headlight")" ]
}

window_comes_back() {
  press t && title_has "• talk.headlight" && sleep 4 && kill_window && start_window "$here" && title_has "not saved" &&
    is_drawn restored.png && grep -q '"dark"' "$state/session.json"
}

window_closes() { press ctrl+q && window_ends; }

# A head that is switched off by the file, and on again by a key.
window_edits() {
  printf '{"sentence": "I love bears", "compare": "", "edits": [{"path": "encoder.3.self_attention.head.0.output", "kind": "multiply", "values": [0]}]}' \
    >"Schüler 狗.headlight"
  sleep 2
  start_window "$here" "Schüler 狗.headlight" && title_has "Schüler 狗.headlight" && is_drawn edited.png && press e &&
    title_has "•" && is_drawn switched.png && ! same_picture edited.png switched.png && press ctrl+z && is_drawn undone.png &&
    same_picture edited.png undone.png && window_closes
}

window_shows_own_model() {
  sleep 2
  start_window "$here" --model "eigenes 狗" && is_drawn own.png && window_closes
}

# What Find writes leads to a row of it.
choose() { press ctrl+k && changes && type_text "$1" && changes && press Return && changes; }
class_of_sessions() { timeout 60 wine reg query 'HKCU\Software\Classes\.headlight' /ve 2>/dev/null; }
opener_of_sessions() { timeout 60 wine reg query 'HKCU\Software\Classes\Headlight.Session\shell\open\command' /ve 2>/dev/null; }
is_registered() { class_of_sessions | grep -q 'Headlight\.Session' && opener_of_sessions | grep -q 'headlight\.exe. .%1'; }
in_time() { # CONDITION
  local _
  for _ in {1..20}; do
    "$1" && return 0
    sleep 0.5
  done
  return 1
}
is_forgotten() { ! class_of_sessions | grep -q Headlight && ! opener_of_sessions | grep -q headlight; }

# Only on request, and nothing of it is left afterwards.
window_takes_file_types() {
  sleep 2
  is_forgotten && start_window "$here" && is_drawn types.png && choose "open sessions with a double click" && in_time is_registered &&
    choose "no longer open sessions with a double click" && in_time is_forgotten && window_closes
}

# Begun by a double click nobody reads what is written, so a box asks; yes is its first button.
offers_page() {
  local page="$state/headlight.html" _
  kill_window # of a check that failed
  rm -f "$page"
  MESA_GL_VERSION_OVERRIDE=2.1 wine start /wait /unix "$here/headlight.exe" --sentence "I love bears" </dev/null 2>/dev/null &
  program=$!
  window=$(timeout 120 xdotool search --sync --onlyvisible --name '^Headlight$' | tail -n 1)
  [ -n "$window" ] || return 1
  import -window "$window" offered.png
  sleep 1
  xdotool mousemove --window "$window" 20 20 key --delay 60 Return
  for _ in {1..120}; do
    sleep 0.5
    [ -s "$page" ] && [ "$(stat -c %s "$page")" -gt "$(stat -c %s "$here/web/headlight.html")" ] && break
  done
  timeout 60 tail --pid="$program" -f /dev/null
  [ "$(stat -c %s "$page")" -gt "$(stat -c %s "$here/web/headlight.html")" ]
}

# Wine itself on a processor of another age.
on_processor() {
  WINELOADERNOEXEC=1 WINELOADER=/usr/lib/wine/wine64 timeout -k 5 240 qemu-x86_64 -cpu "$1" /usr/lib/wine/wine64 \
    "$here/headlight.exe" --version 2>&1 </dev/null
}

tells_old_processor() {
  local said
  said=$(on_processor Nehalem)
  [ $? -eq 1 ] && [[ $said == *"This computer's processor cannot run Headlight: it has no AVX2"*"headlight export --html"* ]] &&
    [[ $(on_processor Haswell) == *"$(windows --version | tr -d '\r')"* ]]
}

without_opengl() {
  local said
  said=$(MESA_GL_VERSION_OVERRIDE=2.1 timeout -k 5 120 wine "$here/headlight.exe" 2>&1 </dev/null)
  [ $? -eq 1 ] && [[ $said == *"no window with OpenGL 3.3 can be opened"*"headlight export --html"* ]] && [[ $said != *ssert* ]]
}

begin_wine
rm -rf "$state" && find "$person" -maxdepth 1 -type f ! -name '*.reg' -delete
check "version" says_its_version
check "headlight.com" console_program
check "an old processor is told" tells_old_processor
check "an error names the file" says_what_is_wrong
check "models: as on Debian" same_output models
check "glossary: as on Debian" same_output glossary
check "lesson list: as on Debian" same_output lesson list
check "lesson tables: as on Debian" same_output lesson tables
check "lesson check of every lesson: as on Debian" same_lessons
check "generate: as on Debian" same_output generate "I love bears" --how beam --beams 4 --json
check "trace of every model: as on Debian, byte for byte" same_traces
for format in svg png csv tsv npy; do
  check "figure: $format" same_file "figure.$format" figure
done
check "figure: gif" writes_gif
check "figure: of a lab" same_file masks.svg figure --lab masks
check "figure: of a picture" same_file heads.svg figure --model vit
check "figure: as JSON" same_output figure --json
check "figure: pdf" writes_pdf
check "a file of any name" writes_where_told
check "a model of one's own" own_model_opens
check "a handout" hands_out "$here/web/headlight.html"
check "the window opens and is drawn" window_opens
check "the window follows the keyboard" window_follows_keys
check "the window takes a sentence" window_takes_text
check "the window undoes" window_undoes
check "the window exports" window_exports
check "the window copies a picture" window_copies_picture
check "the window saves" window_saves
check "the window comes back after it was killed" window_comes_back
check "the window closes" window_closes
check "the window edits a file of any name" window_edits
check "the window shows a model of one's own" window_shows_own_model
check "types of files, and taken away again" window_takes_file_types
check "without OpenGL 3.3 it says so" without_opengl
check "without OpenGL 3.3 it offers the page" offers_page
end_wine
exit "$wrong"
