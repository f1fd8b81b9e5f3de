// Pictures of the stage for the command line: no window, no OpenGL.
#include <imgui.h>

#include "app/window/run.h"
#include "app/window/stage_recorder.h"
#include "core/figure/animation.h"

namespace headlight {
namespace {

bool is_animation(const StageOutput& output) { return output.path.extension() == ".gif"; }

}  // namespace

void write_stage(const Session& session, const DocumentPtr& document, const StageOutput& output,
                 const std::function<void(int)>& progress) {
  const FontsPtr fonts = fonts_for(1);
  StageRecorder recorder;
  Pictures pictures;
  pictures.follow(document);
  const States untouched;
  const auto record = [&](const Session& shown) {
    return recorder.record(shown, document, pictures, *fonts, untouched, output.size);
  };
  if (!is_animation(output)) {
    write_drawing(record(session), output.path, {.scale = output.scale, .ground = output.ground});
    return;
  }
  std::size_t at = 0;
  write_animation(output.path, {.delay = output.delay, .scale = output.scale},
                  [&]() -> std::optional<Drawing> {
                    if (at == output.frames.size()) return std::nullopt;
                    const Session& shown = output.frames[at];
                    progress(static_cast<int>(++at));
                    return record(shown);
                  });
}

}  // namespace headlight
