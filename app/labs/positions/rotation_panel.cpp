// RoPE: the query of one word and the key of another, turned at their places; their score depends on the
// distance alone.
#include <algorithm>
#include <cmath>

#include "app/labs/positions/positions_panel.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/labs/positions.h"
#include "core/text/say.h"

namespace headlight {
namespace {

const std::string rotated_head = "encoder.0.self_attention.head.0.";

class RotationPage {
 public:
  RotationPage(const PositionsShown& shown, const Area& area, HeatmapPtr scores)
      : shown_(shown), ui_(shown.context.ui), area_(area), scores_(std::move(scores)) {
    const int last = shown.tokens() - 1;
    query_ = shown.word_place();
    key_ = std::min(shown.lab.key, last);
    moved_ = std::min(shown.lab.moved, farthest());
  }

  void draw() {
    const bool wide = area_.width() >= ui_.px(900);
    Area left = area_;
    Area right = left.cut_right(std::round(area_.width() * (wide ? 0.42F : 0.46F)));
    right.left += ui_.px(wide ? 40 : 24);
    const Area sliders = left.cut_bottom(ui_.px(56));
    draw_dials(left);
    draw_sliders(sliders);
    draw_score(right);
  }

 private:
  int farthest() const { return scores_->rows - 1 - std::max(query_, key_); }
  int query_place() const { return query_ + moved_; }
  int key_place() const { return key_ + moved_; }

  HeatmapPtr vectors(const char* part) const {
    return shown_.cells.maps[shown_.side].view(rotated_head + part);
  }

  void draw_dials(Area rest) {
    const Palette& c = ui_.colours();
    const HeatmapPtr query = vectors("query_rotated"), key = vectors("key_rotated");
    const HeatmapPtr query_before = vectors("query"), key_before = vectors("key");
    if (query == nullptr || key == nullptr) return;
    // Not those of the sentence: they would have the sinusoids of one place in them, whatever place is shown.
    const std::string queried = say("Query of “{word}”", {{"word", shown_.word(query_)}});
    const std::string keyed = say("key of “{word}”", {{"word", shown_.word(key_)}});
    const float names = ui_.width(type::label_hot, queried + keyed) + ui_.width(type::label, " and ");
    // As much of it as there is room for.
    std::string says;
    for (const char* each :
         {", from the embeddings without positions; faint: before turning",
          ", without positions; faint: before turning", ", without positions", ", no positions"}) {
      says = each;
      if (names + ui_.width(type::label, says) <= rest.width()) break;
    }
    ui_.rich(rest.left, rest.top + ui_.px(10), type::label, type::label_hot,
             std::vector<TextRun>{{queried, Role::query, true},
                                  {" and ", Role::text_2},
                                  {keyed, Role::key, true},
                                  {says, Role::text_2}});
    rest.cut_top(ui_.px(30));
    const int columns = 4;
    const std::vector<int> pairs = pairs_shown(query->columns / 2, 8);
    const int rows = static_cast<int>((pairs.size() + columns - 1) / columns);
    const float wide = rest.width() / columns, tall = rest.height() / static_cast<float>(rows);
    const float radius = std::floor(std::min({wide * 0.42F, (tall - ui_.px(48)) / 2, ui_.px(70)}));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const int x = 2 * pairs[i];
      const std::size_t line = i / columns;
      const Area place = Area::at(rest.left + wide * static_cast<float>(i % columns),
                                  rest.top + tall * static_cast<float>(line), wide, tall);
      const ImVec2 centre(std::round(place.middle_x()), std::round(place.top + ui_.px(6) + radius));
      ui_.disc(centre, radius, c.panel);
      ui_.circle(centre, radius, c.strong_line, ui_.px(1.5F));
      ui_.line(centre.x - radius, centre.y, centre.x + radius, centre.y, c.hairline, ui_.hairline());
      ui_.line(centre.x, centre.y - radius, centre.x, centre.y + radius, c.hairline, ui_.hairline());
      const float most = std::max(length(*query, x), length(*key, x));
      const float unit = most > 0 ? radius * 0.88F / most : 0;
      arrow(centre, *query_before, query_place(), x, unit, c.query, 0.3F);
      arrow(centre, *key_before, key_place(), x, unit, c.key, 0.3F);
      arrow(centre, *query, query_place(), x, unit, c.query, 1);
      arrow(centre, *key, key_place(), x, unit, c.key, 1);
      const double degrees = 360 / wavelength(pairs[i], query->columns, shown_.config.position_base);
      const std::string name =
          say("dims {first}, {second}", {{"first", std::to_string(x)}, {"second", std::to_string(x + 1)}});
      const std::string turn = say("{degrees}° a word", {{"degrees", small_number(degrees)}});
      const float below = centre.y + radius + ui_.px(12);
      ui_.text(centre.x - ui_.width(type::caption_hot, name) / 2, below, type::caption_hot, c.dimensions,
               name);
      ui_.text(centre.x - ui_.width(type::caption, turn) / 2, below + ui_.px(16), type::caption, c.text_2,
               turn);
    }
  }

  static float length(const Heatmap& map, int x) { return std::hypot(map.value(0, x), map.value(0, x + 1)); }

  void arrow(ImVec2 from, const Heatmap& map, int place, int x, float unit, Rgb colour, float alpha) {
    const ImVec2 to(from.x + map.value(place, x) * unit, from.y - map.value(place, x + 1) * unit);
    const bool faint = alpha < 1;
    ui_.line(from.x, from.y, to.x, to.y, colour, ui_.px(faint ? 1.5F : 2.5F), alpha);
    ui_.disc(to, ui_.px(faint ? 2.5F : 4), colour, alpha);
  }

  void draw_sliders(const Area& area) {
    const float gap = ui_.px(24);
    const float wide = (area.width() - 2 * gap) / 3;
    const auto slider = [&](int i, const char* label, int highest, const std::string& text,
                            int PositionsLab::*field) {
      const Area place = Area::at(area.left + (wide + gap) * static_cast<float>(i), area.top + ui_.px(14),
                                  wide, number_slide_height(ui_));
      slide_setting(shown_.context, place, field, {.label = label, .text = text, .highest = highest});
    };
    const int last = shown_.tokens() - 1;
    const auto named = [&](int place) { return count_text(place) + " " + shown_.word(place); };
    slider(0, "query", last, named(query_), &PositionsLab::position);
    slider(1, "key", last, named(key_), &PositionsLab::key);
    slider(2, "both moved on by", farthest(), count_text(moved_), &PositionsLab::moved);
  }

  void draw_score(Area rest) {
    const Palette& c = ui_.colours();
    const float score = scores_->value(query_place(), key_place());
    const float first = scores_->value(query_, key_);
    const double turned = shown_.found().turned;
    const float figure = rest.width() / 3;
    const Area figures = rest.cut_top(ui_.px(82));
    const auto place = [&](int i) {
      return Area::at(figures.left + figure * static_cast<float>(i), figures.top, figure - ui_.px(14),
                      figures.height());
    };
    draw_figure(ui_, place(0), score_text(score),
                say("score at {query} and {key}",
                    {{"query", count_text(query_place())}, {"key", count_text(key_place())}}));
    draw_figure(ui_, place(1),
                small_number(std::fabs(static_cast<double>(score) - static_cast<double>(first))),
                say("away from the score at {query} and {key}",
                    {{"query", count_text(query_)}, {"key", count_text(key_)}}));
    if (!std::isnan(turned)) draw_figure(ui_, place(2), small_number(turned), "at most, at any one distance");

    const Area lower = rest.cut_bottom(std::round(rest.height() * 0.44F));
    draw_map(rest);
    PlotSeries curve{.name = "", .colour = c.weights, .points = {}, .named_at_end = false};
    for (int apart = 1 - scores_->rows; apart < scores_->columns; ++apart) {
      const int row = std::max(0, -apart);
      curve.points.push_back(
          {static_cast<double>(apart), static_cast<double>(scores_->value(row, row + apart))});
    }
    const double far = scores_->columns - 1;
    plot(ui_, "positions/turned", lower, {.title = "j − i, words", .from = -far, .to = far},
         fitted_axis({.title = "score of these two words against their distance"}, std::span(&curve, 1)),
         std::span(&curve, 1), PlotMark{static_cast<double>(key_ - query_), ""});
  }

  void draw_map(Area rest) {
    const Palette& c = ui_.colours();
    const float labels = ui_.px(30);
    const float bar = colour_bar_width(ui_, scores_->scale) + ui_.px(16);
    std::string title = "Their score at every pair of positions";
    if (ui_.width(type::label_hot, title) > rest.width() - bar) title = "Their scores";
    const std::string axes = ", query ↓ key →";
    if (ui_.width(type::label_hot, title + axes) <= rest.width() - bar) title += axes;
    ui_.text(rest.cut_top(ui_.px(24)), Align::left, type::label_hot, c.ink, title);
    rest.cut_bottom(ui_.px(10));
    const auto count = static_cast<float>(scores_->columns);
    const float tall = cell_side(rest.height() / count, rest.height());
    const float wide = cell_side((rest.width() - labels - bar) / count, tall * 1.8F);
    const Area cells = Area::at(rest.left + labels, rest.top, wide * count, tall * count);
    HeatmapLook look{
        .row_labels = false, .column_labels = false, .selected = CellAt{query_place(), key_place()}};
    const HeatmapTouch touch = heatmap(ui_, "positions/scores", scores_, cells, look);
    if (touch.clicked)
      ui_.emit(SelectCell{{rotated_head + "scores", touch.clicked->row, touch.clicked->column}});
    ui_.line(cells.left + wide * static_cast<float>(std::max(0, key_ - query_)),
             cells.top + tall * static_cast<float>(std::max(0, query_ - key_)),
             cells.left + wide * (count - static_cast<float>(std::max(0, query_ - key_))),
             cells.top + tall * (count - static_cast<float>(std::max(0, key_ - query_))), c.focus,
             ui_.px(1.5F));
    for (const int at : {0, scores_->rows - 1}) {
      const float y = cells.top + tall * (static_cast<float>(at) + 0.5F);
      ui_.text({rest.left, y - ui_.px(8), cells.left - ui_.px(8), y + ui_.px(8)}, Align::right, type::path,
               c.text_2, count_text(at));
    }
    colour_bar(ui_, {cells.right + ui_.px(14), cells.top, cells.right + bar, cells.bottom}, scores_->scale);
  }

  const PositionsShown& shown_;
  Ui& ui_;
  Area area_;
  HeatmapPtr scores_;
  int query_ = 0, key_ = 0, moved_ = 0;
};

}  // namespace

void draw_rotation(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  if (shown.work.recorded == nullptr) {
    ui.wrapped(area, type::body, ui.colours().ink, shown.work.note, ui.px(19));
    return;
  }
  if (const HeatmapPtr scores = shown.cells.maps[shown.side].view(rotated_head + "scores"))
    RotationPage(shown, area, scores).draw();
}

}  // namespace headlight
