// What is said on the stage: notes at its foot, and what stands there while it is empty.
#include <algorithm>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/panels/words/word_menu.h"
#include "app/session/sentence.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

// What went wrong or has to be known, as a note at the foot of the stage with what can be done about it. A
// message that asks something stays until it is answered, one that only says what was done passes; both make
// room for themselves. The rest lies over the stage, so that nothing moves under the mouse when it comes and
// goes.

constexpr float line_units = 22;
constexpr float widest_units = 860;
constexpr double seconds_shown = 6;

struct Offer {
  const char* id;
  std::string label;
};

// What it says, and what can be pressed.
struct Note {
  std::string text = {};
  bool error = true;
  std::vector<Offer> offers = {};  // from the right
  int side = 0;                    // the sentence of
  std::vector<UnknownWord> unknown = {};
  std::string read_as = {};  // what of the sentence was understood as something else
};

// The sentence that may stay in French.
struct FrenchClosed {
  std::string sentence;
};

Note note_of_french(const PanelContext& context) {
  for (int side = 0; side < 2; ++side) {
    const std::string& sentence = context.session.text(side);
    if (sentence != context.ui.state<FrenchClosed>().sentence && is_french(context, sentence))
      return {.text = looks_french, .error = false, .offers = {{"french/close", "Close"}}, .side = side};
  }
  return {};
}

Note note_of(const PanelContext& context) {
  Note note;
  if (const Message& message = context.ui.state<Message>(); !message.text.empty()) {
    note = {.text = message.text, .error = message.error, .offers = {{"message/close", "Close"}}};
    if (message.opening) note.offers = {{"message/cancel", "Cancel"}};
    if (!message.offer.empty()) note.offers.push_back({"message/offer", message.offer});
    return note;
  }
  note.text = error_shown(context);
  if (note.text.empty()) return note_of_french(context);
  if (context.ui.state<WorkspaceNotes>().can_take_back) note.offers.push_back({"note/undo", "Undo"});
  for (int side = 0; side < 2; ++side) {
    if (context.results.side(side).error != note.text) continue;
    note.side = side;
    note.unknown = unknown_words_of(context, context.session.text(side));
    break;
  }
  if (!note.unknown.empty()) {
    note.read_as = read_as(context, context.session.text(note.side));
    note.text = note.unknown.size() == 1 ? "The model does not know one word of this sentence."
                                         : "The model does not know some words of this sentence.";
  }
  return note;
}

float read_as_height(const Ui& ui, const Note& note) { return note.read_as.empty() ? 0 : ui.px(line_units); }

float offers_width(const Ui& ui, const Note& note) {
  float wide = 0;
  for (const Offer& offer : note.offers) wide += ui.px(8) + button_width(ui, offer.label);
  return wide;
}

// Where the text would have too little room beside what can be pressed, that stands below it.
bool offers_below(const Ui& ui, const Note& note, float width) {
  return !note.offers.empty() && width - ui.px(40) - offers_width(ui, note) < ui.px(200) &&
         ui.width(type::label_hot, note.text) + ui.px(42) + offers_width(ui, note) > width;
}

float text_width(const Ui& ui, const Note& note, float width) {
  return width - ui.px(40) - (offers_below(ui, note, width) ? 0 : offers_width(ui, note));
}

float offers_height(const Ui& ui, const Note& note, float width) {
  return offers_below(ui, note, width) ? ui.finger(28) + ui.px(8) : 0;
}

}  // namespace

Area note_area(const PanelContext& context, const Area& stage) {
  const Ui& ui = context.ui;
  const Note note = note_of(context);
  if (note.text.empty()) return {};
  const float most =
      std::min(ui.px(widest_units), stage.width() - ui.px(stage.width() < ui.px(500) ? 16 : 32));
  float wide = ui.width(type::label_hot, note.text) + ui.px(42) + offers_width(ui, note);
  if (!note.unknown.empty()) wide = most;
  wide = std::round(std::min(wide, most));
  const float words =
      ui.wrapped_height(type::label_hot, note.text, text_width(ui, note, wide), ui.px(line_units));
  const float tall = std::max(words, ui.px(28)) + unknown_words_height(ui, note.unknown) +
                     read_as_height(ui, note) + offers_height(ui, note, wide) + ui.px(16);
  return Area::at(std::round(stage.middle_x() - wide / 2), std::round(stage.bottom - tall - ui.px(12)), wide,
                  tall);
}

void pass_message(Ui& ui) {
  Message& message = ui.state<Message>();
  if (!message.passes()) return;
  WidgetState& state = ui.state();
  if (message.shown_since < 0) message.shown_since = state.now;
  const double until = message.shown_since + seconds_shown;
  if (state.now < until) return state.move_at(until);
  message = {};
  state.again = true;
}

void draw_note(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  pass_message(ui);
  const Note note = note_of(context);
  ui.begin_note();
  ui.push_clip(area);
  ui.fill(area, note.error ? c.error_ground : c.focus_band, ui.px(8));
  ui.outline(area, note.error ? c.error : c.strong_line, ui.hairline(), ui.px(8));
  Area rest = area.inset(ui.px(16), ui.px(8));
  const Area reading = rest.cut_bottom(read_as_height(ui, note));
  if (!note.read_as.empty()) line_of_text(ui, reading, type::label, c.text_2, note.read_as);
  const Area unknown = rest.cut_bottom(unknown_words_height(ui, note.unknown));
  Message& message = ui.state<Message>();
  const bool below = offers_below(ui, note, area.width());
  Area buttons = below ? rest.cut_bottom(offers_height(ui, note, area.width())) : rest;
  if (below) buttons.top += ui.px(8);
  for (const Offer& offer : note.offers) {
    const Area row = buttons.cut_right(button_width(ui, offer.label), ui.px(8));
    const Area place = Area::at(row.left, std::round(buttons.middle_y() - ui.px(14)), row.width(), ui.px(28));
    if (!button(ui, offer.id, place, offer.label, ButtonKind::plain)) continue;
    const std::string id = offer.id;
    if (id == "note/undo") {
      ui.ask(TakeBack{});
    } else if (id == "french/close") {
      ui.state<FrenchClosed>().sentence = context.session.text(note.side);
      ui.state().again = true;
    } else if (id == "message/cancel") {
      ui.ask(CancelOpening{});
    } else {
      if (id == "message/offer") ui.emit(OpenSession{message.offered});
      message = {};
      ui.state().again = true;
    }
  }
  const float wide = text_width(ui, note, area.width());
  const float tall = ui.wrapped_height(type::label_hot, note.text, wide, ui.px(line_units));
  const Area words = Area::at(rest.left, std::round(rest.middle_y() - tall / 2), wide, tall);
  ui.wrapped(words, type::label_hot, note.error ? c.error : c.ink, note.text, ui.px(line_units));
  if (const auto instead = draw_unknown_words(ui, "instead", unknown, note.unknown))
    ui.emit(ReplaceWord{note.side, instead->place, instead->word});
  ui.pop_clip();
  ui.end_note();
}

namespace {

// While the first trace is made, or in a browser its model is still on its way: what it is made of. The line
// under the bar says that something is coming.
void draw_what_comes(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  if (shows_lab(context.session)) return;
  const float wide = std::min(ui.px(752), area.width() - ui.px(48)), line = ui.px(34);
  std::vector<std::string> texts;
  for (const RunSpec& run : context.session.runs) {
    // A picture has no words.
    if (!run.text.empty() && run.text.size() < 300 && !run.text.starts_with("data:"))
      texts.push_back(run.text);
  }
  float tall = 0;
  for (const std::string& text : texts) tall += ui.wrapped_height(type::panel, text, wide, line) + ui.px(12);
  float y = std::round(area.middle_y() - tall / 2);
  for (const std::string& text : texts)
    y += ui.wrapped(Area::at(std::round(area.middle_x() - wide / 2), y, wide, area.bottom - y), type::panel,
                    ui.colours().text_2, text, line) +
         ui.px(12);
}

}  // namespace

void draw_empty_stage(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  if (context.results.computing) return draw_what_comes(context, area);
  const float y = std::round(area.middle_y() - ui.px(40));
  const bool no_model = context.results.model == nullptr;
  const std::string text =
      no_model ? "There is no model." : "Type a sentence, or open the animal and the street.";
  ui.text(Area::at(area.left, y - ui.px(20), area.width(), ui.px(40)), Align::centre, type::panel, c.ink,
          ui.shortened(type::panel, text, area.width() - ui.px(24)));
  const std::string label = no_model ? "Try again" : "Open the animal and the street";
  const float wide = button_width(ui, label);
  if (button(ui, "open", Area::at(std::round(area.middle_x() - wide / 2), y + ui.px(32), wide, ui.px(36)),
             label, ButtonKind::primary)) {
    Session start;
    start.altitude = Altitude::sentence;
    ui.emit(OpenSession{start});
  }
  if (no_model) return;
  const float field = std::min(ui.px(560), area.width() - ui.px(48));
  std::string& typed = ui.state<WordMenu>().typed;
  const Field entry = text_field(
      ui, "sentence", Area::at(std::round(area.middle_x() - field / 2), y + ui.px(88), field, ui.px(40)),
      typed, type::lesson, "or a sentence of your own, then Enter");
  if (!entry.entered) return;
  if (words_of(typed, context.results.tokenizer()).empty()) {
    ui.state<Message>() = {"The sentence is empty. Type some words.", true, "", {}};
    ui.state().again = true;
  } else {
    ui.emit(SetSentence{0, typed});
  }
}

}  // namespace headlight
