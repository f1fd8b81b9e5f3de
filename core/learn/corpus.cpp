#include "core/learn/corpus.h"

#include "core/grammar/held_out.h"
#include "core/models/trace.h"
#include "core/text/encode.h"

namespace headlight {

Vocabulary vocabulary_of(std::vector<std::string> special, const std::set<std::string>& tokens) {
  special.insert(special.end(), tokens.begin(), tokens.end());
  return Vocabulary(std::move(special));
}

std::set<std::string> tokens_of(std::initializer_list<const std::vector<Example>*> all,
                                std::vector<std::string> Example::*side) {
  std::set<std::string> tokens;
  for (const std::vector<Example>* const examples : all) {
    for (const Example& example : *examples) tokens.insert((example.*side).begin(), (example.*side).end());
  }
  return tokens;
}

std::shared_ptr<const Corpus> small_translator_corpus() {
  static const std::shared_ptr<const Corpus> corpus = [] {
    SentenceLists lists = read_sentences(small_translator_file);
    auto made = std::make_shared<Corpus>();
    made->train = std::move(lists["train"]);
    made->held_out = std::move(lists["held_out"]);
    const auto words_of = [&](std::vector<std::string> Example::*side) {
      return tokens_of({&made->train, &made->held_out}, side);
    };
    made->source = vocabulary_of({}, words_of(&Example::source));
    made->target = vocabulary_of({"<s>", "</s>"}, words_of(&Example::target));
    return made;
  }();
  return corpus;
}

TracePtr forced_trace(const Model& model, const Example& example) {
  return model.trace(
      {.input = encode(model.source(), example.source), .words = encode(model.target(), example.target)});
}

}  // namespace headlight
