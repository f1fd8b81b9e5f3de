// The words as chips to be dragged; the encoder's rows before and after, and their difference word by word.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/lab_matrix.h"
#include "app/panels/labs/labs.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"
#include "core/labs/general_attention.h"
#include "core/labs/order.h"

namespace headlight {
namespace {

void set_order(const PanelContext& context, std::vector<int> order) {
  if (std::is_sorted(order.begin(), order.end())) order.clear();
  change_labs(context, [&order](Labs& labs) { labs.order.order = std::move(order); });
}

std::vector<int> with_moved(std::vector<int> order, int from, int to) {
  const int word = order[static_cast<std::size_t>(from)];
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, word);
  return order;
}

// The chips line after line, in the largest type that needs at most two lines.
struct ChipFlow {
  Type face{Face::medium, 16};
  float tall = 0, height = 0;
  std::vector<Area> places;
};

ChipFlow flow_chips(const Ui& ui, const std::vector<std::string>& words, const Area& area) {
  ChipFlow flow;
  for (const int size : {16, 14, 12}) {
    flow.face = {Face::medium, size};
    flow.tall = ui.px(static_cast<float>(size) + 14);
    flow.places.clear();
    float x = area.left;
    float y = area.top;
    for (const std::string& word : words) {
      const float wide = std::round(ui.width({Face::semibold, size}, word) + ui.px(size < 14 ? 10 : 18));
      if (x > area.left && x + wide > area.right) {
        x = area.left;
        y += flow.tall + ui.px(5);
      }
      flow.places.push_back(Area::at(x, y, wide, flow.tall));
      x += wide + ui.px(size < 14 ? 3 : 6);
    }
    flow.height = y + flow.tall - area.top;
    if (flow.height <= 2 * flow.tall + ui.px(5)) break;
  }
  return flow;
}

// Where a chip that is held goes: past the middle of another one on the same line, or onto one of another
// line.
int place_under(const ChipFlow& flow, int from, ImVec2 mouse) {
  const Area& own = flow.places[static_cast<std::size_t>(from)];
  for (int i = 0; i < static_cast<int>(flow.places.size()); ++i) {
    const Area& place = flow.places[static_cast<std::size_t>(i)];
    if (i == from || mouse.y < place.top - 3 || mouse.y > place.bottom + 3) continue;
    if (place.top != own.top) {
      if (mouse.x >= place.left && mouse.x < place.right) return i;
      continue;
    }
    if (i < from && mouse.x < place.middle_x()) return i;
  }
  for (int i = static_cast<int>(flow.places.size()) - 1; i > from; --i) {
    const Area& place = flow.places[static_cast<std::size_t>(i)];
    if (place.top == own.top && mouse.x > place.middle_x() && mouse.y >= own.top - 3 &&
        mouse.y <= own.bottom + 3)
      return i;
  }
  return from;
}

class OrderView {
 public:
  OrderView(const PanelContext& context, const Area& area, const LabWork& work)
      : context_(context), ui_(context.ui), rest_(area), work_(work) {
    words_ = context.document.trace(0)->words().source;
    order_ = order_of(context.session.labs.order.order, static_cast<int>(words_.size()));
  }

  void draw() {
    draw_chips();
    draw_cards();
    draw_maps();
  }

 private:
  void draw_chips() {
    const Palette& c = ui_.colours();
    float right = rest_.right;
    if (!ui_.exporting()) {
      const auto press = [&](const char* label, bool enabled) {
        const float wide = button_width(ui_, label);
        right -= wide;
        const bool pressed =
            button(ui_, std::string("order/") + label, Area::at(right, rest_.top, wide, ui_.px(30)), label,
                   ButtonKind::plain, enabled);
        right -= ui_.px(8);
        return pressed;
      };
      const bool moved = !std::is_sorted(order_.begin(), order_.end());
      if (press("As written", moved)) set_order(context_, {});
      if (press("Shuffle", words_.size() > 1)) set_order(context_, next_shuffle());
      if (press("Reverse", words_.size() > 1)) set_order(context_, {order_.rbegin(), order_.rend()});
    }
    const Area room{rest_.left, rest_.top, right - ui_.px(12), rest_.bottom};
    const ChipFlow flow = flow_chips(ui_, in_order(words_, order_), room);
    for (int place = 0; place < static_cast<int>(order_.size()); ++place) {
      const int word = order_[static_cast<std::size_t>(place)];
      const Area& area = flow.places[static_cast<std::size_t>(place)];
      const std::string id = "slide/order/" + std::to_string(word);
      const Touch touch = ui_.item(id, area);
      const bool away = word != place;
      const bool hot = touch.held || ui_.state().followed_token == word;
      if (touch.hovered) {
        ui_.hand();
        ui_.state().hovered_token = word;
        ui_.tooltip("Written at " + std::to_string(word) + ", now at " + std::to_string(place) +
                    ". Drag it, or press ← and →.");
      }
      ui_.fill(area, hot ? c.focus_band : away ? c.soft_second : c.panel, ui_.px(6));
      ui_.outline(area,
                  touch.held ? c.ink
                  : away     ? c.second_sentence
                             : c.hairline,
                  touch.held ? ui_.px(2) : ui_.hairline(), ui_.px(6));
      if (touch.focused) ui_.focus_ring(area, ui_.px(6));
      ui_.text(area, Align::centre, flow.face, c.ink, words_[static_cast<std::size_t>(word)]);
      int to = place;
      if (const int by = ui_.nudges(id); by != 0)
        to = std::clamp(place + by, 0, static_cast<int>(order_.size()) - 1);
      else if (touch.held)
        to = place_under(flow, place, ui_.mouse());
      if (to != place) set_order(context_, with_moved(order_, place, to));
    }
    rest_.cut_top(std::max(flow.height, ui_.px(30)) + ui_.px(14));
  }

  // Another one with each press, the same in each session.
  std::vector<int> next_shuffle() const {
    std::uint64_t seed = 7;
    for (const int word : order_) seed = seed * 31 + static_cast<std::uint64_t>(word);
    return shuffled_order(static_cast<int>(order_.size()), seed % 99991 + 1);
  }

  std::string verdict(double difference, bool positions) const {
    if (work_.labs.order.order.empty()) return "nothing has moved yet";
    if (difference <= 1e-4 * largest()) return "rounding: the rows only move";
    const TransformerConfig& config = context_.document.model->config();
    const bool places = config.causal_encoder || config.encoder_window > 0;
    if (!positions && places) return "the rows change: the mask looks at places";
    return "the rows change";
  }
  double largest() const {
    const Scale& scale = work_.maps.at("before")->scale;
    return std::max(std::fabs(scale.low), std::fabs(scale.high));
  }

  void draw_cards() {
    const Palette& c = ui_.colours();
    const float tall = ui_.px(54);
    const float wide = std::min(ui_.px(330), std::floor((rest_.width() - ui_.px(12)) / 2));
    for (const bool positions : {false, true}) {
      const Area card = Area::at(rest_.left + (positions ? wide + ui_.px(12) : 0), rest_.top, wide, tall);
      const bool chosen = context_.session.labs.order.positions == positions;
      const Touch touch = ui_.item(positions ? "order/with positions" : "order/without positions", card);
      if (touch.hovered) ui_.hand();
      ui_.fill(card, chosen || touch.hovered ? c.panel : c.folded, ui_.px(8));
      ui_.outline(card, chosen ? c.ink : c.hairline, chosen ? ui_.px(1.5F) : ui_.hairline(), ui_.px(8));
      if (touch.focused) ui_.focus_ring(card, ui_.px(8));
      const double difference =
          work_.number("differences", positions ? "with positions" : "without positions");
      Area inside = card.inset(ui_.px(14), ui_.px(7));
      ui_.text(Area(inside).cut_top(ui_.px(20)), Align::left, type::label_hot, c.ink,
               positions ? "With positions" : "Without positions");
      const std::string said = verdict(difference, positions);
      ui_.text(Area(inside).cut_bottom(ui_.px(18)), Align::left, type::caption, c.text_2,
               ui_.fitted(type::caption, said, inside.width() - ui_.px(90)));
      draw_measured(ui_, inside.right - ui_.px(78), card.middle_y(), difference, true);
      if (touch.clicked && !chosen)
        change_labs(context_, [positions](Labs& labs) { labs.order.positions = positions; });
    }
    const Area note{rest_.left + 2 * wide + ui_.px(32), rest_.top, rest_.right, rest_.top + tall};
    if (note.width() > ui_.px(150))
      ui_.wrapped(note, type::caption, c.text_3,
                  "The number: the largest difference of a cell once the rows are back at their words.",
                  ui_.px(17));
    rest_.cut_top(tall + ui_.px(14));
  }

  void draw_maps() {
    const Palette& c = ui_.colours();
    const HeatmapPtr& before = work_.maps.at("before");
    const HeatmapPtr& after = work_.maps.at("after");
    const HeatmapPtr& difference = work_.maps.at("difference");
    const std::vector<int> order = order_of(work_.labs.order.order, before->rows);
    const std::vector<int> places = places_of(order);
    const bool by_words = before->columns == before->rows && work_.labs.order.shown == OrderShown::weights;
    const float labels = std::max(row_labels_width(ui_, *before), ui_.px(60));
    const float curves = ui_.px(56);
    const float numbers = ui_.px(52);
    const float room = std::floor((rest_.width() - 3 * labels - curves - ui_.px(20) - numbers) / 3);
    const float cell = std::floor(room / static_cast<float>(before->columns));
    const float head =
        ui_.px(24) + (by_words ? column_labels_height(ui_, *before, std::min(cell, ui_.px(34))) : ui_.px(6));
    const float tall_room = rest_.height() - head - ui_.px(30);
    const Area a = lab_cells(ui_, rest_.left + labels, rest_.top + head, *before, room, tall_room, ui_.px(34),
                             ui_.px(26));
    const Area b = a.moved(a.width() + curves + labels, 0);
    const Area d = b.moved(b.width() + ui_.px(20) + labels, 0);
    const int word = std::min(ui_.state().followed_token, before->rows - 1);
    std::optional<int> hot;
    if (word >= 0) hot = word;
    std::optional<int> hot_after;
    if (hot) hot_after = places[static_cast<std::size_t>(word)];
    if (hot) {
      focus_band(ui_, rest_.left, a.right + ui_.px(3), a, before->rows, *hot);
      focus_band(ui_, b.left - labels, b.right + ui_.px(3), b, before->rows, *hot_after);
      focus_band(ui_, d.left - labels, d.right + numbers, d, before->rows, *hot);
    }
    draw_curves(a, b, labels, places, hot);
    follow(lab_matrix(context_, a,
                      {.id = "before",
                       .map = before,
                       .path = work_.shown,
                       .side = 0,
                       .focus_row = hot,
                       .column_labels = by_words,
                       .row_label_width = labels}),
           nullptr);
    follow(lab_matrix(context_, b,
                      {.id = "after",
                       .map = after,
                       .path = work_.shown,
                       .side = 1,
                       .focus_row = hot_after,
                       .column_labels = by_words,
                       .row_label_width = labels}),
           &order);
    follow(lab_matrix(context_, d,
                      {.id = "difference",
                       .map = difference,
                       .path = "",
                       .focus_row = hot,
                       .column_labels = by_words,
                       .row_label_width = labels}),
           nullptr);
    const auto title = [&](const Area& cells, const std::string& text, float wide) {
      ui_.text(cells.left, rest_.top + ui_.px(8), type::label_hot, c.ink,
               ui_.fitted(type::label_hot, text, wide));
    };
    title(a, "as written", a.width() + curves);
    title(b, "new order", b.width() + ui_.px(20));
    title(d, "difference, word by word", d.width() + numbers);
    draw_numbers(d, hot);
    const float y = a.bottom + ui_.px(18);
    level_colour_bar(ui_, a.left - ui_.px(12), y, "", before->scale);
    level_colour_bar(ui_, d.left - ui_.px(12), y, "", difference->scale);
  }

  void follow(const HeatmapTouch& touch, const std::vector<int>* order) {
    if (!touch.hovered_row) return;
    const int row = *touch.hovered_row;
    ui_.state().hovered_token = order == nullptr ? row : (*order)[static_cast<std::size_t>(row)];
  }

  void draw_curves(const Area& a, const Area& b, float labels, const std::vector<int>& places,
                   std::optional<int> hot) {
    const Palette& c = ui_.colours();
    const float tall = a.height() / static_cast<float>(places.size());
    const auto draw = [&](int word) {
      const float y0 = a.top + tall * (static_cast<float>(word) + 0.5F);
      const float y1 = a.top + tall * (static_cast<float>(places[static_cast<std::size_t>(word)]) + 0.5F);
      const float x0 = a.right + ui_.px(4);
      const float x1 = b.left - labels - ui_.px(4);
      const float m = (x0 + x1) / 2;
      const bool is_hot = hot == word;
      ui_.curve({{x0, y0}, {m, y0}, {m, y1}, {x1, y1}}, is_hot ? c.ink : c.plain_ribbon,
                ui_.px(is_hot ? 2.5F : 1.5F), is_hot ? 0.9F : 0.45F);
    };
    for (int word = 0; word < static_cast<int>(places.size()); ++word) {
      if (hot != word) draw(word);
    }
    if (hot) draw(*hot);
  }

  // The largest of each row of the difference, beside it.
  void draw_numbers(const Area& d, std::optional<int> hot) {
    const LabTable* table = work_.table("words");
    if (table == nullptr) return;
    const float tall = d.height() / static_cast<float>(table->rows.size());
    const bool rounding =
        work_.number("differences", work_.labs.order.positions ? "with positions" : "without positions") <=
        1e-4 * largest();
    for (std::size_t row = 0; row < table->rows.size(); ++row) {
      const bool is_hot = hot == static_cast<int>(row);
      if (tall < ui_.px(14) && !is_hot) continue;
      const float y = d.top + tall * (static_cast<float>(row) + 0.5F);
      const std::string number = rounding ? "0.00" : value_text(static_cast<float>(table->rows[row][0]));
      ui_.text(d.right + ui_.px(8), y, is_hot ? type::number_hot : type::number,
               is_hot ? ui_.colours().ink : ui_.colours().text_2, number);
    }
  }

  const PanelContext& context_;
  Ui& ui_;
  Area rest_;
  const LabWork& work_;
  std::vector<std::string> words_;
  std::vector<int> order_;
};

// Which head's weights, at the right end of the title's row.
void draw_head_choice(const PanelContext& context, Area& rest) {
  Ui& ui = context.ui;
  const OrderLab& settings = context.session.labs.order;
  const TransformerConfig& config = context.document.model->config();
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
      change_labs(context, [&](Labs& labs) { labs.order.*field = static_cast<int>(*to); });
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
      lab_head(context, rest, "Drag the words. The same encoder reads them again, with the same weights.",
               choices_width(ui, shown));
  const int chosen =
      choices(ui, "order/shown", controls, shown, static_cast<int>(context.session.labs.order.shown));
  if (chosen >= 0)
    change_labs(context, [chosen](Labs& labs) { labs.order.shown = static_cast<OrderShown>(chosen); });
  const LabWork* work = work_of(context);
  if (work == nullptr || work->recorded == nullptr || context.document.trace(0) == nullptr) return;
  draw_head_choice(context, rest);
  OrderView(context, rest, *work).draw();
}

}  // namespace headlight
