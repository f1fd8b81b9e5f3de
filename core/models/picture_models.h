// Models that look at pictures: what they read, the captioners, and the vision Transformer.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/files/safetensors.h"
#include "core/models/anatomy.h"
#include "core/models/model.h"
#include "core/models/picture_recording.h"
#include "core/models/trace.h"
#include "core/text/tokenizer.h"

namespace headlight {

// What a model that looks at pictures makes of a text: the picture that it stands for, and the cells of its
// grid as tokens.

// A picture to begin with.
inline constexpr const char* example_picture =
    "large red circle at 18,22; small blue square at 48,16; large yellow star at 42,46; background 7";

// "r1c1", line by line from the top left; before them "[class]" where there is one.
std::vector<std::string> cell_labels(const PictureInfo& picture);

// A token a cell of the picture that is typed.
class PictureCells final : public Tokenizer {
 public:
  explicit PictureCells(const PictureInfo& picture) : Tokenizer(Vocabulary(cell_labels(picture))) {}
  // All cells. Throws as picture_of() does.
  Understood understood(std::string_view typed) const override;
  bool has_articles() const override { return false; }
  bool are_typed() const override { return false; }
  std::string_view tokens_called() const override { return "cells"; }
};

class PictureReader {
 public:
  explicit PictureReader(const PictureInfo& picture);

  const Tokenizer& tokenizer() const { return cells_; }
  // 0, 1, ... for each cell. Throws as picture_of() does.
  std::vector<int> read(std::string_view typed) const { return cells_.encoded(typed); }
  // The pixels as models take them. Throws as picture_of() does.
  static Matrix pixels(std::string_view typed);
  // Whether a trace is of this picture by the model with these weights, whatever is edited but the picture.
  static bool is_of(const Trace* trace, const Weights& weights, const Matrix& pixels);
  // The words of a trace that are of the picture.
  Trace::Words words() const;

 private:
  PictureCells cells_;
  std::shared_ptr<const std::vector<std::string>> labels_;
};

// Throws std::invalid_argument where pictures are of another size than those of picture_of().
void require_picture_size(const FeaturesConfig& config);

// A model that writes what is in a picture, with its vocabulary: a recurrent decoder or a Transformer's,
// whose config says which.

Anatomy anatomy_of(const RecurrentCaptionerConfig& config);
// Of a captioner, or of what answers with one label.
Anatomy anatomy_of(const PictureTransformerConfig& config);

// <s>, </s> and every word that captions have.
Vocabulary caption_vocabulary();

class Captioner final : public Model {
 public:
  using Config = std::variant<RecurrentCaptionerConfig, PictureTransformerConfig>;

  // Throws std::invalid_argument for a config without a decoder, or of other pictures.
  Captioner(const Config& config, Weights weights, Vocabulary written);

  // Reads config.json, words.json and model.safetensors of a folder, whichever family it names. Throws
  // AccessError or FormatError, as Translator::load does.
  static std::shared_ptr<const Captioner> load(const std::filesystem::path& folder);
  // Writes the three files, each aside first and then renamed.
  void save(const std::filesystem::path& folder, StoredType stored = StoredType::f32) const;

  const Config& config() const { return config_; }
  const Vocabulary& written() const { return written_; }

  const Tokenizer& tokenizer() const override { return reader_.tokenizer(); }
  std::vector<int> read(std::string_view typed) const override { return reader_.read(typed); }
  TracePtr trace(const TraceRequest& request) const override;
  std::optional<Writing> writing(std::string_view typed) const override;

  // Everything recorded for a caption that is given (without <s> and </s>), not searched. `pixels` as
  // scaled() gives them.
  TracePtr force(const Matrix& pixels, std::span<const int> caption,
                 const std::vector<Edit>& edits = {}) const;
  // Only the words written: what measures over thousands of pictures need.
  std::vector<int> decode(const Matrix& pixels) const;

 private:
  TracePtr traced(Tape tape, std::span<const int> target, std::vector<int> next) const;
  std::size_t longest() const;

  Config config_;
  PictureReader reader_;
  Vocabulary written_;
  std::shared_ptr<const std::vector<std::string>> written_words_;
};

// A model that answers one question about a picture, with its labels: a class token gathers what it needs
// from the cells. Dosovitskiy et al. 2021, "An image is worth 16x16 words".

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
