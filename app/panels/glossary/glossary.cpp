// The page of all words of the glossary: a list that a few letters narrow, and the chosen word with its
// sentence and the way to where it can be seen.
#include "app/panels/glossary/glossary.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/panels/common/stage.h"
#include "app/session/sentence.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "app/widgets/scroll.h"
#include "core/text/fuzzy_match.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr double rest_before_note = 0.35;  // seconds: the mouse on its way somewhere asks nothing

// Whether the mouse is on a word of a sentence, which is no word of the field there: a dog may be greedy.
bool is_of_a_sentence(const PanelContext& context, const Term& term) {
  const Ui& ui = context.ui;
  for (int side = 0; side < 2; ++side) {
    for (const std::string& word : context.results.words_of(context.session, side)) {
      if (shipped_glossary().find(word) != &term) continue;
      for (const Placed& each : ui.placed()) {
        if (each.name == word && each.area.outset(ui.px(24)).contains(ui.mouse())) return true;
      }
    }
  }
  return false;
}

float shared_room(const Area& a, const Area& b) {
  const Area both = a.within(b);
  return both.empty() ? 0 : both.width() * both.height();
}

// Where a note of this size leaves in sight what one works with: the word, what it stands on, what has the
// keyboard. Of such places the one with the fewest other things to press under it.
Area place_of_note(const Ui& ui, float wide, float tall) {
  const Area screen = ui.screen().inset(ui.px(4));
  constexpr float large = 6;  // so many of them fill the screen: it is no single thing
  const auto is_single = [&](const Area& area) {
    return area.width() * area.height() * large < screen.width() * screen.height();
  };
  const ImVec2 mouse = ui.mouse();
  Area word{mouse.x - 1, mouse.y - ui.px(9), mouse.x + 1, mouse.y + ui.px(9)};
  std::vector<Area> keep, others;
  for (const Placed& each : ui.placed()) {
    if (each.layer != ui.layer() || each.kind == Placed::Kind::stroke) continue;
    const bool item = each.kind == Placed::Kind::item && each.in_reach;
    const bool at_mouse = each.area.contains(mouse);
    const bool text = each.kind == Placed::Kind::text || each.kind == Placed::Kind::turned;
    if (text && at_mouse) word = each.area;
    const bool has_keyboard =
        item && !each.name.empty() &&
        (each.name == ui.state().typing || (ui.state().focus_visible && each.name == ui.state().focus));
    if (((item || text) && at_mouse && is_single(each.area)) || has_keyboard) {
      keep.push_back(each.area);
    } else if (item && is_single(each.area)) {
      others.push_back(each.area);
    }
  }
  Area all = word;
  for (const Area& each : keep) {
    if (each.contains(mouse))
      all = {std::min(all.left, each.left), std::min(all.top, each.top), std::max(all.right, each.right),
             std::max(all.bottom, each.bottom)};
  }
  const float gap = ui.px(8);
  Area best;
  float least = 0;
  const auto consider = [&](float x, float y) {
    x = std::clamp(x, screen.left, std::max(screen.left, screen.right - wide));
    y = std::clamp(y, screen.top, std::max(screen.top, screen.bottom - tall));
    const Area place = Area::at(std::round(x), std::round(y), wide, tall);
    constexpr float never = 1e6F;
    float cost = shared_room(place, word) * never;
    for (const Area& each : keep) cost += shared_room(place, each) * never;
    for (const Area& each : others) cost += shared_room(place, each);
    // A little for the way there.
    cost += std::fabs(place.middle_x() - mouse.x) + std::fabs(place.middle_y() - mouse.y);
    if (!best.empty() && cost >= least) return;
    best = place;
    least = cost;
  };
  for (const Area& around : {word, all}) {
    for (const float x : {around.left, around.right - wide}) {
      consider(x, around.bottom + gap);
      consider(x, around.top - gap - tall);
    }
    for (const float y : {around.top, around.bottom - tall}) {
      consider(around.right + gap, y);
      consider(around.left - gap - wide, y);
    }
  }
  return best;
}

Paragraph paragraph_of(const std::vector<Inline>& runs) { return {runs, "", 0}; }

}  // namespace

float term_height(const Ui& ui, const Term& term, float width, const LessonType& look) {
  return paragraph_height(ui, paragraph_of(term.text), {}, width, look);
}

float draw_term(Ui& ui, const Area& area, const Term& term, const LessonType& look) {
  return draw_paragraph(ui, area, paragraph_of(term.text), {}, look);
}

void open_glossary(const PanelContext& context, const std::string& name) {
  WidgetState& state = context.ui.state();
  state.overlay = Overlay::glossary;
  context.ui.state<GlossaryPage>() = {.finder = {}, .asked = name};
  state.again = true;
}

namespace {

// The same step of the head that is looked at, where its attention and stack have it.
Action of_the_head_looked_at(const PanelContext& context, const Action& action) {
  const auto* step = action.get_if<GoToStep>();
  const TracePtr& trace = stage_trace(context);
  if (step == nullptr || trace == nullptr) return action;
  const Place place = place_of(step->path);
  const AttentionInfo& about = info(context.session.attention);
  const bool same =
      place.layer && place.stack == about.stack && (place.attention.empty() || place.attention == about.part);
  if (!same) return action;
  std::string path = step->path;
  const std::string before = std::string(about.stack) + ".";
  path.replace(before.size(), std::to_string(*place.layer).size(), std::to_string(context.session.layer));
  if (place.head) path = about.path(context.session.layer, context.session.head, place.part);
  return trace->find(path) < 0 ? action : Action(GoToStep{path});
}

}  // namespace

void show_term(const PanelContext& context, const Term& term) {
  const std::vector<Action> actions = actions_to(term.see, context.results);
  for (const Action& action : actions) context.ui.emit(of_the_head_looked_at(context, action));
  if (actions.empty()) open_glossary(context, term.name);
}

void draw_term_note(const PanelContext& context) {
  Ui& ui = context.ui;
  WidgetState& state = ui.state();
  TermUnderMouse& last = ui.state<TermUnderMouse>();
  const Term* term = ui.term_under_mouse();
  // A sheet explains itself, and a presentation is the teacher's to explain.
  const bool quiet = context.session.presenting || state.overlay != Overlay::none ||
                     ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (term == nullptr || quiet || is_of_a_sentence(context, *term)) {
    last = {};
    return;
  }
  if (last.name != term->name) last = {term->name, state.now};
  if (state.now < last.since + rest_before_note) return state.move_at(last.since + rest_before_note);

  const Palette& c = ui.colours();
  const LessonType heading{type::label_hot, c.ink, 19};
  const LessonType look{type::body, c.text_2, 18};
  const Paragraph name = paragraph_of(term->title);
  // What is under the mouse says what it is first, in the same note.
  const std::vector<RichText> tip = ui.take_tooltip();
  const float line = ui.px(19);
  const float above = tip.empty() ? 0 : line * static_cast<float>(tip.size()) + ui.px(13);
  float inside = std::min(ui.px(300), ui.screen().width() - ui.px(48));
  for (const RichText& each : tip) inside = std::max(inside, ui.width(type::body, type::label_hot, each));
  const float title = paragraph_height(ui, name, {}, inside, heading);
  const float tall = above + title + term_height(ui, *term, inside, look) + ui.px(20);
  const float wide = inside + ui.px(24);
  const Area box = place_of_note(ui, wide, tall);
  ui.begin_layer();
  ui.push_clip(ui.screen());
  ui.fill(box, c.panel, ui.px(7));
  ui.outline(box, c.strong_line, ui.hairline(), ui.px(7));
  Area rest = box.inset(ui.px(12), ui.px(10));
  for (const RichText& each : tip) {
    const Area row = rest.cut_top(line);
    ui.rich(row.left, row.middle_y() - ui.px(3), type::body, type::label_hot, each);
  }
  if (!tip.empty()) {
    const Area gap = rest.cut_top(ui.px(13));
    ui.line(box.left, gap.top + ui.px(3), box.right, gap.top + ui.px(3), c.hairline, ui.hairline());
  }
  draw_paragraph(ui, rest.cut_top(title), name, {}, heading);
  draw_term(ui, rest, *term, look);
  ui.pop_clip();
  ui.end_layer();
}

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

// Returns whether it is to be shown; `tall` gets its height in units.
bool draw_chosen(const PanelContext& context, const Area& area, const Term& term, float& tall) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Area rest = area;
  ui.text(rest.cut_top(ui.px(22)), Align::left, type::caption_hot, c.text_3, term.group);
  const Area name = rest.cut_top(ui.px(40));
  if (term.title.front().kind == Inline::Kind::formula) {
    Formula::parse(term.name).draw(ui, name.left, name.top + ui.px(27), FormulaSize::large);
  } else {
    ui.text(name, Align::left, type::title, c.ink, ui.shortened(type::title, term.name, name.width()));
  }
  if (!term.also.empty()) {
    std::string also;
    for (const std::string& each : term.also) also += (also.empty() ? "" : "  ·  ") + each;
    rest.cut_top(ui.wrapped(rest, type::caption, c.text_3, also, ui.px(18)) + ui.px(6));
  }
  rest.cut_top(ui.px(8));
  rest.cut_top(draw_term(ui, rest, term, {type::lesson, c.ink, 24}) + ui.px(22));
  const bool can_be_shown = !actions_to(term.see, context.results).empty();
  tall = (rest.top - area.top) / ui.scale() + (can_be_shown ? 40 : 0);
  if (!can_be_shown) return false;
  const std::string place = to_string(term.see);
  const std::string show =
      ui.shortened(type::control_hot, say("Show me: {place}", {{"place", place}}), rest.width() - ui.px(28));
  Area row = rest.cut_top(ui.px(36));
  return button(ui, "glossary/show", row.cut_left(ui.width(type::control_hot, show) + ui.px(28)), show,
                ButtonKind::primary);
}

}  // namespace

void draw_glossary(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  GlossaryPage& page = ui.state<GlossaryPage>();
  const Area sheet = begin_sheet(ui, 920, 620, -1, 300, 400);
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
  const bool beside = rest.width() >= ui.px(560);
  Area list = beside ? rest.cut_left(rest.width() * 0.4F, ui.px(28))
                     : rest.cut_top(std::round(rest.height() * 0.44F), ui.px(16));
  std::vector<const Term*> terms = before;
  const FinderTouch touch = finder(
      ui, "glossary", list, page.finder, "A word, or a few letters",
      [&] {
        terms = listed(page.finder.typed);
        return rows_of(terms);
      },
      terms.empty() && page.finder.typed.empty()
          ? "The glossary cannot be read. To see why, run headlight glossary."
          : "No term has that name.");
  bool show = touch.entered && touch.taken >= 0;
  if (touch.taken >= 0) page.finder.chosen = touch.taken;
  const auto chosen = static_cast<std::size_t>(page.finder.chosen);
  const Term* term = chosen < terms.size() ? terms[chosen] : nullptr;
  if (term != nullptr) {
    // As tall as it was in the last frame: the text is measured when it is placed.
    float& tall = ui.state().scroll["glossary/height"];
    const Area page_of = begin_scroll(ui, "glossary/" + term->name, rest, 0, ui.px(tall));
    show = draw_chosen(context, page_of, *term, tall) || show;
    end_scroll(ui);
  }
  if (end_sheet(ui) || closed) ui.state().overlay = Overlay::none;
  if (!show || term == nullptr || actions_to(term->see, context.results).empty()) return;
  ui.state().overlay = Overlay::none;
  show_term(context, *term);
  ui.state().again = true;
}

}  // namespace headlight
