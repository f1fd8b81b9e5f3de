#include "core/models/card.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>

#include "core/files/assets.h"
#include "core/files/file_error.h"
#include "core/files/replace_file.h"
#include "core/files/text.h"

namespace headlight {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

bool Measure::met() const {
  if (target.empty()) return true;
  const std::size_t space = target.find(' ');
  const double bound = std::stod(target.substr(space + 1));
  return target.starts_with(">=") ? value >= bound : value <= bound;
}

Spread spread_over(std::string name, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t count = values.size(), half = count / 2;
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {.name = std::move(name),
          .runs = static_cast<int>(count),
          .mean = sum / static_cast<double>(count),
          .median = count % 2 == 1 ? values.at(half) : (values.at(half - 1) + values.at(half)) / 2,
          .least = values.front(),
          .most = values.back()};
}

std::string to_json(const Card& card) {
  ordered_json json;
  json["name"] = card.name;
  json["title"] = card.title;
  json["origin"] = card.origin;
  json["data"] = card.data;
  json["recipe"] = card.recipe;
  json["departs"] = card.departs;
  json["limits"] = card.limits;
  if (card.reference_head) {
    const HeadPlace& head = *card.reference_head;
    json["reference_head"] = {
        {"stack", head.stack}, {"attention", head.attention}, {"layer", head.layer}, {"head", head.head}};
  }
  json["measures"] = ordered_json::array();
  for (const Measure& measure : card.measures) {
    json["measures"].push_back({{"name", measure.name},
                                {"value", measure.value},
                                {"unit", measure.unit},
                                {"target", measure.target}});
  }
  for (const Spread& spread : card.spreads) {
    json["spreads"].push_back({{"name", spread.name},
                               {"runs", spread.runs},
                               {"mean", spread.mean},
                               {"median", spread.median},
                               {"least", spread.least},
                               {"most", spread.most}});
  }
  return json.dump(2) + "\n";
}

Card card_from_json(const std::string& text) {
  try {
    const ordered_json json = ordered_json::parse(text);
    Card card;
    json.at("name").get_to(card.name);
    json.at("title").get_to(card.title);
    json.at("origin").get_to(card.origin);
    json.at("data").get_to(card.data);
    json.at("recipe").get_to(card.recipe);
    json.at("departs").get_to(card.departs);
    json.at("limits").get_to(card.limits);
    if (json.contains("reference_head")) {
      const ordered_json& head = json.at("reference_head");
      card.reference_head =
          HeadPlace{head.at("stack"), head.at("attention"), head.at("layer"), head.at("head")};
    }
    for (const ordered_json& one : json.at("measures")) {
      card.measures.push_back({one.at("name"), one.at("value"), one.at("unit"), one.at("target")});
    }
    if (json.contains("spreads")) {
      for (const ordered_json& one : json.at("spreads")) {
        card.spreads.push_back({one.at("name"), one.at("runs"), one.at("mean"), one.at("median"),
                                one.at("least"), one.at("most")});
      }
    }
    return card;
  } catch (const nlohmann::json::exception& error) {
    throw std::invalid_argument(error.what());
  }
}

Card load_card(const fs::path& folder) {
  const fs::path file = folder / "card.json";
  try {
    return card_from_json(read_text(file));
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "compare it with a shipped model's card");
  }
}

void save_card(const Card& card, const fs::path& folder) {
  replace_file(folder / "card.json", std::span<const char>(to_json(card)));
}

std::vector<std::string> shipped_models() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(assets_folder() / "models", error)) {
    if (fs::exists(entry.path() / "card.json")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

fs::path model_folder(const std::string& name_or_folder) {
  const std::vector<std::string> shipped = shipped_models();
  if (std::find(shipped.begin(), shipped.end(), name_or_folder) != shipped.end()) {
    return assets_folder() / "models" / name_or_folder;
  }
  if (fs::is_directory(name_or_folder)) return name_or_folder;
  std::string known;
  for (const std::string& name : shipped) known += (known.empty() ? "" : ", ") + name;
  throw std::invalid_argument("no model \"" + name_or_folder + "\"; shipped: " +
                              (known.empty() ? "none" : known) + "; or give a model's folder");
}

}  // namespace headlight
