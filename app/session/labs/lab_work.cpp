#include "app/session/labs/lab_work.h"

#include <array>
#include <exception>

#include "app/session/labs/positions_work.h"

namespace headlight {
namespace {

using Compute = void (*)(LabWork& work, const Session& session, const Document& document);
struct Worker {
  LabKind lab;
  Compute compute;
};
// The labs that compute something; the others read the model's trace.
constexpr std::array workers{Worker{LabKind::positions, work_on_positions}};

}  // namespace

bool has_lab_work(const Document& document, const Session& session) {
  if (session.view != ViewKind::lab || document.model == nullptr) return true;
  return document.lab != nullptr && document.lab->lab == session.lab && document.lab->labs == session.labs;
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

const Trace* trace_of_cells(const Session& session, const Document& document) {
  const bool lab = session.view == ViewKind::lab;
  if (lab && (document.lab == nullptr || document.lab->lab != session.lab)) return nullptr;
  if (lab && document.lab->recorded != nullptr) return document.lab->recorded->trace(session.side);
  return document.trace_for(session, session.side);
}

}  // namespace headlight
