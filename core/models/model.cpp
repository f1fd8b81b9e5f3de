#include "core/models/model.h"

#include <stdexcept>

#include "core/models/folder.h"
#include "core/models/labeller.h"
#include "core/models/translator.h"

namespace headlight {
namespace {

// Who reads the whole folder says what is wrong with it.
bool writes(const std::filesystem::path& folder) {
  try {
    return read_anatomy(folder).written != Stream::none;
  } catch (const std::exception&) {
    return true;
  }
}

}  // namespace

Model::Model(const TransformerConfig& config, Weights weights)
    : config_(config),
      weights_(std::make_shared<const Weights>(std::move(weights))),
      anatomy_(std::make_shared<const Anatomy>(anatomy_of(config))) {}

Anatomy read_anatomy(const std::filesystem::path& folder) { return anatomy_of(read_config(folder)); }

ModelPtr load_model(const std::filesystem::path& folder) {
  if (writes(folder)) return Translator::load(folder);
  return Labeller::load(folder);
}

}  // namespace headlight
