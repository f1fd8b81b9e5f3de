// The presenter's picture: both sentences as one where they are the same, a brace where they are not, and
// thick lines from the word in focus to the words it looks at.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/panels/common/attention.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/stage.h"
#include "app/panels/common/step_names.h"
#include "app/panels/presenter/large_text.h"
#include "app/panels/presenter/presenter.h"
#include "app/panels/words/answer_marks.h"

namespace headlight {
namespace {

class ThickLines {
 public:
  // Between the words of `paragraphs`, which `text` has laid out before anything is drawn.
  ThickLines(const PanelContext& context, const LargeText& text,
             const std::vector<LargeParagraph>& paragraphs)
      : context_(context),
        ui_(context.ui),
        text_(text),
        paragraphs_(paragraphs),
        cross_(info(context.session.attention).crosses()),
        two_(context.pictures.two()) {}

  void draw_curves(int side) const;
  // The number on its line, where it lies over nothing else; the heaviest choose first.
  void draw_pills() const;

  // The word in focus of a side: of the other sentence the one that stands for it.
  const LargeWord* focus_of(int side) const;
  // The focus itself may be written in one sentence only.
  bool is_focus(const LargeWord& word) const;
  // What the focus of a side gives to a word; 0 where there is no such number.
  float weight(int side, const LargeWord& key) const;
  // Whether the selected head takes no part in a side's sentence.
  bool is_off(int side) const;
  Rgb colour(int side) const;

 private:
  const LargeWord* find(int side, int place, bool asks) const;
  // From the word in focus to a key, leaving and arriving upright.
  Curve curve_to(int side, const LargeWord& key) const;
  // Over the words, or back to itself; under them where the first sentence's curve is already there.
  Curve curve_in_row(int side, const LargeWord& key, float x0, float x1) const;
  Type number_type() const;  // smaller between close rows

  const PanelContext& context_;
  Ui& ui_;
  const LargeText& text_;
  const std::vector<LargeParagraph>& paragraphs_;
  bool cross_;
  bool two_;
};

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

class OneIdea {
 public:
  OneIdea(const PanelContext& context, const Area& area)
      : context_(context),
        ui_(context.ui),
        area_(area),
        cross_(info(context.session.attention).crosses()),
        two_(context.pictures.two()),
        only_(context.pictures.trace(0) != nullptr ? 0 : 1),
        text_(context.ui),
        lines_(context, text_, paragraphs_) {}

  void draw() {
    collect();
    Area rest = area_.inset(ui_.px(40), 0);
    Area bottom = rest.cut_bottom(ui_.px(52));
    draw_caption(bottom);
    // What was written and asks is on the stage already.
    const bool answer = info(context_.session.attention).asks == stage_trace(context_)->anatomy().typed();
    if (answer) {
      const float doubt = any_doubt(context_) ? 34 : 0;
      draw_presented_answer(context_, rest.cut_bottom(ui_.px((two_ ? 120 : 104) + doubt)));
    } else {
      draw_doubts(rest);
    }
    rest.cut_top(ui_.px(20));
    if (!own_model(context_, 0).empty()) draw_models(rest.cut_top(ui_.px(30)));
    text_.lay_out(paragraphs_, rest);
    for (int side = 0; side < 2; ++side) lines_.draw_curves(side);
    for (LargeParagraph& paragraph : paragraphs_) {
      for (LargeBlock& block : paragraph) draw_block(block);
    }
    lines_.draw_pills();
  }

 private:
  void collect() {
    const auto [queries, keys, both_queries, both_keys] = asking(context_);
    if (cross_) paragraphs_.push_back(merged_sentences(keys, both_keys, only_, false, true));
    paragraphs_.push_back(merged_sentences(queries, both_queries, only_, true, !cross_));
  }

  void draw_block(LargeBlock& block) const {
    if (block.parted()) draw_brace(block);
    for (std::vector<LargeWord>& line : block.lines) {
      for (const LargeWord& word : line) draw_word(word);
    }
  }

  void draw_brace(const LargeBlock& block) const {
    const float right = block.lines[0].front().area.left - text_.brace() * 0.15F;
    const float top = block.lines[0].front().area.middle_y() - ui_.px(2);
    const float bottom = block.lines[1].front().area.middle_y() + ui_.px(2);
    const float middle = (top + bottom) / 2;
    const float wide = text_.brace() * 0.3F;
    const Rgb colour = ui_.colours().presenter_text;
    const float left = right - wide;
    for (const float end : {top, bottom}) {
      ui_.curve({{right, end}, {left, end}, {left + wide * 0.4F, middle}, {left - wide * 0.7F, middle}},
                colour, ui_.px(1.5F));
    }
  }

  void draw_word(const LargeWord& word) const {
    const Palette& c = ui_.colours();
    const std::string id = "present/" + std::string(word.asks ? "" : "key/") +
                           std::to_string(word.place[0] >= 0 ? 0 : 1) + "/" +
                           std::to_string(word.place[0] >= 0 ? word.place[0] : word.place[1]);
    const Touch touch = word.asks ? ui_.item(id, word.area) : Touch{};
    const bool focus = word.asks && lines_.is_focus(word);
    std::array<bool, 2> read{};
    for (int side = 0; side < 2; ++side)
      read.at(side) = word.asked && lines_.weight(side, word) >= least_weight_named;
    const float pad = ui_.px(7);
    const Area chip{word.area.left - pad, word.area.top - ui_.px(1), word.area.right + pad,
                    word.area.bottom + ui_.px(1)};
    if (focus) {
      const bool light = ui_.theme() == Theme::light;
      ui_.fill(chip, c.focus, ui_.px(9));
      if (light) ui_.outline(chip, c.ink, ui_.px(2.5F), ui_.px(9));
      ui_.text(word.area, Align::centre, text_.strong(), light ? c.ink : c.stage, word.text);
    } else {
      const bool own = two_ && !word.both();
      Rgb colour = c.presenter_text;
      if (own) colour = lines_.colour(word.place[0] >= 0 ? 0 : 1);
      if (read[0] || read[1]) colour = read[0] && read[1] ? c.ink : lines_.colour(read[0] ? 0 : 1);
      const bool hot = own || read[0] || read[1];
      ui_.text(word.area, Align::centre, hot ? text_.strong() : text_.plain(), colour, word.text);
      // A word that both sentences' lines reach has both underlines, the first one's above.
      float y = word.area.bottom - ui_.px(1);
      for (int side = 0; side < 2; ++side) {
        if (!read.at(side)) continue;
        ui_.fill(Area::at(word.area.left, y, word.area.width(), ui_.px(4)), lines_.colour(side), ui_.px(2));
        y += ui_.px(6);
      }
    }
    if (touch.focused) ui_.focus_ring(chip, ui_.px(9));
    if (!touch.clicked) return;
    const int side =
        word.place.at(context_.session.side) >= 0 ? context_.session.side : 1 - context_.session.side;
    if (side != context_.session.side) ui_.emit(SelectSide{side});
    ui_.emit(SelectToken{word.place.at(side)});
  }

  // Of each sentence a line, where the French is on the stage.
  void draw_doubts(Area& rest) const {
    for (const int side : {1, 0}) {
      if (context_.pictures.certainty(side).sure()) continue;
      draw_presented_doubt(context_, side, rest.cut_bottom(ui_.px(34)));
    }
  }

  // Where two models read: which colour is whose.
  void draw_models(const Area& area) const {
    const float room = area.width() / 2 - ui_.px(12);
    for (const int side : {0, 1})
      ui_.text(area, side == 0 ? Align::left : Align::right, type::lesson, lines_.colour(side),
               ui_.fitted_within(type::lesson, own_model(context_, side), room));
  }

  // Which head this is: no number without its place.
  void draw_caption(const Area& area) const {
    const std::string where = std::string(info(context_.session.attention).title) + ", layer " +
                              std::to_string(context_.session.layer) + ", head " +
                              std::to_string(context_.session.head);
    ui_.text(area, Align::left, type::presenter_caption, ui_.colours().text_3, where);
    const bool focus = lines_.focus_of(0) != nullptr || lines_.focus_of(1) != nullptr;
    ui_.text(area, Align::right, type::presenter_caption, ui_.colours().text_3,
             focus ? "weights of the word in yellow" : "click a word to see where it looks");
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  bool cross_;
  bool two_;
  int only_;
  LargeText text_;
  std::vector<LargeParagraph> paragraphs_;
  ThickLines lines_;
};

}  // namespace

void draw_one_idea(const PanelContext& context, const Area& area) { OneIdea(context, area).draw(); }

}  // namespace headlight
