// Words and sentences as points: what comes into a vector from its sentence, layer by layer.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "app/labs/vectors/vectors_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/lab_board.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Vectors along two or three principal axes.

constexpr float degrees_a_key = 5;
constexpr float most_tilt = 1.5F;  // radians, as in the settings

using Space = std::array<float, 3>;

std::string vectors_percent(double share) { return fixed_text(static_cast<float>(100 * share), 0) + " %"; }

// The item under the mouse, in the plot or in the matrix, of this frame and of the last one; -1: none.
struct VectorsHover {
  int item = -1;
  int followed = -1;
};

Rgb vectors_colour(const Palette& colours, int group) {
  const std::array all{colours.first_sentence, colours.second_sentence, colours.weights};
  return all[static_cast<std::size_t>(group) % all.size()];
}

// The mark of a group: a disc, a square, a triangle.
void vectors_mark(Ui& ui, ImVec2 at, float radius, int group, Rgb colour) {
  if (group == 0) return ui.disc(at, radius, colour);
  const float r = radius * 0.95F;
  if (group == 1) return ui.fill({at.x - r, at.y - r, at.x + r, at.y + r}, colour, ui.px(1));
  const std::array<ImVec2, 3> corners{{{at.x, at.y - radius * 1.2F},
                                       {at.x + radius * 1.1F, at.y + radius * 0.8F},
                                       {at.x - radius * 1.1F, at.y + radius * 0.8F}}};
  ui.polygon(corners, colour);
}

// Where vectors lie along the principal axes: a point each, in the colour and shape of its group.
class VectorsPlot : PanelPart {
 public:
  VectorsPlot(const PanelContext& context, const Area& area, const VectorsStudy& study)
      : PanelPart(context, area), settings_(context.session.labs.get<VectorsLab>()), study_(study) {}

  void draw() {
    ui_.fill(area_, c_.panel, ui_.px(8));
    ui_.outline(area_, c_.hairline, ui_.hairline(), ui_.px(8));
    turn();
    lay_out();
    if (study_.axes.share.front() > 0) draw_axes();
    draw_points();
    draw_labels();
    if (study_.axes.share.front() <= 0) draw_all_the_same();
    follow_mouse();
  }

 private:
  // --- turning
  void turn() {
    if (!settings_.in_space || ui_.exporting()) return;
    const std::string id = "slide/vectors/turn";
    const Touch touch = ui_.item(id, area_);
    if (touch.focused) ui_.focus_ring(area_, ui_.px(8));
    const float by_keys =
        static_cast<float>(ui_.nudges(id)) * degrees_a_key * std::numbers::pi_v<float> / 180;
    const ImVec2 moved = touch.held ? ImGui::GetIO().MouseDelta : ImVec2(0, 0);
    const float half = area_.height() / 2;
    const float turn = settings_.turn + by_keys + moved.x / half;
    const float tilt = std::clamp(settings_.tilt + moved.y / half, -most_tilt, most_tilt);
    if (turn == settings_.turn && tilt == settings_.tilt) return;
    const float whole = 2 * std::numbers::pi_v<float>;
    const float wrapped = turn - whole * std::round(turn / whole);
    change_lab<VectorsLab>(context_, [&](VectorsLab& lab) {
      lab.turn = wrapped;
      lab.tilt = tilt;
    });
  }

  // Right, up, and towards the eye.
  Space turned(const Space& at) const {
    if (!settings_.in_space) return {at[0], at[1], 0};
    const float across = at[0] * std::cos(settings_.turn) + at[2] * std::sin(settings_.turn);
    const float deep = at[2] * std::cos(settings_.turn) - at[0] * std::sin(settings_.turn);
    return {across, at[1] * std::cos(settings_.tilt) - deep * std::sin(settings_.tilt),
            at[1] * std::sin(settings_.tilt) + deep * std::cos(settings_.tilt)};
  }

  // One scale for all axes: distances are what they are. In space it does not depend on the turn.
  void lay_out() {
    const Matrix& points = study_.points;
    const float pad = ui_.px(34);
    float per_number = 1e6F;
    if (settings_.in_space) {
      const float far = points.rowwise().norm().maxCoeff();
      per_number = (std::min(area_.width(), area_.height()) / 2 - pad) / std::max(far, 1e-6F);
      middle_ = {0, 0};
    } else {
      const auto span = [&](int axis) { return points.col(axis).maxCoeff() - points.col(axis).minCoeff(); };
      const auto middle = [&](int axis) {
        return (points.col(axis).maxCoeff() + points.col(axis).minCoeff()) / 2;
      };
      const float names = ui_.px(90);  // at the right of the points
      per_number = std::min((area_.width() - 2 * pad - names) / std::max(span(0), 1e-6F),
                            (area_.height() - 2 * pad) / std::max(span(1), 1e-6F));
      middle_ = {middle(0) + names / 2 / per_number, middle(1)};
    }
    if (study_.axes.share.front() <= 0) per_number = 1;
    scale_ = per_number;
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      const Space at = turned({points(i, 0), points(i, 1), points(i, 2)});
      at_.push_back(on_screen(at));
      deep_.push_back(at[2]);
    }
  }

  ImVec2 on_screen(const Space& at) const {
    return {area_.middle_x() + (at[0] - middle_.x) * scale_, area_.middle_y() - (at[1] - middle_.y) * scale_};
  }

  std::string axis_name(int axis) const {
    return say("PC{n}, {share} of the variance",
               {{"n", std::to_string(axis + 1)}, {"share", vectors_percent(study_.axes.share[axis])}});
  }

  void draw_axes() {
    if (!settings_.in_space) {
      const ImVec2 origin = on_screen({0, 0, 0});
      const Area inside = area_.inset(ui_.px(1));
      if (origin.y > inside.top && origin.y < inside.bottom)
        ui_.line(inside.left, origin.y, inside.right, origin.y, c_.hairline, ui_.hairline());
      if (origin.x > inside.left && origin.x < inside.right)
        ui_.line(origin.x, inside.top, origin.x, inside.bottom, c_.hairline, ui_.hairline());
      const std::string across = axis_name(0);
      ui_.text(area_.right - ui_.px(10) - ui_.width(type::caption, across), area_.bottom - ui_.px(14),
               type::caption, c_.text_2, across);
      ui_.turned(area_.left + ui_.px(14), area_.top + ui_.px(10) + ui_.width(type::caption, axis_name(1)), 90,
                 type::caption, c_.text_2, axis_name(1));
      return;
    }
    const float far = study_.points.rowwise().norm().maxCoeff();
    for (int axis = 0; axis < 3; ++axis) {
      Space end{0, 0, 0};
      end[axis] = far;
      const ImVec2 from = on_screen({0, 0, 0});
      const ImVec2 to = on_screen(turned(end));
      ui_.line(from.x, from.y, to.x, to.y, c_.strong_line, ui_.px(1));
      const std::string name = "PC" + std::to_string(axis + 1);
      const float wide = ui_.width(type::caption, name);
      const float x = std::clamp(to.x + ui_.px(4), area_.left + ui_.px(6), area_.right - ui_.px(6) - wide);
      const float y = std::clamp(to.y, area_.top + ui_.px(10), area_.bottom - ui_.px(34));
      ui_.text(x, y, type::caption, c_.text_2, name);
      axis_names_.push_back(Area::at(x, y - ui_.px(7), wide, ui_.px(14)));
    }
    std::string shares;
    for (int axis = 0; axis < 3; ++axis)
      shares += (axis == 0 ? "PC" : ", PC") + std::to_string(axis + 1) + " " +
                vectors_percent(study_.axes.share[axis]);
    ui_.text(area_.left + ui_.px(12), area_.bottom - ui_.px(14), type::caption, c_.text_2,
             ui_.shortened(type::caption, say("{shares} of the variance", {{"shares", shares}}),
                           area_.width() - ui_.px(24)));
  }

  // --- points
  std::vector<int> far_to_near() const {
    std::vector<int> order(at_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return deep_[a] < deep_[b]; });
    return order;
  }

  const VectorItem& item(int i) const { return study_.all->items[i]; }

  void draw_points() {
    const int hot = ui_.state<VectorsHover>().followed;
    // Many are smaller, so that not all of them are one blot.
    constexpr float usual = 5.5F, least = 2.5F, few = 200;
    const float radius = ui_.px(std::clamp(
        usual * std::sqrt(few / static_cast<float>(std::max<std::size_t>(1, at_.size()))), least, usual));
    for (const int i : far_to_near()) {
      const ImVec2 at = at_[i];
      if (i == hot) ui_.disc(at, 2 * radius, c_.focus);
      vectors_mark(ui_, at, radius, item(i).group, vectors_colour(c_, item(i).group));
    }
  }

  // The name of the one that is pointed at, and of as many others as have room.
  void draw_labels() {
    std::vector<Area> taken = axis_names_;
    for (const ImVec2 at : at_)
      taken.push_back(Area::at(at.x - ui_.px(5), at.y - ui_.px(5), ui_.px(10), ui_.px(10)));
    if (study_.axes.share.front() <= 0) return;
    const int hot = ui_.state<VectorsHover>().followed;
    std::vector<int> order = far_to_near();
    std::stable_partition(order.begin(), order.end(), [hot](int i) { return i == hot; });
    for (const int i : order) {
      const Type face = i == hot ? type::caption_hot : type::caption;
      const std::string& label = item(i).label;
      const float wide = ui_.width(face, label);
      const ImVec2 at = at_[i];
      for (const float side : {1.0F, -1.0F}) {
        const float left = side > 0 ? at.x + ui_.px(9) : at.x - ui_.px(9) - wide;
        const Area place = Area::at(left, at.y - ui_.px(7), wide, ui_.px(14));
        const bool inside = place.left >= area_.left + ui_.px(22) && place.right <= area_.right - ui_.px(6) &&
                            place.top >= area_.top + ui_.px(4) && place.bottom <= area_.bottom - ui_.px(24);
        if (!inside ||
            std::any_of(taken.begin(), taken.end(), [&](const Area& other) { return other.overlaps(place); }))
          continue;
        ui_.text(place.left, place.middle_y(), face, i == hot ? c_.ink : c_.text_2, label);
        taken.push_back(place);
        break;
      }
    }
  }

  void draw_all_the_same() {
    const std::string says = study_.of == VectorsOf::bears
                                 ? say("All {n} vectors are the same here, because the table has one row for "
                                       "the word, whatever the sentence.",
                                       {{"n", count_text(at_.size())}})
                                 : say("All vectors are the same here.");
    const Area below{area_.left + ui_.px(24), area_.middle_y() + ui_.px(16), area_.right - ui_.px(24),
                     area_.bottom};
    ui_.wrapped(below, type::body, c_.ink, says, ui_.px(19));
  }

  void follow_mouse() {
    if (!ui_.hovered(area_)) return;
    const ImVec2 mouse = ui_.mouse();
    int nearest = -1;
    float best = ui_.px(12);
    for (int i = 0; i < static_cast<int>(at_.size()); ++i) {
      const ImVec2 at = at_[i];
      const float away = std::hypot(at.x - mouse.x, at.y - mouse.y);
      if (away >= best) continue;
      best = away;
      nearest = i;
    }
    if (nearest < 0) return;
    ui_.state<VectorsHover>().item = nearest;
    ui_.hand();
    const VectorItem& hot = item(nearest);
    std::vector<RichText> lines{RichText(std::vector<TextRun>{{hot.sentence, Role::ink, true}})};
    if (!study_.groups.empty())
      lines.push_back(RichText(std::vector<TextRun>{{hot.word.empty() ? "" : hot.word + ": ", Role::text_2},
                                                    {study_.groups[hot.group], Role::text_2}}));
    std::string coordinates;
    for (int axis = 0; axis < (settings_.in_space ? 3 : 2); ++axis)
      coordinates += (axis == 0 ? "PC" : "  PC") + std::to_string(axis + 1) + " " +
                     value_text(study_.points(nearest, axis));
    lines.push_back(RichText(std::vector<TextRun>{{coordinates, Role::text_3}}));
    ui_.tooltip(lines);
    if (ui_.clicked(area_)) ui_.emit(SelectCell{{"vectors_lab.projected", nearest, 0}});
  }

  const VectorsLab& settings_;
  const VectorsStudy& study_;
  float scale_ = 1;
  ImVec2 middle_{0, 0};
  std::vector<ImVec2> at_;
  std::vector<float> deep_;  // towards the eye
  std::vector<Area> axis_names_;
};

class VectorsPanel : public LabPart<VectorsLab, VectorsStudy> {
 public:
  using LabPart::LabPart;

  void draw() {
    VectorsHover& hover = ui_.state<VectorsHover>();
    hover.followed = hover.item;
    hover.item = -1;
    head();
    controls();
    auto [left, right] = two_parts(ui_, rest_, 0.5F, 0.4F);
    draw_plot(left);
    const bool along = study_.of == VectorsOf::bears && study_.cosines.size() > 1;
    // The curve has room for its axes before the map grows.
    const float curve =
        std::min(std::max(right.height() * 0.34F, ui_.px(150)), std::round(right.height() * 0.5F));
    draw_similarity(along ? right.cut_top(std::round(right.height() - curve)) : right);
    if (along) draw_along(right);
  }

 private:
  void head() {
    const std::array kinds{Choice{to_be_said("“bears”")}, Choice{to_be_said("words on stage")},
                           Choice{to_be_said("sentences")}};
    choose_page(context_, rest_, says(), kinds, &VectorsLab::of, nullptr, study_.of);
  }

  const char* says() const {
    switch (study_.of) {
      case VectorsOf::bears:
        return "“bears” in held-out sentences, in three senses. The table gives one vector for all; each "
               "layer adds something from the sentence.";
      case VectorsOf::stage:
        return "Every word of the sentences on stage. Follow a word that is in both on its way through the "
               "layers.";
      case VectorsOf::sentences:
        return "One vector for a whole sentence (a sentence embedding): the mean of its words’ vectors. This "
               "is called mean pooling.";
    }
    return "";
  }

  void controls() {
    SettingRows<VectorsLab> row(context_, rest_, 14, 28);
    row.slide(ui_.px(300), &VectorsLab::place,
              {.label = "layer",
               .text = study_.all->places[study_.place],
               .highest = static_cast<double>(study_.all->places.size()) - 1});
    const std::array axes{Choice{to_be_said("2 axes")}, Choice{to_be_said("3 axes")}};
    const Area place = row.place(choices_width(ui_, axes));
    choose_setting(context_, place, axes, &VectorsLab::in_space);
    const std::string text = "Drag to turn.";
    const Area hint = Area::at(place.right + ui_.px(20), place.top, row.room() - ui_.px(20), place.height());
    if (settings_.in_space && !ui_.exporting() && ui_.width(type::caption, text) <= hint.width())
      ui_.text(hint, Align::left, type::caption, c_.text_3, text);
  }

  void draw_plot(Area area) {
    const char* title = "Principal components";
    Area head = area.cut_top(ui_.px(26));
    ui_.text(head, Align::left, type::section, c_.ink, title);
    if (study_.of == VectorsOf::bears) {
      head.cut_left(ui_.width(type::section, title) + ui_.px(16));
      const GroupCosines& here = study_.cosines[study_.place];
      const auto items = static_cast<int>(study_.all->items.size());
      const std::string said = say("nearest of the same sense: {n} of {all} (by chance {chance})",
                                   {{"n", std::to_string(here.nearest_same)},
                                    {"all", std::to_string(items)},
                                    {"chance", std::to_string(std::lround(here.nearest_by_chance))}});
      ui_.text(head, Align::right, type::caption, c_.text_2,
               ui_.shortened(type::caption, said, head.width()));
    }
    draw_groups(area.cut_top(ui_.px(24)));
    VectorsPlot(context_, area, study_).draw();
  }

  void draw_groups(const Area& area) {
    float x = area.left;
    for (int group = 0; group < static_cast<int>(study_.groups.size()); ++group) {
      const auto has = [group](const VectorItem& item) { return item.group == group; };
      if (std::none_of(study_.all->items.begin(), study_.all->items.end(), has)) continue;
      vectors_mark(ui_, {x + ui_.px(6), area.middle_y()}, ui_.px(5), group, vectors_colour(c_, group));
      x = ui_.text(x + ui_.px(17), area.middle_y(), type::caption, c_.text_2, study_.groups[group]) +
          ui_.px(18);
    }
  }

  void draw_similarity(Area area) {
    ui_.text(area.cut_top(ui_.px(26), ui_.px(4)), Align::left, type::section, c_.ink, "Cosine of each pair");
    const HeatmapPtr& map = work_.maps.at("similarity");
    VectorsHover& hover = ui_.state<VectorsHover>();
    stage::Piece cells =
        recorded_cells(context_, {.id = "vectors/similarity", .map = map, .path = "vectors_lab.similarity"});
    auto& look = std::get<stage::Cells>(cells.look);
    look.followed = true;
    if (hover.followed >= 0 && hover.followed < map->rows) look.row = hover.followed;
    look.touched = [&hover, taken = look.touched](const HeatmapTouch& touch, const Area& at) {
      taken(touch, at);
      if (touch.hovered_row) hover.item = *touch.hovered_row;
    };
    stage::show_matrix(ui_, area, std::move(cells), {.most_wide = 28, .most_tall = 28});
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
};

// --- before a class

std::string no_tick(double /*value*/) { return ""; }

std::optional<ClassPicture> vectors_for_class(const PanelContext& context) {
  const auto* const study = result_of<VectorsStudy>(context);
  if (study == nullptr || study->all == nullptr) return {};
  const Palette& c = context.ui.colours();
  const auto items = static_cast<int>(study->all->items.size());
  ClassCurves dots{{.label = no_tick}, {.label = no_tick}, {}};
  const auto groups = std::max(1, static_cast<int>(study->groups.size()));
  constexpr int most_named = 4;
  std::vector<PlotSeries> all{PlotSeries{.name = "", .colour = Rgb{}, .kind = PlotSeries::Kind::dots}};
  for (int group = 0; group < groups; ++group) {
    PlotSeries series{.name = "", .colour = vectors_colour(c, group), .kind = PlotSeries::Kind::dots};
    if (group < static_cast<int>(study->groups.size()) && groups <= most_named)
      series.name = study->groups[static_cast<std::size_t>(group)];
    for (int item = 0; item < items; ++item) {
      if (groups > 1 && study->all->items[static_cast<std::size_t>(item)].group != group) continue;
      const Point at{static_cast<double>(study->points(item, 0)),
                     static_cast<double>(study->points(item, 1))};
      series.points.push_back(at);
      all.front().points.push_back({at.y, at.x});
    }
    if (!series.points.empty()) dots.series.push_back(std::move(series));
  }
  dots.y = fitted_axis(dots.y, dots.series, 0.1);
  dots.x = fitted_axis(dots.x, all, 0.1);
  const std::string& place = study->all->places[static_cast<std::size_t>(study->place)];
  std::string says =
      say("Where: {place}. Words that are used alike lie near each other.", {{"place", place}});
  const auto same = [&](Point at) {
    return std::hypot(at.x - all.front().points.front().x, at.y - all.front().points.front().y) < 1e-6;
  };
  if (!all.front().points.empty() &&
      std::all_of(all.front().points.begin(), all.front().points.end(), same)) {
    says = say("Where: {place}. All {n} vectors are the same: the table has one row for the word.",
               {{"place", place}, {"n", std::to_string(items)}});
  } else if (study->of == VectorsOf::bears) {
    const GroupCosines& here = study->cosines[static_cast<std::size_t>(study->place)];
    says = say("Where: {place}. For {n} of {all} the nearest one has the same sense.",
               {{"place", place}, {"n", std::to_string(here.nearest_same)}, {"all", std::to_string(items)}});
  }
  return ClassPicture{.shows = dots, .says = says};
}

constexpr std::array<LabPanel::ForClass::Set, 3> vectors_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<VectorsLab>().place = 0; },
    [](const PanelContext&, Labs& labs) { labs.get<VectorsLab>().place = 2; }};

}  // namespace

constinit const LabPanel VectorsLab::panel_row{
    .lab = &lab_row,
    .draw = draw_lab<VectorsPanel>,
    .help =
        "One word’s vectors in many sentences, drawn along the axes on which they differ most. Choose a "
        "layer; drag to turn three axes.",
    .words =
        "pca embedding space projection scatter plot similarity cosine meaning contextual word sense bank "
        "ambiguity semantics cluster",
    .wide = 720,
    .tall = 560,
    .upright = 1250,
    .margin = {"Go through the layers", "Drag along the layers, and watch the points move.",
               "Before the first layer",
               [](const PanelContext&, Labs& labs) { labs.get<VectorsLab>().place = 0; }},
    .for_class = {vectors_for_class, vectors_steps},
};

}  // namespace headlight
