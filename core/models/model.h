// A model as the stage knows it, whatever it does with what is typed: it says what it has, reads, and records
// everything it computes. A family of models is one implementation.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/layers/weights.h"
#include "core/models/anatomy.h"
#include "core/models/search.h"
#include "core/models/trace.h"
#include "core/text/tokenizer.h"

namespace headlight {

class Translator;

// What a trace is asked for.
struct TraceRequest {
  std::string_view text;  // as typed
  std::vector<Edit> edits = {};
  // A trace that may be much the same: of a text alike, or of this one under other edits. What both agree in
  // need not be computed again; the result does not depend on it.
  const Trace* like = nullptr;
  // Asked between the steps, if any.
  const Cancel* cancel = nullptr;
  // Called for each step that is computed, in the course of a search also for some that are not of the trace
  // in the end: the last that it sees of a node is that of the trace.
  Watch watch = {};
};

class Model {
 public:
  virtual ~Model() = default;

  const Anatomy& anatomy() const { return *anatomy_; }
  const Weights& weights() const { return *weights_; }
  virtual const Tokenizer& tokenizer() const = 0;

  // The numbers of the tokens that a person typed. Throws UnknownWord, which names all that the model does
  // not know, or std::invalid_argument: nothing to read, or more than the model reads.
  virtual std::vector<int> read(std::string_view typed) const = 0;
  // Everything it computes, its answer with it. Null once cancelled. Throws as read() does.
  virtual TracePtr trace(const TraceRequest& request) const = 0;

  // How it goes on with what was typed, word by word; nothing where it writes nothing. What is returned lives
  // no longer than the model. Throws as read() does.
  virtual std::optional<Writing> writing(std::string_view /*typed*/) const { return std::nullopt; }

  // The same object where it translates: for what only a translation has, such as a second way to go on; null
  // for all others.
  virtual const Translator* translator() const { return nullptr; }

 protected:
  Model(Anatomy anatomy, Weights weights);
  Model(const Model&) = default;
  Model(Model&&) = default;
  Model& operator=(const Model&) = default;
  Model& operator=(Model&&) = default;

  // What every trace keeps.
  const std::shared_ptr<const Weights>& shared_weights() const { return weights_; }
  const std::shared_ptr<const Anatomy>& shared_anatomy() const { return anatomy_; }

 private:
  std::shared_ptr<const Weights> weights_;
  std::shared_ptr<const Anatomy> anatomy_;
};

using ModelPtr = std::shared_ptr<const Model>;

// The model in a folder, of the family that its config.json names. A Transformer with encoder and decoder
// translates, an encoder alone labels what it reads, a decoder alone says what comes next. Throws AccessError
// or FormatError: file, what is wrong, what to try.
ModelPtr load_model(const std::filesystem::path& folder);
// The same model for all who ask, until one of its files is written anew: it is loaded where none of them has
// it any more. Small ones stay, since pages that compare them are computed anew with every letter that is
// typed. From any thread.
ModelPtr shared_model(const std::filesystem::path& folder);

}  // namespace headlight
