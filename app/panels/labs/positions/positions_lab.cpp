// The lab on positions: its head, and which page is open.
#include <algorithm>
#include <array>

#include "app/panels/labs/positions/parts.h"
#include "app/panels/step_names.h"
#include "app/widgets/controls.h"
#include "core/labs/other_positions.h"

namespace headlight {
namespace {

struct KindOf {
  Positions kind;
  const char* label;
};
constexpr std::array kinds{KindOf{Positions::sinusoidal, "sinusoidal"}, KindOf{Positions::learned, "learned"},
                           KindOf{Positions::relative, "relative"},     KindOf{Positions::alibi, "ALiBi"},
                           KindOf{Positions::rotary, "RoPE"},           KindOf{Positions::none, "none"}};
struct PageOf {
  PositionsPage page;
  const char* label;
};
constexpr std::array pages{
    PageOf{PositionsPage::places, "Places"}, PageOf{PositionsPage::properties, "Properties"},
    PageOf{PositionsPage::scores, "Scores"}, PageOf{PositionsPage::attention, "Attention"},
    PageOf{PositionsPage::trained, "Trained"}};

std::string about_kind(const PositionsLab& lab, const TransformerConfig& config, const std::string& note) {
  const std::string size = std::to_string(lab.appended ? appended_dimensions : config.d_model);
  const std::string use =
      lab.appended ? " They stand behind the word's own numbers." : " They are added to the word's.";
  switch (lab.kind) {
    case Positions::sinusoidal:
    case Positions::appended:
      return "Every place gets " + size +
             " numbers: sines and cosines, fast at the top, slow at the bottom." + use;
    case Positions::learned:
      return "Every place gets a row of a table, learned like any weight; behind its last row there is "
             "nothing. " +
             note;
    case Positions::relative:
      return "No vector: every head learns a number for each distance, b(j − i), and adds it to the score. " +
             note;
    case Positions::alibi:
      return "No vector, nothing learned: every head takes a penalty for the distance from the score, "
             "−m |j − i|.";
    case Positions::rotary:
      return "No vector: queries and keys are turned, pair by pair, the further on in the sentence the more. "
             "What is left of it in a score is the distance.";
    case Positions::none:
      return "Without positions attention sees a bag of words. Below, the sentence backwards: how much the "
             "encoder's output for each word changes.";
  }
  return "";
}

std::string about_page(const PositionsLab& lab, const TransformerConfig& config, const LabWork* work) {
  switch (lab.page) {
    case PositionsPage::places:
      return about_kind(lab, config, work != nullptr ? work->note : "");
    case PositionsPage::properties:
      return "What one asks of positions, measured for each kind on " + std::to_string(least_places) +
             " places.";
    case PositionsPage::scores:
      return "What enters the first layer is word plus place. So a score, here before it is divided by √d_k, "
             "has "
             "four parts, and what the biases of queries and keys add.";
    case PositionsPage::attention:
      return "The same sentence and the same weights, but another kind of positions: not what they were "
             "trained with.";
    case PositionsPage::trained:
      return lab.task == PositionsTask::two_back ? "Small models, one for each kind, trained on 8 to 16 "
                                                   "random letters: every place answers with the "
                                                   "letter two places before."
                                                 : "Small models, one for each kind, trained on 8 to 16 "
                                                   "random letters: every place answers with the "
                                                   "third letter.";
  }
  return "";
}

void draw_kinds(const PanelContext& context, const Area& area, std::span<const Choice> list) {
  const PositionsLab& lab = context.session.labs.positions;
  int chosen = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].kind == lab.kind) chosen = static_cast<int>(i);
  }
  const int pressed = choices(context.ui, "positions/kind", area, list, chosen);
  if (pressed >= 0)
    change_labs(context,
                [&](Labs& labs) { labs.positions.kind = kinds[static_cast<std::size_t>(pressed)].kind; });
}

// The pages, and at the right what the open one can be set to.
void draw_pages(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const PositionsLab& lab = context.session.labs.positions;
  std::vector<Choice> list;
  int chosen = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    list.push_back({pages[i].label});
    if (pages[i].page == lab.page) chosen = static_cast<int>(i);
  }
  const Area place = Area::at(area.left, area.top, choices_width(ui, list), area.height());
  const int pressed = choices(ui, "positions/page", place, list, chosen);
  if (pressed >= 0)
    change_labs(context,
                [&](Labs& labs) { labs.positions.page = pages[static_cast<std::size_t>(pressed)].page; });

  Area right = area;
  right.left = place.right + ui.px(16);
  const TransformerConfig& config = context.document.model->config();
  const auto number = [&](const char* label, int count, int value, int PositionsLab::*field) {
    const float wide = number_choice_width(ui, label, count);
    if (wide > right.width()) return;
    const Area at = right.cut_right(wide);
    right.cut_right(ui.px(16));
    if (const auto picked = number_choice(ui, std::string("positions/") + label, at, label, count,
                                          std::min(value, count - 1)))
      change_labs(context, [&](Labs& labs) { labs.positions.*field = *picked; });
  };
  const bool places = lab.page == PositionsPage::places;
  if (lab.page == PositionsPage::trained) {
    const std::array<Choice, 2> tasks{Choice{"two back"}, {"third letter"}};
    const Area at = right.cut_right(choices_width(ui, tasks));
    right.cut_right(ui.px(16));
    const int task = choices(ui, "positions/task", at, tasks, lab.task == PositionsTask::third ? 1 : 0);
    if (task >= 0)
      change_labs(context, [&](Labs& labs) {
        labs.positions.task = task == 1 ? PositionsTask::third : PositionsTask::two_back;
      });
  }
  if ((places || lab.page == PositionsPage::trained) && lab.kind == Positions::sinusoidal) {
    const std::array<Choice, 2> uses{Choice{"added"}, {"appended"}};
    const float wide = choices_width(ui, uses);
    if (wide > right.width()) return;
    const Area at = right.cut_right(wide);
    const int use = choices(ui, "positions/use", at, uses, lab.appended ? 1 : 0);
    if (use >= 0) change_labs(context, [&](Labs& labs) { labs.positions.appended = use == 1; });
  }
  if (places && lab.kind == Positions::alibi) number("head", alibi_heads, lab.head, &PositionsLab::head);
  const bool heads = lab.page == PositionsPage::scores || lab.page == PositionsPage::attention ||
                     (places && (lab.kind == Positions::rotary || lab.kind == Positions::relative));
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
  if (context.document.model == nullptr || stage_trace(context) == nullptr) return;
  const PositionsLab& lab = context.session.labs.positions;
  const TransformerConfig& config = context.document.model->config();
  std::vector<Choice> list;
  for (const KindOf& each : kinds) {
    const std::string why =
        lab.page == PositionsPage::attention ? no_other_positions(config, each.kind) : std::string();
    list.push_back({each.label, why.empty(), why});
  }
  const bool has_kinds = lab.page != PositionsPage::scores && lab.page != PositionsPage::properties;
  const LabWork* work = work_of(context);
  Area rest = area;
  const Area place = lab_head(context, rest, about_page(lab, config, work),
                              has_kinds && !ui.exporting() ? choices_width(ui, list) : 0);
  if (has_kinds) draw_kinds(context, place, list);
  if (!ui.exporting()) {
    draw_pages(context, rest.cut_top(ui.px(32)));
    rest.cut_top(ui.px(16));
  }
  if (work == nullptr) return;
  const int side = stage_side(context);
  draw_page({context, context_of_cells(context), *work, with_momentary(work->labs.positions, lab), side,
             context.pictures.trace(side)->words().source, config},
            rest);
}

}  // namespace headlight
