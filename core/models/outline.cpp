#include "core/models/outline.h"

#include <optional>
#include <utility>

#include "core/files/in_python.h"
#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/models/folder.h"
#include "core/models/foreign.h"
#include "core/models/given.h"
#include "core/models/picture_text.h"
#include "core/platform/paths.h"
#include "core/text/say.h"

namespace headlight {

namespace fs = std::filesystem;

namespace {

// Of a config.json that others wrote.
[[noreturn]] void fail_foreign(const fs::path& folder, const std::invalid_argument& error) {
  const auto* const json = dynamic_cast<const JsonError*>(&error);
  if (json != nullptr && json->syntax) folder::fail_config(folder, error);
  throw FormatError(config_file_of(folder), error.what(), weights_instead);
}

}  // namespace

Outline::Outline(fs::path folder) : folder_(std::move(folder)) {
  std::error_code ignored;
  given_ = names_given(folder_) && !fs::is_directory(folder_, ignored);
  gguf_ = names_gguf(folder_) && names_model_file(folder_);
  home_ = home_of_model(folder_);
}

Outline::~Outline() = default;

const std::string& Outline::config() const {
  return config_.get([&] {
    if (gguf_) return gguf_config(folder_);
    const fs::path file = home_ / "config.json";
    if (home_ != folder_ && !fs::exists(file)) {
      size_of_file(folder_);  // throws where there is no such file
      throw FormatError(
          folder_, "is a file of PyTorch without the config.json that says what model it is of",
          "put it into its model's folder, beside config.json; if it holds attention weights, " +
              in_python(SavedAs::tensors, folder_));
    }
    if (!fs::exists(file) && has_card()) {
      throw FormatError(folder_, "has several small models (" + card().title + "), not a translator",
                        "see them in the positions lab; `headlight models` lists them");
    }
    if (!fs::exists(file)) refuse_known_folder(folder_);
    return read_text(file);
  });
}

const std::string& Outline::family() const {
  return family_.get([&] {
    if (given_) return std::string(given_family().name);
    return foreign() != nullptr ? std::string(foreign()->family) : family_said(*this);
  });
}

const std::any& Outline::family_config() const {
  if (given_) return given_config();
  return family_config_.get([&] {
    const ModelFamily& family = family_of(*this);
    try {
      return foreign() != nullptr ? foreign_config(*foreign(), config(), home_) : family.config(config());
    } catch (const std::invalid_argument& error) {
      if (foreign() != nullptr) fail_foreign(folder_, error);
      folder::fail_config(folder_, error);
    }
  });
}

const std::any& Outline::given_config() const {
  return family_config_.get([&]() -> std::any {
    auto read = std::make_unique<GivenFile>(read_given(folder_));
    const std::lock_guard lock(given_mutex_);
    given_file_ = std::move(read);
    return given_file_->config;
  });
}

const Anatomy& Outline::anatomy() const {
  return anatomy_.get([&] { return family_of(*this).anatomy(family_config()); });
}

const WordsFile& Outline::words() const {
  return words_.get([&] {
    if (given_) return words_file_of(std::any_cast<const GivenConfig&>(given_config()));
    if (foreign() == nullptr) return read_words(home_ / "words.json");
    const WordCounts counts = family_of(*this).words(family_config());
    const std::optional<Vocabulary> labels = [&] {
      try {
        return foreign_labels(*foreign(), config());
      } catch (const std::invalid_argument& error) {
        fail_foreign(folder_, error);
      }
    }();
    if (foreign()->texts) {
      const auto& both = dynamic_cast<const PictureAndTexts&>(*shared_tokenizer());
      return WordsFile{Vocabulary(), both.of_texts().vocabulary()};
    }
    if (foreign()->preprocess != nullptr) return WordsFile{Vocabulary(), *labels};
    const Vocabulary& all = shared_tokenizer()->vocabulary();
    return WordsFile{counts.source > 0 ? all : Vocabulary(), labels              ? *labels
                                                             : counts.target > 0 ? all
                                                                                 : Vocabulary()};
  });
}

const std::shared_ptr<const Tokenizer>& Outline::shared_tokenizer() const {
  return tokenizer_.get([&]() -> std::shared_ptr<const Tokenizer> {
    if (foreign() != nullptr && foreign()->texts) {
      const auto& config = std::any_cast<const PictureTextConfig&>(family_config());
      return std::make_shared<const PictureAndTexts>(config, foreign_tokenizer(folder_, config.text_words));
    }
    if (foreign() == nullptr || foreign()->preprocess != nullptr)
      return family_of(*this).tokenizer(family_config(), words());
    const WordCounts counts = family_of(*this).words(family_config());
    return foreign_tokenizer(folder_, counts.source > 0 ? counts.source : counts.target);
  });
}

const ForeignFamily* Outline::foreign() const {
  if (given_) return nullptr;
  return foreign_.get([&] {
    try {
      return foreign_family(config());
    } catch (const std::invalid_argument& error) {
      fail_foreign(folder_, error);
    }
  });
}

Ends Outline::ends() const {
  if (foreign() != nullptr) return foreign_ends(*foreign(), config());
  return family_of(*this).ends(family_config(), words());
}

Weights Outline::weights(const Loading& loading) const {
  if (given_) {
    given_config();
    const std::lock_guard lock(given_mutex_);
    if (const std::unique_ptr<GivenFile> read = std::move(given_file_)) return std::move(read->weights);
    return read_given(folder_).weights;
  }
  std::vector<TensorSpec> specs = family_of(*this).tensors(family_config());
  if (foreign() == nullptr) {
    if (home_ != folder_)
      throw FormatError(folder_,
                        "lies beside a model of Headlight's own, which has its weights in model.safetensors",
                        "open the folder");
    return folder::weights(folder_, std::move(specs));
  }
  return foreign_weights(folder_, gguf_ ? gguf_family(*foreign()) : *foreign(), std::move(specs), loading);
}

std::vector<fs::path> Outline::files() const {
  std::vector<fs::path> all;
  if (given_) {
    all = given_files(folder_);
  } else if (gguf_) {
    all = {folder_};
  } else {
    all = {home_ / "config.json", home_ / "card.json"};
    const auto add = [&](const std::vector<fs::path>& more) {
      all.insert(all.end(), more.begin(), more.end());
    };
    if (foreign() == nullptr) {
      add({folder_ / "words.json", folder_ / "model.safetensors"});
    } else {
      add(foreign_weights_files(folder_));
      if (foreign()->preprocess == nullptr || foreign()->texts) add(foreign_tokenizer_files(folder_));
      if (foreign()->preprocess != nullptr) add({home_ / "preprocessor_config.json"});
      if (foreign()->family == TransformerConfig::family)
        add({home_ / "modules.json", home_ / "1_Pooling" / "config.json"});
    }
  }
  std::erase_if(all, [](const fs::path& file) { return !fs::exists(file); });
  return all;
}

bool Outline::has_card() const { return given_ || (!gguf_ && fs::exists(home_ / "card.json")); }

const Card& Outline::card() const {
  return card_.get([&] {
    if (!given_) return load_card(home_);
    const GivenWeights& given = *anatomy().given;
    Card card;
    card.name = given.file;
    card.title = say("Weights from {file}", {{"file", given.file}});
    card.origin = "given";
    card.data = given.has + ".";
    card.recipe = given.says;
    card.limits = nothing_behind;
    return card;
  });
}

std::string Outline::origin() const {
  if (has_card()) return card().origin;
  const fs::path above = folder_.parent_path();
  const fs::path shipped = assets_folder() / "models";
  const bool shares =
      above.native().size() > shipped.native().size() && above.native().starts_with(shipped.native());
  return shares ? outline_of(above)->origin() : "yours";
}

std::vector<fs::path> files_named(const fs::path& name) {
  if (!names_model_file(name)) return files_instead(name);
  std::vector<fs::path> files{name};
  if (names_gguf(name)) return files;
  for (const char* const beside :
       {"config.json", "card.json", "preprocessor_config.json", "tokenizer.json", "tokenizer_config.json",
        "vocab.txt", "vocab.json", "source.spm", "tokenizer.model"})
    files.push_back(home_of_model(name) / beside);
  return files;
}

OutlinePtr outline_of(const fs::path& folder) {
  static FolderCache<const Outline> all(
      {"config.json", "words.json", "card.json", "preprocessor_config.json", "tokenizer.json",
       "tokenizer_config.json", "vocab.txt", "vocab.json", "source.spm", "tokenizer.model", "modules.json",
       "1_Pooling/config.json"},
      files_named);
  return all.get(folder);
}

}  // namespace headlight
