#include "app/labs/positions/positions_lab.h"

#include <array>

#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"
#include "app/labs/positions/positions_caption.h"
#include "app/labs/positions/positions_work.h"
#include "core/learn/positions_variants.h"

namespace headlight {
namespace {

void leave_out_positions_looks(PositionsLab& lab) {
  const PositionsLab usual;
  const bool places = lab.page == PositionsPage::places;
  lab.moved = usual.moved;
  lab.dimensions = usual.dimensions;
  lab.by_distance = usual.by_distance;
  // RoPE turns the vectors of two words.
  if (!places || lab.kind != Positions::rotary) {
    lab.position = usual.position;
    lab.key = usual.key;
  }
  if (lab.page != PositionsPage::attention) lab.layer = usual.layer;
}

// A place that is followed, on a page and with a kind.
template <PositionsPage page, Positions kind>
void drag_place(Labs& labs, int i) {
  auto& lab = labs.get<PositionsLab>();
  lab.page = page;
  lab.kind = kind;
  lab.position = i % 11;
}

constexpr std::array positions_drags{
    LabDrag{"positions, a place of the sinusoids", drag_place<PositionsPage::places, Positions::sinusoidal>},
    LabDrag{"positions, a place of the learned table", drag_place<PositionsPage::places, Positions::learned>},
    LabDrag{"positions, a place of RoPE", drag_place<PositionsPage::places, Positions::rotary>},
    LabDrag{"positions, a place of the parts of a score",
            drag_place<PositionsPage::scores, Positions::sinusoidal>},
    LabDrag{"positions, a place under ALiBi", drag_place<PositionsPage::attention, Positions::alibi>},
    LabDrag{"positions, the letters of a small model", [](Labs& labs, int i) {
              labs.get<PositionsLab>().page = PositionsPage::trained;
              labs.get<PositionsLab>().length = 8 + i % 41;
            }}};

}  // namespace

constinit const Lab PositionsLab::lab_row{
    .kind = lab,
    .name = "positions",
    .title = "Positions",
    .question = "Where is a word?",
    .settings = settings_of<PositionsLab, leave_out_positions_looks>(),
    .compute = compute_positions,
    .caption = positions_caption,
    .drags = positions_drags,
    .needs =
        [](const std::any& settings) {
          return std::any_cast<const PositionsLab&>(settings).page == PositionsPage::trained
                     ? LabNeeds::nothing
                     : LabNeeds::translator;
        },
    .without_model =
        [](std::any& settings) { std::any_cast<PositionsLab&>(settings).page = PositionsPage::trained; },
    .without_model_says = "Small models trained with each kind"};

const EnumNames<PositionsPage>& positions_page_names() {
  static const EnumNames<PositionsPage> names{{PositionsPage::places, "places"},
                                              {PositionsPage::properties, "properties"},
                                              {PositionsPage::scores, "scores"},
                                              {PositionsPage::attention, "attention"},
                                              {PositionsPage::trained, "trained"}};
  return names;
}

const EnumNames<PositionsTask>& positions_task_names() {
  static const EnumNames<PositionsTask> names{{PositionsTask::two_back, "two_back"},
                                              {PositionsTask::third, "third"}};
  return names;
}

const EnumNames<PositionsVariantAt>& positions_variant_names() {
  static const EnumNames<PositionsVariantAt> names = [] {
    EnumNames<PositionsVariantAt> all{{PositionsVariantAt::none, "off"}};
    int place = 0;
    for (const PositionsVariant& variant : positions_variants())
      all.emplace_back(static_cast<PositionsVariantAt>(place++), variant.name.data());
    return all;
  }();
  return names;
}

const EnumNames<Positions>& positions_kind_names() {
  static const EnumNames<Positions> names{
      {Positions::sinusoidal, "sinusoidal"}, {Positions::learned, "learned"},
      {Positions::relative, "relative"},     {Positions::alibi, "alibi"},
      {Positions::rotary, "rotary"},         {Positions::none, "none"}};
  return names;
}

}  // namespace headlight
