// The read side of one forward pass: every node by its name, with the words that label its rows and columns;
// and what those who draw and explain it read from there: cells, words written, the stream, recurrent layers.
// Immutable once made; shared between threads.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/layers/sites.h"
#include "core/models/anatomy.h"
#include "core/tape/tape.h"
#include "core/text/word_pairs.h"

namespace headlight {

// A value that is read: a view, and what keeps it alive.
class Reading {
 public:
  Reading(ConstView view, std::shared_ptr<const Matrix> owned) : view_(view), owned_(std::move(owned)) {}
  Shape shape() const { return view_.shape; }
  float operator()(int row, int col) const { return view_(row, col); }
  ConstView view() const { return view_; }

 private:
  ConstView view_;
  std::shared_ptr<const Matrix> owned_;
};

class Trace {
 public:
  // What labels the rows and columns of every node.
  struct Words {
    std::vector<std::string> source;
    std::vector<std::string> target;  // what the decoder reads: of a translation, with <s> first
    std::vector<std::string>
        next;  // the likeliest at each place: of a translation target shifted by one, </s> last
    std::shared_ptr<const std::vector<std::string>> source_vocabulary;  // shared with the model
    std::shared_ptr<const std::vector<std::string>> target_vocabulary;
    // Whether the words written bring their own spaces with them.
    bool pieces = false;
    // What each of the target's vocabulary stands for in a text; null where its label does.
    std::shared_ptr<const std::vector<std::string>> target_texts = nullptr;
    // The numbers of the words; empty where they are of no model's vocabulary.
    std::vector<int> source_ids = {}, target_ids = {}, next_ids = {};
    // Where tokens are pieces of words: of which.
    std::shared_ptr<const PieceWords> source_pieces = nullptr, target_pieces = nullptr;
  };

  // `lender` owns what the tape's parameters are lent from. `anatomy`: of the model that was recorded; null
  // for what is no model.
  Trace(Tape tape, Words words, std::shared_ptr<const void> lender,
        std::shared_ptr<const Anatomy> anatomy = nullptr);

  const Tape& tape() const { return tape_; }
  const Words& words() const { return words_; }
  // The tokens of a stream; none of Stream::none.
  const std::vector<std::string>& tokens(Stream stream) const;
  // Of an axis of tokens, the words that they are pieces of; null where every token is a word.
  const std::shared_ptr<const PieceWords>& pieces(Axis axis) const;
  // The tokens of what a person typed.
  const std::vector<std::string>& typed() const { return tokens(anatomy().typed()); }
  // What the model that was recorded has; nothing where that was none.
  const Anatomy& anatomy() const { return *anatomy_; }
  // What the parameters are lent from; the same for all traces by one model.
  const void* lender() const { return lender_.get(); }

  // The node of a path, or -1.
  int find(std::string_view path) const;
  // The node of a path. Throws std::out_of_range with the nearest paths there are.
  int at(std::string_view path) const;
  const Label& label(int node) const { return tape_.node(node).label; }

  // The value, computed again where it was dropped.
  Reading read(int node) const;
  Reading read(std::string_view path) const { return read(at(path)); }
  // Its rows first .. first + count, [count, cols]; where it was dropped no others are computed again. Throws
  // std::out_of_range where it has no such rows.
  Reading rows(int node, int first, int count) const;
  // Of many cells: CellReader.
  float cell(Cell cell) const { return rows(cell.node, cell.row, 1)(0, cell.col); }

  // What labels a place of an axis: a word, or its number from zero.
  std::string label(Axis axis, int place) const;
  // Of each place of an axis of `size`.
  std::vector<std::string> labels(Axis axis, int size) const;
  // The nodes that are steps (not parameters), in the order they were computed.
  const std::vector<int>& steps() const { return steps_; }

 private:
  Tape tape_;
  Words words_;
  std::unordered_map<std::string, int> index_;
  std::vector<int> steps_;
  std::shared_ptr<const void> lender_;
  std::shared_ptr<const Anatomy> anatomy_;
};

using TracePtr = std::shared_ptr<const Trace>;

// Reads a trace cell by cell, as formulas do.

// Keeps what had to be computed again: the row of the first cell, and of the second row that is asked for on
// the whole value, because a formula that goes down a column wants all of it. The trace must outlive it.
class CellReader {
 public:
  explicit CellReader(const Trace& trace) : trace_(&trace) {}
  double operator()(Cell cell);

 private:
  struct Rows {
    int node = 0;
    int first = 0;
    Reading values;
    bool has(Cell cell) const {
      return cell.node == node && cell.row >= first && cell.row - first < values.shape().rows;
    }
  };
  const Rows& rows_with(Cell cell);

  const Trace* trace_;
  std::vector<Rows> kept_;
  std::size_t last_ = 0;  // of those kept, the one that was read last
};

// A model's answer in words.

// Whether a token hides a word that is to be guessed: "[MASK]", "<mask>".
bool is_mask(std::string_view token);
// The places of a text where words are hidden.
std::vector<int> hidden_places(const Trace& trace);
// The words of a translation or a caption, without <s>; every place's label, or the one; the token behind the
// last; the guesses for hidden words.
std::vector<std::string> written_words(const Trace& trace);
// The row of "probabilities" that the word at `place` of these was taken from.
int row_of_written(const Trace& trace, int place);
// Whether a word follows the one before it without a space: a comma.
bool is_attached(const std::string& word);
// Words of an answer as a person writes them.
std::string text_of(const std::vector<std::string>& words, AnswerKind answer, std::string_view between = " ");
// As a person writes them: "l'animal n'a pas traversé la rue ...", "A B A", "street".
std::string written(const Trace& trace);

// Where the stream of a stack runs through a trace: what enters, where each layer ends. Told by the nodes
// that are there, whatever kind of layers they are of.

// The node that enters the first layer: "source.input", or what stands for it where no positions are added.
std::string input_of(const Trace& trace, const StackInfo& stack);
// The numbers of the tokens that the first stack reads.
std::vector<int> tokens_read(const Trace& trace);
// Whether its layers normalize what they read (pre-norm), not what they add up to.
bool normalizes_first(const Trace& trace, const StackInfo& stack);
// The last node of a layer: "encoder.1.normalized_2", or "encoder.1.residual_2"; of a recurrent one its
// readout, annotations or states.
std::string end_of_layer(const Trace& trace, const StackInfo& stack, int layer);
// The columns of a node; `otherwise` where it is not there.
int columns_of(const Trace& trace, std::string_view path, int otherwise);

// The recurrent layers of a trace, each in one direction: where the nodes of its times lie.

struct RecurrentLane {
  std::string path;  // "encoder.0.backwards"
  const StackInfo* stack = nullptr;
  int layer = 0;
  bool backwards = false;
  int times = 0;

  std::string states() const { return path + ".states"; }
  // "encoder.0.backwards.time.3.update_gate"
  std::string at(int time, std::string_view part) const;
  // The time that a path names, "encoder.0.backwards.time.3.state"; -1 where that is none of this lane's.
  int time_of(std::string_view path) const;
};

// In the order of the computation; none where nothing is recurrent. They live no longer than the trace.
std::vector<RecurrentLane> recurrent_lanes(const Trace& trace);

// What a cell is opened up into, in the order in which it is computed: its gates, the candidate, cell state
// and state, those of them that there are.
std::vector<std::string> parts_of_cell(const Trace& trace, const RecurrentLane& lane);

// The vector that is all the decoder is given of the text read, by its path: the state that the encoder ends
// with. Empty where the decoder looks back, and where there is no decoder behind an encoder.
std::string bottleneck_of(const Trace& trace);

}  // namespace headlight
