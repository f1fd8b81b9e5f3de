// A recurrent language model over characters: after every character, how likely each is to come next.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/safetensors.h"
#include "core/models/characters.h"
#include "core/models/model.h"

namespace headlight {

Anatomy anatomy_of(const CharacterConfig& config);

class CharacterModel final : public Model {
 public:
  CharacterModel(const CharacterConfig& config, Weights weights, Vocabulary characters);

  // Reads config.json, words.json and model.safetensors of a folder. Throws AccessError or FormatError, as
  // Translator::load does.
  static std::shared_ptr<const CharacterModel> load(const std::filesystem::path& folder);
  // Writes the three files, each aside first and then renamed.
  void save(const std::filesystem::path& folder, StoredType stored = StoredType::f32) const;

  const CharacterConfig& config() const { return config_; }
  const Vocabulary& characters() const { return tokenizer_.vocabulary(); }

  const Tokenizer& tokenizer() const override { return tokenizer_; }
  std::vector<int> read(std::string_view typed) const override;
  // An edit of what is gathered from all times acts at each time.
  TracePtr trace(const TraceRequest& request) const override;
  std::optional<Writing> writing(std::string_view typed) const override;

  // Everything recorded up to "probabilities" [T, characters]; words().next are the likeliest.
  TracePtr pass(std::span<const int> text, const std::vector<Edit>& edits = {}) const;

 private:
  Tape record(std::span<const int> text) const;
  std::vector<std::string> labels_of(std::span<const int> text) const;
  TracePtr traced(Tape tape, std::span<const int> text) const;

  CharacterConfig config_;
  Characters tokenizer_;
  std::shared_ptr<const std::vector<std::string>> labels_;  // as they are shown
};

}  // namespace headlight
