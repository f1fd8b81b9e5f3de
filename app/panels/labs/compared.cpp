#include "app/panels/labs/compared.h"

#include <cmath>

#include "app/widgets/controls.h"
#include "app/widgets/ui.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {

std::vector<Area> columns_of(const Ui& ui, const Area& area, std::size_t count, float gap) {
  if (area.width() < ui.px(560)) {
    const float tall =
        std::floor((area.height() - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
    std::vector<Area> parts;
    Area rest = area;
    for (std::size_t i = 0; i < count; ++i) parts.push_back(rest.cut_top(tall, gap));
    return parts;
  }
  const float wide =
      std::floor((area.width() - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
  std::vector<Area> columns;
  for (std::size_t i = 0; i < count; ++i)
    columns.push_back(
        Area::at(area.left + static_cast<float>(i) * (wide + gap), area.top, wide, area.height()));
  return columns;
}

bool draw_model_name(Ui& ui, Area& column, const ComparedRun& model, float gap) {
  ui.text(column.cut_top(ui.height(type::section) + gap), Align::left, type::section, colour_of(ui, model),
          ui.shortened(type::section, model.name, column.width()));
  if (model.trace() != nullptr) return true;
  ui.wrapped(column, type::body, ui.colours().text_2, model.run.error, ui.height(type::body) + ui.px(6));
  return false;
}

void offer_example(const PanelContext& context, Area& area, const OtherExample& other) {
  Ui& ui = context.ui;
  Area line = area.cut_top(ui.finger(30), ui.px(8));
  if (!ui.exporting()) {
    const float wide = button_width(ui, other.label);
    const float after = std::min(ui.width(type::label, other.says) + ui.px(12), line.width() - wide);
    const Area place = Area::at(line.left + after, std::round(line.middle_y() - ui.px(15)), wide, ui.px(30));
    if (button(ui, "compared/example", place, other.label, ButtonKind::plain))
      context.ui.emit(SetSentence{context.session.side, other.text});
    line.right = place.left - ui.px(8);
  }
  line_of_text(ui, line, type::label, ui.colours().text_2, other.says);
}

std::string answer_of(const ComparedRun& model) {
  return model.trace() == nullptr ? "" : written(*model.trace());
}

float answer_line(const Ui& ui, const ComparedLook& look) { return ui.height(look.type) + ui.px(7); }

void draw_answer(Ui& ui, Area& column, const ComparedRun& model, const ComparedLook& look) {
  const Palette& c = ui.colours();
  std::vector<TextRun> runs;
  const int last = static_cast<int>(model.written.size()) - 1;
  for (int i = 0; i <= last; ++i) {
    const ComparedRun::Word& word = model.written[i];
    const bool followed = look.word < 0 || i == std::min(look.word, last);
    if (!runs.empty() && !is_attached(word.text)) runs.push_back({" "});
    runs.push_back({word.text, word.other ? look.differs : followed ? Role::ink : Role::text_2, true});
  }
  ui.wrapped_rich(column.cut_top(look.text_height + ui.px(4)), look.type, look.type, runs,
                  answer_line(ui, look));
  const bool marked = look.verdict_differs && model.others() > 0;
  ui.text(column.cut_top(ui.height(type::caption) + ui.px(8)), Align::left, type::caption,
          marked ? colour_of(look.differs, c) : c.text_2,
          ui.shortened(type::caption, model.verdict, column.width()));
}

namespace {

std::string whole_tick(double value) {
  return value == std::round(value) ? count_text(std::lround(value)) : std::string();
}
std::string percent_tick(double value) { return measured_text(100 * value, 3) + " %"; }

}  // namespace

PlotAxis axis_along(std::span<const CardCurve> curves, std::string title) {
  PlotAxis axis{.title = std::move(title), .from = 1e9, .to = -1e9, .label = whole_tick};
  for (const CardCurve& each : curves) {
    axis.from = std::min(axis.from, each.curve.points.front().at);
    axis.to = std::max(axis.to, each.curve.points.back().at);
  }
  return axis;
}

void cut_without(Ui& ui, std::span<const std::string> without, Area& area) {
  constexpr std::size_t most = 2;
  const float line = ui.height(type::caption) + ui.px(4);
  const auto cut = [&](const std::string& text) {
    const float tall = ui.wrapped_height(type::caption, text, area.width(), line);
    ui.wrapped(area.cut_bottom(tall + ui.px(4)), type::caption, ui.colours().text_2, text, line);
  };
  if (without.size() > most)
    cut(say("and {n} more that cannot be shown", {{"n", std::to_string(without.size() - most)}}));
  for (std::size_t i = std::min(without.size(), most); i > 0; --i) cut(without[i - 1]);
}

void draw_exact_curves(Ui& ui, Area area, const ExactCurves& exact) {
  const auto colour = [&](const std::string& name) {
    const auto found = std::find_if(exact.models.begin(), exact.models.end(),
                                    [&](const NamedModel& model) { return model.name == name; });
    return ui.colours().each_head.at(found - exact.models.begin());
  };
  cut_without(ui, exact.without, area);
  std::vector<PlotSeries> shares, counts;
  for (const CardCurve& each : exact.curves) {
    PlotSeries& share = shares.emplace_back(PlotSeries{.name = each.model, .colour = colour(each.model)});
    PlotSeries& count = counts.emplace_back(PlotSeries{.name = each.model, .colour = colour(each.model)});
    count.thickness = 1.5F;
    for (const MeasuredCurve::Point& point : each.curve.points) {
      share.points.push_back({point.at, point.value});
      count.points.push_back({point.at, static_cast<double>(point.count)});
    }
  }
  const PlotAxis x = axis_along(exact.curves, exact.curves.front().curve.along);
  PlotAxis plain = x;
  plain.name = plain.title;
  plain.title.clear();
  const PlotAxis y{.title = exact.exactly, .from = 0, .to = 1, .label = percent_tick};
  PlotAxis of = fitted_axis({.title = exact.counted, .label = whole_tick}, counts);
  of.from = 0;
  const float gap = ui.px(16);
  const float above = std::round((area.height() - gap) * 0.68F);
  Area top = area.cut_top(above, gap);
  const PlotMargins margins =
      plot_margins(ui, top.height(), plain, y, shares) | plot_margins(ui, area.height(), x, of, counts);
  plot(ui, exact.id + "/exact", top, plain, y, shares, std::nullopt, margins);
  for (PlotSeries& each : counts) each.named_at_end = false;
  plot(ui, exact.id + "/counts", area, x, of, counts, std::nullopt, margins);
}

ClassPicture class_exact(const Ui& ui, std::span<const CardCurve> curves, std::span<const NamedModel> models,
                         const char* along, std::string exactly) {
  if (curves.empty()) return {.shows = ClassLines{}};
  ClassCurves shown{axis_along(curves, along),
                    {.title = std::move(exactly), .from = 0, .to = 1, .label = percent_tick},
                    {}};
  for (const CardCurve& each : curves) {
    const auto found = std::find_if(models.begin(), models.end(),
                                    [&](const NamedModel& model) { return model.name == each.model; });
    PlotSeries& series = shown.series.emplace_back(
        PlotSeries{.name = each.model, .colour = ui.colours().each_head.at(found - models.begin())});
    for (const MeasuredCurve::Point& point : each.curve.points)
      series.points.push_back({point.at, point.value});
  }
  const CardCurve &first = curves.front(), &last = curves.back();
  return {.shows = shown,
          .says = say("With {n} {things}: {first} {a}, {last} {b}.",
                      {{"n", count_text(std::lround(first.curve.points.back().at))},
                       {"things", along},
                       {"first", first.model},
                       {"a", percent_tick(first.curve.points.back().value)},
                       {"last", last.model},
                       {"b", percent_tick(last.curve.points.back().value)}})};
}

}  // namespace headlight
