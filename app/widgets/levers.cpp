#include "app/widgets/levers.h"

#include <algorithm>
#include <cmath>

#include "core/figure/numbers.h"

namespace headlight {

float toggle_width(const Ui& ui) { return ui.px(32); }

bool toggle(Ui& ui, std::string_view id, float left, float middle_y, bool on) {
  const Palette& c = ui.colours();
  const Area pill = Area::at(left, std::round(middle_y - ui.px(9)), toggle_width(ui), ui.px(18));
  const Touch touch = ui.item(id, pill.outset(ui.px(3)));
  if (touch.hovered) ui.hand();
  if (touch.focused) ui.focus_ring(pill, ui.px(9));
  const float radius = pill.height() / 2;
  if (on) {
    ui.fill(pill, touch.hovered ? mix(c.ink, c.stage, 0.15F) : c.ink, radius);
  } else {
    ui.fill(pill, c.panel, radius);
    ui.outline(pill, c.text_3, ui.px(1.5F), radius);
  }
  ui.disc({on ? pill.right - radius : pill.left + radius, pill.middle_y()}, ui.px(5.5F),
          on ? c.stage : c.text_3);
  return touch.clicked;
}

std::optional<float> drag_share(Ui& ui, std::string_view id, const Area& area, float share) {
  const Touch touch = ui.item(id, area);
  if (touch.hovered) ui.hand();
  if (touch.focused) ui.focus_ring(area, ui.px(4));
  constexpr float step = 0.05F;
  share = std::clamp(share, 0.0F, 1.0F);
  float moved = share + step * static_cast<float>(ui.nudges(id));
  if (touch.held) moved = (ui.mouse().x - area.left) / area.width();
  moved = std::clamp(moved, 0.0F, 1.0F);
  // Less than half a pixel is where it is.
  if (std::fabs(moved - share) * area.width() < 0.5F) return std::nullopt;
  return moved;
}

namespace {

void draw_track(Ui& ui, const Area& area, float share, float usual) {
  const Palette& c = ui.colours();
  const float x = std::round(area.left + area.width() * std::clamp(share, 0.0F, 1.0F));
  const float mark = std::round(area.left + area.width() * usual);
  const float y = std::round(area.middle_y());
  ui.line(area.left, y, area.right, y, c.strong_line, ui.px(2));
  ui.line(std::min(x, mark), y, std::max(x, mark), y, c.ink, ui.px(2));
  ui.line(mark, y - ui.px(6), mark, y + ui.px(6), c.text_3, ui.hairline());
  ui.disc({x, y}, ui.px(7), c.panel);
  ui.circle({x, y}, ui.px(7), c.ink, ui.px(2));
}

}  // namespace

std::optional<float> slide(Ui& ui, std::string_view id, const Area& area, float share, float usual) {
  const std::optional<float> moved = drag_share(ui, id, area, share);
  draw_track(ui, area, share, usual);
  return moved;
}

float number_slide_height(const Ui& ui) { return ui.px(40); }

std::optional<double> number_slide(Ui& ui, std::string_view id, const Area& area, const NumberSlide& slide) {
  const Palette& c = ui.colours();
  const auto along = [&](double value) { return slide.logarithmic ? std::log(value) : value; };
  const double from = along(slide.lowest);
  const double length = along(slide.highest) - from;
  const auto share = [&](double value) {
    return length > 0
               ? static_cast<float>((along(std::clamp(value, slide.lowest, slide.highest)) - from) / length)
               : 0.0F;
  };
  Area rest = area;
  const Area words = rest.cut_top(ui.px(18));
  const std::string number =
      slide.text.empty() ? significant_text(static_cast<float>(slide.value)) : slide.text;
  const float room = words.width() - ui.width(type::number_hot, number) - ui.px(8);
  const std::string label = ui.fitted(type::label, slide.label, room);
  ui.text(words, Align::left, type::label, c.text_2, label);
  if (ui.exporting()) {  // a picture states the number, and has nothing to drag
    ui.text(words.left + ui.width(type::label, label) + ui.px(8), words.middle_y(), type::number_hot, c.ink,
            number);
    return std::nullopt;
  }
  ui.text(words, Align::right, type::number_hot, c.ink, number);
  const Area track = rest.cut_top(ui.px(22));
  const Touch touch = ui.item(id, track);
  if (touch.hovered) ui.hand();
  // Around the track alone: the words above it stay clear.
  if (touch.focused) ui.focus_ring(track.inset(0, ui.px(4)), ui.px(7));
  draw_track(ui, track.inset(ui.px(7), 0), share(slide.value), share(slide.usual));
  double moved = slide.value;
  if (const int nudges = ui.nudges(id); nudges != 0) {
    moved = slide.logarithmic ? slide.value * std::pow(2, nudges) : slide.value + slide.step * nudges;
  } else if (touch.held) {
    const Area inner = track.inset(ui.px(7), 0);
    const double at =
        static_cast<double>(std::clamp((ui.mouse().x - inner.left) / inner.width(), 0.0F, 1.0F));
    moved = from + at * length;
    if (slide.logarithmic) moved = std::exp(moved);
  }
  moved = std::clamp(std::round(moved / slide.step) * slide.step, slide.lowest, slide.highest);
  if (std::fabs(moved - slide.value) < slide.step / 2) return std::nullopt;
  return moved;
}

}  // namespace headlight
