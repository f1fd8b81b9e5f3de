// A frame of a screen on the GL context at hand: OpenGL 3.3; in a browser OpenGL ES 3, which is WebGL 2.
#pragma once

// Before any other header that may bring its own.
#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif

#include <backends/imgui_impl_opengl3.h>

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "app/widgets/ui.h"
#include "app/window/screen.h"

namespace headlight {

// What every shader begins with.
#ifdef __EMSCRIPTEN__
inline constexpr const char* glsl_version = "#version 300 es\n";
inline constexpr const char* glsl_precision =
    "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n";
#else
inline constexpr const char* glsl_version = "#version 330 core\n";
inline constexpr const char* glsl_precision = "";
#endif

// The cells of heatmaps and strips, drawn by the shaders in shaders/ between Dear ImGui's own commands, and
// pictures and letters as textures of its own.
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

// Dear ImGui's OpenGL backend from its start to its end, also when a frame throws. Needs a context of each.

struct GlBackend {
  GlBackend() { ImGui_ImplOpenGL3_Init(glsl_version); }
  ~GlBackend() { ImGui_ImplOpenGL3_Shutdown(); }
  GlBackend(const GlBackend&) = delete;
  GlBackend& operator=(const GlBackend&) = delete;
};

// While one lives, a GL 3.3 context that shows nothing is current.
class HiddenContext {
 public:
  // Throws std::runtime_error saying what is missing.
  HiddenContext();
  ~HiddenContext();
  HiddenContext(const HiddenContext&) = delete;
  HiddenContext& operator=(const HiddenContext&) = delete;

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
};

// A GL context without any display, and the picture rendered in it.
class Offscreen {
 public:
  // Throws std::runtime_error saying what is missing.
  Offscreen(int width, int height);
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  // What was rendered: 0xffRRGGBB, row by row from the top.
  std::vector<std::uint32_t> pixels() const;

 private:
  HiddenContext context_;
  int width_;
  int height_;
  unsigned frame_ = 0;
  unsigned colours_ = 0;
};

// Draws what Dear ImGui has gathered, on the screen's paper.
void draw_imgui(const Screen& screen);
// Gathers a whole frame of `width` x `height` pixels at `scale` pixels per unit, without a window.
// `seconds` have gone by since the frame before.
void build_frame(Screen& screen, GlCells& cells, int width, int height, float scale, float seconds);
// The same, and draws it.
void render_frame(Screen& screen, GlCells& cells, int width, int height, float scale);

}  // namespace headlight
