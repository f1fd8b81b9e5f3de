#include "app/panels/commands/answers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/widgets/finder.h"

namespace headlight {
namespace {

constexpr float in_name = 2.4F, in_about = 1.8F, in_text = 1;
constexpr float near_by = 0.7F;       // of a word that only means nearly the same
constexpr double least_share = 0.34;  // of what all words tell

// What students say, and what the lessons call it.
struct NearWords {
  std::string_view said, means;
};
constexpr std::array near_words{
    NearWords{"divide", "scale scaled"},
    NearWords{"append", "concatenate beside"},
    NearWords{"attach", "concatenate beside"},
    NearWords{"parallel", "at once"},
    NearWords{"explain", "because cause reason decides"},
    NearWords{"explanation", "because cause reason decides"},
    NearWords{"reason", "cause decides"},
    NearWords{"true", "hidden hides boolean"},
    NearWords{"false", "hidden hides boolean"},
    NearWords{"nothing", "sink rests rest"},
    NearWords{"abstain", "sink rests rest"},
    NearWords{"ignore", "mask hidden"},
    NearWords{"hide", "mask masked"},
    NearWords{"future", "ahead causal"},
    NearWords{"prompt", "sentence text sampling"},
    NearWords{"random", "sampling temperature"},
    NearWords{"different", "another other"},
    NearWords{"length", "long longer"},
    NearWords{"learn", "training gradient"},
    NearWords{"learned", "training gradient"},
    NearWords{"cut", "pieces tokens"},
    NearWords{"split", "pieces"},
    NearWords{"chat", "instruction pre-training further"},
    NearWords{"assistant", "instruction further"},
    NearWords{"chatgpt", "pre-training language"},
    NearWords{"gpt", "causal language"},
    NearWords{"understand", "meaning cannot means"},
    NearWords{"expensive", "cost"},
    NearWords{"slow", "cost"},
    NearWords{"fast", "cost cache"},
    NearWords{"memory", "cache cost"},
    NearWords{"grow", "quadratic"},
    NearWords{"replace", "residual"},
    NearWords{"skip", "residual"},
    NearWords{"appear", "learn training"},
    NearWords{"wrong", "mistake cannot"},
    NearWords{"picture", "image patch"},
    NearWords{"photo", "picture image"},
    NearWords{"photograph", "picture image"},
    NearWords{"place", "position"},
    NearWords{"trust", "sure right wrong"},
    NearWords{"creative", "sampling temperature"},
    NearWords{"same", "alike equal"},
    NearWords{"mlp", "feed-forward"},
    NearWords{"average", "mean"},
    NearWords{"root", "sqrt"},
    NearWords{"stop", "keep keeps"},
    NearWords{"gender", "masculine feminine"},
    NearWords{"pronoun", "it"},
};

// What is asked of a lesson in words that it does not use itself.
struct LessonWords {
  std::string_view lesson, asked;
};
constexpr std::array lesson_words{
    LessonWords{"lookup", "multiply the embedding by the square root of d_model"},
    LessonWords{"query-key-value", "two matrices w_q w_k product vector or matrix names"},
    LessonWords{"scaling", "divide square root why not"},
    LessonWords{"temperature", "random sharp"},
    LessonWords{"many-heads", "same thing stop copies differ average which head number of heads"},
    LessonWords{"what-attention-adds", "w_o output matrix replace"},
    LessonWords{"encoder-decoder", "where keys and values come from any length"},
    LessonWords{"masks", "parallel training at once future true false needed when writing"},
    LessonWords{"its-own-words", "parallel training one after another"},
    LessonWords{"order", "word order matter"},
    LessonWords{"positions", "append concatenate added positions word order any length"},
    LessonWords{"positions-in-a-model", "append concatenate added positions"},
    LessonWords{"positions-compared", "any length longer than in training"},
    LessonWords{"greedy-beam-sampling", "same prompt different answer random creative chat"},
    LessonWords{"cannot-know-yet", "chat language model predict"},
    LessonWords{"training", "learned learn matrices weights come from backpropagation gradient descent"},
    LessonWords{"pre-training", "chat model assistant instruction fine-tuning different"},
    LessonWords{"how-a-head-appears", "learned same thing seed"},
    LessonWords{"cost", "memory long text slow expensive any length parallel"},
    LessonWords{"what-it-cannot-do", "understand sentence trust wrong mistakes intelligent"},
    LessonWords{"looking-is-not-causing", "which head matters explain explanation weights answer trust"},
    LessonWords{"look-away", "explain explanation weights answer"},
    LessonWords{"now-a-real-one", "own model gpt bert chat pieces"},
};

// Beyond those of words_asked(): with these a sentence is asked, too, but a name may have them.
constexpr std::array small_words{"not", "but",  "or",   "if",   "when",  "than",  "with", "just", "really",
                                 "go",  "work", "will", "am",   "would", "their", "they", "he",   "she",
                                 "him", "them", "some", "more", "most",  "only",  "also", "like"};

bool in_stem(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || static_cast<unsigned char>(c) > 127;
}

void cut_ending(std::string& word, std::string_view end, std::size_t least, std::string_view instead = "") {
  if (word.size() < end.size() + least || !word.ends_with(end)) return;
  word.resize(word.size() - end.size());
  word += instead;
}

std::string word_stem(std::string word) {
  if (word.find('_') != std::string::npos) return word;
  cut_ending(word, "'s", 1);
  cut_ending(word, "ies", 3, "y");
  cut_ending(word, "ied", 3, "y");
  if (!word.ends_with("ss")) cut_ending(word, "s", 3);
  cut_ending(word, "ization", 3, "iz");
  cut_ending(word, "ing", 4);
  cut_ending(word, "ed", 4);
  cut_ending(word, "al", 5);
  cut_ending(word, "ly", 4);
  cut_ending(word, "e", 3);
  if (word.size() > 4 && word.back() == word[word.size() - 2]) word.pop_back();
  return word;
}

bool tells_little(const std::string& word) {
  return std::find(small_words.begin(), small_words.end(), word) != small_words.end();
}

}  // namespace

std::string_view asked_of_lesson(std::string_view name) {
  const auto found = std::find_if(lesson_words.begin(), lesson_words.end(),
                                  [&](const LessonWords& each) { return each.lesson == name; });
  return found == lesson_words.end() ? "" : found->asked;
}

std::vector<std::string> stems_of(std::string_view text) {
  std::vector<std::string> stems;
  std::string word;
  const auto end = [&] {
    while (word.ends_with('\'')) word.pop_back();
    if (!word.empty()) stems.push_back(word_stem(word));
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("√")) {
      end();
      stems.emplace_back("sqrt");
      i += std::string_view("√").size() - 1;
      continue;
    }
    // A quotation mark of three bytes is no letter.
    if (text.substr(i).starts_with("\xE2\x80")) {
      end();
      i += 2;
      continue;
    }
    char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (c == '^') c = '_';
    if (in_stem(c) || (c == '\'' && !word.empty())) {
      word += c;
    } else {
      end();
    }
  }
  end();
  return stems;
}

Passage::Passage(std::string_view name, std::string_view about, std::string_view text) {
  const auto add = [&](std::string_view part, float weight) {
    std::map<std::string, int> counts;
    for (std::string& stem : stems_of(part)) ++counts[std::move(stem)];
    for (const auto& [stem, count] : counts) {
      // The second time a word tells less than the first.
      const float own =
          weight == in_text ? static_cast<float>(count) / (static_cast<float>(count) + 1.0F) : 1;
      float& has = words_[stem];
      has = std::max(has, weight * own);
    }
  };
  add(text, in_text);
  add(about, in_about);
  add(name, in_name);
}

double Passage::has(const std::string& stem, bool begins) const {
  constexpr std::size_t least_begun = 3;
  auto found = words_.find(stem);
  if (found != words_.end()) return static_cast<double>(found->second);
  if (!begins || stem.size() < least_begun) return 0;
  float most = 0;
  for (found = words_.lower_bound(stem); found != words_.end() && found->first.starts_with(stem); ++found)
    most = std::max(most, found->second);
  return 0.9 * static_cast<double>(most);
}

TypedQuestion::TypedQuestion(std::string_view typed) {
  const bool ends = typed.empty() || !in_stem(static_cast<char>(typed.back() | 0x20));
  std::vector<std::string> kept = words_asked(typed);
  std::size_t all = 0;
  for (std::size_t i = 0; i < typed.size(); ++i)
    all += typed[i] != ' ' && (i == 0 || typed[i - 1] == ' ') ? 1 : 0;
  if (kept.size() > 1) std::erase_if(kept, tells_little);
  // With a number a place is meant, as in "head 2 layer 1".
  const bool numbered = std::any_of(kept.begin(), kept.end(), [](const std::string& word) {
    return word.find_first_not_of("0123456789,.") == std::string::npos;
  });
  asks_ = kept.size() >= 2 && (all > kept.size() || (kept.size() >= 3 && !numbered) || typed.ends_with('?'));
  for (const std::string& word : kept) {
    // A bare number tells nothing: half of all names have one.
    if (word.find_first_not_of("0123456789,.") == std::string::npos) continue;
    for (std::string& stem : stems_of(word)) {
      Word each{{stem}, false, 0};
      for (const NearWords& near : near_words) {
        if (word_stem(std::string(near.said)) != stem) continue;
        for (std::string& other : stems_of(near.means)) each.stems.push_back(std::move(other));
      }
      words_.push_back(std::move(each));
    }
  }
  if (!words_.empty()) words_.back().begins = !ends;
}

double TypedQuestion::found(const Word& word, const Passage& passage) {
  double most = passage.has(word.stems.front(), word.begins);
  for (std::size_t i = 1; i < word.stems.size(); ++i)
    most = std::max(most, static_cast<double>(near_by) * passage.has(word.stems[i]));
  return most;
}

void TypedQuestion::weigh(const std::vector<std::vector<const Passage*>>& all) {
  all_ = 0;
  for (Word& word : words_) {
    double having = 0;
    for (const auto& passages : all) {
      const bool has = std::any_of(passages.begin(), passages.end(),
                                   [&](const Passage* passage) { return found(word, *passage) > 0; });
      having += has ? 1 : 0;
    }
    // What nothing has tells nothing.
    word.tells = having > 0 ? std::log1p(static_cast<double>(all.size()) / (having + 1)) : 0;
    all_ += word.tells;
  }
}

double TypedQuestion::shares(const std::vector<const Passage*>& passages, int* part) const {
  double most = 0;
  for (std::size_t i = 0; i < passages.size(); ++i) {
    double told = 0, sum = 0;
    for (const Word& word : words_) {
      const double has = found(word, *passages[i]);
      sum += word.tells * has;
      told += has > 0 ? word.tells : 0;
    }
    if (all_ <= 0 || told < least_share * all_) continue;
    // All of the words together say more than one of them in the name.
    const double score = sum / all_ * (0.5 + 0.5 * told / all_);
    if (score <= most) continue;
    most = score;
    if (part != nullptr) *part = static_cast<int>(i);
  }
  return most;
}

}  // namespace headlight
