#include "app/panels/unrolled/unrolled_layout.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

// Units.
constexpr float least_pitch = 30, usual_pitch = 84, widest_strip = 26;
constexpr float word_row = 24, word_gap = 8, lane_gap = 12;
constexpr float least_strip = 30, most_strip = 150, least_between = 64, most_between = 170;

class UnrolledBuilder {
 public:
  explicit UnrolledBuilder(const UnrolledInput& input)
      : input_(input), lanes_(recurrent_lanes(input.trace)) {}

  UnrolledLayout build() {
    for (const StackInfo& stack : input_.trace.anatomy().stacks) add_columns(stack);
    share_height();
    place_rows();
    return std::move(layout_);
  }

 private:
  float px(float units) const { return std::round(units * input_.unit); }
  bool two() const { return layout_.columns.size() > 1; }

  void add_columns(const StackInfo& stack) {
    UnrolledColumns columns;
    columns.stream = stack.stream;
    const std::size_t number = layout_.columns.size();
    columns.all = static_cast<int>(input_.trace.tokens(stack.stream).size());
    const int count = unrolled_columns(input_.area.width(), columns.all, input_.unit);
    const int first = number < input_.first.size() ? input_.first[number] : 0;
    columns.first = std::clamp(first, 0, columns.all - count);
    columns.pitch =
        std::min(px(usual_pitch), std::floor(input_.area.width() / static_cast<float>(std::max(count, 1))));
    const float left = input_.area.middle_x() - columns.pitch * static_cast<float>(count) / 2;
    for (int i = 0; i < count; ++i)
      columns.x.push_back(std::round(left + columns.pitch * (static_cast<float>(i) + 0.5F)));
    for (const RecurrentLane& lane : lanes_) {
      if (lane.stack->stream == stack.stream)
        layout_.lanes.push_back({.lane = lane, .columns = static_cast<int>(number)});
    }
    layout_.columns.push_back(std::move(columns));
  }

  // The strips get what the words leave, within bounds; so does the room between the two streams.
  void share_height() {
    const auto count = static_cast<float>(layout_.lanes.size());
    const auto streams = static_cast<float>(layout_.columns.size());
    const float words = (streams + 1) * px(word_row + word_gap);
    const float gaps = std::max(0.0F, count - streams) * px(lane_gap);
    const float room = input_.area.height() - words - gaps;
    between_ = two() ? std::clamp(std::round(room * 0.34F), px(least_between), px(most_between)) : 0;
    tall_ =
        std::clamp(std::floor((room - between_) / std::max(count, 1.0F)), px(least_strip), px(most_strip));
    const float used = words + gaps + between_ + tall_ * count;
    top_ = input_.area.top + std::max(0.0F, std::round((input_.area.height() - used) / 2));
    float pitch = px(usual_pitch);
    for (const UnrolledColumns& columns : layout_.columns) pitch = std::min(pitch, columns.pitch);
    layout_.strip = std::min(px(widest_strip), std::floor(pitch * 0.46F));
  }

  // From above: what is written, the cells of what writes, what it is given, the cells of what reads, what is
  // read. A cell that reads backwards stands above the one that reads forwards.
  void place_rows() {
    float y = top_;
    const auto row = [&](float height) {
      const Area area{input_.area.left, y, input_.area.right, y + height};
      y += height;
      return area;
    };
    for (std::size_t c = layout_.columns.size(); c-- > 0;) {
      UnrolledColumns& columns = layout_.columns[c];
      const bool last = c + 1 == layout_.columns.size();
      if (last) {
        columns.next = row(px(word_row));
        y += px(word_gap);
      }
      bool first = true;
      for (auto above = layout_.lanes.rbegin(); above != layout_.lanes.rend(); ++above) {
        UnrolledLane& lane = *above;
        if (lane.columns != static_cast<int>(c)) continue;
        if (!first) y += px(lane_gap);
        first = false;
        lane.row = row(tall_);
      }
      y += px(word_gap);
      columns.words = row(px(word_row));
      if (c > 0) {
        layout_.between = row(between_);
        if (!bottleneck_of(input_.trace).empty()) place_bottleneck();
      }
    }
  }

  void place_bottleneck() {
    const Area& room = layout_.between;
    const float wide = std::min(px(200), room.width() / 3);
    layout_.bottleneck =
        Area::at(std::round(room.middle_x() - wide / 2), std::round(room.middle_y() - px(2)), wide, px(14));
  }

  const UnrolledInput& input_;
  std::vector<RecurrentLane> lanes_;
  UnrolledLayout layout_;
  float between_ = 0, tall_ = 0, top_ = 0;
};

}  // namespace

Area UnrolledLayout::cell(const UnrolledLane& lane, int time) const {
  const float x = columns.at(lane.columns).x_of(time);
  const float left = std::round(x - strip / 2);
  return {left, lane.row.top, left + strip, lane.row.bottom};
}

Area UnrolledLayout::column(int number, int token) const {
  Area all;
  for (const UnrolledLane& lane : lanes) {
    if (lane.columns != number) continue;
    const Area own = cell(lane, token);
    all = all.empty()
              ? own
              : Area{own.left, std::min(all.top, own.top), own.right, std::max(all.bottom, own.bottom)};
  }
  if (!all.empty()) return all;
  // No state goes through this stream.
  const UnrolledColumns& read = columns.at(number);
  const float left = std::round(read.x_of(token) - strip / 2);
  return {left, read.words.top, left + strip, read.words.bottom};
}

int unrolled_columns(float width, int all, float unit) {
  return std::clamp(static_cast<int>(width / std::round(least_pitch * unit)), 1, std::max(all, 1));
}

UnrolledLayout lay_out_unrolled(const UnrolledInput& input) { return UnrolledBuilder(input).build(); }

}  // namespace headlight
