// The read side of one forward pass: every node by its name, with the words that label its rows and columns.
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

}  // namespace headlight
