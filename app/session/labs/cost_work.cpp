#include "app/session/labs/cost_work.h"

#include <algorithm>
#include <cmath>

#include "app/session/labs/scaling_work.h"

namespace headlight {
namespace {

constexpr std::size_t most_models = 3;

CostStudy::OnStage on_stage(const Session& session, const Document& document) {
  CostStudy::OnStage stage;
  const TracePtr trace = trace_on_stage(session, document);
  if (trace == nullptr) return stage;
  const TransformerConfig& config = document.model->config();
  stage.words = trace->words().source;
  const auto n = static_cast<int>(stage.words.size());
  const CostLab& settings = session.labs.cost;
  stage.from = settings.from < 0 ? n - 1 : std::min(settings.from, n - 1);
  stage.to = settings.to < 0 ? 0 : std::min(settings.to, n - 1);
  stage.d = config.d_model;
  stage.heads = config.encoder_heads;
  stage.counted = multiply_adds(trace->tape(), "encoder.0.self_attention.");
  stage.recurrent = recurrent_multiply_adds(n, stage.d);
  stage.weights_bytes = 4.0 * stage.heads * n * n;
  stage.state_bytes = 4.0 * stage.d;
  return stage;
}

CostStudy::Curve curve_of(const RealModel& model, double tokens) {
  CostStudy::Curve curve;
  curve.model = &model;
  curve.parameters = parameters_of(model);
  curve.at = cost_of(model, tokens);
  for (int i = 0; i <= 80; ++i) {
    curve.tokens.push_back(std::exp2(i / 4.0));
    curve.costs.push_back(cost_of(model, curve.tokens.back()));
  }
  return curve;
}

}  // namespace

void compute_cost(LabWork& work, const Session& session, const Document& document) {
  auto study = std::make_shared<CostStudy>();
  study->sentence = on_stage(session, document);
  for (const std::string& name : session.labs.cost.models) {
    const RealModel* model = real_model(name);
    if (model == nullptr || study->curves.size() == most_models) continue;
    study->curves.push_back(curve_of(*model, session.labs.cost.tokens));
  }

  for (const CostStudy::Curve& curve : study->curves) {
    LabTable table{"cost of " + std::string(curve.model->name),
                   {"T", "multiply-adds", "cache / bytes", "T x T weights / bytes", "activations / bytes"},
                   {}};
    for (std::size_t i = 0; i < curve.tokens.size(); ++i) {
      const Cost& cost = curve.costs[i];
      table.rows.push_back({curve.tokens[i], cost.multiply_adds, cost.cache, cost.weights, cost.activations});
    }
    work.tables.push_back(std::move(table));
  }
  LabTable growth{"parameters by year", {"year", "parameters", "published"}, {}};
  for (const RealModel& model : real_models())
    growth.rows.push_back({model.year, static_cast<double>(parameters_of(model).total()),
                           static_cast<double>(model.published)});
  work.tables.push_back(std::move(growth));
  work.cost = std::move(study);
}

}  // namespace headlight
