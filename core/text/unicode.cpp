#include "core/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

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

// Whether a sign that is never seen belongs where it stands between two others: it makes one emoji of two, or
// says how letters of Persian or Hindi join.
bool joins(utf8proc_int32_t before, utf8proc_int32_t sign, utf8proc_int32_t after) {
  constexpr utf8proc_int32_t non_joiner = 0x200c, joiner = 0x200d, first_tag = 0xe0020, last_tag = 0xe007f;
  const auto is = [](utf8proc_int32_t letter, bool (*what)(char32_t)) {
    return what(static_cast<char32_t>(letter));
  };
  if (sign >= first_tag && sign <= last_tag)  // of the flag of Wales
    return is(before, is_picture) || (before >= first_tag && before < last_tag);
  if (sign != joiner && sign != non_joiner) return false;
  const bool pictures = is(before, is_picture) || is(before, joins_pictures);
  if (sign == joiner && pictures && after != joiner) return is(after, is_picture);
  return utf8proc_category(after) == UTF8PROC_CATEGORY_LO &&
         (utf8proc_category(before) == UTF8PROC_CATEGORY_LO || is(before, is_mark));
}

// The letter at the beginning of `text`, as many bytes as it takes; nothing where there is none.
utf8proc_int32_t letter_at(std::string_view text, std::size_t& bytes) {
  utf8proc_int32_t letter = 0;
  const utf8proc_ssize_t width = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                                  static_cast<utf8proc_ssize_t>(text.size()), &letter);
  bytes = width > 0 ? static_cast<std::size_t>(width) : 0;
  return width > 0 ? letter : -1;
}

// The first letter of `text`, written out where it must be, and how many bytes it takes. `before` is the
// letter that stood before it, and becomes this one.
std::string first_letter(std::string_view text, utf8proc_int32_t& before, std::size_t& bytes) {
  const utf8proc_int32_t letter = letter_at(text, bytes), last = std::exchange(before, letter);
  if (letter < 0) {
    bytes = 1;
    return escaped("\\x%02x", static_cast<unsigned char>(text[0]));
  }
  if (letter == '\n') return "\\n";
  if (letter == '\t') return "\\t";
  std::size_t ignored = 0;
  if (is_seen(letter) || joins(last, letter, letter_at(text.substr(bytes), ignored)))
    return std::string(text.substr(0, bytes));
  return escaped(letter < 0x80 ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(letter));
}

}  // namespace

std::u32string code_points(std::string_view text) {
  std::u32string letters;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto size = static_cast<utf8proc_ssize_t>(text.size());
  for (utf8proc_ssize_t at = 0; at < size;) {
    utf8proc_int32_t letter = 0;
    const utf8proc_ssize_t width = utf8proc_iterate(bytes + at, size - at, &letter);
    if (width <= 0) {
      throw std::invalid_argument("sentence: byte " + std::to_string(at) +
                                  " is not UTF-8 text; save or type the sentence as UTF-8");
    }
    letters.push_back(static_cast<char32_t>(letter));
    at += width;
  }
  return letters;
}

std::u32string composed_code_points(std::string_view text) {
  std::u32string letters = code_points(text);
  if (letters.empty()) return letters;
  utf8proc_uint8_t* composed = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
      &composed, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(composed, &std::free);
  if (size < 0) throw std::invalid_argument(std::string("sentence: ") + utf8proc_errmsg(size));
  return code_points({reinterpret_cast<const char*>(composed), static_cast<std::size_t>(size)});
}

char32_t lower_case(char32_t letter) {
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(letter)));
}

bool is_space(char32_t letter) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(letter))) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_CC:
      return true;
    default:
      return false;
  }
}

bool is_letter(char32_t letter) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(letter))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return true;
    default:
      return false;
  }
}

bool is_picture(char32_t letter) {
  const bool skin = letter >= U'\U0001f3fb' && letter <= U'\U0001f3ff';
  constexpr char32_t degree = U'\u00b0';  // with a number it is a word
  return skin || (letter != degree &&
                  utf8proc_category(static_cast<utf8proc_int32_t>(letter)) == UTF8PROC_CATEGORY_SO);
}

bool joins_pictures(char32_t letter) {
  return letter == U'\u200d' || letter == U'\ufe0f' || letter == U'\u20e3';
}

bool is_mark(char32_t letter) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(letter))) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return true;
    default:
      return false;
  }
}

std::size_t end_of_letter(std::string_view text, std::size_t from) {
  utf8proc_int32_t state = 0, before = -1;
  for (std::size_t at = from; at < text.size();) {
    utf8proc_int32_t letter = 0;
    const utf8proc_ssize_t width =
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
                         static_cast<utf8proc_ssize_t>(text.size() - at), &letter);
    if (width <= 0) return at == from ? at + 1 : at;
    if (before >= 0 && utf8proc_grapheme_break_stateful(before, letter, &state)) return at;
    before = letter;
    at += static_cast<std::size_t>(width);
  }
  return text.size();
}

void append_utf8(std::string& text, char32_t letter) {
  utf8proc_uint8_t bytes[4];
  const utf8proc_ssize_t width = utf8proc_encode_char(static_cast<utf8proc_int32_t>(letter), bytes);
  text.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(width));
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    utf8proc_int32_t letter = 0;
    const utf8proc_ssize_t width = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                                    static_cast<utf8proc_ssize_t>(text.size()), &letter);
    valid += width > 0 ? text.substr(0, static_cast<std::size_t>(width)) : "\ufffd";
    text.remove_prefix(static_cast<std::size_t>(std::max<utf8proc_ssize_t>(width, 1)));
  }
  return valid;
}

std::string lower_case(std::string_view text) {
  std::string small;
  for (const char32_t letter : code_points(valid_utf8(text))) append_utf8(small, lower_case(letter));
  return small;
}

std::string printable(std::string_view text) { return shortened(text, std::numeric_limits<int>::max()); }

std::string shortened(std::string_view text, int most) {
  std::string shown;
  utf8proc_int32_t before = 0;
  for (int letters = 0; !text.empty(); ++letters) {
    if (letters == most) return shown + "...";
    std::size_t bytes = 1;
    if (text[0] >= ' ' && text[0] <= '~') {
      shown += text[0];  // as nearly all are
      before = text[0];
    } else {
      shown += first_letter(text, before, bytes);
    }
    text.remove_prefix(bytes);
  }
  return shown;
}

std::string in_quotes(std::string_view text, int most) { return '"' + shortened(text, most) + '"'; }

std::string told(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "not enough memory";
  const auto* const at_file = dynamic_cast<const std::filesystem::filesystem_error*>(&error);
  if (at_file == nullptr) return error.what();
  return printable(at_file->path1().string() + ": " + at_file->code().message() + "; check the path");
}

}  // namespace headlight
