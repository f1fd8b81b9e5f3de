// A trained encoder that answers with a letter at every place: small models for the kinds of positions.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/models/model.h"

namespace headlight {

// Letters to begin with.
inline constexpr const char* example_letters = "T R A N S F O R M E R";

// Letters and labels are words of one vocabulary.
class Labeller final : public Model {
 public:
  Labeller(const TransformerConfig& config, Weights weights, Vocabulary vocabulary);

  // Reads config.json, words.json and model.safetensors of a folder. Throws AccessError or FormatError, as
  // Translator::load does.
  static std::shared_ptr<const Labeller> load(const std::filesystem::path& folder);
  void save(const std::filesystem::path& folder) const;

  const Vocabulary& vocabulary() const { return tokenizer_.vocabulary(); }

  const Tokenizer& tokenizer() const override { return tokenizer_; }
  std::vector<int> read(std::string_view typed) const override;
  TracePtr trace(const TraceRequest& request) const override;

  // Everything recorded up to "probabilities" [T, labels], under `edits`; words().next are the likeliest
  // labels. Throws std::invalid_argument for no letter, or more than config().max_tokens.
  TracePtr label(std::span<const int> letters, const std::vector<Edit>& edits = {}) const;
  // The likeliest label of each place; no_word where an edit left no numbers.
  std::vector<int> predict(std::span<const int> letters, const std::vector<Edit>& edits = {}) const;

 private:
  void check(std::span<const int> letters) const;
  Tape record(std::span<const int> letters, const std::vector<Edit>& edits) const;
  TracePtr traced(Tape tape, std::span<const int> letters) const;

  Letters tokenizer_;
  std::shared_ptr<const std::vector<std::string>> words_;
};

// Where a shipped model of a task ("two_back", "third") and a kind of positions lies.
std::filesystem::path positions_model(std::string_view task, Positions kind);
// The same for a variant by its name: "alibi_one_sided" beside the kinds.
std::filesystem::path positions_model(std::string_view task, std::string_view kind);

}  // namespace headlight
