#include "core/files/gguf.h"

#include <string>
#include <vector>

#include "core/models/foreign.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/targets.h"

namespace headlight {

void fuzz_gguf(std::string_view input) {
  const std::filesystem::path file = input_file(input);
  take([&] {
    const GgufFile gguf = read_gguf(file);
    SafetensorsFile open(file, gguf.header);
    for (const HeaderEntry& entry : open.header().entries) {
      require(entry.begin <= entry.end && entry.end <= input.size(), "numbers that are not in the file");
      require(entry.end - entry.begin == bytes_of(entry.type, entry.count), "a shape that does not fit");
      std::vector<float> numbers(entry.count);
      open.read(entry, numbers.data());
    }
  });
  take([&] { gguf_tensors(file); });
  take([&] { gguf_config(file); });
  take([&] {
    const GgufWords words = gguf_words(file);
    require(words.pieces != nullptr || words.tokenizer.contains("model"), "neither pieces nor pairs");
  });
}

}  // namespace headlight
