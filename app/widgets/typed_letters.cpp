#include "app/widgets/typed_letters.h"

#include <algorithm>
#include <vector>

#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr char32_t first_stand_in = 0xA000, last_stand_in = 0xA48C;

// Those that stand in the fields, each at the place of its stand-in.
std::vector<char32_t>& given() {
  static std::vector<char32_t> all;
  return all;
}

bool needs_one(char32_t letter) {
  return letter > 0xFFFF || (first_stand_in <= letter && letter <= last_stand_in);
}

template <typename Change>
std::string changed(std::string_view text, Change change) {
  const auto plain = [](char byte) { return static_cast<unsigned char>(byte) < 0x80; };
  if (std::all_of(text.begin(), text.end(), plain)) return std::string(text);
  std::string result;
  for (const char32_t letter : code_points(valid_utf8(text))) append_utf8(result, change(letter));
  return result;
}

}  // namespace

char32_t field_letter(char32_t typed) {
  if (!needs_one(typed)) return typed;
  std::vector<char32_t>& all = given();
  const auto found = std::find(all.begin(), all.end(), typed);
  const auto place = static_cast<char32_t>(found - all.begin());
  if (first_stand_in + place > last_stand_in) return U'\ufffd';
  if (found == all.end()) all.push_back(typed);
  return first_stand_in + place;
}

std::string field_text(std::string_view typed) { return changed(typed, field_letter); }

std::string typed_text(std::string_view field) {
  return changed(field, [](char32_t letter) {
    const std::size_t place = letter - first_stand_in;
    return letter >= first_stand_in && place < given().size() ? given()[place] : letter;
  });
}

}  // namespace headlight
