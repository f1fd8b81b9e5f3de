#include "app/session/labs/positions_lab.h"

#include "core/learn/positions_variants.h"

namespace headlight {

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
