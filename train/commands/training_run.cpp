#include "train/commands/training_run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>

#include "core/files/safetensors.h"
#include "core/files/whole_file.h"
#include "core/models/folder.h"

namespace headlight {

namespace {

constexpr int width = 24;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Stopwatch::Stopwatch() : start_(now()) {}
double Stopwatch::seconds() const { return now() - start_; }

TrainingProgress::TrainingProgress() : terminal_(is_terminal(StandardStream::output)) {}

void TrainingProgress::show(int step, int steps, const std::string& says, double left, bool keep) const {
  if (!terminal_ && !keep) return;
  const int done = step * width / steps;
  const std::string bar = std::string(done, '=') + std::string(width - done, ' ');
  std::printf("%sstep %5d of %d [%s] %s  %3d:%02d left%s", terminal_ ? "\r" : "", step, steps, bar.c_str(),
              says.c_str(), static_cast<int>(left) / 60, static_cast<int>(left) % 60,
              terminal_ && !keep ? "" : "\n");
  std::fflush(stdout);
}

namespace {

constexpr int checkpoint_every = 250;  // steps

}  // namespace

std::filesystem::path checkpoint_of(const std::filesystem::path& folder) {
  return folder / "checkpoint.safetensors";
}

void prepare_model_folder(const std::filesystem::path& folder, const std::string& name) {
  check_name(folder);
  const bool has_card = std::filesystem::exists(folder / "card.json");
  const bool goes_on = std::filesystem::exists(checkpoint_of(folder));
  if (!goes_on && (has_card || std::filesystem::exists(folder / "config.json"))) {
    const std::string there = has_card ? load_card(folder).name : "one without a card";
    if (there != name)
      throw AccessError(folder, "contains another model (" + there + "), which would be lost",
                        "choose another folder with -o");
  }
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw std::runtime_error(folder.string() + ": cannot be made: " + error.message());
  check_replaceable(checkpoint_of(folder));
  for (const char* const file : {"model.safetensors", "config.json", "words.json", "card.json"})
    check_replaceable(folder / file);
  // What is no checkpoint is refused before the corpus is written.
  if (std::filesystem::exists(checkpoint_of(folder))) read_safetensors(checkpoint_of(folder));
}

bool train_until(Training& training, const std::filesystem::path& checkpoint, int until) {
  const TrainingProgress display;
  const Interrupt interrupt;
  const Stopwatch stopwatch;
  const int first = training.step();
  double loss = 0;
  std::string good;
  while (training.step() < until && !interrupt.asked()) {
    const double now = training.advance();
    loss = training.step() == first + 1 ? now : 0.98 * loss + 0.02 * now;
    const double left =
        stopwatch.seconds() / (training.step() - first) * (training.steps() - training.step());
    const bool milestone = training.step() % checkpoint_every == 0 || training.done();
    if (milestone) {
      good = training.watch();
      training.save(checkpoint);
    }
    if (milestone || training.step() % 10 == 0) {
      char says[96];
      std::snprintf(says, sizeof says, "loss %.3f  %s", loss, good.c_str());
      display.show(training.step(), training.steps(), says, left, milestone);
    }
  }
  return training.step() >= until;
}

std::optional<double> train_to_the_end(Training& training, const std::filesystem::path& folder) {
  const std::filesystem::path checkpoint = checkpoint_of(folder);
  if (std::filesystem::exists(checkpoint)) {
    training.resume(checkpoint);
    std::printf("going on from step %d of %s\n", training.step(), checkpoint.string().c_str());
    std::fflush(stdout);
  }
  const int from = training.step();
  const Stopwatch stopwatch;
  if (!train_until(training, checkpoint, training.steps())) {
    stopped_training(training, folder);
    return std::nullopt;
  }
  // A run that was interrupted took as long as its steps would have in one go.
  return stopwatch.seconds() * training.steps() / std::max(1, training.steps() - from);
}

void stopped_training(const Training& training, const std::filesystem::path& folder) {
  const std::filesystem::path checkpoint = checkpoint_of(folder);
  training.save(checkpoint);
  std::printf("\nstopped at step %d; the same command goes on from %s\n", training.step(),
              checkpoint.string().c_str());
}

void finish_training(const Training& training, const std::filesystem::path& folder, double seconds) {
  std::printf("measuring on %s ...\n", training.measured_on().c_str());
  std::fflush(stdout);
  training.write(folder);
  save_card(training.card(folder, seconds), folder);
  std::error_code ignored;
  std::filesystem::remove(checkpoint_of(folder), ignored);
  std::printf("the model and its card are in %s\n", folder.string().c_str());
}

}  // namespace headlight
