// What a page shows, thing by thing. What the page before it showed as well moves from there to where it is
// now, whatever the two pages are; the rest fades: what is gone at once, what is new towards the end. On the
// way back the same happens backwards.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/stage/key.h"
#include "app/widgets/ui.h"

namespace headlight::stage {

class Scene {
 public:
  // Paints a thing where it is at this moment. It is called once more after the page is gone, so it holds all
  // that it needs.
  using Paint = std::function<void(Ui&, const Area& box)>;

  // Its motion is known by its name, and what moves from now on takes so long; pages of one scene have the
  // same name.
  Scene(Ui& ui, std::string name, float ms) : ui_(ui), name_(std::move(name)), ms_(ms) {}

  // In the order in which they are painted. Two of one key would be one thing at two places. `rest` paints it
  // instead while it stands at its place: what can then be pressed, what is written on it. Without `paint` it
  // is that from the moment it begins to show, and is gone with its page.
  void add(const Key& key, const Area& box, Paint paint, std::function<void()> rest = {}) {
    things_.push_back({key, box, std::move(paint), std::move(rest)});
  }
  // Everything is at its place at once when the scene was not there in the last frame, when the screen has
  // another size. Where nothing moves (WidgetState::still) what was and what is fade into each other, and an
  // outline shows for two seconds where that stood which was opened or closed.
  void show();

 private:
  struct Thing {
    Key key;
    Area box;
    Paint paint;
    std::function<void()> rest;
  };
  Ui& ui_;
  std::string name_;
  float ms_;
  std::vector<Thing> things_;
};

// What a scene had on stage in the frame before, and where it was at that moment.
struct OnStage {
  Key key;
  Area box;
  float shown = 1;     // from 0, where it is still to come, to 1
  bool stays = false;  // it is on the page, not on its way out
};
std::vector<OnStage> things_on_stage(const States& states, const std::string& scene);

}  // namespace headlight::stage
