#include "core/explain/text_heads.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/explain/digest.h"
#include "core/platform/background.h"
#include "core/platform/process.h"
#include "core/tape/ops/ops.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::uint64_t drawn_with = 20170612;
constexpr std::size_t most_words = 128;  // of a part, where the model would read more at once

// What the last bin of a trait ends with, in its unit.
float most_of(Trait trait) {
  return trait == Trait::entropy ? 12.5F : trait == Trait::distance ? 100.0F : 1.0F;
}

// What a row may be named by.
constexpr std::array named_traits{Trait::previous, Trait::itself,    Trait::next,     Trait::first,
                                  Trait::special,  Trait::duplicate, Trait::induction};

constexpr int most_threads = 8, parts_of_a_thread = 4;
constexpr std::size_t most_letters_at_once = 2000;

constexpr float named_from = 0.5F;

bool ends_sentence(std::string_view word) {
  const auto last = word.find_last_not_of("\"')]»”’");
  return last != std::string_view::npos && std::string_view(".!?").find(word[last]) != std::string_view::npos;
}

std::string in_one_text(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// These words as one part; where they are more tokens than the model reads as two halves, and where it does
// not know one of them its sentences, of which it may know the others.
void add_parts(const Model& model, std::span<const std::string> words, std::vector<std::string>& parts) {
  if (words.empty()) return;
  const std::string text = in_one_text(words);
  std::size_t end = words.size();
  try {
    if (static_cast<int>(model.read(text).size()) > model.anatomy().max_tokens) end = (words.size() + 1) / 2;
  } catch (const std::invalid_argument&) {
    end =
        static_cast<std::size_t>(std::find_if(words.begin(), words.end(), ends_sentence) - words.begin()) + 1;
  }
  if (end >= words.size()) {
    parts.push_back(text);
    return;
  }
  add_parts(model, words.first(end), parts);
  add_parts(model, words.subspan(end), parts);
}

}  // namespace

void TraitSpread::add(const TextRow& row, bool leads, Random& random) {
  if (!std::isfinite(row.value)) return;
  ++rows_;
  led_ += leads ? 1 : 0;
  sum_ += static_cast<double>(row.value);
  const int part = std::clamp(static_cast<int>(row.value / most_ * parts), 0, parts - 1);
  std::int64_t& count = counts_.at(static_cast<std::size_t>(part));
  // Each row of the part is as likely to be kept.
  if (random.uniform() * static_cast<double>(++count) < 1) examples_.at(static_cast<std::size_t>(part)) = row;
  const auto same = std::find_if(strongest_.begin(), strongest_.end(),
                                 [&](const TextRow& each) { return each.part == row.part; });
  if (same != strongest_.end()) {
    if (row.value <= same->value) return;
    strongest_.erase(same);
  }
  const auto at = std::find_if(strongest_.begin(), strongest_.end(),
                               [&](const TextRow& each) { return each.value < row.value; });
  strongest_.insert(at, row);
  if (strongest_.size() > most_strongest) strongest_.pop_back();
}

std::optional<float> TraitSpread::mean() const {
  if (rows_ == 0) return std::nullopt;
  return static_cast<float>(sum_ / static_cast<double>(rows_));
}

std::optional<float> TraitSpread::led_share() const {
  if (rows_ == 0) return std::nullopt;
  return static_cast<float>(static_cast<double>(led_) / static_cast<double>(rows_));
}

std::array<std::int64_t, TraitSpread::bins> TraitSpread::counts() const {
  std::array<std::int64_t, bins> all = {};
  for (std::size_t part = 0; part < counts_.size(); ++part) all.at(part / in_bin) += counts_[part];
  return all;
}

int TraitSpread::part_of_quantile(float share, double& within) const {
  double left = static_cast<double>(share) * static_cast<double>(rows_);
  int last = 0;
  for (int part = 0; part < parts; ++part) {
    const auto count = static_cast<double>(counts_[static_cast<std::size_t>(part)]);
    if (count == 0) continue;
    last = part;
    within = std::min(left / count, 1.0);
    if (left <= count) return part;
    left -= count;
  }
  return last;
}

std::optional<float> TraitSpread::quantile(float share) const {
  if (rows_ == 0) return std::nullopt;
  double within = 0;
  const int part = part_of_quantile(share, within);
  return static_cast<float>((part + within) * static_cast<double>(most_) / parts);
}

std::optional<TextRow> TraitSpread::example(float share) const {
  if (rows_ == 0) return std::nullopt;
  double within = 0;
  return examples_.at(static_cast<std::size_t>(part_of_quantile(share, within)));
}

std::optional<Trait> name_over_text(const HeadOverText& head) {
  std::optional<Trait> best;
  for (const Trait trait : named_traits) {
    const std::optional<float> led = head[trait].led_share();
    if (led && *led > named_from && (!best || *led > *head[*best].led_share())) best = trait;
  }
  return best;
}

std::vector<std::string> parts_of_text(const Model& model, std::string_view text) {
  // Sentences stand alone where a model answers to each.
  const bool alone = model.anatomy().answer == AnswerKind::translation;
  const std::size_t most = std::min(most_words, static_cast<std::size_t>(model.anatomy().max_tokens) / 2);
  std::vector<std::string> parts;
  std::vector<std::string> together;
  const auto end_part = [&] {
    if (alone && !together.empty()) parts.push_back(in_one_text(together));
    if (!alone) add_parts(model, together, parts);
    together.clear();
  };
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    if (together.size() >= most) end_part();
    together.push_back(std::exchange(word, {}));
    if (ends_sentence(together.back()) && (alone || together.size() > most / 2)) end_part();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!space) {
      word += c;
      continue;
    }
    end_word();
    const bool paragraph = c == '\n' && i + 1 < text.size() && text[i + 1] == '\n';
    if (paragraph || (alone && c == '\n')) end_part();
  }
  end_word();
  end_part();
  return parts;
}

TextMeasuring::TextMeasuring(const ModelPtr& model, std::vector<std::string> parts)
    : model_(model), attentions_(model->anatomy().attentions), random_(drawn_with) {
  const Anatomy& anatomy = model->anatomy();
  if (anatomy.attentions.empty())
    throw std::invalid_argument("this model has no attention; choose another one");
  if (anatomy.picture || anatomy.given)
    throw std::invalid_argument("this model reads no text; choose one that does");
  measures_.parts = std::make_shared<const std::vector<std::string>>(std::move(parts));
  for (const AttentionHeads& each : anatomy.attentions) {
    for (int layer = 0; layer < each.layers(); ++layer) {
      for (int head = 0; head < each.in(layer); ++head) {
        HeadOverText& made = measures_.heads.emplace_back();
        made.path = each.info().path(layer, head, "weights");
        for (int trait = 0; trait < trait_count; ++trait)
          made.spreads.at(static_cast<std::size_t>(trait)) = TraitSpread(most_of(static_cast<Trait>(trait)));
      }
    }
  }
}

TextMeasuring::TextPart TextMeasuring::read(int part) const {
  const ModelPtr model = model_.lock();
  if (model == nullptr) throw std::logic_error("heads over a text: the model is gone");
  try {
    return {model->trace({.text = measures_.parts->at(static_cast<std::size_t>(part))}), ""};
  } catch (const std::invalid_argument& error) {
    return {nullptr, error.what()};
  }
}

bool TextMeasuring::read_next() {
  if (measures_.read >= static_cast<int>(measures_.parts->size())) return false;
  add(read(measures_.read));
  return true;
}

// A few more than there are threads, so that none waits long for the others; fewer of long parts, since the
// traces of all are held.
int TextMeasuring::end_of_batch(int parts) const {
  const int threads = std::min(core_count(), most_threads);
  if (threads == 1) return std::min(measures_.read + 1, parts);
  std::size_t letters = 0;
  int end = measures_.read;
  for (; end < parts && end < measures_.read + parts_of_a_thread * threads; ++end) {
    letters += (*measures_.parts)[static_cast<std::size_t>(end)].size();
    if (end >= measures_.read + threads && letters > most_letters_at_once) break;
  }
  return end;
}

bool TextMeasuring::read_to(int parts, const std::function<bool()>& go_on) {
  parts = std::min(parts, static_cast<int>(measures_.parts->size()));
  while (measures_.read < parts) {
    if (!go_on()) return false;
    const int first = measures_.read;
    std::vector<TextPart> batch(static_cast<std::size_t>(end_of_batch(parts) - first));
    std::atomic<int> next = 0;
    in_parallel(std::min(core_count(), most_threads), [&](int) {
      for (int i = next++; i < static_cast<int>(batch.size()); i = next++)
        batch[static_cast<std::size_t>(i)] = read(first + i);
    });
    for (const TextPart& part : batch) add(part);
  }
  return true;
}

void TextMeasuring::add(const TextPart& part) {
  if (part.trace == nullptr) {
    if (measures_.refused++ == 0) measures_.why_refused = part.why_not;
    ++measures_.read;
    return;
  }
  measures_.tokens += static_cast<std::int64_t>(part.trace->typed().size());
  auto head = measures_.heads.begin();
  for (const AttentionHeads& each : attentions_) {
    for (int layer = 0; layer < each.layers(); ++layer) {
      for (int number = 0; number < each.in(layer); ++number, ++head) {
        if (const int node = part.trace->find(head->path); node >= 0)
          add(*part.trace, each.info(), node, *head);
      }
    }
  }
  ++measures_.read;
}

void TextMeasuring::add(const Trace& trace, const AttentionInfo& about, int node, HeadOverText& head) {
  const Node& made = trace.tape().node(node);
  // Of other attentions than a softmax of scores every key is open.
  const Reading weights = trace.read(node),
                scores = trace.read(made.op == softmax() ? made.inputs.front() : node);
  const int keys = weights.shape().cols;
  const std::vector<std::string> words = trace.labels(trace.label(node).cols, keys);
  std::vector<bool> special;
  for (const std::string& word : words) special.push_back(is_special(word));
  const bool any_special = std::find(special.begin(), special.end(), true) != special.end();
  Eigen::ArrayXf open(keys);
  for (int row = 0; row < weights.shape().rows; ++row) {
    open_row(weights.view(), scores.view(), row, open);
    Eigen::Index most = 0;
    if ((open != unseen).count() < 2) continue;
    const float peak = open.maxCoeff(&most);
    const auto put = [&](Trait trait, float value, bool leads) {
      head.spreads.at(static_cast<std::size_t>(trait)).add({measures_.read, row, value}, leads, random_);
    };
    float entropy = 0, distance = 0, signs = 0, resting = 0, again = 0, behind = 0;
    bool has_again = false, has_behind = false, leads_again = false, leads_behind = false;
    for (int key = 0; key < keys; ++key) {
      const float weight = open(key);
      if (weight == unseen) continue;
      if (weight > 0) entropy -= weight * std::log2(weight);
      distance += weight * static_cast<float>(std::abs(row - key));
      if (special[static_cast<std::size_t>(key)]) signs += weight;
      if (special[static_cast<std::size_t>(key)] || (key == 0 && !about.crosses())) resting += weight;
      if (about.crosses() || special[static_cast<std::size_t>(row)]) continue;
      const std::string& own = words[static_cast<std::size_t>(row)];
      if (key != row && words[static_cast<std::size_t>(key)] == own) {
        again += weight;
        has_again = true;
        leads_again = leads_again || key == most;
      }
      if (key != row && key > 0 && key - 1 != row && words[static_cast<std::size_t>(key) - 1] == own) {
        behind += weight;
        has_behind = true;
        leads_behind = leads_behind || key == most;
      }
    }
    put(Trait::entropy, entropy, false);
    put(Trait::peak, peak, true);
    if (any_special) put(Trait::special, signs, special[static_cast<std::size_t>(most)]);
    if (any_special || !about.crosses())
      put(Trait::sink, resting, special[static_cast<std::size_t>(most)] || (most == 0 && !about.crosses()));
    const auto share = [&](Trait trait, int key) {
      if (key >= 0 && key < keys && open(key) != unseen) put(trait, open(key), key == most);
    };
    share(Trait::first, 0);
    if (about.crosses()) continue;
    put(Trait::distance, distance, false);
    share(Trait::previous, row - 1);
    share(Trait::itself, row);
    share(Trait::next, row + 1);
    if (has_again) put(Trait::duplicate, again, leads_again);
    if (has_behind) put(Trait::induction, behind, leads_behind);
  }
}

}  // namespace headlight
