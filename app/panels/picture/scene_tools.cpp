// The line of tools above a picture: for the object that is chosen, or for all of it.
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

class SceneTools {
 public:
  SceneTools(const PanelContext& context, const Area& line, int side)
      : context_(context), ui_(context.ui), line_(line), side_(side) {}

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
    if (context_.pictures.two() && hand.of_two &&
        press("picture/maps", "Maps", "The weights over the pictures again")) {
      hand.of_two = false;
      ui_.state().again = true;
    }
    if (press("picture/another", "Another", "Another scene, drawn at random")) another_scene(context_, side_);
    if (press("picture/example", "Example", "The next example")) next_example(context_, side_);
    if (drawn && press("picture/add", "Add", "One more object")) add_object(context_, side_);
    const bool covering = hand.covering;
    if (press("picture/covering", covering ? "Done covering" : "Cover",
              "Cover cells of the picture, so that the model has to do without them", covering))
      turn_covering(context_);
    const bool any = !covered_text_of(sentence_of(context_.session, side_)).covered.empty();
    if (any && press("picture/uncover", "Uncover", "Uncover every cell")) uncover_all(context_, side_);
    if (press("picture/open", "Open", "A picture file of your own; the models know only drawn scenes"))
      ui_.ask(ChooseFile{});
  }

  // Of two pictures each has its tools.
  std::string own(const std::string& id) const { return side_ == 0 ? id : id + "/second"; }

  bool press(const std::string& id, const std::string& label, const char* hint, bool on = false) {
    const float wide = small_button_width(ui_, label);
    if (x_ + wide > line_.width()) return false;
    const float left = line_.left + x_;
    x_ += wide + ui_.px(6);
    return small_button(ui_, own(id), left, line_.middle_y(), label, hint, on);
  }

  // A square place of the line, framed when it is what the object has.
  Touch place(const std::string& id, const std::string& hint, bool chosen, Area& area) {
    const float size = ui_.px(22);
    area = Area::at(line_.left + x_, std::round(line_.middle_y() - size / 2), size, size);
    x_ += size + ui_.px(1);
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
    x_ += ui_.px(6);
    for (int i = 0; i < object_shapes; ++i) {
      const auto shape = static_cast<ObjectShape>(i);
      if (place("picture/shape/" + std::to_string(i), name_of(shape), shape == object.shape, area).clicked)
        other.shape = shape;
      draw_shape_sign(ui_, shape, {area.middle_x(), area.middle_y()}, ui_.px(6.5F), c.text_2);
    }
    x_ += ui_.px(6);
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
  Area line_;
  int side_;
  float x_ = 0;
};

}  // namespace

void draw_scene_tools(const PanelContext& context, const Area& line, int side) {
  if (!context.ui.exporting()) SceneTools(context, line, side).draw();
}

}  // namespace headlight
