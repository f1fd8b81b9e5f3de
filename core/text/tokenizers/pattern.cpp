#include "core/text/tokenizers/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <stdexcept>

#include "core/text/printable.h"

namespace headlight {

Pattern::Pattern(const std::string& expression) : expression_(expression) {
  int error = 0;
  PCRE2_SIZE at = 0;
  pcre2_code* const code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(),
                                         PCRE2_UTF | PCRE2_UCP, &error, &at, nullptr);
  if (code == nullptr)
    throw std::invalid_argument("the regular expression " + in_quotes(expression) + " has an error at byte " +
                                std::to_string(at));
  compiled_ = std::shared_ptr<const void>(
      code, [](const void* held) { pcre2_code_free(static_cast<pcre2_code*>(const_cast<void*>(held))); });
  pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);  // where the system can; else it is interpreted
}

std::vector<std::pair<std::size_t, std::size_t>> Pattern::matches(const SpannedText& text) const {
  const std::string bytes = utf8_of(text);
  const auto* const code = static_cast<const pcre2_code*>(compiled_.get());
  const std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> data(
      pcre2_match_data_create_from_pattern(code, nullptr), &pcre2_match_data_free);
  std::vector<std::pair<std::size_t, std::size_t>> found;
  // Letters before the byte that was counted to.
  std::size_t letters = 0;
  PCRE2_SIZE counted = 0;
  const auto letters_before = [&](PCRE2_SIZE byte) {
    for (; counted < byte; ++counted) letters += (static_cast<unsigned char>(bytes[counted]) & 0xC0U) != 0x80;
    return letters;
  };
  for (PCRE2_SIZE at = 0; at < bytes.size();) {
    const int matched = pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(bytes.data()), bytes.size(), at,
                                    at > 0 ? PCRE2_NO_UTF_CHECK : 0, data.get(), nullptr);
    if (matched == PCRE2_ERROR_NOMATCH) break;
    if (matched < 0)
      throw std::invalid_argument("the regular expression " + in_quotes(expression_) +
                                  " takes too long on this text");
    const PCRE2_SIZE* const ends = pcre2_get_ovector_pointer(data.get());
    const PCRE2_SIZE begin = ends[0], end = ends[1];
    if (end > begin && begin >= at) {
      const std::size_t first = letters_before(begin);
      found.emplace_back(first, letters_before(end));
    }
    at = std::max(end, at);
    if (end <= begin) {
      // Nothing was matched here: on from the next letter.
      do {
        ++at;
      } while (at < bytes.size() && (static_cast<unsigned char>(bytes[at]) & 0xC0U) == 0x80);
    }
  }
  return found;
}

}  // namespace headlight
