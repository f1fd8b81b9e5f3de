// What the rows and the columns of a value stand for. An axis has one name and one colour everywhere.
#pragma once

#include <array>
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
  text,         // of several that a picture is compared with
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

inline const AxisInfo& info(Axis axis) {
  static constexpr std::array<AxisInfo, 20> table{{
      {"value", "1", AxisKind::single, Stream::none},
      {"source token", "T_s", AxisKind::tokens, Stream::source},
      {"query", "T_s", AxisKind::tokens, Stream::source},
      {"key", "T_s", AxisKind::tokens, Stream::source},
      {"target token", "T_t", AxisKind::tokens, Stream::target},
      {"query", "T_t", AxisKind::tokens, Stream::target},
      {"key", "T_t", AxisKind::tokens, Stream::target},
      {"query", "T_t", AxisKind::tokens, Stream::target,
       "Each row: the word just read → the word it writes next."},
      {"model dimension", "d_model", AxisKind::dimensions, Stream::none},
      {"head dimension", "d_k", AxisKind::dimensions, Stream::none},
      {"dimension of all heads", "h d_k", AxisKind::dimensions, Stream::none},
      {"hidden dimension", "d_ff", AxisKind::dimensions, Stream::none},
      {"source word", "V_s", AxisKind::vocabulary, Stream::source},
      {"target word", "V_t", AxisKind::vocabulary, Stream::target},
      {"state dimension", "d_h", AxisKind::dimensions, Stream::none},
      {"gate dimension", "gates d_h", AxisKind::dimensions, Stream::none},
      {"principal component", "k", AxisKind::dimensions, Stream::none},
      {"place", "H W", AxisKind::dimensions, Stream::none},
      {"channel", "C", AxisKind::dimensions, Stream::none},
      {"text", "n", AxisKind::vocabulary, Stream::target},
  }};
  return table.at(static_cast<std::size_t>(axis));
}

}  // namespace headlight
