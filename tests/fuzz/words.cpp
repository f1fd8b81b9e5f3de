#include "core/models/folder.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/targets.h"

namespace headlight {

void fuzz_words(std::string_view input) {
  take([&] {
    const WordsFile words = read_words(input_file(input));
    for (int id = 0; id < words.source.size(); ++id)
      require(words.source.id(words.source.word(id)) == id, "a word has another word's number");
  });
}

}  // namespace headlight
