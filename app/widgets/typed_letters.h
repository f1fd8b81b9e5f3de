// Dear ImGui's text field holds letters of 16 bits. One beyond, as an emoji is, stands there as a syllable of
// Yi that is given to it, and so does every syllable of Yi itself: what was typed comes back as it was.
#pragma once

#include <string>
#include <string_view>

namespace headlight {

// How a letter stands in the field. U+FFFD once more than a thousand different ones have been typed.
char32_t field_letter(char32_t typed);

// A text as it stands in the field, and back again.
std::string field_text(std::string_view typed);
std::string typed_text(std::string_view field);

}  // namespace headlight
