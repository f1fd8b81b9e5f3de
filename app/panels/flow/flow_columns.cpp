#include "app/panels/flow/flow_columns.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

using Kind = FlowColumn::Kind;

constexpr float widest_strip = 64;
constexpr float least_gap = 8, usual_gap = 22;
constexpr float least_ribbons = 40, usual_ribbons = 84;  // of a folded block
constexpr float bar = 32;

float between(float least, float usual, float looseness) { return least + (usual - least) * looseness; }

// The anatomy of what is drawn.
const Anatomy& has(const FlowInput& input) { return input.trace.anatomy(); }

FlowColumn layer_column(const FlowInput& input, bool decoder, int layer, bool reads_encoder) {
  FlowColumn column{.kind = Kind::folded,
                    .id = (decoder ? "decoder." : "encoder.") + std::to_string(layer),
                    .decoder = decoder,
                    .layer = layer,
                    .last_layer = layer};
  column.attention = !decoder ? Attention::encoder : reads_encoder ? Attention::cross : Attention::decoder;
  column.heads = has(input).heads(column.attention, layer);
  column.mean_of = heads_on(input, column.attention, layer);
  const auto off = [&](Attention attention) {
    return has(input).heads(attention, layer) - heads_on(input, attention, layer);
  };
  column.off = decoder ? off(Attention::decoder) + off(Attention::cross) : off(Attention::encoder);
  return column;
}

// All columns, each layer one of its own.
std::vector<FlowColumn> all_columns(const FlowInput& input) {
  const Session& session = input.session;
  const AttentionInfo& about = info(session.attention);
  const int encoder_layers = has(input).layers(Attention::encoder);
  const int decoder_layers = has(input).layers(Attention::decoder);
  const bool open = !input.closed;
  const bool reads_encoder = has(input).find(Attention::cross) != nullptr;
  // Of the decoder alone: it is open, or it is all there is.
  const bool own_decoder = (open && about.asked == Stream::target) || encoder_layers == 0;
  const bool cross = open && about.crosses();
  std::vector<FlowColumn> columns;
  const auto add = [&](Kind kind, const char* id, bool decoder) {
    columns.push_back({.kind = kind, .id = id, .decoder = decoder});
  };
  if (own_decoder && encoder_layers > 0) {
    columns.push_back({.kind = Kind::other, .id = "encoder", .layer = encoder_layers - 1});
  }
  add(Kind::words, own_decoder ? "target" : "source", own_decoder);
  add(Kind::input, own_decoder ? "target.input" : "source.input", own_decoder);
  for (int l = 0; l < encoder_layers && !own_decoder; ++l) {
    columns.push_back(layer_column(input, false, l, false));
    if (open && about.asks == Stream::source && l == session.layer) columns.back().kind = Kind::open;
  }
  // What an encoder-decoder attention asks with comes from below it, not from the encoder at its left.
  const int first = cross ? session.layer : 0;
  for (int l = first; l < decoder_layers; ++l) {
    columns.push_back(layer_column(input, true, l, reads_encoder && l == first && !own_decoder));
    if (open && about.asks == Stream::target && l == session.layer) columns.back().kind = Kind::open;
  }
  if (input.trace.find("probabilities") >= 0) add(Kind::answer, "answer", decoder_layers > 0);
  return columns;
}

class Widths {
 public:
  explicit Widths(const FlowInput& input) : input_(input) {
    const StripSize stream = strip_size(input.config.d_model, input.unit);
    strip_ = stream.width;
  }

  float of(const FlowColumn& column, float looseness) const {
    switch (column.kind) {
      case Kind::words:
        return column.decoder ? input_.target_words : input_.words;
      case Kind::input:
        return strip_;
      case Kind::folded:
      case Kind::group:
        return strip_ + px(between(least_ribbons, usual_ribbons, looseness)) + px(12);
      case Kind::open:
        return open_widths(input_, looseness).total();
      case Kind::other:
        return px(bar);
      case Kind::answer:
        return input_.answer;
    }
    return 0;
  }
  float gap(const FlowColumn& before, float looseness) const {
    return before.kind == Kind::words ? px(8) : px(between(least_gap, usual_gap, looseness));
  }
  float total(const std::vector<FlowColumn>& columns, float looseness) const {
    float all = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      all += of(columns[i], looseness);
      if (i + 1 < columns.size()) all += gap(columns[i], looseness);
    }
    return all;
  }

 private:
  float px(float units) const { return std::round(units * input_.unit); }
  const FlowInput& input_;
  float strip_ = 0;
};

// Two neighbours that can be one: layers of the same stack, the ones farthest from the open block first.
bool join_some(std::vector<FlowColumn>& columns) {
  const auto is_layer = [](const FlowColumn& column) {
    return column.kind == Kind::folded || column.kind == Kind::group;
  };
  const auto open = std::find_if(columns.begin(), columns.end(),
                                 [](const FlowColumn& column) { return column.kind == Kind::open; });
  const auto open_at = open - columns.begin();
  std::ptrdiff_t best = -1;
  std::ptrdiff_t distance = -1;
  for (std::ptrdiff_t i = 0; i + 1 < static_cast<std::ptrdiff_t>(columns.size()); ++i) {
    if (!is_layer(columns[i]) || !is_layer(columns[i + 1]) || columns[i].decoder != columns[i + 1].decoder)
      continue;
    // The first decoder layer brings in the encoder.
    if (info(columns[i].attention).crosses()) continue;
    const std::ptrdiff_t far = std::abs(i - open_at);
    if (far <= distance) continue;
    distance = far;
    best = i;
  }
  if (best < 0) return false;
  columns[best].kind = Kind::group;
  columns[best].last_layer = columns[best + 1].last_layer;
  columns[best].off += columns[best + 1].off;
  columns.erase(columns.begin() + best + 1);
  return true;
}

}  // namespace

float OpenWidths::total() const {
  return 2 * pad + so_far + split + strip + link + map + gather + mixed + 2 * sum + forward + other;
}

OpenWidths open_widths(const FlowInput& input, float looseness) {
  const Session& session = input.session;
  const TransformerConfig& config = input.config;
  const auto px = [&](float least, float usual) {
    return std::round(between(least, usual, looseness) * input.unit);
  };
  const AttentionInfo& about = info(session.attention);
  const auto keys = static_cast<float>(input.trace.tokens(about.asked).size());
  const int query = input.trace.find(selected_head_path(session, "query"));
  const int head_size = query < 0 ? config.d_model : input.trace.tape().node(query).shape.cols;
  OpenWidths w;
  w.pad = px(10, 16);
  w.split = px(44, 84);
  w.strip = strip_size(head_size, input.unit).width;
  w.link = px(22, 52);
  w.map = px(std::clamp(keys * 9, 40.0F, 200.0F), std::clamp(keys * 16, 48.0F, 300.0F));
  w.gather = px(28, 56);
  w.mixed = strip_size(config.d_model, input.unit).width;
  w.sum = px(18, 26);
  w.forward = px(28, 52);
  if (about.asked == Stream::target && has(input).find(Attention::cross) != nullptr) w.other = px(30, 34);
  if (about.crosses())
    w.so_far = px(34, 48) + input.target_words + strip_size(config.d_model, input.unit).width;
  return w;
}

StripSize strip_size(int numbers, float unit) {
  const float per_number = std::max(1.0F, std::floor(widest_strip * unit / static_cast<float>(numbers)));
  const int fits = static_cast<int>(widest_strip * unit / per_number);
  const int shown = std::min(numbers, std::max(fits, 1));
  return {shown, per_number * static_cast<float>(shown)};
}

std::vector<FlowColumn> flow_columns(const FlowInput& input, float& looseness) {
  const Widths widths(input);
  std::vector<FlowColumn> columns = all_columns(input);
  const float room = input.area.width();
  while (widths.total(columns, 0) > room && join_some(columns)) {
  }
  const float least = widths.total(columns, 0);
  const float usual = widths.total(columns, 1);
  looseness = usual > least ? std::clamp((room - least) / (usual - least), -0.3F, 1.6F) : 1;
  const float total = widths.total(columns, looseness);
  float x = input.area.left + std::max(0.0F, std::round((room - total) / 2));
  for (FlowColumn& column : columns) {
    column.area = {x, input.area.top, x + widths.of(column, looseness), input.area.bottom};
    x = column.area.right + widths.gap(column, looseness);
    if (input.from == nullptr) continue;
    const auto was = input.from->find(column.id);
    if (was == input.from->end()) continue;
    const auto glide = [&](float before, float now) {
      return std::round(before + (now - before) * input.progress);
    };
    column.area.left = glide(was->second.left, column.area.left);
    column.area.right = glide(was->second.right, column.area.right);
  }
  return columns;
}

}  // namespace headlight
