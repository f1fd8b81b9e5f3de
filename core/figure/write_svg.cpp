// A drawing as SVG, with text as text: it can be searched, read aloud and edited. (Cairo would write
// outlines.)
#include <algorithm>
#include <cstdio>
#include <ostream>
#include <sstream>
#include <string>

#include "core/figure/canvas.h"
#include "core/figure/drawing.h"
#include "core/files/compressed.h"
#include "core/files/write_pictures.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// Up to three decimals, without trailing zeros.
std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  std::string shown = text;
  shown.erase(shown.find_last_not_of('0') + 1);
  if (shown.back() == '.') shown.pop_back();
  return shown == "-0" ? "0" : shown;
}

std::string hex(Rgb colour) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", colour.red, colour.green, colour.blue);
  return text;
}

// Signs of markup are named; what XML does not allow is left out, and what is not UTF-8 replaced.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char letter : valid_utf8(text)) {
    if (letter == '&') {
      safe += "&amp;";
    } else if (letter == '<') {
      safe += "&lt;";
    } else if (letter == '>') {
      safe += "&gt;";
    } else if (letter == '"') {
      safe += "&quot;";
    } else if (static_cast<unsigned char>(letter) >= 0x20) {
      safe += letter;
    }
  }
  return safe;
}

std::string at(Point point) { return decimal(point.x) + " " + decimal(point.y); }

std::string box_attributes(const Box& box) {
  return " x=\"" + decimal(box.x) + "\" y=\"" + decimal(box.y) + "\" width=\"" +
         decimal(std::max(0.0, box.width)) + "\" height=\"" + decimal(std::max(0.0, box.height)) + "\"";
}

std::string paint_attributes(const Paint& paint, double thickness) {
  const std::string kind = thickness > 0 ? "stroke" : "fill";
  std::string text = " " + kind + "=\"" + hex(paint.colour) + "\"";
  if (thickness > 0) text = " fill=\"none\"" + text + " stroke-width=\"" + decimal(thickness) + "\"";
  if (paint.alpha < 1) text += " " + kind + "-opacity=\"" + decimal(static_cast<double>(paint.alpha)) + "\"";
  return text;
}

// One overload for each kind of item.
class SvgReplay {
 public:
  SvgReplay(std::ostream& out, const Drawing& drawing)
      : out_(out), theme_(drawing.theme), font_(drawing.font.empty() ? "" : escaped(drawing.font) + ", ") {}

  void operator()(const DrawnBox& item) {
    out_ << "<rect" << box_attributes(item.box);
    if (item.radius > 0) out_ << " rx=\"" << decimal(item.radius) << '"';
    out_ << paint_attributes(item.paint, item.thickness) << "/>\n";
  }

  void operator()(const DrawnLines& item) {
    out_ << "<polyline points=\"" << points(item.points) << '"'
         << paint_attributes(item.paint, item.thickness) << " stroke-linejoin=\"round\"/>\n";
  }

  void operator()(const DrawnCurve& item) {
    out_ << "<path d=\"M" << at(item.from) << 'C' << at(item.from_control) << ' ' << at(item.to_control)
         << ' ' << at(item.to) << '"' << paint_attributes(item.paint, item.thickness) << "/>\n";
  }

  void operator()(const DrawnRibbon& item) { (*this)(DrawnPolygon{border_of(item), item.paint}); }

  void operator()(const DrawnCircle& item) {
    out_ << "<circle cx=\"" << decimal(item.centre.x) << "\" cy=\"" << decimal(item.centre.y) << "\" r=\""
         << decimal(item.radius) << '"' << paint_attributes(item.paint, item.thickness) << "/>\n";
  }

  void operator()(const DrawnPolygon& item) {
    out_ << "<polygon points=\"" << points(item.corners) << '"' << paint_attributes(item.paint, 0) << "/>\n";
  }

  void operator()(const DrawnGradient& item) {
    const std::string id = new_id();
    out_ << "<linearGradient id=\"" << id << "\" x2=\"" << (item.towards == Towards::right) << "\" y1=\""
         << (item.towards == Towards::top) << "\" y2=\"" << (item.towards == Towards::bottom) << "\">";
    for (std::size_t i = 0; i < item.colours.size(); ++i) {
      out_ << "<stop offset=\"" << decimal(stop_of(item, i)) << "\" stop-color=\"" << hex(item.colours[i])
           << "\"/>";
    }
    out_ << "</linearGradient>\n<rect" << box_attributes(item.box) << " fill=\"url(#" << id << ")\"/>\n";
  }

  void operator()(const DrawnHatch& item) { pieces(lines_of(hatch(item.box, {}, item.falling)), item.paint); }

  void operator()(const DrawnText& item) {
    const FaceName face = name_of(item.type.face);
    out_ << "<text x=\"" << decimal(item.at.x) << "\" y=\"" << decimal(item.at.y + item.drop) << '"';
    if (item.degrees != 0)
      out_ << " transform=\"rotate(" << decimal(-item.degrees) << ' ' << at(item.at) << ")\"";
    out_ << " font-family=\"" << font_ << face.family << ", " << face.fallback << ", "
         << (std::string(face.family) == "Inter" ? "sans-serif" : "monospace") << "\" font-size=\""
         << decimal(item.type.size * item.scale) << '"';
    if (face.weight != 400) out_ << " font-weight=\"" << face.weight << '"';
    if (face.italic) out_ << " font-style=\"italic\"";
    if (item.width > 0) out_ << " textLength=\"" << decimal(item.width) << '"';
    out_ << paint_attributes(item.paint, 0) << '>' << escaped(item.text) << "</text>\n";
  }

  void operator()(const DrawnCells& item) {
    if (as_image(item)) {
      image(item.area, cell_pixels(item, theme_), item.columns, item.rows);
      return;
    }
    const double under = item.gap > 0 ? 0 : 0.25;  // seams would show between them
    out_ << "<g shape-rendering=\"crispEdges\">\n";
    std::string lines;
    std::ostringstream dots;
    each_piece(item, theme_, [&](const CellPiece& piece) {
      Box box = piece.box;
      box.width = std::min(box.width + under, item.area.right() - box.x);
      box.height = std::min(box.height + under, item.area.bottom() - box.y);
      out_ << "<rect" << box_attributes(box) << paint_attributes({piece.colour}, 0);
      if (piece.error) {
        out_ << " stroke=\"" << hex(shown_colour(item, palette(theme_).error)) << "\"";
      } else if (piece.state == CellState::masked || piece.left_out) {
        lines += lines_of(hatch(piece.box, item.area, piece.left_out));
      } else if (piece.state == CellState::absent) {
        dots << "<circle cx=\"" << decimal(box.x + box.width / 2) << "\" cy=\""
             << decimal(box.y + box.height / 2) << "\" r=\""
             << decimal(std::min(1.5, 0.25 * std::min(box.width, box.height))) << "\" fill=\""
             << hex(line_of(item, theme_)) << "\"/>\n";
      }
      out_ << "/>\n";
    });
    out_ << "</g>\n";
    pieces(lines, {line_of(item, theme_)});
    out_ << dots.str();
  }

  void operator()(const DrawnImage& item) {
    image(item.box, item.image->pixels, item.image->width, item.image->height);
  }

  void operator()(const ClipBegin& item) {
    const std::string id = new_id();
    out_ << "<clipPath id=\"" << id << "\"><rect" << box_attributes(item.box)
         << "/></clipPath>\n<g clip-path=\"url(#" << id << ")\">\n";
    ++clips_;
  }

  void operator()(const ClipEnd&) {
    if (clips_ == 0) return;
    out_ << "</g>\n";
    --clips_;
  }

  void finish() {
    for (; clips_ > 0; --clips_) out_ << "</g>\n";
  }

 private:
  std::string new_id() { return "h" + std::to_string(ids_++); }

  static std::string lines_of(const std::vector<std::array<Point, 2>>& pieces) {
    std::string text;
    for (const auto& [from, end] : pieces) text += "M" + at(from) + "L" + at(end);
    return text;
  }

  void pieces(const std::string& lines, const Paint& paint) {
    if (!lines.empty()) out_ << "<path d=\"" << lines << '"' << paint_attributes(paint, 1) << "/>\n";
  }

  static std::string points(const std::vector<Point>& places) {
    std::string text;
    for (const Point& place : places) {
      if (!text.empty()) text += ' ';
      text += decimal(place.x) + "," + decimal(place.y);
    }
    return text;
  }

  void image(const Box& box, const std::vector<std::uint32_t>& pixels, int width, int height) {
    std::ostringstream png;
    write_png(png, pixels, width, height);
    out_ << "<image" << box_attributes(box)
         << " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
            "href=\"data:image/png;base64,"
         << to_base64(png.str()) << "\"/>\n";
  }

  std::ostream& out_;
  Theme theme_;
  std::string font_;
  int ids_ = 0;
  int clips_ = 0;
};

}  // namespace

void write_svg(std::ostream& out, const Drawing& drawing, bool ground) {
  const std::string width = decimal(drawing.width);
  const std::string height = decimal(drawing.height);
  const auto size = [&](double units) {
    return drawing.in_millimetres ? decimal(units * mm_per_unit) + "mm" : decimal(units);
  };
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
      << size(drawing.width) << "\" height=\"" << size(drawing.height) << "\" viewBox=\"0 0 " << width << ' '
      << height << "\" xml:space=\"preserve\">\n<title>" << escaped(drawing.title) << "</title>\n";
  if (!drawing.caption.empty()) out << "<desc>" << escaped(drawing.caption) << "</desc>\n";
  if (ground) {
    out << "<rect width=\"100%\" height=\"100%\" fill=\"" << hex(paper_of(drawing)) << "\"/>\n";
  }
  SvgReplay replay(out, drawing);
  for (const DrawnItem& item : drawing.items) std::visit(replay, item);
  replay.finish();
  out << "</svg>\n";
}

}  // namespace headlight
