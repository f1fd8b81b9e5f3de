#include "core/text/printable.h"

#include <utf8proc.h>

#include <cstdio>
#include <limits>

namespace headlight {
namespace {

std::string escaped(const char* form, unsigned number) {
  char text[16];
  std::snprintf(text, sizeof text, form, number);
  return text;
}

// U+200E and U+202E turn the direction of what follows, U+2028 breaks the line; both are "formats" or
// separators.
bool is_seen(utf8proc_int32_t letter) {
  switch (utf8proc_category(letter)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return false;
    default:
      return true;
  }
}

// The first letter of `text`, written out where it must be, and how many bytes it takes.
std::string first_letter(std::string_view text, std::size_t& bytes) {
  utf8proc_int32_t letter = 0;
  const utf8proc_ssize_t width = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                                  static_cast<utf8proc_ssize_t>(text.size()), &letter);
  bytes = width > 0 ? static_cast<std::size_t>(width) : 1;
  if (width <= 0) return escaped("\\x%02x", static_cast<unsigned char>(text[0]));
  if (letter == '\n') return "\\n";
  if (letter == '\t') return "\\t";
  if (is_seen(letter)) return std::string(text.substr(0, bytes));
  return escaped(letter < 0x80 ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(letter));
}

}  // namespace

std::string printable(std::string_view text) { return shortened(text, std::numeric_limits<int>::max()); }

std::string shortened(std::string_view text, int most) {
  std::string shown;
  for (int letters = 0; !text.empty(); ++letters) {
    if (letters == most) return shown + "...";
    std::size_t bytes = 1;
    if (text[0] >= ' ' && text[0] <= '~') {
      shown += text[0];  // as nearly all are
    } else {
      shown += first_letter(text, bytes);
    }
    text.remove_prefix(bytes);
  }
  return shown;
}

std::string in_quotes(std::string_view text, int most) { return '"' + shortened(text, most) + '"'; }

}  // namespace headlight
