#include "app/session/labs/positions_lab.h"

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

const EnumNames<Positions>& positions_kind_names() {
  static const EnumNames<Positions> names{
      {Positions::sinusoidal, "sinusoidal"}, {Positions::learned, "learned"},
      {Positions::relative, "relative"},     {Positions::alibi, "alibi"},
      {Positions::rotary, "rotary"},         {Positions::none, "none"}};
  return names;
}

}  // namespace headlight
