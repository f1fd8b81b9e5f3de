// A head: who takes how much from whom, as lines and as a table in the same rows.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>

#include "app/panels/common/head_names.h"
#include "app/panels/common/stage.h"
#include "app/panels/place/model_parts.h"
#include "app/panels/place/otherwise.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/words/answer_marks.h"
#include "app/widgets/arcs.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

constexpr float least_head_share = 0.02F;

struct HeadLine {
  float from = 0, to = 0;  // y
  float share = 0;
  std::optional<int> side;  // of the chosen word: whose
  bool dashed = false;      // as it was before the edits, or of a head that adds nothing
  std::string now = {};     // of a dashed one: what it is now
};

ImVec2 on_line(const HeadLine& line, float left, float right, float along) {
  const float t = along * along * (3 - 2 * along);
  return {left + along * (right - left), line.from + t * (line.to - line.from)};
}

// Words that only the other sentence has, one behind the other: between which rows they stand here.
struct OnlyThere {
  int after = -1;          // the row before them
  int first = 0, end = 0;  // their places there
  float y = 0;
  std::string words;
};

std::vector<OnlyThere> words_only_there(const Page& page) {
  const int other = 1 - page.side;
  std::vector<OnlyThere> found;
  const TracePtr there = page.context.maps.two() ? page.context.maps[other].trace() : nullptr;
  if (there == nullptr || page.node >= 0 || page.asked_rows.pitch < page.px(20)) return found;
  const TraceAlignment& both = *page.context.maps.alignment();
  const Label& label = page.trace.label(page.trace.at(page.path("weights")));
  const std::vector<std::string>& words = there->tokens(page.attention.asked);
  int before = -1;
  for (int i = 0; i < static_cast<int>(words.size()); ++i) {
    if (const std::optional<int> here = both.counterpart(label.cols, other, i)) {
      before = *here;
      continue;
    }
    const std::string word = token_called(words[static_cast<std::size_t>(i)]);
    if (!found.empty() && found.back().end == i) {
      found.back().words += " " + word;
      found.back().end = i + 1;
    } else if (before < 0 || page.asked_rows.has(before)) {
      const float y =
          before < 0 ? page.asked_rows.top : page.asked_rows.middle(before) + page.asked_rows.pitch / 2;
      found.push_back({before, i, i + 1, y, word});
    }
  }
  return found;
}

class HeadLines {
 public:
  HeadLines(const Page& page, bool others) : page_(page), path_(page.path("weights")) {
    add_own(others);
    add_other_sentence();
  }
  std::vector<HeadLine> take() { return std::move(lines_); }

 private:
  void add_row(const Heatmap& map, int row, float from, std::optional<int> side) {
    const Rows& asked = page_.asked_rows;
    for (int column = asked.first; column < std::min(asked.first + asked.shown, map.columns); ++column) {
      if (map.state(row, column) != CellState::value || map.value(row, column) < least_head_share) continue;
      lines_.push_back({from, asked.middle(column), map.value(row, column), side, side && off(*side)});
    }
  }

  bool off(int side) const { return is_off(page_, page_.head, side); }

  // What an edit took away stays as a dashed line, with what is left of it. `here`: in whose row of this
  // sentence a column of that one stands.
  void add_before(int side, int row, const auto& here) {
    constexpr float least_taken = 0.02F;
    const HeatmapPtr before = page_.context.maps[side].before(path_);
    const MapRows now = page_.context.maps[side].rows(path_, row, 1);
    if (before == nullptr || row >= before->rows || !now.has(row) || off(side)) return;
    for (int column = 0; column < std::min(before->columns, now.map->columns); ++column) {
      const std::optional<int> at = here(column);
      const float was = before->value(row, column), is = now.map->value(row - now.first, column);
      if (!at || !page_.asked_rows.has(*at) || before->state(row, column) != CellState::value) continue;
      if (was < least_weight_named || was - is < least_taken) continue;
      // What is left of it has a line and a number of its own where that is much.
      const bool some = now.map->state(row - now.first, column) == CellState::value;
      lines_.push_back({page_.rows.middle(page_.row), page_.asked_rows.middle(*at), was, side, true,
                        !some                     ? "0"
                        : is < least_weight_named ? fixed_text(is, 2)
                                                  : ""});
    }
  }

  void add_own(bool others) {
    const HeatmapPtr map = page_.map(path_);
    if (map == nullptr) return;
    const Rows& asks = page_.rows;
    for (int row = asks.first; row < std::min(asks.first + asks.shown, map->rows); ++row) {
      if (others || row == page_.row)
        add_row(*map, row, asks.middle(row), row == page_.row ? std::optional(page_.side) : std::nullopt);
    }
    add_before(page_.side, page_.row, [](int column) { return std::optional(column); });
  }

  // Those of the chosen word. A word that this sentence does not have has no row here.
  void add_other_sentence() {
    const int other = 1 - page_.side;
    if (!page_.context.maps.two()) return;
    const TraceAlignment& both = *page_.context.maps.alignment();
    const HeatmapPtr map = page_.context.maps[other].view(path_);
    const Label& label = page_.trace.label(page_.trace.at(path_));
    const std::optional<int> row = row_of_other(page_);
    if (map == nullptr || !row || *row >= map->rows) return;
    const std::vector<OnlyThere> alone = words_only_there(page_);
    for (int column = 0; column < map->columns; ++column) {
      const std::optional<int> here = both.counterpart(label.cols, other, column);
      const auto between = std::find_if(alone.begin(), alone.end(), [column](const OnlyThere& each) {
        return column >= each.first && column < each.end;
      });
      const bool in_sight = here ? page_.asked_rows.has(*here) : between != alone.end();
      if (!in_sight || map->state(*row, column) != CellState::value) continue;
      if (const float share = map->value(*row, column); share >= least_head_share)
        lines_.push_back({page_.rows.middle(page_.row), here ? page_.asked_rows.middle(*here) : between->y,
                          share, other, off(other)});
    }
    add_before(other, *row, [&](int column) { return both.counterpart(label.cols, other, column); });
  }

  const Page& page_;
  std::string path_;
  std::vector<HeadLine> lines_;
};

void paint_dashes(Ui& ui, const HeadLine& line, float left, float right, Rgb colour) {
  constexpr int pieces = 40;
  for (int i = 0; i < pieces; i += 2) {
    const ImVec2 from = on_line(line, left, right, static_cast<float>(i) / pieces);
    const ImVec2 to = on_line(line, left, right, static_cast<float>(i + 1) / pieces);
    ui.line(from.x, from.y, to.x, to.y, colour, ui.px(2));
  }
}

WeightPill pill_on(const HeadLine& line, NumberFormat format, float left, float right, Rgb colour) {
  WeightPill pill;
  pill.weight = line.share;
  pill.text = line.now.empty() ? number_alone(line.share, format) : line.now;
  pill.colour = colour;
  for (const float along : {0.5F, 0.62F, 0.4F, 0.72F, 0.3F, 0.8F})
    pill.centres.push_back(on_line(line, left, right, along));
  return pill;
}

// `presented`: lines and numbers are for the back row.
void paint_lines(Ui& ui, const std::vector<HeadLine>& lines, bool two, NumberFormat format, float left,
                 float right, bool presented) {
  const Palette& c = ui.colours();
  std::vector<WeightPill> pills;
  const auto colour_of_line = [&](const HeadLine& line) { return two ? c.sentence(*line.side) : c.weights; };
  for (const bool chosen : {false, true}) {
    for (const HeadLine& line : lines) {
      if (line.side.has_value() != chosen || line.dashed) continue;
      const float thick = std::max(ui.px(line_units) * line.share, presented ? ui.px(1.5F) : 1.0F);
      const float apart = chosen && two ? (*line.side == 0 ? -1.0F : 1.0F) * ui.px(3) : 0;
      const ImVec2 from(left, line.from + apart), to(right, line.to);
      if (!chosen) {
        ui.ribbon(from, to, thick, thick, c.plain_ribbon, 0.22F);
        continue;
      }
      ui.ribbon(from, to, thick, thick, colour_of_line(line), 0.92F);
      if (line.share >= least_weight_named)
        pills.push_back(pill_on(line, format, left, right, colour_of_line(line)));
    }
  }
  // Over them what was: it may lie where the other sentence looks now.
  for (const HeadLine& line : lines) {
    if (!line.dashed || !line.side || line.share < least_weight_named) continue;
    paint_dashes(ui, line, left, right, colour_of_line(line));
    if (!line.now.empty()) pills.push_back(pill_on(line, format, left, right, colour_of_line(line)));
  }
  if (!presented) return draw_weight_pills(ui, std::move(pills));
  const Type face = type::presenter_number;
  draw_weight_pills(ui, std::move(pills), {}, {face, 26, static_cast<float>(face.size) * 1.6F, 2.5F});
}

}  // namespace

void add_lines_between(const Page& page, stage::Scene& scene, float left, float right, bool others) {
  scene.add(key("head lines"), {left, page.rows.top, right, page.rows.bottom()},
            [lines = HeadLines(page, others).take(), two = page.context.maps.two(),
             // At a step as in its table.
             format = page.altitude == Altitude::step && !page.boxes.presented() ? NumberFormat::probability
                                                                                 : NumberFormat::weight,
             presented = page.boxes.presented()](Ui& on, const Area& at) {
              paint_lines(on, lines, two, format, at.left, at.right, presented);
            });
}

void add_shelf(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const Area& stage = page.boxes.shelf;
  std::vector<HeadChoice> heads = heads_of_layer(page, page.head.attention, page.head.layer);
  // In a low window the choice of one head or all stands beside the shelf.
  const float beside = page.boxes.low ? heads_choice_width(page) : 0;
  const float choice = beside > 0 ? beside + page.px(16) : 0;
  // A finger needs so much: of more those around the chosen one.
  if (page.boxes.narrow()) {
    const auto fit = static_cast<std::size_t>(std::max(1.0F, (stage.width() - choice) / page.px(44)));
    const auto here = std::find_if(heads.begin(), heads.end(), [&](const HeadChoice& each) {
      return each.attention == page.head.attention && each.head == page.head.head;
    });
    if (heads.size() > fit) {
      const auto at = static_cast<std::size_t>(here - heads.begin());
      const std::size_t first = std::min(at - std::min(at, fit / 2), heads.size() - fit);
      heads = {heads.begin() + static_cast<std::ptrdiff_t>(first),
               heads.begin() + static_cast<std::ptrdiff_t>(first + fit)};
    }
  }
  const float between = page.px(24);
  const bool two_kinds = heads.front().attention != heads.back().attention;
  const bool brief = choice > 0 || heads.size() > 12 || page.is_tight();
  const float number = brief ? 0 : page.px(18), gap = page.px(heads.size() > 20 ? 4 : brief ? 8 : 16);
  const float room =
      (stage.width() - choice + gap - (two_kinds ? between : 0)) / static_cast<float>(heads.size()) - gap -
      number;
  const float size = std::min(std::floor(room), page.px(page.boxes.phone() ? 46 : page.boxes.low ? 40 : 54));
  if (size < page.px(8)) return;
  float x = stage.left + page.px(3);
  std::vector<Area> places;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const HeadChoice& head = heads[i];
    const bool begins = i == 0 || head.attention != heads[i - 1].attention;
    if (begins && i > 0) x += between;
    const Area place = Area::at(x, stage.top + page.px(4), size, size);
    places.push_back(place);
    const bool here = head.attention == page.head.attention && head.head == page.head.head;
    if (number > 0) {
      const std::string name = std::to_string(head.head + 1);
      const Type face = here ? type::lesson_hot : type::lesson;
      stage::Key named = stage::key_of(head.path("weights"));
      named.part = stage::number_of("number");
      scene.add(named, Area::at(place.right + page.px(8), place.top, ui.width(face, name), place.height()),
                [name, face, colour = here ? page.c.ink : page.c.text_2](Ui& on, const Area& at) {
                  on.text(at, Align::left, face, colour, name);
                });
    }
    if (two_kinds && begins && !page.boxes.low) {
      const std::string does =
          i > 0 ? head_called(page, {head.attention, head.layer, 0})
          : page.english
              ? say("looks back at the French")
              : say("looks back at the {unit}s", {{"unit", word_called(page, info(head.attention).asked)}});
      const float left = std::min(place.left, stage.right - ui.width(type::label, does));
      add_text(page, scene, {left, place.bottom + page.px(16)}, type::label, page.c.text_2, does);
    }
    x += size + number + gap;
  }
  add_thumbnails(page, scene, "place/list of heads", heads, places);
}

void add_asked(const Page& page, stage::Scene& scene, float left) {
  const int most = page.most_asked(),
            there = is_off(page, page.head, 1 - page.side) ? -1 : page.most_asked_there();
  const float size = page.asked_rows.pitch / page.ui.scale(), pad = page.px(word_pad);
  const float room = page.px(page.boxes.presented() ? 128 : page.is_tight() ? 84 : 110);
  for (int i = page.asked_rows.first; i < page.asked_rows.first + page.asked_rows.shown; ++i) {
    const bool hot = i == most || i == there;
    Type face = page.face(size >= 24   ? (hot ? type::word_hot : type::word)
                          : size >= 18 ? (hot ? type::label_hot : type::body)
                                       : (hot ? type::caption_hot : type::caption));
    const bool unwritten = !hot && page.is_unwritten(page.attention.asked, i);
    if (unwritten) face = unwritten_type(face);
    const Rgb colour = i == most   ? page.own()
                       : hot       ? page.c.sentence(1 - page.side)
                       : unwritten ? page.c.text_3
                                   : page.c.text_2;
    const std::string word = page.ui.shortened(face, page.asked[static_cast<std::size_t>(i)], room);
    const Area box = page.asked_rows.row(i, left - pad, left + page.ui.width(face, word) + pad);
    scene.add(key_of_asked(page, i), box, [=](Ui& on, const Area& at) {
      on.text({at.left, at.top, at.right - pad, at.bottom}, Align::right, face, colour, word);
    });
  }
  // What only the other sentence has.
  for (const OnlyThere& each : words_only_there(page)) {
    const Type face = page.face(type::caption_hot);
    const std::string word = page.ui.shortened(face, "– " + each.words, room);
    scene.add(key("only there", each.after),
              Area::at(left, each.y - page.px(8), page.ui.width(face, word), page.px(16)),
              [face, word, colour = page.c.sentence(1 - page.side)](Ui& on, const Area& at) {
                on.text(at, Align::left, face, colour, word);
              });
  }
}

namespace {

// A dot at every number of the chosen word that was set by hand; what is too small to be printed is printed
// there all the same.
void draw_set_cells(const Page& page, const Heatmap& map, const Area& cells, bool numbers) {
  const float wide = cells.width() / static_cast<float>(map.columns);
  const float tall = cells.height() / static_cast<float>(map.rows);
  for (const CellAt& at : set_by_hand(page, page.path("weights"), page.row)) {
    const Area cell = Area::at(cells.left + wide * static_cast<float>(at.column),
                               cells.top + tall * static_cast<float>(at.row), wide, tall);
    const float value = map.value(at.row, at.column);
    if (numbers && weight_in_cell(value).empty() && map.state(at.row, at.column) == CellState::value)
      page.ui.text(cell, Align::centre, type::cell_hot, page.c.ink, "0");
    page.ui.outline(cell, page.c.ink, page.px(1.5F), page.px(2));
    draw_edit_dot(page.ui, {cell.right, cell.top});
  }
}

// Rows of weights from a file that do not add up to 1, with their sums.
using UnevenRows = std::vector<std::pair<int, float>>;
struct KeptUnevenRows : KeptOfTrace<std::string, UnevenRows> {};

const UnevenRows& uneven_rows(const Page& page, const HeatmapPtr& map) {
  return page.ui.state<KeptUnevenRows>().get(page.context.maps[page.side].trace(), map->path, [&] {
    constexpr float least = 0.005F;
    UnevenRows found;
    for (int row = 0; row < map->rows; ++row) {
      float sum = 0;
      bool numbers = true;
      for (int column = 0; column < map->columns; ++column) {
        if (map->state(row, column) == CellState::masked) continue;
        numbers &= map->state(row, column) == CellState::value;
        sum += map->value(row, column);
      }
      if (numbers && !(std::fabs(sum - 1) <= least)) found.emplace_back(row, sum);
    }
    return found;
  });
}

// Each has a frame; the chosen one or the first is named.
void draw_uneven_rows(const Page& page, const HeatmapPtr& map, const Area& cells) {
  if (!page.trace.anatomy().given || !page.trace.anatomy().given->are_shares()) return;
  const UnevenRows& rows = uneven_rows(page, map);
  if (rows.empty()) return;
  const float tall = cells.height() / static_cast<float>(map->rows);
  for (const auto& [row, sum] : rows)
    page.ui.outline(Area::at(cells.left, cells.top + tall * static_cast<float>(row), cells.width(), tall)
                        .outset(page.px(2)),
                    page.c.error, page.px(1.5F), page.px(3));
  const auto chosen = std::find_if(rows.begin(), rows.end(),
                                   [&](const std::pair<int, float>& each) { return each.first == page.row; });
  const auto& [row, sum] = chosen == rows.end() ? rows.front() : *chosen;
  const auto more = static_cast<std::int64_t>(rows.size()) - 1;
  std::string says = say("The row “{word}” adds up to {sum}, not to 1.",
                         {{"word", page.asks[static_cast<std::size_t>(row)]}, {"sum", fixed_text(sum, 2)}});
  if (more > 0)
    says += " " + say(several(more, "{n} more does not either.", "{n} more do not either."),
                      {{"n", count_text(more)}});
  const Type face = page.face(type::label_hot);
  const float left = page.is_tight() ? page.boxes.words.left : cells.left;
  const float right = page.boxes.page.right - page.px(16);
  // Beside the switch of one, both and difference, in two lines.
  const bool is_there = has_ways_otherwise(page) && !path_of_both(page).empty();
  const float beside = is_there ? page.boxes.stage.right - both_choice_width(page) - page.px(12) : right;
  if (!page.is_tight() && left + page.ui.width(face, says) > beside) {
    page.ui.wrapped({left, cells.bottom + page.px(10), beside, right}, face, page.c.error, says, page.px(17));
  } else {
    page.ui.text(left, cells.bottom + page.px(page.is_tight() ? 12 : 22), face, page.c.error,
                 page.ui.shortened(face, says, right - left));
  }
}

// Of a table that has more rows than stand at the left: which these are.
void draw_rows_in_sight(const Page& page, const Heatmap& map, const Area& cells) {
  if (page.rows.shown >= map.rows || page.is_tight()) return;
  const float tall = cells.height() / static_cast<float>(map.rows);
  const Area rows = Area{cells.left, cells.top + tall * static_cast<float>(page.rows.first), cells.right,
                         cells.top + tall * static_cast<float>(page.rows.first + page.rows.shown)}
                        .outset(page.px(3));
  const float dash = page.px(4);
  for (float x = rows.left; x < rows.right; x += 2 * dash) {
    for (const float y : {rows.top, rows.bottom})
      page.ui.line(x, y, std::min(x + dash, rows.right), y, page.c.ink, page.px(1.5F));
  }
  for (float y = rows.top; y < rows.bottom; y += 2 * dash) {
    for (const float x : {rows.left, rows.right})
      page.ui.line(x, y, x, std::min(y + dash, rows.bottom), page.c.ink, page.px(1.5F));
  }
  const std::string says =
      say("{rows} × {columns}. Dashed: the {n} rows at the left.", {{"rows", count_text(map.rows)},
                                                                    {"columns", count_text(map.columns)},
                                                                    {"n", count_text(page.rows.shown)}});
  page.ui.text(cells.left, cells.bottom + page.px(22), type::label, page.c.text_2,
               page.ui.shortened(type::label, says, page.boxes.answer.left - page.px(14) - cells.left));
}

// The whole table, its cells as wide as they fit; a click on one goes into it.
void draw_table(const Page& page, const HeatmapPtr& map, const Area& cells) {
  HeatmapLook look{.row_labels = false};
  look.focus_row = page.row;
  // In narrow cells only the chosen number, on a pill beside its cell.
  const bool tight = page.is_tight();
  look.numbers_from = tight ? 1000 : 18;
  if (!tight) look.some_numbers_from = 0.01F;
  look.off = is_off(page, page.head);
  if (const int most = page.most_asked(); most >= 0) look.selected = CellAt{page.row, most};
  const HeatmapTouch touch = heatmap(page.ui, "place/table", map, cells, look);
  if (!look.off)
    draw_set_cells(page, *map, cells,
                   !tight && cells.height() >= page.px(18) * static_cast<float>(map->rows));
  draw_uneven_rows(page, map, cells);
  if (!page.trace.anatomy().given) draw_rows_in_sight(page, *map, cells);
  if (look.selected && tight) {
    const float wide = cells.width() / static_cast<float>(map->columns);
    const float pitch = cells.height() / static_cast<float>(map->rows);
    const ImVec2 cell(cells.left + wide * (static_cast<float>(look.selected->column) + 0.5F),
                      cells.top + pitch * (static_cast<float>(look.selected->row) + 0.5F));
    const std::string number =
        number_alone(map->value(look.selected->row, look.selected->column), NumberFormat::weight);
    Area pill = weight_pill_area(page.ui, cell, number);
    const float aside = wide / 2 + pill.width() / 2 + page.px(3);
    pill = pill.moved(cell.x + aside + pill.width() / 2 > cells.right ? -aside : aside, 0);
    weight_pill(page.ui, pill, number, page.own());
  }
  if (touch.clicked)
    page.go({.altitude = page.has(Altitude::step) ? Altitude::step : Altitude::head,
             .token = touch.clicked->row,
             .part = "weights",
             .cell = CellName{page.path("weights"), touch.clicked->row, touch.clicked->column}});
}

// Every head of the layer, in the rows of the same words.
void add_all_heads(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const Area& stage = page.boxes.stage;
  const float gap = page.px(page.heads > 5 ? 10 : 18);
  const float wide = std::floor((stage.width() + gap) / static_cast<float>(page.heads)) - gap;
  add_beam(page, scene, page.row, stage.right);
  for (int head = 0; head < page.heads; ++head) {
    const HeadChoice of{page.head.attention, page.head.layer, head};
    const std::string path = of.path("weights");
    const HeatmapPtr map = page.map(path);
    if (map == nullptr) continue;
    const Area box{stage.left + static_cast<float>(head) * (wide + gap), page.rows.top,
                   stage.left + static_cast<float>(head) * (wide + gap) + wide, page.rows.bottom()};
    const int most = page.largest_in_row(path, page.row);
    scene.add(stage::key_of(path), box,
              [map, rows = page.rows, row = page.row, most, off = is_off(page, of)](Ui& on, const Area& at) {
                on.cells({.map = map,
                          .row = rows.first,
                          .rows = std::min(rows.shown, map->rows - rows.first),
                          .columns = map->columns,
                          .area = at,
                          .gap = cell_gap(on, at.width() / static_cast<float>(map->columns)),
                          .fade = off ? off_fade : 0,
                          .paper = on.colours().stage,
                          .unit = on.scale()});
                if (off) off_mark(on, at);
                if (most < 0 || !rows.has(row)) return;
                const float cell = at.width() / static_cast<float>(map->columns);
                on.outline(Area::at(at.left + cell * static_cast<float>(most), rows.row(row, 0, 0).top, cell,
                                    rows.pitch)
                               .outset(on.px(1)),
                           on.colours().ink, on.px(2), on.px(2));
              });
    const bool chosen = head == page.head.head;
    if (add_frame(page, scene, "place/table/" + std::to_string(head), box.outset(page.px(4)), chosen,
                  head_called(page, of)))
      page.go({.altitude = Altitude::head, .head = of});
    const std::string name = say("head {n}", {{"n", std::to_string(head + 1)}}),
                      number = std::to_string(head + 1);
    const std::string takes = most < 0 ? ""
                                       : weight_in_cell(page.value(path, page.row, most).value_or(0)) + " " +
                                             page.asked[static_cast<std::size_t>(most)];
    const float y = page.boxes.rows - page.px(24);
    const bool room = page.heads <= 5;
    const std::string& called = room ? name : number;
    ui.text(box.left, y, type::label_hot, page.c.ink, called);
    ui.text({box.left + ui.width(type::label_hot, called) + page.px(8), y - page.px(8), box.right,
             y + page.px(8)},
            Align::right, type::caption, page.c.text_2,
            ui.shortened(type::caption, takes, wide - ui.width(type::label_hot, called) - page.px(8)));
  }
}

}  // namespace

// Whose answer stands beside the lines: of each sentence the word where they part, with its chance.
void draw_class_answers(const Page& page) {
  Ui& ui = page.ui;
  Area rest = page.boxes.answer;
  rest.top = page.boxes.rows;
  const Type text = page.face(type::label_hot), pill{Face::bold, 30};
  const std::array<WrittenAnswer, 2> both = written_of(page.context);
  const std::optional<Parting> parts = page.context.maps.two() ? parting(page.context, both) : std::nullopt;
  const auto answer = [&](int side, const std::string& word, std::optional<float> chance, Rgb own) {
    const Area line = rest.cut_top(page.px(48), page.px(8));
    const std::string shown = ui.shortened(pill, word, line.width() - page.px(26));
    const Area chip{line.left, line.top, line.left + ui.width(pill, shown) + page.px(26), line.bottom};
    ui.fill(chip, own, page.px(7));
    ui.text(chip, Align::centre, pill, page.c.presenter, shown);
    if (!chance) return;
    const std::string number = number_alone(*chance, NumberFormat::probability);
    const bool beside = chip.right + page.px(12) + ui.width(type::trait, number) <= line.right;
    const Area place = beside ? line : rest.cut_top(page.px(36), page.px(4));
    ui.text(beside ? chip.right + page.px(12) : line.left, place.middle_y(), type::trait, page.c.ink, number);
    if (side == 0) rest.cut_top(page.px(40));
  };
  if (!parts) {
    const int row = page.row_of_answer();
    if (row < 0 || page.written_row < 0 || !answers_in_words(page.answers())) return;
    const std::string& word = page.written[static_cast<std::size_t>(page.written_row)];
    ui.text(rest.cut_top(page.px(34), page.px(8)), Align::left, text, page.c.text_2,
            ui.shortened(text, info(page.answers()).column, rest.width()));
    return answer(1, word, chance_of(page.context, page.side, row, word), page.own());
  }
  for (const int side : {0, 1}) {
    const auto i = static_cast<std::size_t>(side);
    if (page.context.maps[side].trace() == nullptr) continue;
    const Rgb own = page.c.sentence(side);
    ui.text(rest.cut_top(page.px(34), page.px(8)), Align::left, text, own,
            ui.shortened(text, "… " + ending_of(page, side), rest.width()));
    const int row = row_of_written(*page.context.maps[side].trace(), parts->places.at(i));
    answer(side, parts->words.at(i), chance_of(page.context, side, row, parts->words.at(i)), own);
  }
}

void add_presented_head(const Page& page, stage::Scene& scene) {
  const Area& stage = page.boxes.stage;
  if (page.is_of_cells(page.attention.asked)) return add_lit_picture(page, scene);
  const float asked = page.px(146), end = stage.right - asked;
  add_beam(page, scene, page.row, stage.right + page.px(6));
  add_asked(page, scene, end + page.px(14));
  add_lines_between(page, scene, stage.left - page.px(6), end, true);
  const Area& answer = page.boxes.answer;
  scene.add(
      key("class answers"), answer, [](Ui&, const Area&) {}, [&page] { draw_class_answers(page); });
}

namespace {

// On a small window: the table, or lines, as one wants it.
enum class HeadShows { table, lines };
struct HeadLook {
  HeadShows shows = HeadShows::table;
};

HeadShows head_shows(const Page& page) {
  if (!page.is_tight()) return HeadShows::lines;
  HeadShows& shows = page.ui.state<HeadLook>().shows;
  const float top = page.boxes.shelf.top + page.px(56);
  const std::array<Choice, 2> both{Choice{to_be_said("table")}, Choice{to_be_said("lines")}};
  const float wide = choices_width(page.ui, both);
  // Where there is no room over the table's words there is the table.
  if (!page.boxes.phone() || page.boxes.rows - top < page.px(100) || page.ui.exporting())
    return HeadShows::table;
  const Area place = Area::at(page.boxes.shelf.right - wide, top, wide, page.px(36));
  const int pressed = choices(page.ui, "place/head shows", place, both, static_cast<int>(shows));
  if (pressed >= 0) shows = static_cast<HeadShows>(pressed);
  return shows;
}

}  // namespace

void add_head(const Page& page, stage::Scene& scene) {
  if (page.boxes.presented()) return add_presented_head(page, scene);
  const Area& stage = page.boxes.stage;
  add_shelf(page, scene);
  const bool picture = page.is_of_cells(page.attention.asked);
  const bool all = !picture && shows_all_heads(page) && !page.is_tight();
  if (!picture)
    draw_heads_choice(page, stage.right,
                      page.boxes.low ? stage.top + page.px(8) : page.boxes.rows - page.px(112));
  if (!page.boxes.low) {
    std::string name = all ? say("all heads of layer {n}", {{"n", std::to_string(page.head.layer + 1)}})
                           : head_called(page, page.head);
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    add_text(page, scene, {stage.left, page.boxes.rows - page.px(96)}, type::written_hot, page.c.ink, name);
    if (!all)
      add_edit_note(
          page, scene,
          {stage.left + page.ui.width(type::written_hot, name) + page.px(16), page.boxes.rows - page.px(96)},
          edits_called(page, page.head));
    add_text(page, scene, {stage.left, page.boxes.rows - page.px(69)}, type::label, page.c.text_2,
             all ? say("they ask at the same time")
             : !picture
                 ? name_of_head(page.context.maps, page.context.results.card, page.side, page.head).does
             : page.attention.crosses() ? say("words ask, cells of the picture are asked")
                                        : say("cells ask, cells are asked"));
  }
  if (picture) return add_lit_picture(page, scene);
  if (all) return add_all_heads(page, scene);
  const std::string path = page.path("weights");
  const HeatmapPtr map = page.map(path);
  const bool tight = page.is_tight();
  if (head_shows(page) == HeadShows::lines && tight) {
    const float end = stage.right - page.px(96);
    add_beam(page, scene, page.row, stage.right);
    add_asked(page, scene, end + page.px(8));
    return add_lines_between(page, scene, stage.left - page.px(6), end, true);
  }
  const float lines = stage.left - page.px(8),
              asked = lines + std::round(stage.width() * (page.boxes.low ? 0.2F : 0.29F));
  if (!tight)
    add_text(page, scene, {asked + page.px(10), page.boxes.rows - page.px(24)}, type::label, page.c.text_2,
             say("takes from"));
  if (!tight && page.boxes.low)
    add_edit_note(page, scene, {lines + page.px(14), page.boxes.rows - page.px(24)},
                  is_off(page, page.head) ? say("adds nothing") : edits_called(page, page.head));
  const float bar = page.px(tight ? 0 : page.boxes.low ? 40 : 44);
  const float left = tight ? stage.left : asked + page.px(page.boxes.low ? 104 : 138),
              right = stage.right - bar;
  if (map == nullptr) return;
  const auto columns = static_cast<float>(map->columns);
  const float each = (right - left) / columns;
  const float wide = std::min(each > 8 ? std::floor(each) : each, page.px(34));
  // Fewer rows in sight than there are: the table is whole all the same, as high as they are.
  const Area cells{left, page.rows.top, left + wide * columns, page.rows.bottom()};
  add_beam(page, scene, page.row, left);
  if (!tight) {
    add_asked(page, scene, asked + page.px(10));
    add_lines_between(page, scene, lines, asked, true);
  }
  scene.add(
      stage::key_of(path), cells, [map](Ui& on, const Area& at) { paint_cells(on, map, at); },
      [&page, map, cells] { draw_table(page, map, cells); });
  if (tight) return;
  Scale bare = map->scale;  // the columns' names stand where its own would
  bare.label.clear();
  const float room = page.boxes.answer.left - page.px(14) - cells.right;
  const float before_bar = std::clamp(room - colour_bar_width(page.ui, bare), page.px(2), page.px(8));
  scene.add(key("colours"),
            {cells.right + before_bar, cells.top, cells.right + before_bar + page.px(8), cells.bottom},
            [bare](Ui& on, const Area& at) { colour_bar(on, at, bare); });
}

}  // namespace headlight::place
