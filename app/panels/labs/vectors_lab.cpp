// Words and sentences as points: what comes into a vector from its sentence, layer by layer.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/lab_matrix.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/vectors_drawing.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

class VectorsPanel {
 public:
  VectorsPanel(const PanelContext& context, const Area& area, const LabWork& work, const VectorsStudy& study)
      : context_(context),
        ui_(context.ui),
        c_(ui_.colours()),
        settings_(context.session.labs.get<VectorsLab>()),
        work_(work),
        study_(study),
        rest_(area) {}

  void draw() {
    VectorsHover& hover = ui_.state<VectorsHover>();
    hover.followed = hover.item;
    hover.item = -1;
    head();
    controls();
    const float gap = ui_.px(36);
    const Area left = rest_.cut_left(std::round((rest_.width() - gap) * 0.5F));
    Area right{rest_.left + gap, rest_.top, rest_.right, rest_.bottom};
    draw_plot(left);
    const bool along = study_.of == VectorsOf::bears && study_.cosines.size() > 1;
    // The curve has room for its axes before the map grows.
    const float curve =
        std::min(std::max(right.height() * 0.34F, ui_.px(150)), std::round(right.height() * 0.5F));
    draw_similarity(along ? right.cut_top(std::round(right.height() - curve)) : right);
    if (along) draw_along(right);
  }

 private:
  template <typename Change>
  void change(Change set) {
    change_labs(context_, [&](Labs& labs) { set(labs.get<VectorsLab>()); });
  }

  void head() {
    const std::array kinds{Choice{"“bears”"}, Choice{"words on stage"}, Choice{"sentences"}};
    const Area place = lab_head(context_, rest_, says(), choices_width(ui_, kinds));
    const int pressed = choices(ui_, "vectors/of", place, kinds, static_cast<int>(study_.of));
    if (pressed >= 0) change([&](VectorsLab& lab) { lab.of = static_cast<VectorsOf>(pressed); });
  }

  const char* says() const {
    switch (study_.of) {
      case VectorsOf::bears:
        return "“bears” in sentences that the model never trained on, in three senses. The table gives one "
               "vector for all; each layer adds what the sentence says.";
      case VectorsOf::stage:
        return "Every word of the sentences on stage. Follow a word that stands in both on its way through "
               "the "
               "layers.";
      case VectorsOf::sentences:
        return "One vector for a whole sentence, a sentence embedding: the mean of its words’ vectors. That "
               "is "
               "called mean pooling.";
    }
    return "";
  }

  void controls() {
    Area row = rest_.cut_top(number_slide_height(ui_));
    rest_.cut_top(ui_.px(14));
    const auto last = static_cast<double>(study_.all->places.size()) - 1;
    NumberSlide slide{.label = "layer"};
    slide.value = study_.place;
    slide.lowest = 0;
    slide.highest = last;
    slide.usual = last;
    slide.text = study_.all->places[static_cast<std::size_t>(study_.place)];
    if (const auto moved = number_slide(ui_, "slide/vectors/place", row.cut_left(ui_.px(300)), slide))
      change([&](VectorsLab& lab) { lab.place = static_cast<int>(*moved); });
    const std::array axes{Choice{"2 axes"}, Choice{"3 axes"}};
    const Area place =
        Area::at(row.left + ui_.px(28), row.top + ui_.px(4), choices_width(ui_, axes), ui_.px(32));
    const int pressed = choices(ui_, "vectors/axes", place, axes, settings_.in_space ? 1 : 0);
    if (pressed >= 0) change([&](VectorsLab& lab) { lab.in_space = pressed == 1; });
    const Area hint{place.right + ui_.px(20), place.top, row.right, place.bottom};
    const std::string text = "Drag to turn.";
    if (settings_.in_space && !ui_.exporting() && ui_.width(type::caption, text) <= hint.width())
      ui_.text(hint, Align::left, type::caption, c_.text_3, text);
  }

  void draw_plot(Area area) {
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, "Principal components");
    draw_groups(area.cut_top(ui_.px(24)));
    draw_vectors_plot(context_, area, study_);
  }

  void draw_groups(const Area& area) {
    float x = area.left;
    for (int group = 0; group < static_cast<int>(study_.groups.size()); ++group) {
      const auto has = [group](const VectorItem& item) { return item.group == group; };
      if (std::none_of(study_.all->items.begin(), study_.all->items.end(), has)) continue;
      vectors_mark(ui_, {x + ui_.px(6), area.middle_y()}, ui_.px(5), group, vectors_colour(c_, group));
      x = ui_.text(x + ui_.px(17), area.middle_y(), type::caption, c_.text_2,
                   study_.groups[static_cast<std::size_t>(group)]) +
          ui_.px(18);
    }
  }

  void draw_similarity(Area area) {
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, "Cosine of each two");
    const HeatmapPtr& map = work_.maps.at("similarity");
    const float labels = std::min(row_labels_width(ui_, *map), std::round(area.width() * 0.42F));
    area.left += labels;
    const Area cells =
        lab_cells(area.left, area.top + ui_.px(4), *map, area.width(),
                  area.height() - lab_colour_bar_height(ui_) - ui_.px(10), ui_.px(28), ui_.px(28));
    VectorsHover& hover = ui_.state<VectorsHover>();
    std::optional<int> hot;
    if (hover.followed >= 0 && hover.followed < map->rows) hot = hover.followed;
    if (hot) focus_band(ui_, cells.left - labels, cells.right + ui_.px(3), cells, map->rows, *hot);
    const HeatmapTouch touch = lab_matrix(context_, cells,
                                          {.id = "vectors/similarity",
                                           .map = map,
                                           .path = "vectors_lab.similarity",
                                           .focus_row = hot,
                                           .row_label_width = labels});
    if (touch.hovered_row) hover.item = *touch.hovered_row;
    lab_colour_bar(ui_, cells, map->scale);
  }

  // Mean cosine at each place of the stream.
  void draw_along(Area area) {
    area.cut_top(ui_.px(8));
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, "Mean cosine, layer by layer");
    PlotSeries same{.name = "same sense", .colour = c_.weights};
    PlotSeries other{.name = "other senses", .colour = c_.text_2};
    other.kind = PlotSeries::Kind::dashed;
    for (std::size_t place = 0; place < study_.cosines.size(); ++place) {
      same.points.push_back({static_cast<double>(place), study_.cosines[place].same});
      other.points.push_back({static_cast<double>(place), study_.cosines[place].other});
    }
    const std::array series{same, other};
    const PlotAxis x{.title = "from the embedding to the last layer",
                     .name = "place",
                     .from = 0,
                     .to = static_cast<double>(study_.cosines.size()) - 1,
                     .label = [](double place) {
                       return place == std::round(place) ? std::to_string(std::lround(place)) : std::string();
                     }};
    const PlotAxis y = fitted_axis({.title = "mean cosine"}, series, 0.1);
    const PlotTouch touch =
        plot(ui_, "vectors/along", area, x, y, series, PlotMark{static_cast<double>(study_.place), ""});
    if (!touch.clicked_x) return;
    const int place = static_cast<int>(
        std::clamp(std::round(*touch.clicked_x), 0.0, static_cast<double>(study_.cosines.size()) - 1));
    if (place != study_.place) change([place](VectorsLab& lab) { lab.place = place; });
  }

  const PanelContext& context_;
  Ui& ui_;
  const Palette& c_;
  const VectorsLab& settings_;
  const LabWork& work_;
  const VectorsStudy& study_;
  Area rest_;
};

}  // namespace

void draw_vectors_lab(const PanelContext& context, const Area& area) {
  const LabWork* work = work_of(context);
  const auto* study = work == nullptr ? nullptr : work->result<VectorsStudy>();
  if (study == nullptr) {
    Area rest = area;
    lab_head(context, rest, "");
    return;
  }
  VectorsPanel(context, area, *work, *study).draw();
}

}  // namespace headlight
