// What the model writes for both sentences, and where the two translations part.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/panels/panels.h"

namespace headlight {

// What was written without <s>, which of it differs, and the first place where it does.
struct Written {
  std::vector<std::string> words;
  std::vector<bool> differs;
  int first = -1;
};
std::array<Written, 2> written_of(const PanelContext& context);

// Whether the next word follows without a space: "l'", "n'".
bool joins(const std::string& word);

}  // namespace headlight
