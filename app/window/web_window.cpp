// The window in a browser's tab: a canvas. What happens on the page comes from web/page.js, a call for each
// thing that a person does; what the page has to do is asked of it by the functions of web/system.js.
#include <emscripten.h>
#include <emscripten/html5.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/lessons/page.h"
#include "app/panels/commands/commands.h"
#include "app/panels/common/panels.h"
#include "app/panels/described/described.h"
#include "app/panels/files/files.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/session/open_lab.h"
#include "app/session/session_file.h"
#include "app/window/input.h"
#include "app/window/render.h"
#include "app/window/run.h"
#include "app/window/start.h"
#include "core/files/whole_file.h"
#include "core/platform/background.h"
#include "core/platform/paths.h"
#include "core/text/unicode.h"

// In web/system.js.
extern "C" {
double headlight_width();    // of the canvas, in pixels of the screen
double headlight_height();   // the same
double headlight_scale();    // pixels of the screen in one of the page
int headlight_is_dark();     // what the system wishes
int headlight_is_touched();  // by fingers, as far as the system knows
void headlight_cursor(const char* name);
void headlight_title(const char* title);
void headlight_describe(const char* elements);  // the screen in words, as elements_of() gives it
void headlight_has_focus(const char* name);     // what the keyboard is on; empty: nothing
void headlight_full_screen(int on);
void headlight_typing(int on);
void headlight_copy(const char* text);
int headlight_is_framed();
int headlight_has_model(const char* name);  // asks for it where the answer is 0
void headlight_started();
void headlight_first_frame();
}

namespace headlight {
namespace {

constexpr const char* canvas = "#canvas";
// Milliseconds. After work that took longer than the second, what it made is shown by a frame of its own.
constexpr double work_of_frame = 12, long_work = 25;

// All that a tab shows, until it is closed.
struct Tab {
  explicit Tab(const WindowStart& start)
      : autosave(std::in_place, state_folder()),
        workspace(start.session, [this] { woken = true; }),
        screen(workspace, cells),
        lessons_read(state_folder()) {
    const Session session = begin_with(start, *autosave, screen.states());
    if (session != start.session) workspace.restore(session);
    screen.states().of<LessonState>().reached = lessons_read.reached();
    screen.state().touch = headlight_is_touched() != 0;
    screen.states().of<InFrame>().on = headlight_is_framed() != 0;
    screen.states().of<Listening>().on = true;
  }

  bool woken = true;
  std::optional<Autosave> autosave;
  GlCells cells;
  Workspace workspace;
  Screen screen;
  Fingers fingers{screen.input()};
  GlBackend backend;
  LessonsRead lessons_read;
  bool only_shows = false;  // the next frame works at nothing
  std::string title = {}, pasted = {};
  int told = 0;              // so often was made what the page has as text
  std::string focused = {};  // and what it says has the keyboard
  bool said = false, told_to_close = false, typing = false, presenting = false, numbers = false,
       models_there = true;
  float width = 0, height = 0, scale = 1;
  double shown = 0, next = 0;  // seconds
};
std::unique_ptr<Tab> open_tab;

double seconds() { return emscripten_get_now() / 1000; }

// What the session computes with has arrived. A lab may compute with any model.
bool has_models(const Session& session) {
  if (shows_lab(session)) return headlight_has_model("") != 0;
  const auto has = [](const std::string& name) {
    return name.empty() || headlight_has_model(name.c_str()) != 0;
  };
  return has(session.model) && std::all_of(session.runs.begin(), session.runs.end(),
                                           [&](const RunSpec& run) { return has(run.model); });
}

void work() {
  open_tab->models_there = has_models(open_tab->workspace.session());
  if (!open_tab->models_there) return;
  const double until = emscripten_get_now() + work_of_frame;
  while (emscripten_get_now() < until && work_a_slice()) continue;
}

// Whether its size has changed.
bool fit_canvas() {
  const auto width = static_cast<float>(headlight_width());
  const auto height = static_cast<float>(headlight_height());
  const auto scale = static_cast<float>(headlight_scale());
  if (width == open_tab->width && height == open_tab->height && scale == open_tab->scale) return false;
  open_tab->width = width;
  open_tab->height = height;
  open_tab->scale = scale;
  emscripten_set_canvas_element_size(canvas, static_cast<int>(width), static_cast<int>(height));
  return true;
}

const char* cursor_name(ImGuiMouseCursor cursor) {
  switch (cursor) {
    case ImGuiMouseCursor_TextInput:
      return "text";
    case ImGuiMouseCursor_Hand:
      return "pointer";
    case ImGuiMouseCursor_ResizeEW:
      return "ew-resize";
    case ImGuiMouseCursor_ResizeNS:
      return "ns-resize";
    default:
      return "default";
  }
}

// What follows a frame: the page's part of it, and what is kept.
void tell_page() {
  Tab& t = *open_tab;
  const Session& session = t.workspace.session();
  headlight_cursor(cursor_name(ImGui::GetMouseCursor()));
  if (const bool typing = !t.screen.state().typing.empty(); typing != t.typing) {
    t.typing = typing;
    headlight_typing(typing ? 1 : 0);
  }
  if (session.presenting != t.presenting) {
    t.presenting = session.presenting;
    headlight_full_screen(session.presenting ? 1 : 0);
  }
  if (std::string now = window_title(t.screen.states().of<SessionFile>(), session); now != t.title) {
    t.title = std::move(now);
    headlight_title(t.title.c_str());
  }
  if (t.screen.closing() && !std::exchange(t.told_to_close, true)) {
    t.screen.states().of<Message>() = {
        "Close the tab to leave. Next time you can go on from here.", false, "", {}};
    t.woken = true;
  }
  const Described& described = t.screen.states().of<Described>();
  if (described.made != t.told) {
    t.told = described.made;
    headlight_describe(
        elements_of(described.now, t.workspace.finished().page.get(), session.lesson_answer).c_str());
  }
  const WidgetState& state = t.screen.state();
  if (std::string focused = state.focus_visible ? name_of_item(described.now, state.focus) : "";
      focused != t.focused) {
    t.focused = std::move(focused);
    headlight_has_focus(t.focused.c_str());
  }
  if (!t.numbers && !t.workspace.results()->computing) {
    t.numbers = true;
    headlight_first_frame();
  }
}

void draw() {
  Tab& t = *open_tab;
  ImGuiIO& io = ImGui::GetIO();
  const double now = seconds();
  io.DisplaySize = {t.width, t.height};
  io.DeltaTime = static_cast<float>(std::max(1e-4, now - t.shown));
  t.shown = now;
  ImGui_ImplOpenGL3_NewFrame();
  t.screen.prepare(std::max(1.0F, t.scale));
  t.cells.new_frame();
  ImGui::NewFrame();
  t.screen.frame();
  glViewport(0, 0, static_cast<int>(t.width), static_cast<int>(t.height));
  draw_imgui(t.screen);
}

// What keeps the page from its other work: as long as it takes, milliseconds.
double longest = 0;
struct Longest {
  ~Longest() { longest = std::max(longest, emscripten_get_now() - begun); }
  double begun = emscripten_get_now();
};

void frame() {
  Tab& t = *open_tab;
  const Longest measured;
  if (!std::exchange(t.only_shows, false)) {
    work();
    if (emscripten_get_now() - measured.begun > long_work) {
      t.only_shows = true;
      return;
    }
  }
  t.fingers.wait_until(seconds());
  const bool resized = fit_canvas();
  if (!resized && !std::exchange(t.woken, false) && !t.screen.wants_another_frame() && seconds() < t.next)
    return;
  draw();
  const auto until_saved = t.autosave->keep(t.workspace.session());
  t.lessons_read.keep(t.screen.states().of<LessonState>().reached);
  say_what_is_not_kept(*t.autosave, t.screen.states(), t.said);
  tell_page();
  // What is typed has a caret that blinks, and a change wants to be kept soon.
  double rest = t.screen.rest();
  if (t.typing) rest = std::min(rest, 0.4);
  if (until_saved) rest = std::min(rest, std::chrono::duration<double>(*until_saved).count());
  t.next = std::min(t.shown + rest, t.fingers.due());
}

// As the table of commands writes it, of what the browser calls the key.
std::string pressed_chord(std::string key, bool control, bool shift) {
  constexpr std::pair<const char*, const char*> named[] = {
      {"ArrowLeft", "Left"}, {"ArrowRight", "Right"}, {"ArrowUp", "Up"},          {"ArrowDown", "Down"},
      {" ", "Space"},        {"Escape", "Esc"},       {"PageUp", "Page Up"},      {"PageDown", "Page Down"},
      {"Home", "Home"},      {"End", "End"},          {"Backspace", "Backspace"}, {"Delete", "Delete"},
      {"Tab", "Tab"},        {"Enter", "Enter"},      {"Insert", "Insert"},       {"F1", "F1"},
      {"F5", "F5"}};
  for (const char* changes : {"Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "NumLock"}) {
    if (key == changes) return "";
  }
  const auto* const found =
      std::find_if(std::begin(named), std::end(named), [&](const auto& each) { return key == each.first; });
  if (found != std::end(named)) {
    key = found->second;
  } else if (key.size() != 1 || key[0] < ' ' || key[0] > '~') {
    key = "Other";
  } else {
    key[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(key[0])));
  }
  // A sign that needs Shift on some layouts is the same sign.
  const bool sign = key.size() == 1 && std::isalnum(static_cast<unsigned char>(key[0])) == 0;
  return std::string(control ? "Ctrl " : "") + (shift && !sign ? "Shift " : "") + key;
}

// Dear ImGui's keys by the numbers that browsers have for them.
void map_keys(ImGuiIO& io) {
  constexpr std::pair<ImGuiKey_, int> keys[] = {{ImGuiKey_Tab, 9},         {ImGuiKey_LeftArrow, 37},
                                                {ImGuiKey_RightArrow, 39}, {ImGuiKey_UpArrow, 38},
                                                {ImGuiKey_DownArrow, 40},  {ImGuiKey_PageUp, 33},
                                                {ImGuiKey_PageDown, 34},   {ImGuiKey_Home, 36},
                                                {ImGuiKey_End, 35},        {ImGuiKey_Insert, 45},
                                                {ImGuiKey_Delete, 46},     {ImGuiKey_Backspace, 8},
                                                {ImGuiKey_Space, 32},      {ImGuiKey_Enter, 13},
                                                {ImGuiKey_Escape, 27},     {ImGuiKey_KeyPadEnter, 13},
                                                {ImGuiKey_A, 65},          {ImGuiKey_C, 67},
                                                {ImGuiKey_V, 86},          {ImGuiKey_X, 88},
                                                {ImGuiKey_Y, 89},          {ImGuiKey_Z, 90}};
  for (const auto& [key, number] : keys) io.KeyMap[key] = number;
}

void use_clipboard(ImGuiIO& io) {
  io.SetClipboardTextFn = [](void*, const char* text) { headlight_copy(text); };
  io.GetClipboardTextFn = [](void*) { return open_tab->pasted.c_str(); };
}

void open_gl() {
  EmscriptenWebGLContextAttributes wanted;
  emscripten_webgl_init_context_attributes(&wanted);
  wanted.majorVersion = 2;
  wanted.alpha = wanted.depth = wanted.antialias = false;
  wanted.enableExtensionsByDefault = false;  // none is used, and to ask for all of them takes time
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context(canvas, &wanted);
  if (context <= 0) throw std::runtime_error("this browser has no WebGL 2, or it is switched off");
  emscripten_webgl_make_context_current(context);
}

WindowStart asked;

bool without_error(const std::function<void()>& part) {
  try {
    part();
    return true;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "headlight: %s\n", told(error).c_str());
    return false;
  }
}

void open_asked(void*) {
  without_error([] {
    if (headlight_is_dark() != 0) asked.session.theme = Theme::dark;
    open_tab = std::make_unique<Tab>(asked);
    ImGuiIO& io = ImGui::GetIO();
    map_keys(io);
    use_clipboard(io);
    emscripten_set_main_loop(frame, 0, 0);
    headlight_started();
  });
}

}  // namespace

// The canvas and what is shown on it, each in a turn of its own.
int run_window(const WindowStart& start) {
  asked = start;
  if (!without_error(open_gl)) return 1;
  emscripten_async_call(open_asked, nullptr, 0);
  return 0;
}

}  // namespace headlight

// What web/page.js calls. Coordinates are in pixels of the screen.
extern "C" {

EMSCRIPTEN_KEEPALIVE void headlight_move(float x, float y) { headlight::open_tab->screen.input().move(x, y); }
EMSCRIPTEN_KEEPALIVE void headlight_leave() { headlight::open_tab->screen.input().leave(); }
EMSCRIPTEN_KEEPALIVE void headlight_button(int button, int down) {
  headlight::open_tab->screen.input().button(button, down != 0);
}
// A finger touches (0), moves (1), lifts (2), or is taken away by the system (3).
EMSCRIPTEN_KEEPALIVE void headlight_finger(int event, int finger, float x, float y) {
  headlight::Tab& tab = *headlight::open_tab;
  tab.screen.state().touch = true;
  if (event == 0) tab.fingers.down(finger, {x, y}, headlight::seconds(), tab.scale);
  if (event == 1) tab.fingers.move(finger, {x, y});
  if (event == 2) tab.fingers.up(finger);
  if (event == 3) tab.fingers.cancel();
  tab.next = std::min(tab.next, tab.fingers.due());
}
EMSCRIPTEN_KEEPALIVE void headlight_wheel(float x, float y) {
  headlight::open_tab->screen.input().wheel(x, y);
}
EMSCRIPTEN_KEEPALIVE void headlight_character(unsigned code_point) {
  headlight::open_tab->screen.input().character(code_point);
}
// `code` and `name` as the browser has them; `held`: 1 Ctrl, 2 Shift, 4 Alt, 8 Meta. Returns whether it means
// something here; else it is the browser's.
EMSCRIPTEN_KEEPALIVE int headlight_key(int code, const char* name, int down, int repeated, int held) {
  headlight::Screen& screen = headlight::open_tab->screen;
  const bool control = (held & 1) != 0, shift = (held & 2) != 0;
  const std::string chord = headlight::pressed_chord(name, control, shift);
  screen.input().key({.code = code,
                      .down = down != 0,
                      .repeated = repeated != 0,
                      .chord = chord,
                      .control = control,
                      .shift = shift,
                      .alt = (held & 4) != 0,
                      .super = (held & 8) != 0});
  const bool typing = !screen.state().typing.empty();
  const bool edits =
      typing && (chord == "Ctrl A" || chord == "Ctrl C" || chord == "Ctrl X" || chord == "Ctrl Z");
  return edits || headlight::key_of_chord(chord, typing) ? 1 : 0;
}
// As if Ctrl+V were pressed with this in the clipboard.
EMSCRIPTEN_KEEPALIVE void headlight_paste(const char* text) {
  headlight::open_tab->pasted = text;
  headlight_key('V', "v", 1, 0, 1);
  headlight_key('V', "v", 0, 0, 1);
  headlight_key(17, "Control", 0, 0, 0);
}
EMSCRIPTEN_KEEPALIVE void headlight_open(const char* path) {
  headlight::open_tab->screen.drop(path);
  headlight::open_tab->woken = true;
}
// What waits for no other event.
EMSCRIPTEN_KEEPALIVE void headlight_frame() { headlight::frame(); }
// Whether Tab, backwards with Shift, has nothing left to go to. Then nothing here has the keyboard any more.
EMSCRIPTEN_KEEPALIVE int headlight_tab_leaves(int back) {
  headlight::Tab& tab = *headlight::open_tab;
  // What was pressed just before moves it first.
  for (int i = 0; i < 8 && !tab.screen.input().empty(); ++i) headlight_frame();
  headlight::WidgetState& state = tab.screen.state();
  const std::vector<std::string>& order = state.focus_order;
  const auto at = std::find(order.begin(), order.end(), state.focus);
  const bool last = at != order.end() && at + 1 == order.end();
  const bool first = at == order.end() || at == order.begin();
  if (!order.empty() && !(back != 0 ? first : last)) return 0;
  state.focus.clear();
  state.focus_visible = true;
  tab.woken = true;
  return 1;
}
// What stands behind # in the address has changed. What is open can be had back by Undo.
EMSCRIPTEN_KEEPALIVE void headlight_link(const char* link) {
  headlight::open_tab->screen.state().requests.push_back(headlight::OpenLink{link});
  headlight::open_tab->woken = true;
}
// The page changed in a way that a frame has to show.
EMSCRIPTEN_KEEPALIVE void headlight_wake() {
  headlight::open_tab->woken = true;
  headlight::open_tab->workspace.look_again();
}
// What a test of the page looks at (tests/web). A text that is returned holds until the next call.
EMSCRIPTEN_KEEPALIVE int headlight_rests() {
  headlight::Tab& tab = *headlight::open_tab;
  const bool computing = tab.workspace.results()->computing || !tab.models_there;
  return computing || tab.woken || tab.screen.busy() || tab.screen.wants_another_frame() ? 0 : 1;
}
// The longest that the page was kept busy since this was asked last, in milliseconds.
EMSCRIPTEN_KEEPALIVE double headlight_longest() { return std::exchange(headlight::longest, 0.0); }
EMSCRIPTEN_KEEPALIVE const char* headlight_session() {
  static std::string text;
  text = headlight::to_json(headlight::open_tab->workspace.session());
  return text.c_str();
}
EMSCRIPTEN_KEEPALIVE const char* headlight_area(const char* name) {
  static std::string text;
  text.clear();
  for (const headlight::Placed& each : headlight::open_tab->screen.placed()) {
    if (each.kind != headlight::Placed::Kind::item || each.name != name) continue;
    for (const float edge : {each.area.left, each.area.top, each.area.right, each.area.bottom})
      text += (text.empty() ? "" : " ") + std::to_string(edge);
    break;
  }
  return text.c_str();
}
EMSCRIPTEN_KEEPALIVE const char* headlight_items(const char* begin) {
  static std::string text;
  text.clear();
  for (const headlight::Placed& each : headlight::open_tab->screen.placed())
    if (each.kind == headlight::Placed::Kind::item && each.name.starts_with(begin)) text += each.name + "\n";
  return text.c_str();
}
// What a finger presses there.
EMSCRIPTEN_KEEPALIVE const char* headlight_under_finger(float x, float y) {
  const headlight::Tab& tab = *headlight::open_tab;
  const float reach = headlight::Ui::finger_units * tab.scale * tab.workspace.session().scale;
  const headlight::FingerTarget* const found = headlight::under_finger(tab.screen.state(), {x, y}, reach);
  return found != nullptr ? found->id.c_str() : "";
}
EMSCRIPTEN_KEEPALIVE const char* headlight_focus() {
  const headlight::WidgetState& state = headlight::open_tab->screen.state();
  return state.focus_visible ? state.focus.c_str() : "";
}
EMSCRIPTEN_KEEPALIVE const char* headlight_texts() {
  static std::string text;
  text.clear();
  for (const headlight::Placed& each : headlight::open_tab->screen.placed())
    if (each.kind == headlight::Placed::Kind::text) text += each.name + "\n";
  return text.c_str();
}
// The tab is closed.
EMSCRIPTEN_KEEPALIVE void headlight_close() {
  emscripten_cancel_main_loop();
  headlight::Tab& tab = *headlight::open_tab;
  // Nobody is asked before a tab is closed: the next one goes on with all of it.
  tab.autosave->leave(tab.workspace.session(), tab.screen.states().of<headlight::SessionFile>().path);
  tab.autosave.reset();
}

}  // extern "C"
