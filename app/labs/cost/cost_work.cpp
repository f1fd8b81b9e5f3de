#include "app/labs/cost/cost_work.h"

#include <algorithm>
#include <cmath>

#include "app/labs/cost/cost_lab.h"
#include "app/labs/lab_input.h"
#include "app/labs/lab_work.h"

namespace headlight {
namespace {

CostStudy::OnStage on_stage(const LabInput& input) {
  CostStudy::OnStage stage;
  const TracePtr trace = input.trace_on_stage();
  if (trace == nullptr) return stage;
  const std::vector<AttentionHeads>& all = trace->anatomy().attentions;
  const auto own =
      std::find_if(all.begin(), all.end(), [](const AttentionHeads& each) { return !each.info().crosses(); });
  if (own == all.end()) return stage;
  const Node& query = trace->tape().node(trace->at(own->info().path(0, 0, "query")));
  stage.words = trace->tokens(own->info().asks);
  const auto n = static_cast<int>(stage.words.size());
  const auto& settings = input.settings<CostLab>();
  stage.from = settings.from < 0 ? n - 1 : std::min(settings.from, n - 1);
  stage.to = settings.to < 0 ? 0 : std::min(settings.to, n - 1);
  stage.d = trace->tape().node(query.inputs.at(0)).shape.cols;
  stage.heads = own->in(0);
  stage.counted = multiply_adds(trace->tape(), own->info().block(0) + ".");
  stage.recurrent = recurrent_multiply_adds(n, stage.d);
  stage.weights_bytes = 4.0 * stage.heads * n * n;
  stage.keys_bytes = 4.0 * 2 * n * stage.d;
  stage.state_bytes = 4.0 * stage.d;
  return stage;
}

CostStudy::Curve curve_of(const RealModel& model, double tokens) {
  CostStudy::Curve curve;
  curve.model = &model;
  curve.parameters = parameters_of(model);
  curve.at = cost_of(model, tokens);
  if (model.context > 0) curve.trained = cost_of(model, model.context);
  for (int i = 0;; ++i) {
    const double t = std::exp2(i / 4.0);
    if (t > CostLab::most_tokens) return curve;
    curve.tokens.push_back(t);
    curve.costs.push_back(cost_of(model, t));
  }
}

LabTable table_of_sentence(const CostStudy::OnStage& stage) {
  const auto words = static_cast<double>(stage.words.size());
  const double path = std::abs(stage.from - stage.to);
  return {.name = "layers of the sentence",
          .columns = {"words", "d", "steps one after another", "path between the two words", "multiply-adds",
                      "kept / bytes", "weights / bytes"},
          .rows = {{words, static_cast<double>(stage.d), words, path, stage.recurrent, stage.state_bytes, 0},
                   {words, static_cast<double>(stage.d), 1, std::min(path, 1.0),
                    static_cast<double>(stage.counted), stage.keys_bytes, stage.weights_bytes}},
          .rows_are = "layer",
          .row_names = {"recurrent", "attention"}};
}

const std::vector<std::string>& cost_columns() {
  static const std::vector<std::string> names{"T", "multiply-adds", "cache / bytes", "T x T weights / bytes",
                                              "activations / bytes"};
  return names;
}

std::vector<double> row_of(double tokens, const Cost& cost) {
  return {tokens, cost.multiply_adds, cost.cache, cost.weights, cost.activations};
}

// All at the chosen T, then each against T.
std::vector<LabTable> tables_of_models(const CostStudy& study, const CostLab& settings) {
  std::vector<LabTable> tables;
  LabTable all{.name = "models", .columns = cost_columns(), .rows_are = "model"};
  all.columns.emplace_back("parameters");
  for (const CostStudy::Curve& curve : study.curves) {
    all.row_names.emplace_back(curve.model->name);
    std::vector<double>& row = all.rows.emplace_back(row_of(settings.tokens, curve.at));
    row.push_back(static_cast<double>(curve.parameters.total()));
  }
  if (!all.rows.empty()) tables.push_back(std::move(all));
  for (const CostStudy::Curve& curve : study.curves) {
    LabTable& each = tables.emplace_back(LabTable{
        .name = "cost of " + std::string(curve.model->name), .columns = cost_columns(), .rows_are = "model"});
    for (std::size_t i = 0; i < curve.tokens.size(); ++i) {
      each.row_names.emplace_back(curve.model->name);
      each.rows.push_back(row_of(curve.tokens[i], curve.costs[i]));
    }
  }
  return tables;
}

LabTable table_of_growth() {
  LabTable growth{
      .name = "parameters by year", .columns = {"year", "parameters", "published"}, .rows_are = "model"};
  for (const RealModel& model : real_models()) {
    growth.row_names.emplace_back(model.name);
    growth.rows.push_back({model.year, static_cast<double>(parameters_of(model).total()),
                           static_cast<double>(model.published)});
  }
  return growth;
}

// The largest models of the list, the line through them, and its factor a year.
LabTable table_of_line(const Growth& line) {
  LabTable table{.name = "largest in the list",
                 .columns = {"year", "parameters", "on the line", "factor a year"},
                 .rows_are = "model"};
  for (const RealModel* model : line.largest) {
    table.row_names.emplace_back(model->name);
    table.rows.push_back({model->year, static_cast<double>(parameters_of(*model).total()),
                          line.parameters(model->year), line.factor()});
  }
  return table;
}

// What the page shows comes first; lessons quote the other pages' tables, too.
std::vector<LabTable> tables_of(const CostStudy& study, const CostLab& settings) {
  std::vector<LabTable> tables;
  const auto add_models = [&] {
    for (LabTable& table : tables_of_models(study, settings)) tables.push_back(std::move(table));
  };
  if (settings.page == CostLab::Page::sentence && !study.sentence.words.empty())
    tables.push_back(table_of_sentence(study.sentence));
  const bool growth_first = settings.page == CostLab::Page::growth;
  if (!growth_first) add_models();
  tables.push_back(table_of_growth());
  tables.push_back(table_of_line(study.growth));
  if (growth_first) add_models();
  return tables;
}

}  // namespace

void compute_cost(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<CostLab>();
  CostStudy study;
  study.sentence = on_stage(input);
  for (const std::string& name : settings.models) {
    const RealModel* model = real_model(name);
    if (model == nullptr || study.curves.size() == CostLab::most_models) continue;
    study.curves.push_back(curve_of(*model, settings.tokens));
  }
  study.growth = growth_since(first_year_of_growth);
  work.tables = tables_of(study, settings);
  work.keep(std::move(study));
}

}  // namespace headlight
