#include "app/panels/place/dial.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <imgui.h>

#include "app/panels/common/step_names.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "core/code/step.h"
#include "core/platform/portable.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

// The code of a cell and of its step, or why there is none.
struct CodeOfCell {
  StepCode code;
  std::map<std::string, int> names;  // of the nodes that lines read or give
  std::string why_not;
};
struct KeptCode : KeptOfTrace<std::tuple<int, int, int, bool>, CodeOfCell> {};

const CodeOfCell& code_of(const Page& page, const Cell& cell) {
  const bool torch = page.session.torch;
  return page.ui.state<KeptCode>().get(
      page.context.maps[page.side].trace(), {cell.node, cell.row, cell.col, torch}, [&] {
        CodeOfCell made;
        try {
          made.code = step_code(page.trace, {cell.node}, cell, torch ? Library::torch : Library::numpy);
          const auto add = [&](const std::vector<CodeLine>& lines) {
            for (const CodeLine& line : lines) {
              const std::size_t end = line.text.find(" = ");
              if (line.node >= 0 && end != std::string::npos)
                made.names.emplace(line.text.substr(0, end), line.node);
            }
          };
          add(made.code.inputs);
          add(made.code.cell);
          for (const std::vector<CodeLine>& step : made.code.steps) add(step);
          add(made.code.both_ways);
        } catch (const std::invalid_argument& error) {
          made.why_not = error.what();
        }
        return made;
      });
}

std::vector<CodeLine> lines_shown(const StepCode& code, bool whole) {
  if (!whole && !code.cell.empty()) return code.cell;
  std::vector<CodeLine> lines;
  for (const std::vector<CodeLine>& step : code.steps) lines.insert(lines.end(), step.begin(), step.end());
  return lines;
}

// Which matrix the mouse is on: its own, or that of a line of code. -1: none.
struct CodePointed {
  int line_of = -1;   // in this frame
  int matrix = -1;    // in this frame
  int shown_of = -1;  // in the frame before: matrices are drawn before the code, or after it
  int shown_matrix = -1;
  double at = -1;
  void begin(double now) {
    if (at == now) return;
    at = now;
    shown_of = line_of;
    shown_matrix = matrix;
    line_of = matrix = -1;
  }
};
CodePointed& pointed_in(Ui& ui) {
  CodePointed& state = ui.state<CodePointed>();
  state.begin(static_cast<double>(ImGui::GetFrameCount()));
  return state;
}

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// A line of Python in its colours: what is called like a matrix has the colour of its role.
float draw_python(const Page& page, const std::map<std::string, int>& names, ImVec2 at, Type face,
                  const std::string& text) {
  float x = at.x;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    const bool name = in_name(text[i]);
    while (end < text.size() && in_name(text[end]) == name) ++end;
    const std::string piece = text.substr(i, end - i);
    const auto called = name ? names.find(piece) : names.end();
    const Rgb colour = called == names.end()
                           ? page.c.ink
                           : colour_of(role_of(page.trace.label(called->second).path), page.c);
    x = page.ui.text(x, at.y, face, colour, piece);
    i = end;
  }
  return x;
}

// In lines that are no wider than this, parted behind an operator.
std::vector<std::string> parted(const Ui& ui, Type face, const std::string& text, float wide) {
  std::vector<std::string> parts;
  std::string rest = text;
  while (ui.width(face, rest) > wide) {
    std::size_t cut = std::string::npos;
    for (std::size_t at = rest.find(' '); at != std::string::npos; at = rest.find(' ', at + 1)) {
      if (at > 2 && ui.width(face, rest.substr(0, at)) <= wide) cut = at;
    }
    if (cut == std::string::npos) break;
    parts.push_back(rest.substr(0, cut));
    rest = "  " + rest.substr(cut + 1);
  }
  parts.push_back(rest);
  return parts;
}

// What a node has, as Python writes it: "np.array([[0.5, 1], ...], dtype=np.float32)".
void add_array(std::string& text, const Trace& trace, int node) {
  const Reading value = trace.read(node);
  std::array<char, 32> digits{};
  text += "np.array([";
  for (int row = 0; row < value.shape().rows; ++row) {
    text += row == 0 ? "[" : ",\n    [";
    for (int col = 0; col < value.shape().cols; ++col) {
      const float number = value(row, col);
      text += col == 0 ? "" : ", ";
      if (std::isinf(number)) {
        text += number < 0 ? "-np.inf" : "np.inf";
        continue;
      }
      const auto end = portable::to_chars(digits.data(), digits.data() + digits.size(), number);
      text.append(digits.data(), end.ptr);
    }
    text += "]";
  }
  text += "], dtype=np.float32)";
}

// What the lines read: written out, or where that would be very much, how it is written to a file.
std::string trace_in_code(const Page& page, const StepCode& code) {
  constexpr Eigen::Index most = 60'000;  // numbers
  Eigen::Index all = 0;
  for (const int node : code.read) all += page.trace.tape().node(node).shape.size();
  if (all > most) {
    const std::string& site = page.trace.label(code.given.empty() ? 0 : code.given.back()).path;
    return "# These arrays are long: headlight code --site " + site +
           " -o step.py writes them to step.npz\ntrace = np.load(\"step.npz\")\n";
  }
  std::string text = "trace = {\n";
  for (const int node : code.read) {
    text += "  \"" + page.trace.label(node).path + "\": ";
    add_array(text, page.trace, node);
    text += ",\n";
  }
  return text + "}\n";
}

// The lines with what they read, its numbers written out, so that they run as they stand.
std::string code_to_copy(const Page& page, const StepCode& code, const std::vector<CodeLine>& lines) {
  const bool torch = page.session.torch;
  std::string text = "import math\nimport numpy as np\n";
  if (torch) text += "import torch\nfrom torch.nn import functional\n";
  text += "\n" + trace_in_code(page, code);
  std::vector<CodeLine> all = code.inputs;
  all.insert(all.end(), lines.begin(), lines.end());
  for (const std::string& line : written_lines(all)) text += line + "\n";
  return text;
}

std::array<Choice, 4> dial_choices() {
  return {Choice{to_be_said("words")}, Choice{to_be_said("numbers")}, Choice{to_be_said("formula")},
          Choice{to_be_said("code")}};
}
std::array<Choice, 2> library_choices() { return {Choice{"NumPy"}, Choice{"PyTorch"}}; }

}  // namespace

namespace {

// At a step the four are one thing to press: one stop of the Tab key. In two rows where they are no wider.
int press_dial(const Page& page, const Area& area) {
  Ui& ui = page.ui;
  const Palette& c = page.c;
  const auto list = dial_choices();
  const bool two_rows = choices_width(ui, list) > area.width();
  ui.fill(area, mix(c.rail, c.hairline, 0.5F), page.px(7));
  const Area inside = area.inset(page.px(3));
  std::vector<Area> places;
  float x = inside.left, all = 0;
  for (std::size_t i = 0; i < list.size(); ++i) all += choices_width(ui, std::span(list).subspan(i, 1));
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (two_rows) {
      const float wide = inside.width() / 2, high = inside.height() / 2;
      places.push_back(Area::at(inside.left + wide * static_cast<float>(i % 2),
                                inside.top + high * static_cast<float>(i / 2), wide, high));
    } else {
      const float wide = inside.width() * choices_width(ui, std::span(list).subspan(i, 1)) / all;
      places.push_back(Area::at(x, inside.top, wide, inside.height()));
      x += wide;
    }
  }
  const int chosen = static_cast<int>(page.session.dial);
  const OneOfMany touch = press_one_of(page, "place/dial", places, chosen);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool here = static_cast<int>(i) == chosen;
    if (here) {
      ui.fill(places[i], c.panel, page.px(5));
      ui.outline(places[i], c.strong_line, ui.hairline(), page.px(5));
    } else if (static_cast<int>(i) == touch.pointed) {
      ui.fill(places[i], c.hairline, page.px(5));
    }
    ui.text(places[i], Align::centre, here ? type::label_hot : type::label, here ? c.ink : c.text_2,
            list[i].label);
  }
  return touch.clicked;
}

}  // namespace

Dial draw_dial(const Page& page, Area& line, const Cell& cell) {
  Ui& ui = page.ui;
  const float own = choices_width(ui, dial_choices());
  const Area place = line.cut_left(std::min(own, line.width()), page.px(16));
  const int pressed = page.altitude == Altitude::step ? press_dial(page, place)
                                                      : choices(ui, "place/dial", place, dial_choices(),
                                                                static_cast<int>(page.session.dial));
  if (pressed >= 0) ui.emit(SetDial{static_cast<Dial>(pressed)});
  if (page.session.dial != Dial::code) return page.session.dial;
  const std::string copy = say("Copy");
  const float wide = button_width(ui, copy), library = choices_width(ui, library_choices());
  if (line.width() < wide) return Dial::code;
  const CodeOfCell& made = code_of(page, cell);
  const Area at = line.cut_right(wide, page.px(10));
  if (button(ui, "place/code/copy", at, copy, ButtonKind::plain, made.why_not.empty())) {
    const bool whole = page.altitude <= Altitude::step;
    std::vector<CodeLine> lines = lines_shown(made.code, whole);
    if (whole) lines.insert(lines.end(), made.code.both_ways.begin(), made.code.both_ways.end());
    ImGui::SetClipboardText(code_to_copy(page, made.code, lines).c_str());
  }
  if (line.width() < library) return Dial::code;
  const int chosen = choices(ui, "place/code/library", line.cut_right(library, page.px(8)), library_choices(),
                             page.session.torch ? 1 : 0);
  if (chosen >= 0) ui.emit(SetTorch{chosen == 1});
  return Dial::code;
}

namespace {

// One below the other, with the numbers from `first` on before them.
void draw_lines_of_code(const Page& page, const Area& area, const CodeOfCell& made,
                        const std::vector<CodeLine>& lines, bool small, std::size_t first = 0) {
  Ui& ui = page.ui;
  const Palette& c = page.c;
  const float pitch =
      std::min(page.px(small ? 18 : 27), area.height() / std::max(1.0F, static_cast<float>(lines.size())));
  // In a low window all lines are there, in smaller letters.
  const Type face = small || pitch < page.px(20) ? type::cell : type::formula_number;
  CodePointed& pointed = pointed_in(ui);
  const float number = small ? 0 : page.px(24);
  float comments = 0;
  for (const CodeLine& line : lines) comments = std::max(comments, ui.width(face, line.text));
  comments = std::min(comments + page.px(20), area.width() * 0.6F);
  Area rest = area;
  for (std::size_t i = 0; i < lines.size() && rest.height() > page.px(12); ++i) {
    const CodeLine& line = lines[i];
    const std::vector<std::string> parts = parted(ui, face, line.text, area.width() - number);
    const Area box = rest.cut_top(pitch * static_cast<float>(parts.size()));
    const bool hot = line.node >= 0 && line.node == pointed.shown_matrix;
    const Touch touch = ui.target("place/code/" + std::to_string(first + i), box, false);
    if (touch.hovered && line.node >= 0) pointed.line_of = line.node;
    if (hot || touch.hovered) ui.fill(box.outset(page.px(2)), hot ? c.focus_band : c.rail, page.px(4));
    if (!small)
      ui.text({box.left, box.top, box.left + page.px(14), box.top + pitch}, Align::right, type::cell,
              c.text_3, std::to_string(first + i + 1));
    float y = box.top + pitch / 2, x = 0;
    for (const std::string& part : parts) {
      x = draw_python(page, made.names, {box.left + number, y}, face, part);
      y += pitch;
    }
    if (line.comment.empty() || parts.size() > 1) continue;
    const std::string comment = "# " + line.comment;
    const float wide = ui.width(face, comment), close = x + page.px(14);
    const float column = std::max(close, box.left + number + comments);
    // Below one another, where all of it fits there.
    const float from = column + wide <= box.right ? column : close;
    if (!small || from + wide <= box.right)
      ui.text(from, y - pitch, face, c.text_2, ui.shortened(face, comment, box.right - from));
  }
}

}  // namespace

void draw_code(const Page& page, const Area& area, const Cell& cell, bool whole, bool small) {
  const CodeOfCell& made = code_of(page, cell);
  if (made.why_not.empty()) return draw_lines_of_code(page, area, made, lines_shown(made.code, whole), small);
  page.ui.wrapped(area, small ? type::caption : type::label, page.c.text_2, made.why_not, page.px(20));
}

void draw_both_ways(const Page& page, const Area& area, const Cell& cell) {
  if (page.session.dial != Dial::code) return;
  const CodeOfCell& made = code_of(page, cell);
  const std::vector<CodeLine>& lines = made.code.both_ways;
  const float head = page.px(28), pitch = page.px(26);
  if (lines.empty() || area.height() < head + pitch * static_cast<float>(lines.size())) return;
  Area rest = area;
  page.ui.text(rest.cut_top(head), Align::left, type::label_hot, page.c.ink,
               say("The same mask both ways: the weights are the same."));
  draw_lines_of_code(page, rest, made, lines, false, lines_shown(made.code, true).size());
}

void draw_step_explained(const Page& page, Area area, const Cell& cell, bool small) {
  const Site* const site = site_of(page.trace.label(cell.node).path);
  if (page.session.dial == Dial::code) return draw_code(page, area, cell, true, small);
  if (site == nullptr) return;
  if (page.session.dial == Dial::words) {
    page.ui.wrapped(area, small ? type::caption : type::lesson, page.c.ink, std::string(site->meaning),
                    page.px(small ? 17 : 22));
    return;
  }
  const Formula formula = Formula::parse(std::string(site->symbol) + " = " + std::string(site->formula));
  FormulaSize size = FormulaSize::medium;
  if (formula.measure(page.ui, size).width > area.width()) size = FormulaSize::small;
  formula.draw(page.ui, area.left, area.top + formula.measure(page.ui, size).ascent + page.px(4), size);
}

void mark_for_code(const Page& page, int node, const Area& area) {
  if (page.session.dial != Dial::code || node < 0) return;
  CodePointed& pointed = pointed_in(page.ui);
  if (area.contains(page.ui.mouse())) pointed.matrix = node;
  if (pointed.shown_of == node)
    page.ui.outline(area.outset(page.px(2)), page.c.ink, page.px(2.5F), page.px(4));
}

}  // namespace headlight::place
