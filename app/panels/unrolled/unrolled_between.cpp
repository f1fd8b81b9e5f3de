// What the decoder is given of the text read: one vector, or with attention the weights of every state.
#include <algorithm>
#include <cmath>

#include "app/panels/lines/lines_view.h"
#include "app/panels/step_names.h"
#include "app/panels/unrolled/unrolled_view.h"
#include "app/widgets/arcs.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

constexpr float least_line = 0.05F;

class UnrolledBetween {
 public:
  explicit UnrolledBetween(const UnrolledFrame& frame)
      : frame_(frame),
        ui_(frame.context.ui),
        c_(ui_.colours()),
        trace_(*frame.context.pictures.trace(frame.side)),
        reads_(frame.layout.columns.front()),
        writes_(frame.layout.columns.back()) {}

  void draw() {
    if (!frame_.layout.bottleneck.empty()) {
      draw_bottleneck();
    } else if (const AttentionHeads* cross = trace_.anatomy().find(Attention::cross)) {
      draw_annotations();
      draw_weights(cross->info().path(0, 0, "weights"));
    }
  }

 private:
  float from_y(int token) const { return frame_.layout.column(0, token).top - ui_.px(6); }
  float to_y() const { return writes_.words.bottom + ui_.px(1); }

  // All that goes from the text read into the text written is one strip.
  void draw_bottleneck() {
    const std::string path = bottleneck_of(trace_);
    const Area& strip = frame_.layout.bottleneck;
    const HeatmapPtr map = frame_.context.pictures.on_scale(frame_.side, path, frame_.most);
    if (map == nullptr) return;
    const Rgb line = c_.strong_line;
    bool of_state = false;
    for (const UnrolledLane& lane : frame_.layout.lanes) {
      const int time = lane.lane.time_of(path);
      of_state = of_state || time >= 0;
      if (time < 0 || !reads_.shows(time)) continue;
      const Area cell = frame_.layout.cell(lane, time);
      draw_into(strip, cell.middle_x(), cell.top - ui_.px(4), c_.text_2, 2.5F);
    }
    // It is made of all that is read together.
    for (int token = reads_.first; !of_state && token < reads_.end(); ++token)
      draw_into(strip, reads_.x_of(token), from_y(token), line, 1.5F);
    for (int t = writes_.first; t < writes_.end(); ++t)
      ui_.curve({{strip.middle_x(), strip.top - ui_.px(3)},
                 {strip.middle_x(), strip.top - ui_.px(26)},
                 {writes_.x_of(t), to_y() + ui_.px(26)},
                 {writes_.x_of(t), to_y()}},
                line, ui_.px(1.5F));
    ui_.cells({.map = map, .rows = 1, .columns = map->columns, .area = strip, .unit = ui_.scale()});
    ui_.outline(strip.outset(ui_.px(2)), c_.ink, ui_.px(2), ui_.px(3));
    const Touch touch = ui_.item("unrolled/context", strip.outset(ui_.px(3)));
    if (touch.focused) ui_.focus_ring(strip.outset(ui_.px(4)), ui_.px(4));
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip(path);
    }
    if (touch.clicked) ui_.emit(GoToStep{path});
    say_bottleneck(strip, map->columns);
  }

  void draw_into(const Area& strip, float x, float y, Rgb colour, float thick) {
    ui_.curve({{x, y},
               {x, strip.bottom + ui_.px(24)},
               {strip.middle_x(), strip.bottom + ui_.px(30)},
               {strip.middle_x(), strip.bottom + ui_.px(3)}},
              colour, ui_.px(thick));
  }

  // At the strip's right, on the paper, so that no line runs through the words.
  void say_bottleneck(const Area& strip, int numbers) {
    const std::string count = std::to_string(numbers) + " numbers";
    const float room = std::min(frame_.layout.between.right, ui_.clip().right) - strip.right - ui_.px(14);
    const Tokenizer* const tokenizer = frame_.context.document.tokenizer();
    const std::string tokens(tokenizer == nullptr ? "words" : tokenizer->tokens_called());
    const std::vector<std::string> ways{
        "The context vector: " + count + ", all that the decoder gets of the " + std::to_string(reads_.all) +
            " " + tokens,
        count + ", all that the decoder gets", "all that the decoder gets", count};
    for (const std::string& said : ways) {
      const float wide = ui_.width(type::label_hot, said);
      if (wide > room) continue;
      const Area ground =
          Area::at(strip.right + ui_.px(10), strip.middle_y() - ui_.px(10), wide + ui_.px(8), ui_.px(20));
      ui_.fill(ground, c_.stage, ui_.px(4));
      ui_.text(ground, Align::centre, type::label_hot, c_.ink, said);
      return;
    }
  }

  // What is looked at: both directions of a token together.
  void draw_annotations() {
    for (int token = reads_.first; token < reads_.end(); ++token)
      ui_.outline(frame_.layout.column(0, token).outset(ui_.px(5)), c_.hairline, ui_.px(1), ui_.px(5));
  }

  // The written word whose row is drawn alone; -1 for all.
  int row_shown() const {
    const RecurrentLane& lane = frame_.layout.lanes[static_cast<std::size_t>(frame_.chosen.lane)].lane;
    const int focus = row_in_focus(frame_.context);
    if (focus >= 0) return focus;
    return lane.stack->stream == writes_.stream ? frame_.chosen.time : -1;
  }

  void draw_weights(const std::string& path) {
    const int only = row_shown();
    struct Pill {
      Area area;
      std::string text;
    };
    std::vector<Pill> pills;
    for (int t = writes_.first; t < writes_.end(); ++t) {
      if (only >= 0 && t != only) continue;
      const MapRows rows = frame_.context.pictures.rows(frame_.side, path, t, 1);
      if (!rows.has(t)) continue;
      for (int key = reads_.first; key < std::min(reads_.end(), rows.map->columns); ++key) {
        const int row = t - rows.first;
        if (rows.map->state(row, key) != CellState::value || rows.map->is_error(row, key)) continue;
        const float weight = rows.map->value(row, key);
        if (weight < (only >= 0 ? 0.01F : least_line)) continue;
        const ImVec2 from{writes_.x_of(t), to_y()};
        const ImVec2 to{reads_.x_of(key), from_y(key)};
        draw_link(ui_, from, to, weight, only < 0, c_.weights);
        if (only >= 0 && weight >= least_weight_named) {
          const std::string number = number_alone(weight, NumberFormat::weight);
          pills.push_back(
              {weight_pill_area(ui_, {(from.x + to.x) / 2, (from.y + to.y) / 2}, number), number});
        }
      }
    }
    for (const Pill& pill : pills) weight_pill(ui_, pill.area, pill.text, c_.weights);
  }

  const UnrolledFrame& frame_;
  Ui& ui_;
  const Palette& c_;
  const Trace& trace_;
  const UnrolledColumns& reads_;
  const UnrolledColumns& writes_;
};

}  // namespace

void draw_unrolled_between(const UnrolledFrame& frame) {
  if (!frame.layout.between.empty()) UnrolledBetween(frame).draw();
}

}  // namespace headlight
