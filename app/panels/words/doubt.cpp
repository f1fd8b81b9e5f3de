#include "app/panels/words/doubt.h"

#include <algorithm>

#include "core/explain/doubts.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// What the mark is made of, for a line of this type.
struct MarkSizes {
  float disc, pad, height;
  float wide(float text) const { return text + disc + 3 * pad; }
};
MarkSizes mark_sizes(const Ui& ui, Type face) {
  const float letter = ui.px(static_cast<float>(face.size));
  return {std::round(letter * 1.2F), std::round(letter * 0.45F), std::round(letter * 1.7F)};
}

}  // namespace

float doubt_mark_width(const PanelContext& context, int side, Type face) {
  const std::string mark = mark_of(context.pictures.certainty(side));
  if (mark.empty()) return 0;
  return mark_sizes(context.ui, face).wide(context.ui.width(face, mark));
}

float draw_doubt_mark(const PanelContext& context, int side, float x, float middle_y, Type face) {
  const std::string mark = mark_of(context.pictures.certainty(side));
  if (mark.empty()) return x;
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const MarkSizes sizes = mark_sizes(ui, face);
  const Area area = Area::at(std::round(x), std::round(middle_y - sizes.height / 2),
                             doubt_mark_width(context, side, face), sizes.height);
  // That there are two ways is no mistake.
  const bool quiet = context.pictures.certainty(side).two_ways();
  const Rgb ink = quiet ? c.ink : c.error;
  const Rgb ground = quiet ? c.panel : c.error_ground;
  ui.fill(area, ground, sizes.height / 2);
  ui.outline(area, quiet ? c.text_3 : c.error, ui.hairline(), sizes.height / 2);
  const ImVec2 centre{std::round(area.left + sizes.pad * 0.6F + sizes.disc / 2), std::round(area.middle_y())};
  ui.disc(centre, sizes.disc / 2, ink);
  const Type question{Face::semibold, face.size};
  ui.text(Area::at(centre.x - sizes.disc / 2, area.top, sizes.disc, area.height()), Align::centre, question,
          ground, "?");
  ui.text(std::round(centre.x + sizes.disc / 2 + sizes.pad), area.middle_y(), face, ink, mark);
  if (ui.hovered(area)) ui.tooltip(mark + ": " + doubt_reasons(context, side));
  return area.right;
}

bool any_doubt(const PanelContext& context) {
  return !context.pictures.certainty(0).sure() || !context.pictures.certainty(1).sure();
}

void draw_doubt_at_end(const PanelContext& context, int side, const Area& area) {
  Ui& ui = context.ui;
  const Type face = type::caption;
  const float mark = doubt_mark_width(context, side, face);
  if (mark == 0 || mark > area.width()) return;
  const std::string why = doubt_reasons(context, side);
  const float wide = mark + ui.px(8) + ui.width(face, why);
  const bool fits = wide <= area.width();
  const float x = draw_doubt_mark(context, side, area.right - (fits ? wide : mark), area.middle_y(), face);
  if (fits) ui.text(x + ui.px(8), area.middle_y(), face, ui.colours().text_2, why);
}

const Doubt* doubt_of_word(const PanelContext& context, int side, int place) {
  const std::vector<Doubt>& doubts = context.pictures.certainty(side).doubts;
  const auto found = std::find_if(doubts.begin(), doubts.end(), [&](const Doubt& doubt) {
    return is_of_source(doubt.kind) &&
           std::find(doubt.places.begin(), doubt.places.end(), place) != doubt.places.end();
  });
  return found == doubts.end() ? nullptr : &*found;
}

void draw_presented_doubt(const PanelContext& context, int side, const Area& area) {
  Ui& ui = context.ui;
  const Type face = type::presenter_caption;
  const float mark = doubt_mark_width(context, side, face);
  if (mark == 0) return;
  const float gap = ui.px(12);
  const Certainty& certainty = context.pictures.certainty(side);
  const float room = area.width() - mark - gap;
  std::string why = fitted_reasons(context, side, face, room);
  // The words themselves stand below.
  if (certainty.two_ways() && ui.width(face, doubt_reasons(context, side)) > room)
    why = weight_alone(certainty.ways[0].probability) + " or " + weight_alone(certainty.ways[1].probability);
  const float wide = mark + gap + ui.width(face, why);
  const float x = draw_doubt_mark(context, side, area.middle_x() - wide / 2, area.middle_y(), face);
  // Of two sentences, which one.
  const Palette& c = ui.colours();
  const Rgb own = side == 0 ? c.first_sentence : c.second_sentence;
  ui.text(x + gap, area.middle_y(), face, context.pictures.two() ? own : c.text_2, why);
}

std::string doubt_reasons(const PanelContext& context, int side) {
  const TracePtr& trace = context.pictures.trace(side);
  return trace == nullptr ? "" : reasons_of(context.pictures.certainty(side), trace->words());
}

std::string fitted_reasons(const PanelContext& context, int side, Type face, float room) {
  const Ui& ui = context.ui;
  const Certainty& certainty = context.pictures.certainty(side);
  const std::string all = doubt_reasons(context, side);
  if (ui.width(face, all) <= room) return all;
  // A reason is said whole or not at all: its end is what matters.
  const std::string where = "why: point at “" + mark_of(certainty) + "”";
  if (certainty.doubts.empty()) return ui.fitted(face, where, room);
  const Trace::Words& words = context.pictures.trace(side)->words();
  std::string line = reason_of(certainty.doubts.front(), certainty, words);
  if (ui.width(face, line) > room) return ui.fitted(face, where, room);
  for (std::size_t i = 1; i < certainty.doubts.size(); ++i) {
    const std::string longer = line + "; " + reason_of(certainty.doubts[i], certainty, words);
    if (ui.width(face, longer) > room) break;
    line = longer;
  }
  return line;
}

int parting_of_ways(const Certainty& certainty) {
  return certainty.two_ways() ? certainty.doubts.front().places.front() : -1;
}

std::vector<std::string> other_way(const Certainty& certainty) {
  if (!certainty.two_ways()) return {};
  const std::vector<std::string>& words = certainty.ways[1].words;
  return {words.begin() + parting_of_ways(certainty), words.end()};
}

}  // namespace headlight
