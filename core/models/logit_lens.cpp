#include "core/models/logit_lens.h"

#include <algorithm>
#include <utility>

#include "core/layers/layers.h"
#include "core/models/transformer.h"
#include "core/text/say.h"

namespace headlight {
namespace {

std::vector<Candidate> likeliest(ConstView probabilities, int row, int most) {
  std::vector<Candidate> words;
  for (int word = 0; word < probabilities.shape.cols; ++word) {
    const auto probability = static_cast<double>(probabilities(row, word));
    if (probability > 0) words.push_back({word, probability, probability});
  }
  const auto end = words.begin() + std::min<std::ptrdiff_t>(most, std::ssize(words));
  std::partial_sort(words.begin(), end, words.end(), [](const Candidate& a, const Candidate& b) {
    return std::pair(-a.probability, a.word) < std::pair(-b.probability, b.word);
  });
  words.erase(end, words.end());
  return words;
}

std::vector<std::vector<Candidate>> said_of(const TransformerConfig& config, const Weights& weights,
                                            const StackInfo& stack, ConstView stream, bool normalize,
                                            int most) {
  Tape tape;
  Recording recording(tape, config, weights);
  const Block block{Family::stack, std::string(stack.name), stack.stream, stack.stream};
  int x = tape.constant({"stream", Axis::target_token, Axis::model}, stream);
  if (normalize) x = record_normalized(recording, block["normalized"], x);
  const int probabilities = record_probabilities(recording, record_logits(recording, x));
  tape.forward();
  const ConstView all = tape.value(probabilities);
  std::vector<std::vector<Candidate>> said;
  for (int row = 0; row < all.shape.rows; ++row) said.push_back(likeliest(all, row, most));
  return said;
}

}  // namespace

LogitLens logit_lens(const TransformerConfig& config, const Weights& weights, const Trace& trace, int most,
                     std::vector<int> places) {
  LogitLens lens;
  const std::vector<StackInfo>& stacks = trace.anatomy().stacks;
  if (stacks.empty() || trace.find("logits") < 0 || trace.anatomy().answer == AnswerKind::one_label)
    return lens;
  const StackInfo& stack = stacks.back();
  const bool normalize = normalizes_first(trace, stack);
  const std::vector<std::string>& tokens = trace.tokens(stack.stream);
  if (places.empty()) {
    const int count = static_cast<int>(tokens.size());
    for (int place = std::max(0, count - most_lens_places); place < count; ++place) places.push_back(place);
  }
  const auto add = [&](std::string name, const std::string& path) {
    if (trace.find(path) < 0) return;
    const Reading read = trace.read(path);
    Matrix stream(static_cast<Eigen::Index>(places.size()), read.shape().cols);
    for (std::size_t i = 0; i < places.size(); ++i)
      stream.row(static_cast<Eigen::Index>(i)) = read.view().map().row(places[i]);
    lens.layers.push_back(
        {std::move(name), path, said_of(config, weights, stack, headlight::view(stream), normalize, most)});
  };
  add("input", input_of(trace, stack));
  for (int l = 0; l < stack.layers; ++l)
    add(say("layer {layer}", {{"layer", from_one(l)}}), end_of_layer(trace, stack, l));
  if (lens.layers.empty()) return lens;
  for (const int place : places) lens.tokens.push_back(tokens.at(place));
  lens.places = std::move(places);
  return lens;
}

}  // namespace headlight
