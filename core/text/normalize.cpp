#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/text/cut_words.h"
#include "core/text/languages.h"
#include "core/text/tokenizer.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

using Words = std::vector<std::string>;
using Substitution = std::pair<std::string_view, std::string_view>;

// As typed in a hurry, and what it stands for.
constexpr std::array kHurried{
    Substitution{"im", "i am"},
    Substitution{"ive", "i have"},
    Substitution{"youre", "you are"},
    Substitution{"youve", "you have"},
    Substitution{"youll", "you will"},
    Substitution{"hes", "he is"},
    Substitution{"shes", "she is"},
    Substitution{"weve", "we have"},
    Substitution{"theyre", "they are"},
    Substitution{"theyve", "they have"},
    Substitution{"theyll", "they will"},
    Substitution{"itll", "it will"},
    Substitution{"thats", "that is"},
    Substitution{"whats", "what is"},
    Substitution{"whos", "who is"},
    Substitution{"wheres", "where is"},
    Substitution{"hows", "how is"},
    Substitution{"theres", "there is"},
    Substitution{"heres", "here is"},
    Substitution{"lets", "let's"},
    Substitution{"gonna", "going to"},
    Substitution{"wanna", "want to"},
    Substitution{"gotta", "have to"},
    Substitution{"gimme", "give me"},
    Substitution{"lemme", "let me"},
    Substitution{"dunno", "don't know"},
    Substitution{"kinda", "kind of"},
    Substitution{"alot", "a lot"},
    Substitution{"cuz", "because"},
    Substitution{"coz", "because"},
    Substitution{"cos", "because"},
    Substitution{"becuz", "because"},
    Substitution{"bc", "because"},
    Substitution{"u", "you"},
    Substitution{"ur", "your"},
    Substitution{"r", "are"},
    Substitution{"pls", "please"},
    Substitution{"plz", "please"},
    Substitution{"thx", "thanks"},
    Substitution{"ok", "okay"},
    Substitution{"okay", "ok"},
    Substitution{"yeah", "yes"},
    Substitution{"yep", "yes"},
    Substitution{"nope", "no"},
    Substitution{"thru", "through"},
    Substitution{"tho", "though"},
    Substitution{"til", "until"},
    Substitution{"till", "until"},
    Substitution{"an", "a"},
    Substitution{"&", "and"},
    Substitution{"ain't", "is not"},
    Substitution{"won't", "will not"},
    Substitution{"can't", "can not"},
    Substitution{"shan't", "shall not"},
    Substitution{"tyre", "tire"},
    Substitution{"tyres", "tires"},
    Substitution{"cheque", "check"},
    Substitution{"mr", "mister"},
    Substitution{"tv", "television"},
    Substitution{"television", "tv"},
    Substitution{"bike", "bicycle"},
    Substitution{"bikes", "bicycles"},
    Substitution{"phone", "telephone"},
    Substitution{"phones", "telephones"},
    Substitution{"telephone", "phone"},
    Substitution{"photo", "photograph"},
    Substitution{"photos", "photographs"},
    Substitution{"plane", "airplane"},
    Substitution{"planes", "airplanes"},
    Substitution{"airplane", "plane"},
    Substitution{"fridge", "refrigerator"},
    Substitution{"refrigerator", "fridge"},
};

// A word that begins in one of the two ways may begin in the other: British and American.
constexpr std::array kSpellings{
    Substitution{"colour", "color"},
    Substitution{"neighbour", "neighbor"},
    Substitution{"favour", "favor"},
    Substitution{"harbour", "harbor"},
    Substitution{"honour", "honor"},
    Substitution{"labour", "labor"},
    Substitution{"flavour", "flavor"},
    Substitution{"behaviour", "behavior"},
    Substitution{"humour", "humor"},
    Substitution{"rumour", "rumor"},
    Substitution{"odour", "odor"},
    Substitution{"vapour", "vapor"},
    Substitution{"armour", "armor"},
    Substitution{"parlour", "parlor"},
    Substitution{"splendour", "splendor"},
    Substitution{"grey", "gray"},
    Substitution{"theatre", "theater"},
    Substitution{"centre", "center"},
    Substitution{"metre", "meter"},
    Substitution{"litre", "liter"},
    Substitution{"fibre", "fiber"},
    Substitution{"kilometre", "kilometer"},
    Substitution{"centimetre", "centimeter"},
    Substitution{"travell", "travel"},
    Substitution{"cancell", "cancel"},
    Substitution{"modell", "model"},
    Substitution{"labell", "label"},
    Substitution{"quarrell", "quarrel"},
    Substitution{"marvell", "marvel"},
    Substitution{"jewellery", "jewelry"},
    Substitution{"analys", "analyz"},
    Substitution{"licence", "license"},
    Substitution{"practise", "practice"},
    Substitution{"practising", "practicing"},
    Substitution{"defence", "defense"},
    Substitution{"offence", "offense"},
    Substitution{"catalogue", "catalog"},
    Substitution{"dialogue", "dialog"},
    Substitution{"programme", "program"},
    Substitution{"kerb", "curb"},
    Substitution{"plough", "plow"},
    Substitution{"pyjama", "pajama"},
    Substitution{"aeroplane", "airplane"},
    Substitution{"aluminium", "aluminum"},
    Substitution{"mum", "mom"},
    Substitution{"mould", "mold"},
    Substitution{"moustache", "mustache"},
    Substitution{"skilful", "skillful"},
    Substitution{"cosy", "cozy"},
    Substitution{"cosier", "cozier"},
    Substitution{"doughnut", "donut"},
    Substitution{"yoghurt", "yogurt"},
    Substitution{"maths", "math"},
    Substitution{"judgement", "judgment"},
    Substitution{"towards", "toward"},
    Substitution{"afterwards", "afterward"},
    Substitution{"backwards", "backward"},
    Substitution{"forwards", "forward"},
    Substitution{"learnt", "learned"},
    Substitution{"burnt", "burned"},
    Substitution{"dreamt", "dreamed"},
    Substitution{"spelt", "spelled"},
    Substitution{"leapt", "leaped"},
    Substitution{"smelt", "smelled"},
    Substitution{"amongst", "among"},
    Substitution{"whilst", "while"},
    Substitution{"manoeuvre", "maneuver"},
    Substitution{"sceptical", "skeptical"},
    Substitution{"storey", "story"},

    Substitution{"enrol", "enroll"},
    Substitution{"fulfil", "fulfill"},
    Substitution{"moult", "molt"},
    Substitution{"sulphur", "sulfur"},
    Substitution{"granddad", "grandad"},
    Substitution{"ladybird", "ladybug"},
    Substitution{"draught", "draft"},
};

// A sign that stands with a number, and what it is called after 1 and after others.
struct UnitSign {
  std::string_view sign, of_one, of_more;
};
constexpr std::array kUnits{UnitSign{"€", "euro", "euros"},      UnitSign{"$", "dollar", "dollars"},
                            UnitSign{"£", "pound", "pounds"},    UnitSign{"%", "percent", "percent"},
                            UnitSign{"°c", "degree", "degrees"}, UnitSign{"°", "degree", "degrees"}};
// Between numbers.
constexpr std::array kBetweenNumbers{Substitution{"+", "plus"}, Substitution{"×", "times"},
                                     Substitution{"=", "is"}};
// Marks are given out of these; 1/2 and 24/7 are something else.
constexpr std::array kFullMarks{10, 20, 30, 40, 50, 60, 100};

constexpr std::array kVerbEndings{"e", "ed", "es", "er", "ers", "ing", "ation", "ations"};

Words split(std::string_view text, char at = ' ') {
  Words words(1);
  for (const char letter : text) {
    if (letter == at) {
      words.emplace_back();
    } else {
      words.back() += letter;
    }
  }
  return words;
}

std::string in_one_text(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

bool all_pictures(std::string_view word) {
  const std::u32string letters = code_points(word);
  return std::all_of(letters.begin(), letters.end(),
                     [](char32_t letter) { return is_picture(letter) || joins_pictures(letter); });
}

std::string without_accents(std::string_view word) {
  constexpr std::u32string_view accented = U"àáâãäåçèéêëìíîïñòóôõöùúûüýÿ";
  constexpr std::string_view bare = "aaaaaaceeeeiiiinooooouuuuyy";
  std::string plain;
  for (const char32_t letter : code_points(word)) {
    const std::size_t at = accented.find(letter);
    append_utf8(plain, at == accented.npos ? letter : static_cast<char32_t>(bare[at]));
  }
  return plain;
}

// With every run of three and more letters as one or as two.
std::string held_down(std::string_view word, int kept) {
  std::string text;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t end = std::min(word.find_first_not_of(word[at], at), word.size());
    text.append(end - at > 2 ? static_cast<std::size_t>(kept) : end - at, word[at]);
    at = end;
  }
  return text;
}

bool is_number(std::string_view word) {
  return !word.empty() && word.size() < 10 && word.front() != '.' && word.back() != '.' &&
         word.find_first_not_of("0123456789.") == word.npos;
}

// 5€, $5 or the sign alone, behind a number and a space.
Words with_unit_named(const std::string& word) {
  for (const auto& [sign, of_one, of_more] : kUnits) {
    if (word == sign) return {std::string(of_more)};
    const bool before = word.starts_with(sign);
    if (!before && !word.ends_with(sign)) continue;
    const std::string number = before ? word.substr(sign.size()) : word.substr(0, word.size() - sign.size());
    if (is_number(number)) return {number, std::string(number == "1" ? of_one : of_more)};
  }
  return {};
}

// 15/20
Words out_of_full_marks(const std::string& word) {
  const std::size_t at = word.find('/');
  if (at == word.npos) return {};
  const std::string got = word.substr(0, at), all = word.substr(at + 1);
  if (!is_number(got) || all.size() > 3 || all.find_first_not_of("0123456789") != all.npos || all.empty())
    return {};
  const int full = std::stoi(all);
  const bool marks = std::find(kFullMarks.begin(), kFullMarks.end(), full) != kFullMarks.end();
  return marks && std::stod(got) <= full ? Words{got, "out", "of", all} : Words{};
}

// 2+2=4
Words sum_in_words(const std::string& word) {
  Words words;
  std::string number;
  const auto end_number = [&] {
    if (!number.empty()) words.push_back(std::exchange(number, ""));
  };
  for (std::size_t at = 0; at < word.size();) {
    const auto* const sign =
        std::find_if(kBetweenNumbers.begin(), kBetweenNumbers.end(),
                     [&](const auto& each) { return word.compare(at, each.first.size(), each.first) == 0; });
    if (sign != kBetweenNumbers.end()) {
      end_number();
      words.emplace_back(sign->second);
      at += sign->first.size();
    } else if (is_number(word.substr(at, 1)) || (word[at] == '.' && !number.empty())) {
      number += word[at++];
    } else {
      return {};
    }
  }
  end_number();
  return words.size() > 1 || (words.size() == 1 && words.front() != word) ? words : Words{};
}

// A word with a sign in it as it is said; nothing where it has none.
Words signs_in_words(const std::string& word) {
  for (const auto& read : {with_unit_named, out_of_full_marks, sum_in_words}) {
    if (Words words = read(word); !words.empty()) return words;
  }
  return {};
}

class Understanding {
 public:
  explicit Understanding(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  NormalizedText of(const Words& words) {
    for (std::size_t at = 0; at < words.size();) at += take(words, at);
    while (!said_.words.empty() && said_.words.back() == ".") said_.words.pop_back();
    if (said_.words.empty()) throw NoWords();
    return std::move(said_);
  }

 private:
  bool knows(const std::string& word) const { return vocabulary_.id(word).has_value(); }

  int next_place() const { return static_cast<int>(said_.words.size()); }

  // Whether a number stays in digits: it is copied then, where most have no name of their own.
  bool spells_digits(const std::string& word) const {
    return word.find_first_not_of("0123456789") == word.npos && cut_word(vocabulary_, word, {}).size() > 1;
  }

  // How many words were taken.
  std::size_t take(const Words& words, std::size_t at) {
    const std::string& word = words[at];
    if (at + 1 < words.size()) {
      if (const auto one = as_one(word, words[at + 1])) {
        add(word + " " + words[at + 1], {*one});
        return 2;
      }
    }
    if (word == ".") {
      if (!said_.words.empty() && said_.words.back() != ".") said_.words.push_back(word);
    } else if (const Words said = signs_in_words(word); !said.empty() && can_read(said)) {
      add(word, said);
    } else if (knows(word)) {
      push(word);
    } else if (all_pictures(word)) {
      said_.taken.push_back({word, "", next_place()});
    } else if (const auto read = spells_digits(word) ? std::nullopt : otherwise(word)) {
      add(word, *read);
    } else {
      for (const std::string& token : cut_word(vocabulary_, word, english_endings())) push(token);
    }
    return 1;
  }

  // Words that it knows and numbers that it knows or spells.
  bool can_read(const Words& words) const {
    return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return knows(word) || number_in_words_known(word) ||
             (is_number(word) && cut_word(vocabulary_, word, {}).size() > 1);
    });
  }
  bool number_in_words_known(const std::string& word) const {
    const std::string said = number_in_words(word);
    return !said.empty() && knows(said);
  }

  // ice cream is one word to a model that knows ice-cream.
  void push(const std::string& word) {
    const std::string whole = said_.words.empty() ? "" : said_.words.back() + "-" + word;
    if (whole.empty() || !knows(whole)) return said_.words.push_back(word);
    said_.taken.push_back({said_.words.back() + " " + word, whole, next_place() - 1, 1});
    said_.words.back() = whole;
  }

  void add(const std::string& typed, const Words& read) {
    const std::size_t entry = said_.taken.size();
    said_.taken.push_back({typed, in_one_text(read), next_place()});
    for (const std::string& word : read) {
      if (!knows(word) && number_in_words_known(word)) {
        push(number_in_words(word));
      } else {
        for (const std::string& token : cut_word(vocabulary_, word, {})) push(token);
      }
    }
    said_.taken[entry].tokens = next_place() - said_.taken[entry].place;
  }

  // Two words, not both known, of which the model has one: foot ball, did not.
  std::optional<std::string> as_one(const std::string& word, const std::string& next) const {
    if (word == "." || next == ".") return std::nullopt;
    if (knows(word) && knows(next)) return std::nullopt;
    if (next == "not" && knows(word + "n't")) return word + "n't";
    if (next == "not" && word == "can" && knows("can't")) return "can't";
    if (word.size() > 1 && next.size() > 1 && knows(word + next)) return word + next;
    return std::nullopt;
  }

  // The words if the model knows all of them.
  std::optional<Words> known(const Words& words) const {
    for (const std::string& word : words) {
      if (!knows(word)) return std::nullopt;
    }
    return words;
  }

  std::optional<Words> otherwise(const std::string& word) const {
    for (const auto& [hurried, meant] : kHurried) {
      if (hurried != word) continue;
      if (const auto words = known(split(meant))) return words;
    }
    for (const std::string& other : spellings(word)) {
      if (other != word && !other.empty() && knows(other)) return Words{other};
    }
    if (const auto words = negated(word)) return words;
    // twenty-one may be two words of the model, and a hundred are.
    for (const char between : {'-', ' '}) {
      for (const std::string& text : {word, number_in_words(word)}) {
        if (text.find(between) == text.npos) continue;
        if (const auto words = known(split(text, between))) return words;
      }
    }
    return std::nullopt;
  }

  // didn't, typed as it is or without the apostrophe, of a model that has it in one word or in two.
  std::optional<Words> negated(const std::string& word) const {
    std::string whole = word;
    if (word.size() > 3 && word.ends_with("nt")) whole.insert(whole.size() - 1, "'");
    if (!whole.ends_with("n't")) return std::nullopt;
    if (whole != word && knows(whole)) return Words{whole};
    for (const auto& [typed, apart] : kHurried) {
      if (typed == whole) return known(split(apart));
    }
    const std::string verb = whole.substr(0, whole.size() - 3);
    const bool helps = std::find(kHelping.begin(), kHelping.end(), verb) != kHelping.end();
    return helps ? known({verb, "not"}) : std::nullopt;
  }

  static constexpr std::array kHelping{"is",  "are", "was",   "were",  "do",     "does",  "did",  "have",
                                       "has", "had", "could", "would", "should", "might", "must", "need"};

  Words spellings(const std::string& word) const {
    Words others{number_in_words(word), number_in_digits(word), without_accents(word)};
    for (const auto& [british, american] : kSpellings) {
      if (word.starts_with(british)) others.push_back(std::string(american) + word.substr(british.size()));
      if (word.starts_with(american)) others.push_back(std::string(british) + word.substr(american.size()));
    }
    add_verb_spellings(word, others);
    others.push_back(without(word, '-'));
    if (const auto marked = with_mark(word, '-')) others.push_back(*marked);
    if (const auto marked = with_accent(word)) others.push_back(*marked);
    if (word.find('.') != word.npos) others.push_back(without(word, '.'));
    for (const int kept : {1, 2}) others.push_back(held_down(word, kept));
    return others;
  }

  // realise, realize.
  static void add_verb_spellings(const std::string& word, Words& others) {
    for (const std::string_view ending : kVerbEndings) {
      if (word.size() < ending.size() + 4 || !word.ends_with(ending)) continue;
      const std::size_t at = word.size() - ending.size() - 1;
      if (word[at - 1] != 'i' || (word[at] != 's' && word[at] != 'z')) continue;
      others.push_back(word);
      others.back()[at] = word[at] == 's' ? 'z' : 's';
    }
  }

  static std::string without(std::string word, char sign) {
    std::erase(word, sign);
    return word;
  }

  // icecream -> ice-cream.
  std::optional<std::string> with_mark(const std::string& word, char mark) const {
    for (std::size_t at = 2; at + 2 <= word.size() && word.size() <= 30; ++at) {
      std::string marked = word;
      marked.insert(at, 1, mark);
      if (knows(marked)) return marked;
    }
    return std::nullopt;
  }

  // cafe -> café.
  std::optional<std::string> with_accent(const std::string& word) const {
    if (word.empty() || word.back() != 'e') return std::nullopt;
    const std::string marked = word.substr(0, word.size() - 1) + "é";
    return knows(marked) ? std::optional(marked) : std::nullopt;
  }

  const Vocabulary& vocabulary_;
  NormalizedText said_;
};

}  // namespace

NormalizedText normalize_words(const std::vector<std::string>& words, const Vocabulary& vocabulary) {
  return Understanding(vocabulary).of(words);
}

NormalizedText normalize(std::string_view typed, const Vocabulary& vocabulary) {
  return normalize_words(english_words(typed), vocabulary);
}

}  // namespace headlight
