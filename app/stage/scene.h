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

  // Its motion is known by its name, and takes so long; pages of one scene have the same name.
  Scene(Ui& ui, std::string name, float ms) : ui_(ui), name_(std::move(name)), ms_(ms) {}

  // In the order in which they are painted. Two of one key would be one thing at two places. `rest` paints it
  // instead while it stands at its place: what can then be pressed, what is written on it.
  void add(const Key& key, const Area& box, Paint paint, std::function<void()> rest = {}) {
    things_.push_back({key, box, std::move(paint), std::move(rest)});
  }
  // Everything is at its place at once when the scene was not there in the last frame, when the screen has
  // another size, and where nothing moves (WidgetState::still): there an outline shows for two seconds where
  // that stood which was opened or closed.
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

}  // namespace headlight::stage
