// A session with everything clipped to what there is.
#include "app/session/clamp.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/lab/lab.h"
#include "app/session/action.h"
#include "app/session/edits.h"
#include "app/session/lesson_script.h"
#include "app/session/open_lab.h"
#include "app/session/results.h"
#include "core/text/printable.h"

namespace headlight {
namespace {

constexpr float smallest_scale = 0.5F;
constexpr float largest_scale = 4.0F;

// How many rows an attention has: the words that ask.
int query_count(const Trace& trace, Attention attention) {
  return static_cast<int>(trace.tokens(info(attention).asks).size());
}

// Each head once, in order, without the selected one.
void fit_also_heads(Session& session, const Results& results) {
  const bool known = results.model != nullptr && results.model_name == session.model_on_stage();
  const int heads = known ? results.model->anatomy().heads(session.attention, session.layer) : 0;
  std::vector<int>& also = session.also_heads;
  std::sort(also.begin(), also.end());
  also.erase(std::unique(also.begin(), also.end()), also.end());
  std::erase_if(also, [&](int head) { return head < 0 || head == session.head || (known && head >= heads); });
}

// Cells open one from another: what follows a cell that is gone has lost its ground.
void fit_trail(Session& session, const Trace* trace) {
  for (std::size_t i = 0; i < session.trail.size(); ++i) {
    const CellName& cell = session.trail[i];
    bool there = cell.row >= 0 && cell.col >= 0;
    if (trace != nullptr && there) {
      const int node = trace->find(cell.path);
      const Shape shape = node < 0 ? Shape{} : trace->tape().node(node).shape;
      there = cell.row < shape.rows && cell.col < shape.cols;
    }
    if (!there) {
      session.trail.resize(i);
      return;
    }
  }
}

// Without any attention no part of a head is shown, and always a step.
void fit_part(Session& session, const Trace& trace) {
  if (trace.anatomy().attentions.empty()) {
    session.part.clear();
    if (session.step.empty()) session.step = trace.anatomy().first_states();
  } else if (trace.find(selected_path(session)) < 0) {
    session.part = Session{}.part;
  }
}

// A view of what this model does not have gives way to one that every model has.
void fit_view(Session& session, const Results& results) {
  if (results.model == nullptr || results.model_name != session.model_on_stage()) return;
  const Anatomy& has = results.model->anatomy();
  session.view = view_within(has, session.view);
  if (has.picture)
    session.picture_layer =
        std::min(session.picture_layer, static_cast<int>(has.picture->features.steps().size()) - 1);
}

}  // namespace

bool has_view(const Anatomy& anatomy, ViewKind view) {
  switch (view) {
    case ViewKind::picture:
      return anatomy.picture.has_value();
    case ViewKind::flow:
      return !anatomy.recurrent();
    case ViewKind::unrolled:  // of a causal model how surprising each word was
      return anatomy.recurrent() || anatomy.answer == AnswerKind::next_token;
    case ViewKind::heads:
    case ViewKind::lines:
      return !anatomy.attentions.empty();
    case ViewKind::decoding:
      return anatomy.answer != AnswerKind::labels && anatomy.answer != AnswerKind::one_label;
    case ViewKind::map:
    case ViewKind::steps:
    case ViewKind::lab:
      break;
  }
  return true;
}

ViewKind view_within(const Anatomy& anatomy, ViewKind asked) {
  for (const ViewKind view : {asked, Look{}.view, ViewKind::unrolled}) {
    if (has_view(anatomy, view)) return view;
  }
  return ViewKind::map;
}

Attention attention_within(Attention attention, const Anatomy& anatomy) {
  if (anatomy.find(attention) != nullptr) return attention;
  if (!anatomy.attentions.empty()) return anatomy.attentions.front().id;
  // The words in focus are then those that a person typed.
  return anatomy.typed() == Stream::target ? Attention::decoder : Attention::encoder;
}

void fit_selection(Session& session, const Results& results) {
  if (results.model != nullptr && results.model_name == session.model_on_stage()) {
    const Anatomy& has = results.model->anatomy();
    session.attention = attention_within(session.attention, has);
    session.layer = std::clamp(session.layer, 0, std::max(0, has.layers(session.attention) - 1));
    session.head = std::min(session.head, has.heads(session.attention, session.layer) - 1);
  }
  session.layer = std::max(session.layer, 0);
  session.head = std::max(session.head, 0);
  fit_also_heads(session, results);
}

// Two runs that there are; of one alone, that one and the empty one.
void fit_pair(Session& session) {
  if (session.runs.size() < 2) session.runs.resize(2);
  const auto [first, second] = session.pair;
  const int last = static_cast<int>(session.runs.size()) - 1;
  if (first < 0 || second < 0 || first > last || second > last || first == second || session.text(0).empty())
    session.pair = {};
}

Session clamped(Session session, const World& world) {
  const Results& results = world.results;
  if (session.lab->own_view) {
    if (session.view == ViewKind::lab) show_lab(session, session.lab);
    session.lab = Look{}.lab;
  }
  fit_pair(session);
  session.side = sides_of_cells(session, results) == 1 ? 0 : side_within(session.side);
  if (!session.two()) session.sides = Sides::one;
  fit_selection(session, results);
  fit_view(session, results);
  fit_lesson(session, world.lessons);
  if (std::isnan(session.scale)) session.scale = 1.0F;
  session.scale = std::clamp(session.scale, smallest_scale, largest_scale);
  session.picture_layer = std::max(session.picture_layer, 0);
  session.picture_dark =
      std::isnan(session.picture_dark) ? Look{}.picture_dark : std::clamp(session.picture_dark, 0.0F, 1.0F);
  session.token = std::max(session.token, -1);
  session.labs = fitted_labs(std::move(session.labs));
  fit_trail(session, trace_of_cells(session, results));
  const Trace* trace = results.trace_for(session, session.side);
  if (trace == nullptr) return session;
  session.token = std::min(session.token, query_count(*trace, session.attention) - 1);
  if (!session.step.empty() && trace->find(session.step) < 0) session.step.clear();
  fit_part(session, *trace);
  return session;
}

// What a session from a file names that its model and sentences do not have.

namespace {

std::string range(const std::string& what, int value, int count) {
  if (value >= 0 && value < count) return "";
  const std::string there = count <= 0   ? "there are none"
                            : count == 1 ? "there is 0 only"
                                         : "they run from 0 to " + std::to_string(count - 1);
  return what + " " + std::to_string(value) + " is not there: " + there;
}

std::string of_selection(const Session& session, const Anatomy& anatomy) {
  if (anatomy.attentions.empty()) return "";
  const AttentionHeads* const there = anatomy.find(session.attention);
  if (there == nullptr)
    return "the attention asked for is not there: no " + std::string(anatomy.missing(session.attention));
  if (std::string error = range("layer", session.layer, there->layers()); !error.empty()) return error;
  return range("head", session.head, there->in(session.layer));
}

Shape shape_of(const Trace* trace, const std::string& path) {
  const int node = trace == nullptr ? -1 : trace->find(path);
  return node < 0 ? Shape{} : trace->tape().node(node).shape;
}

std::string of_cell(const Trace& trace, const CellName& cell) {
  const Shape shape = shape_of(&trace, cell.path);
  if (shape.size() == 0) return in_quotes(cell.path) + " is not there: no value of that name";
  if (std::string error = range(cell.path + " row", cell.row, shape.rows); !error.empty()) return error;
  return range(cell.path + " column", cell.col, shape.cols);
}

std::string of_edit(const Edit& edit, const Shape& shape) {
  if (shape.size() == 0) return shortened(edit.path) + ": no value of that name";
  const std::string rows = edit.row ? range("row", *edit.row, shape.rows) : "";
  const std::string cols = edit.col ? range("column", *edit.col, shape.cols) : "";
  const std::string other = edit.kind == Edit::Kind::swap ? range("column", edit.other, shape.cols) : "";
  for (const std::string& error : {rows, cols, other}) {
    if (!error.empty()) return edit.path + " " + error;
  }
  const auto count = static_cast<int>(edit.values.size());
  if (edit.kind == Edit::Kind::set && count > 1 && count != shape.cols)
    return edit.path + ": " + std::to_string(count) + " values for " + std::to_string(shape.cols) +
           " columns";
  return "";
}

}  // namespace

// An edit of all runs belongs to the one that has its place; others may be shorter.
std::string edits_not_there(const Session& session, const Results& results) {
  for (std::size_t i = 0; i < session.edits.size(); ++i) {
    const SessionEdit& edit = session.edits[i];
    const std::string which = "edits[" + std::to_string(i) + "]";
    if (edit.run && !results.has_run(*edit.run))
      return which + " is of " +
             (*edit.run == 1 ? "the second sentence" : "run " + std::to_string(*edit.run)) +
             ", and there is none";
    std::string error;
    bool fits = false;
    for (std::size_t run = 0; run < results.runs.size(); ++run) {
      const Trace* const trace = results.runs[run].trace.get();
      if (!edit.is_of(static_cast<int>(run)) || trace == nullptr) continue;
      const std::string wrong = of_edit(edit, shape_of(trace, edit.path));
      fits |= wrong.empty();
      if (error.empty()) error = wrong;
    }
    if (!fits && !error.empty()) return std::string(which).append(" of ").append(error);
  }
  return "";
}

namespace {

// The step, the cells opened and the edits.
std::string steps_not_there(const Session& session, const Results& results, const Trace& trace) {
  if (!session.step.empty() && trace.find(session.step) < 0)
    return "step " + in_quotes(session.step) + " is not there";
  const Trace* cells = trace_of_cells(session, results);
  for (std::size_t i = 0; cells != nullptr && i < session.trail.size(); ++i) {
    if (std::string error = of_cell(*cells, session.trail[i]); !error.empty())
      return "trail[" + std::to_string(i) + "]: " + error;
  }
  return edits_not_there(session, results);
}

}  // namespace

std::string clamped_away(const Session& session, const Results& results) {
  if (results.model == nullptr) return "";
  if (const int sides = sides_of_cells(session, results); session.side < 0 || session.side >= sides)
    return range("side", session.side, sides);
  if (std::string error = of_selection(session, results.model->anatomy()); !error.empty()) return error;
  const Trace* trace = results.trace(session.side);
  if (trace == nullptr) return "";
  if (trace->anatomy().attentions.empty()) return steps_not_there(session, results, *trace);
  const Trace* other = results.trace(1 - session.side);
  const auto lacks = [&](const Trace* one) {
    return one == nullptr || one->find(selected_path(session)) < 0;
  };
  // Weights stand for every part that a model has not; of two models one may have it.
  if (lacks(trace) && lacks(other) && session.part != Look{}.part)
    return "part " + in_quotes(session.part) + " is not there";
  const int words = shape_of(trace, selected_path(session)).rows;
  if (session.token != -1 && !lacks(trace)) {
    if (std::string error = range("token", session.token, words); !error.empty()) return error;
  }
  return steps_not_there(session, results, *trace);
}

}  // namespace headlight
