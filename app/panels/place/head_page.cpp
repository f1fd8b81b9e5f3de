// A head: who takes how much from whom, as lines and as a table in the same rows.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>

#include "app/panels/common/stage.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/arcs.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

constexpr float least_head_share = 0.02F;
constexpr int most_tables = 16;  // of all heads of a layer beside each other

struct HeadLine {
  float from = 0, to = 0;  // y
  float share = 0;
  std::optional<int> side;  // of the chosen word: whose
  bool before = false;      // as it was before the edits
};

ImVec2 on_line(const HeadLine& line, float left, float right, float along) {
  const float t = along * along * (3 - 2 * along);
  return {left + along * (right - left), line.from + t * (line.to - line.from)};
}

class HeadLines {
 public:
  HeadLines(const Page& page, bool others) : page_(page), path_(page.path("weights")) {
    add_own(others);
    add_other_sentence();
  }
  std::vector<HeadLine> take() { return std::move(lines_); }

 private:
  void add_row(const Heatmap& map, int row, float from, std::optional<int> side, bool before = false) {
    const Rows& asked = page_.asked_rows;
    for (int column = asked.first; column < std::min(asked.first + asked.shown, map.columns); ++column) {
      if (map.state(row, column) != CellState::value || map.value(row, column) < least_head_share) continue;
      lines_.push_back({from, asked.middle(column), map.value(row, column), side, before});
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
    // What an edit took away stays as a dashed line.
    const HeatmapPtr before = page_.context.pictures.before(page_.side, path_);
    if (before != nullptr && page_.row < before->rows && page_.row < map->rows) {
      for (int column = 0; column < std::min(before->columns, map->columns); ++column) {
        if (std::fabs(before->value(page_.row, column) - map->value(page_.row, column)) > 0.02F) {
          add_row(*before, page_.row, asks.middle(page_.row), page_.side, true);
          break;
        }
      }
    }
  }

  // Those of the chosen word. A word that this sentence does not have has no row here.
  void add_other_sentence() {
    const int other = 1 - page_.side;
    if (!page_.context.pictures.two()) return;
    const TraceAlignment& both = *page_.context.pictures.alignment();
    const HeatmapPtr map = page_.context.pictures.view(other, path_);
    const Label& label = page_.trace.label(page_.trace.at(path_));
    const std::optional<int> row = row_of_other(page_);
    if (map == nullptr || !row || *row >= map->rows) return;
    for (int column = 0; column < map->columns; ++column) {
      const std::optional<int> here = both.counterpart(label.cols, other, column);
      if (!here || !page_.asked_rows.has(*here) || map->state(*row, column) != CellState::value) continue;
      if (const float share = map->value(*row, column); share >= least_head_share)
        lines_.push_back({page_.rows.middle(page_.row), page_.asked_rows.middle(*here), share, other});
    }
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

void paint_lines(Ui& ui, const std::vector<HeadLine>& lines, bool two, float left, float right) {
  const Palette& c = ui.colours();
  std::vector<WeightPill> pills;
  for (const bool chosen : {false, true}) {
    for (const HeadLine& line : lines) {
      if (line.side.has_value() != chosen) continue;
      const float thick = std::max(ui.px(line_units) * line.share, 1.0F);
      const float apart = chosen && two ? (*line.side == 0 ? -1.0F : 1.0F) * ui.px(3) : 0;
      const ImVec2 from(left, line.from + apart), to(right, line.to);
      if (!chosen) {
        ui.ribbon(from, to, thick, thick, c.plain_ribbon, 0.22F);
        continue;
      }
      const Rgb colour = two ? c.sentence(*line.side) : c.weights;
      if (line.before) {
        if (line.share >= least_weight_named) paint_dashes(ui, line, left, right, colour);
        continue;
      }
      ui.ribbon(from, to, thick, thick, colour, 0.92F);
      if (line.share < least_weight_named) continue;
      WeightPill& pill = pills.emplace_back();
      pill.weight = line.share;
      pill.text = number_alone(line.share, NumberFormat::weight);
      pill.colour = colour;
      for (const float along : {0.5F, 0.62F, 0.4F, 0.72F, 0.3F, 0.8F})
        pill.centres.push_back(on_line(line, left, right, along));
    }
  }
  draw_weight_pills(ui, std::move(pills));
}

}  // namespace

void add_lines_between(const Page& page, stage::Scene& scene, float left, float right, bool others) {
  scene.add(key("head lines"), {left, page.rows.top, right, page.rows.bottom()},
            [lines = HeadLines(page, others).take(), two = page.context.pictures.two()](
                Ui& on, const Area& at) { paint_lines(on, lines, two, at.left, at.right); });
}

namespace {

void add_shelf(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const Area& stage = page.boxes.stage;
  const std::vector<HeadChoice> heads = heads_of_layer(page, page.head.attention, page.head.layer);
  // In a low window the choice of one head or all stands beside the shelf.
  const float choice = page.boxes.low && page.heads > 1 ? page.px(204) : 0;
  const float between = page.px(24);
  const bool two_kinds = heads.front().attention != heads.back().attention;
  const bool brief = choice > 0 || heads.size() > 12;
  const float number = brief ? 0 : page.px(18), gap = page.px(heads.size() > 20 ? 4 : brief ? 8 : 16);
  const float room =
      (stage.width() - choice + gap - (two_kinds ? between : 0)) / static_cast<float>(heads.size()) - gap -
      number;
  const float size = std::min(std::floor(room), page.px(page.boxes.low ? 40 : 54));
  if (size < page.px(8)) return;
  float x = stage.left + page.px(3);
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const HeadChoice& head = heads[i];
    const bool begins = i == 0 || head.attention != heads[i - 1].attention;
    if (begins && i > 0) x += between;
    const Area place = Area::at(x, stage.top + page.px(4), size, size);
    add_thumbnail(page, scene, head, place);
    const bool here = head.attention == page.head.attention && head.head == page.head.head;
    if (number > 0)
      ui.text(place.right + page.px(8), place.middle_y(), here ? type::lesson_hot : type::lesson,
              here ? page.c.ink : page.c.text_2, std::to_string(head.head + 1));
    if (two_kinds && begins && !page.boxes.low) {
      const std::string does = i > 0          ? head_called(page, {head.attention, head.layer, 0})
                               : page.english ? say("looks back at the French")
                                              : say("looks back at the words");
      const float left = std::min(place.left, stage.right - ui.width(type::label, does));
      ui.text(left, place.bottom + page.px(16), type::label, page.c.text_2, does);
    }
    x += size + number + gap;
  }
}

}  // namespace

void add_asked(const Page& page, stage::Scene& scene, float left) {
  const int most = page.most_asked();
  const float size = page.asked_rows.pitch / page.ui.scale();
  for (int i = page.asked_rows.first; i < page.asked_rows.first + page.asked_rows.shown; ++i) {
    const Area box = page.asked_rows.row(i, left, left + page.px(110));
    const bool hot = i == most;
    const Type face = size >= 24   ? (hot ? type::word_hot : type::word)
                      : size >= 18 ? (hot ? type::label_hot : type::body)
                                   : (hot ? type::caption_hot : type::caption);
    const std::string word = page.ui.shortened(face, page.asked[static_cast<std::size_t>(i)], box.width());
    scene.add(key("asked", i), box, [=, colour = hot ? page.own() : page.c.text_2](Ui& on, const Area& at) {
      on.text(at, Align::left, face, colour, word);
    });
  }
}

namespace {

// The whole table, its cells as wide as they fit; a click on one goes into it.
void draw_table(const Page& page, const HeatmapPtr& map, const Area& cells) {
  HeatmapLook look{.row_labels = false};
  look.focus_row = page.row;
  look.node_path = page.path("weights");
  look.numbers_from = 18;
  look.some_numbers_from = 0.01F;
  if (const int most = page.most_asked(); most >= 0) look.selected = CellAt{page.row, most};
  const HeatmapTouch touch = heatmap(page.ui, "place/table", map, cells, look);
  if (touch.clicked)
    page.go({.altitude = page.has(Altitude::step) ? Altitude::step : Altitude::head,
             .token = touch.clicked->row,
             .part = "weights",
             .cell = CellName{page.path("weights"), touch.clicked->row, touch.clicked->column}});
}

// One head, or all of its layer.
void draw_heads_choice(const Page& page, float top) {
  if (page.heads < 2 || page.heads > most_tables || page.ui.exporting()) return;
  const std::array<Choice, 2> both{Choice{say("This head")}, Choice{say("All heads")}};
  const float wide = choices_width(page.ui, both);
  const Area place = Area::at(page.boxes.stage.right - wide, top, wide, page.px(30));
  const int pressed = choices(page.ui, "place/heads", place, both, shows_all_heads(page) ? 1 : 0);
  if (pressed < 0) return;
  std::vector<int> others;
  for (int head = 0; pressed == 1 && head < page.heads; ++head) {
    if (head != page.head.head) others.push_back(head);
  }
  page.ui.emit(ShowHeadsToo{others});
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
    scene.add(
        stage::key_of(path), box, [map, rows = page.rows, row = page.row, most](Ui& on, const Area& at) {
          on.cells({.map = map,
                    .row = rows.first,
                    .rows = std::min(rows.shown, map->rows - rows.first),
                    .columns = map->columns,
                    .area = at,
                    .gap = cell_gap(on, at.width() / static_cast<float>(map->columns)),
                    .paper = on.colours().stage,
                    .unit = on.scale()});
          if (most < 0 || !rows.has(row)) return;
          const float cell = at.width() / static_cast<float>(map->columns);
          on.outline(
              Area::at(at.left + cell * static_cast<float>(most), rows.row(row, 0, 0).top, cell, rows.pitch)
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

void add_head(const Page& page, stage::Scene& scene) {
  const Area& stage = page.boxes.stage;
  add_shelf(page, scene);
  const bool picture = page.is_of_cells(page.attention.asked);
  const bool all = !picture && shows_all_heads(page);
  if (!picture)
    draw_heads_choice(page, page.boxes.low ? stage.top + page.px(8) : page.boxes.rows - page.px(112));
  if (!page.boxes.low) {
    std::string name = all ? say("all heads of layer {n}", {{"n", std::to_string(page.head.layer + 1)}})
                           : head_called(page, page.head);
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    add_text(page, scene, {stage.left, page.boxes.rows - page.px(96)}, type::written_hot, page.c.ink, name);
    add_text(page, scene, {stage.left, page.boxes.rows - page.px(69)}, type::label, page.c.text_2,
             all                        ? say("they ask at the same time")
             : !picture                 ? head_does(page, page.head)
             : page.attention.crosses() ? say("words ask, cells of the picture are asked")
                                        : say("cells ask, cells are asked"));
  }
  if (picture) return add_lit_picture(page, scene);
  if (all) return add_all_heads(page, scene);
  const std::string path = page.path("weights");
  const HeatmapPtr map = page.map(path);
  const float lines = stage.left - page.px(8),
              asked = lines + std::round(stage.width() * (page.boxes.low ? 0.2F : 0.29F));
  add_text(page, scene, {asked + page.px(10), page.boxes.rows - page.px(24)}, type::label, page.c.text_2,
           say("takes from"));
  const float bar = page.px(page.boxes.low ? 40 : 44);
  const float left = asked + page.px(page.boxes.low ? 104 : 138), right = stage.right - bar;
  if (map == nullptr) return;
  const auto columns = static_cast<float>(map->columns);
  const float each = (right - left) / columns;
  const float wide = std::min(each > 8 ? std::floor(each) : each, page.px(34));
  // Fewer rows in sight than there are: the table is whole all the same, as high as they are.
  const Area cells{left, page.rows.top, left + wide * columns, page.rows.bottom()};
  add_beam(page, scene, page.row, left);
  add_asked(page, scene, asked + page.px(10));
  add_lines_between(page, scene, lines, asked, true);
  scene.add(
      stage::key_of(path), cells, [map](Ui& on, const Area& at) { paint_cells(on, map, at); },
      [&page, map, cells] { draw_table(page, map, cells); });
  Scale bare = map->scale;  // the columns' names stand where its own would
  bare.label.clear();
  scene.add(key("colours"), {cells.right + page.px(8), cells.top, cells.right + page.px(16), cells.bottom},
            [bare](Ui& on, const Area& at) { colour_bar(on, at, bare); });
}

}  // namespace headlight::place
