#include "train/learn/causal_training.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>

#include "core/learn/batches.h"
#include "core/learn/card_text.h"
#include "core/models/run.h"
#include "core/models/transformer.h"
#include "core/text/encode.h"

namespace headlight {

namespace {

std::vector<Continuation> continuations(const std::vector<Example>& examples, const Vocabulary& words) {
  std::vector<Continuation> all;
  all.reserve(examples.size());
  for (const Example& example : examples) all.push_back(continuation_of(encode(words, example.source)));
  return all;
}

}  // namespace

std::vector<std::string> causal_special_words() { return {"<s>", "</s>"}; }

CausalCorpus make_causal_corpus(const Corpus& translator) {
  std::vector<std::string> words = causal_special_words();
  words.insert(words.end(), translator.source.words().begin(), translator.source.words().end());
  CausalCorpus corpus{Vocabulary(std::move(words)), {}, {}};
  corpus.train = continuations(translator.train, corpus.words);
  corpus.held_out = continuations(translator.held_out, corpus.words);
  return corpus;
}

Continuation continuation_of(std::vector<int> sentence) {
  Continuation made{sentence, std::move(sentence)};
  made.words.insert(made.words.begin(), kStartToken);
  made.next.push_back(kEndToken);
  return made;
}

Continuation repeated_words(const Vocabulary& words, int count, Random& random) {
  const int special = static_cast<int>(causal_special_words().size());
  if (count < 1 || count > words.size() - special)
    throw std::invalid_argument("repeated_words: the vocabulary does not have that many words");
  std::vector<int> list;
  while (static_cast<int>(list.size()) < count) {
    const int word = special + random.below(words.size() - special);
    if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(word);
  }
  Continuation made;
  made.words.push_back(kStartToken);
  for (int time = 0; time < 2; ++time) made.words.insert(made.words.end(), list.begin(), list.end());
  made.next.assign(made.words.size(), -1);
  for (int i = 1; i < count; ++i) made.next[count + i] = list[i];
  return made;
}

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

namespace {

// Columns: words, their sentences, the words that come next. Rotary positions are distances, which are the
// same wherever a sentence begins.
Teaching continuing(const TransformerConfig& config) {
  return {{"target.tokens", "target.sentences", "next"},
          [config](const Taping& taping, const Columns& packed) {
            Recording recording(taping.tape, config, taping.weights, taping.dropout, taping.gradients);
            const int decoded = record_decoder(recording, packed[0], -1, {.sentences = packed[1]});
            return record_loss(recording, record_logits(recording, decoded), packed[2], 0);
          }};
}

Columns packed(std::span<const Continuation> sentences) {
  Packed rows;
  std::vector<int> next;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    rows.add(sentences[i].words, static_cast<int>(i));
    next.insert(next.end(), sentences[i].next.begin(), sentences[i].next.end());
  }
  rows.fill_up();
  next.resize(rows.words.size(), -1);
  return {rows.words, rows.sentences, next};
}

}  // namespace

CausalRecipe causal_recipe() {
  CausalRecipe recipe;
  recipe.corpus.train = 300000;
  recipe.seed = 0;
  recipe.steps = 8000;
  recipe.peak_rate = 2e-3;
  TransformerConfig& model = recipe.model;
  model.encoder_layers = 0;
  model.decoder_layers = 3;
  model.decoder_heads = 4;
  model.d_model = 128;
  model.d_ff = 512;
  model.max_tokens = 256;
  model.norm_place = NormPlace::pre;
  model.positions = Positions::rotary;
  model.feed_forward = FeedForward::gelu;
  return recipe;
}

CausalTrainer::CausalTrainer(const CausalRecipe& recipe) : recipe_(recipe), random_(1000 + recipe_.seed) {
  const Corpus corpus = make_corpus(recipe_.corpus);
  corpus_ = make_causal_corpus(corpus);
  batches_.emplace(corpus.train, std::vector<std::string>{}, recipe_.batch - recipe_.lists, recipe_.seed);
  recipe_.model.target_words = corpus_.words.size();
  recipe_.model.check();
  begin({.how = recipe_,
         .seed = recipe_.seed,
         .config = to_json(recipe_.model),
         .key = key_of({recipe_.corpus.train, static_cast<int>(recipe_.corpus.seed), recipe_.batch,
                        recipe_.lists, recipe_.shortest_list, recipe_.longest_list}) +
                std::to_string(recipe_.seed),
         .words = {{}, corpus_.words},
         .measured_on = std::to_string(corpus_.held_out.size()) + " held-out sentences",
         .teaching = continuing(recipe_.model)},
        Weights::random(recipe_.model, recipe_.seed));
}

Batch CausalTrainer::next_batch() {
  std::vector<Continuation> sentences;
  for (const int place : batches_->next()) sentences.push_back(corpus_.train[place]);
  for (int i = 0; i < recipe_.lists; ++i) {
    const int count = recipe_.shortest_list + random_.below(recipe_.longest_list - recipe_.shortest_list + 1);
    sentences.push_back(repeated_words(corpus_.words, count, random_));
  }
  Batch batch;
  for (const Continuation& sentence : sentences)
    batch.asked += static_cast<double>(sentence.next.size()) -
                   static_cast<double>(std::count(sentence.next.begin(), sentence.next.end(), -1));
  for (std::size_t from = 0; from < sentences.size(); from += sentences_a_tape) {
    const std::size_t count = std::min(sentences_a_tape, sentences.size() - from);
    batch.examples.push_back(packed(std::span(sentences).subspan(from, count)));
  }
  return batch;
}

namespace {

constexpr int lists_measured = 200;
constexpr int words_a_long_list = 12;    // the trainer's have 3 to 8
constexpr std::uint64_t lists_seed = 7;  // the trainer's begin at 1000

std::string head_site(const HeadPlace& head, std::string_view site) {
  return head_path(head.stack, head.layer, head.attention, head.head, site);
}

std::vector<HeadPlace> heads_of(const Model& model) {
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

double accuracy_without(const Model& model, std::span<const Continuation> lists,
                        std::span<const HeadPlace> heads) {
  std::vector<Edit> off;
  for (const HeadPlace& head : heads)
    off.push_back({.path = head_site(head, "output"), .kind = Edit::Kind::multiply, .values = {0}});
  Right right;
  for (const Continuation& list : lists) count(model.answer(list.words, off), list, right);
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

double perplexity(const Model& model, std::span<const Continuation> sentences, const Progress& progress) {
  double sum = 0;
  double places = 0;
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    const Continuation& sentence = sentences[s];
    const TracePtr trace = model.trace({.input = sentence.words});
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

Induction induction(const Model& model, std::span<const Continuation> lists) {
  const std::vector<HeadPlace> heads = heads_of(model);
  std::vector<double> copying(heads.size());
  std::vector<double> previous(heads.size());
  Right right;
  for (const Continuation& list : lists) {
    const TracePtr trace = model.trace({.input = list.words});
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

std::vector<Measure> causal_measures(const Model& model, std::span<const Continuation> train,
                                     std::span<const Continuation> held_out, const Progress& progress) {
  const Induction copied = induction(model, induction_lists(model.target(), lists_measured));
  const Induction longer =
      induction(model, induction_lists(model.target(), lists_measured, words_a_long_list));
  const Trigram trigram(train, model.target().size());
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

Card causal_card(const Model& model, const CausalRecipe& recipe, const CausalCorpus& corpus, double seconds,
                 const Progress& progress) {
  CardNumbers numbers = numbers_of_training(recipe, recipe.seed, seconds, model.weights().parameters());
  numbers["sentences"] = std::to_string(corpus.train.size());
  numbers["held_out"] = std::to_string(corpus.held_out.size());
  numbers["words"] = std::to_string(corpus.words.size() - 2);
  numbers["batch"] = std::to_string(recipe.batch);
  numbers["lists"] = std::to_string(recipe.lists);
  numbers["shortest_list"] = std::to_string(recipe.shortest_list);
  numbers["longest_list"] = std::to_string(recipe.longest_list);
  Card card = card_of_text("causal", numbers);
  card.name = "causal";
  card.measures = causal_measures(model, corpus.train, corpus.held_out, progress);
  card.reference_head = induction(model, induction_lists(model.target(), 50)).head;
  return card;
}

// What headlight-train asks.

std::string CausalTrainer::watch() const {
  constexpr std::size_t watched_sentences = 200;
  constexpr int watched_lists = 20;
  const auto now = model();
  const std::span<const Continuation> held_out(corpus_.held_out);
  char text[64];
  std::snprintf(text, sizeof text, "held-out perplexity %6.2f, lists %3.0f %%",
                perplexity(*now, held_out.first(std::min(watched_sentences, held_out.size()))),
                100 * induction(*now, induction_lists(now->target(), watched_lists)).accuracy);
  return text;
}

Card CausalTrainer::card(const std::filesystem::path& folder, double seconds) const {
  return causal_card(*load_model(folder, AnswerKind::next_token), recipe_, corpus_, seconds);
}

}  // namespace headlight
