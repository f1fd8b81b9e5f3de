// A step outside the heads before a class, as the rows that it is made from.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/labs/class_picture.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/otherwise.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

class ClassModelStep {
 public:
  ClassModelStep(const Page& page, stage::Scene& scene)
      : page_(page),
        ui_(page.ui),
        c_(page.c),
        scene_(scene),
        rest_(page.boxes.body.inset(page.px(class_side), 0)) {}

  void add() {
    const CellName* const open = page_.altitude == Altitude::cell ? page_.cell() : nullptr;
    const bool of_cell = open != nullptr && page_.trace.find(open->path) == page_.node;
    const Cell cell = of_cell ? Cell{page_.node, open->row, open->col}
                              : Cell{page_.node, row_in_node(page_, page_.node), 0};
    draw_class_dial(page_, cell, !of_cell);
    if (page_.session.dial != Dial::numbers) return add_class_explained(page_, scene_, cell, !of_cell);
    const std::string& word = page_.asks[static_cast<std::size_t>(page_.row)];
    add_chip(rest_.cut_top(page_.px(84), page_.px(10)),
             page_.is_of_cells(page_.attention.asks) ? cell_said(word) : word);
    const Label& label = page_.trace.label(page_.node);
    if (info(label.cols).kind == AxisKind::vocabulary) return add_likeliest();
    const std::vector<ChainLink>& chain = chain_shown(page_);
    const float each = rest_.height() / static_cast<float>(std::max<std::size_t>(chain.size(), 3));
    for (std::size_t i = 0; i < chain.size(); ++i) add_link(rest_.cut_top(each), chain, i);
  }

 private:
  void add_chip(const Area& line, const std::string& word) {
    const std::string says = say("its row of numbers, and what it is made from");
    scene_.add(key("class word"), line, [word, says](Ui& on, const Area& at) {
      const Palette& c = on.colours();
      const bool light = on.theme() == Theme::light;
      const Type face{Face::bold, 30};
      const Area chip{at.left, at.middle_y() - on.px(27), at.left + on.width(face, word) + on.px(36),
                      at.middle_y() + on.px(27)};
      on.fill(chip, c.focus, on.px(9));
      if (light) on.outline(chip, c.ink, on.px(2.5F), on.px(9));
      on.text(chip, Align::centre, face, light ? c.ink : c.stage, word);
      const Type text{Face::regular, 23};
      on.text(chip.right + on.px(16), at.middle_y(), text, c.text_2,
              on.shortened(text, says, at.right - chip.right - on.px(16)));
    });
  }

  // A row of numbers with its name, and before it what joins it to the one above.
  void add_link(Area area, const std::vector<ChainLink>& chain, std::size_t i) {
    const int node = chain[i].node;
    const std::string& path = page_.trace.label(node).path;
    const int row = row_in_node(page_, node);
    const MapRows map = page_.context.maps[page_.side].rows(path, row, 1);
    if (!map.has(row)) return;
    const bool own = node == page_.node;
    const Area line = area.cut_top(page_.px(36));
    const std::string name = link_called(page_.trace, chain, i);
    const std::string said = (chain[i].sign.empty() ? "" : chain[i].sign + "  ") + name;
    const std::optional<RowNumbers> numbers = numbers_of_row(page_, node, row);
    std::string facts = say("{n} numbers", {{"n", std::to_string(map.map->columns)}});
    if (numbers && node == let_through_in(page_.trace, chain))
      facts = say("{above} of {n} above zero",
                  {{"above", std::to_string(numbers->above)}, {"n", std::to_string(numbers->count)}});
    const CellName* const cell = page_.altitude == Altitude::cell ? page_.cell() : nullptr;
    const int marked = cell != nullptr && cell->path == path && cell->col < map.map->columns ? cell->col : -1;
    if (marked >= 0)
      facts = say("number {n}: {value}",
                  {{"n", std::to_string(marked + 1)},
                   {"value", number_alone(map.map->value(row - map.first, marked), NumberFormat::score)}});
    const Type face = page_.face(own ? type::label_hot : type::label), small = page_.face(type::label);
    const float wide = ui_.width(small, facts);
    ui_.text(line, Align::right, small, marked >= 0 ? c_.ink : c_.text_2, facts);
    ui_.text(line, Align::left, face, own ? c_.ink : c_.text_2,
             ui_.shortened(face, said, line.width() - wide - page_.px(20)));
    area.bottom -= page_.px(18);
    const Area strip = area.cut_top(std::min(area.height(), page_.px(76)));
    scene_.add(stage::key_of(path), strip,
               [map = map.map, at_row = row - map.first, marked, own](Ui& on, const Area& at) {
                 on.cells({.map = map,
                           .row = at_row,
                           .rows = 1,
                           .columns = map->columns,
                           .area = at,
                           .paper = on.colours().stage,
                           .unit = on.scale()});
                 on.outline(at, own ? on.colours().ink : on.colours().strong_line,
                            own ? on.px(2) : on.hairline(), on.px(3));
                 if (marked < 0) return;
                 const float each = at.width() / static_cast<float>(map->columns);
                 const float x = at.left + each * static_cast<float>(marked);
                 on.outline(Area{x, at.top, x + std::max(each, on.px(3)), at.bottom}.outset(on.px(3)),
                            on.colours().focus, on.px(3), on.px(2));
               });
  }

  // Of a number for every word of the vocabulary the largest ones.
  void add_likeliest() {
    const Label& label = page_.trace.label(page_.node);
    const int row = row_in_node(page_, page_.node);
    const MapRows map = page_.context.maps[page_.side].rows(label.path, row, 1);
    if (!map.has(row)) return;
    std::vector<std::pair<float, int>> words;
    for (int column = 0; column < map.map->columns; ++column)
      words.emplace_back(map.map->value(row - map.first, column), column);
    const std::size_t count = std::min<std::size_t>(5, words.size());
    std::partial_sort(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count), words.end(),
                      [](const auto& a, const auto& b) { return a.first > b.first; });
    float largest = 1e-9F;
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, std::fabs(words[i].first));
    for (std::size_t i = 0; i < count; ++i) {
      const Area line = rest_.cut_top(page_.px(70), page_.px(12));
      const auto [value, column] = words[i];
      const std::string word = token_called(page_.trace.label(label.cols, column));
      const std::string number = number_alone(value, map.map->format);
      scene_.add(key("class likely", static_cast<int>(i)), line,
                 [bar = ClassBars::Bar{word, number, static_cast<double>(std::fabs(value) / largest)},
                  hot = i == 0](Ui& on, const Area& at) { draw_class_bar(on, at, bar, hot); });
    }
  }

  const Page& page_;
  Ui& ui_;
  const Palette& c_;
  stage::Scene& scene_;
  Area rest_;
};

}  // namespace

void add_presented_model_step(const Page& page, stage::Scene& scene) { ClassModelStep(page, scene).add(); }

}  // namespace headlight::place
