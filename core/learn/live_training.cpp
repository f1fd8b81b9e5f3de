#include "core/learn/live_training.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/learn/batches.h"
#include "core/learn/card_text.h"
#include "core/learn/corpus.h"
#include "core/learn/letters_training.h"
#include "core/learn/translator_training.h"
#include "core/models/folder.h"
#include "core/platform/background.h"
#include "core/platform/paths.h"

namespace headlight {

namespace fs = std::filesystem;

std::optional<int> LiveRun::head_appeared() const {
  const auto found = std::find_if(points.begin(), points.end(),
                                  [](const LivePoint& point) { return point.head_right >= head_appears_at; });
  return found == points.end() ? std::nullopt : std::optional(found->step);
}

const LivePoint* LiveRun::at(int of) const {
  const auto found =
      std::find_if(points.begin(), points.end(), [&](const LivePoint& point) { return point.step == of; });
  return found == points.end() ? nullptr : &*found;
}

std::string live_step_name(int step) {
  char name[32];
  std::snprintf(name, sizeof name, "step_%05d", step);
  return name;
}

std::vector<int> live_kept_steps(int steps) {
  constexpr int count = 20;
  std::vector<int> kept;
  for (int i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / (count - 1);
    const int step = std::min(steps, static_cast<int>(std::lround(steps * share * share / 5) * 5));
    if (kept.empty() || step > kept.back()) kept.push_back(step);
  }
  if (kept.back() < steps) kept.push_back(steps);
  return kept;
}

namespace {

constexpr const char* live_run_file = "run.json";
constexpr const char* live_checkpoint = "checkpoint.safetensors";
// Beside the steps that are kept: so many points, but not more often than that.
constexpr int points_a_run = 60, least_between_points = 10;

}  // namespace

std::optional<LiveRun> read_live_run(const fs::path& folder) {
  const fs::path file = folder / live_run_file;
  std::error_code unknown;
  if (!fs::exists(file, unknown)) return std::nullopt;
  try {
    return read_json(read_text(file), [](const Json& json) {
      LiveRun run;
      read(json, "", run);
      return run;
    });
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "remove its folder to begin again");
  }
}

// What is learned, and how it is measured.

namespace {

// Sentences that are measured; two in three are about "it".
constexpr std::size_t measured_sentences = 120;

// Before the first step nothing is learned.
Card at_step(Card card, int step) {
  if (step == 0) card.origin = "random";
  return card;
}

void add_equal_heads(const Optimization& how, CardNumbers& numbers) {
  numbers["equal_heads"] = how.equal_heads == EqualHeads::whole ? "1" : "";
  numbers["equal_but_output"] = how.equal_heads == EqualHeads::but_output ? "1" : "";
}

class TranslatorLearner final : public LiveLearner {
 public:
  explicit TranslatorLearner(const TranslatorRecipe& recipe) : trainer_(recipe, small_translator_corpus()) {
    const Corpus& corpus = trainer_.corpus();
    const auto count = std::min(measured_sentences, corpus.held_out.size());
    held_out_.assign(corpus.held_out.begin(), corpus.held_out.begin() + static_cast<std::ptrdiff_t>(count));
    pairs_ = encode_pairs(held_out_, corpus.source, corpus.target);
  }

  Training& training() override { return trainer_; }
  ModelPtr model() const override { return trainer_.model(); }

  // Side by side where there are cores for it; the sums do not depend on it.
  LivePoint measured(const Model& model) const override {
    std::vector<SentenceScore> scores(pairs_.size());
    constexpr int shares = 2;
    in_parallel(shares, [&](int share) {
      for (auto i = static_cast<std::size_t>(share); i < pairs_.size(); i += shares)
        scores[i] = score_of(model, i);
    });
    const TransformerConfig& config = model.config();
    std::vector<Looks> heads(static_cast<std::size_t>(config.encoder_layers * config.encoder_heads));
    LivePoint point;
    std::size_t asked = 0;
    int references = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      point.held_out_loss += scores[i].loss;
      point.right += scores[i].exact ? 1 : 0;
      asked += pairs_[i].next.size();
      references += held_out_[i].reference ? 1 : 0;
      for (std::size_t h = 0; h < scores[i].heads.size(); ++h) {
        heads[h].right += scores[i].heads[h].right;
        heads[h].antecedent += scores[i].heads[h].antecedent;
        heads[h].other += scores[i].heads[h].other;
      }
    }
    point.held_out_loss /= static_cast<double>(std::max<std::size_t>(1, asked));
    point.right /= static_cast<double>(std::max<std::size_t>(1, pairs_.size()));
    const auto best = std::max_element(heads.begin(), heads.end(), [](const Looks& a, const Looks& b) {
      return a.antecedent - a.other < b.antecedent - b.other;
    });
    const int number = static_cast<int>(best - heads.begin());
    point.layer = number / config.encoder_heads;
    point.head = number % config.encoder_heads;
    for (const Looks& head : heads)
      point.heads_right.push_back(static_cast<double>(head.right) / std::max(1, references));
    point.head_right = point.heads_right[static_cast<std::size_t>(number)];
    point.head_weight = best->antecedent / std::max(1, references);
    return point;
  }

  Card card(const LiveRun& run) const override {
    const TranslatorRecipe& recipe = trainer_.recipe();
    CardNumbers numbers =
        numbers_of_training(recipe, recipe.seed, run.seconds, trainer_.weights().parameters());
    add_numbers_of(trainer_.corpus(), numbers);
    numbers["step"] = std::to_string(run.step);
    numbers["batch"] = std::to_string(recipe.batch);
    numbers["measured"] = std::to_string(held_out_.size());
    numbers["divided"] = recipe.model.divided_scores ? "1" : "";
    numbers["short_queries"] = recipe.short_queries ? "1" : "";
    add_equal_heads(recipe, numbers);
    numbers["smoothing"] = in_digits(static_cast<double>(recipe.smoothing));
    numbers["dropout"] = in_digits(static_cast<double>(recipe.dropout));
    return at_step(card_of_text("small-translator", numbers), run.step);
  }

 private:
  // Of "it" in one head.
  struct Looks {
    int right = 0;
    double antecedent = 0, other = 0;
  };
  struct SentenceScore {
    double loss = 0;  // summed over its words
    bool exact = true;
    std::vector<Looks> heads;  // layer by layer; none where no noun is meant
  };

  SentenceScore score_of(const Model& model, std::size_t of) const {
    const TransformerConfig& config = model.config();
    const Pair& pair = pairs_[of];
    const TracePtr trace = forced_trace(model, held_out_[of]);
    const Reading probabilities = trace->read("probabilities");
    SentenceScore score;
    for (std::size_t t = 0; t < pair.next.size(); ++t) {
      const auto row = static_cast<int>(t);
      Eigen::Index most = 0;
      probabilities.view().map().row(row).maxCoeff(&most);
      // With the right words before it at every place: then it writes just these by itself, too.
      score.exact = score.exact && most == pair.next[t];
      score.loss -= std::log(std::max(1e-30, static_cast<double>(probabilities(row, pair.next[t]))));
    }
    if (!held_out_[of].reference) return score;
    const Reference& reference = *held_out_[of].reference;
    for (int head = 0; head < config.encoder_layers * config.encoder_heads; ++head) {
      const Reading weights = trace->read(head_path("encoder", head / config.encoder_heads, "self_attention",
                                                    head % config.encoder_heads, "weights"));
      const double antecedent = static_cast<double>(weights(reference.it, reference.antecedent));
      const double other = static_cast<double>(weights(reference.it, reference.other));
      score.heads.push_back({antecedent > other ? 1 : 0, antecedent, other});
    }
    return score;
  }

  TranslatorTrainer trainer_;
  std::vector<Example> held_out_;
  std::vector<Pair> pairs_;
};

constexpr int measured_sequences = 60;

LivePoint point_of(const WatchedScore& score) {
  LivePoint point;
  point.held_out_loss = score.held_out_loss;
  point.right = score.accuracy;
  point.head_right = score.head.peak;
  point.head_weight = score.head.weight;
  point.layer = score.head.layer;
  point.head = score.head.head;
  for (const HeadLooks& head : score.heads) point.heads_right.push_back(head.peak);
  return point;
}

// What a training on letters has of its own: how it is measured, its card, and the card's numbers.

WatchedScore score_of(const Model& model, const PositionsRecipe& recipe) {
  return watched_score(model, recipe, measured_sequences);
}
WatchedScore score_of(const Model& model, const RepeatsRecipe& recipe) {
  return repeats_score(model, recipe, measured_sequences);
}

Card card_of(const PositionsTrainer& trainer, const LiveRun& run, CardNumbers numbers) {
  const PositionsRecipe& recipe = trainer.recipe();
  numbers.merge(positions_numbers(recipe, run.seconds));
  numbers["third"] = recipe.task == OrderTask::third ? "1" : "";
  numbers["positions"] = std::string(recipe.variant.name);
  add_equal_heads(recipe, numbers);
  return card_of_text("small-letters", numbers);
}
Card card_of(const RepeatsTrainer& trainer, const LiveRun& run, CardNumbers numbers) {
  const RepeatsRecipe& recipe = trainer.recipe();
  numbers.merge(numbers_of_training(recipe, recipe.seed, run.seconds, trainer.weights().parameters()));
  add_sizes(recipe.model, numbers);
  add_equal_heads(recipe, numbers);
  numbers["batch"] = std::to_string(recipe.batch);
  numbers["fewest"] = std::to_string(recipe.fewest);
  numbers["most"] = std::to_string(recipe.most);
  return card_of_text("small-induction", numbers);
}

template <typename Trainer>
class LettersLearner final : public LiveLearner {
 public:
  explicit LettersLearner(const auto& recipe) : trainer_(recipe) {}

  Training& training() override { return trainer_; }
  ModelPtr model() const override { return trainer_.model(); }
  LivePoint measured(const Model& model) const override {
    return point_of(score_of(model, trainer_.recipe()));
  }
  Card card(const LiveRun& run) const override {
    CardNumbers numbers{{"step", std::to_string(run.step)}, {"measured", std::to_string(measured_sequences)}};
    return at_step(card_of(trainer_, run, std::move(numbers)), run.step);
  }

 private:
  Trainer trainer_;
};

class TextLearner final : public LiveLearner {
 public:
  explicit TextLearner(const TextRecipe& recipe) : trainer_(recipe) {}

  Training& training() override { return trainer_; }
  ModelPtr model() const override { return trainer_.model(); }

  LivePoint measured(const Model& model) const override {
    const TextScore score = text_score(model, trainer_.lines(), trainer_.recipe().rows);
    LivePoint point;
    point.held_out_loss = score.loss;
    point.right = score.right;
    const auto best = std::max_element(score.before_weights.begin(), score.before_weights.end());
    const int number = static_cast<int>(best - score.before_weights.begin());
    point.layer = number / model.config().decoder_heads;
    point.head = number % model.config().decoder_heads;
    point.heads_right = score.before_peaks;
    point.head_right = score.before_peaks[static_cast<std::size_t>(number)];
    point.head_weight = *best;
    return point;
  }

  int lines_written() const override { return lines_a_point; }
  WrittenLine line_written(const Model& model, int step, int number) const override {
    const std::uint64_t seed = trainer_.recipe().seed * 1'000'003 + static_cast<std::uint64_t>(step) * 101;
    return written_line(drawn_line(model, seed + static_cast<std::uint64_t>(number), written_temperature),
                        trainer_.lines());
  }

  Card card(const LiveRun& run) const override {
    const TextRecipe& recipe = trainer_.recipe();
    const TextLines& lines = trainer_.lines();
    CardNumbers numbers =
        numbers_of_training(recipe, recipe.seed, run.seconds, trainer_.weights().parameters());
    numbers["step"] = std::to_string(run.step);
    numbers["rows"] = std::to_string(recipe.rows * recipe.tapes);
    numbers["layers"] = std::to_string(recipe.model.decoder_layers);
    numbers["heads"] = std::to_string(recipe.model.decoder_heads);
    numbers["d_model"] = std::to_string(recipe.model.d_model);
    numbers["d_ff"] = std::to_string(recipe.model.d_ff);
    numbers["context"] = std::to_string(recipe.own.context);
    numbers["dropout"] = in_digits(static_cast<double>(recipe.dropout));
    numbers["pieces"] = recipe.own.tokens == TextTokens::pieces ? "1" : "";
    numbers["lines"] = std::to_string(lines.lines.size());
    numbers["held_out"] = std::to_string(lines.held_out());
    numbers["letters"] = std::to_string(lines.letters);
    numbers["different"] = std::to_string(lines.different);
    return at_step(card_of_text("own-text", numbers), run.step);
  }

 private:
  static constexpr int lines_a_point = 4;
  static constexpr double written_temperature = 0.8;

  TextTrainer trainer_;
};

template <typename Learner, auto recipe_of>
std::unique_ptr<LiveLearner> live_learner(int seed, std::optional<int> steps, LiveChanges changes) {
  auto recipe = recipe_of();
  recipe.seed = static_cast<std::uint64_t>(seed);
  if (steps) recipe.steps = *steps;
  recipe.model.divided_scores = changes.divided_scores;
  recipe.equal_heads = changes.equal_heads;
  if constexpr (requires { recipe.short_queries; }) {
    recipe.short_queries = changes.short_queries;
  } else if (changes.short_queries) {
    throw std::invalid_argument("only the small translator can begin with short queries");
  }
  return std::make_unique<Learner>(recipe);
}

PositionsRecipe third_letter_recipe() { return positions_recipe(OrderTask::third, "sinusoidal", 0); }

constexpr const char* live_letters = "Q C A V N R E K D G T B";

constexpr LiveKind live_rows[] = {
    {.name = "small-translator",
     .title = "A small translator",
     .learns = "English to French: sentences about “it” and little else, with about 400 words.",
     .loss_of = "word",
     .training = "training, labels smoothed",
     .right = "translated exactly",
     .head_does = "“it” looks at its noun",
     .counts = "“it” gives its noun more weight than the other noun",
     .example = "The animal didn't cross the street because it was too tired",
     .row = "it",
     .shipped = "small-translator",
     .second = "small-translator/other-seed",
     .usual_seed = 1,
     .make = live_learner<TranslatorLearner, small_translator_recipe>},
    {.name = "two-back",
     .title = "Two letters back",
     .learns = "Random letters. At every place it answers with the letter two places earlier.",
     .loss_of = "letter",
     .training = "training",
     .right = "answered right",
     .head_does = "looks two back",
     .counts = "the letter two back has the most weight",
     .example = live_letters,
     .make = live_learner<LettersLearner<PositionsTrainer>, watched_recipe>},
    {.name = "third-letter",
     .title = "The third letter",
     .learns = "Random letters. At every place it answers with the third letter.",
     .loss_of = "letter",
     .training = "training",
     .right = "answered right",
     .head_does = "looks at the third",
     .counts = "the third letter has the most weight",
     .example = live_letters,
     .make = live_learner<LettersLearner<PositionsTrainer>, third_letter_recipe>},
    {.name = "induction",
     .title = "An induction head",
     .learns = "Random letters, then the same ones again. What comes next? The first time round nothing "
               "shows it; the second time it is the letter that came next before.",
     .loss_of = "letter",
     .training = "training",
     .right = "answered right",
     .head_does = "looks after the same letter",
     .counts = "the letter that followed the same letter the first time has the most weight",
     .example = "Q C A V N R E Q C A V",
     .make = live_learner<LettersLearner<RepeatsTrainer>, repeats_recipe>},
    {.name = "own-text",
     .title = "A text of your own",
     .learns = "Your own text, letter by letter: at every place, which letter comes next? After a minute it "
               "writes lines of its own.",
     .loss_of = "token",
     .training = "training",
     .right = "next one right",
     .head_does = "looks one back",
     .counts = "the token just before has the most weight",
     .example = "",
     .usual_seed = 1,
     .make = [](int seed, std::optional<int> steps, LiveChanges changes) -> std::unique_ptr<LiveLearner> {
       OwnText own = std::move(changes.own);
       if (steps) own.steps = *steps;
       return std::make_unique<TextLearner>(text_recipe(own, static_cast<std::uint64_t>(seed)));
     }},
};

}  // namespace

std::span<const LiveKind> live_kinds() { return live_rows; }

const LiveKind& live_kind(std::string_view name) {
  std::string names;
  for (const LiveKind& kind : live_rows) {
    if (kind.name == name) return kind;
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  }
  throw std::invalid_argument("there is no training called \"" + std::string(name) + "\"; choose one of " +
                              names);
}

fs::path live_folder(const LiveKind& kind, int seed, const LiveChanges& changes) {
  std::string name = std::string(kind.name) + "-seed-" + std::to_string(seed);
  if (changes.equal_heads != EqualHeads::none)
    name += "-equal-" + name_of(equal_heads_names(), changes.equal_heads);
  if (!changes.own.text.empty()) name += "-" + own_text_key(fields_json(changes.own).dump());
  return state_folder() / "training" / name;
}

namespace {

// Whether all that lies there is what a training leaves that ended before its first step was listed.
bool is_leftover(const fs::path& folder) {
  std::error_code error;
  for (auto each = fs::directory_iterator(folder, error); !error && each != fs::directory_iterator();
       each.increment(error)) {
    const std::string name = each->path().filename().string();
    const bool step = name.starts_with("step_") && name.size() > 5 &&
                      name.find_first_not_of("0123456789", 5) == std::string::npos;
    if (!step && name != live_checkpoint && !(name.starts_with(".") && name.ends_with(".part"))) return false;
  }
  return !error;
}

}  // namespace

void remove_old_text_runs(const fs::path& folder, const fs::path& stays, std::size_t most) {
  std::vector<std::pair<fs::file_time_type, fs::path>> runs;
  std::error_code error;
  for (auto each = fs::directory_iterator(folder, error); !error && each != fs::directory_iterator();
       each.increment(error)) {
    std::error_code none;
    const auto written = fs::last_write_time(each->path() / live_run_file, none);
    if (!none && each->path().filename() != stays.filename()) runs.emplace_back(written, each->path());
  }
  std::sort(runs.rbegin(), runs.rend());
  std::size_t texts = 1;  // the one that stays
  for (const auto& [written, path] : runs) {
    try {
      const std::optional<LiveRun> run = read_live_run(path);
      if (!run || run->changes.own.text.empty() || ++texts <= most) continue;
      std::error_code ignored;
      fs::remove_all(path, ignored);
    } catch (const std::exception&) {
      continue;  // what cannot be read is not removed
    }
  }
}

// The training itself.

double live_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

LiveTraining::LiveTraining(const LiveKind& kind, int seed, fs::path folder, std::optional<int> steps,
                           LiveChanges changes)
    : kind_(kind), folder_(std::move(folder)) {
  std::optional<LiveRun> before = read_live_run(folder_);
  std::error_code unknown;
  const bool own = before && before->kind == kind.name && before->seed == seed && before->changes == changes;
  if (!own && fs::exists(folder_, unknown) && !is_leftover(folder_))
    throw FormatError(folder_, "contains something other than this training", "choose another folder");
  check_name(folder_);
  learner_ = kind.make(seed, steps, changes);
  Training& training = learner_->training();
  keeps_ = live_kept_steps(training.steps());
  if (own) {
    if (before->steps != training.steps())
      throw FormatError(folder_ / live_run_file,
                        "belongs to a training of " + std::to_string(before->steps) + " steps",
                        "remove its folder to begin again");
    run_ = std::move(*before);
    if (run_.done()) return;
  }
  // Without it there is nothing to go on from.
  if (own && fs::exists(folder_ / live_checkpoint, unknown)) {
    training.resume(folder_ / live_checkpoint);
    // What was measured behind the checkpoint comes again.
    if (run_.step != training.step()) run_.loss_since = run_.batches_since = 0;
    run_.step = saved_ = training.step();
    std::erase_if(run_.points, [&](const LivePoint& point) { return point.step > run_.step; });
    std::erase_if(run_.kept, [&](int step) { return step > run_.step; });
    return;
  }
  run_ = LiveRun();
  run_.kind = kind.name;
  run_.seed = seed;
  run_.changes = changes;
  run_.steps = training.steps();
  measure();
  keep();
}

bool LiveTraining::advance() {
  if (done()) return false;
  if (is_due()) {
    do_due();
    return true;
  }
  const double begun = live_seconds();
  run_.loss_since += learner_->training().advance();
  run_.seconds += live_seconds() - begun;
  ++run_.batches_since;
  run_.step = learner_->training().step();
  const bool keeps = std::find(keeps_.begin(), keeps_.end(), run_.step) != keeps_.end();
  const int every = std::max(least_between_points, run_.steps / points_a_run);
  if (!keeps && run_.step % every != 0) return false;
  measure();
  keep_due_ = keeps;
  if (lines_due_ == 0 && keep_due_) do_due();
  return true;
}

void LiveTraining::do_due() {
  if (lines_due_ > 0) {
    const int number = learner_->lines_written() - lines_due_--;
    run_.points.back().written.push_back(learner_->line_written(*measured_, run_.step, number));
    return;
  }
  keep_due_ = false;
  keep();
}

void LiveTraining::measure() {
  measured_ = learner_->model();
  lines_due_ = learner_->lines_written();
  LivePoint point = learner_->measured(*measured_);
  point.step = run_.step;
  if (run_.batches_since > 0) point.training_loss = run_.loss_since / run_.batches_since;
  run_.loss_since = run_.batches_since = 0;
  run_.points.push_back(point);
}

// The model first and what lists it last: what is listed is there.
void LiveTraining::keep() {
  const fs::path step = folder_ / live_step_name(run_.step);
  learner_->model()->save(step, StoredType::f16);
  const LivePoint& point = run_.points.back();
  Card card = learner_->card(run_);
  card.name = kind_.name;
  card.reference_head = HeadPlace{.layer = point.layer, .head = point.head};
  card.measures = {{"held_out_loss", point.held_out_loss, "nats", ""},
                   {"right", point.right, "", ""},
                   {"head_right", point.head_right, "", ""},
                   {"head_weight", point.head_weight, "", ""}};
  save_card(card, step);
  run_.kept.push_back(run_.step);
  save();
}

void LiveTraining::save() {
  if (saved_ == run_.step) return;
  const fs::path checkpoint = folder_ / live_checkpoint;
  std::error_code ignored;
  if (run_.done()) {
    fs::remove(checkpoint, ignored);
  } else {
    learner_->training().save(checkpoint);
  }
  const std::string text = fields_json(run_).dump(1) + "\n";
  replace_file(folder_ / live_run_file, text);
  saved_ = run_.step;
}

}  // namespace headlight
