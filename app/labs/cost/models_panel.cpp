// Parameters by year, and the line through the largest.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/cost/cost_panel.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Whole years only.
std::string year_label(double year) {
  return std::fabs(year - std::round(year)) < 1e-6 ? std::to_string(std::lround(year)) : "";
}

}  // namespace

void draw_growth(const PanelContext& context, const Area& whole, const Growth& growth) {
  Area area = whole;
  Ui& ui = context.ui;
  PlotSeries dots{.name = "parameters", .colour = ui.colours().weights};
  dots.kind = PlotSeries::Kind::dots;
  dots.thickness = 5;
  dots.named_at_end = false;
  std::vector<const RealModel*> models;
  for (const RealModel& model : real_models()) {
    models.push_back(&model);
    dots.points.push_back({model.year, static_cast<double>(parameters_of(model).total())});
    dots.labels.emplace_back(model.name);
  }
  cut_sources(ui, area, models);
  // From the first paper's year to a little behind the last one, where its name stands.
  const auto [first, last] = std::minmax_element(dots.points.begin(), dots.points.end(),
                                                 [](const Point& a, const Point& b) { return a.x < b.x; });
  const PlotAxis x{.title = "first version of the paper",
                   .from = std::floor(first->x),
                   .to = last->x + 1.2,
                   .label = year_label};
  PlotSeries line{.name = "line through the largest", .colour = ui.colours().text_2};
  line.kind = PlotSeries::Kind::dashed;
  line.thickness = 1.5F;
  line.named_at_end = false;
  // Point by point, each with an empty label: the models' names keep clear of it.
  constexpr int steps = 64;
  const double begin = growth.largest.front()->year;
  const double end = growth.largest.back()->year;
  for (int i = 0; i <= steps; ++i) {
    const double year = begin + (end - begin) * i / steps;
    line.points.push_back({year, growth.parameters(year)});
    line.labels.emplace_back();
  }
  const std::array series{dots, line};
  PlotAxis y{
      .title = "parameters, G = 10⁹", .from = 3e7, .to = 1e12, .logarithmic = true, .label = count_tick};
  plot(ui, "cost/growth", area, x, y, series);
  const std::array entries{
      LegendEntry{line.colour,
                  say("fitted to the largest of these models in each year since {year}: × {factor} a year",
                      {{"year", std::to_string(first_year_of_growth)},
                       {"factor", significant_text(static_cast<float>(growth.factor()), 2)}}),
                  true}};
  const float left = area.left + ui.width(type::caption, y.title) + ui.px(24);
  legend(ui, {left, area.top, area.right, area.top + ui.px(20)}, entries);
}

namespace {

struct Shown {
  const char* name;   // on its button
  const char* title;  // of the axis
  double Cost::*what;
  bool bytes;
};
// In the order of CostLab::Quantity.
constexpr std::array quantities{
    Shown{"Multiply-adds", "multiply-adds of a pass", &Cost::multiply_adds, false},
    Shown{"KV cache", "keys and values kept", &Cost::cache, true},
    Shown{"T × T weights", "all T × T weights", &Cost::weights, true},
    Shown{"Activations", "values of all steps of a pass", &Cost::activations, true}};

class ModelsPage : PanelPart {
 public:
  ModelsPage(const PanelContext& context, const CostStudy& study)
      : PanelPart(context), settings_(context.session.labs.get<CostLab>()), study_(study) {}

  void draw(Area area) {
    draw_list(area.cut_left(ui_.px(area.width() < ui_.px(1100) ? 240 : 280)));
    area.left += ui_.px(36);
    draw_controls(area);
    area.cut_top(ui_.px(14));
    if (study_.curves.empty()) {
      area.cut_top(ui_.px(24));
      ui_.wrapped(area, type::panel, c_.ink, say("Choose one model, or up to {n}.", {{"n", most()}}),
                  ui_.px(26));
      return;
    }
    draw_sources(area);
    const DrawnNumbers figures = table();
    // The plot comes first: the table's rows are nearer to each other where both have little room.
    const float beside = area.height() - ui_.px(10) - ui_.px(150);
    const float high = std::clamp(beside, number_table_height(ui_, figures, least_table_row),
                                  number_table_height(ui_, figures));
    draw_number_table(ui_, area.cut_bottom(high), figures, ui_.px(area.width() < ui_.px(640) ? 126 : 150));
    area.cut_bottom(ui_.px(10));
    draw_plot(area);
  }

 private:
  std::array<Rgb, CostLab::most_models> colours() const {
    static_assert(CostLab::most_models == 3, "a colour for each model");
    return {c_.weights, c_.second_sentence, c_.first_sentence};
  }

  static std::string most() { return std::to_string(CostLab::most_models); }

  void change(auto set) { change_lab<CostLab>(context_, set); }

  int chosen(std::string_view name) const {
    for (std::size_t i = 0; i < study_.curves.size(); ++i) {
      if (study_.curves[i].model->name == name) return static_cast<int>(i);
    }
    return -1;
  }

  // All models; pressed ones are compared; one too many takes the last one's place, so that
  // the others keep their colours.
  void draw_list(Area area) {
    const Area title = area.cut_top(ui_.px(24));
    ui_.text(title, Align::left, type::small_section, c_.ink, "Models");
    if (!ui_.exporting())
      ui_.text(title, Align::right, type::caption, c_.text_2, say("up to {n}", {{"n", most()}}));
    const auto count = static_cast<float>(real_models().size() + 1);
    const float high = std::min(ui_.px(26), std::floor(area.height() / count));
    const RealModel own = own_model(settings_.own_d, settings_.own_layers);
    std::vector<const RealModel*> list{&own};
    for (const RealModel& model : real_models()) list.push_back(&model);
    for (const RealModel* each : list) {
      const RealModel& model = *each;
      const Area row = area.cut_top(high);
      const int place = chosen(model.name);
      const std::string name(model.name);
      const Touch touch = ui_.item("cost/model/" + name, row);
      if (touch.hovered) {
        ui_.hand();
        ui_.fill(row, c_.rail, ui_.px(5));
        ui_.tooltip(about(model));
      }
      if (touch.focused) ui_.focus_ring(row, ui_.px(5));
      const ImVec2 mark{row.left + ui_.px(9), row.middle_y()};
      if (place >= 0) {
        ui_.disc(mark, ui_.px(5), colours().at(place));
      } else if (!ui_.exporting()) {
        ui_.circle(mark, ui_.px(4.5F), c_.strong_line, ui_.px(1.5F));
      }
      const bool hot = place >= 0;
      ui_.text(row.left + ui_.px(24), row.middle_y(), hot ? type::label_hot : type::label,
               hot ? c_.ink : c_.text_2, name);
      ui_.text({row.left, row.top, row.right - ui_.px(6), row.bottom}, Align::right, type::path, c_.text_2,
               quantity_text(static_cast<double>(parameters_of(model).total())));
      if (touch.clicked) toggle_model(name);
    }
  }

  void toggle_model(const std::string& name) {
    change([&](CostLab& lab) {
      std::vector<std::string> models;
      for (const CostStudy::Curve& curve : study_.curves) models.emplace_back(curve.model->name);
      if (std::erase(models, name) == 0) {
        if (models.size() == CostLab::most_models) models.pop_back();
        models.push_back(name);
      }
      lab.models = std::move(models);
    });
  }

  static std::vector<RichText> about(const RealModel& model) {
    const Parameters count = parameters_of(model);
    const auto part = [](const char* name, std::int64_t value) {
      return RichText(std::string(name) + "  " + count_text(value));
    };
    std::vector<RichText> lines{RichText(std::string(model.name))};
    lines.emplace_back(
        joined({say(model.kind == RealModel::Kind::encoder_decoder ? to_be_said("{n} layers in each stack")
                                                                   : to_be_said("{n} layers"),
                    {{"n", std::to_string(model.layers)}}),
                say(model.gated ? to_be_said("d_model {d_model}, d_ff {d_ff} with a gate")
                                : to_be_said("d_model {d_model}, d_ff {d_ff}"),
                    {{"d_model", count_text(model.d_model)}, {"d_ff", count_text(model.d_ff)}})}));
    lines.emplace_back(joined(
        {say("{n} heads", {{"n", std::to_string(model.heads)}}),
         model.key_value_heads < model.heads
             ? say("keys and values of {n}", {{"n", std::to_string(model.key_value_heads)}})
             : "",
         model.context > 0 ? say("trained with {n} tokens", {{"n", count_text(model.context)}}) : ""}));
    lines.push_back(part("embeddings", count.embeddings));
    lines.push_back(part("attention", count.attention));
    lines.push_back(part("feed-forward", count.feed_forward));
    lines.push_back(part("norms", count.norms));
    if (count.head > 0) lines.push_back(part("output", count.head));
    lines.push_back(part("all", count.total()));
    if (model.published == 0) {
      lines.emplace_back(
          say("a plain decoder, heads of {n} numbers, {vocabulary} words",
              {{"n", count_text(model.d_head())}, {"vocabulary", count_text(model.vocabulary)}}));
      return lines;
    }
    lines.emplace_back((model.exact ? "published: " : "the paper says ") + count_text(model.published));
    lines.emplace_back(std::string(model.source));
    return lines;
  }

  void draw_controls(Area& area) {
    Area row = area.cut_top(number_slide_height(ui_));
    std::array<Choice, quantities.size()> list;
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = Choice{quantities[i].name};
    const float wide = choices_width(ui_, list);
    const Area place = Area::at(row.left, row.top + ui_.px(4), wide, ui_.px(32));
    choose_setting(context_, place, list, &CostLab::quantity);
    row.left += wide + ui_.px(24);
    const bool own = study_.own != nullptr;
    std::vector<Size> sizes{{&CostLab::tokens, "T, tokens", "T"}, {&CostLab::batch, "B, texts at once", "B"}};
    if (own) {
      sizes.push_back({&CostLab::own_d, "d, your own", "d"});
      sizes.push_back({&CostLab::own_layers, "layers, your own", "layers"});
    }
    // In a row of their own where they do not fit beside the choices.
    const float gap = ui_.px(20);
    const auto count = static_cast<float>(sizes.size());
    if (row.width() < (ui_.px(140) + gap) * count) {
      row = area.cut_top(number_slide_height(ui_));
      row.right = std::min(row.right, area.right);
    }
    const float each = std::min(ui_.px(220), std::floor((row.width() + gap) / count) - gap);
    for (const Size& size : sizes) {
      slide_size(row.cut_left(each, gap), size);
    }
  }

  struct Size {
    int CostLab::*field;
    const char* label;
    const char* brief;  // where that is too long
  };
  void slide_size(const Area& place, const Size& size) {
    const std::string text = count_text(settings_.*size.field);
    const bool room =
        ui_.width(type::label, size.label) + ui_.width(type::number_hot, text) + ui_.px(16) <= place.width();
    slide_setting(context_, place, size.field, {.label = room ? size.label : size.brief, .text = text});
  }

  // Where the figures of the chosen models are from, and what is counted in another way than one would think.
  void draw_sources(Area& area) {
    std::vector<const RealModel*> models;
    std::string notes;
    if (settings_.quantity == CostLab::Quantity::activations)
      notes = say("Activations: {counted}.", {{"counted", std::string(activations_are)}});
    for (const CostStudy::Curve& curve : study_.curves) {
      if (!curve.model->source.empty()) models.push_back(curve.model);
      if (curve.model->note.empty()) continue;
      notes = paragraph({notes, say("{model} is {note}.", {{"model", std::string(curve.model->name)},
                                                           {"note", std::string(curve.model->note)}})});
    }
    // A picture has the notes in its caption.
    cut_sources(ui_, area, models, ui_.exporting() ? "" : notes);
  }

  void draw_plot(const Area& area) {
    const Shown& shown = quantities.at(static_cast<std::size_t>(settings_.quantity));
    std::vector<PlotSeries> series;
    std::string without;
    bool dashed = false;
    for (std::size_t i = 0; i < study_.curves.size(); ++i) {
      const CostStudy::Curve& curve = study_.curves[i];
      PlotSeries each{.name = std::string(curve.model->name), .colour = colours().at(i)};
      const auto value = [&](const Cost& cost) { return cost.*shown.what; };
      if (value(curve.costs.front()) <= 0) {
        without = joined({without, std::string(curve.model->name)});
        continue;
      }
      // What was never trained at such lengths is dashed.
      const auto trained = static_cast<double>(curve.model->context);
      PlotSeries beyond = each;
      beyond.kind = PlotSeries::Kind::dashed;
      if (trained > 0) beyond.points.push_back({trained, value(curve.trained)});
      for (std::size_t p = 0; p < curve.tokens.size(); ++p) {
        const double t = curve.tokens[p];
        (trained == 0 || t < trained ? each : beyond).points.push_back({t, value(curve.costs[p])});
      }
      if (trained > 0) {
        each.points.push_back(beyond.points.front());
        each.named_at_end = false;
        dashed = true;
      }
      series.push_back(std::move(each));
      if (trained > 0) series.push_back(std::move(beyond));
    }
    if (!without.empty()) without = say("no cache: {models}", {{"models", without}});
    if (series.empty()) {
      ui_.wrapped({area.left, area.top + ui_.px(24), area.right, area.bottom}, type::panel, c_.ink,
                  say("Only models that write keep keys and values: {why}.", {{"why", without}}), ui_.px(26));
      return;
    }
    PlotAxis y{.title = shown.title,
               .from = 1,
               .to = 1e12,
               .logarithmic = true,
               .label = shown.bytes ? bytes_tick : count_tick};
    y = fitted_axis(y, series);
    const PlotTouch touch = plot(ui_, "cost/models", area,
                                 {.title = dashed ? "tokens T; dashed: longer than in training" : "tokens T",
                                  .name = "T",
                                  .from = 1,
                                  .to = CostLab::most_tokens,
                                  .logarithmic = true,
                                  .label = count_tick},
                                 y, series, PlotMark{static_cast<double>(settings_.tokens), ""});
    if (!without.empty()) {
      const float left = area.left + ui_.width(type::caption, y.title) + ui_.px(20);
      ui_.text({left, area.top, area.right, area.top + ui_.px(20)}, Align::right, type::caption_hot, c_.ink,
               ui_.shortened(type::caption_hot, without, area.right - left));
    }
    if (!touch.clicked_x) return;
    const int tokens = std::clamp(static_cast<int>(std::lround(*touch.clicked_x)), 1, CostLab::most_tokens);
    if (tokens != settings_.tokens) change([tokens](CostLab& lab) { lab.tokens = tokens; });
  }

  DrawnNumbers table() const {
    DrawnNumbers list;
    list.columns = {say("at T = {n}", {{"n", count_text(settings_.tokens)}})};
    list.rows = {{"parameters"},    {"as published"}, {"d, layers, heads"}, {"X: B × T × d"},
                 {"multiply-adds"}, {"KV cache"},     {"T × T weights"},    {"activations"}};
    list.brief = {{0, std::vector<std::vector<std::string>>(1)},
                  {1, std::vector<std::vector<std::string>>(1)},
                  {2, std::vector<std::vector<std::string>>(2)},
                  {3, std::vector<std::vector<std::string>>(2)}};
    for (std::size_t i = 0; i < study_.curves.size(); ++i) {
      const CostStudy::Curve& curve = study_.curves[i];
      list.columns.emplace_back(curve.model->name);
      list.colours.push_back(colours().at(i));
      const std::int64_t counted = curve.parameters.total();
      list.rows[0].push_back(count_text(counted));
      list.brief[0][0].push_back(quantity_text(static_cast<double>(counted), "", 5));
      const std::int64_t published = curve.model->published;
      const std::string brief = quantity_text(static_cast<double>(published), "", 5);
      const bool same = counted == published;
      const char* none = published == 0 ? "not published" : "the same";
      list.brief[1][0].push_back(published == 0 || same ? none : brief);
      list.rows[1].push_back(published == 0 || same ? none
                             : curve.model->exact   ? count_text(published)
                                                    : brief);
      const RealModel& model = *curve.model;
      // As they are, without spaces, and rounded to thousands: "1×131k×12.3k".
      const auto joined = [&](std::size_t row, const std::array<std::int64_t, 3>& numbers,
                              const std::string& sign) {
        std::array<std::string, 3> texts;
        for (const std::int64_t number : numbers) {
          std::string rounded = quantity_text(static_cast<double>(number));
          std::erase(rounded, ' ');
          const bool first = texts[0].empty();
          texts[0] += (first ? "" : " " + sign + " ") + count_text(number);
          texts[1] += (first ? "" : sign) + count_text(number);
          texts[2] += (first ? "" : sign) + rounded;
        }
        list.rows[row].push_back(texts[0]);
        list.brief[row][0].push_back(texts[1]);
        list.brief[row][1].push_back(texts[2]);
      };
      joined(2, {model.d_model, model.layers, model.heads}, "·");
      joined(3, {settings_.batch, settings_.tokens, model.d_model}, "×");
      list.rows[4].push_back(quantity_text(curve.at.multiply_adds));
      list.rows[5].push_back(curve.at.cache > 0 ? quantity_text(curve.at.cache, "B") : "none");
      list.rows[6].push_back(quantity_text(curve.at.weights, "B"));
      list.rows[7].push_back(quantity_text(curve.at.activations, "B"));
    }
    return list;
  }

  const CostLab& settings_;
  const CostStudy& study_;
};

}  // namespace

void draw_cost_of_models(const PanelContext& context, const Area& area, const CostStudy& study) {
  ModelsPage(context, study).draw(area);
}

}  // namespace headlight
