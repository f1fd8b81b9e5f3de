// The lab on positions: its head, and which page is open.
#include "app/labs/positions/positions_panel.h"

#include <array>
#include <cmath>

#include "app/labs/positions/positions_lab.h"
#include "app/panels/common/stage.h"
#include "app/panels/labs/class_picture.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/labs/model_positions.h"
#include "core/learn/positions_task.h"
#include "core/models/model.h"
#include "core/text/say.h"

namespace headlight {

HeatmapPtr PositionsShown::map(const std::string& name) const {
  const auto found = work.maps.find(name + " " + std::to_string(side));
  return found == work.maps.end() ? nullptr : found->second;
}

std::optional<CellAt> open_cell_of(const PositionsShown& shown, const std::string& path) {
  const std::vector<CellName>& trail = shown.context.session.trail;
  if (trail.empty() || trail.back().path != path) return std::nullopt;
  return CellAt{trail.back().row, trail.back().col};
}

std::vector<int> pairs_shown(int pairs, int most) {
  std::vector<int> chosen;
  for (int i = 0; i < most; ++i) {
    // Every second one at first, then further and further apart.
    const double share = static_cast<double>(i) / most;
    const int pair = static_cast<int>(pairs * share * (0.5 + 0.5 * share));
    if (chosen.empty() || pair > chosen.back()) chosen.push_back(pair);
  }
  return chosen;
}

stage::Piece position_cells(const PositionsShown& shown, const HeatmapPtr& map, const std::string& id,
                            const std::string& path, bool row_labels) {
  stage::Cells cells{.map = map, .followed = true};
  cells.look.row_labels = row_labels;
  cells.look.column_labels = true;
  if (!path.empty()) cells.look.selected = open_cell_of(shown, path);
  cells.touched = [&shown, path](const HeatmapTouch& touch, const Area&) {
    if (touch.clicked_row && *touch.clicked_row < shown.tokens())
      change_labs(shown.context, [&](Labs& labs) { labs.get<PositionsLab>().position = *touch.clicked_row; });
    if (touch.clicked && !path.empty())
      shown.context.ui.emit(SelectCell{{path, touch.clicked->row, touch.clicked->column}});
  };
  return {.id = id, .look = std::move(cells)};
}

namespace {
std::vector<Choice> numbered(int count) {
  std::vector<Choice> list;
  list.reserve(count);
  for (int i = 0; i < count; ++i) list.push_back({std::to_string(i)});
  return list;
}
constexpr int most_choices = 8;
}  // namespace

float draw_figure(Ui& ui, const Area& area, const std::string& number, const std::string& says) {
  const Palette& c = ui.colours();
  ui.text(area.left, area.top + ui.px(14), type::trait, c.ink, number);
  const Area below{area.left, area.top + ui.px(30), area.right, area.bottom};
  return ui.px(30) + ui.wrapped(below, type::caption, c.text_2, says, ui.px(16)) + ui.px(14);
}

std::string per_cent(double share) { return fixed_text(static_cast<float>(100 * share), 0) + " %"; }

std::string small_number(double value) {
  if (value == 0) return "0";
  const double size = std::fabs(value);
  if (size >= 1000) return count_text(static_cast<std::int64_t>(std::llround(value)));
  if (size >= 1e-3) return significant_text(static_cast<float>(value), 3);
  // One digit that is not a zero; what is rounding only takes no room for more.
  if (size < 1e-4) return "<.0001";
  return fixed_text(static_cast<float>(value), 4);
}

namespace {

struct PageOf {
  PositionsPage page;
  const char* label;
  bool for_experts = false;
};
constexpr std::array pages_in_order{
    PageOf{PositionsPage::places, "Positions"}, PageOf{PositionsPage::properties, "Properties", true},
    PageOf{PositionsPage::scores, "Scores", true}, PageOf{PositionsPage::attention, "Attention", true},
    PageOf{PositionsPage::trained, "Trained"}};

// Of a model that is no Transformer only the page of the trained ones is shown, which asks none of it.
const TransformerConfig& config_on_stage(const PanelContext& context) {
  static const TransformerConfig of_none;
  const ModelPtr& model = context.results.model;
  return model == nullptr || !model->transformer() ? of_none : *model->transformer();
}

std::string about_page(const PanelContext& context, const LabWork* work) {
  const PositionsLab& lab = context.session.labs.get<PositionsLab>();
  const TransformerConfig& config = config_on_stage(context);
  switch (lab.page) {
    case PositionsPage::places:
      return about_kind(lab, lab.is_appended() ? appended_dimensions : config.d_model,
                        work != nullptr ? work->note : "", context.results.model->anatomy());
    case PositionsPage::properties:
      return say("What positions should do, measured for each kind on {n} positions.",
                 {{"n", count_text(least_places)}});
    case PositionsPage::scores:
      return say(
          "A score before the division by √dₖ, in parts. The first layer is given word plus position, which "
          "makes four parts (the query is named first), and the biases of queries and keys add one more.");
    case PositionsPage::attention:
      return say(
          "The same sentence and the same weights, trained with {positions}, read with another kind of "
          "positions.",
          {{"positions", std::string(words_of_kind(config.positions).name)}});
    case PositionsPage::trained: {
      return paragraph({say("This one: {positions}", {{"positions", about_model(trained_name(lab))}}),
                        say("Each of these small models was trained on {letters} random letters.",
                            {{"letters", trained_letters()}}),
                        lab.task == PositionsTask::third
                            ? say("At each position it answers the third letter.")
                            : say("At each position it answers the letter two back.")});
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

// Sines without their cosines only experts want, and those whom a question brought to them.
std::vector<Positions> kinds_shown(const PanelContext& context) {
  const Positions chosen = context.session.labs.get<PositionsLab>().kind;
  std::vector<Positions> kinds;
  for (const auto& [kind, key] : positions_kind_names())
    if (kind != Positions::sines || kind == chosen || context.session.experts) kinds.push_back(kind);
  return kinds;
}

std::vector<Choice> kind_choices(const PanelContext& context, const PositionsLab& lab,
                                 const TransformerConfig& config) {
  std::vector<Choice> list;
  for (const Positions kind : kinds_shown(context)) {
    std::string why;
    if (lab.page == PositionsPage::attention)
      why = kind == config.positions ? "trained with this: at the left" : no_other_positions(config, kind);
    list.push_back({words_of_kind(kind).name, why.empty(), why});
  }
  return list;
}

void draw_kinds(const PanelContext& context, const Area& area, std::span<const Choice> list) {
  choose_among(
      context, area, list, kinds_shown(context), &PositionsLab::kind,
      [](PositionsLab& lab) { lab.variant = PositionsVariantAt::none; },
      shown_kind(context.session.labs.get<PositionsLab>(), config_on_stage(context)));
}

// The base of the wavelengths, of which the paper's is one.
void choose_base(const PanelContext& context, Area& right) {
  Ui& ui = context.ui;
  const PositionsLab& lab = context.session.labs.get<PositionsLab>();
  constexpr std::array bases{10, 100, 10000, 500000};
  std::vector<Choice> list;
  for (const int base : bases) list.push_back({count_text(base)});
  const std::string label = say("base");
  const float wide = choices_width(ui, list), named = ui.width(type::label, label) + ui.px(10);
  // Without the controls for experts it is shown where it was set.
  if (lab.base == PositionsLab().base && !has_control(context, &PositionsLab::base)) return;
  if (wide + named > right.width()) return;
  Area at = right.cut_right(wide + named, ui.px(16));
  const Area choice = at.cut_right(wide);
  ui.text(at, Align::left, type::label, ui.colours().text_2, label);
  const auto now = std::find(bases.begin(), bases.end(), lab.base);
  const int pressed =
      choices(ui, setting_id(lab, &PositionsLab::base), choice, list, static_cast<int>(now - bases.begin()));
  if (pressed >= 0) set_field(context, &PositionsLab::base, bases.at(static_cast<std::size_t>(pressed)));
}

// The pages_in_order, and at the right what the open one can be set to; below them where that is not seen.
void draw_pages(const PanelContext& context, Area& rest, const LabWork* work) {
  Ui& ui = context.ui;
  const PositionsLab& lab = context.session.labs.get<PositionsLab>();
  std::vector<Choice> list;
  std::vector<PositionsPage> shown;
  for (const PageOf& each : pages_in_order) {
    if (each.for_experts && each.page != lab.page && !shows_expert_controls(context.session)) continue;
    list.push_back({each.label});
    shown.push_back(each.page);
  }
  const float seen = seen_width(ui, rest), high = ui.px(32);
  const bool wider = seen < rest.width();
  Area right = rest.cut_top(choices_height(ui, list, seen, high), ui.px(16));
  const Area place = right.cut_left(std::min(seen, choices_width(ui, list)), ui.px(16));
  choose_among(context, place, list, shown, &PositionsLab::page);

  if (wider) {
    right = rest.cut_top(high, ui.px(16));
    right.right = right.left + seen;
  }
  const TransformerConfig& config = config_on_stage(context);
  const auto number = [&](const char* label, int count, int PositionsLab::*field) {
    // Choices where there is room for them, else a slider.
    const std::vector<Choice> numbers = numbered(count);
    const bool many = count > most_choices;
    const float all =
        many ? ui.px(180) : ui.width(type::label, label) + ui.px(10) + choices_width(ui, numbers);
    const float wide = std::min(all, right.width());
    if (wide < all && wide < ui.px(120)) return;
    Area at = right.cut_right(wide, ui.px(16));
    if (many || wide < all)
      return slide_setting(context, {at.left, at.top - ui.px(6), at.right, at.bottom}, field,
                           {.label = label, .highest = count - 1});
    const Area choice = at.cut_right(choices_width(ui, numbers), ui.px(10));
    ui.text(at, Align::right, type::label, ui.colours().text_2, label);
    choose_setting(context, choice, numbers, field, nullptr, std::min(lab.*field, count - 1));
  };
  const bool places = lab.page == PositionsPage::places;
  if (lab.page == PositionsPage::trained) {
    const std::array<Choice, 2> tasks{Choice{to_be_said("two back")}, {to_be_said("third letter")}};
    choose_setting(context, right.cut_right(choices_width(ui, tasks), ui.px(16)), tasks, &PositionsLab::task);
  }
  const auto either = [&](const char* off, const char* on, bool PositionsLab::*field) {
    const std::array<Choice, 2> list_of{Choice{off}, {on}};
    const float wide = choices_width(ui, list_of);
    if (wide > right.width() || !has_control(context, field)) return;
    choose_setting(context, right.cut_right(wide, ui.px(16)), list_of, field);
  };
  if (places && is_of_sines(lab.kind)) choose_base(context, right);
  if (places || (lab.page == PositionsPage::trained && lab.variant == PositionsVariantAt::none)) {
    if (lab.kind == Positions::sinusoidal)
      either(to_be_said("added"), to_be_said("appended"), &PositionsLab::appended);
    if (lab.kind == Positions::alibi)
      either(to_be_said("both ways"), to_be_said("one way"), &PositionsLab::one_sided);
  }
  // Biases are shown for the heads of their own table, which need not be the model's.
  const bool biases = places && (lab.kind == Positions::relative || lab.kind == Positions::alibi);
  const auto* study = work == nullptr ? nullptr : work->result<PositionsStudy>();
  if (const int recorded = study == nullptr ? 0 : study->of(stage_side(context)).bias_heads;
      biases && recorded > 0)
    number("head", recorded, &PositionsLab::head);
  const bool heads = lab.page == PositionsPage::scores || lab.page == PositionsPage::attention ||
                     (places && lab.kind == Positions::rotary);
  if (heads) number("head", config.reading_heads(), &PositionsLab::head);
  if (lab.page == PositionsPage::attention) number("layer", config.reading_layers(), &PositionsLab::layer);
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
    case Positions::counted:
    case Positions::divided:
    case Positions::sines:
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

void draw_positions_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  if (stage_trace(context) == nullptr || context.results.model == nullptr) return;
  const PositionsLab& lab = context.session.labs.get<PositionsLab>();
  const TransformerConfig& config = config_on_stage(context);
  const std::vector<Choice> list = kind_choices(context, lab, config);
  const bool has_kinds = lab.page != PositionsPage::scores && lab.page != PositionsPage::properties;
  const LabWork* work = work_of(context);
  Area rest = area;
  const std::string about = about_page(context, work);
  const Area place =
      has_kinds && !ui.exporting() ? lab_head(context, rest, about, list) : lab_head(context, rest, about);
  if (has_kinds) draw_kinds(context, place, list);
  if (!ui.exporting()) {
    draw_pages(context, rest, work);
  }
  const auto* study = work == nullptr ? nullptr : work->result<PositionsStudy>();
  if (study == nullptr) return;
  const int side = stage_side(context);
  draw_page(
      {context, context_of_cells(context), *work, *study, with_momentary(work->settings<PositionsLab>(), lab),
       side, context.maps[side].trace()->typed(), config},
      rest);
}

// --- before a class

// Of kinds that have a vector for every place.
bool has_places_for_class(const Labs& labs) {
  const auto& lab = labs.get<PositionsLab>();
  return lab.page == PositionsPage::places && lab.variant == PositionsVariantAt::none &&
         (lab.kind == Positions::sinusoidal || lab.kind == Positions::learned);
}

std::optional<ClassPicture> positions_for_class(const PanelContext& context) {
  const LabWork& work = *work_of(context);
  if (work.result<PositionsStudy>() == nullptr || stage_trace(context) == nullptr) return {};
  const auto found = work.maps.find("similarity " + std::to_string(stage_side(context)));
  if (found == work.maps.end()) return {};
  const HeatmapPtr& map = found->second;
  const int last = map->rows - 1,
            place = std::clamp(context.session.labs.get<PositionsLab>().position, 0, last);
  if (last < 1) return {};
  const int next = place < last ? place + 1 : place - 1, far = place * 2 < last ? last : 0;
  const auto value = [&](int to) { return number_alone(map->value(place, to), map->format); };
  return ClassPicture{
      .word = map->row_label(place),
      .about = say("how alike the places are, each with each:"),
      .shows = ClassCells{map, place},
      .says = say("Its place and the next one: {near}. Its place and the farthest one: {far}.",
                  {{"near", value(next)}, {"far", value(far)}})};
}

constexpr std::array<LabPanel::ForClass::Set, 2> positions_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<PositionsLab>().kind = Positions::learned; }};

}  // namespace

constinit const LabPanel PositionsLab::panel_row{
    .lab = &lab_row,
    .draw = draw_positions_lab,
    .help =
        "Nine ways to tell a model where a word is. Follow a position, change the kind, and see what small "
        "models learned with each.",
    .words =
        "order position encoding embedding sinusoid sine cosine rope rotary alibi relative where place "
        "number count index base",
    .presented_type = 1,  // its words stand at places, which leave them no more room
    .wide = 720,
    .tall = 640,
    .margin = {"Follow one place",
               "Choose a way to tell places, and drag along the words to follow another one.",
               "Leave places out",
               [](const PanelContext&, Labs& labs) {
                 labs.get<PositionsLab>().page = PositionsPage::places;
                 labs.get<PositionsLab>().kind = Positions::none;
               }},
    .for_class = {positions_for_class, positions_steps, has_places_for_class},
};

}  // namespace headlight
