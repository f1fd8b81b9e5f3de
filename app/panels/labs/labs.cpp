#include "app/panels/labs/labs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "app/session/open_lab.h"
#include "app/widgets/scroll.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// The sentences of a text that one line has room for, the first one at least.
std::string_view sentences_within(const Ui& ui, Type type, std::string_view text, float width) {
  while (ui.width(type, text) > width) {
    const std::size_t end = text.rfind(". ", text.size() - 2);
    if (end == std::string_view::npos) break;
    text = text.substr(0, end + 1);
  }
  return text;
}

// Those that are no view of their own.
std::vector<const Lab*> lab_tabs() {
  std::vector<const Lab*> tabs;
  std::copy_if(labs().begin(), labs().end(), std::back_inserter(tabs),
               [](const Lab* lab) { return !lab->own_view; });
  return tabs;
}

}  // namespace

bool fits_model(const PanelContext& context, const Lab& lab) {
  if (context.results.model == nullptr) return true;
  const Anatomy& model = context.results.model->anatomy();
  if (lab.own_view) {
    Look look;
    show_lab(look, &lab);
    if (!has_view(model, look.view)) return false;
  }
  return lab.without_model != nullptr || missing_for(lab, context.session.labs.of(&lab), model).empty();
}

const LabPanel& lab_panel(const Lab* lab) {
  return **std::find_if(lab_panels().begin(), lab_panels().end(),
                        [lab](const LabPanel* panel) { return panel->lab == lab; });
}

void move_lab(const PanelContext& context, int by) {
  const std::vector<const Lab*> tabs = lab_tabs();
  const auto count = static_cast<int>(tabs.size());
  int at = static_cast<int>(std::find(tabs.begin(), tabs.end(), context.session.lab) - tabs.begin());
  if (context.session.view == ViewKind::lab) at = ((at + by) % count + count) % count;
  context.ui.emit(OpenLab{tabs[at]});
}

const LabWork* work_of(const PanelContext& context) { return lab_work_of(context.session, context.results); }

float seen_width(const Ui& ui, const Area& area) {
  const bool wider = area.width() > ui.clip().width();
  return wider ? ui.clip().width() - ui.px(60) : area.width();
}

namespace {

// `tall`: of controls that have rows of their own.
Area head_with(const PanelContext& context, Area& area, std::string_view text, float controls, float tall) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Lab* lab = lab_on_stage(context.session);
  const float title = ui.width(type::title, lab->question);
  const float seen = seen_width(ui, area);
  const bool beside = title + ui.px(32) + controls <= seen;
  Area head = area.cut_top(ui.px(40));
  Area place;
  if (beside) {
    place = head.cut_right(controls);
    place = Area::at(place.left, std::round(head.middle_y() - ui.px(17)), controls, ui.px(34));
  }
  if (title <= seen) {
    ui.text(head, Align::left, type::title, c.ink, lab->question);
  } else {
    const Area lines{area.left, head.top + ui.px(4), area.left + seen, area.bottom};
    area.top = head.top + ui.wrapped(lines, type::title, c.ink, lab->question, ui.px(30)) + ui.px(10);
  }
  if (LabText& told = ui.state<LabText>(); told.in_margin) {
    told.text = text;
    area.cut_top(ui.px(10));
  } else {
    if (context.session.presenting) text = sentences_within(ui, type::body, text, area.width());
    const Area lines{area.left, area.top, area.left + seen, area.bottom};
    area.cut_top(ui.wrapped(lines, type::body, c.text_2, text, ui.px(19)) + ui.px(14));
  }
  if (!beside && controls > 0) {
    place = area.cut_top(tall);
    place.right = place.left + std::min(seen, controls);
    area.cut_top(ui.px(14));
  }
  return place;
}

}  // namespace

Area lab_head(const PanelContext& context, Area& area, std::string_view text, float controls) {
  return head_with(context, area, text, controls, context.ui.px(34));
}

Area lab_head(const PanelContext& context, Area& area, std::string_view text, std::span<const Choice> list) {
  const Ui& ui = context.ui;
  const float tall = choices_height(ui, list, seen_width(ui, area), ui.px(34));
  return head_with(context, area, text, choices_width(ui, list), tall);
}

namespace {

// Where the model has nothing for the open lab: the model that has it, and the labs that work as they are.
void draw_what_fits(const PanelContext& context, Area rest, const LabWork& work) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  lab_head(context, rest, work.missing);
  if (ui.exporting()) return;
  float x = rest.left;
  float y = rest.top;
  const float high = ui.px(36);
  const auto place = [&](float wide) {
    if (x > rest.left && x + wide > rest.right) {
      x = rest.left;
      y += high + ui.px(10);
    }
    const Area at = Area::at(x, y, std::min(wide, rest.width()), high);
    x = at.right + ui.px(12);
    return at;
  };
  if (!work.has_it.empty()) {
    const std::string title = say("Open {model}", {{"model", work.has_it}});
    if (button(ui, "lab/translator", place(button_width(ui, title)), title, ButtonKind::primary))
      ui.ask(OpenModel{Session{}.model});
    y += high + ui.px(30);
  }
  x = rest.left;
  ui.text(x, y + ui.px(8), type::section, c.ink, "What works with the model on stage");
  y += ui.px(28);
  for (const Lab* lab : lab_tabs()) {
    if (!fits_model(context, *lab) || lab == work.lab) continue;
    if (button(ui, std::string("lab/fits/") + lab->title, place(button_width(ui, lab->title)), lab->title,
               ButtonKind::plain))
      ui.emit(OpenLab{lab});
  }
}

}  // namespace

namespace {

// Where there is too little room for it, it scrolls; `below` it is a margin.
void draw_page(const PanelContext& context, const Lab& lab, const Area& area, float below) {
  Ui& ui = context.ui;
  const LabPanel& panel = lab_panel(&lab);
  // With the margins, into which labels may reach.
  const float margin = ui.px(12);
  const Area place{area.left - margin, area.top, area.right + margin, area.bottom + below};
  const bool narrow = area.width() < ui.px(560);
  const bool upright = narrow && panel.upright > 0;
  // Its text and its controls take more lines where less of them is seen.
  const float lines = area.width() < ui.px(700) && !upright ? ui.px(180) : 0;
  const Area content = begin_scroll(ui, std::string("lab page/") + lab.title, place,
                                    upright ? 0 : ui.px(panel.wide) + 2 * margin,
                                    ui.px(upright ? panel.upright : panel.tall) + below + lines);
  ui.state<LabText>().in_margin = ui.state<LabMargin>().there && !ui.exporting();
  panel.draw(context, {content.left + margin, content.top, content.right - margin, content.bottom - below});
  ui.state<LabText>().in_margin = false;
  end_scroll(ui);
}

}  // namespace

void draw_labs(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const float margin = ui.px(area.width() >= ui.px(1280) ? 40 : area.width() >= ui.px(700) ? 24 : 12);
  Area rest = area.inset(std::max(margin, std::round((area.width() - ui.px(1480)) / 2)), 0);
  rest.cut_top(ui.px(12));
  float below = ui.px(12);
  rest.cut_bottom(below);
  const LabWork* work = work_of(context);
  if (work != nullptr && !work->missing.empty()) {
    draw_what_fits(context, rest, *work);
    return;
  }
  if (work != nullptr && !work->error.empty()) {
    lab_head(context, rest, work->error);
    return;
  }
  const bool noted = work != nullptr && !work->without_edits.empty();
  Area line = rest;
  if (noted || lab_panel(lab_on_stage(context.session)).makes_edits) {
    line = rest.cut_bottom(ui.px(22));
    below = 0;
  }
  if (noted) {
    ui.disc({line.left + ui.px(4), line.middle_y()}, ui.px(4), ui.colours().focus);
    line_of_text(ui, {line.left + ui.px(16), line.top, line.right, line.bottom}, type::label,
                 ui.colours().ink, work->without_edits);
  }
  const Lab& lab = *lab_on_stage(context.session);
  if (context.results.model == nullptr) return;
  const Anatomy& model = context.results.model->anatomy();
  const std::any& settings = context.session.labs.of(&lab);
  const std::string instead = shown_instead(lab, settings, model);
  if (instead.empty()) {
    // Until its work says what is missing.
    if (missing_for(lab, settings, model).empty()) draw_page(context, lab, rest, below);
    return;
  }
  if (!ui.exporting()) line_of_text(ui, rest.cut_top(ui.px(24)), type::label_hot, ui.colours().ink, instead);
  // What is changed there goes on from the page that is shown.
  Session shown = context.session;
  shown.labs.of(&lab) = shown_for(lab, settings, model);
  draw_page({ui, shown, context.results, context.maps, context.page}, lab, rest, below);
}

}  // namespace headlight
