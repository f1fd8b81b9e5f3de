// What the screen shows, as plain data: the screen is a function of the session and of the traces made for
// it. Saved as a file, rendered without a window by the command line, stacked for undo.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/figure/palette.h"
#include "core/layers/sites.h"
#include "core/tape/edit.h"

namespace headlight {

enum class ViewKind { map, flow, lines, steps };
// Whether a view shows the slider's step itself; the others give way to Steps when it moves.
constexpr bool follows_steps(ViewKind view) { return view == ViewKind::map || view == ViewKind::steps; }
// The three kinds of attention of an encoder-decoder.
enum class Attention { encoder, decoder, cross };

// A cell by its node's name, so that it survives another sentence.
struct CellName {
  std::string path;
  int row = 0;
  int col = 0;
  bool operator==(const CellName&) const = default;
};

struct Session {
  std::string model = "translator";  // a shipped model's name, or a folder
  std::string sentence = "The animal didn't cross the street because it was too tired";
  std::string compare =
      "The animal didn't cross the street because it was too wide";  // empty: one sentence alone

  ViewKind view = ViewKind::lines;
  Attention attention = Attention::encoder;
  int layer = 1;
  int head = 0;
  std::string part = "weights";  // which site of the head the heatmaps show
  int token = -1;                // the query row in focus; -1 for none
  int side = 0;                  // which sentence the steps and the inspector follow: 0 first, 1 second
  std::string step;              // the node the steps show; empty: the head's `part`
  std::vector<CellName> trail;   // cells opened one from another, the last one in the inspector

  std::vector<Edit> edits;
  Theme theme = Theme::light;
  float scale = 1.0F;  // of everything on screen, on top of the display's own

  bool operator==(const Session&) const = default;
};

// "encoder.1.self_attention.head.0.weights" for what the session selects.
std::string selected_path(const Session& session);
std::string selected_head_path(const Session& session, std::string_view part);

// What the view shows: the step in a view that follows them where there is one, else the selected head's
// part.
std::string shown_path(const Session& session);
// The sentence of a side: 0 first, 1 second.
const std::string& sentence_of(const Session& session, int side);

// Every field; edits and cells as objects.
std::string to_json(const Session& session);
// Fields that are left out keep what `start` has: a step of a lesson is a partial session. Throws
// std::invalid_argument naming the field and, where the text is broken, the line.
Session session_from_json(const std::string& text, const Session& start = {});

}  // namespace headlight
