// What belongs to the paths of the word in focus.
#include "app/panels/flow/flow_layout.h"

namespace headlight {
namespace {

bool lit(const std::vector<bool>& of, int token) {
  return token >= 0 && token < static_cast<int>(of.size()) && of[static_cast<std::size_t>(token)];
}

float weight_at(const Matrix& weights, int query, int key) {
  return query >= 0 && query < weights.rows() && key >= 0 && key < weights.cols() ? weights(query, key)
                                                                                  : 0.0F;
}

}  // namespace

FlowFocus focus_on(const FlowLayout& layout, Attention attention, int token) {
  FlowFocus focus;
  focus.target = info(attention).asks == Stream::target;
  token = layout.place_of(focus.target, token);
  if (token < 0) return focus;
  focus.token = token;
  focus.source_lit.assign(layout.source_y.size(), false);
  focus.target_lit.assign(layout.target_y.size(), false);
  (focus.target ? focus.target_lit : focus.source_lit)[static_cast<std::size_t>(token)] = true;
  const bool open_cross = layout.is_open && info(attention).crosses();
  const Matrix& cross = open_cross ? layout.open.values : layout.cross;
  if (focus.target) {
    for (int i = 0; i < static_cast<int>(focus.source_lit.size()); ++i)
      focus.source_lit[i] = weight_at(cross, token, i) >= lit_weight;
  } else {
    for (int i = 0; i < static_cast<int>(focus.target_lit.size()); ++i)
      focus.target_lit[i] = weight_at(cross, i, token) >= lit_weight;
  }
  return focus;
}

bool is_lit(const FlowLayout& layout, const FlowFocus& focus, const FlowRibbon& ribbon) {
  if (focus.token < 0) return true;
  const auto& from = ribbon.from_target ? focus.target_lit : focus.source_lit;
  const auto& to = ribbon.to_target ? focus.target_lit : focus.source_lit;
  switch (ribbon.kind) {
    case FlowRibbon::Kind::vector:
      return lit(from, ribbon.from_token);
    case FlowRibbon::Kind::query:
    case FlowRibbon::Kind::mixed:
      return ribbon.to_token == focus.token;
    case FlowRibbon::Kind::key:
    case FlowRibbon::Kind::value:
      return weight_at(layout.open.values, focus.token, ribbon.from_token) >= lit_weight;
    case FlowRibbon::Kind::mean:
      if (ribbon.from_target != ribbon.to_target)
        return focus.target ? ribbon.to_token == focus.token : ribbon.from_token == focus.token;
      return ribbon.behind ? lit(from, ribbon.from_token) : lit(to, ribbon.to_token);
  }
  return false;
}

bool is_lit(const FlowLayout& layout, const FlowFocus& focus, const FlowStrip& strip) {
  if (focus.token < 0) return true;
  switch (strip.kind) {
    case FlowStrip::Kind::stream:
      return lit(strip.target ? focus.target_lit : focus.source_lit, strip.place);
    case FlowStrip::Kind::query:
      return strip.place == focus.token;
    case FlowStrip::Kind::key:
    case FlowStrip::Kind::value:
      return weight_at(layout.open.values, focus.token, strip.place) >= lit_weight;
  }
  return false;
}

}  // namespace headlight
