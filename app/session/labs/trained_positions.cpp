#include "app/session/labs/trained_positions.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "app/session/kept_card.h"
#include "app/session/labs/small_models.h"
#include "core/learn/positions_evaluate.h"
#include "core/learn/positions_variants.h"

namespace headlight {
namespace {

std::filesystem::path folder_of(const PositionsLab& lab) {
  return positions_model(name_of(trained_task(lab)), trained_name(lab));
}

LabTable mean_looks(const Trace& trace, OrderTask task, const HeadLooks& at, int tokens) {
  const Reading weights = trace.read(head_path("encoder", at.layer, "self_attention", at.head, "weights"));
  const bool by_distance = task == OrderTask::two_back;
  LabTable table{"looks", {by_distance ? "distance" : "place", "mean weight"}, {}};
  const int first = by_distance ? 1 - tokens : 0;
  for (int key = first; key < tokens; ++key) {
    double sum = 0;
    int count = 0;
    for (int row = std::min(first_scored(tokens), tokens - 1); row < tokens; ++row) {
      const int column = by_distance ? row + key : key;
      if (column < 0 || column >= tokens) continue;
      sum += static_cast<double>(weights(row, column));
      ++count;
    }
    if (count > 0) table.rows.push_back({static_cast<double>(key), sum / count});
  }
  return table;
}

constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

}  // namespace

LabTable rates_of(const Card& card, const char* name, OrderTask task, const std::vector<std::string>& rows) {
  const auto measure = [&](const std::string& called) {
    const auto found = std::find_if(card.measures.begin(), card.measures.end(),
                                    [&](const Measure& each) { return each.name == called; });
    return found == card.measures.end() ? not_measured : found->value;
  };
  const auto spread = [&](const std::string& called) {
    const auto found = std::find_if(card.spreads.begin(), card.spreads.end(),
                                    [&](const Spread& each) { return each.name == called; });
    if (found != card.spreads.end()) return *found;
    const double value = measure(called);
    return Spread{called, std::isnan(value) ? 0 : 1, value, value, value, value};
  };
  const bool mirrored = task == OrderTask::two_back;
  LabTable table{.name = name,
                 .columns = {"within", "beyond", "least beyond", "most beyond", "middle beyond",
                             "least within", "most within", "middle within", "runs"},
                 .rows_are = "positions",
                 .row_names = rows};
  if (mirrored) table.columns.emplace_back("ahead");
  for (const std::string& row : rows) {
    const std::string within = measure_name(task, "within", row);
    const std::string beyond = measure_name(task, "beyond", row);
    const Spread near = spread(within), far = spread(beyond);
    table.rows.push_back({measure(within), measure(beyond), far.least, far.most, far.median, near.least,
                          near.most, near.median, static_cast<double>(far.runs)});
    if (mirrored) table.rows.back().push_back(measure(measure_name(task, "ahead", row)));
  }
  return table;
}

bool has_trained_positions() {
  return std::filesystem::exists(positions_model("two_back", Positions::sinusoidal) / "config.json");
}

OrderTask trained_task(const PositionsLab& lab) {
  return lab.task == PositionsTask::third ? OrderTask::third : OrderTask::two_back;
}

std::string trained_name(const PositionsLab& lab) {
  if (lab.variant != PositionsVariantAt::none) {
    const PositionsVariant& variant = positions_variants()[static_cast<std::size_t>(lab.variant)];
    return variant.promise(trained_task(lab)) ? std::string(variant.name) : name_of(variant.positions);
  }
  if (lab.kind == Positions::sinusoidal && lab.appended) return name_of(Positions::appended);
  if (lab.kind == Positions::alibi && lab.one_sided) return "alibi_one_sided";
  return name_of(lab.kind);
}

PositionsVariantAt variant_at(std::string_view name) {
  return static_cast<PositionsVariantAt>(&positions_variant(name) - positions_variants().data());
}

std::vector<std::string> rates_rows() {
  std::vector<std::string> rows;
  for (const PositionsVariant& kind : position_kinds()) rows.emplace_back(kind.name);
  rows.emplace_back("bag");
  return rows;
}

std::vector<std::string> variants_rows(OrderTask task) {
  std::vector<std::string> rows;
  for (const PositionsVariant& variant : positions_variants().subspan(position_kind_count)) {
    if (variant.promise(task)) rows.emplace_back(variant.name);
  }
  if (task == OrderTask::two_back) rows.emplace_back("bag_causal");
  return rows;
}

void work_on_trained(LabWork& work, const PositionsLab& lab, Document& recorded) {
  if (!has_trained_positions()) {
    work.note = "The small models are not there: headlight train positions makes them.";
    return;
  }
  const OrderTask task = trained_task(lab);
  const auto model = small_model(folder_of(lab));
  std::vector<int> letters;
  if (lab.letters.empty()) {
    Random random(static_cast<std::uint64_t>(lab.seed));
    letters = order_example(task, lab.length, random).letters;
  } else {
    letters = model->read(lab.letters);
  }
  const TracePtr trace = model->label(letters);
  const std::vector<int> answers = model->predict(letters);
  const int tokens = static_cast<int>(letters.size());
  LabTable table{.name = "answers",
                 .columns = {"right", "answered"},
                 .rows_are = "letter",
                 .row_names = trace->words().source,
                 .letters = true};
  for (int place = 0; place < tokens; ++place) {
    const int right = right_place(task, place);
    const bool asked = right >= 0 && right < tokens;
    table.rows.push_back(
        {asked ? static_cast<double>(letters[static_cast<std::size_t>(right)]) : not_measured,
         asked ? static_cast<double>(answers[static_cast<std::size_t>(place)]) : not_measured});
  }
  work.tables.push_back(std::move(table));
  const HeadLooks best = best_head(head_looks(*trace, model->config(), task, first_scored(tokens)));
  work.tables.push_back(
      {.name = "weights", .path = head_path("encoder", best.layer, "self_attention", best.head, "weights")});
  work.tables.push_back(
      {"head",
       {"head", "weight on the right place", "layer", "peak on the right place"},
       {{static_cast<double>(best.head), best.weight, static_cast<double>(best.layer), best.peak}}});
  work.tables.push_back(mean_looks(*trace, task, best, tokens));
  const auto card = kept_card(model_folder("positions"));
  work.tables.push_back(rates_of(*card, "rates", task, rates_rows()));
  work.tables.push_back(rates_of(*card, "variants", task, variants_rows(task)));
  recorded.sides[0].text = lab.letters;
  recorded.sides[0].trace = recorded.sides[0].unedited = trace;
}

}  // namespace headlight
