// A layer opened in place: what each word asks, offers and gives, and what is added to its line.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/panels/place/model_parts.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/place_parts.h"
#include "core/text/say.h"

namespace headlight::place {

void add_strips(const Page& page, stage::Scene& scene, const std::string& path, const HeatmapPtr& map,
                const Rows& rows, const Area& area, bool pale, int outlined, Role role) {
  if (map == nullptr) return;
  const float tall = std::max(std::min(page.px(18), rows.pitch - page.px(2)), rows.pitch * 0.7F);
  scene.add(stage::key_of(path), {area.left, rows.top, area.right, rows.bottom()},
            [map, rows, tall, pale, outlined, role](Ui& on, const Area& at) {
              const float pitch = at.height() / static_cast<float>(rows.shown);
              for (int i = 0; i < rows.shown; ++i) {
                const int row = rows.first + i;
                if (row >= map->rows) break;
                const float y = at.top + (static_cast<float>(i) + 0.5F) * pitch;
                const Area strip{at.left, y - tall / 2, at.right, y + tall / 2};
                on.cells({.map = map,
                          .row = row,
                          .rows = 1,
                          .columns = map->columns,
                          .area = strip,
                          .fade = pale && row != outlined ? 0.62F : 0,
                          .paper = on.colours().folded,
                          .unit = on.scale()});
                if (row == outlined)
                  on.outline(strip.outset(on.px(1)), colour_of(role, on.colours()), on.px(2), on.px(2));
              }
            });
}

namespace {

constexpr std::size_t most_tabs = 12;  // of folded layers beside an opened one

struct StripColumn {
  const char* part;
  const char* name;
  const char* says;
  Role role;
  float left, wide;  // units of a box of 552
  float says_until;
  bool of_asked = false;  // of the words that are asked
  bool pale = false;      // all but the chosen row
};
constexpr std::array strip_columns{
    StripColumn{"query", "Q", "asks", Role::query, 18, 66, 86},
    StripColumn{"key", "K", "offers", Role::key, 92, 66, 160, true},
    StripColumn{"weights", "weights", "whom it takes from", Role::weights, 166, 122, 294},
    StripColumn{"value", "V", "gives", Role::value, 300, 66, 416, true, true},
    StripColumn{"output", "mixed", "of all V", Role::ink, 424, 54, 500, false, true},
};
constexpr float opened_wide = 552, feed_forward_left = 506, feed_forward_wide = 26;

void add_tab(const Page& page, stage::Scene& scene, const LayerColumn& column, const Area& box) {
  const std::string name = say("{stack} layer {n}", {{"stack", std::string(info(column.attention).stack)},
                                                     {"n", std::to_string(column.layer + 1)}});
  scene.add(key_of_layer("layer", column.attention, column.layer), box, [name](Ui& on, const Area& at) {
    const Palette& c = on.colours();
    on.fill(at, c.folded, on.px(9), 0.75F);
    on.outline(at, c.strong_line, on.hairline(), on.px(9));
    if (at.width() < on.px(60))
      on.turned(at.middle_x(), at.middle_y() + on.width(type::label_hot, name) / 2, 90, type::label_hot,
                c.text_2, name);
  });
  if (page.ui
          .press("place/layer/" + std::string(info(column.attention).stack) + std::to_string(column.layer),
                 box, {.radius = page.px(9), .hint = "Open this layer"})
          .clicked)
    page.go(opened(page, column));
}

}  // namespace

void add_layer(const Page& page, stage::Scene& scene) {
  if (page.lane >= 0) return add_gates(page, scene);
  std::vector<LayerColumn> columns = layer_columns(page);
  const auto chosen = std::find_if(columns.begin(), columns.end(), [&](const LayerColumn& each) {
    return is_chosen_layer(page, each.attention, each.layer);
  });
  if (chosen == columns.end()) return;
  // Of many those next to the opened one; where there is no room, none.
  if (page.boxes.phone() || page.boxes.presented() || page.is_tight()) columns = {*chosen};
  if (columns.size() > most_tabs + 1) {
    const auto at = static_cast<std::size_t>(chosen - columns.begin());
    const std::size_t first = std::min(at - std::min(at, most_tabs / 2), columns.size() - (most_tabs + 1));
    columns = {columns.begin() + static_cast<std::ptrdiff_t>(first),
               columns.begin() + static_cast<std::ptrdiff_t>(first + most_tabs + 1)};
  }
  const bool presented = page.boxes.presented();
  const bool brief = page.is_tight() || presented;  // its names alone
  // In the least windows there is less over the rows.
  const bool on_shelf = page.is_tight();  // its heads, large enough for a finger
  const float above = page.boxes.rows - page.boxes.body.top - page.px(on_shelf ? 62 : 4);
  const float over = page.boxes.flat ? page.px(8)
                     : presented     ? page.px(128)
                                     : std::min(page.px(page.boxes.low ? 116 : box_over_rows), above);
  const float top = page.boxes.rows - over, bottom = page.rows.bottom() + page.px(12);
  const bool many = columns.size() > 7;
  const float tab = page.px(many ? 18 : 30), gap = page.px(many ? 4 : 8);
  const float folded = static_cast<float>(columns.size() - 1) * (tab + gap);
  float x = page.boxes.stage.left + page.px(4);
  const float right = page.boxes.stage.right - page.px(8);
  Area box;
  add_beam(page, scene, page.row, right);
  for (const LayerColumn& column : columns) {
    if (is_chosen_layer(page, column.attention, column.layer)) {
      box = {x, top, x + (right - page.boxes.stage.left - page.px(4)) - folded, bottom};
      x = box.right + gap;
      add_layer_box(page, scene, column, box, true);
    } else {
      add_tab(page, scene, column, {x, top, x + tab, bottom});
      x += tab + gap;
    }
  }
  const float unit = box.width() / opened_wide;
  const auto place = [&](float units) { return std::round(box.left + units * unit); };
  const float bar = place(feed_forward_left);
  const std::array<float, 2> pluses{place(feed_forward_left) - page.px(14), place(opened_wide) - page.px(12)};
  const bool encoder = page.attention.asks == Stream::source;
  const float end = page.boxes.lines_end;
  add_streams(scene, encoder ? "source stream" : "target stream", page.rows, page.row, page.boxes.words.right,
              encoder && page.trace.anatomy().find(Attention::decoder) != nullptr ? x - gap : end,
              {pluses.begin(), pluses.end()});
  if (encoder && x - gap < end && page.trace.anatomy().find(Attention::decoder) != nullptr)
    add_streams(scene, "target stream", page.written_rows, page.written_row, x - gap, end, {});

  // On top its heads.
  Area shelf{box.left + page.px(18), top + page.px(38), box.right - page.px(18),
             top + page.px(page.boxes.low ? 60 : 88)};
  if (brief) shelf.left = box.left + page.px(8), shelf.right = box.right - page.px(8);
  if (presented)
    shelf = {box.left + page.px(18), top + page.px(44), box.right - page.px(18), top + page.px(84)};
  if (on_shelf) {
    add_shelf(page, scene);
  } else {
    add_head_pictures(page, scene, heads_of_layer(page, page.head.attention, page.head.layer), shelf);
  }

  const float names = page.boxes.rows - page.px(page.boxes.flat || presented || over < page.px(90) ? 22
                                                : page.boxes.low                                   ? 40
                                                                                                   : 50);
  const Type name_face = presented ? page.face(type::section) : brief ? type::label_hot : type::section;
  const int most = page.most_asked();
  for (const StripColumn& column : strip_columns) {
    const std::string path = page.path(column.part);
    const Area area{place(column.left), 0, place(column.left + column.wide), 0};
    add_strips(page, scene, path, page.map(path), column.of_asked ? page.asked_rows : page.rows, area,
               column.pale, column.of_asked ? most : page.row, column.role);
    const bool last = &column == &strip_columns.back();
    const float until = last ? box.right : place(column.says_until);
    if (until - area.left >= page.ui.width(name_face, column.name))
      add_text(page, scene, {area.left, names}, name_face, colour_of(column.role, page.c), column.name);
    if (!page.boxes.low)
      add_text(page, scene, {area.left, names + page.px(22)}, type::caption, page.c.text_2,
               page.ui.shortened(type::caption, column.says, place(column.says_until) - area.left));
    // The last one is narrow, and there is room beside it.
    const float strip_end =
        last && page.boxes.narrow() ? std::max(area.right, until - page.px(10)) : area.right;
    if (!presented &&
        page.ui
            .press(std::string("place/step/") + column.part,
                   {area.left - page.px(4), names - page.px(16), strip_end + page.px(4), names + page.px(30)},
                   {.radius = page.px(6), .hint = "Open this step"})
            .clicked)
      page.go({.altitude = Altitude::step, .token = page.row, .part = std::string(column.part)});
  }
  // The chosen word's shares carry the V of each word into its row.
  std::vector<Line> lines;
  const HeatmapPtr weights = page.map(page.path("weights"));
  for (int row = page.rows.first; weights != nullptr && row < page.rows.first + page.rows.shown; ++row) {
    for (int column = page.asked_rows.first; column < page.asked_rows.first + page.asked_rows.shown;
         ++column) {
      if (row >= weights->rows || column >= weights->columns) continue;
      if (weights->state(row, column) != CellState::value) continue;
      const float share = weights->value(row, column);
      if (share >= least_mean_share)
        lines.push_back({page.asked_rows.middle(column), page.rows.middle(row), share, row == page.row});
    }
  }
  const Area mixing{place(366), page.rows.top, place(424), page.rows.bottom()};
  scene.add(
      key_of_layer("mixing", page.head.attention, page.head.layer), mixing,
      [lines, value = page.c.value, thick = page.px(line_units),
       pale = 0.12F * std::min(1.0F, 100.0F / static_cast<float>(lines.size() + 1))](Ui& on, const Area& at) {
        for (const Line& line : lines) {
          const float wide = std::max(thick * line.share, 1.0F);
          on.ribbon({at.left, line.from}, {at.right, line.to}, wide, wide, value, line.chosen ? 0.8F : pale);
        }
      });
  const Area through{bar, page.boxes.rows - page.px(12),
                     bar + std::min(page.px(feed_forward_wide), feed_forward_wide * unit),
                     page.rows.bottom()};
  scene.add(key_of_layer("feed-forward", page.head.attention, page.head.layer), through,
            [face = page.face(type::label_hot), least = page.px(14)](Ui& on, const Area& at) {
              const Palette& c = on.colours();
              const std::string name = say("Feed-forward");
              on.fill(at, c.folded, on.px(6));
              on.outline(at, c.strong_line, on.hairline(), on.px(6));
              if (at.width() < least || on.width(face, name) > at.height()) return;
              on.turned(at.middle_x(), at.middle_y() + on.width(face, name) / 2, 90, face, c.text_2, name);
            });
  const int feed_forward = feed_forward_of_layer(page, page.head.attention, page.head.layer);
  // On a phone there is room for a finger once; the pluses are beside it on its shelf.
  const bool phone = page.boxes.phone();
  const Area pressed =
      phone ? Area{std::min(through.left, box.right - page.px(40)), through.top, box.right, through.bottom}
            : through;
  if (feed_forward >= 0 &&
      page.ui.press("place/feed-forward", pressed, {.radius = page.px(6), .hint = say("Open feed-forward")})
          .clicked)
    page.go(to_model_step(page, feed_forward));
  if (phone) return;
  // What attention added is at the first plus, what feed-forward added at the last one.
  const std::vector<int> sums = sums_of_layer(page, page.head.attention, page.head.layer);
  for (std::size_t i = 0; i < pluses.size() && !sums.empty(); ++i) {
    const Area plus{i == 0 ? pluses[i] - page.px(9) : std::max(pluses[i] - page.px(9), through.right + 1),
                    page.rows.top,
                    i == 0 ? std::min(pluses[i] + page.px(9), through.left - 1) : pluses[i] + page.px(9),
                    page.rows.bottom()};
    if (page.ui
            .press("place/plus/" + std::to_string(i), plus,
                   {.radius = page.px(6), .hint = say("Open the plus")})
            .clicked)
      page.go(to_model_step(page, i == 0 ? sums.front() : sums.back()));
  }
}

}  // namespace headlight::place
