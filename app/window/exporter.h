// Does what the export dialog asks for (WriteExport), after the frame in which it was asked: records the
// stage, and lets a job write the file. The frame never waits for it.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/panels/common/trace_maps.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "app/session/session_export.h"
#include "app/widgets/fonts.h"
#include "app/widgets/widget_state.h"
#include "core/figure/drawing.h"

struct ImGuiContext;

namespace headlight {

// Draws a view off screen and keeps what was drawn: the stage as a picture, without its buttons, under it a
// line that says what it shows.

class StageRecorder {
 public:
  StageRecorder();
  ~StageRecorder();
  StageRecorder(const StageRecorder&) = delete;
  StageRecorder& operator=(const StageRecorder&) = delete;

  // Not between ImGui::NewFrame() and Render() of another frame with the same glyphs. `states` say how far
  // panels are scrolled; nothing in them that a mouse or a key did is shown. Throws std::invalid_argument
  // when nothing is computed yet.
  Drawing record(const Session& session, const ResultsPtr& results, TraceMaps& maps, const Fonts& fonts,
                 const States& states, StageSize size);

 private:
  ImFontAtlas no_glyphs_;  // until something is recorded
  ImGuiContext* context_;
};

class Exporter {
 public:
  // Starts on the file asked for, unless it is busy, or says in the dialog why not.
  void write(const WriteExport& request, States& states, const Session& session, const ResultsPtr& results,
             const Fonts& fonts);
  // The same as a PNG that other programs paste; it is drawn into a file that does not stay.
  void copy(States& states, const Session& session, const ResultsPtr& results, const Fonts& fonts);
  void cancel();
  // Goes on with, ends or gives up an export, and says in the dialog how far it is.
  void follow(States& states, const Fonts& fonts);
  bool busy() const { return job_ != nullptr; }

 private:
  void start(States& states, const Session& session, const ResultsPtr& results, const Fonts& fonts);
  void begin(States& states, const Session& session, const ResultsPtr& results, const Fonts& fonts);
  void give_up(States& states, const std::exception& error);
  void end();
  void start_job(std::function<void()> write);
  void start_drawing(Drawing drawing, const StageOutput& output);
  void start_animation(const StageOutput& output, const States& states, const Session& session,
                       const ResultsPtr& results);
  void record_more(const States& states, const Fonts& fonts);
  Drawing record(const States& states, const Session& session, const Fonts& fonts, StageSize size);

  std::unique_ptr<StageRecorder> recorder_;
  std::unique_ptr<ExportJob> job_;
  std::string path_;
  bool copies_ = false;
  ResultsPtr results_;
  TraceMaps maps_;
  // Of an animation, and how many of them are recorded. Later changes of the session do not reach into a file
  // half-way.
  std::vector<Session> frames_;
  std::size_t recorded_ = 0;
  StageSize size_;
};

}  // namespace headlight
