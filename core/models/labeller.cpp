#include "core/models/labeller.h"

#include <stdexcept>

#include "core/files/assets.h"
#include "core/models/decoding.h"
#include "core/models/folder.h"
#include "core/models/transformer.h"
#include "core/text/nearest.h"
#include "core/text/unicode.h"

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

Labeller::Labeller(TransformerConfig config, Weights weights, Vocabulary vocabulary)
    : config_(config),
      weights_(std::make_shared<const Weights>(std::move(weights))),
      vocabulary_(std::move(vocabulary)),
      words_(std::make_shared<const std::vector<std::string>>(vocabulary_.words())) {
  require_labeller(config_);
}

std::shared_ptr<const Labeller> Labeller::load(const std::filesystem::path& folder) {
  ModelFiles files = read_model(folder, require_labeller);
  return std::make_shared<const Labeller>(files.config, std::move(files.weights),
                                          std::move(files.words.source));
}

void Labeller::save(const std::filesystem::path& folder) const {
  write_model(folder, config_, *weights_, {vocabulary_, vocabulary_});
}

std::vector<int> Labeller::read(std::string_view typed) const {
  std::vector<std::string> letters;
  for (const char32_t letter : code_points(typed)) {
    const bool small = letter >= U'a' && letter <= U'z';
    if (letter != U' ') append_utf8(letters.emplace_back(), small ? letter - U'a' + U'A' : letter);
  }
  return encode(vocabulary_, letters);
}

Tape Labeller::record(std::span<const int> letters, const std::vector<Edit>& edits) const {
  if (letters.empty() || static_cast<int>(letters.size()) > config_.max_tokens) {
    throw std::invalid_argument("there are " + std::to_string(letters.size()) +
                                " letters; the model reads 1 to " + std::to_string(config_.max_tokens));
  }
  Tape tape;
  tape.set_edits(edits);
  Recording recording(tape, config_, *weights_);
  record_probabilities(recording, record_logits(recording, record_encoder(recording, letters)));
  tape.forward();
  return tape;
}

TracePtr Labeller::label(std::span<const int> letters, const std::vector<Edit>& edits) const {
  Tape tape = record(letters, edits);
  const std::vector<int> labels = likeliest(tape.value(tape.size() - 1));
  Trace::Words words{vocabulary_.words_of(letters), {}, vocabulary_.words_of(labels), words_, words_};
  return std::make_shared<const Trace>(std::move(tape), std::move(words), weights_);
}

std::vector<int> Labeller::predict(std::span<const int> letters, const std::vector<Edit>& edits) const {
  const Tape tape = record(letters, edits);
  return likeliest(tape.value(tape.size() - 1));
}

std::filesystem::path positions_model(std::string_view task, Positions kind) {
  return positions_model(task, name_of(kind));
}

std::filesystem::path positions_model(std::string_view task, std::string_view kind) {
  return assets_folder() / "models" / "positions" / task / kind;
}

}  // namespace headlight
