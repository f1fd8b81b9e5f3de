// A trained encoder that answers with a label at every place: small models for the kinds of positions.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "core/models/single_stack.h"

namespace headlight {

// Letters to begin with.
inline constexpr const char* example_letters = "T R A N S F O R M E R";

class Labeller final : public SingleStack {
 public:
  Labeller(const TransformerConfig& config, Weights weights, Vocabulary vocabulary);

  // Reads config.json, words.json and model.safetensors of a folder. Throws AccessError or FormatError, as
  // Translator::load does.
  static std::shared_ptr<const Labeller> load(const std::filesystem::path& folder);
};

// Where a shipped model of a task ("two_back", "third") and a kind of positions lies.
std::filesystem::path positions_model(std::string_view task, Positions kind);
// The same for a variant by its name: "alibi_one_sided" beside the kinds.
std::filesystem::path positions_model(std::string_view task, std::string_view kind);

}  // namespace headlight
