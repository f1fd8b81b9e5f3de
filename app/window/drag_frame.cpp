#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <vector>

#include "app/session/opening.h"
#include "app/window/gl_backend.h"
#include "app/window/offscreen.h"
#include "app/window/render.h"
#include "app/window/run.h"

namespace headlight {

namespace {

constexpr int width = 1440;
constexpr int height = 900;

// The median of `repeats` changes of a session, each up to the finished frame.
double median_ms(const Session& session, int repeats, const std::function<Action(int)>& change) {
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
    const auto start = std::chrono::steady_clock::now();
    workspace.apply(change(i));
    if (!workspace.wait()->error.empty()) throw std::runtime_error(workspace.document()->error);
    draw();
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  return times[static_cast<std::size_t>(repeats / 2)];
}

// Where a lab's main slider stands at the i-th of its moves, each another place.
struct LabSlider {
  LabKind lab;
  void (*move)(Labs&, int i);
};
constexpr std::array lab_sliders{
    LabSlider{LabKind::scaling, [](Labs& labs, int i) { labs.scaling.dimensions = 1 + 37 * i % 1024; }},
    LabSlider{LabKind::temperature,
              [](Labs& labs, int i) { labs.temperature.temperature = 0.5F + 0.01F * static_cast<float>(i); }},
    LabSlider{LabKind::cost, [](Labs& labs, int i) {
                labs.cost.page = CostLab::Page::models;
                labs.cost.tokens = 100 + i;
              }}};

}  // namespace

double drag_frame_ms(int repeats) {
  const Session session = opening_session(Session{}.model);
  return median_ms(session, repeats, [&](int i) -> Action {
    Edit temperature;
    temperature.path = selected_head_path(session, "scaled");
    temperature.kind = Edit::Kind::multiply;
    temperature.values = {0.5F + 0.01F * static_cast<float>(i % 100)};
    return AddEdit{temperature};
  });
}

double labs_drag_frame_ms(int repeats) {
  double slowest = 0;
  for (const LabSlider& slider : lab_sliders) {
    Session session = opening_session(Session{}.model);
    session.view = ViewKind::lab;
    session.lab = slider.lab;
    slowest = std::max(slowest, median_ms(session, repeats, [&](int i) -> Action {
                         SetLabs action{session.labs};
                         slider.move(action.labs, i);
                         return action;
                       }));
  }
  return slowest;
}

}  // namespace headlight
