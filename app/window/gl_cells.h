// The cells of heatmaps and strips, drawn by the shaders in shaders/ between Dear ImGui's own commands, and
// pictures and letters as textures of its own.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

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
  void paint(ImDrawList& list, const RasterPtr& image, const Area& area) override;
  void letters(ImDrawList& list, const RasterPtr& line, const Area& area, ImU32 tint) override;
  void show(const FontsPtr& fonts) override;

 private:
  // What is drawn one after another with nothing between.
  struct Batch {
    GlCells* self;
    Theme theme;
    std::vector<CellPaint> paints = {};
  };
  struct Texture {
    HeatmapPtr map;  // held, so that its address is not given to another one
    unsigned name = 0;
    int unused = 0;  // frames
  };
  struct Image {
    RasterPtr image;  // held as the maps are
    unsigned name = 0;
    int unused = 0;  // frames
  };
  struct Places {  // of the uniforms
    int display, area, values, maps, map, range, first, cell, gap, unit, paper, fade, line, error,
        error_ground, log_from, both_signs, left_out;
  };
  struct Program {
    unsigned name = 0;
    Places places{};
  };

  void let_go_of_textures();
  void let_go_of_images();

  static void run(const ImDrawList* list, const ImDrawCmd* command);
  static bool goes_on(const ImDrawList& list, const Batch& batch);
  void draw(const Batch& batch, const ImVec4& clip);
  void draw(const CellPaint& paint, const Batch& batch);
  static Program make_program();
  unsigned texture(const HeatmapPtr& map);
  unsigned texture(const RasterPtr& image, bool smooth);

  Program program_ = make_program();
  unsigned vertices_ = 0;
  unsigned maps_ = 0;
  unsigned letters_ = 0;
  FontsPtr fonts_;  // whose letters they are
  int letters_uploaded_ = 0;
  std::deque<Batch> batches_;  // Dear ImGui keeps their addresses until it renders
  std::unordered_map<const Heatmap*, Texture> textures_;
  std::unordered_map<const Raster*, Image> images_;
};

}  // namespace headlight
