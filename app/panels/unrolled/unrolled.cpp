// The network unrolled over time: the picture, and the chosen cell opened up below it.
#include "app/panels/unrolled/unrolled.h"

#include <algorithm>
#include <cmath>

#include "app/panels/common/step_names.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/confidence.h"
#include "core/figure/numbers.h"

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

namespace {

// A sentence in the middle of the stage and below it one button, pressed or not.
bool draw_instead(Ui& ui, const Area& area, std::string_view text, std::string_view label) {
  const float wide = std::min(ui.px(620), area.width() - ui.px(48));
  const float line = ui.px(26);
  const float tall = ui.wrapped_height(type::panel, text, wide, line);
  Area box = Area::at(std::round(area.middle_x() - wide / 2),
                      std::round(area.middle_y() - (tall + ui.px(54)) / 2), wide, tall);
  ui.wrapped(box, type::panel, ui.colours().ink, text, line);
  if (ui.exporting()) return false;
  return button(ui, "instead", Area::at(box.left, box.bottom + ui.px(18), button_width(ui, label), ui.px(36)),
                label, ButtonKind::primary);
}

constexpr float least_named = 0.05F;  // bits

std::string bits_text(float bits) { return std::isfinite(bits) ? significant_text(bits, 2) : "∞"; }

// Below a bar as wide as `most` pixels: with fewer digits, or not at all, rather than cut.
std::string bits_below_bar(const Ui& ui, float bits, float most) {
  if (!std::isfinite(bits)) return "∞";
  for (const int decimals : {2, 1, 0}) {
    if (decimals == 2 && bits >= 1) continue;
    std::string text = fixed_text(bits, decimals);
    if (ui.width(type::path, text) <= most) return text;
  }
  return "";
}

}  // namespace

float surprise_height(const Ui& ui) { return ui.px(102); }

void draw_surprise(const PanelContext& context, const Area& area, int side, int first,
                   std::span<const float> x, float pitch) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Trace& trace = *context.pictures.trace(side);
  const std::vector<std::optional<float>> bits = surprise_of(trace);
  const std::optional<float> mean = mean_surprise(bits);
  if (!mean) return;
  Area rest = area;
  const Area title = rest.cut_top(ui.px(20));
  const std::string tokens(
      context.results.tokenizer() == nullptr ? "tokens" : context.results.tokenizer()->tokens_called());
  for (const std::string& said :
       {"Surprise, −log₂ P of what came next: " + bits_text(*mean) + " bits on average, perplexity " +
            significant_text(std::exp2(*mean), 3) + " over these " + tokens,
        "Surprise, −log₂ P: " + bits_text(*mean) + " bits on average"}) {
    if (ui.width(type::caption, said) > title.width()) continue;
    ui.text(title, Align::left, type::caption, c.text_2, said);
    break;
  }
  rest.cut_top(ui.px(6));
  float most = 1;
  for (const std::optional<float>& each : bits) {
    if (each && std::isfinite(*each)) most = std::max(most, *each);
  }
  const bool numbers = pitch >= ui.px(28);
  const float tall = rest.height() - (numbers ? ui.px(18) : ui.px(4));
  const float wide = std::max(ui.px(3), std::min(std::floor(pitch * 0.5F), ui.px(26)));
  ui.line(rest.left, rest.top, rest.right, rest.top, c.hairline, ui.hairline());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto token = static_cast<std::size_t>(first) + i;
    if (token >= bits.size() || !bits[token]) continue;
    const float share = std::min(*bits[token] / most, 1.0F);
    const Area bar =
        Area::at(std::round(x[i] - wide / 2), rest.top, wide, std::max(ui.px(1), std::round(share * tall)));
    ui.fill(bar, c.second_sentence, ui.px(2));
    if (numbers && *bits[token] >= least_named)
      ui.text(Area::at(x[i] - pitch / 2, bar.bottom + ui.px(1), pitch, ui.px(16)), Align::centre, type::path,
              c.text_2, bits_below_bar(ui, *bits[token], pitch - ui.px(8)));
    const Area whole = Area::at(std::round(x[i] - pitch / 2), rest.top, std::floor(pitch), rest.height());
    if (ui.hovered(whole)) {
      const std::vector<std::string>& text = trace.tokens(trace.anatomy().stacks.back().stream);
      ui.tooltip("“" + text[token] + "”: " + bits_text(*bits[token]) +
                 " bits, P = " + number_alone(std::exp2(-*bits[token]), NumberFormat::probability));
    }
  }
}

namespace {

constexpr float unrolled_heading = 46;

struct UnrolledState {
  std::string followed;  // the step that the columns were last moved to
};

// The text in one row, of a long one what fits, and how surprising each token was; cut off `area`.
void draw_text_and_surprise(const PanelContext& context, Area& area) {
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  const std::vector<std::string>& text = trace.tokens(trace.anatomy().typed());
  Area row = area.cut_bottom(surprise_height(ui) + ui.px(60)).inset(ui.px(40), 0);
  area.bottom -= ui.px(12);
  const auto all = static_cast<int>(text.size());
  const int count = unrolled_columns(row.width(), all, ui.scale());
  const float pitch = std::min(std::floor(row.width() / static_cast<float>(count)), ui.px(110));
  const float left = row.middle_x() - pitch * static_cast<float>(count) / 2;
  std::vector<float> x;
  const Area words = row.cut_top(ui.px(28));
  for (int i = 0; i < count; ++i) {
    x.push_back(std::round(left + pitch * (static_cast<float>(i) + 0.5F)));
    ui.text(Area::at(x.back() - pitch / 2, words.top, pitch, words.height()), Align::centre, type::body,
            ui.colours().ink, ui.shortened(type::body, text[i], pitch - ui.px(8)));
  }
  row.bottom -= ui.px(20);
  draw_surprise(context, row, stage_side(context), 0, x, pitch);
}

// A model that has no state to unroll: what shows time there instead, and how surprising each token was.
void draw_without_recurrence(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area stage = area;
  draw_text_and_surprise(context, stage);
  const char* const text =
      "This model passes no state from word to word. Each word reads the earlier ones through attention, and "
      "a mask hides the later ones.";
  if (!draw_instead(ui, stage, text, "See who may look at whom")) return;
  ui.emit(SelectAttention{Attention::decoder});
  ui.emit(SetView{ViewKind::lines});
}

// The time that the slider's step is of, else the last one of the last lane's text.
ChosenCell chosen_cell(const PanelContext& context, const std::vector<RecurrentLane>& lanes) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const int time = lanes[i].time_of(context.session.step);
    if (time >= 0) return {static_cast<int>(i), time};
  }
  const AttentionInfo& about = info(context.session.attention);
  for (std::size_t i = lanes.size(); i-- > 0;) {
    if (lanes[i].stack->stream == about.asks && context.session.token >= 0)
      return {static_cast<int>(i), std::min(context.session.token, lanes[i].times - 1)};
  }
  return {0, lanes.front().backwards ? 0 : lanes.front().times - 1};
}

void step_to(const PanelContext& context, const RecurrentLane& lane, int time) {
  context.ui.emit(GoToStep{lane.at(std::clamp(time, 0, lane.times - 1), "state")});
}

// Where each stream's columns begin: moved with the wheel, and to a chosen time out of sight.
std::vector<int> first_columns(const PanelContext& context, const Area& area,
                               const std::vector<RecurrentLane>& lanes, const ChosenCell& chosen) {
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  UnrolledState& state = ui.state<UnrolledState>();
  const bool moved = state.followed != context.session.step;
  state.followed = context.session.step;
  std::vector<int> first;
  for (const StackInfo& stack : trace.anatomy().stacks) {
    const auto all = static_cast<int>(trace.tokens(stack.stream).size());
    const int count = unrolled_columns(area.width(), all, ui.scale());
    float& at = ui.state().scroll[stack.stream == Stream::source ? "unrolled/source" : "unrolled/target"];
    if (all > count) at -= ui.wheel(area, Ui::Way::across) * 2;
    const RecurrentLane& lane = lanes[chosen.lane];
    const bool own = lane.stack->stream == stack.stream;
    if (own && moved && (chosen.time < static_cast<int>(at) || chosen.time >= static_cast<int>(at) + count))
      at = static_cast<float>(chosen.time) - static_cast<float>(count) / 2;
    at = std::clamp(at, 0.0F, static_cast<float>(all - count));
    first.push_back(static_cast<int>(at));
  }
  return first;
}

std::string about_stacks(const Trace& trace) {
  std::string text;
  for (const StackInfo& stack : trace.anatomy().stacks) {
    if (!stack.recurrence) continue;
    const std::string cells = std::string(title_of(stack.recurrence->cell));
    text += (text.empty() ? "" : " · ") +
            (stack.title == title_of(stack.recurrence->cell) ? "" : std::string(stack.title) + ": ") + cells +
            (stack.recurrence->both_ways ? " in both directions" : "") +
            (stack.layers > 1 ? ", " + std::to_string(stack.layers) + " layers" : "");
  }
  return text;
}

void draw_unrolled_heading(const UnrolledFrame& frame, const Area& area) {
  Ui& ui = frame.context.ui;
  const Palette& c = ui.colours();
  Area row = area;
  row.cut_left(draw_side_choice(frame.context, {row.left - ui.px(24), row.top, row.right, row.bottom}));
  float x = ui.text(row.left, row.middle_y(), type::label_hot, c.ink,
                    about_stacks(*frame.context.pictures.trace(frame.side))) +
            ui.px(16);
  const Scale scale{Ramp::diverging, -frame.most, frame.most, "", {}, {}};
  for (const char* label : {"A strip is a state, from its first number down:", "A strip is a state:"}) {
    const float bar = level_colour_bar_width(ui, label, scale);
    if (x + bar > row.right) continue;
    level_colour_bar(ui, row.right - bar, row.middle_y(), label, scale);
    row.right -= bar + ui.px(16);
    break;
  }
  const UnrolledColumns& columns = frame.layout.columns.front();
  const int shown = columns.end() - columns.first;
  if (shown == columns.all) return;
  const std::string some = "Times " + count_text(columns.first) + " to " + count_text(columns.end() - 1) +
                           " of " + count_text(columns.all) + "; scroll for others.";
  if (x + ui.width(type::caption, some) <= row.right)
    ui.text(x, row.middle_y(), type::caption, c.text_3, some);
}

}  // namespace

std::string lane_title(const RecurrentLane& lane) {
  const std::string cell(title_of(lane.stack->recurrence->cell));
  const std::string name(lane.stack->title);
  return cell + " cell" + (name == cell ? "" : " of the " + std::string(lane.stack->name)) +
         (lane.stack->layers > 1 ? ", layer " + std::to_string(lane.layer) : "") +
         (lane.backwards ? ", backwards" : "");
}

void draw_unrolled(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  const std::vector<RecurrentLane> lanes = recurrent_lanes(trace);
  if (lanes.empty()) return draw_without_recurrence(context, area);
  Area stage = area.inset(ui.px(area.width() >= ui.px(1280) ? 40 : 24), 0);
  if (const float widest = ui.px(1480); stage.width() > widest)
    stage = Area::at(std::round(stage.middle_x() - widest / 2), stage.top, widest, stage.height());
  const Area heading = stage.cut_top(ui.px(unrolled_heading));
  stage.cut_bottom(ui.px(10));

  const ChosenCell chosen = chosen_cell(context, lanes);
  const RecurrentLane& lane = lanes[chosen.lane];
  if (const int by = ui.take(Key::down) - ui.take(Key::up); by != 0) step_to(context, lane, chosen.time + by);

  // One stream leaves more room to its cell than two.
  const bool two = trace.anatomy().stacks.size() > 1;
  const Area opened = stage.cut_bottom(
      std::clamp(std::round(stage.height() * (two ? 0.36F : 0.52F)), ui.px(150), ui.px(two ? 300 : 460)));
  stage.cut_bottom(ui.px(8));
  const bool says_next = trace.anatomy().answer == AnswerKind::next_token;
  Area surprise;
  if (says_next) surprise = stage.cut_bottom(surprise_height(ui));
  // At both ends stands what the first cells begin with, at the left the names of the rows of words.
  Area picture = stage.inset(ui.px(16), 0);
  picture.left = stage.left + row_names_width(ui, says_next);
  UnrolledFrame frame{.context = context,
                      .layout = lay_out_unrolled({.trace = trace,
                                                  .area = picture,
                                                  .unit = ui.scale(),
                                                  .first = first_columns(context, picture, lanes, chosen)}),
                      .side = stage_side(context),
                      .chosen = chosen};
  float most = 0;
  for (const RecurrentLane& each : lanes)
    most = std::max(most, context.pictures.usual_most(frame.side, each.states()));
  frame.most = most > 0 ? most : 1;
  draw_unrolled_heading(frame, heading);
  ui.push_clip({area.left, stage.top, area.right, stage.bottom}, true);
  draw_unrolled_between(frame);
  draw_unrolled_cells(frame);
  ui.pop_clip();
  const UnrolledColumns& read = frame.layout.columns.back();
  if (says_next) draw_surprise(context, surprise, frame.side, read.first, read.x, read.pitch);
  ui.line(opened.left, opened.top, opened.right, opened.top, ui.colours().hairline, ui.hairline());
  draw_opened_cell(frame, {opened.left, opened.top + ui.px(8), opened.right, opened.bottom});
}

}  // namespace headlight
