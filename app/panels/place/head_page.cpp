// A head: who takes how much from whom, as lines and as a table in the same rows.
#include <algorithm>
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
    const std::optional<int> row = both.counterpart(label.rows, page_.side, page_.row);
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
  const float number = page.px(18), gap = page.px(16), between = page.px(24);
  const bool two_kinds = heads.front().attention != heads.back().attention;
  const float room =
      (stage.width() + gap - (two_kinds ? between : 0)) / static_cast<float>(heads.size()) - gap - number;
  const float size = std::min(std::floor(room), page.px(page.boxes.low ? 40 : 54));
  if (size < page.px(14)) return;
  float x = stage.left + page.px(3);
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const HeadChoice& head = heads[i];
    const bool begins = i == 0 || head.attention != heads[i - 1].attention;
    if (begins && i > 0) x += between;
    const Area place = Area::at(x, stage.top + page.px(4), size, size);
    add_thumbnail(page, scene, head, place);
    const bool here = head.attention == page.head.attention && head.head == page.head.head;
    ui.text(place.right + page.px(8), place.middle_y(), here ? type::lesson_hot : type::lesson,
            here ? page.c.ink : page.c.text_2, std::to_string(head.head + 1));
    if (two_kinds && begins && !page.boxes.low) {
      const std::string does = i == 0 ? say("looks back at the French") : say("reads the English");
      const float left = std::min(place.left, stage.right - ui.width(type::label, does));
      ui.text(left, place.bottom + page.px(16), type::label, page.c.text_2, does);
    }
    x += size + number + gap;
  }
}

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
    page.go({.altitude = Altitude::step,
             .token = touch.clicked->row,
             .part = "weights",
             .cell = CellName{page.path("weights"), touch.clicked->row, touch.clicked->column}});
}

}  // namespace

void add_head(const Page& page, stage::Scene& scene) {
  const Area& stage = page.boxes.stage;
  add_shelf(page, scene);
  if (!page.boxes.low) {
    std::string name = head_called(page, page.head);
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    add_text(page, scene, {stage.left, page.boxes.rows - page.px(96)}, type::written_hot, page.c.ink, name);
    add_text(page, scene, {stage.left, page.boxes.rows - page.px(69)}, type::label, page.c.text_2,
             head_does(page, page.head));
  }
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
  const float wide = std::min(std::floor((right - left) / columns), page.px(34));
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
