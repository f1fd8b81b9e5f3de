// The encoder's rows before and after the words moved, and their difference word by word.
#include <algorithm>
#include <cmath>

#include "app/panels/hover.h"
#include "app/panels/labs/lab_matrix.h"
#include "app/panels/labs/order_drawing.h"
#include "core/figure/numbers.h"
#include "core/labs/order.h"

namespace headlight {
namespace {

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
    lay_out();
    const int word = std::min(ui_.state<Hover>().followed_token, before_->rows - 1);
    if (word >= 0) hot_ = word;
    draw_matrix({"before", before_, work_.shown, 0}, first_, hot_, "as written");
    if (std::is_sorted(order_.begin(), order_.end())) return draw_invitation();
    std::optional<int> hot_after;
    if (hot_) hot_after = places_[static_cast<std::size_t>(*hot_)];
    draw_curves();
    draw_matrix({"after", work_.maps.at("after"), work_.shown, 1}, second_, hot_after, "new order");
    draw_matrix({"difference", work_.maps.at("difference"), "", 0}, third_, hot_, "difference, word by word");
    draw_numbers();
  }

 private:
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
    const float cell = std::min(most, std::floor(room / static_cast<float>(before_->columns)));
    const float head = ui_.px(24) + (by_words() ? column_labels_height(ui_, *before_, cell) : ui_.px(6));
    const float tall = area_.height() - head - lab_colour_bar_height(ui_) - ui_.px(18);
    first_ = lab_cells(area_.left + labels_, area_.top + head, *before_, room, tall, most, ui_.px(34));
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
                                           .row_label_width = labels_});
    if (touch.hovered_row) {
      const int row = *touch.hovered_row;
      ui_.state<Hover>().token = part.side == 1 ? order_[static_cast<std::size_t>(row)] : row;
    }
    ui_.text(cells.left, area_.top + ui_.px(8), type::label_hot, ui_.colours().ink, title);
    lab_colour_bar(ui_, cells, part.map->scale);
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
      const float y1 =
          first_.top + tall * (static_cast<float>(places_[static_cast<std::size_t>(word)]) + 0.5F);
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
    const float y = third_.bottom + lab_colour_bar_height(ui_) + ui_.px(8);
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
  std::optional<int> hot_;  // the word that is followed
  float labels_ = 0, numbers_ = 0;
  Area first_, second_, third_;
};

}  // namespace

bool is_rounding(const LabWork& work, double difference) {
  return difference <= 1e-4 * static_cast<double>(largest_value(work));
}

void draw_order_maps(const PanelContext& context, const Area& area, const LabWork& work) {
  OrderMaps(context, area, work).draw();
}

}  // namespace headlight
