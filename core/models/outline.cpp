#include "core/models/outline.h"

#include <utility>

#include "core/files/read_file.h"
#include "core/models/families.h"
#include "core/models/folder.h"
#include "core/platform/paths.h"

namespace headlight {

namespace fs = std::filesystem;

Outline::Outline(fs::path folder) : folder_(std::move(folder)) {}

const std::string& Outline::config() const {
  return config_.get([&] {
    const fs::path file = folder_ / "config.json";
    if (!fs::exists(file) && has_card()) {
      throw FormatError(folder_, "holds several small models (" + card().title + "), no translator",
                        "the positions lab shows them, `headlight models` lists them");
    }
    return read_text(file);
  });
}

const std::string& Outline::family() const {
  return family_.get([&] { return family_said(*this); });
}

const std::any& Outline::family_config() const {
  return family_config_.get([&] {
    const ModelFamily& family = family_of(*this);
    try {
      return family.config(config());
    } catch (const std::invalid_argument& error) {
      folder::fail_config(folder_, error);
    }
  });
}

const Anatomy& Outline::anatomy() const {
  return anatomy_.get([&] { return family_of(*this).anatomy(family_config()); });
}

const WordsFile& Outline::words() const {
  return words_.get([&] { return read_words(folder_ / "words.json"); });
}

const Tokenizer& Outline::tokenizer() const {
  return *tokenizer_.get([&] { return family_of(*this).tokenizer(family_config(), words()); });
}

bool Outline::has_card() const { return fs::exists(folder_ / "card.json"); }

const Card& Outline::card() const {
  return card_.get([&] { return read_card(folder_); });
}

const Card& Outline::whole_card() const {
  return whole_card_.get([&] {
    Card whole = card();
    if (whole.certainty) whole.certainty->seen = read_seen(folder_);
    return whole;
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

OutlinePtr outline_of(const fs::path& folder) {
  static FolderCache<const Outline> all({"config.json", "words.json", "card.json"});
  return all.get(folder);
}

}  // namespace headlight
