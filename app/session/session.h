// What the screen shows, as plain data: the screen is a function of the session and of the traces made for
// it. Saved as a file, rendered without a window by the command line, stacked for undo.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/lab/lab.h"
#include "core/explain/traits.h"
#include "core/figure/colour_scale.h"
#include "core/figure/palette.h"
#include "core/files/fields.h"
#include "core/models/anatomy.h"
#include "core/tape/edit.h"

namespace headlight {

// What is looked at by its name: the labs, which fill the stage, and what the one place shows at an altitude
// (app/session/altitudes.h), by the names that sessions, lessons, links and the glossary have for it.
enum class ViewKind { picture, map, flow, unrolled, heads, lines, steps, causes, decoding, lab };

struct ViewInfo {
  ViewKind kind;
  const char* name;  // in sessions, on the command line and in the glossary
  const char* title;
  bool (*is_for)(const Anatomy& has);  // whether a model has what it shows
};

// Every one, in the order of the enum: from the outside in.
std::span<const ViewInfo> all_views();
const ViewInfo& info(ViewKind view);
const EnumNames<ViewKind>& view_names();

inline bool has_view(const Anatomy& anatomy, ViewKind view) { return info(view).is_for(anatomy); }
// The view asked for, or one that the model has.
ViewKind view_within(const Anatomy& anatomy, ViewKind asked);

// What the steps show of two sentences: the one of `side`, both next to each other, or second minus first.
enum class Sides { one, both, difference };

// Which heads stand beside the selected one at the altitude of a head: none, all of its layer, all of the
// model.
enum class HeadsShown { one, of_layer, of_model };

// What is shown of a picture: where a head looks, what the convolutions find, or where the cells are.
enum class PictureShows { attention, features, positions };

// As sessions write them.
const EnumNames<PictureShows>& picture_shows_names();
const EnumNames<Sides>& sides_names();
const EnumNames<HeadsShown>& heads_shown_names();
const EnumNames<Theme>& theme_names();
// How a step or a cell is explained above its picture, whatever it is.
enum class Dial { words, numbers, formula, code };
const EnumNames<Dial>& dial_names();
const EnumNames<std::optional<Trait>>& sorting_names();  // nothing is "layer", the order of the model

// How deep one looks in the one place: from a sentence to one multiplication. At each of them the words stand
// at the left and the answer at the right; what was chosen at one is still chosen at the next.
enum class Altitude { sentence, model, layer, head, step, cell, product };
inline constexpr int altitude_count = 7;
struct AltitudeInfo {
  Altitude altitude;
  const char* name;   // as sessions write it: "head"
  const char* title;  // of its page, in the help: "A head"
  const char* help;
};
std::span<const AltitudeInfo, altitude_count> altitudes();
inline const AltitudeInfo& info(Altitude altitude) { return altitudes()[static_cast<std::size_t>(altitude)]; }
// As sessions write them; nothing, "views" in earlier files, is where the view is shown.
const EnumNames<std::optional<Altitude>>& altitude_names();

// A cell by its node's name, so that it survives another sentence.
struct CellName {
  std::string path;
  int row = 0;
  int col = 0;
  bool operator==(const CellName&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("path", self.path);
    visit("row", self.row);
    visit("col", self.col);
  }
};

// One text to be read by a model. With the edits it makes a run.
struct RunSpec {
  std::string text;        // as typed; empty: there is no such run
  std::string model = {};  // a shipped model's name, or a folder; empty: the session's
  bool operator==(const RunSpec&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("text", self.text);
    visit("model", self.model, LeftOutIf{self.model.empty()});
  }
};
inline constexpr std::size_t most_runs = 8;

// The two runs that stand on the stage next to each other, as places in the session's list. Most views show
// these two: a `side` is 0 for the first, 1 for the second.
struct StagePair {
  int first = 0, second = 1;
  int run(int side) const { return side == 0 ? first : second; }
  bool operator==(const StagePair&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("first", self.first);
    visit("second", self.second);
  }
};

// An edit of the session: it can be switched off and on again without being forgotten, and it can be of one
// run alone.
struct SessionEdit : Edit {
  bool on = true;
  std::optional<int> run;  // a place in the session's list; nothing: all of them
  // Of a `set` of one cell of a row of weights: the rest of the row makes room, so that it still adds up
  // to 1.
  bool keep_sum = false;
  // Of a `set` of a row: its numbers are this row of the same node in another run, as that is without edits:
  // in the second one for the first, in the first one for all others.
  std::optional<int> from = {};

  SessionEdit() = default;
  SessionEdit(Edit edit, bool is_on = true, std::optional<int> of = {})
      : Edit(std::move(edit)), on(is_on), run(of) {}
  bool is_of(int one) const { return !run || *run == one; }
  bool operator==(const SessionEdit&) const = default;
};

// More than anybody makes by hand; a file with more is refused.
inline constexpr std::size_t most_edits = 256;

// What is computed; changes of it are undone one by one.
struct Matter {
  std::string model = "translator";  // a shipped model's name, or a folder
  // Two or more: without a text the second says that the first stands alone.
  std::vector<RunSpec> runs{{"The animal didn't cross the street because it was too tired"},
                            {"The animal didn't cross the street because it was too wide"}};
  StagePair pair;                  // those on the stage
  std::vector<SessionEdit> edits;  // in the order in which they are applied
  Labs labs;                       // what the controls of each say

  const std::string& text(int side) const { return runs.at(pair.run(side)).text; }
  std::string& text(int side) { return runs.at(pair.run(side)).text; }
  // Whether both sides of the stage have a text.
  bool two() const { return !text(1).empty(); }
  const std::string& model_of(int run) const {
    const RunSpec& spec = runs.at(run);
    return spec.model.empty() ? model : spec.model;
  }
  // Of the first run on the stage: the one that the views ask what there is.
  const std::string& model_on_stage() const { return model_of(pair.first); }

  bool operator==(const Matter&) const = default;
};
inline bool only_two_texts(const std::vector<RunSpec>& runs) {
  return runs.size() == 2 && runs[0].model.empty() && runs[1].model.empty();
}

// Where one looks.
struct Look {
  std::optional<Altitude> altitude;  // of the one place; nothing: the one that shows the view
  bool questions = false;            // there: what can be tried. A view that is a lab is shown there, too
  ViewKind view = ViewKind::lines;
  Attention attention = Attention::encoder;
  int layer = 1;
  int head = 0;
  HeadsShown heads_shown = HeadsShown::one;
  std::optional<Trait> sort_heads;  // what the heads of the model are sorted by; nothing: by layer
  std::string part = "weights";     // which site of the head the heatmaps show; empty where there is no head
  int token = -1;                   // the query row in focus; -1 for none
  std::vector<int> also_tokens;     // query rows selected beside it
  std::vector<int> key_tokens;      // keys selected: what goes to them is added up
  bool merge_pieces = false;        // attention weights by whole words where tokens are pieces of them
  int side = 0;                     // which side the steps and the inspector follow: 0 first, 1 second
  Sides sides = Sides::one;         // of the steps, when there are two sentences
  std::string step;                 // the node the steps show; empty: the head's `part`
  const Lab* lab = first_lab();     // the one that is open in the labs' view
  std::vector<CellName> trail;      // cells opened one from another, the last one in the inspector
  // That of the one place, while a lab there has cells of its own.
  std::vector<CellName> kept_trail;
  int number = -1;          // of the products that a cell adds up, the one that is opened; -1: none
  bool edits_open = false;  // the column at the right shows the edits, not a cell
  PictureShows picture_shows = PictureShows::attention;
  int picture_layer = 0;       // of the convolutions whose maps are shown
  ColourScale colour_scale;    // of the heatmaps of heads
  bool cause_ribbons = false;  // on the whole model: what comes over from the other sentence, and where

  bool operator==(const Look&) const = default;
};

// What a reader has open beside the stage.
struct LessonPlace {
  std::string lesson;      // a shipped lesson's name, or a file; empty: none is open
  int lesson_step = 0;     // its step, from zero
  int lesson_answer = -1;  // the answer chosen to the step's question; -1 while it is open
  bool rail = false;       // the lesson rail is unfolded
  // What the person had typed when the lesson showed its own texts; empty: nothing.
  std::vector<RunSpec> own_runs;

  bool operator==(const LessonPlace&) const = default;
};

// This query row alone, -1 for none: no other word is selected.
inline void select_only(Look& look, int token) {
  look.token = token;
  look.also_tokens.clear();
  look.key_tokens.clear();
}

// Whether a lab fills the stage: the open one of the labs' view, or one that is a view of its own, by its
// name.
bool shows_lab(ViewKind view);
inline bool shows_lab(const Look& look) { return shows_lab(look.view); }
const Lab* lab_on_stage(const Look& look);
// Of the one place: the page of questions, or a lab that answers one.
inline bool shows_questions(const Look& look) { return look.altitude && look.questions; }
inline bool shows_experiment(const Look& look) { return look.altitude && !look.questions && shows_lab(look); }
// Whether ribbons of causes can be drawn over what is shown, and whether they are asked for.
inline bool has_cause_ribbons(const Look& look) {
  if (look.altitude) return look.altitude == Altitude::model && !look.questions && !shows_lab(look);
  return look.view == ViewKind::map || look.view == ViewKind::flow;
}
inline bool shows_cause_ribbons(const Look& look) { return look.cause_ribbons && has_cause_ribbons(look); }
// "Masks lab"; a view of its own by its title alone: "Decoding".
std::string called(const Lab* lab);
void show_lab(Look& look, const Lab* lab);

// Doors and controls that a teacher keeps from a class for a while. It is no lock: the menu brings them back.
struct HiddenControls {
  bool words = false;        // another sentence
  bool changes = false;      // of numbers, heads, masks: What if
  bool experiments = false;  // the page of questions, and the labs
  bool lessons = false;      // all others than the open one
  bool find = false;
  bool files = false;     // other models, sessions and pictures
  bool formulas = false;  // and code, on the dial of a step

  bool operator==(const HiddenControls&) const = default;
  // Those of both.
  HiddenControls operator|(const HiddenControls& other) const;

  static void fields(auto& self, auto&& visit) {
    visit("words", self.words, LeftOutIf{!self.words});
    visit("changes", self.changes, LeftOutIf{!self.changes});
    visit("experiments", self.experiments, LeftOutIf{!self.experiments});
    visit("lessons", self.lessons, LeftOutIf{!self.lessons});
    visit("find", self.find, LeftOutIf{!self.find});
    visit("files", self.files, LeftOutIf{!self.files});
    visit("formulas", self.formulas, LeftOutIf{!self.formulas});
  }
};

// What a class is shown of the program. A lesson's step may hide more, for as long as it is open.
struct Preset {
  HiddenControls hidden;

  bool operator==(const Preset&) const = default;
};

// How a person likes it.
struct Appearance {
  Theme theme = Theme::light;
  float scale = 1.0F;  // of everything on screen, on top of the display's own
  // In the one place labs have all of their controls.
  bool experts = false;
  Dial dial = Dial::numbers;
  bool torch = false;  // code is written with PyTorch, else with NumPy

  bool operator==(const Appearance&) const = default;
};

// What belongs to the room, not to what is shown: no undoing changes it.
struct Room {
  bool reduced_motion = false;  // every change at once
  bool presenting = false;      // for the back row: full screen, one idea, large type

  bool operator==(const Room&) const = default;
};

struct Session : Matter, Look, LessonPlace, Preset, Appearance, Room {
  bool operator==(const Session&) const = default;

  // Every field, in the order of the file.
  static void fields(auto& self, auto&& visit) {
    visit("model", self.model);
    // Two texts and one model are written as "sentence" and "compare" alone.
    visit("sentence", self.runs[0].text);
    visit("compare", self.runs[1].text);
    visit("runs", self.runs, LeftOutIf{only_two_texts(self.runs)});
    visit("pair", self.pair, LeftOutIf{self.pair == StagePair{}});
    visit("altitude", self.altitude, altitude_names(), LeftOutIf{!self.altitude});
    visit("questions", self.questions, LeftOutIf{!self.questions});
    visit("view", self.view, view_names());
    visit("attention", self.attention, attention_names());
    visit("layer", self.layer);
    visit("head", self.head);
    visit("heads_shown", self.heads_shown, heads_shown_names(),
          LeftOutIf{self.heads_shown == HeadsShown::one});
    visit("sort_heads", self.sort_heads, sorting_names());
    visit("part", self.part);
    visit("token", self.token);
    visit("also_tokens", self.also_tokens, LeftOutIf{self.also_tokens.empty()});
    visit("key_tokens", self.key_tokens, LeftOutIf{self.key_tokens.empty()});
    visit("merge_pieces", self.merge_pieces, LeftOutIf{!self.merge_pieces});
    visit("side", self.side);
    visit("sides", self.sides, sides_names());
    visit("step", self.step);
    visit("lab", self.lab, lab_names());
    visit("labs", self.labs);
    visit("trail", self.trail);
    visit("kept_trail", self.kept_trail, LeftOutIf{self.kept_trail.empty()});
    visit("number", self.number, LeftOutIf{self.number < 0});
    visit("edits", self.edits, AtMost{most_edits});
    visit("lesson", self.lesson);
    visit("lesson_step", self.lesson_step);
    visit("lesson_answer", self.lesson_answer);
    visit("rail", self.rail);
    visit("own_runs", self.own_runs, LeftOutIf{self.own_runs.empty()});
    visit("edits_open", self.edits_open);
    visit("picture_shows", self.picture_shows, picture_shows_names());
    visit("picture_layer", self.picture_layer);
    visit("colour_scale", self.colour_scale, LeftOutIf{self.colour_scale == ColourScale{}});
    visit("cause_ribbons", self.cause_ribbons, LeftOutIf{!self.cause_ribbons});
    visit("hidden", self.hidden, LeftOutIf{self.hidden == HiddenControls{}});
    visit("theme", self.theme, theme_names());
    visit("scale", self.scale);
    visit("experts", self.experts, LeftOutIf{!self.experts});
    visit("dial", self.dial, dial_names(), LeftOutIf{self.dial == Dial::numbers});
    visit("torch", self.torch, LeftOutIf{!self.torch});
    visit("reduced_motion", self.reduced_motion);
    visit("presenting", self.presenting);
  }
};

// The fields that belong to these owners, by the names that the file has: names_of_fields<Room>().
template <typename... Owner>
std::vector<std::string> names_of_fields() {
  const Session session;
  std::vector<std::string> names;
  Session::fields(session, [&](const char* name, const auto& value, const auto&...) {
    const auto within = [&](const auto& owner) {
      const auto* first = reinterpret_cast<const std::byte*>(&owner);
      const auto* field = reinterpret_cast<const std::byte*>(&value);
      return !std::less<>()(field, first) && std::less<>()(field, first + sizeof(owner));
    };
    if ((within(static_cast<const Owner&>(session)) || ...)) names.emplace_back(name);
  });
  return names;
}

// The edits that are switched on.
std::vector<Edit> edits_in_force(const Session& session);
// Of one run, as they are written; app/session/edits.h makes of them what a model understands.
std::vector<SessionEdit> edits_in_force(const Session& session, int run);
// Whether both compute the same; all else is where one looks.
inline bool same_matter(const Matter& a, const Matter& b) { return a == b; }

// "encoder.1.self_attention.head.0.weights" for what the session selects.
std::string selected_path(const Session& session);
std::string selected_head_path(const Session& session, std::string_view part);
inline HeadChoice selected_head(const Look& look) { return {look.attention, look.layer, look.head}; }

// What is looked at: at a step and further in that step, or the cell's, else the selected head's part.
std::string shown_path(const Session& session);
// `session` in the room of `screen`: undoing a step neither leaves the presentation nor starts it.
Session on_screen_of(Session session, const Session& screen);
// Whether both show the same, whatever the screen is like.
bool same_content(const Session& a, const Session& b);

// Every field; edits and cells as objects.
std::string to_json(const Session& session);
// Fields that are left out keep what `start` has: a step of a lesson is a partial session. Throws
// std::invalid_argument naming the line and the field.
Session session_from_json(const std::string& text, const Session& start = {});

}  // namespace headlight
