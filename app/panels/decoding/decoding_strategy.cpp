// How the next word is chosen: the strategy, and its settings beside it.
#include <array>
#include <cmath>

#include "app/panels/decoding/decoding_view.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

class StrategyControls {
 public:
  StrategyControls(const DecodingView& view, const Area& area)
      : view_(view), ui_(view.ui), area_(area), x_(area.left), y_(area.top) {}

  float draw() {
    const std::array kinds{Choice{"Greedy"}, Choice{"Sampling"}, Choice{"Beam search"}};
    const Area place = next(choices_width(ui_, kinds));
    const int pressed =
        choices(ui_, "decoding/strategy", centred(place), kinds, static_cast<int>(view_.lab.strategy));
    if (pressed >= 0) {
      change_decoding(view_.context,
                      [&](DecodingLab& lab) { lab.strategy = static_cast<DecodingLab::Strategy>(pressed); });
    }
    if (view_.lab.strategy == DecodingLab::Strategy::sampling) sampling();
    if (view_.lab.strategy == DecodingLab::Strategy::beam) beam();
    return y_ + high() + ui_.px(12) - area_.top;
  }

 private:
  float high() const { return number_slide_height(ui_); }

  // A place of this width: in the row, or in the next one.
  Area next(float wide) {
    if (x_ > area_.left && x_ + wide > area_.right) {
      x_ = area_.left;
      y_ += high() + ui_.px(8);
    }
    const Area place = Area::at(x_, y_, wide, high());
    x_ += wide + ui_.px(22);
    return place;
  }
  Area centred(const Area& place) const {
    return Area::at(place.left, std::round(place.middle_y() - ui_.px(17)), place.width(), ui_.px(34));
  }

  template <typename Set>
  void number(const char* id, const NumberSlide& slide, float wide, Set set) {
    if (const auto moved = number_slide(ui_, id, next(wide), slide))
      change_decoding(view_.context, [&](DecodingLab& lab) { set(lab, *moved); });
  }

  void sampling() {
    const float wide = ui_.px(150);
    number("slide/decoding/temperature",
           {.label = "temperature T",
            .value = static_cast<double>(view_.lab.temperature),
            .lowest = 0.05,
            .highest = 5,
            .usual = 1,
            .step = 0.01,
            .logarithmic = true},
           wide, [](DecodingLab& lab, double value) {
             // The model's own probabilities are easy to find again.
             lab.temperature = std::fabs(std::log(value)) < 0.05 ? 1.0F : static_cast<float>(value);
           });
    number("slide/decoding/top_k",
           {.label = "top-k",
            .value = static_cast<double>(view_.lab.top_k),
            .lowest = 0,
            .highest = 50,
            .usual = 0,
            .step = 1,
            .text = view_.lab.top_k == 0 ? "all" : ""},
           wide, [](DecodingLab& lab, double value) { lab.top_k = static_cast<int>(std::lround(value)); });
    number("slide/decoding/top_p",
           {.label = "top-p",
            .value = static_cast<double>(view_.lab.top_p),
            .lowest = 0.05,
            .highest = 1,
            .usual = 1,
            .step = 0.01},
           wide, [](DecodingLab& lab, double value) { lab.top_p = static_cast<float>(value); });
    step("decoding/seed", "seed " + std::to_string(view_.lab.seed),
         [](DecodingLab& lab, int by) { lab.seed = (lab.seed + by + 10000) % 10000; });
  }

  void beam() {
    step("decoding/beams", std::to_string(view_.lab.beams) + (view_.lab.beams == 1 ? " beam" : " beams"),
         [](DecodingLab& lab, int by) { lab.beams = (lab.beams + by + 7) % 8 + 1; });
    number("slide/decoding/length_penalty",
           {.label = "length penalty",
            .value = static_cast<double>(view_.lab.length_penalty),
            .lowest = 0,
            .highest = 2,
            .usual = 0,
            .step = 0.05},
           ui_.px(190),
           [](DecodingLab& lab, double value) { lab.length_penalty = static_cast<float>(value); });
  }

  template <typename Set>
  void step(const char* id, const std::string& text, Set set) {
    const Area place = next(std::max(stepper_width(ui_, text), ui_.px(130)));
    if (const int by = stepper(ui_, id, centred(place), text); by != 0)
      change_decoding(view_.context, [&](DecodingLab& lab) { set(lab, by); });
  }

  const DecodingView& view_;
  Ui& ui_;
  Area area_;
  float x_, y_;
};

}  // namespace

float draw_strategy(const DecodingView& view, const Area& area) {
  return StrategyControls(view, area).draw();
}

}  // namespace headlight
