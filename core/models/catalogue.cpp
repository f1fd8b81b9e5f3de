#include "core/models/catalogue.h"

#include <algorithm>
#include <filesystem>

#include "core/models/outline.h"

namespace headlight {

namespace {

namespace fs = std::filesystem;

std::uintmax_t weights_bytes(const fs::path& folder) {
  std::error_code missing;
  const std::uintmax_t bytes = fs::file_size(folder / "model.safetensors", missing);
  return missing ? 0 : bytes;
}

// "third/rotary" of the folder `within` is said as "third · rotary".
std::string title_within(const fs::path& folder, const fs::path& within) {
  std::string title;
  for (const fs::path& part : folder.lexically_relative(within))
    title += (title.empty() ? "" : " · ") + part.string();
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

ShelfModel described(std::string name, const fs::path& folder, const Card& card) {
  return {.name = std::move(name),
          .title = card.title,
          .group = {},
          .origin = card.origin,
          .bytes = weights_bytes(folder),
          .data = card.data,
          .limits = card.limits,
          .measures = card.measures};
}

// The small models in a shipped folder that share its card.
std::vector<ShelfModel> small_models(const std::string& name, const fs::path& folder, const Card& card) {
  std::vector<ShelfModel> models;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    if (entry.path().filename() != "config.json") continue;
    const fs::path own = entry.path().parent_path();
    ShelfModel model = described(name + "/" + own.lexically_relative(folder).generic_string(), own, card);
    model.title = title_within(own, folder);
    model.group = card.title;
    model.measures.clear();
    models.push_back(std::move(model));
  }
  std::sort(models.begin(), models.end(),
            [](const ShelfModel& a, const ShelfModel& b) { return a.name < b.name; });
  return models;
}

}  // namespace

std::vector<ShelfModel> shipped_shelf() {
  std::vector<ShelfModel> own;
  std::vector<ShelfModel> small;
  for (const std::string& name : shipped_models()) {
    try {
      const fs::path folder = model_folder(name);
      const OutlinePtr outline = outline_of(folder);
      const Card& card = outline->card();
      if (fs::exists(folder / "config.json")) {
        own.push_back(described(name, folder, card));
      } else {
        const std::vector<ShelfModel> models = small_models(name, folder, card);
        small.insert(small.end(), models.begin(), models.end());
      }
    } catch (const std::exception&) {
      continue;
    }
  }
  own.insert(own.end(), small.begin(), small.end());
  return own;
}

ShelfModel shelf_model(const std::string& name_or_folder) {
  const std::vector<ShelfModel> shelf = shipped_shelf();
  const auto found = std::find_if(shelf.begin(), shelf.end(),
                                  [&](const ShelfModel& each) { return each.name == name_or_folder; });
  if (found != shelf.end()) return *found;
  const fs::path folder = model_folder(name_or_folder);
  ShelfModel model{.name = name_or_folder,
                   .title = folder.filename().string(),
                   .group = {},
                   .origin = "yours",
                   .bytes = weights_bytes(folder)};
  const OutlinePtr outline = outline_of(folder);
  if (outline->has_card()) model = described(name_or_folder, folder, outline->card());
  return model;
}

}  // namespace headlight
