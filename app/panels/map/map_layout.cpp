#include "app/panels/map/map.h"

#include <algorithm>
#include <array>

#include "core/models/trace.h"

namespace headlight {
namespace {

using Kind = MapBlock::Kind;

// Units.
constexpr float label_width = 74, lane = 30, frame_pad = 10, widest_column = 600;
// How much everything is pressed together or pulled apart to fill the height.
constexpr float tightest = 0.76F, loosest = 1.3F;

// One stack from its words to its end.
class Stack {
 public:
  Stack(const MapInput& input, const StackInfo& stack)
      : input_(input),
        stack_(stack),
        two_(input.trace.anatomy().stacks.size() > 1),
        at_right_(map_at_right(input.trace.anatomy(), stack)),
        rows_(map_rows(input, stack)) {
    for (const MapRow& row : rows_) natural_ += row.height;
  }

  float natural() const { return natural_; }

  void place(BlockLayout& layout, float factor) {
    factor_ = factor;
    column_ = map_column(input_.area, input_.unit, two_, at_right_);
    x_ = std::round(column_.middle_x());
    exact_y_ = y_ = input_.area.bottom;
    lane_x_ = at_right_ ? column_.right + px(lane * 0.6F) : column_.left - px(lane * 0.6F);
    for (MapRow& row : rows_) place_row(layout, row);
    layout.height = std::max(layout.height, input_.area.bottom - y_);
  }

  float x() const { return x_; }
  float end_y() const { return y_; }

 private:
  float px(float units) const { return std::round(units * input_.unit); }

  void place_row(BlockLayout& layout, MapRow& row) {
    const float bottom = y_;
    exact_y_ -= row.height * factor_ * input_.unit;
    y_ = std::ceil(exact_y_);
    const float tall = bottom - y_;
    switch (row.kind) {
      case MapRow::Kind::block:
        row.block.area = column_;
        if (row.block.kind == Kind::words || row.block.kind == Kind::written)
          row.block.area = map_words_column(column_, input_.unit);
        row.block.area.top = y_;
        row.block.area.bottom = bottom;
        layout.blocks.push_back(row.block);
        break;
      case MapRow::Kind::stretch:
        if (row.branch) branch_y_ = std::round(bottom - tall * 0.36F);
        layout.lines.push_back({MapLine::Kind::stream,
                                {{x_, bottom}, {x_, y_}},
                                row.shape_of,
                                {at_right_ ? x_ - px(10) : x_ + px(12),
                                 std::round(bottom - tall * (row.cards_below ? 0.66F : 0.55F))},
                                at_right_});
        break;
      case MapRow::Kind::split:
        place_split(layout, row, bottom);
        break;
      case MapRow::Kind::sum:
        place_sum(layout, row, bottom);
        break;
      case MapRow::Kind::begin_frame:
        layout.frames.push_back({row.block.id, row.block.layer, stack_, at_right_});
        layout.frames.back().area.bottom = bottom;
        layout.frames.back().parameters = row.block.parameters;
        layout.lines.push_back({MapLine::Kind::stream, {{x_, bottom}, {x_, y_}}, "", {}, false, false});
        break;
      case MapRow::Kind::end_frame:
        place_frame(layout.frames.back());
        layout.lines.push_back({MapLine::Kind::stream, {{x_, bottom}, {x_, y_}}, "", {}, false, false});
        break;
    }
  }

  void place_frame(MapFrame& frame) {
    const float outer = px(lane + frame_pad);
    const float inner = px(frame_pad);
    frame.area = {column_.left - (at_right_ ? inner : outer), y_, column_.right + (at_right_ ? outer : inner),
                  frame.area.bottom};
    const float wide = px(label_width - 12);
    const float x = at_right_ ? frame.area.right + px(8) : frame.area.left - px(8) - wide;
    frame.label = Area::at(x, frame.area.top, wide, px(40));
  }

  // The stream becomes query, key and value; in cross-attention the query alone.
  void place_split(BlockLayout& layout, const MapRow& row, float bottom) {
    const float fork = std::round(bottom - (bottom - y_) * 0.34F);
    if (row.branch) branch_y_ = fork;
    const float apart = px(44);
    layout.lines.push_back({MapLine::Kind::stream, {{x_, bottom}, {x_, fork}}, "", {}, false, false});
    const std::array kinds = {MapLine::Kind::query, MapLine::Kind::key, MapLine::Kind::value};
    const int ways = info(row.block.attention).crosses() ? 1 : 3;
    for (int i = 0; i < ways; ++i) {
      const float x = ways == 1 ? x_ : x_ + apart * static_cast<float>(i - 1);
      std::vector<ImVec2> points{{x_, fork}};
      if (x != x_) points.emplace_back(x, fork);
      points.emplace_back(x, y_);
      layout.lines.push_back({kinds[i], std::move(points)});
    }
  }

  void place_sum(BlockLayout& layout, MapRow& row, float bottom) {
    const float r = px(7);
    const float y = std::round((bottom + y_) / 2);
    MapBlock& block = row.block;
    block.area = {x_ - r, y - r, x_ + r, y + r};
    layout.lines.push_back({MapLine::Kind::stream, {{x_, bottom}, {x_, y + r}}, "", {}, false, false});
    if (row.beside) {
      place_beside(layout, *row.beside, block, y);
    } else {
      layout.lines.push_back(
          {MapLine::Kind::residual,
           {{x_, branch_y_}, {lane_x_, branch_y_}, {lane_x_, y}, {at_right_ ? x_ + r : x_ - r, y}}});
    }
    layout.lines.push_back({MapLine::Kind::stream, {{x_, y - r}, {x_, y_}}, "", {}, false, false});
    layout.blocks.push_back(block);
  }

  // The positions come in from the side; in a narrow column they reach out over its edge.
  void place_beside(BlockLayout& layout, MapBlock block, const MapBlock& sum, float y) {
    const bool learned = block.parameters > 0;
    const float beside = px(34);
    const float wide =
        std::min(px(learned ? 200 : 150), std::max(column_.width() / 2 - beside, px(learned ? 136 : 86)));
    const float half = std::round(px(13) * std::min(factor_, 1.1F));
    const float left =
        at_right_ ? std::max(column_.right - wide, x_ + beside) : std::min(column_.left, x_ - beside - wide);
    block.area = {left, y - half, left + wide, y + half};
    layout.lines.push_back({MapLine::Kind::stream,
                            {{at_right_ ? block.area.left : block.area.right, y},
                             {at_right_ ? sum.area.right : sum.area.left, y}}});
    layout.blocks.push_back(std::move(block));
  }

  const MapInput& input_;
  const StackInfo& stack_;
  bool two_;
  bool at_right_;
  std::vector<MapRow> rows_;
  float natural_ = 0;
  float factor_ = 1;
  Area column_;
  float x_ = 0, y_ = 0, exact_y_ = 0, lane_x_ = 0, branch_y_ = 0;
};

// The encoder's output to every cross-attention, as its keys and values; without any, to the cells
// of the decoder, which get nothing else.
void connect(BlockLayout& layout, const MapInput& input, const Stack& encoder, std::size_t encoder_lines) {
  const auto px = [&](float units) { return std::round(units * input.unit); };
  std::vector<const MapBlock*> readers;
  for (const MapBlock& block : layout.blocks) {
    const bool cross = block.kind == Kind::attention && info(block.attention).crosses();
    const bool only = block.kind == Kind::recurrent && !bottleneck_of(input.trace).empty();
    if (cross || (only && block.at_right) || (block.kind == Kind::folded && block.at_right))
      readers.push_back(&block);
  }
  if (readers.empty()) return;
  const Area column = map_column(input.area, input.unit, true, false);
  const float lane_x = std::round((column.right + readers.front()->area.left) / 2);
  const float top = encoder.end_y();
  const float fork = lane_x - px(14);
  // The last stretch of the stream turns towards the decoder.
  MapLine& last = layout.lines[encoder_lines - 1];
  last.points = {last.points.front(), {encoder.x(), top}, {fork, top}};
  last.arrow = false;
  std::vector<MapLine> lines;
  for (const MapBlock* reader : readers) {
    const float y = reader->area.middle_y();
    if (reader->kind == Kind::recurrent) {
      lines.push_back(
          {MapLine::Kind::stream, {{fork, top}, {lane_x, top}, {lane_x, y}, {reader->area.left, y}}});
      continue;
    }
    const float apart = px(8);
    const bool up = y < top;
    const float key_x = up ? lane_x - px(6) : lane_x + px(6);
    const float value_x = up ? lane_x + px(6) : lane_x - px(6);
    lines.push_back({MapLine::Kind::key,
                     {{fork, top}, {key_x, top}, {key_x, y - apart}, {reader->area.left, y - apart}}});
    lines.push_back({MapLine::Kind::value,
                     {{fork, top}, {value_x, top}, {value_x, y + apart}, {reader->area.left, y + apart}}});
  }
  // Under the blocks that they pass.
  layout.lines.insert(layout.lines.begin(), lines.begin(), lines.end());
}

}  // namespace

bool MapBlock::stands_for_path(std::string_view path) const {
  return std::any_of(stands_for.begin(), stands_for.end(), [&](const std::string& own) {
    return path.starts_with(own) && (path.size() == own.size() || path[own.size()] == '.');
  });
}

const MapBlock* BlockLayout::block_of(std::string_view path) const {
  const auto found = std::find_if(blocks.begin(), blocks.end(),
                                  [&](const MapBlock& block) { return block.stands_for_path(path); });
  return found == blocks.end() ? nullptr : &*found;
}

Area map_column(const Area& area, float unit, bool two_stacks, bool at_right) {
  const auto px = [&](float units) { return std::round(units * unit); };
  const float between = px(area.width() > px(1100) ? 130 : 84);
  const float room = two_stacks ? (area.width() - between) / 2 : area.width();
  const float wide = std::min(room, px(widest_column));
  const float outer = px(label_width + lane + frame_pad);
  const float inner = px(frame_pad);
  if (!two_stacks) {
    const float left = std::round(area.middle_x() - wide / 2);
    return {left + outer, area.top, left + wide - inner, area.bottom};
  }
  const float middle = std::round(area.middle_x());
  const float near = std::round(between / 2);
  if (at_right) return {middle + near + inner, area.top, middle + near + wide - outer, area.bottom};
  return {middle - near - wide + outer, area.top, middle - near - inner, area.bottom};
}

bool map_at_right(const Anatomy& anatomy, const StackInfo& stack) {
  return stack.name != anatomy.stacks.front().name;
}

Area map_words_column(const Area& column, float unit) {
  return column.inset(-std::round((lane + frame_pad) * unit), 0);
}

BlockLayout lay_out_map(const MapInput& input) {
  BlockLayout layout;
  std::vector<Stack> stacks;
  float natural = 0;
  for (const StackInfo& stack : input.trace.anatomy().stacks) {
    stacks.emplace_back(input, stack);
    natural = std::max(natural, stacks.back().natural());
  }
  const float factor =
      std::clamp(std::floor(input.area.height()) / (natural * input.unit), tightest, loosest);
  std::size_t lines = 0;  // of the stacks before the last one
  for (Stack& stack : stacks) {
    lines = layout.lines.size();
    stack.place(layout, factor);
  }
  if (stacks.size() > 1) connect(layout, input, stacks.front(), lines);
  return layout;
}

}  // namespace headlight
