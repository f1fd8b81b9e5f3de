#include "core/models/labeller.h"

#include <stdexcept>

#include "core/files/assets.h"
#include "core/models/folder.h"

namespace headlight {

namespace {

void require_labeller(const TransformerConfig& config) {
  if (config.decoder_layers != 0) throw std::invalid_argument("a labeller has no decoder");
  if (config.tied_output) throw std::invalid_argument("a labeller's output is not tied");
  if (config.source_words != config.target_words) {
    throw std::invalid_argument("a labeller answers with the words it reads: as many labels as words");
  }
}

}  // namespace

Labeller::Labeller(const TransformerConfig& config, Weights weights, Vocabulary vocabulary)
    : SingleStack(config, std::move(weights), std::move(vocabulary)) {
  require_labeller(config);
}

std::shared_ptr<const Labeller> Labeller::load(const std::filesystem::path& folder) {
  ModelFiles files = read_model(folder, require_labeller);
  return std::make_shared<const Labeller>(files.config, std::move(files.weights),
                                          std::move(files.words.source));
}

std::filesystem::path positions_model(std::string_view task, Positions kind) {
  return positions_model(task, name_of(kind));
}

std::filesystem::path positions_model(std::string_view task, std::string_view kind) {
  return assets_folder() / "models" / "positions" / task / kind;
}

}  // namespace headlight
