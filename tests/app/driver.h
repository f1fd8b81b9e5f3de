// A person in front of the screen, without a display or GL: moves the mouse, presses keys, looks at what was
// placed.
#pragma once

#include <string>
#include <vector>

#include "app/widgets/ui.h"
#include "app/window/screen.h"
#include "app/workspace/workspace.h"
#include "tests/tiny_model.h"

namespace headlight {

// A session on the tiny model, with its two sentences.
Session tiny_session();

// A new one, and one that clicked, pressed a key or applied an action, shows what came of it. Of `known`
// results nothing is computed again.
class Driver {
 public:
  explicit Driver(Session session, int width = 1440, int height = 900, float scale = 1, bool wait = true,
                  ResultsPtr known = nullptr);

  // Waits for the results and shows them.
  void settle();
  void frame();
  // Lets time go by, frame after frame.
  void pass(double seconds);
  // Seconds until something moves by itself; infinity at rest.
  double rest() const { return screen_.rest(); }
  void wheel(float turns);  // where the mouse is
  void resize(int width, int height, float scale);
  float scale() const { return screen_.scale(); }  // pixels per unit

  // The item of this name in the last frame; fails the test when there is none.
  Area area(const std::string& id) const;
  bool has(const std::string& id) const;
  bool shows(const std::string& text) const;  // some text that contains it
  // What is said on screen, in its order: texts with letters. Numbers, which may be rounded otherwise on
  // another machine, are written #.
  std::vector<std::string> said() const;

  void move(float x, float y);
  void hover(const std::string& id);
  void click(const std::string& id);
  void click_at(float x, float y);
  void press(Key key, bool shift = false);
  void type(const std::string& text);
  void enter();  // in a text field
  // What happens between two frames, as the window tells it: the mouse, the keys, in order.
  Input& input() { return screen_.input(); }
  void tell_click(const std::string& id);  // there, pressed and let go
  void tell_key(const std::string& chord);
  void tell_text(const std::string& letters);
  // Frames as the window draws them, until it would wait; returns how many. At most a hundred.
  int draw_until_at_rest();
  void apply(const Action& action);
  void begin(const Action& action) { workspace_.apply(action); }  // and wait for nothing
  void leave_uncounted() { workspace_.leave_uncounted(); }        // Workspace

  const Session& session() const { return workspace_.session(); }
  ResultsPtr results() { return workspace_.results(); }
  LessonPagePtr page() { return workspace_.page(); }
  ResultsPtr results_when_ready() { return workspace_.wait(); }  // draws nothing
  WidgetState& state() { return screen_.state(); }
  template <typename State>
  State& state() {
    return screen_.states().of<State>();
  }
  const States& states() { return screen_.states(); }
  bool wants_another_frame() const { return screen_.wants_another_frame(); }
  const std::vector<Placed>& placed() const { return screen_.placed(); }
  // Every action emitted since the last call.
  std::vector<Action> take_actions();
  bool busy() const { return screen_.busy(); }
  int cells_painted() const { return cells_.painted; }

 private:
  NoCells cells_;
  Workspace workspace_;
  Screen screen_;
  std::vector<Action> actions_;
  float scale_;
};

template <typename Kind>
bool any_of_kind(const std::vector<Action>& actions) {
  for (const Action& action : actions) {
    if (action.get_if<Kind>() != nullptr) return true;
  }
  return false;
}

}  // namespace headlight
