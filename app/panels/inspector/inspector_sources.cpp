#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/panels/common/step_names.h"
#include "app/panels/inspector/inspector.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/matrix_formulas.h"
#include "core/explain/render.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// The source cells of one node, in the formula's order.
struct Group {
  int node = 0;
  std::vector<Cell> cells;

  bool one_row() const {
    return std::all_of(cells.begin(), cells.end(), [&](const Cell& c) { return c.row == cells[0].row; });
  }
  bool one_column() const {
    return std::all_of(cells.begin(), cells.end(), [&](const Cell& c) { return c.col == cells[0].col; });
  }
};

std::vector<Group> groups_of(const std::vector<Cell>& cells) {
  std::vector<Group> groups;
  for (const Cell& cell : cells) {
    auto found =
        std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.node == cell.node; });
    if (found == groups.end()) found = groups.insert(groups.end(), {cell.node, {}});
    found->cells.push_back(cell);
  }
  // A formula may name its own cell first; on screen they stand in the order of the matrix.
  for (Group& group : groups) {
    std::sort(group.cells.begin(), group.cells.end(),
              [](const Cell& a, const Cell& b) { return std::pair(a.row, a.col) < std::pair(b.row, b.col); });
  }
  return groups;
}

std::string title_of(const Trace& trace, const Group& group) {
  if (group.one_row()) return row_title(trace, group.node, group.cells[0].row);
  return part_title(trace.label(group.node).path);
}

std::string place_of_group(const Group& group) {
  if (group.cells.size() == 1)
    return "[" + std::to_string(group.cells[0].row) + ", " + std::to_string(group.cells[0].col) + "]";
  if (group.one_row()) return say("row {n}", {{"n", from_one(group.cells[0].row)}});
  if (group.one_column()) return say("column {n}", {{"n", from_one(group.cells[0].col)}});
  return "";
}

// The cell of a group that a click on its card opens: the one whose term weighs most, else the largest.
Cell weightiest(const Trace& trace, const Group& group, const std::vector<float>& terms) {
  std::size_t best = 0;
  const bool by_term = terms.size() == group.cells.size();
  CellReader read(trace);
  const auto size = [&](std::size_t i) {
    return std::fabs(by_term ? static_cast<double>(terms[i]) : read(group.cells[i]));
  };
  for (std::size_t i = 1; i < group.cells.size(); ++i) {
    if (size(i) > size(best)) best = i;
  }
  return group.cells[best];
}

class Sources : PanelPart {
 public:
  Sources(const PanelContext& context, const Inspected& inspected, const Area& area)
      : PanelPart(context, area), inspected_(inspected), trace_(inspected.trace) {}

  float draw(bool with_bars) {
    const Node& about = trace_.tape().node(inspected_.node);
    float y = area_.top;
    if (about.kind == Node::Kind::parameter) return 0;
    const Expression formula =
        trace_.tape().explain({inspected_.node, inspected_.cell.row, inspected_.cell.col});
    groups_ = groups_of(formula.cells());
    const std::vector<Group>& groups = groups_;
    if (groups.empty()) {
      const bool edited = about.op != nullptr && is_edited(context_, inspected_);
      return ui_.wrapped(
                 area_, type::body, c_.text_2,
                 edited ? "Set by hand." : "Nothing feeds into this number. The computation starts here.",
                 ui_.px(19)) +
             ui_.px(8);
    }
    terms(formula);
    ui_.text(area_.left, y + ui_.px(9), type::small_section, c_.ink, "Made from");
    y += ui_.px(26);
    for (const Group& group : groups) {
      const float tall = ui_.px(group.cells.size() == 1 ? 36 : 52);
      const std::size_t left = static_cast<std::size_t>(&groups.back() - &group);
      if (y + tall + (left > 0 ? ui_.px(18) : 0) > area_.bottom) {
        if (y + ui_.px(18) > area_.bottom) return y - area_.top;
        ui_.text(area_.left, y + ui_.px(8), type::caption, c_.text_3,
                 say("and {n} more", {{"n", count_text(left + 1)}}));
        return y + ui_.px(18) - area_.top;
      }
      card(group, Area::at(area_.left, y, area_.width(), tall));
      y += tall + ui_.px(8);
    }
    y += ui_.px(6);
    const float bars = std::min(ui_.px(most_bars), area_.bottom - y);
    if (with_bars && terms_.size() > 2 && bars >= ui_.px(least_bars)) {
      draw_bars({area_.left, y, area_.right, y + bars});
      y += bars + ui_.px(6);
    }
    return y - area_.top;
  }

 private:
  // The parts of a sum, each with its value.
  void terms(const Expression& formula) {
    shares_ =
        formula.kind() == Expression::Kind::quotient && formula.parts()[1].kind() == Expression::Kind::sum;
    const Expression sum = shares_ ? formula.parts()[1] : formula;
    if (sum.kind() != Expression::Kind::sum) return;
    sum_ = sum;
    for (const double term : Evaluation(CellReader(trace_)).parts(sum))
      terms_.push_back(static_cast<float>(term));
  }

  void card(const Group& group, const Area& area) {
    const std::string& path = trace_.label(group.node).path;
    const HeatmapPtr map = context_.maps[stage_side(context_)].view(path);
    const Touch touch = ui_.target("source/" + path, area);
    ui_.fill(area, touch.hovered ? mix(c_.panel, c_.rail, 0.6F) : c_.panel, ui_.px(7));
    ui_.outline(area, c_.hairline, ui_.hairline(), ui_.px(7));
    if (touch.focused) ui_.focus_ring(area, ui_.px(7));
    const Rgb colour = colour_of(role_of(path), c_);
    ui_.fill(Area::at(area.left + ui_.px(9), area.top + ui_.px(9), ui_.px(3), area.height() - ui_.px(18)),
             colour, ui_.px(1));
    const bool single = group.cells.size() == 1;
    const std::string place =
        single && map != nullptr
            ? number_alone(map->value(group.cells[0].row, group.cells[0].col), map->format)
            : place_of_group(group);
    const float y = single ? area.middle_y() : area.top + ui_.px(16);
    const float right = area.right - ui_.px(26);
    const Type face = single ? type::number : type::caption;
    ui_.text(right - ui_.width(face, place), y, face, single ? c_.ink : c_.text_3, place);
    ui_.text(area.left + ui_.px(20), y, type::label_hot, colour,
             ui_.shortened(type::label_hot, title_of(trace_, group),
                           right - ui_.width(face, place) - area.left - ui_.px(30)));
    const Rgb ink = c_.text_2;
    const ImVec2 tip(area.right - ui_.px(12), area.middle_y());
    ui_.lines(std::array<ImVec2, 2>{{{tip.x - ui_.px(4), tip.y - ui_.px(4)}, tip}}, ink, ui_.px(1.5F));
    ui_.lines(std::array<ImVec2, 2>{{tip, {tip.x - ui_.px(4), tip.y + ui_.px(4)}}}, ink, ui_.px(1.5F));

    Cell target = weightiest(trace_, group, terms_);
    if (!single && map != nullptr) {
      const Area strip{area.left + ui_.px(20), area.bottom - ui_.px(22), right, area.bottom - ui_.px(9)};
      if (const auto under = draw_strip(group, map, strip)) target = group.cells[*under];
    }
    if (touch.hovered) ui_.hand();
    if (touch.clicked) ui_.emit(GoDeeper{{path, target.row, target.col}});
  }

  // The cells as a strip; returns the one under the mouse.
  std::optional<std::size_t> draw_strip(const Group& group, const HeatmapPtr& map, const Area& area) {
    const auto count = static_cast<float>(group.cells.size());
    const auto size = static_cast<int>(group.cells.size());
    const Cell& first = group.cells.front();
    const Cell& last = group.cells.back();
    const auto draw = [&](const HeatmapPtr& of, int row, int column) {
      ui_.cells({.map = of,
                 .row = row,
                 .column = column,
                 .rows = 1,
                 .columns = size,
                 .area = area,
                 .gap = cell_gap(ui_, area.width() / count),
                 .paper = c_.panel,
                 .unit = ui_.scale()});
    };
    if (group.one_row() && last.col - first.col + 1 == size) {
      draw(map, first.row, first.col);
    } else if (group.one_column() && last.row - first.row + 1 == size) {
      draw(context_.maps[stage_side(context_)].transposed(trace_.label(group.node).path), first.col,
           first.row);
    }
    if (!ui_.hovered(area)) return std::nullopt;
    const auto at = std::min(static_cast<std::size_t>((ui_.mouse().x - area.left) / area.width() * count),
                             group.cells.size() - 1);
    const float wide = area.width() / count;
    ui_.outline(Area::at(area.left + wide * static_cast<float>(at), area.top, wide, area.height())
                    .outset(ui_.px(1.5F)),
                c_.ink, ui_.px(1.5F));
    ui_.tooltip(cell_tooltip(*map, {group.cells[at].row, group.cells[at].col}));
    return at;
  }

  void draw_bars(Area area) {
    ui_.text(area.left, area.top + ui_.px(9), type::small_section, c_.ink,
             say(shares_ ? to_be_said("Its share of {n} exponentials")
                         : to_be_said("{n} terms add up to this number"),
                 {{"n", count_text(terms_.size())}}));
    area.cut_top(ui_.px(24));
    const Area labels = area.cut_bottom(ui_.px(16));
    float high = 0;
    float low = 0;
    std::size_t best = 0;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (!std::isfinite(terms_[i])) continue;
      high = std::max(high, terms_[i]);
      low = std::min(low, terms_[i]);
      if (std::fabs(terms_[i]) > std::fabs(terms_[best])) best = i;
    }
    const float span = std::max(high - low, 1e-6F);
    const float zero = std::round(area.top + ui_.px(14) + (area.height() - ui_.px(14)) * high / span);
    const float scale = (area.height() - ui_.px(14)) / span;
    const float wide = area.width() / static_cast<float>(terms_.size());
    std::size_t shown = best;
    if (ui_.hovered(area))
      shown = std::min(static_cast<std::size_t>((ui_.mouse().x - area.left) / wide), terms_.size() - 1);
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (!std::isfinite(terms_[i])) continue;
      const float x = area.left + wide * static_cast<float>(i);
      const float end = zero - terms_[i] * scale;
      const Area bar{x, std::min(zero, end), x + std::max(1.0F, wide - ui_.px(wide > ui_.px(4) ? 2 : 0)),
                     std::max(zero, end) + 1};
      const Rgb colour = terms_[i] < 0 ? c_.first_sentence : c_.second_sentence;
      ui_.fill(bar, i == shown ? colour : mix(colour, c_.rail, 0.25F));
    }
    ui_.line(area.left, zero, area.right, zero, c_.strong_line, ui_.hairline());
    const std::string said = ui_.shortened(type::path, said_of(shown), area.width());
    const float x =
        std::clamp(area.left + wide * (static_cast<float>(shown) + 0.5F) - ui_.width(type::path, said) / 2,
                   area.left, area.right - ui_.width(type::path, said));
    ui_.text(x, area.top + ui_.px(4), type::path, c_.ink, said);
    ui_.text(labels.left, labels.middle_y() + ui_.px(2), type::path, c_.text_3, "0");
    const std::string last = std::to_string(terms_.size() - 1);
    ui_.text(labels.right - ui_.width(type::path, last), labels.middle_y() + ui_.px(2), type::path, c_.text_3,
             last);
  }

  // A term down to its factors: "0.53 × (−1.2) = −0.636 at 29".
  std::string said_of(std::size_t term) const {
    const std::string value = significant_text(terms_[term], 3);
    const Expression part = sum_->parts()[term];
    if (part.kind() == Expression::Kind::cell)
      return value + ", " + part_title(trace_.label(part.cell().node).path);
    return say("{value} = {number} at {place}",
               {{"value", numbers_of(trace_, part)}, {"number", value}, {"place", name_of_term(term)}});
  }

  // The place a term comes from: its word, or the number of its dimension.
  std::string name_of_term(std::size_t term) const {
    for (const Group& group : groups_) {
      if (term >= group.cells.size() || !group.one_row() || group.cells.size() < 2) continue;
      const Node& node = trace_.tape().node(group.node);
      return trace_.label(node.label.cols, group.cells[term].col);
    }
    return std::to_string(term);
  }

  const Inspected& inspected_;
  const Trace& trace_;
  std::vector<Group> groups_;
  std::optional<Expression> sum_;  // whose terms are shown
  std::vector<float> terms_;       // and their values
  bool shares_ = false;
};

}  // namespace

float draw_sources(const PanelContext& context, const Inspected& inspected, const Area& area,
                   bool with_bars) {
  return Sources(context, inspected, area).draw(with_bars);
}

float draw_used_by(const PanelContext& context, const Inspected& inspected, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Cell cell{inspected.node, inspected.cell.row, inspected.cell.col};
  const std::vector<Cell>& readers =
      context.maps[stage_side(context)].readers_of(cell, context.session.token);
  if (readers.empty()) return 0;
  const float line = ui.px(24);
  float x = ui.text(area.left, area.top + line / 2, type::small_section, c.ink, "Used by") + ui.px(10);
  float y = area.top;
  int lines = 1;
  for (std::size_t i = 0; i < readers.size(); ++i) {
    const std::string& path = inspected.trace.label(readers[i].node).path;
    const Place place = place_of(path);
    std::string name = part_title(path);
    // Heads that read the same input differ by their number alone.
    if (place.head && place_of(inspected.cell.path).head != place.head) name += " " + from_one(*place.head);
    const float wide = ui.width(type::label, name) + ui.px(12);
    const std::string more = "+" + count_text(readers.size() - i);
    const bool last = i + 1 == readers.size();
    if (x + wide + (lines == 2 && !last ? ui.width(type::caption, more) : 0) > area.right) {
      if (lines == 2) {
        ui.text(x, y + line / 2, type::caption, c.text_3, more);
        break;
      }
      ++lines;
      x = area.left - ui.px(6);
      y += line;
    }
    const Area link = Area::at(x, y + ui.px(1), wide, line - ui.px(2));
    const Touch touch =
        ui.press("used by/" + path, link, {.radius = ui.px(5), .ground = mix(c.rail, c.hairline, 0.6F)});
    if (touch.hovered)
      ui.tooltip(
          {RichText(cell_title(inspected.trace, {path, readers[i].row, readers[i].col})), RichText(path)});
    const Rgb colour = colour_of(role_of(path), c);
    ui.text(link, Align::centre, type::label, colour, name);
    ui.line(link.left + ui.px(6), link.bottom - ui.px(2), link.right - ui.px(6), link.bottom - ui.px(2),
            c.strong_line, ui.hairline());
    if (touch.clicked) ui.emit(GoDeeper{{path, readers[i].row, readers[i].col}});
    x = link.right + ui.px(4);
  }
  return y + line + ui.px(8) - area.top;
}

}  // namespace headlight
