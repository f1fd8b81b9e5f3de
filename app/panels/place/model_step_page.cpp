// A step outside the heads: what goes in, the sign between, and what comes out, each a strip in the row of
// every word; above them all numbers of the chosen word.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "app/panels/place/model_steps.h"
#include "app/panels/place/size_letters.h"
#include "app/stage/board.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "core/explain/matrix_formulas.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

struct StripScale {
  float most = 1;
  bool beyond = false;  // some numbers are larger
};
struct KeptStripScales : KeptOfTrace<std::tuple<std::string, int, int>, StripScale> {};

// Nearly all numbers of the rows in sight lie within it.
StripScale scale_of_rows(const Page& page, const std::string& path, const MapRows& map, int first,
                         int shown) {
  return page.ui.state<KeptStripScales>().get(
      page.context.maps[page.side].trace(), {path, first, shown}, [&] {
        std::vector<float> sizes;
        for (int row = first; row < first + shown; ++row) {
          for (int column = 0; map.has(row) && column < map.map->columns; ++column) {
            const float size = std::fabs(map.map->value(row - map.first, column));
            if (std::isfinite(size) && size > 0) sizes.push_back(size);
          }
        }
        if (sizes.empty()) return StripScale{};
        const auto at =
            sizes.begin() + static_cast<std::ptrdiff_t>(0.995 * static_cast<double>(sizes.size() - 1));
        std::nth_element(sizes.begin(), at, sizes.end());
        const float usual = *at, largest = *std::max_element(sizes.begin(), sizes.end());
        return StripScale{usual > 0 ? usual : std::max(largest, 1e-6F), largest > usual * 1.001F};
      });
}

using TopPlaces = std::vector<std::pair<int, float>>;
struct KeptTopPlaces : KeptOfTrace<std::pair<std::string, int>, TopPlaces> {};

// The largest numbers of a row with their columns.
const TopPlaces& top_places(const Page& page, const std::string& path, int row) {
  constexpr std::size_t most = 6;
  return page.ui.state<KeptTopPlaces>().get(page.context.maps[page.side].trace(), {path, row}, [&] {
    TopPlaces found;
    const MapRows rows = page.context.maps[page.side].rows(path, row, 1);
    if (!rows.has(row)) return found;
    for (int column = 0; column < rows.map->columns; ++column)
      found.emplace_back(column, rows.map->value(row - rows.first, column));
    const auto count = static_cast<std::ptrdiff_t>(std::min(most, found.size()));
    std::partial_sort(found.begin(), found.begin() + count, found.end(),
                      [](const auto& a, const auto& b) { return a.second > b.second; });
    found.resize(static_cast<std::size_t>(count));
    return found;
  });
}

// How a node is drawn in its column.
enum class ColumnMode {
  strips,   // a strip in the row of each word
  numbers,  // a number in the row of each word
  words,    // the likeliest word in the row of each word
  one,      // one strip for all words, in the row of the chosen one
  whole     // its rows are no words: as a picture
};

struct ChainColumn {
  int node = 0;
  std::string path, sign, name;
  Area area;
  ColumnMode mode = ColumnMode::strips;
  MapRows map = {};
  StripScale scale = {};
};

class ModelStepPage {
 public:
  ModelStepPage(const Page& page, stage::Scene& scene)
      : page_(page),
        ui_(page.ui),
        c_(page.c),
        scene_(scene),
        chain_(chain_shown(page)),
        part_(part_of_model(page.trace, page.node)),
        through_(let_through_in(page.trace, chain_)) {}

  void add() {
    add_shelf();
    add_beam(page_, scene_, page_.row, page_.boxes.stage.right);
    lay_out();
    for (const ChainColumn& column : columns_) add_column(column);
    const Area box{page_.boxes.stage.left, page_.rows.top, page_.boxes.stage.right, page_.rows.bottom()};
    scene_.add(key("model step"), box, {}, [this_ = *this]() mutable { this_.draw(); });
  }

 private:
  const Trace& trace() const { return page_.trace; }

  void add_shelf() const {
    const std::vector<int>& steps = steps_beside(page_, part_);
    Area stage = page_.boxes.stage;
    const bool low = page_.boxes.low;
    const Area line = line_of_steps(page_).steps;
    if (!line.empty()) {
      stage.left = std::min(
          stage.left, std::max(line.left, line.right - page_.px(42) * static_cast<float>(steps.size())));
      stage.right = line.right;
    }
    const float each =
        std::min(std::floor(stage.width() / static_cast<float>(std::max<std::size_t>(steps.size(), 1))),
                 page_.px(116));
    const float wide = std::min(each - page_.px(each < page_.px(50) ? 12 : 18), page_.px(72));
    const float tall = page_.px(low ? 22 : 28);
    std::vector<Area> boxes, frames;
    int chosen = -1;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Area box = Area::at(stage.left + page_.px(5) + static_cast<float>(i) * each,
                                stage.top + page_.px(5), wide, tall);
      boxes.push_back(box);
      frames.push_back(steps[i] == page_.node ? box.outset(page_.px(4)) : box);
      if (steps[i] == page_.node) chosen = static_cast<int>(i);
    }
    const OneOfMany touch = press_one_of(ui_, "place/list of steps", frames, chosen);
    if (touch.pointed >= 0)
      ui_.tooltip(RichText(model_step_in_full(trace(), steps[static_cast<std::size_t>(touch.pointed)])));
    if (touch.clicked >= 0) page_.go(to_model_step(page_, steps[static_cast<std::size_t>(touch.clicked)]));
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool here = static_cast<int>(i) == chosen;
      const Area& box = boxes[i];
      const std::string& path = trace().label(steps[i]).path;
      add_cells(page_, scene_, path, stage::number_of("step"), box);
      add_outline(scene_, "place/step/" + path, frames[i], here, static_cast<int>(i) == touch.pointed);
      if (i + 1 < steps.size() && each - wide >= page_.px(14))
        ui_.text(box.right + (each - wide) / 2 - page_.px(3), box.middle_y(), type::label, c_.text_3, "›");
      // Beside the dial there is room for their pictures alone.
      if (!line.empty()) continue;
      const float middle = box.middle_x();
      const float half = std::min((each - page_.px(1)) / 2, middle - stage.left + page_.px(4));
      const Type face = here ? type::caption_hot : type::caption;
      const Area label{middle - half, box.bottom + page_.px(6), middle + half, box.bottom + page_.px(22)};
      const std::string name = model_step_called(trace(), steps[i]);
      // Its letter, where there is no room for its name.
      const Formula letter = Formula::parse(symbol_of(path));
      const Formula::Size size = letter.measure(ui_, FormulaSize::tiny);
      if (ui_.width(face, name) > label.width() && size.width > 0 && size.width <= label.width()) {
        letter.draw(ui_, middle - size.width / 2, label.bottom - page_.px(3), FormulaSize::tiny);
      } else {
        ui_.text(label, Align::centre, face, here ? c_.ink : c_.text_2,
                 ui_.shortened(face, name, label.width()));
      }
    }
  }

  ColumnMode mode_of(const Node& node) const {
    const bool in_rows = info(node.label.rows).stream == page_.attention.asks &&
                         node.shape.rows == static_cast<int>(page_.asks.size());
    if (info(node.label.cols).kind == AxisKind::vocabulary) return ColumnMode::words;
    if (node.shape.rows == 1 && !in_rows) return ColumnMode::one;
    if (!in_rows) return ColumnMode::whole;
    return node.shape.cols <= 2 ? ColumnMode::numbers : ColumnMode::strips;
  }

  void lay_out() {
    const Area& stage = page_.boxes.stage;
    const Rows& rows = page_.rows;
    float gap = page_.px(page_.boxes.low ? 34 : 48);
    for (const ChainLink& link : chain_)
      gap = std::max(gap, ui_.width(type::caption_hot, link.sign) + page_.px(14));
    const auto count = static_cast<float>(chain_.size());
    const float wide = std::min(std::floor((stage.width() - gap * (count - 1)) / count),
                                page_.px(chain_.size() == 1 ? 720 : 336));
    float x = stage.left;
    for (std::size_t i = 0; i < chain_.size(); ++i) {
      const Node& node = trace().tape().node(chain_[i].node);
      ChainColumn column{.node = chain_[i].node,
                         .path = node.label.path,
                         .sign = chain_[i].sign,
                         .name = link_called(trace(), chain_, i),
                         .area = {x, rows.top, x + wide, rows.bottom()},
                         .mode = mode_of(node)};
      const bool in_rows =
          column.mode != ColumnMode::one && column.mode != ColumnMode::whole && node.shape.rows > 1;
      const int first = in_rows ? rows.first : 0, shown = in_rows ? rows.shown : 1;
      if (column.mode == ColumnMode::strips || column.mode == ColumnMode::one ||
          column.mode == ColumnMode::numbers) {
        column.map = page_.context.maps[page_.side].rows(column.path, first, shown);
        column.scale = scale_of_rows(page_, column.path, column.map, first, shown);
      }
      columns_.push_back(std::move(column));
      x += wide + gap;
    }
  }

  // The rows of a column that have a strip: of the map, and where they stand.
  bool has_row(const ChainColumn& column, int row) const {
    if (!page_.rows.has(row)) return false;
    return column.mode == ColumnMode::one ? row == page_.row : column.map.has(row);
  }
  int row_in(const ChainColumn& column, int row) const {
    return column.mode == ColumnMode::one ? 0 : row - column.map.first;
  }

  void add_column(const ChainColumn& column) const {
    const bool strips = column.mode == ColumnMode::strips || column.mode == ColumnMode::one;
    if (column.mode == ColumnMode::whole) {
      if (const HeatmapPtr map = page_.context.maps[page_.side].thumbnail(column.path))
        scene_.add(stage::key_of(column.path), column.area,
                   [map](Ui& on, const Area& at) { paint_cells(on, map, at); });
      return;
    }
    if (!strips || column.map.map == nullptr) return;
    add_other_times(column);
    std::vector<std::pair<float, int>> strips_at;  // from the top of the column, and the row of the map
    for (int row = page_.rows.first; row < page_.rows.first + page_.rows.shown; ++row) {
      if (has_row(column, row))
        strips_at.emplace_back(page_.rows.middle(row) - column.area.top, row_in(column, row));
    }
    const float tall = std::max(std::min(page_.px(18), page_.rows.pitch - page_.px(2)), page_.px(6));
    const int chosen = has_row(column, page_.row) ? row_in(column, page_.row) : -1;
    scene_.add(
        stage::key_of(column.path), column.area,
        [map = column.map.map, strips_at, tall, chosen, most = column.scale.most](Ui& on, const Area& at) {
          for (const auto& [middle, row] : strips_at) {
            const Area strip{at.left, at.top + middle - tall / 2, at.right, at.top + middle + tall / 2};
            on.cells({.map = map,
                      .row = row,
                      .rows = 1,
                      .columns = map->columns,
                      .area = strip,
                      .fade = row == chosen ? 0 : 0.45F,
                      .paper = on.colours().stage,
                      .unit = on.scale(),
                      .scale = Scale{.ramp = Ramp::diverging, .low = -most, .high = most}});
            if (row == chosen) on.outline(strip.outset(on.px(1)), on.colours().ink, on.px(2), on.px(2));
          }
        });
  }

  // Of a recurrent layer's step at one time those of the other times, in the rows of their words.
  void add_other_times(const ChainColumn& column) const {
    const Place own = place_of(trace().label(page_.node).path), place = place_of(column.path);
    if (page_.lane < 0 || !own.time || !place.time) return;
    const RecurrentLane& lane = page_.lanes[static_cast<std::size_t>(page_.lane)];
    if (lane.time_of(column.path) < 0) return;
    const float tall = std::max(std::min(page_.px(18), page_.rows.pitch - page_.px(2)), page_.px(6));
    for (int row = page_.rows.first; row < page_.rows.first + page_.rows.shown; ++row) {
      const int time = row + *place.time - *own.time;
      if (row == page_.row || time < 0 || time >= lane.times) continue;
      const std::string path = lane.at(time, place.part);
      if (trace().find(path) < 0) continue;
      const float y = page_.rows.middle(row);
      scene_.add(stage::key_of(path), {column.area.left, y - tall / 2, column.area.right, y + tall / 2},
                 [map = page_.map(path), most = column.scale.most](Ui& on, const Area& at) {
                   if (map == nullptr) return;
                   on.cells({.map = map,
                             .rows = 1,
                             .columns = map->columns,
                             .area = at,
                             .fade = 0.45F,
                             .paper = on.colours().stage,
                             .unit = on.scale(),
                             .scale = Scale{.ramp = Ramp::diverging, .low = -most, .high = most}});
                 });
    }
  }

  // --- what is written, and what can be pressed

  void draw() {
    draw_top();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      draw_head(columns_[i],
                i + 1 < columns_.size() ? columns_[i + 1].area.left - page_.px(6) : page_.boxes.stage.right);
      draw_rows(columns_[i], i);
    }
    for (std::size_t i = 1; i < columns_.size(); ++i) draw_signs(columns_[i - 1].area.right, columns_[i]);
    draw_sizes();
    if (page_.rows.has(page_.row)) {
      const float y = page_.rows.middle(page_.row);
      ui_.line(page_.boxes.words.right - page_.px(4), y, columns_.front().area.left, y, c_.ink, page_.px(2));
    }
  }

  void draw_head(const ChainColumn& column, float right) const {
    const bool here = column.node == page_.node;
    const bool close = !line_of_steps(page_).dial.empty();
    const float names = page_.boxes.rows - page_.px(close ? 29 : page_.boxes.low ? 40 : 42);
    const bool opens = is_outside_heads(trace(), column.node) && !here;
    const float half = page_.px(close ? 9 : 11);
    const Area head{column.area.left, names - half, column.area.right, names + half};
    const std::string name = ui_.shortened(type::small_section, column.name, right - column.area.left);
    if (opens &&
        ui_.press("place/column/" + column.path, head, {.radius = page_.px(5), .hint = say("Open this step")})
            .clicked)
      page_.go(to_model_step(page_, column.node));
    ui_.text(head.left, head.middle_y(), here ? type::small_section : type::control,
             here ? c_.ink : c_.text_2, name);
    const bool scaled = column.mode == ColumnMode::strips || column.mode == ColumnMode::one;
    if (!scaled) return;
    const std::string most =
        column.scale.most >= 0.1F ? fixed_text(column.scale.most, 1) : significant_text(column.scale.most, 2);
    const std::string whole = say(column.scale.beyond ? "±{most} and beyond" : "±{most}", {{"most", most}});
    const bool fits = ui_.width(type::path, whole) <= right - head.left;
    ui_.text(head.left, names + page_.px(close ? 17 : 19), type::path, c_.text_2,
             fits ? whole : "±" + most + " +");
  }

  // At the foot of each column; at its left end is how far its numbers spread.
  void draw_sizes() const {
    const float y = page_.rows.bottom() + page_.px(20);
    if (y + page_.px(9) > page_.boxes.stage.bottom) return;
    std::vector<SizedMatrix> sized;
    for (const ChainColumn& column : columns_) {
      if (column.mode != ColumnMode::strips || column.map.map == nullptr) continue;
      const Node& node = trace().tape().node(column.node);
      sized.push_back({.area = column.area,
                       .rows = Axis::one,
                       .columns = node.label.cols,
                       .column_count = node.shape.cols,
                       .from_right = true});
      if (column.area.width() >= page_.px(136)) sized.back().at = ImVec2{column.area.right, y};
    }
    draw_size_letters(page_, sized);
  }

  void draw_signs(float left, const ChainColumn& column) const {
    const float wide = column.area.left - left;
    for (int row = page_.rows.first; row < page_.rows.first + page_.rows.shown; ++row) {
      const bool chosen = row == page_.row;
      const bool of_all = column.mode != ColumnMode::whole && trace().tape().node(column.node).shape.rows > 1;
      if (!chosen && !of_all) continue;
      const bool one_letter = ui_.width(type::caption, column.sign) < page_.px(16);
      const Type face = !one_letter ? (chosen ? type::caption_hot : type::caption)
                        : chosen    ? type::section
                                    : type::label;
      if (!one_letter && !chosen) continue;
      const float y = page_.rows.middle(row);
      ui_.text({left, y - page_.px(11), left + wide, y + page_.px(11)}, Align::centre, face,
               chosen ? c_.ink : c_.text_3, column.sign);
    }
  }

  // The number under a place of a strip, and the word of the row.
  void draw_rows(const ChainColumn& column, std::size_t i) {
    if (column.mode == ColumnMode::words) return draw_words_of(column, i);
    if (column.mode == ColumnMode::whole) return;
    if (column.mode == ColumnMode::numbers) {
      for (int row = page_.rows.first; row < page_.rows.first + page_.rows.shown; ++row) {
        if (!has_row(column, row)) continue;
        const Area box = page_.rows.row(row, column.area.left, column.area.right);
        ui_.text(box, Align::left, row == page_.row ? type::number_hot : type::number, c_.ink,
                 significant_text(column.map.map->value(row_in(column, row), 0), 5));
      }
    } else {
      draw_spread(column);
    }
    if (column.map.map == nullptr) return;
    const Touch touch = ui_.surface("place/strip/" + std::to_string(i), column.area);
    if (touch.focused)
      ui_.focus_ring(page_.rows.row(page_.row, column.area.left, column.area.right), page_.px(4));
    const int row = page_.rows.at(ui_.mouse().y);
    if (const auto other = touch.hovered && row != page_.row ? to_another_time(page_, row) : std::nullopt;
        other) {
      ui_.hand();
      if (touch.clicked) page_.go(*other);
      return;
    }
    if (!touch.hovered || row < 0 || !has_row(column, row)) return;
    const int columns = column.map.map->columns;
    const int number = std::clamp(static_cast<int>((ui_.mouse().x - column.area.left) / column.area.width() *
                                                   static_cast<float>(columns)),
                                  0, columns - 1);
    const int of = column.mode == ColumnMode::one ? 0 : row;
    ui_.hand();
    ui_.tooltip(say("number {n} of {word}: {value}",
                    {{"n", std::to_string(number + 1)},
                     {"word", page_.asks[static_cast<std::size_t>(row)]},
                     {"value", significant_text(column.map.map->value(row_in(column, row), number), 4)}}));
    if (touch.clicked) open(column.node, row, of, number);
  }

  void open(int node, int word, int row, int number) const {
    if (!is_outside_heads(trace(), node)) return open_head(node, word);
    page_.go({.altitude = Altitude::cell,
              .token = word,
              .cell = CellName{trace().label(node).path, row, number},
              .number = -1,
              .path = trace().label(node).path});
  }

  void open_head(int node, int word) const {
    const Place place = place_of(trace().label(node).path);
    if (!place.head || !place.layer) return;
    page_.go({.altitude = Altitude::step,
              .head = HeadChoice{attention_of(place.stack, place.attention), *place.layer, *place.head},
              .token = word,
              .part = place.part});
  }

  void draw_spread(const ChainColumn& column) const {
    if (!has_row(column, page_.row)) return;
    const std::optional<RowNumbers> numbers =
        numbers_of_row(page_, column.node, column.mode == ColumnMode::one ? 0 : page_.row);
    const float y = page_.rows.bottom() + page_.px(20);
    if (!numbers || y + page_.px(9) > page_.boxes.stage.bottom) return;
    const float x = ui_.text(column.area.left, y, type::label, c_.text_2, say("spread"));
    ui_.text(x + page_.px(8), y, type::number_hot, c_.ink, fixed_text(numbers->spread, 2));
  }

  void draw_words_of(const ChainColumn& column, std::size_t i) const {
    const Node& node = trace().tape().node(column.node);
    const bool one = node.shape.rows == 1;
    const bool shares = is_distribution(trace(), column.node);
    for (int row = page_.rows.first; row < page_.rows.first + page_.rows.shown; ++row) {
      const int of = one ? (row == page_.row ? 0 : -1) : row;
      if (of < 0 || of >= node.shape.rows) continue;
      const TopPlaces& top = top_places(page_, column.path, of);
      if (top.empty()) continue;
      const bool chosen = row == page_.row;
      Area box = page_.rows.row(row, column.area.left, column.area.right);
      const std::string value =
          number_alone(top[0].second, shares ? NumberFormat::probability : NumberFormat::score);
      ui_.text(box.cut_right(page_.px(50)), Align::right, chosen ? type::number_hot : type::number,
               chosen ? c_.ink : c_.text_2, value);
      const Type face = chosen ? type::label_hot : type::label;
      ui_.text(box, Align::left, face, chosen ? page_.own() : c_.text_2,
               ui_.shortened(face, token_called(trace().label(node.label.cols, top[0].first)), box.width()));
    }
    const Touch touch = ui_.surface("place/strip/" + std::to_string(i), column.area);
    if (touch.focused)
      ui_.focus_ring(page_.rows.row(page_.row, column.area.left, column.area.right), page_.px(4));
    const int row = page_.rows.at(ui_.mouse().y);
    const int of = one ? 0 : row;
    if (!touch.hovered || row < 0 || of >= node.shape.rows || (one && row != page_.row)) return;
    ui_.hand();
    const TopPlaces& top = top_places(page_, column.path, of);
    if (touch.clicked && !top.empty()) open(column.node, row, of, top[0].first);
  }

  // --- above the rows: the numbers of the chosen word

  void draw_top() {
    const Area& stage = page_.boxes.stage;
    const bool low = page_.boxes.low;
    const Area shared = line_of_steps(page_).dial;
    if (low && shared.empty()) return;
    Area top{stage.left, low ? shared.bottom + page_.px(4) : stage.top + page_.px(66), stage.right,
             page_.boxes.rows - page_.px(low ? 40 : 58)};
    Area line = low ? shared : top.cut_top(page_.px(30), page_.px(4));
    Explained explained = page_.explained(*marked_cell(page_), true);
    if (low) explained.size = DialSize::small;
    if (draw_dial(explained, line) != Dial::numbers) return draw_step_explained(explained, top);
    if (low) line = top.cut_top(page_.px(16), page_.px(2));
    const int shown = through_ >= 0 ? through_ : page_.node;
    const Node& node = trace().tape().node(shown);
    const int row = row_in_node(page_, shown);
    const bool cells = page_.is_of_cells(page_.attention.asks);
    const std::string& asks = page_.asks[static_cast<std::size_t>(page_.row)];
    const std::string word = cells ? cell_said(asks) : asks;
    if (info(node.label.cols).kind == AxisKind::vocabulary) return draw_likeliest(line, top, shown, word);
    if (mode_of(node) == ColumnMode::whole) {
      ui_.text(line.left, line.middle_y(), type::label, c_.text_2,
               ui_.shortened(type::label,
                             say("{rows} places with {n} numbers each, one below the other",
                                 {{"rows", count_text(node.shape.rows)}, {"n", count_text(node.shape.cols)}}),
                             line.width()));
      return;
    }
    const std::optional<RowNumbers> numbers = numbers_of_row(page_, shown, row);
    if (!numbers || numbers->count < 3) return;
    const std::string n = count_text(numbers->count);
    std::string says = say("{n} numbers of “{word}”: {step}",
                           {{"n", n}, {"word", word}, {"step", model_step_in_full(trace(), shown)}});
    float right = line.right;
    if (through_ >= 0) {
      const bool all = lets_through(trace(), activation_of_node(trace(), through_)) == "ReLU";
      says = all ? say("{n} numbers in between for “{word}”: what is below zero becomes 0",
                       {{"n", n}, {"word", word}})
                 : say("{n} numbers in between for “{word}”: far below zero they become nearly 0",
                       {{"n", n}, {"word", word}});
      const std::string stay = say(all ? "{some} of {n} stay" : "{some} of {n} above zero",
                                   {{"some", count_text(numbers->above)}, {"n", n}});
      ui_.text(line, Align::right, type::label_hot, c_.second_sentence, stay);
      right -= ui_.width(type::label_hot, stay) + page_.px(12);
    }
    ui_.text(line.left, line.middle_y(), type::label, c_.text_2,
             ui_.shortened(type::label, says, right - line.left));
    const MapRows map = page_.context.maps[page_.side].rows(node.label.path, row, 1);
    draw_number_bars(page_, top, map.map, row - map.first, -1);
    const Touch touch = ui_.surface("place/bars", top);
    if (touch.focused) ui_.focus_ring(top, page_.px(4));
    if (!touch.hovered) return;
    const int number = std::clamp(
        static_cast<int>((ui_.mouse().x - top.left) / top.width() * static_cast<float>(map.map->columns)), 0,
        map.map->columns - 1);
    ui_.hand();
    ui_.tooltip(say("number {n} of {word}: {value}",
                    {{"n", std::to_string(number + 1)},
                     {"word", word},
                     {"value", significant_text(map.map->value(row - map.first, number), 4)}}));
    if (touch.clicked) open(shown, page_.row, row, number);
  }

  void draw_likeliest(const Area& line, const Area& top, int shown, const std::string& word) const {
    const Node& node = trace().tape().node(shown);
    const int row = row_in_node(page_, shown);
    const TopPlaces& places = top_places(page_, node.label.path, row);
    const bool shares = is_distribution(trace(), shown);
    ui_.text(
        line.left, line.middle_y(), type::label, c_.text_2,
        ui_.shortened(type::label,
                      node.shape.rows == 1 ? say("The largest of {n}", {{"n", count_text(node.shape.cols)}})
                                           : say("The largest of {n} in the row of “{word}”",
                                                 {{"n", count_text(node.shape.cols)}, {"word", word}}),
                      line.width()));
    float most = 1e-6F;
    for (const auto& [column, value] : places) most = std::max(most, shares ? 1.0F : std::fabs(value));
    // In two columns, in a low window of one row each.
    const std::size_t rows =
        static_cast<std::size_t>(std::clamp(static_cast<int>(top.height() / page_.px(16)), 1, 3));
    const float tall = std::min(24.0F, top.height() / static_cast<float>(rows) / ui_.scale());
    std::array<stage::Bars, 2> columns;
    columns.fill({.rows = {}, .line = tall, .names = 90, .numbers = 54, .gap = 0, .least_gap = 6});
    for (std::size_t i = 0; i < std::min(places.size(), 2 * rows); ++i) {
      const auto& [column, value] = places[i];
      columns.at(i / rows).rows.push_back(
          {token_called(trace().label(node.label.cols, column)),
           number_alone(value, shares ? NumberFormat::probability : NumberFormat::score), value / most,
           page_.own(), i == 0});
    }
    stage::Board board(ui_);
    board.row({.gap = 40, .breaks = false}, [&] {
      for (stage::Bars& each : columns) board.add({.look = std::move(each), .grows = true});
    });
    board.show(top);
  }

  const Page& page_;
  Ui& ui_;
  const Palette& c_;
  stage::Scene& scene_;
  std::vector<ChainLink> chain_;
  ModelPart part_;
  int through_;  // the numbers that an activation lets through; -1: none
  std::vector<ChainColumn> columns_;
};

}  // namespace

void draw_number_bars(const Page& page, const Area& area, const HeatmapPtr& map, int row, int hot) {
  if (map == nullptr || row < 0 || row >= map->rows) return;
  Ui& ui = page.ui;
  ui.tell(ToldMap{map, row, 0, 1, map->columns, area});
  float low = 0, high = 1e-9F;
  for (int column = 0; column < map->columns; ++column) {
    const float value = map->value(row, column);
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const float unit = area.height() / (high - low), zero = std::round(area.bottom + low * unit);
  const float each = area.width() / static_cast<float>(map->columns);
  // Of more numbers than pixels the largest and the least of those at a pixel.
  const int at_once = std::max(1, static_cast<int>(std::ceil(1.0F / std::max(each, 1e-4F))));
  for (int from = 0; from < map->columns; from += at_once) {
    float most = 0, least = 0;
    for (int column = from; column < std::min(from + at_once, map->columns); ++column) {
      const float value = map->value(row, column);
      if (!std::isfinite(value)) continue;
      most = std::max(most, value);
      least = std::min(least, value);
    }
    const float left = area.left + each * static_cast<float>(from);
    const float wide =
        std::max(each * static_cast<float>(at_once) - (each > page.px(4) ? page.px(1) : 0), 1.0F);
    if (least < 0) ui.fill({left, zero, left + wide, zero - least * unit}, page.c.first_sentence, 0, 0.4F);
    if (most > 0) ui.fill({left, zero - most * unit, left + wide, zero}, page.c.second_sentence);
  }
  ui.line(area.left, zero, area.right, zero, page.c.strong_line, ui.hairline());
  if (hot < 0 || hot >= map->columns) return;
  const float left = area.left + each * static_cast<float>(hot);
  const Area column{left, area.top, left + std::max(each, 2.0F), area.bottom};
  ui.outline(column.outset(page.px(3)), page.c.ink, page.px(2), page.px(3));
}

void add_model_step(const Page& page, stage::Scene& scene) { ModelStepPage(page, scene).add(); }

}  // namespace headlight::place
