#include <cstdio>

#include "app/commands/bench/bench.h"
#include "app/commands/learning.h"

namespace headlight {

std::vector<Measure> run_bench(const WindowCommands& window, std::vector<LeftOut>& left_out) {
  std::vector<Measure> all;
  const auto take = [&](const char* what, const std::function<std::vector<Measure>()>& bench) {
    std::fprintf(stderr, "measuring: %s\n", what);
    for (Measure& measure : bench()) all.push_back(std::move(measure));
  };
  take("translator", bench_translator);
  take("pictures", bench_pictures);
  take("GPT-2-small shape", bench_gpt2_shape);
  take("long input", bench_long_input);
  take("training step", bench_training);
  take("whole processes", bench_processes);
  take("window", [&] { return bench_window(window); });
  left_out = rows_left_out();
  return all;
}

}  // namespace headlight
