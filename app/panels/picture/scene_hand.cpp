#include "app/panels/picture/picture.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/widgets/controls.h"
#include "core/models/picture_text.h"
#include "core/models/trace.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/picture.h"
#include "core/pictures/scene.h"
#include "core/pictures/training_scenes.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// One that nobody has seen: by the clock.
std::uint64_t new_seed() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

// Without the texts that it may be compared with.
std::string picture_text(const Session& session, int side) {
  return std::string(picture_before_texts(session.text(side)));
}

bool answers_a_question(const PanelContext& context) {
  return context.results.model->anatomy().answer == AnswerKind::one_label;
}

SceneHand& hand_on(const PanelContext& context, int side) {
  SceneHand& hand = context.ui.state<SceneHand>();
  if (hand.side == side) return hand;
  hand.side = side;
  hand.chosen = -1;
  hand.held_at = {};
  hand.moved = false;
  hand.paints.reset();
  return hand;
}

Area on_screen(const Area& picture, const PixelBox& box) {
  const float pixel = picture.width() / static_cast<float>(Picture::side);
  return {picture.left + pixel * static_cast<float>(box.left),
          picture.top + pixel * static_cast<float>(box.top),
          picture.left + pixel * static_cast<float>(box.right),
          picture.top + pixel * static_cast<float>(box.bottom)};
}

// Every cell that the mouse has passed since the last frame, also when it was fast.
std::vector<int> cells_passed(const Area& picture, ImVec2 from, ImVec2 to) {
  const float cell = picture.width() / static_cast<float>(Picture::cells);
  const int steps =
      1 + static_cast<int>(2 * std::max(std::abs(to.x - from.x), std::abs(to.y - from.y)) / cell);
  std::vector<int> passed;
  for (int i = 0; i <= steps; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(steps);
    const ImVec2 at{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
    if (!picture.contains(at)) continue;
    const int column = static_cast<int>((at.x - picture.left) / cell),
              row = static_cast<int>((at.y - picture.top) / cell);
    const int number =
        std::min(row, Picture::cells - 1) * Picture::cells + std::min(column, Picture::cells - 1);
    if (passed.empty() || passed.back() != number) passed.push_back(number);
  }
  return passed;
}

// The first cell of a stroke says whether it covers or uncovers; all of it is one change.
void paint(const PanelContext& context, const Area& picture, int side) {
  SceneHand& hand = context.ui.state<SceneHand>();
  const std::string now = picture_text(context.session, side);
  std::string text = now;
  for (const int cell :
       cells_passed(picture, std::exchange(hand.painted_to, context.ui.mouse()), context.ui.mouse())) {
    const std::vector<int> covered = covered_text_of(text).covered;
    const bool is_covered = std::find(covered.begin(), covered.end(), cell) != covered.end();
    if (is_covered != *hand.paints) text = with_cell_turned(text, cell);
  }
  if (text != now) context.ui.emit(SetSentence{side, text});
}

void draw_covering(const PanelContext& context, const Area& picture, int side) {
  Ui& ui = context.ui;
  SceneHand& hand = ui.state<SceneHand>();
  const std::vector<int> covered = covered_text_of(picture_text(context.session, side)).covered;
  const std::string prefix = "picture/cover/" + std::to_string(side) + "/";
  const bool was_pressed = ui.state().pressed.starts_with(prefix);
  for (int cell = 0; cell < Picture::cells * Picture::cells; ++cell) {
    const Area area = cell_area(picture, Picture::cells, cell);
    const Touch touch = ui.item(prefix + std::to_string(cell), area, false);
    const bool is_covered = std::find(covered.begin(), covered.end(), cell) != covered.end();
    if (touch.held && !was_pressed) {
      hand.paints = !is_covered;
      hand.painted_to = ui.mouse();
      hand.side = side;
    }
    if (!touch.hovered) continue;
    ui.hand();
    ui.outline(area, ui.colours().focus, ui.px(2));
    if (!hand.paints)
      ui.tooltip(say(is_covered ? to_be_said("Uncover {cell}; drag to paint")
                                : to_be_said("Cover {cell}; drag to paint"),
                     {{"cell", cell_name(cell)}}));
  }
  if (!hand.paints || hand.side != side) return;
  paint(context, picture, side);
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) hand.paints.reset();
}

}  // namespace

std::optional<Scene> scene_on_stage(const Session& session, int side) {
  const std::string text = covered_text_of(picture_text(session, side)).picture;
  if (is_data_uri(text)) return std::nullopt;
  try {
    return scene_of(text);
  } catch (const std::invalid_argument&) {
    return std::nullopt;  // the stage says what is wrong with it
  }
}

void put_scene(const PanelContext& context, int side, const Scene& scene) {
  CoveredText text = covered_text_of(picture_text(context.session, side));
  text.picture = to_text(scene);
  context.ui.emit(SetSentence{side, to_text(text)});
}

void draw_scene_hand(const PanelContext& context, const Area& picture, int side) {
  Ui& ui = context.ui;
  if (ui.exporting()) return;
  SceneHand& hand = ui.state<SceneHand>();
  if (hand.covering) return draw_covering(context, picture, side);
  const std::optional<Scene> scene = scene_on_stage(context.session, side);
  if (!scene) return;
  const float pixel = picture.width() / static_cast<float>(Picture::side);
  for (int object = 0; object < static_cast<int>(scene->objects.size()); ++object) {
    const SceneObject& one = scene->objects[object];
    const Area box = on_screen(picture, box_of(*scene, object));
    const std::string id = "picture/object/" + std::to_string(side) + "/" + std::to_string(object);
    const bool was_pressed = ui.state().pressed == id;
    const Touch touch = ui.item(id, box);
    const bool chosen = hand.side == side && hand.chosen == object;
    if (touch.held && !was_pressed) {
      hand.moved = false;
      hand.held_at = {(ui.mouse().x - picture.left) / pixel - static_cast<float>(one.x),
                      (ui.mouse().y - picture.top) / pixel - static_cast<float>(one.y)};
    } else if (touch.held) {
      const auto at = [&](float mouse, float edge, float held) {
        return static_cast<int>(std::lround((mouse - edge) / pixel - held));
      };
      const Scene other = moved(*scene, object, at(ui.mouse().x, picture.left, hand.held_at.x),
                                at(ui.mouse().y, picture.top, hand.held_at.y));
      if (other != *scene) {
        put_scene(context, side, other);
        hand_on(context, side).chosen = object;
        hand.moved = true;
      }
    }
    if (chosen || touch.hovered || touch.held)
      ui.outline(box.outset(ui.px(2)), chosen ? ui.colours().focus : Rgb{255, 255, 255}, ui.px(2), ui.px(4));
    if (touch.focused) ui.focus_ring(box.outset(ui.px(4)), ui.px(4));
    if (touch.hovered) {
      ui.hand();
      ui.tooltip("Drag it, or click to change it");
    }
    if (touch.clicked && !hand.moved) {
      SceneHand& own = hand_on(context, side);
      own.chosen = chosen ? -1 : object;
      ui.state().again = true;
    }
  }
}

bool reads_pictures(const PanelContext& context) {
  return context.results.model != nullptr && context.results.model->anatomy().picture.has_value();
}

bool has_chosen_object(const PanelContext& context) {
  const SceneHand& hand = context.ui.state<SceneHand>();
  const std::optional<Scene> scene = scene_on_stage(context.session, hand.side);
  return reads_pictures(context) && scene && hand.chosen >= 0 && hand.chosen < std::ssize(scene->objects);
}

bool let_go_of_scene(const PanelContext& context) {
  SceneHand& hand = context.ui.state<SceneHand>();
  if (!reads_pictures(context) || (hand.chosen < 0 && !hand.covering)) return false;
  hand.chosen = -1;
  hand.covering = false;
  return true;
}

void another_scene(const PanelContext& context, int side) {
  const Scene scene = answers_a_question(context) ? random_question_scene(new_seed(), SceneUse::measuring)
                                                  : random_captioned_scene(new_seed(), SceneUse::measuring);
  hand_on(context, side).chosen = -1;
  context.ui.emit(SetSentence{side, to_text(scene)});
}

void next_example(const PanelContext& context, int side) {
  const auto pool = answers_a_question(context) ? question_examples() : captioned_examples();
  const std::string now = covered_text_of(picture_text(context.session, side)).picture;
  std::size_t next = 0;
  for (std::size_t i = 0; i < pool.size(); ++i) {
    if (now == pool[i].scene) next = (i + 1) % pool.size();
  }
  hand_on(context, side).chosen = -1;
  context.ui.emit(SetSentence{side, pool[next].scene});
}

void add_object(const PanelContext& context, int side) {
  const std::optional<Scene> scene = scene_on_stage(context.session, side);
  if (!scene || scene->objects.size() >= Scene::most_objects) return;
  hand_on(context, side).chosen = static_cast<int>(scene->objects.size());
  put_scene(context, side, added(*scene));
}

void remove_object(const PanelContext& context) {
  if (!has_chosen_object(context)) return;
  SceneHand& hand = context.ui.state<SceneHand>();
  const Scene scene = removed(*scene_on_stage(context.session, hand.side), hand.chosen);
  hand.chosen = -1;
  // A picture of nothing is none.
  if (!scene.objects.empty()) put_scene(context, hand.side, scene);
}

void turn_covering(const PanelContext& context) {
  SceneHand& hand = context.ui.state<SceneHand>();
  hand.covering = !hand.covering;
  hand.chosen = -1;
  context.ui.state().again = true;
}

void uncover_all(const PanelContext& context, int side) {
  const CoveredText text = covered_text_of(picture_text(context.session, side));
  context.ui.emit(SetSentence{side, text.picture});
}

// The tools above a picture: for the object that is chosen, or for all of it.

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
constexpr const char* another_label = "New";
constexpr const char* example_label = "Example";
constexpr const char* open_label = "Open";
constexpr const char* cover_label = "Cover";
constexpr const char* uncover_label = "Uncover";
constexpr const char* add_label = "Add";

constexpr float object_group_space = 6;  // units between an object's colours, its shapes and the rest
// For fingers, and on a phone.
bool are_large(const Ui& ui) { return ui.touch() || ui.screen().width() < ui.px(560); }
// From row to row, and a square of an object's tools.
float tool_row(const Ui& ui) { return ui.px(are_large(ui) ? 38 : 26); }
float object_place(const Ui& ui) { return ui.px(are_large(ui) ? 36 : 22); }

// Gives each tool its place: in the row, or in the next one.
class ToolRows {
 public:
  ToolRows(const Ui& ui, const Area& area) : ui_(ui), area_(area) {}

  Area next(float wide, float gap) {
    if (x_ > 0 && x_ + wide > area_.width()) begin_row();
    const Area place =
        Area::at(area_.left + x_, area_.top + tool_row(ui_) * static_cast<float>(row_), wide, tool_row(ui_));
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
  return rows.next(are_large(ui) ? button_width(ui, label) : small_button_width(ui, label), ui.px(6));
}

Area next_place(const Ui& ui, ToolRows& rows) { return rows.next(object_place(ui), ui.px(1)); }

class SceneTools : PanelPart {
 public:
  SceneTools(const PanelContext& context, const Area& area, int side)
      : PanelPart(context), rows_(context.ui, area), side_(side) {}

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
    const SceneHand& hand = ui_.state<SceneHand>();
    // While cells are painted, that alone has the place.
    const bool covering = hand.covering;
    if (!covering) {
      if (press("picture/another", another_label, "Another scene, drawn at random"))
        another_scene(context_, side_);
      if (press("picture/example", example_label, "The next example")) next_example(context_, side_);
      if (press("picture/open", open_label, "Open your own picture file; the models know only drawn scenes"))
        ui_.ask(ChooseFile{});
    }
    if (press("picture/covering", covering ? "Finish covering" : cover_label,
              "Cover cells to see what the model does without them: click, or drag to paint", covering))
      turn_covering(context_);
    const bool any = !covered_text_of(picture_text(context_.session, side_)).covered.empty();
    if (any && press("picture/uncover", uncover_label, "Uncover every cell")) uncover_all(context_, side_);
    if (!covering && drawn && press("picture/add", add_label, "One more object")) add_object(context_, side_);
  }

  // Of two pictures each has its tools.
  std::string own(const std::string& id) const { return side_ == 0 ? id : id + "/second"; }

  bool press(const std::string& id, const std::string& label, const char* hint, bool on = false) {
    const Area place = next_button(ui_, rows_, label);
    if (are_large(ui_))
      return button(ui_, own(id), place.inset(0, ui_.px(1)), label,
                    on ? ButtonKind::primary : ButtonKind::plain);
    return small_button(ui_, own(id), place.left, place.middle_y(), label, hint, on);
  }

  // A square place of a row, framed when it is what the object has.
  Touch place(const std::string& id, const std::string& hint, bool chosen, Area& area) {
    const Area in_row = next_place(ui_, rows_);
    const float size = in_row.width();
    area = Area::at(in_row.left, std::round(in_row.middle_y() - size / 2), size, size);
    const Touch touch = ui_.item(own(id), area);
    if (chosen) ui_.outline(area, c_.ink, ui_.px(1.5F), ui_.px(5));
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip(hint);
      if (!chosen) ui_.outline(area, c_.strong_line, ui_.hairline(), ui_.px(5));
    }
    if (touch.focused) ui_.focus_ring(area.outset(ui_.px(1)), ui_.px(5));
    return touch;
  }

  void draw_object(const Scene& scene, int number) {
    const SceneObject& object = scene.objects[number];
    SceneObject other = object;
    Area area;
    for (int i = 0; i < object_colours; ++i) {
      const auto colour = static_cast<ObjectColour>(i);
      if (place("picture/colour/" + std::to_string(i), name_of(colour), colour == object.colour, area)
              .clicked)
        other.colour = colour;
      const auto [red, green, blue] = paint_of(colour);
      ui_.disc({area.middle_x(), area.middle_y()}, ui_.px(7), {red, green, blue});
      ui_.circle({area.middle_x(), area.middle_y()}, ui_.px(7), c_.strong_line, ui_.hairline());
    }
    rows_.space(ui_.px(object_group_space));
    for (int i = 0; i < object_shapes; ++i) {
      const auto shape = static_cast<ObjectShape>(i);
      if (place("picture/shape/" + std::to_string(i), name_of(shape), shape == object.shape, area).clicked)
        other.shape = shape;
      draw_shape_sign(ui_, shape, {area.middle_x(), area.middle_y()}, ui_.px(6.5F), c_.text_2);
    }
    rows_.space(ui_.px(object_group_space));
    const bool large = object.size == ObjectSize::large;
    if (place("picture/size", large ? "make it small" : "make it large", false, area).clicked)
      other.size = large ? ObjectSize::small : ObjectSize::large;
    ui_.text(area, Align::centre, large ? type::caption_hot : type::caption, c_.ink, large ? "L" : "S");
    if (place("picture/remove", "remove it", false, area).clicked) return remove_object(context_);
    cross_mark(ui_, {area.middle_x(), area.middle_y()}, c_.text_2);
    if (other == object) return;
    Scene changed = scene;
    changed.objects[number] = other;
    put_scene(context_, side_, moved(changed, number, other.x, other.y));
  }

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
  for (const char* label : {another_label, example_label, open_label, cover_label, uncover_label, add_label})
    next_button(ui, scene, label);
  ToolRows object(ui, {0, 0, width, 0});
  for (int i = 0; i < object_colours; ++i) next_place(ui, object);
  object.space(ui.px(object_group_space));
  for (int i = 0; i < object_shapes; ++i) next_place(ui, object);
  object.space(ui.px(object_group_space));
  for (int i = 0; i < 2; ++i) next_place(ui, object);  // its size, and away with it
  return tool_row(ui) * static_cast<float>(std::max(scene.rows(), object.rows()));
}

}  // namespace headlight
