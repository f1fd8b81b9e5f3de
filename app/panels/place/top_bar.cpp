// The bar above: the path from the sentence to here, and the doors to what lies beside it.
#include <algorithm>
#include <string>
#include <vector>

#include "app/panels/place/experiments.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/otherwise.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

std::string cell_called(const Page& page, const CellName& cell) {
  const Label& label = page.trace.label(page.trace.at(cell.path));
  const std::string row = token_called(page.trace.label(label.rows, cell.row));
  if (page.of_pairs) return row + " → " + token_called(page.trace.label(label.cols, cell.col));
  if (info(label.cols).kind == AxisKind::vocabulary) {
    const std::string to = token_called(page.trace.label(label.cols, cell.col));
    return info(label.rows).kind == AxisKind::tokens ? row + " → " + to : to;
  }
  return say("{word}, number {n}", {{"word", row}, {"n", std::to_string(cell.col + 1)}});
}

std::string product_called(const Page& page, const CellName& cell) {
  return say("{n} of {all}", {{"n", std::to_string(page.session.number + 1)},
                              {"all", std::to_string(terms_of_cell(page, cell).size())}});
}

std::string crumb_id(Altitude altitude) { return "crumb/" + std::to_string(static_cast<int>(altitude)); }

// Of a step outside heads: its layer, or what comes before or behind all layers, and no head.
void add_crumbs_of_node(const Page& page, std::vector<Crumb>& crumbs) {
  const auto add = [&](Altitude altitude, std::string text, GoTo to) {
    crumbs.push_back({std::move(text), crumb_id(altitude), std::move(to)});
  };
  const ModelPart part = part_of_model(page.trace, page.node);
  std::string step = model_step_in_full(page.trace, page.node);
  if (part.kind == ModelPart::Kind::layer) {
    add(Altitude::layer, model_part_called(page, part), out_of_model_step(page));
  } else {
    step = say("{part}, {step}", {{"part", model_part_called(page, part)}, {"step", step}});
  }
  add(Altitude::step, std::move(step),
      GoTo{.altitude = Altitude::step, .path = page.trace.label(page.node).path});
  if (page.altitude == Altitude::step || page.cell() == nullptr) return;
  add(Altitude::cell, cell_called(page, *page.cell()), GoTo{.altitude = Altitude::cell});
  if (page.altitude == Altitude::product)
    add(Altitude::product, product_called(page, *page.cell()), GoTo{.altitude = Altitude::product});
}

}  // namespace

bool is_beside_altitudes(const Page& page) { return shows_lessons(page) || shows_experiments(page); }

std::vector<Crumb> crumbs_of(const Page& page) {
  if (shows_lessons(page)) return lessons_crumbs(page);
  if (shows_experiments(page)) return experiment_crumbs(page);
  const auto until = static_cast<int>(page.altitude);
  std::vector<Crumb> crumbs;
  const auto add = [&](Altitude altitude, std::string text) {
    if (static_cast<int>(altitude) <= until && page.has(altitude))
      crumbs.push_back({std::move(text), crumb_id(altitude), GoTo{.altitude = altitude}});
  };
  add(Altitude::sentence, page.trace.anatomy().picture ? say("picture")
                          : page.english               ? say("sentence")
                                                       : say("text"));
  add(Altitude::model, say("model"));
  if (page.node >= 0) {
    add_crumbs_of_node(page, crumbs);
    return crumbs;
  }
  if (shown_otherwise(page) == Otherwise::all_heads) {
    add(Altitude::head, say("all heads"));
    return crumbs;
  }
  add(Altitude::layer, chosen_layer_called(page));
  add(Altitude::head, shows_all_heads(page) && page.altitude == Altitude::head
                          ? say("heads 1 to {n}", {{"n", std::to_string(page.heads)}})
                          : head_called(page, page.head));
  add(Altitude::step, step_called(page.part));
  if (page.cell() != nullptr) add(Altitude::cell, cell_called(page, *page.cell()));
  if (page.altitude == Altitude::product && page.cell() != nullptr)
    add(Altitude::product, product_called(page, *page.cell()));
  return crumbs;
}

namespace {

// The path from the sentence to here; what there is no room for in its middle is left out.
void draw_crumbs(const Page& page, const Area& area) {
  Ui& ui = page.ui;
  std::vector<Crumb> crumbs = crumbs_of(page);
  const auto width_of = [&] {
    float wide = 0;
    for (const Crumb& each : crumbs) wide += ui.width(type::label_hot, each.text) + page.px(22);
    return wide;
  };
  for (std::size_t left_out = 0; crumbs.size() > 3 && width_of() > area.width(); ++left_out) {
    if (left_out == 0) {
      crumbs[1].text = "…";
    } else {
      crumbs.erase(crumbs.begin() + 2);
    }
  }
  // The last one, too, may be long.
  if (crumbs.size() > 1 && width_of() > area.width()) crumbs.front().text = "…";
  if (const float over = width_of() - area.width(); over > 0 && !crumbs.empty()) {
    std::string& last = crumbs.back().text;
    const float room = ui.width(type::label_hot, last) - over;
    last = room > page.px(40) ? ui.shortened(type::label_hot, last, room) : "";
  }
  float x = area.left;
  for (std::size_t i = 0; i < crumbs.size(); ++i) {
    const Crumb& crumb = crumbs[i];
    const bool here = i + 1 == crumbs.size();
    const Type face = here ? type::label_hot : type::label;
    const float wide = ui.width(face, crumb.text);
    if (!here) {
      const Area place =
          Area::at(x - page.px(6), area.middle_y() - page.px(14), wide + page.px(12), page.px(28));
      const Touch touch = ui.press(crumb.id, place, {.radius = page.px(6), .ground = page.c.rail});
      if (touch.clicked) ui.emit(crumb.to);
    }
    x = ui.text(x, area.middle_y(), face, here ? page.c.ink : page.c.text_2, crumb.text);
    if (!here) x = ui.text(x + page.px(7), area.middle_y(), type::label, page.c.text_3, "›") + page.px(9);
  }
}

// On a phone: the way out at the left, and in the middle where one is.
void draw_brief_crumbs(const Page& page, const Area& area) {
  Ui& ui = page.ui;
  const std::vector<Crumb> crumbs = crumbs_of(page);
  if (crumbs.empty()) return;
  const Type here = type::section, back = type::control;
  Area rest = area;
  if (crumbs.size() > 1) {
    const Crumb& out = crumbs[crumbs.size() - 2];
    // Of a path what stands before "of" says enough.
    std::string name = out.text;
    if (ui.width(back, "‹ " + name) > area.width() * 0.36F) name = name.substr(0, name.find(" of "));
    const std::string label = ui.shortened(back, "‹ " + name, area.width() * 0.42F);
    const Area place = rest.cut_left(ui.width(back, label) + page.px(24), page.px(4));
    const Area pressed = place.inset(0, page.px(4));
    const Touch touch = ui.press(out.id, pressed, {.radius = page.px(6), .ground = page.c.rail});
    ui.text(place.left + page.px(12), place.middle_y(), back, page.c.text_2, label);
    if (touch.clicked) ui.emit(out.to);
  }
  const std::string name = ui.shortened(here, crumbs.back().text, rest.width() - page.px(8));
  // In the middle of the screen, where there is room for it there.
  const float half = ui.width(here, name) / 2, middle = page.boxes.top.middle_x();
  const float x = std::clamp(middle - half, rest.left, std::max(rest.left, rest.right - 2 * half));
  ui.text(x, rest.middle_y(), here, page.c.ink, name);
}

void open_sheet(Ui& ui, Overlay overlay) {
  ui.state().overlay = overlay;
  ui.state<FinderState>() = {};
}

}  // namespace

void draw_menu_button(Ui& ui, const Area& place, float size) {
  const Area box = Area::at(place.right - size, place.middle_y() - size / 2, size, size);
  const Palette& c = ui.colours();
  const Touch touch = ui.press("more", box, {.radius = ui.px(6), .ground = c.rail, .hint = "Menu"});
  for (const float y : {-5.0F, 0.0F, 5.0F})
    ui.line(box.middle_x() - ui.px(8), box.middle_y() + ui.px(y), box.middle_x() + ui.px(8),
            box.middle_y() + ui.px(y), c.ink, ui.px(2));
  if (!touch.clicked) return;
  ui.state().overlay_opener = box;
  open_sheet(ui, Overlay::more);
}

namespace {

// "Lessons", "Find": from the right.
void draw_doors(const Page& page, Area& area) {
  Ui& ui = page.ui;
  const float size = page.px(page.boxes.narrow() ? 40 : 32);
  draw_menu_button(ui, area.cut_right(size, page.px(6)), size);
  // Those that there is no room for are in the menu.
  if (page.boxes.phone() || ui.state<InFrame>().on) return;
  const float least = page.px(page.boxes.narrow() && page.altitude != Altitude::sentence ? 360 : 80);
  const auto door = [&](const char* id, const std::string& label, bool here = false) {
    const float wide = ui.width(type::control, label) + page.px(20);
    if (page.boxes.narrow() && area.width() - wide < least) return false;
    const Area place = area.cut_right(wide);
    const Area pressed = Area::at(place.left, place.middle_y() - page.px(16), place.width(), page.px(32));
    const Touch on = ui.press(id, pressed, {.radius = page.px(6), .ground = page.c.rail});
    ui.text(pressed, Align::centre, type::control, on.hovered || here ? page.c.ink : page.c.text_2, label);
    if (here)
      ui.fill(
          {pressed.left + page.px(10), place.bottom - page.px(3), pressed.right - page.px(10), place.bottom},
          page.c.ink);
    return on.clicked;
  };
  const HiddenControls hidden = hidden_controls(page.session);
  if (door("present", say("Present"))) ui.emit(SetPresenting{true});
  if (!hidden.find && door("find", say("Find"))) open_sheet(ui, Overlay::palette);
  // Further in there is more to read in the path, and fewer go to another room from there.
  const bool lessons = shows_lessons(page), experiments = !lessons && shows_experiments(page);
  if (static_cast<int>(page.altitude) >= static_cast<int>(Altitude::step) && !lessons && !experiments) return;
  if (!hidden.experiments && door("place/experiments", say("Experiments"), experiments))
    ui.emit(OpenQuestions{});
  if (hidden.lessons || !door("place/lessons", say("Lessons"), page.session.rail)) return;
  if (!page.session.lesson.empty()) ui.emit(CloseLesson{});
  ui.emit(SetRail{!lessons});
}

void draw_name(const Page& page, const Area& area) {
  const float x = lamp_mark(page.ui, area.left + page.px(page.boxes.narrow() ? 15 : 24), area.middle_y());
  if (page.boxes.narrow() && page.altitude != Altitude::sentence) return;
  page.ui.text(x + page.px(9), area.middle_y(), type::section, page.c.ink, "Headlight");
}

}  // namespace

void draw_top(const Page& page) {
  Ui& ui = page.ui;
  Area bar = page.boxes.top;
  ui.fill(bar, page.c.panel);
  ui.line(bar.left, bar.bottom, bar.right, bar.bottom, page.c.hairline, ui.hairline());
  if (const Results& results = page.context.results; results.computing) {
    const float share = results.progress > 0 ? results.progress : 1;
    ui.fill({bar.left, bar.bottom - page.px(2), bar.left + share * bar.width(), bar.bottom}, page.c.focus);
  }
  const bool out = page.altitude == Altitude::sentence;
  if (!page.boxes.phone() || out) {
    draw_name(page, bar.cut_left(page.px(!page.boxes.narrow() ? 248 : out ? 150 : 58)));
    bar.cut_left(page.px(page.boxes.narrow() ? 0 : 16));
  }
  bar.cut_right(page.px(10));
  draw_doors(page, bar);
  bar.cut_right(page.px(12));
  if (out && !is_beside_altitudes(page)) return;
  page.boxes.phone() ? draw_brief_crumbs(page, bar) : draw_crumbs(page, bar);
}

}  // namespace headlight::place
