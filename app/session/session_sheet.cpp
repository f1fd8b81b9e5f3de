#include "app/session/session_sheet.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/session/open_lab.h"
#include "app/session/session_caption.h"
#include "core/exercises/exercise.h"

namespace headlight {
namespace {

// What of a trace the sheet is about.
struct SheetSubject {
  const Trace* trace = nullptr;
  std::string path;  // of the step
};

SheetSubject subject_of(const Session& session, const Results& results) {
  if (!shows_lab(session)) return {results.trace(side_on_stage(session, results)), shown_path(session)};
  const LabWork* work = lab_work_of(session, results);
  if (work == nullptr || results.lab_cells == nullptr) return {};
  const Trace* trace = results.lab_cells->trace(session.side);
  if (trace == nullptr) trace = results.lab_cells->trace(1 - session.side);
  const LabTable* matrix = lab_matrix(session, results);
  return {trace, !work->shown.empty() ? work->shown : matrix != nullptr ? matrix->path : ""};
}

// The weights of the head that a path is in, else of the session's; -1 without any.
int weights_beside(const Trace& trace, const std::string& path, const Session& session) {
  const std::size_t dot = path.rfind('.');
  const int own = dot == std::string::npos ? -1 : trace.find(path.substr(0, dot + 1) + "weights");
  return own >= 0 ? own : trace.find(selected_head_path(session, "weights"));
}

int row_of(const Trace& trace, const std::string& path, const Session& session) {
  if (session.token >= 0) return session.token;
  const int weights = weights_beside(trace, path, session);
  return weights < 0 ? 0 : row_in_question(session.token, trace, weights);
}

// "encoder.1.self_attention.head.0."; empty for what is of no head.
std::string head_of(const std::string& path) {
  return place_of(path).head ? path.substr(0, path.rfind('.') + 1) : "";
}

std::vector<int> steps_of(const SheetSubject& subject, const Session& session, SheetSteps steps) {
  const Trace& trace = *subject.trace;
  const int shown = trace.at(subject.path);
  const std::string head = head_of(subject.path);
  if (steps == SheetSteps::one || (head.empty() && !shows_lab(session))) return {shown};
  std::vector<int> all;
  std::copy_if(trace.steps().begin(), trace.steps().end(), std::back_inserter(all),
               [&](int step) { return head.empty() || trace.label(step).path.starts_with(head); });
  return all;
}

std::string what_to_choose(const Trace& trace, const std::string& path) {
  const std::vector<Edit>& edits = trace.tape().edits();
  if (std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) { return edit.path == path; }))
    return "an edit has changed this step: its numbers do not follow from the step before; switch the edit "
           "off";
  const std::vector<std::string> names = steps_with_exercises(trace);
  std::string list;
  for (const std::string& name : names)
    list += (list.empty() ? "" : &name == &names.back() ? " or " : ", ") + name;
  return "nothing to calculate by hand in this step" +
         (list.empty() ? ": its numbers are given, not calculated; open a model that calculates them"
                       : ": choose " + list);
}

// "weight, encoder layer 1, head 0"; of all steps of a head "encoder layer 1, head 0".
std::string title_of(const std::string& path, const Session& session, SheetSteps steps) {
  if (steps == SheetSteps::all && shows_lab(session)) return called(lab_on_stage(session));
  const Site* site = site_of(path);
  const Place place = place_of(path);
  std::vector<std::string> parts;
  if (steps == SheetSteps::one || !place.head) parts.emplace_back(site == nullptr ? path : site->noun);
  if (place.layer) parts.push_back(place.stack + " layer " + std::to_string(*place.layer));
  if (place.head) parts.push_back("head " + std::to_string(*place.head));
  std::string title;
  for (const std::string& part : parts) title += (title.empty() ? "" : ", ") + part;
  return title;
}

// Of a lab that reads letters of its own: "start C D E".
std::string words_in_a_row(const Trace& trace) {
  std::string row;
  for (const std::string& word : trace.words().source) row += (row.empty() ? "" : " ") + word;
  return row;
}

std::string steps_in_words(const std::string& path, const Session& session, SheetSteps steps) {
  const std::string head = head_of(path);
  if (steps == SheetSteps::one || (head.empty() && !shows_lab(session))) return " Step: " + path + ".";
  return head.empty() ? "" : " Steps of " + head.substr(0, head.size() - 1) + ".";
}

}  // namespace

bool has_more_steps(const Session& session, const Results& results) {
  const SheetSubject subject = subject_of(session, results);
  return subject.trace != nullptr && (shows_lab(session) || !head_of(subject.path).empty());
}

bool can_have_tasks(const Session& session, const Results& results) {
  const SheetSubject subject = subject_of(session, results);
  return subject.trace != nullptr && subject.trace->find(subject.path) >= 0;
}

WorkSheet work_sheet_of(const Session& session, const Results& results, SheetSteps steps) {
  if (const std::string error = error_of(results); !error.empty()) throw std::invalid_argument(error);
  const SheetSubject subject = subject_of(session, results);
  if (subject.trace == nullptr || subject.path.empty())
    throw std::invalid_argument(shows_lab(session) ? "nothing to calculate by hand on this page of the lab: "
                                                     "open a page with a matrix of the model, or "
                                                     "a view"
                                                   : "nothing is computed yet");
  const Trace& trace = *subject.trace;
  const SheetCaption caption = sheet_caption(session, results);
  WorkSheet sheet{.title = title_of(subject.path, session, steps),
                  .about = caption.sentence.empty() ? words_in_a_row(trace) : caption.sentence,
                  .source = caption.source + steps_in_words(subject.path, session, steps)};
  std::set<const ExerciseKind*> had;
  for (const int step : steps_of(subject, session, steps)) {
    const int row = row_of(trace, trace.label(step).path, session);
    for (Exercise& exercise : exercises_of(trace, step, row)) {
      // Of many steps each kind of task once.
      if (had.insert(exercise.kind).second) sheet.tasks.push_back(std::move(exercise.task));
    }
  }
  if (sheet.tasks.empty()) throw std::invalid_argument(what_to_choose(trace, subject.path));
  return sheet;
}

}  // namespace headlight
