// The panels of the labs: a view of the stage each. What draws a lab stands with it, in app/labs.
#pragma once

#include <optional>
#include <span>

#include "app/lab/lab.h"
#include "app/lab/lab_work.h"
#include "app/panels/common/panels.h"
#include "app/widgets/controls.h"

namespace headlight {

struct ClassPicture;

// The row of a lab's panel: the static member `panel_row` of its settings.
struct LabPanel {
  const Lab* lab;
  void (*draw)(const PanelContext&, const Area&);
  const char* help;                           // for the keys-and-help sheet: what to do there
  const char* words;                          // what else people call what it shows, to find it by
  float presented_type = presented_lab_type;  // how much larger its words are before a class
  std::span<const Command> commands = {};     // what can be done there by key or from Find
  // What Page Down (by 1) and Page Up (-1) do there without a lesson; null: to the next lab.
  void (*turn_page)(const PanelContext&, int by) = nullptr;
  // The least room in which nothing of it is left out, in units: in less it scrolls.
  float wide = 640, tall = 520;
  // As high where less than that is seen of its width and its parts stand one below the other; 0: it stays as
  // wide.
  float upright = 0;
  // Its cells are edits: the line on edits has its place before there are any, so that a click moves nothing.
  bool makes_edits = false;
  // In the margin of the one place: what is done there, as a title and in a sentence or two, and a case that
  // makes its point, on a button. Pressed where it is set already, the lab is as it was at first.
  struct Said {
    const char* title;
    const char* says;
  };
  struct Margin {
    const char* title;
    const char* says;
    const char* button;
    void (*set)(const PanelContext& context, Labs& labs);
    // What a page of another kind says instead; nothing on all others.
    std::optional<Said> (*of_page)(const Labs& labs) = nullptr;
  } margin;
  // Before a class: its picture (app/panels/labs/class_picture.h), and what Page Down goes through, each from
  // the usual settings on. `fits`: for which settings there is one; null: for all.
  struct ForClass {
    using Set = void (*)(const PanelContext& context, Labs& labs);
    std::optional<ClassPicture> (*picture)(const PanelContext& context) = nullptr;
    std::span<const Set> steps = {};
    bool (*fits)(const Labs& labs) = nullptr;
  } for_class = {};
  // Its page between the words at the left of the one place and the answer at the right, in the rows of the
  // words; null: it has none. Returns false where it has none for these settings: then `draw` has the stage.
  bool (*draw_in_rows)(const PanelContext& context) = nullptr;
};

// What a lab says of what it shows. In the one place the margin has it, and the stage the picture alone.
struct LabText {
  std::string text;
  bool in_margin = false;  // while a lab draws
};
// Whether there is a margin beside the lab for what it says: said by who draws the frame.
struct LabMargin {
  bool there = false;
};

// Whether a lab has at least a page for the model on stage.
bool fits_model(const PanelContext& context, const Lab& lab);
// Whether controls that only experts want are shown.
inline bool shows_expert_controls(const Session& session) { return !session.altitude || session.experts; }

// In the order of their tabs. Made from the list in app/labs/every_lab.h, as labs() is.
std::span<const LabPanel* const> lab_panels();
const LabPanel& lab_panel(const Lab* lab);

// So many labs on, or back when negative: from the last to the first and the other way round; from another
// view to the lab that was open last.
void move_lab(const PanelContext& context, int by);

// What the worker computed for the open lab; null while it has nothing for this lab yet. It may still be that
// of other settings: a lab draws it until the new one is there.
const LabWork* work_of(const PanelContext& context);

// The same as this lab's own result; null without one.
template <typename Study>
const Study* result_of(const PanelContext& context) {
  const LabWork* work = work_of(context);
  return work == nullptr ? nullptr : work->result<Study>();
}

// Other settings: `change` is given the settings of all labs to write into, or those of one.
void change_labs(const PanelContext& context, auto change) {
  SetLabs action{context.session.labs};
  change(action.value);
  context.ui.emit(std::move(action));
}
template <typename Settings, typename Change>
void change_lab(const PanelContext& context, Change change) {
  change_labs(context, [&](Labs& labs) { change(labs.get<Settings>()); });
}

// How much of the width of `area` is seen at once. Where the page is wider than that, nobody reads a line or
// looks for a control by moving the page.
float seen_width(const Ui& ui, const Area& area);

// The lab's question as a title with a line under it (before a class as many sentences as one line has room
// for), and `controls` pixels kept free at its right; cuts them off the top of `area`. Returns the place of
// the controls, a row of a button's height; on a narrow stage they have a row of their own.
Area lab_head(const PanelContext& context, Area& area, std::string_view text, float controls = 0);
// The place of a choice, in as many rows as it needs.
Area lab_head(const PanelContext& context, Area& area, std::string_view text, std::span<const Choice> list);

// A lab's panel that is a class: the settings, what was computed for them, and what is left of its area.
template <typename Settings, typename Study>
class LabPart : protected PanelPart {
 public:
  using Result = Study;
  LabPart(const PanelContext& context, const Area& area)
      : PanelPart(context, area),
        settings_(context.session.labs.get<Settings>()),
        work_(*work_of(context)),
        study_(*work_.template result<Study>()),
        rest_(area) {}

 protected:
  void change(auto change) { change_lab<Settings>(context_, change); }

  const Settings& settings_;
  const LabWork& work_;
  const Study& study_;
  Area rest_;
};
// The same for pages that are functions.
template <typename Settings, typename Study>
struct LabView {
  const PanelContext& context;
  const Settings& lab;
  const Study& study;
  Ui& ui = context.ui;
  const Palette& c = ui.colours();

  void change(auto change) const { change_lab<Settings>(context, change); }
};
// Draws it; as long as there is no result the lab's question alone.
template <typename Part>
void draw_lab(const PanelContext& context, const Area& area) {
  if (result_of<typename Part::Result>(context) != nullptr) return Part(context, area).draw();
  Area rest = area;
  lab_head(context, rest, "");
}

}  // namespace headlight
