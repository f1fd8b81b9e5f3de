// What the word in focus looks at in either sentence: a line to each word, as wide as its weight, with its
// number. For one_idea.cpp alone, which draws the words.
#pragma once

#include <vector>

#include "app/panels/panels.h"
#include "app/panels/presenter/large_text.h"

namespace headlight {

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

}  // namespace headlight
