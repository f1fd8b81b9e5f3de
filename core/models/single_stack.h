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

}  // namespace headlight
