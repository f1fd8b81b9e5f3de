// The lab on masks: who may look at whom, painted by hand, and what becomes of it.
#include <algorithm>
#include <array>

#include "app/panels/labs/lab_matrix.h"
#include "app/panels/labs/masks_view.h"
#include "app/widgets/controls.h"
#include "core/models/translator.h"

namespace headlight {
namespace {

constexpr std::array presets{MaskKind::none,   MaskKind::causal, MaskKind::padding,
                             MaskKind::window, MaskKind::sink,   MaskKind::own};

std::vector<Choice> preset_choices() {
  return {{"none"}, {"causal"}, {"padding"}, {"window"}, {"window + sink"}, {"your own"}};
}

void choose_preset(const MasksView& view, const Area& area) {
  const PanelContext& context = view.context;
  const MaskKind now = context.session.labs.get<MasksLab>().mask;
  const auto at = static_cast<int>(std::find(presets.begin(), presets.end(), now) - presets.begin());
  const std::vector<Choice> list = preset_choices();
  const int pressed = choices(context.ui, "masks/preset", area, list, at);
  if (pressed < 0 || pressed == at) return;
  change_labs(context, [&](Labs& labs) {
    labs.get<MasksLab>().mask = presets[static_cast<std::size_t>(pressed)];
    // One's own begins with what is there, unless something was painted before.
    if (labs.get<MasksLab>().mask == MaskKind::own && labs.get<MasksLab>().painted.empty()) {
      labs.get<MasksLab>().painted = masked_cells(view.pattern);
    }
  });
}

// The side whose words can be shown: the one that is followed, if it was computed.
int side_shown(const PanelContext& context) {
  const int side = context.session.side;
  return context.pictures.trace(side) != nullptr ? side : 1 - side;
}

MasksView view_now(const PanelContext& context) {
  MasksView view{context, side_shown(context), {}, MaskPattern{}, {}};
  const Session& session = context.session;
  const MasksLab& lab = session.labs.get<MasksLab>();
  view.head = masks_head(selected_head(session), context.document.translator()->config());
  view.words = masks_words(*context.pictures.trace(view.side), view.head.attention);
  const auto tokens = static_cast<int>(view.words.size());
  view.pattern = masks_pattern(lab, tokens);
  view.needed = layers_needed(view.pattern);
  view.token = session.attention == view.head.attention && session.token >= 0
                   ? std::min(session.token, tokens - 1)
                   : tokens - 1;
  // Padding hides the same keys from every query.
  view.real = lab.mask == MaskKind::padding ? view.pattern.count(0) : tokens;
  for (auto word = view.words.begin() + view.real; word != view.words.end(); ++word)
    *word = "pad (" + *word + ")";
  return view;
}

}  // namespace

Area square_cells(const Ui& ui, const Heatmap& map, const Area& area, float largest, bool column_labels) {
  const auto count = static_cast<float>(map.columns);
  const float left = row_labels_width(ui, map);
  float cell = 0;
  // Labels need more or less room as cells grow: from large to small, the first size that fits.
  for (int size = static_cast<int>(largest); size >= 2; --size) {
    cell = static_cast<float>(size);
    const float top = column_labels ? column_labels_height(ui, map, cell) : 0;
    if (cell * count + top <= area.height() && cell * count + left <= area.width()) break;
  }
  const float top = column_labels ? column_labels_height(ui, map, cell) : 0;
  return Area::at(area.left + left, area.top + top, cell * count, cell * count);
}

HeatmapPtr map_of_pairs(const MasksView& view, const Scale& scale, NumberFormat format,
                        const std::function<PairValue(int query, int key)>& cell) {
  auto map = std::make_shared<Heatmap>();
  map->rows = map->columns = view.tokens();
  map->row_labels = map->column_labels = view.words;
  for (int query = 0; query < view.tokens(); ++query) {
    for (int key = 0; key < view.tokens(); ++key) {
      const PairValue pair = cell(query, key);
      map->values.push_back(pair.value);
      map->states.push_back(pair.state);
    }
  }
  map->absent_means = "out of reach";
  map->format = format;
  map->scale = scale;
  return map;
}

void follow_token(const MasksView& view, int query) {
  const PanelContext& context = view.context;
  if (context.session.attention != view.head.attention)
    context.ui.emit(SelectHead{view.head.layer, view.head.head, view.head.attention});
  context.ui.emit(SelectToken{query});
}

void draw_masks_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  if (context.document.translator() == nullptr) return;
  const MasksView view = view_now(context);
  Area rest = area;
  std::string about = "A mask hides words: their scores become −∞, so their weights are exactly 0.";
  if (!ui.exporting()) about += " Press and drag on the matrix to paint.";
  const Area place = lab_head(context, rest, about, choices_width(ui, preset_choices()));
  choose_preset(view, place);
  const float gap = ui.px(rest.width() >= ui.px(900) ? 36 : 20);
  const float left_width = std::round(std::clamp(rest.width() * 0.36F, ui.px(250), ui.px(560)));
  const auto draw_answer = [&](Area& over) {
    draw_masked_answer(view, over.cut_bottom(masked_answer_height(view, over.width())));
    over.cut_bottom(ui.px(8));
  };
  // What the model writes stands below the maps that it follows from, or below all where it needs more width.
  const bool below = masked_answer_height(view, rest.width() - left_width - gap) > ui.px(44);
  if (below) draw_answer(rest);
  const Area left = rest.cut_left(left_width);
  rest.cut_left(gap);
  if (!below) draw_answer(rest);
  draw_mask(view, left);
  // The reach has a plot beside it where there is room; else both maps have cells of about one size.
  const bool wide = rest.width() >= ui.px(width_for_bars);
  const float over_reach = ui.px(74);
  const float over_head = ui.px(58) + (wide ? 0 : lab_colour_bar_height(ui));
  const float even = (rest.height() + over_reach - over_head) / 2;
  const bool plot = wide && rest.height() >= ui.px(480);
  const Area above = rest.cut_top(std::round(plot ? rest.height() * 0.55F : even));
  draw_reach(view, {above.left, above.top, above.right, above.bottom - ui.px(8)});
  draw_masked_head(view, rest);
}

}  // namespace headlight
