#include <epoxy/gl.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/lab/lab.h"
#include "app/labs/learn/learn_lab.h"
#include "app/panels/common/panels.h"
#include "app/session/opening.h"
#include "app/window/render.h"
#include "core/models/picture_models.h"
#include "core/pictures/scene.h"
#include "core/platform/process.h"
#include "tests/bench/bench.h"
#include "tests/core/allocations.h"

namespace headlight {

namespace {

constexpr int frame_width = 1440;
constexpr int frame_height = 900;

// What this thread has taken of the processor so far.
double processor_ms() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// A session's window that is drawn where nobody sees it.
struct MeasuredWindow {
  explicit MeasuredWindow(const Session& session) : workspace(session) { workspace.wait(); }

  void draw() {
    render_frame(screen, cells, frame_width, frame_height, 1);
    glFinish();
  }
  // Of a frame that nobody sees, so many seconds behind the one before.
  void gather(float seconds) { build_frame(screen, cells, frame_width, frame_height, 1, seconds); }
  // Returns the milliseconds of the processor until all was gathered that is to be drawn.
  double gather_and_draw() {
    const double before = processor_ms();
    build_frame(screen, cells, frame_width, frame_height, 1, 1.0F / 60);
    const double ours = processor_ms() - before;
    draw_imgui(screen);
    glFinish();
    return ours;
  }

  Workspace workspace;
  const Offscreen target{frame_width, frame_height};
  GlCells cells;
  Screen screen{workspace, cells};
  const GlBackend backend;
};

// Of so many times, in milliseconds.
double median_frame_ms(int repeats, const std::function<void(int)>& what) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    what(i);
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  return times[repeats / 2];
}

// The medians of `repeats` changes of a session, each up to the finished frame: what the frame shows is
// computed before it, off the frame, and `ours_ms` is what the frame itself takes.
DragFrame medians(const std::string& what, const Session& session, int repeats,
                  const std::function<Action(int)>& change) {
  MeasuredWindow window(session);
  for (int i = 0; i < 5; ++i) window.draw();
  std::vector<double> ours;
  const double all = median_frame_ms(repeats, [&](int i) {
    window.workspace.apply(change(i));
    if (!window.workspace.wait()->error.empty()) throw std::runtime_error(window.workspace.results()->error);
    ours.push_back(window.gather_and_draw());
  });
  std::nth_element(ours.begin(), ours.begin() + repeats / 2, ours.end());
  return {what, all, ours[repeats / 2]};
}

}  // namespace

double drag_frame_ms(int repeats) {
  const Session session = opening_session(Session{}.model);
  const auto change = [&](int i) -> Action {
    Edit temperature;
    temperature.path = selected_head_path(session, "scaled");
    temperature.kind = Edit::Kind::multiply;
    temperature.values = {0.5F + 0.01F * static_cast<float>(i % 100)};
    return AddEdit{temperature};
  };
  return medians("", session, repeats, change).ms;
}

std::vector<DragFrame> labs_drag_frames(int repeats) {
  std::vector<DragFrame> frames;
  for (const Lab* lab : labs()) {
    Session session = opening_session(Session{}.model);
    show_lab(session, lab);
    for (const LabDrag& drag : lab->drags) {
      frames.push_back(medians(drag.what, session, repeats, [&](int i) -> Action {
        SetLabs action{session.labs};
        drag.move(action.value, i);
        return action;
      }));
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
      frames.push_back(medians(std::string("an object of a picture, ") + model + ", " + face.name, session,
                               repeats, [&](int i) -> Action {
                                 const SceneObject& first = scene.objects.front();
                                 return SetSentence{0, to_text(moved(scene, 0, first.x + i % 8, first.y))};
                               }));
    }
  }
  return frames;
}

std::vector<DragFrame> training_frames(const std::filesystem::path& folder, int repeats) {
  set_environment("XDG_STATE_HOME", folder.string());
  Session session = opening_session(Session{}.model);
  show_lab(session, lab_named("learn"));
  SetLabs usual{session.labs};
  MeasuredWindow window(session);
  const auto shown = [&] { return window.screen.states().of<LiveOnScreen>().shown; };
  window.draw();
  window.screen.state().requests.push_back(RunTraining{.kind = live_kinds().front().name, .seed = 1});
  while (shown()->run.step < 20) {
    window.draw();
    if (!shown()->error.empty()) throw std::runtime_error(shown()->error);
  }
  const Lab& lab = *lab_on_stage(session);
  const double median = median_frame_ms(repeats, [&](int i) {
    lab.drags[0].move(usual.value, i);
    window.workspace.apply(usual);
    window.draw();
  });
  window.screen.state().requests.push_back(PauseTraining{});
  window.draw();
  return {{"a training, median", median}};
}

// The ways between places, each gone forth and back in turn.
namespace {

struct Leg {
  std::string what;
  std::function<void(Session&)> from, to;
};

std::vector<Leg> legs() {
  const auto at = [](Altitude altitude) {
    return [altitude](Session& session) {
      session.altitude = altitude;
      session.part = altitude == Altitude::step ? "weights" : "scores";
      session.layer = 3;
      session.head = 0;
      session.token = 7;
      if (altitude >= Altitude::cell) session.trail = {{selected_head_path(session, "scores"), 7, 1}};
      if (altitude == Altitude::product) session.number = 17;
    };
  };
  const auto head = [at](Attention attention, int layer, int which, Altitude altitude = Altitude::head) {
    return [=](Session& session) {
      at(altitude)(session);
      session.attention = attention;
      session.layer = layer;
      session.head = which;
    };
  };
  const auto word = [at](Altitude altitude, int token) {
    return [=](Session& session) {
      at(altitude)(session);
      session.token = token;
    };
  };
  std::vector<Leg> all;
  for (int i = 0; i + 1 < altitude_count; ++i) {
    const auto out = static_cast<Altitude>(i), in = static_cast<Altitude>(i + 1);
    const auto name = [](Altitude altitude) {
      for (const auto& [each, called] : altitude_names())
        if (each == altitude) return std::string(called);
      return std::string();
    };
    all.push_back({name(out) + " to " + name(in), at(out), at(in)});
  }
  all.push_back({"head to head", head(Attention::encoder, 3, 0), head(Attention::encoder, 3, 1)});
  all.push_back({"layer to layer", head(Attention::encoder, 3, 0, Altitude::layer),
                 head(Attention::encoder, 2, 0, Altitude::layer)});
  all.push_back({"word to word, head", word(Altitude::head, 7), word(Altitude::head, 3)});
  all.push_back({"word to word, model", word(Altitude::model, 7), word(Altitude::model, 3)});
  all.push_back(
      {"the words change language", at(Altitude::model), head(Attention::cross, 0, 0, Altitude::layer)});
  all.push_back({"far: cell to a decoder head", at(Altitude::cell), head(Attention::decoder, 0, 1)});
  all.push_back({"far: head to a head of another layer", head(Attention::encoder, 3, 0),
                 head(Attention::encoder, 1, 2)});
  all.push_back({"far: cell to the sentence", at(Altitude::cell), at(Altitude::sentence)});
  return all;
}

}  // namespace

void transitions(int repeats, const std::function<void(const Transition&)>& measured) {
  constexpr int frames = 44;  // of 1/60 second: the longest way there is, and a little more
  const Session begin = opening_session(Session{}.model);
  MeasuredWindow window(begin);
  struct Frame {
    std::vector<double> ours, all;
  };
  const auto go = [&](const std::function<void(Session&)>& to) {
    Session session = begin;
    to(session);
    window.workspace.apply(OpenSession{session});
    window.workspace.wait();
  };
  const auto median = [](std::vector<double> times) {
    const auto middle = times.begin() + std::ssize(times) / 2;
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
  };
  const auto measure = [&](const std::string& what, const std::function<void(Session&)>& from,
                           const std::function<void(Session&)>& to) {
    std::vector<Frame> times(frames);
    Transition transition{.what = what};
    long counted = 0;
    for (int repeat = 0; repeat <= repeats; ++repeat) {
      go(from);
      for (int i = 0; i < 4; ++i) window.gather(1);  // until all rests there
      go(to);
      for (Frame& frame : times) {
        // What is read beside the frames is none of theirs.
        const long before = allocations_here();
        const auto start = std::chrono::steady_clock::now();
        const double ours = window.gather_and_draw();
        const std::chrono::duration<double, std::milli> all = std::chrono::steady_clock::now() - start;
        if (repeat == 0) continue;  // which makes what is kept
        counted += allocations_here() - before;
        frame.ours.push_back(ours);
        frame.all.push_back(all.count());
      }
    }
    for (const Frame& frame : times) {
      const double ours = median(frame.ours), all = median(frame.all);
      transition.worst_ours = std::max(transition.worst_ours, ours);
      transition.worst = std::max(transition.worst, all);
      transition.mean_ours += ours / frames;
      transition.mean += all / frames;
    }
    transition.frames = frames;
    transition.allocations = counted / (frames * static_cast<long>(repeats));
    measured(transition);
  };
  for (const Leg& leg : legs()) {
    measure(leg.what, leg.from, leg.to);
    measure(leg.what + ", and back", leg.to, leg.from);
  }
}

// How long frames take on a session whose input is long, view by view: while the mouse moves, the wheel
// turns, the slider is dragged and the keys go through the heads.

namespace {

constexpr int long_frame_width = 1440;
constexpr int long_frame_height = 900;
// Frames in which a view may still be made after it was opened, and how long what it shows may be computed:
// what causes an answer takes a pass for each cell.
constexpr int most_first_frames = 1200;
constexpr std::chrono::seconds most_waited(20);

class LongFrames {
 public:
  LongFrames(const Session& session, int repeats) : repeats_(repeats), workspace_(session) {
    require_computed();
    ImGui::GetIO().MousePos = {-1, -1};
  }

  std::vector<DragFrame> measure() {
    for (const auto& [altitude, name] : altitude_names()) {
      if (altitude && *altitude <= Altitude::step)
        show(name, [altitude = altitude](Session& shown) { shown.altitude = altitude; });
    }
    show("head, a word in focus", [](Session& shown) {
      shown.altitude = Altitude::head;
      shown.token = 40;
    });
    show("cell", [](Session& shown) {
      shown.altitude = Altitude::cell;
      shown.part = "scores";
      shown.trail = {{selected_head_path(shown, "scores"), 40, 30}};
    });
    show("head, what if open", [](Session& shown) {
      shown.altitude = Altitude::head;
      shown.edits_open = true;
    });
    for (const Lab* lab : labs()) {
      show(called(lab), [&](Session& shown) { show_lab(shown, lab); });
    }
    return std::move(frames_);
  }

 private:
  void require_computed() {
    const ResultsPtr results = workspace_.wait();
    const std::string error = results->error.empty() ? results->side(0).error : results->error;
    if (!error.empty()) throw std::runtime_error(error);
  }

  // Returns the milliseconds of the processor until all was gathered that is to be drawn.
  double draw() {
    const double before = processor_ms();
    build_frame(screen_, cells_, long_frame_width, long_frame_height, 1, 1.0F / 60);
    const double ours = processor_ms() - before;
    draw_imgui(screen_);
    glFinish();
    return ours;
  }

  void settle() {
    const auto end = std::chrono::steady_clock::now() + most_waited;
    while (workspace_.results()->computing && std::chrono::steady_clock::now() < end) {
      draw();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    for (int i = 0; i < most_first_frames && (i < 5 || screen_.wants_another_frame() || screen_.busy()); ++i)
      draw();
  }

  // The median of a frame, each after `change` of the i-th.
  void time(const std::string& what, const std::function<void(int)>& change) {
    std::vector<double> times, ours;
    for (int i = 0; i < repeats_; ++i) {
      change(i);
      const auto start = std::chrono::steady_clock::now();
      ours.push_back(draw());
      times.push_back(
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    const auto median = [](std::vector<double>& all) {
      const auto middle = all.begin() + std::ssize(all) / 2;
      std::nth_element(all.begin(), middle, all.end());
      return *middle;
    };
    frames_.push_back({what, median(times), median(ours), peak_mib()});
  }

  // All over the stage, in large steps.
  ImVec2 place(int i) {
    const Area& stage = screen_.states().of<StageArea>().area;
    const auto share = [](float turns) { return std::fmod(turns, 1.0F); };
    const auto at = static_cast<float>(i) + 1;
    return {stage.left + stage.width() * share(at * 0.618F), stage.top + stage.height() * share(at * 0.414F)};
  }

  void show(const std::string& what, const std::function<void(Session&)>& change) {
    Session shown = workspace_.session();
    shown.token = -1;
    shown.trail.clear();
    shown.edits_open = false;
    change(shown);
    forget_peak();
    workspace_.apply(OpenSession{shown});
    settle();
    ImGuiIO& io = ImGui::GetIO();
    time(what + ", hover", [&](int i) { io.MousePos = place(i); });
    time(what + ", scroll", [&](int i) {
      io.MousePos = place(i / 8);
      io.MouseWheel = i % 16 < 8 ? -1.0F : 1.0F;
    });
    io.MouseWheel = 0;
    io.MousePos = {-1, -1};
    if (shown.altitude == Altitude::head) {
      time(what + ", head after head", [&](int) { screen_.press({Key::right}); });
    }
  }

  int repeats_;
  Workspace workspace_;
  Offscreen target_{long_frame_width, long_frame_height};
  GlCells cells_;
  Screen screen_{workspace_, cells_};
  GlBackend backend_;
  std::vector<DragFrame> frames_;
};

}  // namespace

std::vector<DragFrame> long_frames(const Session& session, int repeats) {
  return LongFrames(session, repeats).measure();
}

}  // namespace headlight
