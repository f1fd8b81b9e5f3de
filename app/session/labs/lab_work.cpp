#include "app/session/labs/lab_work.h"

#include <algorithm>
#include <array>
#include <exception>
#include <limits>

#include "app/session/labs/cost_work.h"
#include "app/session/labs/masks_work.h"
#include "app/session/labs/positions_work.h"
#include "app/session/labs/scaling_work.h"
#include "app/session/labs/temperature_work.h"

namespace headlight {
namespace {

using Compute = void (*)(LabWork& work, const Session& session, const Document& document);
struct Worker {
  LabKind lab;
  Compute compute;
  bool of_word = false;  // it is about the word and the sentence that are selected, too
};
// The labs that compute something; the others read the model's trace.
constexpr std::array workers{
    Worker{LabKind::lookup, compute_lookup},         Worker{LabKind::positions, compute_positions},
    Worker{LabKind::order, compute_order},           Worker{LabKind::attention, compute_attention, true},
    Worker{LabKind::scaling, compute_scaling, true}, Worker{LabKind::temperature, compute_temperature, true},
    Worker{LabKind::masks, compute_masks},           Worker{LabKind::cost, compute_cost},
};

// What of the session's selection the open lab is about.
std::string subject_of(const Session& session) {
  const auto worker = std::find_if(workers.begin(), workers.end(),
                                   [&](const Worker& each) { return each.lab == session.lab; });
  std::string subject = selected_head_path(session, "weights");
  if (worker != workers.end() && worker->of_word)
    subject += "[" + std::to_string(session.token) + "] of " + std::to_string(session.side);
  return subject;
}

}  // namespace

const LabTable* LabWork::table(std::string_view name) const {
  const auto found =
      std::find_if(tables.begin(), tables.end(), [name](const LabTable& each) { return each.name == name; });
  return found == tables.end() ? nullptr : &*found;
}

double LabWork::number(std::string_view name, std::string_view column) const {
  const LabTable* numbers = table(name);
  if (numbers != nullptr && !numbers->rows.empty()) {
    const auto at = std::find(numbers->columns.begin(), numbers->columns.end(), column);
    if (at != numbers->columns.end())
      return numbers->rows[0][static_cast<std::size_t>(at - numbers->columns.begin())];
  }
  return std::numeric_limits<double>::quiet_NaN();
}

bool has_lab_work(const Document& document, const Session& session) {
  if (session.view != ViewKind::lab || document.model == nullptr) return true;
  return document.lab != nullptr && document.lab->lab == session.lab && document.lab->labs == session.labs &&
         document.lab->subject == subject_of(session);
}

LabWorkPtr lab_work(const Session& session, const Document& document, const Document* before) {
  if (session.view != ViewKind::lab || document.model == nullptr) return nullptr;
  const bool same_traces = before != nullptr && before->model == document.model &&
                           before->sides[0].trace == document.sides[0].trace &&
                           before->sides[1].trace == document.sides[1].trace;
  if (same_traces && before->lab != nullptr && has_lab_work(*before, session)) return before->lab;
  auto work = std::make_shared<LabWork>();
  work->lab = session.lab;
  work->labs = session.labs;
  work->subject = subject_of(session);
  if (before != nullptr && before->lab != nullptr) work->scaling = before->lab->scaling;
  for (const Worker& worker : workers) {
    if (worker.lab != session.lab) continue;
    try {
      worker.compute(*work, session, document);
    } catch (const std::exception& error) {
      work->error = error.what();
    }
  }
  return work;
}

int sides_of_cells(const Session& session, const Document& document) {
  const bool sentences = !session.compare.empty();
  if (sentences || session.view != ViewKind::lab) return sentences ? 2 : 1;
  // Before its work is there, nobody knows.
  if (document.lab == nullptr || document.lab->lab != session.lab) return 2;
  return document.lab->recorded != nullptr && document.lab->recorded->trace(1) != nullptr ? 2 : 1;
}

const Trace* trace_of_cells(const Session& session, const Document& document) {
  const bool lab = session.view == ViewKind::lab;
  if (lab && (document.lab == nullptr || document.lab->lab != session.lab)) return nullptr;
  if (lab && document.lab->recorded != nullptr) return document.lab->recorded->trace(session.side);
  return document.trace_for(session, session.side);
}

}  // namespace headlight
