// Ends Dear ImGui's frame where an exception leaves it. Else the atlas of its letters stays locked, and
// whoever frees that ends the program.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <exception>

namespace headlight {

// Lives as long as the frame of the context that is current when it is made.
class FrameEnd {
 public:
  FrameEnd() = default;
  ~FrameEnd() {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    if (std::uncaught_exceptions() == before_ || context.FrameCountEnded == context.FrameCount) return;
    ImGui::ErrorCheckEndFrameRecover(nullptr);
    ImGui::EndFrame();
  }
  FrameEnd(const FrameEnd&) = delete;
  FrameEnd& operator=(const FrameEnd&) = delete;

 private:
  int before_ = std::uncaught_exceptions();
};

}  // namespace headlight
