// What asks for the window: Headlight without a command, and pictures of the window.
#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/session/altitudes.h"
#include "app/session/opening.h"
#include "app/session/session_file.h"
#include "core/figure/figure.h"
#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/given.h"
#include "core/models/outline.h"
#include "core/models/picture_models.h"
#include "core/pictures/picture.h"
#include "core/pictures/picture_file.h"
#include "core/platform/process.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

struct OpenOptions {
  SessionOptions session;
  std::string named;   // a file by its name alone, as a double click gives it
  bool alone = false;  // without any other option
  std::string folder = ".";
};

// What --session FILE or --lesson FILE would ask for.
SessionOptions asked_by(const OpenOptions& options) {
  SessionOptions asked = options.session;
  asked.in_place = !name_what_is_shown(asked);
  if (options.named.empty()) return asked;
  const std::optional<FileKind> kind = kind_of_file(options.named);
  if (!kind) {
    throw std::invalid_argument(options.named + " cannot be opened: Headlight opens " + what_can_be_opened());
  }
  if (*kind == FileKind::weights || (options.named.ends_with(".json") && holds_given_json(options.named))) {
    if (!asked.model) asked.model = weights_beside(options.named).string();
    return asked;
  }
  switch (*kind) {
    case FileKind::model:
      if (!asked.model) asked.model = options.named;
      break;
    case FileKind::weights:
      break;
    case FileKind::text:
      throw std::invalid_argument(options.named +
                                  ": drop it on the window, or measure it with headlight heads --text");
    case FileKind::session:
      asked.file = options.named;
      asked.in_place = false;
      break;
    case FileKind::lesson:
      asked.lesson = options.named;
      break;
    case FileKind::picture:
      if (!asked.model) asked.model = model_for_pictures;
      asked.sentence =
          text_of_picture(read_picture(options.named),
                          outline_of(model_folder(*asked.model))->anatomy().picture.value_or(PictureInfo()));
      break;
  }
  return asked;
}

// A file for each format of pictures, headlight.png and so on; headlight-2 and so on where one of them is
// there already, for nobody named them.
std::vector<fs::path> new_figures(const fs::path& folder) {
  for (int number = 1;; ++number) {
    const std::string name = "headlight" + (number == 1 ? "" : "-" + std::to_string(number));
    std::vector<fs::path> files;
    bool taken = false;
    for (const Format* format : formats_of(FormatKind::picture)) {
      files.push_back(folder / (name + format->ending));
      taken = taken || fs::exists(fs::symlink_status(files.back()));
    }
    if (!taken) return files;
  }
}

// What a person gets instead of the window, and why.
int write_figures(const OpenOptions& options, const char* why) {
  const fs::path folder = fs::absolute(options.folder).lexically_normal();
  const std::vector<fs::path> files = new_figures(folder);
  for (const fs::path& file : files) check_replaceable(file);
  const Computed computed = compute_for(asked_by(options));
  for (const fs::path& file : files) save_figure(computed, file);
  std::cout << why << "; figures instead\n";
  if (files.front().stem() != "headlight")
    std::cout << "figures of that name already existed and were kept\n";
  for (const fs::path& file : files) std::cout << "wrote " << printable(file.string()) << '\n';
  return 0;
}

bool can_be_a_file(const std::string& word) {
  std::error_code ignored;
  return word.find_first_of("/.") != std::string::npos || fs::exists(word, ignored);
}

Session usual_start() {
  SessionOptions nothing;
  nothing.in_place = true;
  return session_of(nothing);
}

// With a site, a head or a file to check, the session is computed here, so that a mistake is said on the
// terminal.
WindowStart start_of(const OpenOptions& options) {
  // A file alone is opened by the window, which shows how far it is and can be closed meanwhile.
  std::error_code ignored;
  if (options.alone && kind_of_file(options.named) && fs::exists(options.named, ignored)) {
    WindowStart start{usual_start()};
    start.asked = true;
    start.to_open = options.named;
    return start;
  }
  const SessionOptions asked = asked_by(options);
  const bool to_check = asked.site || asked.layer || asked.head || asked.file || asked.link;
  WindowStart start{shown_in_place(to_check ? compute_for(asked).session : session_of(asked))};
  if (!to_check)
    outline_of(model_folder(start.session.model))->anatomy();  // throws where there is no such model
  start.file = asked.file.value_or("");
  start.own_look = asked.theme || asked.file;
  start.asked = asked.model || asked.sentence || asked.compare || asked.lesson || asked.lab || to_check;
  return start;
}

// A double click has no terminal: what is wrong with its file is said in the window.
WindowStart start_with(const OpenOptions& options) {
  try {
    return start_of(options);
  } catch (const std::exception&) {
    std::error_code ignored;
    if (!options.alone || !fs::exists(options.named, ignored)) throw;
    WindowStart start{usual_start()};
    start.to_open = options.named;
    return start;
  }
}

int open(const OpenOptions& options, const WindowCommands& window) {
  if (window.open == nullptr) return write_figures(options, "built without a window");
  if (!has_display())
    return write_figures(options, "no display (neither DISPLAY nor WAYLAND_DISPLAY is set)");
  return window.open(start_with(options));
}

}  // namespace

void add_open(CLI::App& program, Chosen& chosen, const WindowCommands& window) {
  auto options = std::make_shared<OpenOptions>();
  add_session_options(program, options->session);
  program.add_option("--output", options->folder, "The folder for the figures, if there is no display")
      ->group("Session");
  const CLI::Option* named =
      program
          .add_option("FILE", options->named,
                      "A saved session or a lesson, the same as --session FILE or --lesson FILE")
          ->excludes("--session")
          ->excludes("--link")
          ->excludes("--lesson");
  program.callback([options, named, &program, &chosen, window] {
    const bool opens = program.get_subcommands().empty();
    if (named->count() > 0 && (!opens || !can_be_a_file(options->named))) {
      throw CLI::ExtrasError({options->named});
    }
    if (!opens) return;
    const auto is_other = [named](const CLI::Option* option) {
      return option != named && option->count() > 0;
    };
    const std::vector<CLI::Option*> all = program.get_options();
    options->alone = named->count() > 0 && std::none_of(all.begin(), all.end(), is_other);
    chosen = [options, window] { return open(*options, window); };
  });
}

namespace {

struct ScreenshotOptions {
  SessionOptions session;
  std::string output, pieces, from;
  std::vector<int> at;
  std::vector<int> size{1440, 900};
  float scale = 1.0F;
  bool touch = false;
};

int take_screenshot(const ScreenshotOptions& options, const WindowCommands& window) {
  if (window.screenshot == nullptr) {
    throw std::invalid_argument("screenshot: this build has no window; build the preset \"release\"");
  }
  if (!options.output.empty()) check_output(options.output, {"screenshot", {".png"}}, options.session);
  if (!options.pieces.empty()) check_output(options.pieces, {"list", {".json"}}, options.session);
  SessionOptions shown = options.session;
  shown.in_place = !name_what_is_shown(shown);
  const Computed computed = compute_for(shown);
  std::optional<Session> from;
  if (!options.from.empty()) from = shown_in_place(load_session(options.from));
  const int code = window.screenshot(shown_in_place(computed.session), computed.results,
                                     {.picture = options.output,
                                      .pieces = options.pieces,
                                      .width = options.size[0],
                                      .height = options.size[1],
                                      .scale = options.scale,
                                      .touch = options.touch,
                                      .from = from,
                                      .at = options.at});
  for (const std::string& file : {options.output, options.pieces}) {
    if (code == 0 && !file.empty()) std::cout << "wrote " << printable(file) << '\n';
  }
  return code;
}

}  // namespace

void add_screenshot(CLI::App& program, Chosen& chosen, const WindowCommands& window) {
  auto options = std::make_shared<ScreenshotOptions>();
  CLI::App* command =
      program.add_subcommand("screenshot", "Draw the window into a picture, without a display");
  add_session_options(*command, options->session);
  command->add_option("-o,--output", options->output, "FILE.png");
  command->add_option("--pieces", options->pieces,
                      "FILE.json: each thing on the picture, with its words and its place");
  command->add_option("--size", options->size, "WIDTH HEIGHT in pixels; 1440 900 if not given")
      ->expected(2)
      ->check(CLI::Range(320, 7680));
  command->add_option("--scale", options->scale, "Size of everything on screen; 1 on a normal display")
      ->check(CLI::Range(0.5, 4.0));
  command->add_flag("--touch", options->touch, "As on a touch screen, with larger buttons");
  CLI::Option* const from = command->add_option(
      "--from", options->from, "FILE.json: a session to come from; the picture is taken on the way");
  command
      ->add_option("--at", options->at,
                   "Milliseconds after that was left; for each there is a picture, FILE-085.png")
      ->needs(from)
      ->check(CLI::Range(0, 5000));
  command->callback([options, &chosen, window] {
    if (options->output.empty() && options->pieces.empty()) throw CLI::RequiredError("-o FILE.png");
    chosen = [options, window] { return take_screenshot(*options, window); };
  });
}

namespace {

struct ScreenshotsOptions {
  SessionOptions session;
  std::string folder;
};

int take_screenshots(const ScreenshotsOptions& options, const WindowCommands& window) {
  if (window.screenshots == nullptr) {
    throw std::invalid_argument("screenshots: this build has no window; build the preset \"release\"");
  }
  window.screenshots(
      compute_for(options.session).session, options.folder,
      [](const std::filesystem::path& file) { std::cout << "wrote " << printable(file.string()) << '\n'; });
  return 0;
}

}  // namespace

void add_screenshots(CLI::App& program, Chosen& chosen, const WindowCommands& window) {
  auto options = std::make_shared<ScreenshotsOptions>();
  CLI::App* command = program.add_subcommand(
      "screenshots",
      "Draw every view and lab in both themes at the usual sizes, and all of them on one sheet");
  add_session_options(*command, options->session);
  command->add_option("-o,--output", options->folder, "The folder for the pictures")->required();
  command->callback([options, &chosen, window] {
    chosen = [options, window] { return take_screenshots(*options, window); };
  });
}

namespace {

struct DescribeOptions {
  SessionOptions session;
  std::string sentence;
  std::vector<int> size{1280, 800};
};

int describe(const DescribeOptions& options, const WindowCommands& window) {
  if (window.describe == nullptr) {
    throw std::invalid_argument("describe: this build has no window; build the preset \"release\"");
  }
  SessionOptions shown = options.session;
  if (!options.sentence.empty()) shown.sentence = options.sentence;
  shown.in_place = !name_what_is_shown(shown);
  const Computed computed = compute_for(shown);
  std::cout << window.describe(shown_in_place(computed.session), computed.results, options.size[0],
                               options.size[1]);
  return 0;
}

}  // namespace

void add_describe(CLI::App& program, Chosen& chosen, const WindowCommands& window) {
  auto options = std::make_shared<DescribeOptions>();
  CLI::App* command = program.add_subcommand(
      "describe",
      "Say in words what the window shows: what is said, what is largest and where, what changed");
  add_session_options(*command, options->session);
  command->add_option("SENTENCE", options->sentence, "The same as --sentence")->excludes("--sentence");
  command->add_option("--size", options->size, "WIDTH HEIGHT of the window; 1280 800 if not given")
      ->expected(2)
      ->check(CLI::Range(320, 7680));
  command->callback(
      [options, &chosen, window] { chosen = [options, window] { return describe(*options, window); }; });
}

}  // namespace headlight
