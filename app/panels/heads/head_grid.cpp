// All heads as thumbnails on one scale: a row for each layer, or in the order of a trait.
#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "app/panels/common/colours.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/stage.h"
#include "app/panels/heads/heads.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/scroll.h"

namespace headlight {
namespace {

// The numbers of all heads of a grid, read a few in a frame: the scale is one for all of them.
struct GridRange {
  std::weak_ptr<const Trace> of;
  bool without_sink = false;
  std::size_t done = 0;  // heads, in the model's order
  ValueRange range;
};

struct Row {
  std::string title, subtitle;
  std::vector<HeadEntry> entries;
};

class HeadGrid : PanelPart {
 public:
  using PanelPart::PanelPart;

  void draw() {
    collect();
    choose_scale();
    draw_header(area_.cut_top(ui_.px(62)));
    draw_footer(area_.cut_bottom(ui_.px(78)));
    lay_out();
    scroll();
    // Outlines of the selected head reach a little beyond its cell.
    ui_.push_clip({area_.left - ui_.px(8), area_.top, area_.right, area_.bottom}, scrolls_);
    forget_pair();
    float y = area_.top + ui_.px(8) - ui_.px(at_);
    for (const Row& row : rows_) y = draw_row(row, y);
    ui_.pop_clip();
    scroll_bar(ui_, area_, tall_, ui_.px(at_));
  }

 private:
  void collect() {
    if (context_.results.model == nullptr) return;
    const Anatomy& has = context_.results.model->anatomy();
    for (const StackInfo& stack : has.stacks) {
      for (int layer = 0; layer < stack.layers; ++layer) {
        for (const AttentionHeads& each : has.attentions) {
          if (each.info().stack == stack.name) add_row(each, layer);
        }
      }
    }
    for (const Row& row : rows_) {
      for (const HeadEntry& entry : row.entries) count_ += entry.kind == HeadEntry::Kind::head ? 1 : 0;
    }
  }

  // The column that a head's picture leaves out: of a pooled one the place that stands for it.
  std::optional<int> left_out_of(const HeadEntry& entry) const {
    if (!context_.session.colour_scale.without_sink || entry.map == nullptr) return std::nullopt;
    const bool pooled =
        context_.pictures.is_long(side_, entry.weights) && entry.map->columns != entry.shape.cols;
    if (!pooled && !entry.map->column_labels.empty()) return numbers_of(ui_, entry.map).sink;
    const bool head = entry.kind == HeadEntry::Kind::head;
    const std::optional<Sink> sink = head ? context_.pictures.sink(side_, entry.path) : std::nullopt;
    return place_of_cell(entry.shape.cols, entry.map->columns, sink ? sink->key : 0);
  }

  void choose_scale() {
    const ColourScale& by = context_.session.colour_scale;
    if (!(by == ColourScale{})) {
      read_range();
      scale_ = scale_by(by, scale_, ui_.state<GridRange>().range, by.without_sink);
    }
    if (context_.session.sort_heads) sort_by(*context_.session.sort_heads);
  }

  void read_range() {
    constexpr double share_of_frame = 0.006;  // seconds
    GridRange& known = ui_.state<GridRange>();
    const TracePtr& trace = context_.pictures.trace(side_);
    const bool without = context_.session.colour_scale.without_sink;
    if (known.of.lock() != trace || known.without_sink != without) known = {trace, without, 0, {}};
    std::size_t number = 0;
    const auto began = std::chrono::steady_clock::now();
    for (const Row& row : rows_) {
      for (const HeadEntry& entry : row.entries) {
        if (entry.kind != HeadEntry::Kind::head || number++ < known.done) continue;
        const HeadEntry looked = looked_up(entry);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
        const bool soon = looked.map == nullptr || (took.count() > share_of_frame && !ui_.state().still);
        if (soon) {
          ui_.state().again = true;
          return;
        }
        known.range.add(numbers_of(ui_, looked.map).ranges, left_out_of(looked));
        ++known.done;
      }
    }
  }

  void add_row(const AttentionHeads& heads, int layer) {
    const Attention attention = heads.id;
    const std::string block = heads.info().block(layer);
    const Trace& trace = *context_.pictures.trace(side_);
    const std::string first = heads.info().path(layer, 0, "weights");
    if (trace.find(first) < 0) return;
    const Shape shape = trace.tape().node(trace.at(first)).shape;
    Row row{layer_title(attention, layer), std::string(info(attention).kind), {}};
    for (int head = 0; head < heads.in(layer); ++head) {
      const std::string path = heads.info().path(layer, head, "weights");
      row.entries.push_back({attention, layer, HeadEntry::Kind::head, head, path, path, shape});
    }
    if (heads.in(layer) > 1)
      row.entries.push_back({attention, layer, HeadEntry::Kind::mean, 0, block, first, shape});
    if (layer > 0 && has_rollout(heads, block, first)) {
      row.entries.push_back({attention, layer, HeadEntry::Kind::rollout, 0, block, first, shape});
      any_rollout_ = true;
    }
    rows_.push_back(std::move(row));
  }

  // Where no head takes part up to a layer nothing was mixed; of what is long that shows once it is made.
  bool has_rollout(const AttentionHeads& heads, const std::string& block, const std::string& weights) const {
    if (heads.info().crosses()) return false;
    if (context_.pictures.is_long(side_, weights)) return true;
    const LayerMaps* const all = context_.pictures.layer(side_, block);
    return all != nullptr && all->rollout != nullptr;
  }

  HeadEntry looked_up(HeadEntry entry) const {
    if (entry.kind == HeadEntry::Kind::head) {
      entry.map = shown_thumbnail(context_, side_, entry.path);
      entry.traits = context_.pictures.traits(side_, entry.path);
      entry.called_by = context_.pictures.called_by(side_, entry.path);
      return entry;
    }
    const LayerMaps* const all = context_.pictures.layer(side_, entry.path);
    if (all == nullptr) return entry;
    const bool mean = entry.kind == HeadEntry::Kind::mean;
    entry.map = mean ? all->mean : all->rollout;
    if (context_.session.merge_pieces)
      entry.map = context_.pictures.by_words(side_, entry.path + (mean ? ".mean" : ".rollout"), entry.map);
    if (mean) entry.layer_heads = all;
    return entry;
  }

  // One list, the largest value first; heads of which it cannot be said come last, and those that are off.
  void sort_by(Trait trait) {
    Row sorted;
    for (Row& row : rows_) {
      for (HeadEntry& entry : row.entries) {
        if (entry.kind == HeadEntry::Kind::head) sorted.entries.push_back(std::move(entry));
      }
    }
    std::map<std::string, float> values;
    for (const HeadEntry& entry : sorted.entries) {
      const HeadTraits* const traits = context_.pictures.traits(side_, entry.path);
      values[entry.path] = traits == nullptr || head_is_off(context_, side_, entry.path)
                               ? -2.0F
                               : (*traits)[trait].value_or(-1.0F);
    }
    std::stable_sort(sorted.entries.begin(), sorted.entries.end(),
                     [&](const HeadEntry& a, const HeadEntry& b) { return values[a.path] > values[b.path]; });
    rows_.clear();
    rows_.push_back(std::move(sorted));
  }

  void draw_header(const Area& area) {
    ui_.text(area.left, area.top + ui_.px(15), type::panel, c_.ink,
             count_ == 1 ? "The only head" : "All " + std::to_string(count_) + " heads");
    if (context_.pictures.two()) draw_sides(area);
    const float y = area.top + ui_.px(44);
    const float bar = level_colour_bar_width(ui_, "weight", scale_);
    if (!context_.session.sort_heads) {
      pressed_level_bar(context_, "heads/scale", area.right - bar, y, "weight", scale_);
      const float room = area.width() - bar - ui_.px(12);
      for (const char* text :
           {"In the model’s order. Click a trait to sort by it.", "Click a trait to sort by it."}) {
        if (ui_.width(type::caption, text) > room) continue;
        ui_.text(area.left, y, type::caption, c_.text_3, text);
        break;
      }
      return;
    }
    const std::string by = "Sorted by: " + std::string(info(*context_.session.sort_heads).name);
    const float x = ui_.text(area.left, y, type::label_hot, c_.ink, by) + ui_.px(12);
    const float wide = ui_.width(type::control, "By layer") + ui_.px(16);
    if (x + wide + ui_.px(12) <= area.right - bar)
      pressed_level_bar(context_, "heads/scale", area.right - bar, y, "weight", scale_);
    if (button(ui_, "heads/by layer", Area::at(x, y - ui_.px(13), wide, ui_.px(26)), "By layer",
               ButtonKind::plain))
      ui_.emit(SortHeads{});
  }

  void draw_sides(const Area& area) {
    const std::array<Choice, 2> sides = sentence_choices(context_);
    const float wide = choices_width(ui_, sides);
    const int pressed =
        choices(ui_, "heads/side", Area::at(area.right - wide, area.top, wide, ui_.px(30)), sides, side_);
    if (pressed >= 0) ui_.emit(SelectSide{pressed});
  }

  // What a mean of heads does not show, in numbers of the selected layer.
  void draw_footer(Area area) {
    const Session& session = context_.session;
    ui_.line(area.left, area.top, area.right, area.top, c_.hairline, ui_.hairline());
    area.cut_top(ui_.px(6));
    const std::string block = info(session.attention).block(session.layer);
    const LayerMaps* layer = context_.pictures.layer(side_, block);
    if (layer == nullptr) return;
    std::optional<int> row;
    if (row_in_focus(context_) >= 0) row = row_in_focus(context_);
    std::string averaging =
        layer_title(session.attention, session.layer) + ", " + std::string(info(session.attention).kind) +
        ": " +
        (layer->off == 0          ? "one head, so there is nothing to average."
         : layer->numbers.empty() ? "every head is switched off, so nothing is mixed here."
                                  : "only one head is on, so there is nothing to average.");
    if (const auto hidden = context_.pictures.hidden(side_, block, row)) {
      const auto [row_word, column_word] = words_of(*hidden);
      averaging = "What the mean hides: in " + layer_title(session.attention, session.layer) + ", head " +
                  std::to_string(layer->numbers.at(hidden->head)) + ", “" + row_word + "” takes " +
                  weight_alone(hidden->weight) + " from “" + column_word + "”; the mean " +
                  (layer->off == 0 ? "" : "of those that are on ") + "is " + weight_alone(hidden->mean) + ".";
    }
    area.cut_top(ui_.wrapped(area, type::caption, c_.text_2, averaging, ui_.px(17)));
    if (!any_rollout_) return;
    ui_.wrapped(area, type::caption, c_.text_3,
                "Rollout multiplies the layers’ mean weights, each half attention and half the word itself. "
                "It shows where something can come from, not what happens to it.",
                ui_.px(17));
  }

  std::pair<std::string, std::string> words_of(const Hidden& hidden) const {
    const Trace& trace = *context_.pictures.trace(side_);
    const Node& weights = trace.tape().node(trace.at(selected_head_path(context_.session, "weights")));
    return {trace.label(weights.label.rows, hidden.row), trace.label(weights.label.cols, hidden.column)};
  }

  void lay_out() {
    std::size_t most = 1;
    for (const Row& row : rows_) most = std::max(most, row.entries.size());
    const bool sorted = context_.session.sort_heads.has_value();
    labels_ = 0;
    if (!sorted) {
      // As wide in every model.
      labels_ = ui_.width(type::label_hot, layer_title(attentions().front().id, 0));
      for (const AttentionInfo& each : attentions())
        labels_ = std::max(labels_, ui_.width(type::caption, std::string(each.kind)));
      labels_ += ui_.px(10);
    }
    // A layer stays in one line where it can: with its name above there is room for more.
    const auto fair = [&](float room, float gap) {
      return std::floor((room + gap) / static_cast<float>(most)) - gap;
    };
    const float all = area_.width() - ui_.px(8), beside = all - labels_;
    const bool above = !sorted && fair(beside, ui_.px(14)) < ui_.px(58) && fair(all, ui_.px(8)) >= ui_.px(52);
    gap_ = ui_.px(above ? 8 : 14);
    title_ = above ? ui_.px(22) : 0;
    if (above) labels_ = 0;
    const float room = above ? all : beside;
    // A sorted list has no columns of its own: its cells are large as long as they are few.
    size_.cell = std::clamp(sorted ? ui_.px(count_ <= 24 ? 104 : 62) : fair(room, gap_),
                            ui_.px(above ? 52 : 58), ui_.px(128));
    per_line_ = std::max<std::size_t>(1, static_cast<std::size_t>((room + gap_) / (size_.cell + gap_)));
    std::size_t lines = 0;
    for (const Row& row : rows_) lines += lines_of(row);
    const float under = ui_.px(5 + 34 + 18);
    const float titles = title_ * static_cast<float>(rows_.size());
    const float fits = std::floor((area_.height() - ui_.px(12) - titles) /
                                  static_cast<float>(std::max<std::size_t>(lines, 1))) -
                       under;
    size_.thumb = std::min(size_.cell, std::max(fits, ui_.px(56)));
    line_ = size_.thumb + under;
    tall_ = ui_.px(12) + titles + line_ * static_cast<float>(lines);
  }

  void scroll() {
    scrolls_ = tall_ > area_.height();
    const std::string selected = selected_head_path(context_.session, "weights");
    const std::string order =
        context_.session.sort_heads ? std::string(info(*context_.session.sort_heads).id) : "";
    const auto in_sight = [&](float from) {
      const float top = top_of(selected) / ui_.scale();
      const float least = top + (line_ - area_.height()) / ui_.scale();
      return std::clamp(from, least, std::max(top - title_ / ui_.scale(), least));
    };
    at_ = followed(ui_, "heads",
                   {.place = area_,
                    .furthest = std::max(0.0F, (tall_ - area_.height()) / ui_.scale()),
                    .chosen = selected + order,
                    .in_sight = in_sight});
  }

  float top_of(const std::string& path) const {
    float top = 0;
    for (const Row& row : rows_) {
      top += title_;
      for (std::size_t i = 0; i < row.entries.size(); ++i) {
        if (row.entries[i].path == path) return top + line_ * static_cast<float>(i / per_line_);
      }
      top += line_ * static_cast<float>(lines_of(row));
    }
    return 0;
  }

  // The pair stays while the mouse crosses the gaps of the grid, and goes when it leaves.
  void forget_pair() {
    std::optional<HeadPair>& pair = ui_.state<PairUnderMouse>().pair;
    if (!ui_.hovered(area_)) pair.reset();
    if (pair && same_queries(pair->attention, context_.session.attention))
      ui_.state<Hover>().token = pair->row;
  }

  float draw_row(const Row& row, float y) {
    if (!row.title.empty()) {
      const bool here = !row.entries.empty() && row.entries[0].layer == context_.session.layer &&
                        row.entries[0].attention == context_.session.attention;
      const float right =
          ui_.text(area_.left, y + ui_.px(8), type::label_hot, here ? c_.ink : c_.text_2, row.title);
      const bool above = title_ > 0;
      ui_.text(above ? right + ui_.px(8) : area_.left, y + ui_.px(above ? 8 : 26), type::caption, c_.text_3,
               row.subtitle);
    }
    y += title_;
    for (std::size_t i = 0; i < row.entries.size(); ++i) {
      const float x = area_.left + labels_ + static_cast<float>(i % per_line_) * (size_.cell + gap_);
      const std::size_t below = i / per_line_;
      const float top = y + static_cast<float>(below) * line_;
      if (top < area_.bottom && top + line_ > area_.top)
        draw_head_cell(context_, coloured(looked_up(row.entries[i])), {x, top}, size_);
    }
    return y + line_ * static_cast<float>(lines_of(row));
  }

  HeadEntry coloured(HeadEntry entry) const {
    if (!(context_.session.colour_scale == ColourScale{})) entry.colouring = {scale_, left_out_of(entry)};
    return entry;
  }

  std::size_t lines_of(const Row& row) const { return (row.entries.size() + per_line_ - 1) / per_line_; }

  int side_ = stage_side(context_);
  std::vector<Row> rows_;
  int count_ = 0;
  Scale scale_{Ramp::sequential, 0, 1, "weight", {}, {}};
  HeadCellSize size_;
  float gap_ = 0, labels_ = 0, line_ = 0, tall_ = 0, at_ = 0;
  float title_ = 0;  // how tall the name above a row is; 0 where it stands beside it
  std::size_t per_line_ = 1;
  bool scrolls_ = false;
  bool any_rollout_ = false;
};

}  // namespace

void draw_head_grid(const PanelContext& context, const Area& area) { HeadGrid(context, area).draw(); }

}  // namespace headlight
