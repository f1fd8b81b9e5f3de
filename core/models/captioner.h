// A model that writes what is in a picture, with its vocabulary: a recurrent decoder or a Transformer's,
// whose config says which.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "core/files/safetensors.h"
#include "core/models/caption_recording.h"
#include "core/models/model.h"
#include "core/models/picture_cells.h"

namespace headlight {

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

}  // namespace headlight
