// The tools above a picture: for the object that is chosen, or for all of it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/panels/picture/picture_parts.h"
#include "app/panels/picture/scene_hand.h"
#include "app/panels/step_names.h"
#include "app/widgets/controls.h"
#include "core/pictures/covered.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/scene_edit.h"

namespace headlight {
namespace {

std::vector<ImVec2> corners_of(ObjectShape shape, ImVec2 centre, float radius) {
  std::vector<ImVec2> corners;
  const auto at = [&](float turn, float length) {
    const float angle = 2 * std::numbers::pi_v<float> * turn - std::numbers::pi_v<float> / 2;
    corners.emplace_back(centre.x + length * std::cos(angle), centre.y + length * std::sin(angle));
  };
  if (shape == ObjectShape::square) {
    for (int i = 0; i < 4; ++i) at((static_cast<float>(i) + 0.5F) / 4, radius * 1.1F);
  } else if (shape == ObjectShape::triangle) {
    for (int i = 0; i < 3; ++i) at(static_cast<float>(i) / 3, radius * 1.15F);
  }
  return corners;
}

void draw_shape_sign(Ui& ui, ObjectShape shape, ImVec2 centre, float radius, Rgb colour) {
  if (shape == ObjectShape::circle) return ui.disc(centre, radius, colour);
  if (shape == ObjectShape::cross) {
    const float arm = radius * 0.38F;
    ui.fill({centre.x - radius, centre.y - arm, centre.x + radius, centre.y + arm}, colour);
    return ui.fill({centre.x - arm, centre.y - radius, centre.x + arm, centre.y + radius}, colour);
  }
  if (shape != ObjectShape::star) return ui.polygon(corners_of(shape, centre, radius), colour);
  // Five kites: what is filled has to be convex.
  for (int i = 0; i < 5; ++i) {
    const auto at = [&](float turn, float length) {
      const float angle = 2 * std::numbers::pi_v<float> * turn / 10 - std::numbers::pi_v<float> / 2;
      return ImVec2(centre.x + length * std::cos(angle), centre.y + length * std::sin(angle));
    };
    const auto tip = static_cast<float>(2 * i);
    const std::array<ImVec2, 4> kite{centre, at(tip - 1, radius * 0.45F), at(tip, radius * 1.15F),
                                     at(tip + 1, radius * 0.45F)};
    ui.polygon(kite, colour);
  }
}

// The tools of a whole scene, from the left. All of them are never there at once, but what stands in a row
// stays where it is.
constexpr const char* maps_label = "Maps";
constexpr const char* another_label = "New";
constexpr const char* example_label = "Example";
constexpr const char* open_label = "Open";
constexpr const char* cover_label = "Cover";
constexpr const char* uncover_label = "Uncover";
constexpr const char* add_label = "Add";

constexpr float tool_row = 26;           // units from row to row
constexpr float object_place = 22;       // a square of an object's tools
constexpr float object_group_space = 6;  // between its colours, its shapes and the rest

// Gives each tool its place: in the row, or in the next one.
class ToolRows {
 public:
  ToolRows(const Ui& ui, const Area& area) : ui_(ui), area_(area) {}

  Area next(float wide, float gap) {
    if (x_ > 0 && x_ + wide > area_.width()) begin_row();
    const Area place = Area::at(area_.left + x_, area_.top + ui_.px(tool_row) * static_cast<float>(row_),
                                wide, ui_.px(tool_row));
    x_ += wide + gap;
    return place;
  }
  // Space before the next tool, but none where a row begins.
  void space(float wide) {
    if (x_ > 0) x_ += wide;
  }
  int rows() const { return row_ + 1; }

 private:
  void begin_row() {
    x_ = 0;
    ++row_;
  }

  const Ui& ui_;
  Area area_;
  float x_ = 0;
  int row_ = 0;
};

Area next_button(const Ui& ui, ToolRows& rows, const std::string& label) {
  return rows.next(small_button_width(ui, label), ui.px(6));
}

Area next_place(const Ui& ui, ToolRows& rows) { return rows.next(ui.px(object_place), ui.px(1)); }

class SceneTools {
 public:
  SceneTools(const PanelContext& context, const Area& area, int side)
      : context_(context), ui_(context.ui), rows_(context.ui, area), side_(side) {}

  void draw() {
    const SceneHand& hand = ui_.state<SceneHand>();
    const std::optional<Scene> scene = scene_on_stage(context_.session, side_);
    if (scene && hand.side == side_ && hand.chosen >= 0 && hand.chosen < std::ssize(scene->objects)) {
      draw_object(*scene, hand.chosen);
    } else {
      draw_scene(scene.has_value());
    }
  }

 private:
  void draw_scene(bool drawn) {
    SceneHand& hand = ui_.state<SceneHand>();
    if (hand.in_place && hand.scene_shown &&
        press("picture/maps", maps_label, "The weights over the picture again")) {
      hand.scene_shown = false;
      ui_.state().again = true;
    }
    // While cells are painted, that alone has the place.
    const bool covering = hand.covering;
    if (!covering) {
      if (press("picture/another", another_label, "Another scene, drawn at random"))
        another_scene(context_, side_);
      if (press("picture/example", example_label, "The next example")) next_example(context_, side_);
      if (press("picture/open", open_label, "A picture file of your own; the models know only drawn scenes"))
        ui_.ask(ChooseFile{});
    }
    if (press("picture/covering", covering ? "Done covering" : cover_label,
              "Cover cells of the picture, so that the model has to do without them: click, or drag to paint",
              covering))
      turn_covering(context_);
    const bool any = !covered_text_of(sentence_of(context_.session, side_)).covered.empty();
    if (any && press("picture/uncover", uncover_label, "Uncover every cell")) uncover_all(context_, side_);
    if (!covering && drawn && press("picture/add", add_label, "One more object")) add_object(context_, side_);
  }

  // Of two pictures each has its tools.
  std::string own(const std::string& id) const { return side_ == 0 ? id : id + "/second"; }

  bool press(const std::string& id, const std::string& label, const char* hint, bool on = false) {
    const Area place = next_button(ui_, rows_, label);
    return small_button(ui_, own(id), place.left, place.middle_y(), label, hint, on);
  }

  // A square place of a row, framed when it is what the object has.
  Touch place(const std::string& id, const std::string& hint, bool chosen, Area& area) {
    const Area in_row = next_place(ui_, rows_);
    const float size = in_row.width();
    area = Area::at(in_row.left, std::round(in_row.middle_y() - size / 2), size, size);
    const Touch touch = ui_.item(own(id), area);
    if (chosen) ui_.outline(area, ui_.colours().ink, ui_.px(1.5F), ui_.px(5));
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip(hint);
      if (!chosen) ui_.outline(area, ui_.colours().strong_line, ui_.hairline(), ui_.px(5));
    }
    if (touch.focused) ui_.focus_ring(area.outset(ui_.px(1)), ui_.px(5));
    return touch;
  }

  void draw_object(const Scene& scene, int number) {
    const Palette& c = ui_.colours();
    const SceneObject& object = scene.objects[static_cast<std::size_t>(number)];
    SceneObject other = object;
    Area area;
    for (int i = 0; i < object_colours; ++i) {
      const auto colour = static_cast<ObjectColour>(i);
      if (place("picture/colour/" + std::to_string(i), name_of(colour), colour == object.colour, area)
              .clicked)
        other.colour = colour;
      const auto [red, green, blue] = paint_of(colour);
      ui_.disc({area.middle_x(), area.middle_y()}, ui_.px(7), {red, green, blue});
      ui_.circle({area.middle_x(), area.middle_y()}, ui_.px(7), c.strong_line, ui_.hairline());
    }
    rows_.space(ui_.px(object_group_space));
    for (int i = 0; i < object_shapes; ++i) {
      const auto shape = static_cast<ObjectShape>(i);
      if (place("picture/shape/" + std::to_string(i), name_of(shape), shape == object.shape, area).clicked)
        other.shape = shape;
      draw_shape_sign(ui_, shape, {area.middle_x(), area.middle_y()}, ui_.px(6.5F), c.text_2);
    }
    rows_.space(ui_.px(object_group_space));
    const bool large = object.size == ObjectSize::large;
    if (place("picture/size", large ? "make it small" : "make it large", false, area).clicked)
      other.size = large ? ObjectSize::small : ObjectSize::large;
    ui_.text(area, Align::centre, large ? type::caption_hot : type::caption, c.ink, large ? "L" : "S");
    if (place("picture/remove", "remove it", false, area).clicked) return remove_object(context_);
    cross_mark(ui_, {area.middle_x(), area.middle_y()}, c.text_2);
    if (other == object) return;
    Scene changed = scene;
    changed.objects[static_cast<std::size_t>(number)] = other;
    put_scene(context_, side_, moved(changed, number, other.x, other.y));
  }

  const PanelContext& context_;
  Ui& ui_;
  ToolRows rows_;
  int side_;
};

}  // namespace

void draw_scene_tools(const PanelContext& context, const Area& area, int side) {
  if (!context.ui.exporting()) SceneTools(context, area, side).draw();
}

float scene_tools_height(const PanelContext& context, float width) {
  const Ui& ui = context.ui;
  ToolRows scene(ui, {0, 0, width, 0});
  if (ui.state<SceneHand>().in_place) next_button(ui, scene, maps_label);
  for (const char* label : {another_label, example_label, open_label, cover_label, uncover_label, add_label})
    next_button(ui, scene, label);
  ToolRows object(ui, {0, 0, width, 0});
  for (int i = 0; i < object_colours; ++i) next_place(ui, object);
  object.space(ui.px(object_group_space));
  for (int i = 0; i < object_shapes; ++i) next_place(ui, object);
  object.space(ui.px(object_group_space));
  for (int i = 0; i < 2; ++i) next_place(ui, object);  // its size, and away with it
  return ui.px(tool_row) * static_cast<float>(std::max(scene.rows(), object.rows()));
}

}  // namespace headlight
