// A session with everything clipped to what there is, and what a session from a file names that does not
// exist.
#include "app/session/action.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/lab/lab.h"
#include "app/session/altitudes.h"
#include "app/session/edits.h"
#include "app/session/open_lab.h"
#include "app/session/results.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr float smallest_scale = 0.5F;
constexpr float largest_scale = 4.0F;

std::string range(const std::string& what, int value, int count) {
  if (value >= 0 && value < count) return "";
  const std::string there = count <= 0 ? say("there are none")
                            : count == 1
                                ? say("there is only 0")
                                : say("they run from 0 to {last}", {{"last", std::to_string(count - 1)}});
  return say("{what} {n} does not exist: {there}",
             {{"what", what}, {"n", std::to_string(value)}, {"there", there}});
}

Shape shape_of(const Trace* trace, const std::string& path) {
  const int node = trace == nullptr ? -1 : trace->find(path);
  return node < 0 ? Shape{} : trace->tape().node(node).shape;
}

std::string of_cell(const Trace& trace, const CellName& cell) {
  const Shape shape = shape_of(&trace, cell.path);
  if (shape.size() == 0)
    return say("{step} does not exist: no value of that name", {{"step", in_quotes(cell.path)}});
  if (std::string error = range(cell.path + " row", cell.row, shape.rows); !error.empty()) return error;
  return range(say("{step} column", {{"step", cell.path}}), cell.col, shape.cols);
}

std::string of_edit(const Edit& edit, const Shape& shape) {
  if (shape.size() == 0) return say("{step}: no value of that name", {{"step", shortened(edit.path)}});
  const std::string rows = edit.row ? range("row", *edit.row, shape.rows) : "";
  const std::string cols = edit.col ? range("column", *edit.col, shape.cols) : "";
  const std::string other = edit.kind == Edit::Kind::swap ? range("column", edit.other, shape.cols) : "";
  for (const std::string& error : {rows, cols, other}) {
    if (!error.empty()) return edit.path + " " + error;
  }
  const auto count = static_cast<int>(edit.values.size());
  if (edit.kind == Edit::Kind::set && count > 1 && count != shape.cols)
    return say("{step}: {n} values for {columns} columns",
               {{"step", edit.path}, {"n", std::to_string(count)}, {"columns", std::to_string(shape.cols)}});
  return "";
}

// How many rows an attention has, the words that ask; of a step outside heads, the words of its rows.
int query_count(const Trace& trace, const Session& session) {
  const int node = trace.find(step_outside_heads(session));
  const Stream rows = node < 0 ? Stream::none : info(trace.label(node).rows).stream;
  return static_cast<int>(trace.tokens(rows == Stream::none ? info(session.attention).asks : rows).size());
}

int key_count(const Trace& trace, const Session& session) {
  return static_cast<int>(trace.tokens(info(session.attention).asked).size());
}

// In order, each once, below `count` where that is known.
void make_places(std::vector<int>& places, std::optional<int> count) {
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::erase_if(places, [&](int place) { return place < 0 || (count && place >= *count); });
}

bool is_of_stage(const Results& results, const Session& session) {
  return results.model != nullptr && results.model_name == session.model_on_stage();
}

// Clips one thing after another, and remembers the first that was not there.
class Clamp {
 public:
  Clamp(Session& session, const Results& results) : session_(session), results_(results) {}

  const std::string& away() const { return away_; }

  // Two runs that there are; of one alone, that one and the empty one.
  void pair() {
    if (session_.own_runs.size() != 2 || session_.own_runs[0].text.empty()) session_.own_runs.clear();
    if (session_.runs.size() < 2) session_.runs.resize(2);
    const auto [first, second] = session_.pair;
    const int last = static_cast<int>(session_.runs.size()) - 1;
    if (first < 0 || second < 0 || first > last || second > last || first == second ||
        session_.text(0).empty())
      session_.pair = {};
  }

  void side() {
    const int sides = sides_of_cells(session_, results_);
    took_away(range("side", session_.side, sides));
    session_.side = sides == 1 ? 0 : side_within(session_.side);
    if (!session_.two()) session_.sides = Sides::one;
  }

  void selection() {
    if (is_of_stage(results_, session_)) {
      const Anatomy& has = results_.model->anatomy();
      if (const AttentionHeads* there = has.find(session_.attention); there != nullptr) {
        took_away(range("layer", session_.layer, there->layers()));
        took_away(range("head", session_.head, there->in(session_.layer)));
      } else if (!has.attentions.empty()) {
        took_away(say("there is no such attention: no {missing}",
                      {{"missing", std::string(has.missing(session_.attention))}}));
      }
      session_.attention = attention_within(session_.attention, has);
      session_.layer = std::clamp(session_.layer, 0, std::max(0, has.layers(session_.attention) - 1));
      session_.head = std::min(session_.head, has.heads(session_.attention, session_.layer) - 1);
    }
    session_.layer = std::max(session_.layer, 0);
    session_.head = std::max(session_.head, 0);
  }

  // A view of what this model does not have gives way to one that every model has.
  void view() {
    if (!is_of_stage(results_, session_)) return;
    const Anatomy& has = results_.model->anatomy();
    session_.view = view_within(has, session_.view);
    if (has.picture)
      session_.picture_layer =
          std::min(session_.picture_layer, static_cast<int>(has.picture->features.steps().size()) - 1);
  }

  void view_in_place() { session_ = shown_in_place(std::move(session_)); }

  void altitude() {
    if (!is_of_stage(results_, session_)) return;
    session_.altitude =
        altitude_within(results_.model->anatomy(), *session_.altitude, step_outside_heads(session_));
  }

  // A lab hides the questions, and without one the cells are those of the place.
  void questions() {
    if (shows_lab(session_)) session_.questions = false;
    if (shows_lab(session_) || session_.kept_trail.empty()) return;
    session_.trail = std::exchange(session_.kept_trail, {});
  }

  void numbers() {
    session_.number = std::max(session_.number, -1);
    if (std::isnan(session_.scale)) session_.scale = 1.0F;
    session_.scale = std::clamp(session_.scale, smallest_scale, largest_scale);
    session_.colour_scale = clamped(session_.colour_scale);
    session_.picture_layer = std::max(session_.picture_layer, 0);
  }

  // Part, token and step. Without any attention no part of a head is shown, and always a step.
  void place(const Trace* trace) {
    if (trace != nullptr && !trace->anatomy().attentions.empty()) {
      if (trace->find(selected_path(session_)) < 0) {
        // Weights stand for every part that a model has not; of two models one may have it.
        const Trace* other = results_.trace(1 - session_.side);
        const bool elsewhere = other != nullptr && other->find(selected_path(session_)) >= 0;
        if (!elsewhere && session_.part != Session{}.part)
          took_away(say("part {part} does not exist", {{"part", in_quotes(session_.part)}}));
        session_.part = Session{}.part;
      }
      if (session_.token != -1) took_away(range("token", session_.token, query_count(*trace, session_)));
      for (const int token : session_.also_tokens)
        took_away(range("also_tokens", token, query_count(*trace, session_)));
      for (const int token : session_.key_tokens)
        took_away(range("key_tokens", token, key_count(*trace, session_)));
    }
    session_.token = std::max(session_.token, -1);
    if (trace != nullptr) session_.token = std::min(session_.token, query_count(*trace, session_) - 1);
    words(trace);
    if (trace == nullptr) return;
    if (!session_.step.empty() && trace->find(session_.step) < 0) {
      took_away(say("step {step} does not exist", {{"step", in_quotes(session_.step)}}));
      session_.step.clear();
    }
    if (!trace->anatomy().attentions.empty()) return;
    session_.part.clear();
    if (session_.step.empty()) session_.step = trace->anatomy().first_states();
  }

  // Cells open one from another: what follows a cell that is gone has lost its ground.
  void trail() {
    const Trace* const cells = trace_of_cells(session_, results_);
    for (std::size_t i = 0; i < session_.trail.size(); ++i) {
      const CellName& cell = session_.trail[i];
      const std::string error = cells == nullptr ? "" : of_cell(*cells, cell);
      if (error.empty() && cell.row >= 0 && cell.col >= 0) continue;
      if (!error.empty()) took_away("trail[" + std::to_string(i) + "]: " + error);
      session_.trail.resize(i);
    }
    // Without a cell its step is shown.
    if (cells != nullptr && !shows_lab(session_) && session_.trail.empty() &&
        session_.altitude > Altitude::step)
      session_.altitude = altitude_within(cells->anatomy(), Altitude::step, step_outside_heads(session_));
  }

 private:
  void took_away(const std::string& what) {
    if (away_.empty()) away_ = what;
  }

  // Several words, where there are any: without the one in focus, without which there are no others.
  void words(const Trace* trace) {
    const auto count = [&](int (*of)(const Trace&, const Session&)) {
      return trace == nullptr ? std::nullopt : std::optional(of(*trace, session_));
    };
    make_places(session_.also_tokens, count(query_count));
    make_places(session_.key_tokens, count(key_count));
    std::erase(session_.also_tokens, session_.token);
    if (session_.token >= 0 || session_.also_tokens.empty()) return;
    session_.token = session_.also_tokens.front();
    session_.also_tokens.erase(session_.also_tokens.begin());
  }

  Session& session_;
  const Results& results_;
  std::string away_;
};

}  // namespace

Attention attention_within(Attention attention, const Anatomy& anatomy) {
  if (anatomy.find(attention) != nullptr) return attention;
  if (!anatomy.attentions.empty()) return anatomy.attentions.front().id;
  // The words in focus are then those that a person typed.
  return anatomy.typed() == Stream::target ? Attention::decoder : Attention::encoder;
}

void fit_selection(Session& session, const Results& results) { Clamp(session, results).selection(); }

Session clamped(Session session, const World& world, std::string* away) {
  const Results& results = world.results;
  if (session.lab->own_view) {
    if (session.view == ViewKind::lab) show_lab(session, session.lab);
    session.lab = Look{}.lab;
  }
  Clamp clamp(session, results);
  clamp.pair();
  clamp.side();
  clamp.view();
  clamp.view_in_place();
  clamp.selection();
  clamp.altitude();
  clamp.questions();
  fit_lesson(session, world.lessons);
  clamp.numbers();
  session.labs = clamped_labs(std::move(session.labs));
  const Trace* const trace = results.trace_of_side(session, session.side);
  clamp.place(trace);
  clamp.trail();
  if (away != nullptr && results.model != nullptr)
    *away = clamp.away().empty() && trace != nullptr ? missing_edits(session, results) : clamp.away();
  return session;
}

std::string clamped_away(const Session& session, const Results& results) {
  std::string away;
  clamped(session, {results}, &away);
  return away;
}

// An edit of all runs belongs to the one that has its place; others may be shorter.
std::string missing_edits(const Session& session, const Results& results) {
  for (std::size_t i = 0; i < session.edits.size(); ++i) {
    const SessionEdit& edit = session.edits[i];
    const std::string which = "edits[" + std::to_string(i) + "]";
    if (edit.run && !results.has_run(*edit.run))
      return *edit.run == 1 ? say("{edit} is for the second sentence, but there is none", {{"edit", which}})
                            : say("{edit} is for run {n}, but there is none",
                                  {{"edit", which}, {"n", std::to_string(*edit.run)}});
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

}  // namespace headlight
