// The lab on temperature as a row of the labs.
#include "app/labs/temperature/temperature_lab.h"

#include <algorithm>
#include <array>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr int temperatures_on_curve = 121;

// What an edit of the whole node multiplies by; 1 without one.
float factor_in_force(const std::vector<Edit>& edits, const std::string& path) {
  for (const Edit& edit : edits) {
    const bool whole = !edit.row && !edit.col && edit.values.size() == 1;
    if (edit.path == path && edit.kind == Edit::Kind::multiply && whole && edit.values[0] > 0)
      return edit.values[0];
  }
  return 1;
}

std::vector<LabTable> tables_of(const TemperatureStudy& study) {
  LabTable curve{"entropy against temperature", {"T", "entropy / bits", "largest share"}, {}};
  for (const AtTemperature& at : study.curve)
    curve.rows.push_back({static_cast<double>(at.temperature), at.entropy, at.largest});
  LabTable shares{.name = "shares",
                  .columns = {"place", "input", "T = 1", "chosen T", "T to 0", "T to infinity"},
                  .rows_are = "word",
                  .row_names = study.words};
  for (std::size_t i = 0; i < study.inputs.size(); ++i) {
    std::vector<double> row{static_cast<double>(i)};
    for (const float value :
         {study.inputs[i], study.one.shares[i], study.chosen.shares[i], study.cold[i], study.hot[i]})
      row.push_back(static_cast<double>(value));
    shares.rows.push_back(std::move(row));
  }
  return {std::move(shares), std::move(curve)};
}

void compute_temperature(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<TemperatureLab>();
  const TracePtr trace = input.sentence_on_stage();
  TemperatureStudy study;
  const bool output = settings.of == TemperatureLab::Of::output;
  study.path = output ? "probabilities" : input.head.path("weights");
  study.divided = output ? "logits" : input.head.path("scaled");
  const int weights = trace->at(study.path);
  const Node& node = trace->tape().node(weights);
  study.row = output ? std::clamp(settings.place, 0, node.shape.rows - 1)
                     : row_in_question(input.token, *trace, weights);
  study.row_word = trace->label(node.label.rows, study.row);
  study.words = trace->labels(node.label.cols, node.shape.cols);
  // What an edit has already divided is taken back, so that T = 1 is the model as it was trained.
  const float factor = factor_in_force(input.run_on_stage().edits, study.divided);
  study.in_model = 1 / factor;
  const Reading inputs = trace->read(node.inputs.at(0));
  for (int column = 0; column < node.shape.cols; ++column)
    study.inputs.push_back(inputs(study.row, column) / factor);

  if (const std::string edits = input.edits_on_stage({study.path}); !edits.empty())
    work.without_edits = say(
        output ? to_be_said(
                     "Without your {edits} of these probabilities: the lab computes them from the scores.")
               : to_be_said("Without your {edits} of these weights: the lab computes them from the scores."),
        {{"edits", edits}});

  const std::array two{1.0F, settings.temperature};
  std::vector<AtTemperature> both = at_temperatures(study.inputs, two);
  study.one = std::move(both[0]);
  study.chosen = std::move(both[1]);
  study.curve = at_temperatures(study.inputs, temperature_scale(temperatures_on_curve));
  study.cold = coldest_limit(study.inputs);
  study.hot = hottest_limit(study.inputs);
  study.from_cold = total_variation(study.chosen.shares, study.cold);
  study.from_hot = total_variation(study.chosen.shares, study.hot);

  if (output) {
    for (AtTemperature& at : study.curve) at.shares = {};  // only its two numbers are plotted
  }
  work.tables = tables_of(study);
  work.keep(std::move(study));
}

LabCaption temperature_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<TemperatureLab>();
  const auto* study = asked.result<TemperatureStudy>();
  const NamedValue word{"word", study != nullptr ? in_curly_quotes(study->row_word) : say("a word")};
  const std::string at = lab.temperature == 1
                             ? say("at T = 1")
                             : say("at T = {t} and T = 1", {{"t", significant_text(lab.temperature, 3)}});
  const std::string what =
      lab.of == TemperatureLab::Of::output
          ? say("the probabilities of the word after {word}", {word})
          : say("the weights of {word} in {head}", {word, {"head", asked.selected_head()}});
  return {joined({what, at}), {asked.side}};
}

const LabNeed* temperature_needs(const std::any& settings) {
  const auto& own = std::any_cast<const TemperatureLab&>(settings);
  return own.of == TemperatureLab::Of::attention ? &needs_heads : nullptr;
}

constexpr std::array temperature_drags{LabDrag{"temperature of the next word", [](Labs& labs, int i) {
                                                 labs.get<TemperatureLab>().of = TemperatureLab::Of::output;
                                                 labs.get<TemperatureLab>().temperature =
                                                     0.5F + 0.01F * static_cast<float>(i);
                                               }}};

}  // namespace

constinit const Lab TemperatureLab::lab_row{
    .name = "temperature",
    .title = "Temperature",
    .question = "How sharp is a choice?",
    .settings = settings_of<TemperatureLab>(),
    .compute = compute_temperature,
    .caption = temperature_caption,
    .drags = temperature_drags,
    .of_word = true,
    .needs = temperature_needs,
    .without_model =
        [](std::any& settings) { std::any_cast<TemperatureLab&>(settings).of = TemperatureLab::Of::output; },
    .without_model_says = "The probabilities of the next word"};

}  // namespace headlight
