// What the kinds of positions are called on screen, and the sentences about them: one list for all pages.
#pragma once

#include <string>
#include <string_view>

#include "app/labs/positions/positions_lab.h"

namespace headlight {

struct KindWords {
  std::string_view key;      // as in positions_variants()
  const char* name;          // "sinusoids"
  const char* model;         // of the small model trained with it, or of a guess: see about_model()
  const char* remark = "";   // on its properties, measured
  const char* among = name;  // in a list below the kind that it departs from: "random start"
};

// Throws std::out_of_range for a key that is not in the list.
const KindWords& words_of_kind(std::string_view key);
const KindWords& words_of_kind(Positions kind);

// What is particular about the small model that was trained as the variant `key`, or about a guess; its
// numbers are those of its recipe. Throws as words_of_kind() does.
std::string about_model(std::string_view key);
// "8 to 16": so many letters the small models are trained on.
std::string trained_letters();
// ALiBi's m: "1", "1/16", "0.7".
std::string slope_text(double slope);

// What the numbers of a kind are, for vectors of so many dimensions; `origin`: where its table comes from.
std::string about_kind(const PositionsLab& lab, int dimensions, const std::string& origin);

}  // namespace headlight
