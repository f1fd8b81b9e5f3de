#include "core/learn/calibration.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/matrix/random.h"
#include "core/text/cut_words.h"
#include "core/text/encode.h"

namespace headlight {
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
        words[static_cast<std::size_t>(place(words))] = any_word();
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
