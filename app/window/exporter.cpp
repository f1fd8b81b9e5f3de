#include "app/window/exporter.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "app/panels/common/panels.h"
#include "app/panels/files/export_dialog.h"
#include "app/panels/files/files.h"
#include "app/panels/place/place.h"
#include "app/session/action.h"
#include "app/session/open_lab.h"
#include "app/session/session_caption.h"
#include "app/session/session_figure.h"
#include "app/window/run.h"
#include "app/window/screen.h"
#include "core/files/whole_file.h"
#include "core/pictures/picture_file.h"
#include "core/platform/desktop.h"
#include "core/text/unicode.h"

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
float draw_caption(Ui& ui, const Session& session, const Results& results, const Area& stage) {
  const Palette& c = ui.colours();
  const float margin = ui.px(stage.width() >= ui.px(1280) ? 40 : 24);
  const float widest = ui.px(1360);
  Area area = stage.inset(std::max(margin, std::round((stage.width() - widest) / 2)), 0);
  area.top = stage.bottom;
  area.bottom = area.top + ui.px(room_for_caption);
  ui.line(area.left, area.top, area.right, area.top, c.hairline, ui.hairline());
  area.cut_top(ui.px(10));
  const StageCaption caption = stage_caption(session, results);
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

Drawing StageRecorder::record(const Session& shown, const ResultsPtr& results, TraceMaps& maps,
                              const Fonts& fonts, const States& states, StageSize size) {
  if (results->trace(0) == nullptr && results->trace(1) == nullptr) {
    throw std::invalid_argument("nothing has been computed yet, so there is no stage to draw");
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
    drawing.title = shown_name(session, *results);
    Ui ui(fonts, session.theme, nobody, own, nothing);
    ImGui::NewFrame();
    const FrameEnd end;
    ui.begin();
    ui.record(&drawing);
    ui.push_clip(stage);
    draw_on_stage({ui, session, *results, maps}, stage);
    ui.pop_clip();
    drawing.height = std::ceil(static_cast<double>(draw_caption(ui, session, *results, stage)) /
                               static_cast<double>(scale));
    ui.record(nullptr);
    ui.end();
    ImGui::EndFrame();
  }
  return drawing;
}

namespace {

// A frame may take so long for recording and still be drawn in time.
constexpr std::chrono::milliseconds share_of_frame{8};

StageSize size_of(const States& states, const Fonts& fonts) {
  const ExportSize& size = export_sizes.at(states.of<ExportDialog>().size);
  if (size.width > 0) return {size.width, size.height};
  const Area& stage = states.of<StageArea>().area;
  if (stage.empty()) return {};
  return {std::round(stage.width() / fonts.scale()), std::round(stage.height() / fonts.scale())};
}

}  // namespace

void Exporter::write(const WriteExport& request, States& states, const Session& session,
                     const ResultsPtr& results, const Fonts& fonts) {
  if (busy()) return;
  ExportDialog& dialog = states.of<ExportDialog>();
  path_ = request.path;
  std::error_code ignored;
  if (!request.replace && std::filesystem::exists(path_, ignored)) {
    dialog.overwrite = true;
    dialog.error = std::filesystem::path(path_).filename().string() +
                   " is already there. Press Replace to write over it.";
    return;
  }
  begin(states, session, results, fonts);
}

void Exporter::copy(States& states, const Session& session, const ResultsPtr& results, const Fonts& fonts) {
  if (busy()) return;
  std::error_code ignored;
  path_ = (std::filesystem::temp_directory_path(ignored) / "headlight-copied.png").string();
  copies_ = true;
  begin(states, session, results, fonts);
}

void Exporter::begin(States& states, const Session& session, const ResultsPtr& results, const Fonts& fonts) {
  try {
    start(states, session, results, fonts);
  } catch (const std::exception& error) {
    give_up(states, error);
  }
}

void Exporter::cancel() {
  if (busy()) job_->cancel();
}

void Exporter::give_up(States& states, const std::exception& error) {
  states.of<ExportDialog>().error = told(error);
  states.of<ExportDialog>().running = false;
  end();
}

void Exporter::end() {
  job_.reset();
  std::error_code ignored;
  if (std::exchange(copies_, false)) std::filesystem::remove(path_, ignored);
}

namespace {

void copy_picture_in(const std::filesystem::path& file) {
  const std::string png = read_text(file, most_picture_bytes);
  const RgbPicture picture = decode_picture(png).whole;
  if (!copy_picture(png, picture.rgb, picture.width, picture.height))
    throw std::runtime_error("The clipboard is in use by another program. Try again.");
}

}  // namespace

void Exporter::follow(States& states, const Fonts& fonts) {
  ExportDialog& dialog = states.of<ExportDialog>();
  const bool open = states.of<WidgetState>().overlay == Overlay::export_figure;
  // Nobody is there to read it: the dialog begins afresh next time.
  if (!open && !busy()) dialog.forget_result();
  if (!busy()) return;
  if (!open) cancel();
  try {
    record_more(states, fonts);
  } catch (const std::exception& error) {
    return give_up(states, error);
  }
  dialog.running = true;
  dialog.drawn = job_->drawn();
  dialog.drawings = std::max(1, static_cast<int>(frames_.size()));
  states.of<WidgetState>().again = true;
  if (!job_->finished()) return;
  if (job_->cancelled()) {
    dialog.done = copies_ ? "Cancelled; nothing was copied." : "Cancelled; nothing was written.";
  } else if (const std::string error = job_->error(); !error.empty()) {
    dialog.error = error;
  } else if (copies_) {
    try {
      copy_picture_in(path_);
      dialog.done = "Copied the picture; paste it into a document.";
    } catch (const std::exception& why) {
      dialog.error = told(why);
    }
  } else {
    dialog.done = written_as("Written", path_);
  }
  dialog.running = false;
  end();
}

void Exporter::start(States& states, const Session& session, const ResultsPtr& results, const Fonts& fonts) {
  const ExportDialog& dialog = states.of<ExportDialog>();
  results_ = results;
  maps_.follow(results);
  frames_.clear();
  recorded_ = 0;
  StageOutput output{path_, size_of(states, fonts), dialog.figure.scale, dialog.figure.ground};
  if (dialog.what == ExportWhat::steps) {
    output.delay = export_delays.at(dialog.delay);
    start_animation(output, states, session, results);
  } else if (dialog.what == ExportWhat::pass) {
    start_job([results, output] { write_trace(*results, output.path); });
  } else if (dialog.what == ExportWhat::sheet) {
    const SheetSteps steps = dialog.whole_head ? SheetSteps::all : SheetSteps::one;
    start_job([session, results, steps, options = sheet_options_of(dialog), output] {
      write_work_sheet(work_sheet_of(session, *results, steps), output.path, options);
    });
  } else if (dialog.what == ExportWhat::stage) {
    start_drawing(record(states, session, fonts, output.size), output);
  } else {
    const FigureOptions options = figure_options_of(dialog, session.theme);
    const bool numbers = dialog.what == ExportWhat::numbers;
    if (const auto picture = numbers ? std::nullopt : picture_figure_of(session, *results)) {
      start_job([picture = *picture, output, theme = session.theme] {
        write_drawing(drawing_of(picture, theme), output.path,
                      {.scale = output.scale, .ground = output.ground});
      });
      return;
    }
    const std::vector<const LabTable*> tables = lab_tables(session, *results);
    const LabTable* table = numbers && !tables.empty() ? tables.at(dialog.numbers) : nullptr;
    if (table != nullptr && !table->is_matrix()) {
      start_job([table = *table, output] { write_table(table, output.path); });
      return;
    }
    Figure figure = table != nullptr ? figure_of(session, *results, *table, false)
                                     : figure_of(session, *results, !numbers);
    if (!numbers) figure = worded(std::move(figure), dialog);
    start_job([figure = std::move(figure), output, options] { write_figure(figure, output.path, options); });
  }
}

// Without a drawing to wait for.
void Exporter::start_job(std::function<void()> write) {
  job_ = std::make_unique<ExportJob>([write = std::move(write)](const std::optional<Drawing>&) { write(); });
  job_->end();
}

void Exporter::start_drawing(Drawing drawing, const StageOutput& output) {
  const auto file = std::make_shared<DrawingWriter>(
      output.path, DrawingOptions{.scale = output.scale, .ground = output.ground});
  job_ = std::make_unique<ExportJob>(
      [file](std::optional<Drawing> next) {
        if (next) {
          file->add(std::move(*next));
        } else {
          file->finish();
        }
      },
      [file](const std::function<bool()>& more) { return file->go_on(more); });
  job_->add(std::move(drawing));
  job_->end();
}

void Exporter::start_animation(const StageOutput& output, const States& states, const Session& session,
                               const ResultsPtr& results) {
  const Trace* trace = results->trace_of_side(session, session.side);
  const bool all = states.of<ExportDialog>().all_steps && trace != nullptr;
  frames_ = all ? frames_of_steps(session, *results, steps_between(*trace, "", ""))
                : frames_of_selection(session, *results);
  size_ = output.size;
  const auto file = std::make_shared<AnimationWriter>(
      output.path, AnimationOptions{.delay = output.delay, .scale = output.scale});
  job_ = std::make_unique<ExportJob>([file](std::optional<Drawing> next) {
    if (next) {
      file->add(std::move(*next));
    } else {
      file->finish();
    }
  });
}

void Exporter::record_more(const States& states, const Fonts& fonts) {
  if (frames_.empty()) return;
  const auto until = std::chrono::steady_clock::now() + share_of_frame;
  while (recorded_ < frames_.size() && job_->takes_more() && std::chrono::steady_clock::now() < until) {
    job_->add(record(states, frames_[recorded_], fonts, size_));
    ++recorded_;
  }
  if (recorded_ == frames_.size()) job_->end();
}

Drawing Exporter::record(const States& states, const Session& session, const Fonts& fonts, StageSize size) {
  if (recorder_ == nullptr) recorder_ = std::make_unique<StageRecorder>();
  return recorder_->record(session, results_, maps_, fonts, states, size);
}

// Pictures of the stage for the command line: no window, no OpenGL.

namespace {

bool is_animation(const StageOutput& output) { return output.path.extension() == ".gif"; }

}  // namespace

void write_stage(const Session& session, const ResultsPtr& results, const StageOutput& output,
                 const std::function<void(int)>& progress) {
  const FontsPtr fonts = fonts_for(1);
  StageRecorder recorder;
  TraceMaps maps;
  maps.follow(results);
  const States untouched;
  const auto record = [&](const Session& shown) {
    return recorder.record(shown, results, maps, *fonts, untouched, output.size);
  };
  if (!is_animation(output)) {
    write_drawing(record(session), output.path, {.scale = output.scale, .ground = output.ground});
    return;
  }
  AnimationWriter file(output.path, {.delay = output.delay, .scale = output.scale});
  int drawn = 0;
  for (const Session& shown : output.frames) {
    progress(++drawn);
    file.add(record(shown));
  }
  file.finish();
}

}  // namespace headlight
