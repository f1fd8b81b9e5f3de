// Draws a view off screen and keeps what was drawn: the stage as a picture, without its buttons, under it a
// line that says what it shows.
#pragma once

#include "app/panels/pictures.h"
#include "app/session/document.h"
#include "app/session/session.h"
#include "app/session/stage_output.h"
#include "app/widgets/fonts.h"
#include "app/widgets/states.h"
#include "core/figure/drawing.h"

struct ImGuiContext;

namespace headlight {

class StageRecorder {
 public:
  StageRecorder();
  ~StageRecorder();
  StageRecorder(const StageRecorder&) = delete;
  StageRecorder& operator=(const StageRecorder&) = delete;

  // Not between ImGui::NewFrame() and Render() of another frame with the same glyphs. `states` say how far
  // panels are scrolled; nothing in them that a mouse or a key did is shown. Throws std::invalid_argument
  // when nothing is computed yet.
  Drawing record(const Session& session, const DocumentPtr& document, Pictures& pictures, const Fonts& fonts,
                 const States& states, StageSize size);

 private:
  ImFontAtlas no_glyphs_;  // until something is recorded
  ImGuiContext* context_;
};

}  // namespace headlight
