// A session on a screen of some size: builds its frames and applies what a person does to it. The window, the
// screenshot and the tests all go through here; only who renders the result differs.
#pragma once

#include <algorithm>
#include <exception>
#include <string>

#include "app/panels/common/trace_maps.h"
#include "app/widgets/fonts.h"
#include "app/widgets/ui.h"
#include "app/widgets/widget_state.h"
#include "app/window/exporter.h"
#include "app/window/file_work.h"
#include "app/window/input.h"
#include "app/workspace/workspace.h"
#include "core/learn/live_work.h"
#include "core/platform/background.h"

namespace headlight {

class Screen {
 public:
  // Makes Dear ImGui's context.
  Screen(Workspace& workspace, CellPainter& cells);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // What a person does, in order; the frames that follow are given it.
  Input& input() { return input_; }
  // Before ImGui::NewFrame(): what was done since the last frame, and fonts for a display of `display_scale`
  // pixels per unit. Throws std::runtime_error when a font is missing.
  void prepare(float display_scale);
  // Between NewFrame() and the rendering: builds the frame (ImGui::Render() included) and applies its
  // actions.
  void frame();
  // Whether something was done, changed or computed that the next frame has to show. When not, the last frame
  // drawn is that of the state as it is.
  bool wants_another_frame() const { return due_ > 0 || !input_.empty(); }
  // The window was asked to close.
  bool closing() const { return closing_; }
  // Seconds until something moves by itself: 0 while it does, infinity at rest.
  double rest() const { return std::max(0.0, state().next_frame - state().now); }
  // A file is being written or read, a long picture made, or the lessons and models listed: frames that wait
  // for it go on until that is done.
  bool busy() const { return exporter_.busy() || files_.busy() || maps_.busy() || shelf_.busy(); }

  void press(KeyPress key) { state().keys.push_back(key); }
  // A file dropped on the window: the next frame opens it.
  void drop(std::string path) { state().requests.push_back(OpenFile{std::move(path)}); }
  States& states() { return states_; }
  WidgetState& state() { return states_.of<WidgetState>(); }
  const WidgetState& state() const { return states_.of<WidgetState>(); }
  const std::vector<Placed>& placed() const { return placed_; }
  // Pixels per unit, once it was prepared.
  float scale() const { return fonts_->scale(); }
  // What the last frame asked for, in order; already applied.
  const std::vector<Action>& actions() const { return actions_; }
  Rgb paper() const { return palette(theme_).stage; }

 private:
  void follow_training();
  void carry_out(const std::vector<Request>& requests, const Finished& shown, const Session& session);
  void apply_actions();
  void follow_own_sentence(const Action& action, const Session& before);
  void count_frames(const Finished& shown, bool keys);

  ImGuiContext* before_;   // current again when this screen is gone
  ImFontAtlas no_glyphs_;  // one of the context's own would be deleted with it, whichever it has by then
  ImGuiContext* context_;
  Theme theme_ = Theme::light;  // of what was drawn last: an action may have changed the session's since
  Workspace& workspace_;
  CellPainter& cells_;
  FontsPtr fonts_;
  States states_;
  TraceMaps maps_;
  Exporter exporter_;
  FileWork files_;
  LiveWork live_;
  int steps_kept_ = 0;  // by live_, as far as the workspace knows
  std::vector<Action> actions_;
  std::vector<Placed> placed_;
  int gesture_ = 0;           // counts presses of the mouse: what one press drags is one change
  std::string own_sentence_;  // the one typed last; empty: none
  Input input_;
  bool fed_ = false;     // this frame was given something
  bool settled_ = true;  // the last frame changed nothing, and nothing it asked for is still to come
  bool moved_ = false;   // something moved in it
  bool closing_ = false;
  int due_ = 1;                      // frames still to be drawn
  Overlay overlay_ = Overlay::none;  // as the last frame left it
  Finished shown_;                   // what the last frame showed
  ImVec2 size_ = {0, 0};
  Worker shelf_;  // reads what lists of lessons and models show, behind the first frame
};

// Ends Dear ImGui's frame where an exception leaves it. Else the atlas of its letters stays locked, and
// whoever frees that ends the program. Lives as long as the frame of the context that is current when it is
// made.
class FrameEnd {
 public:
  FrameEnd() = default;
  ~FrameEnd();
  FrameEnd(const FrameEnd&) = delete;
  FrameEnd& operator=(const FrameEnd&) = delete;

 private:
  int before_ = std::uncaught_exceptions();
};

}  // namespace headlight
