// The open block: queries, keys and values of its head, the weights beside them, and what is mixed from them.
#include <algorithm>
#include <cmath>

#include "app/panels/flow/flow_pen.h"

namespace headlight {
namespace {

constexpr float above_parts = 56, below_parts = 10, part_title = 24, widest_part_pitch = 26;  // units

class OpenBlock {
 public:
  OpenBlock(FlowPen& pen, const FlowColumn& column, float looseness)
      : pen_(pen),
        trace_(pen.input.trace),
        session_(pen.input.session),
        open_(pen.layout.open),
        area_(column.area),
        cross_(info(session_.attention).crosses()),
        asks_target_(info(session_.attention).asks == Stream::target),
        asked_target_(info(session_.attention).asked == Stream::target),
        widths_(open_widths(pen.input, looseness)),
        squeeze_(std::min(1.0F, area_.width() / std::max(widths_.total(), 1.0F))) {}

  void place() {
    pen_.layout.is_open = true;
    open_.frame = area_;
    open_.frame.bottom = pen_.bottom();
    pen_.arrive(area_.left);
    float x = area_.left + widths_.pad * squeeze_;
    open_.residual_x = area_.left + px(6);
    float query_from = pen_.exit_x;
    if (cross_) {  // the stream that asks has its own words here
      const float strip = pen_.stream_strip().width;
      open_.so_far_x = x;
      const float strip_x = x + (widths_.so_far - strip) * squeeze_;
      query_from = strip_x + strip;
      open_.so_far_right = strip_x - px(2);
      x += widths_.so_far * squeeze_;
    }
    x += widths_.split * squeeze_;
    open_.strips_x = x;
    place_parts(x);
    place_projections(query_from);
    place_mix();
    place_forward();
  }

 private:
  float px(float units) const { return pen_.px(units); }

  // Queries, keys and values one below the other, and the weights beside the queries.
  void place_parts(float x) {
    const auto queries = static_cast<float>(pen_.rows(asks_target_).size());
    const auto keys = static_cast<float>(pen_.rows(asked_target_).size());
    const float top = pen_.input.area.top + px(above_parts);
    const float room = pen_.layout.height - px(above_parts + below_parts) - 3 * px(part_title);
    const float pitch = std::min(room / (queries + 2 * keys), px(widest_part_pitch));
    const float used = 3 * px(part_title) + pitch * (queries + 2 * keys);
    float y = top + std::max(0.0F, std::min((room + 3 * px(part_title) - used) / 2, px(40)));
    const auto part = [&](float& title_y, std::vector<float>& places, float count) {
      title_y = std::round(y + px(part_title) / 2);
      y += px(part_title);
      for (int i = 0; i < static_cast<int>(count); ++i)
        places.push_back(y + pitch * (static_cast<float>(i) + 0.5F));
      y += pitch * count;
    };
    part(open_.query_title_y, query_y_, queries);
    const float map_bottom = y;
    part(open_.key_title_y, key_y_, keys);
    part(open_.value_title_y, value_y_, keys);

    const StripSize size = strip_size(head_numbers(), pen_.input.unit);
    const float tall = std::max(1.0F, std::min(px(13), std::floor(pitch - std::max(1.0F, pitch * 0.15F))));
    pen_.strips(selected_head_path(session_, "query"), asks_target_, x, size, query_y_, tall,
                FlowStrip::Kind::query);
    pen_.strips(selected_head_path(session_, "key"), asked_target_, x, size, key_y_, tall,
                FlowStrip::Kind::key);
    pen_.strips(selected_head_path(session_, "value"), asked_target_, x, size, value_y_, tall,
                FlowStrip::Kind::value);

    open_.weights = selected_head_path(session_, "weights");
    if (trace_.find(open_.weights) >= 0)
      open_.values = weights_between(pen_.input, session_.attention, open_.weights);
    const float left = std::round(x + widths_.strip + widths_.link * squeeze_);
    const float cell = std::max(1.0F, std::floor(widths_.map * squeeze_ / std::max(keys, 1.0F)));
    open_.map = {left, std::round(query_y_.empty() ? y : query_y_.front() - pitch / 2), left + cell * keys,
                 std::round(map_bottom)};
  }

  int head_numbers() const {
    return columns_of(trace_, selected_head_path(session_, "query"), stream_size(trace_));
  }

  // From the streams into the projections.
  void place_projections(float query_from) {
    const int node = trace_.find(selected_head_path(session_, "query"));
    if (cross_ && node >= 0) {
      const std::string asks = trace_.label(trace_.tape().node(node).inputs[0]).path;
      pen_.station(asks, true, query_from - pen_.stream_strip().width);
    }
    const float unit = pen_.input.unit;
    const float third =
        std::max(1.0F, std::round(5 * unit * pen_.layout.per_weight / (flow_units_per_weight * unit)));
    const std::vector<float>& asked = pen_.rows(asked_target_);
    project(FlowRibbon::Kind::query, query_from, pen_.rows(asks_target_), query_y_, asks_target_,
            cross_ ? 0 : -third, third);
    project(FlowRibbon::Kind::key, area_.left, asked, key_y_, asked_target_, cross_ ? -third / 2 : 0, third);
    project(FlowRibbon::Kind::value, area_.left, asked, value_y_, asked_target_, cross_ ? third / 2 : third,
            third);
  }

  void project(FlowRibbon::Kind kind, float from_x, const std::vector<float>& from_y,
               const std::vector<float>& to_y, bool target, float offset, float wide) {
    for (int i = 0; i < static_cast<int>(std::min(from_y.size(), to_y.size())); ++i) {
      pen_.layout.ribbons.push_back({kind,
                                     {from_x, from_y[i] + offset},
                                     {pen_.layout.open.strips_x, to_y[i]},
                                     0,
                                     wide,
                                     -1,
                                     i,
                                     i,
                                     target,
                                     target,
                                     false});
    }
  }

  // The values on their way into the mix, and the mix of all heads.
  void place_mix() {
    open_.mixed_x = open_.map.right + widths_.gather * squeeze_;
    FlowRibbon like;
    like.kind = FlowRibbon::Kind::mixed;
    like.from_target = asked_target_;
    like.to_target = asks_target_;
    like.bend = open_.map.left + open_.map.width() * 0.4F;
    pen_.weighted(open_.values, like, open_.strips_x + widths_.strip, value_y_, open_.mixed_x,
                  pen_.rows(asks_target_));
    pen_.station(info(session_.attention).block(session_.layer) + ".concatenated", asks_target_,
                 open_.mixed_x, strip_size(mixed_numbers(pen_.input), pen_.input.unit));
  }

  // The two additions and what lies between them.
  void place_forward() {
    const float sum = widths_.sum * squeeze_;
    open_.sum_x = pen_.exit_x + sum * 0.6F;
    open_.forward_x = pen_.exit_x + sum;
    if (widths_.other > 0) {
      const float x = open_.forward_x - px(2);
      open_.other = {x, pen_.input.area.top + px(flow_above_rows), x + (widths_.other - px(6)) * squeeze_,
                     pen_.bottom() - px(12)};
      open_.forward_x += widths_.other * squeeze_;
    }
    open_.forward_right = open_.forward_x + widths_.forward * squeeze_;
    open_.last_sum_x = open_.forward_right + sum * 0.4F;
    pen_.behind = true;
    pen_.hand_on(pen_.exit_x, open_.forward_x, asks_target_);
    pen_.hand_on(open_.forward_right, area_.right, asks_target_);
    pen_.exit_x = area_.right;
  }

  FlowPen& pen_;
  const Trace& trace_;
  const Session& session_;
  FlowOpen& open_;
  const Area area_;
  const bool cross_;
  const bool asks_target_, asked_target_;  // whether the target's words ask and are asked, or the source's
  const OpenWidths widths_;
  const float squeeze_;
  std::vector<float> query_y_, key_y_, value_y_;
};

}  // namespace

void place_open_block(FlowPen& pen, const FlowColumn& column, float looseness) {
  OpenBlock(pen, column, looseness).place();
}

}  // namespace headlight
