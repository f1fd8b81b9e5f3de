#include "core/text/languages.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "core/text/cut_words.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::array kOnes{"zero",     "one",     "two",     "three",     "four",     "five",    "six",
                           "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
                           "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array kTens{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};

}  // namespace

std::string number_in_words(std::string_view digits) {
  if (digits.empty() || digits.size() > 3 || digits.find_first_not_of("0123456789") != digits.npos) return "";
  if (digits.size() > 1 && digits[0] == '0') return "";
  const std::size_t number = static_cast<std::size_t>(std::stoi(std::string(digits)));
  if (number < kOnes.size()) return kOnes.at(number);
  if (number == 100) return "a hundred";
  if (number > 100) return "";
  const std::string tens = kTens.at(number / 10 - 2);
  return number % 10 == 0 ? tens : tens + "-" + kOnes.at(number % 10);
}

std::string number_in_digits(std::string_view word) {
  const auto one = std::find(kOnes.begin(), kOnes.end(), word);
  if (one != kOnes.end()) return std::to_string(one - kOnes.begin());
  const auto ten = std::find(kTens.begin(), kTens.end(), word);
  return ten == kTens.end() ? "" : std::to_string(20 + 10 * (ten - kTens.begin()));
}

namespace {

struct Ending {
  std::string_view typed, word;
};

// Behind an apostrophe.
constexpr std::array kEndings{Ending{"s", "is"},    Ending{"m", "am"},    Ending{"re", "are"},
                              Ending{"ll", "will"}, Ending{"ve", "have"}, Ending{"d", "would"}};

// Whose 's is short for "is"; behind any other word it says whose something is.
constexpr std::array kWithIs{"he",  "she",   "it",   "that", "this",  "what",
                             "who", "where", "when", "how",  "there", "here"};

// Before these 's and 'd are short for "has" and "had".
constexpr std::array kAfterHas{"been", "got", "had"};
constexpr std::array kAfterHad{"been", "better"};

constexpr std::array kTitles{"mr", "mrs", "ms", "dr"};

bool is_ending(std::string_view word) {
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](const Ending& each) { return each.typed == word; });
}

// Of letters and apostrophes alone.
bool is_plain(std::string_view word) {
  return word[0] != '\'' && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz'") == word.npos;
}

bool is_one_of(const auto& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool contains(std::u32string_view set, char32_t letter) { return set.find(letter) != set.npos; }

bool ends_sentence(char32_t letter) { return contains(U".!?;…", letter); }

bool is_dropped(char32_t letter) { return contains(U",:\"“”„«»‹›‚()[]{}¿¡—―", letter); }

// As a keyboard has it.
char32_t plain(char32_t letter) {
  if (letter >= U'\uff01' && letter <= U'\uff5e') letter -= U'\uff01' - U'!';  // full width
  if (contains(U"’‘ʼ‛`´′", letter)) return U'\'';
  if (contains(U"‐‑‒–−", letter)) return U'-';
  if (letter == U'。') return U'.';
  if (letter == U'、') return U',';
  return letter;
}

bool is_digit(char32_t letter) { return letter >= U'0' && letter <= U'9'; }

// Neither the full stop of 3.14 nor the comma of 1,000 ends anything.
bool inside_number(std::u32string_view text, std::size_t at) {
  return at > 0 && at + 1 < text.size() && is_digit(text[at - 1]) && is_digit(text[at + 1]);
}

// Quotation marks that were typed as apostrophes stand at the edges of a word, and so do dashes between
// words and the marks of *stressed* ones.
std::string without_edges(const std::string& word) {
  constexpr const char* edges = "'-*_~";
  const std::size_t first = word.find_first_not_of(edges);
  if (first == word.npos) return "";
  return word.substr(first, word.find_last_not_of(edges) + 1 - first);
}

// Reads letter after letter.
class Reader {
 public:
  explicit Reader(std::u32string text) : text_(std::move(text)) {
    for (char32_t& letter : text_) letter = plain(letter);
  }

  std::vector<std::string> words() {
    while (at_ < text_.size()) at_ += step();
    end_word();
    if (!words_.empty() && words_.back() == ".") words_.pop_back();
    return std::move(words_);
  }

 private:
  // How many letters were read.
  std::size_t step() {
    const char32_t letter = text_[at_];
    if (at_ == 0 || is_space(text_[at_ - 1])) look_for_address();
    if (const std::size_t face = smiley(); face > 0) {
      end_word();
      return face;
    }
    if (is_picture(letter)) {
      if (!picture_) end_word();
      picture_ = true;
      append_utf8(word_, letter);
      return 1;
    }
    if (joins_pictures(letter)) {
      if (picture_) append_utf8(word_, letter);
      return 1;
    }
    if (at_ > address_ && at_ < address_end_) {
      append_utf8(word_, lower_case(letter));
      return 1;
    }
    if (ends_sentence(letter) && !inside_number(text_, at_) && !inside_initials()) return stop();
    if (letter == U',' && inside_number(text_, at_)) return 1;
    const bool dashes = letter == U'-' && at_ + 1 < text_.size() && text_[at_ + 1] == U'-';
    if (is_space(letter) || is_dropped(letter) || dashes) {
      end_word();
      return dashes ? 2 : 1;
    }
    if (picture_) end_word();
    append_utf8(word_, lower_case(letter));
    return 1;
  }

  // :-) and the like, which is no word although it may hold a letter. It stands alone.
  std::size_t smiley() const {
    if (!contains(U":;", text_[at_]) || !word_.empty()) return 0;
    std::size_t end = at_ + 1;
    if (end < text_.size() && text_[end] == U'-') ++end;
    if (end >= text_.size() || !contains(U"DPpOo)(|", text_[end])) return 0;
    ++end;
    return end == text_.size() || is_space(text_[end]) ? end - at_ : 0;
  }

  char32_t next_letter(std::size_t from) const {
    while (from < text_.size() && is_space(text_[from])) ++from;
    return from < text_.size() ? text_[from] : U' ';
  }

  // zoe@mail.com, www.site.fr/a?b: between its first letter and its last one any sign is part of it.
  void look_for_address() {
    std::size_t end = at_;
    while (end < text_.size() && !is_space(text_[end])) ++end;
    const std::u32string_view whole(text_.data() + at_, end - at_);
    const auto in_word = [&](std::size_t at) {
      return at < whole.size() && (is_letter(whole[at]) || is_digit(whole[at]));
    };
    const std::size_t mail = whole.find(U'@');
    const bool address = whole.find(U"www.") != whole.npos || whole.find(U"://") != whole.npos ||
                         (mail != whole.npos && mail > 0 && in_word(mail - 1) && in_word(mail + 1));
    std::size_t first = 0, last = whole.size();
    while (first < last && !in_word(first)) ++first;
    while (first < last && !in_word(last - 1)) --last;
    if (!address || first == last) return;
    address_ = at_ + first;
    address_end_ = at_ + last;
  }

  // The full stops of U.S.A, but not the last one.
  bool inside_initials() const {
    const auto begins = [&](std::size_t at) {
      return at == 0 || is_space(text_[at - 1]) || text_[at - 1] == U'.';
    };
    const auto ends = [&](std::size_t at) {
      return at == text_.size() || is_space(text_[at]) || text_[at] == U'.';
    };
    return text_[at_] == U'.' && at_ > 0 && at_ + 1 < text_.size() && is_letter(text_[at_ - 1]) &&
           is_letter(text_[at_ + 1]) && begins(at_ - 1) && ends(at_ + 2);
  }

  std::size_t stop() {
    std::size_t end = at_;
    while (end < text_.size() && ends_sentence(text_[end])) ++end;
    const std::u32string_view signs(text_.data() + at_, end - at_);
    const bool title = signs == U"." && is_one_of(kTitles, word_);
    const bool initials = signs == U"." && word_.find('.') != word_.npos && !is_digit(text_[at_ - 1]);
    const bool dots = signs == U"…" || (signs.size() > 1 && signs.find_first_not_of(U".…") == signs.npos);
    const char32_t next = next_letter(end);
    const bool goes_on = is_letter(next) && lower_case(next) == next;
    end_word();
    const bool ends = !title && !((dots || initials) && goes_on);
    if (ends && !words_.empty() && words_.back() != ".") words_.emplace_back(".");
    return end - at_;
  }

  void end_word() {
    if (picture_ && !word_.empty()) {
      words_.push_back(word_);
      behind_picture_ = words_.size();
    } else {
      add(word_);
    }
    word_.clear();
    picture_ = false;
  }

  void add(const std::string& typed) {
    const bool behind_a_word = !words_.empty() && words_.back() != "." && behind_picture_ != words_.size();
    if (behind_a_word && typed.size() > 1 && typed[0] == '\'' && is_ending(typed.substr(1)))
      return add_ending(typed.substr(1));
    const std::string word = without_edges(typed);
    if (word.empty()) return;
    if (word == "n't") {
      // Behind anything else it would be read as another word the next time.
      const bool joins = behind_a_word && is_plain(words_.back());
      if (!joins) return push("nt");
      words_.back() += words_.back() == "can" ? "'t" : word;
    } else if (word == "cannot") {
      words_.insert(words_.end(), {"can", "not"});
    } else {
      add_whole(word);
    }
  }

  void add_whole(const std::string& word) {
    const std::size_t apostrophe = word.rfind('\'');
    if (apostrophe == word.npos || word == "let's") return push(word);
    const std::string ending = word.substr(apostrophe + 1);
    if (!is_ending(ending)) return push(word);
    add(word.substr(0, apostrophe));
    add_ending(ending);
  }

  void add_ending(const std::string& ending) {
    const auto found = std::find_if(kEndings.begin(), kEndings.end(),
                                    [&](const Ending& each) { return each.typed == ending; });
    const bool whose = ending == "s" && !is_one_of(kWithIs, words_.back());
    words_.emplace_back(whose ? "'s" : found->word);
    short_ = words_.size();
  }

  void push(const std::string& word) {
    if (short_ > 0 && short_ == words_.size()) {
      if (words_.back() == "is" && is_one_of(kAfterHas, word)) words_.back() = "has";
      if (words_.back() == "would" && is_one_of(kAfterHad, word)) words_.back() = "had";
    }
    words_.push_back(word);
  }

  std::u32string text_;
  std::size_t at_ = 0;
  std::size_t address_ = 0, address_end_ = 0;  // of the last address, its first letter and after its last one
  std::string word_;                           // what was read of it
  bool picture_ = false;                       // it is one
  std::vector<std::string> words_;
  std::size_t behind_picture_ = 0;  // how many words there were when the last picture was one of them
  std::size_t short_ = 0;           // how many words there were when the last one was read in 's or 'd
};

}  // namespace

NoWords::NoWords()
    : std::invalid_argument(
          "sentence: there is no word in it; type one, such as: the animal didn't cross the street") {}

namespace {

void check_size(std::string_view typed) {
  if (typed.size() > longest_sentence) {
    throw std::invalid_argument("sentence: it has " + std::to_string(typed.size()) + " bytes, and at most " +
                                std::to_string(longest_sentence) + " are read, so shorten it");
  }
}

}  // namespace

std::vector<std::string> english_words(std::string_view typed) {
  check_size(typed);
  std::vector<std::string> words = Reader(composed_code_points(typed)).words();
  if (words.empty()) throw NoWords();
  return words;
}

bool takes_an(std::string_view word) {
  const auto starts_with_one_of = [&](std::initializer_list<std::string_view> starts) {
    return std::any_of(starts.begin(), starts.end(),
                       [&](std::string_view start) { return word.starts_with(start); });
  };
  if (starts_with_one_of({"hour", "honest", "heir", "honor"})) return true;
  if (starts_with_one_of({"uni", "use", "euro", "one"})) return false;
  return starts_with_one_of({"a", "e", "i", "o", "u"}) || word == "8" || word == "11" || word == "18";
}

namespace {

// Behind a verb and a hyphen.
constexpr std::array<std::string_view, 20> kHyphenated{"je",   "tu",    "il",  "elle", "on", "nous", "vous",
                                                       "ils",  "elles", "moi", "toi",  "le", "la",   "les",
                                                       "leur", "lui",   "y",   "en",   "ce", "t"};

// Whose full stop ends no sentence.
constexpr std::array<std::string_view, 4> kShortened{"m", "mr", "dr", "st"};

// A word between blanks: clitics with an apostrophe and pronouns with a hyphen taken off.
void add_french(std::string_view word, std::vector<std::string>& words) {
  for (std::size_t mark = word.find('\''); mark != word.npos && word != "aujourd'hui";
       mark = word.find('\'')) {
    if (mark > 0) words.emplace_back(word.substr(0, mark + 1));
    word.remove_prefix(mark + 1);
  }
  std::vector<std::string> behind;
  for (std::size_t mark = word.rfind('-'); mark != word.npos && mark > 0; mark = word.rfind('-')) {
    if (!is_one_of(kHyphenated, word.substr(mark + 1))) break;
    behind.emplace_back(word.substr(mark));
    word = word.substr(0, mark);
  }
  const std::string whole = without_edges(std::string(word));
  if (!whole.empty()) words.push_back(whole);
  words.insert(words.end(), behind.rbegin(), behind.rend());
}

}  // namespace

std::vector<std::string> french_words(std::string_view text) {
  check_size(text);
  std::u32string letters = composed_code_points(text);
  for (char32_t& letter : letters) letter = plain(letter);
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    add_french(word, words);
    word.clear();
  };
  const auto end_sentence = [&](const char* sign) {
    end_word();
    while (!words.empty() && words.back() == ",") words.pop_back();
    if (!words.empty() && words.back() != "?" && words.back() != ".") words.emplace_back(sign);
  };
  for (std::size_t at = 0; at < letters.size(); ++at) {
    const char32_t letter = letters[at];
    const bool number = inside_number(letters, at);
    if (letter == U'?') {
      end_sentence("?");
    } else if (letter == U'.' && is_one_of(kShortened, word)) {
      word += '.';
    } else if (ends_sentence(letter) && !number) {
      end_sentence(".");
    } else if (letter == U',' && !number) {
      end_word();
      if (!words.empty() && words.back() != ",") words.emplace_back(",");
    } else if (is_space(letter) || (is_dropped(letter) && !number)) {
      end_word();
    } else {
      append_utf8(word, lower_case(letter));
    }
  }
  end_word();
  while (!words.empty() && (words.back() == "." || words.back() == ",")) words.pop_back();
  if (words.empty()) throw NoWords();
  return words;
}

std::string join_french(const std::vector<std::string>& tokens) {
  std::string line;
  for (const std::string& word : joined_words(tokens)) {
    const bool attached =
        line.empty() || line.back() == '\'' || word == "." || word == "," || word.starts_with('-');
    if (!attached) line += ' ';
    line += word;
  }
  return line;
}

}  // namespace headlight
