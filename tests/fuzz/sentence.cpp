#include "app/session/sentence.h"
#include "core/models/trace.h"
#include "core/text/encode.h"
#include "core/text/languages.h"
#include "core/text/tokenizer.h"
#include "tests/fuzz/targets.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

std::string one_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

}  // namespace

void fuzz_sentence(std::string_view input) {
  static const Model model = tiny_translator();
  static const Vocabulary vocabulary({"is", "not", "did", "can", "can't", "going", "to", "two", "twenty",
                                      "ice-cream", "color", "cafe", "so", "'s", "let's", "a", "hundred",
                                      "the", "."});
  take([&] {
    const std::string typed(input);
    const std::vector<std::string> plain = english_words(typed);
    require(english_words(one_line(plain)) == plain, "the words are others when they are read again");
    const std::vector<std::string> fitted = normalize(typed, vocabulary).words;
    require(normalize(one_line(fitted), vocabulary).words == fitted,
            "the words fitted are others the second time");
    for (const UnknownWord& unknown : unknown_words(vocabulary, fitted, 4)) require_readable(unknown.what());
    const std::vector<std::string> words = normalize(typed, model.source()).words;
    require(!words_of(with_word(typed, 0, "animal", &model.tokenizer()), &model.tokenizer()).empty(),
            "a word that was changed left no sentence");
    const TracePtr trace = model.trace({.text = typed});
    require(trace->words().source.size() == words.size(), "not every word was read");
    require(written(*model.trace({.text = one_line(words)})) == written(*trace),
            "the words as read are another sentence");
  });
}

}  // namespace headlight
