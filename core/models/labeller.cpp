#include "core/models/labeller.h"

#include <stdexcept>

#include "core/files/assets.h"
#include "core/models/decoding.h"
#include "core/models/folder.h"
#include "core/models/keeping.h"
#include "core/models/transformer.h"

namespace headlight {

namespace {

void require_labeller(const TransformerConfig& config) {
  if (config.decoder_layers != 0) throw std::invalid_argument("a labeller has no decoder");
  if (config.tied_output) throw std::invalid_argument("a labeller's output is not tied");
  if (config.source_words != config.target_words) {
    throw std::invalid_argument("a labeller answers with the letters it reads: as many labels as words");
  }
}

}  // namespace

Labeller::Labeller(const TransformerConfig& config, Weights weights, Vocabulary vocabulary)
    : Model(config, std::move(weights)),
      tokenizer_(std::move(vocabulary)),
      words_(std::make_shared<const std::vector<std::string>>(tokenizer_.vocabulary().words())) {
  require_labeller(config);
}

std::shared_ptr<const Labeller> Labeller::load(const std::filesystem::path& folder) {
  ModelFiles files = read_model(folder, require_labeller);
  return std::make_shared<const Labeller>(files.config, std::move(files.weights),
                                          std::move(files.words.source));
}

void Labeller::save(const std::filesystem::path& folder) const {
  write_model(folder, config(), weights(), {vocabulary(), vocabulary()});
}

std::vector<int> Labeller::read(std::string_view typed) const {
  std::vector<int> letters = tokenizer_.encoded(typed);
  check(letters);
  return letters;
}

void Labeller::check(std::span<const int> letters) const {
  if (!letters.empty() && static_cast<int>(letters.size()) <= config().max_tokens) return;
  throw std::invalid_argument("there are " + std::to_string(letters.size()) +
                              " letters; the model reads 1 to " + std::to_string(config().max_tokens));
}

Tape Labeller::record(std::span<const int> letters, const std::vector<Edit>& edits) const {
  check(letters);
  Tape tape;
  tape.set_edits(edits);
  Recording recording(tape, config(), weights());
  record_probabilities(recording, record_logits(recording, record_encoder(recording, letters)));
  keep_what_fits(tape);
  return tape;
}

TracePtr Labeller::traced(Tape tape, std::span<const int> letters) const {
  const std::vector<int> labels = likeliest(tape.value(tape.size() - 1));
  Trace::Words words{vocabulary().words_of(letters), {}, vocabulary().words_of(labels), words_, words_};
  return std::make_shared<const Trace>(std::move(tape), std::move(words), shared_weights(), shared_anatomy());
}

TracePtr Labeller::trace(const TraceRequest& request) const {
  const std::vector<int> letters = read(request.text);
  // Of the same letters, under other edits: only what these change is computed.
  const Trace* const like = request.like;
  const bool replay = like != nullptr && like->lender() == &weights() &&
                      like->words().source == vocabulary().words_of(letters);
  Tape tape = replay ? like->tape().fork() : record(letters, request.edits);
  tape.set_edits(request.edits);
  return tape.forward(request.watch, request.cancel) ? traced(std::move(tape), letters) : nullptr;
}

TracePtr Labeller::label(std::span<const int> letters, const std::vector<Edit>& edits) const {
  Tape tape = record(letters, edits);
  tape.forward();
  return traced(std::move(tape), letters);
}

std::vector<int> Labeller::predict(std::span<const int> letters, const std::vector<Edit>& edits) const {
  Tape tape = record(letters, edits);
  tape.forward();
  return likeliest(tape.value(tape.size() - 1));
}

std::filesystem::path positions_model(std::string_view task, Positions kind) {
  return positions_model(task, name_of(kind));
}

std::filesystem::path positions_model(std::string_view task, std::string_view kind) {
  return assets_folder() / "models" / "positions" / task / kind;
}

}  // namespace headlight
