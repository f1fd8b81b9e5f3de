// The lab on training as a row of the labs.
#include "app/labs/training/training_lab.h"

#include <array>
#include <cmath>
#include <numbers>

#include "app/lab/lab_settings.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr const char* gradient_map = "gradient";

LabTable losses(const TrainingStudy& study, const std::vector<WordLoss>& words, const char* name) {
  LabTable table{.name = name,
                 .columns = {"place", "probability", "nats", "bits", "most likely"},
                 .rows_are = "next word"};
  for (const WordLoss& word : words) {
    table.row_names.push_back(study.next_word(word));
    table.rows.push_back({static_cast<double>(word.place), word.probability, word.nats,
                          word.nats / std::numbers::ln2, word.best_probability});
  }
  return table;
}

LabTable shares(const TrainingStudy& study) {
  LabTable table{.name = "next word", .columns = {"probability", "wanted", "gradient"}, .rows_are = "word"};
  const auto add = [&](const TrainingStudy::Share& share) {
    table.row_names.push_back(share.word);
    table.rows.push_back({share.probability, share.wanted, share.gradient});
  };
  for (const TrainingStudy::Share& share : study.shares) add(share);
  add(study.others);
  return table;
}

LabTable totals(const TrainingStudy& study) {
  double sum = 0;
  for (const WordLoss& word : study.reading->words) sum += word.nats;
  const auto count = static_cast<double>(study.reading->words.size());
  return {.name = "sentence",
          .columns = {"words", "sum of nats", "nats a word", "perplexity", "loss"},
          .rows = {{count, sum, sum / count, std::exp(sum / count), study.reading->loss}}};
}

LabTable weight(const TrainingStudy& study) {
  return {.name = "weight",
          .columns = {"row", "column", "weight", "gradient", "loss above", "loss below", "slope"},
          .rows = {{static_cast<double>(study.row), static_cast<double>(study.col),
                    static_cast<double>(study.weight), static_cast<double>(study.gradient), study.up,
                    study.down, study.slope()}},
          .rows_are = "tensor",
          .row_names = {study.tensor}};
}

LabTable tensors(const TrainingStudy& study) {
  LabTable table{.name = "tensors", .columns = {"numbers", "length of the gradient"}, .rows_are = "tensor"};
  for (const auto& tensor : study.reading->tensors) {
    table.row_names.push_back(tensor.name);
    table.rows.push_back({static_cast<double>(tensor.numbers), tensor.length});
  }
  return table;
}

LabTable steps(const TrainingDescent& descent) {
  LabTable table{.name = "steps", .columns = {"step", "loss", "held-out loss", "held-out right"}};
  for (const TrainingDescent::Step& step : descent.steps)
    table.rows.push_back(
        {static_cast<double>(step.step), step.loss, step.held_out.nats, step.held_out.right});
  return table;
}

}  // namespace

std::string TrainingStudy::part() const {
  const std::int64_t n = reading->taught.asked();
  return reading->left_out == 0 ? say("sentence")
                                : say(several(n, "first {n} word of the text", "first {n} words of the text"),
                                      {{"n", count_text(n)}});
}

std::map<std::string, HeatmapPtr> training_maps(const TrainingStudy& study) {
  std::map<std::string, HeatmapPtr> maps;
  if (study.map != nullptr) maps[gradient_map] = study.map;
  return maps;
}

std::vector<LabTable> training_tables(const TrainingStudy& study) {
  switch (study.settings.page) {
    case TrainingPage::word:
      return {losses(study, study.reading->words, "words"), shares(study), totals(study)};
    case TrainingPage::step:
      return {steps(*study.descent),
              {.name = gradient_map, .maps = {gradient_map}},
              weight(study),
              losses(study, study.reading->words, "words"),
              losses(study, study.descent->after, "words after"),
              totals(study),
              tensors(study)};
  }
  return {};
}

namespace {

LabCaption training_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<TrainingLab>();
  const auto* study = asked.result<TrainingStudy>();
  const std::string smoothed =
      lab.smoothing > 0 ? say("with label smoothing of {n}", {{"n", significant_text(lab.smoothing, 2)}})
                        : "";
  switch (lab.page) {
    case TrainingPage::word:
      return {joined({say("the loss of every word of the {sentence} under teacher forcing",
                          {{"sentence", study != nullptr && study->reading != nullptr ? study->part()
                                                                                      : say("sentence")}}),
                      study != nullptr && study->reading != nullptr && !study->shares.empty()
                          ? say("and the gradient of the logits at {word}",
                                {{"word", in_curly_quotes(study->next_word(study->followed_word()))}})
                          : "",
                      smoothed}),
              {asked.side}};
    case TrainingPage::step:
      return {joined({say("{steps} of gradient descent on {sentence} with a learning rate of {rate}",
                          {{"steps",
                            say(several(lab.steps, "{n} step", "{n} steps"), {{"n", count_text(lab.steps)}})},
                           {"sentence",
                            study == nullptr || study->reading == nullptr || study->reading->left_out == 0
                                ? say("this sentence")
                                : say("the {sentence}", {{"sentence", study->part()}})},
                           {"rate", significant_text(lab.rate, 3)}}),
                      smoothed, say("and what happened to held-out sentences")}),
              {asked.side}};
  }
  return {"", {}};
}

constexpr LabNeed training_needs{
    SentenceLearner::teaches,
    "In this lab a model learns to continue a text or to translate it, but the model on stage does neither.",
    "The model on stage neither continues a text nor translates it, so there is no next word to teach it."};

// An earlier version had a page about a small model at six steps of its training, which the lab on learning
// shows.
const char* training_of_earlier(Json& settings) {
  settings.erase("checkpoint");
  settings.erase("head");
  const auto page = settings.find("page");
  if (page == settings.end() || *page != "learning") return nullptr;
  settings.erase(page);
  return "learn";
}

constexpr std::array training_drags{
    LabDrag{"training, the word asked", [](Labs& labs, int i) { labs.get<TrainingLab>().place = i % 6; }},
    LabDrag{"training, the steps", [](Labs& labs, int i) {
              labs.get<TrainingLab>().page = TrainingPage::step;
              labs.get<TrainingLab>().steps = i % 6;
            }}};

}  // namespace

constinit const Lab TrainingLab::lab_row{.name = "training",
                                         .title = "Training",
                                         .question = "How does a model learn?",
                                         .settings = settings_of<TrainingLab>(),
                                         .compute = compute_training,
                                         .caption = training_caption,
                                         .drags = training_drags,
                                         .needs = always<training_needs>,
                                         .of_earlier = training_of_earlier};

}  // namespace headlight
