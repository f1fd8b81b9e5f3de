#include "core/explain/text_heads.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "core/explain/digest.h"
#include "core/models/together.h"
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

constexpr int most_threads = 8, parts_of_a_thread = 4, most_together = 32;
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
  // With one thread a part is not to wait for others: the window draws between them.
  if (core_count() > 1 && can_read_together(*model)) together_ = most_together;
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

// The tokens of one stream of a part.
struct WordsOfPart {
  std::vector<int> first_same;  // the first token that reads the same
  std::vector<bool> special;
  bool any_special = false;

  explicit WordsOfPart(const std::vector<std::string>& words) {
    std::unordered_map<std::string_view, int> known;
    for (std::size_t i = 0; i < words.size(); ++i) {
      first_same.push_back(known.emplace(words[i], static_cast<int>(i)).first->second);
      special.push_back(is_special(words[i]));
      any_special = any_special || special.back();
    }
  }
};

// Measures the rows of heads of one part.
class TextMeasuring::PartRows {
 public:
  // Of a head whose keys are these tokens; the rows too, unless it looks at the other stream.
  PartRows(const WordsOfPart& keys, bool crosses)
      : keys_(keys), crosses_(crosses), open_(static_cast<Eigen::Index>(keys.first_same.size())) {}

  // `weights` and `scores` of one row. A score of minus infinity hides its key.
  void add(int row, const float* weights, const float* scores) {
    const int keys = static_cast<int>(open_.size());
    open_row({weights, {1, keys}}, {scores, {1, keys}}, 0, open_);
    Eigen::Index most = 0;
    if ((open_ != unseen).count() < 2) return;
    const float peak = open_.maxCoeff(&most);
    const auto put = [&](Trait trait, float value, bool leads) {
      rows_.push_back({trait, leads, row, value});
    };
    float entropy = 0, distance = 0, signs = 0, resting = 0, again = 0, behind = 0;
    bool has_again = false, has_behind = false, leads_again = false, leads_behind = false;
    const bool alone = crosses_ || special(row);
    for (int key = 0; key < keys; ++key) {
      const float weight = open_(key);
      if (weight == unseen) continue;
      if (weight > 0) entropy -= weight * std::log2(weight);
      distance += weight * static_cast<float>(std::abs(row - key));
      if (special(key)) signs += weight;
      if (special(key) || (key == 0 && !crosses_)) resting += weight;
      if (alone) continue;
      if (key != row && same(key, row)) {
        again += weight;
        has_again = true;
        leads_again = leads_again || key == most;
      }
      if (key != row && key > 0 && key - 1 != row && same(key - 1, row)) {
        behind += weight;
        has_behind = true;
        leads_behind = leads_behind || key == most;
      }
    }
    const int best = static_cast<int>(most);
    put(Trait::entropy, entropy, false);
    put(Trait::peak, peak, true);
    if (keys_.any_special) put(Trait::special, signs, special(best));
    if (keys_.any_special || !crosses_) put(Trait::sink, resting, special(best) || (best == 0 && !crosses_));
    const auto share = [&](Trait trait, int key) {
      if (key >= 0 && key < keys && open_(key) != unseen) put(trait, open_(key), key == best);
    };
    share(Trait::first, 0);
    if (crosses_) return;
    put(Trait::distance, distance, false);
    share(Trait::previous, row - 1);
    share(Trait::itself, row);
    share(Trait::next, row + 1);
    if (has_again) put(Trait::duplicate, again, leads_again);
    if (has_behind) put(Trait::induction, behind, leads_behind);
  }
  std::vector<MeasuredRow> take() { return std::move(rows_); }

 private:
  bool special(int key) const { return keys_.special[static_cast<std::size_t>(key)]; }
  bool same(int a, int b) const {
    return keys_.first_same[static_cast<std::size_t>(a)] == keys_.first_same[static_cast<std::size_t>(b)];
  }

  const WordsOfPart& keys_;
  bool crosses_;
  Eigen::ArrayXf open_;
  std::vector<MeasuredRow> rows_;
};

namespace {

// What hides keys from a head with these weights: its scores; of other attentions than a softmax of scores
// every key is open.
int node_of_scores(const Tape& tape, int weights) {
  const Node& made = tape.node(weights);
  return made.op == softmax() ? made.inputs.front() : weights;
}

}  // namespace

TextMeasuring::MeasuredPart TextMeasuring::read_alone(const Model& model, int part) const {
  MeasuredPart made;
  TracePtr trace;
  try {
    trace = model.trace({.text = measures_.parts->at(static_cast<std::size_t>(part))});
  } catch (const std::invalid_argument& error) {
    made.why_not = error.what();
    return made;
  }
  made.tokens = static_cast<std::int64_t>(trace->typed().size());
  std::map<std::pair<Axis, int>, WordsOfPart> words;
  for (const AttentionHeads& each : attentions_) {
    for (int layer = 0; layer < each.layers(); ++layer) {
      for (int number = 0; number < each.in(layer); ++number) {
        std::vector<MeasuredRow>& rows = made.heads.emplace_back();
        const int node = trace->find(each.info().path(layer, number, "weights"));
        if (node < 0) continue;
        const Reading weights = trace->read(node), scores = trace->read(node_of_scores(trace->tape(), node));
        const std::pair keys{trace->label(node).cols, weights.shape().cols};
        auto known = words.find(keys);
        if (known == words.end())
          known = words.emplace(keys, WordsOfPart(trace->labels(keys.first, keys.second))).first;
        PartRows measured(known->second, each.info().crosses());
        for (int row = 0; row < weights.shape().rows; ++row)
          measured.add(row, weights.view().rows(row, 1).data, scores.view().rows(row, 1).data);
        rows = measured.take();
      }
    }
  }
  return made;
}

std::vector<TextMeasuring::MeasuredPart> TextMeasuring::read_side_by_side(const Model& model, int first,
                                                                          int count) const {
  std::vector<MeasuredPart> parts(static_cast<std::size_t>(count));
  std::vector<ModelInput> inputs;
  std::vector<std::size_t> of_part;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    try {
      inputs.push_back(model.input(measures_.parts->at(static_cast<std::size_t>(first) + i)));
      of_part.push_back(i);
    } catch (const std::invalid_argument& error) {
      parts[i].why_not = error.what();
    }
  }
  std::size_t next = 0;
  for (const TapeOfTexts& tape : read_together(model, inputs)) {
    for (const TextTogether& text : tape.texts) {
      MeasuredPart& part = parts[of_part[next++]];
      part.tokens = static_cast<std::int64_t>(text.read.size());
      const WordsOfPart read(model.tokenizer().vocabulary().labels_of_text(text.read)),
          written(model.target().labels_of_text(text.words));
      for (const AttentionHeads& each : attentions_) {
        const bool asks_read = each.info().asks == Stream::source,
                   asked_read = each.info().asked == Stream::source;
        const int first_row = asks_read ? text.first_read : text.first_word,
                  first_key = asked_read ? text.first_read : text.first_word;
        const auto count_rows = static_cast<int>((asks_read ? text.read : text.words).size());
        for (int layer = 0; layer < each.layers(); ++layer) {
          for (int number = 0; number < each.in(layer); ++number) {
            const int node = tape.tape.find(each.info().path(layer, number, "weights")).value();
            const ConstView weights = tape.tape.value(node),
                            scores = tape.tape.value(node_of_scores(tape.tape, node));
            PartRows measured(asked_read ? read : written, each.info().crosses());
            for (int row = 0; row < count_rows; ++row)
              measured.add(row, weights.rows(first_row + row, 1).data + first_key,
                           scores.rows(first_row + row, 1).data + first_key);
            part.heads.push_back(measured.take());
          }
        }
      }
    }
  }
  return parts;
}

std::vector<TextMeasuring::MeasuredPart> TextMeasuring::read(int first, int count) const {
  const ModelPtr model = model_.lock();
  if (model == nullptr) throw std::logic_error("heads over a text: the model is gone");
  if (together_ > 1) return read_side_by_side(*model, first, count);
  std::vector<MeasuredPart> parts;
  for (int part = first; part < first + count; ++part) parts.push_back(read_alone(*model, part));
  return parts;
}

bool TextMeasuring::read_next() {
  if (measures_.read >= static_cast<int>(measures_.parts->size())) return false;
  if (ahead_.empty()) {
    const int count = std::min(together_, static_cast<int>(measures_.parts->size()) - measures_.read);
    for (MeasuredPart& part : read(measures_.read, count)) ahead_.push_back(std::move(part));
  }
  add(ahead_.front());
  ahead_.pop_front();
  return true;
}

// A few more than there are threads, so that none waits long for the others; fewer of long parts.
int TextMeasuring::end_of_batch(int parts) const {
  const int threads = std::min(core_count(), most_threads);
  if (threads == 1) return std::min(measures_.read + 1, parts);
  if (together_ > 1) {
    // Not all that is asked for at once: it is seen to grow, and can be ended.
    const int groups = std::clamp((parts - measures_.read) / (2 * together_), 1, threads);
    return std::min(measures_.read + groups * together_, static_cast<int>(measures_.parts->size()));
  }
  std::size_t letters = 0;
  int end = measures_.read;
  for (; end < parts && end < measures_.read + parts_of_a_thread * threads; ++end) {
    letters += (*measures_.parts)[static_cast<std::size_t>(end)].size();
    if (end >= measures_.read + threads && letters > most_letters_at_once) break;
  }
  return end;
}

void TextMeasuring::read_ahead(int parts) {
  const int first = measures_.read, end = end_of_batch(parts);
  std::vector<std::vector<MeasuredPart>> batch(
      static_cast<std::size_t>((end - first + together_ - 1) / together_));
  std::atomic<int> next = 0;
  in_parallel(std::min(core_count(), most_threads), [&](int) {
    for (int i = next++; i < static_cast<int>(batch.size()); i = next++) {
      const int begin = first + i * together_;
      batch[static_cast<std::size_t>(i)] = read(begin, std::min(together_, end - begin));
    }
  });
  for (std::vector<MeasuredPart>& some : batch) {
    for (MeasuredPart& part : some) ahead_.push_back(std::move(part));
  }
}

bool TextMeasuring::read_to(int parts, const std::function<bool()>& go_on) {
  parts = std::min(parts, static_cast<int>(measures_.parts->size()));
  while (measures_.read < parts) {
    if (!go_on()) return false;
    if (ahead_.empty()) read_ahead(parts);
    for (; !ahead_.empty() && measures_.read < parts; ahead_.pop_front()) add(ahead_.front());
  }
  return true;
}

void TextMeasuring::add(const MeasuredPart& part) {
  if (part.heads.empty()) {
    if (measures_.refused++ == 0) measures_.why_refused = part.why_not;
    ++measures_.read;
    return;
  }
  measures_.tokens += part.tokens;
  for (std::size_t head = 0; head < part.heads.size(); ++head) {
    for (const auto& [trait, leads, row, value] : part.heads[head])
      measures_.heads[head]
          .spreads.at(static_cast<std::size_t>(trait))
          .add({measures_.read, row, value}, leads, random_);
  }
  ++measures_.read;
}

}  // namespace headlight
