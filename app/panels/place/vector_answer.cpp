#include "app/panels/place/vector_answer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include "app/panels/common/stage.h"
#include "app/stage/board.h"
#include "app/widgets/controls.h"
#include "core/explain/sentence_vectors.h"
#include "core/figure/numbers.h"
#include "core/models/picture_text.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight::place {
namespace {

// While other texts are typed.
struct TypedTexts {
  std::string text;
  bool active = false;
  void let_go() { *this = {}; }
};

std::string cosine_number(double cosine) {
  return number_alone(static_cast<float>(cosine), NumberFormat::weight);
}

}  // namespace

std::string vector_made(const PanelContext& context) {
  const std::optional<SentenceVector> vector = sentence_vector(*stage_trace(context));
  if (!vector) return "";
  const std::string numbers = std::to_string(vector->numbers.size());
  if (!vector->is_mean) return say("{n} numbers, the first row alone", {{"n", numbers}});
  return say("{n} numbers, the mean of all {rows} rows",
             {{"n", numbers}, {"rows", std::to_string(vector->rows)}});
}

namespace {

// From the middle to the right what adds, to the left what takes away.
void draw_signed_bar(const Page& page, const Area& area, double share, Rgb colour) {
  const float middle = area.middle_x(), half = area.width() / 2;
  const float end = middle + half * static_cast<float>(std::clamp(share, -1.0, 1.0));
  page.ui.line(middle, area.top, middle, area.bottom, page.c.hairline, page.ui.hairline());
  page.ui.fill({std::min(middle, end), area.middle_y() - page.px(3), std::max(middle, end),
                area.middle_y() + page.px(3)},
               colour, page.px(2));
}

// What each row adds, beside it.
void draw_added(const Page& page, const std::vector<double>& added) {
  Ui& ui = page.ui;
  double most = 0;
  for (const double each : added) most = std::max(most, std::abs(each));
  const Area& area = page.boxes.answer;
  const int last = std::min(page.rows.first + page.rows.shown, static_cast<int>(added.size()));
  for (int row = page.rows.first; row < last; ++row) {
    Area line = page.rows.row(row, area.left, area.right);
    const double own = added[static_cast<std::size_t>(row)];
    const bool chosen = row == page.row;
    const Ui::Pieces told(ui, ToldNumber{page.asks[static_cast<std::size_t>(row)], cosine_number(own),
                                         static_cast<float>(own), line});
    if (page.rows.pitch >= ui.height(type::number))
      ui.text(line.cut_right(page.px(52)), Align::right, chosen ? type::number_hot : type::number,
              chosen ? page.c.ink : page.c.text_2, cosine_number(own));
    draw_signed_bar(page, line.inset(0, page.px(2)), most > 0 ? own / most : 0,
                    chosen ? page.own() : page.c.text_2);
  }
}

}  // namespace

std::optional<double> cosine_of_texts(const PanelContext& context) {
  if (!context.maps.two()) return std::nullopt;
  const TracePtr &first = context.maps[0].trace(), &second = context.maps[1].trace();
  return first == nullptr || second == nullptr ? std::nullopt : sentence_cosine(*first, *second);
}

std::string vector_said(const PanelContext& context) {
  const std::optional<double> cosine = cosine_of_texts(context);
  return cosine ? say("Cosine of both sentences: {n}", {{"n", cosine_number(*cosine)}})
                : say("One vector for the whole text: {made}", {{"made", vector_made(context)}});
}

void draw_vector_line(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const bool presented = context.session.presenting && context.session.altitude;
  const Type face = presented ? Type{Face::regular, 23} : type::section;
  const float line = ui.px(static_cast<float>(face.size) * 1.5F);
  const bool two = cosine_of_texts(context).has_value();
  Area rest = area;
  rest.top = std::max(rest.top, rest.middle_y() - (two ? line : line / 2));
  ui.text(rest.cut_top(line), Align::centre, face, c.ink,
          ui.shortened(face, vector_said(context), area.width()));
  if (!two || rest.height() < ui.px(20)) return;
  const Type plain = presented ? face : type::label;
  ui.text(rest.cut_top(line), Align::centre, plain, c.text_2,
          ui.shortened(plain, say("1: both vectors point the same way. 0: at a right angle."), area.width()));
}

void draw_texts_compared(const Page& page, const Area& area) {
  Ui& ui = page.ui;
  const auto& texts = page.trace.words().target_vocabulary;
  if (texts == nullptr || page.trace.find("cosines") < 0 || page.trace.find("probabilities") < 0) return;
  const Reading cosines = page.trace.read("cosines"), chances = page.trace.read("probabilities");
  const bool presented = page.boxes.presented();
  const Type large{Face::regular, 23};
  stage::Bars bars{.rows = {}, .line = 24, .gap = 0, .bars = 150};
  if (presented) {
    bars.line = 34;
    bars.name = bars.name_hot = bars.number = bars.number_hot = large;
  }
  bars.numbers = ui.width(bars.number, "0.000") / ui.scale() + 8;
  const float pitch = page.px(bars.line), wide = std::min(area.width(), page.px(620));
  const int fit = std::max(1, static_cast<int>(area.height() / pitch));
  std::vector<int> order(static_cast<std::size_t>(chances.shape().cols));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return chances(0, a) > chances(0, b); });
  if (static_cast<int>(order.size()) > fit) order.resize(static_cast<std::size_t>(fit));
  for (const int text : order)
    bars.rows.push_back({texts->at(static_cast<std::size_t>(text)),
                         number_alone(chances(0, text), NumberFormat::probability),
                         chances(0, text),
                         page.own(),
                         text == order.front(),
                         {},
                         say("cosine {n}", {{"n", cosine_number(static_cast<double>(cosines(0, text)))}})});
  const float tall = pitch * static_cast<float>(order.size());
  stage::Board board(ui);
  board.add({.look = std::move(bars)});
  board.show(Area::at(std::round(area.middle_x() - wide / 2), area.middle_y() - tall / 2, wide, tall));
}

void draw_texts_field(const Page& page, const Area& area) {
  TypedTexts& typed = page.ui.state<TypedTexts>();
  const std::string& all = page.session.text(page.side);
  if (!typed.active) {
    const std::string_view texts = texts_typed(all);
    typed.text = texts.empty() ? std::string(example_texts) : std::string(trimmed(texts.substr(1)));
  }
  const Field field = text_field(page.ui, "place/texts", area, typed.text, type::body,
                                 say("Texts to compare, with | between them"));
  typed.active = field.active && !field.entered;
  if (field.entered)
    page.ui.emit(SetSentence{page.side,
                             std::string(picture_before_texts(all)) + " " + before_text + " " + typed.text});
}

void draw_vector_answer(const Page& page) {
  Ui& ui = page.ui;
  const Area& area = page.boxes.answer;
  const std::optional<double> cosine = cosine_of_texts(page.context);
  const float head = page.boxes.rows - page.px(24);
  if (!page.boxes.presented()) {
    Area above{area.left, area.top, area.right, head - page.px(14)};
    if (cosine && !page.boxes.low) {
      ui.text(above.cut_top(page.px(24), page.px(4)), Align::left, type::label_hot, page.c.ink,
              say("Cosine of both"));
      stage::Board board(ui);
      board.add(
          {.look = stage::Bars{{{"", cosine_number(*cosine),
                                 static_cast<float>(std::clamp(*cosine, 0.0, 1.0)), page.own(), true}}}});
      board.show(above.cut_top(page.px(22)));
      above.cut_top(page.px(8));
      ui.wrapped(above, type::caption, page.c.text_2, vector_made(page.context), page.px(16));
    }
  }
  const std::vector<double> added =
      cosine ? added_to_cosine(page.trace, *page.context.maps[1 - page.side].trace()) : std::vector<double>();
  if (added.empty() || page.attention.asks != page.trace.anatomy().typed()) {
    if (!page.boxes.presented() && !(cosine && !page.boxes.low))
      ui.wrapped({area.left, page.boxes.rows, area.right, area.bottom}, type::label, page.c.text_2,
                 vector_said(page.context), page.px(20));
    return;
  }
  if (!page.boxes.presented())
    ui.text({area.left, head - page.px(12), area.right, head + page.px(8)}, Align::left, type::label_hot,
            page.c.ink,
            ui.shortened(type::label_hot,
                         page.boxes.low ? say("Cosine {n}, by row", {{"n", cosine_number(*cosine)}})
                                        : say("Adds to the cosine"),
                         area.width()));
  draw_added(page, added);
}

}  // namespace headlight::place
