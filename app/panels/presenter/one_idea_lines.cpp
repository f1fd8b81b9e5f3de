#include "app/panels/presenter/one_idea_lines.h"

#include <algorithm>
#include <cmath>

#include "app/panels/lines/lines_view.h"
#include "app/panels/what_if/interventions.h"

namespace headlight {
namespace {

constexpr float least_weight_drawn = 0.05F;
constexpr float units_per_weight = 12;  // 14 pixels at 1024 x 768

template <typename Visit>
void each_word(const std::vector<LargeParagraph>& paragraphs, Visit visit) {
  for (const LargeParagraph& paragraph : paragraphs) {
    for (const LargeBlock& block : paragraph) {
      for (const auto& line : block.lines) {
        for (const LargeWord& word : line) visit(word);
      }
    }
  }
}

ImVec2 point_on(const Curve& c, float t) {
  const float u = 1 - t;
  const auto mix = [&](float a, float b, float d, float e) {
    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * d + t * t * t * e;
  };
  return {mix(c.from.x, c.from_control.x, c.to_control.x, c.to.x),
          mix(c.from.y, c.from_control.y, c.to_control.y, c.to.y)};
}

}  // namespace

bool ThickLines::is_off(int side) const {
  return head_is_off(context_, side, selected_head_path(context_.session, "weights"));
}

Rgb ThickLines::colour(int side) const {
  return side == 0 ? ui_.colours().first_sentence : ui_.colours().second_sentence;
}

const LargeWord* ThickLines::find(int side, int place, bool asks) const {
  const LargeWord* found = nullptr;
  each_word(paragraphs_, [&](const LargeWord& word) {
    if (place >= 0 && word.place.at(side) == place && (asks ? word.asks : word.asked)) found = &word;
  });
  return found;
}

const LargeWord* ThickLines::focus_of(int side) const {
  const int own = context_.session.side;
  const LargeWord* word = find(own, context_.session.token, true);
  if (word == nullptr || word->place.at(side) >= 0) return word;
  for (const LargeParagraph& paragraph : paragraphs_) {
    for (const LargeBlock& block : paragraph) {
      const auto& mine = block.lines.at(own);
      const auto& theirs = block.lines.at(side);
      for (std::size_t i = 0; i < mine.size(); ++i) {
        if (&mine[i] == word && i < theirs.size()) return &theirs[i];
      }
    }
  }
  return nullptr;
}

bool ThickLines::is_focus(const LargeWord& word) const {
  return &word == focus_of(0) || &word == focus_of(1);
}

float ThickLines::weight(int side, const LargeWord& key) const {
  const LargeWord* focus = focus_of(side);
  if (focus == nullptr || key.place.at(side) < 0 || focus->place.at(side) < 0) return 0;
  const int token = focus->place.at(side);
  const int column = key.place.at(side);
  const MapRows rows =
      context_.pictures.rows(side, selected_head_path(context_.session, "weights"), token, 1);
  if (!rows.has(token) || column >= rows.map->columns) return 0;
  const Heatmap& map = *rows.map;
  const int row = token - rows.first;
  const bool open = map.state(row, column) == CellState::value && !map.is_error(row, column);
  return open ? map.value(row, column) : 0;
}

Curve ThickLines::curve_to(int side, const LargeWord& key) const {
  const Area& from = focus_of(side)->area;
  const Area& to = key.area;
  const float apart = two_ && key.both() && !cross_ ? ui_.px(7) : two_ ? ui_.px(8) : 0;
  const float shift = side == 0 ? -apart : apart;
  const float x0 = from.middle_x() + shift;
  const float landing =
      weight(0, key) >= least_weight_drawn && weight(1, key) >= least_weight_drawn ? shift : 0;
  const float x1 = to.middle_x() + landing;
  if (to.bottom < from.top) {
    const ImVec2 a(x0, from.top - ui_.px(2));
    const ImVec2 b(x1, to.bottom + ui_.px(8));
    const float half = (a.y + b.y) / 2;
    return {a, {a.x, half}, {b.x, half}, b};
  }
  if (to.top > from.bottom) {
    const ImVec2 a(x0, from.bottom + ui_.px(2));
    const ImVec2 b(x1, to.top - ui_.px(2));
    const float half = (a.y + b.y) / 2;
    return {a, {a.x, half}, {b.x, half}, b};
  }
  return curve_in_row(side, key, x0, x1);
}

Curve ThickLines::curve_in_row(int side, const LargeWord& key, float x0, float x1) const {
  const Area& from = focus_of(side)->area;
  const bool below = side == 1 && weight(0, key) >= least_weight_named;
  const float down = below ? 1.0F : -1.0F;
  const float y = below ? from.bottom + ui_.px(2) : from.top - ui_.px(2);
  const float most = below ? ui_.px(52) : ui_.px(74);
  const float high = y + down * std::clamp(std::fabs(x1 - x0) * 0.3F, ui_.px(46), most);
  if (std::fabs(x1 - x0) < from.width() / 2) {
    return {{x0 - ui_.px(9), y}, {x0 - ui_.px(40), high}, {x0 + ui_.px(40), high}, {x0 + ui_.px(9), y}};
  }
  const float landing = below ? key.area.bottom + ui_.px(12) : key.area.top - ui_.px(2);
  return {{x0, y}, {x0, high}, {x1, high}, {x1, landing}};
}

void ThickLines::draw_curves(int side) const {
  if (focus_of(side) == nullptr) return;
  each_word(paragraphs_, [&](const LargeWord& key) {
    const float share = weight(side, key);
    if (!key.asked || share < least_weight_drawn) return;
    const Curve curve = curve_to(side, key);
    const float thick = std::max(ui_.scale() * units_per_weight * share, ui_.px(1));
    // A head that takes no part moves nothing along its lines.
    const Rgb own = is_off(side) ? ui_.colours().strong_line : colour(side);
    ui_.curve(curve, own, thick, 0.95F);
    ui_.disc(curve.to, thick / 2, own, 0.95F);
  });
}

void ThickLines::draw_pills() const {
  struct Pill {
    int side;
    float weight;
    Curve curve;
  };
  std::vector<Pill> pills;
  for (int side = 0; side < 2; ++side) {
    if (focus_of(side) == nullptr) continue;
    each_word(paragraphs_, [&](const LargeWord& key) {
      const float share = weight(side, key);
      if (key.asked && share >= least_weight_named) pills.push_back({side, share, curve_to(side, key)});
    });
  }
  std::stable_sort(pills.begin(), pills.end(),
                   [](const Pill& a, const Pill& b) { return a.weight > b.weight; });
  std::vector<Area> taken;
  each_word(paragraphs_, [&](const LargeWord& word) { taken.push_back(word.area.inset(0, ui_.px(4))); });
  for (const Pill& pill : pills) {
    const bool off = is_off(pill.side);
    const std::string number = off ? "off" : number_alone(pill.weight, NumberFormat::weight);
    const Rgb own = off ? ui_.colours().text_2 : colour(pill.side);
    const Type face = number_type();
    const float wide = ui_.width(face, number) + ui_.px(26);
    const float tall = std::round(ui_.px(static_cast<float>(face.size) * 1.6F));
    for (const float t : {0.5F, 0.6F, 0.4F, 0.7F, 0.3F, 0.8F, 0.2F}) {
      const ImVec2 at = point_on(pill.curve, t);
      const Area area = Area::at(std::round(at.x - wide / 2), std::round(at.y - tall / 2), wide, tall);
      const bool free =
          std::none_of(taken.begin(), taken.end(), [&](const Area& other) { return other.overlaps(area); });
      if (!free) continue;
      ui_.fill(area, ui_.colours().panel, tall / 2);
      ui_.outline(area, own, ui_.px(2.5F), tall / 2);
      ui_.text(area, Align::centre, face, own, number);
      taken.push_back(area);
      break;
    }
  }
}

Type ThickLines::number_type() const {
  return text_.gap() >= ui_.px(56) ? type::presenter_number : type::score;
}

}  // namespace headlight
