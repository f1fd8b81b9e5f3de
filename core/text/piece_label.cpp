#include "core/text/piece_label.h"

#include "core/text/cut_words.h"
#include "core/text/printable.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::string_view digits = "0123456789ABCDEF";

bool is_digit(char letter) { return digits.find(letter) != std::string_view::npos; }

// The length of "<0xE7>" at the beginning; 0 where something else is there.
std::size_t byte_at(std::string_view text) {
  const bool byte =
      text.size() >= 6 && text.starts_with("<0x") && is_digit(text[3]) && is_digit(text[4]) && text[5] == '>';
  return byte ? 6 : 0;
}

// Scripts of South-East Asia, of China and of Japan.
bool is_written_without_spaces(char32_t letter) {
  const auto within = [letter](char32_t first, char32_t last) { return first <= letter && letter <= last; };
  return within(0x0E00, 0x0EFF) || within(0x1000, 0x109F) || within(0x1780, 0x17FF) ||
         within(0x2E80, 0xA4CF) || within(0xF900, 0xFAFF) || letter >= 0x20000;
}

// A letter or a digit that stands in words between spaces.
bool begins_with_word_letter(std::string_view text) {
  if (text.empty() || byte_at(text) > 0) return false;
  const std::string valid = valid_utf8(text.substr(0, 4));
  const char32_t letter = code_points(valid).front();
  const bool digit = letter >= '0' && letter <= '9';
  return digit || (is_letter(letter) && !is_written_without_spaces(letter));
}

// With signs for what leaves no mark, and bytes as bytes.
std::string with_signs(std::string_view text) {
  std::string label;
  bool in_bytes = false;
  while (!text.empty()) {
    if (const std::size_t size = byte_at(text); size > 0) {
      // Neighbours stand in one pair of brackets.
      if (in_bytes) label.resize(label.size() - std::string_view("›").size());
      label.append(in_bytes ? " " : "‹").append(text.substr(3, 2)).append("›");
      text.remove_prefix(size);
      in_bytes = true;
      continue;
    }
    in_bytes = false;
    const char each = text.front();
    label += each == ' ' || each == '\n' ? visible({&each, 1}) : std::string(1, each);
    text.remove_prefix(1);
  }
  return printable(label);
}

}  // namespace

std::string piece_label(std::string_view text, PiecesSay say) {
  bool within = false;
  bool open = false;
  if (say == PiecesSay::mark_within) {
    within = text.size() > joint.size() && text.starts_with(joint);
    if (within) text.remove_prefix(joint.size());
    open = text.size() > joint.size() && text.ends_with(joint);
    if (open) text.remove_suffix(joint.size());
  } else if (text.size() > 1 && text.front() == ' ' && begins_with_word_letter(text.substr(1))) {
    text.remove_prefix(1);
  } else {
    within = begins_with_word_letter(text);
  }
  const auto marked = [](bool there) { return there ? std::string(goes_on) : std::string(); };
  return marked(within) + with_signs(text) + marked(open);
}

std::string bytes_text(std::string_view text) {
  std::string bytes;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (!bytes.empty()) bytes += ' ';
    bytes += {digits[byte >> 4U], digits[byte & 15U]};
  }
  return bytes;
}

}  // namespace headlight
