#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "app/line/line.h"
#include "core/files/whole_file.h"
#include "core/platform/paths.h"
#include "tests/bench/bench.h"
#include "train/commands/report.h"

namespace headlight {
namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// What the report says of rows that are left out.
std::vector<LeftOut>& rows_left_out() {
  static std::vector<LeftOut> rows;
  return rows;
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

std::string bench_script(const std::string& name) {
  return quoted((assets_folder().parent_path() / "tests" / "bench" / name).string());
}

void leave_out(const std::string& row, const std::string& why) { rows_left_out().push_back({row, why}); }

namespace {

// That of the same build.
std::string headlight() { return HEADLIGHT_PROGRAM; }

// Whether there is a display; leaves the row out when there is none.
bool display_is_there(const std::string& row) {
  if (std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr) return true;
  leave_out(row, "needs a display: xvfb-run -a " + std::filesystem::read_symlink("/proc/self/exe").string());
  return false;
}

void run(const std::string& command) {
  if (!first_line_of(command)) throw std::runtime_error("bench: this failed: " + command);
}

std::vector<Measure> picture_over_matplotlib() {
  const std::string row = "figure_over_matplotlib";
  if (!first_line_of("/usr/bin/python3 -c 'import matplotlib'")) {
    leave_out(row, "needs Debian's python3-matplotlib");
    return {};
  }
  const TemporaryFolder folder;
  const std::string csv = quoted(folder / "map.csv");
  const std::string sentence = "'The animal didn'\\''t cross the street because it was too tired'";
  const std::string figure = quoted(headlight()) + " figure --sentence " + sentence + " -o ";
  run(figure + csv);
  const std::string ours = figure + quoted(folder / "ours.png");
  const std::string theirs = "/usr/bin/python3 " + bench_script("matplotlib_map.py") + " " + csv + " " +
                             quoted(folder / "theirs.png");
  const double ratio = median_ratio(
      7, [&] { run(ours); }, [&] { run(theirs); });
  return {{row, ratio, "", "<= 1"}};
}

std::vector<Measure> first_frame() {
  const std::string row = "first_frame_ms";
  std::string command = "HEADLIGHT_FIRST_FRAME=1 " + quoted(headlight());
  if (!display_is_there(row)) return {};
  if (!first_line_of(command)) {
    leave_out(row, "the window did not open");
    return {};
  }
  return {{row, median_ms(7, [&] { run(command); }), "ms", ""}};
}

// Whole processes: a labelled picture over matplotlib's, and the time to the first frame.
std::vector<Measure> bench_processes() {
  std::vector<Measure> measures = picture_over_matplotlib();
  for (Measure& measure : first_frame()) measures.push_back(std::move(measure));
  return measures;
}

// User and system time of a process so far, in seconds; nothing when it has ended.
std::optional<double> cpu_seconds(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  if (!std::getline(stat, line)) return std::nullopt;
  // The second field is the program's name in parentheses, with whatever is in it.
  std::istringstream rest(line.substr(line.rfind(')') + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i) rest >> skipped;
  long user = 0;
  long system = 0;
  rest >> user >> system;
  return static_cast<double>(user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::vector<Measure> idle() {
  const std::string row = "idle_cpu_percent";
  if (!display_is_there(row)) return {};
  using std::chrono::seconds;
  const TemporaryFolder folder;
  const pid_t window = fork();
  if (window == 0) {
    setenv("XDG_STATE_HOME", folder.path().c_str(), 1);
    execl(HEADLIGHT_PROGRAM, "headlight", nullptr);
    _exit(127);
  }
  constexpr int watched = 3;
  std::this_thread::sleep_for(seconds(4));  // it opens, draws, and writes the session for the first time
  const std::optional<double> before = cpu_seconds(window);
  std::this_thread::sleep_for(seconds(watched));
  const std::optional<double> after = cpu_seconds(window);
  kill(window, SIGTERM);
  int status = 0;
  waitpid(window, &status, 0);
  // One that could not open has ended by itself.
  if (!before || !after || !WIFSIGNALED(status)) {
    leave_out(row, "the window did not open");
    return {};
  }
  return {{row, 100 * (*after - *before) / watched, "%", "<= 1"}};
}

std::vector<Measure> drag(const std::string& row) {
  try {
    return {{row, drag_frame_ms(101), "ms", "<= 16.7"}};
  } catch (const std::exception& error) {
    leave_out(row, error.what());
    return {};
  }
}

// The slowest, by the measure that has the target; on stderr each by its name, the slowest first.
std::vector<Measure> slowest(const std::string& row,
                             const std::function<std::vector<DragFrame>(int repeats)>& frames) {
  try {
    std::vector<DragFrame> all = frames(31);
    std::sort(all.begin(), all.end(), [](const DragFrame& a, const DragFrame& b) { return a.ms > b.ms; });
    for (const DragFrame& each : all) {
      std::fprintf(stderr, "bench: a frame of %s: %.1f ms", each.what.c_str(), each.ms);
      if (each.ours_ms > 0) std::fprintf(stderr, ", %.1f of the processor before OpenGL draws", each.ours_ms);
      if (each.memory_mib > 0) std::fprintf(stderr, "; %.0f MiB", each.memory_mib);
      std::fputc('\n', stderr);
    }
    return {{row, all.at(0).ms, "ms", "<= 16.7"}};
  } catch (const std::exception& error) {
    leave_out(row, error.what());
    return {};
  }
}

// On a long text, by the session that `begin` makes with a model in the folder that it is given.
std::vector<Measure> long_frame(const std::string& row,
                                Session (*begin)(const std::filesystem::path& folder)) {
  const TemporaryFolder folder;
  return slowest(row, [&](int repeats) { return long_frames(begin(folder.path() / "model"), repeats); });
}

// The window: what it takes while nothing happens, and frames while something is dragged.
std::vector<Measure> bench_window() {
  std::vector<Measure> measures = idle();
  const auto add = [&](std::vector<Measure> more) {
    for (Measure& measure : more) measures.push_back(std::move(measure));
  };
  add(drag("slider_drag_frame_ms"));
  add(slowest("labs_drag_frame_ms", labs_drag_frames));
  add(slowest("picture_drag_frame_ms", picture_drag_frames));
  const TemporaryFolder trainings;
  add(slowest("training_frame_ms",
              [&](int repeats) { return training_frames(trainings.path(), 5 * repeats); }));
  return measures;
}

// The frames of every way from one place to another; on stderr each by its name.
std::vector<Measure> bench_transitions() {
  try {
    double ours = 0, all = 0;
    transitions(3, [&](const Transition& each) {
      std::fprintf(stderr,
                   "bench: %s: ours at most %.1f ms, mean %.1f; whole frames at most %.1f, mean %.1f; "
                   "%ld allocations a frame\n",
                   each.what.c_str(), each.worst_ours, each.mean_ours, each.worst, each.mean,
                   each.allocations);
      ours = std::max(ours, each.worst_ours);
      all = std::max(all, each.worst);
    });
    return {{"transition_ours_ms", ours, "ms", "<= 4"}, {"transition_frame_ms", all, "ms", "<= 16.7"}};
  } catch (const std::exception& error) {
    leave_out("transition_frame_ms", error.what());
    return {};
  }
}

// Frames with the longest text, view by view, lab by lab: of a model of many heads, and of one's own.
std::vector<Measure> bench_long_text() { return long_frame("long_frame_ms", long_session); }

std::vector<Measure> bench_own_model_text() { return long_frame("own_model_frame_ms", own_model_session); }

// The ratios, by their names, of what has `only` in its own; what could not be measured is added to
// `left_out`.
std::vector<Measure> run_bench(const std::string& only, std::vector<LeftOut>& left_out) {
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
  take("window", bench_window);
  take("transitions", bench_transitions);
  take("window, a long text", bench_long_text);
  take("window, a long text for a model of one's own", bench_own_model_text);
  left_out = rows_left_out();
  if (all.empty() && left_out.empty())
    throw std::invalid_argument("--only " + only + ": nothing that is measured is called so");
  return all;
}

}  // namespace

int run_bench_program(int argc, const char* const* argv) {
  CLI::App program("Measures the ratios of the performance table of Headlight.");
  program.name("headlight_bench");
  bool json = false;
  program.add_flag("--json", json, "Print one object");
  std::string only;
  program.add_option("--only", only,
                     "Only tests with these letters in their name, as in the lines \"measuring: ...\"");
  const Chosen chosen = [&] {
    std::vector<LeftOut> left_out;
    const std::vector<Measure> measures = run_bench(only, left_out);
    print_report("bench", measures, json, left_out);
    return 0;
  };
  return run_line(program, chosen, argc, argv);
}

}  // namespace headlight

int main(int argc, char** argv) { return headlight::run_bench_program(argc, argv); }
