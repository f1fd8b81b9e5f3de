#include "app/window/render.h"

#include <imgui.h>
#include <shaders.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace headlight {
namespace {

GLuint compile(GLenum kind, const char* source) {
  const GLuint shader = glCreateShader(kind);
  const std::array parts{glsl_version, glsl_precision, source};
  glShaderSource(shader, static_cast<GLsizei>(parts.size()), parts.data(), nullptr);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good != 0) return shader;
  std::string message(2000, '\0');
  GLsizei length = 0;
  glGetShaderInfoLog(shader, static_cast<GLsizei>(message.size()), &length, message.data());
  glDeleteShader(shader);
  throw std::runtime_error("a shader does not compile: " +
                           message.substr(0, static_cast<std::size_t>(length)));
}

// The GL program of the cells. Throws std::runtime_error with the driver's message.
unsigned linked_program() {
  const GLuint first = compile(GL_VERTEX_SHADER, shaders::heatmap_vert);
  const GLuint second = compile(GL_FRAGMENT_SHADER, shaders::heatmap_frag);
  const GLuint program = glCreateProgram();
  glAttachShader(program, first);
  glAttachShader(program, second);
  glLinkProgram(program);
  glDeleteShader(first);
  glDeleteShader(second);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (good == 0) throw std::runtime_error("the shaders do not link");
  return program;
}

constexpr int frames_kept = 120;
// Of what the last frame did not show, no more than some large matrices and all small ones.
constexpr std::size_t most_texture_bytes = std::size_t{64} << 20U;

std::size_t texture_bytes(const Heatmap& map) { return map.values.size() * 2 * sizeof(float); }

int row_of(Ramp ramp, Theme theme) {
  return (ramp == Ramp::diverging ? 2 : 0) + (theme == Theme::dark ? 1 : 0);
}

GLuint make_colour_maps() {
  std::vector<std::uint8_t> texels(std::size_t{4} * 256 * 4);
  for (const Ramp ramp : {Ramp::sequential, Ramp::diverging}) {
    for (const Theme theme : {Theme::light, Theme::dark}) {
      const ColourMap& map = colour_map(ramp, theme);
      std::uint8_t* at = texels.data() + static_cast<std::size_t>(row_of(ramp, theme)) * 256 * 4;
      for (const Rgb colour : map) {
        *at++ = colour.red;
        *at++ = colour.green;
        *at++ = colour.blue;
        *at++ = 255;
      }
    }
  }
  GLuint name = 0;
  glGenTextures(1, &name);
  glBindTexture(GL_TEXTURE_2D, name);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 256, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  return name;
}

// Red, green, blue and alpha, in the order that every OpenGL takes.
std::vector<std::uint8_t> bytes_of(const Raster& image) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(image.pixels.size() * 4);
  for (const std::uint32_t pixel : image.pixels) {
    for (const unsigned shift : {16U, 8U, 0U, 24U})
      bytes.push_back(static_cast<std::uint8_t>(pixel >> shift));
  }
  return bytes;
}

// As Heatmap::state() and is_error() have it.
float state_number(CellState stated, float value) {
  switch (stated) {
    case CellState::value:
      return std::isfinite(value) ? 0.0F : value < 0 ? 1.0F : 3.0F;
    case CellState::masked:
      return 1;
    case CellState::absent:
      return 2;
  }
  return 0;
}

// Dear ImGui's own kind of handle.
ImTextureID handle(GLuint name) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(name));
}

void set(GLint place, Rgb colour) {
  glUniform3f(place, static_cast<float>(colour.red) / 255, static_cast<float>(colour.green) / 255,
              static_cast<float>(colour.blue) / 255);
}

}  // namespace

GlCells::Program GlCells::make_program() {
  Program program{linked_program()};
  const auto place = [&](const char* name) { return glGetUniformLocation(program.name, name); };
  program.places = {place("u_display"),    place("u_area"),    place("u_values"),       place("u_maps"),
                    place("u_map"),        place("u_range"),   place("u_first"),        place("u_cell"),
                    place("u_gap"),        place("u_unit"),    place("u_paper"),        place("u_fade"),
                    place("u_line"),       place("u_error"),   place("u_error_ground"), place("u_log_from"),
                    place("u_both_signs"), place("u_left_out")};
  return program;
}

GlCells::GlCells() {
  glGenVertexArrays(1, &vertices_);
  maps_ = make_colour_maps();
  glGenTextures(1, &letters_);
}

GlCells::~GlCells() {
  for (const auto& [map, texture] : textures_) glDeleteTextures(1, &texture.name);
  for (const auto& [raster, image] : images_) glDeleteTextures(1, &image.name);
  glDeleteTextures(1, &maps_);
  glDeleteTextures(1, &letters_);
  glDeleteVertexArrays(1, &vertices_);
  glDeleteProgram(program_.name);
}

void GlCells::new_frame() {
  batches_.clear();
  let_go_of_textures();
  let_go_of_images();
}

void GlCells::let_go_of_textures() {
  std::size_t bytes = 0;
  std::vector<std::pair<int, const Heatmap*>> unused;
  for (auto& [map, texture] : textures_) {
    bytes += texture_bytes(*map);
    if (++texture.unused > 1) unused.emplace_back(texture.unused, map);
  }
  std::sort(unused.rbegin(), unused.rend());  // the longest unused first
  for (const auto& [frames, map] : unused) {
    if (frames < frames_kept && bytes <= most_texture_bytes) break;
    bytes -= texture_bytes(*map);
    const auto entry = textures_.find(map);
    glDeleteTextures(1, &entry->second.name);
    textures_.erase(entry);
  }
}

// Dear ImGui draws the last frame's list until a new one is begun, so an image stays for one more.
void GlCells::let_go_of_images() {
  for (auto entry = images_.begin(); entry != images_.end();) {
    const bool gone = ++entry->second.unused > 2;
    if (gone) glDeleteTextures(1, &entry->second.name);
    entry = gone ? images_.erase(entry) : std::next(entry);
  }
}

unsigned GlCells::texture(const RasterPtr& image, bool smooth) {
  Image& entry = images_[image.get()];
  entry.unused = 0;
  if (entry.name == 0) {
    entry.image = image;
    glGenTextures(1, &entry.name);
    glBindTexture(GL_TEXTURE_2D, entry.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, smooth ? GL_LINEAR : GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image->width, image->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 bytes_of(*image).data());
  }
  return entry.name;
}

void GlCells::paint(ImDrawList& list, const RasterPtr& image, const Area& area) {
  list.AddImage(handle(texture(image, false)), area.min(), area.max());
}

void GlCells::letters(ImDrawList& list, const RasterPtr& line, const Area& area, ImU32 tint) {
  list.AddImage(handle(texture(line, true)), area.min(), area.max(), {0, 0}, {1, 1}, tint);
}

void GlCells::show(const FontsPtr& fonts) {
  ImFontAtlas& atlas = fonts->atlas();
  atlas.TexID = handle(letters_);
  const bool other = fonts != fonts_;
  const Fonts::Drawn drawn = fonts->drawn_since(other ? 0 : letters_uploaded_);
  if (!other && drawn.letters == letters_uploaded_) return;
  glBindTexture(GL_TEXTURE_2D, letters_);
  if (other) {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, atlas.TexWidth, atlas.TexHeight, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 nullptr);
  }
  // White, as opaque as the letters say.
  const int width = drawn.right - drawn.left, height = drawn.bottom - drawn.top;
  std::vector<std::uint8_t> texels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4,
                                   255);
  std::uint8_t* opaque = texels.data() + 3;
  for (int y = drawn.top; y < drawn.bottom; ++y) {
    const unsigned char* const row = fonts->pixels() + std::ptrdiff_t{y} * atlas.TexWidth;
    for (int x = drawn.left; x < drawn.right; ++x, opaque += 4) *opaque = row[x];
  }
  glTexSubImage2D(GL_TEXTURE_2D, 0, drawn.left, drawn.top, width, height, GL_RGBA, GL_UNSIGNED_BYTE,
                  texels.data());
  fonts_ = fonts;
  letters_uploaded_ = drawn.letters;
}

void GlCells::paint(ImDrawList& list, const CellPaint& paint, Theme theme) {
  if (paint.area.empty() || paint.rows <= 0 || paint.columns <= 0) return;
  if (batches_.empty() || batches_.back().theme != theme || !goes_on(list, batches_.back())) {
    batches_.push_back({this, theme});
    list.AddCallback(&GlCells::run, &batches_.back());
    list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  }
  batches_.back().paints.push_back(paint);
}

// Whether the list ends with this batch: its command, the one that restores the state, and an empty one.
bool GlCells::goes_on(const ImDrawList& list, const Batch& batch) {
  const auto& commands = list.CmdBuffer;
  if (commands.Size < 3) return false;
  const ImDrawCmd& last = commands[commands.Size - 1];
  const ImDrawCmd& own = commands[commands.Size - 3];
  return last.ElemCount == 0 && last.UserCallback == nullptr &&
         commands[commands.Size - 2].UserCallback == ImDrawCallback_ResetRenderState &&
         own.UserCallback == &GlCells::run && own.UserCallbackData == &batch &&
         own.ClipRect.x == last.ClipRect.x && own.ClipRect.y == last.ClipRect.y &&
         own.ClipRect.z == last.ClipRect.z && own.ClipRect.w == last.ClipRect.w;
}

void GlCells::run(const ImDrawList*, const ImDrawCmd* command) {
  const Batch& batch = *static_cast<const Batch*>(command->UserCallbackData);
  batch.self->draw(batch, command->ClipRect);
}

unsigned GlCells::texture(const HeatmapPtr& map) {
  Texture& entry = textures_[map.get()];
  entry.unused = 0;
  if (entry.name != 0) {
    glBindTexture(GL_TEXTURE_2D, entry.name);
    return entry.name;
  }
  entry.map = map;
  std::vector<float> texels(map->values.size() * 2);
  for (std::size_t i = 0; i < map->values.size(); ++i) {
    texels[2 * i] = map->values[i];
    texels[2 * i + 1] = state_number(map->states.empty() ? CellState::value : map->states[i], map->values[i]);
  }
  glGenTextures(1, &entry.name);
  glBindTexture(GL_TEXTURE_2D, entry.name);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32F, map->columns, map->rows, 0, GL_RG, GL_FLOAT, texels.data());
  return entry.name;
}

void GlCells::draw(const Batch& batch, const ImVec4& clip) {
  const ImVec2 display = ImGui::GetDrawData()->DisplaySize;
  const Palette& colours = palette(batch.theme);

  const auto left = static_cast<GLint>(clip.x);
  const auto bottom = static_cast<GLint>(display.y - clip.w);
  glScissor(left, bottom, std::max(0, static_cast<GLsizei>(clip.z) - left),
            std::max(0, static_cast<GLsizei>(clip.w - clip.y)));
  const auto& [program, places] = program_;
  glUseProgram(program);
  glBindVertexArray(vertices_);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, maps_);
  glActiveTexture(GL_TEXTURE0);
  glUniform1i(places.values, 0);
  glUniform1i(places.maps, 1);
  glUniform2f(places.display, display.x, display.y);
  set(places.line, colours.strong_line);
  set(places.error, colours.error);
  set(places.error_ground, colours.error_ground);
  for (const CellPaint& paint : batch.paints) draw(paint, batch);
}

void GlCells::draw(const CellPaint& paint, const Batch& batch) {
  const Places& places = program_.places;
  const Scale& scale = paint.scale ? *paint.scale : paint.map->scale;
  texture(paint.map);
  glUniform1i(places.map, row_of(scale.ramp, batch.theme));
  glUniform4f(places.area, paint.area.left, paint.area.top, paint.area.right, paint.area.bottom);
  glUniform2f(places.range, scale.low, scale.high);
  glUniform1f(places.log_from, scale.log_from);
  glUniform1i(places.both_signs, scale.ramp == Ramp::diverging ? 1 : 0);
  glUniform1i(places.left_out, paint.left_out.value_or(-1));
  glUniform2i(places.first, paint.column, paint.row);
  glUniform2f(places.cell, paint.area.width() / static_cast<float>(paint.columns),
              paint.area.height() / static_cast<float>(paint.rows));
  glUniform1f(places.gap, paint.gap);
  glUniform1f(places.unit, paint.unit);
  glUniform1f(places.fade, paint.fade);
  set(places.paper, paint.paper);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void draw_imgui(const Screen& screen) {
  const Rgb paper = screen.paper();
  glDisable(GL_SCISSOR_TEST);
  glClearColor(static_cast<float>(paper.red) / 255, static_cast<float>(paper.green) / 255,
               static_cast<float>(paper.blue) / 255, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void build_frame(Screen& screen, GlCells& cells, int width, int height, float scale, float seconds) {
  ImGuiIO& io = ImGui::GetIO();
  ImGui_ImplOpenGL3_NewFrame();
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DeltaTime = seconds;
  screen.prepare(scale);
  cells.new_frame();
  ImGui::NewFrame();
  screen.frame();
}

void render_frame(Screen& screen, GlCells& cells, int width, int height, float scale) {
  build_frame(screen, cells, width, height, scale, 1.0F / 60);
  draw_imgui(screen);
}

}  // namespace headlight
