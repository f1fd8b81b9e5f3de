#include "app/labs/positions/trained_positions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/matrix/random.h"
#include "core/models/outline.h"
#include "core/text/say.h"

namespace headlight {
namespace {

std::filesystem::path folder_of(const PositionsLab& lab) {
  return positions_model(name_of(trained_task(lab)), trained_name(lab));
}

std::vector<TrainedStudy::Look> mean_looks(const Trace& trace, OrderTask task, const HeadLooks& at,
                                           int tokens) {
  const Reading weights = trace.read(head_path("encoder", at.layer, "self_attention", at.head, "weights"));
  const bool by_distance = task == OrderTask::two_back;
  std::vector<TrainedStudy::Look> looks;
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
    if (count > 0) looks.push_back({key, sum / count});
  }
  return looks;
}

constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

// As a number of a table: a letter, or none.
double letter_number(int letter) { return letter >= 0 ? letter : not_measured; }

// Of kinds, and a guess from all letters.
std::vector<std::string> kind_keys() {
  std::vector<std::string> keys;
  for (const PositionsVariant& kind : position_kinds()) keys.emplace_back(kind.name);
  keys.emplace_back("bag");
  return keys;
}

std::vector<std::string> variant_keys(OrderTask task) {
  std::vector<std::string> keys;
  for (const PositionsVariant& variant : positions_variants().subspan(position_kind_count)) {
    if (variant.promise(task)) keys.emplace_back(variant.name);
  }
  if (task == OrderTask::two_back) keys.emplace_back("bag_causal");
  return keys;
}

std::vector<LabTable> tables_of(const TrainedStudy& study) {
  LabTable answers{.name = "answers",
                   .columns = {"right", "answered"},
                   .rows_are = "letter",
                   .row_names = study.letters,
                   .letters = true};
  for (const TrainedStudy::Answer& answer : study.answers)
    answers.rows.push_back({letter_number(answer.expected), letter_number(answer.answered)});
  const HeadLooks& best = study.head;
  const bool by_distance = study.task == OrderTask::two_back;
  LabTable looks{"looks", {by_distance ? "distance" : "place", "mean weight"}, {}};
  for (const TrainedStudy::Look& look : study.looks)
    looks.rows.push_back({static_cast<double>(look.at), look.weight});
  return {
      std::move(answers),
      {.name = "weights", .path = head_path("encoder", best.layer, "self_attention", best.head, "weights")},
      {"head",
       {"head", "weight on the right place", "layer", "peak on the right place"},
       {{static_cast<double>(best.head), best.weight, static_cast<double>(best.layer), best.peak}}},
      std::move(looks),
      rates_table("rates", study.task, study.kinds),
      rates_table("variants", study.task, study.variants)};
}

}  // namespace

std::vector<TrainedRate> rates_of(const Card& card, OrderTask task, const std::vector<std::string>& keys) {
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
  std::vector<TrainedRate> rates;
  for (const std::string& key : keys) {
    const std::string within = measure_name(task, "within", key);
    const std::string beyond = measure_name(task, "beyond", key);
    rates.push_back({key, measure(within), measure(beyond), spread(within), spread(beyond),
                     task == OrderTask::two_back ? measure(measure_name(task, "ahead", key)) : not_measured});
  }
  return rates;
}

LabTable rates_table(const char* name, OrderTask task, const std::vector<TrainedRate>& rates) {
  const bool mirrored = task == OrderTask::two_back;
  LabTable table{.name = name,
                 .columns = {"within", "beyond", "least beyond", "most beyond", "middle beyond",
                             "least within", "most within", "middle within", "runs"},
                 .rows_are = "positions"};
  if (mirrored) table.columns.emplace_back("ahead");
  for (const TrainedRate& rate : rates) {
    const Spread &near = rate.near, &far = rate.far;
    table.row_names.push_back(rate.key);
    table.rows.push_back({rate.within, rate.beyond, far.least, far.most, far.median, near.least, near.most,
                          near.median, static_cast<double>(far.runs)});
    if (mirrored) table.rows.back().push_back(rate.ahead);
  }
  return table;
}

ModelPtr small_model(const std::filesystem::path& folder) {
  ModelPtr model = shared_model(folder);
  // Loaded again, which says what else it is.
  return model->anatomy().answer == AnswerKind::labels ? model : load_model(folder, AnswerKind::labels);
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
  if (lab.is_appended()) return name_of(Positions::appended);
  if (lab.kind == Positions::alibi && lab.one_sided) return "alibi_one_sided";
  return name_of(lab.kind);
}

PositionsVariantAt variant_at(std::string_view name) {
  return static_cast<PositionsVariantAt>(&positions_variant(name) - positions_variants().data());
}

std::optional<TrainedStudy> study_trained(const PositionsLab& lab, LabWork& work) {
  if (!has_trained_positions()) {
    work.note = "The small models are missing: headlight-train model positions makes them.";
    return std::nullopt;
  }
  TrainedStudy study;
  study.task = trained_task(lab);
  const OrderTask task = study.task;
  const auto model = small_model(folder_of(lab));
  std::vector<int> letters;
  if (lab.letters.empty()) {
    Random random(static_cast<std::uint64_t>(lab.seed));
    letters = order_example(task, lab.length, random).letters;
  } else {
    letters = model->read(lab.letters);
  }
  const TracePtr trace = model->trace({.input = letters});
  const std::vector<int> answers = model->answer(letters);
  const int tokens = static_cast<int>(letters.size());
  study.letters = trace->words().source;
  for (int place = 0; place < tokens; ++place) {
    const int right = right_place(task, place);
    TrainedStudy::Answer& answer = study.answers.emplace_back();
    if (right < 0 || right >= tokens) continue;
    answer = {letters[right], answers[place]};
  }
  study.head = best_head(head_looks(*trace, model->config(), task, first_scored(tokens)));
  study.looks = mean_looks(*trace, task, study.head, tokens);
  const OutlinePtr trained = outline_of(model_folder("positions"));
  study.kinds = rates_of(trained->card(), task, kind_keys());
  study.variants = rates_of(trained->card(), task, variant_keys(task));
  work.tables = tables_of(study);

  LabRecord recorded;
  recorded.runs[0].text = lab.letters;
  recorded.set(0, trace);
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  return study;
}

namespace {

Matrix random_numbers(int rows, int columns, double spread) {
  Random random(7);
  return normal_matrix(rows, columns, random, spread);
}

PositionTable of_small_model(Positions kind, const std::string& name) {
  return {small_model(positions_model("two_back", kind))->weights()[name],
          say("Learned by a small model for letters, which answers with the letter two back, trained on "
              "{letters} letters.",
              {{"letters", trained_letters()}})};
}

PositionTable own(const Model& model, const std::string& name) {
  return {model.weights()[name], "The model’s own table, as trained."};
}

}  // namespace

PositionTable learned_table(const Model& model) {
  const TransformerConfig& config = model.config();
  if (config.positions == Positions::learned)
    return own(model, std::string(model.anatomy().stacks.front().input) + ".positions");
  if (has_trained_positions()) return of_small_model(Positions::learned, "source.positions");
  return {random_numbers(config.max_tokens, config.d_model, 1 / std::sqrt(config.d_model)),
          say("Random numbers: a table before training.")};
}

PositionTable relative_table(const Model& model) {
  const TransformerConfig& config = model.config();
  if (config.positions == Positions::relative)
    return own(model, model.anatomy().reading()->info().block(0) + ".positions");
  if (has_trained_positions())
    return of_small_model(Positions::relative, "encoder.0.self_attention.positions");
  return {random_numbers(config.reading_heads(), 2 * config.position_reach + 1, 1),
          say("Random numbers: a table before training.")};
}

}  // namespace headlight
