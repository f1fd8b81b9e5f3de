#include "core/models/card.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <type_traits>

#include "core/files/json.h"
#include "core/files/read_file.h"
#include "core/files/write_file.h"
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
  Json json;
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
  if (card.certainty) {
    json["certainty"] = {{"least", in_decimals(card.certainty->least)},
                         {"read", in_decimals(card.certainty->read)},
                         {"unread", card.certainty->unread}};
  }
  json["measures"] = Json::array();
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
  for (const MeasuredCurve& curve : card.curves) {
    Json points = Json::array();
    for (const MeasuredCurve::Point& point : curve.points)
      points.push_back({{"at", point.at}, {"value", point.value}, {"count", point.count}});
    json["curves"].push_back({{"name", curve.name}, {"along", curve.along}, {"points", std::move(points)}});
  }
  return json.dump(2) + "\n";
}

namespace {

template <typename T>
void take(const Json& object, const std::string& field, const char* name, T& value) {
  const Json& json = member(object, field, name);
  if constexpr (std::is_floating_point_v<T>) {
    read_finite(json, inside(field, name), value);
  } else {
    read(json, inside(field, name), value);
  }
}

// ">= 0.99": what met() compares with.
std::optional<double> bound_of(const std::string& target) {
  if (!target.starts_with(">= ") && !target.starts_with("<= ")) return std::nullopt;
  double bound = 0;
  const char* const end = target.data() + target.size();
  const auto [last, error] = portable::from_chars(target.data() + 3, end, bound);
  if (error != std::errc{} || last != end || !std::isfinite(bound)) return std::nullopt;
  return bound;
}

void read_measure(const Json& json, const std::string& field, Measure& measure) {
  take(json, field, "name", measure.name);
  take(json, field, "value", measure.value);
  take(json, field, "unit", measure.unit);
  take(json, field, "target", measure.target);
  if (!measure.target.empty() && !bound_of(measure.target)) {
    fail_field(inside(field, "target"), "has to be as \">= 0.99\" or \"<= 20\", or empty");
  }
}

void read_spread(const Json& json, const std::string& field, Spread& spread) {
  take(json, field, "name", spread.name);
  take(json, field, "runs", spread.runs);
  take(json, field, "mean", spread.mean);
  take(json, field, "median", spread.median);
  take(json, field, "least", spread.least);
  take(json, field, "most", spread.most);
}

void read_curve(const Json& json, const std::string& field, MeasuredCurve& curve) {
  take(json, field, "name", curve.name);
  take(json, field, "along", curve.along);
  read_list(member(json, field, "points"), inside(field, "points"), curve.points,
            [](const Json& one, const std::string& place, MeasuredCurve::Point& point) {
              take(one, place, "at", point.at);
              take(one, place, "value", point.value);
              take(one, place, "count", point.count);
            });
}

void read_head(const Json& json, const std::string& field, HeadPlace& head) {
  take(json, field, "stack", head.stack);
  take(json, field, "attention", head.attention);
  take(json, field, "layer", head.layer);
  take(json, field, "head", head.head);
}

// A share of one.
void read_share(const Json& object, const std::string& field, const char* name, float& share) {
  double value = 0;
  take(object, field, name, value);
  if (value < 0 || value > 1) fail_field(inside(field, name), "has to be from 0 to 1");
  share = static_cast<float>(value);
}

void read_certainty(const Json& json, const std::string& field, Calibration& calibration) {
  read_share(json, field, "least", calibration.least);
  read_share(json, field, "read", calibration.read);
  take(json, field, "unread", calibration.unread);
}

constexpr const char* seen_file = "seen.json";

}  // namespace

bool Measure::met() const {
  const std::optional<double> bound = bound_of(target);
  if (!bound) return true;
  return target.starts_with(">=") ? value >= *bound : value <= *bound;
}

Card card_from_json(const std::string& text) {
  return read_json(text, [](const Json& json) {
    Card card;
    take(json, "", "name", card.name);
    take(json, "", "title", card.title);
    take(json, "", "origin", card.origin);
    take(json, "", "data", card.data);
    take(json, "", "recipe", card.recipe);
    take(json, "", "departs", card.departs);
    take(json, "", "limits", card.limits);
    if (const auto head = json.find("reference_head"); head != json.end())
      read_head(*head, "reference_head", card.reference_head.emplace());
    if (const auto certainty = json.find("certainty"); certainty != json.end())
      read_certainty(*certainty, "certainty", card.certainty.emplace());
    read_list(member(json, "", "measures"), "measures", card.measures, read_measure);
    if (const auto spreads = json.find("spreads"); spreads != json.end())
      read_list(*spreads, "spreads", card.spreads, read_spread);
    if (const auto curves = json.find("curves"); curves != json.end())
      read_list(*curves, "curves", card.curves, read_curve);
    return card;
  });
}

Card read_card(const fs::path& folder) {
  const fs::path file = folder / "card.json";
  try {
    return card_from_json(read_text(file));
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "compare it with a shipped model's card");
  }
}

std::shared_ptr<const SeenWords> read_seen(const fs::path& folder) {
  const fs::path file = folder / seen_file;
  if (!fs::exists(file)) return nullptr;
  try {
    return std::make_shared<const SeenWords>(seen_words_from_json(read_text(file)));
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "remove it, and nothing is new to this model");
  }
}

Card load_card(const fs::path& folder) {
  Card card = read_card(folder);
  if (card.certainty) card.certainty->seen = read_seen(folder);
  return card;
}

void save_card(const Card& card, const fs::path& folder) {
  // The card last: whoever sees that it is new finds the rest as new.
  if (card.certainty && card.certainty->seen != nullptr)
    replace_file(folder / seen_file, std::span<const char>(to_json(*card.certainty->seen)));
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
  if (fs::is_directory(name_or_folder)) return name_or_folder;
  std::string known;
  for (const std::string& name : shipped_models()) known += (known.empty() ? "" : ", ") + name;
  throw std::invalid_argument("no model " + in_quotes(name_or_folder) + "; shipped: " +
                              (known.empty() ? "none" : known) + "; or give a model's folder");
}

}  // namespace headlight
