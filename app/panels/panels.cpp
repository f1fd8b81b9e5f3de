#include "app/panels/panels.h"

#include <algorithm>
#include <array>

#include "app/widgets/controls.h"

namespace headlight {
namespace {

constexpr std::array all_views{
    StageView{ViewKind::lines,
              {"Lines", draw_lines,
               "Who looks at whom: both sentences with their attention as lines, as heatmaps, and their "
               "difference. "
               "Hover a word to follow it, click it to keep it and to choose another word."}},
    StageView{
        ViewKind::steps,
        {"Steps", draw_steps,
         "Every step of the computation as matrices with their numbers. Arrow keys go through all of them; "
         "hover or click a cell to see what it is made from."},
        true},
};

constexpr std::array table{
    Panel{"Top bar", draw_top_bar,
          "The model and whether it was trained, the views, and the export of what is shown."},
    Panel{
        "Inspector", draw_inspector,
        "One cell: its value, what it means, and the cells it is made from. Click one of those to go deeper; "
        "type another value to see what would follow."},
    Panel{"Slider", draw_slider,
          "Where the step shown stands among all steps of the model. Drag it, or click a group."},
    Panel{"Words", draw_word_menu,
          "Words of the same kind for a place of the sentence, or a sentence of your own."},
    Panel{"Export", draw_export,
          "Writes the stage or its heatmaps as a picture (PNG, SVG, PDF), the numbers (CSV, NPY), or the "
          "steps as an "
          "animation (GIF); copies the numbers."},
    Panel{"Keys", draw_keys, "Every key, and what each part of the screen is for."},
};

}  // namespace

std::span<const StageView> views() { return all_views; }

const StageView& view_of(ViewKind kind) {
  return *std::find_if(all_views.begin(), all_views.end(),
                       [kind](const StageView& view) { return view.kind == kind; });
}

std::span<const Panel> panels() { return table; }

void show_step(const PanelContext& context, const Action& step) {
  context.ui.emit(step);
  if (!view_of(context.session.view).follows_steps) context.ui.emit(SetView{ViewKind::steps});
}

std::string error_shown(const PanelContext& context) {
  if (!context.document.error.empty()) return context.document.error;
  for (const Side& side : context.document.sides) {
    if (!side.error.empty()) return side.error;
  }
  const std::string path = shown_path(context.session);
  for (int side = 0; side < 2; ++side) {
    if (const auto row = context.pictures.first_error(side, path)) {
      const std::string where = context.pictures.view(side, path)->row_label(*row);
      return path + ": not a number in the row of \"" + where + "\"; undo the last edit (Ctrl Z)";
    }
  }
  return "";
}

Layout lay_out(const PanelContext& context) {
  Ui& ui = context.ui;
  const bool narrow = ui.screen().width() < ui.px(1200);
  const bool wide = ui.screen().width() >= ui.px(1400);
  Layout layout;
  Area rest = ui.screen();
  layout.bar = rest.cut_top(ui.px(52));
  if (!error_shown(context).empty()) layout.banner = rest.cut_top(banner_height(ui));
  layout.slider = rest.cut_bottom(ui.px(64));
  const bool steps = context.session.view == ViewKind::steps && !narrow;
  if (!context.session.trail.empty() || steps) {
    const float width = ui.px(wide ? 320 : 288);
    layout.inspector = {rest.right - width, rest.top, rest.right, rest.bottom};
    if (!narrow) rest.cut_right(width);
  }
  layout.stage = rest;
  return layout;
}

void draw_panels(const PanelContext& context) {
  Ui& ui = context.ui;
  const Layout layout = lay_out(context);
  handle_keys(context);

  const StageView& view = view_of(context.session.view);
  ui.state().stage = layout.stage;
  const bool covered = !layout.inspector.empty() && layout.inspector.overlaps(layout.stage);
  ui.push_clip(layout.stage);
  if (context.pictures.trace(0) == nullptr && context.pictures.trace(1) == nullptr) {
    draw_empty_stage(context, layout.stage);
  } else {
    // Under an inspector that lies over it, the stage ends where that begins: nothing below can be clicked.
    Area stage = layout.stage;
    if (covered) stage.right = layout.inspector.left;
    ui.push_clip(stage);
    view.panel.draw(context, view.follows_steps ? stage : layout.stage);
    ui.pop_clip();
  }
  ui.pop_clip();
  if (!layout.inspector.empty()) {
    ui.push_clip(layout.inspector);
    draw_inspector(context, layout.inspector);
    ui.pop_clip();
  }
  ui.push_clip(layout.slider);
  draw_slider(context, layout.slider);
  ui.pop_clip();
  ui.push_clip(layout.bar);
  draw_top_bar(context, layout.bar);
  ui.pop_clip();
  if (!layout.banner.empty()) banner(ui, layout.banner, error_shown(context));
  if (context.document.computing) {
    ui.fill({layout.bar.left, layout.bar.bottom - ui.px(2), layout.bar.right, layout.bar.bottom},
            ui.colours().focus);
  }

  switch (ui.state().overlay) {
    case Overlay::none:
      break;
    case Overlay::words:
      draw_word_menu(context, ui.screen());
      break;
    case Overlay::export_figure:
      draw_export(context, ui.screen());
      break;
    case Overlay::keys:
      draw_keys(context, ui.screen());
      break;
  }
}

}  // namespace headlight
