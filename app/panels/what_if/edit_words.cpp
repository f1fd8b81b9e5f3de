#include "app/panels/what_if/edit_words.h"

#include <cmath>

#include "app/panels/heads/head_words.h"
#include "app/panels/step_names.h"
#include "app/panels/what_if/interventions.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string said(float value) {
  return std::isinf(value) ? (value < 0 ? "−∞" : "∞") : significant_text(value, 3);
}

// The names of an edit's rows and columns, of which the sentence at hand may have fewer.
class Names {
 public:
  Names(const Edit& edit, const Trace& trace) : trace_(trace), node_(trace.find(edit.path)) {}

  std::string row(int row) const { return name(true, row); }
  std::string col(int col) const { return name(false, col); }
  bool columns_are_words() const {
    return node_ >= 0 && info(trace_.label(node_).cols).kind == AxisKind::tokens;
  }
  bool rows_are_one() const { return node_ >= 0 && info(trace_.label(node_).rows).kind == AxisKind::single; }

 private:
  std::string name(bool of_row, int place) const {
    if (node_ < 0) return std::to_string(place);
    const Label& label = trace_.label(node_);
    return trace_.label(of_row ? label.rows : label.cols, place);
  }

  const Trace& trace_;
  int node_;
};

std::string of_parameter(const Edit& edit) {
  std::string place = part_title(edit.path);
  if (edit.row && edit.col)
    place += "[" + std::to_string(*edit.row) + ", " + std::to_string(*edit.col) + "]";
  else if (edit.row)
    place += ", row " + std::to_string(*edit.row);
  return place;
}

// Where it applies: "query of it, dimension 3", "weight of it on animal", "scores".
std::string target_words(const Edit& edit, const Names& names) {
  std::string part = part_title(edit.path);
  if (place_of(edit.path).part.starts_with("parameters.")) return of_parameter(edit);
  const bool row = edit.row && !names.rows_are_one();
  if (row && edit.col) {
    const std::string between = names.columns_are_words() ? " → " : ", dimension ";
    return part + " of " + names.row(*edit.row) + between + names.col(*edit.col);
  }
  if (row) return part + " of " + names.row(*edit.row);
  if (edit.col) return part + (names.columns_are_words() ? " on " : ", dimension ") + names.col(*edit.col);
  return part;
}

std::string with_place(const std::string& path, const std::string& what) {
  const std::string place = place_words(path);
  return place.empty() ? capital(what) : place + ": " + what;
}

bool is_mask(const Edit& edit) {
  return edit.kind == Edit::Kind::set && edit.values.size() == 1 && std::isinf(edit.values[0]) &&
         edit.values[0] < 0;
}

}  // namespace

std::string place_words(const std::string& path) {
  const Place place = place_of(path.starts_with("parameters.") ? path.substr(11) : path);
  if (place.stack == "source" || place.stack == "target") return capital(place.stack);
  if (place.stack.empty() || !place.layer) return capital(place.stack);
  const Attention attention = attention_of(place.stack, place.attention);
  return place.head ? head_title(attention, *place.layer, *place.head) : layer_title(attention, *place.layer);
}

std::string edit_words(const Edit& edit, const Trace& trace) {
  const Names names(edit, trace);
  const Place place = place_of(edit.path);
  const bool whole = !edit.row && !edit.col;
  const bool is_row_of_weights = place.head && place.part == "weights" && edit.row && !edit.col;
  if (is_head_off(edit)) return place_words(edit.path) + " switched off";
  switch (edit.kind) {
    case Edit::Kind::swap: {
      const std::string first = names.col(edit.col.value_or(0));
      const std::string other = names.col(edit.other);
      if (place.head && place.part == "weights" && edit.row)
        return with_place(edit.path, names.row(*edit.row) + " looks at " + other + " instead of " + first);
      return with_place(edit.path, target_words({.path = edit.path, .row = edit.row}, names) + ", " + first +
                                       " and " + other + " exchanged");
    }
    case Edit::Kind::pass:
      return with_place(edit.path,
                        place.part == "masked" ? "mask off" : target_words(edit, names) + " left out");
    case Edit::Kind::causal:
      return with_place(edit.path, "no looking ahead");
    case Edit::Kind::multiply:
      if (is_temperature(edit)) {
        const float factor = edit.values.front();
        if (std::fabs(factor - unscaled_factor(trace, edit.path)) < 1e-3F * factor)
          return with_place(edit.path, "scores not divided by √d_k");
        return with_place(edit.path, "temperature " + said(1 / factor));
      }
      return with_place(edit.path, target_words(edit, names) + " × " + said(edit.values.front()));
    case Edit::Kind::set:
      break;
  }
  if (whole && place.part == "positions" && edit.values == std::vector<float>{0})
    return capital(place.stack) + ": no positions";
  if (is_row_of_weights && edit.values.size() > 1)
    return with_place(edit.path, "weights of " + names.row(*edit.row) + " moved by hand");
  if (is_mask(edit) && place.head && edit.col) {
    const std::string who = edit.row ? names.row(*edit.row) : "no word";
    return with_place(edit.path,
                      who + (edit.row ? " may not look at " : " may look at ") + names.col(*edit.col));
  }
  if (edit.values.size() > 1) return with_place(edit.path, target_words(edit, names) + " set by hand");
  return with_place(edit.path, target_words(edit, names) + " = " + said(edit.values.front()));
}

std::string edit_words(const SessionEdit& edit, const PanelContext& context) {
  const int side = edit.side.value_or(stage_side(context));
  const TracePtr& own = context.pictures.trace(side);
  const Trace& trace = own != nullptr ? *own : *stage_trace(context);
  if (edit.from)
    return with_place(edit.path, target_words(edit, Names(edit, trace)) + " copied from the other sentence");
  if (edit.keep_sum) return edit_words(static_cast<const Edit&>(edit), trace) + ", the rest makes room";
  const Place place = place_of(edit.path);
  const bool looks = edit.kind == Edit::Kind::swap && place.head && place.part == "weights" && edit.row;
  if (!looks || edit.side || !context.pictures.two())
    return edit_words(static_cast<const Edit&>(edit), trace);
  const Names names(edit, trace);
  return with_place(edit.path, "weights of " + names.row(*edit.row) + " on " +
                                   names.col(edit.col.value_or(0)) + " and " + names.col(edit.other) +
                                   " exchanged");
}

std::string side_words(const SessionEdit& edit, const PanelContext& context) {
  if (!edit.side) return context.pictures.two() ? "both sentences" : "";
  const std::string words = *edit.side == 0 ? "sentence 1 only" : "sentence 2 only";
  return context.pictures.two() ? words + ": " + side_name(context, *edit.side) : words;
}

}  // namespace headlight
