#include "app/commands/bench/long_input.h"

#include <malloc.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <string>

#include "app/commands/bench/bench.h"
#include "app/session/document.h"
#include "app/session/opening.h"
#include "core/files/temporary_folder.h"
#include "core/learn/order_task.h"
#include "core/matrix/random.h"
#include "core/models/labeller.h"

namespace headlight {

namespace {

constexpr int letters = 1024;
constexpr double bytes_in_mib = 1 << 20;

TransformerConfig twelve_times_twelve() {
  TransformerConfig config;
  config.d_model = 96;
  config.d_ff = 384;
  config.encoder_layers = config.encoder_heads = 12;
  config.decoder_layers = 0;
  config.source_words = config.target_words = letter_count;
  config.max_tokens = letters;
  config.tied_output = false;
  return config;
}

// "VmRSS", "VmHWM": what this process has of the memory now, and the most it has had.
double mib_of(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field + ":")) return std::stod(line.substr(field.size() + 1)) / 1024;
  }
  throw std::runtime_error("/proc/self/status has no " + field);
}

// From now on VmHWM counts anew.
void forget_peak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;
}

double taken_ms(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Session long_session(const std::filesystem::path& folder) {
  const TransformerConfig config = twelve_times_twelve();
  Labeller(config, Weights::random(config, 1), letter_vocabulary()).save(folder);
  Session session = opening_session(folder.string());
  session.sentence.clear();
  const Vocabulary vocabulary = letter_vocabulary();
  Random random(1);
  for (int i = 0; i < letters; ++i)
    session.sentence += (i == 0 ? "" : " ") + vocabulary.word(random.below(letter_count));
  return session;
}

std::vector<Measure> bench_long_input() {
  const TemporaryFolder folder;
  const Session session = long_session(folder.path() / "long");
  forget_peak();
  const double before = mib_of("VmRSS");
  DocumentPtr document;
  const double first = taken_ms([&] { document = compute(session, nullptr); });
  if (document->trace(0) == nullptr) throw std::runtime_error("bench: " + document->sides[0].error);
  // All heads of the last layer see it.
  Session edited = session;
  edited.edits.push_back(Edit{.path = "encoder.10.normalized_2", .row = 5, .values = {0.5F}});
  const double edit = median_ms(5, [&] { compute(edited, document); });
  const double most =
      static_cast<double>(document->model->weights().parameters()) * sizeof(float) / bytes_in_mib + 700;
  return {{"long_first_view_ms", first, "ms", "<= 10000"},
          {"long_edit_ms", edit, "ms", "<= 300"},
          {"long_peak_mib", mib_of("VmHWM") - before, "MiB", "<= " + std::to_string(std::lround(most))}};
}

}  // namespace headlight
