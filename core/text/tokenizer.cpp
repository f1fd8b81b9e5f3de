#include "core/text/tokenizer.h"

#include "core/text/nearest.h"
#include "core/text/unicode.h"

namespace headlight {

std::vector<int> Tokenizer::encoded(std::string_view typed) const {
  return encode(vocabulary_, understood(typed).words);
}

Understood EnglishWords::understood(std::string_view typed) const {
  return headlight::understood(typed, vocabulary());
}

Understood Letters::understood(std::string_view typed) const {
  Understood said;
  for (const char32_t letter : code_points(typed)) {
    const bool small = letter >= U'a' && letter <= U'z';
    if (letter != U' ') append_utf8(said.words.emplace_back(), small ? letter - U'a' + U'A' : letter);
  }
  return said;
}

}  // namespace headlight
