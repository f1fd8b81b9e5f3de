#include "app/panels/common/colours.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/session/action.h"
#include "app/session/session_figure.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {

const MapNumbers& numbers_of(Ui& ui, const HeatmapPtr& map) {
  auto& all = ui.state<KnownMaps>().all;
  const int now = ImGui::GetFrameCount();
  const auto known = all.find(map.get());
  if (known != all.end() && !known->second.map.expired()) {
    known->second.seen = now;
    return known->second;
  }
  if (all.size() >= KnownMaps::most)
    std::erase_if(all,
                  [&](const auto& one) { return one.second.map.expired() || one.second.seen < now - 1; });
  const std::optional<int> sink = sink_column(*map);
  return all[map.get()] = {map, now, ranges_of(*map), sink, faint_weights(*map, sink)};
}

std::vector<Colouring> colourings_of(const PanelContext& context, std::span<const MapToColour> maps) {
  const ColourScale& by = context.session.colour_scale;
  std::vector<Colouring> colourings(maps.size());
  if (by == ColourScale{} || maps.empty()) return colourings;
  ValueRange range;
  bool any_left_out = false;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    if (by.without_sink) colourings[i].left_out = maps[i].left_out;
    any_left_out = any_left_out || colourings[i].left_out.has_value();
    range.add(numbers_of(context.ui, maps[i].map).ranges, colourings[i].left_out);
  }
  for (std::size_t i = 0; i < maps.size(); ++i)
    colourings[i].scale = scale_by(by, maps[i].map->scale, range, any_left_out);
  return colourings;
}

Colouring colouring_of(const PanelContext& context, const HeatmapPtr& map) {
  if (context.session.colour_scale == ColourScale{}) return {};
  const std::array one{MapToColour{map, numbers_of(context.ui, map).sink}};
  return colourings_of(context, one).front();
}

namespace {

std::string said_of(const FaintWeights& faint, bool sink) {
  const std::string largest = significant_text(faint.largest, 2);
  if (faint.faint == faint.rows)
    return say(sink ? to_be_said("Apart from the sink, the largest weight here is {weight}.")
                    : to_be_said("The largest weight here is {weight}."),
               {{"weight", largest}});
  return say(sink ? to_be_said("Apart from the sink, in {n} of {all} rows, no weight is above {weight}.")
                  : to_be_said("In {n} of {all} rows, no weight is above {weight}."),
             {{"n", count_text(faint.faint)},
              {"all", count_text(faint.rows)},
              {"weight", significant_text(FaintWeights::below, 2)}});
}

}  // namespace

void offer_colours(const PanelContext& context, const std::string& id, std::span<const HeatmapPtr> maps,
                   Area& area) {
  Ui& ui = context.ui;
  if (ui.exporting() || maps.empty() || area.height() < ui.px(160)) return;
  FaintWeights all;
  ValueRange others;
  bool sink = !maps.empty();
  for (const HeatmapPtr& map : maps) {
    const MapNumbers& known = numbers_of(ui, map);
    if (!known.faint) return;
    all.rows += known.faint->rows;
    all.faint += known.faint->faint;
    all.largest = std::max(all.largest, known.faint->largest);
    all.high = std::max(all.high, known.faint->high);
    others.add(known.ranges, known.sink);
    sink = sink && known.sink;
  }
  std::vector<ColourScale> scales{{}, {.logarithmic = true}, {.own_range = true, .low = 0, .high = all.high}};
  std::vector<std::string> names{say("0 to 1"), say("logarithmic"),
                                 say("0 to {high}", {{"high", tick_text(all.high, false)}})};
  // Without the sink the scale ends with the largest of the others: that helps where it is far from 1.
  constexpr float far_from_one = 0.5F;
  if (sink && others.high < far_from_one) {
    scales.push_back({.without_sink = true});
    names.push_back(say("without the sink"));
  }
  const std::string said = said_of(all, sink);
  std::vector<Choice> kinds;
  for (std::string& name : names) kinds.push_back({std::move(name)});
  while (kinds.size() > 1 && choices_width(ui, kinds) > area.width()) {
    kinds.pop_back();
    scales.pop_back();
  }
  const float wide = choices_width(ui, kinds), gap = ui.px(12);
  const float text = ui.width(type::caption, said) + ui.px(1);
  const bool beside = text + gap + wide <= area.width();
  Area row = area.cut_bottom(ui.finger(30), beside ? ui.px(8) : 0);
  line_of_text(ui, beside ? row.cut_left(text, gap) : area.cut_bottom(ui.px(20), ui.px(8)), type::caption,
               ui.colours().text_2, said);
  const auto now = std::find(scales.begin(), scales.end(), context.session.colour_scale);
  const int pressed = choices(ui, id, row.cut_left(std::min(wide, row.width())), kinds,
                              now == scales.end() ? -1 : static_cast<int>(now - scales.begin()));
  if (pressed >= 0) ui.emit(SetColourScale{scales[pressed]});
}

namespace {

// The sheet that asks how weights become colours: what is chosen shows at once, behind it.

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

  void tell(const std::string& text) {
    Area line = rest_;
    line.left += ui_.px(colour_label_width);
    rest_.cut_top(ui_.wrapped(line, type::caption, c_.text_3, text, ui_.px(17)) + ui_.px(12));
  }

  void draw_steps() {
    const std::array kinds{Choice{to_be_said("linear")}, Choice{to_be_said("logarithmic")}};
    Area place = row("Steps");
    const int pressed = choices(ui_, "colours/steps", place.cut_left(choices_width(ui_, kinds)), kinds,
                                scale_.logarithmic ? 1 : 0);
    if (pressed >= 0) scale_.logarithmic = pressed == 1;
    tell(scale_.logarithmic ? say("Each tenfold increase is the same step in colour, so small weights show.")
                            : say("Twice the weight is twice as far along the bar."));
  }

  void draw_range() {
    const std::array kinds{Choice{to_be_said("automatic")}, Choice{to_be_said("my own")}};
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
      tell(say(
          "Values beyond an end keep its colour; the tip of the bar marks them. Signed numbers reach equally "
          "far to both sides."));
      return;
    }
    tell(say("Weights from 0 to 1; signed numbers up to the largest one, to both sides."));
  }

  void draw_sink() {
    Area place = row("Sink");
    const float left = place.left;
    if (toggle(ui_, "colours/sink", left, place.middle_y(), scale_.without_sink))
      scale_.without_sink = !scale_.without_sink;
    ui_.text(left + toggle_width(ui_) + ui_.px(10), place.middle_y(), type::label, c_.ink, "Leave it out");
    tell(
        say("Much attention only rests on one token, often the first. Its column is hatched, and the other "
            "weights share the colours. If no sink is found, it is the first column."));
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
