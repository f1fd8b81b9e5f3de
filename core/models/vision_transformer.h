// A model that answers one question about a picture, with its labels: a class token gathers what it needs
// from the cells. Dosovitskiy et al. 2021, "An image is worth 16x16 words".
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/safetensors.h"
#include "core/models/caption_recording.h"
#include "core/models/model.h"
#include "core/models/picture_cells.h"

namespace headlight {

// What the question of `vit` is answered with (shape_answers).
Vocabulary shape_labels();

class VisionTransformer final : public Model {
 public:
  // Throws std::invalid_argument for a config with a decoder, or of other pictures.
  VisionTransformer(const PictureTransformerConfig& config, Weights weights, Vocabulary labels);

  // Reads config.json, words.json and model.safetensors of a folder. Throws AccessError or FormatError, as
  // Translator::load does.
  static std::shared_ptr<const VisionTransformer> load(const std::filesystem::path& folder);
  // Writes the three files, each aside first and then renamed.
  void save(const std::filesystem::path& folder, StoredType stored = StoredType::f32) const;

  const PictureTransformerConfig& config() const { return config_; }
  const Vocabulary& labels() const { return labels_; }

  const Tokenizer& tokenizer() const override { return reader_.tokenizer(); }
  std::vector<int> read(std::string_view typed) const override { return reader_.read(typed); }
  TracePtr trace(const TraceRequest& request) const override;

  // Everything recorded of these pixels, as scaled() gives them; words().next is the answer.
  TracePtr pass(const Matrix& pixels, const std::vector<Edit>& edits = {}) const;

 private:
  Tape record(const Matrix& pixels) const;
  TracePtr traced(Tape tape) const;

  PictureTransformerConfig config_;
  PictureReader reader_;
  Vocabulary labels_;
  std::shared_ptr<const std::vector<std::string>> label_words_;
};

}  // namespace headlight
