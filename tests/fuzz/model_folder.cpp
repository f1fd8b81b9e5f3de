#include <algorithm>
#include <array>
#include <string>

#include "core/models/families.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/targets.h"

namespace headlight {
namespace {

// The files of a folder, each behind a line "=== NAME".
constexpr std::array names{"config.json",
                           "model.safetensors",
                           "model.safetensors.index.json",
                           "vocab.txt",
                           "vocab.json",
                           "merges.txt",
                           "tokenizer.json",
                           "tokenizer.model",
                           "source.spm",
                           "target.spm",
                           "tokenizer_config.json",
                           "spiece.model",
                           "sentencepiece.bpe.model"};
constexpr std::string_view mark = "=== ";

void write_files(InputFolder& folder, std::string_view input) {
  folder.begin();
  while (input.starts_with(mark)) {
    const std::size_t line = std::min(input.find('\n'), input.size());
    const std::string_view name = input.substr(mark.size(), line - mark.size());
    input.remove_prefix(std::min(line + 1, input.size()));
    const std::size_t end = std::min(input.find("\n=== "), input.size());
    if (std::find(names.begin(), names.end(), name) != names.end())
      folder.write(std::string(name), input.substr(0, end));
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  folder.end();
}

int most_words_of(const Outline& outline) {
  const WordCounts counts = family_of(outline).words(outline.family_config());
  return std::max(counts.source, counts.target);
}

}  // namespace

void fuzz_model_folder(std::string_view input) {
  static InputFolder folder;
  write_files(folder, input);
  const OutlinePtr outline = outline_of(folder.path());  // the one that the model is loaded from
  take([&] { outline->anatomy(); });
  // What thousands of numbers without a token cost says nothing about what is read.
  bool few = false;
  take([&] { few = most_words_of(*outline) <= 2000; });
  if (!few) return;
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
