#include "train/learn/evaluate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/grammar/lexicon.h"
#include "core/matrix/random.h"
#include "core/text/cut_words.h"
#include "core/text/encode.h"

namespace headlight {

void ExactByLength::add(int words, bool exact) {
  Count& count = counts_[words];
  count.exact += exact ? 1 : 0;
  ++count.all;
}

double ExactByLength::share_within(int least, int most) const {
  Count sum;
  for (const auto& [words, count] : counts_) {
    if (words < least || words > most) continue;
    sum.exact += count.exact;
    sum.all += count.all;
  }
  return static_cast<double>(sum.exact) / std::max(1, sum.all);
}

MeasuredCurve ExactByLength::curve(const std::string& name, int fewest) const {
  MeasuredCurve curve{name, "words read", {}};
  for (const auto& [words, count] : counts_) {
    if (count.all >= fewest)
      curve.points.push_back(
          {static_cast<double>(words), static_cast<double>(count.exact) / count.all, count.all});
  }
  return curve;
}

namespace {

using Forms = std::map<std::string, std::string, std::less<>>;

Forms other_forms() {
  Forms forms{{"il", "elle"}, {"elle", "il"}, {"fait", "faite"}, {"faite", "fait"}};
  for (const grammar::Adjective& adjective : grammar::lexicon().adjectives()) {
    forms.emplace(adjective.masculine, adjective.feminine);
    forms.emplace(adjective.feminine, adjective.masculine);
  }
  return forms;
}

}  // namespace

std::vector<std::string> with_other_gender(std::vector<std::string> words, int pronoun) {
  static const Forms forms = other_forms();
  for (std::size_t i = static_cast<std::size_t>(pronoun); i < words.size() && words[i] != ","; ++i) {
    if (const auto found = forms.find(words[i]); found != forms.end()) words[i] = found->second;
  }
  return words;
}

namespace {

std::string weights_path(const HeadPlace& head) {
  return head_path(head.stack, head.layer, head.attention, head.head, "weights");
}

bool same_words(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  return joined_words(one) == joined_words(other);
}

bool report(const Progress& progress, double share) { return !progress || progress(share); }

}  // namespace

ReferenceWeights reference_weights(const Model& model, const std::vector<Example>& examples,
                                   const HeadPlace& head) {
  ReferenceWeights sum;
  int count = 0;
  for (const Example& example : examples) {
    if (!example.reference) continue;
    const TracePtr trace = forced_trace(model, example);
    const Reading weights = trace->read(weights_path(head));
    const float antecedent = weights(example.reference->it, example.reference->antecedent);
    const float other = weights(example.reference->it, example.reference->other);
    sum.accuracy += antecedent > other ? 1 : 0;
    sum.antecedent += static_cast<double>(antecedent);
    sum.other += static_cast<double>(other);
    ++count;
  }
  const double n = std::max(1, count);
  return {sum.accuracy / n, sum.antecedent / n, sum.other / n};
}

HeadPlace find_reference_head(const Model& model, const std::vector<Example>& examples) {
  HeadPlace best;
  double most = -2;
  for (int layer = 0; layer < model.config().encoder_layers; ++layer) {
    for (int head = 0; head < model.config().encoder_heads; ++head) {
      const HeadPlace place{"encoder", "self_attention", layer, head};
      const ReferenceWeights weights = reference_weights(model, examples, place);
      if (weights.antecedent - weights.other > most) {
        most = weights.antecedent - weights.other;
        best = place;
      }
    }
  }
  return best;
}

double best_reference_accuracy(const Model& model, const std::vector<Example>& examples, std::size_t count) {
  std::vector<Example> references;
  for (const Example& example : examples) {
    if (references.size() == count) break;
    if (example.reference) references.push_back(example);
  }
  if (references.empty()) return 0;
  return reference_weights(model, references, find_reference_head(model, references)).accuracy;
}

ExactShares exact_shares(const Model& model, const std::vector<Example>& examples, const Progress& progress) {
  struct Count {
    int exact = 0;
    int all = 0;
    void add(bool is_exact) {
      exact += is_exact ? 1 : 0;
      ++all;
    }
    double share() const { return exact / static_cast<double>(std::max(1, all)); }
  };
  ExactShares shares;
  Count whole;
  std::map<std::string, Count> kinds;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (!report(progress, static_cast<double>(i) / static_cast<double>(examples.size()))) break;
    if (examples[i].kind == "ambiguous") continue;
    const std::vector<int> words = model.answer(encode(model.source(), examples[i].source), {},
                                                encode(model.target(), examples[i].target));
    const bool is_exact = same_words(model.target().words_of(words), examples[i].target);
    whole.add(is_exact);
    kinds[examples[i].kind].add(is_exact);
    shares.lengths.add(static_cast<int>(examples[i].source.size()), is_exact);
  }
  shares.all = whole.share();
  for (const auto& [kind, count] : kinds) shares.kinds[kind] = count.share();
  return shares;
}

double exact_translation(const Model& model, const std::vector<Example>& examples, const Progress& progress) {
  return exact_shares(model, examples, progress).all;
}

double alignment_accuracy(const Model& model, const std::vector<Example>& examples) {
  const std::string path = head_path("decoder", 0, "cross_attention", 0, "weights");
  int right = 0;
  int all = 0;
  for (const Example& example : examples) {
    const TracePtr trace = forced_trace(model, example);
    const Reading weights = trace->read(path);
    for (std::size_t t = 0; t < example.alignment.size(); ++t) {
      if (example.alignment[t] < 0) continue;
      Eigen::Index most = 0;
      weights.view().map().row(static_cast<Eigen::Index>(t)).maxCoeff(&most);
      right += most == example.alignment[t] ? 1 : 0;
      ++all;
    }
  }
  return right / static_cast<double>(std::max(1, all));
}

GenderFlip gender_flip(const Model& model, const std::vector<Example>& examples,
                       const std::vector<HeadPlace>& heads) {
  GenderFlip flip;
  int pronouns = 0;
  int whole = 0;
  for (const Example& example : examples) {
    if (!example.reference || !example.reference->genders_differ) continue;
    const Reference& reference = *example.reference;
    std::vector<Edit> edits;
    for (const HeadPlace& head : heads) {
      Edit& edit = edits.emplace_back();
      edit.path = weights_path(head);
      edit.kind = Edit::Kind::swap;
      edit.row = reference.it;
      edit.col = reference.antecedent;
      edit.other = reference.other;
    }
    const std::span<const std::string> tokens(example.target);
    const std::size_t at = joined_words(tokens.first(static_cast<std::size_t>(reference.pronoun))).size();
    const std::vector<std::string> wanted = with_other_gender(joined_words(tokens), static_cast<int>(at));
    const std::vector<int> answer =
        model.answer(encode(model.source(), example.source), edits, encode(model.target(), example.target));
    const std::vector<std::string> after = joined_words(model.target().words_of(answer));
    pronouns += at < after.size() && after[at] == wanted[at] ? 1 : 0;
    whole += after == wanted ? 1 : 0;
    ++flip.sentences;
  }
  const double n = std::max(1, flip.sentences);
  flip.pronoun = pronouns / n;
  flip.all = whole / n;
  return flip;
}

SenseCosines bears_cosines(const Model& model, const std::vector<Example>& examples) {
  struct Bear {
    Sense sense;
    Eigen::RowVectorXf vector;
  };
  std::vector<Bear> bears;
  const TransformerConfig& config = model.config();
  const std::string path = config.norm_place == NormPlace::pre
                               ? "encoder.normalized"
                               : "encoder." + std::to_string(config.encoder_layers - 1) + ".normalized_2";
  for (const Example& example : examples) {
    if (!example.sensed) continue;
    const TracePtr trace = forced_trace(model, example);
    bears.push_back(
        {example.sensed->sense, trace->read(path).view().map().row(example.sensed->place).normalized()});
  }
  std::array<double, 2> sum{};
  std::array<double, 2> count{};
  for (std::size_t a = 0; a < bears.size(); ++a) {
    for (std::size_t b = a + 1; b < bears.size(); ++b) {
      const std::size_t same = bears[a].sense == bears[b].sense ? 1 : 0;
      sum[same] += static_cast<double>(bears[a].vector.dot(bears[b].vector));
      ++count[same];
    }
  }
  return {sum[1] / std::max(1.0, count[1]), sum[0] / std::max(1.0, count[0])};
}

std::vector<Measure> evaluate_translator(const Model& model, const HeadPlace& head,
                                         const std::vector<Example>& held_out, const Progress& progress) {
  const auto part = [&](double from, double to) -> Progress {
    return [&progress, from, to](double share) { return report(progress, from + (to - from) * share); };
  };
  const auto canonical = [&](std::size_t place) {
    return reference_weights(model, {showcase().at(place)}, head).antecedent;
  };

  std::vector<Measure> measures;
  const ExactShares exact = exact_shares(model, held_out, part(0, 0.5));
  measures.push_back({"exact_translation", exact.all, "", ">= 0.99"});
  const auto worst = std::min_element(exact.kinds.begin(), exact.kinds.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  // Its unit says which kind it is.
  if (worst != exact.kinds.end()) measures.push_back({"exact_worst_kind", worst->second, worst->first, ""});
  const ReferenceWeights weights = reference_weights(model, held_out, head);
  measures.push_back({"antecedent_accuracy", weights.accuracy, "", ">= 0.99"});
  measures.push_back({"antecedent_weight", weights.antecedent, "", ">= 0.85"});
  measures.push_back({"other_noun_weight", weights.other, "", "<= 0.05"});
  measures.push_back({"canonical_tired_weight", canonical(0), "", ">= 0.8"});
  measures.push_back({"canonical_wide_weight", canonical(1), "", ">= 0.8"});
  report(progress, 0.7);
  measures.push_back({"alignment_accuracy", alignment_accuracy(model, held_out), "", ""});
  report(progress, 0.85);
  const GenderFlip flip = gender_flip(model, held_out, {head});
  measures.push_back({"gender_flip_rate", flip.all, "", ""});
  measures.push_back({"pronoun_flip_rate", flip.pronoun, "", ""});
  std::vector<HeadPlace> layer;
  for (int one = 0; one < model.config().encoder_heads; ++one)
    layer.push_back({head.stack, head.attention, head.layer, one});
  const GenderFlip of_layer = gender_flip(model, held_out, layer);
  measures.push_back({"gender_flip_rate_layer", of_layer.all, "all heads", ""});
  measures.push_back({"pronoun_flip_rate_layer", of_layer.pronoun, "all heads", ""});
  const SenseCosines bears = bears_cosines(model, held_out);
  measures.push_back({"bears_same_sense_cosine", bears.same, "", ""});
  measures.push_back({"bears_other_sense_cosine", bears.other, "", ""});
  measures.push_back({"showcase_exact", exact_translation(model, showcase()), "", ">= 1"});
  report(progress, 1);
  return measures;
}

namespace {

using Sentence = std::vector<std::string>;

// What is needed of a translation to judge it under any thresholds.
struct Seen {
  Sentence source;
  Signs signs;
  bool right = false;
};

std::optional<Seen> seen(const Model& model, const Sentence& source, const Sentence* wanted) {
  const TracePtr trace = model.trace({.input = encode(model.source(), source)});
  std::optional<Signs> signs = signs_of(*trace);
  if (!signs) return std::nullopt;
  const Sentence target(trace->words().target.begin() + 1, trace->words().target.end());
  const bool right = wanted != nullptr && joined_words(target) == joined_words(*wanted);
  return Seen{source, std::move(*signs), right};
}

// Held-out sentences as the model translates them, and those outside.
struct Measured {
  std::vector<Seen> right, wrong, outside;
};

Measured measured(const Model& model, const std::vector<Example>& examples) {
  Measured all;
  for (const Example& example : examples) {
    std::optional<Seen> one = seen(model, example.source, &example.target);
    if (one) (one->right ? all.right : all.wrong).push_back(std::move(*one));
  }
  for (const Sentence& source : outside_sentences(model, examples)) {
    if (std::optional<Seen> one = seen(model, source, nullptr)) all.outside.push_back(std::move(*one));
  }
  return all;
}

bool is_sure(const Seen& each, const Calibration& calibration) {
  return doubts_of(each.signs, each.source, &calibration).empty();
}

double share_marked(const std::vector<Seen>& sentences, const Calibration& calibration) {
  const auto marked = std::count_if(sentences.begin(), sentences.end(),
                                    [&](const Seen& each) { return !is_sure(each, calibration); });
  return static_cast<double>(marked) / static_cast<double>(std::max<std::size_t>(1, sentences.size()));
}

// The words of which more than one in fifty is not read in right translations.
Sentence often_unread(const std::vector<Seen>& right, float read) {
  struct Count {
    int all = 0, unread = 0;
  };
  std::map<std::string, Count> words;
  for (const Seen& each : right) {
    for (std::size_t word = 0; word < each.signs.read.size(); ++word) {
      Count& count = words[each.source[word]];
      ++count.all;
      count.unread += each.signs.read[word] < read ? 1 : 0;
    }
  }
  Sentence often;
  for (const auto& [word, count] : words) {
    if (50 * count.unread > count.all) often.push_back(word);
  }
  return often;
}

// As much as can be asked of the least sure word while no more than `most` of the right ones are marked in
// all; nothing where the rest of the calibration marks more already.
std::optional<float> most_asked(const std::vector<Seen>& right, Calibration calibration, std::size_t most) {
  calibration.least = 0;
  std::vector<float> least;
  for (const Seen& each : right) {
    if (is_sure(each, calibration)) least.push_back(each.signs.least);
  }
  const std::size_t marked = right.size() - least.size();
  if (marked > most || least.empty()) return std::nullopt;
  std::sort(least.begin(), least.end());
  // As a card writes it down.
  return std::floor(least[std::min(most - marked, least.size() - 1)] * 1e4F) / 1e4F;
}

}  // namespace

std::vector<Sentence> outside_sentences(const Model& model, const std::vector<Example>& examples) {
  Random random(1);
  const auto place = [&](const Sentence& words) {
    return static_cast<std::ptrdiff_t>(random.below(static_cast<int>(words.size())));
  };
  const auto any_word = [&] {
    std::string word;
    do word = model.source().word(random.below(model.source().size()));
    while (goes_on_with_word(word) || is_gone_on_with(word));
    return word;
  };
  std::vector<Sentence> sentences;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    Sentence words = examples[i].source;
    switch (i % 5) {
      case 0:
        words[place(words)] = any_word();
        break;
      case 1:
        words.insert(words.begin() + place(words), any_word());
        break;
      case 2:
        if (words.size() > 1) words.erase(words.begin() + place(words));
        break;
      case 3:
        for (std::size_t last = words.size(); last > 1; --last)
          std::swap(words[last - 1], words[static_cast<std::size_t>(random.below(static_cast<int>(last)))]);
        break;
      default: {
        const Sentence& other =
            examples[static_cast<std::size_t>(random.below(static_cast<int>(examples.size())))].source;
        words.insert(words.end(), other.begin(), other.end());
      }
    }
    if (words != examples[i].source && static_cast<int>(words.size()) <= model.config().max_tokens)
      sentences.push_back(words);
  }
  return sentences;
}

std::optional<Calibration> calibrate(const Model& model, const std::vector<Example>& examples,
                                     double marked) {
  const Measured all = measured(model, examples);
  const auto most = static_cast<std::size_t>(marked * static_cast<double>(all.right.size()));
  std::optional<Calibration> best;
  double best_share = -1;
  for (int step = 0; step <= 10; ++step) {
    Calibration calibration;
    // A word that some row gives a third of its weight was read.
    calibration.read = 0.03F * static_cast<float>(step);
    calibration.unread = often_unread(all.right, calibration.read);
    const std::optional<float> least = most_asked(all.right, calibration, most);
    if (!least) continue;
    calibration.least = *least;
    const double share = share_marked(all.outside, calibration);
    if (share <= best_share) continue;
    best_share = share;
    best = std::move(calibration);
  }
  return best;
}

UnsureShares unsure_shares(const Model& model, const Calibration& calibration,
                           const std::vector<Example>& examples) {
  const Measured all = measured(model, examples);
  return {share_marked(all.right, calibration), share_marked(all.wrong, calibration),
          share_marked(all.outside, calibration)};
}

std::vector<Measure> unsure_measures(const Model& model, const Calibration& calibration,
                                     const std::vector<Example>& examples) {
  const UnsureShares shares = unsure_shares(model, calibration, examples);
  return {{"unsure_inside", shares.right, "", ""},
          {"unsure_wrong", shares.wrong, "", ""},
          {"unsure_outside", shares.outside, "", ">= 0.75"}};
}

std::optional<Calibration> calibrate(const Model& model, int count) {
  return calibrate(model, sample_held_out(model.source(), model.target(), count, 1));
}

}  // namespace headlight
