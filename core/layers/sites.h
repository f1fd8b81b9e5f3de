// The names of everything that a model computes: one table with path, axes, symbol, formula and meaning.
// Labels on screen, figures, documentation and tests are made from it. Names are frozen: extend, never
// rename.
//
// A path is a block and a part: "encoder.1.self_attention.head.0" + "weights". Counting starts at zero.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/tape/axis.h"
#include "core/tape/tape.h"

namespace headlight {

// What kind of place in the model a part belongs to. Its axes are written for the source stream; a block that
// asks or is asked from the target stream says so in its Block.
enum class Family {
  stream,
  attention,
  head,
  layer,
  time,
  stack,
  output,
  features,
  lab  // of no model: the name is the whole path
};

// What code asks of a part: names are for people. Most parts nobody tells apart.
enum class SiteId { other, positions, query, key, value, scaled, masked, weights, output, cell };

// A part that every block of a family has under the same name.
struct Site {
  Family family;
  std::string_view part;  // "weights"
  std::string_view noun;  // one of its numbers: "weight"
  Axis rows;              // as in an encoder
  Axis cols;
  std::string_view symbol;   // "A"
  std::string_view formula;  // "softmax(S / √d_k)", in the letters of Vaswani et al. 2017
  std::string_view meaning;  // one sentence
  SiteId id = SiteId::other;
};

std::span<const Site> sites();
// Those among them that no model has but a lab records: the table is core/labs/lab_sites.cpp.
std::span<const Site> lab_sites();
// The row of the table for a node's path; nothing for parameters and unknown paths.
const Site* site_of(std::string_view path);
SiteId site_id(std::string_view path);
// Whether a path is that of this part of a model's head.
bool is_of_head(std::string_view path, SiteId id);

// A place in the model that names its nodes.
struct Block {
  Family family;
  std::string path;
  Stream asks = Stream::source;      // whose tokens are the rows
  Stream is_asked = Stream::source;  // whose tokens are the keys

  // The label of one of the block's parts. Throws std::out_of_range for a part that the table does not have.
  Label operator[](std::string_view part) const;
  // A block inside this one, of the same streams.
  Block inside(Family inner, const std::string& name) const;
};

// A path taken apart again.
struct Place {
  // "encoder", "decoder", "source", "target", "features", a lab such as "attention_lab", or ""
  std::string stack;
  std::optional<int> layer;
  bool backwards = false;  // of a recurrent layer that reads from the last token to the first
  std::string attention;   // "self_attention", "cross_attention" or ""
  std::optional<int> head;
  std::optional<int> time;  // of a recurrent layer
  std::string part;         // what remains: "weights", "feed_forward.hidden"
};
Place place_of(std::string_view path);

// "encoder.1.self_attention.head.0.weights"
std::string head_path(std::string_view stack, int layer, std::string_view attention, int head,
                      std::string_view part);

}  // namespace headlight
