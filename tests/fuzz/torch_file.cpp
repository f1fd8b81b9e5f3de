#include "core/files/torch_file.h"

#include <cstdint>
#include <vector>

#include "tests/fuzz/input_file.h"
#include "tests/fuzz/targets.h"

namespace headlight {

void fuzz_torch_file(std::string_view input) {
  const std::filesystem::path file = input_file(input);
  take([&] {
    SafetensorsFile open(file, read_torch_header(file));
    for (const HeaderEntry& entry : open.header().entries) {
      require(entry.begin <= entry.end && entry.end <= input.size(), "numbers that are not in the file");
      std::int64_t count = 1;
      for (const std::int64_t length : entry.shape) count *= length;
      require(count == static_cast<std::int64_t>(entry.count), "a shape that does not fit");
      if (entry.type == StoredType::other) continue;
      std::vector<float> numbers(entry.count);
      open.read(entry, numbers.data());
    }
  });
}

}  // namespace headlight
