#include "core/models/decoding.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/models/transformer.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

bool is_between_tokens(const Label& label) {
  return info(label.rows).kind == AxisKind::tokens && info(label.cols).kind == AxisKind::tokens;
}

std::int64_t bytes_of_all(const Tape& tape) {
  std::int64_t cells = 0;
  for (int id = 0; id < tape.size(); ++id) {
    if (tape.node(id).kind == Node::Kind::computed) cells += tape.node(id).shape.size();
  }
  return cells * static_cast<std::int64_t>(sizeof(float));
}

}  // namespace

void keep_what_fits(Tape& tape, std::int64_t most_bytes) {
  if (bytes_of_all(tape) <= most_bytes) return;
  for (int id = 0; id < tape.size(); ++id) {
    if (is_between_tokens(tape.node(id).label)) tape.make_droppable(id);
  }
}

namespace {

bool touches(const std::vector<Edit>& edits, std::string_view start, std::string_view part) {
  return std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
    return edit.path.starts_with(start) && edit.path.find(part) != std::string::npos;
  });
}

}  // namespace

std::vector<int> likeliest(ConstView probabilities) {
  std::vector<int> words;
  const auto rows = probabilities.map();
  for (Eigen::Index t = 0; t < rows.rows(); ++t) {
    // The largest first and its place then: twice as fast as both at once.
    const auto row = rows.row(t);
    const float largest = row.maxCoeff();
    const auto best = std::find(row.data(), row.data() + row.size(), largest);
    // A sum is no number where a cell is none.
    words.push_back(std::isfinite(row.sum()) ? static_cast<int>(best - row.data()) : no_word);
  }
  return words;
}

Decoding::Decoding(Tape tape, const TransformerConfig& config, const Weights& weights,
                   const std::vector<Edit>& edits)
    : tape_(std::move(tape)),
      recording_(tape_, config, weights),
      whole_output_(touches(edits, "logits", "") || touches(edits, "probabilities", "")),
      whole_pass_(!has_last_row_alone(config) || touches(edits, "decoder", "") ||
                  touches(edits, "target", "")) {
  tape_.set_edits(edits);
}

Decoding::Decoding(const TransformerConfig& config, const Weights& weights, std::span<const int> source,
                   const std::vector<Edit>& edits)
    : Decoding(Tape(), config, weights, edits) {
  encoded_ = record_encoder(recording_, source);
  encoder_end_ = tape_.size();
}

Decoding::Decoding(const TransformerConfig& config, const Weights& weights, const Tape& recorded,
                   std::span<const int> target, const std::vector<Edit>& edits)
    : Decoding(recorded.fork(), config, weights, edits) {
  const auto read_by = [&](const char* path) { return tape_.node(tape_.find(path).value()).inputs.front(); };
  encoded_ = read_by("decoder.0.cross_attention.head.0.key");
  encoder_end_ = tape_.find("target.tokens").value();
  probabilities_ = tape_.find("probabilities").value();
  output_of_ = decoded_ = read_by("logits");
  decoder_end_ = decoded_ + 1;
  read_.assign(target.begin(), target.end());
}

std::vector<int> Decoding::next(std::span<const int> target, int from) {
  const int count = static_cast<int>(target.size()) - from;
  if (count == 1 && !whole_pass_ && !whole_output_) {
    rewind(encoder_end_);
    read_.clear();
    return output(record_decoder(recording_, target, encoded_, {}, DecoderRows::last));
  }
  record_pass(target);
  if (from == 0 || whole_output_) return output_of_pass();
  rewind(decoder_end_);
  return output(tape_.record({"decoder.last", Axis::one, Axis::model}, rows(from, count), {decoded_}));
}

std::vector<int> Decoding::finish(std::span<const int> target) {
  record_pass(target);
  return output_of_pass();
}

void Decoding::record_pass(std::span<const int> target) {
  if (std::equal(target.begin(), target.end(), read_.begin(), read_.end())) return;
  rewind(encoder_end_);
  decoded_ = record_decoder(recording_, target, encoded_);
  decoder_end_ = tape_.size();
  read_.assign(target.begin(), target.end());
}

void Decoding::compute() {
  keep_what_fits(tape_);
  if (!tape_.forward(watch_, cancel_)) throw Cancelled();
}

void Decoding::rewind(int size) {
  recording_.rewind(size);
  output_of_ = -1;
}

std::vector<int> Decoding::output(int decoded) {
  probabilities_ = record_probabilities(recording_, record_logits(recording_, decoded));
  output_of_ = decoded;
  compute();
  return likeliest(tape_.value(probabilities_));
}

std::vector<int> Decoding::output_of_pass() {
  if (output_of_ != decoded_) {
    rewind(decoder_end_);
    return output(decoded_);
  }
  compute();
  return likeliest(tape_.value(probabilities_));
}

std::vector<int> greedy(Decoding& decoding, int start, int end, std::span<const int> given,
                        std::span<const int> draft, std::size_t most) {
  return greedy([&](std::span<const int> target, int from) { return decoding.next(target, from); }, start,
                end, given, draft, most);
}

std::vector<int> greedy(const NextAtPlaces& next_at, int start, int end, std::span<const int> given,
                        std::span<const int> draft, std::size_t most) {
  std::vector<int> target{start};
  target.insert(target.end(), given.begin(), given.end());
  std::size_t right = std::min(target.size(), most);  // so many words of the target are the search's own
  target.insert(target.end(), draft.begin(), draft.end());
  const auto loops = [&] { return repeated_run(std::span<const int>(target).first(right)) > 0; };
  while (true) {
    if (target.size() > most) target.resize(most);
    const std::vector<int> next = next_at(target, static_cast<int>(right) - 1);
    const std::size_t first = target.size() - next.size();  // the place that next[0] stands behind
    while (right < target.size() && !loops() && next[right - 1 - first] == target[right]) ++right;
    const int word = next[right - 1 - first];
    // A masked place times what an edit made no number is no number: it may come from the guess behind.
    if (word == no_word && right < target.size()) {
      target.resize(right);
      continue;
    }
    if (word == end || word == no_word || right == most || loops()) {
      target.resize(right);
      return target;
    }
    if (right < target.size()) {
      target[right] = word;
    } else {
      target.push_back(word);
    }
    ++right;
  }
}

bool may_look_ahead(const std::vector<Edit>& edits) { return touches(edits, "decoder.", "self_attention"); }

CachedDecoding::CachedDecoding(const TransformerConfig& config, const Weights& weights,
                               std::span<const int> source)
    : recording_(tape_, config, weights) {
  if (config.encoder_layers > 0) encoded_ = record_encoder(recording_, source);
  recording_.keep_in(&cache_);
}

// Words that were computed in one pass are kept together or not at all.
void CachedDecoding::keep_first(std::size_t words) {
  if (words == read_.size()) return;
  const Read& first = read_[words];
  const auto rows = static_cast<std::size_t>(first.first);
  recording_.rewind(first.begin);
  cache_.rewind(first.begin, first.first);
  read_.resize(rows);
}

std::vector<float> CachedDecoding::next(std::span<const int> words) {
  if (words.empty()) throw std::invalid_argument("a decoder reads one word at least");
  std::size_t same = 0;
  while (same < read_.size() && same < words.size() && read_[same].word == words[same]) ++same;
  // The last word's own row is asked for.
  keep_first(std::min(same, words.size() - 1));
  const std::span<const int> behind = words.subspan(read_.size());
  begin_ = tape_.size();
  const int first = static_cast<int>(read_.size());
  const int logits = record_logits(recording_, record_decoder(recording_, behind, encoded_));
  const int probabilities = record_probabilities(recording_, logits);
  tape_.forward();
  cache_.advance(static_cast<int>(behind.size()));
  for (const int word : behind) read_.push_back({word, begin_, first});
  const ConstView value = tape_.value(probabilities);
  const float* const last = value.data + value.shape.size() - value.shape.cols;
  return {last, last + value.shape.cols};
}

}  // namespace headlight
