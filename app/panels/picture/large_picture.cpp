// The picture large: its cells, their numbers, and who looks at them.
#include <algorithm>
#include <numeric>

#include "app/panels/common/panels.h"
#include "app/panels/common/stage.h"
#include "app/panels/picture/picture_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {
namespace {

constexpr float least_number_cell = 32;  // units: a weight has three signs

// The mean colour of what is drawn in a cell: a number on it is black or white by that.
Rgb mean_colour(const Raster& image, int grid, int cell) {
  const int size = image.width / grid;
  long red = 0, green = 0, blue = 0;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const std::uint32_t pixel = image.at(cell % grid * size + x, cell / grid * size + y);
      red += pixel >> 16U & 0xffU;
      green += pixel >> 8U & 0xffU;
      blue += pixel & 0xffU;
    }
  }
  const long all = std::max(1L, static_cast<long>(size) * size);
  return {static_cast<std::uint8_t>(red / all), static_cast<std::uint8_t>(green / all),
          static_cast<std::uint8_t>(blue / all)};
}

// Who looks at a cell, the heaviest first: "0.82 “circle”, 0.41 “blue”".
std::string lookers(const PanelContext& context, const PictureAsking& asking, int cell) {
  constexpr std::size_t most = 4;
  constexpr float least = 0.05F;
  std::vector<float> weights;
  weights.reserve(asking.queries.size());
  for (int row = 0; row < static_cast<int>(asking.queries.size()); ++row)
    weights.push_back(weights_of_cells(context, asking, row).at(cell));
  std::vector<std::size_t> rows(weights.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
  std::string said;
  for (std::size_t i = 0; i < std::min(rows.size(), most) && weights[rows[i]] >= least; ++i)
    said +=
        (said.empty() ? "" : ", ") + weight_alone(weights[rows[i]]) + " “" + asking.queries[rows[i]] + "”";
  return said;
}

// Where the pictures as they are have no room beside their maps, the one or the other is shown.
bool changed_by_hand(const PanelContext& context) {
  const SceneHand& hand = context.ui.state<SceneHand>();
  return hand.in_place && hand.scene_shown && !context.ui.exporting();
}

class LargePicture : PanelPart {
 public:
  LargePicture(const PanelContext& context, const Area& area, const PictureAsking& asking, PictureUnder under)
      : PanelPart(context),
        asking_(asking),
        under_(changed_by_hand(context) ? PictureUnder::nothing : under),
        grid_(grid_side(context, asking.side)),
        picture_(area) {
    title_ = picture_.cut_top(area.height() - area.width());
    title_.bottom -= ui_.px(4);
    tools_ = title_;
    title_.top = std::max(title_.top, title_.bottom - picture_title_height(ui_) + ui_.px(4));
    if (!asking.weights.empty()) weights_ = weights_of_cells(context, asking, asking.row);
  }

  void draw() {
    const bool map = under_ == PictureUnder::map;
    const RasterPtr image = map ? looked_at_image(context_, asking_, asking_.row, picture_.width())
                                : picture_image(context_, asking_.side, picture_.width());
    ui_.image(image, picture_);
    const bool by_hand = !map && !ui_.exporting();
    if (by_hand) draw_scene_tools(context_, tools_, asking_.side);
    if (map) draw_class_token();
    if (map) draw_title();
    if (map && context_.session.picture_cells) draw_numbers(*image);
    if (map) {
      for (int cell = 0; cell < grid_ * grid_; ++cell) take_mouse(cell);
    }
    draw_marks();
    if (by_hand) draw_scene_hand(context_, picture_, asking_.side);
    draw_patch();
    if (asking_.weights.empty()) return;
    // A selected side's picture is framed in its colour.
    if (two_pictures(context_)) ui_.outline(picture_.outset(ui_.px(3)), c_.sentence(asking_.side), ui_.px(2));
  }

 private:
  // A token that is nowhere in the picture stands above it, with the weight that it gets.
  void draw_class_token() {
    if (column_of_cell(context_, asking_.side, 0) == 0 || asking_.weights.empty()) return;
    const MapRows rows = context_.pictures.rows(asking_.side, asking_.weights, asking_.row, 1);
    if (!rows.has(asking_.row)) return;
    const std::string& name = context_.pictures.trace(asking_.side)->words().source.front();
    const std::string weight = weight_alone(rows.map->value(asking_.row - rows.first, 0));
    const float wide = ui_.width(type::caption, name + "  " + weight) + ui_.px(16);
    if (wide > title_.width() / 2) return;
    const Area place = Area::at(title_.right - wide, title_.middle_y() - ui_.px(11), wide, ui_.px(22));
    title_.right = place.left - ui_.px(8);
    const bool asks = asking_.row == 0 && info(context_.session.attention).asks == Stream::source;
    ui_.outline(place, asks ? c_.focus : c_.strong_line, asks ? ui_.px(2) : ui_.hairline(), ui_.px(4));
    const float x = ui_.text(place.left + ui_.px(8), place.middle_y(), type::caption, c_.text_2, name + "  ");
    ui_.text(x, place.middle_y(), type::caption_hot, c_.weights, weight);
    const Touch touch = ui_.item("picture/class/" + std::to_string(asking_.side), place, false);
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip("“" + asking_.queries.at(asking_.row) + "” looks at the class token with " + weight +
                  ". This token is not part of the picture; it collects what the answer is computed from.");
    }
    if (!touch.clicked) return;
    if (asking_.side != context_.session.side) ui_.emit(SelectSide{asking_.side});
    if (info(context_.session.attention).asks == Stream::source) {
      ui_.emit(SelectToken{context_.session.token == 0 ? -1 : 0});
    } else {
      ui_.emit(SelectCell{{asking_.weights, asking_.row, 0}});
    }
  }

  void draw_title() {
    if (ui_.state<SceneHand>().in_place && !ui_.exporting()) draw_change();
    const std::string& word = asking_.queries.at(asking_.row);
    const Role own = !two_pictures(context_) ? Role::ink
                     : asking_.side == 0     ? Role::first_sentence
                                             : Role::second_sentence;
    std::vector<TextRun> title{{"“" + word + "”", own, true}, {" looks at", Role::text_2}};
    if (const int cell = largest_cell(weights_); cell >= 0) {
      title.push_back({" " + cell_label(context_, asking_.side, cell), Role::ink, true});
      title.push_back({" with " + weight_alone(weights_[cell]), Role::text_2});
    }
    const auto too_wide = [&] { return ui_.width(type::label, type::label_hot, title) > title_.width(); };
    while (title.size() > 1 && too_wide()) title.pop_back();
    if (too_wide())
      return ui_.text(title_, Align::left, type::label_hot, c_.ink,
                      ui_.shortened(type::label_hot, word, title_.width()));
    ui_.rich(title_.left, title_.middle_y(), type::label, type::label_hot, title);
  }

  void draw_change() {
    const float wide = small_button_width(ui_, "Change");
    title_.right -= wide;
    if (small_button(ui_, "picture/change/" + std::to_string(asking_.side), title_.right, title_.middle_y(),
                     "Change", "Hide the weights and change the picture by hand")) {
      ui_.state<SceneHand>().scene_shown = true;
      ui_.state().again = true;
    }
    title_.right -= ui_.px(8);
  }

  void draw_numbers(const Raster& image) {
    const float size = picture_.width() / static_cast<float>(grid_);
    if (size < ui_.px(least_number_cell)) return;
    for (int cell = 0; cell < grid_ * grid_; ++cell) {
      const float weight = weights_[cell];
      if (weight < 0.01F) continue;
      ui_.text(cell_area(picture_, grid_, cell), Align::centre, size < ui_.px(44) ? type::path : type::cell,
               text_on(mean_colour(image, grid_, cell)), weight_alone(weight));
    }
  }

  void take_mouse(int cell) {
    const Area area = cell_area(picture_, grid_, cell);
    const Touch touch =
        ui_.item("picture/map/" + std::to_string(asking_.side) + "/" + std::to_string(cell), area, false);
    if (touch.hovered) {
      PictureHover& hover = ui_.state<PictureHover>();
      hover.side = asking_.side;
      hover.cell = cell;
      say_cell(cell);
      if (!asking_.weights.empty()) ui_.hand();
    }
    if (!touch.clicked || asking_.weights.empty()) return;
    if (asking_.side != context_.session.side) ui_.emit(SelectSide{asking_.side});
    const int column = column_of_cell(context_, asking_.side, cell);
    // Where cells ask one another, a cell is a row as well.
    if (info(context_.session.attention).asks == Stream::source) {
      ui_.emit(SelectToken{context_.session.token == column ? -1 : column});
    } else {
      ui_.emit(SelectCell{{asking_.weights, asking_.row, column}});
    }
  }

  void say_cell(int cell) {
    const std::string name = cell_label(context_, asking_.side, cell);
    if (asking_.weights.empty()) return ui_.tooltip(name);
    std::vector<RichText> lines;
    lines.emplace_back(std::vector<TextRun>{{"“" + asking_.queries.at(asking_.row) + "”", Role::ink, true},
                                            {" looks at " + name + " with ", Role::text_2},
                                            {weight_alone(weights_[cell]), Role::weights, true}});
    const std::string who = lookers(context_, asking_, cell);
    lines.emplace_back(who.empty() ? "No weight of 0.05 or more here" : "Who looks here: " + who);
    ui_.tooltip(lines);
  }

  // The cell under the mouse, in every picture of the stage; of a cell that asks, its own place; the cell
  // that the inspector is about.
  void draw_marks() {
    const PictureHover& hover = ui_.state<PictureHover>();
    const auto mark = [&](int cell, Rgb colour, float thickness) {
      if (cell >= 0 && cell < grid_ * grid_) ui_.outline(cell_area(picture_, grid_, cell), colour, thickness);
    };
    if (!asking_.weights.empty() && info(context_.session.attention).asks == Stream::source)
      mark(asking_.row - column_of_cell(context_, asking_.side, 0), c_.focus, ui_.px(3));
    if (!context_.session.trail.empty() && context_.session.trail.back().path == asking_.weights)
      mark(context_.session.trail.back().col - column_of_cell(context_, asking_.side, 0), c_.focus,
           ui_.px(2));
    if (ui_.exporting()) return;
    mark(hover.followed_cell, {255, 255, 255}, ui_.px(2));
  }

  // Under the cell of a feature map that is pointed at; what lies beyond the picture is not drawn.
  void draw_patch() {
    const PatchOfPixels& patch = ui_.state<PictureHover>().followed_patch;
    if (patch.side == 0 || ui_.exporting()) return;
    const int side = context_.pictures.trace(asking_.side)->anatomy().picture->features.side;
    const float pixel = picture_.width() / static_cast<float>(side);
    const Area area =
        Area::at(picture_.left + pixel * static_cast<float>(patch.left),
                 picture_.top + pixel * static_cast<float>(patch.top), pixel * static_cast<float>(patch.side),
                 pixel * static_cast<float>(patch.side));
    ui_.outline(area.within(picture_), c_.focus, ui_.px(3));
  }

  const PictureAsking& asking_;
  PictureUnder under_;
  int grid_;
  Area picture_;
  Area title_;  // the line right above the picture
  Area tools_;  // all that is above it
  std::vector<float> weights_;
};

}  // namespace

float picture_title_height(const Ui& ui) { return ui.px(30); }

void draw_large_picture(const PanelContext& context, const Area& area, const PictureAsking& asking,
                        PictureUnder under) {
  LargePicture(context, area, asking, asking.row < 0 ? PictureUnder::nothing : under).draw();
}

float picture_difference_bar(const Ui& ui) {
  return ui.px(16) + colour_bar_width(ui, {Ramp::diverging, -0.0628F, 0.0628F, "weight", {}, {}});
}

void draw_picture_difference(const PanelContext& context, const Area& area, const PictureAsking& first,
                             const PictureAsking& second) {
  const HeatmapPtr map = picture_difference(context, first, second);
  if (map == nullptr) return;
  Ui& ui = context.ui;
  Area cells = area;
  Area title = cells.cut_top(area.height() - area.width());
  title.top = title.bottom - picture_title_height(ui);
  title.bottom -= ui.px(4);
  ui.rich(title.left, title.middle_y(), type::label, type::label_hot,
          std::vector<TextRun>{{"Second", Role::second_sentence, true},
                               {" minus ", Role::text_2},
                               {"first", Role::first_sentence, true}});
  const HeatmapTouch touch =
      heatmap(ui, "picture/difference", map, cells, {.row_labels = false, .column_labels = false});
  if (touch.hovered) {
    PictureHover& hover = ui.state<PictureHover>();
    hover.cell = touch.hovered->row * map->columns + touch.hovered->column;
  }
  colour_bar(ui, {cells.right + ui.px(16), cells.top, cells.right + picture_difference_bar(ui), cells.bottom},
             map->scale);
}

}  // namespace headlight
