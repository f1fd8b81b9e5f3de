#include "app/window/screen.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

#include "app/labs/learn/learn_lab.h"
#include "app/panels/common/panels.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/lesson/lesson_rail.h"
#include "core/figure/palette.h"

namespace headlight {
namespace {

// Dear ImGui's own style, for the one widget of it that is used: the text field.
void apply_theme(ImGuiStyle& style, const Palette& colours, float scale) {
  const auto colour = [](Rgb rgb, float alpha = 1) {
    return ImGui::ColorConvertU32ToFloat4(Ui::ink(rgb, alpha));
  };
  style = ImGuiStyle();
  style.AntiAliasedLinesUseTex = false;
  style.CircleTessellationMaxError = 0.2F;
  style.CurveTessellationTol = 0.6F;
  style.ScaleAllSizes(scale);
  style.FrameBorderSize = 0;
  style.Colors[ImGuiCol_Text] = colour(colours.ink);
  style.Colors[ImGuiCol_TextDisabled] = colour(colours.text_3);
  style.Colors[ImGuiCol_TextSelectedBg] = colour(colours.focus, 0.55F);
  for (const ImGuiCol ground : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive}) {
    style.Colors[ground] = ImVec4(0, 0, 0, 0);
  }
  style.Colors[ImGuiCol_NavHighlight] = ImVec4(0, 0, 0, 0);
}

// Dear ImGui goes on with what malloc() could not give it.
void* take_memory(std::size_t bytes, void*) {
  void* const taken = std::malloc(bytes);
  if (taken == nullptr && bytes > 0) throw std::bad_alloc();
  return taken;
}
[[maybe_unused]] const bool memory_is_asked_for = [] {
  ImGui::SetAllocatorFunctions(take_memory, [](void* taken, void*) { std::free(taken); });
  return true;
}();

template <typename... Each>
struct Overloaded : Each... {
  using Each::operator()...;
};
// Clang needs it until 17.
template <typename... Each>
Overloaded(Each...) -> Overloaded<Each...>;

}  // namespace

Screen::Screen(Workspace& workspace, CellPainter& cells)
    : before_(ImGui::GetCurrentContext()),
      context_(ImGui::CreateContext(&no_glyphs_)),
      workspace_(workspace),
      cells_(cells),
      shelf_(read_more_of_shelf) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
}

Screen::~Screen() {
  ImGui::DestroyContext(context_);
  ImGui::SetCurrentContext(before_);
}

void Screen::prepare(float display_scale) {
  fed_ = input_.feed(ImGui::GetIO(), state(), settled_);
  const Session& session = workspace_.session();
  float scale = display_scale * session.scale;
  if (session.presenting) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float fill = std::min(size.x / presenter_width, size.y / presenter_height);
    scale = std::max(0.5F, fill * session.scale);
  }
  const bool presented_lab = session.presenting && shows_lab(session) && !has_class_picture(session);
  const float larger = presented_lab ? lab_panel(lab_on_stage(session)).presented_type : 1;
  fonts_ = fonts_for(scale, session.presenting, larger);
  ImGui::GetIO().Fonts = &fonts_->atlas();
  cells_.show(fonts_);
  apply_theme(ImGui::GetStyle(), palette(workspace_.session().theme), scale);
}

void Screen::frame() {
  const FrameEnd end;
  if (ImGui::GetFrameCount() == 2) shelf_.wake();
  const Finished shown = workspace_.finished();
  const ResultsPtr& results = shown.results;
  const Session& session = workspace_.session();
  theme_ = session.theme;
  actions_.clear();
  state().now = ImGui::GetTime();
  state().still = session.reduced_motion;
  state().next_frame = std::numeric_limits<double>::infinity();
  const bool keys = !state().keys.empty();

  Ui ui(*fonts_, session.theme, cells_, states_, actions_);
  ui.begin();
  // What is dragged moves by itself: no light is needed to see it.
  maps_.follow(results, states_.of<Flash>(),
               session.reduced_motion || ImGui::IsMouseDown(ImGuiMouseButton_Left));
  states_.of<WorkspaceNotes>().can_take_back = workspace_.can_take_back();
  states_.of<WorkspaceNotes>().notice = workspace_.notice();
  follow_training();
  draw_panels({ui, session, *results, maps_, shown.page.get()});
  constexpr double look_again = 1.0 / 60;
  if (maps_.busy() || files_.busy()) state().move_at(state().now + look_again);
  ui.end();
  ImGui::Render();
  cells_.show(fonts_);

  const std::vector<Request> requests = std::exchange(state().requests, {});
  // What was only said in passing is over with the next thing that is done, and what was said of something
  // restored once that is undone.
  const bool undone = std::any_of(requests.begin(), requests.end(), [](const Request& request) {
    return request.get_if<Undo>() != nullptr || request.get_if<TakeBack>() != nullptr;
  });
  Message& message = states_.of<Message>();
  const bool in_passing = message.offer.empty() && !actions_.empty();
  if (!message.error && !message.stays && (undone || in_passing)) message = {};
  placed_ = ui.take_placed();
  // What is asked for is asked of the session that was drawn, and may change it.
  if (!requests.empty()) carry_out(requests, shown, Session(session));
  exporter_.follow(states_, *fonts_);
  files_.follow(states_, workspace_.session(), actions_);
  apply_actions();
  count_frames(shown, keys);
}

// Its curves move on by themselves, and the lab that shows its steps is computed anew when one is kept.
void Screen::follow_training() {
  constexpr double news = 0.2;  // seconds
  LiveShownPtr& shown = states_.of<LiveOnScreen>().shown;
  shown = live_.shown();
  if (live_.busy() || shown->state != LiveShown::State::paused) state().move_at(state().now + news);
  if (const int kept = live_steps_kept(); kept != steps_kept_) {
    steps_kept_ = kept;
    workspace_.look_outside();
  }
}

void Screen::count_frames(const Finished& shown, bool keys) {
  // What is placed by what the frame before has measured, and lit by what was under the mouse in it, is at
  // rest in the third.
  constexpr int until_at_rest = 3;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const bool resized = size.x != size_.x || size.y != size_.y;
  settled_ =
      !keys && actions_.empty() && !state().again && state().overlay == overlay_ && !files_.holds_input();
  const bool moves = !std::isinf(state().next_frame);
  // What is finished is shown by the frame that follows, whoever woke the loop for it.
  const bool computed = shown != shown_ || workspace_.finished() != shown;
  const bool happened = fed_ || !settled_ || computed || resized || (moved_ && !moves);
  due_ = happened ? until_at_rest - 1 : std::max(0, due_ - 1);
  if (!settled_) due_ = until_at_rest;
  fed_ = state().again = false;
  moved_ = moves;
  overlay_ = state().overlay;
  shown_ = shown;
  size_ = size;
}

void Screen::carry_out(const std::vector<Request>& requests, const Finished& shown, const Session& session) {
  const Overloaded each{
      [&](const Undo&) { workspace_.undo(); },
      [&](const Redo&) { workspace_.redo(); },
      [&](const TakeBack&) { workspace_.take_back(); },
      [&](const ChooseFile& request) { files_.carry_out(request, states_); },
      [&](const OpenFile& request) { files_.carry_out(request, states_, session); },
      [&](const ChooseName& request) { FileWork::carry_out(request, states_); },
      [&](const SaveSession& request) { FileWork::carry_out(request, states_, session); },
      [&](const SaveSessionAs& request) { FileWork::carry_out(request, states_, session); },
      [&](const ChooseModel& request) { FileWork::carry_out(request, states_, session); },
      [&](const OpenModel& request) { files_.carry_out(request, states_, session); },
      [&](const CopyLink& request) { FileWork::carry_out(request, states_, session); },
      [&](const OpenByDoubleClick& request) { FileWork::carry_out(request, states_); },
      [&](const OpenLink& request) { files_.carry_out(request, states_, session); },
      [&](const StartFresh& request) { FileWork::carry_out(request, states_, session, actions_); },
      [&](const WriteExport& request) { exporter_.write(request, states_, session, shown.results, *fonts_); },
      [&](const CopyPicture&) { exporter_.copy(states_, session, shown.results, *fonts_); },
      [&](const CancelExport&) { exporter_.cancel(); },
      [&](const RunTraining& request) {
        LiveChanges changes{.equal_heads = request.equal};
        if (request.own != nullptr) changes.own = *request.own;
        live_.run(live_kind(request.kind), request.seed, request.steps, changes, request.again);
      },
      [&](const PauseTraining&) { live_.pause(); },
      [&](const KeepModelFolder& request) { FileWork::carry_out(request, states_); },
      [&](const CloseWindow&) { closing_ = true; },
      [&](const CancelOpening&) { files_.carry_out(CancelOpening{}, states_); },
  };
  for (const Request& request : requests) request.visit(each);
  if (!requests.empty()) state().again = true;
}

void Screen::apply_actions() {
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ++gesture_;
  const int gesture = ImGui::IsMouseDown(ImGuiMouseButton_Left) ? gesture_ : 0;
  for (const Action& action : actions_) {
    const Session before = workspace_.session();
    workspace_.apply(action, gesture);
    follow_own_sentence(action, before);
  }
}

// A lesson brings its own sentence, which must not look like the loss of what was typed.
void Screen::follow_own_sentence(const Action& action, const Session& before) {
  const Session& now = workspace_.session();
  const auto on_stage = [&](const Session& session) {
    return !own_sentence_.empty() && (session.text(0) == own_sentence_ || session.text(1) == own_sentence_);
  };
  if (action.get_if<SetSentence>() != nullptr || action.get_if<ReplaceWord>() != nullptr) {
    for (const int side : {0, 1}) {
      const std::string& text = now.text(side);
      if (!text.empty() && text != before.text(0) && text != before.text(1)) own_sentence_ = text;
    }
  } else if (action.get_if<OpenLesson>() != nullptr && on_stage(before) && !on_stage(now) &&
             now.own_runs.empty()) {
    states_.of<Message>() = {
        "The lesson shows its own example. Yours is kept: Undo brings it back.", false, "", {}};
    state().again = true;
  }
}

FrameEnd::~FrameEnd() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  if (std::uncaught_exceptions() == before_ || context.FrameCountEnded == context.FrameCount) return;
  ImGui::ErrorCheckEndFrameRecover(nullptr);
  ImGui::EndFrame();
}

}  // namespace headlight
