// A picture of the stage as a file, for those who ask for one.
#pragma once

#include <filesystem>
#include <vector>

#include "app/session/session.h"

namespace headlight {

// Of the stage, in units; the caption comes below it.
struct StageSize {
  float width = 1280, height = 720;
};

struct StageOutput {
  std::filesystem::path path;  // .png, .svg, .pdf, or .gif for frames
  StageSize size = {};
  int scale = 1;                     // pixels per unit, of .png and .gif
  bool ground = true;                // paper; otherwise transparent
  std::vector<Session> frames = {};  // of a .gif
  int delay = 800;                   // of a .gif: milliseconds a frame
};

}  // namespace headlight
