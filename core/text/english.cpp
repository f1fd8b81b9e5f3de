#include "core/text/english.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>

#include "core/text/unicode.h"

namespace headlight {
namespace {

struct Contraction {
  std::string_view typed, first, second;
};

constexpr std::array kContractions{
    Contraction{"i'm", "i", "am"},         Contraction{"you're", "you", "are"},
    Contraction{"he's", "he", "is"},       Contraction{"she's", "she", "is"},
    Contraction{"it's", "it", "is"},       Contraction{"we're", "we", "are"},
    Contraction{"they're", "they", "are"}, Contraction{"isn't", "is", "not"},
    Contraction{"aren't", "are", "not"},   Contraction{"wasn't", "was", "not"},
    Contraction{"weren't", "were", "not"}, Contraction{"can't", "can", "not"},
    Contraction{"cannot", "can", "not"},
};

bool contains(std::u32string_view set, char32_t letter) { return set.find(letter) != set.npos; }

bool ends_sentence(char32_t letter) { return contains(U".!?;…", letter); }

bool is_dropped(char32_t letter) { return contains(U",:\"“”„«»()[]{}", letter); }

char32_t straightened(char32_t letter) { return contains(U"’‘ʼ‛`´", letter) ? U'\'' : letter; }

bool is_digit(char32_t letter) { return letter >= U'0' && letter <= U'9'; }

// 3.14 is one word: its full stop ends nothing.
bool inside_number(std::u32string_view text, std::size_t at) {
  return at > 0 && at + 1 < text.size() && is_digit(text[at - 1]) && is_digit(text[at + 1]);
}

// Quotation marks that were typed as apostrophes stand at the edges of a word, and so do dashes between
// words.
std::string without_edges(const std::string& word) {
  const std::size_t first = word.find_first_not_of("'-");
  if (first == word.npos) return "";
  return word.substr(first, word.find_last_not_of("'-") + 1 - first);
}

void add_word(std::vector<std::string>& words, const std::string& typed) {
  const std::string word = without_edges(typed);
  if (word.empty() || word == "–" || word == "—") return;
  if (word == "n't" && !words.empty() && words.back() != ".") {
    words.back() += word;
    const std::string joined = words.back();
    words.pop_back();
    add_word(words, joined);
    return;
  }
  const auto found = std::find_if(kContractions.begin(), kContractions.end(),
                                  [&](const Contraction& contraction) { return contraction.typed == word; });
  if (found == kContractions.end()) {
    words.push_back(word);
  } else {
    words.emplace_back(found->first);
    words.emplace_back(found->second);
  }
}

void add_full_stop(std::vector<std::string>& words) {
  if (!words.empty() && words.back() != ".") words.emplace_back(".");
}

}  // namespace

std::vector<std::string> english_words(std::string_view typed) {
  if (typed.size() > longest_sentence) {
    throw std::invalid_argument("sentence: it has " + std::to_string(typed.size()) + " bytes, and at most " +
                                std::to_string(longest_sentence) + " are read; leave most of it out");
  }
  const std::u32string text = composed_code_points(typed);
  std::vector<std::string> words;
  std::string word;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool ends = ends_sentence(text[at]) && !inside_number(text, at);
    if (!ends && !is_space(text[at]) && !is_dropped(text[at])) {
      append_utf8(word, lower_case(straightened(text[at])));
      continue;
    }
    add_word(words, word);
    word.clear();
    if (ends) add_full_stop(words);
  }
  add_word(words, word);
  if (!words.empty() && words.back() == ".") words.pop_back();
  if (words.empty()) {
    throw std::invalid_argument(
        "sentence: there is no word in it; type one, such as: the animal didn't cross the street");
  }
  return words;
}

}  // namespace headlight
