#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/lessons/check.h"
#include "app/lessons/handout.h"
#include "app/lessons/library.h"
#include "core/figure/numbers.h"
#include "core/files/read_file.h"
#include "core/files/write_file.h"
#include "core/models/card.h"
#include "core/models/catalogue.h"
#include "core/platform/paths.h"
#include "core/text/printable.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  SessionOptions session;
  std::string html;
  std::string page;  // the template
  bool only = false;
};

constexpr std::uintmax_t largest_page = 1U << 30;
constexpr const char* always_inside = "translator";  // the first screen needs it

std::string megabytes(std::size_t bytes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f MB", static_cast<double>(bytes) / 1e6);
  return text.data();
}

// The folder of `assets/models` that a file is in; empty for any other file.
std::string shipped_folder_of(const fs::path& file) {
  const fs::path models = fs::absolute(assets_folder() / "models").lexically_normal();
  const fs::path whole = fs::absolute(file).lexically_normal();
  const auto [end, rest] = std::mismatch(models.begin(), models.end(), whole.begin(), whole.end());
  return end == models.end() && rest != whole.end() ? rest->string() : "";
}

// The shipped models whose weights were read to show what is put inside: all steps of its lesson.
std::set<std::string> models_needed(const Session& session) {
  if (const LessonPtr lesson = find_lesson(session.lesson)) check_lesson(*lesson, nullptr, HeldOut::skipped);
  std::set<std::string> needed;
  for (const auto& [file, times] : files_read()) {
    if (ending_of(file) == ".safetensors") needed.insert(shipped_folder_of(file));
  }
  needed.erase("");
  needed.erase(always_inside);
  return needed;
}

int write_page(const ExportOptions& options) {
  check_output(options.html, {"page", {".html"}}, options.session);
  const fs::path place = options.page.empty() ? page_template() : fs::path(options.page);
  std::error_code missing;
  if (fs::equivalent(place, options.html, missing))
    throw AccessError(options.html, "this is the template itself, which would be lost",
                      "choose another name");
  std::string page = read_text(place, largest_page);
  const Session session = compute_for(options.session).session;
  const Handout handout = handout_of(session);
  const std::set<std::string> needed = options.only ? models_needed(session) : std::set<std::string>{};
  std::vector<PagePack> left_out;
  try {
    page = handout_page(std::move(page), handout, options.only ? &needed : nullptr, &left_out);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(place.string() + " " + error.what());
  }
  replace_file(options.html, page);
  std::cout << "wrote " << printable(options.html) << " (" << megabytes(page.size()) << ")\n";
  if (!handout.files.empty())
    std::cout << "inside, of your own: " << counted(static_cast<std::int64_t>(handout.files.size()), "file")
              << '\n';
  std::size_t saved = 0;
  std::string names;
  for (const PagePack& pack : left_out) {
    saved += pack.letters;
    names += (names.empty() ? "" : ", ") + pack.name.substr(0, pack.name.find('.'));
  }
  if (saved > 0) std::cout << "left out (" << megabytes(saved) << "): " << printable(names) << '\n';
  return 0;
}

}  // namespace

void add_export(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = program.add_subcommand(
      "export", "Write Headlight itself as one page that opens with a session, a lesson or a model");
  add_session_options(*command, options->session);
  command->add_option("--html", options->html, "FILE.html, which any browser of 2023 or later opens")
      ->required();
  command->add_option("--template", options->page,
                      "The headlight.html to put it into; the one that was built for a browser if not given");
  command->add_flag("--only", options->only,
                    "Leave out the models that what is inside does not show, to save megabytes");
  command->callback([options, &chosen] { chosen = [options] { return write_page(*options); }; });
}

}  // namespace headlight
