// The order of words in the rows of the sentence: the words where they stand now, what comes out of each, and
// how much that changed.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/labs/order/order_panel.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/labs.h"
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
    const std::string number = value_text(static_cast<float>(by));
    const Ui::Pieces told(ui_, ToldNumber{page_.asks.at(static_cast<std::size_t>(word)), number,
                                          static_cast<float>(by), bar, say("change of the row")});
    share_bar(ui_, bar, static_cast<float>(std::clamp(by / most, 0.0, 1.0)), chosen ? c_.ink : c_.weights);
    ui_.text({bar.right, bar.top, page_.boxes.stage.right, bar.bottom}, Align::right,
             chosen ? type::number_hot : type::number, chosen ? c_.ink : c_.text_2, number);
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

}  // namespace

// Of the first sentence.
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

}  // namespace headlight
