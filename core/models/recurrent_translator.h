// A recurrent encoder-decoder with its vocabularies, with or without attention: a sentence in, a translation
// and its trace out.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/files/safetensors.h"
#include "core/models/model.h"
#include "core/models/seq2seq.h"
#include "core/models/translator.h"

namespace headlight {

Anatomy anatomy_of(const Seq2SeqConfig& config);

class RecurrentTranslator final : public Model {
 public:
  RecurrentTranslator(const Seq2SeqConfig& config, Weights weights, Vocabulary source, Vocabulary target);

  // Reads config.json, words.json and model.safetensors of a folder. Throws AccessError or FormatError, as
  // Translator::load does.
  static std::shared_ptr<const RecurrentTranslator> load(const std::filesystem::path& folder);
  // Writes the three files, each aside first and then renamed.
  void save(const std::filesystem::path& folder, StoredType stored = StoredType::f32) const;

  const Seq2SeqConfig& config() const { return config_; }
  const Vocabulary& source() const { return words_.source(); }
  const Vocabulary& target() const { return words_.target(); }

  const Tokenizer& tokenizer() const override { return words_.tokenizer(); }
  std::vector<int> read(std::string_view typed) const override;
  // Greedy decoding with everything recorded. An edit of what is gathered from all times, such as the weights
  // of the attention, acts at each time.
  TracePtr trace(const TraceRequest& request) const override;
  std::optional<Writing> writing(std::string_view typed) const override;

  // Everything recorded for a translation that is given (without <s> and </s>), not searched.
  TracePtr force(std::span<const int> source, std::span<const int> target,
                 const std::vector<Edit>& edits = {}) const;
  // Only the words written: what measures over thousands of sentences need.
  std::vector<int> decode(std::span<const int> source) const;

 private:
  Seq2SeqConfig config_;
  TranslationWords words_;
};

}  // namespace headlight
