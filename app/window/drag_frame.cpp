#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <vector>

#include "app/labs/lab.h"
#include "app/session/opening.h"
#include "app/window/gl_backend.h"
#include "app/window/offscreen.h"
#include "app/window/render.h"
#include "app/window/run.h"
#include "core/models/picture_cells.h"
#include "core/pictures/scene.h"
#include "core/pictures/scene_edit.h"

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
  for (const Lab* lab : labs()) {
    Session session = opening_session(Session{}.model);
    show_lab(session, lab->kind);
    for (const LabDrag& drag : lab->drags) {
      frames.push_back({drag.what, median_ms(session, repeats, [&](int i) -> Action {
                          SetLabs action{session.labs};
                          drag.move(action.labs, i);
                          return action;
                        })});
    }
  }
  return frames;
}

std::vector<DragFrame> picture_drag_frames(int repeats) {
  struct ShownFace {
    PictureShows shows;
    const char* name;
  };
  std::vector<DragFrame> frames;
  const Scene scene = scene_of(example_picture);
  for (const char* const model : {"caption-rnn", "caption-attention", "caption-transformer", "vit"}) {
    for (const ShownFace& face :
         {ShownFace{PictureShows::attention, "attention"}, ShownFace{PictureShows::features, "features"},
          ShownFace{PictureShows::positions, "positions"}}) {
      Session session = opening_session(model);
      session.picture_shows = face.shows;
      frames.push_back({std::string("an object of a picture, ") + model + ", " + face.name,
                        median_ms(session, repeats, [&](int i) -> Action {
                          const SceneObject& first = scene.objects.front();
                          return SetSentence{0, to_text(moved(scene, 0, first.x + i % 8, first.y))};
                        })});
    }
  }
  return frames;
}

}  // namespace headlight
