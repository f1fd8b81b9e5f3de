#include "core/learn/seq2seq_evaluate.h"

#include <algorithm>
#include <string>

#include "core/learn/batches.h"
#include "core/models/seq2seq.h"

namespace headlight {

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
  const auto read_at = [&](std::size_t i) { return alignment[static_cast<std::size_t>(content[i])]; };
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

}  // namespace headlight
