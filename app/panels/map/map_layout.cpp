#include "app/panels/map/map_layout.h"

#include <algorithm>
#include <array>

namespace headlight {
namespace {

using Kind = MapBlock::Kind;

// Units. Gaps and blocks stretch together with the room there is.
constexpr float label_width = 74, lane = 30, frame_pad = 10, widest_column = 600;
constexpr float thin = 23, plain = 30, attention_tall = 48, word_line = 20;
constexpr float gap = 24, split_gap = 30, sum_gap = 27, positions_gap = 36, frame_gap = 7, card_room = 12;
constexpr float tightest = 0.76F, loosest = 1.3F;

std::int64_t parameters_of(const Weights& weights, std::string_view prefix) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < weights.count(); ++i) {
    if (weights.spec(i).name.starts_with(prefix)) count += weights.spec(i).shape.size();
  }
  return count;
}

const char* normalization_title(Normalization kind) {
  switch (kind) {
    case Normalization::layer:
      return "Layer norm";
    case Normalization::scale_only:
      return "Scale-only norm";
    case Normalization::rms:
      return "RMS norm";
  }
  return "";
}

// One stack from its words to its end, bottom up. First everything is appended with its natural height, then
// placed with the factor that fits.
class Stack {
 public:
  Stack(const MapInput& input, bool decoder)
      : input_(input), config_(input.config), decoder_(decoder), stream_(decoder ? "target" : "source") {
    collect();
  }

  float natural() const { return total_; }

  void place(MapLayout& layout, float factor) {
    factor_ = factor;
    column_ = map_column(input_.area, input_.unit, config_.decoder_layers > 0, decoder_);
    x_ = std::round(column_.middle_x());
    exact_y_ = y_ = input_.area.bottom;
    lane_x_ = decoder_ ? column_.right + px(lane * 0.6F) : column_.left - px(lane * 0.6F);
    for (Row& row : rows_) place_row(layout, row);
    layout.height = std::max(layout.height, input_.area.bottom - y_);
  }

  float x() const { return x_; }
  float end_y() const { return y_; }

 private:
  struct Row {
    enum class Kind { block, stretch, split, sum, begin_frame, end_frame };
    Kind kind;
    float height;
    MapBlock block = {};
    std::string shape_of = {};
    bool branch = false;       // a residual path leaves the stream here
    bool cards_below = false;  // the edges of folded layers reach into it
  };

  float px(float units) const { return std::round(units * input_.unit); }

  void add(Row row) {
    total_ += row.height;
    rows_.push_back(std::move(row));
  }
  void add_gap(float height, std::string shape_of, bool branch = false) {
    add({Row::Kind::stretch, height, {}, std::move(shape_of), branch});
  }
  void add_block(Kind kind, float height, std::string id, std::string step, std::string title,
                 std::vector<std::string> stands_for, std::int64_t parameters) {
    Row row{Row::Kind::block, height};
    row.block = {.kind = kind,
                 .id = std::move(id),
                 .step = std::move(step),
                 .stands_for = std::move(stands_for),
                 .title = std::move(title),
                 .parameters = parameters,
                 .decoder = decoder_};
    add(std::move(row));
  }

  std::string stack() const { return decoder_ ? "decoder" : "encoder"; }
  int layers() const { return decoder_ ? config_.decoder_layers : config_.encoder_layers; }

  void collect() {
    const float words = word_line * static_cast<float>(input_.word_lines) + 4;
    add_block(Kind::words, words, stream_ + ".tokens", stream_ + ".tokens", "", {stream_ + ".tokens"}, 0);
    add_gap(gap, stream_ + ".tokens");
    add_block(Kind::embedding, plain, stream_ + ".embedded",
              config_.scaled_embedding ? stream_ + ".scaled" : stream_ + ".embedded", "Embedding",
              {stream_ + ".embedded", stream_ + ".scaled"},
              parameters_of(input_.weights, stream_ + ".embedding"));
    if (config_.positions != Positions::none) {
      add_sum(stream_ + ".input", {stream_ + ".input", stream_ + ".dropped"});
      rows_.back().block.title = "positions";
      rows_.back().height += positions_gap - sum_gap;
      total_ += positions_gap - sum_gap;
    }
    add_gap(gap, config_.positions != Positions::none ? stream_ + ".input" : rows_[2].block.step);
    for (int l = 0; l < layers();) l = add_layers(l);
    if (config_.norm_place == NormPlace::pre) {
      add_normalization(stack() + ".normalized");
      add_gap(gap, stack() + ".normalized");
    }
    if (decoder_) add_output();
  }

  bool unfolded(int layer) const {
    const std::string path = stack() + "." + std::to_string(layer);
    if (const auto said = input_.unfolded.find(path); said != input_.unfolded.end()) return said->second;
    if (config_.encoder_layers + config_.decoder_layers <= 3) return true;
    const Place shown = place_of(input_.shown);
    if (shown.stack == stack() && shown.layer) return *shown.layer == layer;
    return layer == (decoder_ ? layers() - 1 : 0);
  }

  // The layer `first`, or all folded ones from it on; returns the next one.
  int add_layers(int first) {
    if (unfolded(first)) {
      add_layer(first);
      return first + 1;
    }
    int end = first;
    std::vector<std::string> paths;
    std::int64_t parameters = 0;
    for (; end < layers() && !unfolded(end); ++end) {
      paths.push_back(stack() + "." + std::to_string(end));
      parameters += parameters_of(input_.weights, paths.back() + ".");
    }
    std::string id = paths.front();
    add_block(Kind::folded, attention_tall, std::move(id), "",
              end - first == 1 ? "Layer " + std::to_string(first)
                               : "Layers " + std::to_string(first) + "–" + std::to_string(end - 1),
              std::move(paths), parameters);
    MapBlock& block = rows_.back().block;
    block.layer = first;
    block.last_layer = end - 1;
    add_gap(gap + card_room, end_of(end - 1));
    rows_.back().cards_below = true;
    return end;
  }

  // The last node of a layer.
  std::string end_of(int layer) const {
    const bool pre = config_.norm_place == NormPlace::pre;
    return stack() + "." + std::to_string(layer) + (pre ? ".residual_" : ".normalized_") +
           (decoder_ ? "3" : "2");
  }

  void add_layer(int layer) {
    const std::string path = stack() + "." + std::to_string(layer);
    Row begin{Row::Kind::begin_frame, frame_gap};
    begin.block.id = path;
    begin.block.layer = layer;
    begin.block.parameters = parameters_of(input_.weights, path + ".");
    add(std::move(begin));
    int n = 0;
    sub_layer(path, ++n,
              [&](bool) { add_attention(path, layer, decoder_ ? Attention::decoder : Attention::encoder); });
    if (decoder_) sub_layer(path, ++n, [&](bool) { add_attention(path, layer, Attention::cross); });
    sub_layer(path, ++n, [&](bool branch) {
      if (branch) add_gap(gap, end_of_sub_layer(path, n - 1), true);
      add_block(Kind::feed_forward, plain, path + ".feed_forward", path + ".feed_forward.hidden",
                "Feed-forward", {path + ".feed_forward"},
                parameters_of(input_.weights, path + ".feed_forward."));
    });
    add({Row::Kind::end_frame, frame_gap});
    add_gap(gap, end_of(layer));
  }

  std::string end_of_sub_layer(const std::string& path, int n) const {
    return path + (config_.norm_place == NormPlace::pre ? ".residual_" : ".normalized_") + std::to_string(n);
  }

  // norm(x + f(x)), or x + f(norm(x)). `f` opens the gap it needs; told whether the residual path leaves
  // there.
  template <typename F>
  void sub_layer(const std::string& path, int n, F f) {
    const std::string residual = path + ".residual_" + std::to_string(n);
    const std::string normalized = path + ".normalized_" + std::to_string(n);
    const bool pre = config_.norm_place == NormPlace::pre;
    if (pre) {
      add_gap(gap * 0.7F, "", true);
      add_normalization(normalized);
    }
    branch_next_ = !pre;
    f(!pre);
    if (pre && rows_.back().block.kind == Kind::feed_forward) insert_gap_below_last();
    add_sum(residual, {residual});
    if (!pre) add_normalization(normalized);
  }

  void insert_gap_below_last() {
    Row last = std::move(rows_.back());
    rows_.pop_back();
    total_ -= last.height;
    add_gap(gap * 0.7F, "");
    add(std::move(last));
  }

  void add_attention(const std::string& path, int layer, Attention kind) {
    const bool cross = kind == Attention::cross;
    const std::string id = path + (cross ? ".cross_attention" : ".self_attention");
    Row split{Row::Kind::split, split_gap};
    split.branch = branch_next_;
    split.block.attention = kind;
    add(std::move(split));
    const bool masked = kind == Attention::decoder || (kind == Attention::encoder && config_.causal_encoder);
    add_block(Kind::attention, attention_tall, id, "",
              cross    ? "Encoder–decoder attention"
              : masked ? "Masked self-attention"
                       : "Self-attention",
              {id}, parameters_of(input_.weights, id + "."));
    MapBlock& block = rows_.back().block;
    block.attention = kind;
    block.layer = layer;
    block.heads = kind == Attention::encoder   ? config_.encoder_heads
                  : kind == Attention::decoder ? config_.decoder_heads
                                               : config_.cross_heads;
  }

  void add_normalization(const std::string& path) {
    add_block(Kind::normalization, thin, path, path, normalization_title(config_.normalization), {path},
              parameters_of(input_.weights, path + "."));
  }

  void add_sum(std::string path, std::vector<std::string> stands_for) {
    Row row{Row::Kind::sum, sum_gap};
    row.block.kind = Kind::sum;
    row.block.id = row.block.step = std::move(path);
    row.block.stands_for = std::move(stands_for);
    row.block.decoder = decoder_;
    add(std::move(row));
  }

  void add_output() {
    add_block(Kind::linear, plain, "logits", "logits", "Linear", {"logits"},
              parameters_of(input_.weights, "output."));
    add_gap(gap, "logits");
    add_block(Kind::softmax, plain, "probabilities", "probabilities", "Softmax", {"probabilities"}, 0);
    add_gap(gap, "probabilities");
    add_block(Kind::written, word_line * static_cast<float>(input_.word_lines) + 4, "written",
              "probabilities", "", {}, 0);
  }

  void place_row(MapLayout& layout, Row& row) {
    const float bottom = y_;
    exact_y_ -= row.height * factor_ * input_.unit;
    y_ = std::ceil(exact_y_);
    const float tall = bottom - y_;
    switch (row.kind) {
      case Row::Kind::block:
        row.block.area = column_;
        if (row.block.kind == Kind::words || row.block.kind == Kind::written)
          row.block.area = map_words_column(column_, input_.unit);
        row.block.area.top = y_;
        row.block.area.bottom = bottom;
        layout.blocks.push_back(row.block);
        break;
      case Row::Kind::stretch:
        if (row.branch) branch_y_ = std::round(bottom - tall * 0.36F);
        layout.lines.push_back({MapLine::Kind::stream,
                                {{x_, bottom}, {x_, y_}},
                                row.shape_of,
                                {decoder_ ? x_ - px(10) : x_ + px(12),
                                 std::round(bottom - tall * (row.cards_below ? 0.66F : 0.55F))},
                                decoder_});
        break;
      case Row::Kind::split:
        place_split(layout, row, bottom);
        break;
      case Row::Kind::sum:
        place_sum(layout, row, bottom);
        break;
      case Row::Kind::begin_frame:
        layout.frames.push_back({row.block.id, row.block.layer, decoder_});
        layout.frames.back().area.bottom = bottom;
        layout.frames.back().parameters = row.block.parameters;
        layout.lines.push_back({MapLine::Kind::stream, {{x_, bottom}, {x_, y_}}, "", {}, false, false});
        break;
      case Row::Kind::end_frame:
        place_frame(layout.frames.back());
        layout.lines.push_back({MapLine::Kind::stream, {{x_, bottom}, {x_, y_}}, "", {}, false, false});
        break;
    }
  }

  void place_frame(MapFrame& frame) {
    const float outer = px(lane + frame_pad);
    const float inner = px(frame_pad);
    frame.area = {column_.left - (decoder_ ? inner : outer), y_, column_.right + (decoder_ ? outer : inner),
                  frame.area.bottom};
    const float wide = px(label_width - 12);
    const float x = decoder_ ? frame.area.right + px(8) : frame.area.left - px(8) - wide;
    frame.label = Area::at(x, frame.area.top, wide, px(40));
  }

  // The stream becomes query, key and value; in encoder-decoder attention the query alone.
  void place_split(MapLayout& layout, const Row& row, float bottom) {
    const float fork = std::round(bottom - (bottom - y_) * 0.34F);
    if (row.branch) branch_y_ = fork;
    const float apart = px(44);
    layout.lines.push_back({MapLine::Kind::stream, {{x_, bottom}, {x_, fork}}, "", {}, false, false});
    const std::array kinds = {MapLine::Kind::query, MapLine::Kind::key, MapLine::Kind::value};
    const int ways = row.block.attention == Attention::cross ? 1 : 3;
    for (int i = 0; i < ways; ++i) {
      const float x = ways == 1 ? x_ : x_ + apart * static_cast<float>(i - 1);
      std::vector<ImVec2> points{{x_, fork}};
      if (x != x_) points.emplace_back(x, fork);
      points.emplace_back(x, y_);
      layout.lines.push_back({kinds[static_cast<std::size_t>(i)], std::move(points)});
    }
  }

  void place_sum(MapLayout& layout, Row& row, float bottom) {
    const float r = px(7);
    const float y = std::round((bottom + y_) / 2);
    MapBlock& block = row.block;
    block.area = {x_ - r, y - r, x_ + r, y + r};
    layout.lines.push_back({MapLine::Kind::stream, {{x_, bottom}, {x_, y + r}}, "", {}, false, false});
    if (!block.title.empty()) {
      place_positions(layout, block, y);
      block.title.clear();
    } else {
      layout.lines.push_back(
          {MapLine::Kind::residual,
           {{x_, branch_y_}, {lane_x_, branch_y_}, {lane_x_, y}, {decoder_ ? x_ + r : x_ - r, y}}});
    }
    layout.lines.push_back({MapLine::Kind::stream, {{x_, y - r}, {x_, y_}}, "", {}, false, false});
    layout.blocks.push_back(block);
  }

  // The positions come in from the side.
  void place_positions(MapLayout& layout, const MapBlock& sum, float y) {
    const bool learned = config_.positions == Positions::learned;
    // In a narrow column it reaches out over the edge.
    const float beside = px(34);
    const float wide =
        std::min(px(learned ? 200 : 150), std::max(column_.width() / 2 - beside, px(learned ? 136 : 86)));
    const float half = std::round(px(13) * std::min(factor_, 1.1F));
    MapBlock block{.kind = Kind::positions,
                   .id = stream_ + ".positions",
                   .step = stream_ + ".positions",
                   .stands_for = {stream_ + ".positions"},
                   .title = learned ? "Learned positions" : "Positions",
                   .parameters = learned ? parameters_of(input_.weights, stream_ + ".positions") : 0,
                   .decoder = decoder_};
    const float left =
        decoder_ ? std::max(column_.right - wide, x_ + beside) : std::min(column_.left, x_ - beside - wide);
    block.area = {left, y - half, left + wide, y + half};
    layout.lines.push_back({MapLine::Kind::stream,
                            {{decoder_ ? block.area.left : block.area.right, y},
                             {decoder_ ? sum.area.right : sum.area.left, y}}});
    layout.blocks.push_back(std::move(block));
  }

  const MapInput& input_;
  const TransformerConfig& config_;
  bool decoder_;
  bool branch_next_ = false;
  std::string stream_;
  std::vector<Row> rows_;
  float total_ = 0;
  float factor_ = 1;
  Area column_;
  float x_ = 0, y_ = 0, exact_y_ = 0, lane_x_ = 0, branch_y_ = 0;
};

// The encoder's output to every encoder-decoder attention, as its keys and values.
void connect(MapLayout& layout, const MapInput& input, const Stack& encoder, std::size_t encoder_lines) {
  const auto px = [&](float units) { return std::round(units * input.unit); };
  std::vector<const MapBlock*> readers;
  for (const MapBlock& block : layout.blocks) {
    const bool cross = block.kind == Kind::attention && block.attention == Attention::cross;
    if (cross || (block.kind == Kind::folded && block.decoder)) readers.push_back(&block);
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

const MapBlock* MapLayout::block_of(std::string_view path) const {
  const auto found = std::find_if(blocks.begin(), blocks.end(),
                                  [&](const MapBlock& block) { return block.stands_for_path(path); });
  return found == blocks.end() ? nullptr : &*found;
}

Area map_column(const Area& area, float unit, bool two_stacks, bool decoder) {
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
  if (decoder) return {middle + near + inner, area.top, middle + near + wide - outer, area.bottom};
  return {middle - near - wide + outer, area.top, middle - near - inner, area.bottom};
}

Area map_words_column(const Area& column, float unit) {
  return column.inset(-std::round((lane + frame_pad) * unit), 0);
}

MapLayout lay_out_map(const MapInput& input) {
  MapLayout layout;
  Stack encoder(input, false);
  const bool two = input.config.decoder_layers > 0;
  std::vector<Stack> decoder;
  if (two) decoder.emplace_back(input, true);
  const float natural = std::max(encoder.natural(), two ? decoder[0].natural() : 0);
  const float factor =
      std::clamp(std::floor(input.area.height()) / (natural * input.unit), tightest, loosest);
  encoder.place(layout, factor);
  if (!two) return layout;
  const std::size_t encoder_lines = layout.lines.size();
  decoder[0].place(layout, factor);
  connect(layout, input, encoder, encoder_lines);
  return layout;
}

}  // namespace headlight
