#include "core/text/tokenizers/spanned_text.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include "core/platform/background.h"
#include "core/text/languages.h"
#include "core/text/unicode.h"

namespace headlight {

namespace {

utf8proc_category_t category_of(char32_t letter) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(letter));
}

// Letters that are made from several others come from all of them.
TextSpan span_of(SpannedText::const_iterator begin, SpannedText::const_iterator end) {
  return {begin->from.begin, (end - 1)->from.end};
}

void append_normalized(SpannedText::const_iterator begin, SpannedText::const_iterator end, NormalForm form,
                       SpannedText& all) {
  const std::string text = utf8_of(begin, end);
  int how = UTF8PROC_STABLE;
  how |= form == NormalForm::nfc || form == NormalForm::nfkc ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE;
  if (form == NormalForm::nfkc || form == NormalForm::nfkd) how |= UTF8PROC_COMPAT;
  utf8proc_uint8_t* made = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &made, static_cast<utf8proc_option_t>(how));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(made, &std::free);
  if (size < 0) throw std::invalid_argument(std::string("text: ") + utf8proc_errmsg(size));
  for (const char32_t letter :
       code_points({reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)}))
    all.push_back({letter, span_of(begin, end)});
}

template <typename Keep>
SpannedText kept_of(const SpannedText& text, Keep keep) {
  SpannedText kept;
  std::copy_if(text.begin(), text.end(), std::back_inserter(kept),
               [&](const SpannedLetter& each) { return keep(each.letter); });
  return kept;
}

bool is_chinese(char32_t letter) {
  constexpr std::array<std::pair<char32_t, char32_t>, 8> ranges{{{0x4E00, 0x9FFF},
                                                                 {0x3400, 0x4DBF},
                                                                 {0x20000, 0x2A6DF},
                                                                 {0x2A700, 0x2B73F},
                                                                 {0x2B740, 0x2B81F},
                                                                 {0x2B920, 0x2CEAF},
                                                                 {0xF900, 0xFAFF},
                                                                 {0x2F800, 0x2FA1F}}};
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const auto& range) { return letter >= range.first && letter <= range.second; });
}

}  // namespace

void require_room(std::size_t letters) {
  stop_if_asked(1);
  if (letters > most_letters_made)
    throw std::invalid_argument("the steps of this tokenizer make more than " + thousands(most_letters_made) +
                                " letters from the text: its file may be damaged or malicious");
}

SpannedText spanned(std::string_view text) {
  SpannedText all;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const int size = static_cast<int>(text.size());
  for (int at = 0; at < size;) {
    utf8proc_int32_t letter = 0;
    const int width = static_cast<int>(utf8proc_iterate(bytes + at, size - at, &letter));
    const int end = at + (width > 0 ? width : 1);
    all.push_back({width > 0 ? static_cast<char32_t>(letter) : U'\uFFFD', {at, end}});
    at = end;
  }
  return all;
}

std::string utf8_of(SpannedText::const_iterator begin, SpannedText::const_iterator end) {
  std::string text;
  for (; begin != end; ++begin) append_utf8(text, begin->letter);
  return text;
}

std::string utf8_of(const SpannedText& text) { return utf8_of(text.begin(), text.end()); }

bool is_white_space(char32_t letter) {
  if (letter < 0x80) return letter == U' ' || (letter >= 9 && letter <= 13);
  if (letter == 0x85) return true;
  const utf8proc_category_t category = category_of(letter);
  return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP;
}

bool is_punctuation(char32_t letter) {
  if (letter < 0x80) return letter > 32 && letter < 127 && std::isalnum(static_cast<int>(letter)) == 0;
  const utf8proc_category_t category = category_of(letter);
  return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}

bool is_word_letter(char32_t letter) {
  const utf8proc_category_t category = category_of(letter);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_ND) ||
         category == UTF8PROC_CATEGORY_PC;
}

SpannedText normalized(const SpannedText& text, NormalForm form) {
  SpannedText all;
  for (auto begin = text.begin(); begin != text.end();) {
    auto end = begin + 1;
    utf8proc_int32_t state = 0;
    const auto breaks = [&](char32_t a, char32_t b) {
      return utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(a),
                                              static_cast<utf8proc_int32_t>(b), &state);
    };
    while (end != text.end() && !breaks((end - 1)->letter, end->letter)) ++end;
    require_room(all.size());
    if (end == begin + 1 && begin->letter < 0x80) {
      all.push_back(*begin);
    } else {
      append_normalized(begin, end, form, all);
    }
    begin = end;
  }
  return all;
}

SpannedText in_lower_case(const SpannedText& text) {
  SpannedText small;
  for (const SpannedLetter& each : text) {
    small.push_back({lower_case(each.letter), each.from});
    // The one letter whose small form is two.
    if (each.letter == U'\u0130') small.push_back({U'\u0307', each.from});
  }
  return small;
}

SpannedText without_marks(const SpannedText& text) {
  return kept_of(text, [](char32_t letter) { return category_of(letter) != UTF8PROC_CATEGORY_MN; });
}

SpannedText without_controls(const SpannedText& text) {
  SpannedText clean = kept_of(text, [](char32_t letter) {
    if (letter == U'\t' || letter == U'\n' || letter == U'\r') return true;
    const utf8proc_category_t category = category_of(letter);
    return letter != U'\uFFFD' && category != UTF8PROC_CATEGORY_CC && category != UTF8PROC_CATEGORY_CF &&
           category != UTF8PROC_CATEGORY_CO;
  });
  for (SpannedLetter& each : clean) {
    if (is_white_space(each.letter)) each.letter = U' ';
  }
  return clean;
}

SpannedText with_room_for_chinese(const SpannedText& text) {
  SpannedText all;
  for (const SpannedLetter& each : text) {
    const bool apart = is_chinese(each.letter);
    require_room(all.size());
    if (apart) all.push_back({U' ', each.from});
    all.push_back(each);
    if (apart) all.push_back({U' ', each.from});
  }
  return all;
}

SpannedText replaced(const SpannedText& text, const std::u32string& what, const std::u32string& with) {
  if (what.empty()) return text;
  SpannedText all;
  const auto same = [](const SpannedLetter& each, char32_t letter) { return each.letter == letter; };
  for (auto begin = text.begin(); begin != text.end();) {
    const auto found = std::search(begin, text.end(), what.begin(), what.end(), same);
    all.insert(all.end(), begin, found);
    if (found == text.end()) break;
    begin = found + static_cast<std::ptrdiff_t>(what.size());
    require_room(all.size() + with.size());
    for (const char32_t letter : with) all.push_back({letter, span_of(found, begin)});
  }
  return all;
}

SpannedText replaced(const SpannedText& text, const std::vector<std::pair<std::size_t, std::size_t>>& parts,
                     const std::u32string& with) {
  const auto at = [&](std::size_t place) { return text.begin() + static_cast<std::ptrdiff_t>(place); };
  SpannedText all;
  std::size_t done = 0;
  for (const auto& [begin, end] : parts) {
    all.insert(all.end(), at(done), at(begin));
    require_room(all.size() + with.size());
    for (const char32_t letter : with) all.push_back({letter, span_of(at(begin), at(end))});
    done = end;
  }
  all.insert(all.end(), at(done), text.end());
  return all;
}

SpannedText without_ends(const SpannedText& text, bool left, bool right) {
  const auto seen = [](const SpannedLetter& each) { return !is_white_space(each.letter); };
  const auto begin = left ? std::find_if(text.begin(), text.end(), seen) : text.begin();
  const auto end =
      right ? std::find_if(text.rbegin(), std::make_reverse_iterator(begin), seen).base() : text.end();
  return {begin, end};
}

SpannedText behind(const std::u32string& what, SpannedText text) {
  if (text.empty()) return text;
  require_room(what.size() + text.size());
  const int at = text.front().from.begin;
  SpannedText all;
  for (const char32_t letter : what) all.push_back({letter, {at, at}});
  all.insert(all.end(), text.begin(), text.end());
  return all;
}

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

namespace {

// Matches a pattern again and again in one text. Most matches take few steps; where one takes many, it is one
// of few that may.
class Matching {
 public:
  explicit Matching(const pcre2_code* code)
      : code_(code),
        context_(pcre2_match_context_create(nullptr), &pcre2_match_context_free),
        data_(pcre2_match_data_create_from_pattern(code, nullptr), &pcre2_match_data_free) {
    if (context_ == nullptr || data_ == nullptr) throw std::bad_alloc();
    pcre2_set_heap_limit(context_.get(), most_memory);
  }

  // What pcre2_match() gives from byte `at` on.
  int match(const std::string& bytes, PCRE2_SIZE at) {
    int matched = match(bytes, at, few_steps);
    if (matched == PCRE2_ERROR_MATCHLIMIT && long_matches_++ < most_long_matches)
      matched = match(bytes, at, many_steps);
    return matched;
  }
  PCRE2_SIZE begin() const { return pcre2_get_ovector_pointer(data_.get())[0]; }
  PCRE2_SIZE end() const { return pcre2_get_ovector_pointer(data_.get())[1]; }

 private:
  static constexpr std::uint32_t few_steps = 10'000, many_steps = 5'000'000, most_memory = 1 << 16;  // KiB
  static constexpr int most_long_matches = 4;

  int match(const std::string& bytes, PCRE2_SIZE at, std::uint32_t steps) {
    stop_if_asked(few_steps);
    pcre2_set_match_limit(context_.get(), steps);
    return pcre2_match(code_, reinterpret_cast<PCRE2_SPTR>(bytes.data()), bytes.size(), at,
                       at > 0 ? PCRE2_NO_UTF_CHECK : 0, data_.get(), context_.get());
  }

  const pcre2_code* code_;
  std::unique_ptr<pcre2_match_context, decltype(&pcre2_match_context_free)> context_;
  std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> data_;
  int long_matches_ = 0;
};

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> Pattern::matches(const SpannedText& text) const {
  const std::string bytes = utf8_of(text);
  Matching matching(static_cast<const pcre2_code*>(compiled_.get()));
  std::vector<std::pair<std::size_t, std::size_t>> found;
  // Letters before the byte that was counted to.
  std::size_t letters = 0;
  PCRE2_SIZE counted = 0;
  const auto letters_before = [&](PCRE2_SIZE byte) {
    for (; counted < byte; ++counted) letters += (static_cast<unsigned char>(bytes[counted]) & 0xC0U) != 0x80;
    return letters;
  };
  for (PCRE2_SIZE at = 0; at < bytes.size();) {
    const int matched = matching.match(bytes, at);
    if (matched == PCRE2_ERROR_NOMATCH) break;
    if (matched < 0)
      throw std::invalid_argument("the regular expression " + in_quotes(expression_) +
                                  " takes too long on this text");
    const PCRE2_SIZE begin = matching.begin(), end = matching.end();
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
