// The cells of the unrolled network: each state a strip of colours, arrows from time to time, words below and
// above.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/panels.h"
#include "app/panels/common/step_names.h"
#include "app/panels/unrolled/unrolled.h"
#include "app/widgets/arcs.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

void small_arrow(Ui& ui, ImVec2 from, ImVec2 to, Rgb colour) {
  const float dx = to.x - from.x;
  const float dy = to.y - from.y;
  const float length = std::hypot(dx, dy);
  if (length < ui.px(5)) return;
  const ImVec2 along{dx / length, dy / length};
  const float head = ui.px(4);
  const ImVec2 base{to.x - along.x * head, to.y - along.y * head};
  ui.line(from.x, from.y, base.x, base.y, colour, ui.px(1.5F));
  ui.polygon(std::array<ImVec2, 3>{{to,
                                    {base.x - along.y * head * 0.7F, base.y + along.x * head * 0.7F},
                                    {base.x + along.y * head * 0.7F, base.y - along.x * head * 0.7F}}},
             colour);
}

constexpr const char* reads_name = "reads";
const char* next_name(bool predicts) { return predicts ? "predicts" : "writes"; }

class UnrolledCells : PanelPart {
 public:
  explicit UnrolledCells(const UnrolledFrame& frame)
      : PanelPart(frame.context), frame_(frame), trace_(*frame.context.pictures.trace(frame.side)) {}

  void draw() {
    for (std::size_t i = 0; i < frame_.layout.columns.size(); ++i) draw_arrows_up(static_cast<int>(i));
    for (std::size_t i = 0; i < frame_.layout.lanes.size(); ++i) draw_lane(static_cast<int>(i));
    for (std::size_t i = 0; i < frame_.layout.columns.size(); ++i) draw_words(static_cast<int>(i));
  }

 private:
  const UnrolledColumns& columns_of(const UnrolledLane& lane) const {
    return frame_.layout.columns[lane.columns];
  }
  bool is_chosen(int lane, int time) const {
    return lane == frame_.chosen.lane && time == frame_.chosen.time;
  }

  // From the word into its cells, from a layer to the one above, and from the topmost to what is written.
  void draw_arrows_up(int number) const {
    const UnrolledColumns& columns = frame_.layout.columns[number];
    const bool has_lane = std::any_of(frame_.layout.lanes.begin(), frame_.layout.lanes.end(),
                                      [number](const UnrolledLane& lane) { return lane.columns == number; });
    for (int token = columns.first; has_lane && token < columns.end(); ++token) {
      const Area all = frame_.layout.column(number, token);
      const float x = columns.x_of(token);
      small_arrow(ui_, {x, columns.words.top}, {x, all.bottom + ui_.px(1)}, c_.strong_line);
      if (!columns.next.empty()) small_arrow(ui_, {x, all.top}, {x, columns.next.bottom}, c_.strong_line);
    }
    for (std::size_t i = 0; i + 1 < frame_.layout.lanes.size(); ++i) {
      const UnrolledLane& below = frame_.layout.lanes[i];
      const UnrolledLane& above = frame_.layout.lanes[i + 1];
      if (below.columns != number || above.columns != number || above.lane.backwards) continue;
      for (int token = columns.first; token < columns.end(); ++token) {
        const float x = columns.x_of(token);
        small_arrow(ui_, {x, below.row.top}, {x, above.row.bottom}, c_.strong_line);
      }
    }
  }

  void draw_lane(int number) {
    const UnrolledLane& lane = frame_.layout.lanes[number];
    const UnrolledColumns& columns = columns_of(lane);
    const HeatmapPtr map =
        context_.pictures.transposed_on_scale(frame_.side, lane.lane.states(), frame_.most);
    const float y = lane.row.middle_y();
    for (int time = columns.first; time < columns.end(); ++time) {
      const Area cell = frame_.layout.cell(lane, time);
      const int before = lane.lane.backwards ? time + 1 : time - 1;
      if (before >= 0 && before < lane.lane.times) draw_arrow_in_time(lane, columns, time, before, y);
      if (map != nullptr) draw_state(number, lane, time, cell, map);
    }
  }

  void draw_arrow_in_time(const UnrolledLane& lane, const UnrolledColumns& columns, int time, int before,
                          float y) const {
    const float step = lane.lane.backwards ? columns.pitch : -columns.pitch;
    const float from = columns.shows(before) ? columns.x_of(before) : columns.x_of(time) + step * 0.7F;
    const float edge = (frame_.layout.strip / 2 + ui_.px(2)) * (step < 0 ? 1.0F : -1.0F);
    small_arrow(ui_, {columns.shows(before) ? from + edge : from, y}, {columns.x_of(time) - edge, y},
                c_.text_2);
  }

  void draw_state(int number, const UnrolledLane& lane, int time, const Area& cell, const HeatmapPtr& map) {
    const std::string path = lane.lane.at(time, "state");
    ui_.cells({.map = map,
               .row = 0,
               .column = time,
               .rows = map->rows,
               .columns = 1,
               .area = cell,
               .unit = ui_.scale()});
    const bool chosen = is_chosen(number, time);
    if (!chosen) ui_.outline(cell, c_.hairline, ui_.hairline());
    const Touch touch = ui_.item("unrolled/" + lane.lane.path + "/" + std::to_string(time), cell);
    if (chosen) ui_.outline(cell.outset(ui_.px(3)), c_.ink, ui_.px(2), ui_.px(4));
    if (touch.focused) ui_.focus_ring(cell.outset(ui_.px(2)), ui_.px(4));
    if (touch.hovered) {
      ui_.hand();
      if (!chosen) ui_.outline(cell.outset(ui_.px(3)), c_.strong_line, ui_.px(1.5F), ui_.px(4));
      const int number_at = std::clamp(
          static_cast<int>((ui_.mouse().y - cell.top) / cell.height() * static_cast<float>(map->rows)), 0,
          map->rows - 1);
      ui_.tooltip(std::vector<RichText>{
          RichText(std::vector<TextRun>{
              {map->column_label(time), Role::ink, true},
              {"  " + lane_title(lane.lane) + ", number " + std::to_string(number_at) + "  ", Role::text_2},
              {value_text(map->value(number_at, time)), Role::ink, true}}),
          RichText(std::vector<TextRun>{{path, Role::text_3}})});
    }
    if (touch.clicked) ui_.emit(GoToStep{path});
  }

  // In a row the words share the room: each has that of its column.
  void draw_words(int number) {
    const UnrolledColumns& columns = frame_.layout.columns[number];
    const std::vector<std::string>& read = trace_.tokens(columns.stream);
    const std::vector<std::string>& next = trace_.words().next;
    const bool asks = info(context_.session.attention).asks == columns.stream;
    draw_row_name(columns, columns.words, reads_name);
    if (!columns.next.empty())
      draw_row_name(columns, columns.next, next_name(trace_.anatomy().answer == AnswerKind::next_token));
    for (int token = columns.first; token < columns.end(); ++token) {
      const auto at = static_cast<std::size_t>(token);
      const float left = std::round(columns.x_of(token) - columns.pitch / 2) + ui_.px(1);
      const float wide = columns.pitch - ui_.px(2);
      const Area word{left, columns.words.top, left + wide, columns.words.bottom};
      draw_word(word, read[at], number, token, asks && token == context_.session.token);
      if (columns.next.empty() || at >= next.size()) continue;
      const Area written{left, columns.next.top, left + wide, columns.next.bottom};
      ui_.text(written, Align::centre, type::label_hot, c_.ink,
               ui_.shortened(type::label_hot, next[at], wide));
      if (ui_.hovered(written)) ui_.tooltip("Most probable after “" + read[at] + "”: “" + next[at] + "”");
    }
  }

  void draw_row_name(const UnrolledColumns& columns, const Area& row, const char* name) const {
    if (columns.x.empty()) return;
    const float right = columns.x.front() - columns.pitch / 2 - ui_.px(6);
    ui_.text({right - ui_.width(type::caption, name), row.top, right, row.bottom}, Align::left, type::caption,
             c_.text_3, name);
  }

  void draw_word(const Area& area, const std::string& word, int number, int token, bool focus) {
    const Touch touch =
        ui_.item("unrolled/word/" + std::to_string(number) + "/" + std::to_string(token), area);
    const Type face = focus ? type::label_hot : type::label;
    const std::string shown = ui_.shortened(face, word, area.width());
    if (focus) {
      const float wide = std::min(ui_.width(face, shown) + ui_.px(10), area.width());
      ui_.fill(Area::at(std::round(area.middle_x() - wide / 2), area.top, wide, area.height()), c_.focus,
               ui_.px(5));
    }
    ui_.text(area, Align::centre, face,
             focus           ? palette(Theme::light).ink
             : touch.hovered ? c_.ink
                             : c_.text_2,
             shown);
    if (touch.focused) ui_.focus_ring(area, ui_.px(5));
    if (touch.hovered) {
      ui_.hand();
      if (shown != word) ui_.tooltip(word);
      if (info(context_.session.attention).asks == frame_.layout.columns[number].stream)
        ui_.state<Hover>().token = token;
    }
    if (touch.clicked) choose(number, token);
  }

  // The word's time, in the lane that is open where it is of these columns.
  void choose(int number, int token) const {
    const UnrolledColumns& columns = frame_.layout.columns[number];
    if (info(context_.session.attention).asks == columns.stream)
      ui_.emit(SelectToken{context_.session.token == token ? -1 : token});
    const std::vector<UnrolledLane>& lanes = frame_.layout.lanes;
    const auto open = static_cast<std::size_t>(frame_.chosen.lane);
    const auto of_columns = lanes[open].columns == number
                                ? lanes.begin() + static_cast<std::ptrdiff_t>(open)
                                : std::find_if(lanes.begin(), lanes.end(), [&](const UnrolledLane& lane) {
                                    return lane.columns == number;
                                  });
    if (of_columns != lanes.end()) ui_.emit(GoToStep{of_columns->lane.at(token, "state")});
  }

  const UnrolledFrame& frame_;
  const Trace& trace_;
};

}  // namespace

float row_names_width(const Ui& ui, bool predicts) {
  return std::max(ui.width(type::caption, reads_name), ui.width(type::caption, next_name(predicts))) +
         ui.px(10);
}

void draw_unrolled_cells(const UnrolledFrame& frame) { UnrolledCells(frame).draw(); }

// What the decoder is given of the text read: one vector, or with attention the weights of every state.

namespace {

constexpr float least_line = 0.05F;

class UnrolledBetween : PanelPart {
 public:
  explicit UnrolledBetween(const UnrolledFrame& frame)
      : PanelPart(frame.context),
        frame_(frame),
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
    const HeatmapPtr map = context_.pictures.on_scale(frame_.side, path, frame_.most);
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
    const std::string count = count_text(numbers) + " numbers";
    const float room = std::min(frame_.layout.between.right, ui_.clip().right) - strip.right - ui_.px(14);
    const Tokenizer* const tokenizer = context_.results.tokenizer();
    const std::string tokens(tokenizer == nullptr ? "words" : tokenizer->tokens_called());
    const std::vector<std::string> ways{
        "The context vector: " + count + ", all that the decoder gets from the " + count_text(reads_.all) +
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
    const RecurrentLane& lane = frame_.layout.lanes[frame_.chosen.lane].lane;
    const int focus = row_in_focus(context_);
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
      const MapRows rows = context_.pictures.rows(frame_.side, path, t, 1);
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
  const Trace& trace_;
  const UnrolledColumns& reads_;
  const UnrolledColumns& writes_;
};

}  // namespace

void draw_unrolled_between(const UnrolledFrame& frame) {
  if (!frame.layout.between.empty()) UnrolledBetween(frame).draw();
}

}  // namespace headlight
