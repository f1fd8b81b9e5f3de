#include "app/panels/picture/scene_hand.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/panels/picture/tiling.h"
#include "app/panels/step_names.h"
#include "core/models/written.h"
#include "core/pictures/covered.h"
#include "core/pictures/data_uri.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/examples.h"
#include "core/pictures/random_scene.h"
#include "core/pictures/scene_edit.h"

namespace headlight {
namespace {

// What was written of a picture before any of it was covered.
struct UncoveredAnswer {
  std::string model, picture, says;
};
struct UncoveredAnswers {
  std::array<UncoveredAnswer, 2> of;
};

// One that nobody has seen: by the clock.
std::uint64_t new_seed() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

bool answers_a_question(const PanelContext& context) {
  return context.document.model->anatomy().answer == AnswerKind::one_label;
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
  const std::string& now = sentence_of(context.session, side);
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
  const std::vector<int> covered = covered_text_of(sentence_of(context.session, side)).covered;
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
      ui.tooltip(std::string(is_covered ? "Uncover " : "Cover ") + cell_name(cell) + "; drag to paint");
  }
  if (!hand.paints || hand.side != side) return;
  paint(context, picture, side);
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) hand.paints.reset();
}

}  // namespace

std::optional<Scene> scene_on_stage(const Session& session, int side) {
  const std::string text = covered_text_of(sentence_of(session, side)).picture;
  if (is_data_uri(text)) return std::nullopt;
  try {
    return scene_of(text);
  } catch (const std::invalid_argument&) {
    return std::nullopt;  // the stage says what is wrong with it
  }
}

void put_scene(const PanelContext& context, int side, const Scene& scene) {
  CoveredText text = covered_text_of(sentence_of(context.session, side));
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
    const SceneObject& one = scene->objects[static_cast<std::size_t>(object)];
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
      ui.tooltip("Drag it; click it to change what it is");
    }
    if (touch.clicked && !hand.moved) {
      SceneHand& own = hand_on(context, side);
      own.chosen = chosen ? -1 : object;
      ui.state().again = true;
    }
  }
}

bool reads_pictures(const PanelContext& context) {
  return context.document.model != nullptr && context.document.model->anatomy().picture.has_value();
}

bool has_chosen_object(const PanelContext& context) {
  const SceneHand& hand = context.ui.state<SceneHand>();
  const std::optional<Scene> scene = scene_on_stage(context.session, hand.side);
  return reads_pictures(context) && scene && hand.chosen >= 0 && hand.chosen < std::ssize(scene->objects);
}

bool let_go_of_scene(const PanelContext& context) {
  SceneHand& hand = context.ui.state<SceneHand>();
  if (context.session.view != ViewKind::picture || (hand.chosen < 0 && !hand.covering)) return false;
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
  const std::string now = covered_text_of(sentence_of(context.session, side)).picture;
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

void note_uncovered(const PanelContext& context) {
  for (int side = 0; side < 2; ++side) {
    const TracePtr& trace = context.pictures.trace(side);
    const std::string& text = sentence_of(context.session, side);
    if (trace == nullptr || context.document.computing || context.document.sides.at(side).text != text)
      continue;
    if (covered_text_of(text).covered.empty())
      context.ui.state<UncoveredAnswers>().of.at(static_cast<std::size_t>(side)) = {context.session.model,
                                                                                    text, written(*trace)};
  }
}

std::string said_uncovered(const PanelContext& context, int side) {
  const UncoveredAnswer& known = context.ui.state<UncoveredAnswers>().of.at(static_cast<std::size_t>(side));
  const CoveredText text = covered_text_of(sentence_of(context.session, side));
  const bool same = known.model == context.session.model && known.picture == text.picture;
  return same && !text.covered.empty() ? known.says : "";
}

void uncover_all(const PanelContext& context, int side) {
  const CoveredText text = covered_text_of(sentence_of(context.session, side));
  context.ui.emit(SetSentence{side, text.picture});
}

}  // namespace headlight
