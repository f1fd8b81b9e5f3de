#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

#include "app/session/opening.h"
#include "app/window/gl_backend.h"
#include "app/window/offscreen.h"
#include "app/window/render.h"
#include "app/window/run.h"

namespace headlight {

double drag_frame_ms(int repeats) {
  constexpr int width = 1440;
  constexpr int height = 900;
  const Session session = opening_session(Session{}.model);
  Workspace workspace(session);
  workspace.wait();
  const Offscreen target(width, height);
  GlCells cells;
  Screen screen(workspace, cells, upload_fonts);
  const GlBackend backend;
  const auto draw = [&] {
    render_frame(screen, cells, width, height, 1);
    glFinish();
  };
  for (int i = 0; i < 5; ++i) draw();

  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    Edit temperature;
    temperature.path = selected_head_path(session, "scaled");
    temperature.kind = Edit::Kind::multiply;
    temperature.values = {0.5F + 0.01F * static_cast<float>(i % 100)};
    const auto start = std::chrono::steady_clock::now();
    workspace.apply(AddEdit{temperature});
    if (!workspace.wait()->error.empty()) throw std::runtime_error(workspace.document()->error);
    draw();
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  return times[static_cast<std::size_t>(repeats / 2)];
}

}  // namespace headlight
