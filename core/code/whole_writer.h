// What the templates of whole models are written with. Private to core/code.
#pragma once

#include <string>
#include <vector>

#include "core/code/program.h"
#include "core/layers/recurrent.h"
#include "core/models/model.h"

namespace headlight {

class WholeWriter {
 public:
  explicit WholeWriter(const Trace& trace) : trace_(trace) {}

  bool has(const std::string& path) const { return trace_.find(path) >= 0; }
  Shape shape(const std::string& path) const { return trace_.tape().node(trace_.at(path)).shape; }
  const Trace& trace() const { return trace_; }

  // Begins lines of their own, of a notebook a cell.
  void section(std::string sentence = {});
  // "def f(x):" with its sentence; what follows is inside until end().
  void begin(const std::string& head, const std::string& says = {});
  void end() { --indent_; }
  void line(const std::string& text, std::string comment = {});

  // The step of a node with inputs and numbers of these names, as its op has it: writes what only it needs,
  // and returns what gives the value.
  std::string value(const std::string& path, const std::vector<std::string>& inputs,
                    const std::vector<NamedText>& numbers = {});
  // "name = site(path, value)"; `path` is Python, `at + "scores"`.
  void step(const std::string& name, const std::string& path, const std::string& value,
            std::string comment = {});
  void returns(const std::string& path, const std::string& value, std::string comment = {});
  // A line of its own that only compares: "site(path, value)".
  void compares(const std::string& path, const std::string& value, std::string comment = {});

  // def linear(x, path, columns=slice(None)), from one of the nodes that are made so. `columns`: of a head.
  void linear_function(const std::string& path, bool columns);

  std::vector<CodeSection> take() { return std::move(sections_); }

 private:
  const Trace& trace_;
  std::vector<CodeSection> sections_;
  int indent_ = 0;
};

// "site(path, value)", with `row` a row of the trace's matrix alone.
std::string site_call(const std::string& path, const std::string& value, const std::string& row = {});

// Layers of a Transformer as functions: linear, norm, multi_head, feed_forward, embed, encoder, decoder,
// output.
void write_transformer(WholeWriter& writer, const TransformerConfig& config);
// The way from a picture to a grid of cells: convolve, features.
void write_features(WholeWriter& writer, const FeaturesConfig& config);
// A recurrent layer as functions: one time of the cell ("gru"), and read(path, x, order) over all of them.
// `path` is that of a layer that is read: "encoder.0."
void write_cell(WholeWriter& writer, RecurrentCell cell, const std::string& times);
void write_reading(WholeWriter& writer, RecurrentCell cell, const std::string& path, int state);
// The decoder that goes from word to word, write(i, word, ...), behind what `given` names: "h, K" or
// "context".
void write_recurrent_decoder(WholeWriter& writer, RecurrentCell cell, const std::string& given);
// What such a decoder carries from word to word.
std::string state_names(RecurrentCell cell);

}  // namespace headlight
