// The way in for libFuzzer, compiled once for each target (tests/fuzz/CMakeLists.txt).
#ifdef HEADLIGHT_FUZZ_TARGET

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  headlight::HEADLIGHT_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}

#endif
