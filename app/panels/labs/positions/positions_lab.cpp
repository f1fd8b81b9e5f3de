// The lab on positions: its head, and which page is open.
#include <algorithm>
#include <array>

#include "app/labs/positions/kind_words.h"
#include "app/labs/positions/positions_maps.h"
#include "app/panels/labs/positions/positions_shown.h"
#include "app/panels/step_names.h"
#include "app/widgets/controls.h"
#include "core/labs/other_positions.h"
#include "core/learn/positions_variants.h"
#include "core/models/translator.h"

namespace headlight {
namespace {

struct PageOf {
  PositionsPage page;
  const char* label;
};
constexpr std::array pages{
    PageOf{PositionsPage::places, "Positions"}, PageOf{PositionsPage::properties, "Properties"},
    PageOf{PositionsPage::scores, "Scores"}, PageOf{PositionsPage::attention, "Attention"},
    PageOf{PositionsPage::trained, "Trained"}};

// Of another model than a translator only the page of the trained ones is shown, which asks none of it.
const TransformerConfig& config_on_stage(const PanelContext& context) {
  static const TransformerConfig of_none;
  const auto translator = context.document.translator();
  return translator == nullptr ? of_none : translator->config();
}

std::string about_page(const PanelContext& context, const LabWork* work) {
  const PositionsLab& lab = context.session.labs.get<PositionsLab>();
  const TransformerConfig& config = config_on_stage(context);
  switch (lab.page) {
    case PositionsPage::places:
      return about_kind(lab, lab.appended ? appended_dimensions : config.d_model,
                        work != nullptr ? work->note : "");
    case PositionsPage::properties:
      return "What positions should do, measured for each kind on " + std::to_string(least_places) +
             " positions.";
    case PositionsPage::scores:
      return "A score before the division by √dₖ, in parts. What enters the first layer is word plus "
             "position: four parts, the query named first, and what the biases of queries and keys add.";
    case PositionsPage::attention:
      return "The same sentence and the same weights, trained with " +
             std::string(words_of_kind(config.positions).name) + ", read with another kind of positions.";
    case PositionsPage::trained: {
      const std::string letter =
          lab.task == PositionsTask::third ? "the third letter" : "the letter two back";
      return "This one: " + about_model(trained_name(lab)) + " One of the small models trained on " +
             trained_letters() + " random letters: each position answers " + letter + ".";
    }
  }
  return "";
}

// The kind that the open page shows.
Positions shown_kind(const PositionsLab& lab, const TransformerConfig& config) {
  if (lab.page == PositionsPage::attention) return compared_kind(lab, config);
  if (lab.page == PositionsPage::trained && lab.variant != PositionsVariantAt::none)
    return positions_variant(trained_name(lab)).positions;
  return lab.kind;
}

std::vector<Choice> kind_choices(const PositionsLab& lab, const TransformerConfig& config) {
  std::vector<Choice> list;
  for (const auto& [kind, key] : positions_kind_names()) {
    std::string why;
    if (lab.page == PositionsPage::attention)
      why = kind == config.positions ? "what it was trained with, at the left"
                                     : no_other_positions(config, kind);
    list.push_back({words_of_kind(kind).name, why.empty(), why});
  }
  return list;
}

void draw_kinds(const PanelContext& context, const Area& area, std::span<const Choice> list) {
  const auto& kinds = positions_kind_names();
  const Positions shown = shown_kind(context.session.labs.get<PositionsLab>(), config_on_stage(context));
  const auto at =
      std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return each.first == shown; });
  const int pressed = choices(context.ui, "positions/kind", area, list, static_cast<int>(at - kinds.begin()));
  if (pressed >= 0)
    change_labs(context, [&](Labs& labs) {
      labs.get<PositionsLab>().kind = kinds[static_cast<std::size_t>(pressed)].first;
      labs.get<PositionsLab>().variant = PositionsVariantAt::none;
    });
}

// The pages, and at the right what the open one can be set to.
void draw_pages(const PanelContext& context, const Area& area, const LabWork* work) {
  Ui& ui = context.ui;
  const PositionsLab& lab = context.session.labs.get<PositionsLab>();
  std::vector<Choice> list;
  int chosen = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    list.push_back({pages[i].label});
    if (pages[i].page == lab.page) chosen = static_cast<int>(i);
  }
  const Area place = Area::at(area.left, area.top, choices_width(ui, list), area.height());
  const int pressed = choices(ui, "positions/page", place, list, chosen);
  if (pressed >= 0)
    change_labs(context, [&](Labs& labs) {
      labs.get<PositionsLab>().page = pages[static_cast<std::size_t>(pressed)].page;
    });

  Area right = area;
  right.left = place.right + ui.px(16);
  const TransformerConfig& config = config_on_stage(context);
  const auto number = [&](const char* label, int count, int value, int PositionsLab::*field) {
    // Choices where there is room for them, else a slider.
    const float all = number_choice_width(ui, label, count);
    const float wide = std::min(all, right.width());
    if (wide < all && wide < ui.px(120)) return;
    const Area at = right.cut_right(wide);
    right.cut_right(ui.px(16));
    if (const auto picked = number_choice(ui, std::string("positions/") + label, at, label, count,
                                          std::min(value, count - 1)))
      change_labs(context, [&](Labs& labs) { labs.get<PositionsLab>().*field = *picked; });
  };
  const bool places = lab.page == PositionsPage::places;
  if (lab.page == PositionsPage::trained) {
    const std::array<Choice, 2> tasks{Choice{"two back"}, {"third letter"}};
    const Area at = right.cut_right(choices_width(ui, tasks));
    right.cut_right(ui.px(16));
    const int task = choices(ui, "positions/task", at, tasks, lab.task == PositionsTask::third ? 1 : 0);
    if (task >= 0)
      change_labs(context, [&](Labs& labs) {
        labs.get<PositionsLab>().task = task == 1 ? PositionsTask::third : PositionsTask::two_back;
      });
  }
  const auto either = [&](const char* id, const char* off, const char* on, bool PositionsLab::*field) {
    const std::array<Choice, 2> list_of{Choice{off}, {on}};
    const float wide = choices_width(ui, list_of);
    if (wide > right.width()) return;
    const Area at = right.cut_right(wide);
    right.cut_right(ui.px(16));
    const int pressed_now = choices(ui, id, at, list_of, lab.*field ? 1 : 0);
    if (pressed_now >= 0)
      change_labs(context, [&](Labs& labs) { labs.get<PositionsLab>().*field = pressed_now == 1; });
  };
  if (places || (lab.page == PositionsPage::trained && lab.variant == PositionsVariantAt::none)) {
    if (lab.kind == Positions::sinusoidal)
      either("positions/use", "added", "appended", &PositionsLab::appended);
    if (lab.kind == Positions::alibi)
      either("positions/sides", "both ways", "one way", &PositionsLab::one_sided);
  }
  // Biases are shown for the heads of their own table, which need not be the model's.
  const bool biases = places && (lab.kind == Positions::relative || lab.kind == Positions::alibi);
  const auto* study = work == nullptr ? nullptr : work->result<PositionsStudy>();
  if (const int recorded = study == nullptr ? 0 : study->of(stage_side(context)).bias_heads;
      biases && recorded > 0)
    number("head", recorded, lab.head, &PositionsLab::head);
  const bool heads = lab.page == PositionsPage::scores || lab.page == PositionsPage::attention ||
                     (places && lab.kind == Positions::rotary);
  if (heads) number("head", config.encoder_heads, lab.head, &PositionsLab::head);
  if (lab.page == PositionsPage::attention)
    number("layer", config.encoder_layers, lab.layer, &PositionsLab::layer);
}

void draw_page(const PositionsShown& shown, const Area& area) {
  switch (shown.lab.page) {
    case PositionsPage::properties:
      return draw_position_properties(shown, area);
    case PositionsPage::scores:
      return draw_score_parts(shown, area);
    case PositionsPage::attention:
      return draw_other_positions(shown, area);
    case PositionsPage::trained:
      return draw_trained_positions(shown, area);
    case PositionsPage::places:
      break;
  }
  switch (shown.lab.kind) {
    case Positions::sinusoidal:
    case Positions::appended:
    case Positions::learned:
      return draw_position_vectors(shown, area);
    case Positions::relative:
    case Positions::alibi:
      return draw_position_biases(shown, area);
    case Positions::rotary:
      return draw_rotation(shown, area);
    case Positions::none:
      return draw_no_positions(shown, area);
  }
}

// What was computed, followed at the session's place.
PositionsLab with_momentary(PositionsLab computed, const PositionsLab& now) {
  computed.position = now.position;
  computed.dimensions = now.dimensions;
  computed.moved = now.moved;
  if (computed.page != PositionsPage::scores) {
    computed.layer = now.layer;
    computed.head = now.head;
  }
  return computed;
}

}  // namespace

void draw_positions_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  if (stage_trace(context) == nullptr) return;
  const PositionsLab& lab = context.session.labs.get<PositionsLab>();
  const TransformerConfig& config = config_on_stage(context);
  const std::vector<Choice> list = kind_choices(lab, config);
  const bool has_kinds = lab.page != PositionsPage::scores && lab.page != PositionsPage::properties;
  const LabWork* work = work_of(context);
  Area rest = area;
  const Area place = lab_head(context, rest, about_page(context, work),
                              has_kinds && !ui.exporting() ? choices_width(ui, list) : 0);
  if (has_kinds) draw_kinds(context, place, list);
  if (!ui.exporting()) {
    draw_pages(context, rest.cut_top(ui.px(32)), work);
    rest.cut_top(ui.px(16));
  }
  const auto* study = work == nullptr ? nullptr : work->result<PositionsStudy>();
  if (study == nullptr) return;
  const int side = stage_side(context);
  draw_page(
      {context, context_of_cells(context), *work, *study, with_momentary(work->settings<PositionsLab>(), lab),
       side, context.pictures.trace(side)->words().source, config},
      rest);
}

}  // namespace headlight
