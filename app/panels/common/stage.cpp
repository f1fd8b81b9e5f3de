#include "app/panels/common/stage.h"

#include <algorithm>
#include <cmath>

#include "app/panels/common/panels.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {

int stage_side(const PanelContext& context) {
  const int side = context.session.side;
  return context.pictures.trace(side) != nullptr ? side : 1 - side;
}

const TracePtr& stage_trace(const PanelContext& context) {
  return context.pictures.trace(stage_side(context));
}

std::string own_model(const PanelContext& context, int side) {
  const std::string &name = context.results.side(side).model_name,
                    &other = context.results.side(1 - side).model_name;
  return !context.pictures.two() || name == other ? "" : short_name(name);
}

std::string side_name(const PanelContext& context, int side) {
  if (std::string model = own_model(context, side); !model.empty()) return model;
  const ComparisonNames& names = context.pictures.alignment()->names;
  return names.lead + (side == 0 ? names.first : names.second);
}

bool shows_both(const PanelContext& context) {
  return context.session.sides != Sides::one &&
         context.pictures.compared(shown_path(context.session)) != nullptr;
}

Area stage_within(const Ui& ui, const Area& area) {
  const float margin = area.width() >= ui.px(1280) ? 40 : area.width() >= ui.px(560) ? 24 : 14;
  const Area stage = area.inset(ui.px(margin), 0);
  const float widest = std::max(ui.px(1360), 1.75F * area.height());
  if (stage.width() <= widest) return stage;
  return Area::at(std::round(stage.middle_x() - widest / 2), stage.top, widest, stage.height());
}

std::array<Choice, 2> sentence_choices(const PanelContext& context) {
  const auto name = [&](int side) {
    const std::string whole = side_name(context, side);
    const bool model = !own_model(context, side).empty();
    const float most = context.ui.px(110);
    std::string label = model ? context.ui.shortened_in_middle(type::label_hot, whole, most)
                              : context.ui.shortened(type::label_hot, whole, most);
    return Choice{.label = label, .whole = label == whole ? "" : whole};
  };
  return {name(0), name(1)};
}

float draw_side_choice(const PanelContext& context, const Area& area) {
  if (!context.pictures.two()) return 0;
  Ui& ui = context.ui;
  const std::array<Choice, 2> both = sentence_choices(context);
  const float wide = choices_width(ui, both);
  const Area place =
      Area::at(area.left + ui.px(24), std::round(area.middle_y() - ui.px(15)), wide, ui.px(30));
  const int pressed = choices(ui, "side", place, both, stage_side(context));
  if (pressed >= 0) ui.emit(SelectSide{pressed});
  return wide + ui.px(36);
}

std::string layer_title(Attention attention, int layer) {
  return std::string(info(attention).layer) + " " + from_one(layer);
}

std::string head_title(Attention attention, int layer, int head) {
  return layer_title(attention, layer) + ", " + std::string(info(attention).head) + " " + from_one(head);
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
  return weight_alone(sink.share) + " of the weight is on “" + word +
         "”. That is usually a sink and says little about meaning.";
}

std::string measured_note(const Strongest& most) {
  const TraitInfo& about = info(most.trait);
  return weight_alone(most.value) + ". A head gets this name from " + weight_alone(about.least) + " on. " +
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
