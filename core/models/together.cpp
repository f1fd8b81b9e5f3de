#include "core/models/together.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/layers/sites.h"
#include "core/models/run.h"
#include "core/models/search.h"
#include "core/models/transformer.h"

namespace headlight {
namespace {

constexpr std::size_t most_rows_of_a_tape = 128;

// Words of several texts, one below the other.
struct WordRows {
  std::vector<int> words, places, texts;

  void add(int word, int place, int text) {
    words.push_back(word);
    places.push_back(place);
    texts.push_back(text);
  }
  // Returns the first of its rows.
  int add(std::span<const int> all, int text) {
    const int first = static_cast<int>(words.size());
    for (std::size_t place = 0; place < all.size(); ++place) add(all[place], static_cast<int>(place), text);
    return first;
  }
  SentenceRows rows() const { return {.places = places, .sentences = texts, .kept = {}}; }
};

// The node of the encoder's output.
int record_read(const Model& model, TapeOfTexts& made) {
  Recording recording(made.tape, model.config(), model.weights());
  WordRows rows;
  for (TextTogether& text : made.texts)
    text.first_read = rows.add(text.read, static_cast<int>(&text - made.texts.data()));
  const int encoded = record_encoder(recording, rows.words, rows.rows());
  made.tape.forward();
  return encoded;
}

void record_written(const Model& model, TapeOfTexts& made, int encoded) {
  Recording recording(made.tape, model.config(), model.weights());
  WordRows rows;
  for (TextTogether& text : made.texts)
    text.first_word = rows.add(text.words, static_cast<int>(&text - made.texts.data()));
  record_decoder(recording, rows.words, encoded, rows.rows());
  made.tape.forward();
}

// One search for all texts: each step is the last word of every text that has not ended, behind the keys and
// values of all words before.
class SearchTogether {
 public:
  SearchTogether(const Model& model, std::span<const ModelInput> inputs, ConstView encoded)
      : model_(model), inputs_(inputs), recording_(tape_, model.config(), model.weights()) {
    recording_.keep_in(&cache_);
    std::vector<float> texts;
    for (std::size_t text = 0; text < inputs.size(); ++text)
      texts.insert(texts.end(), inputs[text].tokens.size(), static_cast<float>(text));
    tape_.constant(Block{Family::stream, "source"}["sentences"],
                   {texts.data(), {static_cast<int>(texts.size()), 1}});
    encoded_ = tape_.lent({"encoder.output", Axis::one, Axis::model}, encoded);
    written_.assign(inputs.size(), {model.ends().start.value()});
    for (int text = 0; text < static_cast<int>(inputs.size()); ++text) open_.push_back(text);
  }

  std::vector<std::vector<int>> words() {
    while (!open_.empty()) step();
    return std::move(written_);
  }

 private:
  void step() {
    WordRows last;
    for (const int text : open_)
      last.add(written_[text].back(), static_cast<int>(written_[text].size()) - 1, text);
    SentenceRows rows = last.rows();
    rows.kept = kept_;
    const int decoded = record_decoder(recording_, last.words, encoded_, rows);
    const int end = tape_.size();
    const int logits = record_logits(recording_, decoded);
    tape_.forward();
    const std::vector<int> next = likeliest(tape_.value(logits));
    recording_.rewind(end);
    cache_.advance(static_cast<int>(open_.size()));
    kept_.insert(kept_.end(), last.texts.begin(), last.texts.end());
    std::vector<int> open;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (ends(open_[i], next[i])) continue;
      written_[open_[i]].push_back(next[i]);
      open.push_back(open_[i]);
    }
    open_ = std::move(open);
  }

  bool ends(int text, int word) const {
    const std::vector<int>& words = written_[text];
    const ModelInput& input = inputs_[text];
    return word == model_.ends().end || word == no_word || words.size() >= model_.longest(input) ||
           repeated_run(std::span(words), times_lost_after(std::span(input.tokens))) > 0;
  }

  const Model& model_;
  std::span<const ModelInput> inputs_;
  Tape tape_;
  KeyValueCache cache_;
  Recording recording_;
  int encoded_ = -1;
  std::vector<int> kept_;  // which text each row is of that the cache has
  std::vector<int> open_;
  std::vector<std::vector<int>> written_;
};

}  // namespace

bool can_read_together(const Model& model) {
  if (!model.is<TransformerConfig>() || !model.ends().start) return false;
  const TransformerConfig& config = model.config();
  return config.encoder_layers > 0 && config.decoder_layers > 0 && has_last_row_alone(config);
}

std::vector<TapeOfTexts> read_together(const Model& model, std::span<const ModelInput> inputs) {
  std::vector<TapeOfTexts> tapes;
  std::size_t rows = 0;
  for (const ModelInput& input : inputs) {
    rows += input.tokens.size();
    if (tapes.empty() || rows > most_rows_of_a_tape) {
      tapes.emplace_back();
      rows = input.tokens.size();
    }
    tapes.back().texts.push_back({.read = input.tokens, .words = {}});
  }
  std::vector<int> encoded;
  std::size_t all_rows = 0;
  for (TapeOfTexts& each : tapes) {
    encoded.push_back(record_read(model, each));
    all_rows += static_cast<std::size_t>(each.tape.value(encoded.back()).shape.rows);
  }
  Matrix read(static_cast<Eigen::Index>(all_rows), model.config().d_model);
  Eigen::Index row = 0;
  for (std::size_t i = 0; i < tapes.size(); ++i) {
    const ConstView of_tape = tapes[i].tape.value(encoded[i]);
    read.middleRows(row, of_tape.shape.rows) = of_tape.map();
    row += of_tape.shape.rows;
  }
  std::vector<std::vector<int>> words = SearchTogether(model, inputs, view(std::as_const(read))).words();
  auto next = words.begin();
  for (std::size_t i = 0; i < tapes.size(); ++i) {
    for (TextTogether& text : tapes[i].texts) text.words = std::move(*next++);
    record_written(model, tapes[i], encoded[i]);
  }
  require_whole(model.weights());
  return tapes;
}

}  // namespace headlight
