#include "train/grammar/phrase.h"

#include <algorithm>
#include <array>

#include "core/text/languages.h"

namespace headlight::grammar {
namespace {

using namespace std::string_view_literals;

struct Elided {
  std::string_view full, before_vowel;
};
constexpr std::array kElided{
    Elided{"le", "l'"}, Elided{"la", "l'"},   Elided{"je", "j'"},           Elided{"ne", "n'"},
    Elided{"de", "d'"}, Elided{"que", "qu'"}, Elided{"me", "m'"},           Elided{"te", "t'"},
    Elided{"se", "s'"}, Elided{"ce", "c'"},   Elided{"puisque", "puisqu'"}, Elided{"lorsque", "lorsqu'"},
};

struct Contracted {
  std::string_view preposition, article, both;
};
constexpr std::array kContractedArticles{Contracted{"de", "le", "du"}, Contracted{"de", "les", "des"},
                                         Contracted{"à", "le", "au"}, Contracted{"à", "les", "aux"}};

template <typename Add>
void for_each_word(std::string_view words, Add add) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (end > 0) add(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

}  // namespace

FrenchWord small(std::string_view word) {
  FrenchWord made{std::string(word)};
  for (const Elided& each : kElided) {
    if (each.full == word) made.before_vowel = each.before_vowel;
  }
  return made;
}

FrenchWord definite(Gender gender, bool plural) {
  FrenchWord made = small(plural ? "les" : gender == Gender::masculine ? "le" : "la");
  made.article = true;
  return made;
}

Phrase& Phrase::add_english(std::string_view words) {
  for_each_word(words, [&](std::string_view word) { english.emplace_back(word); });
  return *this;
}

Phrase& Phrase::add_french(std::string_view words) {
  for_each_word(words, [&](std::string_view word) { french.push_back(small(word)); });
  return *this;
}

Phrase& Phrase::add_french(const FrenchWord& word) {
  french.push_back(word);
  return *this;
}

Phrase& Phrase::add_pair(std::string_view english_word, std::string_view french_word) {
  add_english(english_word);
  french.push_back({.word = std::string(french_word), .translates = last_english()});
  return *this;
}

Phrase& Phrase::add(const Phrase& next) { return add_french_of(next, add_english_of(next)); }

int Phrase::add_english_of(const Phrase& next) {
  const int offset = static_cast<int>(english.size());
  english.insert(english.end(), next.english.begin(), next.english.end());
  return offset;
}

Phrase& Phrase::add_french_of(const Phrase& next, int offset) {
  for (FrenchWord word : next.french) {
    if (word.translates >= 0) word.translates += offset;
    french.push_back(std::move(word));
  }
  return *this;
}

std::vector<FrenchWord> spoken(const std::vector<FrenchWord>& words) {
  std::vector<FrenchWord> written;
  for (std::size_t at = 0; at < words.size(); ++at) {
    FrenchWord word = words[at];
    const FrenchWord* next = at + 1 < words.size() ? &words[at + 1] : nullptr;
    // de + des chats, de + de l'eau: "de" alone.
    if (word.word == "de" && next != nullptr && next->word == "des" && !next->article) {
      ++at;
      next = at + 1 < words.size() ? &words[at + 1] : nullptr;
    } else if (word.word == "de" && next != nullptr && next->word == "de") {
      at += at + 2 < words.size() && words[at + 2].article ? 2 : 1;
      next = at + 1 < words.size() ? &words[at + 1] : nullptr;
    }
    const bool vowel = next != nullptr && is_elided_before(next->word);
    if (next != nullptr && next->article) {
      const bool article_elides =
          !next->before_vowel.empty() && at + 2 < words.size() && is_elided_before(words[at + 2].word);
      const auto found =
          std::find_if(kContractedArticles.begin(), kContractedArticles.end(), [&](const Contracted& each) {
            return each.preposition == word.word && each.article == next->word;
          });
      if (found != kContractedArticles.end() && !article_elides) {
        written.push_back({std::string(found->both)});
        ++at;
        continue;
      }
    }
    if (word.word == "si" && next != nullptr && (next->word == "il" || next->word == "ils")) word.word = "s'";
    if (vowel && !word.before_vowel.empty()) word.word = word.before_vowel;
    written.push_back(std::move(word));
  }
  return written;
}

std::vector<std::string> spoken(const std::vector<std::string>& words) {
  std::vector<std::string> written = words;
  for (std::size_t at = 0; at + 1 < written.size(); ++at) {
    if (written[at] == "a" && takes_an(written[at + 1])) written[at] = "an";
  }
  return written;
}

}  // namespace headlight::grammar
