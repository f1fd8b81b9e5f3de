// English words in their forms: walk, walks, walked, walking; cat, cats; big, bigger, biggest.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// `s`: of a verb the third person, of a noun the plural.
enum class WordForm { base, s, past, participle, ing, more, most };

// By the rules alone (eated), the likeliest first: traveled, travelled; photoes, photos.
std::vector<std::string> regular_forms(const std::string& base, WordForm form);

// A base of which `word` could be such a form by the rules alone, whether or not there is such a word.
struct FormOf {
  std::string base;
  WordForm form = WordForm::base;
};
std::vector<FormOf> possible_bases(std::string_view word);

}  // namespace headlight
