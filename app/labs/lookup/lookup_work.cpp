#include "app/labs/lookup/lookup_work.h"

#include <algorithm>

#include "app/labs/lab_input.h"
#include "app/labs/lab_work.h"
#include "app/labs/lookup/lookup_lab.h"
#include "core/explain/view.h"
#include "core/models/translator.h"

namespace headlight {
namespace {

std::shared_ptr<const std::vector<std::string>> alphabet() {
  auto letters = std::make_shared<std::vector<std::string>>();
  for (char c = 'A'; c <= 'Z'; ++c) letters->emplace_back(1, c);
  return letters;
}

TracePtr of_letters(const LookupLab& settings) {
  LookupTask task{letters_of(settings.letters, LookupLab::most_letters), {}, alphabet()};
  for (const int letter : task.tokens) task.words.emplace_back(1, static_cast<char>('A' + letter));
  const Matrix table = random_table(26, settings.dimensions, static_cast<std::uint64_t>(settings.seed));
  return record_lookup(task, view(table));
}

TracePtr of_sentence(const LabInput& input) {
  const Trace& sentence = *input.first_sentence();
  const Vocabulary& words = input.model->source();
  LookupTask task;
  const Reading tokens = sentence.read("source.tokens");
  for (int t = 0; t < tokens.shape().rows; ++t) task.tokens.push_back(static_cast<int>(tokens(t, 0)));
  task.words = sentence.words().source;
  task.vocabulary = std::make_shared<const std::vector<std::string>>(words.words());
  return record_lookup(task, view(input.model->weights()["source.embedding"]), input.model,
                       input.sides[0].edits);
}

std::vector<int> shown_rows(const Trace& trace) {
  const int all = trace.read("lookup_lab.one_hot").shape().cols;
  std::vector<int> rows;
  if (all <= 26) {
    for (int i = 0; i < all; ++i) rows.push_back(i);
    return rows;
  }
  const Reading tokens = trace.read("lookup_lab.tokens");
  for (int t = 0; t < tokens.shape().rows; ++t) rows.push_back(static_cast<int>(tokens(t, 0)));
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

Heatmap with_rows(const Heatmap& map, const std::vector<int>& rows) {
  Heatmap cut = map;
  cut.rows = static_cast<int>(rows.size());
  cut.values.clear();
  cut.states.clear();
  cut.row_labels.clear();
  for (const int row : rows) {
    cut.row_labels.push_back(map.row_label(row));
    for (int column = 0; column < map.columns; ++column) cut.values.push_back(map.value(row, column));
  }
  return cut;
}

std::vector<LabTable> tables_of(const LookupStudy& study, const std::string& product) {
  LabTable shown{.name = "rows shown", .columns = {"row"}, .rows_are = "word", .row_names = study.names};
  for (const int row : study.rows) shown.rows.push_back({static_cast<double>(row)});
  const LookupCost& cost = study.cost;
  return {{.name = "product", .path = product},
          {.name = "one-hot", .maps = {"one_hot"}},
          {.name = "table", .maps = {"table"}},
          std::move(shown),
          {"cost",
           {"product multiply-adds", "lookup multiply-adds", "product reads", "lookup reads",
            "largest difference"},
           {{static_cast<double>(cost.product_terms), static_cast<double>(cost.lookup_terms),
             static_cast<double>(cost.product_reads), static_cast<double>(cost.lookup_reads),
             study.difference}}}};
}

}  // namespace

void compute_lookup(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<LookupLab>();
  const bool letters = settings.of == LookupOf::letters;
  if (letters && letters_of(settings.letters, LookupLab::most_letters).empty()) return;
  const TracePtr trace = letters ? of_letters(settings) : of_sentence(input);

  LabRecord recorded;
  recorded.set(0, trace);
  recorded.sides[0].text = input.sides[0].text;
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  work.shown = "lookup_lab.product";

  LookupStudy study;
  study.rows = shown_rows(*trace);
  Heatmap one_hot = with_columns(view_of(*trace, "lookup_lab.one_hot"), study.rows);
  one_hot.format = NumberFormat::weight;
  one_hot.scale = {Ramp::sequential, 0, 1, "one-hot", {}, {}};
  const char* table = letters ? "lookup_lab.table" : "parameters.source.embedding";
  Heatmap found = with_rows(view_of(*trace, table), study.rows);
  found.scale = view_of(*trace, "lookup_lab.product").scale;
  for (const float value : found.values) {
    found.scale.high = std::max(found.scale.high, std::abs(value));
    found.scale.low = -found.scale.high;
  }
  const auto on_one_scale = [&](const char* path) {
    Heatmap map = view_of(*trace, path);
    map.scale = found.scale;
    return std::make_shared<const Heatmap>(std::move(map));
  };
  work.maps["one_hot"] = std::make_shared<const Heatmap>(std::move(one_hot));
  work.maps["product"] = on_one_scale("lookup_lab.product");
  work.maps["looked_up"] = on_one_scale("lookup_lab.looked_up");
  work.maps["table"] = std::make_shared<const Heatmap>(std::move(found));

  study.names = work.maps.at("table")->row_labels;
  study.cost = lookup_cost(*trace);
  study.difference = trace->read("lookup_lab.difference").view().map().cwiseAbs().maxCoeff();
  work.tables = tables_of(study, work.shown);
  work.keep(std::move(study));
}

}  // namespace headlight
