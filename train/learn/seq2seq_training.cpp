#include "train/learn/seq2seq_training.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <span>
#include <string>

#include "core/learn/batches.h"
#include "core/learn/card_text.h"
#include "core/models/model.h"
#include "core/models/seq2seq.h"
#include "train/learn/reference_translations.h"

namespace headlight {

namespace {

// Lengths written are filled up to a multiple, so that few tapes serve them all.
constexpr int target_step = 4;

// Columns: words read, words written before, words that come next; each time by time.
Teaching translation(const Seq2SeqConfig& config, int together) {
  return {{"source.tokens", "target.tokens", "next"},
          [config, together](const Taping& taping, const Columns& pairs) {
            LayerRecording recording(taping.tape, taping.weights, taping.dropout, taping.gradients);
            Seq2SeqRecording model(recording, config, together);
            model.read(pairs[0]);
            const int logits = model.write(pairs[1]);
            return record_loss(taping, logits, pairs[2]);
          }};
}

// Sentences of one length, `together` of them time by time; where there are fewer, nothing is asked of the
// rest.
Columns side_by_side(const std::vector<Pair>& pairs, std::span<const int> chosen, int together) {
  const auto pair = [&](int i) -> const Pair& {
    return pairs[static_cast<std::size_t>(chosen[std::min(static_cast<std::size_t>(i), chosen.size() - 1)])];
  };
  std::size_t longest = 0;
  for (int i = 0; i < together; ++i) longest = std::max(longest, pair(i).target.size());
  longest = (longest + target_step - 1) / target_step * target_step;
  Columns columns(3);
  for (std::size_t t = 0; t < pair(0).source.size(); ++t) {
    for (int i = 0; i < together; ++i) columns[0].push_back(pair(i).source[t]);
  }
  for (std::size_t t = 0; t < longest; ++t) {
    for (int i = 0; i < together; ++i) {
      const Pair& one = pair(i);
      const bool there = t < one.target.size();
      columns[1].push_back(there ? one.target[t] : kEndToken);
      columns[2].push_back(there && i < static_cast<int>(chosen.size()) ? one.next[t] : -1);
    }
  }
  return columns;
}

// A batch in packs of sentences of one length.
std::vector<std::vector<int>> packs_of(const std::vector<Pair>& pairs, const std::vector<int>& batch,
                                       int together) {
  std::map<std::size_t, std::vector<int>> by_length;
  for (const int place : batch) by_length[pairs[place].source.size()].push_back(place);
  std::vector<std::vector<int>> packs;
  for (const auto& [length, places] : by_length) {
    for (std::size_t from = 0; from < places.size(); from += static_cast<std::size_t>(together)) {
      const std::size_t to = std::min(places.size(), from + static_cast<std::size_t>(together));
      packs.emplace_back(places.begin() + static_cast<std::ptrdiff_t>(from),
                         places.begin() + static_cast<std::ptrdiff_t>(to));
    }
  }
  return packs;
}

}  // namespace

Seq2SeqRecipe seq2seq_recipe(bool attention, const CorpusOptions& corpus) {
  Seq2SeqRecipe recipe;
  recipe.corpus = corpus;
  recipe.model.attention = attention;
  recipe.model.embedding_in_annotation = attention;
  recipe.model.word_in_query = attention;
  recipe.model.tied_output = true;
  recipe.model.d_embedding = 128;
  recipe.model.d_encoder = attention ? 64 : 128;
  recipe.model.d_state = 128;
  recipe.steps = 15000;
  recipe.peak_rate = 3e-3;
  recipe.embedding_rate = 4;
  return recipe;
}

Seq2SeqTrainer::Seq2SeqTrainer(const Seq2SeqRecipe& recipe, std::shared_ptr<const Corpus> corpus)
    : recipe_(recipe),
      corpus_(corpus ? std::move(corpus) : std::make_shared<const Corpus>(make_corpus(recipe.corpus))),
      pairs_(encode_corpus(*corpus_)),
      batches_(*corpus_, recipe_.batch, recipe_.seed) {
  recipe_.model.source_words = corpus_->source.size();
  recipe_.model.target_words = corpus_->target.size();
  recipe_.model.check();
  begin({.how = recipe_,
         .seed = recipe_.seed,
         .config = to_json(recipe_.model),
         .key = key_of({recipe_.corpus.train, static_cast<int>(recipe_.corpus.seed), recipe_.batch,
                        recipe_.together}) +
                recipe_.corpus.real.filename().string() + ";" + std::to_string(recipe_.seed),
         .words = {corpus_->source, corpus_->target},
         .measured_on = std::to_string(corpus_->held_out.size()) + " held-out sentences",
         .teaching = translation(recipe_.model, recipe_.together)},
        Weights::random(tensors_of(recipe_.model), recipe_.seed));
}

Batch Seq2SeqTrainer::next_batch() {
  Batch batch;
  for (const std::vector<int>& pack : packs_of(pairs_, batches_.next(), recipe_.together)) {
    for (const int place : pack) batch.asked += static_cast<double>(pairs_[place].next.size());
    batch.examples.push_back(side_by_side(pairs_, pack, recipe_.together));
  }
  return batch;
}

namespace {

int largest(ConstView matrix, int row) {
  Eigen::Index place = 0;
  matrix.map().row(row).maxCoeff(&place);
  return static_cast<int>(place);
}

int second_largest(ConstView matrix, int row) {
  const int most = largest(matrix, row);
  int second = most == 0 ? 1 : 0;
  for (int column = 0; column < matrix.shape.cols; ++column) {
    if (column != most && matrix(row, column) > matrix(row, second)) second = column;
  }
  return second;
}

// The model on a sentence, given the words of a translation.
class Forced {
 public:
  Forced(const Seq2SeqFiles& model, std::span<const int> source, std::span<const int> target)
      : layers_(tape_, model.weights), recording_(layers_, model.config) {
    recording_.read(source);
    logits_ = recording_.write(target);
    tape_.forward();
  }
  const Tape& tape() const { return tape_; }
  // The word it would write at a place, once the weights of two words read change places there.
  int said_with_swapped(int time, int one, int other) {
    Edit edit;
    edit.path = "decoder.0.time." + std::to_string(time) + ".weights";
    edit.kind = Edit::Kind::swap;
    edit.col = one;
    edit.other = other;
    tape_.set_edits({edit});
    tape_.forward();
    const int said = largest(logits(), time);
    tape_.set_edits({});
    tape_.forward();
    return said;
  }
  ConstView logits() const { return tape_.value(logits_); }
  // Whether each word from `first` on is the most likely one.
  bool expects(std::span<const int> next, std::size_t first = 0) const {
    for (std::size_t i = first; i < next.size(); ++i) {
      if (largest(logits(), static_cast<int>(i)) != next[i]) return false;
    }
    return true;
  }

 private:
  Tape tape_;
  LayerRecording layers_;
  Seq2SeqRecording recording_;
  int logits_ = -1;
};

// How often a word becomes another one, of those asked.
struct Moved {
  int asked = 0, by_look = 0, by_others = 0;
};

// Asks the content word in the middle, of those that translate different words.
void move_look(Forced& known, const std::vector<int>& alignment, Moved& moved) {
  std::vector<int> content;
  for (std::size_t t = 0; t < alignment.size(); ++t) {
    if (alignment[t] >= 0) content.push_back(static_cast<int>(t));
  }
  if (content.size() < 3) return;
  const auto read_at = [&](std::size_t i) { return alignment[content[i]]; };
  const std::size_t middle = content.size() / 2;
  const int place = content[middle], looked_at = read_at(middle), other = read_at(middle - 1),
            third = read_at(middle + 1 < content.size() ? middle + 1 : 0);
  if (other == looked_at || third == looked_at || third == other) return;
  const int said = largest(known.logits(), place);
  ++moved.asked;
  moved.by_look += known.said_with_swapped(place, looked_at, other) != said ? 1 : 0;
  moved.by_others += known.said_with_swapped(place, other, third) != said ? 1 : 0;
}

bool rest_follows(const Seq2SeqFiles& model, const Pair& pair, const Forced& known) {
  // The word at `middle` is read at `middle` + 1: `target` begins with <s>.
  const std::size_t middle = (pair.next.size() - 1) / 2;
  std::vector<int> target = pair.target;
  target[middle + 1] = second_largest(known.logits(), static_cast<int>(middle));
  return Forced(model, pair.source, target).expects(pair.next, middle + 1);
}

}  // namespace

ForcedShares forced_shares(const Seq2SeqFiles& model, std::span<const Example> examples,
                           const Progress& progress) {
  ForcedShares shares;
  int aligned = 0;
  int content = 0;
  int interrupted = 0;
  int followed = 0;
  Moved moved;
  for (std::size_t e = 0; e < examples.size(); ++e) {
    if (progress && !progress(static_cast<double>(e) / static_cast<double>(examples.size()))) break;
    const Example& example = examples[e];
    const Pair pair = encode_pairs({example}, model.words.source, model.words.target).front();
    Forced known(model, pair.source, pair.target);
    const bool exact = known.expects(pair.next);
    if (exact && pair.next.size() > 2) {
      ++interrupted;
      followed += rest_follows(model, pair, known) ? 1 : 0;
    }
    if (example.kind != "ambiguous") shares.exact.add(static_cast<int>(pair.source.size()), exact);
    if (!model.config.attention) continue;
    const ConstView weights =
        known.tape().value(known.tape().find("decoder.0.cross_attention.head.0.weights").value());
    for (std::size_t t = 0; t < example.alignment.size(); ++t) {
      if (example.alignment[t] < 0) continue;
      ++content;
      aligned += largest(weights, static_cast<int>(t)) == example.alignment[t] ? 1 : 0;
    }
    move_look(known, example.alignment, moved);
  }
  shares.aligned = static_cast<double>(aligned) / std::max(1, content);
  shares.moved_look = static_cast<double>(moved.by_look) / std::max(1, moved.asked);
  shares.moved_others = static_cast<double>(moved.by_others) / std::max(1, moved.asked);
  shares.rest_after_wrong_word = static_cast<double>(followed) / std::max(1, interrupted);
  return shares;
}

std::vector<Measure> seq2seq_measures(const ForcedShares& shares, bool attention) {
  std::vector<Measure> measures{{"exact_translation", shares.exact.share(), "", attention ? ">= 0.95" : ""},
                                {"exact_short", shares.exact.share_of_short(), "", ""},
                                {"exact_long", shares.exact.share_of_long(), "", ""},
                                {"rest_after_wrong_word", shares.rest_after_wrong_word, "", ""}};
  if (!attention) return measures;
  measures.push_back({"alignment_accuracy", shares.aligned, "", ">= 0.9"});
  measures.push_back({"moved_look_changes_word", shares.moved_look, "", ""});
  measures.push_back({"moved_others_change_word", shares.moved_others, "", ""});
  return measures;
}

Card seq2seq_card(const Seq2SeqFiles& model, const Seq2SeqRecipe& recipe, const Corpus& corpus,
                  double seconds, const Progress& progress) {
  const Seq2SeqConfig& config = model.config;
  const bool attention = config.attention;
  const auto said = [](bool is_so) { return std::string(is_so ? "1" : ""); };
  CardNumbers numbers = numbers_of_training(recipe, recipe.seed, seconds, model.weights.parameters());
  add_numbers_of(corpus, numbers);
  numbers["batch"] = std::to_string(recipe.batch);
  numbers["d_encoder"] = std::to_string(config.d_encoder);
  numbers["attention"] = said(attention);
  numbers["embedding_in_annotation"] = said(config.embedding_in_annotation);
  numbers["word_in_query"] = said(config.word_in_query);
  numbers["tied_output"] = said(config.tied_output);
  Card card = card_of_text("seq2seq", numbers);
  card.name = attention ? "seq2seq-attention" : "seq2seq";
  if (attention) card.reference_head = HeadPlace{"decoder", "cross_attention", 0, 0};
  const ForcedShares shares = forced_shares(model, corpus.held_out, progress);
  card.measures = seq2seq_measures(shares, attention);
  card.curves = {shares.exact.curve()};
  return card;
}

// What headlight-train asks.

std::string Seq2SeqTrainer::watch() const {
  constexpr std::size_t watched = 200;
  const std::span<const Example> held_out(corpus_->held_out);
  const Seq2SeqFiles now = model();
  const ForcedShares shares = forced_shares(now, held_out.first(std::min(watched, held_out.size())));
  char text[64];
  std::snprintf(text, sizeof text, "held-out exact %5.1f %%", 100 * shares.exact.share());
  return text + watched_real(Model(now.config, now.weights, now.words), *corpus_);
}

Card Seq2SeqTrainer::card(const std::filesystem::path& folder, double seconds) const {
  Card card = seq2seq_card(read_model<Seq2SeqConfig>(folder), recipe_, *corpus_, seconds);
  put_real_shares(card, *load_model(folder, AnswerKind::translation), corpus_->aside);
  return card;
}

}  // namespace headlight
