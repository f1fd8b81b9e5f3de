// A cell opened up: each gate, the candidate and the states over time, a row for each time, and how one
// number of the chosen time was made.
#include <algorithm>
#include <cmath>

#include "app/panels/common/panels.h"
#include "app/panels/common/step_names.h"
#include "app/panels/common/typeset.h"
#include "app/panels/unrolled/unrolled.h"
#include "app/widgets/controls.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// Where the list of formulas stands, in units, and for which of them it was moved there.
struct FormulaList {
  float scroll = 0;
  std::string revealed;
};

class OpenedCell : PanelPart {
 public:
  OpenedCell(const UnrolledFrame& frame, const Area& area)
      : PanelPart(frame.context),
        frame_(frame),
        trace_(*frame.context.pictures.trace(frame.side)),
        lane_(frame.layout.lanes[frame.chosen.lane].lane),
        time_(frame.chosen.time),
        rest_(area),
        parts_(parts_of_cell(trace_, lane_)) {}

  void draw() {
    number_ = chosen_number();
    draw_title(rest_.cut_top(ui_.px(24)));
    const float formulas = std::min(std::round(rest_.width() * 0.42F), ui_.px(560));
    draw_formulas(rest_.cut_left(formulas, ui_.px(20)));
    draw_strips(rest_);
  }

 private:
  // The number that the inspector or the mouse is at, else the one that is farthest from zero. Both may still
  // name a cell of the model that was on stage before.
  int chosen_number() const {
    const auto of_lane = [&](const CellName& cell) {
      return lane_.time_of(cell.path) >= 0 && cell.col < numbers();
    };
    const std::optional<CellName>& followed = ui_.state<Hover>().followed_cell;
    if (followed && of_lane(*followed)) return followed->col;
    const std::vector<CellName>& trail = context_.session.trail;
    if (!trail.empty() && of_lane(trail.back())) return trail.back().col;
    const HeatmapPtr state = view("state", time_);
    if (state == nullptr) return 0;
    const auto farthest = std::max_element(state->values.begin(), state->values.end(),
                                           [](float a, float b) { return std::abs(a) < std::abs(b); });
    return static_cast<int>(farthest - state->values.begin());
  }

  HeatmapPtr view(const std::string& part, int time) const {
    return context_.pictures.view(frame_.side, lane_.at(time, part));
  }

  void draw_title(const Area& row) const {
    const std::string word = trace_.tokens(lane_.stack->stream)[time_];
    const std::string title = lane_title(lane_) + " at time " + std::to_string(time_);
    const float x =
        ui_.text(row.left, row.middle_y(), type::small_section, c_.ink, title + ", “" + word + "”");
    if (ui_.exporting()) return;
    const std::string number = "number " + count_text(number_) + " of " + count_text(numbers());
    for (const char* how :
         {"; point at a strip for another, click a heading for its smallest, ↑ and ↓ go through time",
          "; point at a strip for another, ↑ and ↓ go through time", ""}) {
      const std::string hint = number + how;
      if (x + ui_.px(16) + ui_.width(type::caption, hint) > row.right) continue;
      ui_.text(row.right - ui_.width(type::caption, hint), row.middle_y(), type::caption, c_.text_3, hint);
      return;
    }
  }

  int numbers() const { return trace_.tape().node(trace_.at(lane_.at(time_, "state"))).shape.cols; }

  bool is_cell(const std::string& part) const { return site_id(lane_.at(0, part)) == SiteId::cell; }

  // With the steps between a gate and a cell state, which have no strip of their own.
  std::vector<std::string> formula_parts() const {
    std::vector<std::string> all;
    for (const std::string& part : parts_) {
      if (is_cell(part)) all.insert(all.end(), {"kept", "written"});
      all.push_back(part);
    }
    return all;
  }

  // The formula of the number that the inspector or the mouse is at; empty without one.
  std::string marked_part() const {
    const auto part_of = [&](const CellName& cell) {
      return lane_.time_of(cell.path) == time_ ? cell.path.substr(cell.path.rfind('.') + 1) : std::string();
    };
    const std::optional<CellName>& followed = ui_.state<Hover>().followed_cell;
    if (followed && !ui_.exporting()) {
      if (std::string part = part_of(*followed); !part.empty()) return part;
    }
    const std::vector<CellName>& trail = context_.session.trail;
    return trail.empty() ? "" : part_of(trail.back());
  }

  // In letters, and with the numbers of this cell. Where not all have room the list scrolls, and what is
  // asked for is moved into sight.
  void draw_formulas(const Area& area) const {
    constexpr FormulaSize small = FormulaSize::small;
    const float gap = ui_.px(20);
    struct Line {
      Formula letters, numbers;
      Formula::Size in_letters, in_numbers;
      std::string part;
    };
    std::vector<Line> lines;
    float column = 0;
    for (const std::string& part : formula_parts()) {
      const Cell cell{trace_.at(lane_.at(time_, part)), 0, number_};
      const std::vector<TypesetLine> made = typeset(ui_, trace_, cell, area.width() - ui_.px(8));
      if (made.empty()) continue;
      Line line{Formula::parse(equation_of(trace_, cell.node)), made.front().formula, {}, {}, part};
      line.in_letters = line.letters.measure(ui_, small);
      line.in_numbers = line.numbers.measure(ui_, small);
      column = std::max(column, line.in_letters.width + gap);
      lines.push_back(std::move(line));
    }
    // The numbers stand in a column where all of them fit beside the letters, else right behind or below
    // these.
    const bool in_column = std::all_of(lines.begin(), lines.end(), [&](const Line& line) {
      return column + line.in_numbers.width <= area.width();
    });
    const auto beside = [&](const Line& line) {
      return line.in_letters.width + gap + line.in_numbers.width <= area.width();
    };
    const auto height = [&](const Line& line) {
      const float one = std::max(line.in_letters.height(), line.in_numbers.height());
      return (beside(line) ? one : line.in_letters.height() + line.in_numbers.height()) + ui_.px(4);
    };
    float total = 0;
    for (const Line& line : lines) total += height(line);
    total += ui_.px(2);
    const std::string marked = marked_part();
    const float most = std::max(0.0F, total - area.height());
    FormulaList& list = ui_.state<FormulaList>();
    if (!ui_.exporting()) list.scroll -= ui_.wheel(area) * 48;
    float y = ui_.px(2);
    for (const Line& line : lines) {
      if (line.part == marked && list.revealed != marked) {
        list.scroll = std::min(list.scroll, y / ui_.scale());
        list.scroll = std::max(list.scroll, (y + height(line) - area.height()) / ui_.scale());
      }
      y += height(line);
    }
    list.revealed = marked;
    list.scroll = std::clamp(list.scroll, 0.0F, most / ui_.scale());
    ui_.push_clip({area.left - ui_.px(8), area.top, area.right, area.bottom}, true);
    y = area.top + ui_.px(2) - ui_.px(list.scroll);
    for (const Line& line : lines) {
      const bool one_row = beside(line);
      const float ascent =
          one_row ? std::max(line.in_letters.ascent, line.in_numbers.ascent) : line.in_letters.ascent;
      if (line.part == marked)
        ui_.fill({area.left - ui_.px(6), y, area.right - ui_.px(8), y + height(line) - ui_.px(2)},
                 c_.focus_band, ui_.px(4));
      line.letters.draw(ui_, area.left, std::round(y + ascent), small);
      const float x = !one_row ? 0 : in_column ? column : line.in_letters.width + gap;
      const float base = one_row ? y + ascent : y + line.in_letters.height() + line.in_numbers.ascent;
      line.numbers.draw(ui_, area.left + x, std::round(base), small);
      y += height(line);
    }
    ui_.pop_clip();
    if (!ui_.exporting()) scroll_bar(ui_, area, total, ui_.px(list.scroll));
  }

  // The times that have a row: all, or those around the chosen one.
  void draw_strips(const Area& area) {
    const float words = ui_.px(70);
    const float gap = ui_.px(10);
    const float wide = std::floor((area.width() - words - gap * static_cast<float>(parts_.size() - 1)) /
                                  static_cast<float>(parts_.size()));
    const bool beside = std::all_of(parts_.begin(), parts_.end(), [&](const std::string& part) {
      return ui_.width(type::caption_hot, noun_of(lane_.at(time_, part))) + ui_.px(10) +
                 ui_.width(type::number, number_of(part)) <=
             wide;
    });
    const float head = ui_.px(beside ? 22 : 38);
    const float room = area.height() - head;
    const int most = std::max(1, static_cast<int>(room / ui_.px(9)));
    const int count = std::min(lane_.times, most);
    const int first = std::clamp(time_ - count / 2, 0, lane_.times - count);
    const float pitch = std::min(std::floor(room / static_cast<float>(count)), ui_.px(20));
    const bool named = pitch >= ui_.px(12);
    for (int time = first; time < first + count; ++time) {
      const float y = area.top + head + pitch * static_cast<float>(time - first);
      const Area row = Area::at(area.left, y, words - ui_.px(6), pitch);
      if (!named && time != time_) continue;
      const Type face = time == time_ ? type::caption_hot : type::caption;
      const Area line = named ? row : Area::at(row.left, row.middle_y() - ui_.px(7), row.width(), ui_.px(14));
      ui_.text(line, Align::right, face, time == time_ ? c_.ink : c_.text_2,
               ui_.shortened(face, trace_.tokens(lane_.stack->stream)[time], row.width()));
    }
    float x = area.left + words;
    for (const std::string& part : parts_) {
      const Area column = Area::at(x, area.top, wide, area.height());
      draw_heading(part, column, beside);
      draw_part(part, Area{column.left, column.top + head, column.right, column.bottom}, pitch, first, count);
      x += wide + gap;
    }
  }

  // Of the chosen number, at the chosen time.
  std::string number_of(const std::string& part) const {
    return value_text(trace_.cell({trace_.at(lane_.at(time_, part)), 0, number_}));
  }

  // "forget gate", and where that has no room "forget".
  std::string heading_of(const std::string& part, float most) const {
    const std::string noun = noun_of(lane_.at(time_, part));
    const std::size_t space = noun.find(' ');
    return space == std::string::npos || ui_.width(type::caption_hot, noun) <= most ? noun
                                                                                    : noun.substr(0, space);
  }

  // The smallest and the largest number of a part over all times are found from its heading.
  void find_extremes(const std::string& part, const Area& area) const {
    const Touch touch = ui_.item("unrolled/extremes/" + part, area);
    if (touch.focused) ui_.focus_ring(area, ui_.px(3));
    if (!touch.hovered && !touch.clicked) return;
    struct Extreme {
      float value = 0;
      int time = -1, number = 0;
    };
    Extreme smallest, largest;
    for (int time = 0; time < lane_.times; ++time) {
      const HeatmapPtr map = view(part, time);
      for (int number = 0; map != nullptr && number < map->columns; ++number) {
        const float value = map->value(0, number);
        if (smallest.time < 0 || value < smallest.value) smallest = {value, time, number};
        if (largest.time < 0 || value > largest.value) largest = {value, time, number};
      }
    }
    if (smallest.time < 0) return;
    const auto says = [](const char* which, const Extreme& extreme) {
      return RichText(std::string(which) + " " + value_text(extreme.value) + " at number " +
                      std::to_string(extreme.number) + ", time " + std::to_string(extreme.time));
    };
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip({RichText(noun_of(lane_.at(time_, part))), says("smallest", smallest),
                   says("largest", largest), RichText("click to go to the smallest")});
    }
    if (!touch.clicked) return;
    const std::string path = lane_.at(smallest.time, part);
    ui_.emit(GoToStep{path});
    ui_.emit(SelectCell{{path, 0, smallest.number}});
  }

  void draw_heading(const std::string& part, const Area& area, bool beside) const {
    if (!ui_.exporting())
      find_extremes(part, {area.left, area.top, area.right, area.top + ui_.px(beside ? 20 : 34)});
    const std::string value = number_of(part);
    ui_.text(area.left, area.top + ui_.px(beside ? 10 : 8), type::caption_hot, c_.ink,
             ui_.shortened(type::caption_hot, heading_of(part, area.width()), area.width()));
    ui_.text(beside ? area.right - ui_.width(type::number, value) : area.left,
             area.top + ui_.px(beside ? 10 : 25), type::number, c_.text_2, value);
  }

  void draw_part(const std::string& part, const Area& area, float pitch, int first, int count) {
    // A cell state can be far larger than what goes through a squashing function.
    float most = 1;
    for (int time = first; time < first + count && is_cell(part); ++time)
      most = std::max(most, context_.pictures.usual_most(frame_.side, lane_.at(time, part)));
    for (int time = first; time < first + count; ++time) {
      const std::string path = lane_.at(time, part);
      const HeatmapPtr map = context_.pictures.on_scale(frame_.side, path, most);
      if (map == nullptr) continue;
      const float y = area.top + pitch * static_cast<float>(time - first);
      const Area strip{area.left, y + ui_.px(1), area.right, y + pitch - ui_.px(1)};
      ui_.cells({.map = map, .rows = 1, .columns = map->columns, .area = strip, .unit = ui_.scale()});
      if (time == time_) ui_.outline(strip.outset(ui_.px(1)), c_.ink, ui_.px(1.5F), ui_.px(2));
      take(path, *map, strip, time);
    }
  }

  void take(const std::string& path, const Heatmap& map, const Area& strip, int time) {
    const Touch touch = ui_.item("unrolled/" + path, strip, time == time_);
    if (time == time_) {
      const float each = strip.width() / static_cast<float>(map.columns);
      const float x = strip.left + each * (static_cast<float>(number_) + 0.5F);
      ui_.line(x, strip.bottom, x, strip.bottom + ui_.px(3), c_.ink, ui_.px(2));
    }
    if (touch.focused) ui_.focus_ring(strip, ui_.px(2));
    if (!touch.hovered) {
      if (touch.clicked) ui_.emit(SelectCell{{path, 0, number_}});
      return;
    }
    const int at = std::clamp(
        static_cast<int>((ui_.mouse().x - strip.left) / strip.width() * static_cast<float>(map.columns)), 0,
        map.columns - 1);
    ui_.hand();
    ui_.state<Hover>().cell = CellName{path, 0, at};
    ui_.tooltip(std::vector<RichText>{
        RichText(std::vector<TextRun>{
            {trace_.tokens(lane_.stack->stream)[time], Role::ink, true},
            {"  " + noun_of(path) + ", number " + std::to_string(at) + "  ", Role::text_2},
            {value_text(map.value(0, at)), Role::ink, true}}),
        RichText(std::vector<TextRun>{{path, Role::text_3}})});
    if (touch.clicked) {
      if (time != time_) ui_.emit(GoToStep{path});
      ui_.emit(SelectCell{{path, 0, at}});
    }
  }

  const UnrolledFrame& frame_;
  const Trace& trace_;
  const RecurrentLane& lane_;
  int time_;
  Area rest_;
  std::vector<std::string> parts_;
  int number_ = 0;
};

}  // namespace

void draw_opened_cell(const UnrolledFrame& frame, const Area& area) { OpenedCell(frame, area).draw(); }

}  // namespace headlight
