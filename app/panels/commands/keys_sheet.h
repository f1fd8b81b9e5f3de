// The sheet of keys and help.
#pragma once

#include <string>

namespace headlight {

struct KeysSheet {
  std::string explained;  // the panel that it begins with
};

}  // namespace headlight
