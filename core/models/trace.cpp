#include "core/models/trace.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "core/text/encode.h"
#include "core/text/languages.h"
#include "core/text/tokenizer.h"
#include "core/text/unicode.h"

namespace headlight {

Trace::Trace(Tape tape, Words words, std::shared_ptr<const void> lender,
             std::shared_ptr<const Anatomy> anatomy)
    : tape_(std::move(tape)),
      words_(std::move(words)),
      lender_(std::move(lender)),
      anatomy_(anatomy != nullptr ? std::move(anatomy) : std::make_shared<const Anatomy>()) {
  index_.reserve(tape_.size());
  for (int id = 0; id < tape_.size(); ++id) {
    index_.emplace(tape_.node(id).label.path, id);
    if (tape_.node(id).kind != Node::Kind::parameter) steps_.push_back(id);
  }
}

const std::shared_ptr<const PieceWords>& Trace::pieces(Axis axis) const {
  static const std::shared_ptr<const PieceWords> none;
  if (info(axis).kind != AxisKind::tokens || axis == Axis::cross_query) return none;
  const Stream stream = info(axis).stream;
  return stream == Stream::source   ? words_.source_pieces
         : stream == Stream::target ? words_.target_pieces
                                    : none;
}

const std::vector<std::string>& Trace::tokens(Stream stream) const {
  static const std::vector<std::string> none;
  if (stream == Stream::none) return none;
  return stream == Stream::source ? words_.source : words_.target;
}

int Trace::find(std::string_view path) const {
  const auto found = index_.find(std::string(path));
  return found == index_.end() ? -1 : found->second;
}

int Trace::at(std::string_view path) const {
  const int id = find(path);
  if (id >= 0) return id;
  std::vector<std::pair<int, std::string>> paths;
  for (const int step : steps_) paths.emplace_back(edit_distance(path, label(step).path), label(step).path);
  std::stable_sort(paths.begin(), paths.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string nearest;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, paths.size()); ++i) {
    nearest += (i == 0 ? "" : ", ") + paths[i].second;
  }
  throw std::out_of_range("no value is called " + in_quotes(path) + "; nearest: " + nearest);
}

Reading Trace::read(int node) const {
  if (tape_.holds(node)) return {tape_.value(node), nullptr};
  auto owned = std::make_shared<const Matrix>(tape_.recomputed(node));
  const ConstView view = headlight::view(*owned);
  return {view, std::move(owned)};
}

Reading Trace::rows(int node, int first, int count) const {
  const Shape shape = tape_.node(node).shape;
  const bool there = first >= 0 && count >= 0 && first <= shape.rows - count;
  if (there && tape_.holds(node)) return {tape_.value(node).rows(first, count), nullptr};
  auto owned = std::make_shared<const Matrix>(tape_.recomputed(node, first, count));
  const ConstView view = headlight::view(*owned);
  return {view, std::move(owned)};
}

std::string Trace::label(Axis axis, int place) const {
  const auto has = [place](const std::vector<std::string>* words) {
    return words != nullptr && place >= 0 && place < static_cast<int>(words->size());
  };
  if (axis == Axis::cross_query && has(&words_.target) && has(&words_.next))
    return words_.target[place] + " → " + words_.next[place];
  const AxisInfo& about = info(axis);
  const bool of_source = about.stream == Stream::source;
  const std::vector<std::string>* words = nullptr;
  if (about.kind == AxisKind::tokens) words = of_source ? &words_.source : &words_.target;
  if (about.kind == AxisKind::vocabulary)
    words = of_source ? words_.source_vocabulary.get() : words_.target_vocabulary.get();
  // Where the answer is a text, these are not the words that the texts are made of.
  if (axis == Axis::target_word && anatomy().texts) words = nullptr;
  return has(words) ? (*words)[place] : std::to_string(place);
}

std::vector<std::string> Trace::labels(Axis axis, int size) const {
  std::vector<std::string> labels;
  labels.reserve(size);
  for (int place = 0; place < size; ++place) labels.push_back(label(axis, place));
  return labels;
}

double CellReader::operator()(Cell cell) {
  const Rows& rows = rows_with(cell);
  return static_cast<double>(rows.values(cell.row - rows.first, cell.col));
}

const CellReader::Rows& CellReader::rows_with(Cell cell) {
  if (last_ < kept_.size() && kept_[last_].has(cell)) return kept_[last_];
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [cell](const Rows& each) { return each.has(cell); });
  last_ = static_cast<std::size_t>(found - kept_.begin());
  if (found != kept_.end()) return *found;
  const bool whole =
      trace_->tape().holds(cell.node) ||
      std::any_of(kept_.begin(), kept_.end(), [cell](const Rows& each) { return each.node == cell.node; });
  if (whole) return kept_.emplace_back(Rows{cell.node, 0, trace_->read(cell.node)});
  return kept_.emplace_back(Rows{cell.node, cell.row, trace_->rows(cell.node, cell.row, 1)});
}

bool is_mask(std::string_view token) { return token == "[MASK]" || token == "<mask>"; }

std::vector<int> hidden_places(const Trace& trace) {
  std::vector<int> places;
  const std::vector<std::string>& tokens = trace.words().source;
  for (std::size_t place = 0; place < tokens.size(); ++place) {
    if (is_mask(tokens[place])) places.push_back(static_cast<int>(place));
  }
  return places;
}

std::vector<std::string> written_words(const Trace& trace) {
  const Trace::Words& words = trace.words();
  switch (trace.anatomy().answer) {
    case AnswerKind::labels:
    case AnswerKind::one_label:
      return words.next;
    case AnswerKind::vector:
    case AnswerKind::none:
      return {};
    case AnswerKind::next_token:
      return {words.next.back()};
    case AnswerKind::hidden_words: {
      std::vector<std::string> guesses;
      for (const int place : hidden_places(trace)) guesses.push_back(words.next.at(place));
      return guesses;
    }
    case AnswerKind::translation:
    case AnswerKind::caption:
      break;
  }
  return {words.target.begin() + 1, words.target.end()};
}

// What a text begins with is read from the row of <s>, and so on.
int row_of_written(const Trace& trace, int place) {
  if (trace.anatomy().answer == AnswerKind::hidden_words) {
    const std::vector<int> places = hidden_places(trace);
    return place < static_cast<int>(places.size()) ? places[place] : place;
  }
  const bool behind_all = trace.anatomy().answer == AnswerKind::next_token;
  return behind_all ? static_cast<int>(trace.words().next.size()) - 1 + place : place;
}

bool is_attached(const std::string& word) { return word == ","; }

std::string text_of(const std::vector<std::string>& words, AnswerKind answer, std::string_view between) {
  if (answer == AnswerKind::translation && !between.empty()) return join_french(words);
  std::string text;
  for (const std::string& word : words) {
    const bool attached = answer == AnswerKind::caption && is_attached(word);
    text.append(text.empty() || attached ? "" : between).append(word);
  }
  return text;
}

std::string written(const Trace& trace) {
  const Trace::Words& words = trace.words();
  const AnswerKind answer = trace.anatomy().answer;
  if (!words.pieces || answer != AnswerKind::translation || words.target_texts == nullptr)
    return text_of(written_words(trace), answer);
  std::string text;
  for (std::size_t i = 1; i < words.target_ids.size(); ++i)
    if (words.target_ids[i] != no_word)
      text += words.target_texts->at(static_cast<std::size_t>(words.target_ids[i]));
  return std::string(trimmed(text));
}

std::vector<int> tokens_read(const Trace& trace) {
  const Reading numbers = trace.read(std::string(trace.anatomy().stacks.front().input) + ".tokens");
  std::vector<int> tokens;
  for (int t = 0; t < numbers.shape().rows; ++t) tokens.push_back(static_cast<int>(numbers(t, 0)));
  return tokens;
}

std::string input_of(const Trace& trace, const StackInfo& stack) {
  const std::string stream = std::string(stack.input) + ".";
  for (const char* part : {"normalized", "input", "typed", "scaled"}) {
    if (trace.find(stream + part) >= 0) return stream + part;
  }
  return stream + "embedded";
}

bool normalizes_first(const Trace& trace, const StackInfo& stack) {
  return trace.find(std::string(stack.name) + ".normalized") >= 0;
}

std::string end_of_layer(const Trace& trace, const StackInfo& stack, int layer) {
  std::string path;
  for (const std::string& part : stack.ends) {
    path = std::string(stack.name) + "." + std::to_string(layer) + "." + part;
    if (trace.find(path) >= 0) break;
  }
  return path;
}

int columns_of(const Trace& trace, std::string_view path, int otherwise) {
  const int node = trace.find(path);
  return node < 0 ? otherwise : trace.tape().node(node).shape.cols;
}

std::string RecurrentLane::at(int time, std::string_view part) const {
  return path + ".time." + std::to_string(time) + "." + std::string(part);
}

int RecurrentLane::time_of(std::string_view named) const {
  const Place place = place_of(named);
  const bool here = stack->name == place.stack && place.layer == layer && place.backwards == backwards;
  return here && place.time && *place.time < times ? *place.time : -1;
}

std::vector<RecurrentLane> recurrent_lanes(const Trace& trace) {
  std::vector<RecurrentLane> lanes;
  for (const StackInfo& stack : trace.anatomy().stacks) {
    for (int layer = 0; stack.recurrence && layer < stack.layers; ++layer) {
      const std::string path = std::string(stack.name) + "." + std::to_string(layer);
      for (const bool backwards : {false, true}) {
        RecurrentLane lane{backwards ? path + ".backwards" : path, &stack, layer, backwards};
        const int states = trace.find(lane.states());
        if (states < 0) continue;
        lane.times = trace.tape().node(states).shape.rows;
        lanes.push_back(std::move(lane));
      }
    }
  }
  return lanes;
}

std::vector<std::string> parts_of_cell(const Trace& trace, const RecurrentLane& lane) {
  constexpr std::array all{"reset_gate", "update_gate", "forget_gate", "input_gate",
                           "candidate",  "cell",        "output_gate", "state"};
  std::vector<std::string> parts;
  for (const char* const part : all) {
    if (trace.find(lane.at(0, part)) >= 0) parts.emplace_back(part);
  }
  return parts;
}

std::string bottleneck_of(const Trace& trace) {
  const Anatomy& has = trace.anatomy();
  if (!has.recurrent() || has.stacks.size() < 2 || has.find(Attention::cross) != nullptr) return "";
  const int contexts = trace.find(std::string(has.stacks.back().name) + ".0.contexts");
  if (contexts < 0) return "";
  return trace.label(trace.tape().node(contexts).inputs.front()).path;
}

}  // namespace headlight
