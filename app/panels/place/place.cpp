// The frame of the one place: what stands still at every altitude, and the ways in, out and sideways.
#include "app/panels/place/place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "app/panels/common/stage.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/words/answer_marks.h"
#include "app/panels/words/word_menu.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "app/widgets/scroll.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace place {
namespace {

constexpr float motion_ms = 320;

constexpr std::array altitude_words{"sentence", "model", "layer", "head", "step", "cell", "product"};

struct Crumb {
  std::string text;
  GoTo to;
};

std::string cell_called(const Page& page, const CellName& cell) {
  const Label& label = page.trace.label(page.trace.at(cell.path));
  const std::string row = page.trace.label(label.rows, cell.row);
  if (page.of_pairs) return row + " → " + page.trace.label(label.cols, cell.col);
  return say("{word}, number {n}", {{"word", row}, {"n", std::to_string(cell.col + 1)}});
}

std::vector<Crumb> crumbs_of(const Page& page) {
  const auto until = static_cast<int>(page.altitude);
  std::vector<Crumb> crumbs;
  const auto add = [&](Altitude altitude, std::string text) {
    if (static_cast<int>(altitude) <= until) crumbs.push_back({std::move(text), GoTo{.altitude = altitude}});
  };
  add(Altitude::sentence, say("sentence"));
  add(Altitude::model, say("model"));
  add(Altitude::layer, layer_called(page, page.head.attention, page.head.layer));
  add(Altitude::head, shows_all_heads(page) && page.altitude == Altitude::head
                          ? say("heads 1 to {n}", {{"n", std::to_string(page.heads)}})
                          : head_called(page, page.head));
  add(Altitude::step, step_called(page.part));
  if (page.cell() != nullptr) add(Altitude::cell, cell_called(page, *page.cell()));
  if (page.altitude == Altitude::product && page.cell() != nullptr)
    add(Altitude::product,
        say("{n} of {all}", {{"n", std::to_string(page.session.number + 1)},
                             {"all", std::to_string(terms_of_cell(page, *page.cell()).size())}}));
  return crumbs;
}

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
  float x = area.left;
  for (std::size_t i = 0; i < crumbs.size(); ++i) {
    const Crumb& crumb = crumbs[i];
    const bool here = i + 1 == crumbs.size();
    const Type face = here ? type::label_hot : type::label;
    const float wide = ui.width(face, crumb.text);
    if (!here) {
      const Area place =
          Area::at(x - page.px(6), area.middle_y() - page.px(14), wide + page.px(12), page.px(28));
      const Touch touch = ui.press("crumb/" + std::to_string(static_cast<int>(*crumb.to.altitude)), place,
                                   {.radius = page.px(6), .ground = page.c.rail});
      if (touch.clicked) page.go(crumb.to);
    }
    x = ui.text(x, area.middle_y(), face, here ? page.c.ink : page.c.text_2, crumb.text);
    if (!here) x = ui.text(x + page.px(7), area.middle_y(), type::label, page.c.text_3, "›") + page.px(9);
  }
}

void open_sheet(Ui& ui, Overlay overlay) {
  ui.state().overlay = overlay;
  ui.state<FinderState>() = {};
}

// "Lessons", "Find": from the right.
void draw_doors(const Page& page, Area& area) {
  Ui& ui = page.ui;
  const Area menu = area.cut_right(page.px(32), page.px(6));
  const Area box = Area::at(menu.left, menu.middle_y() - page.px(16), menu.width(), page.px(32));
  const Touch touch = ui.press("more", box, {.radius = page.px(6), .ground = page.c.rail, .hint = "Menu"});
  for (const float y : {-5.0F, 0.0F, 5.0F})
    ui.line(box.middle_x() - page.px(8), box.middle_y() + page.px(y), box.middle_x() + page.px(8),
            box.middle_y() + page.px(y), page.c.ink, page.px(2));
  if (touch.clicked) {
    ui.state().overlay_opener = box;
    open_sheet(ui, Overlay::more);
  }
  const auto door = [&](const char* id, const std::string& label) {
    const float wide = ui.width(type::control, label) + page.px(20);
    const Area place = area.cut_right(wide);
    const Area pressed = Area::at(place.left, place.middle_y() - page.px(16), place.width(), page.px(32));
    const Touch on = ui.press(id, pressed, {.radius = page.px(6), .ground = page.c.rail});
    ui.text(pressed, Align::centre, type::control, on.hovered ? page.c.ink : page.c.text_2, label);
    return on.clicked;
  };
  if (door("present", say("Present"))) ui.emit(SetPresenting{true});
  if (door("find", say("Find"))) open_sheet(ui, Overlay::palette);
  // Further in there is more to read in the path, and fewer go to another room from there.
  if (static_cast<int>(page.altitude) >= static_cast<int>(Altitude::step)) return;
  if (door("place/experiments", say("Experiments"))) {
    page.go({});
    ui.emit(SetView{ViewKind::lab});
  }
  if (door("place/lessons", say("Lessons"))) ui.emit(SetRail{!page.session.rail});
}

void draw_name(const Page& page, const Area& area) {
  const float x = lamp_mark(page.ui, area.left + page.px(24), area.middle_y());
  page.ui.text(x + page.px(9), area.middle_y(), type::section, page.c.ink, "Headlight");
}

void draw_top(const Page& page) {
  Ui& ui = page.ui;
  Area bar = page.boxes.top;
  ui.fill(bar, page.c.panel);
  ui.line(bar.left, bar.bottom, bar.right, bar.bottom, page.c.hairline, ui.hairline());
  if (const Results& results = page.context.results; results.computing) {
    const float share = results.progress > 0 ? results.progress : 1;
    ui.fill({bar.left, bar.bottom - page.px(2), bar.left + share * bar.width(), bar.bottom}, page.c.focus);
  }
  draw_name(page, bar.cut_left(page.px(248)));
  bar.cut_left(page.px(16));
  bar.cut_right(page.px(10));
  draw_doors(page, bar);
  bar.cut_right(page.px(12));
  if (page.altitude != Altitude::sentence) draw_crumbs(page, bar);
}

// --- below: the small map, and in and out

void draw_small_layer(const Page& page, const LayerColumn& column) {
  Ui& ui = page.ui;
  const bool here = static_cast<int>(page.altitude) >= static_cast<int>(Altitude::layer) &&
                    is_chosen_layer(page, column.attention, column.layer);
  const Area box = column.area;
  ui.fill(box, here ? page.c.focus_band : page.c.folded, page.px(5));
  ui.outline(box, here ? page.c.ink : page.c.strong_line, here ? page.px(2) : ui.hairline(), page.px(5));
  if (!here || page.altitude == Altitude::layer) {
    const std::string stack(info(column.attention).stack);
    const std::string n = std::to_string(column.layer + 1);
    const Type face = here ? type::caption_hot : type::caption;
    for (const std::string& name : {stack + " " + n, n}) {
      if (ui.width(face, name) > box.width() - page.px(6) && name != n) continue;
      ui.text(box, Align::centre, face, page.c.text_2, name);
      break;
    }
    return;
  }
  // Its heads, the chosen one yellow, with a dot where one looks into it.
  const Area inside = box.inset(page.px(4), page.px(4));
  const float gap = page.px(2);
  const float wide = (inside.width() + gap) / static_cast<float>(page.heads) - gap;
  for (int head = 0; head < page.heads; ++head) {
    const Area place =
        Area::at(inside.left + static_cast<float>(head) * (wide + gap), inside.top, wide, inside.height());
    const bool chosen = head == page.head.head;
    ui.fill(place, chosen ? page.c.focus : page.c.panel, page.px(3));
    ui.outline(place, chosen ? page.c.ink : page.c.strong_line, ui.hairline(), page.px(3));
    if (chosen && page.altitude != Altitude::head)
      ui.disc({place.middle_x(), place.middle_y()}, std::min(page.px(3), wide / 3),
              ui.theme() == Theme::light ? page.c.ink : page.c.stage);
  }
}

void draw_map(const Page& page, const Area& bar) {
  Ui& ui = page.ui;
  std::vector<LayerColumn> columns = layer_columns(page);
  const Area map{page.boxes.stage.left - page.px(8), bar.middle_y() - page.px(14), page.boxes.answer.left,
                 bar.middle_y() + page.px(14)};
  ui.line(map.left, map.middle_y(), map.right, map.middle_y(), page.c.plain_ribbon, page.px(2));
  // One thing for the keyboard; the mouse presses the layer that it is on.
  const Touch touch = ui.press("place/map", map, {.radius = page.px(6)});
  for (LayerColumn& column : columns) {
    column.area = {column.area.left, map.top, column.area.right, map.bottom};
    draw_small_layer(page, column);
    if (!column.area.contains(ui.mouse()) || !touch.hovered) continue;
    ui.hand();
    if (!touch.clicked) continue;
    const Altitude to = std::max(page.altitude, Altitude::layer);
    page.go({.altitude = std::min(to, Altitude::head),
             .head = HeadChoice{column.attention, column.layer, 0},
             .token = std::max(row_for(page, column.attention), 0)});
  }
}

void draw_in_and_out(const Page& page, const Area& bar) {
  Ui& ui = page.ui;
  const float y = bar.middle_y();
  const Area place{page.boxes.answer.left, y - page.px(16), page.boxes.answer.right, y + page.px(16)};
  const auto sign = [&](const char* id, const Area& box, bool plus, const std::optional<GoTo>& to,
                        const char* hint) {
    ui.outline(box, page.c.strong_line, ui.hairline(), page.px(6));
    const Rgb colour = to ? page.c.ink : page.c.strong_line;
    ui.line(box.middle_x() - page.px(6), box.middle_y(), box.middle_x() + page.px(6), box.middle_y(), colour,
            page.px(2));
    if (plus)
      ui.line(box.middle_x(), box.middle_y() - page.px(6), box.middle_x(), box.middle_y() + page.px(6),
              colour, page.px(2));
    if (to && ui.press(id, box, {.radius = page.px(6), .hint = hint}).clicked) page.go(*to);
  };
  sign("place/out", Area::at(place.left, place.top, page.px(32), page.px(32)), false, out_of(page),
       "Out (Escape)");
  sign("place/in", Area::at(place.right - page.px(32), place.top, page.px(32), page.px(32)), true,
       in_from(page), "In (Enter)");
  const float step = page.px(11);
  const float left = place.middle_x() - step * static_cast<float>(altitude_count - 1) / 2;
  for (int i = 0; i < altitude_count; ++i) {
    const bool here = i == static_cast<int>(page.altitude);
    ui.disc({left + static_cast<float>(i) * step, y - page.px(7)}, page.px(here ? 5 : 2.5F),
            here ? page.c.ink : page.c.strong_line);
  }
  ui.text({place.left, y + page.px(2), place.right, y + page.px(20)}, Align::centre, type::caption_hot,
          page.c.text_2, altitude_words.at(static_cast<std::size_t>(page.altitude)));
}

void draw_bottom(const Page& page) {
  Ui& ui = page.ui;
  const Area bar = page.boxes.bottom;
  ui.fill(bar, page.c.panel);
  ui.line(bar.left, bar.top, bar.right, bar.top, page.c.hairline, ui.hairline());
  if (page.altitude == Altitude::sentence) return;
  draw_map(page, bar);
  draw_in_and_out(page, bar);
}

// --- at the left: the text, and who asks

// Returns its height.
float draw_telling(const Page& page, const Telling& telling, Area rest) {
  Ui& ui = page.ui;
  const float top = rest.top;
  for (const RichText& paragraph : telling.paragraphs)
    rest.cut_top(ui.wrapped_rich(rest, type::lesson, type::lesson_hot, paragraph, page.px(23)), page.px(10));
  return rest.top - top;
}

// What the paragraphs took when they were drawn last.
struct MarginHeight {
  float tall = 0;
};

// A lesson that was folded away is one line.
void draw_way_to_lesson(const Page& page, Area& rest) {
  if (page.session.lesson.empty()) return;
  Ui& ui = page.ui;
  const Area line = rest.cut_bottom(page.px(32), page.px(8));
  const std::string label =
      say("Back to step {n} of the lesson", {{"n", std::to_string(page.session.lesson_step + 1)}});
  const Touch touch =
      ui.press("place/lesson", line.inset(-page.px(8), 0), {.radius = page.px(6), .ground = page.c.panel});
  ui.text(line, Align::left, type::label_hot, page.c.ink, ui.shortened(type::label_hot, label, line.width()));
  if (!touch.clicked) return;
  ui.emit(ReturnToLesson{});
  ui.emit(SetRail{true});
}

void draw_margin(const Page& page) {
  Ui& ui = page.ui;
  const Area margin = page.boxes.margin;
  if (page.session.rail) {
    ui.push_clip(margin);
    draw_lesson_rail(page.context, margin);
    ui.pop_clip();
    return;
  }
  ui.fill(margin, page.c.rail);
  ui.line(margin.right, margin.top, margin.right, margin.bottom, page.c.hairline, ui.hairline());
  Area rest = margin.inset(page.px(24), page.px(26));
  const Telling telling = telling_of(page);
  draw_way_to_lesson(page, rest);
  rest = draw_trial(page, rest);
  rest.cut_top(ui.wrapped(rest, type::written_hot, page.c.ink, telling.title, page.px(26)), page.px(8));
  if (!telling.value.empty())
    ui.text(rest.cut_top(page.px(56), page.px(4)), Align::left, type::value, page.c.ink, telling.value);
  const float next = telling.next.empty() || page.boxes.low
                         ? 0
                         : ui.wrapped_height(type::label, telling.next, rest.width(), page.px(20));
  if (next > 0)
    ui.wrapped(rest.cut_bottom(next, page.px(6)), type::label, page.c.text_2, telling.next, page.px(20));
  MarginHeight& height = ui.state<MarginHeight>();
  const Area place{rest.left, rest.top, margin.right - page.px(4), rest.bottom};
  Area inside = begin_scroll(ui, "place/margin", place, 0, height.tall);
  inside.right -= margin.right - page.px(4) - rest.right;
  const float tall = draw_telling(page, telling, inside);
  end_scroll(ui);
  if (tall != height.tall) ui.state().again = true;
  height.tall = tall;
}

// What is shown stays, the row is another one. Where words are chosen that the chosen head does not ask for,
// the last layer that reads them is chosen with them.
void choose_word(const Page& page, int row) {
  if (page.attention.asks == info(page.head.attention).asks) return page.ui.emit(SelectToken{row});
  const int last = page.trace.anatomy().layers(page.attention.id) - 1;
  page.go({.altitude = page.altitude, .head = HeadChoice{page.attention.id, last, 0}, .token = row});
}

void draw_words(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const int most = page.attention.crosses() ? -1 : page.most_asked();
  const bool inside = static_cast<int>(page.altitude) >= static_cast<int>(Altitude::layer);
  const std::string stream(page.attention.asks == Stream::source ? "source" : "target");
  for (int i = page.rows.first; i < page.rows.first + page.rows.shown; ++i) {
    const Area box = page.rows.row(i, page.boxes.words.left, page.boxes.words.right);
    const bool chosen = i == page.row;
    const bool asked = inside && i == most && !chosen;
    const float size = page.rows.pitch / ui.scale();
    const Type plain = size >= 24 ? type::word : size >= 18 ? type::body : type::caption;
    const Type hot = size >= 24 ? type::word_hot : size >= 18 ? type::label_hot : type::caption_hot;
    const Palette& c = page.c;
    const bool light = ui.theme() == Theme::light;
    const Rgb colour = chosen ? (light ? c.ink : c.stage) : asked ? page.own() : c.text_2;
    const std::string word =
        ui.shortened(hot, page.asks[static_cast<std::size_t>(i)], box.width() - page.px(12));
    const float pad = page.px(8), tall = std::min(page.px(27), page.rows.pitch);
    const Rgb ground = c.focus, line = c.ink;
    scene.add(key("word/" + stream, i), box, [=](Ui& on, const Area& at) {
      const Type face = chosen || asked ? hot : plain;
      const float right = at.right - pad, wide = on.width(face, word);
      if (chosen) {
        const Area chip{right - wide - pad, at.middle_y() - tall / 2, right + pad, at.middle_y() + tall / 2};
        on.fill(chip, ground, pad * 0.75F);
        if (light) on.outline(chip, line, on.px(1.5F), pad * 0.75F);
      }
      on.text(right - wide, at.middle_y(), face, colour, word);
    });
  }
  // One thing for the keyboard, which goes up and down in it; the mouse presses the word that it is on.
  const Area list{page.boxes.words.left, page.rows.top, page.boxes.words.right, page.rows.bottom()};
  const Touch touch = ui.surface("place/list of words", list);
  if (touch.focused) ui.focus_ring(page.rows.row(page.row, list.left, list.right), page.px(6));
  if (const int pointed = page.rows.at(ui.mouse().y); touch.hovered && pointed >= 0) {
    ui.hand();
    if (touch.clicked) choose_word(page, pointed);
  }
  const auto beyond = [&](int count, float y, const char* sign) {
    if (count > 0)
      ui.text({page.boxes.words.left, y, page.boxes.words.right, y + page.px(18)}, Align::right,
              type::caption, page.c.text_3, std::to_string(count) + " " + sign);
  };
  beyond(page.rows.first, page.rows.top - page.px(18), "↑");
  beyond(page.rows.count - page.rows.first - page.rows.shown, page.rows.bottom(), "↓");
}

// The words in which the two sentences differ, and before them those that lead there.
void draw_sentence_choice(const Page& page) {
  Ui& ui = page.ui;
  const float left = page.boxes.body.left + page.px(13), wide = page.boxes.words.right - left - page.px(2);
  const float y = page.boxes.rows - page.px(46);
  if (page.context.pictures.two()) {
    const ComparisonNames& names = page.context.pictures.alignment()->names;
    const std::string own = own_model(page.context, 0);
    const std::array<std::string, 2> whole{own.empty() ? names.first : own,
                                           own.empty() ? names.second : own_model(page.context, 1)};
    const float most = wide / 2 - page.px(16);
    const auto choice = [&](const std::string& name) {
      const std::string label = ui.shortened(type::label_hot, name, most);
      return Choice{.label = label, .whole = label == name ? "" : name};
    };
    const std::array<Choice, 2> both{choice(whole[0]), choice(whole[1])};
    if (own.empty() && names.lead.size() > 4)
      ui.text({left, y - page.px(22), left + wide, y - page.px(4)}, Align::left, type::caption, page.c.text_2,
              ui.shortened(type::caption, names.lead, wide));
    const int pressed =
        choices(ui, "side", Area::at(left, y, choices_width(ui, both), page.px(30)), both, page.side);
    if (pressed >= 0) ui.emit(SelectSide{pressed});
  }
  if (ui.exporting()) return;
  const std::string label = say("Change words");
  const Area place =
      Area::at(left - page.px(2), page.boxes.page.bottom - page.px(50), wide + page.px(4), page.px(30));
  const Touch touch = ui.press("place/words", place, {.radius = page.px(7)});
  ui.fill(place, page.c.panel, page.px(7));
  ui.outline(place, touch.hovered ? page.c.ink : page.c.strong_line, ui.hairline(), page.px(7));
  ui.text(place, Align::centre, type::label, page.c.ink, label);
  if (touch.focused) ui.focus_ring(place, page.px(7));
  if (touch.clicked) open_sentence_box(page.context, page.side, page.session.text(page.side), place);
}

// --- at the right: the answer

void draw_chance(const Page& page, Area& rest, const std::string& word, std::optional<float> chance,
                 std::optional<float> before, bool hot, Rgb own) {
  if (!chance) return;
  Ui& ui = page.ui;
  const Type face = hot ? type::label_hot : type::label;
  const std::string number = number_alone(*chance, NumberFormat::probability);
  Area line = rest.cut_top(page.px(page.boxes.low ? 18 : 22));
  const float name = page.px(page.boxes.low ? 96 : word.size() <= 4 ? 34 : 62);
  ui.text(line.cut_left(name), Align::left, face, hot ? own : page.c.text_2,
          ui.shortened(face, word, name - page.px(4)));
  ui.text(line.cut_right(page.px(46)), Align::right, hot ? type::number_hot : type::number,
          hot ? page.c.ink : page.c.text_2, number);
  // In a low window the bar has a line of its own.
  Area bar = page.boxes.low ? rest.cut_top(page.px(9), page.px(3)) : line;
  if (!page.boxes.low) bar.right -= page.px(6);
  bar = {bar.left, bar.middle_y() - page.px(4), bar.right, bar.middle_y() + page.px(4)};
  share_bar(ui, bar, *chance, own);
  // What it was before the edits: hollow.
  if (before)
    ui.outline({bar.left, bar.top - page.px(2), bar.left + std::max(bar.width() * *before, page.px(3)),
                bar.bottom + page.px(2)},
               own, ui.hairline(), page.px(3));
}

// The likeliest words after the chosen one.
void draw_next_words(const Page& page, Area rest) {
  constexpr std::size_t most = 5;
  const MapRows rows = page.context.pictures.rows(page.side, "probabilities", page.row, 1);
  const auto& words = page.trace.words().target_vocabulary;
  if (!rows.has(page.row) || words == nullptr) return;
  std::vector<int> order(
      static_cast<std::size_t>(std::min(rows.map->columns, static_cast<int>(words->size()))));
  std::iota(order.begin(), order.end(), 0);
  const auto chance = [&](int word) { return rows.map->value(page.row - rows.first, word); };
  const std::size_t count = std::min(page.boxes.low ? std::size_t{2} : most, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](int a, int b) { return chance(a) > chance(b); });
  if (!page.boxes.low)
    page.ui.text(
        rest.cut_top(page.px(24), page.px(4)), Align::left, type::label_hot, page.c.ink,
        page.ui.shortened(type::label_hot,
                          say("After “{word}”", {{"word", page.asks[static_cast<std::size_t>(page.row)]}}),
                          rest.width()));
  for (std::size_t i = 0; i < count; ++i)
    draw_chance(page, rest, words->at(static_cast<std::size_t>(order[i])), chance(order[i]), {}, i == 0,
                page.own());
}

// Where the two translations part, or il and elle of one: how likely both words are in each sentence.
void draw_chances(const Page& page, Area rest) {
  Ui& ui = page.ui;
  if (page.trace.anatomy().answer == AnswerKind::next_token) return draw_next_words(page, rest);
  const std::array<Written, 2> both = written_of(page.context);
  const std::optional<Parting> parts = parting(page.context, both);
  std::array<std::string, 2> words{"il", "elle"};
  std::array<int, 2> places{-1, -1};
  const bool two = page.context.pictures.two();
  if (two && parts) {
    words = parts->words;
    places = parts->places;
  } else {
    const std::vector<std::string>& own = both.at(static_cast<std::size_t>(page.side)).words;
    for (const std::string& word : words) {
      const auto found = std::find(own.begin(), own.end(), word);
      if (found != own.end() && places.at(static_cast<std::size_t>(page.side)) < 0)
        places.at(static_cast<std::size_t>(page.side)) = static_cast<int>(found - own.begin());
    }
  }
  if (places[0] < 0 && places[1] < 0) return;
  if (!page.boxes.low)
    ui.text(rest.cut_top(page.px(24), page.px(4)), Align::left, type::label_hot, page.c.ink,
            say("{first} or {second}?", {{"first", words[0]}, {"second", words[1]}}));
  for (const int of : {0, 1}) {
    const auto i = static_cast<std::size_t>(of);
    if (places.at(i) < 0 || page.context.pictures.trace(of) == nullptr) continue;
    const Trace& trace = *page.context.pictures.trace(of);
    const Rgb own = two ? page.c.sentence(of) : page.c.weights;
    if (two && !page.boxes.low)
      ui.text(rest.cut_top(page.px(20)), Align::left, type::label_hot, own, ending_of(page, of));
    for (std::size_t word = 0; word < words.size(); ++word) {
      const bool writes = both.at(i).words.at(static_cast<std::size_t>(places.at(i))) == words.at(word);
      if (page.boxes.low && !writes) continue;
      const std::string name =
          two && page.boxes.low ? ending_of(page, of) + "  " + words.at(word) : words.at(word);
      const int row = row_of_written(trace, places.at(i));
      draw_chance(page, rest, name, chance_of(page.context, of, row, words.at(word)),
                  chance_before(page.context, of, row, words.at(word)), writes, own);
    }
    rest.cut_top(page.px(5));
  }
}

void draw_answer(const Page& page) {
  Ui& ui = page.ui;
  const Area area = page.boxes.answer;
  const float head = page.boxes.rows - page.px(24);
  draw_chances(page, {area.left, area.top, area.right, head - page.px(14)});
  const float title = ui.text(area.left, head - page.px(2), type::label_hot, page.c.ink,
                              info(page.trace.anatomy().answer).column);
  if (page.context.pictures.certainty(page.side).is_remarked()) {
    const bool beside =
        title + page.px(10) + doubt_mark_width(page.context, page.side, type::caption) <= area.right;
    draw_doubt_mark(page.context, page.side, beside ? title + page.px(10) : area.left,
                    head - page.px(beside ? 2 : 24), type::caption);
  }
  const Rows& rows = page.written_rows;
  const std::array<Written, 2> both = written_of(page.context);
  const std::vector<bool>& differs = both.at(static_cast<std::size_t>(page.side)).differs;
  for (int i = rows.first; i < rows.first + rows.shown; ++i) {
    const Area box = rows.row(i, area.left, area.right);
    const bool chosen = i == page.written_row;
    const bool own = i < static_cast<int>(differs.size()) && differs[static_cast<std::size_t>(i)];
    const std::string& word = page.written[static_cast<std::size_t>(i)];
    const Type face = rows.pitch / ui.scale() >= 20 ? type::lesson : type::caption;
    const Type hot = rows.pitch / ui.scale() >= 20 ? type::lesson_hot : type::caption_hot;
    if (chosen) {
      const float tall = std::min(page.px(23), rows.pitch);
      const Area chip{box.left - page.px(8), box.middle_y() - tall / 2,
                      box.left + ui.width(hot, word) + page.px(8), box.middle_y() + tall / 2};
      ui.fill(chip, own ? page.own() : page.c.text_2, page.px(5));
      ui.text(box, Align::left, hot, page.c.stage, word);
    } else {
      ui.text(box, Align::left, own ? hot : face, own ? page.own() : page.c.text_2,
              ui.shortened(face, word, box.width()));
    }
  }
}

// --- what is done with keys and wheel

struct PlaceWheel {
  double deaf_until = 0;  // one turn is one altitude, however long the wheel goes on
};

void follow_keys(const Page& page) {
  Ui& ui = page.ui;
  if (ui.state().overlay != Overlay::none || !ui.state().typing.empty()) return;
  const auto go = [&](const std::optional<GoTo>& to) {
    if (to) page.go(*to);
  };
  if (ui.take(Key::enter) > 0) go(in_from(page));
  if (ui.take(Key::escape) + ui.take(Key::backspace) > 0) go(out_of(page));
  if (ui.take(Key::home) > 0) page.go({.altitude = Altitude::sentence});
  if (const int by = ui.take(Key::right) - ui.take(Key::left); by != 0) go(sideways(page, by));
  if (const int by = ui.take(Key::down) - ui.take(Key::up); by != 0) {
    const int last = static_cast<int>(page.asks.size()) - 1;
    choose_word(page, std::clamp(page.row + by, 0, last));
  }
  const float turned = ui.wheel(page.boxes.body);
  PlaceWheel& wheel = ui.state<PlaceWheel>();
  constexpr double deaf = 0.3;
  if (turned == 0 || ui.state().now < wheel.deaf_until) return;
  wheel.deaf_until = ui.state().now + deaf;
  go(turned > 0 ? in_from(page) : out_of(page));
}

}  // namespace

std::string ending_of(const Page& page, int side) {
  if (std::string model = own_model(page.context, side); !model.empty()) return model;
  const ComparisonNames& names = page.context.pictures.alignment()->names;
  return side == 0 ? names.first : names.second;
}

// --- what several pages show

stage::Key key(std::string_view what, int row, int column) {
  return {.site = stage::number_of(what), .row = row, .column = column};
}

stage::Key key_of_layer(std::string_view what, Attention attention, int layer) {
  return {.site = stage::number_of(what), .stack = stage::number_of(info(attention).stack), .layer = layer};
}

void add_cells(const Page& page, stage::Scene& scene, const std::string& path, std::uint32_t part,
               const Area& area, std::function<void()> rest) {
  const HeatmapPtr map = page.context.pictures.thumbnail(page.side, path);
  if (map == nullptr) return;
  stage::Key own = stage::key_of(path);
  own.part = part;
  scene.add(
      own, area, [map](Ui& on, const Area& at) { paint_cells(on, map, at); }, std::move(rest));
}

void paint_cells(Ui& ui, const HeatmapPtr& map, const Area& area) {
  ui.cells({.map = map,
            .rows = map->rows,
            .columns = map->columns,
            .area = area,
            .paper = ui.colours().stage,
            .unit = ui.scale()});
}

bool add_frame(const Page& page, stage::Scene& scene, const std::string& id, const Area& area, bool chosen,
               const std::string& hint) {
  const Touch touch = page.ui.press(id, area, {.radius = page.px(6), .hint = RichText(hint)});
  const bool strong = chosen || touch.hovered;
  scene.add(key(id), area, [strong, chosen](Ui& on, const Area& at) {
    on.outline(at, strong ? on.colours().ink : on.colours().strong_line, chosen ? on.px(2) : on.hairline(),
               on.px(6));
  });
  return touch.clicked;
}

void add_text(const Page& page, stage::Scene& scene, ImVec2 at, Type face, Rgb colour,
              const std::string& text) {
  const float wide = page.ui.width(face, text), half = page.ui.height(face) / 2;
  scene.add(key("text/" + text), {at.x, at.y - half, at.x + wide, at.y + half},
            [=](Ui& on, const Area& box) { on.text(box, Align::left, face, colour, text); });
}

void add_beam(const Page& page, stage::Scene& scene, int row, float right) {
  if (!page.rows.has(row)) return;
  scene.add(key("beam"), page.rows.row(row, page.boxes.words.left, right),
            [](Ui& on, const Area& at) { on.fill(at, on.colours().focus_band, on.px(4)); });
}

void add_thumbnail(const Page& page, stage::Scene& scene, const HeadChoice& head, const Area& area) {
  add_cells(page, scene, head.path("weights"), stage::number_of("thumbnail"), area);
  const bool chosen =
      head.attention == page.head.attention && head.layer == page.head.layer && head.head == page.head.head;
  const std::string id = "place/head/" + head.path("");
  if (add_frame(page, scene, id, chosen ? area.outset(page.px(3)) : area, chosen, head_called(page, head))) {
    page.go({.altitude = std::max(page.altitude, Altitude::head),
             .head = head,
             .token = std::max(row_for(page, head.attention), 0)});
  }
}

std::vector<LayerColumn> layer_columns(const Page& page) {
  const Anatomy& has = page.trace.anatomy();
  std::vector<LayerColumn> columns;
  for (const Attention attention : {Attention::encoder, Attention::decoder}) {
    for (int layer = 0; layer < has.layers(attention); ++layer) columns.push_back({attention, layer, {}});
  }
  const Area& stage = page.boxes.stage;
  const float left = stage.left + page.px(20), right = stage.right - page.px(36);
  const auto count = static_cast<float>(columns.size());
  const bool parts = has.layers(Attention::encoder) > 0 && has.layers(Attention::decoder) > 0;
  const float gap = page.px(count > 6 ? 10 : 26), between = parts ? page.px(58) - gap : 0;
  const float wide = std::min(std::floor((right - left - gap * (count - 1) - between) / count), page.px(220));
  float x = left;
  for (LayerColumn& column : columns) {
    if (column.attention == Attention::decoder && column.layer == 0) x += between;
    column.area = {x, stage.top, x + wide, stage.bottom};
    x += wide + gap;
  }
  return columns;
}

}  // namespace place

bool can_enter_place(const PanelContext& context) {
  constexpr float least_wide = 1080, least_tall = 560;  // units
  const Area screen = context.ui.screen();
  return screen.width() >= context.ui.px(least_wide) && screen.height() >= context.ui.px(least_tall) &&
         stage_trace(context) != nullptr && has_place(stage_trace(context)->anatomy());
}

bool shows_place(const PanelContext& context) { return context.session.altitude && can_enter_place(context); }

void enter_place(const PanelContext& context) { context.ui.emit(GoTo{.altitude = Altitude::sentence}); }
void leave_place(const PanelContext& context) { context.ui.emit(GoTo{}); }

namespace place {
namespace {

// What stands between the bars.
void draw_body(const Page& page) {
  Ui& ui = page.ui;
  stage::Scene scene(ui, "place", motion_ms);
  ui.push_clip(page.boxes.page);
  if (page.altitude == Altitude::sentence) {
    add_sentence(page, scene);
    // There is room for it beside the sentences.
    if (page.session.rail && !page.boxes.margin.empty()) draw_margin(page);
  } else {
    if (!page.boxes.margin.empty()) draw_margin(page);
    draw_sentence_choice(page);
    draw_answer(page);
    switch (page.altitude) {
      case Altitude::sentence:
        break;
      case Altitude::model:
        add_model(page, scene);
        break;
      case Altitude::layer:
        add_layer(page, scene);
        break;
      case Altitude::head:
        add_head(page, scene);
        break;
      case Altitude::step:
        add_step(page, scene);
        break;
      case Altitude::cell:
      case Altitude::product:
        add_cell(page, scene);
        break;
    }
    draw_words(page, scene);
  }
  scene.show();
  ui.pop_clip();
}

}  // namespace
}  // namespace place

void draw_place(const PanelContext& context) {
  Ui& ui = context.ui;
  const place::Page page(context, place::boxes_of(ui));
  const Area note = note_area(context, page.boxes.body);
  ui.cover(note);
  place::draw_top(page);
  place::draw_bottom(page);
  place::draw_body(page);
  ui.state<StageArea>().area = page.altitude == Altitude::sentence ? page.boxes.page : page.boxes.body;
  if (!note.empty()) draw_note(context, note);
  place::follow_keys(page);
}

void draw_on_stage(const PanelContext& context, const Area& area) {
  if (!context.session.altitude || !has_place(stage_trace(context)->anatomy())) {
    view_of(context.session.view).draw(context, area);
    return;
  }
  const bool low = area.height() < context.ui.px(604);
  place::draw_body({context, place::boxes_in(context.ui, area, low)});
}

}  // namespace headlight
