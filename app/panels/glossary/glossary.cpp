// The page of all words of the glossary: a list that a few letters narrow, and the chosen word with its
// sentence and the way to where it can be seen.
#include <algorithm>

#include "app/panels/commands/fuzzy.h"
#include "app/panels/glossary/glossary_state.h"
#include "app/panels/glossary/term.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "app/widgets/formula.h"

namespace headlight {
namespace {

// All of them under their groups, or those that fit what was typed, the best first.
std::vector<const Term*> listed(const std::string& typed) {
  struct Ranked {
    const Term* term;
    int score;
  };
  std::vector<Ranked> ranked;
  for (const Term& term : shipped_glossary().terms()) {
    if (typed.empty()) {
      ranked.push_back({&term, 0});
    } else if (const auto match = match_names(typed, term.name, term.also)) {
      ranked.push_back({&term, match->score});
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Ranked& a, const Ranked& b) { return a.score > b.score; });
  std::vector<const Term*> terms;
  terms.reserve(ranked.size());
  for (const Ranked& each : ranked) terms.push_back(each.term);
  return terms;
}

// The word that the page was opened on.
void go_to_asked(GlossaryPage& page, const std::vector<const Term*>& terms) {
  if (page.asked.empty()) return;
  const auto found =
      std::find_if(terms.begin(), terms.end(), [&](const Term* term) { return term->name == page.asked; });
  if (found != terms.end()) {
    page.finder.chosen = static_cast<int>(found - terms.begin());
    page.finder.reveal = true;
  }
  page.asked.clear();
}

// Returns whether it is to be shown.
bool draw_chosen(const PanelContext& context, const Area& area, const Term& term) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Area rest = area;
  ui.text(rest.cut_top(ui.px(22)), Align::left, type::caption_hot, c.text_3, term.group);
  const Area name = rest.cut_top(ui.px(40));
  if (term.title.front().kind == Run::Kind::formula) {
    Formula::parse(term.name).draw(ui, name.left, name.top + ui.px(27), FormulaSize::large);
  } else {
    ui.text(name, Align::left, type::title, c.ink, ui.fitted(type::title, term.name, name.width()));
  }
  if (!term.also.empty()) {
    std::string also;
    for (const std::string& each : term.also) also += (also.empty() ? "" : "  ·  ") + each;
    rest.cut_top(ui.wrapped(rest, type::caption, c.text_3, also, ui.px(18)) + ui.px(6));
  }
  rest.cut_top(ui.px(8));
  rest.cut_top(draw_term(ui, rest, term, {type::lesson, c.ink, 24}) + ui.px(22));
  if (actions_to(term.see, context.document).empty()) return false;
  const std::string place = to_string(term.see);
  const std::string show = ui.fitted(type::control_hot, "Show me: " + place, rest.width() - ui.px(28));
  Area row = rest.cut_top(ui.px(36));
  return button(ui, "glossary/show", row.cut_left(ui.width(type::control_hot, show) + ui.px(28)), show,
                ButtonKind::primary);
}

}  // namespace

void draw_glossary(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  GlossaryPage& page = ui.state<GlossaryPage>();
  const Area sheet = begin_sheet(ui, 920, 620);
  Area rest = sheet.inset(ui.px(22), ui.px(18));
  Area head = rest.cut_top(ui.px(44));
  const Area close = head.cut_right(button_width(ui, "Close"));
  ui.text(head, Align::left, type::panel, c.ink, "Glossary");
  const bool closed = button(ui, "glossary/close", Area::at(close.left, close.top, close.width(), ui.px(32)),
                             "Close", ButtonKind::plain);

  const std::vector<const Term*> before = listed(page.finder.typed);
  go_to_asked(page, before);
  const auto rows_of = [&](const std::vector<const Term*>& terms) {
    std::vector<FinderRow> rows;
    std::string group;
    for (const Term* term : terms) {
      FinderRow row{.title = RichText(std::vector<TextRun>{{term->name, Role::ink}})};
      if (page.finder.typed.empty() && term->group != group) row.heading = group = term->group;
      rows.push_back(std::move(row));
    }
    return rows;
  };
  Area list = rest.cut_left(rest.width() * 0.4F);
  rest.cut_left(ui.px(28));
  std::vector<const Term*> terms = before;
  const FinderTouch touch = finder(
      ui, "glossary", list, page.finder, "A word, or a few letters",
      [&] {
        terms = listed(page.finder.typed);
        return rows_of(terms);
      },
      terms.empty() && page.finder.typed.empty() ? "The glossary cannot be read: see headlight glossary."
                                                 : "No term has that name.");
  bool show = touch.entered && touch.taken >= 0;
  if (touch.taken >= 0) page.finder.chosen = touch.taken;
  const auto chosen = static_cast<std::size_t>(page.finder.chosen);
  const Term* term = chosen < terms.size() ? terms[chosen] : nullptr;
  if (term != nullptr) show = draw_chosen(context, rest, *term) || show;
  if (end_sheet(ui) || closed) ui.state().overlay = Overlay::none;
  if (!show || term == nullptr || actions_to(term->see, context.document).empty()) return;
  ui.state().overlay = Overlay::none;
  show_term(context, *term);
  ui.state().again = true;
}

}  // namespace headlight
