// The screen in words: frames that nobody draws.
#include <imgui.h>

#include <string>

#include "app/panels/described/described.h"
#include "app/window/run.h"
#include "app/window/screen.h"
#include "app/workspace/workspace.h"

namespace headlight {

std::string screen_in_words(const Session& session, const ResultsPtr& results, int width, int height) {
  Workspace workspace(session, {}, results);
  NoCells cells;
  Screen screen(workspace, cells);
  screen.states().of<Listening>().on = true;
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DeltaTime = 1;
  const auto frame = [&] {
    screen.prepare(1);
    ImGui::NewFrame();
    screen.frame();
  };
  // The first frames measure what the next ones place, and what moves rests within them.
  constexpr int until_at_rest = 4;
  workspace.wait();
  for (int i = 0; i < until_at_rest; ++i) frame();
  while (screen.busy()) frame();
  for (int i = 0; i < until_at_rest; ++i) frame();
  return text_of(screen.states().of<Described>().now);
}

}  // namespace headlight
