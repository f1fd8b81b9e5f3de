#include <cstdlib>

#include "app/commands/bench/bench.h"
#include "core/files/temporary_folder.h"

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

}  // namespace headlight
