#include "app/commands/version.h"

namespace headlight {

std::string version() { return "headlight " HEADLIGHT_VERSION ", made for " HEADLIGHT_MADE_FOR; }

}  // namespace headlight
