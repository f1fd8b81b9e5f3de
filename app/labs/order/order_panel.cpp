// What another order of the words does to what a model makes of them, without positions and with them.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "app/labs/order/order_lab.h"
#include "app/panels/common/colours.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/stage.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/setting_controls.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/labs/general_attention.h"
#include "core/labs/model_positions.h"
#include "core/models/model.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Whether all that is left of a difference is rounding.
bool is_rounding(const LabWork& work, double difference);

// The words as chips to be dragged, and buttons that move all of them.

void set_order(const PanelContext& context, std::vector<int> order) {
  if (std::is_sorted(order.begin(), order.end())) order.clear();
  change_lab<OrderLab>(context, [&](OrderLab& lab) { lab.order = std::move(order); });
}

std::vector<int> with_moved(std::vector<int> order, int from, int to) {
  const int word = order[from];
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, word);
  return order;
}

// The chips line after line, in the largest type that needs at most two lines; in the smallest, as many as
// stand in `most_chip_lines`.
constexpr int most_chip_lines = 5;
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
    const int most_lines = size > 12 ? 2 : most_chip_lines;
    int line = 0;
    float x = area.left;
    for (const std::string& word : words) {
      const float wide = std::round(ui.width({Face::semibold, size}, word) + ui.px(size < 14 ? 10 : 18));
      if (x > area.left && x + wide > area.right) {
        x = area.left;
        if (++line == most_lines) break;
      }
      const float y = area.top + static_cast<float>(line) * (flow.tall + ui.px(5));
      flow.places.push_back(Area::at(x, y, wide, flow.tall));
      x += wide + ui.px(size < 14 ? 3 : 6);
    }
    if (flow.places.empty()) continue;
    flow.height = flow.places.back().bottom - area.top;
    if (flow.places.size() == words.size()) break;
  }
  return flow;
}

// Where a chip that is held goes: past the middle of another one on the same line, or onto one of another
// line.
int place_under(const ChipFlow& flow, int from, ImVec2 mouse) {
  const Area& own = flow.places[from];
  for (int i = 0; i < static_cast<int>(flow.places.size()); ++i) {
    const Area& place = flow.places[i];
    if (i == from || mouse.y < place.top - 3 || mouse.y > place.bottom + 3) continue;
    if (place.top != own.top) {
      if (mouse.x >= place.left && mouse.x < place.right) return i;
      continue;
    }
    if (i < from && mouse.x < place.middle_x()) return i;
  }
  for (int i = static_cast<int>(flow.places.size()) - 1; i > from; --i) {
    const Area& place = flow.places[i];
    if (place.top == own.top && mouse.x > place.middle_x() && mouse.y >= own.top - 3 &&
        mouse.y <= own.bottom + 3)
      return i;
  }
  return from;
}

// Another one with each press, the same in each session.
std::vector<int> next_shuffle(const std::vector<int>& order) {
  std::uint64_t seed = 7;
  for (const int word : order) seed = seed * 31 + static_cast<std::uint64_t>(word);
  return shuffled_order(static_cast<int>(order.size()), seed % 99991 + 1);
}

// At the right end of a row; returns their left end.
float draw_buttons(const PanelContext& context, const Area& row, const std::vector<int>& order) {
  Ui& ui = context.ui;
  float right = row.right;
  if (ui.exporting()) return right;
  const auto press = [&](const char* label, ButtonKind kind, bool enabled) {
    const float wide = button_width(ui, label);
    right -= wide;
    const bool pressed = button(ui, std::string("order/") + label, Area::at(right, row.top, wide, ui.px(30)),
                                label, kind, enabled);
    right -= ui.px(8);
    return pressed;
  };
  const bool moved = !std::is_sorted(order.begin(), order.end());
  const bool movable = order.size() > 1;
  // The first move is made obvious.
  const ButtonKind reverse = movable && !moved ? ButtonKind::primary : ButtonKind::plain;
  if (press("As written", ButtonKind::plain, moved)) set_order(context, {});
  if (press("Shuffle", ButtonKind::plain, movable)) set_order(context, next_shuffle(order));
  if (press("Reverse", reverse, movable)) set_order(context, {order.rbegin(), order.rend()});
  return right;
}

// The words to be dragged, and the buttons that move all of them; cuts them off the top of `area`.
void draw_order_words(const PanelContext& context, Area& area, const std::vector<std::string>& words,
                      const std::vector<int>& order) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float right = draw_buttons(context, area, order);
  const Area room{area.left, area.top, right - ui.px(12), area.bottom};
  const ChipFlow flow = flow_chips(ui, in_order(words, order), room);
  const int shown = static_cast<int>(flow.places.size());
  for (int place = 0; place < shown; ++place) {
    const int word = order[place];
    const Area& chip = flow.places[place];
    const std::string id = "slide/order/" + std::to_string(word);
    const Touch touch = ui.item(id, chip);
    const bool away = word != place;
    const bool hot = touch.held || ui.state<Hover>().followed_token == word;
    if (touch.hovered) {
      ui.hand();
      ui.state<Hover>().token = word;
    }
    // While it is dragged nothing may stand over the difference that it makes.
    if (touch.hovered && !touch.held) {
      ui.tooltip(say("Written at {word}, now at {place}. Drag it, or press ← and →.",
                     {{"word", std::to_string(word)}, {"place", std::to_string(place)}}));
    }
    const Rgb rim = touch.held ? c.ink : away ? c.second_sentence : c.hairline;
    ui.fill(chip, hot ? c.focus_band : away ? c.soft_second : c.panel, ui.px(6));
    ui.outline(chip, rim, touch.held ? ui.px(2) : ui.hairline(), ui.px(6));
    if (touch.focused) ui.focus_ring(chip, ui.px(6));
    ui.text(chip, Align::centre, flow.face, c.ink, words[word]);
    int to = place;
    if (const int by = ui.nudges(id); by != 0)
      to = std::clamp(place + by, 0, shown - 1);
    else if (touch.held)
      to = place_under(flow, place, ui.mouse());
    if (to != place) set_order(context, with_moved(order, place, to));
  }
  area.cut_top(std::max(flow.height, ui.px(30)) + ui.px(14));
  if (const std::size_t more = order.size() - flow.places.size(); more > 0)
    ui.text(area.cut_top(ui.px(16), ui.px(8)), Align::left, type::caption, c.text_2,
            say(several(static_cast<int>(more),
                        "and {n} word more that do not fit here; the buttons move them too",
                        "and {n} words more that do not fit here; the buttons move them too"),
                {{"n", count_text(more)}}));
}

// The rows before and after the words moved, and their difference word by word.

float largest_value(const LabWork& work) {
  const Scale& scale = work.maps.at("before")->scale;
  return std::max(std::fabs(scale.low), std::fabs(scale.high));
}

class OrderMaps {
 public:
  OrderMaps(const PanelContext& context, const Area& area, const LabWork& work)
      : context_(context),
        ui_(context.ui),
        area_(area),
        work_(work),
        before_(work.maps.at("before")),
        order_(order_of(work.settings<OrderLab>().order, before_->rows)),
        places_(places_of(order_)) {}

  void draw() {
    colour();
    lay_out();
    const int word = std::min(ui_.state<Hover>().followed_token, before_->rows - 1);
    if (word >= 0) hot_ = word;
    draw_matrix({"before", before_, work_.shown, 0, colourings_[0]}, first_, hot_, "as written");
    if (std::is_sorted(order_.begin(), order_.end())) return draw_invitation();
    std::optional<int> hot_after;
    if (hot_) hot_after = places_[*hot_];
    draw_curves();
    draw_matrix({"after", work_.maps.at("after"), work_.shown, 1, colourings_[1]}, second_, hot_after,
                "new order");
    draw_matrix({"difference", work_.maps.at("difference"), "", 0, {}}, third_, hot_,
                "difference, word by word");
    draw_numbers();
  }

 private:
  // Both orders on one scale; what differs keeps its own.
  void colour() {
    if (work_.settings<OrderLab>().shown != OrderShown::weights) return;
    const std::array both{before_, work_.maps.at("after")};
    offer_colours(context_, "order/colours", both, area_);
    const std::optional<int> sink = numbers_of(ui_, before_).sink;
    const std::array two{MapToColour{both[0], sink}, MapToColour{both[1], numbers_of(ui_, both[1]).sink}};
    const std::vector<Colouring> of_both = colourings_of(context_, two);
    std::copy(of_both.begin(), of_both.end(), colourings_.begin());
  }

  bool by_words() const {
    return before_->columns == before_->rows && work_.settings<OrderLab>().shown == OrderShown::weights;
  }

  void lay_out() {
    labels_ = std::max(row_labels_width(ui_, *before_), ui_.px(60));
    const float curves = ui_.px(48);
    const float gap = ui_.px(20);
    numbers_ = ui_.width(type::number_hot, value_text(-99)) + ui_.px(12);
    const float room = std::floor((area_.width() - 3 * labels_ - curves - gap - numbers_) / 3);
    const float most = ui_.px(44);
    const float cell = cell_side(room / static_cast<float>(before_->columns), most);
    const float head = ui_.px(24) + (by_words() ? column_labels_height(ui_, *before_, cell) : ui_.px(6));
    const float tall = area_.height() - head - colours_under_height(ui_) - ui_.px(18);
    first_ = fitted_cells(area_.left + labels_, area_.top + head, *before_, room, tall, most, ui_.px(34));
    // What whole pixels leave of the width is shared between the maps.
    const float more = std::clamp(std::floor((room - first_.width()) * 3 / 2), 0.0F, ui_.px(60));
    second_ = first_.moved(first_.width() + curves + more + labels_, 0);
    third_ = second_.moved(second_.width() + gap + more + labels_, 0);
  }

  struct Part {
    const char* id;
    HeatmapPtr map;
    std::string path;
    int side;
    Colouring colouring;
  };
  void draw_matrix(const Part& part, const Area& cells, std::optional<int> hot, const char* title) {
    const bool numbered = part.path.empty();
    if (hot)
      focus_band(ui_, cells.left - labels_, cells.right + (numbered ? numbers_ : ui_.px(3)), cells,
                 part.map->rows, *hot);
    const HeatmapTouch touch = lab_matrix(context_, cells,
                                          {.id = part.id,
                                           .map = part.map,
                                           .path = part.path,
                                           .side = part.side,
                                           .focus_row = hot,
                                           .column_labels = by_words(),
                                           .row_label_width = labels_,
                                           .colouring = part.colouring});
    if (touch.hovered_row) {
      const int row = *touch.hovered_row;
      ui_.state<Hover>().token = part.side == 1 ? order_[row] : row;
    }
    const float room = std::max(area_.right, cells.right) - cells.left;
    ui_.text(cells.left, area_.top + ui_.px(8), type::label_hot, ui_.colours().ink,
             ui_.shortened(type::label_hot, title, room));
    colours_under(ui_, cells, part.colouring.of(*part.map));
  }

  // Before anything has moved there is nothing to compare: what to do stands in its place.
  void draw_invitation() {
    const Palette& c = ui_.colours();
    const float left = first_.right + ui_.px(56);
    Area room{left, first_.top + ui_.px(24), std::min(area_.right, left + ui_.px(420)), area_.bottom};
    if (before_->rows < 2) {
      ui_.wrapped(room, type::section, c.ink, "One word has no other order.", ui_.px(24));
      return;
    }
    if (ui_.exporting()) return;
    room.cut_top(ui_.wrapped(room, type::panel, c.ink, "Drag a word, or reverse them all.", ui_.px(26)) +
                 ui_.px(10));
    ui_.wrapped(room, type::lesson, c.text_2, "Will its row change, or only move?", ui_.px(22));
  }

  void draw_curves() {
    const Palette& c = ui_.colours();
    const float tall = first_.height() / static_cast<float>(places_.size());
    const auto draw = [&](int word) {
      const float y0 = first_.top + tall * (static_cast<float>(word) + 0.5F);
      const float y1 = first_.top + tall * (static_cast<float>(places_[word]) + 0.5F);
      const float x0 = first_.right + ui_.px(4);
      const float x1 = second_.left - labels_ - ui_.px(4);
      const float m = (x0 + x1) / 2;
      const bool hot = hot_ == word;
      ui_.curve({{x0, y0}, {m, y0}, {m, y1}, {x1, y1}}, hot ? c.ink : c.plain_ribbon,
                ui_.px(hot ? 2.5F : 1.5F), hot ? 0.9F : 0.45F);
    };
    for (int word = 0; word < static_cast<int>(places_.size()); ++word) {
      if (hot_ != word) draw(word);
    }
    if (hot_) draw(*hot_);
  }

  // The largest of each row of the difference, beside it, and what its colours are to be compared with.
  void draw_numbers() {
    const auto& study = *work_.result<OrderStudy>();
    const std::vector<double>& differences = study.of_words;
    const Palette& c = ui_.colours();
    const float tall = third_.height() / static_cast<float>(differences.size());
    const bool positions = work_.settings<OrderLab>().positions;
    const bool rounding = is_rounding(work_, study.largest_difference(positions));
    for (std::size_t row = 0; row < differences.size(); ++row) {
      const bool hot = hot_ == static_cast<int>(row);
      if (tall < ui_.px(14) && !hot) continue;
      const float y = third_.top + tall * (static_cast<float>(row) + 0.5F);
      const std::string number = value_text(rounding ? 0 : static_cast<float>(differences[row]));
      ui_.text(third_.right + ui_.px(8), y, hot ? type::number_hot : type::number, hot ? c.ink : c.text_2,
               number);
    }
    const float y = third_.bottom + colours_under_height(ui_) + ui_.px(8);
    if (y + ui_.px(8) > area_.bottom) return;
    for (const char* said : {"on the same scale as the values", "same scale as the values", "same scale"}) {
      if (ui_.width(type::caption, said) > area_.right - third_.left) continue;
      ui_.text(third_.left, y, type::caption, c.text_3, said);
      return;
    }
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  const LabWork& work_;
  const HeatmapPtr& before_;
  std::vector<int> order_, places_;
  std::array<Colouring, 2> colourings_;
  std::optional<int> hot_;  // the word that is followed
  float labels_ = 0, numbers_ = 0;
  Area first_, second_, third_;
};

bool is_rounding(const LabWork& work, double difference) {
  return difference <= 1e-4 * static_cast<double>(largest_value(work));
}

// The rows as written; once words have moved the rows in the new order and, word by word, their difference.
void draw_order_maps(const PanelContext& context, const Area& area, const LabWork& work) {
  OrderMaps(context, area, work).draw();
}

// What the new order did, in a few words.
std::string verdict(const PanelContext& context, const LabWork& work, bool positions) {
  const double difference = work.result<OrderStudy>()->largest_difference(positions);
  const OrderLab& settings = work.settings<OrderLab>();
  const std::vector<int> order = order_of(settings.order, work.maps.at("before")->rows);
  if (std::is_sorted(order.begin(), order.end())) return "nothing has moved yet";
  if (settings.shown == OrderShown::embedding && positions) return "positions come after this";
  if (is_rounding(work, difference)) return "only rounding: the rows just move";
  const Model& model = *context.results.model;
  const std::optional<TransformerConfig>& config = model.transformer();
  const bool places = model.anatomy().reading()->causal || (config && config->encoder_window > 0);
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
      ui.tooltip("The largest difference in any cell, once the rows are back at their words");
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
    if (touch.clicked && !chosen) set_field(context, &OrderLab::positions, positions);
  }
}

// Which head's weights.
void draw_head_choice(const PanelContext& context, Area& rest) {
  Ui& ui = context.ui;
  const OrderLab& settings = context.session.labs.get<OrderLab>();
  const AttentionHeads& heads = *context.results.model->anatomy().reading();
  if (settings.shown != OrderShown::weights || ui.exporting()) return;
  Area row = rest.cut_top(ui.px(44));
  const auto slide = [&](int OrderLab::*field, const char* label, int count) {
    if (count > 1)
      slide_setting(context, row.cut_left(ui.px(150), ui.px(20)), field,
                    {.label = label, .highest = count - 1.0});
  };
  slide(&OrderLab::layer, "layer", heads.layers());
  slide(&OrderLab::head, "head", heads.in(0));
}

void draw_order_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area;
  if (context.results.model == nullptr) return;
  const std::string stack(context.results.model->anatomy().stacks.front().name);
  const std::array shown{Choice{to_be_said("embedding")}, Choice{say("{stack} output", {{"stack", stack}})},
                         Choice{to_be_said("weights of a head")}};
  choose_page(
      context, rest,
      say(ui.exporting()
              ? to_be_said("The same {stack} reads the words in another order, with the same weights.")
              : to_be_said("Drag the words. The same {stack} reads them again, with the same weights."),
          {{"stack", stack}}),
      shown, &OrderLab::shown);
  const LabWork* work = work_of(context);
  if (work == nullptr || work->recorded == nullptr || context.results.trace(0) == nullptr) return;
  draw_head_choice(context, rest);
  const std::vector<std::string> words = context.results.trace(0)->typed();
  draw_order_words(context, rest, words,
                   order_of(context.session.labs.get<OrderLab>().order, static_cast<int>(words.size())));
  draw_cards(context, rest, *work);
  draw_order_maps(context, rest, *work);
}

// Between the words as they are written, at the left, and the answer: the same words in their new places,
// what comes out of each, and how much that changed.
class OrderInRows {
 public:
  OrderInRows(const place::Page& page, const LabWork& work)
      : page_(page),
        ui_(page.ui),
        c_(page.c),
        work_(work),
        study_(*work.result<OrderStudy>()),
        settings_(page.session.labs.get<OrderLab>()),
        order_(order_of(settings_.order, page.rows.count)),
        places_(places_of(order_)),
        rounding_(is_rounding(work, study_.largest_difference(settings_.positions))),
        most_(page.most_asked()) {}

  void draw() {
    const float left = page_.boxes.stage.left;
    words_ = left + ui_.px(194);
    strips_ = {left + ui_.px(308), 0, left + ui_.px(436), 0};
    bars_ = {left + ui_.px(466), 0, page_.boxes.stage.right - ui_.px(64), 0};
    draw_head();
    draw_crossing();
    for (int at = 0; at < page_.rows.count; ++at) draw_row(at);
    draw_shuffle();
    say_in_margin();
  }

 private:
  bool moved() const { return !std::is_sorted(order_.begin(), order_.end()); }

  void draw_head() {
    Area rest = page_.boxes.stage;
    Area line = rest.cut_top(ui_.px(page_.boxes.low ? 34 : 44), ui_.px(page_.boxes.low ? 2 : 12));
    ui_.text(line, Align::left, page_.boxes.low ? type::section : type::title, c_.ink,
             OrderLab::lab_row.question);
    const std::array both{Choice{to_be_said("without positions")}, Choice{to_be_said("with positions")}};
    Area row = page_.boxes.low ? line : rest.cut_top(ui_.px(34));
    const float wide = choices_width(ui_, both);
    const Area place = page_.boxes.low ? line.cut_right(wide) : row.cut_left(wide, ui_.px(16));
    choose_setting(page_.context, button_place(ui_, place), both, &OrderLab::positions);
    if (!page_.boxes.low) {
      float x = row.left;
      for (const bool positions : {false, true}) {
        const double by = study_.largest_difference(positions);
        const std::string number = value_text(is_rounding(work_, by) ? 0 : static_cast<float>(by));
        const std::string says = positions ? "with: the rows change" : "without: rows only move";
        if (x + ui_.width(type::score, number) + ui_.px(8) + ui_.width(type::label, says) > row.right) break;
        x = ui_.text(x, row.middle_y(), type::score, c_.ink, number) + ui_.px(8);
        x = ui_.text(x, row.middle_y(), type::label, c_.text_2,
                     moved()     ? says
                     : positions ? "with"
                                 : "without") +
            ui_.px(20);
      }
    }
    const float y = page_.rows.top - ui_.px(page_.boxes.low ? 16 : 42);
    ui_.text(strips_.left, y, type::label_hot, c_.ink, "what comes out");
    ui_.text(
        bars_.left, y, type::label_hot, c_.ink,
        ui_.shortened(type::label_hot, "how much each word changed", page_.boxes.stage.right - bars_.left));
    if (page_.boxes.low) return;
    ui_.text(
        strips_.left, y + ui_.px(20), type::caption, c_.text_2,
        ui_.shortened(type::caption,
                      say("{n} numbers a word", {{"n", std::to_string(work_.maps.at("after")->columns)}}),
                      bars_.left - strips_.left - ui_.px(8)));
    ui_.text(bars_.left, y + ui_.px(20), type::caption, c_.text_2, "largest difference of a number");
  }

  // From each word to where it stands now; the chosen one over all others, and under it the one that it takes
  // most from.
  void draw_crossing() {
    const float from = page_.boxes.words.right, to = words_ - ui_.px(8);
    const auto draw = [&](int word, Rgb colour, float thick, float solid) {
      const float y0 = page_.rows.middle(word), y1 = page_.rows.middle(places_[word]), m = (from + to) / 2;
      ui_.curve({{from, y0}, {m, y0}, {m, y1}, {to, y1}}, colour, ui_.px(thick), solid);
    };
    for (int word = 0; word < page_.rows.count; ++word) {
      if (word != page_.row && word != most_) draw(word, c_.plain_ribbon, 3, 0.6F);
    }
    if (most_ >= 0 && most_ != page_.row) draw(most_, page_.own(), 4, 0.9F);
    draw(page_.row, c_.ink, 5, 0.9F);
  }

  void draw_row(int at) {
    const int word = order_[static_cast<std::size_t>(at)];
    const bool chosen = word == page_.row;
    const Area row = page_.rows.row(at, words_ - ui_.px(6), strips_.left - ui_.px(12));
    const float tall = std::min(ui_.px(27), row.height() - ui_.px(2));
    const std::string id = "slide/order/" + std::to_string(word);
    const Touch touch = ui_.item(id, row);
    if (touch.hovered) ui_.hand();
    if (touch.hovered && !touch.held)
      ui_.tooltip(say("Written at place {n}, now at place {now}. Drag it up or down.",
                      {{"n", std::to_string(word + 1)}, {"now", std::to_string(at + 1)}}));
    const bool most = word == most_ && !chosen;
    const Type face = chosen || most ? type::word_hot : type::word;
    const std::string name =
        ui_.shortened(face, page_.asks[static_cast<std::size_t>(word)], row.width() - ui_.px(18));
    const Area chip{row.left, row.middle_y() - tall / 2, row.left + ui_.width(face, name) + ui_.px(16),
                    row.middle_y() + tall / 2};
    const bool light = ui_.theme() == Theme::light;
    if (chosen) ui_.fill(chip, c_.focus, ui_.px(6));
    if (touch.held || touch.hovered || (chosen && light))
      ui_.outline(chip, c_.ink, touch.held ? ui_.px(2) : ui_.px(1.5F), ui_.px(6));
    if (touch.focused) ui_.focus_ring(chip, ui_.px(6));
    ui_.text(chip.left + ui_.px(8), row.middle_y(), face,
             chosen && !light ? c_.stage
             : most           ? page_.own()
             : word != at     ? c_.ink
                              : c_.text_2,
             name);
    int to = at;
    if (const int by = ui_.nudges(id); by != 0) {
      to = std::clamp(at + by, 0, page_.rows.count - 1);
    } else if (touch.held) {
      if (const int under = page_.rows.at(ui_.mouse().y); under >= 0) to = under;
    }
    if (to != at) set_order(page_.context, with_moved(order_, at, to));
    draw_outcome(at, word, chosen);
  }

  void draw_outcome(int at, int word, bool chosen) {
    const HeatmapPtr& after = work_.maps.at("after");
    const float y = page_.rows.middle(at), half = std::min(ui_.px(7), page_.rows.pitch / 2 - 1);
    const Area strip{strips_.left, y - half, strips_.right, y + half};
    if (at < after->rows)
      ui_.cells({.map = after,
                 .row = at,
                 .rows = 1,
                 .columns = after->columns,
                 .area = strip,
                 .paper = c_.stage,
                 .unit = ui_.scale()});
    if (chosen) ui_.outline(strip.outset(ui_.px(2)), c_.ink, ui_.px(1.5F), ui_.px(2));
    const double most = std::max({study_.largest[0], study_.largest[1], 1e-9});
    const double by = rounding_ ? 0 : study_.of_words.at(static_cast<std::size_t>(word));
    const Area bar{bars_.left, y - ui_.px(5), bars_.right, y + ui_.px(5)};
    share_bar(ui_, bar, static_cast<float>(std::clamp(by / most, 0.0, 1.0)), chosen ? c_.ink : c_.weights);
    ui_.text({bar.right, bar.top, page_.boxes.stage.right, bar.bottom}, Align::right,
             chosen ? type::number_hot : type::number, chosen ? c_.ink : c_.text_2,
             value_text(static_cast<float>(by)));
  }

  void draw_shuffle() {
    if (ui_.exporting() || page_.rows.count < 2) return;
    const Area words = page_.boxes.words;
    const Area place{words.left, page_.rows.top - ui_.px(46), words.right, page_.rows.top - ui_.px(16)};
    if (button(ui_, "order/Shuffle", place, "Shuffle", ButtonKind::plain))
      set_order(page_.context, next_shuffle(order_));
  }

  void say_in_margin() {
    std::string& text = ui_.state<LabText>().text;
    if (!moved()) {
      text = "At the left the words as they are written. Beside them the same words where they stand now.";
      return;
    }
    const std::string& word = page_.asks[static_cast<std::size_t>(page_.row)];
    text = rounding_
               ? say("The rows only change places: of “{word}” not one number is another.", {{"word", word}})
               : say("“{word}” comes out changed, by up to {amount}. So the order is something that a model "
                     "has to be told.",
                     {{"word", word},
                      {"amount", value_text(static_cast<float>(
                                     study_.of_words.at(static_cast<std::size_t>(page_.row))))}});
  }

  const place::Page& page_;
  Ui& ui_;
  const Palette& c_;
  const LabWork& work_;
  const OrderStudy& study_;
  const OrderLab& settings_;
  std::vector<int> order_, places_;
  bool rounding_;
  int most_;  // the word that the chosen one takes most from; -1: none
  float words_ = 0;
  Area strips_, bars_;
};

// Of the first sentence, with all of its words in sight.
bool draw_order_in_rows(const PanelContext& context) {
  const LabWork* const work = work_of(context);
  const OrderLab& settings = context.session.labs.get<OrderLab>();
  if (work == nullptr || work->result<OrderStudy>() == nullptr || !work->maps.contains("after") ||
      settings.shown != OrderShown::output || context.session.experts)
    return false;
  Session first = context.session;
  first.side = 0;
  const PanelContext own{context.ui, first, context.results, context.maps, context.page};
  const place::Boxes boxes = place::boxes_of(own);
  if (boxes.narrow() || boxes.presented() || boxes.stage.width() < context.ui.px(640)) return false;
  const place::Page page(own, boxes);
  const OrderStudy& study = *work->result<OrderStudy>();
  const auto count = static_cast<std::size_t>(page.rows.count);
  const bool in_rows = page.attention.id == page.head.attention && !page.attention.crosses() &&
                       !page.is_in_time() && !page.is_of_cells(page.attention.asks) &&
                       page.rows.shown == page.rows.count && study.words.size() == count &&
                       study.of_words.size() == count &&
                       static_cast<std::size_t>(work->maps.at("after")->rows) == count;
  if (!in_rows) return false;
  stage::Scene scene(context.ui, "place", 320);
  OrderInRows(page, *work).draw();
  place::draw_answer(page);
  place::draw_words(page, scene);
  scene.show();
  return true;
}

// --- before a class

std::optional<ClassPicture> order_for_class(const PanelContext& context) {
  const LabWork& work = *work_of(context);
  const auto* const study = work.result<OrderStudy>();
  if (study == nullptr || study->words.empty()) return {};
  std::vector<std::string> moved;
  for (const int place : work.settings<OrderLab>().order) {
    if (place < static_cast<int>(study->words.size()))
      moved.push_back(study->words[static_cast<std::size_t>(place)]);
  }
  ClassLines lines{{{say("as written"), study->words}}};
  if (!moved.empty()) lines.lines.push_back({say("in another order"), moved});
  const auto number = [&](bool positions) {
    const double by = study->largest_difference(positions);
    return value_text(is_rounding(work, by) ? 0 : static_cast<float>(by));
  };
  return ClassPicture{
      .shows = lines,
      .says =
          moved.empty()
              ? say("Does a model notice when the words change places?")
              : say("Without places no number of a word changes by more than {without}. With places: {with}.",
                    {{"without", number(false)}, {"with", number(true)}})};
}

void turn_words_round(const PanelContext& context, Labs& labs) {
  const TracePtr& trace = stage_trace(context);
  if (trace == nullptr) return;
  std::vector<int> order(trace->typed().size());
  std::iota(order.rbegin(), order.rend(), 0);
  labs.get<OrderLab>().order = std::move(order);
  labs.get<OrderLab>().positions = true;
}

constexpr std::array<LabPanel::ForClass::Set, 2> order_steps{[](const PanelContext&, Labs&) {},
                                                             turn_words_round};

}  // namespace

constinit const LabPanel OrderLab::panel_row{
    .lab = &lab_row,
    .draw = draw_order_lab,
    .help =
        "Drag the words into another order. Without positions their rows only move; with positions they "
        "change.",
    .words = "permutation permute shuffle swap words set bag of words equivariance",
    .margin = {"Move a word", "Drag a word to another place, or turn them all round.", "Turn them all round",
               turn_words_round},
    .for_class = {order_for_class, order_steps},
    .draw_in_rows = draw_order_in_rows,
};

}  // namespace headlight
