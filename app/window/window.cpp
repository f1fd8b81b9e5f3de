#include "app/window/run.h"

// epoxy first: GLFW must not bring its own GL header.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "app/lessons/handout.h"
#include "app/lessons/library.h"
#include "app/lessons/link.h"
#include "app/lessons/page.h"
#include "app/panels/files/files.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/session/session_file.h"
#include "app/window/render.h"
#include "app/window/start.h"
#include "app/window/title_bar.h"
#include "core/files/whole_file.h"
#include "core/platform/desktop.h"
#include "core/platform/paths.h"
#include "core/platform/process.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::array<std::pair<int, const char*>, 21> named_keys{{
    {GLFW_KEY_LEFT, "Left"},
    {GLFW_KEY_RIGHT, "Right"},
    {GLFW_KEY_UP, "Up"},
    {GLFW_KEY_DOWN, "Down"},
    {GLFW_KEY_HOME, "Home"},
    {GLFW_KEY_END, "End"},
    {GLFW_KEY_PAGE_UP, "Page Up"},
    {GLFW_KEY_PAGE_DOWN, "Page Down"},
    {GLFW_KEY_TAB, "Tab"},
    {GLFW_KEY_ENTER, "Enter"},
    {GLFW_KEY_KP_ENTER, "Enter"},
    {GLFW_KEY_SPACE, "Space"},
    {GLFW_KEY_ESCAPE, "Esc"},
    {GLFW_KEY_F1, "F1"},
    {GLFW_KEY_F5, "F5"},
    {GLFW_KEY_KP_ADD, "+"},
    {GLFW_KEY_KP_SUBTRACT, "-"},
    {GLFW_KEY_KP_0, "0"},
    {GLFW_KEY_BACKSPACE, "Backspace"},
    {GLFW_KEY_DELETE, "Delete"},
    {GLFW_KEY_INSERT, "Insert"},
}};

bool is_modifier(int key) {
  return (key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER) || key == GLFW_KEY_CAPS_LOCK ||
         key == GLFW_KEY_NUM_LOCK;
}

std::string key_name(int key, const char* layout_name) {
  for (const auto& [each, name] : named_keys) {
    if (each == key) return name;
  }
  const bool letter = layout_name != nullptr && layout_name[0] > ' ' && layout_name[1] == '\0';
  const int sign = letter ? layout_name[0] : key;
  if (sign <= ' ' || sign > '~') return "Other";
  return std::string(1, static_cast<char>(std::toupper(sign)));
}

// A key of GLFW with what is held down beside it, as the table of commands writes it: "Ctrl Shift Z". Letters
// go by what the keyboard's layout calls them (`name`, glfwGetKeyName), not by where they lie. Empty for a
// key that only changes others.
std::string chord_name(int glfw_key, int glfw_mods, const char* name) {
  if (is_modifier(glfw_key)) return "";
  const bool shift = (glfw_mods & GLFW_MOD_SHIFT) != 0;
  std::string key = key_name(glfw_key, name);
  if (key == "/" && shift) return "?";
  std::string held;
  if ((glfw_mods & GLFW_MOD_CONTROL) != 0) held += "Ctrl ";
  // A sign that needs Shift on some layouts is the same sign.
  const bool sign = key.size() == 1 && std::isalnum(static_cast<unsigned char>(key[0])) == 0;
  if (shift && !sign) held += "Shift ";
  return held + key;
}

std::string glfw_message() {
  const char* message = nullptr;
  glfwGetError(&message);
  return message == nullptr ? "no reason given" : message;
}

// GLFW from its start to its end.
struct Glfw {
  Glfw() {
    if (glfwInit() == GLFW_FALSE) {
      throw std::runtime_error("no display can be opened (" + glfw_message() +
                               "); without one, use: headlight figure, or headlight screenshot");
    }
  }
  ~Glfw() { glfwTerminate(); }
  Glfw(const Glfw&) = delete;
  Glfw& operator=(const Glfw&) = delete;
};

struct CloseWindow {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using WindowPtr = std::unique_ptr<GLFWwindow, CloseWindow>;

// What of a screen no panel of the desktop takes; unknown without a screen.
WindowSize free_size(GLFWmonitor* monitor) {
  int x = 0, y = 0;
  WindowSize free;
  if (monitor != nullptr) glfwGetMonitorWorkarea(monitor, &x, &y, &free.width, &free.height);
  return free;
}

constexpr WindowSize usual_size{1440, 900};
constexpr WindowSize least_size{800, 600};

#ifdef _WIN32
constexpr const char* without_opengl =
    "a newer driver of the graphics card may have it. A browser shows the same: headlight export --html "
    "page.html";
#else
constexpr const char* without_opengl =
    "try LIBGL_ALWAYS_SOFTWARE=1 headlight, which draws without the graphics card, or headlight figure";
#endif

struct NoOpenGl : std::runtime_error {
  using std::runtime_error::runtime_error;
};

WindowPtr open_window() {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  float scale_x = 1;
  float scale_y = 1;
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  if (monitor != nullptr) glfwGetMonitorContentScale(monitor, &scale_x, &scale_y);
  const WindowSize free = free_size(monitor);
  const WindowSize asked = fitting_size(usual_size, free, scale_x, scale_y);
  WindowPtr window(glfwCreateWindow(asked.width, asked.height, "Headlight", nullptr, nullptr));
  if (!window) {
    throw NoOpenGl("no window with OpenGL 3.3 can be opened (" + glfw_message() + "); " + without_opengl);
  }
  // Its frame is known once it is there; from now on sizes are as they are on the screen.
  WindowFrame frame;
  glfwGetWindowFrameSize(window.get(), &frame.left, &frame.top, &frame.right, &frame.bottom);
  WindowSize given;
  glfwGetWindowSize(window.get(), &given.width, &given.height);
  const WindowSize fits = fitting_size(given, free, 1, 1, frame);
  if (fits != given) glfwSetWindowSize(window.get(), fits.width, fits.height);
  const WindowSize least = fitting_size(least_size, free, 1, 1, frame);
  glfwSetWindowSizeLimits(window.get(), least.width, least.height, GLFW_DONT_CARE, GLFW_DONT_CARE);
  return window;
}

Screen& screen_of(GLFWwindow* window) { return *static_cast<Screen*>(glfwGetWindowUserPointer(window)); }

// From where the window system counts the mouse to pixels of the framebuffer, the unit of layout.
float pixels_per_unit(GLFWwindow* window) {
  int width = 1;
  int window_width = 1;
  glfwGetFramebufferSize(window, &width, nullptr);
  glfwGetWindowSize(window, &window_width, nullptr);
  return window_width > 0 ? static_cast<float>(width) / static_cast<float>(window_width) : 1;
}

ImVec2 in_pixels(GLFWwindow* window, double x, double y) {
  const float ratio = pixels_per_unit(window);
  return {static_cast<float>(x) * ratio, static_cast<float>(y) * ratio};
}

void on_move(GLFWwindow* window, double x, double y) {
  const ImVec2 at = in_pixels(window, x, y);
  screen_of(window).input().move(at.x, at.y);
}

void on_enter(GLFWwindow* window, int entered) {
  if (entered == GLFW_FALSE) return screen_of(window).input().leave();
  // Where it left and comes back at the same place GLFW tells of no move.
  double x = 0;
  double y = 0;
  glfwGetCursorPos(window, &x, &y);
  const ImVec2 at = in_pixels(window, x, y);
  screen_of(window).input().enter(at.x, at.y);
}

void on_button(GLFWwindow* window, int button, int action, int) {
  screen_of(window).input().button(button, action == GLFW_PRESS);
}

void on_scroll(GLFWwindow* window, double x, double y) {
  screen_of(window).input().wheel(static_cast<float>(x), static_cast<float>(y));
}

void on_character(GLFWwindow* window, unsigned code_point) {
  screen_of(window).input().character(code_point);
}

void on_key(GLFWwindow* window, int key, int scancode, int action, int mods) {
  const auto held = [&](int left, int right) {
    return glfwGetKey(window, left) == GLFW_PRESS || glfwGetKey(window, right) == GLFW_PRESS;
  };
  screen_of(window).input().key({.code = key,
                                 .down = action != GLFW_RELEASE,
                                 .repeated = action == GLFW_REPEAT,
                                 .chord = chord_name(key, mods, glfwGetKeyName(key, scancode)),
                                 .control = held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL),
                                 .shift = held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT),
                                 .alt = held(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT),
                                 .super = held(GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER)});
}

void listen(GLFWwindow* window) {
  glfwSetCursorPosCallback(window, on_move);
  glfwSetCursorEnterCallback(window, on_enter);
  glfwSetMouseButtonCallback(window, on_button);
  glfwSetScrollCallback(window, on_scroll);
  glfwSetKeyCallback(window, on_key);
  glfwSetCharCallback(window, on_character);
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
  for (int i = 0; i < count; ++i) screen_of(window).drop(paths[i]);
}

// The screen on which most of the window lies.
GLFWmonitor* monitor_of(GLFWwindow* window) {
  int x = 0, y = 0, width = 0, height = 0;
  glfwGetWindowPos(window, &x, &y);
  glfwGetWindowSize(window, &width, &height);
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  GLFWmonitor* best = nullptr;
  int most = -1;
  for (int i = 0; i < count; ++i) {
    int left = 0, top = 0;
    glfwGetMonitorPos(monitors[i], &left, &top);
    const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
    if (mode == nullptr) continue;
    const int wide = std::min(x + width, left + mode->width) - std::max(x, left);
    const int tall = std::min(y + height, top + mode->height) - std::max(y, top);
    const int shared = std::max(wide, 0) * std::max(tall, 0);
    if (shared <= most) continue;
    most = shared;
    best = monitors[i];
  }
  return best;
}

// Where the window was before it filled the screen.
class FullScreen {
 public:
  explicit FullScreen(GLFWwindow* window) : window_(window) {}

  void set(bool on) {
    if (on == on_) return;
    on_ = on;
    if (!on) return leave();
    glfwGetWindowPos(window_, &x_, &y_);
    glfwGetWindowSize(window_, &before_.width, &before_.height);
    GLFWmonitor* monitor = monitor_of(window_);
    const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
    if (mode == nullptr) return;
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }

 private:
  // The screen may be another one by now: a projector was unplugged.
  void leave() {
    const WindowSize size = fitting_size(before_, free_size(monitor_of(window_)), 1, 1);
    glfwSetWindowMonitor(window_, nullptr, x_, y_, size.width, size.height, GLFW_DONT_CARE);
  }

  GLFWwindow* window_;
  bool on_ = false;
  int x_ = 0, y_ = 0;
  WindowSize before_ = usual_size;
};

// The framebuffer is the unit of layout, whatever the window system counts in.
float use_framebuffer(GLFWwindow* window) {
  int width = 1;
  int height = 1;
  float scale = 1;
  glfwGetFramebufferSize(window, &width, &height);
  glfwGetWindowContentScale(window, &scale, nullptr);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {1, 1};
  return std::max(1.0F, scale);
}

// Time, the pointer's shape and the clipboard are the backend's. It asks the window system where the mouse is
// by now, which under load is not where it was clicked: the mouse is as the input told it.
void begin_backend_frame() {
  ImGuiIO& io = ImGui::GetIO();
  const ImVec2 mouse = io.MousePos;
  const auto down = std::to_array(io.MouseDown);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  io.MousePos = mouse;
  std::copy(down.begin(), down.end(), io.MouseDown);
}

// The bench (tests/bench) measures the time to the first frame with numbers in it.
bool first_frame_only() { return !environment("HEADLIGHT_FIRST_FRAME").empty(); }

// Sleeps until something happens, at most for `most` seconds: nothing is drawn meanwhile. What is typed has a
// caret that blinks, and a change wants to be written soon.
void wait_for_events(double most, bool typing, std::optional<Autosave::Clock::duration> until_saved) {
  if (typing) most = std::min(most, 0.4);
  if (until_saved) most = std::min(most, std::chrono::duration<double>(*until_saved).count() + 0.001);
  if (std::isinf(most)) {
    glfwWaitEvents();
  } else {
    glfwWaitEventsTimeout(std::max(most, 0.0));
  }
}

// What is kept while the window is open, and what may end it from outside.
struct WhileOpen {
  Autosave& autosave;
  LookKept& look;
  const EndRequest& end;
};

void run(GLFWwindow* window, Workspace& workspace, const WhileOpen& kept, States states) {
  Autosave& autosave = kept.autosave;
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  GlCells cells;
  Screen screen(workspace, cells);
  screen.states() = std::move(states);
  LessonsRead lessons_read(first_frame_only() ? std::filesystem::path() : state_folder());
  screen.states().of<LessonState>().reached = lessons_read.reached();
  glfwSetWindowUserPointer(window, &screen);
  glfwSetDropCallback(window, on_drop);
  listen(window);
  ImGui_ImplGlfw_InitForOpenGL(window, false);
  const GlBackend backend;
  FullScreen full_screen(window);
  std::string title;
  std::optional<Theme> title_bar;

  constexpr double frame_length = 1.0 / 60;  // where the display does not hold back what moves, this does
  double shown = glfwGetTime();
  bool said = false;
  std::optional<Autosave::Clock::duration> until_saved;
  while (glfwWindowShouldClose(window) == GLFW_FALSE && !screen.closing() && !kept.end.asked()) {
    if (screen.wants_another_frame()) {
      glfwPollEvents();
    } else {
      wait_for_events(std::max(screen.rest(), shown + frame_length - glfwGetTime()),
                      !screen.state().typing.empty(), until_saved);
    }
    shown = glfwGetTime();
    begin_backend_frame();
    screen.prepare(use_framebuffer(window));
    cells.new_frame();
    ImGui::NewFrame();
    screen.frame();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    glViewport(0, 0, static_cast<int>(size.x), static_cast<int>(size.y));
    draw_imgui(screen);
    glfwSwapBuffers(window);
    if (first_frame_only() && !workspace.results()->computing) break;

    full_screen.set(workspace.session().presenting);
    until_saved = autosave.keep(workspace.session());
    kept.look.keep(workspace.session());
    lessons_read.keep(screen.states().of<LessonState>().reached);
    if (!first_frame_only()) say_what_is_not_kept(autosave, screen.states(), said);
    if (std::string now = window_title(screen.states().of<SessionFile>(), workspace.session());
        now != title) {
      title = std::move(now);
      glfwSetWindowTitle(window, title.c_str());
    }
    if (const Theme theme = workspace.session().theme; theme != title_bar) {
      title_bar = theme;
      colour_title_bar(window, theme == Theme::dark);
    }
  }
  leave_behind(screen.states(), workspace.session(), autosave);
  ImGui_ImplGlfw_Shutdown();
}

// What the window would have begun with.
Session first_shown(const WindowStart& start, Autosave& autosave) {
  if (!start.link.empty()) return session_of_link(start.link);
  const std::optional<FileKind> kind = kind_of_file(start.to_open);
  if (kind == FileKind::session) return load_session(start.to_open);
  if (kind == FileKind::lesson) {
    read_once(start.to_open);
    return at_step(start.session, start.to_open, 0);
  }
  States states;
  const Session session = begin_with(start, autosave, states);
  autosave.leave(session, states.of<SessionFile>().path);  // it is as it was for the next start
  return session;
}

// The same as a page in the person's browser.
void open_as_page(const WindowStart& start) {
  const std::filesystem::path folder = state_folder();
  Autosave autosave(folder);
  const Session session = first_shown(start, autosave);
  const std::filesystem::path page = folder / "headlight.html";
  replace_file(page, handout_page(whole_page(read_text(page_template(), largest_page)), handout_of(session)));
  if (!open_in_browser(page)) throw std::runtime_error("no browser opens " + page.string());
}

// Says why the program ends.
void say_why(const std::string& why) {
  std::fprintf(stderr, "headlight: %s\n", why.c_str());
  show_failure("Headlight: " + why);
}

}  // namespace

int run_window(const WindowStart& start) {
  try {
    // Before any other thread begins.
    const EndRequest end([] { glfwPostEmptyEvent(); });
    const Glfw glfw;
    const WindowPtr window = open_window();
    const std::filesystem::path folder = first_frame_only() ? std::filesystem::path() : state_folder();
    WindowStart asked = start;
    LookKept look(folder);
    if (look.look() && !start.own_look) static_cast<Appearance&>(asked.session) = *look.look();
    Autosave autosave(folder);
    States states;
    const Session session = begin_with(asked, autosave, states);
    // The worker's thread may still wake the loop while it ends, so it must be gone before GLFW is.
    Workspace workspace(asked.session, [] { glfwPostEmptyEvent(); });
    if (session != asked.session) workspace.restore(session);
    run(window.get(), workspace, {autosave, look, end}, std::move(states));
    return 0;
  } catch (const NoOpenGl& error) {
    std::fprintf(stderr, "headlight: %s\n", error.what());
    const std::string question =
        "This computer cannot draw Headlight’s window: it has no OpenGL 3.3. A newer "
        "driver of the graphics card may have it.\n\nOpen the same in your browser?";
    if (!ask_person(question)) return 1;
    try {
      open_as_page(start);
      return 0;
    } catch (const std::exception& why) {
      say_why(told(why));
    }
    return 1;
  } catch (const std::exception& error) {
    say_why(told(error));
    return 1;
  }
}

}  // namespace headlight
