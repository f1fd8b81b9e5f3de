// Who fills the cells of heatmaps and strips, pictures and letters. The window does it with shaders and
// textures; tests without GL with nothing at all. Layout, hit-testing, labels and numbers do not depend on
// it.
#pragma once

#include <imgui.h>

#include <optional>

#include "app/widgets/area.h"
#include "app/widgets/fonts.h"
#include "core/figure/drawing.h"
#include "core/figure/heatmap.h"

namespace headlight {

struct CellPaint {
  HeatmapPtr map = nullptr;                        // kept alive until its colours are no longer on screen
  int row = 0, column = 0, rows = 0, columns = 0;  // the part of it that is shown
  Area area = {};                                  // where, in pixels; cells share it evenly
  float gap = 0;                                   // pixels left free at the right and bottom of a cell
  float fade = 0;                                  // share of `paper` mixed into the colours
  Rgb paper = {};
  float unit = 1;                    // pixels per unit: the hatch is 5 units wide
  std::optional<Scale> scale = {};   // instead of the map's own
  std::optional<int> left_out = {};  // a column that has no colour of it: hatched
};

class CellPainter {
 public:
  virtual ~CellPainter() = default;
  virtual void paint(ImDrawList& list, const CellPaint& paint, Theme theme) = 0;
  // A picture all over an area, each of its pixels with sharp edges.
  virtual void paint(ImDrawList& list, const RasterPtr& image, const Area& area) = 0;
  // A line of text that the fonts lack a letter of, its colours multiplied by `tint`; smooth where it is
  // turned.
  virtual void letters(ImDrawList& list, const RasterPtr& line, const Area& area, ImU32 tint) = 0;
  // The letters that the next frame is built with, and again those that it needed, before it is rendered.
  virtual void show(const FontsPtr& fonts) = 0;
};

// Keeps what was asked for and paints nothing.
class NoCells final : public CellPainter {
 public:
  void paint(ImDrawList&, const CellPaint&, Theme) override { ++painted; }
  void paint(ImDrawList&, const RasterPtr&, const Area&) override { ++painted; }
  void letters(ImDrawList&, const RasterPtr&, const Area&, ImU32) override { ++painted; }
  void show(const FontsPtr&) override {}
  int painted = 0;
};

}  // namespace headlight
