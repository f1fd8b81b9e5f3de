#include "app/lab/compared_models.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <set>
#include <sstream>

#include "core/models/outline.h"
#include "core/text/word_pairs.h"

namespace headlight {
namespace {

constexpr double no_point = std::numeric_limits<double>::quiet_NaN();

std::string without_model(const NamedModel& model, const std::string& what) {
  return "No " + what + " of the model " + model.folder + ": headlight train " + model.folder + " makes it.";
}

}  // namespace

std::shared_ptr<const Card> card_of(const NamedModel& model) {
  try {
    const OutlinePtr outline = outline_of(model_folder(model.folder));
    return {outline, &outline->card()};
  } catch (const std::exception&) {
    return nullptr;
  }
}

std::vector<std::string> spaced_words(const std::string& text) {
  std::istringstream parts(text);
  std::vector<std::string> words;
  for (std::string word; parts >> word;) words.push_back(word);
  return words;
}

std::vector<bool> found_in(const std::vector<std::string>& words, const std::vector<std::string>& other) {
  std::vector<bool> found(words.size());
  for (const WordPair& pair : pair_words(words, other)) {
    if (!pair.first || !pair.second) continue;
    const auto at = static_cast<std::size_t>(*pair.first);
    found[at] = words[at] == other[static_cast<std::size_t>(*pair.second)];
  }
  return found;
}

void add_curve(std::vector<CardCurve>& curves, std::vector<std::string>& without, const NamedModel& model,
               const char* name, const char* called) {
  const std::shared_ptr<const Card> card = card_of(model);
  if (card != nullptr) {
    for (const MeasuredCurve& curve : card->curves) {
      if (curve.name != name || curve.points.empty()) continue;
      curves.push_back({called, curve});
      return;
    }
  }
  without.push_back(without_model(model, card == nullptr ? "card" : "such curve on the card"));
}

LabTable curves_table(const char* name, const std::vector<CardCurve>& curves, const std::string& of) {
  LabTable table{.name = name, .columns = {curves.front().curve.along}};
  std::set<double> places;
  for (const CardCurve& each : curves) {
    table.columns.push_back(each.model);
    table.columns.push_back(of + ", " + each.model);
    for (const MeasuredCurve::Point& point : each.curve.points) places.insert(point.at);
  }
  for (const double at : places) {
    std::vector<double> row{at};
    for (const CardCurve& each : curves) {
      const auto found = std::find_if(each.curve.points.begin(), each.curve.points.end(),
                                      [at](const MeasuredCurve::Point& point) { return point.at == at; });
      const bool there = found != each.curve.points.end();
      row.push_back(there ? found->value : no_point);
      row.push_back(there ? found->count : no_point);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace headlight
