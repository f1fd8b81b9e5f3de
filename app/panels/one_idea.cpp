// The presenter's picture: both sentences as one where they are the same, a brace where they are not, and
// thick lines from the word in focus to the words it looks at.
#include <algorithm>
#include <array>

#include "app/panels/lines_parts.h"
#include "app/panels/presenter.h"
#include "app/panels/step_names.h"
#include "app/widgets/arcs.h"
#include "core/explain/align.h"

namespace headlight {
namespace {

constexpr float least_weight_named = 0.2F;
constexpr float least_weight_drawn = 0.05F;
constexpr float units_per_weight = 12;  // 14 pixels at 1024 x 768

// A word as one or both sentences have it.
struct Word {
  std::string text;
  std::array<int, 2> place{-1, -1};  // in either sentence
  bool asks = false;                 // it is a query
  bool asked = false;                // it is a key
  Area area = {};

  bool both() const { return place[0] >= 0 && place[1] >= 0; }
};

// What stands side by side: a word, or what either sentence has in its place, one over the other.
struct Block {
  std::array<std::vector<Word>, 2> lines;
  bool parted() const { return !lines[0].empty() && !lines[1].empty(); }
};
using Paragraph = std::vector<Block>;

Paragraph merged(const std::array<std::vector<std::string>, 2>& words, bool two, int only, bool asks,
                 bool asked) {
  Paragraph paragraph;
  const auto word = [&](const std::string& text, int first, int second) {
    return Word{text, {first, second}, asks, asked};
  };
  if (!two) {
    for (int i = 0; i < static_cast<int>(words[only].size()); ++i) {
      Word one = word(words[only][i], -1, -1);
      one.place[only] = i;
      paragraph.push_back({{{{one}, {}}}});
    }
    return paragraph;
  }
  bool was_parted = false;
  for (const AlignedWord& at : align(words[0], words[1])) {
    const bool same = at.first && at.second && words[0][*at.first] == words[1][*at.second];
    if (same) {
      paragraph.push_back({{{{word(words[0][*at.first], *at.first, *at.second)}, {}}}});
    } else {
      if (!was_parted) paragraph.emplace_back();
      Block& block = paragraph.back();
      if (at.first) block.lines[0].push_back(word(words[0][*at.first], *at.first, -1));
      if (at.second) block.lines[1].push_back(word(words[1][*at.second], -1, *at.second));
    }
    was_parted = !same;
  }
  return paragraph;
}

class OneIdea {
 public:
  OneIdea(const PanelContext& context, const Area& area)
      : context_(context),
        ui_(context.ui),
        area_(area),
        cross_(context.session.attention == Attention::cross),
        two_(context.pictures.two()),
        only_(context.pictures.trace(0) != nullptr ? 0 : 1) {}

  void draw() {
    collect();
    Area rest = area_.inset(ui_.px(40), 0);
    Area bottom = rest.cut_bottom(ui_.px(52));
    draw_caption(bottom);
    // French that asks is on the stage already.
    const bool answer = context_.session.attention == Attention::encoder;
    if (answer) draw_presented_answer(context_, rest.cut_bottom(ui_.px(two_ ? 120 : 104)));
    rest.cut_top(ui_.px(20));
    choose_size(rest);
    place_words(rest);
    for (int side = 0; side < 2; ++side) draw_curves(side);
    for (Paragraph& paragraph : paragraphs_) {
      for (Block& block : paragraph) draw_block(block);
    }
    draw_pills();
  }

 private:
  struct Row {
    std::vector<Block*> blocks;
    float width = 0;
    bool parted = false;
  };

  void collect() {
    std::array<std::vector<std::string>, 2> queries;
    std::array<std::vector<std::string>, 2> keys;
    for (int side = 0; side < 2; ++side) {
      if (context_.pictures.trace(side) == nullptr) continue;
      Asking words = asking(*context_.pictures.trace(side), context_.session.attention);
      queries[side] = std::move(words.queries);
      keys[side] = std::move(words.keys);
    }
    if (cross_) paragraphs_.push_back(merged(keys, two_, only_, false, true));
    paragraphs_.push_back(merged(queries, two_, only_, true, !cross_));
  }

  Type plain() const { return {Face::regular, size_}; }
  Type strong() const { return {Face::bold, size_}; }
  float space() const { return ui_.width(plain(), " ") * 1.2F; }
  float line_height() const { return std::round(ui_.px(static_cast<float>(size_)) * 1.3F); }
  float brace() const { return ui_.px(static_cast<float>(size_) * 0.42F); }

  float width_of(const Word& word) const {
    // Measured as strong, so that nothing moves when the focus does.
    return ui_.width(strong(), word.text);
  }
  float width_of(const std::vector<Word>& words) const {
    float wide = 0;
    for (const Word& word : words) wide += width_of(word) + space();
    return words.empty() ? 0 : wide - space();
  }
  float width_of(const Block& block) const {
    const float wide = std::max(width_of(block.lines[0]), width_of(block.lines[1]));
    return block.parted() ? wide + brace() : wide;
  }

  std::vector<Row> rows_within(Paragraph& paragraph, float width) const {
    std::vector<Row> rows;
    for (Block& block : paragraph) {
      const float wide = width_of(block);
      if (rows.empty() || rows.back().width + space() + wide > width) rows.emplace_back();
      Row& row = rows.back();
      row.width += (row.blocks.empty() ? 0 : space()) + wide;
      row.blocks.push_back(&block);
      row.parted = row.parted || block.parted();
    }
    return rows;
  }

  // As few rows as possible, about equally long, the first ones rather longer.
  std::vector<Row> balanced(Paragraph& paragraph, float width) const {
    std::vector<Row> best = rows_within(paragraph, width);
    float low = width / 4;
    float high = width;
    for (int i = 0; i < 12; ++i) {
      const float middle = (low + high) / 2;
      std::vector<Row> rows = rows_within(paragraph, middle);
      const bool fits =
          rows.size() == best.size() &&
          std::all_of(rows.begin(), rows.end(), [&](const Row& row) { return row.width <= width; });
      (fits ? high : low) = middle;
      if (fits) best = std::move(rows);
    }
    return rows_within(paragraph, std::min(width, high * 1.08F));
  }

  float height_of(const Row& row) const { return row.parted ? 2 * line_height() : line_height(); }
  float least_gap() const { return ui_.px(cross_ || two_ ? 34 : 30); }
  float head_room() const { return ui_.px(56); }

  void choose_size(const Area& area) {
    for (const int size : presenter_sizes) {
      size_ = size;
      float tall = head_room();
      float widest = 0;
      std::size_t count = 0;
      for (Paragraph& paragraph : paragraphs_) {
        for (const Row& row : rows_within(paragraph, area.width())) {
          tall += height_of(row) + least_gap();
          widest = std::max(widest, row.width);
          ++count;
        }
      }
      // Two rows can be read at a glance; more of them take a smaller type before they take the room.
      const bool few = count <= (size_ >= 38 ? 2 * paragraphs_.size() : 8U);
      if (few && tall - least_gap() <= area.height() && widest <= area.width()) return;
    }
  }

  void place_words(const Area& area) {
    rows_.clear();
    for (Paragraph& paragraph : paragraphs_) {
      for (Row& row : balanced(paragraph, area.width())) rows_.push_back(std::move(row));
    }
    float tall = 0;
    for (const Row& row : rows_) tall += height_of(row);
    const auto gaps = static_cast<float>(rows_.size() - 1);
    const float free = area.height() - head_room() - tall;
    gap_ = gaps > 0 ? std::clamp(free / gaps, 0.0F, ui_.px(130)) : 0;
    float y = area.top + head_room() + std::max(0.0F, (free - gaps * gap_) / 2);
    for (Row& row : rows_) {
      float x = area.middle_x() - row.width / 2;
      for (Block* block : row.blocks) {
        place_block(*block, std::round(x), std::round(y), height_of(row));
        x += width_of(*block) + space();
      }
      y += height_of(row) + gap_;
    }
  }

  void place_block(Block& block, float left, float top, float tall) const {
    for (int line = 0; line < 2; ++line) {
      float x = left + (block.parted() ? brace() : 0);
      const float middle = block.parted() ? top + tall * (line == 0 ? 0.25F : 0.75F) : top + tall / 2;
      for (Word& word : block.lines[static_cast<std::size_t>(line)]) {
        word.area = Area::at(x, std::round(middle - line_height() / 2), width_of(word), line_height());
        x += width_of(word) + space();
      }
    }
  }

  // --- what the lines stand for

  Rgb colour_of_side(int side) const {
    return side == 0 ? ui_.colours().first_sentence : ui_.colours().second_sentence;
  }

  template <typename Visit>
  void each_word(Visit visit) const {
    for (const Paragraph& paragraph : paragraphs_) {
      for (const Block& block : paragraph) {
        for (const auto& line : block.lines) {
          for (const Word& word : line) visit(word);
        }
      }
    }
  }

  const Word* find(int side, int place, bool asks) const {
    const Word* found = nullptr;
    each_word([&](const Word& word) {
      if (place >= 0 && word.place.at(side) == place && (asks ? word.asks : word.asked)) found = &word;
    });
    return found;
  }

  // The word in focus of a side: of the other sentence the one that stands for it.
  const Word* focus_of(int side) const {
    const int own = context_.session.side;
    const Word* word = find(own, context_.session.token, true);
    if (word == nullptr || word->place.at(side) >= 0) return word;
    for (const Paragraph& paragraph : paragraphs_) {
      for (const Block& block : paragraph) {
        const auto& mine = block.lines.at(own);
        const auto& theirs = block.lines.at(side);
        for (std::size_t i = 0; i < mine.size(); ++i) {
          if (&mine[i] == word && i < theirs.size()) return &theirs[i];
        }
      }
    }
    return nullptr;
  }

  // The focus itself may be written in one sentence only.
  bool is_focus(const Word& word) const { return &word == focus_of(0) || &word == focus_of(1); }

  float weight(int side, const Word& key) const {
    const Word* focus = focus_of(side);
    const HeatmapPtr map = context_.pictures.view(side, selected_head_path(context_.session, "weights"));
    if (focus == nullptr || map == nullptr || key.place.at(side) < 0 || focus->place.at(side) < 0) return 0;
    const int row = focus->place.at(side);
    const int column = key.place.at(side);
    if (row >= map->rows || column >= map->columns || map->state(row, column) != CellState::value) return 0;
    return map->is_error(row, column) ? 0 : map->value(row, column);
  }

  // From the word in focus to a key, leaving and arriving upright.
  Curve curve_to(int side, const Word& key) const {
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

  // Over the words, or back to itself; under them where the first sentence's curve is already there.
  Curve curve_in_row(int side, const Word& key, float x0, float x1) const {
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

  void draw_curves(int side) const {
    if (focus_of(side) == nullptr) return;
    each_word([&](const Word& key) {
      const float share = weight(side, key);
      if (!key.asked || share < least_weight_drawn) return;
      const Curve curve = curve_to(side, key);
      const float thick = std::max(ui_.scale() * units_per_weight * share, ui_.px(1));
      ui_.curve(curve, colour_of_side(side), thick, 0.95F);
      ui_.disc(curve.to, thick / 2, colour_of_side(side), 0.95F);
    });
  }

  static ImVec2 on(const Curve& c, float t) {
    const float u = 1 - t;
    const auto mix = [&](float a, float b, float d, float e) {
      return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * d + t * t * t * e;
    };
    return {mix(c.from.x, c.from_control.x, c.to_control.x, c.to.x),
            mix(c.from.y, c.from_control.y, c.to_control.y, c.to.y)};
  }

  // The number on its line, where it lies over nothing else; the heaviest choose first.
  void draw_pills() const {
    struct Pill {
      int side;
      float weight;
      Curve curve;
    };
    std::vector<Pill> pills;
    for (int side = 0; side < 2; ++side) {
      if (focus_of(side) == nullptr) continue;
      each_word([&](const Word& key) {
        const float share = weight(side, key);
        if (key.asked && share >= least_weight_named) pills.push_back({side, share, curve_to(side, key)});
      });
    }
    std::stable_sort(pills.begin(), pills.end(),
                     [](const Pill& a, const Pill& b) { return a.weight > b.weight; });
    std::vector<Area> taken;
    each_word([&](const Word& word) { taken.push_back(word.area.inset(0, ui_.px(4))); });
    for (const Pill& pill : pills) {
      const std::string number = number_alone(pill.weight, NumberFormat::weight);
      const Type face = number_type();
      const float wide = ui_.width(face, number) + ui_.px(26);
      const float tall = std::round(ui_.px(static_cast<float>(face.size) * 1.6F));
      for (const float t : {0.5F, 0.6F, 0.4F, 0.7F, 0.3F, 0.8F, 0.2F}) {
        const ImVec2 at = on(pill.curve, t);
        const Area area = Area::at(std::round(at.x - wide / 2), std::round(at.y - tall / 2), wide, tall);
        const bool free =
            std::none_of(taken.begin(), taken.end(), [&](const Area& other) { return other.overlaps(area); });
        if (!free) continue;
        ui_.fill(area, ui_.colours().panel, tall / 2);
        ui_.outline(area, colour_of_side(pill.side), ui_.px(2.5F), tall / 2);
        ui_.text(area, Align::centre, face, colour_of_side(pill.side), number);
        taken.push_back(area);
        break;
      }
    }
  }

  // Between close rows the numbers are smaller.
  Type number_type() const {
    return gap_ >= ui_.px(56) || rows_.size() == 1 ? type::presenter_number : type::score;
  }

  // --- words

  void draw_block(Block& block) const {
    if (block.parted()) draw_brace(block);
    for (std::vector<Word>& line : block.lines) {
      for (const Word& word : line) draw_word(word);
    }
  }

  void draw_brace(const Block& block) const {
    const float right = block.lines[0].front().area.left - brace() * 0.15F;
    const float top = block.lines[0].front().area.middle_y() - ui_.px(2);
    const float bottom = block.lines[1].front().area.middle_y() + ui_.px(2);
    const float middle = (top + bottom) / 2;
    const float wide = brace() * 0.3F;
    const Rgb colour = ui_.colours().presenter_text;
    const float left = right - wide;
    for (const float end : {top, bottom}) {
      ui_.curve({{right, end}, {left, end}, {left + wide * 0.4F, middle}, {left - wide * 0.7F, middle}},
                colour, ui_.px(1.5F));
    }
  }

  void draw_word(const Word& word) const {
    const Palette& c = ui_.colours();
    const std::string id = "present/" + std::string(word.asks ? "" : "key/") +
                           std::to_string(word.place[0] >= 0 ? 0 : 1) + "/" +
                           std::to_string(word.place[0] >= 0 ? word.place[0] : word.place[1]);
    const Touch touch = word.asks ? ui_.item(id, word.area) : Touch{};
    const bool focus = word.asks && is_focus(word);
    std::array<bool, 2> read{};
    for (int side = 0; side < 2; ++side)
      read.at(side) = word.asked && weight(side, word) >= least_weight_named;
    const float pad = ui_.px(7);
    const Area chip{word.area.left - pad, word.area.top - ui_.px(1), word.area.right + pad,
                    word.area.bottom + ui_.px(1)};
    if (focus) {
      const bool light = ui_.theme() == Theme::light;
      ui_.fill(chip, c.focus, ui_.px(9));
      if (light) ui_.outline(chip, c.ink, ui_.px(2.5F), ui_.px(9));
      ui_.text(word.area, Align::centre, strong(), light ? c.ink : c.stage, word.text);
    } else {
      const bool own = two_ && !word.both();
      Rgb colour = c.presenter_text;
      if (own) colour = colour_of_side(word.place[0] >= 0 ? 0 : 1);
      if (read[0] || read[1]) colour = read[0] && read[1] ? c.ink : colour_of_side(read[0] ? 0 : 1);
      const bool hot = own || read[0] || read[1];
      ui_.text(word.area, Align::centre, hot ? strong() : plain(), colour, word.text);
      // A word that both sentences' lines reach has both underlines, the first one's above.
      float y = word.area.bottom - ui_.px(1);
      for (int side = 0; side < 2; ++side) {
        if (!read.at(side)) continue;
        ui_.fill(Area::at(word.area.left, y, word.area.width(), ui_.px(4)), colour_of_side(side), ui_.px(2));
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

  // Which head this is: no number without its place.
  void draw_caption(const Area& area) const {
    const std::string where = attention_title(context_.session.attention) + ", layer " +
                              std::to_string(context_.session.layer) + ", head " +
                              std::to_string(context_.session.head);
    ui_.text(area, Align::left, type::presenter_caption, ui_.colours().text_3, where);
    const bool focus = focus_of(0) != nullptr || focus_of(1) != nullptr;
    ui_.text(area, Align::right, type::presenter_caption, ui_.colours().text_3,
             focus ? "weights of the word in yellow" : "click a word to see where it looks");
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  bool cross_;
  bool two_;
  int only_;
  int size_ = presenter_sizes[0];
  float gap_ = 0;
  std::vector<Paragraph> paragraphs_;
  std::vector<Row> rows_;
};

}  // namespace

void draw_one_idea(const PanelContext& context, const Area& area) { OneIdea(context, area).draw(); }

}  // namespace headlight
