#include "core/models/card.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/files/json_fields.h"
#include "core/files/read_file.h"
#include "core/files/write_file.h"
#include "core/models/given.h"
#include "core/platform/paths.h"
#include "core/platform/portable.h"
#include "core/text/printable.h"

namespace headlight {

namespace fs = std::filesystem;

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

namespace {

// A float as few digits as name it, not as many as its double has.
double in_decimals(float value) { return std::round(static_cast<double>(value) * 1e4) / 1e4; }

}  // namespace

std::string to_json(const Card& card) {
  Json json = fields_json(card);
  if (card.certainty) {
    json["certainty"]["least"] = in_decimals(card.certainty->least);
    json["certainty"]["read"] = in_decimals(card.certainty->read);
  }
  return json.dump(2) + "\n";
}

namespace {

// ">= 0.99": what met() compares with.
std::optional<double> bound_of(const std::string& target) {
  if (!target.starts_with(">= ") && !target.starts_with("<= ")) return std::nullopt;
  double bound = 0;
  const char* const end = target.data() + target.size();
  const auto [last, error] = portable::from_chars(target.data() + 3, end, bound);
  if (error != std::errc{} || last != end || !std::isfinite(bound)) return std::nullopt;
  return bound;
}

}  // namespace

bool Measure::met() const {
  const std::optional<double> bound = bound_of(target);
  if (!bound) return true;
  return target.starts_with(">=") ? value >= *bound : value <= *bound;
}

Card card_from_json(const std::string& text) {
  return read_json(text, [](const Json& json) {
    Card card;
    Card::fields(card, TakeField{read_object(json, ""), ""});
    for (std::size_t i = 0; i < card.measures.size(); ++i) {
      const std::string& target = card.measures[i].target;
      if (target.empty() || bound_of(target)) continue;
      fail_field("measures[" + std::to_string(i) + "].target",
                 "has to be as \">= 0.99\" or \"<= 20\", or empty");
    }
    const auto check_share = [](const char* field, float share) {
      if (share < 0 || share > 1) fail_field(field, "has to be from 0 to 1");
    };
    if (card.certainty) {
      check_share("certainty.least", card.certainty->least);
      check_share("certainty.read", card.certainty->read);
    }
    return card;
  });
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
  const fs::path shipped = assets_folder() / "models";
  const fs::path named = fs::path(name_or_folder).lexically_normal();
  const auto has_card = [&](const fs::path& name) {
    return name.has_filename() && name != ".." && fs::exists(shipped / name / "card.json");
  };
  const fs::path first = named.empty() ? named : *named.begin();
  if (first == name_or_folder && has_card(first)) return shipped / first;
  // One of several small models of a shipped folder: "positions/third/rotary".
  if (has_card(first) && fs::exists(shipped / named / "config.json")) return shipped / named;
  if (fs::is_directory(name_or_folder) || names_given(name_or_folder)) return name_or_folder;
  std::string known;
  for (const std::string& name : shipped_models()) known += (known.empty() ? "" : ", ") + name;
  throw std::invalid_argument("no model " + in_quotes(name_or_folder) + "; shipped: " +
                              (known.empty() ? "none" : known) + "; or give a model's folder");
}

std::filesystem::path positions_model(std::string_view task, Positions kind) {
  return positions_model(task, name_of(kind));
}

std::filesystem::path positions_model(std::string_view task, std::string_view kind) {
  return assets_folder() / "models" / "positions" / task / kind;
}

}  // namespace headlight
