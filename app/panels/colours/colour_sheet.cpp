// The sheet that asks how weights become colours: what is chosen shows at once, behind it.
#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/session/action.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "core/figure/colour_scale.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// What is typed for the ends of a range, until both are numbers in their order.
struct TypedRange {
  std::string low, high;
};

constexpr float colour_label_width = 92;

class ColourSheet : PanelPart {
 public:
  ColourSheet(const PanelContext& context, const Area& sheet)
      : PanelPart(context),
        typed_(ui_.state<TypedRange>()),
        scale_(context.session.colour_scale),
        rest_(sheet.inset(ui_.px(24), ui_.px(18))) {}

  void draw() {
    // What was typed last, unless another range came from elsewhere.
    const std::optional<float> low = typed_number(typed_.low), high = typed_number(typed_.high);
    const bool other = low && high && *low < *high && (*low != scale_.low || *high != scale_.high);
    if (typed_.low.empty() || (other && scale_.own_range))
      typed_ = {significant_text(scale_.low, 4), significant_text(scale_.high, 4)};
    Area title = rest_.cut_top(ui_.px(30));
    const Area close = title.cut_right(button_width(ui_, "Close"));
    if (button(ui_, "colours/close", close, "Close", ButtonKind::plain)) closed_ = true;
    ui_.text(title, Align::left, type::panel, c_.ink, "Colour scale");
    rest_.cut_top(ui_.px(8));
    draw_steps();
    draw_range();
    draw_sink();
    if (!(scale_ == context_.session.colour_scale)) ui_.emit(SetColourScale{scale_});
  }
  bool closed() const { return closed_; }

 private:
  Area row(const char* label) {
    Area row = rest_.cut_top(ui_.px(34), ui_.px(6));
    ui_.text(row.cut_left(ui_.px(colour_label_width)), Align::left, type::label, c_.text_2, label);
    return row;
  }

  void say(const std::string& text) {
    Area line = rest_;
    line.left += ui_.px(colour_label_width);
    rest_.cut_top(ui_.wrapped(line, type::caption, c_.text_3, text, ui_.px(17)) + ui_.px(12));
  }

  void draw_steps() {
    const std::array kinds{Choice{"linear"}, Choice{"logarithmic"}};
    Area place = row("Steps");
    const int pressed = choices(ui_, "colours/steps", place.cut_left(choices_width(ui_, kinds)), kinds,
                                scale_.logarithmic ? 1 : 0);
    if (pressed >= 0) scale_.logarithmic = pressed == 1;
    say(scale_.logarithmic ? "Ten times as much is always the same step of colour: small weights show."
                           : "Twice the weight is twice as far along the bar.");
  }

  void draw_range() {
    const std::array kinds{Choice{"as it comes"}, Choice{"my own"}};
    Area place = row("Range");
    const int pressed = choices(ui_, "colours/range", place.cut_left(choices_width(ui_, kinds)), kinds,
                                scale_.own_range ? 1 : 0);
    if (pressed >= 0) scale_.own_range = pressed == 1;
    if (scale_.own_range) {
      const auto field = [&](const char* id, std::string& text) {
        const Area at = place.cut_left(ui_.px(84));
        text_field(ui_, id, at, text, type::body, "");
      };
      place.cut_left(ui_.px(14));
      field("colours/low", typed_.low);
      ui_.text(place.cut_left(ui_.px(30)), Align::centre, type::label, c_.text_2, "to");
      field("colours/high", typed_.high);
      const std::optional<float> low = typed_number(typed_.low), high = typed_number(typed_.high);
      if (!low || !high || !(*low < *high)) {
        Area line = rest_;
        line.left += ui_.px(colour_label_width);
        rest_.cut_top(ui_.wrapped(line, type::caption, c_.error,
                                  "Two numbers, the smaller one first: 0 to 0.2.", ui_.px(17)) +
                      ui_.px(12));
        return;
      }
      scale_.low = *low;
      scale_.high = *high;
      say("What lies beyond an end has its colour, and a tip of the bar says so. Signed numbers: as far to "
          "either "
          "side.");
      return;
    }
    say("Weights from 0 to 1; signed numbers as far as the largest one, to either side.");
  }

  void draw_sink() {
    Area place = row("Sink");
    const float left = place.left;
    if (toggle(ui_, "colours/sink", left, place.middle_y(), scale_.without_sink))
      scale_.without_sink = !scale_.without_sink;
    ui_.text(left + toggle_width(ui_) + ui_.px(10), place.middle_y(), type::label, c_.ink, "Leave it out");
    say("Much attention only rests on one token, often the first. Its column is hatched, and the other "
        "weights "
        "share the colours. Where no sink is measured it is the first column.");
  }

  TypedRange& typed_;
  ColourScale scale_;
  bool closed_ = false;
  Area rest_;
};

}  // namespace

void draw_colour_scale(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  ColourSheet sheet(context, begin_sheet(ui, 560, 340, 58, 420, 340));
  sheet.draw();
  if (!end_sheet(ui) && !sheet.closed()) return;
  ui.state().overlay = Overlay::none;
}

}  // namespace headlight
