// Long work of a lab on its page: how far it is, and a button that cancels it or goes on with it.
#pragma once

#include <string>
#include <string_view>

#include "app/widgets/ui.h"

namespace headlight {

struct WorkUnderWay {
  bool under_way = false, cancelled = false;
  std::string says;  // "12 of 31 blocks"
};
// 0 where there is nothing to say, and in a picture.
float under_way_width(const Ui& ui, const WorkUnderWay& work);
// At the right end of a line. Cancel (-1), Go on (+1), or nothing (0); `id` is the lab's.
int draw_under_way(Ui& ui, std::string_view id, const Area& line, const WorkUnderWay& work);

}  // namespace headlight
