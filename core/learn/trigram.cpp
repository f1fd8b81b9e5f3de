#include "core/learn/trigram.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double discount = 0.75;
constexpr int bits = 21;

std::uint64_t joined(std::uint64_t context, int word) {
  return context << bits | static_cast<std::uint64_t>(word);
}

// Calls `see` with the two words before each place that is asked, and the word that comes.
template <typename See>
void each_place(const Continuation& sentence, See see) {
  for (std::size_t i = 0; i < sentence.words.size(); ++i) {
    if (sentence.next[i] < 0) continue;
    see(i == 0 ? sentence.words[0] : sentence.words[i - 1], sentence.words[i], sentence.next[i]);
  }
}

}  // namespace

Trigram::Trigram(std::span<const Continuation> sentences, int words) : words_(words) {
  const auto count = [](auto& counts, auto& contexts, std::uint64_t context, int word) {
    const bool first = ++counts[joined(context, word)] == 1;
    contexts[context].count += 1;
    if (first) contexts[context].different += 1;
    return first;
  };
  for (const Continuation& sentence : sentences) {
    each_place(sentence, [&](int before, int last, int word) {
      const std::uint64_t one = static_cast<std::uint64_t>(last);
      const std::uint64_t two = joined(static_cast<std::uint64_t>(before), last);
      // A shorter context counts how many longer ones a word was seen in.
      if (count(three_, after_two_, two, word) && count(two_, after_one_, one, word))
        count(one_, after_none_, 0, word);
    });
  }
}

double Trigram::discounted(const std::unordered_map<std::uint64_t, int>& counts,
                           const std::unordered_map<std::uint64_t, Context>& contexts, std::uint64_t context,
                           int word, double lower) const {
  const auto known = contexts.find(context);
  if (known == contexts.end()) return lower;
  const auto seen = counts.find(joined(context, word));
  const double times = seen == counts.end() ? 0 : seen->second;
  const Context& all = known->second;
  return (std::max(times - discount, 0.0) + discount * all.different * lower) / all.count;
}

double Trigram::probability(int before, int last, int word) const {
  const double none = discounted(one_, after_none_, 0, word, 1.0 / words_);
  const double one = discounted(two_, after_one_, static_cast<std::uint64_t>(last), word, none);
  return discounted(three_, after_two_, joined(static_cast<std::uint64_t>(before), last), word, one);
}

double perplexity(const Trigram& model, std::span<const Continuation> sentences) {
  double sum = 0;
  double places = 0;
  for (const Continuation& sentence : sentences) {
    each_place(sentence, [&](int before, int last, int word) {
      sum -= std::log(model.probability(before, last, word));
      places += 1;
    });
  }
  return std::exp(sum / std::max(1.0, places));
}

}  // namespace headlight
