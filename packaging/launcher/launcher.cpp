// /usr/bin/headlight of the package: becomes the program for this processor, which lies in
// ../lib/headlight/VARIANT/headlight as seen from here. HEADLIGHT_ARCH names a variant to run instead of the
// best.
#include <sys/platform/x86.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

#include "packaging/launcher/variants.h"

namespace headlight {
namespace {

// How many of `variants`, counted from the first. What counts is what processor and system let a program use;
// the same conditions as those of glibc for its own choice of libraries.
std::size_t variants_that_run() {
  const bool v2 = CPU_FEATURE_ACTIVE(CMPXCHG16B) && CPU_FEATURE_ACTIVE(LAHF64_SAHF64) &&
                  CPU_FEATURE_ACTIVE(POPCNT) && CPU_FEATURE_ACTIVE(SSE3) && CPU_FEATURE_ACTIVE(SSSE3) &&
                  CPU_FEATURE_ACTIVE(SSE4_1) && CPU_FEATURE_ACTIVE(SSE4_2);
  const bool v3 = CPU_FEATURE_ACTIVE(AVX) && CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(BMI1) &&
                  CPU_FEATURE_ACTIVE(BMI2) && CPU_FEATURE_ACTIVE(F16C) && CPU_FEATURE_ACTIVE(FMA) &&
                  CPU_FEATURE_ACTIVE(LZCNT) && CPU_FEATURE_ACTIVE(MOVBE);
  const bool v4 = CPU_FEATURE_ACTIVE(AVX512F) && CPU_FEATURE_ACTIVE(AVX512BW) &&
                  CPU_FEATURE_ACTIVE(AVX512CD) && CPU_FEATURE_ACTIVE(AVX512DQ) &&
                  CPU_FEATURE_ACTIVE(AVX512VL);
  if (!v2) return 0;
  if (!v3) return 1;
  return v4 ? 3 : 2;
}

// Returns only where no program could be started.
void run(char** arguments) {
  const char* asked = std::getenv("HEADLIGHT_ARCH");
  const auto here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const auto programs = (here / ".." / "lib" / "headlight").lexically_normal();
  for (const std::string& variant : variants_to_try(variants_that_run(), asked == nullptr ? "" : asked)) {
    execv((programs / variant / "headlight").c_str(), arguments);
  }
  throw std::runtime_error("no program can be started from " + programs.string() +
                           "; install the package again");
}

}  // namespace
}  // namespace headlight

int main(int, char** arguments) {
  try {
    headlight::run(arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "headlight: %s\n", error.what());
  }
  return 1;
}
