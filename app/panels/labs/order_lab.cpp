// What another order of the words does to the encoder, without positions and with them.
#include <algorithm>
#include <array>

#include "app/panels/labs/lab_matrix.h"
#include "app/panels/labs/order_drawing.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"
#include "core/labs/order.h"
#include "core/models/translator.h"

namespace headlight {
namespace {

// What the new order did, in a few words.
std::string verdict(const PanelContext& context, const LabWork& work, bool positions) {
  const double difference = work.result<OrderStudy>()->largest_difference(positions);
  const OrderLab& settings = work.settings<OrderLab>();
  const std::vector<int> order = order_of(settings.order, work.maps.at("before")->rows);
  if (std::is_sorted(order.begin(), order.end())) return "nothing has moved yet";
  if (settings.shown == OrderShown::embedding && positions) return "positions are added after it";
  if (is_rounding(work, difference)) return "rounding: the rows only move";
  const TransformerConfig& config = context.document.translator()->config();
  const bool places = config.causal_encoder || config.encoder_window > 0;
  return !positions && places ? "the rows change: the mask knows positions" : "the rows change";
}

// Without positions, and with them: what that did, and the largest difference of a cell once the rows are
// back at their words. The one that is pressed is drawn below.
void draw_cards(const PanelContext& context, Area& rest, const LabWork& work) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Area row = rest.cut_top(ui.px(54));
  rest.cut_top(ui.px(14));
  const float wide = std::min(ui.px(600), std::floor((row.width() - ui.px(12)) / 2));
  for (const bool positions : {false, true}) {
    const Area card = Area::at(row.left + (positions ? wide + ui.px(12) : 0), row.top, wide, row.height());
    const bool chosen = context.session.labs.get<OrderLab>().positions == positions;
    const Touch touch = ui.item(positions ? "order/with positions" : "order/without positions", card);
    if (touch.hovered) {
      ui.hand();
      ui.tooltip("The largest difference of a cell once the rows are back at their words");
    }
    ui.fill(card, chosen || touch.hovered ? c.panel : c.folded, ui.px(8));
    ui.outline(card, chosen ? c.ink : c.hairline, chosen ? ui.px(1.5F) : ui.hairline(), ui.px(8));
    if (touch.focused) ui.focus_ring(card, ui.px(8));
    Area inside = card.inset(ui.px(14), ui.px(7));
    const Area measured = inside.cut_right(ui.width(type::caption, "largest difference"));
    inside.cut_right(ui.px(10));
    ui.text(Area(inside).cut_top(ui.px(20)), Align::left, type::label_hot, c.ink,
            positions ? "With positions" : "Without positions");
    line_of_text(ui, Area(inside).cut_bottom(ui.px(18)), type::caption, c.text_2,
                 verdict(context, work, positions));
    draw_measured(ui, measured.left, measured.top + ui.px(11),
                  work.result<OrderStudy>()->largest_difference(positions), false);
    ui.text(Area(measured).cut_bottom(ui.px(18)), Align::left, type::caption, c.text_3, "largest difference");
    if (touch.clicked && !chosen)
      change_labs(context, [positions](Labs& labs) { labs.get<OrderLab>().positions = positions; });
  }
}

// Which head's weights.
void draw_head_choice(const PanelContext& context, Area& rest) {
  Ui& ui = context.ui;
  const OrderLab& settings = context.session.labs.get<OrderLab>();
  const TransformerConfig& config = context.document.translator()->config();
  if (settings.shown != OrderShown::weights || ui.exporting()) return;
  Area row = rest.cut_top(ui.px(44));
  const auto slide = [&](const char* id, const char* label, int value, int highest, int OrderLab::*field) {
    if (highest == 0) return;
    const Area place = row.cut_left(ui.px(150));
    row.cut_left(ui.px(20));
    if (const auto to = number_slide(ui, id, place,
                                     {.label = label,
                                      .value = static_cast<double>(std::min(value, highest)),
                                      .lowest = 0,
                                      .highest = static_cast<double>(highest)}))
      change_labs(context, [&](Labs& labs) { labs.get<OrderLab>().*field = static_cast<int>(*to); });
  };
  slide("slide/order/layer", "layer", settings.layer, config.encoder_layers - 1, &OrderLab::layer);
  slide("slide/order/head", "head", settings.head, config.encoder_heads - 1, &OrderLab::head);
}

}  // namespace

void draw_order_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area;
  const std::array shown{Choice{"embedding"}, Choice{"encoder output"}, Choice{"weights of a head"}};
  const Area controls =
      lab_head(context, rest,
               ui.exporting() ? "The same encoder reads the words in another order, with the same weights."
                              : "Drag the words. The same encoder reads them again, with the same weights.",
               choices_width(ui, shown));
  const int chosen = choices(ui, "order/shown", controls, shown,
                             static_cast<int>(context.session.labs.get<OrderLab>().shown));
  if (chosen >= 0)
    change_labs(context,
                [chosen](Labs& labs) { labs.get<OrderLab>().shown = static_cast<OrderShown>(chosen); });
  const LabWork* work = work_of(context);
  if (work == nullptr || work->recorded == nullptr || context.document.trace(0) == nullptr) return;
  draw_head_choice(context, rest);
  const std::vector<std::string> words = context.document.trace(0)->words().source;
  draw_order_words(context, rest, words,
                   order_of(context.session.labs.get<OrderLab>().order, static_cast<int>(words.size())));
  draw_cards(context, rest, *work);
  draw_order_maps(context, rest, *work);
}

}  // namespace headlight
