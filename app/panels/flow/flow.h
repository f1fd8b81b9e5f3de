// The Flow view: what is open in it, and the frame that its parts draw.
#pragma once

#include <map>
#include <string>

#include "app/panels/common/panels.h"
#include "app/panels/flow/flow_layout.h"
#include "app/widgets/area.h"

namespace headlight {

// What is open in the flow, and what is on its way there.

struct FlowState {
  bool closed = false;                  // every block is folded
  bool ribbons = false;                 // so they were in the last frame, for ribbons of causes
  int drawn = -1;                       // the last frame that had the flow
  std::string selected;                 // the block selected in the last frame
  std::string open;                     // and the one that was open
  double opening = -1;                  // since when it is opening; -1: at rest
  std::map<std::string, Area> from;     // where the blocks were when that began
  std::map<std::string, Area> columns;  // and where they were in the last frame
  int focus = -1, focus_before = -1;    // the token whose paths are lit, and the one before
  double focusing = -1;                 // since when it changes
  int followed = -1;  // the word in focus that the rows of a long sentence were last moved to
};

// How the parts of the flow are drawn, and what the mouse does to them.

inline constexpr float large_flow = 1.2F;  // grown so many times, its words have larger type

// What all parts share in a frame.
struct FlowFrame {
  const PanelContext& context;
  const FlowLayout& layout;
  int side = 0;
  FlowFocus now, before;  // the word in focus, and the one that fades
  float focused = 1;      // how far from the one to the other
  float most = 1;         // the magnitude that has the full colour: the largest of most words' vectors
  bool beyond = false;    // some words' are larger
  float opened = 1;       // how far the open block is
  bool large = false;     // words in larger type
  bool off = false;       // the open head takes no part

  // A share that depends on whether something is lit, on its way from before to now.
  template <typename Part>
  float share(const Part& part, float plain, float lit, float quiet) const {
    const auto of = [&](const FlowFocus& focus) {
      return focus.token < 0 ? plain : is_lit(layout, focus, part) ? lit : quiet;
    };
    return of(before) + (of(now) - of(before)) * focused;
  }
};

// Whether only some of a long text's words have rows.
bool has_rows_of_some(const FlowFrame& frame);
void draw_flow_columns(const FlowFrame& frame);
void draw_flow_ribbons(const FlowFrame& frame);
void draw_flow_strips(const FlowFrame& frame);
// Where they are asked for and measured.
void draw_flow_causes(const FlowFrame& frame);
void draw_flow_words(const FlowFrame& frame);
void draw_flow_open(const FlowFrame& frame);
void draw_flow_weights(const FlowFrame& frame);  // of the open block
// Above and below the picture. `some`: which words are shown, where those are not all.
void draw_flow_heading(const PanelContext& context, const Area& area, bool closed, const std::string& some);
void draw_flow_legend(const FlowFrame& frame, const Area& area);

std::string block_title(const FlowColumn& column);
const std::vector<std::string>& words_of_stream(const Trace& trace, bool target);

}  // namespace headlight
