// The presenter's picture: both sentences as one where they are the same, a brace where they are not, and
// thick lines from the word in focus to the words it looks at.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/panels/common/interventions.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/stage.h"
#include "app/panels/presenter/presenter.h"
#include "app/panels/words/answer_marks.h"
#include "app/widgets/arcs.h"
#include "app/widgets/controls.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// A word as one or both sentences have it.
struct LargeWord {
  std::string text;
  std::array<int, 2> place{-1, -1};  // in either sentence
  bool asks = false;                 // it is a query
  bool asked = false;                // it is a key
  Area area = {};

  bool both() const { return place[0] >= 0 && place[1] >= 0; }
};

// What stands side by side: a word, or what either sentence has in its place, one over the other.
struct LargeBlock {
  std::array<std::vector<LargeWord>, 2> lines;
  bool with_next = false;  // in one row with the next, where a row has room for both
  bool parted() const { return !lines[0].empty() && !lines[1].empty(); }
};
using LargeParagraph = std::vector<LargeBlock>;

// Both sentences as one (of `only` one unless `two`): where their words are not the same a block has both.
LargeParagraph merged_sentences(const std::array<std::vector<std::string>, 2>& words,
                                const std::vector<AlignedWord>* both, int only, bool asks, bool asked) {
  LargeParagraph paragraph;
  const auto word = [&](const std::string& text, int first, int second) {
    return LargeWord{text, {first, second}, asks, asked};
  };
  if (both == nullptr) {
    for (int i = 0; i < static_cast<int>(words[only].size()); ++i) {
      LargeWord one = word(words[only][i], -1, -1);
      one.place[only] = i;
      paragraph.push_back({{{{one}, {}}}});
    }
    return paragraph;
  }
  bool was_parted = false;
  for (const AlignedWord& at : *both) {
    const bool same = at.first && at.second && words[0][*at.first] == words[1][*at.second];
    if (same) {
      paragraph.push_back({{{{word(words[0][*at.first], *at.first, *at.second)}, {}}}});
    } else {
      if (!was_parted) paragraph.emplace_back();
      LargeBlock& block = paragraph.back();
      if (at.first) block.lines[0].push_back(word(words[0][*at.first], *at.first, -1));
      if (at.second) block.lines[1].push_back(word(words[1][*at.second], -1, *at.second));
    }
    was_parted = !same;
  }
  return paragraph;
}

// Gives every word its area: rows about equally long, with room for lines between and over them.
class LargeText {
 public:
  explicit LargeText(const Ui& ui) : ui_(ui) {}

  void lay_out(std::vector<LargeParagraph>& paragraphs, const Area& area) {
    if (area.width() < ui_.px(440) || area.height() < ui_.px(170)) head_room_ = 24;  // small windows
    choose_size(paragraphs, area);
    std::vector<Row> rows;
    for (LargeParagraph& paragraph : paragraphs) {
      for (Row& row : balanced(paragraph, area.width())) rows.push_back(std::move(row));
    }
    float tall = 0;
    for (const Row& row : rows) tall += height_of(row);
    const auto gaps = static_cast<float>(rows.size() - 1);
    const float free = area.height() - head_room() - tall;
    gap_ = gaps > 0 ? std::clamp(free / gaps, 0.0F, ui_.px(130)) : ui_.px(130);
    float y = area.top + head_room() + std::max(0.0F, (free - gaps * gap_) / 2);
    for (Row& row : rows) {
      float x = area.middle_x() - row.width / 2;
      for (LargeBlock* block : row.blocks) {
        place_block(*block, std::round(x), std::round(y), height_of(row));
        x += width_of(*block) + space();
      }
      y += height_of(row) + gap_;
    }
  }

  Type plain() const { return {Face::regular, size_}; }
  Type strong() const { return {Face::bold, size_}; }
  float gap() const { return gap_; }  // between the rows; of one row what there could be
  float brace() const { return ui_.px(static_cast<float>(size_) * 0.42F); }

 private:
  struct Row {
    std::vector<LargeBlock*> blocks;
    float width = 0;
    bool parted = false;
  };

  float space() const { return ui_.width(plain(), " ") * 1.2F; }
  float line_height() const { return std::round(ui_.finger(static_cast<float>(size_) * 1.3F)); }
  float height_of(const Row& row) const { return row.parted ? 2 * line_height() : line_height(); }
  float least_gap() const { return ui_.px(34); }
  float head_room() const { return ui_.px(head_room_); }
  float width_of(const LargeWord& word) const {
    // Measured as strong, so that nothing moves when the focus does.
    return ui_.width(strong(), word.text);
  }
  float width_of(const std::vector<LargeWord>& words) const {
    float wide = 0;
    for (const LargeWord& word : words) wide += width_of(word) + space();
    return words.empty() ? 0 : wide - space();
  }
  float width_of(const LargeBlock& block) const {
    const float wide = std::max(width_of(block.lines[0]), width_of(block.lines[1]));
    return block.parted() ? wide + brace() : wide;
  }

  // Of a block with those that are to be in its row behind it.
  float width_together(const LargeParagraph& paragraph, std::size_t from) const {
    float wide = width_of(paragraph[from]);
    for (std::size_t i = from; paragraph[i].with_next && i + 1 < paragraph.size(); ++i)
      wide += space() + width_of(paragraph[i + 1]);
    return wide;
  }

  std::vector<Row> rows_within(LargeParagraph& paragraph, float width) const {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < paragraph.size(); ++i) {
      LargeBlock& block = paragraph[i];
      const float wide = width_of(block), together = width_together(paragraph, i);
      const float needs = together <= width ? together : wide;
      if (rows.empty() || rows.back().width + space() + needs > width) rows.emplace_back();
      Row& row = rows.back();
      row.width += (row.blocks.empty() ? 0 : space()) + wide;
      row.blocks.push_back(&block);
      row.parted = row.parted || block.parted();
    }
    return rows;
  }

  // As few rows as possible, about equally long, the first ones rather longer.
  std::vector<Row> balanced(LargeParagraph& paragraph, float width) const {
    std::vector<Row> best = rows_within(paragraph, width);
    float low = width / 4;
    for (std::size_t i = 0; i < paragraph.size(); ++i) {
      const float together = width_together(paragraph, i);
      if (together <= width) low = std::max(low, together);
    }
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

  void choose_size(std::vector<LargeParagraph>& paragraphs, const Area& area) {
    for (const int size : presenter_sizes) {
      size_ = size;
      float tall = head_room();
      float widest = 0;
      std::size_t count = 0;
      for (LargeParagraph& paragraph : paragraphs) {
        for (const Row& row : rows_within(paragraph, area.width())) {
          tall += height_of(row) + least_gap();
          widest = std::max(widest, row.width);
          ++count;
        }
      }
      // Two rows can be read at a glance; more of them take a smaller type before they take the room.
      const bool few = count <= (size_ >= 38 ? 2 * paragraphs.size() : 8U);
      if (few && tall - least_gap() <= area.height() && widest <= area.width()) return;
    }
  }

  void place_block(LargeBlock& block, float left, float top, float tall) const {
    for (int line = 0; line < 2; ++line) {
      float x = left + (block.parted() ? brace() : 0);
      const float middle = block.parted() ? top + tall * (line == 0 ? 0.25F : 0.75F) : top + tall / 2;
      for (LargeWord& word : block.lines[line]) {
        word.area = Area::at(x, std::round(middle - line_height() / 2), width_of(word), line_height());
        x += width_of(word) + space();
      }
    }
  }

  const Ui& ui_;
  int size_ = presenter_sizes[0];
  float head_room_ = 56;  // units
  float gap_ = 0;
};

constexpr float least_weight_drawn = 0.05F;
constexpr float units_per_weight = 12;  // 14 pixels at 1024 x 768

ImVec2 point_on(const Curve& c, float t) {
  const float u = 1 - t;
  const auto mix = [&](float a, float b, float d, float e) {
    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * d + t * t * t * e;
  };
  return {mix(c.from.x, c.from_control.x, c.to_control.x, c.to.x),
          mix(c.from.y, c.from_control.y, c.to_control.y, c.to.y)};
}

class OneIdea : PanelPart {
 public:
  using PanelPart::PanelPart;

  // The sentences alone, in all of the area.
  std::vector<IdeaWord> lay_out() {
    read();
    text_.lay_out(paragraphs_, area_);
    Area room = area_;
    room.cut_bottom(ui_.px(room.height() < ui_.px(170) ? 16 : 34));
    float bottom = area_.top;
    each_word([&](const LargeWord& word) { bottom = std::max(bottom, word.area.bottom); });
    if (bottom > room.bottom && goes_below()) text_.lay_out(paragraphs_, room);
    std::vector<IdeaWord> words;
    each_word([&](const LargeWord& word) { words.push_back({word.text, word.place, word.area, word.asks}); });
    return words;
  }

  void draw_words() const {
    for (const int side : {0, 1}) draw_curves(side);
    for (const LargeParagraph& paragraph : paragraphs_) {
      for (const LargeBlock& block : paragraph) {
        if (block.parted()) draw_brace(block);
      }
    }
    each_word([&](const LargeWord& word) { draw_word(word); });
    draw_pills();
  }

 private:
  void read() {
    const auto [queries, keys, both_queries, both_keys] = asking(context_);
    const int only = context_.maps[0].trace() != nullptr ? 0 : 1;
    if (cross_) paragraphs_.push_back(merged_sentences(keys, both_keys, only, false, true));
    paragraphs_.push_back(merged_sentences(queries, both_queries, only, true, !cross_));
    keep_pronoun_with_difference();
    for (const int side : {0, 1}) focus_[side] = find_focus(side);
  }

  // In one row from "it" to the words that decide what it means: curves go up from there, to what it may
  // mean.
  void keep_pronoun_with_difference() {
    const int side = context_.maps[0].antecedent() ? 0 : 1;
    const auto& it = context_.maps[side].antecedent();
    if (!it || !two_) return;
    LargeParagraph& paragraph = paragraphs_.back();
    const auto pronoun = std::find_if(paragraph.begin(), paragraph.end(), [&](const LargeBlock& block) {
      return !block.lines[0].empty() && block.lines[0].front().place.at(side) == it->it;
    });
    const auto differs =
        std::find_if(pronoun, paragraph.end(), [](const LargeBlock& block) { return block.parted(); });
    if (differs == paragraph.end()) return;
    for (auto block = pronoun; block != differs; ++block) block->with_next = true;
  }

  void each_word(auto visit) const {
    for (const LargeParagraph& paragraph : paragraphs_) {
      for (const LargeBlock& block : paragraph) {
        for (const auto& line : block.lines) {
          for (const LargeWord& word : line) visit(word);
        }
      }
    }
  }

  // The selected words of a side: of the other sentence those that stand for them.
  std::vector<const LargeWord*> find_focus(int side) const {
    const Session& session = context_.session;
    std::vector<int> tokens = session.also_tokens;
    if (session.token >= 0) tokens.insert(tokens.begin(), session.token);
    std::vector<const LargeWord*> words;
    for (const int token : tokens) {
      if (const LargeWord* word = word_for(side, token)) words.push_back(word);
    }
    return words;
  }
  const LargeWord* word_for(int side, int token) const {
    const int own = context_.session.side;
    const auto is_chosen = [&](const LargeWord& word) { return word.asks && word.place[own] == token; };
    for (const LargeBlock& block : paragraphs_.back()) {
      for (const auto& line : block.lines) {
        const auto found = std::find_if(line.begin(), line.end(), is_chosen);
        if (found == line.end()) continue;
        if (found->place[side] >= 0) return &*found;
        const auto i = static_cast<std::size_t>(found - line.begin());
        return i < block.lines[side].size() ? &block.lines[side][i] : nullptr;
      }
    }
    return nullptr;
  }
  bool is_focus(const LargeWord& word) const {
    return std::any_of(focus_.begin(), focus_.end(), [&](const std::vector<const LargeWord*>& of_side) {
      return std::find(of_side.begin(), of_side.end(), &word) != of_side.end();
    });
  }
  // Whether what goes to a word is added up.
  bool is_key(const LargeWord& word) const {
    const int place = word.place.at(context_.session.side);
    const std::vector<int>& keys = context_.session.key_tokens;
    return word.asked && place >= 0 && std::find(keys.begin(), keys.end(), place) != keys.end();
  }

  // What a selected word of a side gives to a word; 0 where there is no such number.
  float weight(int side, const LargeWord& from, const LargeWord& key) const {
    if (!key.asked || key.place[side] < 0 || from.place[side] < 0) return 0;
    return weight_of(context_, side, path_, from.place[side], key.place[side]).value_or(0);
  }
  // The largest that one of them gives.
  float weight(int side, const LargeWord& key) const {
    float most = 0;
    for (const LargeWord* from : focus_[side]) most = std::max(most, weight(side, *from, key));
    return most;
  }
  // Whether a curve of the second sentence may go under the words (curve_in_row()).
  bool goes_below() const {
    bool below = false;
    each_word([&](const LargeWord& key) {
      below |= weight(0, key) >= least_weight_named && weight(1, key) >= least_weight_drawn;
    });
    return below;
  }
  // Whether the selected head takes no part in a side's sentence.
  // One sentence has no colour of its own.
  Rgb own(int side) const { return two_ ? c_.sentence(side) : c_.weights; }
  bool is_off(int side) const { return head_is_off(context_, side, path_); }

  // From the word in focus to a key, leaving and arriving upright.
  Curve curve_to(int side, const LargeWord& of, const LargeWord& key) const {
    const Area& from = of.area;
    const Area& to = key.area;
    const float apart = two_ && key.both() && !cross_ ? ui_.px(7) : two_ ? ui_.px(8) : 0;
    const float shift = side == 0 ? -apart : apart;
    const float x0 = from.middle_x() + shift;
    const bool both = weight(0, key) >= least_weight_drawn && weight(1, key) >= least_weight_drawn;
    const float x1 = to.middle_x() + (both ? shift : 0);
    const bool up = to.bottom < from.top;
    if (!up && to.top <= from.bottom) return curve_in_row(side, of, key, x0, x1);
    const float y0 = up ? from.top - ui_.px(2) : from.bottom + ui_.px(2);
    const float y1 = up ? to.bottom + ui_.px(8) : to.top - ui_.px(2);
    const float half = (y0 + y1) / 2;
    return {{x0, y0}, {x0, half}, {x1, half}, {x1, y1}};
  }

  // Over the words, or back to itself; under them where the first sentence's curve is already there.
  Curve curve_in_row(int side, const LargeWord& of, const LargeWord& key, float x0, float x1) const {
    const Area& from = of.area;
    const bool below = side == 1 && weight(0, key) >= least_weight_named;
    const float down = below ? 1.0F : -1.0F;
    const float y = below ? from.bottom + ui_.px(2) : from.top - ui_.px(2);
    const float most = below ? ui_.px(52) : ui_.px(74);
    const float high = y + down * std::clamp(std::fabs(x1 - x0) * 0.3F, ui_.px(46), most);
    if (std::fabs(x1 - x0) < from.width() / 2)
      return {{x0 - ui_.px(9), y}, {x0 - ui_.px(40), high}, {x0 + ui_.px(40), high}, {x0 + ui_.px(9), y}};
    const float landing = below ? key.area.bottom + ui_.px(12) : key.area.top - ui_.px(2);
    return {{x0, y}, {x0, high}, {x1, high}, {x1, landing}};
  }

  void draw_curves(int side) const {
    // A head that takes no part moves nothing along its lines.
    const Rgb line = is_off(side) ? c_.strong_line : own(side);
    each_line(side, least_weight_drawn, [&](const LargeWord& from, const LargeWord& key, float share) {
      const Curve curve = curve_to(side, from, key);
      const float thick = std::max(ui_.scale() * units_per_weight * share, ui_.px(1));
      ui_.curve(curve, line, thick, 0.95F);
      ui_.disc(curve.to, thick / 2, line, 0.95F);
    });
  }
  // Calls `visit` for what every selected word gives to every other, from `least` on.
  void each_line(int side, float least, auto visit) const {
    for (const LargeWord* from : focus_[side]) {
      each_word([&](const LargeWord& key) {
        if (const float share = weight(side, *from, key); share >= least) visit(*from, key, share);
      });
    }
  }

  // The number on its line, where it lies over nothing else; the heaviest choose first.
  void draw_pills() const {
    std::vector<WeightPill> pills;
    for (const int side : {0, 1}) {
      const bool off = is_off(side);
      each_line(side, least_weight_named, [&](const LargeWord& from, const LargeWord& key, float share) {
        WeightPill& pill = pills.emplace_back();
        pill.weight = share;
        pill.text = off ? "off" : number_alone(share, NumberFormat::weight);
        pill.colour = off ? c_.text_2 : own(side);
        const Curve curve = curve_to(side, from, key);
        for (const float t : {0.5F, 0.6F, 0.4F, 0.7F, 0.3F, 0.8F, 0.2F})
          pill.centres.push_back(point_on(curve, t));
      });
    }
    std::vector<Area> taken;
    each_word([&](const LargeWord& word) { taken.push_back(word.area.inset(0, ui_.px(4))); });
    // Smaller between close rows.
    const bool large = area_.width() >= ui_.px(440) && area_.height() >= ui_.px(170);
    // Over the first row they stand close to the title.
    float first_row = area_.bottom;
    each_word([&](const LargeWord& word) { first_row = std::min(first_row, word.area.top); });
    const bool over = std::any_of(pills.begin(), pills.end(), [&](const WeightPill& pill) {
      return std::any_of(pill.centres.begin(), pill.centres.end(),
                         [&](ImVec2 centre) { return centre.y < first_row; });
    });
    const Type between = text_.gap() >= ui_.px(42) && !over ? type::trait : type::score;
    const Type face = !large ? type::score : text_.gap() >= ui_.px(56) ? type::presenter_number : between;
    draw_weight_pills(ui_, std::move(pills), std::move(taken),
                      {face, 26, static_cast<float>(face.size) * 1.6F, 2.5F});
  }

  void draw_brace(const LargeBlock& block) const {
    const float right = block.lines[0].front().area.left - text_.brace() * 0.3F;
    const float top = block.lines[0].front().area.middle_y() - ui_.px(2);
    const float bottom = block.lines[1].front().area.middle_y() + ui_.px(2);
    const float middle = (top + bottom) / 2;
    const float wide = text_.brace() * 0.3F;
    const Rgb colour = c_.presenter_text;
    const float left = right - wide;
    for (const float end : {top, bottom}) {
      ui_.curve({{right, end}, {left, end}, {left + wide * 0.4F, middle}, {left - wide * 0.7F, middle}},
                colour, ui_.px(1.5F));
    }
  }

  void draw_word(const LargeWord& word) const {
    const std::string id = "present/" + std::string(word.asks ? "" : "key/") +
                           std::to_string(word.place[0] >= 0 ? 0 : 1) + "/" +
                           std::to_string(word.place[0] >= 0 ? word.place[0] : word.place[1]);
    const bool adds_up = word.asked && picks(ui_) != Picks::alone;
    const Touch touch = word.asks || adds_up ? ui_.item(id, word.area) : Touch{};
    const bool focus = is_focus(word);
    std::array<bool, 2> read{};
    for (const int side : {0, 1}) read[side] = weight(side, word) >= least_weight_named;
    const float pad = ui_.px(7);
    const Area chip{word.area.left - pad, word.area.top - ui_.px(1), word.area.right + pad,
                    word.area.bottom + ui_.px(1)};
    if (focus) {
      const bool light = ui_.theme() == Theme::light;
      ui_.fill(chip, c_.focus, ui_.px(9));
      if (light) ui_.outline(chip, c_.ink, ui_.px(2.5F), ui_.px(9));
      ui_.text(word.area, Align::centre, text_.strong(), light ? c_.ink : c_.stage, word.text);
    } else {
      const bool of_one = two_ && !word.both();
      Rgb colour = c_.presenter_text;
      if (of_one) colour = c_.sentence(word.place[0] >= 0 ? 0 : 1);
      if (read[0] || read[1]) colour = read[0] && read[1] ? c_.ink : own(read[0] ? 0 : 1);
      const bool hot = of_one || read[0] || read[1];
      ui_.text(word.area, Align::centre, hot ? text_.strong() : text_.plain(), colour, word.text);
      // A word that both sentences' lines reach has both underlines, the first one's above.
      float y = word.area.bottom - ui_.px(1);
      for (const int side : {0, 1}) {
        if (!read[side]) continue;
        ui_.fill(Area::at(word.area.left, y, word.area.width(), ui_.px(4)), own(side), ui_.px(2));
        y += ui_.px(6);
      }
    }
    if (is_key(word))
      ui_.outline(chip, ui_.theme() == Theme::dark ? c_.focus : c_.ink, ui_.px(2.5F), ui_.px(9));
    if (touch.focused) ui_.focus_ring(chip, ui_.px(9));
    if (!touch.clicked) return;
    const int side =
        word.place.at(context_.session.side) >= 0 ? context_.session.side : 1 - context_.session.side;
    if (side != context_.session.side) ui_.emit(SelectSide{side});
    const Picks how = picks(ui_);
    if (how == Picks::alone) return ui_.emit(SelectToken{word.place.at(side)});
    const bool key = word.asked && (!word.asks || how == Picks::key_too);
    ui_.emit(SelectTokensToo{{word.place.at(side)}, key});
  }

  bool cross_ = info(context_.session.attention).crosses();
  bool two_ = context_.maps.two();
  std::string path_ = selected_head_path(context_.session, "weights");  // of the head's weights
  LargeText text_{ui_};
  std::vector<LargeParagraph> paragraphs_;  // the last one asks
  std::array<std::vector<const LargeWord*>, 2> focus_;
};

}  // namespace

std::vector<IdeaWord> idea_words(const PanelContext& context, const Area& area) {
  return OneIdea(context, area).lay_out();
}

void draw_idea_words(const PanelContext& context, const Area& area) {
  OneIdea idea(context, area);
  idea.lay_out();
  idea.draw_words();
}

}  // namespace headlight
