#include "core/learn/causal_evaluate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/learn/trigram.h"
#include "core/models/decoding.h"

namespace headlight {

namespace {

constexpr int lists_measured = 200;
constexpr int words_a_list = 6;
constexpr std::uint64_t lists_seed = 7;  // the trainer's begin at 1000

std::string head_site(const HeadPlace& head, std::string_view site) {
  return head_path(head.stack, head.layer, head.attention, head.head, site);
}

std::vector<HeadPlace> heads_of(const LanguageModel& model) {
  std::vector<HeadPlace> heads;
  const AttentionHeads* const attention = model.anatomy().find(Attention::decoder);
  for (int layer = 0; layer < attention->layers(); ++layer) {
    for (int head = 0; head < attention->in(layer); ++head)
      heads.push_back({"decoder", "self_attention", layer, head});
  }
  return heads;
}

struct Right {
  int right = 0, asked = 0;
  double share() const { return static_cast<double>(right) / std::max(1, asked); }
};

void count(const std::vector<int>& answers, const Continuation& list, Right& right) {
  for (std::size_t i = 0; i < list.next.size(); ++i) {
    if (list.next[i] < 0) continue;
    ++right.asked;
    right.right += answers[i] == list.next[i] ? 1 : 0;
  }
}

double accuracy_without(const LanguageModel& model, std::span<const Continuation> lists,
                        std::span<const HeadPlace> heads) {
  std::vector<Edit> off;
  for (const HeadPlace& head : heads)
    off.push_back({.path = head_site(head, "output"), .kind = Edit::Kind::multiply, .values = {0}});
  Right right;
  for (const Continuation& list : lists) count(model.predict(list.words, off), list, right);
  return right.share();
}

}  // namespace

double perplexity(const LanguageModel& model, std::span<const Continuation> sentences,
                  const Progress& progress) {
  double sum = 0;
  double places = 0;
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    const Continuation& sentence = sentences[s];
    const TracePtr trace = model.pass(sentence.words);
    const Reading p = trace->read("probabilities");
    for (std::size_t i = 0; i < sentence.next.size(); ++i) {
      if (sentence.next[i] < 0) continue;
      sum -= std::log(std::max(1e-30, static_cast<double>(p(static_cast<int>(i), sentence.next[i]))));
      places += 1;
    }
    if (progress && !progress(static_cast<double>(s) / static_cast<double>(sentences.size()))) break;
  }
  return std::exp(sum / std::max(1.0, places));
}

std::vector<Continuation> induction_lists(const Vocabulary& words, int count) {
  Random random(lists_seed);
  std::vector<Continuation> lists;
  lists.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) lists.push_back(repeated_words(words, words_a_list, random));
  return lists;
}

Induction induction(const LanguageModel& model, std::span<const Continuation> lists) {
  const std::vector<HeadPlace> heads = heads_of(model);
  std::vector<double> weights(heads.size());
  Right right;
  for (const Continuation& list : lists) {
    const TracePtr trace = model.pass(list.words);
    count(likeliest(trace->read("probabilities").view()), list, right);
    const int words = static_cast<int>(list.words.size() - 1) / 2;
    for (std::size_t h = 0; h < heads.size(); ++h) {
      const Reading seen = trace->read(head_site(heads[h], "weights"));
      for (int row = words + 1; row < 2 * words; ++row)
        weights[h] += static_cast<double>(seen(row, row - words + 1));
    }
  }
  std::vector<std::size_t> order(heads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t one, std::size_t other) { return weights[one] > weights[other]; });
  std::vector<HeadPlace> sorted;  // those that look there most first
  sorted.reserve(heads.size());
  for (const std::size_t h : order) sorted.push_back(heads[h]);
  const double asked = std::max(1, right.asked);
  const auto looking = static_cast<std::size_t>(std::count_if(
      weights.begin(), weights.end(), [&](double weight) { return weight >= induction_share * asked; }));
  const std::span<const HeadPlace> all(sorted);
  Induction measured{.accuracy = right.share(),
                     .head = sorted.front(),
                     .weight = weights[order.front()] / asked,
                     .heads = static_cast<int>(looking),
                     .without_head = accuracy_without(model, lists, all.first(1)),
                     .without_another = 1,
                     .without_heads = accuracy_without(model, lists, all.first(looking))};
  for (std::size_t h = 1; h < all.size(); ++h) {
    measured.without_another =
        std::min(measured.without_another, accuracy_without(model, lists, all.subspan(h, 1)));
  }
  return measured;
}

std::vector<Measure> causal_measures(const LanguageModel& model, std::span<const Continuation> train,
                                     std::span<const Continuation> held_out, const Progress& progress) {
  const Induction copied = induction(model, induction_lists(model.vocabulary(), lists_measured));
  const Trigram trigram(train, model.vocabulary().size());
  return {{"perplexity", perplexity(model, held_out, progress), "", ""},
          {"trigram_perplexity", perplexity(trigram, held_out), "", ""},
          {"induction_accuracy", copied.accuracy, "", ""},
          {"induction_weight", copied.weight, "", ""},
          {"induction_heads", static_cast<double>(copied.heads), "", ""},
          {"induction_without_head", copied.without_head, "", ""},
          {"induction_without_another", copied.without_another, "", ""},
          {"induction_without_heads", copied.without_heads, "", ""}};
}

}  // namespace headlight
