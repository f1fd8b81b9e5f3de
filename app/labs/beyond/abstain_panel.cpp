// Five heads on one text: where each looks, what it writes, and how often that is right.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/labs/beyond/beyond_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/setting_controls.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

const char* abstain_formula(Abstaining kind) {
  switch (kind) {
    case Abstaining::softmax:
      return "eˢ / Σ eˢ";
    case Abstaining::one_more:
      return "eˢ / (1 + Σ eˢ)";
    case Abstaining::learned_sink:
      return "eˢ / (eᵇ + Σ eˢ), b learned";
    case Abstaining::gate:
      return "softmax, output × gate";
    case Abstaining::sink_token:
      return "softmax, a word of value 0 first";
  }
  return "";
}

std::string right_of(int right, int all) {
  return say("{n}/{all}", {{"n", std::to_string(right)}, {"all", std::to_string(all)}});
}

class AbstainPage {
 public:
  AbstainPage(const PanelContext& context, const Area& area, const AbstainStudy& study)
      : context_(context), ui_(context.ui), c_(context.ui.colours()), study_(study), rest_(area) {}

  void draw() {
    controls();
    const bool narrow = rest_.width() < ui_.px(700);
    const auto rows = static_cast<float>(study_.heads.size());
    const float head = ui_.px(44);
    Area numbers = narrow ? rest_.cut_bottom(std::round(rest_.height() * 0.5F), ui_.px(16))
                          : rest_.cut_right(std::round(rest_.width() * 0.42F), ui_.px(20));
    const float tall = std::min(std::floor((rest_.height() - head) / rows), ui_.px(88));
    const float below = std::min(std::floor((numbers.height() - head) / rows), tall);
    weights(head, tall);
    figures(numbers, head, narrow ? below : tall, narrow);
  }

 private:
  void controls() {
    SettingRows<BeyondLab> row(context_, rest_, 14, 18);
    row.choose(&BeyondLab::marker,
               std::array{Choice{to_be_said("No marker")}, Choice{to_be_said("With a marker")}});
    row.slide(ui_.px(220), &BeyondLab::steps, {.label = "steps of training"});
    row.press("text", "Another text", [](BeyondLab& lab) { lab.seed = next_seed(lab.seed); });
  }

  void weights(float head, float tall) {
    const LabWork& work = *work_of(context_);
    const auto found = work.maps.find("weights");
    if (found == work.maps.end()) return;
    const HeatmapPtr& map = found->second;
    float names = 0;
    for (const AbstainStudy::Head& each : study_.heads)
      names = std::max({names, ui_.width(type::label_hot, abstaining_name(each.kind)),
                        ui_.width(type::caption, abstain_formula(each.kind))});
    names = std::min(names + ui_.px(12), std::round(rest_.width() * 0.5F));
    const float wide =
        std::min(std::floor((rest_.width() - names) / static_cast<float>(map->columns)), ui_.px(76));
    const float left = std::round(rest_.left + names), top = std::round(rest_.top + head);
    const Area cells =
        Area::at(left, top, wide * static_cast<float>(map->columns), tall * static_cast<float>(map->rows));
    for (int column = 0; column < map->columns; ++column) {
      const Area above =
          Area::at(left + wide * static_cast<float>(column), top - ui_.px(22), wide, ui_.px(20));
      const bool marked = column > 0 && column - 1 == study_.text.marked;
      ui_.text(above, Align::centre, marked ? type::label_hot : type::label, column == 0 ? c_.text_2 : c_.ink,
               ui_.shortened(marked ? type::label_hot : type::label, map->column_label(column), wide));
    }
    const HeatmapTouch touch =
        heatmap(ui_, "beyond/weights", map, cells, {.row_labels = false, .column_labels = false});
    if (touch.hovered) ui_.tooltip(cell_tooltip(*map, *touch.hovered));
    // Nothing stands first here, and last in what was computed.
    if (touch.clicked && abstainings.at(touch.clicked->row) == Abstaining::one_more)
      ui_.emit(
          SelectCell{{"beyond_lab.shares", 0, (touch.clicked->column + map->columns - 1) % map->columns}});
    for (std::size_t i = 0; i < study_.heads.size(); ++i) {
      const Area row = Area::at(rest_.left, top + tall * static_cast<float>(i), names - ui_.px(8), tall);
      const Area name{row.left, row.middle_y() - ui_.px(17), row.right, row.middle_y()};
      ui_.text(name, Align::left, type::label_hot, c_.ink,
               ui_.shortened(type::label_hot, abstaining_name(study_.heads[i].kind), name.width()));
      ui_.text({row.left, row.middle_y(), row.right, row.middle_y() + ui_.px(17)}, Align::left, type::caption,
               c_.text_2, ui_.shortened(type::caption, abstain_formula(study_.heads[i].kind), name.width()));
    }
  }

  // What it writes here; and of other texts how many are right, and how long what is written for nothing is.
  void figures(const Area& area, float head, float tall, bool named) {
    const std::array<std::string, 4> above{say("writes"), say("marked"), say("unmarked"), say("length")};
    const float names = named ? ui_.px(130) : 0;
    const float wide = std::floor((area.width() - names) / static_cast<float>(above.size()));
    const auto place = [&](std::size_t column, float top, float high) {
      return Area::at(area.left + names + wide * static_cast<float>(column), top, wide - ui_.px(6), high);
    };
    const std::string says = say("right in other texts; length without a marker");
    ui_.text({area.left, area.top, area.right, area.top + ui_.px(20)}, Align::left, type::caption, c_.text_2,
             ui_.shortened(type::caption, says, area.width()));
    for (std::size_t i = 0; i < above.size(); ++i)
      ui_.text(place(i, area.top + head - ui_.px(22), ui_.px(20)), Align::left, type::label_hot, c_.ink,
               ui_.shortened(type::label_hot, above[i], wide - ui_.px(6)));
    for (std::size_t i = 0; i < study_.heads.size(); ++i) {
      const AbstainStudy::Head& each = study_.heads[i];
      const float top = area.top + head + tall * static_cast<float>(i);
      const bool right = each.run.answer == study_.text.wanted();
      const bool silent = each.count.unmarked_right == each.count.unmarked;
      const std::array<std::string, 4> shown{
          each.run.answer < 0 ? say("nothing") : abstain_word_name(each.run.answer),
          right_of(each.count.marked_right, each.count.marked),
          right_of(each.count.unmarked_right, each.count.unmarked), amount_alone(each.count.written)};
      // What is wrong is counted, and what is right is said.
      const std::string numbers =
          say("writes {word}, right with a marker {marked}, without {unmarked}, length {length}",
              {{"word", shown[0]},
               {"marked", each.count.marked_right == each.count.marked ? say("always") : shown[1]},
               {"unmarked", silent ? say("always") : shown[2]},
               {"length", shown[3]}});
      const Ui::Pieces told(ui_, ToldNumber{abstaining_name(each.kind), numbers, 0,
                                            Area::at(area.left, top, area.width(), tall), says});
      if (named)
        ui_.text(Area::at(area.left, top, names, tall), Align::left, type::label_hot, c_.ink,
                 ui_.shortened(type::label_hot, abstaining_name(each.kind), names - ui_.px(6)));
      const std::array good{right, each.count.marked_right == each.count.marked, silent, true};
      for (std::size_t column = 0; column < shown.size(); ++column)
        ui_.text(place(column, top, tall), Align::left, type::number_hot, good[column] ? c_.ink : c_.error,
                 ui_.shortened(type::number_hot, shown[column], wide - ui_.px(6)));
    }
  }

  const PanelContext& context_;
  Ui& ui_;
  const Palette& c_;
  const AbstainStudy& study_;
  Area rest_;
};

}  // namespace

void draw_abstain_page(const PanelContext& context, const Area& area, const AbstainStudy& study) {
  if (!study.heads.empty()) AbstainPage(context, area, study).draw();
}

ClassPicture abstain_for_class(const PanelContext& context, const AbstainStudy& study) {
  ClassBars bars{{}, -1};
  for (const AbstainStudy::Head& each : study.heads) {
    const double share = static_cast<double>(each.count.unmarked_right) / std::max(1, each.count.unmarked);
    bars.bars.push_back({abstaining_name(each.kind), right_of(each.count.unmarked_right, each.count.unmarked),
                         share,
                         each.kind == Abstaining::softmax ? context.ui.colours().first_sentence
                                                          : context.ui.colours().weights});
  }
  return {
      .about = say("silent where there is nothing to say:"),
      .shows = bars,
      .says = say(
          "The weights of a softmax add up to 1. With something beside them a head can look at nothing.")};
}

}  // namespace headlight
