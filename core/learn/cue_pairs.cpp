#include "core/learn/cue_pairs.h"

#include <algorithm>
#include <limits>

#include "core/grammar/held_out.h"
#include "core/text/encode.h"

namespace headlight {
namespace {

std::string_view kind_at(const Example& example, int place) { return kind_of_noun(example.source[place]); }

// The words from "it" up to the one that decides.
std::vector<std::string> before_cue(const Example& example) {
  const auto begin = example.source.begin();
  if (example.reference->cue < example.reference->it) return {};
  return {begin + example.reference->it, begin + example.reference->cue};
}

// Whether the deciding word of `from` can stand in `example`, for its other noun.
bool could_stand_in(const Example& from, const Example& example) {
  const Reference& mine = *example.reference;
  const Reference& its = *from.reference;
  return from.kind == example.kind && kind_at(from, its.antecedent) == kind_at(example, mine.other) &&
         kind_at(from, its.other) == kind_at(example, mine.antecedent) &&
         before_cue(from) == before_cue(example);
}

// What is held out together, with another deciding word: the last of its words.
std::string with_cue(const std::string& combination, const std::string& from) {
  const auto behind = [](const std::string& text) { return text.rfind('|') + 1; };
  return combination.substr(0, behind(combination)) + from.substr(behind(from));
}

}  // namespace

std::vector<ExchangedCue> exchanged_cues(const Vocabulary& source, const Vocabulary& target, int count) {
  constexpr int drawn_for_each = 8;
  const std::vector<Example> all = known_sentences(SentenceList::pronouns, source, target,
                                                   static_cast<std::size_t>(drawn_for_each * count));
  std::vector<ExchangedCue> pairs;
  for (std::size_t i = 0; i < all.size() && std::ssize(pairs) < count; ++i) {
    const auto cue = static_cast<std::size_t>(all[i].reference->cue);
    for (std::size_t step = 1; step < all.size(); ++step) {
      const Example& from = all[(i + step) % all.size()];
      if (!could_stand_in(from, all[i]) || !is_held_out(with_cue(all[i].combination, from.combination)))
        continue;
      ExchangedCue pair{all[i], all[i].source};
      pair.other[cue] = from.source[from.reference->cue];
      if (pair.other[cue] == all[i].source[cue]) continue;
      pairs.push_back(std::move(pair));
      break;
    }
  }
  return pairs;
}

std::optional<PairRuns> runs_of_pair(const ModelPtr& model, const ExchangedCue& pair) {
  const int place = pair.example.reference->pronoun;
  const std::vector<int> target = encode(model->target(), pair.example.target);
  const std::string& said = pair.example.target[place];
  const std::optional<int> other = model->target().id(said == "il" ? "elle" : "il");
  if (!other) return std::nullopt;
  const std::vector<int> words(target.begin(), target.begin() + place);
  const TracePtr clean =
      model->trace({.input = encode(model->source(), pair.example.source), .words = words});
  const TracePtr exchanged = model->trace({.input = encode(model->source(), pair.other), .words = words});
  const CausalQuestion question{place, target[place], *other};
  if (likeliest_two(*clean, place).word != question.word ||
      likeliest_two(*exchanged, place).word != question.other)
    return std::nullopt;
  return PairRuns{clean, CausalRuns(model, clean, exchanged, question)};
}

struct HeadsOverPairs::UnderWay {
  std::optional<PairRuns> pair;
  std::vector<HeadOverPairs> values;
};

HeadsOverPairs::HeadsOverPairs(ModelPtr model, std::vector<ExchangedCue> pairs)
    : model_(std::move(model)), pairs_(std::move(pairs)), heads_(heads_of(model_->anatomy())) {
  values_.resize(pairs_.size());
}

bool HeadsOverPairs::compute(const std::function<bool()>& go_on) {
  while (tried_ < count()) {
    if (go_on && !go_on()) return false;
    const auto at = static_cast<std::size_t>(tried_);
    if (under_way_ == nullptr) {
      under_way_ = std::make_shared<UnderWay>();
      under_way_->pair = runs_of_pair(model_, pairs_[at]);
    } else {
      const HeadPlace& head = heads_[under_way_->values.size()];
      PairRuns& pair = *under_way_->pair;
      const Reference& places = *pairs_[at].example.reference;
      const AttentionInfo& about = info(attention_of(head.stack, head.attention));
      constexpr double none = std::numeric_limits<double>::quiet_NaN();
      HeadOverPairs of{head, none, none, none, pair.runs.effect(pair.runs.exchange(output_of(head)))};
      const int weights =
          pair.clean->find(head_path(head.stack, head.layer, head.attention, head.head, "weights"));
      if (about.asked == Stream::source && weights >= 0) {
        const int row = about.asks == Stream::source ? places.it : places.pronoun;
        const Reading looks = pair.clean->rows(weights, row, 1);
        of.cue = static_cast<double>(looks(0, places.cue));
        of.noun = static_cast<double>(looks(0, places.antecedent));
        of.it = static_cast<double>(looks(0, places.it));
      }
      under_way_->values.push_back(std::move(of));
    }
    if (under_way_->pair && under_way_->values.size() < heads_.size()) continue;
    values_[at] = std::move(under_way_->values);
    under_way_.reset();
    ++tried_;
  }
  return true;
}

const std::vector<HeadOverPairs>& HeadsOverPairs::of_pair(int pair) const {
  return values_.at(static_cast<std::size_t>(pair));
}

int HeadsOverPairs::answered(int tried) const {
  return static_cast<int>(std::count_if(values_.begin(), values_.begin() + std::min(tried, tried_),
                                        [](const auto& values) { return !values.empty(); }));
}

std::vector<HeadOverPairs> HeadsOverPairs::means(int tried) const {
  std::vector<HeadOverPairs> means;
  const double n = std::max(1, answered(tried));
  for (std::size_t head = 0; head < heads_.size(); ++head) {
    HeadOverPairs mean{heads_[head]};
    for (int pair = 0; pair < std::min(tried, tried_); ++pair) {
      const std::vector<HeadOverPairs>& values = of_pair(pair);
      if (values.empty()) continue;
      mean.cue += values[head].cue / n;
      mean.noun += values[head].noun / n;
      mean.it += values[head].it / n;
      mean.effect += values[head].effect / n;
    }
    means.push_back(std::move(mean));
  }
  return means;
}

}  // namespace headlight
