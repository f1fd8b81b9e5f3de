// The lines and the words of the map.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/panels/map/map_drawing.h"
#include "app/panels/step_names.h"

namespace headlight {
namespace {

constexpr std::array word_types = {std::pair{type::lesson, type::small_section},
                                   std::pair{type::body, type::label_hot},
                                   std::pair{type::caption, type::caption_hot}};
constexpr int most_lines = 3;

// The corners of a line rounded.
std::vector<ImVec2> rounded(const std::vector<ImVec2>& corners, float radius) {
  std::vector<ImVec2> points;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const ImVec2 at = corners[i];
    if (i == 0 || i + 1 == corners.size()) {
      points.push_back(at);
      continue;
    }
    const auto towards = [&](const ImVec2& other) {
      const float dx = other.x - at.x;
      const float dy = other.y - at.y;
      const float length = std::max(std::hypot(dx, dy), 1e-3F);
      const float r = std::min(radius, length / 2);
      return ImVec2(at.x + dx / length * r, at.y + dy / length * r);
    };
    const ImVec2 a = towards(corners[i - 1]);
    const ImVec2 b = towards(corners[i + 1]);
    constexpr int pieces = 6;
    for (int k = 0; k <= pieces; ++k) {  // a quadratic curve with the corner as its control
      const float t = static_cast<float>(k) / pieces;
      const float u = 1 - t;
      points.emplace_back(u * u * a.x + 2 * u * t * at.x + t * t * b.x,
                          u * u * a.y + 2 * u * t * at.y + t * t * b.y);
    }
  }
  return points;
}

void arrow_head(Ui& ui, ImVec2 from, ImVec2 to, Rgb colour) {
  const float length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1e-3F);
  const ImVec2 along((to.x - from.x) / length, (to.y - from.y) / length);
  const float size = ui.px(6);
  const float half = ui.px(3.5F);
  const ImVec2 base(to.x - along.x * size, to.y - along.y * size);
  ui.polygon(std::array<ImVec2, 3>{{to,
                                    {base.x - along.y * half, base.y + along.x * half},
                                    {base.x + along.y * half, base.y - along.x * half}}},
             colour);
}

Role role_of_axis(Axis axis) {
  switch (info(axis).kind) {
    case AxisKind::tokens:
      return Role::tokens;
    case AxisKind::dimensions:
      return Role::dimensions;
    case AxisKind::vocabulary:
    case AxisKind::single:
      return Role::text_2;
  }
  return Role::text_2;
}

struct Wrapped {
  std::size_t type = 0;
  std::vector<std::vector<std::pair<float, std::size_t>>> lines;  // x and place of each word
  bool fits = false;
};

// The largest type in which the words take few lines; what does not fit into the last one is left out.
Wrapped wrap(const Ui& ui, const std::vector<std::string>& words, float width) {
  Wrapped best;
  for (std::size_t t = 0; t < word_types.size(); ++t) {
    Wrapped now{t, {{}}, true};
    const float space = ui.width(word_types[t].first, " ");
    float x = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const float wide = ui.width(word_types[t].first, words[i]);
      const bool last = now.lines.size() == most_lines;
      const float room = last ? width - ui.px(20) : width;
      if (x > 0 && x + wide > room) {
        if (last) {
          now.fits = false;
          break;
        }
        now.lines.emplace_back();
        x = 0;
      }
      now.lines.back().emplace_back(x, i);
      x += wide + space;
    }
    best = std::move(now);
    if (best.fits && best.lines.size() == 1) break;
  }
  return best;
}

}  // namespace

RichText shape_text(const Trace& trace, const std::string& path) {
  const int node = trace.find(path);
  if (node < 0) return {};
  const Node& about = trace.tape().node(node);
  return std::vector<TextRun>{{"[", Role::text_3},
                              {std::to_string(about.shape.rows), role_of_axis(about.label.rows)},
                              {", ", Role::text_3},
                              {std::to_string(about.shape.cols), role_of_axis(about.label.cols)},
                              {"]", Role::text_3}};
}

void draw_map_line(const PanelContext& context, const MapLine& line) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Rgb colour = c.plain_ribbon;
  std::string letter;
  switch (line.kind) {
    case MapLine::Kind::stream:
    case MapLine::Kind::residual:
      break;
    case MapLine::Kind::query:
      colour = c.query;
      letter = "Q";
      break;
    case MapLine::Kind::key:
      colour = c.key;
      letter = "K";
      break;
    case MapLine::Kind::value:
      colour = c.value;
      letter = "V";
      break;
  }
  std::vector<ImVec2> corners = line.points;
  const ImVec2 end = corners.back();
  const ImVec2 before = corners[corners.size() - 2];
  if (line.arrow) {  // the stroke ends in the head, not at its tip
    const float length = std::max(std::hypot(end.x - before.x, end.y - before.y), 1e-3F);
    const float back = std::min(ui.px(4), length);
    corners.back() = {end.x - (end.x - before.x) / length * back, end.y - (end.y - before.y) / length * back};
  }
  const float thick = line.kind == MapLine::Kind::residual ? ui.px(1.5F) : ui.px(2);
  if (corners.size() == 2) {
    ui.line(corners[0].x, corners[0].y, corners[1].x, corners[1].y, colour, thick);
  } else {
    ui.lines(rounded(corners, ui.px(8)), colour, thick);
  }
  if (line.arrow) arrow_head(ui, before, end, colour);
  if (!letter.empty()) {
    const bool level = end.y == before.y;
    const ImVec2 at =
        level ? ImVec2(end.x - ui.px(22), end.y + (line.kind == MapLine::Kind::key ? -ui.px(9) : ui.px(9)))
              : ImVec2(end.x + ui.px(6), end.y + ui.px(9));
    ui.text(at.x, at.y, type::caption_hot, colour, letter);
  }
  if (line.shape_of.empty()) return;
  const RichText shape = shape_text(*stage_trace(context), line.shape_of);
  const float left = line.label_ends_there ? ui.width(type::path, type::path, shape) : 0;
  ui.rich(line.label.x - left, line.label.y, type::path, type::path, shape);
}

int map_word_lines(const Ui& ui, const std::vector<std::string>& words, float width) {
  return static_cast<int>(wrap(ui, words, width).lines.size());
}

void draw_map_words(const PanelContext& context, const Area& area, const std::vector<std::string>& words,
                    int focus) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Wrapped wrapped = wrap(ui, words, area.width());
  const auto [plain, hot] = word_types[wrapped.type];
  const float line = area.height() / static_cast<float>(wrapped.lines.size());
  float y = area.top + line / 2;
  for (const auto& row : wrapped.lines) {
    if (row.empty()) continue;
    const float wide = row.back().first + ui.width(hot, words[row.back().second]);
    const float left = std::round(area.middle_x() - wide / 2);
    for (const auto& [x, place] : row) {
      const bool in_focus = static_cast<int>(place) == focus;
      const Type face = in_focus ? hot : plain;
      // Bold is wider: it takes of the space at both sides.
      const float over = ui.width(face, words[place]) - ui.width(plain, words[place]);
      ui.text(left + x - over / 2, y, face, c.ink, words[place]);
    }
    if (!wrapped.fits && &row == &wrapped.lines.back())
      ui.text(left + wide + ui.px(4), y, plain, c.text_2, "…");
    y += line;
  }
}

}  // namespace headlight
