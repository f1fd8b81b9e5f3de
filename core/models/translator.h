// A trained encoder-decoder with its vocabularies: a sentence in, a translation and its trace out.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/safetensors.h"
#include "core/models/trace.h"
#include "core/models/transformer_model.h"
#include "core/text/tokenizer.h"

namespace headlight {

// The two vocabularies of a model that translates, and what it makes of a text with them.

class TranslationWords {
 public:
  TranslationWords(Vocabulary source, Vocabulary target);

  const EnglishWords& tokenizer() const { return tokenizer_; }
  const Vocabulary& source() const { return tokenizer_.vocabulary(); }
  const Vocabulary& target() const { return target_; }

  // The numbers of the words typed. Throws as Model::read() does; `max_tokens` are what the model reads.
  std::vector<int> read(std::string_view typed, int max_tokens) const;
  // What labels the rows and columns of a trace: `target` with <s>, `next` the likeliest behind each place,
  // which is </s> where there is no_word.
  Trace::Words labels(std::span<const int> source, std::span<const int> target, std::vector<int> next) const;
  // How many words a translation has at most, <s> with them.
  static std::size_t longest(std::span<const int> source, int max_tokens);

  static constexpr int start = 0;  // <s>
  static constexpr int end = 1;    // </s>

 private:
  EnglishWords tokenizer_;
  Vocabulary target_;
  std::shared_ptr<const std::vector<std::string>> source_words_;
  std::shared_ptr<const std::vector<std::string>> target_words_;
};

// Throws FormatError where the words written, of words.json in `folder`, do not begin with <s> and </s>.
void require_ends(const std::filesystem::path& folder, const Vocabulary& target);

class Decoding;

class Translator final : public TransformerModel {
 public:
  Translator(const TransformerConfig& config, Weights weights, Vocabulary source, Vocabulary target);

  // Reads config.json, words.json and model.safetensors of a folder. Throws std::runtime_error with file,
  // what is wrong and what to try; every size is checked before memory is taken.
  static std::shared_ptr<const Translator> load(const std::filesystem::path& folder);
  // Writes the three files, each aside first and then renamed.
  void save(const std::filesystem::path& folder, StoredType stored = StoredType::f32) const;

  const Vocabulary& source() const { return words_.source(); }
  const Vocabulary& target() const { return words_.target(); }

  const Tokenizer& tokenizer() const override { return words_.tokenizer(); }
  std::vector<int> read(std::string_view typed) const override;
  TracePtr trace(const TraceRequest& request) const override;
  const Translator* translator() const override { return this; }
  std::optional<Writing> writing(std::string_view typed) const override;

  // Greedy decoding with everything recorded, under `edits`. `draft`, a translation that may be much the same
  // (of a sentence alike, or without the edits), spares the passes over the words on which both agree; one of
  // the same sentence by this model also what the edits leave as it was, whose memory the traces then share.
  // The result does not depend on it. Null once cancelled.
  TracePtr translate(std::span<const int> source, const std::vector<Edit>& edits = {},
                     const Trace* draft = nullptr, const Cancel* cancel = nullptr,
                     const Watch& watch = {}) const;
  TracePtr translate(std::string_view typed, const std::vector<Edit>& edits = {},
                     const Trace* draft = nullptr) const;
  // The same behind the first words of a translation, which are `given` without <s>: another way to go on.
  TracePtr go_on(std::span<const int> source, std::span<const int> given,
                 const std::vector<Edit>& edits = {}) const;
  // Everything recorded for a translation that is given (without <s> and </s>), not searched.
  TracePtr force(std::span<const int> source, std::span<const int> target,
                 const std::vector<Edit>& edits = {}) const;
  // Only the words written: what measures over thousands of sentences need.
  std::vector<int> decode(std::span<const int> source, const std::vector<Edit>& edits = {}) const;

  static constexpr int start = TranslationWords::start;
  static constexpr int end = TranslationWords::end;

 private:
  std::size_t longest(std::span<const int> source) const;
  TracePtr traced(Decoding& decoding, std::span<const int> source, std::span<const int> target) const;

  TranslationWords words_;
};

}  // namespace headlight
