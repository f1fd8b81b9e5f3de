// What the kinds of positions are called on screen, and the sentences about them: one list for all pages.
#pragma once

#include <string>
#include <string_view>

#include "app/session/labs/positions_lab.h"

namespace headlight {

struct KindWords {
  std::string_view key;      // as in positions_variants()
  const char* name;          // "sinusoids"
  const char* model;         // what is particular about the small model trained with it, or about a guess
  const char* remark = "";   // on its properties, measured
  const char* among = name;  // in a list below the kind that it departs from: "random start"
};

// Throws std::out_of_range for a key that is not in the list.
const KindWords& words_of_kind(std::string_view key);
const KindWords& words_of_kind(Positions kind);

// What the numbers of a kind are, for vectors of so many dimensions; `origin`: where its table comes from.
std::string about_kind(const PositionsLab& lab, int dimensions, const std::string& origin);

}  // namespace headlight
