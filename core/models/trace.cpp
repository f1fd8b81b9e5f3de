#include "core/models/trace.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/text/encode.h"
#include "core/text/printable.h"

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
  return has(words) ? (*words)[place] : std::to_string(place);
}

std::vector<std::string> Trace::labels(Axis axis, int size) const {
  std::vector<std::string> labels;
  labels.reserve(size);
  for (int place = 0; place < size; ++place) labels.push_back(label(axis, place));
  return labels;
}

}  // namespace headlight
