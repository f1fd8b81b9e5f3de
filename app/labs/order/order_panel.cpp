// What another order of the words does to what a model makes of them, without positions and with them.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "app/labs/order/order_panel.h"
#include "app/panels/common/colours.h"
#include "app/panels/common/stage.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/lab_board.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/labs/general_attention.h"
#include "core/labs/model_positions.h"
#include "core/models/model.h"
#include "core/text/say.h"

namespace headlight {

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

std::vector<int> next_shuffle(const std::vector<int>& order) {
  std::uint64_t seed = 7;
  for (const int word : order) seed = seed * 31 + static_cast<std::uint64_t>(word);
  return shuffled_order(static_cast<int>(order.size()), seed % 99991 + 1);
}

bool is_rounding(const LabWork& work, double difference) {
  const Scale& scale = work.maps.at("before")->scale;
  const float largest = std::max(std::fabs(scale.low), std::fabs(scale.high));
  return difference <= 1e-4 * static_cast<double>(largest);
}

namespace {

// The words as chips to be dragged, and buttons that move all of them.

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
                     {{"word", from_one(word)}, {"place", from_one(place)}}));
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
    const int word = std::min(ui_.state<Hover>().followed_token, before_->rows - 1);
    if (word >= 0) hot_ = word;
    stage::Board board(ui_);
    board.matrices({.row = hot_, .most_wide = 44, .most_tall = 34}, [&] {
      board.row({}, [&] {
        declare(board, "before", say("as written"), work_.shown, 0);
        stage::Piece& after = declare(board, "after", say("new order"), work_.shown, 1);
        after.before = 28;  // for the curves from the words to their new places
        if (hot_) std::get<stage::Cells>(after.look).row = places_[static_cast<std::size_t>(*hot_)];
        stage::Piece& difference = declare(board, "difference", say("difference, word by word"), "", 0);
        add_numbers(std::get<stage::Cells>(difference.look));
      });
    });
    board.show(area_);
    const auto cells_of = [&](std::string_view id) {
      return std::find_if(board.pieces().begin(), board.pieces().end(),
                          [id](const stage::Piece& each) { return each.id == id; })
          ->box;
    };
    first_ = cells_of("before");
    second_ = cells_of("after");
    if (!moved()) return draw_invitation();
    draw_curves();
  }

 private:
  bool moved() const { return !std::is_sorted(order_.begin(), order_.end()); }

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

  stage::Piece& declare(stage::Board& board, const std::string& id, std::string title,
                        const std::string& path, int side) {
    const bool by_words =
        before_->columns == before_->rows && work_.settings<OrderLab>().shown == OrderShown::weights;
    stage::Piece piece =
        recorded_cells(context_, {.id = id,
                                  .map = work_.maps.at(id),
                                  .path = path,
                                  .side = side,
                                  .column_labels = by_words,
                                  .colouring = path.empty() ? Colouring{} : colourings_.at(side)});
    auto& cells = std::get<stage::Cells>(piece.look);
    // Before anything has moved, the others only keep their places.
    if (id != "before" && !moved()) {
      cells.instead = [](Ui&, const Area&) {};
      return board.add(std::move(piece));
    }
    cells.title = std::move(title);
    cells.followed = true;
    cells.touched = [this, side, taken = cells.touched](const HeatmapTouch& touch, const Area& at) {
      taken(touch, at);
      if (touch.hovered_row)
        ui_.state<Hover>().token =
            side == 1 ? order_[static_cast<std::size_t>(*touch.hovered_row)] : *touch.hovered_row;
    };
    return board.add(std::move(piece));
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
      const float x1 = second_.left - row_labels_width(ui_, *work_.maps.at("after")) - ui_.px(4);
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
  void add_numbers(stage::Cells& cells) {
    const auto& study = *work_.result<OrderStudy>();
    const bool rounding = is_rounding(work_, study.largest_difference(work_.settings<OrderLab>().positions));
    cells.under = {"on the same scale as the values", "same scale as the values", "same scale"};
    cells.behind_wide = (ui_.width(type::number_hot, value_text(-99)) + ui_.px(12)) / ui_.scale();
    cells.behind = [this, &study, rounding](Ui& ui, const Area& at, int row) {
      const bool hot = hot_ == row;
      if (at.height() < ui.px(14) && !hot) return;
      const double by = rounding ? 0 : study.of_words.at(static_cast<std::size_t>(row));
      ui.text(at.left + ui.px(8), at.middle_y(), hot ? type::number_hot : type::number,
              hot ? ui.colours().ink : ui.colours().text_2, value_text(static_cast<float>(by)));
    };
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  const LabWork& work_;
  const HeatmapPtr& before_;
  std::vector<int> order_, places_;
  std::array<Colouring, 2> colourings_;
  std::optional<int> hot_;  // the word that is followed
  Area first_, second_;     // the cells of those as written and in the new order
};

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
