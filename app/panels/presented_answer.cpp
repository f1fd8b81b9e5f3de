// The French for the back row: where the two translations part, "il" and "elle", and how each goes on.
#include <algorithm>
#include <array>

#include "app/panels/presenter.h"
#include "app/panels/written.h"

namespace headlight {
namespace {

struct Faces {
  Type chip, plain;
};
constexpr Faces faces[] = {{{Face::bold, 38}, {Face::regular, 30}},
                           {{Face::bold, 30}, {Face::regular, 23}},
                           {{Face::bold, 23}, {Face::regular, 17}}};

float gap_after(const Ui& ui, const Written& written, int i, Type plain) {
  return joins(written.words[static_cast<std::size_t>(i)]) ? ui.px(1) : ui.width(plain, " ");
}

float pad(const Ui& ui, const Faces& face) { return ui.px(static_cast<float>(face.chip.size) * 0.36F); }

float width_of(const Ui& ui, const Written& written, int from, const Faces& face) {
  float wide = 0;
  for (int i = from; i < static_cast<int>(written.words.size()); ++i) {
    const bool chip = i == written.first;
    const std::string& word = written.words[static_cast<std::size_t>(i)];
    wide += chip ? ui.width(face.chip, word) + 2 * pad(ui, face) : ui.width(face.plain, word);
    if (i + 1 < static_cast<int>(written.words.size())) wide += gap_after(ui, written, i, face.plain);
  }
  return wide;
}

void draw_line(Ui& ui, const Area& area, const Written& written, int from, const Faces& face, Rgb own) {
  const Palette& c = ui.colours();
  const float y = area.middle_y();
  float x = std::round(area.left + std::max(0.0F, (area.width() - width_of(ui, written, from, face)) / 2));
  for (int i = from; i < static_cast<int>(written.words.size()); ++i) {
    const std::string& word = written.words[static_cast<std::size_t>(i)];
    const bool last = i + 1 == static_cast<int>(written.words.size());
    if (i == written.first) {
      const float tall = std::round(ui.px(static_cast<float>(face.chip.size) * 1.36F));
      const float wide = ui.width(face.chip, word) + 2 * pad(ui, face);
      const Area box = Area::at(x, std::round(y - tall / 2), wide, tall);
      ui.fill(box, own, ui.px(8));
      ui.text(box, Align::centre, face.chip, c.presenter, word);
      x = box.right;
    } else {
      const float room = area.right - x;
      const std::string shown = ui.fitted(face.plain, word, room);
      x = ui.text(x, y, face.plain, c.ink, shown);
      if (shown != word) return;
      if (!last && x + ui.width(face.plain, " …") > area.right) return;
    }
    x += gap_after(ui, written, i, face.plain);
  }
}

}  // namespace

void draw_presented_answer(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::array<Written, 2> both = written_of(context);
  const bool part = both[0].first >= 0 && both[1].first >= 0;
  std::array<Area, 2> places{area, area};
  if (part) {
    const float middle = std::round(area.middle_x());
    places[0].right = middle - ui.px(20);
    places[1].left = middle + ui.px(20);
    ui.line(middle, area.middle_y() - ui.px(28), middle, area.middle_y() + ui.px(28), c.strong_line,
            ui.px(1.5F));
  }
  // Both in the same type, the largest in which both fit.
  const auto fits = [&](const Faces& face) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (width_of(ui, both[side], part ? both[side].first : 0, face) > places[side].width()) return false;
    }
    return true;
  };
  const Faces* chosen = std::find_if(std::begin(faces), std::end(faces), fits);
  if (chosen == std::end(faces)) chosen = std::prev(std::end(faces));
  // Where they are the same, once is enough.
  for (int side = 0; side < (part ? 2 : 1); ++side) {
    const int shown = part || !both[0].words.empty() ? side : 1;
    const Written& written = both.at(shown);
    const int from = part ? written.first : 0;
    draw_line(ui, places.at(side), written, from, *chosen, shown == 0 ? c.first_sentence : c.second_sentence);
  }
}

}  // namespace headlight
