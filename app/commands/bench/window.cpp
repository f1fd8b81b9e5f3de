#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "app/commands/bench/bench.h"
#include "core/files/write_file.h"

namespace headlight {

namespace {

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
  const std::string figure = quoted(own_program()) + " figure --sentence " + sentence + " -o ";
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
  std::string command = "HEADLIGHT_FIRST_FRAME=1 " + quoted(own_program());
  if (!has_display(row)) return {};
  if (!first_line_of(command)) {
    leave_out(row, "the window did not open");
    return {};
  }
  return {{row, median_ms(7, [&] { run(command); }), "ms", ""}};
}

}  // namespace

std::vector<Measure> bench_processes() {
  std::vector<Measure> measures = picture_over_matplotlib();
  for (Measure& measure : first_frame()) measures.push_back(std::move(measure));
  return measures;
}

namespace {

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
  if (!has_display(row)) return {};
  using std::chrono::seconds;
  const TemporaryFolder folder;
  const pid_t window = fork();
  if (window == 0) {
    setenv("XDG_STATE_HOME", folder.path().c_str(), 1);
    execl("/proc/self/exe", "headlight", nullptr);
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

std::vector<Measure> drag(const std::string& row, double (*frame_ms)(int repeats)) {
  if (frame_ms == nullptr) {
    leave_out(row, "this build has no window");
    return {};
  }
  try {
    return {{row, frame_ms(101), "ms", "<= 16.7"}};
  } catch (const std::exception& error) {
    leave_out(row, error.what());
    return {};
  }
}

// The slowest, by the measure that has the target; on stderr each by its name, the slowest first.
std::vector<Measure> slowest(const std::string& row, bool there,
                             const std::function<std::vector<DragFrame>(int repeats)>& frames) {
  if (!there) {
    leave_out(row, "this build has no window");
    return {};
  }
  try {
    std::vector<DragFrame> all = frames(31);
    std::sort(all.begin(), all.end(), [](const DragFrame& a, const DragFrame& b) { return a.ms > b.ms; });
    for (const DragFrame& each : all) {
      std::fprintf(stderr, "bench: a frame of %s: %.1f ms", each.what.c_str(), each.ms);
      if (each.memory_mib > 0)
        std::fprintf(stderr, ", %.1f of the processor before OpenGL draws; %.0f MiB", each.ours_ms,
                     each.memory_mib);
      std::fputc('\n', stderr);
    }
    return {{row, all.at(0).ms, "ms", "<= 16.7"}};
  } catch (const std::exception& error) {
    leave_out(row, error.what());
    return {};
  }
}

// On a long text, by the session that `begin` makes with a model in the folder that it is given.
std::vector<Measure> long_frame(const std::string& row, const WindowCommands& window,
                                Session (*begin)(const std::filesystem::path& folder)) {
  const TemporaryFolder folder;
  return slowest(row, window.long_frames != nullptr,
                 [&](int repeats) { return window.long_frames(begin(folder.path() / "model"), repeats); });
}

}  // namespace

std::vector<Measure> bench_window(const WindowCommands& window) {
  std::vector<Measure> measures = idle();
  for (Measure& measure : drag("slider_drag_frame_ms", window.drag_frame_ms))
    measures.push_back(std::move(measure));
  for (Measure& measure :
       slowest("labs_drag_frame_ms", window.labs_drag_frames != nullptr, window.labs_drag_frames))
    measures.push_back(std::move(measure));
  for (Measure& measure :
       slowest("picture_drag_frame_ms", window.picture_drag_frames != nullptr, window.picture_drag_frames))
    measures.push_back(std::move(measure));
  const TemporaryFolder trainings;
  for (Measure& measure : slowest("training_frame_ms", window.training_frames != nullptr, [&](int repeats) {
         return window.training_frames(trainings.path(), 5 * repeats);
       }))
    measures.push_back(std::move(measure));
  return measures;
}

std::vector<Measure> bench_long_text(const WindowCommands& window) {
  return long_frame("long_frame_ms", window, long_session);
}

std::vector<Measure> bench_own_model_text(const WindowCommands& window) {
  return long_frame("own_model_frame_ms", window, own_model_session);
}

}  // namespace headlight
