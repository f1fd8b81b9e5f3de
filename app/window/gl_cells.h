// The cells of heatmaps and strips, drawn by the shaders in shaders/ between Dear ImGui's own commands.
#pragma once

#include <deque>
#include <unordered_map>

#include "app/widgets/cell_painter.h"

namespace headlight {

class GlCells final : public CellPainter {
 public:
  // Needs a current GL 3.3 context, now and until it is gone. Throws std::runtime_error with the driver's
  // words when a shader does not compile.
  GlCells();
  ~GlCells() override;
  GlCells(const GlCells&) = delete;
  GlCells& operator=(const GlCells&) = delete;

  // Before a frame is built: forgets the last one, and textures not used for a while.
  void new_frame();
  void paint(ImDrawList& list, const CellPaint& paint, Theme theme) override;

 private:
  struct Job {
    GlCells* self;
    CellPaint paint;
    Theme theme;
  };
  struct Texture {
    HeatmapPtr map;  // held, so that its address is not given to another one
    unsigned name = 0;
    int unused = 0;  // frames
  };
  struct Places {  // of the uniforms
    int display, area, values, maps, map, range, first, count, peaks, cell, gap, unit, paper, fade, line,
        error, error_ground;
  };

  void let_go_of_textures();

  static void run(const ImDrawList* list, const ImDrawCmd* command);
  void draw(const Job& job, const ImVec4& clip);
  unsigned texture(const HeatmapPtr& map);

  unsigned program_ = 0;
  unsigned vertices_ = 0;
  unsigned maps_ = 0;
  Places places_{};
  std::deque<Job> jobs_;  // Dear ImGui keeps their addresses until it renders
  std::unordered_map<const Heatmap*, Texture> textures_;
};

}  // namespace headlight
