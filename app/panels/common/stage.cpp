#include "app/panels/common/stage.h"

#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {

int stage_side(const PanelContext& context) {
  const int side = context.session.side;
  return context.maps[side].trace() != nullptr ? side : 1 - side;
}

const TracePtr& stage_trace(const PanelContext& context) { return context.maps[stage_side(context)].trace(); }

std::string own_model(const PanelContext& context, int side) {
  const std::string &name = context.results.side(side).model_name,
                    &other = context.results.side(1 - side).model_name;
  return !context.maps.two() || name == other ? "" : short_name(name);
}

std::string side_name(const PanelContext& context, int side) {
  if (std::string model = own_model(context, side); !model.empty()) return model;
  const ComparisonNames& names = context.maps.alignment()->names;
  return names.lead + (side == 0 ? names.first : names.second);
}

std::array<Choice, 2> sentence_choices(const PanelContext& context) {
  const auto name = [&](int side) {
    const std::string whole = side_name(context, side);
    const bool model = !own_model(context, side).empty();
    const float most = context.ui.px(110);
    std::string label = model ? context.ui.shortened_in_middle(type::label_hot, whole, most)
                              : context.ui.shortened(type::label_hot, whole, most);
    Choice choice{std::move(label)};
    if (choice.label != whole) choice.whole = whole;
    return choice;
  };
  return {name(0), name(1)};
}

std::string layer_title(Attention attention, int layer) {
  return std::string(info(attention).layer) + " " + from_one(layer);
}

std::string head_title(Attention attention, int layer, int head) {
  return layer_title(attention, layer) + ", " + std::string(info(attention).head) + " " + from_one(head);
}

std::optional<float> weight_of(const PanelContext& context, int side, const std::string& weights_path,
                               int query, int key) {
  const MapRows rows = context.maps[side].rows(weights_path, query, 1);
  if (!rows.has(query) || key >= rows.map->columns) return std::nullopt;
  const int row = query - rows.first;
  if (rows.map->state(row, key) != CellState::value || rows.map->is_error(row, key)) return std::nullopt;
  return rows.map->value(row, key);
}

const std::string& key_word(const PanelContext& context, int side, const std::string& weights_path, int key) {
  const Place place = place_of(weights_path);
  const Stream asked = info(attention_of(place.stack, place.attention)).asked;
  return context.maps[side].trace()->tokens(asked).at(key);
}

Asking asking(const PanelContext& context) {
  Asking asking;
  const AttentionInfo& about = info(context.session.attention);
  bool asks_next = false;
  for (int side = 0; side < 2; ++side) {
    const TracePtr& trace = context.maps[side].trace();
    if (trace == nullptr) continue;
    // What asks another stream asks for the word that comes next, where one is written.
    asks_next = about.crosses() && answers_in_words(trace->anatomy().answer);
    asking.queries.at(side) = asks_next ? trace->words().next : trace->tokens(about.asks);
    asking.keys.at(side) = trace->tokens(about.asked);
  }
  if (const TraceAlignment* const both = context.maps.alignment(); both != nullptr) {
    asking.both_queries = asks_next ? &both->next : &both->of(about.asks);
    asking.both_keys = &both->of(about.asked);
  }
  return asking;
}

}  // namespace headlight
