#include "core/explain/causal_map.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/matrix/random.h"
#include "core/models/run.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

constexpr double least_difference = 1e-4;
// Of two heads whose effects differ by no more, the one that is computed first is chosen.
constexpr double as_much = 0.005;

int logits_of(const Tape& tape) {
  const std::optional<int> probabilities = tape.find("probabilities");
  return probabilities ? tape.node(*probabilities).inputs.at(0) : -1;
}

// The likeliest word of a row, and the one after it.
std::pair<int, int> two_of(const Trace& trace, int place) {
  const Reading row = trace.rows(trace.at("probabilities"), place, 1);
  int first = 0, second = -1;
  for (int word = 1; word < row.shape().cols; ++word) {
    if (row(0, word) > row(0, first)) {
      second = first;
      first = word;
    } else if (second < 0 || row(0, word) > row(0, second)) {
      second = word;
    }
  }
  return {first, std::max(second, 0)};
}

int places_of(const Trace& trace) {
  const int node = trace.find("probabilities");
  return node < 0 ? 0 : trace.tape().node(node).shape.rows;
}

// For each of the tokens now, the one of those before that it stands for.
std::vector<int> aligned(const std::vector<int>& before, const std::vector<int>& now) {
  std::vector<int> rows(now.size(), -1);
  if (before.size() == now.size()) {
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
  }
  const auto apart = std::mismatch(before.begin(), before.end(), now.begin(), now.end());
  const auto same = static_cast<std::size_t>(apart.second - now.begin());
  std::iota(rows.begin(), rows.begin() + (apart.second - now.begin()), 0);
  const std::size_t most = std::min(before.size(), now.size()) - same;
  for (std::size_t back = 1; back <= most && before[before.size() - back] == now[now.size() - back]; ++back)
    rows[now.size() - back] = static_cast<int>(before.size() - back);
  return rows;
}

// How many rows the nodes of a stream have.
int rows_of(const Trace& trace, Stream stream) {
  for (const StackInfo& stack : trace.anatomy().stacks) {
    const int node = stack.stream == stream ? trace.find(input_of(trace, stack)) : -1;
    if (node >= 0) return trace.tape().node(node).shape.rows;
  }
  return 0;
}

// Tokens by their numbers; what has none, such as the cells of a picture, by its place.
std::vector<int> tokens_of(const Trace& trace, Stream stream) {
  const Trace::Words& words = trace.words();
  std::vector<int> ids = stream == Stream::source ? words.source_ids : words.target_ids;
  const int rows = rows_of(trace, stream);
  if (std::ssize(ids) == rows) return ids;
  ids.resize(static_cast<std::size_t>(rows));
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

Stream stream_of(const Label& label) { return info(label.rows).stream; }

// The place of the clean run's answer that stands for one of the other run's; nothing where none does.
std::optional<int> place_in_clean(const Trace& clean, const Trace& other, int place) {
  const AnswerKind answer = other.anatomy().answer;
  const int last = places_of(clean) - 1;
  if (writes_from_start(answer) || answer == AnswerKind::one_label)
    return place <= last ? std::optional(place) : std::nullopt;
  if (place == places_of(other) - 1) return last;
  const Stream stream = other.anatomy().typed();
  const std::vector<int> rows = aligned(tokens_of(clean, stream), tokens_of(other, stream));
  const bool there = place < std::ssize(rows) && rows[place] >= 0;
  return there ? std::optional(rows[place]) : std::nullopt;
}

}  // namespace

std::optional<CausalQuestion> first_difference(const Trace& clean, const Trace& other) {
  const auto at = [&](int place) -> std::optional<CausalQuestion> {
    const std::optional<int> in_clean = place_in_clean(clean, other, place);
    if (!in_clean) return std::nullopt;
    const int word = two_of(clean, *in_clean).first, said = two_of(other, place).first;
    if (word == said) return std::nullopt;
    return CausalQuestion{place, word, said};
  };
  const int places = std::min(places_of(clean), places_of(other)) == 0 ? 0 : places_of(other);
  if (other.anatomy().answer == AnswerKind::next_token && places > 0) {
    if (const auto last = at(places - 1)) return last;
  }
  for (int place = 0; place < places; ++place) {
    if (const auto question = at(place)) return question;
  }
  return std::nullopt;
}

std::optional<CausalQuestion> question_at(const Trace& clean, const Trace& other, int place) {
  const std::optional<int> in_clean = place_in_clean(clean, other, place);
  if (!in_clean) return std::nullopt;
  const int word = two_of(clean, *in_clean).first;
  const auto [said, next] = two_of(other, place);
  return CausalQuestion{place, word, said == word ? next : said};
}

CausalQuestion likeliest_two(const Trace& trace, int place) {
  const auto [first, second] = two_of(trace, place);
  return {place, first, second};
}

CausalRuns::CausalRuns(ModelPtr model, TracePtr clean, TracePtr other, const CausalQuestion& question)
    : model_(std::move(model)),
      clean_(std::move(clean)),
      other_(std::move(other)),
      question_(question),
      tape_(other_->tape().fork()),
      before_(other_->tape().edits()) {
  align();
  const std::optional<int> place = place_in_clean(*clean_, *other_, question_.place);
  if (!place) throw std::invalid_argument("the other text has no word at this place");
  clean_d_ = difference(clean_->tape(), *place);
  other_d_ = difference(tape_, question_.place);
  if (!(std::fabs(clean_d_ - other_d_) > least_difference))
    throw std::invalid_argument("both texts have the same word at this place, so there is no effect to find");
}

CausalRuns::CausalRuns(ModelPtr model, TracePtr run, const CausalQuestion& question, Exchange how,
                       std::uint64_t seed)
    : model_(std::move(model)),
      clean_(run),
      other_(std::move(run)),
      question_(question),
      how_(how),
      seed_(seed),
      tape_(other_->tape().fork()),
      before_(other_->tape().edits()) {
  align();
  clean_d_ = other_d_ = difference(tape_, question_.place);
}

void CausalRuns::align() {
  const bool writes = writes_from_start(other_->anatomy().answer);
  source_rows_ = aligned(tokens_of(*clean_, Stream::source), tokens_of(*other_, Stream::source));
  if (!writes) {
    target_rows_ = aligned(tokens_of(*clean_, Stream::target), tokens_of(*other_, Stream::target));
    return;
  }
  const std::vector<int>& said = other_->words().target_ids;
  const std::size_t read = std::min(said.size(), static_cast<std::size_t>(question_.place) + 1);
  const std::vector<int>& clean = clean_->words().target_ids;
  if (clean.size() < read ||
      !std::equal(said.begin(), said.begin() + static_cast<std::ptrdiff_t>(read), clean.begin())) {
    ModelInput input(clean_->words().source_ids);
    if (const int pixels = clean_->find("picture"); pixels >= 0)
      input.pixels = clean_->read(pixels).view().map();
    clean_ = model_->trace(
        {.input = input,
         .words = std::vector<int>(said.begin() + 1, said.begin() + static_cast<std::ptrdiff_t>(read)),
         .edits = clean_->tape().edits()});
  }
  target_rows_.assign(said.size(), -1);
  std::iota(target_rows_.begin(), target_rows_.begin() + static_cast<std::ptrdiff_t>(read), 0);
}

double CausalRuns::difference(const Tape& tape, int place) const {
  const Matrix row = tape.recomputed(logits_of(tape), place, 1);
  return static_cast<double>(row(0, question_.word)) - static_cast<double>(row(0, question_.other));
}

std::optional<int> CausalRuns::row_in_clean(Stream stream, int row) const {
  const std::vector<int>& rows = stream == Stream::source ? source_rows_ : target_rows_;
  if (row < 0 || row >= std::ssize(rows) || rows[row] < 0) return std::nullopt;
  return rows[row];
}

namespace {

// The rows 0 .. count - 1 in another order, in which none keeps its place.
std::vector<int> shuffled(int count, std::uint64_t seed) {
  std::vector<int> rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), 0);
  Random random(seed);
  // A single cycle (Sattolo 1986).
  for (int last = count - 1; last > 0; --last) std::swap(rows[last], rows[random.below(last)]);
  return rows;
}

std::vector<float> replaced(const Trace& trace, int node, int row, Exchange how, std::uint64_t seed) {
  const Shape shape = trace.tape().node(node).shape;
  if (how == Exchange::zero) return std::vector<float>(static_cast<std::size_t>(shape.cols), 0.0F);
  const Reading all = trace.read(node);
  Eigen::RowVectorXf own = all.view().map().row(row);
  if (how == Exchange::mean)
    own = (all.view().map().colwise().sum() - own) / static_cast<float>(std::max(1, shape.rows - 1));
  if (how == Exchange::shuffled) own = all.view().map().row(shuffled(shape.rows, seed)[row]);
  if (how == Exchange::noise) {
    const auto values = all.view().map().array();
    const float mean = values.mean();
    const double deviation = std::sqrt(static_cast<double>((values - mean).square().mean()));
    Random random(seed + hash32(static_cast<std::uint32_t>(node) * 4096U + static_cast<std::uint32_t>(row)));
    for (float& each : own) each += static_cast<float>(3 * deviation * random.normal());
  }
  return {own.begin(), own.end()};
}

}  // namespace

std::optional<Edit> CausalRuns::exchange(std::string_view path, int row) const {
  const int node = other_->find(path);
  if (node < 0 || row < 0 || row >= other_->tape().node(node).shape.rows) return std::nullopt;
  const std::optional<int> from = row_in_clean(stream_of(other_->label(node)), row);
  if (!from) return std::nullopt;
  Edit edit{.path = std::string(path), .row = row};
  if (how_ != Exchange::clean) {
    edit.values = replaced(*other_, node, row, how_, seed_);
    return edit;
  }
  const int clean = clean_->find(path);
  if (clean < 0 || *from >= clean_->tape().node(clean).shape.rows) return std::nullopt;
  const Reading values = clean_->rows(clean, *from, 1);
  if (values.shape().cols != other_->tape().node(node).shape.cols) return std::nullopt;
  edit.values.assign(values.view().data, values.view().data + values.shape().cols);
  return edit;
}

std::vector<Edit> CausalRuns::exchange(std::string_view path) const {
  std::vector<Edit> edits;
  const int node = other_->find(path);
  for (int row = 0; node >= 0 && row < other_->tape().node(node).shape.rows; ++row) {
    if (std::optional<Edit> edit = exchange(path, row)) edits.push_back(*std::move(edit));
  }
  return edits;
}

std::optional<Edit> CausalRuns::exchange_by_key(const HeadPlace& head, int query, int key) const {
  const std::string path = output_of(head);
  const int node = other_->find(path), clean_node = clean_->find(path);
  if (alone() || node < 0 || clean_node < 0) return std::nullopt;
  const auto is_mix = [](const Trace& trace, int of) {
    const Node& made = trace.tape().node(of);
    return made.op && made.op->name() == "mix";
  };
  if (!is_mix(*other_, node) || !is_mix(*clean_, clean_node)) return std::nullopt;
  const int values = other_->tape().node(node).inputs[1];
  const std::optional<int> row = row_in_clean(stream_of(other_->label(node)), query);
  const std::optional<int> column = row_in_clean(stream_of(other_->label(values)), key);
  if (!row || !column) return std::nullopt;
  using Row = Eigen::RowVectorXf;
  const auto part = [](const Trace& trace, int of, int at, int by) -> Row {
    const std::vector<int>& inputs = trace.tape().node(of).inputs;
    return trace.rows(inputs[0], at, 1)(0, by) * trace.rows(inputs[1], by, 1).view().map().row(0);
  };
  const Row taken = part(*clean_, clean_node, *row, *column);
  const Row own = part(*other_, node, query, key);
  if (taken.size() != own.size()) return std::nullopt;
  const Row now = other_->rows(node, query, 1).view().map().row(0) + taken - own;
  return Edit{.path = path, .row = query, .values = {now.begin(), now.end()}};
}

std::vector<Edit> CausalRuns::hold(std::string_view path) const {
  std::vector<Edit> edits;
  const int node = other_->find(path);
  if (node < 0) return edits;
  const Reading values = other_->read(node);
  for (int row = 0; row < values.shape().rows; ++row) {
    const float* const first = values.view().rows(row, 1).data;
    edits.push_back({.path = std::string(path), .row = row, .values = {first, first + values.shape().cols}});
  }
  return edits;
}

bool CausalRuns::changes_nothing(const Edit& edit) const {
  const Reading own = other_->rows(other_->at(edit.path), *edit.row, 1);
  return std::ssize(edit.values) == own.shape().cols &&
         std::equal(edit.values.begin(), edit.values.end(), own.view().data);
}

double CausalRuns::effect(const std::vector<Edit>& edits) {
  ++passes_;
  std::vector<Edit> all = before_;
  for (Edit& edit : at_their_source(tape_, edits)) all.push_back(std::move(edit));
  tape_.set_edits(std::move(all));
  tape_.forward();
  const double by = difference(tape_, question_.place) - other_d_;
  return alone() ? by : by / (clean_d_ - other_d_);
}

ConstView CausalRuns::value(std::string_view path) const { return tape_.value(tape_.find(path).value()); }

std::vector<HeadPlace> heads_of(const Anatomy& anatomy) {
  std::vector<HeadPlace> heads;
  for (const StackInfo& stack : anatomy.stacks) {
    for (int layer = 0; layer < stack.layers; ++layer) {
      for (const AttentionHeads& attention : anatomy.attentions) {
        const AttentionInfo& about = attention.info();
        for (int head = 0; about.stack == stack.name && head < attention.in(layer); ++head)
          heads.push_back({std::string(about.stack), std::string(about.part), layer, head});
      }
    }
  }
  return heads;
}

std::string output_of(const HeadPlace& head) {
  return head_path(head.stack, head.layer, head.attention, head.head, "output");
}

namespace {

// The nodes of a map, those that the trace has.
class BlocksOfMap {
 public:
  BlocksOfMap(const Trace& trace, CausalMapping::Heads heads, int most)
      : trace_(trace), heads_(heads), most_(most) {
    for (const StackInfo& stack : trace.anatomy().stacks) {
      add(input_of(trace, stack));
      for (int layer = 0; layer < stack.layers; ++layer) add_layer(stack, layer);
    }
  }
  CausalMap take() { return std::move(map_); }

 private:
  void add(const std::string& path, bool is_head = false) {
    const int node = trace_.find(path);
    const bool there = std::any_of(map_.blocks.begin(), map_.blocks.end(),
                                   [&](const CausalMap::Block& block) { return block.path == path; });
    if (node < 0 || there) return;
    const Stream stream = stream_of(trace_.label(node));
    if (stream == Stream::none) return;
    const int rows = trace_.tape().node(node).shape.rows;
    const int together = most_ > 0 ? std::max(1, (rows + most_ - 1) / most_) : 1;
    const auto cells = static_cast<std::size_t>((rows + together - 1) / together);
    map_.blocks.push_back({path, stream, is_head, together, std::vector<double>(cells, CausalMap::unknown)});
  }

  void add_layer(const StackInfo& stack, int layer) {
    const std::string path = std::string(stack.name) + "." + std::to_string(layer) + ".";
    const std::string behind = path + (normalizes_first(trace_, stack) ? "residual_" : "normalized_");
    int sub_layer = 1;
    for (const AttentionHeads& attention : trace_.anatomy().attentions) {
      const AttentionInfo& about = attention.info();
      if (about.stack != stack.name || attention.in(layer) == 0) continue;
      const std::string together = about.block(layer) + ".concatenated";
      if (heads_ == CausalMapping::Heads::together && trace_.find(together) >= 0) {
        add(together);
      } else {
        for (int head = 0; head < attention.in(layer); ++head) add(about.path(layer, head, "output"), true);
      }
      add(behind + std::to_string(sub_layer++));
    }
    add(path + "feed_forward.output");
    add(end_of_layer(trace_, stack, layer));
  }

  const Trace& trace_;
  CausalMapping::Heads heads_;
  int most_;
  CausalMap map_;
};

}  // namespace

CausalMapping::CausalMapping(CausalRuns runs, Heads heads, int most)
    : runs_(std::move(runs)), map_(BlocksOfMap(runs_.other(), heads, most).take()) {}

std::vector<Edit> CausalMapping::edits(const CausalMap::Block& block, int cell) const {
  std::vector<Edit> edits;
  const int rows = runs_.other().tape().node(runs_.other().at(block.path)).shape.rows;
  const int end = std::min(rows, (cell + 1) * block.together);
  for (int row = cell * block.together; row < end; ++row) {
    if (std::optional<Edit> edit = runs_.exchange(block.path, row)) edits.push_back(*std::move(edit));
  }
  return edits;
}

bool CausalMapping::compute(const std::function<bool()>& go_on) {
  for (; block_ < map_.blocks.size(); ++block_, word_ = 0) {
    CausalMap::Block& block = map_.blocks[block_];
    for (; word_ < block.effects.size(); ++word_) {
      if (go_on && !go_on()) return false;
      std::vector<Edit> exchanged = edits(block, static_cast<int>(word_));
      if (exchanged.empty()) continue;
      std::erase_if(exchanged, [&](const Edit& edit) { return runs_.changes_nothing(edit); });
      block.effects[word_] = exchanged.empty() ? 0 : runs_.effect(exchanged);
    }
  }
  return true;
}

double CausalMapping::progress() const {
  double all = 0, done = 0;
  for (std::size_t i = 0; i < map_.blocks.size(); ++i) {
    const auto words = static_cast<double>(map_.blocks[i].effects.size());
    all += words;
    if (i < block_) done += words;
    if (i == block_) done += static_cast<double>(word_);
  }
  return all > 0 ? done / all : 1;
}

HeadSetSearch::HeadSetSearch(CausalRuns runs, std::vector<HeadPlace> among, double share)
    : runs_(std::move(runs)), among_(std::move(among)), share_(share) {
  if (runs_.alone())
    throw std::invalid_argument("to find the heads that carry an effect, compare two sentences");
}

std::vector<Edit> HeadSetSearch::exchanged(const std::vector<HeadPlace>& heads) const {
  std::vector<Edit> edits;
  for (const HeadPlace& head : heads) {
    for (Edit& edit : runs_.exchange(output_of(head))) edits.push_back(std::move(edit));
  }
  return edits;
}

bool HeadSetSearch::compute(const std::function<bool()>& go_on) {
  const int before = runs_.passes();
  while (!done_) {
    if (go_on && !go_on()) break;
    if (tried_ < among_.size()) {
      const HeadPlace& head = among_[tried_];
      const auto& chosen = found_.heads;
      if (std::find(chosen.begin(), chosen.end(), head) == chosen.end()) {
        std::vector<HeadPlace> heads = chosen;
        heads.push_back(head);
        const double effect = runs_.effect(exchanged(heads));
        if (!best_ || effect > best_effect_ + as_much) {
          best_ = tried_;
          best_effect_ = effect;
        }
      }
      ++tried_;
    } else {
      done_ = !choose();
    }
  }
  found_.passes += runs_.passes() - before;
  return done_;
}

// Whether another round is to follow.
bool HeadSetSearch::choose() {
  const bool better =
      best_ && (found_.effects.empty() ? best_effect_ > 0 : best_effect_ > found_.effects.back());
  if (better) {
    found_.heads.push_back(among_[*best_]);
    found_.effects.push_back(best_effect_);
    found_.enough = best_effect_ >= share_;
  }
  tried_ = 0;
  best_.reset();
  if (better && !found_.enough) return true;
  std::vector<HeadPlace> others;
  std::copy_if(among_.begin(), among_.end(), std::back_inserter(others), [&](const HeadPlace& head) {
    return std::find(found_.heads.begin(), found_.heads.end(), head) == found_.heads.end();
  });
  std::vector<Edit> edits = exchanged(others);
  found_.others = runs_.effect(edits);
  for (const HeadPlace& head : found_.heads) {
    for (Edit& edit : runs_.hold(output_of(head))) edits.push_back(std::move(edit));
  }
  found_.others_while_held = runs_.effect(edits);
  return false;
}

double HeadSetSearch::progress() const {
  if (done_ || among_.empty()) return 1;
  return static_cast<double>(tried_) / static_cast<double>(among_.size());
}

double path_effect(CausalRuns& runs, const HeadPlace& from, const HeadPlace& to, const PathInto& into) {
  std::vector<Edit> edits = runs.exchange(output_of(from));
  for (const HeadPlace& head : heads_of(runs.other().anatomy())) {
    if (head == from || head == to) continue;
    for (Edit& edit : runs.hold(output_of(head))) edits.push_back(std::move(edit));
  }
  runs.effect(edits);
  std::vector<Edit> received;
  const auto take = [&](bool wanted, std::string_view part) {
    const std::string path = head_path(to.stack, to.layer, to.attention, to.head, part);
    if (!wanted || runs.other().find(path) < 0) return;
    const ConstView values = runs.value(path);
    for (int row = 0; row < values.shape.rows; ++row) {
      const float* const first = values.rows(row, 1).data;
      Edit edit{.path = path, .row = row, .values = {first, first + values.shape.cols}};
      if (!runs.changes_nothing(edit)) received.push_back(std::move(edit));
    }
  };
  take(into.query, "query");
  take(into.key, "key");
  take(into.value, "value");
  return runs.effect(received);
}

}  // namespace headlight
