#include "app/panels/labs/class_picture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr Type class_strong{Face::bold, 23}, class_name{Face::regular, 30}, class_hot{Face::bold, 30};
constexpr float class_line = 34;  // units from a line to the next

void draw_whom(Ui& ui, const Area& line, const ClassPicture& picture) {
  const Palette& c = ui.colours();
  float x = line.left;
  if (!picture.word.empty()) {
    const bool light = ui.theme() == Theme::light;
    const std::string word = ui.shortened(class_hot, picture.word, line.width() / 3);
    const Area chip =
        Area::at(x, line.middle_y() - ui.px(27), ui.width(class_hot, word) + ui.px(36), ui.px(54));
    ui.fill(chip, c.focus, ui.px(9));
    if (light) ui.outline(chip, c.ink, ui.px(2.5F), ui.px(9));
    ui.text(chip, Align::centre, class_hot, light ? c.ink : c.stage, word);
    x = chip.right + ui.px(16);
  }
  ui.text(x, line.middle_y(), class_text, c.text_2, ui.shortened(class_text, picture.about, line.right - x));
}

void draw_class(Ui& ui, const Area& area, const ClassBars& shown) {
  Area rest = area;
  const auto count = static_cast<float>(std::max<std::size_t>(shown.bars.size(), 1));
  const float each = std::min(ui.px(96), std::floor(rest.height() / count));
  for (std::size_t i = 0; i < shown.bars.size(); ++i) {
    Area line = rest.cut_top(each);
    line.bottom -= ui.px(10);
    draw_class_bar(ui, line, shown.bars[i], static_cast<int>(i) == shown.hot);
  }
}

// Names beside the ends of curves, moved apart where they would lie over each other.
struct EndName {
  const PlotSeries* series;
  float y;
};
void draw_end_names(Ui& ui, float left, const Area& inner, std::vector<EndName> names) {
  std::sort(names.begin(), names.end(), [](const EndName& a, const EndName& b) { return a.y < b.y; });
  const float apart = ui.px(30);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const float least = i == 0 ? inner.top : names[i - 1].y + apart;
    names[i].y = std::max(names[i].y, least);
  }
  for (std::size_t i = names.size(); i-- > 0;) {
    const float most = i + 1 == names.size() ? inner.bottom : names[i + 1].y - apart;
    names[i].y = std::min(names[i].y, most);
    ui.text(left, names[i].y, class_strong, names[i].series->colour, names[i].series->name);
  }
}

bool is_dots(const PlotSeries& series) { return series.kind == PlotSeries::Kind::dots; }

void draw_class(Ui& ui, Area area, const ClassCurves& shown) {
  const Palette& c = ui.colours();
  const Area head = area.cut_top(ui.px(class_line), ui.px(26));
  float x = ui.text(head.left, head.middle_y(), class_text, c.text_2, shown.y.title);
  if (!shown.y.title.empty()) x += ui.px(28);
  float names = 0;
  for (const PlotSeries& each : shown.series) {
    if (each.name.empty()) continue;
    if (!is_dots(each)) {
      names = std::max(names, ui.width(class_strong, each.name) + ui.px(12));
      continue;
    }
    ui.disc({x + ui.px(9), head.middle_y()}, ui.px(9), each.colour);
    x = ui.text(x + ui.px(26), head.middle_y(), class_text, c.ink, each.name) + ui.px(28);
  }
  const std::vector<double> up = tick_values(shown.y, 4), along = tick_values(shown.x, 6);
  float labels = 0;
  for (const double value : up)
    labels = std::max(labels, ui.width(class_text, label_of(shown.y, value)) + ui.px(12));
  Area inner = area;
  if (!shown.x.title.empty() || !along.empty()) inner.bottom -= ui.px(shown.x.title.empty() ? 40 : 76);
  inner.left += labels;
  inner.right -= names + ui.px(6);
  const PlotFrame frame(inner, shown.x, shown.y);
  for (const double value : up) {
    if (label_of(shown.y, value).empty()) continue;
    const float y = std::round(frame({shown.x.from, value}).y);
    ui.line(inner.left, y, inner.right, y, c.hairline, ui.px(1.5F));
    ui.text({area.left, y - ui.px(17), inner.left - ui.px(12), y + ui.px(17)}, Align::right, class_text,
            c.text_2, label_of(shown.y, value));
  }
  ui.line(inner.left, inner.bottom, inner.right, inner.bottom, c.strong_line, ui.px(2));
  float free = area.left;
  for (const double value : along) {
    const std::string text = label_of(shown.x, value);
    const float wide = ui.width(class_text, text), left = frame({value, shown.y.from}).x - wide / 2;
    if (text.empty() || left < free || left + wide > area.right) continue;
    ui.text(left, inner.bottom + ui.px(24), class_text, c.text_2, text);
    free = left + wide + ui.px(24);
  }
  if (!shown.x.title.empty())
    ui.text({inner.left, inner.bottom + ui.px(42), inner.right, inner.bottom + ui.px(76)}, Align::centre,
            class_text, c.text_2, ui.shortened(class_text, shown.x.title, inner.width()));
  if (shown.at)
    ui.fill(mark_area(frame, inner, shown.y, {*shown.at, "", shown.from}, ui.px(8)), c.focus_band, ui.px(4));
  std::vector<EndName> ends;
  for (PlotSeries each : shown.series) {
    each.thickness = is_dots(each) ? 9 : 5;
    draw_series(ui, inner, frame, shown.x, shown.y, each);
  }
  for (const PlotSeries& each : shown.series) {
    if (each.name.empty() || is_dots(each)) continue;
    const auto last = std::find_if(each.points.rbegin(), each.points.rend(),
                                   [&](Point point) { return drawable(shown.x, shown.y, point); });
    if (last != each.points.rend()) ends.push_back({&each, frame(*last).y});
  }
  draw_end_names(ui, inner.right + ui.px(12), inner, std::move(ends));
}

// How the cells of a matrix lie, and whether their rows and columns have room for their names.
struct ClassGrid {
  bool rows_named = false, columns_named = false;
  float names = 0, above = 0;  // pixels that the names of rows and columns need
  float wide = 0, tall = 0;    // of a cell
};

ClassGrid class_grid(const Ui& ui, const Area& area, const Heatmap& map) {
  const auto rows = static_cast<float>(map.rows), columns = static_cast<float>(map.columns);
  const float least = ui.px(25), most = ui.px(64), pad = ui.px(18);
  const auto widest = [&](int count, auto label) {
    float wide = 0;
    for (int i = 0; i < count; ++i) wide = std::max(wide, ui.width(class_strong, label(i)));
    return std::min(wide, area.width() * 0.28F);
  };
  ClassGrid grid;
  grid.names = widest(map.rows, [&](int row) { return map.row_label(row); }) + pad;
  // Turned by half a right angle.
  const float turned =
      widest(map.columns, [&](int column) { return map.column_label(column); }) * 0.71F + pad;
  const auto cell = [&](float above, float right) {
    return std::min((area.height() - above) / rows, (area.width() - grid.names - right) / columns);
  };
  // They lie beside each other, not over each other.
  grid.columns_named = cell(turned, turned) >= ui.px(34);
  grid.above = grid.columns_named ? turned : 0;
  const float side = cell(grid.above, grid.above);
  grid.rows_named = side >= least;
  // A few columns are wide.
  const float room = (area.width() - grid.names - grid.above) / columns;
  grid.tall = std::min(side, most);
  grid.wide = std::min({room, std::max(grid.tall, ui.px(220) / columns), 4 * grid.tall});
  if (grid.tall >= 1) grid.tall = std::floor(grid.tall);
  if (grid.wide >= 1) grid.wide = std::floor(grid.wide);
  return grid;
}

void draw_class(Ui& ui, const Area& area, const ClassCells& shown) {
  const Palette& c = ui.colours();
  const Heatmap& map = *shown.map;
  const ClassGrid grid = class_grid(ui, area, map);
  const float wide = grid.wide * static_cast<float>(map.columns);
  const float tall = grid.tall * static_cast<float>(map.rows);
  const float left = area.left + grid.names +
                     std::max(0.0F, std::floor((area.width() - grid.names - wide - grid.above) / 2));
  const float top =
      area.top + grid.above + std::max(0.0F, std::floor((area.height() - grid.above - tall) / 2));
  const Area cells = Area::at(left, top, wide, tall);
  const auto row_area = [&](int row) {
    return Area::at(cells.left, cells.top + grid.tall * static_cast<float>(row), wide, grid.tall);
  };
  ui.cells({.map = shown.map,
            .rows = map.rows,
            .columns = map.columns,
            .area = cells,
            .gap = grid.tall > ui.px(12) ? ui.px(1) : 0,
            .paper = c.presenter,
            .unit = ui.scale()});
  for (int row = 0; row < map.rows; ++row) {
    const bool hot = row == shown.hot;
    if (!grid.rows_named && !hot) continue;
    const Type face = hot ? class_strong : class_text;
    const std::string name = ui.shortened(face, map.row_label(row), grid.names - ui.px(12));
    const float middle = row_area(row).middle_y(), x = cells.left - ui.px(12) - ui.width(face, name);
    if (hot) {
      ui.fill({x - ui.px(8), middle - ui.px(17), cells.left, middle + ui.px(17)}, c.focus_band, ui.px(6));
      ui.outline(row_area(row).outset(ui.px(2)), c.ink, ui.px(2.5F), ui.px(3));
    }
    ui.text(x, middle, face, hot ? c.ink : c.text_2, name);
  }
  for (int column = 0; grid.columns_named && column < map.columns; ++column)
    ui.turned(cells.left + grid.wide * (static_cast<float>(column) + 0.5F), cells.top - ui.px(12), 45,
              class_text, c.text_2,
              ui.shortened(class_text, map.column_label(column), grid.above / 0.71F - ui.px(18)));
}

// Words one after another, in at most so many lines.
struct ClassWords {
  Type face = class_text;
  float step = 0;  // from a line to the next
  int most = 1;
};

// In the larger type where all of them fit in it.
ClassWords class_words(const Ui& ui, const Area& area, const ClassLines::Line& line) {
  const auto lines_of = [&](float step) { return std::max(1, static_cast<int>(area.height() / step)); };
  if (!line.pieces) {
    float wide = 0;
    for (const std::string& word : line.words) wide += ui.width(class_name, word) + ui.px(12);
    const float step = ui.px(50);
    const int most = lines_of(step);
    // Lines end before a word that is too long for what is left.
    if (wide <= area.width() * (most == 1 ? 1.0F : 0.85F * static_cast<float>(most)))
      return {class_name, step, most};
  }
  return {class_text, ui.px(44), lines_of(ui.px(44))};
}

float draw_class_words(Ui& ui, const Area& area, const ClassLines::Line& line) {
  const Palette& c = ui.colours();
  const ClassWords look = class_words(ui, area, line);
  const float pad = ui.px(line.pieces ? 10 : 0), gap = ui.px(line.pieces ? 6 : 11);
  float x = area.left, y = area.top + look.step / 2;
  int lines = 1;
  for (const std::string& each : line.words) {
    const std::string word = ui.shortened(look.face, each, area.width() - 2 * pad);
    const float wide = ui.width(look.face, word) + 2 * pad;
    const bool last = lines == look.most && &each != &line.words.back();
    const float room = last ? ui.width(look.face, " …") : 0;
    if (x > area.left && x + wide + room > area.right) {
      if (lines == look.most) {
        ui.text(x, y, look.face, c.text_2, "…");
        break;
      }
      ++lines;
      x = area.left;
      y += look.step;
    }
    const Area box = Area::at(x, y - ui.px(18), wide, ui.px(36));
    if (line.pieces) {
      ui.fill(box, c.panel, ui.px(6));
      ui.outline(box, c.strong_line, ui.px(1.5F), ui.px(6));
    }
    ui.text(box, Align::centre, look.face, c.ink, word);
    x = box.right + gap;
  }
  return y + look.step / 2 - area.top;
}

void draw_class(Ui& ui, Area area, const ClassLines& shown) {
  const Palette& c = ui.colours();
  const float each = area.height() / static_cast<float>(std::max<std::size_t>(shown.lines.size(), 1));
  for (const ClassLines::Line& line : shown.lines) {
    const float begins = area.top;
    const Area name = area.cut_top(ui.px(class_line), ui.px(4));
    ui.text(name, Align::left, class_strong, c.text_2, ui.shortened(class_strong, line.name, name.width()));
    Area words = area;
    words.bottom = begins + each - ui.px(12);
    area.top += draw_class_words(ui, words, line) + ui.px(12);
  }
}

}  // namespace

void draw_class_bar(Ui& ui, const Area& line, const ClassBars::Bar& bar, bool hot) {
  const Ui::Pieces whole(ui, ToldNumber{bar.name, bar.number, static_cast<float>(bar.share), line});
  const Palette& c = ui.colours();
  if (hot) ui.fill(line.inset(-ui.px(14), 0), c.focus_band, ui.px(8));
  const Type face = hot ? class_hot : class_name;
  const float number_end = line.left + line.width() * 0.58F, left = number_end + ui.px(26);
  const float middle = line.middle_y(), half = ui.px(11);
  const float number = ui.width(type::presenter_number, bar.number);
  const float room = number_end - line.left - number - ui.px(20);
  // A long name is written smaller before it is cut.
  const Type fits = ui.width(face, bar.name) <= room ? face : hot ? class_strong : class_text;
  ui.text(line.left + ui.px(9), middle, fits, hot ? c.ink : c.text_2, ui.shortened(fits, bar.name, room));
  ui.text({line.left, line.top, number_end, line.bottom}, Align::right, type::presenter_number,
          hot ? c.ink : c.text_2, bar.number);
  share_bar(ui, {left, middle - half, line.right, middle + half}, static_cast<float>(bar.share),
            bar.colour.value_or(hot ? c.weights : c.text_3));
}

void draw_class_picture(Ui& ui, Area area, const ClassPicture& picture) {
  if (!picture.word.empty() || !picture.about.empty())
    draw_whom(ui, area.cut_top(ui.px(68), ui.px(12)), picture);
  const float line = ui.px(class_line);
  const float says = ui.wrapped_height(class_text, picture.says, area.width(), line);
  const Area foot = area.cut_bottom(says, ui.px(18));
  std::visit([&](const auto& shown) { draw_class(ui, area, shown); }, picture.shows);
  ui.wrapped(foot, class_text, ui.colours().ink, picture.says, line);
}

ClassBars class_shares(std::span<const std::string> words, std::span<const float> shares, Rgb colour) {
  constexpr std::size_t most = 4;
  std::vector<std::size_t> order(std::min(words.size(), shares.size()));
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return shares[a] > shares[b]; });
  ClassBars bars;
  float rest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const float share = shares[order[i]];
    // One more would stand there alone.
    if (i >= most && order.size() > most + 1) {
      rest += share;
      continue;
    }
    bars.bars.push_back({words[order[i]], weight_alone(share), static_cast<double>(share),
                         i == 0 ? std::optional(colour) : std::nullopt});
  }
  if (order.size() > most + 1)
    bars.bars.push_back({say("all the others"), weight_alone(rest), static_cast<double>(rest)});
  return bars;
}

ClassBars class_scores(std::span<const std::string> names, std::span<const float> numbers, const Palette& c) {
  constexpr std::size_t most = 5;
  std::vector<std::size_t> order(std::min(names.size(), numbers.size()));
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::fabs(numbers[a]) > std::fabs(numbers[b]);
  });
  ClassBars bars;
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i) {
    const float number = numbers[order[i]], largest = std::max(1e-9F, std::fabs(numbers[order.front()]));
    bars.bars.push_back({names[order[i]], number_alone(number, NumberFormat::score),
                         static_cast<double>(std::fabs(number) / largest),
                         number < 0 ? c.first_sentence : c.second_sentence});
  }
  return bars;
}

bool has_class_picture(const Session& session) {
  if (shows_expert_controls(session) || !shows_experiment(session)) return false;
  const LabPanel::ForClass& own = lab_panel(lab_on_stage(session)).for_class;
  return own.picture != nullptr && (own.fits == nullptr || own.fits(session.labs));
}

std::optional<ClassPicture> class_picture_of(const PanelContext& context) {
  const LabWork* const work = work_of(context);
  if (work == nullptr) return {};
  if (const std::string& why = work->missing.empty() ? work->error : work->missing; !why.empty())
    return ClassPicture{.shows = ClassLines{}, .says = why};
  return lab_panel(lab_on_stage(context.session)).for_class.picture(context);
}

}  // namespace headlight
