#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/session/opening.h"
#include "app/window/gl_backend.h"
#include "app/window/offscreen.h"
#include "app/window/render.h"
#include "app/window/run.h"

namespace headlight {

namespace {

constexpr int frame_width = 1440;
constexpr int frame_height = 900;

// The median of `repeats` changes of a session, each up to the finished frame.
double median_ms(const Session& session, int repeats, const std::function<Action(int)>& change) {
  Workspace workspace(session);
  workspace.wait();
  const Offscreen target(frame_width, frame_height);
  GlCells cells;
  Screen screen(workspace, cells, upload_fonts);
  const GlBackend backend;
  const auto draw = [&] {
    render_frame(screen, cells, frame_width, frame_height, 1);
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

// What of a lab is dragged: how it stands at the i-th move, each time somewhere else.
struct LabDrag {
  const char* what;
  LabKind lab;
  void (*move)(Labs& labs, int i);
};
constexpr std::array lab_drags{
    LabDrag{"lookup, the dimensions of the letters’ table", LabKind::lookup,
            [](Labs& labs, int i) { labs.lookup.dimensions = 1 + i % 8; }},
    LabDrag{"lookup, a word of the sentence", LabKind::lookup,
            [](Labs& labs, int i) {
              labs.lookup.of = LookupOf::sentence;
              labs.lookup.place = i % 11;
            }},
    LabDrag{"positions, a place of the sinusoids", LabKind::positions,
            [](Labs& labs, int i) { labs.positions.position = i % 11; }},
    LabDrag{"positions, a place of the learned table", LabKind::positions,
            [](Labs& labs, int i) {
              labs.positions.kind = Positions::learned;
              labs.positions.position = i % 11;
            }},
    LabDrag{"positions, a place of RoPE", LabKind::positions,
            [](Labs& labs, int i) {
              labs.positions.kind = Positions::rotary;
              labs.positions.position = i % 11;
            }},
    LabDrag{"positions, a place of the parts of a score", LabKind::positions,
            [](Labs& labs, int i) {
              labs.positions.page = PositionsPage::scores;
              labs.positions.position = i % 11;
            }},
    LabDrag{"positions, a place under ALiBi", LabKind::positions,
            [](Labs& labs, int i) {
              labs.positions.page = PositionsPage::attention;
              labs.positions.kind = Positions::alibi;
              labs.positions.position = i % 11;
            }},
    LabDrag{"positions, the letters of a small model", LabKind::positions,
            [](Labs& labs, int i) {
              labs.positions.page = PositionsPage::trained;
              labs.positions.length = 8 + i % 41;
            }},
    LabDrag{"order, a word", LabKind::order,
            [](Labs& labs, int i) {
              labs.order.order = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
              std::swap(labs.order.order.front(), labs.order.order[static_cast<std::size_t>(i % 10 + 1)]);
              labs.order.positions = true;
            }},
    LabDrag{"attention, the size of keys", LabKind::attention,
            [](Labs& labs, int i) { labs.attention.d_k = 1 + i % 64; }},
    LabDrag{"scaling, d_k", LabKind::scaling,
            [](Labs& labs, int i) { labs.scaling.dimensions = 1 + 37 * i % 1024; }},
    LabDrag{"scaling, the pairs drawn", LabKind::scaling,
            [](Labs& labs, int i) { labs.scaling.samples = 2000 + 100 * i; }},
    LabDrag{"scaling, the keys asked", LabKind::scaling,
            [](Labs& labs, int i) {
              labs.scaling.page = ScalingLab::Page::softmax;
              labs.scaling.keys = 33 + i % 32;
            }},
    LabDrag{"temperature of the next word", LabKind::temperature,
            [](Labs& labs, int i) {
              labs.temperature.of = TemperatureLab::Of::output;
              labs.temperature.temperature = 0.5F + 0.01F * static_cast<float>(i);
            }},
    LabDrag{"masks, a cell painted in all heads", LabKind::masks,
            [](Labs& labs, int i) {
              labs.masks.mask = MaskKind::own;
              labs.masks.painted = {i % 11, (i + 1) % 11};
            }},
    LabDrag{"masks, the window", LabKind::masks,
            [](Labs& labs, int i) {
              labs.masks.mask = MaskKind::window;
              labs.masks.window = 1 + i % 10;
            }},
    LabDrag{"cost, T", LabKind::cost, [](Labs& labs, int i) {
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

std::vector<DragFrame> labs_drag_frames(int repeats) {
  std::vector<DragFrame> frames;
  for (const LabDrag& drag : lab_drags) {
    Session session = opening_session(Session{}.model);
    session.view = ViewKind::lab;
    session.lab = drag.lab;
    frames.push_back({drag.what, median_ms(session, repeats, [&](int i) -> Action {
                        SetLabs action{session.labs};
                        drag.move(action.labs, i);
                        return action;
                      })});
  }
  return frames;
}

}  // namespace headlight
