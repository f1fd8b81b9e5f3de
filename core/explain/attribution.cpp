#include "core/explain/attribution.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace headlight {
namespace {

using PartKind = AttributedPart::Kind;
using Row = Eigen::RowVectorXd;

enum class Step { add, normalize, scale, linear, tied, rows, concatenate, mix, other };

Step step_of(const Node& node) {
  if (!node.op) return Step::other;
  const std::string_view name = node.op->name();
  if (name == "add") return Step::add;
  if (name == "normalize") return Step::normalize;
  if (name == "scale" && site_of(node.label.path) != nullptr &&
      site_of(node.label.path)->family == Family::output)
    return Step::scale;
  if (name == "linear") return Step::linear;
  if (name == "tied_linear") return Step::tied;
  if (name == "rows") return Step::rows;
  if (name == "concatenate") return Step::concatenate;
  if (name == "mix") return Step::mix;
  return Step::other;
}

Row row_of(const Trace& trace, int node, int row) {
  return trace.rows(node, row, 1).view().map().row(0).cast<double>();
}

// Whether an edit put a number into this row.
bool is_set(const Trace& trace, int node, int row) {
  const Node& made = trace.tape().node(node);
  for (const Edit& edit : trace.tape().edits()) {
    if (edit.path != made.label.path) continue;
    for (int col = 0; col < made.shape.cols; ++col)
      if (touches(edit, made.shape, row, col)) return true;
  }
  return false;
}

enum class Bias { none, added };

// The rows of x through a step that is linear in them, the first as row `row` of its value.
Eigen::MatrixXd through(const Trace& trace, int node, const Eigen::MatrixXd& x, Bias bias, int row = 0) {
  const Node& made = trace.tape().node(node);
  const Matrix in = x.cast<float>();
  std::vector<Reading> readings;
  std::vector<ConstView> inputs{view(in)};
  Matrix nothing;
  for (std::size_t i = 1; i < made.inputs.size(); ++i) {
    if (i == 2 && bias == Bias::none) {
      nothing = Matrix::Zero(1, trace.tape().node(made.inputs[i]).shape.cols);
      inputs.push_back(view(std::as_const(nothing)));
    } else {
      inputs.push_back(readings.emplace_back(trace.read(made.inputs[i])).view());
    }
  }
  Matrix out(in.rows(), made.shape.cols);
  made.op->forward({inputs, view(out), 0, row});
  return out.cast<double>();
}

// What the rows u do with the value of a linear step, as what they do with its input: u W^T.
Eigen::MatrixXd back_through(const Trace& trace, int node, const Eigen::MatrixXd& u) {
  const Node& made = trace.tape().node(node);
  const Matrix by = u.cast<float>();
  const Matrix x = Matrix::Zero(by.rows(), trace.tape().node(made.inputs[0]).shape.cols);
  Matrix of_x = x;
  std::vector<Reading> readings;
  std::vector<ConstView> inputs{view(x)};
  for (std::size_t i = 1; i < made.inputs.size(); ++i)
    inputs.push_back(readings.emplace_back(trace.read(made.inputs[i])).view());
  std::vector<View> gradients(made.inputs.size());
  gradients[0] = view(of_x);
  made.op->backward({inputs, view(by), view(by), gradients, 0});
  return of_x.cast<double>();
}

// A normalization with the deviation that was recorded.
struct HeldNorm {
  Row gain;
  double inverse = 0;  // 1 / sigma
  bool centred = true;
  int outer = -1;  // the one that its value goes through next; -1 for none

  // Of a column vector that is a part of x, its part of the value.
  Row through(const Row& x) const {
    const double mean = centred ? x.mean() : 0;
    return ((x.array() - mean) * gain.array() * inverse).matrix();
  }
  Row back(const Row& u) const {
    const Row scaled = (u.array() * gain.array()).matrix();
    const double mean = centred ? scaled.mean() : 0;
    return ((scaled.array() - mean) * inverse).matrix();
  }
};

HeldNorm held_norm(const Trace& trace, int node, int row, int outer) {
  const Node& made = trace.tape().node(node);
  HeldNorm norm;
  norm.outer = outer;
  norm.gain = row_of(trace, made.inputs[1], 0);
  norm.centred = made.op->symbol() != "RMS norm";
  const Row x = row_of(trace, made.inputs[0], row);
  const double mean = norm.centred ? x.mean() : 0;
  const Row apart = (x.array() - mean).matrix();
  // The op itself says what it divides by, of a gain of 1 and no bias.
  const Matrix in = x.cast<float>();
  const Matrix ones = Matrix::Ones(1, in.cols());
  const Matrix nothing = Matrix::Zero(1, in.cols());
  std::vector<ConstView> inputs{view(in), view(ones)};
  if (made.inputs.size() > 2) inputs.push_back(view(nothing));
  Matrix out(1, in.cols());
  made.op->forward({inputs, view(out), 0, row});
  const double square = apart.squaredNorm();
  norm.inverse = square > 0 ? apart.dot(Row(out.cast<double>().row(0))) / square : 0;
  return norm;
}

// A part of a row of the stream.
struct StreamPart {
  PartKind kind = PartKind::whole;
  int node = -1;
  int norm = -1;  // the first normalization that it goes through
  Row vector;     // before that
  // Of a head: its row, the step that projects all heads, and the head's first column there.
  int row = 0;
  int projected = -1;
  int first = 0;
};

// A row of a node of the stream, taken apart back to what the blocks added.
class StreamParts {
 public:
  StreamParts(const Trace& trace, int node, int row) : trace_(trace) { add(node, row, -1); }

  const std::vector<StreamPart>& parts() const { return parts_; }

  // What a part is of the node.
  Row arrives(const StreamPart& part) const {
    Row vector = part.vector;
    for (int norm = part.norm; norm >= 0; norm = norms_[norm].outer) vector = norms_[norm].through(vector);
    return vector;
  }

  // What `u` does with a part of the node, as what it does with the part itself.
  Row back(const StreamPart& part, const Row& u) const { return back_to(part.norm, u); }

  // With all of a head's words, for the `u` that makes a number of the node.
  AttributedPart attributed(const StreamPart& part, const Row& u) const {
    const Row own = back(part, u);
    AttributedPart made{part.kind, trace_.label(part.node).path, own.dot(part.vector)};
    if (part.kind == PartKind::head) made.words = words_of(part, own);
    return made;
  }

 private:
  Row back_to(int norm, const Row& u) const {
    return norm < 0 ? u : norms_[norm].back(back_to(norms_[norm].outer, u));
  }

  void leaf(PartKind kind, int node, int row, int norm) {
    parts_.push_back({kind, node, norm, row_of(trace_, node, row), row});
  }

  void bias(int node, int tensor, int norm) {
    parts_.push_back({PartKind::bias, node, norm, row_of(trace_, tensor, 0)});
  }

  void add(int node, int row, int norm) {
    const Node& made = trace_.tape().node(node);
    if (is_set(trace_, node, row)) return leaf(PartKind::set, node, row, norm);
    const Site* const site = site_of(made.label.path);
    const Family family = site == nullptr ? Family::lab : site->family;
    switch (step_of(made)) {
      case Step::add:
        for (const int input : made.inputs) add(input, row, norm);
        return;
      case Step::normalize: {
        const int own = static_cast<int>(norms_.size());
        norms_.push_back(held_norm(trace_, node, row, norm));
        add(made.inputs[0], row, own);
        if (made.inputs.size() > 2) bias(node, made.inputs[2], norm);
        return;
      }
      case Step::scale: {
        // As by a norm that divides by the same everywhere.
        const Eigen::MatrixXd one = Eigen::MatrixXd::Ones(1, made.shape.cols);
        const int own = static_cast<int>(norms_.size());
        norms_.push_back(
            {Row::Ones(made.shape.cols), through(trace_, node, one, Bias::none)(0, 0), false, norm});
        return add(made.inputs[0], row, own);
      }
      case Step::rows:
        if (trace_.tape().node(made.inputs[0]).kind != Node::Kind::computed) break;
        return add(made.inputs[0],
                   made.op->rows_read(std::vector{trace_.tape().node(made.inputs[0]).shape}, 0, row).first,
                   norm);
      case Step::concatenate:
        if (family == Family::stream) return side_by_side(node, row, norm);
        break;
      case Step::linear:
        if (family == Family::attention) return heads(node, row, norm);
        break;
      default:
        break;
    }
    leaf(family == Family::stream  ? PartKind::input
         : family == Family::layer ? PartKind::feed_forward
                                   : PartKind::whole,
         node, row, norm);
  }

  // The word's vector and its position's, each with nothing where the other stands.
  void side_by_side(int node, int row, int norm) {
    const Node& made = trace_.tape().node(node);
    Eigen::Index first = 0;
    for (const int input : made.inputs) {
      const Row own = row_of(trace_, input, row);
      Row whole = Row::Zero(made.shape.cols);
      whole.segment(first, own.size()) = own;
      first += own.size();
      parts_.push_back({PartKind::input, input, norm, std::move(whole), row});
    }
  }

  void heads(int node, int row, int norm) {
    const Node& made = trace_.tape().node(node);
    const Node& all = trace_.tape().node(made.inputs[0]);
    if (step_of(all) != Step::concatenate || is_set(trace_, made.inputs[0], row))
      return leaf(PartKind::whole, node, row, norm);
    const Row outputs = row_of(trace_, made.inputs[0], row);
    const auto count = static_cast<Eigen::Index>(all.inputs.size());
    Eigen::MatrixXd apart = Eigen::MatrixXd::Zero(count, outputs.size());
    std::vector<int> firsts;
    Eigen::Index first = 0;
    for (Eigen::Index head = 0; head < count; ++head) {
      const int size = trace_.tape().node(all.inputs[head]).shape.cols;
      apart.row(head).segment(first, size) = outputs.segment(first, size);
      firsts.push_back(static_cast<int>(first));
      first += size;
    }
    const Eigen::MatrixXd added = through(trace_, node, apart, Bias::none);
    for (Eigen::Index head = 0; head < count; ++head) {
      const auto at = static_cast<std::size_t>(head);
      parts_.push_back({PartKind::head, all.inputs[at], norm, added.row(head), row, node, firsts[at]});
    }
    if (made.inputs.size() > 2) bias(node, made.inputs[2], norm);
  }

  std::vector<double> words_of(const StreamPart& part, const Row& u) const {
    const Node& made = trace_.tape().node(part.node);
    if (step_of(made) != Step::mix || is_set(trace_, part.node, part.row)) return {};
    const Row of_head =
        Row(back_through(trace_, part.projected, u).row(0)).segment(part.first, made.shape.cols);
    const Row weights = row_of(trace_, made.inputs[0], part.row);
    const Reading values = trace_.read(made.inputs[1]);
    if (values.shape().rows != weights.size()) return {};
    std::vector<double> words;
    for (Eigen::Index key = 0; key < weights.size(); ++key)
      words.push_back(weights(key) * values.view().map().row(key).cast<double>().dot(of_head));
    return words;
  }

  const Trace& trace_;
  std::vector<HeldNorm> norms_;
  std::vector<StreamPart> parts_;
};

double sum_of(const std::vector<AttributedPart>& parts) {
  return std::accumulate(parts.begin(), parts.end(), 0.0,
                         [](double sum, const AttributedPart& part) { return sum + part.amount; });
}

// Whether any block of layers is among them.
bool reach_blocks(const StreamParts& stream) {
  return std::any_of(stream.parts().begin(), stream.parts().end(), [](const StreamPart& part) {
    return part.kind == PartKind::head || part.kind == PartKind::feed_forward || part.kind == PartKind::input;
  });
}

void check_place(int place, int count, const char* what) {
  if (place < 0 || place >= count)
    throw std::out_of_range("there is no " + std::string(what) + " " + std::to_string(place));
}

}  // namespace

double LogitAttribution::sum() const { return sum_of(parts); }

std::string no_logit_attribution(const Trace& trace) {
  const int logits = trace.find("logits");
  if (trace.anatomy().given || logits < 0) return nothing_behind;
  if (trace.anatomy().recurrent())
    return "In a recurrent model each state is computed anew from the one before, so no layer adds a part of "
           "its own to the answer.";
  const Step step = step_of(trace.tape().node(logits));
  const bool linear = step == Step::linear || step == Step::tied;
  if (linear && reach_blocks(StreamParts(trace, trace.tape().node(logits).inputs[0], 0))) return "";
  return "Between this model’s last layer and its answer there is a step that does more than add up, so no "
         "block has a part of its own.";
}

LogitAttribution attribute_logit(const Trace& trace, int place, int word, int other) {
  if (std::string why = no_logit_attribution(trace); !why.empty()) throw std::invalid_argument(why);
  const int logits = trace.at("logits");
  const Node& made = trace.tape().node(logits);
  check_place(place, made.shape.rows, "place");
  check_place(word, made.shape.cols, "word");
  if (other != -1) check_place(other, made.shape.cols, "word");

  LogitAttribution all;
  const Reading row = trace.rows(logits, place, 1);
  all.logit = static_cast<double>(row(0, word));
  if (other >= 0) all.logit -= static_cast<double>(row(0, other));
  if (is_set(trace, logits, place)) {
    all.parts.push_back({PartKind::set, made.label.path, all.logit});
    return all;
  }
  Eigen::MatrixXd asked = Eigen::MatrixXd::Zero(1, made.shape.cols);
  asked(0, word) += 1;
  if (other >= 0) asked(0, other) -= 1;
  const Row u = back_through(trace, logits, asked).row(0);
  const StreamParts stream(trace, made.inputs[0], place);
  for (const StreamPart& part : stream.parts()) all.parts.push_back(stream.attributed(part, u));
  if (made.inputs.size() > 2) {
    const Reading bias = trace.read(made.inputs[2]);
    const auto of_other = other >= 0 ? static_cast<double>(bias(0, other)) : 0.0;
    all.parts.push_back({PartKind::bias, made.label.path, static_cast<double>(bias(0, word)) - of_other});
  }
  return all;
}

namespace {

// One side of a score: the query or the key of one row, back to the parts of the stream that it is made from.
class ScoreSide {
 public:
  ScoreSide(const Trace& trace, int node, int row) : trace_(trace), made_(row_of(trace, node, row)) {
    // Normalized, rotated, or a copy of another head's key.
    int at = node;
    while (!is_set(trace, at, row) && step_of(trace.tape().node(at)) != Step::linear) {
      turns_.push_back(at);
      at = trace.tape().node(at).inputs[0];
    }
    if (is_set(trace, at, row)) {
      // Behind the edit nothing is known but what it set.
      own_.push_back({PartKind::set, trace.label(at).path});
      vectors_ = turned(row_of(trace, at, row), row);
      return;
    }
    const Node& projected = trace.tape().node(at);
    stream_.emplace(trace, projected.inputs[0], row);
    const Eigen::Index size = projected.shape.cols;
    map_ = turned(back_through(trace, at, Eigen::MatrixXd::Identity(size, size)).transpose(), row);
    Eigen::MatrixXd parts(std::ssize(stream_->parts()), map_.rows());
    for (Eigen::Index i = 0; i < parts.rows(); ++i) parts.row(i) = stream_->arrives(stream_->parts()[i]);
    vectors_ = parts * map_;
    if (projected.inputs.size() > 2) {
      own_.push_back({PartKind::bias, trace.label(at).path});
      vectors_.conservativeResize(vectors_.rows() + 1, Eigen::NoChange);
      const Eigen::MatrixXd nothing = Eigen::MatrixXd::Zero(1, map_.rows());
      vectors_.bottomRows(1) = turned(through(trace, at, nothing, Bias::added), row);
    }
  }

  const Row& whole() const { return made_; }
  // [parts, d_k], of the query or the key.
  const Eigen::MatrixXd& vectors() const { return vectors_; }

  // Each part with all of the other side.
  std::vector<AttributedPart> with(const Row& other) const {
    std::vector<AttributedPart> all;
    if (stream_) {
      const Row u = other * map_.transpose();
      for (const StreamPart& part : stream_->parts()) all.push_back(stream_->attributed(part, u));
    }
    for (const AttributedPart& part : own_) {
      all.push_back(part);
      all.back().amount = vectors_.row(std::ssize(all) - 1).dot(other);
    }
    return all;
  }

 private:
  // Vectors as the linear step puts them out, each as it arrives in the score.
  Eigen::MatrixXd turned(const Eigen::MatrixXd& vectors, int row) const {
    Eigen::MatrixXd now = vectors;
    for (auto turn = turns_.rbegin(); turn != turns_.rend(); ++turn) {
      Eigen::MatrixXd next(now.rows(), trace_.tape().node(*turn).shape.cols);
      const bool norm = step_of(trace_.tape().node(*turn)) == Step::normalize;
      const HeldNorm held = norm ? held_norm(trace_, *turn, row, -1) : HeldNorm{};
      for (Eigen::Index i = 0; i < now.rows(); ++i)
        next.row(i) =
            norm ? held.through(now.row(i)) : Row(through(trace_, *turn, now.row(i), Bias::none, row).row(0));
      now = std::move(next);
    }
    return now;
  }

  const Trace& trace_;
  Row made_;
  std::vector<int> turns_;  // from the score back
  std::optional<StreamParts> stream_;
  Eigen::MatrixXd map_;  // [d_model, d_k]
  Eigen::MatrixXd vectors_;
  std::vector<AttributedPart> own_;  // behind those of the stream
};

// The node of the scores, or -1 where they are no dot products.
int dot_products_of(const Trace& trace, const HeadPlace& head) {
  const int scores = trace.find(head_path(head.stack, head.layer, head.attention, head.head, "scores"));
  if (scores < 0) return -1;
  const Node& made = trace.tape().node(scores);
  return made.op && made.op->name() == "dot_products" ? scores : -1;
}

}  // namespace

std::string no_score_attribution(const Trace& trace, const HeadPlace& head) {
  if (trace.anatomy().given) return nothing_behind;
  if (dot_products_of(trace, head) >= 0) return "";
  return "This head’s scores are not products of a query and a key, so they are not a sum over pairs of "
         "parts.";
}

ScoreAttribution attribute_score(const Trace& trace, const HeadPlace& head, int query, int key) {
  if (std::string why = no_score_attribution(trace, head); !why.empty()) throw std::invalid_argument(why);
  const int scores = dot_products_of(trace, head);
  const Node& made = trace.tape().node(scores);
  check_place(query, made.shape.rows, "query");
  check_place(key, made.shape.cols, "key");
  ScoreAttribution all;
  all.score = static_cast<double>(trace.cell({scores, query, key}));
  if (is_set(trace, scores, query)) {
    all.query = all.key = {{PartKind::set, made.label.path, all.score}};
    all.pairs = Eigen::MatrixXd::Constant(1, 1, all.score);
    return all;
  }
  const ScoreSide asks(trace, made.inputs[0], query);
  const ScoreSide asked(trace, made.inputs[1], key);
  all.query = asks.with(asked.whole());
  all.key = asked.with(asks.whole());
  all.pairs = asks.vectors() * asked.vectors().transpose();
  return all;
}

}  // namespace headlight
