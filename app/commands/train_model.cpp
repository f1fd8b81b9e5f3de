// `headlight train translator`: progress, checkpoints, and a model folder at the end.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <stdexcept>

#include "app/commands/learning.h"
#include "core/learn/trainer.h"
#include "core/learn/translator_card.h"

namespace headlight {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int checkpoint_every = 250;  // steps
constexpr std::size_t watched = 200;   // held-out sentences translated at each checkpoint

volatile std::sig_atomic_t interrupted = 0;
void interrupt(int) { interrupted = 1; }

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// One line that is drawn over itself on a terminal; elsewhere, a line now and then.
class Display {
 public:
  void show(const Trainer& trainer, double loss, double exact, double left, bool keep) const {
    if (!terminal_ && !keep) return;
    const int steps = trainer.recipe().steps;
    const int done = trainer.step() * width / steps;
    const std::string bar = std::string(done, '=') + std::string(width - done, ' ');
    std::printf("%sstep %5d of %d [%s] loss %.3f  held-out exact %5.1f %%  %3d:%02d left%s",
                terminal_ ? "\r" : "", trainer.step(), steps, bar.c_str(), loss, 100 * exact,
                static_cast<int>(left) / 60, static_cast<int>(left) % 60, terminal_ && !keep ? "" : "\n");
    std::fflush(stdout);
  }

 private:
  static constexpr int width = 24;
  bool terminal_ = isatty(STDOUT_FILENO) != 0;
};

double watch(const Trainer& trainer) {
  const std::vector<Example>& held_out = trainer.corpus().held_out;
  const auto count = static_cast<std::ptrdiff_t>(std::min(watched, held_out.size()));
  return exact_translation(*trainer.model(), {held_out.begin(), held_out.begin() + count});
}

// Until the recipe is done or Ctrl-C; returns whether it is done.
bool run(Trainer& trainer, const fs::path& checkpoint) {
  const Display display;
  const Clock::time_point start = Clock::now();
  const int first = trainer.step();
  double loss = 0;
  double exact = 0;
  while (!trainer.done() && interrupted == 0) {
    const double now = trainer.advance();
    loss = trainer.step() == first + 1 ? now : 0.98 * loss + 0.02 * now;
    const double left =
        seconds_since(start) / (trainer.step() - first) * (trainer.recipe().steps - trainer.step());
    const bool milestone = trainer.step() % checkpoint_every == 0 || trainer.done();
    if (milestone) {
      exact = watch(trainer);
      trainer.save(checkpoint);
    }
    if (milestone || trainer.step() % 10 == 0) display.show(trainer, loss, exact, left, milestone);
  }
  return trainer.done();
}

}  // namespace

int train_model(const TrainOptions& options) {
  if (options.name != "translator") {
    throw std::invalid_argument("train: no recipe is called \"" + options.name + "\"; there is: translator");
  }
  Recipe recipe = translator_recipe();
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;

  const fs::path checkpoint = options.folder / "checkpoint.safetensors";
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) throw std::runtime_error(options.folder.string() + ": cannot be made: " + error.message());
  std::printf("writing %d sentence pairs ...\n", recipe.corpus.train);
  std::fflush(stdout);
  Trainer trainer(recipe);
  if (fs::exists(checkpoint)) {
    trainer.resume(checkpoint);
    std::printf("going on from step %d of %s\n", trainer.step(), checkpoint.c_str());
  }

  const Clock::time_point start = Clock::now();
  const int first = trainer.step();
  interrupted = 0;
  const auto before = std::signal(SIGINT, interrupt);
  const bool done = run(trainer, checkpoint);
  std::signal(SIGINT, before);
  if (!done) {
    trainer.save(checkpoint);
    std::printf("\nstopped at step %d; the same command goes on from %s\n", trainer.step(),
                checkpoint.c_str());
    return 130;
  }

  // A run that was interrupted took as long as its steps would have in one go.
  const double share = static_cast<double>(recipe.steps) / std::max(1, recipe.steps - first);
  std::printf("measuring on %zu held-out sentences ...\n", trainer.corpus().held_out.size());
  std::fflush(stdout);
  const auto model = trainer.model();
  const Card card = translator_card(*model, trainer.recipe(), trainer.corpus(), seconds_since(start) * share);
  model->save(options.folder);
  save_card(card, options.folder);
  fs::remove(checkpoint, error);
  std::printf("the model and its card are in %s\n", options.folder.c_str());
  return 0;
}

}  // namespace headlight
