#include "app/panels/common/attention.h"

#include "app/panels/common/shared_state.h"
#include "app/panels/common/step_names.h"
#include "core/figure/numbers.h"

namespace headlight {

std::string layer_title(Attention attention, int layer) {
  return std::string(info(attention).layer) + " " + std::to_string(layer);
}

std::string head_title(Attention attention, int layer, int head) {
  return layer_title(attention, layer) + ", " + std::string(info(attention).head) + " " +
         std::to_string(head);
}

int row_in_focus(const PanelContext& context) {
  const int hovered = context.ui.state<Hover>().followed_token;
  return hovered >= 0 ? hovered : context.session.token;
}

std::optional<float> weight_of(const PanelContext& context, int side, const std::string& weights_path,
                               int query, int key) {
  const MapRows rows = context.pictures.rows(side, weights_path, query, 1);
  if (!rows.has(query) || key >= rows.map->columns) return std::nullopt;
  const int row = query - rows.first;
  if (rows.map->state(row, key) != CellState::value || rows.map->is_error(row, key)) return std::nullopt;
  return rows.map->value(row, key);
}

void follow_hovered_row(Ui& ui) {
  if (ui.state<Hover>().followed_token == ui.state<Hover>().token) return;
  ui.state<Hover>().followed_token = ui.state<Hover>().token;
  ui.state().again = true;
}

std::string sink_note(const std::string& word, const Sink& sink) {
  return weight_alone(sink.share) + " of the weight lies on “" + word +
         "”: often an attention sink, not what the words mean.";
}

std::string measured_note(const Strongest& most) {
  const TraitInfo& about = info(most.trait);
  return weight_alone(most.value) + ", and a head is called so from " + weight_alone(about.least) + " on. " +
         std::string(about.meaning);
}

bool asks_cells(const PanelContext& context, Attention attention) {
  const TracePtr& trace = context.pictures.trace(stage_side(context));
  return trace != nullptr && trace->anatomy().picture && info(attention).asked == Stream::source;
}

const std::string& key_word(const PanelContext& context, int side, const std::string& weights_path, int key) {
  const Place place = place_of(weights_path);
  const Stream asked = info(attention_of(place.stack, place.attention)).asked;
  return context.pictures.trace(side)->tokens(asked).at(key);
}

Asking asking(const PanelContext& context) {
  Asking asking;
  const AttentionInfo& about = info(context.session.attention);
  bool asks_next = false;
  for (int side = 0; side < 2; ++side) {
    const TracePtr& trace = context.pictures.trace(side);
    if (trace == nullptr) continue;
    // What asks another stream asks for the word that comes next, where one is written.
    asks_next = about.crosses() && trace->anatomy().answer != AnswerKind::none;
    asking.queries.at(side) = asks_next ? trace->words().next : trace->tokens(about.asks);
    asking.keys.at(side) = trace->tokens(about.asked);
  }
  if (const TraceAlignment* const both = context.pictures.alignment(); both != nullptr) {
    asking.both_queries = asks_next ? &both->next : &both->of(about.asks);
    asking.both_keys = &both->of(about.asked);
  }
  return asking;
}

}  // namespace headlight
