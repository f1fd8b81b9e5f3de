#include "app/commands/bench/bench.h"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string_view>

#include "app/commands/commands.h"
#include "app/commands/learning.h"
#include "app/commands/output.h"
#include "core/platform/paths.h"

namespace headlight {

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

double taken_ms(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double median_ms(int repeats, const std::function<void()>& work) {
  work();
  std::vector<double> times;
  times.reserve(static_cast<std::size_t>(repeats));
  for (int i = 0; i < repeats; ++i) times.push_back(taken_ms(work));
  return median(std::move(times));
}

double median_ratio(int repeats, const std::function<void()>& a, const std::function<void()>& b) {
  a();
  b();
  std::vector<double> ratios;
  for (int i = 0; i < repeats; ++i) {
    const double first = taken_ms(a);
    ratios.push_back(first / taken_ms(b));
  }
  return median(std::move(ratios));
}

std::optional<std::string> first_line_of(const std::string& command) {
  FILE* pipe = popen(("( " + command + " ) 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::array<char, 4096> line{};
  const bool got = std::fgets(line.data(), line.size(), pipe) != nullptr;
  while (std::fgetc(pipe) != EOF) {
  }
  const int status = pclose(pipe);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  std::string text = got ? line.data() : "";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

std::string bench_script(const std::string& name) {
  return quoted((assets_folder().parent_path() / "tests" / "bench" / name).string());
}

bool has_display(const std::string& row) {
  if (std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr) return true;
  leave_out(row, "needs a display: xvfb-run -a " + own_program() + " bench");
  return false;
}

std::vector<LeftOut>& rows_left_out() {
  static std::vector<LeftOut> rows;
  return rows;
}

void leave_out(const std::string& row, const std::string& why) { rows_left_out().push_back({row, why}); }

std::vector<Measure> run_bench(const WindowCommands& window, const std::string& only,
                               std::vector<LeftOut>& left_out) {
  std::vector<Measure> all;
  const auto take = [&](const char* what, const std::function<std::vector<Measure>()>& bench) {
    if (std::string_view(what).find(only) == std::string_view::npos) return;
    std::fprintf(stderr, "measuring: %s\n", what);
    for (Measure& measure : bench()) all.push_back(std::move(measure));
  };
  take("translator", bench_translator);
  take("pictures", bench_pictures);
  take("GPT-2-small shape", bench_gpt2_shape);
  take("long input", bench_long_input);
  take("a model of one's own", bench_own_model);
  take("training step", bench_training);
  take("watched training", bench_watched_training);
  take("whole processes", bench_processes);
  take("window", [&] { return bench_window(window); });
  take("window, a long text", [&] { return bench_long_text(window); });
  take("window, a long text for a model of one's own", [&] { return bench_own_model_text(window); });
  left_out = rows_left_out();
  if (all.empty() && left_out.empty())
    throw std::invalid_argument("--only " + only + ": nothing that is measured is called so");
  return all;
}

void add_bench(CLI::App& program, Chosen& chosen, const WindowCommands& window) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = program.add_subcommand("bench", "Measure the ratios of the performance table");
  command->add_flag("--json", *json, "Print one object");
  auto only = std::make_shared<std::string>();
  command->add_option("--only", *only, "Only what has these letters in its name, as \"measuring\" says it");
  command->callback([json, only, &chosen, window] {
    chosen = [json, only, window] {
      std::vector<LeftOut> left_out;
      const std::vector<Measure> measures = run_bench(window, *only, left_out);
      print_report("bench", measures, *json, left_out);
      return 0;
    };
  });
}

}  // namespace headlight
