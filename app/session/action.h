// Everything a person can do. Panels emit actions; update() alone turns a session into the next one.
#pragma once

#include <any>
#include <concepts>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/session/results.h"
#include "app/session/session.h"

namespace headlight {

// A value of one of some types, as std::variant is one. But a variant compiles, wherever it is made, copied
// or moved, what all of its types need for that; this compiles the one type that is made there. The window
// makes actions in a hundred places: this halves what they cost the compiler.
template <class... Types>
class OneOf {
 public:
  using Alternatives = std::tuple<Types...>;

  template <class Type>
  requires(std::same_as<Type, Types> || ...) OneOf(Type value)
      : value_(std::move(value)) {}  // implicit, as a variant's

  // The value, where it is of this type; else null.
  template <class Type>
  requires(std::same_as<Type, Types> || ...) const Type* get_if() const {
    return std::any_cast<Type>(&value_);
  }

  void visit(auto&& visitor) const {
    const auto visited = [&](const auto* value) {
      if (value != nullptr) visitor(*value);
      return value != nullptr;
    };
    static_cast<void>((visited(get_if<Types>()) || ...));
  }

 private:
  std::any value_;
};

// What sets one field and does nothing else.
template <auto field>
struct Set {
  std::remove_cvref_t<decltype(std::declval<Session&>().*field)> value;
};
using SetLabs = Set<&Session::labs>;                    // other settings of a lab
using ShowHeads = Set<&Session::heads_shown>;           // at the altitude of a head
using SortHeads = Set<&Session::sort_heads>;            // by layer if nothing
using ShowSides = Set<&Session::sides>;                 // one sentence, both, or their difference
using MergePieces = Set<&Session::merge_pieces>;        // weights by whole words
using SetColourScale = Set<&Session::colour_scale>;     // of the heatmaps of heads
using ShowCauseRibbons = Set<&Session::cause_ribbons>;  // on the whole model
using SetRail = Set<&Session::rail>;
// The list of edits in the column at the right; a cell that is opened takes its place.
using OpenEdits = Set<&Session::edits_open>;
using SetTheme = Set<&Session::theme>;
using SetScale = Set<&Session::scale>;
using SetExperts = Set<&Session::experts>;
using SetDial = Set<&Session::dial>;
using SetTorch = Set<&Session::torch>;
using HideControls = Set<&Session::hidden>;  // from a class; those that are not named are there
using SetReducedMotion = Set<&Session::reduced_motion>;
using SetPresenting = Set<&Session::presenting>;

struct SetSentence {
  int side = 0;  // 0 first, 1 second
  std::string text;
};
struct ReplaceWord {  // the word at a place of the sentence as the model reads it
  int side = 0;
  int place = 0;
  std::string word;
  std::optional<int> also_at = {};  // its place in the other sentence, which is changed as well
};
struct SwapSentences {};
struct SetCompare {  // with or without a second sentence
  bool on = true;
};
struct AddRun {            // on the stage as its second one: the first one's text again, read by this model
  std::string model = {};  // empty: the session's
};
struct PutOnStage {  // another run on a side; where it stands on the other one, the two change places
  int side = 0;
  int run = 0;
};
struct SetView {
  ViewKind view;
};
struct OpenLab {
  const Lab* lab;
};
struct OpenQuestions {};  // of the one place
struct ReadTexts {        // the same stage with other texts; both are kept
  bool own = true;        // those that the person had typed; else the lesson's, or the ones of the opening
};
struct SelectAttention {
  Attention attention;
};
struct SelectHead {  // alone
  int layer = 0;
  int head = 0;
  std::optional<Attention> attention = {};  // the selected one if left out
};
struct SelectPart {  // "scores", "weights" ...
  std::string part;
};
struct SelectToken {  // a query row, alone; -1: none, and no key either
  int token = -1;
};
struct SelectTokensToo {  // those of a word, beside what is selected; where one of them is, all are let go
  std::vector<int> tokens;
  bool keys = false;  // as what is looked at, not as rows
};
struct SelectSide {
  int side = 0;
};
struct ShowOfPicture {
  PictureShows shows = PictureShows::attention;
  int layer = 0;  // of the convolutions
};
struct SelectCell {  // opens the inspector on a cell: a new trail
  CellName cell;
};
struct GoDeeper {  // from the cell in the inspector to one it was made from
  CellName cell;
};
struct GoBack {  // to the trail's place `length`; 0 closes the inspector
  int length = 0;
};
struct GoToStep {
  std::string path;
};
struct GoTo {  // a place in the one place; what is left out stays as it was chosen
  std::optional<Altitude> altitude = {};
  std::optional<HeadChoice> head = {};
  std::optional<int> token = {};         // the word that asks
  std::optional<std::string> part = {};  // the step of the head
  std::optional<CellName> cell = {};
  std::optional<int> number = {};
  std::optional<std::string> path = {};  // a step outside heads, with the layer that it is in
  // Beside the head; left out, a head that is gone to stands alone.
  std::optional<HeadsShown> heads = {};
};
struct MoveStep {  // forward or back among the steps; many at once are clipped at the ends
  int by = 1;
};
struct AddEdit {
  Edit edit;
  std::optional<int> run = {};  // of one run; all if left out
};
struct AddEdits {  // one change
  std::vector<SessionEdit> edits;
};
struct SetEditRun {  // of one run, or of all
  int index = 0;
  std::optional<int> run;
};
struct RemoveEdit {
  int index = 0;
};
struct SwitchEdit {  // on or off
  int index = 0;
  bool on = true;
};
struct SwitchEdits {  // all of them
  bool on = true;
};
struct ClearEdits {};
struct OpenLesson {  // by its name, or its file; nothing happens when it was not read
  std::string name;
  int step = 0;
};
struct CloseLesson {};
struct NextLessonStep {};
struct PreviousLessonStep {};
struct AnswerLesson {  // the step's question: a choice, or 0 where the answer is free
  int choice = 0;
};
struct ReturnToLesson {};  // shows again what the step shows
struct OpenSession {
  Session session;
};

using Action =
    OneOf<SetSentence, ReplaceWord, SwapSentences, SetCompare, AddRun, PutOnStage, SetView, OpenLab,
          OpenQuestions, ReadTexts, SetDial, SetTorch, SetExperts, SetLabs, SelectAttention, SelectHead,
          ShowHeads, SortHeads, SelectPart, SelectToken, SelectTokensToo, SelectSide, ShowSides, MergePieces,
          SetColourScale, ShowCauseRibbons, ShowOfPicture, SelectCell, GoDeeper, GoBack, GoToStep, GoTo,
          MoveStep, AddEdit, AddEdits, SetEditRun, RemoveEdit, SwitchEdit, SwitchEdits, ClearEdits, OpenEdits,
          OpenLesson, CloseLesson, NextLessonStep, PreviousLessonStep, AnswerLesson, ReturnToLesson, SetRail,
          SetTheme, SetScale, HideControls, SetReducedMotion, SetPresenting, OpenSession>;

// What a session knows of lessons: what each step has on stage. Plain data; app/lessons makes it of the
// files.

struct ScriptStep {
  Session shown;
  Session answered;        // with the answer to its question; the same when that shows nothing else
  int choices = 0;         // answers that its question takes: one where it is typed, none without a question
  bool any_model = false;  // it shows whichever model is open that reads a text with attention
  std::optional<Dial> dial = {};  // turned to when it is opened
};
using LessonScript = std::vector<ScriptStep>;  // never empty
// By the names that sessions have for them: all that were read.
using LessonScripts = std::map<std::string, std::shared_ptr<const LessonScript>, std::less<>>;
using LessonScriptsPtr = std::shared_ptr<const LessonScripts>;
inline const LessonScripts no_lessons;

// Of the lesson of this name; null when it was not read, or cannot be.
const LessonScript* script_of(const std::string& lesson, const LessonScripts& lessons);
// The step that the session is at, or the nearest one.
int step_within(const Session& session, const LessonScript& script);

// The session that its lesson has on stage at its step and answer, with the person's own settings; the
// session itself when no lesson is open.
Session on_stage(const Session& session, const LessonScripts& lessons);
// The lesson's step opened, its question open; the session itself for a lesson that is not among them.
Session at_step(const Session& session, const std::string& lesson, int step, const LessonScripts& lessons);
// The answer chosen; the session itself where the step has no such answer.
Session with_answer(const Session& session, int choice, const LessonScripts& lessons);
// Step and answer clipped to the lesson's. One that cannot be read stays named: the rail says what is wrong.
void fit_lesson(Session& session, const LessonScripts& lessons);

// What update() may know besides the session: what was computed and read before it is asked.

struct World {
  const Results& results;  // the newest there is: of an older session perhaps, and empty at first
  const LessonScripts& lessons = no_lessons;
};

// The session after the action: of these three alone, whatever is on the disk. What the action names but the
// model, the sentence or the lesson does not have is clipped to what there is: a session is always drawable.
Session update(Session session, const Action& action, const World& world);

// The session with everything clipped to what the world has; the last step of every update, and what a
// results that arrive later ask for. `away`, if given, becomes the first thing asked for that is not there:
// one line, empty when all is there.
Session clamped(Session session, const World& world, std::string* away = nullptr);
// That line for a session from a file and the results made for it.
std::string clamped_away(const Session& session, const Results& results);

// What it clips on its way.

inline int side_within(int side) { return side <= 0 ? 0 : 1; }

// One that the model has; of a model without any, one whose words in focus are those that were typed.
Attention attention_within(Attention attention, const Anatomy& anatomy);
// Attention, layer and heads to those that the model has.
void fit_selection(Session& session, const Results& results);

}  // namespace headlight
