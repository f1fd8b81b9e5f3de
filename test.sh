#!/bin/bash
# Installs what is missing, builds everything and runs every test.
#   ./test.sh          formatting; release with all tests; ASan and UBSan; the build without a window
#   ./test.sh --tidy   clang-tidy over all files instead (slow)
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

our_sources() { find core app tests packaging -name '*.cpp' -o -name '*.h'; }

formatting() {
  # Other versions break lines at other places.
  if ! clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    say "clang-format 14 is not here; formatting is not checked"
    return 0
  fi
  local file status=0
  while read -r file; do
    if ! clang-format "$file" | cmp -s - "$file"; then
      say "not formatted: $file (clang-format -i $file)"
      status=1
    fi
  done < <(our_sources)
  return "$status"
}

scripts() { shellcheck -x run.sh test.sh scripts/*.sh packaging/*.sh .ci/run; }

packaging() { packaging/check.sh; }

# In a folder of its own: clang cannot read the headers that GCC has precompiled, nor knows all its warnings.
tidy() {
  cmake -S . -B build/tidy -G Ninja -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null || return 1
  our_sources | grep '\.cpp$' |
    xargs -d '\n' -P "$(nproc)" -n 1 clang-tidy --quiet --extra-arg=-Wno-unknown-warning-option -p build/tidy
}

ctest_log=build/ctest.log

# Under a display of its own: one of the tests drives the real window.
release() {
  configure release -DHEADLIGHT_TESTS=ON && build release all || return 1
  xvfb-run -a -s "-screen 0 1600x1000x24 -noreset" \
    ctest --test-dir build/release --output-on-failure --parallel "$(nproc)" 2>&1 | tee "$ctest_log"
  return "${PIPESTATUS[0]}"
}

# The tests that run inside one process; the others start the release. The sanitizers find as much in a build that
# is hardly optimized.
sanitizers() {
  configure dev -DHEADLIGHT_TESTS=ON -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O0 -g1" || return 1
  local -a programs=(test_core test_session)
  [ -d tests/app ] && programs+=(test_app)
  build dev "${programs[@]}" || return 1
  export LSAN_OPTIONS=suppressions=$root/tests/leaks.txt:print_suppressions=0
  export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
  local program shard status=0 cores
  cores=$(nproc)
  export GTEST_TOTAL_SHARDS=$cores
  for program in "${programs[@]}"; do
    say "$program"
    local -a shards=()
    for ((shard = 0; shard < cores; ++shard)); do
      GTEST_SHARD_INDEX=$shard "build/dev/tests/$program" --gtest_brief=1 &
      shards+=($!)
    done
    for shard in "${shards[@]}"; do wait "$shard" || status=1; done
  done
  return "$status"
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

if [ "${1-}" = --tidy ]; then
  need_packages core window tests tidy
  part "clang-tidy" tidy
elif [ $# -gt 0 ]; then
  say "test.sh: unknown argument \"$1\"; there is only --tidy"
  exit 2
else
  need_packages core window tests package
  part "formatting" formatting
  part "scripts" scripts
  part "packaging" packaging
  part "release, all tests" release
  part "ASan and UBSan, tests in one process" sanitizers
  part "without a window" headless
  echo
  [ -f "$ctest_log" ] && sed -n '/tests passed/,$p' "$ctest_log"
fi

echo
printf '%s\n' "${results[@]}"
exit $failed
