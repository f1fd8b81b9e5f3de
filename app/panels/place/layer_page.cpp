// A layer opened in place: what each word asks, offers and gives, and what is added to its line.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/panels/place/model_parts.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/place/size_letters.h"
#include "app/widgets/heatmap_view.h"
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
// Where other words are asked than those at the left: these stand before K, each in the row of its numbers.
constexpr std::array crossing_columns{
    StripColumn{"query", "Q", "asks", Role::query, 14, 52, 74},
    StripColumn{"key", "K", "offers", Role::key, 148, 56, 212, true},
    StripColumn{"weights", "weights", "whom it takes from", Role::weights, 220, 110, 338},
    StripColumn{"value", "V", "gives", Role::value, 340, 52, 438, true, true},
    StripColumn{"output", "mixed", "of all V", Role::ink, 440, 40, 500, false, true},
};
// The same before a class, where words are large.
constexpr std::array presented_crossing_columns{
    StripColumn{"query", "Q", "asks", Role::query, 10, 38, 54},
    StripColumn{"key", "K", "offers", Role::key, 188, 40, 236, true},
    StripColumn{"weights", "weights", "whom it takes from", Role::weights, 240, 96, 366},
    StripColumn{"value", "V", "gives", Role::value, 370, 34, 446, true, true},
    StripColumn{"output", "mixed", "of all V", Role::ink, 448, 34, 500, false, true},
};
struct CrossingPanel {
  float left, right, names_right;
};
constexpr CrossingPanel crossing_panel{74, 212, 142}, presented_panel{54, 234, 184};
constexpr float opened_wide = 552, feed_forward_left = 506, feed_forward_wide = 26;

using StripColumns = std::array<StripColumn, strip_columns.size()>;

// A folded layer: upright beside the opened one, or over it where what it made is read.
void add_tab(const Page& page, stage::Scene& scene, const LayerColumn& column, const Area& box) {
  const std::string n = std::to_string(column.layer + 1);
  const std::string name =
      page.only_writes()
          ? say("layer {n}", {{"n", n}})
          : say("{stack} layer {n}", {{"stack", std::string(info(column.attention).stack)}, {"n", n}});
  scene.add(key_of_layer("layer", column.attention, column.layer), box, [name](Ui& on, const Area& at) {
    const Palette& c = on.colours();
    on.fill(at, c.folded, on.px(9), 0.75F);
    on.outline(at, c.strong_line, on.hairline(), on.px(9));
    if (at.width() > at.height())
      on.text(at, Align::centre, type::label_hot, c.text_2, name);
    else if (at.width() < on.px(60))
      on.turned(at.middle_x(), at.middle_y() + on.width(type::label_hot, name) / 2, 90, type::label_hot,
                c.text_2, name);
  });
  if (page.ui
          .press("place/layer/" + std::string(info(column.attention).stack) + std::to_string(column.layer),
                 box, {.radius = page.px(9), .hint = "Open this layer"})
          .clicked)
    page.go(opened(page, column));
}

// A layer that is folded into another one's tab: seen on its way there, and on its way out.
void add_behind_tab(stage::Scene& scene, const LayerColumn& column, const Area& tab) {
  scene.add(
      key_of_layer("layer", column.attention, column.layer), tab,
      [](Ui& on, const Area& at) {
        on.fill(at, on.colours().folded, on.px(9), 0.75F);
        on.outline(at, on.colours().strong_line, on.hairline(), on.px(9));
      },
      [] {});
}

// The words that are asked, before their K, on a ground of their own.
void add_asked_names(const Page& page, stage::Scene& scene, const Area& panel, float right) {
  scene.add(key("asked panel"), panel, [](Ui& on, const Area& at) {
    on.fill(at, on.colours().stage, on.px(8));
    on.outline(at, on.colours().strong_line, on.hairline(), on.px(8));
  });
  const Rows& rows = page.asked_rows;
  const int most = page.most_asked();
  const float size = rows.pitch / page.ui.scale(), left = panel.left + page.px(4), pad = page.px(word_pad);
  // As large as the rows and the longest of them allow.
  struct Faces {
    Type plain, hot;
    float least;  // height of a row
  };
  Faces faces{type::caption, type::caption_hot, 0};
  for (const Faces& each : {Faces{type::body, type::label_hot, 18}, Faces{type::word, type::word_hot, 24}}) {
    bool fits = size >= each.least;
    for (int i = rows.first; fits && i < rows.first + rows.shown; ++i)
      fits = page.ui.width(page.face(each.hot), page.asked[static_cast<std::size_t>(i)]) <= right - left;
    if (fits) faces = each;
  }
  for (int i = rows.first; i < rows.first + rows.shown; ++i) {
    const bool hot = i == most;
    const Type face = page.face(hot ? faces.hot : faces.plain);
    const std::string word = page.ui.shortened(face, page.asked[static_cast<std::size_t>(i)], right - left);
    scene.add(key_of_asked(page, i), rows.row(i, left, right + pad),
              [=, colour = hot ? page.c.key : page.c.text_2](Ui& on, const Area& at) {
                on.text({at.left, at.top, at.right - pad, at.bottom}, Align::right, face, colour, word);
              });
  }
}

// From the folded encoder down to the words that are asked. It goes behind the small pictures.
void add_way_down(stage::Scene& scene, const Area& tab, float x, float bottom) {
  scene.add(key("from encoder"), {x - 5, tab.bottom, x + 5, bottom}, [](Ui& on, const Area& at) {
    const Rgb colour = on.colours().text_3;
    const float tip = on.px(5);
    on.line(at.middle_x(), at.top, at.middle_x(), at.bottom - tip, colour, on.px(1.5F));
    const ImVec2 corners[] = {{at.middle_x() - tip, at.bottom - tip * 1.6F},
                              {at.middle_x() + tip, at.bottom - tip * 1.6F},
                              {at.middle_x(), at.bottom}};
    on.polygon(corners, colour);
  });
}

// What the rows take from each V. Of a head that is off, and as it was before an edit: dashed.
struct Mixing {
  std::vector<Line> lines, dashed;
};

Mixing mixing_of(const Page& page) {
  Mixing mixing;
  const std::string path = page.path("weights");
  const HeatmapPtr weights = page.map(path);
  if (weights == nullptr) return mixing;
  const bool off = is_off(page, page.head);
  const auto add = [&](const Heatmap& map, int row, bool dashed) {
    for (int column = page.asked_rows.first; column < page.asked_rows.first + page.asked_rows.shown;
         ++column) {
      if (row >= map.rows || column >= map.columns) continue;
      if (map.state(row, column) != CellState::value) continue;
      const float share = map.value(row, column);
      if (share >= (dashed ? 0.2F : least_mean_share))
        (dashed ? mixing.dashed : mixing.lines)
            .push_back({page.asked_rows.middle(column), page.rows.middle(row), share, row == page.row});
    }
  };
  for (int row = page.rows.first; row < page.rows.first + page.rows.shown; ++row) {
    if (!off || row == page.row) add(*weights, row, off);
  }
  const HeatmapPtr before = page.context.maps[page.side].before(path);
  if (before == nullptr || off || page.row >= std::min(before->rows, weights->rows)) return mixing;
  for (int column = 0; column < std::min(before->columns, weights->columns); ++column) {
    if (std::fabs(before->value(page.row, column) - weights->value(page.row, column)) <= 0.02F) continue;
    add(*before, page.row, true);
    break;
  }
  return mixing;
}

void add_mixing(const Page& page, stage::Scene& scene, const Area& area) {
  Mixing mixing = mixing_of(page);
  const float pale = 0.12F * std::min(1.0F, 100.0F / static_cast<float>(mixing.lines.size() + 1));
  scene.add(
      key_of_layer("mixing", page.head.attention, page.head.layer), area,
      [mixing = std::move(mixing), value = page.c.value, thick = page.px(line_units), pale](Ui& on,
                                                                                            const Area& at) {
        for (const Line& line : mixing.lines) {
          const float wide = std::max(thick * line.share, 1.0F);
          on.ribbon({at.left, line.from}, {at.right, line.to}, wide, wide, value, line.chosen ? 0.8F : pale);
        }
        for (const Line& line : mixing.dashed) {
          constexpr int pieces = 14;
          const auto on_curve = [&](int i) {
            const float along = static_cast<float>(i) / pieces, t = along * along * (3 - 2 * along);
            return ImVec2(at.left + along * at.width(), line.from + t * (line.to - line.from));
          };
          for (int i = 0; i < pieces; i += 2)
            on.line(on_curve(i).x, on_curve(i).y, on_curve(i + 1).x, on_curve(i + 1).y, value, on.px(2));
        }
      });
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
  // Lines of what is written do not go through what reads: the encoder is one tab, above where there is room.
  const auto is_encoder = [](const LayerColumn& each) { return each.attention == Attention::encoder; };
  const bool writes = page.attention.asks == Stream::target;
  std::optional<LayerColumn> read;
  std::vector<LayerColumn> folded_away;
  if (writes && std::any_of(columns.begin(), columns.end(), is_encoder)) {
    const auto behind = std::stable_partition(columns.begin(), columns.end(), is_encoder);
    folded_away.assign(columns.begin(), behind);
    columns.erase(columns.begin(), behind);
    read = folded_away.back();
    if (page.boxes.low || page.boxes.narrow()) {
      columns.insert(columns.begin(), *read);
      read.reset();
    }
  }
  const bool brief = page.is_tight() || presented;  // its names alone
  // In the least windows there is less over the rows.
  const bool on_shelf = page.is_tight();  // its heads, large enough for a finger
  const float above = page.boxes.rows - page.boxes.body.top - page.px(on_shelf ? 62 : 4);
  const float over = page.boxes.flat ? page.px(8)
                     : presented     ? page.px(128)
                                     : std::min(page.px(page.boxes.low ? 116 : box_over_rows), above);
  const float top = page.boxes.rows - over;
  const float bottom = std::max(page.rows.bottom(), page.asked_rows.bottom()) + page.px(12);
  const bool many = columns.size() > 7;
  const float tab = page.px(many ? 18 : 30), gap = page.px(many ? 4 : 8);
  const float folded = static_cast<float>(columns.size() - 1) * (tab + gap);
  float x = page.boxes.stage.left + page.px(4);
  const float right = page.boxes.stage.right - page.px(8);
  float lines_begin = page.boxes.words.right;
  Area box;
  for (const LayerColumn& column : columns) {
    if (is_chosen_layer(page, column.attention, column.layer)) {
      box = {x, top, x + (right - page.boxes.stage.left - page.px(4)) - folded, bottom};
      x = box.right + gap;
      add_layer_box(page, scene, column, box, true);
    } else {
      add_tab(page, scene, column, {x, top, x + tab, bottom});
      x += tab + gap;
      if (writes && is_encoder(column)) lines_begin = x;
    }
  }
  add_beam(page, scene, page.row, right);
  // The name of feed-forward is large before a class.
  const float wider = page.px(presented ? 22 : 0);
  const float unit = (box.width() - wider) / opened_wide;
  const auto place = [&](float units) { return std::round(box.left + units * unit); };
  const float bar = place(feed_forward_left);
  const std::array<float, 2> pluses{place(feed_forward_left) - page.px(14),
                                    place(opened_wide) + wider - page.px(12)};
  const bool encoder = page.attention.asks == Stream::source;
  const float end = page.boxes.lines_end;
  add_streams(scene, encoder ? "source stream" : "target stream", page.rows, page.row, lines_begin,
              encoder && page.trace.anatomy().find(Attention::decoder) != nullptr ? x - gap : end,
              {pluses.begin(), pluses.end()});
  if (encoder && x - gap < end && page.trace.anatomy().find(Attention::decoder) != nullptr)
    add_streams(scene, "target stream", page.written_rows, page.written_row, x - gap, end, {});

  const float names = page.boxes.rows - page.px(page.boxes.flat || presented || over < page.px(90) ? 22
                                                : page.boxes.low                                   ? 40
                                                                                                   : 50);
  // Other words are asked: their names stand before their K, where they have room.
  const CrossingPanel& crossing = presented ? presented_panel : crossing_panel;
  const bool named = page.attention.crosses() && !page.is_of_cells(page.attention.asked) &&
                     page.asked_rows.pitch >= page.px(13) &&
                     place(crossing.names_right) - place(crossing.left) >= page.px(presented ? 84 : 48);
  const StripColumns& strips = !named      ? strip_columns
                               : presented ? presented_crossing_columns
                                           : crossing_columns;
  const float names_right = place(crossing.names_right);
  const Area panel{place(crossing.left),
                   presented ? page.asked_rows.top - page.px(4) : names - page.px(page.boxes.low ? 12 : 22),
                   place(crossing.right), page.asked_rows.bottom() + page.px(5)};
  if (read) {
    const float middle = named ? panel.middle_x() : box.left + page.px(120);
    const Area folded_tab{middle - page.px(81), page.boxes.stage.top, middle + page.px(81),
                          page.boxes.stage.top + page.px(36)};
    for (const LayerColumn& each : folded_away) {
      if (each.layer != read->layer) add_behind_tab(scene, each, folded_tab);
    }
    add_tab(page, scene, *read, folded_tab);
    constexpr float picture = 53;  // of a head, with the gap behind it
    const float begin = box.left + page.px(18 - 3.5F);
    if (named)
      add_way_down(scene, folded_tab,
                   begin + page.px(picture) * std::round((middle - begin) / page.px(picture)), panel.top);
  }
  if (named) {
    add_asked_names(page, scene, panel, names_right);
    if (page.english && !page.boxes.flat && !presented)
      add_text(page, scene, {names_right - page.ui.width(type::label_hot, say("English")), names},
               type::label_hot, page.c.ink, say("English"));
  }

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

  const Type name_face = presented ? page.face(type::section) : brief ? type::label_hot : type::section;
  const int most = page.most_asked();
  const bool off = is_off(page, page.head);
  if (const std::string changed = edits_called(page, page.head); !changed.empty() && !brief) {
    const std::string note =
        say("head {n}, {change}", {{"n", std::to_string(page.head.head + 1)}, {"change", changed}});
    const float after = box.left + page.px(28) +
                        page.ui.width(type::small_section,
                                      say("Layer {n} of {all}", {{"n", std::to_string(page.head.layer + 1)},
                                                                 {"all", std::to_string(page.layers)}}));
    if (after + page.px(17) + page.ui.width(type::label_hot, note) < box.right - page.px(8))
      add_edit_note(page, scene, {after, top + page.px(21)}, note);
  }
  const bool has_letters = page.boxes.form == Form::wide && !page.boxes.low;
  std::vector<SizedMatrix> sized;
  for (const StripColumn& column : strips) {
    const std::string path = page.path(column.part);
    const Area area{place(column.left), 0, place(column.left + column.wide), 0};
    add_strips(page, scene, path, page.map(path), column.of_asked ? page.asked_rows : page.rows, area,
               column.pale, column.of_asked ? most : page.row, column.role);
    if (!column.of_asked && page.rows.has(page.row) && !set_by_hand(page, path, page.row).empty())
      scene.add(key(std::string("edited/") + column.part), page.rows.row(page.row, area.left, area.right),
                [](Ui& on, const Area& at) {
                  draw_edit_dot(on, {at.right, at.top + on.px(4)});
                });
    if (const HeatmapPtr map = page.map(path); map != nullptr && has_letters) {
      const Label& label = page.trace.label(page.trace.at(path));
      const Rows& rows = column.of_asked ? page.asked_rows : page.rows;
      sized.push_back({.area = {area.left, rows.top, area.right, rows.bottom()},
                       .rows = label.rows,
                       .columns = label.cols,
                       .row_count = map->rows,
                       .column_count = map->columns,
                       .at = ImVec2{area.left, bottom + page.px(14)}});
    }
    const bool last = &column == &strips.back();
    const float until = last ? box.right : place(column.says_until);
    if (until - area.left >= page.ui.width(name_face, column.name))
      add_text(page, scene, {area.left, names}, name_face, colour_of(column.role, page.c), column.name);
    if (!page.boxes.low)
      add_text(page, scene, {area.left, names + page.px(22)}, type::caption, page.c.text_2,
               page.ui.shortened(type::caption, last && off ? say("adds nothing") : std::string(column.says),
                                 place(column.says_until) - area.left));
    // A narrow one has room beside it.
    const float strip_end = page.boxes.narrow() ? std::max(area.right, until - page.px(10)) : area.right;
    if (!presented &&
        page.ui
            .press(std::string("place/step/") + column.part,
                   {area.left - page.px(4), names - page.px(16), strip_end + page.px(4), names + page.px(30)},
                   {.radius = page.px(6), .hint = "Open this step"})
            .clicked)
      page.go({.altitude = Altitude::step, .token = page.row, .part = std::string(column.part)});
  }
  if (!sized.empty()) add_size_letters(page, scene, std::move(sized));
  // The chosen word's shares carry the V of each word into its row.
  const StripColumn &value = strips[3], &mixed = strips[4];
  add_mixing(page, scene,
             {place(value.left + value.wide), page.rows.top, place(mixed.left),
              std::max(page.rows.bottom(), page.asked_rows.bottom())});
  const Area through{bar, page.boxes.rows - page.px(12),
                     bar + std::min(page.px(feed_forward_wide), feed_forward_wide * unit) + wider,
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
