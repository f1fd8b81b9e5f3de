// What each step computes, with a cache of keys and values and without: a row for each word written, a column
// for each word that is read.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "app/labs/decoding/decoding_panel.h"
#include "app/panels/common/stage.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {

// The attention that grows by a row with every word.

void draw_alignment(const PanelContext& context, Area area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const DecodingStudy& study = *result_of<DecodingStudy>(context);
  if (study.alignment == nullptr) return;
  const Heatmap& map = *study.alignment;
  ui.text(area.cut_top(ui.px(24)), Align::left, type::section, c.ink,
          ui.shortened(type::section, study.alignment_title, area.width()));
  ui.text(area.cut_top(ui.px(22)), Align::left, type::caption, c.text_2,
          ui.shortened(type::caption, "a row for each written word, and one for the next", area.width()));
  area.cut_bottom(colours_under_height(ui));
  const float labels = row_labels_width(ui, map) + ui.px(8);
  const float wide_room = area.width() - labels;
  const float column = cell_side(wide_room / static_cast<float>(std::max(1, map.columns)), ui.px(44));
  const float above = column_labels_height(ui, map, column);
  const auto rows = static_cast<float>(map.rows + study.rows_to_come);
  const float tall = cell_side((area.height() - above) / rows, ui.px(34));
  const Area cells = Area::at(std::round(area.left + labels), std::round(area.top + above),
                              column * static_cast<float>(map.columns), tall * static_cast<float>(map.rows));
  LabMatrix matrix{.id = "decoding/alignment",
                   .map = study.alignment,
                   .path = study.alignment_path,
                   .side = stage_side(context)};
  matrix.column_labels = true;
  matrix.row_label_width = labels - ui.px(8);
  matrix.rows = study.alignment_rows;
  if (!study.ended) matrix.focus_row = map.rows - 1;
  lab_matrix(context, cells, matrix);
  // Where the rows to come will be.
  for (int row = 0; row < study.rows_to_come; ++row) {
    const Area place =
        Area::at(cells.left, cells.bottom + static_cast<float>(row) * tall, cells.width(), tall);
    ui.outline(place.inset(0, ui.hairline()), c.hairline, ui.hairline(), ui.px(2));
  }
  const Area all{cells.left, cells.top, cells.right,
                 cells.bottom + static_cast<float>(study.rows_to_come) * tall};
  colours_under(ui, all, map.scale, wide_room);
}

namespace {

class CachePicture : public DecodingPart {
 public:
  using DecodingPart::DecodingPart;

  void draw() {
    if (study_.cached.empty()) {
      ui_.wrapped(rest_, type::body, c_.text_2,
                  "This model keeps no keys and values: there is nothing to cache.", ui_.px(19));
      return;
    }
    sums();
    const float gap = ui_.px(36);
    const Area left = rest_.cut_left(std::round((rest_.width() - gap) * 0.52F), gap);
    draw_grid(left);
    draw_costs(rest_);
  }

 private:
  std::size_t steps() const { return study_.cached.size(); }
  std::size_t given() const { return study_.given.size(); }
  std::string word_written(std::size_t step) const {
    const std::size_t own = study_.written.size();
    return step < own ? study_.written[step].word : study_.onwards.words[step - own].word;
  }

  static std::int64_t sum(const std::vector<DecoderCost>& costs) {
    return std::accumulate(costs.begin(), costs.end(), std::int64_t{0},
                           [](std::int64_t all, const DecoderCost& each) { return all + each.total(); });
  }

  void sums() {
    const auto with = static_cast<double>(sum(study_.cached));
    const auto without = static_cast<double>(sum(study_.whole));
    const std::array figures{KeyFigure{"multiply-adds with a cache", count_text(sum(study_.cached))},
                             KeyFigure{"without", count_text(sum(study_.whole))},
                             KeyFigure{"times as much", with > 0 ? measured_text(without / with, 3) : "1"}};
    rest_.cut_top(figures_row(ui_, rest_, figures) + ui_.px(10));
  }

  void draw_grid(Area area) {
    const std::array kinds{Choice{to_be_said("With a cache")}, Choice{to_be_said("Without")}};
    Area place = area.cut_top(ui_.px(34));
    place.right = std::min(place.right, place.left + choices_width(ui_, kinds));
    choose_among(context_, place, kinds, std::array{true, false}, &DecodingLab::cache);
    area.cut_top(ui_.px(8));
    std::vector<LegendEntry> entries{{c_.weights, "computed"}};
    if (settings_.cache) {
      entries.push_back({kept(), "kept"});
    } else {
      entries.push_back({again(), "computed again"});
    }
    legend(ui_, area.cut_top(ui_.px(20), ui_.px(6)), entries);
    draw_cells(area);
  }

  Rgb kept() const { return mix(c_.stage, c_.weights, 0.2F); }
  Rgb again() const { return mix(c_.stage, c_.error, 0.55F); }

  void draw_cells(Area area) {
    const auto columns = static_cast<float>(given() + steps() - 1);
    const auto rows = static_cast<float>(steps());
    float labels = 0;
    for (std::size_t t = 0; t < steps(); ++t)
      labels = std::max(labels, ui_.width(type::caption, word_written(t)));
    labels = std::min(labels + ui_.px(10), area.width() * 0.3F);
    const float wide = std::floor(std::clamp((area.width() - labels) / columns, ui_.px(2), ui_.px(34)));
    const float tall = std::floor(std::clamp((area.height() - ui_.px(22)) / rows, ui_.px(2), ui_.px(24)));
    ui_.text(area.cut_top(ui_.px(20)), Align::left, type::caption, c_.text_2,
             ui_.shortened(type::caption, "rows: words written; columns: words read for each", area.width()));
    const bool names = tall >= ui_.px(14);
    const float gap = std::min(ui_.px(2), std::floor(wide / 4));
    for (std::size_t t = 0; t < steps(); ++t) {
      const float y = area.top + static_cast<float>(t) * tall;
      if (y + tall > area.bottom) break;
      if (names)
        ui_.text({area.left, y, area.left + labels - ui_.px(6), y + tall}, Align::right, type::caption,
                 c_.text_2, ui_.shortened(type::caption, word_written(t), labels - ui_.px(8)));
      for (std::size_t i = 0; i < given() + t; ++i) {
        const float x = area.left + labels + static_cast<float>(i) * wide;
        if (x + wide > area.right + 1) break;
        const bool first = t == 0 || i + 1 == given() + t;
        const Rgb colour = first ? c_.weights : settings_.cache ? kept() : again();
        ui_.fill({x, y, x + wide - gap, y + tall - gap}, colour, ui_.px(2));
      }
      const Area row{area.left, y, area.right, y + tall};
      if (ui_.hovered(row)) tell(t);
    }
  }

  void tell(std::size_t t) {
    const auto line = [](const char* name, const DecoderCost& cost) {
      return RichText(
          say("{name}  {total} multiply-adds: projections {source}, pairs {pairs}, feed-forward "
              "{feed_forward}, output {output}",
              {{"name", std::string(name)},
               {"total", count_text(cost.total())},
               {"source", count_text(cost.projections + cost.source)},
               {"pairs", count_text(cost.pairs)},
               {"feed_forward", count_text(cost.feed_forward)},
               {"output", count_text(cost.output)}}));
    };
    const auto words = static_cast<std::int64_t>(given() + t);
    ui_.tooltip(
        {RichText(say("“{word}”, after {words}",
                      {{"word", word_written(t)},
                       {"words", say(several(words, "{n} word", "{n} words"), {{"n", count_text(words)}})}})),
         line("with a cache", study_.cached[t]), line("without", study_.whole[t])});
  }

  // Two bars for every step on one scale.
  void draw_costs(Area area) {
    ui_.text(area.cut_top(ui_.px(34)), Align::left, type::section, c_.ink, "Multiply-adds of each step");
    area.cut_top(ui_.px(8));
    legend(ui_, area.cut_top(ui_.px(20)),
           std::array{LegendEntry{c_.weights, "with a cache"}, LegendEntry{again(), "without"}});
    area.cut_top(ui_.px(26));
    std::int64_t most = 1;
    for (const auto* costs : {&study_.cached, &study_.whole}) {
      for (const DecoderCost& each : *costs) most = std::max(most, each.total());
    }
    const auto rows = static_cast<float>(steps());
    const float tall = std::floor(std::clamp((area.height() - ui_.px(2)) / rows, ui_.px(2), ui_.px(24)));
    const bool numbers = tall >= ui_.px(14);
    const float right = numbers ? ui_.width(type::path, count_text(most)) + ui_.px(10) : 0;
    for (std::size_t t = 0; t < steps(); ++t) {
      const Area row = Area::at(area.left, area.top + static_cast<float>(t) * tall, area.width(), tall);
      if (row.bottom > area.bottom) break;
      const auto bar = [&](const DecoderCost& cost, float top, float bottom, Rgb colour) {
        const double share = static_cast<double>(cost.total()) / static_cast<double>(most);
        ui_.fill(
            {row.left, top,
             row.left + std::max(ui_.hairline(), static_cast<float>(share) * (row.width() - right)), bottom},
            colour);
      };
      const float middle = std::round(row.middle_y());
      bar(study_.whole[t], row.top + ui_.hairline(), middle, again());
      bar(study_.cached[t], middle, row.bottom - 2 * ui_.hairline(), c_.weights);
      if (numbers)
        ui_.text(row, Align::right, type::path, c_.text_2,
                 count_text((settings_.cache ? study_.cached : study_.whole)[t].total()));
      if (ui_.hovered(row)) tell(t);
    }
  }
};

}  // namespace

void draw_cache(const PanelContext& context, Area area) { CachePicture(context, area).draw(); }

}  // namespace headlight
