#include "core/models/model.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <stdexcept>

#include "core/files/folder_cache.h"
#include "core/files/whole_file.h"
#include "core/models/folder.h"
#include "core/models/foreign.h"
#include "core/models/given.h"
#include "core/models/outline.h"
#include "core/models/picture_models.h"
#include "core/models/picture_text.h"
#include "core/text/languages.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

// Small models stay in memory, those used last: to load one takes longer than a frame. Together they have so
// many numbers as all that come with Headlight, and half as many again.
class SmallModels {
 public:
  void use(const ModelPtr& model) {
    constexpr std::int64_t small = 8 << 20, most = 32 << 20;  // numbers
    if (model->weights().parameters() > small) return;
    std::list<ModelPtr> gone;  // freed after the lock
    const std::lock_guard lock(mutex_);
    models_.remove(model);
    models_.push_front(model);
    std::int64_t numbers = 0;
    const auto first_gone = std::find_if(models_.begin(), models_.end(), [&](const ModelPtr& each) {
      return (numbers += each->weights().parameters()) > most;
    });
    gone.splice(gone.begin(), models_, first_gone, models_.end());
  }

 private:
  std::mutex mutex_;
  std::list<ModelPtr> models_;
};
SmallModels& small_models() {
  static SmallModels& all = *new SmallModels;  // never freed: threads may use it until the end
  return all;
}

// One model in memory.
class SharedModel {
 public:
  explicit SharedModel(fs::path folder) : folder_(std::move(folder)) {}

  ModelPtr get(const Loading& loading) {
    const std::lock_guard lock(mutex_);
    ModelPtr model = held_.lock();
    if (model == nullptr) held_ = model = load_model(folder_, {}, loading);
    small_models().use(model);
    return model;
  }

 private:
  fs::path folder_;
  std::mutex mutex_;
  std::weak_ptr<const Model> held_;
};

// Throws where the words written do not begin with <s> and </s>: every translation does and ends so.
void require_ends(const fs::path& folder, const Ends& ends, const Vocabulary& target) {
  if (!ends.start) return;
  const std::vector<std::string>& words = target.words();
  if (words.size() >= 2 && words[0] == "<s>" && words[1] == "</s>") return;
  throw FormatError(
      folder / "words.json",
      "field \"target\" must begin with <s> and </s>, the tokens that begin and end every translation",
      "copy the model's folder again");
}

}  // namespace

Model::Model(const ModelFamily& family, std::any config, Weights weights, WordsFile words,
             std::shared_ptr<const Tokenizer> tokenizer, std::optional<Ends> ends)
    : family_(&family),
      config_(std::make_shared<const std::any>(std::move(config))),
      transformer_(family.transformer(*config_)),
      weights_(std::make_shared<const Weights>(std::move(weights))),
      anatomy_(std::make_shared<const Anatomy>(family.anatomy(*config_))),
      words_(std::move(words)),
      tokenizer_(tokenizer != nullptr ? std::move(tokenizer) : family.tokenizer(*config_, words_)),
      ends_(ends ? *ends : family.ends(*config_, words_)) {
  if (anatomy_->picture) require_picture_size(*anatomy_->picture);
}

void Model::save(const fs::path& folder, StoredType stored) const {
  folder::write(folder, family_->text(*config_), weights(), words_, stored);
}

bool Model::translates() const {
  return is<TransformerConfig>() && anatomy().answer == AnswerKind::translation;
}

void Model::check_length(std::span<const int> tokens) const {
  const int count = static_cast<int>(tokens.size());
  if (count > 0 && count <= anatomy().max_tokens) return;
  // Counted as they were typed: before them a language model may have a beginning of its own.
  const bool begins = count > 0 && tokenizer_->vocabulary().word(tokens.front()) == "<s>";
  const int own = begins ? 1 : 0;
  throw std::invalid_argument("there are " + thousands(count - own) + " " +
                              std::string(tokenizer_->tokens_called()) + "; the model reads 1 to " +
                              thousands(anatomy().max_tokens - own));
}

std::vector<int> Model::read(std::string_view typed) const {
  std::vector<int> tokens = tokenizer_->encoded(typed);
  if (ends_.start && static_cast<int>(tokens.size()) > anatomy().max_tokens) {
    throw std::invalid_argument("sentence: " + thousands(tokens.size()) + " " +
                                std::string(tokenizer_->tokens_called()) + "; this model reads at most " +
                                thousands(anatomy().max_tokens) + "; leave some out");
  }
  if (!ends_.start) check_length(tokens);
  return tokens;
}

ModelInput Model::input(std::string_view typed) const {
  ModelInput input(read(typed));
  input.texts = tokenizer_->texts_behind(typed);
  if (anatomy().texts) typed = picture_before_texts(typed);
  if (anatomy().picture) input.pixels = pixels_of(typed, *anatomy().picture);
  return input;
}

ModelPtr load_model(const fs::path& path, std::optional<AnswerKind> answer, const Loading& loading) {
  const OutlinePtr outline = outline_of(path);
  const ModelFamily& family = family_of(*outline);
  const std::any& config = outline->family_config();
  if (answer && outline->anatomy().answer != *answer) {
    throw FormatError(config_file_of(path),
                      "belongs to a model that answers with " +
                          std::string(info(outline->anatomy().answer).kind) + ", not with " +
                          info(*answer).kind,
                      "choose another model's folder");
  }
  WordsFile words = folder::words(*outline, family.words(config));
  const Ends ends = outline->ends();
  if (outline->foreign() == nullptr) require_ends(path, ends, words.target);
  try {
    return std::make_shared<const Model>(family, config, outline->weights(loading), std::move(words),
                                         outline->shared_tokenizer(), ends);
  } catch (const std::invalid_argument& error) {
    folder::fail_config(path, error);
  }
}

ModelPtr shared_model(const fs::path& folder, const Loading& loading) {
  static FolderCache<SharedModel> all(
      {"config.json", "words.json", "model.safetensors", "model.safetensors.index.json", "pytorch_model.bin",
       "pytorch_model.bin.index.json", "tokenizer.json", "tokenizer_config.json", "modules.json",
       "1_Pooling/config.json"},
      files_named);
  return all.get(folder)->get(loading);
}

}  // namespace headlight
