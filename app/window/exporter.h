// Does what the export dialog asks for (WriteExport), after the frame in which it was asked: records the
// stage, and lets a thread of its own write the file. The frame never waits for it.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/pictures.h"
#include "app/session/document.h"
#include "app/session/export_job.h"
#include "app/session/stage_output.h"
#include "app/widgets/fonts.h"
#include "app/widgets/request.h"
#include "app/widgets/states.h"
#include "app/window/stage_recorder.h"

namespace headlight {

class Exporter {
 public:
  // Starts on the file asked for, unless it is busy, or says in the dialog why not.
  void write(const WriteExport& request, States& states, const Session& session, const DocumentPtr& document,
             const Fonts& fonts);
  void cancel();
  // Goes on with, ends or gives up an export, and says in the dialog how far it is.
  void follow(States& states, const Fonts& fonts);
  bool busy() const { return job_ != nullptr; }

 private:
  void start(States& states, const Session& session, const DocumentPtr& document, const Fonts& fonts);
  void give_up(States& states, const std::exception& error);
  void start_animation(const StageOutput& output, const States& states, const Session& session,
                       const DocumentPtr& document);
  void record_more(const States& states, const Fonts& fonts);
  Drawing record(const States& states, const Session& session, const Fonts& fonts, StageSize size);

  std::unique_ptr<StageRecorder> recorder_;
  std::unique_ptr<ExportJob> job_;
  std::string path_;
  DocumentPtr document_;
  Pictures pictures_;
  // Of an animation, and how many of them are recorded. Later changes of the session do not reach into a file
  // half-way.
  std::vector<Session> frames_;
  std::size_t recorded_ = 0;
  StageSize size_;
};

}  // namespace headlight
