// What the keys do everywhere, and the sheet that says so.
#include <algorithm>
#include <array>
#include <vector>

#include "app/panels/commands/commands.h"
#include "app/panels/labs/labs.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"

namespace headlight {
namespace {

// The chords of the table of commands: which one to show for a key, and which key one presses.

// Calls `visit` with each chord of a row until it returns true.
bool any_chord(const Command& command, auto visit) {
  std::string_view rest = command.chords;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(", ");
    if (visit(rest.substr(0, comma))) return true;
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 2);
  }
  return false;
}

// What a text field needs for itself: letters and signs, the caret's keys, the clipboard and its own undo.
bool belongs_to_typing(std::string_view chord) {
  if (chord.starts_with("Shift ")) chord.remove_prefix(6);
  if (chord.size() == 1) return true;
  constexpr std::array taken{"Left",      "Right",  "Home",         "End",   "Space",
                             "Backspace", "Ctrl Z", "Ctrl Shift Z", "Ctrl Y"};
  return std::find(taken.begin(), taken.end(), chord) != taken.end();
}

}  // namespace

std::string chord_of(const Command& command) {
  const std::string_view all = command.chords;
  return std::string(all.substr(0, all.find(", ")));
}

std::string chord_of(Key key) {
  for (const Command& command : commands()) {
    if (command.key == key && key != Key::none) return chord_of(command);
  }
  return "";
}

std::optional<KeyPress> key_of_chord(std::string_view chord, bool typing) {
  if (typing && belongs_to_typing(chord)) return std::nullopt;
  for (const Command& command : commands()) {
    if (any_chord(command, [&](std::string_view each) { return each == chord; }))
      return KeyPress{command.key, chord.find("Shift ") != std::string_view::npos};
  }
  return std::nullopt;
}

namespace {

float& scrolled(Ui& ui, const char* id, const Area& area, float content) {
  float& at = ui.state().scroll[id];
  at -= ui.wheel(area) * 60;
  at = std::clamp(at, 0.0F, std::max(0.0F, content - area.height()) / ui.scale());
  return at;
}

// "Down  ]": everything that presses it.
std::string all_chords(const Command& command) {
  std::string text = command.chords;
  for (std::size_t at = text.find(", "); at != std::string::npos; at = text.find(", "))
    text.replace(at, 2, "   ");
  return text;
}

void draw_key_list(Ui& ui, const Area& area) {
  const Palette& c = ui.colours();
  std::vector<const Command*> shown;
  for (const Command& command : commands()) {
    if (command.key != Key::none) shown.push_back(&command);
  }
  // What a key does stands below it where there is no room beside it.
  float widest = 0;
  for (const Command* command : shown) widest = std::max(widest, ui.width(type::path, all_chords(*command)));
  const float column = std::ceil(widest) + ui.px(16);
  const bool beside = area.width() >= column + ui.px(230);
  const float line = ui.px(beside ? 24 : 42);
  const float heading = ui.px(32);
  int groups = 0;
  for (std::size_t i = 0; i < shown.size(); ++i)
    groups += i == 0 || shown[i]->group != shown[i - 1]->group ? 1 : 0;
  const float content = line * static_cast<float>(shown.size()) + heading * static_cast<float>(groups);
  const float at = scrolled(ui, "keys", area, content);
  ui.push_clip(area, content > area.height());
  Area rest = area.moved(0, -ui.px(at));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (i == 0 || shown[i]->group != shown[i - 1]->group) {
      Area head = rest.cut_top(heading);
      head.cut_top(ui.px(6));
      ui.text(head, Align::left, type::label_hot, c.text_3, title_of(shown[i]->group));
    }
    Area row = rest.cut_top(line);
    row.right -= ui.px(12);
    const Area keys = beside ? row.cut_left(column) : row.cut_top(ui.px(20));
    ui.text(keys, Align::left, type::path, c.ink, all_chords(*shown[i]));
    if (!beside) row.bottom = row.top + ui.px(18);
    line_of_text(ui, row, type::label, c.text_2, shown[i]->title);
  }
  ui.pop_clip();
  scroll_bar(ui, area, content, ui.px(at));
}

struct ExplainedPanel {
  std::string title;
  const char* help;
};

// The help of every page, panel and lab, that of the one in question first.
void draw_explanations(Ui& ui, const Area& area) {
  const Palette& c = ui.colours();
  std::vector<ExplainedPanel> all;
  for (const AltitudeInfo& altitude : altitudes()) all.push_back({altitude.title, altitude.help});
  for (const LabPanel* panel : lab_panels())
    all.push_back({panel->lab->own_view ? panel->lab->title : panel->lab->question, panel->help});
  for (const Panel& panel : panels()) all.push_back({panel.title, panel.help});
  const std::string& first = ui.state<KeysSheet>().explained;
  std::stable_partition(all.begin(), all.end(),
                        [&](const ExplainedPanel& each) { return first == each.title; });
  // As tall as it was in the last frame: the texts are measured when they are placed.
  float& content = ui.state().scroll["help/height"];
  const float at = scrolled(ui, "help", area, content);
  Area clip = area;
  clip.left -= ui.px(10);  // the mark beside the first one
  ui.push_clip(clip, content > area.height());
  Area rest = area.moved(0, -ui.px(at));
  const float top = rest.top;
  for (const ExplainedPanel& each : all) {
    const bool asked = first == each.title;
    const Area title = rest.cut_top(ui.px(22));
    if (asked) ui.fill({title.left - ui.px(8), title.top, title.left - ui.px(5), title.bottom}, c.focus);
    ui.text(title, Align::left, type::label_hot, c.ink, each.title);
    Area body = rest;
    body.right -= ui.px(12);
    const float tall = ui.wrapped(body, asked ? type::body : type::caption, asked ? c.ink : c.text_2,
                                  each.help, ui.px(asked ? 19 : 17));
    rest.cut_top(tall + ui.px(asked ? 16 : 9));
  }
  content = rest.top - top;
  ui.pop_clip();
  scroll_bar(ui, area, content, ui.px(at));
}

}  // namespace

void handle_keys(const PanelContext& context) {
  WidgetState& state = context.ui.state();
  for (const Command& command : commands()) {
    if (command.run == nullptr) continue;
    const bool busy = state.overlay != Overlay::none || !state.typed_before.empty();
    if ((command.on_stage && busy) || !is_available(command, context)) continue;
    if (const int times = context.ui.take(command.key); times > 0) command.run(context, times);
  }
}

void draw_keys(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Area sheet = begin_sheet(ui, 1000, 720, -1, 300, 360);
  const int lines =
      ui.take(Key::down) - ui.take(Key::up) + 10 * (ui.take(Key::page_down) - ui.take(Key::page_up));
  for (const char* list : {"keys", "help"}) ui.state().scroll[list] += 24 * static_cast<float>(lines);
  Area left = sheet.inset(ui.px(28), ui.px(20));
  const bool beside = left.width() >= ui.px(640);
  // The parts of the screen first where one comes after the other: they are for who has no keys, too.
  Area right = beside ? left.cut_right(left.width() * 0.46F, ui.px(16))
                      : left.cut_top(std::round(left.height() * 0.5F), ui.px(12));
  ui.text(left.cut_top(ui.px(36)), Align::left, type::panel, c.ink, "Keys");
  draw_key_list(ui, left);
  ui.text(right.cut_top(ui.px(36)), Align::left, type::panel, c.ink, "Parts of the screen");
  draw_explanations(ui, right);

  const Area close = Area::at(sheet.right - ui.px(28) - button_width(ui, "Close"), sheet.top + ui.px(20),
                              button_width(ui, "Close"), ui.px(32));
  const bool closed = button(ui, "keys/close", close, "Close", ButtonKind::plain);
  if (end_sheet(ui) || closed) ui.state().overlay = Overlay::none;
}

}  // namespace headlight
