#include "app/panels/common/dial.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <span>
#include <stdexcept>
#include <tuple>

#include <imgui.h>

#include "app/lessons/page.h"
#include "app/panels/common/cell_words.h"
#include "app/panels/common/step_names.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "core/code/step.h"
#include "core/explain/matrix_formulas.h"
#include "core/platform/portable.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// The code of a cell and of its step, or why there is none.
struct CodeOfCell {
  StepCode code;
  std::map<std::string, int, std::less<>> names;  // of the nodes that lines read or give
  std::map<std::string, std::vector<int>> nodes;  // what each line reads and gives
  std::string why_not;
};
bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Words and what is between them, one after another.
std::vector<std::string_view> pieces_of_python(std::string_view text) {
  std::vector<std::string_view> pieces;
  for (std::size_t i = 0; i < text.size(); i += pieces.back().size()) {
    std::size_t end = i + 1;
    while (end < text.size() && in_name(text[end]) == in_name(text[i])) ++end;
    pieces.push_back(text.substr(i, end - i));
  }
  return pieces;
}

void find_nodes(CodeOfCell& made, const std::vector<CodeLine>& lines) {
  for (const CodeLine& line : lines) {
    std::vector<int>& nodes = made.nodes[line.text];
    nodes.clear();
    for (const std::string_view piece : pieces_of_python(line.text)) {
      if (const auto called = made.names.find(piece); called != made.names.end())
        nodes.push_back(called->second);
    }
  }
}

// By the cell, its product, and whether it is written with PyTorch.
struct KeptCode : KeptOfTrace<std::tuple<int, int, int, int, bool>, CodeOfCell> {};

const CodeOfCell& code_of(const Explained& of) {
  const bool torch = of.context.session.torch;
  return of.context.ui.state<KeptCode>().get(
      of.trace, {of.cell.node, of.cell.row, of.cell.col, of.product, torch}, [&] {
        CodeOfCell made;
        try {
          made.code = step_code(*of.trace, {of.cell.node}, of.cell, torch ? Library::torch : Library::numpy);
          // Of several lines of a step the last one gives it.
          const auto add = [&](const std::vector<CodeLine>& lines) {
            for (std::size_t i = 0; i < lines.size(); ++i) {
              const std::size_t end = lines[i].text.find(" = ");
              if (end == std::string::npos) continue;
              const bool last = i + 1 == lines.size() || lines[i + 1].node != lines[i].node;
              made.names.emplace(lines[i].text.substr(0, end),
                                 lines[i].node >= 0 && last ? lines[i].node : made_on_the_way);
            }
          };
          add(made.code.inputs);
          add(made.code.cell);
          for (const std::vector<CodeLine>& step : made.code.steps) add(step);
          add(made.code.both_ways);
          if (std::vector<CodeLine> one = product_code(*of.trace, made.code, of.cell, of.product);
              !one.empty())
            made.code.cell = std::move(one);
          find_nodes(made, made.code.cell);
          for (const std::vector<CodeLine>& step : made.code.steps) find_nodes(made, step);
          find_nodes(made, made.code.both_ways);
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

// Which matrix the mouse is on, -1 for none; and on a line of code, which that one reads and gives.
struct CodePointed {
  std::vector<int> line_of;   // in this frame
  int matrix = -1;            // in this frame
  std::vector<int> shown_of;  // in the frame before: matrices are drawn before the code, or after it
  int shown_matrix = -1;
  double at = -1;
  void begin(double now) {
    if (at == now) return;
    at = now;
    shown_of = std::exchange(line_of, {});
    shown_matrix = std::exchange(matrix, -1);
  }
};
CodePointed& pointed_in(Ui& ui) {
  CodePointed& state = ui.state<CodePointed>();
  state.begin(static_cast<double>(ImGui::GetFrameCount()));
  return state;
}

// A line of Python in its colours: what is called like a matrix has the colour of its role.
float draw_python(const Explained& of, const CodeOfCell& made, ImVec2 at, Type face, std::string_view text) {
  const Palette& c = of.context.ui.colours();
  float x = at.x;
  for (const std::string_view piece : pieces_of_python(text)) {
    const auto called = made.names.find(piece);
    const bool matrix = called != made.names.end() && called->second >= 0;
    const Rgb colour = matrix ? colour_of(role_of(of.trace->label(called->second).path), c) : c.ink;
    x = of.context.ui.text(x, at.y, face, colour, piece);
  }
  return x;
}

// In lines that are no wider than this, parted behind an operator, else behind a bracket that opens.
std::vector<std::string> parted(const Ui& ui, Type face, const std::string& text, float wide) {
  std::vector<std::string> parts;
  std::string rest = text;
  while (ui.width(face, rest) > wide) {
    std::size_t cut = std::string::npos;
    for (std::size_t at = rest.find(' '); at != std::string::npos; at = rest.find(' ', at + 1)) {
      if (at > 2 && ui.width(face, rest.substr(0, at)) <= wide) cut = at;
    }
    for (std::size_t at = rest.find('('); cut == std::string::npos && at != std::string::npos;
         at = rest.find('(', at + 1)) {
      if (ui.width(face, rest.substr(0, at + 1)) <= wide) cut = at + 1;
    }
    if (cut == std::string::npos) break;
    parts.push_back(rest.substr(0, cut));
    rest = "  " + rest.substr(rest[cut] == ' ' ? cut + 1 : cut);
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
std::string trace_in_code(const Trace& trace, const StepCode& code) {
  constexpr Eigen::Index most = 60'000;  // numbers
  Eigen::Index all = 0;
  for (const int node : code.read) all += trace.tape().node(node).shape.size();
  if (all > most) {
    const std::string& site = trace.label(code.given.empty() ? 0 : code.given.back()).path;
    return "# These arrays are long: headlight code --site " + site +
           " -o step.py writes them to step.npz\ntrace = np.load(\"step.npz\")\n";
  }
  std::string text = "trace = {\n";
  for (const int node : code.read) {
    text += "  \"" + trace.label(node).path + "\": ";
    add_array(text, trace, node);
    text += ",\n";
  }
  return text + "}\n";
}

// The lines with what they read, its numbers written out, so that they run as they stand.
std::string code_to_copy(const Explained& of, const StepCode& code, const std::vector<CodeLine>& lines) {
  const bool torch = of.context.session.torch;
  std::string text = "import math\nimport numpy as np\n";
  if (torch) text += "import torch\nfrom torch.nn import functional\n";
  text += "\n" + trace_in_code(*of.trace, code);
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

// When it was copied, so that the button says so for a while.
struct CodeCopied {
  static constexpr double shown = 1.5;  // seconds
  double at = -shown;
};

// Code has letters of one width.
Type code_face(DialSize size, bool close) {
  if (size == DialSize::large) return {Face::mono, 24};
  return size == DialSize::small || close ? type::cell : type::formula_number;
}
float code_pitch(DialSize size) { return size == DialSize::large ? 40 : size == DialSize::small ? 18 : 27; }

}  // namespace

float dial_width(const Ui& ui, DialSize size) {
  return choices_width(ui, dial_choices(), size == DialSize::large);
}
float dial_height(const Ui& ui, DialSize size) { return ui.px(size == DialSize::large ? 46 : 30); }

Dial draw_dial(const Explained& of, Area& line) {
  Ui& ui = of.context.ui;
  const Session& session = of.context.session;
  const std::array<Choice, 4> all = dial_choices();
  // Formulas and code, the last two, may be hidden from a class.
  const bool whole = !hidden_controls(session).formulas;
  const std::span<const Choice> shown = std::span(all).first(whole ? 4 : 2);
  const bool large = of.size == DialSize::large;
  const Area place = line.cut_left(std::min(choices_width(ui, shown, large), line.width()), ui.px(16));
  const int pressed =
      choices(ui, "dial", place, shown, static_cast<int>(session.dial), {.one_stop = true, .large = large});
  if (pressed >= 0) ui.emit(SetDial{static_cast<Dial>(pressed)});
  if (!whole && session.dial > Dial::numbers) {
    ui.emit(SetDial{Dial::numbers});
    return Dial::numbers;
  }
  if (session.dial == Dial::code) draw_code_choices(of, line);
  return session.dial;
}

void draw_code_choices(const Explained& of, Area& line) {
  Ui& ui = of.context.ui;
  const bool large = of.size == DialSize::large;
  const std::string copy = say("Copy"), done = say("Copied");
  const float wide = std::max(button_width(ui, copy), button_width(ui, done)),
              library = choices_width(ui, library_choices(), large);
  // Before a class nobody copies.
  if (!large && line.width() >= wide) {
    const CodeOfCell& made = code_of(of);
    const Area at = line.cut_right(wide, ui.px(10));
    double& copied = ui.state<CodeCopied>().at;
    const bool just_copied = ui.state().now < copied + CodeCopied::shown;
    if (just_copied) ui.state().move_at(copied + CodeCopied::shown);
    if (button(ui, "code/copy", at, just_copied ? done : copy, ButtonKind::plain, made.why_not.empty())) {
      copied = ui.state().now;
      std::vector<CodeLine> lines = lines_shown(made.code, of.whole);
      if (of.whole) lines.insert(lines.end(), made.code.both_ways.begin(), made.code.both_ways.end());
      ImGui::SetClipboardText(code_to_copy(of, made.code, lines).c_str());
    }
  }
  if (line.width() < library * 0.8F) return;
  const Area choice = line.cut_right(std::min(library, line.width()), ui.px(8));
  const int chosen = choices(ui, "code/library", choice, library_choices(), of.context.session.torch ? 1 : 0,
                             {.one_stop = true, .large = large});
  if (chosen >= 0) ui.emit(SetTorch{chosen == 1});
}

namespace {

// One below the other, with the numbers from `first` on before them. Returns the height taken.
float draw_lines_of_code(const Explained& of, const Area& area, const CodeOfCell& made,
                         const std::vector<CodeLine>& lines, std::size_t first = 0) {
  Ui& ui = of.context.ui;
  const Palette& c = ui.colours();
  const bool small = of.size == DialSize::small, large = of.size == DialSize::large;
  const float number = small ? 0 : ui.px(large ? 44 : 24);
  // A comment that has no room behind its line stands under it: before a class nothing is cut off, and where
  // the type is small there may be room.
  const bool may_be_under = large || (small && area.height() >= ui.px(44) * static_cast<float>(lines.size()));
  const auto comment_on = [&](const CodeLine& line) {
    // In small type the sizes alone, which stand first.
    return line.comment.empty()
               ? ""
               : "# " + (small ? line.comment.substr(0, line.comment.find("  ")) : line.comment);
  };
  const auto is_under = [&](Type face, const CodeLine& line, const std::string& last, float wide) {
    return may_be_under && !line.comment.empty() &&
           ui.width(face, last) + ui.px(14) + ui.width(face, comment_on(line)) > wide - number;
  };
  const auto rows_in = [&](Type face, float wide) {
    std::size_t rows = 0;
    for (const CodeLine& line : lines) {
      const std::vector<std::string> parts = parted(ui, face, line.text, wide - number);
      rows += parts.size() + (is_under(face, line, parts.back(), wide) ? 1 : 0);
    }
    return static_cast<float>(rows);
  };
  // In a low window all lines are there, in smaller letters, and where they need it in two columns.
  Type face = code_face(of.size, false);
  const auto fits_in = [&](Type usual) {
    return static_cast<float>(lines.size()) * ui.px(22) <= area.height() &&
           std::all_of(lines.begin(), lines.end(), [&](const CodeLine& line) {
             return ui.width(usual, line.text) <= area.width() - number;
           });
  };
  if (small && fits_in(code_face(DialSize::usual, false))) face = code_face(DialSize::usual, false);
  const float least = ui.px(13);
  float rows = std::max(1.0F, rows_in(face, area.width()));
  Area column = area;
  if (area.height() / rows < ui.px(20)) {
    face = code_face(of.size, true);
    rows = std::max(1.0F, rows_in(face, area.width()));
    const float half = area.width() / 2 - ui.px(8);
    const auto fits = [&](const CodeLine& line) {
      const std::vector<std::string> parts = parted(ui, face, line.text, half - number);
      return std::all_of(parts.begin(), parts.end(),
                         [&](const std::string& part) { return ui.width(face, part) <= half - number; });
    };
    if (area.height() / rows < least && std::all_of(lines.begin(), lines.end(), fits)) {
      column.right = column.left + half;
      rows = std::max(1.0F, std::ceil(rows_in(face, column.width()) / 2));
    }
  }
  const bool two = column.right < area.right;
  const float pitch = std::max(std::min(ui.px(code_pitch(of.size)), area.height() / rows), least);
  CodePointed& pointed = pointed_in(ui);
  float comments = 0;
  for (const CodeLine& line : lines) comments = std::max(comments, ui.width(face, line.text));
  comments = std::min(comments + ui.px(20), area.width() * 0.6F);
  Area rest = column;
  bool second = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const CodeLine& line = lines[i];
    const std::vector<std::string> parts = parted(ui, face, line.text, column.width() - number);
    const std::string comment = comment_on(line);
    const float wide = ui.width(face, comment);
    const bool under = is_under(face, line, parts.back(), column.width());
    const float tall = pitch * static_cast<float>(parts.size() + (under ? 1 : 0));
    if (rest.height() < tall - ui.px(1)) {
      if (!two || std::exchange(second, true)) break;
      rest = column.moved(column.width() + ui.px(16), 0);
    }
    const Area box = rest.cut_top(tall);
    const std::vector<int>& nodes = made.nodes.at(line.text);
    const bool hot = std::find(nodes.begin(), nodes.end(), pointed.shown_matrix) != nodes.end();
    const Touch touch = ui.target("code/" + std::to_string(first + i), box, false);
    if (touch.hovered) pointed.line_of = nodes;
    if (hot || touch.hovered) ui.fill(box.outset(ui.px(2)), hot ? c.focus_band : c.rail, ui.px(4));
    if (!small)
      ui.text({box.left, box.top, box.left + number - ui.px(10), box.top + pitch}, Align::right,
              large ? face : type::cell, c.text_3, std::to_string(first + i + 1));
    float y = box.top + pitch / 2, x = 0;
    for (const std::string& part : parts) {
      x = draw_python(of, made, {box.left + number, y}, face, part);
      y += pitch;
    }
    if (under)
      ui.text(box.left + number, y, face, c.text_2, ui.shortened(face, comment, box.width() - number));
    if (comment.empty() || under || parts.size() > 1) continue;
    const float close = x + ui.px(14);
    const float aligned = std::max(close, box.left + number + comments);
    // Below one another, where all of it fits there.
    const float from = aligned + wide <= box.right ? aligned : close;
    if ((!small && !two) || from + wide <= box.right)
      ui.text(from, y - pitch, face, c.text_2, ui.shortened(face, comment, box.right - from));
  }
  return rest.top - area.top;
}

}  // namespace

float draw_code(const Explained& of, const Area& area) {
  const CodeOfCell& made = code_of(of);
  if (made.why_not.empty()) return draw_lines_of_code(of, area, made, lines_shown(made.code, of.whole));
  Ui& ui = of.context.ui;
  const bool large = of.size == DialSize::large;
  const Type face = large                        ? Type{Face::regular, 23}
                    : of.size == DialSize::small ? type::caption
                                                 : type::label;
  return ui.wrapped(area, face, ui.colours().text_2, made.why_not, ui.px(large ? 36 : 20));
}

std::vector<std::pair<int, std::string>> matrices_of_code(const Explained& of) {
  const CodeOfCell& made = code_of(of);
  std::vector<std::pair<int, std::string>> matrices;
  const auto add = [&](int node) {
    const auto named = std::find_if(made.names.begin(), made.names.end(),
                                    [&](const auto& each) { return each.second == node; });
    if (named != made.names.end()) matrices.emplace_back(node, named->first);
  };
  for (const int node : made.code.read) add(node);
  for (const int node : made.code.given) add(node);
  return matrices;
}

void draw_both_ways(const Explained& of, const Area& area) {
  if (of.context.session.dial != Dial::code) return;
  Ui& ui = of.context.ui;
  const CodeOfCell& made = code_of(of);
  const std::vector<CodeLine>& lines = made.code.both_ways;
  const float head = ui.px(28);
  if (lines.empty() || area.height() < head + ui.px(26) * static_cast<float>(lines.size())) return;
  Area rest = area;
  ui.text(rest.cut_top(head), Align::left, type::label_hot, ui.colours().ink,
          say("The same mask both ways: the weights are the same."));
  draw_lines_of_code(of, rest, made, lines, lines_shown(made.code, true).size());
}

namespace {

// By the cell, its product, and whether it stands for its step.
struct KeptWords : KeptOfTrace<std::tuple<int, int, int, int, bool>, std::vector<RichText>> {};

struct WordsLook {
  Type usual, strong;
  float pitch;
};
WordsLook words_look(const Explained& of, const Area& area) {
  if (of.size == DialSize::large) return {{Face::regular, 30}, {Face::bold, 30}, 44};
  if (of.size == DialSize::small) return {type::caption, type::caption_hot, 17};
  if (area.height() < of.context.ui.px(58)) return {type::label, type::label_hot, 18};
  return {type::lesson, type::lesson_hot, 25};
}

float draw_words(const Explained& of, const Area& area) {
  Ui& ui = of.context.ui;
  const WordsLook look = words_look(of, area);
  const std::vector<RichText>& words = ui.state<KeptWords>().get(
      of.trace, {of.cell.node, of.cell.row, of.cell.col, of.product, of.whole}, [&] {
        const bool words_read = tokens_called(of.context, of.trace->anatomy().typed()) == "words";
        return of.whole          ? words_of_step(*of.trace, of.cell, words_read)
               : of.product >= 0 ? std::vector{words_of_product(*of.trace, of.cell, of.product, words_read)}
                                 : std::vector{words_of_cell(*of.trace, of.cell, words_read)};
      });
  const auto fits = std::find_if(words.begin(), words.end(), [&](const RichText& each) {
    return ui.wrapped_height(look.strong, plain_text(each), area.width(), ui.px(look.pitch)) <= area.height();
  });
  return ui.wrapped_rich(area, look.usual, look.strong, fits == words.end() ? words.back() : *fits,
                         ui.px(look.pitch));
}

}  // namespace

namespace {
struct KeptEquation : KeptOfTrace<int, std::string> {};
}  // namespace

const std::string& equation_shown(Ui& ui, const TracePtr& trace, int node) {
  return ui.state<KeptEquation>().get(trace, node, [&] { return equation_of(*trace, node); });
}

void draw_step_explained(const Explained& of, const Area& area) {
  Ui& ui = of.context.ui;
  if (of.context.session.dial == Dial::code) {
    draw_code(of, area);
    return;
  }
  if (of.context.session.dial == Dial::words) {
    draw_words(of, area);
    return;
  }
  const std::string& equation = equation_shown(ui, of.trace, of.cell.node);
  if (equation.empty()) return;
  const Formula formula = Formula::parse(equation);
  FormulaSize size = of.size == DialSize::large ? FormulaSize::huge : FormulaSize::medium;
  if (formula.measure(ui, size).width > area.width())
    size = of.size == DialSize::large ? FormulaSize::large : FormulaSize::small;
  formula.draw(ui, area.left, area.top + formula.measure(ui, size).ascent + ui.px(4), size);
}

float draw_cell_explained(const Explained& of, const Area& area) {
  const Dial dial = of.context.session.dial;
  if (dial == Dial::code) return draw_code(of, area);
  return dial == Dial::words ? draw_words(of, area) : 0;
}

bool is_marked_for_code(const PanelContext& context, int node) {
  if (context.session.dial != Dial::code || node == -1) return false;
  const std::vector<int>& shown = pointed_in(context.ui).shown_of;
  return std::find(shown.begin(), shown.end(), node) != shown.end();
}

void point_for_code(const PanelContext& context, int node) {
  if (context.session.dial == Dial::code && node != -1) pointed_in(context.ui).matrix = node;
}

void mark_for_code(const PanelContext& context, int node, const Area& area) {
  Ui& ui = context.ui;
  if (area.contains(ui.mouse())) point_for_code(context, node);
  if (is_marked_for_code(context, node))
    ui.outline(area.outset(ui.px(2)), ui.colours().ink, ui.px(2.5F), ui.px(4));
}

}  // namespace headlight
