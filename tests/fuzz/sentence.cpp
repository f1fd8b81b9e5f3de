#include "app/session/sentence.h"
#include "core/text/english.h"
#include "tests/fuzz/targets.h"
#include "tests/tiny_model.h"

namespace headlight {

void fuzz_sentence(std::string_view input) {
  static const Translator model = tiny_translator();
  take([&] {
    const std::string typed(input);
    const std::vector<std::string> words = words_of(typed, &model);
    std::string again;
    for (const std::string& word : words) again += (again.empty() ? "" : " ") + word;
    require(!words_of(with_word(typed, 0, "animal", &model), &model).empty(),
            "a word that was changed left no sentence");
    const TracePtr trace = model.translate(typed);
    require(trace->words().source.size() == words.size(), "not every word was read");
    require(written(*model.translate(again)) == written(*trace), "the words as read are another sentence");
  });
}

}  // namespace headlight
