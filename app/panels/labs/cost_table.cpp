#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "app/panels/labs/cost_pages.h"

namespace headlight {
namespace {

constexpr Type small{Face::mono, 12};

}  // namespace

float cost_table_height(const Ui& ui, const CostTable& table, float row) {
  return ui.px(26) + ui.px(row) * static_cast<float>(table.rows.size());
}

void draw_cost_table(Ui& ui, const Area& area, const CostTable& table, float first) {
  const Palette& c = ui.colours();
  const auto others = static_cast<float>(table.columns.size() - 1);
  const float wide = (area.width() - first) / std::max(1.0F, others);
  const float gap = ui.px(10);  // between numbers of two columns
  const float tall =
      std::floor((area.height() - ui.px(26)) / std::max(1.0F, static_cast<float>(table.rows.size())));
  const auto column = [&](std::size_t i, float top, float high) {
    if (i == 0) return Area::at(area.left, top, first - ui.px(8), high);
    return Area::at(area.left + first + static_cast<float>(i - 1) * wide + gap, top, wide - gap, high);
  };
  float y = area.top;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Area place = column(i, y, ui.px(24));
    const Rgb colour = i == 0 ? c.text_2 : table.colours.at(i - 1);
    ui.text(place, i == 0 ? Align::left : Align::right, type::label_hot, colour,
            ui.fitted(type::label_hot, table.columns[i], place.width()));
  }
  y += ui.px(26);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const auto& row = table.rows[r];
    // One type for all of a row: smaller, then brief where a number would be cut.
    const auto fits = [&](Type type, std::span<const std::string> texts) {
      return std::all_of(texts.begin(), texts.end(),
                         [&](const std::string& text) { return ui.width(type, text) + gap <= wide; });
    };
    const std::span<const std::string> whole(row.begin() + 1, row.end());
    std::span<const std::string> shown = whole;
    if (const auto brief = table.brief.find(r); brief != table.brief.end()) {
      for (const std::vector<std::string>& shorter : brief->second) {
        if (fits(small, shown)) break;
        shown = shorter;
      }
    }
    const Type face = fits(type::number, shown) ? type::number : small;
    ui.line(area.left, y - ui.hairline() / 2, area.right, y - ui.hairline() / 2, c.hairline, ui.hairline());
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Area place = column(i, y, tall);
      const Type type = i == 0 ? type::label : face;
      const std::string& text = i == 0 ? row[0] : shown[i - 1];
      const bool cut = i > 0 && text != row[i];
      ui.text(place, i == 0 ? Align::left : Align::right, type, i == 0 ? c.text_2 : c.ink,
              ui.fitted(type, text, place.width()));
      if (cut && ui.hovered(place)) ui.tooltip(row[i]);
    }
    y += tall;
  }
}

void cut_sources(Ui& ui, Area& area, const std::vector<const RealModel*>& models, const std::string& notes) {
  std::vector<std::string_view> said;
  if (models.empty() && notes.empty()) return;
  std::string text;
  for (const RealModel* model : models) {
    if (std::find(said.begin(), said.end(), model->source) != said.end()) continue;
    said.push_back(model->source);
    text += (text.empty() ? "Figures from " : " · ") + std::string(model->source);
  }
  if (!notes.empty()) text += (text.empty() ? "" : ". ") + notes;
  // As tall as it is over the whole width, one line more where words do not fill theirs.
  const float line = ui.px(16);
  const float lines = std::ceil(ui.width(type::caption, text) * 1.08F / area.width());
  ui.wrapped(area.cut_bottom(line * lines), type::caption, ui.colours().text_3, text, line);
  area.cut_bottom(ui.px(8));
}

}  // namespace headlight
