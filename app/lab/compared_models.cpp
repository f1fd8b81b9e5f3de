#include "app/lab/compared_models.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <set>
#include <sstream>
#include <stdexcept>

#include "core/models/outline.h"
#include "core/text/say.h"
#include "core/text/word_pairs.h"

namespace headlight {
namespace {

constexpr double no_point = std::numeric_limits<double>::quiet_NaN();

std::string without_model(const NamedModel& model, const std::string& what) {
  return say("No {what} of the model {folder}: headlight-train model {folder} makes it.",
             {{"what", what}, {"folder", model.folder}});
}

}  // namespace

std::shared_ptr<const Card> card_of(const std::string& model) {
  try {
    const OutlinePtr outline = outline_of(model_folder(model));
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

std::vector<std::string> ComparedRun::words() const {
  std::vector<std::string> texts;
  for (const Word& word : written) texts.push_back(word.text);
  return texts;
}

int ComparedRun::others() const {
  return static_cast<int>(
      std::count_if(written.begin(), written.end(), [](const Word& word) { return word.other; }));
}

namespace {

void add_run(std::vector<ComparedRun>& models, std::string name, Run run) {
  ComparedRun model{
      .name = std::move(name), .number = static_cast<int>(models.size()), .run = std::move(run)};
  if (const Trace* trace = model.trace(); trace != nullptr) {
    // Elided words of a translation stand as one: "l'animal".
    const bool translation = trace->anatomy().answer == AnswerKind::translation;
    for (std::string& word : translation ? spaced_words(written(*trace)) : written_words(*trace))
      model.written.push_back({std::move(word)});
  }
  models.push_back(std::move(model));
}

// Which words of the first list the second has in the same place of its own.
std::vector<bool> found_in(const std::vector<std::string>& words, const std::vector<std::string>& other) {
  std::vector<bool> found(words.size());
  for (const WordPair& pair : pair_words(words, other)) {
    if (!pair.first || !pair.second) continue;
    const auto at = static_cast<std::size_t>(*pair.first);
    found[at] = words[at] == other[*pair.second];
  }
  return found;
}

}  // namespace

std::vector<ComparedRun> compared_runs(const LabInput& input, const std::string& text,
                                       std::span<const NamedModel> shipped, AnswerKind answer,
                                       std::vector<const Run*> before) {
  for (const Run& run : *input.runs) before.push_back(&run);
  RunComputing computing(std::move(before), input.cancel);
  std::vector<ComparedRun> models;
  bool any = false;
  for (const NamedModel& named : shipped) {
    const auto run = input.piece("run/" + std::string(named.folder) + "/" + text, [&] {
      Run made;
      made.text = text;
      made.model_name = named.folder;
      const UsedModel used = find_model(made.model_name, nullptr, made.error);
      made.model = used.model;
      if (made.model != nullptr) computing.compute_unedited(made);
      if (computing.cancelled()) throw LabCancelled();
      computing.compute_edited(made, used);
      return made;
    });
    any |= run->trace != nullptr;
    add_run(models, named.name, *run);
  }
  if (!any) throw std::runtime_error(models.back().run.error);
  for (std::size_t i = 0; i < input.runs->size() && models.size() < most_compared; ++i) {
    const Run& run = (*input.runs)[i];
    const bool is_shipped = std::any_of(shipped.begin(), shipped.end(), [&](const NamedModel& named) {
      return run.model_name == named.folder;
    });
    const bool on_stage = &run == &input.run(0) || &run == &input.run(1);
    if (run.text != text || run.trace == nullptr || run.trace->anatomy().answer != answer ||
        (is_shipped && (on_stage || !run.edited())))
      continue;
    std::string name = short_name(run.model_name);
    if (run.edited()) name = say("{model}, edited", {{"model", name}});
    if (std::any_of(models.begin(), models.end(), [&](const ComparedRun& each) { return each.name == name; }))
      name = say("{model} (run {n})", {{"model", name}, {"n", std::to_string(i)}});
    add_run(models, std::move(name), run);
  }
  return models;
}

void mark_others(ComparedRun& model, std::span<const std::vector<std::string>> answers, bool all_of_them) {
  const std::vector<std::string> words = model.words();
  std::vector<bool> same(words.size(), all_of_them || answers.empty());
  std::ptrdiff_t most = -1;
  for (const std::vector<std::string>& answer : answers) {
    const std::vector<bool> found = found_in(words, answer);
    const std::ptrdiff_t count = std::count(found.begin(), found.end(), true);
    for (std::size_t i = 0; all_of_them && i < same.size(); ++i) same[i] = same[i] && found[i];
    if (!all_of_them && count > most) same = found;
    most = std::max(most, count);
  }
  for (std::size_t i = 0; i < words.size(); ++i) model.written[i].other = !model.right && !same[i];
}

void add_curve(std::vector<CardCurve>& curves, std::vector<std::string>& without, const NamedModel& model,
               const char* name, const char* called) {
  const std::shared_ptr<const Card> card = card_of(model.folder);
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
