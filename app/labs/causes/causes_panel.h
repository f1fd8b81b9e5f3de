// What the pages of causes share, and what each draws into its part. For the files that draw them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/labs/causes/causes_lab.h"
#include "app/panels/labs/labs.h"
#include "app/panels/labs/under_way.h"
#include "core/text/say.h"

namespace headlight {

std::string cause_effect_text(double value);
std::string cause_with_sign(double value);

class CausesPart : public LabPart<CausesLab, CausesStudy> {
 public:
  using LabPart::LabPart;

 protected:
  int from() const { return 1 - study_.into; }
  bool pictures() const { return study_.to->anatomy().picture.has_value(); }
  std::string kind() const { return pictures() ? say("picture") : say("sentence"); }
  bool two() const { return context_.results.trace(0) != nullptr && context_.results.trace(1) != nullptr; }
  // "the … tired sentence", "“Lea”".
  std::string sentence(int side) const;
  // Other settings, of which everything is to be found: what was cancelled for those before is no more.
  static void ask_again(CausesLab& lab) { lab.blocks = lab.pairs = 0; }
  void ask(auto change) {
    this->change([&](CausesLab& lab) {
      ask_again(lab);
      change(lab);
    });
  }
};

// Some rows of a map in their order; row -1, named `others`, is the sum of those that are not there.
HeatmapPtr rows_of_map(const Heatmap& map, const std::vector<int>& rows, const std::string& others = "");

// A page with maps of words one below the other, all on one scale.
class CausesMaps : public CausesPart {
 public:
  using CausesPart::CausesPart;

 protected:
  struct MapsLook {
    const char* left_out;    // why some rows have no room, under the mouse
    int always = 0;          // so many of the last rows of each map are shown in any case
    bool bar_above = false;  // the colour bar has a line of its own, so that the names need less room
  };
  // At most two. `draw_cells` is given which map it is, the place of its cells, and how wide its rows' names
  // are; rows_ and shown_ say what is there.
  void draw_maps(Area area, const std::vector<HeatmapPtr>& maps, const std::vector<std::string>& names,
                 const MapsLook& look,
                 const std::function<void(std::size_t which, const Area& cells, float labels)>& draw_cells);

  std::array<std::vector<int>, 2> rows_;  // of each map, those that are shown
  std::array<HeatmapPtr, 2> shown_;       // and these alone

 private:
  int choose_rows(const std::vector<HeatmapPtr>& maps, int always, int all, float room);
  void draw_name(const Area& line, const std::string& name, std::int64_t left_out, const char* why);
};

// The session's edit of the first row that a cell of the map stands for; and all of its edits made, or where
// they are there, taken back.
std::optional<int> kept_cause(const PanelContext& context, const CausesStudy& study,
                              const CausalMap::Block& block, int cell);
void toggle_cause(const PanelContext& context, const CausesStudy& study, const CausalMap::Block& block,
                  int cell);

// The map at the places of the model, in the rows of the one place.
bool draw_causes_in_rows(const PanelContext& context);
void draw_cause_map(const PanelContext& context, const Area& area);
void draw_cause_sum(const PanelContext& context, const Area& area);
void draw_cause_heads(const PanelContext& context, const Area& area);
void draw_head_dots(const PanelContext& context, const Area& area);
void draw_score_sum(const PanelContext& context, const Area& area);
void draw_logit_words(const PanelContext& context, const Area& area);

}  // namespace headlight
