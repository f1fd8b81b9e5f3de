#include "core/explain/head_measures.h"

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <limits>
#include <mutex>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/explain/digest.h"
#include "core/explain/view.h"
#include "core/grammar/held_out.h"
#include "core/layers/sites.h"
#include "core/matrix/random.h"
#include "core/models/trace.h"
#include "core/pictures/training_scenes.h"

namespace headlight {
namespace {

// Of several lengths: a head that looks back by a fixed distance is no induction head. Short ones, since a
// small model may have learned to repeat no others.
constexpr int block_lengths[] = {5, 6, 7, 8};
constexpr int texts_of_each = 3;
constexpr int shortest_block = 3;
constexpr std::uint64_t lot = 20220308;
constexpr int own_scenes = 12;

// Tokens of a stream that stand there twice, between those that every text begins and ends with.
struct Repeated {
  std::vector<int> ids;
  int begin = 0, length = 0;  // of the first block

  int end() const { return begin + 2 * length; }
  // The other place of the token at i.
  int other(int i) const { return i < begin + length ? i + length : i - length; }
  bool has(int i) const { return i >= begin && i < end(); }
};

std::vector<int> ordinary(const Vocabulary& words) {
  std::vector<int> ids;
  for (int id = 0; id < words.size(); ++id) {
    const std::string& word = words.word(id);
    const bool marked = word.size() > 2 && ((word.front() == '<' && word.back() == '>') ||
                                            (word.front() == '[' && word.back() == ']'));
    if (!marked && !word.empty() && !is_special(word)) ids.push_back(id);
  }
  return ids;
}

// Those special tokens that a text has around it: [CLS] and [SEP], <s>.
std::pair<std::vector<int>, std::vector<int>> around(const Model& model, std::span<const int> words) {
  const Vocabulary& vocabulary = model.tokenizer().vocabulary();
  for (const int id : words.first(std::min<std::size_t>(words.size(), 50))) {
    try {
      const std::vector<int> read = model.tokenizer().encoded(vocabulary.text(id));
      const auto special = [&](int token) { return is_special(vocabulary.word(token)); };
      const auto first = std::find_if_not(read.begin(), read.end(), special);
      const auto last = std::find_if_not(read.rbegin(), read.rend(), special).base();
      if (first == read.end()) continue;
      return {{read.begin(), first}, {last, read.end()}};
    } catch (const std::invalid_argument&) {
      continue;  // a token that nobody types
    }
  }
  return {};
}

// What was seen of a model so far.
class HeadMeasuring {
 public:
  // False when `go_on` said no: it can be called again. The model is the same each time.
  bool measure(const Model& model, const std::function<bool()>& go_on) {
    model_ = &model;
    go_on_ = go_on;
    const Anatomy& has = model.anatomy();
    // Behind weights that were given there is nothing to try.
    if (has.given || has.attentions.empty()) return true;
    if (!has.picture) return (has.recurrent() || read_tokens()) && read_sentences();
    if (has.picture->class_token || has.picture->pixels) read_picture();
    // Scenes are drawn for those that learned from them.
    return has.picture->pixels || read_scenes();
  }

  MeasuredHeads heads() const {
    MeasuredHeads all;
    for (const auto& [path, means] : means_) {
      for (int i = 0; i < measure_count; ++i) all[path].values[first_measured + i] = means[i].value();
    }
    // Sentences and scenes of its own kind count before what was drawn by lot.
    for (const auto* seen : {&in_tokens_, &in_own_}) {
      for (const auto& [path, means] : *seen) {
        for (int i = 0; i < first_measured; ++i) {
          if (means[i].count > 0) all[path].values[i] = means[i].value();
        }
      }
    }
    return all;
  }

 private:
  struct Mean {
    double sum = 0;
    int count = 0;
    void add(double value) {
      sum += value;
      ++count;
    }
    std::optional<float> value() const {
      return count == 0 ? std::nullopt : std::optional(static_cast<float>(sum / count));
    }
  };
  using Means = std::array<Mean, measure_count>;
  using SentenceMeans = std::array<Mean, first_measured>;

  static void add(const HeadTraits& traits, SentenceMeans& means) {
    for (int i = 0; i < first_measured; ++i) {
      if (traits.values[i]) means[i].add(static_cast<double>(*traits.values[i]));
    }
  }

  static Mean& of(Means& means, Trait trait) {
    return means.at(static_cast<std::size_t>(trait) - first_measured);
  }

  void read_picture() {
    if (std::exchange(picture_read_, true)) return;
    const int side = model_->anatomy().picture->features.side;
    Random random(lot);
    read({.input = ModelInput(normal_matrix(side * side, 3, random))}, {}, {});
  }

  // What the heads of a model of pictures do in scenes like those it learned from, and while it writes of
  // them.
  bool read_scenes() {
    const bool asked = model_->anatomy().answer == AnswerKind::one_label;
    for (; scenes_ < own_scenes; ++scenes_) {
      if (scenes_ > 0 && go_on_ && !go_on_()) return false;
      const auto seed = lot + static_cast<std::uint64_t>(scenes_);
      const Scene scene = asked ? random_question_scene(seed, SceneUse::measuring)
                                : random_captioned_scene(seed, SceneUse::measuring);
      look(*model_->trace({.text = to_text(scene)}), [](const AttentionInfo&) { return true; }, {});
    }
    return true;
  }

  bool read_tokens() {
    const bool writes = model_->ends().start.has_value();
    const std::vector<int> words = ordinary(model_->tokenizer().vocabulary());
    const std::vector<int> written = writes ? ordinary(model_->target()) : std::vector<int>();
    const auto [before, behind] = around(*model_, words);
    const int own = static_cast<int>(before.size() + behind.size());
    int room = (model_->anatomy().max_tokens - own) / 2;
    if (writes) room = std::min(room, (model_->ends().most - 1) / 2);
    room = std::min(room, static_cast<int>(words.size()));
    if (writes) room = std::min(room, static_cast<int>(written.size()));
    Random random(lot);
    // Where there is little room they are shorter, and still of several lengths.
    const int shorter = std::max(0, block_lengths[std::size(block_lengths) - 1] - room);
    for (int text = 0; text < texts_of_each * static_cast<int>(std::size(block_lengths)); ++text) {
      const int length = block_lengths[static_cast<std::size_t>(text) % std::size(block_lengths)] - shorter;
      if (length < shortest_block) continue;
      if (text >= texts_ && go_on_ && !go_on_()) return false;
      const Repeated source = drawn(words, before, behind, length, random);
      TraceRequest request{.input = ModelInput(source.ids)};
      Repeated target = source;
      if (writes) {
        target = drawn(written, {*model_->ends().start}, {}, length, random);
        request.words = std::vector<int>(target.ids.begin() + 1, target.ids.end());
      }
      if (text < texts_) continue;
      read(request, source, target);
      texts_ = text + 1;
    }
    return true;
  }

  // What a translator's heads do that ask or are asked for the words of a sentence, in sentences as it
  // learned them, with an "it" whose noun is known, and while it translates them.
  bool read_sentences() {
    if (model_->anatomy().answer != AnswerKind::translation) return true;
    const std::vector<Example>& own = sentences_of(SentenceList::looked_at);
    for (; sentences_ < own.size(); ++sentences_) {
      if (go_on_ && !go_on_()) return false;
      const Example& example = own[sentences_];
      std::string typed;
      for (const std::string& word : example.source) typed += (typed.empty() ? "" : " ") + word;
      try {
        const TracePtr trace = model_->trace({.text = typed});
        if (trace->words().source != example.source || !example.reference) continue;
        look(
            *trace, [](const AttentionInfo& about) { return about.asked == Stream::source; },
            Antecedent{example.reference->it, example.reference->antecedent});
      } catch (const std::invalid_argument&) {
        continue;  // a word that a small model does not know
      }
    }
    return true;
  }

  void look(const Trace& trace, const auto& is_looked_at, std::optional<Antecedent> antecedent) {
    for (const AttentionHeads& each : model_->anatomy().attentions) {
      if (!is_looked_at(each.info())) continue;
      for (int layer = 0; layer < each.layers(); ++layer) {
        for (int head = 0; head < each.in(layer); ++head) {
          const std::string path = each.info().path(layer, head, "weights");
          if (trace.find(path) >= 0) add(traits_in(trace, each.info(), path, antecedent), in_own_[path]);
        }
      }
    }
  }

  static HeadTraits traits_in(const Trace& trace, const AttentionInfo& about, const std::string& path,
                              std::optional<Antecedent> antecedent) {
    const Heatmap weights = view_of(trace, path);
    if (about.crosses()) return traits_of(weights, false);
    return traits_of(weights, true, antecedent, cell_places(trace.tape(), {weights.rows, weights.columns}));
  }

  static Repeated drawn(std::vector<int> from, const std::vector<int>& before, const std::vector<int>& behind,
                        int length, Random& random) {
    Repeated all{before, static_cast<int>(before.size()), length};
    for (int i = 0; i < length; ++i) {
      const int left = static_cast<int>(from.size()) - i;
      std::swap(from[i], from[i + random.below(left)]);
      all.ids.push_back(from[i]);
    }
    all.ids.insert(all.ids.end(), from.begin(), from.begin() + length);
    all.ids.insert(all.ids.end(), behind.begin(), behind.end());
    return all;
  }

  void read(const TraceRequest& request, const Repeated& source, const Repeated& target) {
    const TracePtr trace = model_->trace(request);
    for (const AttentionHeads& each : model_->anatomy().attentions) {
      const AttentionInfo& about = each.info();
      const Repeated& text = about.asked == Stream::source ? source : target;
      for (int layer = 0; layer < each.layers(); ++layer) {
        for (int head = 0; head < each.in(layer); ++head) {
          const std::string path = about.path(layer, head, "weights");
          const int node = trace->find(path);
          if (node < 0) continue;
          look(*trace, node, about.crosses(), text, means_[path]);
          add(traits_in(*trace, about, path, {}), in_tokens_[path]);
        }
        if (!about.crosses()) copy(*trace, each, layer, text);
      }
    }
  }

  void look(const Trace& trace, int node, bool crosses, const Repeated& text, Means& means) {
    const Reading read = trace.read(node);
    const int scores_node = trace.tape().node(node).inputs.front();
    const Reading scores = trace.read(scores_node);
    const ConstView weights = read.view();
    const std::vector<std::string> keys = trace.labels(trace.label(node).cols, weights.shape.cols);
    std::vector<int> resting;
    for (int key = 0; key < weights.shape.cols; ++key) {
      const bool first = key == 0 && !crosses;  // the class token of a picture
      if (first || is_special(keys[key])) resting.push_back(key);
    }
    const auto open = [&](int row, int key) {
      return scores.view()(row, key) != -std::numeric_limits<float>::infinity();
    };
    for (int row = 0; row < weights.shape.rows; ++row) {
      int choices = 0;
      for (int key = 0; key < weights.shape.cols; ++key) choices += open(row, key) ? 1 : 0;
      if (choices < 2) continue;
      if (!resting.empty()) {
        double sum = 0;
        for (const int key : resting) sum += open(row, key) ? static_cast<double>(weights(row, key)) : 0.0;
        of(means, Trait::sink).add(sum);
      }
      if (crosses || !text.has(row)) continue;
      const auto share = [&](Trait trait, int key) {
        if (text.has(key) && open(row, key)) of(means, trait).add(static_cast<double>(weights(row, key)));
      };
      share(Trait::previous_token, row - 1);
      share(Trait::next_token, row + 1);
      share(Trait::duplicate, text.other(row));
      // Behind the last token of a block that is its first one or none: no other place says what follows.
      const int follows = text.other(row) + 1;
      if (follows != row) share(Trait::induction, follows);
    }
  }

  // Of all heads of a layer whose stream ends in the logits of its own tokens.
  void copy(const Trace& trace, const AttentionHeads& heads, int layer, const Repeated& text) {
    if (text.length == 0 || !model_->transformer()) return;
    const TransformerConfig& config = *model_->transformer();
    const StackInfo& last = model_->anatomy().stacks.back();
    const bool own_words =
        model_->ends().start || model_->target().size() == model_->tokenizer().vocabulary().size();
    const int projection = trace.find("parameters." + heads.info().block(layer) + ".projected.weight");
    if (heads.info().stack != last.name || config.output_transform || !own_words || projection < 0) return;
    const Matrix unembedding = output_of(trace, last, text);
    if (unembedding.size() == 0) return;
    const Reading project = trace.read(projection);
    for (int head = 0; head < heads.in(layer); ++head) {
      const std::string path = heads.info().path(layer, head, "value");
      if (trace.find(path) < 0) return;
      const Reading value = trace.read(path);
      const int size = value.shape().cols;
      if ((head + 1) * size > project.shape().rows) return;
      Matrix moved = value.view().map().middleRows(text.begin, 2 * text.length) *
                     project.view().map().middleRows(head * size, size);
      if (const int gain = trace.find(gain_of_output(heads, layer)); gain >= 0) {
        const Reading scale = trace.read(gain);
        moved.array().rowwise() *= scale.view().map().row(0).array();
      }
      Matrix logits = moved * unembedding;
      const Eigen::RowVectorXf mean = logits.colwise().mean();
      logits.rowwise() -= mean;
      Mean& copies = of(means_[heads.info().path(layer, head, "weights")], Trait::copying);
      for (int row = 0; row < 2 * text.length; ++row) {
        const int token = row % text.length;
        int beaten = 0;
        for (int other = 0; other < text.length; ++other)
          beaten += other != token && logits(row, token) > logits(row, other) ? 1 : 0;
        copies.add(static_cast<double>(beaten) / (text.length - 1));
      }
    }
  }

  // Of a norm between heads and stream, which there may be: its divisor changes no order of words.
  static std::string gain_of_output(const AttentionHeads& heads, int layer) {
    return "parameters." + std::string(heads.info().stack) + "." + std::to_string(layer) +
           ".output_normalized_1.gain";
  }

  // The columns of the output for the tokens of a block, [d_model, n]: what the logits read of the stream.
  // The last normalization's gain goes with them, as it is the same for every token.
  Matrix output_of(const Trace& trace, const StackInfo& last, const Repeated& text) const {
    const TransformerConfig& config = *model_->transformer();
    const bool encoder = config.decoder_layers == 0;
    const std::string table = encoder ? "source.embedding" : config.target_table();
    const int node = trace.find("parameters." + (config.tied_output ? table : std::string("output.weight")));
    if (node < 0) return {};
    const Reading read = trace.read(node);
    const ConstView all = read.view();
    Matrix columns(config.d_model, text.length);
    for (int i = 0; i < text.length; ++i) {
      const int id = text.ids[text.begin + i];
      for (int d = 0; d < config.d_model; ++d) columns(d, i) = config.tied_output ? all(id, d) : all(d, id);
    }
    const int gain = trace.find("parameters." + std::string(last.name) + ".normalized.gain");
    if (config.norm_place == NormPlace::pre && gain >= 0) {
      const Reading scale = trace.read(gain);
      for (int d = 0; d < config.d_model; ++d) columns.row(d) *= scale.view()(0, d);
    }
    // A layer normalization leaves nothing of what all dimensions have in common.
    if (config.normalization == Normalization::layer) {
      const Eigen::RowVectorXf mean = columns.colwise().mean();
      columns.rowwise() -= mean;
    }
    return columns;
  }

  const Model* model_ = nullptr;
  std::function<bool()> go_on_;
  int texts_ = 0;  // that were read
  std::size_t sentences_ = 0;
  std::map<std::string, Means> means_;
  bool picture_read_ = false;
  int scenes_ = 0;
  std::map<std::string, SentenceMeans> in_tokens_, in_own_;
};

}  // namespace

std::shared_ptr<const MeasuredHeads> measured_heads(const Model& model, const std::function<bool()>& go_on) {
  // Some models back: those of a session.
  constexpr std::size_t most_kept_models = 8;
  struct Known {
    std::weak_ptr<const Weights> of;
    std::shared_ptr<const MeasuredHeads> heads;  // null while it is measured
    HeadMeasuring measuring = {};
  };
  static std::mutex mutex;
  static std::deque<Known> known;
  Known own{model.shared_weights(), nullptr};
  {
    const std::lock_guard lock(mutex);
    const auto found = std::find_if(known.begin(), known.end(), [&](const Known& each) {
      return each.of.lock() == model.shared_weights();
    });
    if (found != known.end() && found->heads != nullptr) return found->heads;
    if (found != known.end()) {
      own = std::move(*found);
      known.erase(found);
    }
  }
  if (own.measuring.measure(model, go_on))
    own.heads = std::make_shared<const MeasuredHeads>(own.measuring.heads());
  const std::lock_guard lock(mutex);
  known.push_back(std::move(own));
  if (known.size() > most_kept_models) known.pop_front();
  return known.back().heads;
}

}  // namespace headlight
