#!/bin/bash
# Installs what is missing, builds everything and runs every test.
#   ./test.sh                   formatting; release with all tests; ASan and UBSan; the build without a window
#   ./test.sh --long            release with the tests that take long, whose suites' names end in Long
#   ./test.sh --all             all of the two above
#   ./test.sh --tidy [COMMIT]   clang-tidy instead, over what has changed since COMMIT (HEAD if not given)
#   ./test.sh --tidy all        over all files
#   ./test.sh --web             the browser's build, and its tests in Chromium
#   ./test.sh --windows         the build for Windows, and its tests under Wine
#   ./test.sh --fuzz MINUTES    libFuzzer goes on from the corpora for so long; what it finds is a failure
# shellcheck disable=SC2317 # the parts are called by their names
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/setup.sh
. "$root/scripts/setup.sh"
cd "$root" || exit 1

results=()
failed=0

# Runs one part and remembers how it went; the parts after it run all the same.
part() {
  local name=$1
  shift
  say "== $name"
  local start=$SECONDS
  if "$@"; then
    results+=("passed  $name ($((SECONDS - start)) s)")
  else
    results+=("FAILED  $name ($((SECONDS - start)) s)")
    failed=1
  fi
}

our_sources() { find core app train tests packaging -name '*.cpp' -o -name '*.h'; }

formatting() {
  # Other versions break lines at other places.
  if ! clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    say "clang-format 14 is not installed; formatting is not checked"
    return 0
  fi
  our_sources | xargs -d '\n' -P "$(nproc)" -n 40 clang-format --dry-run -Werror
}

scripts() {
  shellcheck -x run.sh test.sh scripts/*.sh packaging/*.sh tests/windows/*.sh .ci/run && scripts/links.sh || return 1
  mkdir -p build && scripts/sentences.py build/headlight.pot
}

packaging() { packaging/check.sh; }

# In folders of their own: clang cannot read the headers that GCC has precompiled, nor knows all its warnings.
tidy_configure() {
  local folder=$1
  shift
  cmake -S . -B "$folder" -G Ninja -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON "$@" >/dev/null
}

# clang-tidy with what is said of the files on stdin, a line each.
tidy_files() {
  local folder=$1
  shift
  xargs -d '\n' -r -P "$(nproc)" -n 1 clang-tidy --quiet --extra-arg=-Wno-unknown-warning-option -p "$folder" "$@"
}

# The sources changed since a commit, and for each changed header a source that includes it.
changed_sources() {
  local file
  { git diff --name-only --diff-filter=d "$1" && git ls-files --others --exclude-standard; } | sort -u |
    while read -r file; do
      case $file in
        core/*.cpp | app/*.cpp | train/*.cpp | tests/*.cpp | packaging/*.cpp) echo "$file" ;;
        core/*.h | app/*.h | train/*.h | tests/*.h | packaging/*.h)
          grep -rlF --include='*.cpp' "\"$file\"" core app train tests packaging | head -n 1
          ;;
      esac
    done | sort -u
}

tidy_since() {
  git rev-parse --quiet --verify "$1^{commit}" >/dev/null || { say "no commit \"$1\""; return 1; }
  tidy_configure build/tidy -DHEADLIGHT_UNITY=OFF && changed_sources "$1" | tidy_files build/tidy
}

# Neighbouring files at once, so that their headers are looked at once. They stand in a unit as they are, not as
# includes: the static analyzer looks at nothing that a unit includes.
tidy_all() {
  local folder=build/tidy-units unit
  tidy_configure "$folder" -DHEADLIGHT_UNITY=ON || return 1
  find "$folder" -path '*/Unity/*.cxx' | while read -r unit; do
    awk '/^#include ".*\.cpp"/ {
           gsub(/"/, "", $2)
           print "#line 1 \"" $2 "\""
           while ((getline line < $2) > 0) print line
           next
         }
         { print }' "$unit" >"$unit.whole" && mv "$unit.whole" "$unit"
  done
  sed -n 's/^ *"file": "\(.*\)".*/\1/p' "$folder/compile_commands.json" | sort -u |
    tidy_files "$folder" --checks=-bugprone-suspicious-include
}

logs=build/logs

# A program's test suites in a few filters. No suite is divided: what its tests share is made once.
suites_of() {
  ${runner-} "build/$1/tests/$2" --gtest_list_tests | tr -d '\r' | awk -v program="$2" -v filters=6 '
    /^[^ ].*\.( |$)/ { i = n++ % filters; filter[i] = filter[i] $1 "*:" }
    END { for (i in filter) print program, filter[i] }'
}

# The suites of a build's test programs but for those of a filter, some in a process, as many processes as there are
# processors: to begin anew for each of two thousand tests takes longer than most of them. A program of another system is
# started by $runner.
run_suites() {
  local folder=$1 without=$2 program status=0
  shift 2
  rm -rf "${logs:?}/$folder" && mkdir -p "$logs/$folder"
  # shellcheck disable=SC2016 # the inner shell expands them
  for program in "$@"; do suites_of "$folder" "$program"; done | cat -n |
    tests=build/$folder/tests without=$without logs=$logs/$folder runner=${runner-} xargs -P "$(nproc)" -L 1 \
      sh -c 'log=$logs/$1.$0
        timeout -k 5 1800 $runner "$tests/$1" --gtest_brief=1 --gtest_filter="$2-$without" </dev/null >"$log" 2>&1 ||
        mv "$log" "$log.failed"; [ -f "$log" ]' || status=1
  find "$logs/$folder" -name '*.failed' -exec tail -n 40 {} +
  grep -h '  PASSED  ' "$logs/$folder"/* | awk -v build="$folder" '{ n += $4 } END { print build ":", n, "tests passed" }'
  return "$status"
}

# What starts programs, and windows in turn. The arguments are ctest's.
run_ctest() {
  xvfb-run -a -s "-screen 0 1600x1000x24 -noreset" \
    ctest --test-dir build/release --output-on-failure --parallel "$(nproc)" "$@" 2>&1 | tee build/ctest.log |
    sed -n '/\*\*\*/,/ Test /p; /tests passed/,$p'
  return "${PIPESTATUS[0]}"
}

# Everything but the suites of a filter.
release() {
  configure release -DHEADLIGHT_TESTS=ON && build release all || return 1
  local status=0
  run_suites release "$1" test_core test_session test_app test_train test_fuzz || status=1
  run_ctest --label-regex programs || status=1
  return "$status"
}

long() {
  configure release -DHEADLIGHT_TESTS=ON && build release all && run_ctest --label-regex long
}

# What goes through every lesson, lab, model or size of window, what counts over many sentences and what trains:
# what is wrong with memory or threads is found by other tests of the same code, in a tenth of the time.
sweeps="*Long.*:Shipped*:SentenceLists.*:HeadsCarry*:PronounSentences.*:EverydaySentences.*:Showcase.*:SameKind.*:Corpus.*:Grammar.*:Pairs.*:\
HeldOut.*:Effect.*:Scenes.AreCounted*:Scenes.AreAlso*:CountedWithLab.*:Texts.*:OtherModel.*:Control.*:Each.*:When.*:LessonRail.NoStep*:LessonRail.TheLastStep*:\
PresentedLabs.*:LayoutOfModels.*:SmallWindows.*:PagesOfText.*:LabExport.*:LabNumbers.*:Labs.AreTidy*:*Lab*.IsTidy:\
Layout.Every*:Layout.TheFlow*:Decoding.IsTidy*:ModelFamily.*:GlossaryPage.Every*:SessionSheet.LabsThat*:Layers.*:\
*Trainer.*:LiveTraining.Gives*:LiveTraining.AnInduction*:StartTraining.*:Causal*:InPython.*:Compressed.ComesBack*:\
FigureLayout.NothingTouches*:Tokenizers.NoStep*:LabRows.*:Palette.EveryRow*:LessonSession.WhatIsCounted*:\
Presenter.TheClicker*:Causes.Dots*:\
*Tidy*:Find.*:TermsOnScreen.*:Message.*:Pages.TheLabs*:LessonRail.GoesOnAndBack*:BlockLayout.EveryStep*:Fonts.ThereIsRoom*:\
Labs.E*:Labs.OpenBy*:Labs.ASetting*:Labs.AreAtRest*:Labs.TheSheetOfKeys*:Labs.KeysGo*:Labs.TheCaption*:HeadGrid.Scrolls*:\
FirstExperiment.OtherWeights*:FirstExperiment.LearningPlays*:FirstExperiment.HeadsOf*:CausesWork.IsMade*:Link.EveryS*:\
LiveTraining.WithoutThe*:LiveTraining.EveryKept*:LiveTraining.ClosedAnd*:HeadOrder.*:HeadLearner.*:LabScaling.*:WorkSheetPages.A*:\
Exercise.Every*:FindAntecedent.*:Boxes*:PlaceOfModels.*:Place.IsTidy:Place.StepsOf*:PlaceLessons.Every*:PlaceExperiments.Find*:PlaceExperiments.AtMost*:PlaceExperiments.TheFrame*:PlaceExperiments.TheDoor*:Frames.OfA*:\
Dial.IsAtEvery*:Dial.IsInEvery*:Described.Every*:HeadNames.AreTheSame*"

# The tests that run inside one process; the others start the release. The sanitizers find as much in a build that
# is hardly optimized. It does without this machine's own instructions, so that what rounds differently is seen too.
sanitizers() {
  configure dev -DHEADLIGHT_TESTS=ON -DHEADLIGHT_NATIVE=OFF -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O0 -g1" || return 1
  local -a programs=(test_app test_session test_core test_train test_fuzz)
  build dev "${programs[@]}" || return 1
  # Remembering thirty callers of each allocation takes longer than the sanitizing.
  ASAN_OPTIONS=malloc_context_size=6 LSAN_OPTIONS=suppressions=$root/tests/leaks.txt:print_suppressions=0 \
    UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 HEADLIGHT_RANDOM_DEEDS=150 \
    run_suites dev "$sweeps" "${programs[@]}"
}

# It configures without looking for a window's libraries, and links none of them.
headless() {
  local program=build/release/headlight_no_window
  configure headless -DHEADLIGHT_TESTS=OFF && build release headlight_no_window || return 1
  if ldd "$program" | grep -E 'libGL|libEGL|libglfw|libepoxy|libOpenGL'; then
    say "the program without a window links the libraries above"
    return 1
  fi
  "$program" models >/dev/null
}

# All targets in turn, a share of the time each. What is new of the corpora stays in build/fuzz/corpus, what was found
# in build/fuzz/findings: mend it, then add it to tests/fuzz/corpus.
fuzz() {
  local minutes=$1 target name status=0
  configure fuzz && build fuzz fuzz || return 1
  local -a targets=(build/fuzz/tests/fuzz/fuzz_*)
  local seconds=$((minutes * 60 / ${#targets[@]}))
  export UBSAN_OPTIONS=print_stacktrace=1
  for target in "${targets[@]}"; do
    [ -x "$target" ] || continue
    name=${target##*/fuzz_}
    mkdir -p "build/fuzz/corpus/$name" "build/fuzz/findings/$name"
    say "$name: $seconds s"
    "$target" -max_total_time="$((seconds + 1))" -timeout=20 -rss_limit_mb=2048 -print_funcs=0 -print_final_stats=1 -verbosity=0 \
      -artifact_prefix="build/fuzz/findings/$name/" "build/fuzz/corpus/$name" "tests/fuzz/corpus/$name" ||
      status=1
  done
  [ "$status" -eq 0 ] || { say "found:"; find build/fuzz/findings -type f >&2; }
  return "$status"
}

# Browsers of this system's packages, driven by packages of npm's; node is the compiler's own.
browser() {
  "$root/run.sh" --build && "$root/run.sh" --web || return 1
  local folder=build/web-tests
  mkdir -p "$folder/output" && cp tests/web/*.mjs "$folder" || return 1
  [ -d "$folder/node_modules/puppeteer-core" ] ||
    (cd "$folder" && npm install --no-save --no-audit --no-fund playwright-core@1 puppeteer-core@24 >&2) || return 1
  local status=0
  (cd "$folder" && node run.mjs "$root/build/web" "$root/build/release/headlight" "$root/tests/golden/foreign/gpt2" \
    "$root/$folder/output") || status=1
  (cd "$folder" && node notebook.mjs "$root/build/web" "$root/build/release/headlight" "$root" "$root/$folder/output") ||
    status=1
  (cd "$folder" && xvfb-run -a -s "-screen 0 1600x1000x24" node firefox.mjs "$root/build/web" "$root/$folder/output") ||
    status=1
  return "$status"
}

windows_programs() {
  # shellcheck source=scripts/windows.sh
  . "$root/scripts/windows.sh"
  unpack_sources source-windows-tests && build_windows -DHEADLIGHT_TESTS=ON || return 1
  ninja -C "$windows_objects" -j "${HEADLIGHT_JOBS:-$(nproc)}" test_core test_session test_app >&2 || return 1
  rm -rf "$windows_objects/tests/fonts" && cp -r "$windows/headlight/fonts" "$windows_objects/tests"
}

# The tests that run inside one process and are not long; of the window's, a person who does anything at all.
windows_tests() (
  output=$root/build/windows-tests runner=wine status=0
  # shellcheck source=tests/windows/wine.sh
  . "$root/tests/windows/wine.sh"
  begin_wine
  without="*Long.*:$(sed -n 's/^\([A-Z][^ ]*\) .*/\1/p' tests/windows/left-out.txt | paste -sd:)"
  run_suites windows-objects "$without" test_core.exe test_session.exe || status=1
  in_wine 600 build/windows-objects/tests/test_app.exe --gtest_brief=1 --gtest_filter='RandomActions.*' </dev/null || status=1
  end_wine
  return "$status"
)

windows_display() { xvfb-run -a -s "-screen 0 1600x1000x24 -noreset" "$@"; }

# The program itself, beside Debian's for the same processors.
windows_smoke() {
  configure x86-64-v3 && build x86-64-v3 headlight_no_window || return 1
  windows_display tests/windows/run.sh build/windows/headlight build/x86-64-v3/headlight_no_window build/windows-tests
}

windows_kills() { windows_display tests/windows/kills.sh build/windows/headlight build/windows-tests "$1"; }

windows_random() { windows_display tests/windows/random.sh build/windows/headlight build/windows-tests "$1"; }

if [ "${1-}" = --web ] && [ $# -eq 1 ]; then
  need_packages core window web browser
  command -v npm >/dev/null || need_packages npm
  part "in a browser" browser
elif [ "${1-}" = --windows ] && [ $# -eq 1 ]; then
  need_packages core window windows wine
  part "building for Windows" windows_programs
  part "tests under Wine" windows_tests
  part "the program under Wine" windows_smoke
  part "the window, killed" windows_kills 3
  part "the window, at random" windows_random 1
elif [ "${1-}" = --long ] && [ $# -eq 1 ]; then
  need_packages core window tests package
  part "release, long tests" long
elif [ "${1-}" = --fuzz ]; then
  if ! [[ ${2-} =~ ^[1-9][0-9]*$ ]]; then
    say "test.sh: --fuzz needs a number of minutes"
    exit 2
  fi
  need_packages core tests fuzz
  part "fuzzing" fuzz "$2"
elif [ "${1-}" = --tidy ] && [ $# -le 2 ]; then
  need_packages core window tests tidy
  if [ "${2-HEAD}" = all ]; then
    part "clang-tidy, all files" tidy_all
  else
    part "clang-tidy, changed since ${2-HEAD}" tidy_since "${2-HEAD}"
  fi
elif [ $# -gt 0 ] && [ "$*" != --all ]; then
  say "test.sh: unknown argument \"$1\"; choose from --long, --all, --web, --windows, --tidy [COMMIT | all] and --fuzz MINUTES"
  exit 2
else
  need_packages core window tests package
  part "formatting" formatting
  part "scripts" scripts
  part "packaging" packaging
  part "release" release "*Long.*"
  part "ASan and UBSan" sanitizers
  part "without a window" headless
  [ "${1-}" != --all ] || part "release, long tests" long
fi

echo
printf '%s\n' "${results[@]}"
exit $failed
