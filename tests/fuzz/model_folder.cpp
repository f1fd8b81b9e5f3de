#include <algorithm>
#include <array>
#include <fstream>

#include "core/files/whole_file.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "tests/fuzz/targets.h"

namespace headlight {
namespace {

// The files of a folder, each behind a line "=== NAME".
constexpr std::array names{"config.json",    "model.safetensors",    "model.safetensors.index.json",
                           "vocab.txt",      "vocab.json",           "merges.txt",
                           "tokenizer.json", "tokenizer.model",      "source.spm",
                           "target.spm",     "tokenizer_config.json"};
constexpr std::string_view mark = "=== ";

void write_files(const std::filesystem::path& folder, std::string_view input) {
  while (input.starts_with(mark)) {
    const std::size_t line = std::min(input.find('\n'), input.size());
    const std::string_view name = input.substr(mark.size(), line - mark.size());
    input.remove_prefix(std::min(line + 1, input.size()));
    const std::size_t end = std::min(input.find("\n=== "), input.size());
    if (std::find(names.begin(), names.end(), name) != names.end())
      std::ofstream(folder / name, std::ios::binary) << input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
  }
}

}  // namespace

void fuzz_model_folder(std::string_view input) {
  const TemporaryFolder folder;
  write_files(folder.path(), input);
  const OutlinePtr outline = std::make_shared<const Outline>(folder.path());
  take([&] { outline->anatomy(); });
  take([&] {
    const Tokenizer& tokenizer = outline->tokenizer();
    const int words = tokenizer.vocabulary().size();
    for (const char* typed : {"The animal didn't cross", "\xE7\x8B\x97 12.5", " a  b\n"}) {
      for (const int id : tokenizer.encoded(typed))
        require(id >= 0 && id < words, "a token that is not there");
    }
  });
  take([&] { load_model(folder.path()); });
}

}  // namespace headlight
