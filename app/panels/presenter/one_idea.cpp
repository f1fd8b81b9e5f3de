// The presenter's picture: both sentences as one where they are the same, a brace where they are not, and
// thick lines from the word in focus to the words it looks at.
#include <algorithm>
#include <array>

#include "app/panels/lines/lines_view.h"
#include "app/panels/presenter/large_text.h"
#include "app/panels/presenter/one_idea_lines.h"
#include "app/panels/presenter/presenter.h"
#include "app/panels/step_names.h"
#include "app/panels/words/doubt.h"

namespace headlight {
namespace {

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
    text_.lay_out(paragraphs_, rest);
    for (int side = 0; side < 2; ++side) lines_.draw_curves(side);
    for (LargeParagraph& paragraph : paragraphs_) {
      for (LargeBlock& block : paragraph) draw_block(block);
    }
    lines_.draw_pills();
  }

 private:
  void collect() {
    const auto [queries, keys] = asking(context_);
    if (cross_) paragraphs_.push_back(merged_sentences(keys, two_, only_, false, true));
    paragraphs_.push_back(merged_sentences(queries, two_, only_, true, !cross_));
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
