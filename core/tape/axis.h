// What the rows and the columns of a value stand for. An axis has one name and one colour everywhere.
#pragma once

#include <cstdint>
#include <string_view>

namespace headlight {

enum class Axis : std::uint8_t {
  one,           // a single number
  source_token,  // the words read
  source_query,  // the same words, asking
  source_key,    // the same words, being asked
  target_token,  // the words written
  target_query,
  target_key,
  cross_query,  // the words written, asking those read: each row is a word read and the one written next
  model,        // d_model
  head,         // d_k = d_v: the dimensions of one head
  heads,        // h d_k: the dimensions of all heads side by side, where they are not d_model
  hidden,       // d_ff
  source_word,  // the vocabulary read
  target_word,  // the vocabulary written
  state,        // the state of a recurrent layer
  gates,        // all its gates side by side
  component,    // principal axes, the one with the most variance first
  place,        // of a picture or a feature map, line by line from the top left
  channel,      // red, green and blue; what each kernel of a convolution found
};

// What labels an axis: words, numbered dimensions, or the entries of a vocabulary. It decides the colour.
enum class AxisKind : std::uint8_t { single, tokens, dimensions, vocabulary };
enum class Stream : std::uint8_t { none, source, target };

struct AxisInfo {
  std::string_view label;   // "query", "key", "model dimension"
  std::string_view letter;  // the size in formulas: "T", "d_model"
  AxisKind kind;
  Stream stream;
  std::string_view note = {};  // what a reader has to be told about a row; empty for most
};

const AxisInfo& info(Axis axis);

}  // namespace headlight
