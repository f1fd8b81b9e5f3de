#include "app/panels/lines/lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "app/panels/common/interventions.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/shown_words.h"
#include "app/widgets/controls.h"
#include "core/text/tokenizers/subwords.h"

namespace headlight {
namespace {

// Sentences as chips, attention as lines between them. Two sentences mirror each other: the first one's lines
// go up, the second one's down. Where one stream asks another the two stand in two rows with the lines
// between them. With several heads each has a colour, and its number on its lines.

// Of a sentence with more, only the words in sight have lines, each the heaviest ones, so many.
constexpr int most_words_with_all_lines = 64;
constexpr float least_key_named = 0.05F;

class Lines : PanelPart {
 public:
  using PanelPart::PanelPart;

  void draw() {
    const float room = rows_.side_room();
    const Area inner{area_.left + room, area_.top, area_.right - room, area_.bottom};
    ui_.push_clip(rows_.scrolls() ? inner : area_, rows_.scrolls());
    for (int side = 0; side < 2; ++side) draw_curves(side);
    ui_.pop_clip();
    draw_attention_chips(context_, area_, rows_);
    ui_.push_clip(rows_.scrolls() ? inner : area_, rows_.scrolls());
    for (int side = 0; side < 2; ++side) draw_pills(side);
    ui_.pop_clip();
    say_what_is_left_out();
  }

 private:
  bool several() const { return heads_.size() > 1; }

  void say_what_is_left_out() {
    const int side = context_.session.side;
    const ChipRow* const asks = rows_.row_of(side, true);
    if (rows_.cross() || asks == nullptr || std::ssize(asks->words) <= most_words_with_all_lines) return;
    const int focus = rows_.focus_of(side);
    const std::string heaviest = "the " + std::to_string(most_words_with_all_lines) + " heaviest lines of ";
    const std::string said =
        focus < 0 ? "lines of the words shown; point at one"
        : queries_[side].size() > 1
            ? heaviest + "each of the " + std::to_string(queries_[side].size()) + " words selected"
            : heaviest + "“" + asks->words[focus] + "” (" + std::to_string(focus) + ")" +
                  heaviest_keys(side, focus);
    const float top = area_.top + (rows_.buttons_apart() ? ui_.px(34) : 0);
    line_of_text(ui_, {area_.left, top + ui_.px(2), area_.right, top + ui_.px(18)}, type::caption, c_.text_3,
                 said);
  }

  // Most of them end out of sight: ": 0.72 “P” (108), 0.21 “A” (171)".
  std::string heaviest_keys(int side, int focus) const {
    const MapRows read =
        context_.pictures.rows(side, selected_head_path(context_.session, "weights"), focus, 1);
    if (!read.has(focus)) return "";
    const Heatmap& map = *read.map;
    const int row = focus - read.first;
    std::vector<int> keys;
    for (int key = 0; key < map.columns; ++key) {
      if (map.state(row, key) == CellState::value && map.value(row, key) >= least_key_named)
        keys.push_back(key);
    }
    std::stable_sort(keys.begin(), keys.end(),
                     [&](int a, int b) { return map.value(row, a) > map.value(row, b); });
    constexpr std::size_t most = 3;
    std::string said;
    for (const int key : std::span(keys).first(std::min(keys.size(), most)))
      said += (said.empty() ? ": " : ", ") + weight_alone(map.value(row, key)) + " “" +
              map.column_label(key) + "” (" + std::to_string(key) + ")";
    return said;
  }

  Rgb colour_of_line(int side, const ShownHead& head) const {
    // A head that takes no part moves nothing along its lines.
    if (head_is_off(context_, side, head.weights)) return c_.strong_line;
    if (several()) return head.colour;
    return c_.sentence(side);
  }

  // How wide a line is: as wide as its weight; of numbers that are no shares in proportion to the largest.
  float drawn(int side, float weight) const {
    const auto& given = context_.pictures.trace(side)->anatomy().given;
    return !given || given->are_shares() ? weight : weight / std::max(given->high, 1e-30F);
  }
  // What stands on it.
  std::string number_of(int side, float weight) const {
    const auto& given = context_.pictures.trace(side)->anatomy().given;
    return number_alone(weight, !given || given->are_shares() ? NumberFormat::weight : NumberFormat::value);
  }

  // Lines of several heads between the same words run side by side.
  float shift_of(std::size_t head) const {
    const auto count = static_cast<float>(heads_.size());
    const float step = std::min(ui_.px(7), ui_.px(28) / count);
    return (static_cast<float>(head) - (count - 1) / 2) * step;
  }

  struct Line {
    const ChipRow& from;
    const ChipRow& to;
    int query, key;
    float weight;
    std::size_t head;
  };

  // The words of a side whose lines are drawn: the selected ones, else all, of many those in sight.
  std::vector<int> asking_words(int side, const ChipRow& from) const {
    if (!queries_[side].empty()) return queries_[side];
    const auto count = static_cast<int>(from.words.size());
    const auto [first, end] =
        count <= most_words_with_all_lines ? AttentionRows::Places{0, count} : rows_.in_sight(from);
    std::vector<int> words;
    for (int place = first; place < end; ++place) words.push_back(place);
    return words;
  }

  // Of many keys the heaviest alone: the weight from which on a row's lines are drawn.
  static float least_of_row(const Heatmap& map, int row) {
    if (map.columns <= most_words_with_all_lines) return 0;
    std::vector<float> weights;
    weights.reserve(map.columns);
    for (int key = 0; key < map.columns; ++key) {
      if (map.state(row, key) == CellState::value && !map.is_error(row, key))
        weights.push_back(map.value(row, key));
    }
    if (weights.size() <= most_words_with_all_lines) return 0;
    const auto last = weights.begin() + (most_words_with_all_lines - 1);
    std::nth_element(weights.begin(), last, weights.end(), std::greater<>());
    return *last;
  }

  // Calls `visit` for every line of a side.
  template <typename Visit>
  void each_line(int side, Visit visit) const {
    const ChipRow* from = rows_.row_of(side, true);
    const ChipRow* to = rows_.row_of(side, false);
    if (from == nullptr || to == nullptr) return;
    const std::vector<int> queries = asking_words(side, *from);
    if (words_[side].merged()) return each_line_of_words(side, queries, *from, *to, visit);
    // Read in blocks, so that scrolling does not read others in each frame.
    constexpr int block = 32;
    const bool one = queries.size() == 1;
    for (std::size_t head = 0; head < heads_.size(); ++head) {
      MapRows read;
      for (const int query : queries) {
        if (!read.has(query))
          read = context_.pictures.rows(side, heads_[head].weights, one ? query : query / block * block,
                                        one ? 1 : block);
        if (read.has(query)) visit_row(read, query, Line{*from, *to, query, 0, 0, head}, visit);
      }
    }
  }
  // The same where pieces stand together: a line for every pair of words.
  template <typename Visit>
  void each_line_of_words(int side, const std::vector<int>& queries, const ChipRow& from, const ChipRow& to,
                          Visit visit) const {
    const ShownPlaces& words = words_[side];
    for (std::size_t head = 0; head < heads_.size(); ++head) {
      const HeatmapPtr map = shown_map(context_, side, heads_[head].weights);
      if (map == nullptr) continue;
      int last = -1;
      for (const int query : queries) {
        const int row = words.row_of(query);
        if (std::exchange(last, row) == row) continue;
        for (int key = 0; key < map->columns; ++key) {
          if (map->state(row, key) == CellState::value && !map->is_error(row, key))
            visit(Line{from, to, query, words.token_of_column(key), map->value(row, key), head});
        }
      }
    }
  }
  template <typename Visit>
  static void visit_row(const MapRows& read, int query, Line line, Visit visit) {
    const Heatmap& map = *read.map;
    const int row = query - read.first;
    const float least = least_of_row(map, row);
    for (int key = 0; key < map.columns; ++key) {
      if (map.state(row, key) != CellState::value || map.is_error(row, key) || map.value(row, key) < least)
        continue;
      line.key = key;
      line.weight = map.value(row, key);
      visit(line);
    }
  }

  // The middle of a word's pieces.
  float middle_of(const ChipRow& row, const std::vector<int>& pieces) const {
    return (rows_.x_of(row, pieces.front()) + rows_.x_of(row, pieces.back())) / 2;
  }
  float x_from(const Line& line) const {
    const ShownPlaces& words = words_[line.from.side];
    return shift_of(line.head) + (words.merged() ? middle_of(line.from, words.row_with(line.query))
                                                 : rows_.x_of(line.from, line.query));
  }
  float x_to(const Line& line) const {
    const ShownPlaces& words = words_[line.to.side];
    return shift_of(line.head) +
           (words.merged() ? middle_of(line.to, words.column_with(line.key)) : rows_.x_of(line.to, line.key));
  }

  void draw_curves(int side) {
    const bool all = queries_[side].empty();
    // With a word in focus the others' lines would only be in its way; the more heads, the less of each.
    float least = all ? 0.05F : 0.0F;
    if (several()) least = std::max(least, std::min(0.02F * static_cast<float>(heads_.size()), 0.1F));
    const ChipRow* const asks = rows_.row_of(side, true);
    const ArcField field = asks == nullptr || rows_.cross() ? ArcField{} : rows_.field_of(*asks);
    each_line(side, [&](const Line& line) {
      const float wide = drawn(side, line.weight);
      if (!(wide >= least)) return;
      const Rgb colour = colour_of_line(side, heads_[line.head]);
      if (rows_.cross()) {
        const bool down = line.from.top < line.to.top;
        const float tall = rows_.chip_height();
        draw_link(ui_, {x_from(line), down ? line.from.top + tall : line.from.top},
                  {x_to(line), down ? line.to.top : line.to.top + tall}, wide, all, colour);
      } else {
        draw_arc(ui_, field, {x_from(line), x_to(line), wide, all}, colour);
      }
    });
  }

  // Where a number may stand: on its line, or with several heads close by: further out, or to the side.
  std::vector<ImVec2> places_of(ImVec2 at, const std::string& text, int side) const {
    const Area wanted = weight_pill_area(ui_, at, text);
    const float wide = wanted.width() + ui_.px(3);
    const float out = (rows_.two() && side == 1 ? 1.0F : -1.0F) * (wanted.height() + ui_.px(2));
    const Area inner = area_.inset(rows_.side_room(), 0);
    std::vector<ImVec2> places{at};
    if (!several()) return places;
    for (const ImVec2 step : {ImVec2{0, 1}, {1, 0}, {-1, 0}, {1, 1}, {-1, 1}}) {
      const Area area = wanted.moved(step.x * wide, step.y * out);
      const bool inside = area.left >= inner.left && area.right <= inner.right && area.top >= inner.top &&
                          area.bottom <= inner.bottom;
      if (inside && !(rows_.cross() && step.y != 0))
        places.emplace_back(at.x + step.x * wide, at.y + step.y * out);
    }
    return places;
  }

  void draw_pills(int side) {
    if (queries_[side].empty()) return;
    std::vector<WeightPill> pills;
    each_line(side, [&](const Line& line) {
      const float wide = drawn(side, line.weight);
      if (!(wide >= least_weight_named)) return;
      const ShownHead& head = heads_[line.head];
      const bool off = head_is_off(context_, side, head.weights);
      const std::string text = (several() ? "h" + std::to_string(head.head) + " " : "") +
                               (off ? "off" : number_of(side, line.weight));
      const ImVec2 at = rows_.cross() ? ImVec2{(x_from(line) + x_to(line)) / 2,
                                               (line.from.top + line.to.top + rows_.chip_height()) / 2}
                                      : apex(rows_.field_of(line.from), {x_from(line), x_to(line), wide});
      const Rgb colour = colour_of_line(side, head);
      pills.push_back({wide, text, off ? c_.text_2 : colour, places_of(at, text, side), colour});
    });
    draw_weight_pills(ui_, std::move(pills));
  }

  AttentionRows rows_{context_, area_};
  std::array<std::vector<int>, 2> queries_{rows_.queries_of(0), rows_.queries_of(1)};
  std::vector<ShownHead> heads_ = heads_shown(context_);
  std::array<ShownPlaces, 2> words_{ShownPlaces(context_, 0, heads_.front().weights),
                                    ShownPlaces(context_, 1, heads_.front().weights)};
};

}  // namespace

void draw_attention_lines(const PanelContext& context, const Area& area) { Lines(context, area).draw(); }

namespace {

constexpr float most_lines_height = 420;

// Two rows of words, or the four of two sentences that ask others; on a narrow stage with buttons above and
// below them.
float least_lines_height(const PanelContext& context, float width) {
  const bool four_rows = info(context.session.attention).crosses() && context.pictures.two();
  const bool narrow = width < context.ui.px(560);
  return context.ui.px((four_rows ? 196.0F : narrow ? 188.0F : 142.0F) + (narrow ? 72.0F : 0.0F));
}

// What stands around lines and maps: on a low stage less.
struct Margins {
  explicit Margins(const Ui& ui, float height)
      : top(ui.px(is_low(ui, height) ? 8 : 14)),
        foot(ui.px(is_low(ui, height) ? 6 : 14)),
        above_answer(ui.px(is_low(ui, height) ? 6 : 12)) {}
  static bool is_low(const Ui& ui, float height) { return height < ui.px(640); }
  float top, foot, above_answer;
  float all() const { return top + foot + above_answer; }
};

}  // namespace

float lines_height(const PanelContext& context, float width) {
  const Ui& ui = context.ui;
  const Area stage = stage_within(ui, {0, 0, width, 0});
  const float maps = context.session.presenting ? 0 : maps_height(context, stage.width());
  const float lines = least_lines_height(context, stage.width());
  return Margins(ui, 0).all() + head_picker_height(ui, stage.width()) + lines + maps +
         answer_height(context, stage.width());
}

void draw_lines(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area stage = stage_within(ui, area);
  const Margins margins(ui, area.height());
  stage.cut_top(margins.top);
  draw_head_picker(context, stage.cut_top(head_picker_height(ui, stage.width())));
  stage.cut_bottom(margins.foot);
  const Area answer = stage.cut_bottom(answer_height(context, stage.width()));
  ui.line(stage.left, answer.top, stage.right, answer.top, ui.colours().hairline, ui.hairline());
  stage.cut_bottom(margins.above_answer);

  // The lines get what the maps do not need, within bounds; both shrink together on a low screen.
  const float room = stage.height();
  const bool four_rows = info(context.session.attention).crosses();
  const float left = room - maps_height(context, stage.width());
  const float lines = std::clamp(std::min(std::round(room * (four_rows ? 0.48F : 0.39F)), left),
                                 least_lines_height(context, stage.width()), ui.px(most_lines_height));
  draw_attention_lines(context, stage.cut_top(lines));
  draw_maps(context, stage);
  draw_answer(context, answer);

  follow_hovered_row(ui);
}

namespace {

// The text last pointed at, as it is cut: it can be long.
struct CutUnderMouse {
  std::string model, text;
  std::vector<CutToken> tokens;
};

const std::vector<CutToken>& cut_tokens(const PanelContext& context, int side) {
  static const std::vector<CutToken> none;
  const std::string& name = context.session.model_of(context.results.pair.run(side));
  const UsedModel* const used = context.results.used(name);
  if (used == nullptr || used->model == nullptr) return none;
  const std::string& text = context.results.side(side).text;
  CutUnderMouse& cut = context.ui.state<CutUnderMouse>();
  if (cut.model != name || cut.text != text) {
    cut = {name, text, {}};
    try {
      cut.tokens = cut_text(used->model->tokenizer(), text);
    } catch (const std::invalid_argument&) {
      // What is on stage was read before.
    }
  }
  return cut.tokens;
}

}  // namespace

std::vector<RichText> tokens_in_words(const PanelContext& context, int side, Stream stream,
                                      const std::vector<int>& tokens) {
  const TracePtr& trace = context.pictures.trace(side);
  if (trace == nullptr || stream != trace->anatomy().typed()) return {};
  const Trace::Words& words = trace->words();
  const auto& pieces = stream == Stream::source ? words.source_pieces : words.target_pieces;
  const std::vector<int>& ids = stream == Stream::source ? words.source_ids : words.target_ids;
  if (pieces == nullptr) return {};
  const std::vector<CutToken>& cut = cut_tokens(context, side);
  std::vector<RichText> lines;
  for (const int token : tokens) {
    if (token < 0 || token >= std::ssize(cut) || token >= std::ssize(ids)) continue;
    const CutToken& of_text = cut[token];
    if (of_text.id == ids[token]) lines.emplace_back(described(of_text));
  }
  return lines;
}

void say_label(const PanelContext& context, int side, const std::string& path, const std::optional<int>& row,
               const std::optional<int>& column) {
  const TracePtr& trace = context.pictures.trace(side);
  const int node = trace == nullptr ? -1 : trace->find(path);
  if (node < 0 || (!row && !column)) return;
  const ShownPlaces shown(context, side, path);
  const Label& label = trace->label(node);
  const AxisInfo& axis = info(row ? label.rows : label.cols);
  if (axis.kind != AxisKind::tokens) return;
  std::vector<RichText> lines = tokens_in_words(
      context, side, axis.stream,
      row ? shown.row_with(shown.token_of_row(*row)) : shown.column_with(shown.token_of_column(*column)));
  if (column)
    lines.emplace_back(
        std::vector<TextRun>{{"Shift-click several words to add up what they get", Role::text_3}});
  else if (context.session.token >= 0)
    lines.emplace_back(std::vector<TextRun>{{"Shift-click: this word too", Role::text_3}});
  if (!lines.empty()) context.ui.tooltip(lines);
}

}  // namespace headlight
