#include "core/learn/causal_evaluate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "core/learn/trigram.h"
#include "core/models/decoding.h"

namespace headlight {

namespace {

constexpr int lists_measured = 200;
constexpr int words_a_long_list = 12;    // the trainer's have 3 to 8
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

struct Weighed {
  HeadPlace head;
  double weight = 0;
};

// Those with most weight first.
std::vector<Weighed> sorted_by(std::span<const double> weights, std::span<const HeadPlace> heads) {
  std::vector<Weighed> all;
  all.reserve(heads.size());
  for (std::size_t h = 0; h < heads.size(); ++h) all.push_back({heads[h], weights[h]});
  std::stable_sort(all.begin(), all.end(),
                   [](const Weighed& one, const Weighed& other) { return one.weight > other.weight; });
  return all;
}

template <typename Pick>
std::vector<HeadPlace> those(std::span<const Weighed> all, const Pick& pick) {
  std::vector<HeadPlace> picked;
  for (const Weighed& each : all) {
    if (pick(each)) picked.push_back(each.head);
  }
  return picked;
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

std::vector<Continuation> induction_lists(const Vocabulary& words, int count, int length) {
  Random random(lists_seed);
  std::vector<Continuation> lists;
  lists.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) lists.push_back(repeated_words(words, length, random));
  return lists;
}

Induction induction(const LanguageModel& model, std::span<const Continuation> lists) {
  const std::vector<HeadPlace> heads = heads_of(model);
  std::vector<double> copying(heads.size());
  std::vector<double> previous(heads.size());
  Right right;
  for (const Continuation& list : lists) {
    const TracePtr trace = model.pass(list.words);
    count(likeliest(trace->read("probabilities").view()), list, right);
    const int words = static_cast<int>(list.words.size() - 1) / 2;
    for (std::size_t h = 0; h < heads.size(); ++h) {
      const Reading seen = trace->read(head_site(heads[h], "weights"));
      for (int row = words + 1; row < 2 * words; ++row) {
        copying[h] += static_cast<double>(seen(row, row - words + 1));
        previous[h] += static_cast<double>(seen(row, row - 1));
      }
    }
  }
  const double asked = std::max(1, right.asked);
  const double enough = induction_share * asked;
  const std::vector<Weighed> all = sorted_by(copying, heads);
  const auto without = [&](const auto& pick) { return accuracy_without(model, lists, those(all, pick)); };
  const HeadPlace first = all.front().head;
  const auto induces = [&](const Weighed& each) { return each.weight >= enough; };

  std::vector<Weighed> earlier = sorted_by(previous, heads);
  std::erase_if(earlier, [&](const Weighed& each) { return each.head.layer >= first.layer; });
  const auto hands_on = [&](const Weighed& each) { return each.weight >= enough; };
  const std::vector<HeadPlace> handing = those(earlier, hands_on);

  Induction measured{
      .accuracy = right.share(),
      .head = first,
      .weight = all.front().weight / asked,
      .heads = static_cast<int>(std::count_if(all.begin(), all.end(), induces)),
      .without_head = accuracy_without(model, lists, std::span(&first, 1)),
      .without_another = 1,
      .without_heads = without(induces),
      .previous_heads = static_cast<int>(handing.size()),
      .without_previous_head =
          accuracy_without(model, lists, std::span(handing).first(std::min<std::size_t>(1, handing.size()))),
      .without_previous_heads = accuracy_without(model, lists, handing),
      .without_no_previous_heads = accuracy_without(model, lists, those(earlier, std::not_fn(hands_on))),
      .without_layer = {}};
  for (std::size_t h = 1; h < all.size(); ++h) {
    measured.without_another =
        std::min(measured.without_another, accuracy_without(model, lists, std::span(&all[h].head, 1)));
  }
  for (int layer = 0; layer < model.anatomy().find(Attention::decoder)->layers(); ++layer)
    measured.without_layer.push_back(without([&](const Weighed& each) { return each.head.layer == layer; }));
  return measured;
}

std::vector<Measure> causal_measures(const LanguageModel& model, std::span<const Continuation> train,
                                     std::span<const Continuation> held_out, const Progress& progress) {
  const Induction copied = induction(model, induction_lists(model.vocabulary(), lists_measured));
  const Induction longer =
      induction(model, induction_lists(model.vocabulary(), lists_measured, words_a_long_list));
  const Trigram trigram(train, model.vocabulary().size());
  std::vector<Measure> measures{
      {"perplexity", perplexity(model, held_out, progress), "", ""},
      {"trigram_perplexity", perplexity(trigram, held_out), "", ""},
      {"induction_accuracy", copied.accuracy, "", ""},
      {"induction_accuracy_long", longer.accuracy, "", ""},
      {"induction_weight", copied.weight, "", ""},
      {"induction_heads", static_cast<double>(copied.heads), "", ""},
      {"induction_without_head", copied.without_head, "", ""},
      {"induction_without_another", copied.without_another, "", ""},
      {"induction_without_heads", copied.without_heads, "", ""},
      {"previous_heads", static_cast<double>(copied.previous_heads), "", ""},
      {"induction_without_previous_head", copied.without_previous_head, "", ""},
      {"induction_without_previous_heads", copied.without_previous_heads, "", ""},
      {"induction_without_no_previous_heads", copied.without_no_previous_heads, "", ""}};
  for (std::size_t layer = 0; layer < copied.without_layer.size(); ++layer) {
    measures.push_back(
        {"induction_without_layer_" + std::to_string(layer), copied.without_layer[layer], "", ""});
  }
  return measures;
}

}  // namespace headlight
