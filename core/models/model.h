// A model as the stage knows it, whatever it does with what is typed: it says what it has, reads, and records
// everything it computes. It is data: what differs between families is in their rows (families.h).
#pragma once

#include <any>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/files/safetensors.h"
#include "core/models/families.h"
#include "core/models/search.h"
#include "core/models/trace.h"

namespace headlight {

class ModelRun;

// What a trace is asked for.
struct TraceRequest {
  std::string_view text = {};  // as typed
  ModelInput input = {};       // instead of the text, where that was read before
  // The first words of the answer, without its start: given, not searched for. With `goes_on` more are
  // written behind them, else they are all.
  std::optional<std::vector<int>> words = {};
  bool goes_on = false;
  std::vector<Edit> edits = {};
  // A trace that may be much the same: of a text alike, or of this one under other edits. What both agree in
  // need not be computed again; the result does not depend on it.
  const Trace* like = nullptr;
  // What may follow `words` in the answer: where it does, one pass is enough instead of one for each word.
  // The result does not depend on it. Empty for the answer of `like`.
  std::vector<int> draft = {};
  // Asked between the steps, if any.
  const Cancel* cancel = nullptr;
  // Called for each step that is computed, in the course of a search also for some that are not of the trace
  // in the end: the last that it sees of a node is that of the trace.
  Watch watch = {};
  // Asked between the steps too, but not in a search: a pass over given words then ends early and is kept in
  // `begun`, and the same request goes on with it. Both or none.
  std::function<bool()> turn_is_over = {};
  std::shared_ptr<ModelRun>* begun = nullptr;
};

class Model {
 public:
  // `words` as in words.json. Throws std::invalid_argument for a config that the program cannot run.
  template <typename Config>
  Model(const Config& config, Weights weights, WordsFile words)
      : Model(family_named(Config::family), std::any(config), std::move(weights), std::move(words)) {}
  // `tokenizer` and `ends`: null for those that the family has for these words.
  Model(const ModelFamily& family, std::any config, Weights weights, WordsFile words,
        std::shared_ptr<const Tokenizer> tokenizer = nullptr, std::optional<Ends> ends = {});

  // Writes config.json, words.json and model.safetensors, each aside first and then renamed.
  void save(const std::filesystem::path& folder, StoredType stored = StoredType::f32) const;

  const ModelFamily& family() const { return *family_; }
  // Its config, if it is of this family; throws std::bad_any_cast if not.
  template <typename Config = TransformerConfig>
  const Config& config() const {
    return std::any_cast<const Config&>(*config_);
  }
  template <typename Config>
  bool is() const {
    return std::any_cast<Config>(config_.get()) != nullptr;
  }
  const std::any& any_config() const { return *config_; }
  // The config of the Transformer that makes the output; nothing where none does.
  const std::optional<TransformerConfig>& transformer() const { return transformer_; }
  const Anatomy& anatomy() const { return *anatomy_; }
  const Weights& weights() const { return *weights_; }
  const std::shared_ptr<const Weights>& shared_weights() const { return weights_; }
  const Tokenizer& tokenizer() const { return *tokenizer_; }
  // The words of words.json: those read, and those that answers are made of.
  const WordsFile& words() const { return words_; }
  const Vocabulary& source() const { return words_.source; }
  const Vocabulary& target() const { return words_.target; }
  const Ends& ends() const { return ends_; }
  // Whether it is a Transformer that translates: what most labs need.
  bool translates() const;

  // The numbers of the tokens that a person typed. Throws UnknownWord, which names all that the model does
  // not know, or std::invalid_argument: nothing to read, or more than the model reads.
  std::vector<int> read(std::string_view typed) const;
  // The same with the pixels, where a picture was typed.
  ModelInput input(std::string_view typed) const;

  // Everything it computes, its answer with it. Null once cancelled. Throws as read() does.
  TracePtr trace(const TraceRequest& request) const;
  // The answer alone, by its numbers: the words written without their start, or the likeliest at each place.
  // What measures over thousands of sentences need. `draft` as in TraceRequest.
  std::vector<int> answer(const ModelInput& input, const std::vector<Edit>& edits = {},
                          std::span<const int> draft = {}) const;
  // How many words an answer has at most, what it begins with among them.
  std::size_t longest(const ModelInput& input) const;
  // How it goes on with what was typed, word by word; nothing where it writes nothing. What is returned lives
  // no longer than the model. Throws as read() does.
  std::optional<Writing> writing(std::string_view typed) const;

 private:
  void check_length(std::span<const int> tokens) const;
  std::vector<int> with_start(const ModelInput& input, std::span<const int> words) const;
  Trace::Words labels(const ModelInput& input, std::vector<int> words, std::vector<int> next) const;

  const ModelFamily* family_;
  std::shared_ptr<const std::any> config_;
  std::optional<TransformerConfig> transformer_;
  std::shared_ptr<const Weights> weights_;
  std::shared_ptr<const Anatomy> anatomy_;
  WordsFile words_;
  std::shared_ptr<const Tokenizer> tokenizer_;
  Ends ends_;
};

using ModelPtr = std::shared_ptr<const Model>;

// The model in a folder, of the family that its config.json names. Throws AccessError or FormatError: file,
// what is wrong, what to try; with `answer` also where the model answers with something else.
ModelPtr load_model(const std::filesystem::path& folder, std::optional<AnswerKind> answer = {},
                    const Loading& loading = {});
// The same model for all who ask, until one of its files is written anew: it is loaded where none of them has
// it any more. Small ones stay, since pages that compare them are computed anew with every letter that is
// typed. From any thread; only who loads it is told how far that is.
ModelPtr shared_model(const std::filesystem::path& folder, const Loading& loading = {});

}  // namespace headlight
