// The map of the model: encoder and decoder as in Vaswani et al. 2017, figure 1, with what flows between the
// blocks.
#include "app/panels/map/map_layout.h"

#include <array>

#include "app/panels/map/map_drawing.h"
#include "app/panels/map/map_state.h"
#include "app/panels/panels.h"
#include "app/panels/step_names.h"
#include "app/panels/steps/step_drawing.h"
#include "core/figure/amounts.h"

namespace headlight {
namespace {

constexpr float heading = 40;

void draw_heading(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Area row = area;
  row.cut_left(draw_side_choice(context, {row.left - ui.px(24), row.top, row.right, row.bottom}));
  const char* const tokens = context.document.model->anatomy().picture ? "cells or words" : "words";
  const RichText legend = std::vector<TextRun>{{"[", Role::text_3},
                                               {tokens, Role::tokens, true},
                                               {", ", Role::text_3},
                                               {"dimensions", Role::dimensions, true},
                                               {"] of what flows; numbers in the blocks: ", Role::text_3},
                                               {"learned parameters", Role::text_2, true}};
  const float wide = ui.width(type::caption, type::caption_hot, legend);
  const Anatomy& has = context.document.model->anatomy();
  std::string title = has.picture ? counted(has.picture->features.layers(), "convolution") : "";
  for (const StackInfo& stack : has.stacks) {
    if (stack.layers == 0) continue;
    title += (title.empty() ? "" : ", ") + counted(stack.layers, std::string(stack.name) + " layer");
  }
  title += ", " + count_text(context.document.model->weights().parameters()) + " parameters";
  const float room = row.width() - wide - ui.px(24);
  if (ui.width(type::label, title) <= room) ui.text(row.left, row.middle_y(), type::label, c.text_2, title);
  if (row.width() > wide) ui.rich(row.right - wide, row.middle_y(), type::caption, type::caption_hot, legend);
}

// Moves the block of the current step into sight when it became current.
float scrolled(const PanelContext& context, const Area& area, const BlockLayout& layout,
               const MapBlock* here) {
  Ui& ui = context.ui;
  std::string& last = ui.state<MapState>().followed;
  const float most = std::max(0.0F, layout.height - area.height()) / ui.scale();
  float& scroll = ui.state().scroll["map"];  // from the bottom upwards
  const std::string followed = here == nullptr ? "" : here->id;
  if (last != followed && here != nullptr) {
    const float margin = ui.px(60);
    const float low = (area.top + margin - here->area.top) / ui.scale();
    const float high = (area.bottom - margin - here->area.bottom) / ui.scale();
    scroll = std::clamp(scroll, std::min(low, high), std::max(low, high));
  }
  last = followed;
  scroll = std::clamp(scroll + ui.wheel(area) * 60, 0.0F, most);
  return ui.px(scroll);
}

void move(BlockLayout& layout, float y) {
  for (MapBlock& block : layout.blocks) block.area = block.area.moved(0, y);
  for (MapFrame& frame : layout.frames) {
    frame.area = frame.area.moved(0, y);
    frame.label = frame.label.moved(0, y);
  }
  for (MapLine& line : layout.lines) {
    line.label.y += y;
    for (ImVec2& point : line.points) point.y += y;
  }
}

}  // namespace

void draw_map(const PanelContext& context, const Area& area) {
  if (context.document.model == nullptr) return;
  Ui& ui = context.ui;
  const Model& model = *context.document.model;
  Area stage = area.inset(ui.px(area.width() >= ui.px(1280) ? 40 : 24), 0);
  const float widest = ui.px(1360);
  if (stage.width() > widest)
    stage = Area::at(std::round(stage.middle_x() - widest / 2), stage.top, widest, stage.height());
  draw_heading(context, stage.cut_top(ui.px(heading)));
  stage.cut_top(ui.px(4));
  stage.cut_bottom(ui.px(12));

  const std::string shown = shown_path(context.session);
  const std::vector<StackInfo>& stacks = model.anatomy().stacks;
  const Trace& trace = *stage_trace(context);
  int word_lines = 1;
  for (const StackInfo& stack : stacks) {
    const Area column =
        map_column(stage, ui.scale(), stacks.size() > 1, map_at_right(model.anatomy(), stack));
    const float room = map_words_column(column, ui.scale()).width() - ui.px(12);
    word_lines = std::max(word_lines, map_word_lines(ui, trace.tokens(stack.stream), room));
  }
  BlockLayout layout = lay_out_map({.trace = trace,
                                    .weights = model.weights(),
                                    .area = stage,
                                    .unit = ui.scale(),
                                    .shown = shown,
                                    .unfolded = ui.state<MapState>().unfolded,
                                    .word_lines = word_lines});
  const bool scrolls = layout.height > stage.height();
  // Built from below; what it does not need of a high stage is left above and below it alike.
  const float spare = std::max(0.0F, stage.height() - layout.height);
  move(layout, scrolled(context, stage, layout, layout.block_of(shown)) - std::round(spare / 2));
  const MapBlock* here = layout.block_of(shown);

  ui.push_clip({area.left, stage.top - ui.px(4), area.right, stage.bottom + ui.px(8)}, scrolls);
  for (const MapFrame& frame : layout.frames) draw_map_frame(context, frame, here);
  for (const MapLine& line : layout.lines) draw_map_line(context, line);
  for (const MapBlock& block : layout.blocks) draw_map_block(context, block, &block == here);
  ui.pop_clip();
}

}  // namespace headlight
