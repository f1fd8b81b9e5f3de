#include "app/session/labs/lab_work.h"

#include <algorithm>
#include <array>
#include <exception>
#include <limits>
#include <stdexcept>

#include "app/session/labs/cost_work.h"
#include "app/session/labs/masks_work.h"
#include "app/session/labs/positions_work.h"
#include "app/session/labs/scaling_work.h"
#include "app/session/labs/temperature_work.h"
#include "core/figure/amounts.h"

namespace headlight {
namespace {

using Compute = void (*)(LabWork& work, const Session& session, const Document& document);
struct Worker {
  LabKind lab;
  Compute compute;
  bool of_word = false;  // it is about the word and the sentence that are selected, too
  // Takes out what only the panel reads, so that dragging it computes nothing.
  void (*leave_out_looks)(Labs& labs) = nullptr;
};
constexpr std::array workers{
    Worker{LabKind::lookup, compute_lookup, false, [](Labs& labs) { labs.lookup.place = 0; }},
    Worker{LabKind::positions, compute_positions, false, [](Labs& labs) { leave_out_looks(labs.positions); }},
    Worker{LabKind::order, compute_order},
    Worker{LabKind::attention, compute_attention, true, [](Labs& labs) { labs.attention.row = 0; }},
    Worker{LabKind::scaling, compute_scaling, true},
    Worker{LabKind::temperature, compute_temperature, true},
    Worker{LabKind::masks, compute_masks, false, [](Labs& labs) { labs.masks.layers = 1; }},
    Worker{LabKind::cost, compute_cost},
};

const Worker& worker_of(LabKind lab) {
  const auto found =
      std::find_if(workers.begin(), workers.end(), [lab](const Worker& each) { return each.lab == lab; });
  if (found == workers.end()) throw std::logic_error("no worker for this lab");
  return *found;
}

// What of the session's selection the open lab is about.
std::string subject_of(const Session& session) {
  std::string subject = selected_head_path(session, "weights");
  if (worker_of(session.lab).of_word)
    subject += "[" + std::to_string(session.token) + "] of " + std::to_string(session.side);
  return subject;
}

// Whether the work is the session's but for what only the panel reads.
bool same_but_looks(const LabWork& work, const Session& session) {
  if (work.lab != session.lab || work.subject != subject_of(session)) return false;
  const Worker& worker = worker_of(session.lab);
  if (worker.leave_out_looks == nullptr) return false;
  Labs one = work.labs;
  Labs other = session.labs;
  worker.leave_out_looks(one);
  worker.leave_out_looks(other);
  return one == other;
}

}  // namespace

const LabTable* LabWork::table(std::string_view name, int side) const {
  const auto found = std::find_if(tables.begin(), tables.end(), [&](const LabTable& each) {
    return each.name == name && each.side == side;
  });
  return found == tables.end() ? nullptr : &*found;
}

double LabWork::number(std::string_view name, std::string_view column) const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const LabTable* found = table(name);
  if (found == nullptr || found->rows.empty()) return none;
  const auto at = std::find(found->columns.begin(), found->columns.end(), column);
  return at == found->columns.end() ? none
                                    : found->rows[0][static_cast<std::size_t>(at - found->columns.begin())];
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
  if (same_traces && before->lab != nullptr && same_but_looks(*before->lab, session)) {
    auto same = std::make_shared<LabWork>(*before->lab);
    same->labs = session.labs;
    return same;
  }
  auto work = std::make_shared<LabWork>();
  work->lab = session.lab;
  work->labs = session.labs;
  work->subject = subject_of(session);
  if (before != nullptr && before->lab != nullptr) work->scaling = before->lab->scaling;
  if (document.translator() == nullptr) {
    work->error = "The labs read a translation, and this model makes none: open the translator for them.";
    return work;
  }
  try {
    worker_of(session.lab).compute(*work, session, document);
  } catch (const std::exception& error) {
    work->error = error.what();
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

int side_on_stage(const Session& session, const Document& document) {
  return document.trace(session.side) != nullptr ? session.side : 1 - session.side;
}

TracePtr trace_on_stage(const Session& session, const Document& document) {
  return document.sides.at(static_cast<std::size_t>(side_on_stage(session, document))).trace;
}

TracePtr sentence_on_stage(const Session& session, const Document& document) {
  TracePtr trace = trace_on_stage(session, document);
  if (trace == nullptr)
    throw std::runtime_error("There is no sentence on stage: type one the model can read.");
  return trace;
}

TracePtr first_sentence(const Document& document) {
  if (document.sides[0].trace == nullptr)
    throw std::runtime_error("This lab is on the first sentence: type one that the model can read.");
  return document.sides[0].trace;
}

std::string edits_of(const Session& session, const Document& document,
                     const std::vector<std::string>& paths) {
  const std::vector<Edit>& edits = document.sides.at(side_on_stage(session, document)).edits;
  const auto count = std::count_if(edits.begin(), edits.end(), [&](const Edit& edit) {
    return std::find(paths.begin(), paths.end(), edit.path) != paths.end();
  });
  return count == 0 ? "" : counted(count, "edit");
}

const Trace* trace_of_cells(const Session& session, const Document& document) {
  const bool lab = session.view == ViewKind::lab;
  if (lab && (document.lab == nullptr || document.lab->lab != session.lab)) return nullptr;
  if (lab && document.lab->recorded != nullptr) return document.lab->recorded->trace(session.side);
  return document.trace_for(session, session.side);
}

}  // namespace headlight
