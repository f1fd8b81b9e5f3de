// What is drawn without a display: screenshots.
#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "app/panels/common/panels.h"
#include "app/session/altitudes.h"
#include "app/widgets/pieces.h"
#include "app/window/render.h"
#include "app/window/run.h"
#include "core/files/whole_file.h"
#include "core/files/write_pictures.h"
#include "core/text/unicode.h"

namespace headlight {

Offscreen::Offscreen(int width, int height) : width_(width), height_(height) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
  if (width > most || height > most) {
    throw std::runtime_error("a picture can have at most " + std::to_string(most) + " pixels a side here");
  }
  glGenRenderbuffers(1, &colours_);
  glBindRenderbuffer(GL_RENDERBUFFER, colours_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glGenFramebuffers(1, &frame_);
  glBindFramebuffer(GL_FRAMEBUFFER, frame_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colours_);
  glViewport(0, 0, width, height);
}

std::vector<std::uint32_t> Offscreen::pixels() const {
  std::vector<std::uint32_t> bottom_up(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, bottom_up.data());
  std::vector<std::uint32_t> pixels(bottom_up.size());
  for (int y = 0; y < height_; ++y) {
    const auto from = bottom_up.begin() + std::ptrdiff_t{height_ - 1 - y} * width_;
    std::transform(from, from + width_, pixels.begin() + std::ptrdiff_t{y} * width_,
                   [](std::uint32_t pixel) { return pixel | 0xFF000000U; });
  }
  return pixels;
}

namespace {

struct Capture {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels = {};
};

// A screen of one size that is drawn on no display.
class Camera {
 public:
  Camera(Workspace& workspace, int width, int height, float scale)
      : workspace_(workspace),
        width_(width),
        height_(height),
        scale_(scale),
        target_(width, height),
        screen_(workspace, cells_) {}

  void set_touch(bool on) { screen_.state().touch = on; }
  void list_shapes(bool on) { screen_.state().shapes_placed = on; }

  Capture take() {
    workspace_.wait();
    // The first frame measures what the second one places (scrolling to the step shown); motions end within
    // them, since a frame lasts a second.
    constexpr int frames_built = 3;
    const auto build = [&] {
      for (int i = 0; i < frames_built; ++i) build_frame(screen_, cells_, width_, height_, scale_, 1);
    };
    build();
    if (screen_.busy()) {  // what is long comes later
      while (screen_.busy()) build();
      build();
    }
    return photograph();
  }

  // On the way to another session, so long after that of before was left.
  std::vector<Capture> take_on_the_way(const Session& to, std::vector<int> milliseconds) {
    take();
    workspace_.apply(OpenSession{to});
    workspace_.wait();
    std::sort(milliseconds.begin(), milliseconds.end());
    std::vector<Capture> pictures;
    constexpr int frame_ms = 5;
    int now = -frame_ms;
    for (const int time : milliseconds) {
      for (bool first = true; first || now < time; first = false) {
        const int step = now < 0 ? frame_ms : std::min(frame_ms, time - now);
        if (now >= 0 && step == 0) break;
        build_frame(screen_, cells_, width_, height_, scale_, static_cast<float>(step) / 1000);
        now += step;
      }
      pictures.push_back(photograph());
    }
    return pictures;
  }

  // What stands on the picture that was taken last.
  std::string pieces() const {
    const float scale = screen_.scale();
    return pieces_json(pieces_of(screen_.placed(), scale), static_cast<float>(width_) / scale,
                       static_cast<float>(height_) / scale);
  }

 private:
  Capture photograph() {
    draw_imgui(screen_);
    return {width_, height_, target_.pixels()};
  }

  Workspace& workspace_;
  int width_, height_;
  float scale_;
  Offscreen target_;
  GlCells cells_;
  Screen screen_;
  GlBackend backend_;
};

void write(const Capture& picture, const std::filesystem::path& path) {
  replace_file(path,
               [&](std::ostream& out) { write_png(out, picture.pixels, picture.width, picture.height); });
}

// Every `by` x `by` pixels become their average.
Capture smaller(const Capture& from, int by) {
  Capture to{from.width / by, from.height / by};
  for (int y = 0; y < to.height; ++y) {
    for (int x = 0; x < to.width; ++x) {
      std::array<unsigned, 3> sums{};
      for (int i = 0; i < by * by; ++i) {
        const std::uint32_t pixel = from.pixels[(y * by + i / by) * from.width + x * by + i % by];
        for (unsigned channel = 0; channel < 3; ++channel) sums[channel] += pixel >> (8 * channel) & 255U;
      }
      const auto count = static_cast<unsigned>(by * by);
      to.pixels.push_back(0xFF000000U | sums[2] / count << 16U | sums[1] / count << 8U | sums[0] / count);
    }
  }
  return to;
}

// Pictures in rows, small and apart.
class ContactSheet {
 public:
  void add(int row, Capture picture) {
    rows_.resize(std::max(rows_.size(), static_cast<std::size_t>(row) + 1));
    rows_[row].push_back(std::move(picture));
  }

  Capture sheet() const {
    Capture all;
    for (const auto& row : rows_) {
      int wide = apart;
      int tall = 0;
      for (const Capture& each : row) {
        wide += each.width + apart;
        tall = std::max(tall, each.height);
      }
      all.width = std::max(all.width, wide);
      all.height += tall + apart;
    }
    all.height += apart;
    all.pixels.assign(static_cast<std::size_t>(all.width) * static_cast<std::size_t>(all.height), ground);
    int top = apart;
    for (const auto& row : rows_) {
      int left = apart;
      int tall = 0;
      for (const Capture& each : row) {
        for (int y = 0; y < each.height; ++y) {
          std::copy_n(each.pixels.begin() + std::ptrdiff_t{y} * each.width, each.width,
                      all.pixels.begin() + std::ptrdiff_t{top + y} * all.width + left);
        }
        left += each.width + apart;
        tall = std::max(tall, each.height);
      }
      top += tall + apart;
    }
    return all;
  }

 private:
  static constexpr int apart = 12;
  static constexpr std::uint32_t ground = 0xFF8A8A8A;
  std::vector<std::vector<Capture>> rows_;
};

// A way the whole application is looked at.
struct Sitting {
  const char* name;
  int width, height;
  float scale;
  int smaller;  // on the contact sheet
  void (*set)(Session& session);
};
constexpr std::array sittings{
    Sitting{"1280x800", 1280, 800, 1, 3, [](Session&) {}},
    Sitting{"2560x1440", 2560, 1440, 2, 6, [](Session&) {}},
    Sitting{"presenter-1024x768", 1024, 768, 1, 3, [](Session& session) { session.presenting = true; }},
};

// The altitudes as far as a step, then each lab.
std::vector<std::pair<std::string, Session>> places(const Session& session, const Results& results) {
  std::vector<std::pair<std::string, Session>> all;
  Session shown = session;
  const Trace* const trace = results.trace_of_side(session, session.side);
  for (const auto& [altitude, name] : altitude_names()) {
    if (trace == nullptr || !altitude || altitude > Altitude::step) continue;
    if (!has_altitude(trace->anatomy(), *altitude)) continue;
    shown.altitude = altitude;
    all.emplace_back(name, shown);
  }
  for (const Lab* lab : labs()) {
    show_lab(shown, lab);
    all.emplace_back((lab->own_view ? "" : "lab-") + std::string(lab->name), shown);
  }
  return all;
}

}  // namespace

namespace {

std::filesystem::path named_by_time(const std::filesystem::path& file, const std::vector<int>& at,
                                    std::size_t which) {
  if (at.size() < 2) return file;
  std::vector<int> times = at;
  std::sort(times.begin(), times.end());
  std::string time = std::to_string(times[which]);
  time.insert(0, 3 - std::min<std::size_t>(3, time.size()), '0');
  std::filesystem::path named = file;
  named.replace_filename(file.stem().string() + "-" + time + file.extension().string());
  return named;
}

}  // namespace

int write_screenshot(const Session& session, const ResultsPtr& results, const ScreenshotOutput& output) {
  try {
    Workspace workspace(output.from ? *output.from : session, {}, output.from ? nullptr : results);
    Camera camera(workspace, output.width, output.height, output.scale);
    camera.set_touch(output.touch);
    camera.list_shapes(!output.pieces.empty());
    if (output.from) {
      const std::vector<Capture> pictures = camera.take_on_the_way(session, output.at);
      for (std::size_t i = 0; i < pictures.size() && !output.picture.empty(); ++i)
        write(pictures[i], named_by_time(output.picture, output.at, i));
    } else {
      const Capture picture = camera.take();
      if (!output.picture.empty()) write(picture, output.picture);
    }
    if (!output.pieces.empty()) {
      const std::string pieces = camera.pieces();
      replace_file(output.pieces, [&](std::ostream& out) { out << pieces; });
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "headlight: %s\n", told(error).c_str());
    return 1;
  }
}

void write_screenshots(const Session& session, const std::filesystem::path& folder,
                       const std::function<void(const std::filesystem::path&)>& told) {
  make_folder(folder);
  ContactSheet sheet;
  Workspace workspace(session);
  const ResultsPtr results = workspace.wait();
  const auto keep = [&](const Capture& picture, const std::string& name) {
    write(picture, folder / name);
    told(folder / name);
  };
  for (const Sitting& sitting : sittings) {
    Camera camera(workspace, sitting.width, sitting.height, sitting.scale);
    int row = 0;
    for (const auto& [title, place] : places(session, *results)) {
      for (const Theme theme : {Theme::light, Theme::dark}) {
        Session shown = place;
        shown.theme = theme;
        sitting.set(shown);
        workspace.apply(OpenSession{shown});
        const Capture picture = camera.take();
        std::string name = title;
        std::transform(name.begin(), name.end(), name.begin(), [](char letter) {
          return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter;
        });
        keep(picture, name + "-" + (theme == Theme::light ? "light" : "dark") + "-" + sitting.name + ".png");
        sheet.add(row, smaller(picture, sitting.smaller));
      }
      ++row;
    }
  }
  keep(sheet.sheet(), "all.png");
}

}  // namespace headlight
