#include "core/models/translator.h"

#include <algorithm>
#include <stdexcept>

#include "core/models/transformer.h"
#include "core/tape/ops/ops.h"
#include "core/text/english.h"
#include "core/text/french.h"
#include "core/text/nearest.h"

namespace headlight {

namespace {

// The encoder recorded once; the decoder again behind it for every word that is added.
class Decoding {
 public:
  Decoding(const Translator& model, std::span<const int> source, const std::vector<Edit>& edits)
      : recording_(tape_, model.config(), model.weights()) {
    tape_.set_edits(edits);
    output_edited_ = std::any_of(edits.begin(), edits.end(), [](const Edit& edit) {
      return edit.path == "logits" || edit.path == "probabilities";
    });
    encoded_ = record_encoder(recording_, source);
    encoder_end_ = tape_.size();
  }

  // Records and computes the decoder's pass over the words written so far, <s> first.
  void write(std::span<const int> target) { record(target, false); }

  // The same with logits and probabilities of the last word alone: all that a search needs of them, unless
  // an edit of theirs counts their rows.
  void write_on(std::span<const int> target) { record(target, !output_edited_); }

  // The likeliest next word.
  int next() const {
    Eigen::Index best = 0;
    const ConstView rows = tape_.value(probabilities_);
    rows.map().row(rows.shape.rows - 1).maxCoeff(&best);
    return static_cast<int>(best);
  }

  Tape take() { return std::move(tape_); }

 private:
  void record(std::span<const int> target, bool last_alone) {
    recording_.rewind(encoder_end_);
    int decoded = record_decoder(recording_, target, encoded_);
    if (last_alone) {
      const int last = static_cast<int>(target.size()) - 1;
      decoded = tape_.record({"decoder.last", Axis::one, Axis::model}, rows(last, 1), {decoded});
    }
    probabilities_ = record_probabilities(recording_, record_logits(recording_, decoded));
    tape_.forward();
  }

  Tape tape_;
  Recording recording_;
  bool output_edited_ = false;
  int encoded_ = 0;
  int encoder_end_ = 0;
  int probabilities_ = 0;
};

// Greedy: the likeliest word each time, until </s>. A translation is rarely longer than twice its source.
// Returns what the decoder read, <s> first.
std::vector<int> search(Decoding& decoding, std::size_t source_words, int max_tokens) {
  const std::size_t most = std::min<std::size_t>(2 * source_words + 10, max_tokens);
  std::vector<int> target{Translator::start};
  while (true) {
    decoding.write_on(target);
    const int word = decoding.next();
    if (word == Translator::end || target.size() == most) return target;
    target.push_back(word);
  }
}

std::vector<std::string> words_of(const Vocabulary& vocabulary, std::span<const int> ids) {
  std::vector<std::string> words;
  for (const int id : ids) words.push_back(vocabulary.word(id));
  return words;
}

}  // namespace

Translator::Translator(TransformerConfig config, Weights weights, Vocabulary source, Vocabulary target)
    : config_(config),
      weights_(std::make_shared<const Weights>(std::move(weights))),
      source_(std::move(source)),
      target_(std::move(target)),
      source_words_(std::make_shared<const std::vector<std::string>>(source_.words())),
      target_words_(std::make_shared<const std::vector<std::string>>(target_.words())) {}

std::vector<int> Translator::read(std::string_view typed) const {
  std::vector<int> words = encode(source_, english_words(typed));
  if (static_cast<int>(words.size()) > config_.max_tokens) {
    throw std::invalid_argument("the sentence has " + std::to_string(words.size()) +
                                " words; the model reads at most " + std::to_string(config_.max_tokens));
  }
  return words;
}

TracePtr Translator::finish(Tape tape, std::span<const int> source, std::span<const int> target) const {
  Trace::Words words{words_of(source_, source), words_of(target_, target), {}, source_words_, target_words_};
  const int probabilities = *tape.find("probabilities");
  for (std::size_t t = 0; t < target.size(); ++t) {
    Eigen::Index best = 0;
    tape.value(probabilities).map().row(static_cast<Eigen::Index>(t)).maxCoeff(&best);
    words.next.push_back(target_.word(static_cast<int>(best)));
  }
  return std::make_shared<const Trace>(std::move(tape), std::move(words), weights_);
}

TracePtr Translator::translate(std::span<const int> source, const std::vector<Edit>& edits) const {
  Decoding decoding(*this, source, edits);
  const std::vector<int> target = search(decoding, source.size(), config_.max_tokens);
  decoding.write(target);
  return finish(decoding.take(), source, target);
}

TracePtr Translator::translate(std::string_view typed, const std::vector<Edit>& edits) const {
  return translate(read(typed), edits);
}

TracePtr Translator::force(std::span<const int> source, std::span<const int> target,
                           const std::vector<Edit>& edits) const {
  Decoding decoding(*this, source, edits);
  std::vector<int> words{start};
  words.insert(words.end(), target.begin(), target.end());
  decoding.write(words);
  return finish(decoding.take(), source, words);
}

std::vector<int> Translator::decode(std::span<const int> source, const std::vector<Edit>& edits) const {
  Decoding decoding(*this, source, edits);
  std::vector<int> target = search(decoding, source.size(), config_.max_tokens);
  target.erase(target.begin());
  return target;
}

std::string written(const Trace& trace) {
  const std::vector<std::string>& target = trace.words().target;
  return join_french({target.begin() + 1, target.end()});
}

}  // namespace headlight
