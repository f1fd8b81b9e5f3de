#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>

#include "app/panels/commands/commands.h"
#include "app/panels/common/stage.h"
#include "app/panels/place/place.h"
#include "app/panels/words/word_menu.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "app/widgets/scroll.h"

namespace headlight {
namespace {}  // namespace

float lamp_mark(Ui& ui, float x, float y) {
  const Palette& c = ui.colours();
  const float r = ui.px(6);
  ui.disc({x + r, y}, r, c.ink);
  ui.polygon(std::array<ImVec2, 4>{{{x + 2 * r, y - ui.px(2)},
                                    {x + ui.px(25), y - ui.px(9)},
                                    {x + ui.px(25), y + ui.px(9)},
                                    {x + 2 * r, y + ui.px(2)}}},
             c.focus);
  return x + ui.px(25);
}

namespace {

std::string edits_label(const Session& session) {
  const std::vector<SessionEdit>& edits = session.edits;
  const auto on = std::count_if(edits.begin(), edits.end(), [](const SessionEdit& edit) { return edit.on; });
  if (edits.empty()) return "What if";
  return (edits.size() == 1 ? "1 edit" : std::to_string(edits.size()) + " edits") + (on == 0 ? ", off" : "");
}

float edits_width(const Ui& ui, const Session& session) {
  const float mark = session.edits.empty() ? 0 : ui.px(16);
  return mark + ui.width(type::label, edits_label(session)) + ui.px(16);
}

// "2 edits": opens their list. Without any, "What if" does. Returns its right end.
float draw_edits(const PanelContext& context, float x, float y) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<SessionEdit>& edits = context.session.edits;
  const auto on = std::count_if(edits.begin(), edits.end(), [](const SessionEdit& edit) { return edit.on; });
  const std::string label = edits_label(context.session);
  const float mark = edits.empty() ? 0 : ui.px(16);
  const Area area = Area::at(x, y - ui.px(13), edits_width(ui, context.session), ui.px(26));
  const Touch touch = ui.target("edits", area);
  if (touch.hovered) {
    ui.hand();
    ui.fill(area, c.rail, ui.px(6));
  }
  if (context.session.edits_open) ui.outline(area, c.strong_line, ui.hairline(), ui.px(6));
  if (touch.focused) ui.focus_ring(area, ui.px(6));
  if (mark > 0) {
    const ImVec2 dot(x + ui.px(13), y);
    ui.disc(dot, ui.px(5), on > 0 ? c.focus : c.panel);
    ui.circle(dot, ui.px(5), c.ink, ui.hairline());
  }
  ui.text(x + ui.px(8) + mark, y, type::label, edits.empty() ? c.text_2 : c.ink, label);
  if (touch.clicked) ui.emit(OpenEdits{!context.session.edits_open});
  return area.right;
}

// Of a model's folder its name is enough.
std::string shown_name(const PanelContext& context) {
  const std::string& model =
      context.results.model_name.empty() ? context.session.model : context.results.model_name;
  return context.ui.shortened(
      type::control,
      kept_step_of(model) ? short_name(model) : std::filesystem::path(model).filename().string(),
      context.ui.px(180));
}

// Beside the name; a kept step of a training says by its name how far it is trained.
std::string shown_origin(const PanelContext& context) {
  return kept_step_of(context.results.model_name) ? "" : context.results.origin;
}

// Of what model_name draws with the program's name.
float model_name_width(const PanelContext& context) {
  const Ui& ui = context.ui;
  const std::string origin = shown_origin(context);
  const float tag = origin.empty() ? 0 : ui.width(type::caption, origin) + ui.px(16 + 10);
  return ui.px(25 + 9) + ui.width(type::section, "Headlight") + ui.px(14 + 14) +
         ui.width(type::control, shown_name(context)) + ui.px(9) + tag + edits_width(ui, context.session);
}

// Returns the right end of what it drew. Where the bar is short the mark stands for the name of the program.
float model_name(const PanelContext& context, const Area& area, float x, bool named) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float y = area.middle_y(), begin = x;
  x = lamp_mark(ui, x, y) + ui.px(9);
  x = named ? ui.text(x, y, type::section, c.ink, "Headlight") + ui.px(14) : x + ui.px(5);
  if (can_enter_place(context)) {
    const Area mark{begin - ui.px(8), y - ui.px(17), x - ui.px(6), y + ui.px(17)};
    if (ui.press("place", mark, {.radius = ui.px(6), .hint = "Back to the sentence"}).clicked)
      enter_place(context);
  }
  ui.line(x, y - ui.px(14), x, y + ui.px(14), c.hairline, ui.hairline());
  x += ui.px(14);
  const std::string name = shown_name(context);
  const Area place =
      Area::at(x - ui.px(6), y - ui.px(14), ui.width(type::control, name) + ui.px(12), ui.px(28));
  const Touch touch =
      ui.press("model", place, {.radius = ui.px(6), .ground = c.rail, .hint = "Open another model"});
  if (touch.clicked) ui.ask(ChooseModel{});
  x = ui.text(x, y, type::control, c.ink, name) + ui.px(9);
  const Card& card = context.results.card;
  if (const std::string origin = shown_origin(context); !origin.empty()) {
    const float left = x;
    x = tag(ui, x, y, origin, c.value, c.soft_value) + ui.px(10);
    if (!card.title.empty() && ui.hovered(Area{left, y - ui.px(12), x, y + ui.px(12)}))
      ui.tooltip({RichText(card.title), RichText(card.data), RichText(card.recipe)});
  }
  return draw_edits(context, x, y);
}

// The views, the way to everything else, and what to press for it, as the width of the bar allows.
struct BarLayout {
  bool named = true;   // "Headlight" beside its mark
  bool menu = false;   // the views behind one button
  bool find = true;    // a button for what Ctrl K does
  bool keys = true;    // chords beside the buttons
  float tab_pad = 32;  // units around a tab's name
};

// From the roomiest on; the first that fits is taken.
constexpr std::array layouts = {
    BarLayout{},
    BarLayout{.tab_pad = 22},
    BarLayout{.keys = false, .tab_pad = 22},
    BarLayout{.named = false, .keys = false, .tab_pad = 22},
    BarLayout{.named = false, .keys = false, .tab_pad = 14},
    BarLayout{.menu = true},
    BarLayout{.menu = true, .keys = false},
    BarLayout{.named = false, .menu = true, .keys = false},
    BarLayout{.named = false, .menu = true, .find = false, .keys = false},
};

float tab_width(const Ui& ui, const StageView& view, const BarLayout& layout) {
  return ui.width(type::control_hot, view.title()) + ui.px(layout.tab_pad);
}

std::string menu_label(const Session& session) { return std::string("View: ") + info(session.view).title; }
// With the arrow that says it opens.
float menu_width(const Ui& ui, const Session& session) { return menu_button_width(ui, menu_label(session)); }

float views_width(const PanelContext& context, const BarLayout& layout) {
  if (layout.menu) return menu_width(context.ui, context.session);
  float wide = 0;
  for (const StageView& view : views_of(context.results)) wide += tab_width(context.ui, view, layout);
  return wide;
}

struct BarButton {
  const char* id;
  const char* label;
  Key key;
  Overlay overlay;
};
constexpr std::array bar_buttons = {
    // from the right
    BarButton{"export", "Export", Key::export_figure, Overlay::export_figure},
    BarButton{"present", "Present", Key::present, Overlay::none},
    BarButton{"find", "Find", Key::find, Overlay::palette},
    BarButton{"bar/sentence", "Sentence", Key::none, Overlay::words},
};

// Whether there is a sentence to type, in whatever view.
bool reads_words(const PanelContext& context) {
  const Tokenizer* const tokenizer = context.results.tokenizer();
  const bool of_pieces = context.results.model != nullptr && !context.results.model->anatomy().picture;
  return tokenizer != nullptr && (tokenizer->are_typed() || of_pieces);
}

// Draws the buttons when `draw`; returns their left end.
float buttons(const PanelContext& context, const Area& area, const BarLayout& layout, bool draw) {
  Ui& ui = context.ui;
  float right = area.right - ui.px(20);
  const float help = ui.px(28);
  const Area round = Area::at(right - help, std::round(area.middle_y() - help / 2), help, help);
  if (draw && help_button(ui, "keys", round)) {
    ui.state<KeysSheet>().explained = info(context.session.view).title;
    ui.state().overlay = Overlay::keys;
  }
  right = round.left - ui.px(20);
  for (const BarButton& each : bar_buttons) {
    if (each.key == Key::find && !layout.find) continue;
    if (each.overlay == Overlay::words && !reads_words(context)) continue;
    const std::string chord = chord_of(each.key);
    if (!draw) {
      right -= key_button_width(ui, each.label, chord, layout.keys && !chord.empty()) + ui.px(24);
      continue;
    }
    bool pressed = false;
    const float end = right;
    right = key_button(ui, each.id, right, area.middle_y(), each.label, chord, layout.keys && !chord.empty(),
                       pressed);
    const Area place{right, area.top, end, area.bottom};
    right -= ui.px(24);
    if (!pressed) continue;
    if (each.overlay == Overlay::none) {
      ui.emit(SetPresenting{true});
    } else if (each.overlay == Overlay::words) {
      open_sentence_box(context, stage_side(context), context.session.text(stage_side(context)), place);
    } else {
      ui.state().overlay = each.overlay;
      ui.state<FinderState>() = {};
    }
  }
  return right;
}

void draw_tabs(const PanelContext& context, const Area& area, float x, const BarLayout& layout) {
  Ui& ui = context.ui;
  for (const StageView& view : views_of(context.results)) {
    const float wide = tab_width(ui, view, layout);
    if (tab(ui, std::string("view/") + view.title(), Area::at(x, area.top, wide, area.height()), view.title(),
            context.session.view == view.kind)) {
      ui.emit(SetView{view.kind});
    }
    if (ui.hovered(Area::at(x, area.top, wide, area.height()))) ui.tooltip(view.help);
    x += wide;
  }
}

void draw_menu_button(const PanelContext& context, const Area& area, float x) {
  Ui& ui = context.ui;
  const Area place =
      Area::at(x, std::round(area.middle_y() - ui.px(17)), menu_width(ui, context.session), ui.px(34));
  menu_button(ui, "views", place, menu_label(context.session), Overlay::views);
}

// Where there is little room: the view, the edits where there are any, and the rest in one menu.
void draw_small_bar(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area.inset(ui.px(12), 0);
  const auto place = [&](const Area& wide) {
    return Area{wide.left, std::round(wide.middle_y() - ui.px(18)), wide.right,
                std::round(wide.middle_y() + ui.px(18))};
  };
  const float more = menu_button_width(ui, "More");
  menu_button(ui, "more", place(rest.cut_right(more, ui.px(8))), "More", Overlay::more);
  const float view = std::min(menu_width(ui, context.session), rest.width());
  menu_button(ui, "views", place(rest.cut_left(view, ui.px(8))), menu_label(context.session), Overlay::views);
  if (reads_words(context)) {
    const float wide = button_width(ui, "Sentence");
    if (wide <= rest.width()) {
      const Area box = place(rest.cut_right(wide, ui.px(8)));
      if (button(ui, "bar/sentence", box, "Sentence", ButtonKind::plain))
        open_sentence_box(context, stage_side(context), context.session.text(stage_side(context)), box);
    }
  }
  if (!context.session.edits.empty() && edits_width(ui, context.session) <= rest.width()) {
    const float wide = edits_width(ui, context.session);
    draw_edits(context, rest.right - wide, rest.middle_y());
    rest.cut_right(wide, ui.px(8));
  }
  const float name = ui.width(type::control, shown_name(context)) + ui.px(12);
  if (name > rest.width()) return;
  const Area model = place(rest.cut_left(name));
  const Touch touch = ui.press(
      "model", model, {.radius = ui.px(6), .ground = ui.colours().rail, .hint = "Open another model"});
  if (touch.clicked) ui.ask(ChooseModel{});
  ui.text(model, Align::centre, type::control, ui.colours().ink, shown_name(context));
}

}  // namespace

void draw_top_bar(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ui.fill(area, c.panel);
  ui.line(area.left, area.bottom - ui.hairline() / 2, area.right, area.bottom - ui.hairline() / 2, c.hairline,
          ui.hairline());
  if (one_column(ui)) return draw_small_bar(context, area);
  // As wide as it will be with the name; without it, less that.
  const float full = model_name_width(context) + ui.px(40);
  const float name = ui.width(type::section, "Headlight") + ui.px(9);
  const BarLayout* layout = nullptr;
  for (const BarLayout& each : layouts) {
    const float needed = area.left + full - (each.named ? 0 : name);
    if (needed + views_width(context, each) > buttons(context, area, each, false)) continue;
    layout = &each;
    break;
  }
  if (layout == nullptr) return draw_small_bar(context, area);
  const float left = model_name(context, area, area.left + ui.px(20), layout->named) + ui.px(20);
  const float right = buttons(context, area, *layout, true);
  const float wide = views_width(context, *layout);
  const float x = std::round(std::clamp(area.middle_x() - wide / 2, left, std::max(left, right - wide)));
  if (layout->menu) {
    draw_menu_button(context, area, x);
  } else {
    draw_tabs(context, area, x, *layout);
  }
}

void draw_views_menu(const PanelContext& context, const Area&) {
  const std::vector<StageView> shown = views_of(context.results);
  std::vector<MenuRow> rows;
  for (const StageView& view : shown)
    rows.push_back({.label = view.title(), .chosen = context.session.view == view.kind});
  if (const int pressed = menu(context.ui, "views", rows); pressed >= 0)
    context.ui.emit(SetView{shown[pressed].kind});
}

void draw_more_menu(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  struct Entry {
    MenuRow row;
    std::function<void()> run;
  };
  const auto open = [&ui](Overlay overlay) {
    return [&ui, overlay] {
      ui.state().overlay = overlay;
      ui.state<FinderState>() = {};
    };
  };
  std::vector<Entry> entries;
  if (reads_words(context)) {
    entries.push_back({{.label = "Sentence"}, [&] {
                         const int side = stage_side(context);
                         open_sentence_box(context, side, context.session.text(side));
                       }});
  }
  entries.push_back({{.label = "Model", .detail = shown_name(context)}, [&ui] { ui.ask(ChooseModel{}); }});
  if (!shows_place(context))
    entries.push_back({{.label = edits_label(context.session), .chosen = context.session.edits_open},
                       [&] { ui.emit(OpenEdits{!context.session.edits_open}); }});
  // What the views have beyond the place is for experts.
  if (can_enter_place(context) && (!shows_place(context) || context.session.experts)) {
    entries.push_back({{.label = shows_place(context) ? "Views with tabs" : "One place"},
                       [&] { shows_place(context) ? leave_place(context) : enter_place(context); }});
  }
  if (shows_place(context)) {
    entries.push_back({{.label = "For experts", .chosen = context.session.experts},
                       [&] { ui.emit(SetExperts{!context.session.experts}); }});
    // Doors that a small window has no room for.
    entries.push_back({{.label = "Lessons"}, [&ui] { ui.emit(SetRail{true}); }});
    entries.push_back({{.label = "Experiments"}, [&ui] { ui.emit(OpenQuestions{}); }});
  }
  entries.push_back({{.label = "Find"}, open(Overlay::palette)});
  entries.push_back({{.label = "Present"}, [&ui] { ui.emit(SetPresenting{true}); }});
  entries.push_back({{.label = "Export"}, open(Overlay::export_figure)});
  entries.push_back({{.label = "Open"}, [&ui] { ui.ask(ChooseFile{}); }});
  entries.push_back({{.label = "Save"}, [&ui] { ui.ask(SaveSession{}); }});
  entries.push_back({{.label = "Glossary"}, open(Overlay::glossary)});
  entries.push_back({{.label = "Help and keys"}, [&] {
                       ui.state<KeysSheet>().explained = info(context.session.view).title;
                       ui.state().overlay = Overlay::keys;
                     }});
  std::vector<MenuRow> rows;
  rows.reserve(entries.size());
  for (const Entry& entry : entries) rows.push_back(entry.row);
  if (const int pressed = menu(ui, "more", rows); pressed >= 0) entries[pressed].run();
}

}  // namespace headlight
