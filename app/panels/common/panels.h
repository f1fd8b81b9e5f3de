// The parts of the screen. Each is a function that reads the session and the results and emits actions; the
// table in panels.cpp lists them all.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/panels/common/trace_maps.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace headlight {

// The token and the cell under the mouse. Who draws them says so while the frame is made; what follows them —
// lines, bands, the inspector — reads those of the last frame, so that all of a frame follows the same.

struct Hover {
  int token = -1;                // the row under the mouse in this frame
  int followed_token = -1;       // and in the last one
  std::optional<CellName> cell;  // the cell under the mouse in this frame, and in the last one
  std::optional<CellName> followed_cell;
  int side = 0;  // of which sentence it is

  void begin_frame() {
    token = -1;
    cell.reset();
  }
  void let_go() { *this = {}; }
};

// What has to be said about something a person just did. A note shows it until it is closed, or for a few
// seconds where it asks nothing.
struct Message {
  std::string text;  // empty: nothing to say
  bool error = true;
  std::string offer;        // what can be done about it, on a button
  Session offered;          // and the session that it opens
  bool opening = false;     // it tells of something that is being opened, which can be cancelled
  double shown_since = -1;  // seconds (WidgetState::now); before it is drawn, none
  bool stays = false;       // until it was read and closed

  bool passes() const { return !text.empty() && !error && offer.empty() && !opening && !stays; }
};

// What the workspace says of the session on screen, set before each frame.
struct WorkspaceNotes {
  bool can_take_back = false;  // a change of model, sentences or edits
  std::string notice;          // what an opened session asked for that is not there
};

// Whether the window stands in a frame of somebody else's page, set once. It shows what that page has chosen:
// the doors to other rooms are in the menu.
struct InFrame {
  bool on = false;
};

struct LessonPage;

struct PanelContext {
  Ui& ui;
  const Session& session;
  const Results& results;
  TraceMaps& maps;
  const LessonPage* page = nullptr;  // of the open lesson; null without one, and on the stage alone
};

// What draws a part of the screen, with what it needs at hand: a class where functions would hand round too
// much.
class PanelPart {
 public:
  explicit PanelPart(const PanelContext& context, const Area& area = {})
      : context_(context), ui_(context.ui), c_(context.ui.colours()), area_(area) {}

 protected:
  const PanelContext& context_;
  Ui& ui_;
  const Palette& c_;
  Area area_;
};

// The context of what the open lab recorded: its cells in its own traces. The same as `context` outside of
// the labs, and for labs that read the model's trace.
PanelContext context_of_cells(const PanelContext& context);

struct Panel {
  const char* title;
  void (*draw)(const PanelContext&, const Area&);
  const char* help;                 // one or two sentences for the keys-and-help sheet; never empty
  Overlay overlay = Overlay::none;  // of one that lies over the screen while this is open
};

// What Find knows of a view: where the one place shows it is its altitude (app/session/altitudes).
struct StageView {
  ViewKind kind;
  const char* words;  // what else people call it or what it shows, to find it by

  const char* title() const { return info(kind).title; }
};

// What a person can do: a row of the table of commands, or of those that a lab brings.
enum class CommandGroup { look, go, say, present, files, everywhere };

struct Command {
  CommandGroup group;
  const char* title;  // what it does: "Undo"
  const char* words;  // what else people call it, to search by
  Key key = Key::none;
  const char* chords = "";  // "Ctrl Shift Z, Ctrl Y": what presses it, the one to show first
  // `times` is how often the key was pressed since the last frame. Null: the key belongs to whatever has the
  // focus, and the row only tells of it.
  void (*run)(const PanelContext&, int times) = nullptr;
  bool (*available)(const PanelContext&) = nullptr;  // null: always
  bool on_stage = false;  // its key waits while a sheet is open or something is typed
  // It is not there where this is hidden from a class; null: always there.
  bool HiddenControls::*belongs = nullptr;
};

// From the outside in.
std::span<const StageView> views();
// Those that show something of the model on stage; until it is loaded, of any model.
std::vector<StageView> views_of(const Results& results);
// The parts around the stage and over it.
std::span<const Panel> panels();

// Shows a step: by its path, or so many on from the one shown.
void show_step(const PanelContext& context, const Action& step);

// Whether all of the screen is one column: on a phone, and on a tablet that is held upright.
bool one_column(const Ui& ui);

// Where what can be exported was drawn in the last frame.
struct StageArea {
  Area area;
};

// The whole screen.
void draw_panels(const PanelContext& context);

void draw_lesson_rail(const PanelContext& context, const Area& area);
// In the place of what would answer the open question of a lesson.
void draw_cover(const PanelContext& context, const Area& area);
// A lamp and its beam; returns its right end.
float lamp_mark(Ui& ui, float x, float y);
void draw_labs(const PanelContext& context, const Area& area);
void draw_inspector(const PanelContext& context, const Area& area);
// The sheet with what is hidden from a class, and the one that counts its answers.
void draw_for_class(const PanelContext& context, const Area&);
void draw_class_answers(const PanelContext& context, const Area&);
void draw_word_menu(const PanelContext& context, const Area& screen);
void draw_export(const PanelContext& context, const Area& screen);
void draw_colour_scale(const PanelContext& context, const Area& screen);
void draw_keys(const PanelContext& context, const Area& screen);
void draw_palette(const PanelContext& context, const Area& screen);
void draw_glossary(const PanelContext& context, const Area& screen);
void draw_reading(const PanelContext& context, const Area& screen);
void draw_more_menu(const PanelContext& context, const Area& screen);

// The keys that nothing on the screen took: the table of commands says what they do.
void handle_keys(const PanelContext& context);
// The title of the panel that the mouse is over, in the table of panels or of views.
std::string panel_under_mouse(const PanelContext& context);
// The error to show, if any: the model's, the sentences', or that what is shown is not a number.
std::string error_shown(const PanelContext& context);
// What has to be said, over the foot of the stage: where, empty when there is nothing to say.
Area note_area(const PanelContext& context, const Area& stage);
void draw_note(const PanelContext& context, const Area& area);
// The stage when there is no trace to draw: one sentence, one button.
void draw_empty_stage(const PanelContext& context, const Area& area);

}  // namespace headlight
