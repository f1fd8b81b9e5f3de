#include "app/session/labs/trained_positions.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "app/session/labs/positions_work.h"
#include "core/learn/order_task.h"
#include "core/models/labeller.h"

namespace headlight {
namespace {

std::filesystem::path folder_of(const PositionsLab& lab) {
  return positions_model(name_of(positions_task_names(), lab.task), trained_name(lab));
}

// The mean weight of a head on the right places that are asked.
double weight_on_right(const Trace& trace, OrderTask task, int head, int tokens) {
  const Reading weights = trace.read(head_path("encoder", 0, "self_attention", head, "weights"));
  double sum = 0;
  int count = 0;
  for (int place = 0; place < tokens; ++place) {
    const int right = right_place(task, place);
    if (right < 0 || right >= tokens) continue;
    sum += static_cast<double>(weights(place, right));
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

LabTable rates(const Card& card, const std::string& task) {
  const auto measure = [&](const std::string& name) {
    const auto found = std::find_if(card.measures.begin(), card.measures.end(),
                                    [&](const Measure& each) { return each.name == name; });
    return found == card.measures.end() ? 0.0 : found->value;
  };
  LabTable table{.name = "rates",
                 .columns = {"within", "beyond", "least beyond", "most beyond"},
                 .rows_are = "positions"};
  std::vector<std::string> names;
  for (const Positions kind : kinds_measured()) names.push_back(name_of(kind));
  names.emplace_back("bag");
  for (const std::string& name : names) {
    const std::string beyond = task + "_beyond_" + name;
    std::vector<double> row{measure(task + "_within_" + name), measure(beyond)};
    const auto spread = std::find_if(card.spreads.begin(), card.spreads.end(),
                                     [&](const Spread& each) { return each.name == beyond; });
    row.push_back(spread == card.spreads.end() ? row[1] : spread->least);
    row.push_back(spread == card.spreads.end() ? row[1] : spread->most);
    table.row_names.push_back(name);
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

bool has_trained_positions() {
  return std::filesystem::exists(positions_model("two_back", Positions::sinusoidal) / "config.json");
}

std::string trained_name(const PositionsLab& lab) {
  const bool appended = lab.kind == Positions::sinusoidal && lab.appended;
  return name_of(appended ? Positions::appended : lab.kind);
}

void work_on_trained(LabWork& work, const PositionsLab& lab, Document& recorded) {
  if (!has_trained_positions()) {
    work.note = "The small models are not there: headlight train positions makes them.";
    return;
  }
  const std::string task_name = name_of(positions_task_names(), lab.task);
  const OrderTask task = order_task(task_name);
  const auto model = Labeller::load(folder_of(lab));
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
                 .columns = {"right, A is 0", "answered, A is 0"},
                 .rows_are = "letter",
                 .row_names = trace->words().source};
  for (int place = 0; place < tokens; ++place) {
    const int right = right_place(task, place);
    const bool asked = right >= 0 && right < tokens;
    table.rows.push_back({asked ? static_cast<double>(letters[static_cast<std::size_t>(right)])
                                : std::numeric_limits<double>::quiet_NaN(),
                          static_cast<double>(answers[static_cast<std::size_t>(place)])});
  }
  work.tables.push_back(std::move(table));
  int best = 0;
  for (int head = 1; head < model->config().encoder_heads; ++head) {
    if (weight_on_right(*trace, task, head, tokens) > weight_on_right(*trace, task, best, tokens))
      best = head;
  }
  work.tables.push_back(
      {.name = "weights", .path = head_path("encoder", 0, "self_attention", best, "weights")});
  work.tables.push_back({"head",
                         {"head", "weight on the right place"},
                         {{static_cast<double>(best), weight_on_right(*trace, task, best, tokens)}}});
  work.tables.push_back(
      rates(load_card(positions_model("two_back", "none").parent_path().parent_path()), task_name));
  recorded.sides[0].text = lab.letters;
  recorded.sides[0].trace = recorded.sides[0].unedited = trace;
}

}  // namespace headlight
