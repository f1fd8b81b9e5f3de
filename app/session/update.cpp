#include <algorithm>
#include <utility>

#include "app/session/action.h"
#include "app/session/altitudes.h"
#include "app/session/edits.h"
#include "app/session/open_lab.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "app/session/sentence.h"
#include "core/explain/view.h"
#include "core/models/picture_text.h"

namespace headlight {
namespace {

int last_step(const LessonScript& script) { return static_cast<int>(script.size()) - 1; }

const ScriptStep& step_on(const Session& session, const LessonScript& script) {
  return script[step_within(session, script)];
}

// `step` as `person` sees it: theme, size and all else that is theirs stays.
Session with_own_settings(Session step, const Session& person) {
  static_cast<LessonPlace&>(step) = person;
  static_cast<Preset&>(step) = person;
  static_cast<Appearance&>(step) = person;
  static_cast<Room&>(step) = person;
  return shown_in_place(std::move(step));
}

}  // namespace

const LessonScript* script_of(const std::string& lesson, const LessonScripts& lessons) {
  const auto found = lessons.find(lesson);
  return found == lessons.end() ? nullptr : found->second.get();
}

int step_within(const Session& session, const LessonScript& script) {
  return std::clamp(session.lesson_step, 0, last_step(script));
}

Session on_stage(const Session& session, const LessonScripts& lessons) {
  const LessonScript* script = script_of(session.lesson, lessons);
  if (script == nullptr) return session;
  const ScriptStep& step = step_on(session, *script);
  const Session& shown = session.lesson_answer < 0 ? step.shown : step.answered;
  return with_own_settings(step.any_model ? on_model(shown, session.model) : shown, session);
}

namespace {

// The texts that somebody typed stay with the lesson that shows its own, as long as its model is the same.
void keep_own_runs(Session& next, const Session& before, const LessonScripts& lessons) {
  const auto given = [&] {
    if (script_of(before.lesson, lessons) != nullptr) return on_stage(before, lessons).runs;
    // A model's own opening texts are read from its folder: not where nothing was typed at all.
    const std::vector<RunSpec> usual = Session().runs;
    return before.runs == usual ? usual : opening_session(before.model).runs;
  };
  if (before.runs != given())
    next.own_runs = {before.runs.at(before.pair.first), before.runs.at(before.pair.second)};
  if (next.model != before.model || next.own_runs == next.runs || before.text(0).empty())
    next.own_runs.clear();
}

}  // namespace

Session at_step(const Session& session, const std::string& lesson, int step, const LessonScripts& lessons) {
  const LessonScript* script = script_of(lesson, lessons);
  if (script == nullptr) return session;
  Session next = session;
  next.lesson = lesson;
  next.lesson_step = std::clamp(step, 0, last_step(*script));
  next.lesson_answer = -1;
  next.rail = true;
  next = on_stage(next, lessons);
  next.dial = step_on(next, *script).dial.value_or(next.dial);
  keep_own_runs(next, session, lessons);
  return next;
}

Session with_answer(const Session& session, int choice, const LessonScripts& lessons) {
  const LessonScript* script = script_of(session.lesson, lessons);
  if (script == nullptr || choice < 0 || choice >= step_on(session, *script).choices) return session;
  Session next = session;
  next.lesson_answer = choice;
  return on_stage(next, lessons);
}

void fit_lesson(Session& session, const LessonScripts& lessons) {
  const LessonScript* script = script_of(session.lesson, lessons);
  if (script == nullptr) {
    session.lesson_step = std::max(session.lesson_step, 0);
    return;
  }
  session.lesson_step = step_within(session, *script);
  session.lesson_answer = std::clamp(session.lesson_answer, -1, step_on(session, *script).choices - 1);
}

namespace {

// What a session can name in the trace that it stands for; null while nothing is computed for it.
const Trace* current_trace(const Session& session, const Results& results) {
  return results.trace_of_side(session, session.side);
}

bool has_path(const Trace* trace, const std::string& path) {
  return trace == nullptr || trace->find(path) >= 0;
}

bool is_token_map(const Site& site) {
  return info(site.rows).kind == AxisKind::tokens && info(site.cols).kind == AxisKind::tokens;
}

// The steps follow the selected head, at the same part of it.
void follow_head(Session& session, const Results& results) {
  if (session.step.empty()) return;
  const Place place = place_of(session.step);
  session.step = place.head ? selected_head_path(session, place.part) : "";
  if (!has_path(current_trace(session, results), session.step)) session.step.clear();
}

// The selection follows the steps into a head.
void go_to_step(Session& session, const std::string& path, const Results& results) {
  if (path.empty() || !has_path(current_trace(session, results), path)) return;
  session.step = path;
  const Place place = place_of(path);
  if (!place.head || !place.layer) return;
  session.attention = attention_of(place.stack, place.attention);
  session.layer = *place.layer;
  session.head = *place.head;
  const Site* site = site_of(path);
  const bool at_step = session.altitude && *session.altitude >= Altitude::step;
  if (at_step || (site != nullptr && is_token_map(*site))) session.part = place.part;
}

// The places with these, or where one of them is there, without them.
void turn(std::vector<int>& places, const std::vector<int>& these) {
  const auto is_one = [&](int place) { return std::find(these.begin(), these.end(), place) != these.end(); };
  if (std::erase_if(places, is_one) == 0) places.insert(places.end(), these.begin(), these.end());
}

void select_rows(Session& session, const std::vector<int>& rows) {
  session.token = rows.empty() ? -1 : rows.front();
  session.also_tokens.assign(rows.begin() + (rows.empty() ? 0 : 1), rows.end());
}

// Each as what it becomes; what becomes nothing is left out.
std::vector<int> moved(const std::vector<int>& places, auto becomes) {
  std::vector<int> found;
  for (const int place : places) {
    if (const std::optional<int> now = becomes(place)) found.push_back(*now);
  }
  return found;
}

CellName cell_within(CellName cell, const Trace& trace) {
  const int node = trace.find(cell.path);
  if (node < 0) return {};
  const Shape shape = trace.tape().node(node).shape;
  if (shape.size() == 0) return {};
  cell.row = std::clamp(cell.row, 0, shape.rows - 1);
  cell.col = std::clamp(cell.col, 0, shape.cols - 1);
  return cell;
}

void open_cell(Session& session, const CellName& cell, const Results& results, bool deeper) {
  const Trace* trace = trace_of_cells(session, results);
  const CellName found = trace == nullptr ? cell : cell_within(cell, *trace);
  if (found.path.empty()) return;
  if (!deeper) session.trail.clear();
  if (session.trail.empty() || session.trail.back() != found) session.trail.push_back(found);
}

// One overload for each action.
struct Update {
  Session& session;
  const Results& results;
  const LessonScripts& lessons;

  template <auto field>
  void operator()(const Set<field>& action) const {
    session.*field = action.value;
  }
  void operator()(const SetSentence& action) const {
    std::string& text = session.text(side_within(action.side));
    if (action.side == session.side) follow_word(text, action.text);
    const bool leaves_example = side_within(action.side) == 0 && leaves_opening_pair(action.text);
    // Another picture is compared with the same texts.
    const bool keeps_texts = results.model != nullptr && results.model->anatomy().texts &&
                             texts_typed(action.text).empty() && !texts_typed(text).empty();
    text = keeps_texts ? action.text + " " + std::string(texts_typed(text)) : action.text;
    if (leaves_example) (*this)(SetCompare{false});
  }
  // The pair that Headlight opens with is one: the second sentence has nothing to do with a new first one.
  bool leaves_opening_pair(const std::string& after) const {
    constexpr int most_replaced = 2;
    if (session.runs != Session().runs) return false;
    const std::vector<std::string> from = words_of(session.runs[0].text, results.tokenizer());
    const std::vector<std::string> to = words_of(after, results.tokenizer());
    const auto replaced = [&](const AlignedWord& pair) {
      return !pair.first || !pair.second || from[*pair.first] != to[*pair.second];
    };
    const std::vector<AlignedWord> pairs = align(from, to);
    return std::count_if(pairs.begin(), pairs.end(), replaced) > most_replaced;
  }
  // What is selected are words, not places: of another sentence they are where those words are now. One that
  // is gone is let go, as long as its place has another word.
  void follow_word(const std::string& before, const std::string& after) const {
    const bool any = session.token >= 0 || !session.key_tokens.empty();
    const Tokenizer* const tokenizer = results.tokenizer();
    if (!any || results.model == nullptr || (tokenizer != nullptr && !tokenizer->are_typed())) return;
    const std::vector<std::string> old_words = words_of(before, tokenizer);
    const std::vector<std::string> new_words = words_of(after, tokenizer);
    const std::vector<AlignedWord> pairs = align(old_words, new_words);
    const auto now = [&](int place) -> std::optional<int> {
      if (place < 0 || place >= std::ssize(old_words)) return place;
      const std::string& word = old_words[place];
      for (const AlignedWord& pair : pairs) {
        if (pair.first == place && pair.second && new_words[*pair.second] == word) return pair.second;
      }
      const auto found = std::find(new_words.begin(), new_words.end(), word);
      if (found == new_words.end()) return std::nullopt;
      return static_cast<int>(found - new_words.begin());
    };
    const Stream typed = results.model->anatomy().typed();
    if (info(session.attention).asks == typed) {
      session.token = now(session.token).value_or(-1);
      session.also_tokens = moved(session.also_tokens, now);
    }
    if (info(session.attention).asked == typed) session.key_tokens = moved(session.key_tokens, now);
  }
  void operator()(const ReplaceWord& action) const {
    const int side = side_within(action.side);
    std::string& text = session.text(side);
    std::string& other = session.text(1 - side);
    text = with_word(text, action.place, action.word, results.tokenizer());
    if (action.also_at && !other.empty())
      other = with_word(other, *action.also_at, action.word, results.tokenizer());
  }
  void operator()(const SwapSentences&) const {
    if (!session.two()) return;
    const auto [first, second] = session.pair;
    std::swap(session.runs.at(first), session.runs.at(second));
    session.side = 1 - session.side;
    for (SessionEdit& edit : session.edits) {
      if (edit.run == first || edit.run == second) edit.run = first + second - *edit.run;
    }
  }
  void operator()(const SetCompare& action) const {
    if (!action.on) {
      remove_run(session, session.pair.second);
    } else if (!session.two()) {
      const Session opening;
      session.text(1) = session.text(0) == opening.text(0) ? opening.text(1) : session.text(0);
    }
  }
  void operator()(const AddRun& action) const {
    if (session.runs.front().text.empty()) return;
    if (session.two()) {
      if (session.runs.size() >= most_runs) return;
      session.pair.second = run_count();
      session.runs.emplace_back();
    }
    session.runs.at(session.pair.second) = {session.text(0), action.model};
  }
  void operator()(const PutOnStage& action) const {
    if (action.run < 0 || action.run >= run_count()) return;
    if (session.runs[action.run].text.empty()) return;
    const auto [first, second] = session.pair;
    const bool changes_places = action.run == (side_within(action.side) == 0 ? second : first);
    if (changes_places) {
      session.pair = {second, first};
    } else {
      (side_within(action.side) == 0 ? session.pair.first : session.pair.second) = action.run;
    }
  }
  void operator()(const SetView& action) const {
    if (shows_lab(action.view)) {
      Look look = session;
      look.view = action.view;
      return (*this)(OpenLab{lab_on_stage(look)});
    }
    // Asked for by name, in Find: where the place shows it.
    leave_lab();
    session.heads_shown = HeadsShown::one;
    session.view = action.view;
    session.altitude.reset();
    session = shown_in_place(std::move(session));
  }
  void operator()(const OpenLab& action) const {
    if (!shows_lab(session)) session.kept_trail = session.trail;
    if (!shows_lab(session) || lab_on_stage(session) != action.lab) session.trail.clear();
    leave_list_of_lessons();
    session.questions = false;
    show_lab(session, action.lab);
  }
  void operator()(const OpenQuestions&) const {
    leave_lab();
    session.questions = true;
  }
  // In the one place it is a page of its own.
  void leave_list_of_lessons() const {
    if (session.altitude && session.lesson.empty()) session.rail = false;
  }
  // With what was chosen before it was opened.
  void leave_lab() const {
    leave_list_of_lessons();
    session.questions = false;
    if (!shows_lab(session)) return;
    session.view = Look{}.view;
    session.trail = std::exchange(session.kept_trail, {});
  }
  void operator()(const ReadTexts& action) const {
    const auto on_stage_now = [&] {
      return std::vector<RunSpec>{session.runs.at(session.pair.first), session.runs.at(session.pair.second)};
    };
    if (action.own) {
      if (session.own_runs.empty() || on_stage_now() == session.own_runs) return;
      session.runs = session.own_runs;
    } else {
      const Session given = session.lesson.empty() ? Session() : on_stage(session, lessons);
      if (given.model != session.model || on_stage_now() == given.runs) return;
      if (!session.text(0).empty()) session.own_runs = on_stage_now();
      session.runs = given.runs;
    }
    session.pair = {};
    session.edits.clear();
    let_go_of_words();
    select_only(session, word_in_focus(session.text(0), session.model));
  }
  // They are of a sentence that is no longer there.
  void let_go_of_words() const {
    select_only(session, -1);
    session.also_tokens.clear();
    session.kept_trail.clear();
    session.trail.clear();
    session.step.clear();
  }
  void select_attention(Attention attention) const {
    // The words that ask are others.
    if (info(attention).asks != info(session.attention).asks) select_rows(session, {});
    if (info(attention).asked != info(session.attention).asked) session.key_tokens.clear();
    session.attention = attention;
  }
  void operator()(const SelectAttention& action) const {
    select_attention(action.attention);
    fit_selection(session, results);
    follow_head(session, results);
  }
  void operator()(const SelectHead& action) const {
    if (action.attention) select_attention(*action.attention);
    session.layer = action.layer;
    session.head = action.head;
    session.heads_shown = HeadsShown::one;
    fit_selection(session, results);
    follow_head(session, results);
  }
  void operator()(const SelectPart& action) const {
    const std::string path = selected_head_path(session, action.part);
    if (site_of(path) == nullptr || !has_path(current_trace(session, results), path)) return;
    session.part = action.part;
    if (!session.step.empty()) session.step = path;
  }
  void operator()(const SelectToken& action) const {
    if (action.token < 0) return select_only(session, -1);
    select_rows(session, {action.token});
  }
  void operator()(const SelectTokensToo& action) const {
    if (action.keys) return turn(session.key_tokens, action.tokens);
    std::vector<int> rows = session.also_tokens;
    if (session.token >= 0) rows.insert(rows.begin(), session.token);
    turn(rows, action.tokens);
    select_rows(session, rows);
  }
  void operator()(const SelectSide& action) const {
    const int from = session.side;
    session.side = side_within(action.side);
    if (session.side != from) follow_to_other_side(from);
  }
  // What the selected words are in the other sentence.
  void follow_to_other_side(int from) const {
    if (results.alignment == nullptr) return;
    const Trace* const trace = results.trace(from);
    const int node = trace == nullptr ? -1 : trace->find(selected_head_path(session, "weights"));
    if (node < 0) return;
    const Label& label = trace->label(node);
    const auto on = [&](Axis axis) {
      return [this, axis, from](int place) { return results.alignment->counterpart(axis, from, place); };
    };
    session.token = on(label.rows)(session.token).value_or(session.token);
    session.also_tokens = moved(session.also_tokens, on(label.rows));
    session.key_tokens = moved(session.key_tokens, on(label.cols));
  }
  void operator()(const ShowOfPicture& action) const {
    session.picture_shows = action.shows;
    session.picture_layer = action.layer;
  }
  void operator()(const SelectCell& action) const {
    session.edits_open = false;
    open_cell(session, action.cell, results, false);
  }
  void operator()(const GoDeeper& action) const {
    session.edits_open = false;
    open_cell(session, action.cell, results, true);
  }
  void operator()(const GoBack& action) const {
    const auto length = static_cast<std::size_t>(std::max(action.length, 0));
    if (length < session.trail.size()) session.trail.resize(length);
  }
  void operator()(const GoToStep& action) const { go_to_step(session, action.path, results); }
  // With the layer that it is in, as what one comes to when one goes out of it.
  void go_outside_heads(const std::string& path) const {
    const Trace* const trace = current_trace(session, results);
    if (path.empty() || !has_path(trace, path)) return;
    session.step = path;
    if (trace == nullptr || trace->anatomy().stacks.empty()) return;
    const Place place = place_of(path);
    const std::vector<StackInfo>& stacks = trace->anatomy().stacks;
    const auto stack = std::find_if(stacks.begin(), stacks.end(), [&](const StackInfo& each) {
      return !place.stack.empty() &&
             (each.name == place.stack || each.input == place.stack || each.from == place.stack);
    });
    const std::string_view name = stack == stacks.end() ? stacks.back().name : stack->name;
    if (info(session.attention).stack != name)
      select_attention(attention_within(attention_of(name, place.attention), trace->anatomy()));
    if (place.layer && name == place.stack) session.layer = *place.layer;
    fit_selection(session, results);
  }
  void operator()(const GoTo& action) const {
    if (action.altitude) {
      leave_lab();
      session.altitude = action.altitude;
    }
    if (action.head || action.part) session.step.clear();
    if (action.path) go_outside_heads(*action.path);
    if (action.head) {
      select_attention(action.head->attention);
      session.layer = action.head->layer;
      session.head = action.head->head;
      session.heads_shown = HeadsShown::one;
      fit_selection(session, results);
    }
    if (action.heads) session.heads_shown = *action.heads;
    // Who goes out of the heads of all layers and in again wants the head.
    if (session.altitude != Altitude::head && session.heads_shown == HeadsShown::of_model)
      session.heads_shown = HeadsShown::one;
    if (action.token) select_only(session, *action.token);
    if (action.part) (*this)(SelectPart{*action.part});
    if (action.cell) open_cell(session, *action.cell, results, false);
    if (action.number) session.number = *action.number;
  }
  void operator()(const MoveStep& action) const {
    const Trace* trace = current_trace(session, results);
    if (trace == nullptr || trace->steps().empty()) return;
    const std::vector<int>& steps = trace->steps();
    const int node = trace->find(session.step.empty() ? selected_path(session) : session.step);
    const auto now = std::find(steps.begin(), steps.end(), node);
    const std::ptrdiff_t from = now == steps.end() ? 0 : now - steps.begin();
    const auto last = static_cast<std::ptrdiff_t>(steps.size()) - 1;
    const std::ptrdiff_t to = std::clamp<std::ptrdiff_t>(from + action.by, 0, last);
    go_to_step(session, trace->label(steps[to]).path, results);
  }
  void operator()(const AddEdit& action) const { add({action.edit, true, action.run}); }
  void operator()(const AddEdits& action) const {
    for (const SessionEdit& edit : action.edits) add(edit);
  }
  void add(const SessionEdit& edit) const {
    const int run = edit.run.value_or(session.pair.run(session.side));
    add_edit(session.edits, edit, results.trace_of_run(session, run), run_count());
  }
  int run_count() const { return static_cast<int>(session.runs.size()); }
  void operator()(const SetEditRun& action) const {
    if (action.index < 0 || action.index >= static_cast<int>(session.edits.size())) return;
    if (action.run && (*action.run < 0 || *action.run >= run_count())) return;
    give_to_run(session.edits, action.index, action.run, run_count());
  }
  void operator()(const RemoveEdit& action) const {
    if (action.index < 0 || action.index >= static_cast<int>(session.edits.size())) return;
    session.edits.erase(session.edits.begin() + action.index);
  }
  void operator()(const SwitchEdit& action) const {
    if (action.index < 0 || action.index >= static_cast<int>(session.edits.size())) return;
    session.edits[action.index].on = action.on;
  }
  void operator()(const SwitchEdits& action) const {
    for (SessionEdit& edit : session.edits) edit.on = action.on;
  }
  void operator()(const ClearEdits&) const { session.edits.clear(); }
  void operator()(const OpenLesson& action) const {
    session = at_step(session, action.name, action.step, lessons);
  }
  void operator()(const CloseLesson&) const {
    session.lesson.clear();
    session.lesson_step = 0;
    session.lesson_answer = -1;
    session.own_runs.clear();
  }
  void operator()(const NextLessonStep&) const { turn_page(1); }
  void operator()(const PreviousLessonStep&) const { turn_page(-1); }
  void operator()(const AnswerLesson& action) const {
    session = with_answer(session, action.choice, lessons);
  }
  void operator()(const ReturnToLesson&) const { session = on_stage(session, lessons); }
  void turn_page(int by) const {
    const LessonScript* script = script_of(session.lesson, lessons);
    const int step = session.lesson_step + by;
    if (script == nullptr || step < 0 || step >= static_cast<int>(script->size())) return;
    session = at_step(session, session.lesson, step, lessons);
  }
  void operator()(const OpenSession& action) const { session = action.session; }
};

}  // namespace

Session update(Session session, const Action& action, const World& world) {
  action.visit(Update{session, world.results, world.lessons});
  return clamped(std::move(session), world);
}

}  // namespace headlight
