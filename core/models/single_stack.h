// A model of one stack of layers, over the tokens that are typed: it answers at every place, all in one pass.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/files/safetensors.h"
#include "core/models/transformer_model.h"

namespace headlight {

// Tokens and answers are words of one vocabulary.
class SingleStack : public TransformerModel {
 public:
  // Writes config.json, words.json and model.safetensors, each aside first and then renamed.
  void save(const std::filesystem::path& folder, StoredType stored = StoredType::f32) const;

  const Vocabulary& vocabulary() const { return tokenizer_->vocabulary(); }

  const Tokenizer& tokenizer() const override { return *tokenizer_; }
  std::vector<int> read(std::string_view typed) const override;
  TracePtr trace(const TraceRequest& request) const override;

  // Everything recorded up to "probabilities" [T, words], under `edits`; words().next are the likeliest.
  // Throws std::invalid_argument for no token, or more than config().max_tokens.
  TracePtr pass(std::span<const int> tokens, const std::vector<Edit>& edits = {}) const;
  // The likeliest word of each place; no_word where an edit left no numbers.
  std::vector<int> predict(std::span<const int> tokens, const std::vector<Edit>& edits = {}) const;

 protected:
  SingleStack(const TransformerConfig& config, Weights weights, Vocabulary vocabulary);

 private:
  void check(std::span<const int> tokens) const;
  Tape record(std::span<const int> tokens, const std::vector<Edit>& edits) const;
  TracePtr traced(Tape tape, std::span<const int> tokens) const;

  std::shared_ptr<const Tokenizer> tokenizer_;
  std::shared_ptr<const std::vector<std::string>> words_;
};

// A decoder without an encoder: at every place, how likely each word is to come next (a causal language
// model).

class LanguageModel final : public SingleStack {
 public:
  LanguageModel(const TransformerConfig& config, Weights weights, Vocabulary vocabulary);

  // Reads config.json, words.json and model.safetensors of a folder. Throws AccessError or FormatError, as
  // Translator::load does.
  static std::shared_ptr<const LanguageModel> load(const std::filesystem::path& folder);

  std::optional<Writing> writing(std::string_view typed) const override;
};

// A trained encoder that answers with a label at every place: small models for the kinds of positions.

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
