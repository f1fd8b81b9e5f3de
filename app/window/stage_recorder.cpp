#include "app/window/stage_recorder.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "app/panels/panels.h"
#include "app/session/session_figure.h"

namespace headlight {
namespace {

// The first frame measures what the next ones place; motions end within them, since a frame lasts a second.
constexpr int frames = 3;
constexpr float room_for_caption = 400;

class Current {
 public:
  explicit Current(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~Current() { ImGui::SetCurrentContext(before_); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  ImGuiContext* before_;
};

// Under the stage, in the stage's margins. Returns its lower end.
float draw_caption(Ui& ui, const Session& session, const Document& document, const Area& stage) {
  const Palette& c = ui.colours();
  const float margin = ui.px(stage.width() >= ui.px(1280) ? 40 : 24);
  const float widest = ui.px(1360);
  Area area = stage.inset(std::max(margin, std::round((stage.width() - widest) / 2)), 0);
  area.top = stage.bottom;
  area.bottom = area.top + ui.px(room_for_caption);
  ui.line(area.left, area.top, area.right, area.top, c.hairline, ui.hairline());
  area.cut_top(ui.px(10));
  const StageCaption caption = stage_caption(session, document);
  area.cut_top(ui.wrapped(area, type::path, c.text_3, caption.path, ui.px(18)));
  area.cut_top(ui.wrapped_rich(area, type::caption, type::caption_hot, caption.text, ui.px(18)));
  return area.top + ui.px(14);
}

}  // namespace

StageRecorder::StageRecorder() : context_(ImGui::CreateContext(&no_glyphs_)) {
  const Current now(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  io.DeltaTime = 1;
}

StageRecorder::~StageRecorder() { ImGui::DestroyContext(context_); }

Drawing StageRecorder::record(const Session& shown, const DocumentPtr& document, Pictures& pictures,
                              const Fonts& fonts, const States& states, StageSize size) {
  if (document->trace(0) == nullptr && document->trace(1) == nullptr) {
    throw std::invalid_argument("nothing is computed yet: there is no stage to draw");
  }
  Session session = shown;
  session.presenting = false;
  const double time = ImGui::GetCurrentContext() == nullptr ? 0 : ImGui::GetTime();
  const Current now(context_);
  context_->Time = std::max(context_->Time, time);  // motions were begun on the clock of the screen
  const float scale = fonts.scale();
  const Area stage = Area::at(0, 0, std::round(size.width * scale), std::round(size.height * scale));
  ImGui::GetIO().Fonts = &fonts.atlas();
  ImGui::GetIO().DisplaySize = {stage.width(), stage.height() + std::round(room_for_caption * scale)};
  NoCells nobody;
  States own = states;
  own.let_go();
  own.of<WidgetState>().still = true;
  std::vector<Action> nothing;
  Drawing drawing;
  for (int frame = 0; frame < frames; ++frame) {
    drawing = {.width = static_cast<double>(size.width), .theme = session.theme};
    drawing.title = shown_name(session, *document);
    Ui ui(fonts, session.theme, nobody, own, nothing);
    ImGui::NewFrame();
    ui.begin();
    ui.record(&drawing);
    ui.push_clip(stage);
    view_of(session.view).panel.draw({ui, session, *document, pictures}, stage);
    ui.pop_clip();
    drawing.height = std::ceil(static_cast<double>(draw_caption(ui, session, *document, stage)) /
                               static_cast<double>(scale));
    ui.record(nullptr);
    ui.end();
    ImGui::EndFrame();
  }
  return drawing;
}

}  // namespace headlight
